//! A section of the gallery.

use eframe::egui::Ui;

use crate::i18n::Messages;
use crate::ui::theme::{self, space};

/// A section of the gallery with a title.
pub fn section(ui: &mut Ui, words: &Messages, key: &str, contents: impl FnOnce(&mut Ui)) {
    ui.add_space(space::M);
    vitrine_text::strong(ui, words.text(key));
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::M;
        contents(ui);
    });
}
