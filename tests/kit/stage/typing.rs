//! Typing and clicking like a person: one key or button at a time, each in its own frame.

use eframe::egui::accesskit::{NodeId, Role};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::{Stage, called, is_editor};

/// A visible text editor.
#[derive(Clone, Debug)]
pub struct Editor {
    pub id: NodeId,
    pub name: String,
}

impl Stage {
    /// All editors that can be reached, in tree order; not those behind a dialog.
    pub fn editors(&self) -> Vec<Editor> {
        let top = self.harness.query_all_by_role(Role::Dialog).last().unwrap_or_else(|| self.harness.root());
        let editors = top.query_all_by(|node| is_editor(node.role()) && !node.is_disabled());
        let editor = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            Editor { id: node.locate().0, name: node.label().unwrap_or_default() }
        };
        editors.map(editor).collect()
    }

    /// The editor with this name.
    pub fn editor(&self, name: &str) -> Editor {
        let node = self.harness.get_by(|node| is_editor(node.role()) && called(node, name));
        Editor { id: node.accesskit_node().locate().0, name: name.to_owned() }
    }

    /// Scrolls the editor into view and clicks it.
    pub fn click_into(&mut self, editor: &Editor) {
        let rect = |stage: &Self| stage.harness.get_by(|node| node.locate().0 == editor.id).rect();
        self.click_at(rect(self).center());
        // The bar at the bottom of a screen or dialog may cover it; a person would scroll first.
        if !self.has_keyboard(editor) {
            self.harness.get_by(|node| node.locate().0 == editor.id).scroll_to_me();
            self.harness.run();
            self.click_at(rect(self).center());
        }
    }

    /// Moves the mouse there and clicks.
    pub fn click_at(&mut self, pos: Pos2) {
        let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        for event in [Event::PointerMoved(pos), button(true), button(false)] {
            self.harness.event(event);
            self.harness.step();
        }
    }

    /// Types key by key, into whatever has the focus.
    pub fn type_keys(&mut self, text: &str) {
        for c in text.chars() {
            self.harness.event(Event::Text(c.to_string()));
            self.harness.step();
        }
    }

    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.harness.step();
    }

    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.step();
    }

    /// Delivers all events in one frame, as on a slow computer.
    pub fn at_once(&mut self, events: impl IntoIterator<Item = Event>) {
        self.harness.input_mut().events.extend(events);
        self.harness.run();
    }

    /// Selects and deletes the content of the focused editor.
    pub fn clear_by_keys(&mut self) {
        self.key_with(Modifiers::COMMAND, Key::A);
        self.key(Key::Backspace);
    }

    /// The content of the editor; `None` if it is gone. A password consists of dots.
    pub fn held_by(&self, editor: &Editor) -> Option<String> {
        let node = self.harness.query_by(|node| node.locate().0 == editor.id)?;
        Some(node.value().unwrap_or_default())
    }

    pub fn has_keyboard(&self, editor: &Editor) -> bool {
        self.harness.query_by(|node| node.locate().0 == editor.id).is_some_and(|node| node.accesskit_node().is_focused())
    }
}
