//! How high the rows of tables with products are: one setting for all of them, and what follows from it for
//! their cells.

use eframe::egui::{Ui, vec2};

use super::Cx;
use crate::worker::Settings;
use vitrine_model::Action;
use vitrine_text::{Direction, Text};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout};
use vitrine_widgets::theme::{self, height};
use vitrine_widgets::{Button, menu};

/// The side of a photo, in points, in rows with one line and with two.
const COMPACT_PHOTO: f32 = 30.0;
const COMFORTABLE_PHOTO: f32 = 44.0;
/// The width of the menu, in points.
const MENU: f32 = 240.0;

/// The height of a row, in points.
pub fn row_height(cx: &Cx<'_>) -> f32 {
    if cx.model.settings.compact_rows { height::COMPACT_ROW } else { height::ROW }
}

/// Whether the row of a cell has a second line.
pub fn has_second_line(ui: &Ui) -> bool {
    ui.max_rect().height() > height::COMPACT_ROW + 1.0
}

/// The side of a photo in a cell, in points.
pub fn photo_side(ui: &Ui) -> f32 {
    if has_second_line(ui) { COMFORTABLE_PHOTO } else { COMPACT_PHOTO }
}

/// A cell at the right of its column in any language, such as a number, whose units stand below units: its
/// text, and where the row has a second line, a smaller one below it. The lines run in the direction of the
/// window.
pub fn at_right(ui: &mut Ui, text: Text<'_>, below: Option<String>) {
    let below = below.filter(|_| has_second_line(ui));
    let rtl = is_rtl(ui);
    let direction = if rtl { Direction::RightToLeft } else { Direction::LeftToRight };
    let text = text.direction(direction);
    if below.is_none() {
        ui.with_layout(row_layout(true), |ui| ui.add(text.truncate()));
        return;
    }
    let room = ui.available_size();
    ui.allocate_ui_with_layout(room, column_layout(true), |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let small = Text::new(below.unwrap_or_default())
            .small()
            .color(theme::palette(ui).ink_soft)
            .direction(direction)
            .truncate();
        let high = [&text, &small].map(|line| line.galley(ui, f32::INFINITY).size().y).iter().sum::<f32>();
        ui.add_space(((room.y - high) / 2.0).max(0.0));
        ui.add(text.truncate());
        ui.add(small);
    });
}

/// The button with which the height of the rows is chosen.
pub fn choice(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.model.settings;
    let button = ui.add(Button::quiet(cx.t("review-rows")).with_icon(Icon::Down).small());
    let mut chosen = None;
    menu(&button, MENU, |ui| {
        ui.with_layout(column_layout(is_rtl(ui)), |ui| {
            for (compact, key) in [(false, "review-rows-comfortable"), (true, "review-rows-compact")] {
                let entry = Button::quiet(cx.t(key)).small();
                let entry =
                    if settings.compact_rows == compact { entry.with_icon(Icon::Check) } else { entry };
                if ui.add(entry).clicked() {
                    chosen = Some(compact);
                }
            }
        });
        chosen.is_some()
    });
    if let Some(compact_rows) = chosen {
        cx.act(Action::Settings(Settings { compact_rows, ..settings.clone() }));
    }
}
