//! The overview of all keyboard shortcuts.

use eframe::egui::{Ui, vec2};

use super::Cx;
use crate::ui::commands::{self, CommandSpec, Section, UiCommand};
use crate::ui::layout::{is_rtl, row_layout};
use crate::ui::theme::{self, space};
use crate::ui::widgets::Dialog;
use vitrine_text::{Direction, Text};

/// The width of the column with the keys, in points.
const KEYS_WIDTH: f32 = 170.0;

/// Draws the overview. Returns whether it stays open.
pub fn show(ui: &Ui, cx: &Cx<'_>) -> bool {
    let answer = Dialog::new("shortcuts", cx.t("shortcuts-title"), cx.t("close")).show(ui, |ui| {
        for section in Section::ALL {
            vitrine_text::strong(ui, cx.t(section.title()));
            for spec in UiCommand::ALL.into_iter().map(UiCommand::spec).filter(|spec| spec.section == Some(section)) {
                line(ui, cx, spec);
            }
            ui.add_space(space::S);
        }
    });
    answer.is_none()
}

fn line(ui: &mut Ui, cx: &Cx<'_>, spec: &CommandSpec) {
    let keys = spec.keys.iter().copied().map(commands::written).collect::<Vec<_>>().join("   ");
    ui.horizontal_top(|ui| {
        let layout = row_layout(is_rtl(ui));
        let keys = Text::new(keys).color(theme::palette(ui).ink_soft).direction(Direction::LeftToRight).wrap();
        ui.allocate_ui_with_layout(vec2(KEYS_WIDTH, 0.0), layout, |ui| {
            ui.set_width(KEYS_WIDTH);
            ui.add(keys);
        });
        ui.add(Text::new(cx.t(spec.name)).wrap());
    });
}
