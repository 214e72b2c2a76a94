//! The context menu of text, opened with the right mouse button or the Menu key, in the window's language.

use std::sync::Arc;

use eframe::egui::{
    Align, Button, Context, Event, Id, Key, Layout, Modifiers, Popup, Pos2, RectAlign, Response, SetOpenCommand, TextWrapMode, Ui,
};

use super::styled::Text;
use crate::i18n::Messages;
use crate::ui::layers;

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

impl Entry {
    const ALL: [Self; 6] = [Self::Cut, Self::Copy, Self::Paste, Self::SelectAll, Self::Undo, Self::Redo];

    const fn message(self) -> &'static str {
        match self {
            Self::Cut => "edit-cut",
            Self::Copy => "edit-copy",
            Self::Paste => "edit-paste",
            Self::SelectAll => "edit-select-all",
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// The labels in the window's language.
#[derive(Clone)]
struct Words {
    entries: Arc<[String; 6]>,
    rtl: bool,
}

/// The key under which egui's memory holds the labels.
const LABELS_KEY: &str = "words of the text menu";

/// Sets the language of the menus. Before the first call there are no menus.
pub fn set_menu_language(ctx: &Context, messages: &Messages) {
    let entries = Arc::new(Entry::ALL.map(|entry| messages.text(entry.message()).into_owned()));
    let words = Words { entries, rtl: messages.language().is_rtl() };
    ctx.data_mut(|data| data.insert_temp(Id::unique(LABELS_KEY), words));
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
        let words = ui.data(|data| data.get_temp::<Words>(Id::unique(LABELS_KEY)))?;
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
        let (side, align) = if words.rtl { (RectAlign::BOTTOM_END, Align::Max) } else { (RectAlign::BOTTOM_START, Align::Min) };
        let popup = popup.align(side).layout(Layout::top_down_justified(align));
        layers::keep_in_front(self.response, popup.show(|ui| self.entries(ui, &words))).flatten()
    }

    fn entries(&self, ui: &mut Ui, words: &Words) -> Option<Entry> {
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        ui.style_mut().spacing.button_padding = (8.0, 4.0).into();
        let mut chosen = None;
        let first = self.entries.iter().position(|&(_, enabled)| enabled).filter(|_| self.requested_at.is_some());
        for (index, &(entry, enabled)) in self.entries.iter().enumerate() {
            let text = Text::new(words.entries[entry as usize].as_str()).in_widget(ui);
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
        Event::Key { key: Key::F10, pressed: true, modifiers, .. } => modifiers.matches_exact(Modifiers::SHIFT),
        _ => false,
    }
}
