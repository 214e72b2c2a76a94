//! The screen while dropped files are read: how far that is, and the first products.

use eframe::egui::{Ui, vec2};

use crate::ui::screens::Cx;
use crate::ui::screens::frame::{page, title};
use vitrine_core::import::PlannedDraft;
use vitrine_model::{Action, ImportAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, is_rtl, row_layout};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{self as widgets, Button, PictureState};

/// The side of a product's photo, in points.
const PHOTO: f32 = 42.0;

pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    page(ui, "planning", |ui| {
        title(ui, cx.t("import-title"), |ui| {
            if ui.add(Button::secondary(cx.t("cancel"))).clicked() {
                cx.act(Action::Import(ImportAction::Clear));
            }
        });
        ui.add_space(space::XL);
        let (read, found) = cx.model.import.reading.files;
        let counted = if found == 0 {
            "".into()
        } else {
            cx.format("import-planning-read", crate::args!["read" => read, "count" => found])
        };
        widgets::empty_state(ui, Icon::Search, cx.t("import-planning"), counted, Vec::new());
        if !cx.model.import.reading.first_products.is_empty() {
            ui.add_space(space::L);
            widgets::labelled(ui, cx.t("import-planning-first"), |ui| first_products(ui, cx));
        }
    });
}

/// The first products as they look so far. They can be changed as soon as all are there, because their order
/// and grouping depend on the rest.
fn first_products(ui: &mut Ui, cx: &mut Cx<'_>) {
    for planned in &cx.model.import.reading.first_products {
        let shown = planned
            .photos
            .first()
            .map_or(PictureState::Failed, |cover| cx.pictures.get(&cx.model.import.review.picture(cover)));
        let row = vec2(ui.available_width(), PHOTO);
        ui.allocate_ui_with_layout(row, row_layout(is_rtl(ui)), |ui| product(ui, cx, planned, &shown));
    }
}

fn product(ui: &mut Ui, cx: &Cx<'_>, planned: &PlannedDraft, shown: &PictureState) {
    let name = planned.draft.name.as_str();
    widgets::thumbnail(ui, shown, PHOTO, name);
    ui.add_space(space::S);
    column(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        vitrine_text::tooltip(ui.add(Text::new(name).truncate()), name);
        let photos = cx.format("count-photos", crate::args!["count" => planned.photos.len()]);
        ui.add(Text::new(photos).small().color(theme::palette(ui).ink_soft));
    });
}
