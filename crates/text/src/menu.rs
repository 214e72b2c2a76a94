//! The context menu of text, opened with the right mouse button or the Menu key, in the window's language.

use std::sync::Arc;

use egui::{
    Align, Button, Context, Event, Id, InnerResponse, Key, Layout, Modifiers, Popup, Pos2, RectAlign,
    Response, SetOpenCommand, TextWrapMode, Ui,
};

use super::styled::Text;
use crate::host::is_rtl;

/// A menu entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Cut,
    Copy,
    Paste,
    SelectAll,
    Undo,
    Redo,
}

/// The labels of the entries in the window's language: cut, copy, paste, select all, undo, redo.
pub type MenuWords = [String; 6];

/// The key under which egui's memory holds the labels.
const LABELS_KEY: &str = "words of the text menu";

/// Sets the words of the menus. Before the first call there are no menus.
pub fn set_menu_words(ctx: &Context, words: MenuWords) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(LABELS_KEY), Arc::new(words)));
}

/// The menu of one text in one frame.
pub(super) struct Menu<'a> {
    pub response: &'a Response,
    /// The screen position, if the keyboard requested the menu.
    pub requested_at: Option<Pos2>,
    /// The entries, and whether each is enabled.
    pub entries: &'a [(Entry, bool)],
}

impl Menu<'_> {
    /// Draws the menu while it is open; returns the chosen entry.
    pub fn show(&self, ui: &Ui) -> Option<Entry> {
        let words = ui.data(|data| data.get_temp::<Arc<MenuWords>>(Id::unique(LABELS_KEY)))?;
        let key = self.response.id.with("text menu place");
        if self.requested_at.is_some() || self.response.secondary_clicked() {
            ui.data_mut(|data| data.insert_temp(key, self.requested_at));
        }
        let mut popup = Popup::context_menu(self.response);
        if self.requested_at.is_some() {
            popup = popup.open_memory(Some(SetOpenCommand::Bool(true)));
        }
        if let Some(at) = ui.data(|data| data.get_temp::<Option<Pos2>>(key)).flatten() {
            popup = popup.at_position(at);
        }
        let (side, align) = if is_rtl(ui) {
            (RectAlign::BOTTOM_END, Align::Max)
        } else {
            (RectAlign::BOTTOM_START, Align::Min)
        };
        let popup = popup.align(side).layout(Layout::top_down_justified(align));
        keep_in_front(self.response, popup.show(|ui| self.entries(ui, &words))).flatten()
    }

    fn entries(&self, ui: &mut Ui, words: &MenuWords) -> Option<Entry> {
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        ui.style_mut().spacing.button_padding = (8.0, 4.0).into();
        let mut chosen = None;
        let first =
            self.entries.iter().position(|&(_, enabled)| enabled).filter(|_| self.requested_at.is_some());
        for (index, &(entry, enabled)) in self.entries.iter().enumerate() {
            let text = Text::new(words[entry as usize].as_str()).in_widget(ui);
            let button = ui.add_enabled(enabled, Button::new(text));
            if first == Some(index) {
                button.request_focus();
            }
            if button.clicked() {
                chosen = Some(entry);
                ui.close();
            }
        }
        chosen
    }
}

/// Whether the menu of this text is open.
pub(super) fn is_open(response: &Response) -> bool {
    Popup::is_id_open(&response.ctx, Popup::default_response_id(response))
}

/// Whether a key press opens the menu: the Menu key, or Shift+F10.
pub(super) fn is_menu_key(event: &Event) -> bool {
    match event {
        Event::Key { key: Key::Menu, pressed: true, .. } => true,
        Event::Key { key: Key::F10, pressed: true, modifiers, .. } => {
            modifiers.matches_exact(Modifiers::SHIFT)
        }
        _ => false,
    }
}

/// Keeps a menu in front of the dialog in which it opened. egui orders them by when each was shown for the
/// first time, so that a dialog that opens again would cover the menus of its first time. Returns what the
/// menu's contents returned.
pub fn keep_in_front<R>(opener: &Response, menu: Option<InnerResponse<R>>) -> Option<R> {
    let InnerResponse { inner, response } = menu?;
    let (below, above) = (opener.layer_id, response.layer_id);
    if below.order == above.order && below != above {
        opener.ctx.set_sublayer(below, above);
    }
    Some(inner)
}
