//! The choice of the product to which photos are moved.

use std::collections::BTreeSet;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use vitrine_domain::text::searchable;
use vitrine_text::Text;
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::{Button, Dialog, theme, thumbnail};

/// The height of the list, and of one product in it, in points.
const LIST: f32 = 220.0;
const ROW: f32 = 40.0;

/// The open dialog.
pub struct MoveDialog {
    product: usize,
    photos: BTreeSet<usize>,
    query: String,
    /// The products with their names as they are searched; read when the dialog opens.
    names: Option<Vec<(usize, String)>>,
    /// Those that match the query.
    found: Vec<usize>,
}

impl MoveDialog {
    pub const fn new(product: usize, photos: BTreeSet<usize>) -> Self {
        Self { product, photos, query: String::new(), names: None, found: Vec::new() }
    }

    fn search(&mut self, cx: &Cx<'_>) {
        let names = self.names.get_or_insert_with(|| {
            let products = (0..cx.model.import.review.drafts().len()).filter(|index| *index != self.product);
            products
                .map(|index| (index, searchable(&cx.model.import.review.with_defaults(index).name)))
                .collect()
        });
        let wanted = searchable(&self.query);
        self.found =
            names.iter().filter(|(_, name)| name.contains(&wanted)).map(|(index, _)| *index).collect();
    }
}

/// Draws the dialog while it is open. Returns the chosen product and the photos that go there.
pub fn show(ui: &Ui, open: &mut Option<MoveDialog>, cx: &mut Cx<'_>) -> Option<(usize, BTreeSet<usize>)> {
    let dialog = open.as_mut()?;
    if dialog.names.is_none() {
        dialog.search(cx);
    }
    let title = cx.format("strip-move-title", crate::args!["count" => dialog.photos.len()]);
    let mut chosen = None;
    let answer = Dialog::new("move photos", title, cx.t("cancel")).focus_contents().show(ui, |ui| {
        let width = ui.available_width();
        let named = crate::i18n::without_direction_marks(&cx.t("strip-move-search")).into_owned();
        let edit = vitrine_text::line_edit("product for the photos", &mut dialog.query)
            .hint(cx.t("strip-move-search"))
            .width(width);
        if ui.add(edit.margin(theme::EDITOR)).accessible_name(named).changed() {
            dialog.search(cx);
        }
        if dialog.found.is_empty() {
            ui.add(
                Text::new(cx.t("strip-move-none")).color(theme::palette(ui).ink_soft).wrap().announced(false),
            );
        }
        Scroll::new("products for the photos").up_to(LIST).show_rows(
            ui,
            ROW,
            dialog.found.len(),
            |ui, visible| {
                for &index in dialog.found.get(visible).unwrap_or_default() {
                    if row(ui, cx, index) {
                        chosen = Some(index);
                    }
                }
            },
        );
    });
    let moved = chosen.map(|to| (to, dialog.photos.clone()));
    if answer.is_some() || chosen.is_some() {
        *open = None;
    }
    moved
}

/// A product with its cover.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, index: usize) -> bool {
    let cover = cx.model.import.review.drafts().get(index).and_then(|draft| draft.photos.first());
    let cover = cover.map(|cover| cx.model.import.review.picture(cover));
    let name = cx.model.import.review.with_defaults(index).name;
    ui.horizontal(|ui| {
        let shown = cover.map_or(vitrine_widgets::PictureState::Failed, |cover| cx.pictures.get(&cover));
        thumbnail(ui, &shown, ROW - 8.0, &name);
        ui.add(Button::quiet(name).small()).clicked()
    })
    .inner
}
