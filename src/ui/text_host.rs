//! What texts and editors take from this window: its fonts, its focus, its colours, its words.

use eframe::egui::Context;
use vitrine_text::{Host, NumberFormat};

use crate::i18n::Messages;
use vitrine_widgets::{focus, on_screen, theme};

/// Call it once, before the first frame.
pub fn install(ctx: &Context) {
    vitrine_text::install_fonts(ctx);
    let host = Host {
        focus_stop: focus::stop_at,
        is_focus_shown: focus::is_visible,
        is_in_row: on_screen::is_in_row,
        flat_cell: theme::flat_cell,
        focus_ring: theme::focus_ring,
    };
    vitrine_text::set_host(ctx, host);
}

/// Sets the words of the menus.
pub fn set_words(ctx: &Context, words: &Messages) {
    let keys = ["edit-cut", "edit-copy", "edit-paste", "edit-select-all", "undo", "redo"];
    vitrine_text::set_menu_words(ctx, keys.map(|key| words.text(key).into_owned()));
}

impl NumberFormat for Messages {
    fn number_text(&self, text: &str) -> String {
        self.number_text(text)
    }

    fn editable_number(&self, text: &str) -> String {
        self.editable_number(text)
    }
}
