//! The overview of all keyboard shortcuts.

use eframe::egui::{Ui, vec2};

use super::Cx;
use crate::ui::layout::{is_rtl, row_layout};
use crate::ui::shortcuts::{self, Section, Shortcut};
use crate::ui::text::{self, Direction, Text};
use crate::ui::theme::{self, space};
use crate::ui::widgets::Dialog;

/// The width of the column with the keys, in points.
const KEYS_WIDTH: f32 = 170.0;

/// Draws the overview. Returns whether it stays open.
pub fn show(ui: &Ui, cx: &Cx<'_>) -> bool {
    let answer = Dialog::new("shortcuts", cx.t("shortcuts-title"), cx.t("close")).show(ui, |ui| {
        for section in Section::ALL {
            text::strong(ui, cx.t(section.title()));
            for shortcut in shortcuts::ALL.iter().filter(|shortcut| shortcut.section == section) {
                line(ui, cx, shortcut);
            }
            ui.add_space(space::S);
        }
    });
    answer.is_none()
}

fn line(ui: &mut Ui, cx: &Cx<'_>, shortcut: &Shortcut) {
    let keys = shortcut.keys.iter().copied().map(shortcuts::written).collect::<Vec<_>>().join("   ");
    ui.horizontal_top(|ui| {
        let layout = row_layout(is_rtl(ui));
        let keys = Text::new(keys).color(theme::palette(ui).ink_soft).direction(Direction::LeftToRight).wrap();
        ui.allocate_ui_with_layout(vec2(KEYS_WIDTH, 0.0), layout, |ui| {
            ui.set_width(KEYS_WIDTH);
            ui.add(keys);
        });
        ui.add(Text::new(cx.t(shortcut.words)).wrap());
    });
}
