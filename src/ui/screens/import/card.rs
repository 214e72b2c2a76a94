//! A card in the panel that is no notice.

use eframe::egui::{Margin, Ui};

use vitrine_widgets::layout::{column_layout, is_rtl};
use vitrine_widgets::theme::{self, space};

/// The frame of a card that is no notice.
pub fn frame(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    theme::card(ui).inner_margin(Margin::symmetric(12, 10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::S - 2.0;
        ui.with_layout(column_layout(is_rtl(ui)), |ui| {
            ui.set_width(ui.available_width());
            contents(ui);
        });
    });
}
