//! Typing and clicking as a person does: a key or a button at a time, each in a frame of its own.

use eframe::egui::accesskit::{NodeId, Role};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::{Stage, called, is_editor};

/// An editor on the screen.
#[derive(Clone, Debug)]
pub struct Editor {
    pub id: NodeId,
    pub name: String,
}

impl Stage {
    /// Every editor that can be typed in, in the order of the tree. What a dialog stands over cannot.
    pub fn editors(&self) -> Vec<Editor> {
        let top = self.harness.query_all_by_role(Role::Dialog).last().unwrap_or_else(|| self.harness.root());
        let editors = top.query_all_by(|node| is_editor(node.role()) && !node.is_disabled());
        let editor = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            Editor { id: node.locate().0, name: node.label().unwrap_or_default() }
        };
        editors.map(editor).collect()
    }

    /// The editor that is called so.
    pub fn editor(&self, name: &str) -> Editor {
        let node = self.harness.get_by(|node| is_editor(node.role()) && called(node, name));
        Editor { id: node.accesskit_node().locate().0, name: name.to_owned() }
    }

    /// Brings the editor into sight and clicks into it with the mouse.
    pub fn click_into(&mut self, editor: &Editor) {
        let rect = |stage: &Self| stage.harness.get_by(|node| node.locate().0 == editor.id).rect();
        self.click_at(rect(self).center());
        // The bar at the foot of a screen or a dialog may cover it: a person would scroll first.
        if !self.has_keyboard(editor) {
            self.harness.get_by(|node| node.locate().0 == editor.id).scroll_to_me();
            self.harness.run();
            self.click_at(rect(self).center());
        }
    }

    /// Moves the mouse there, presses and releases it.
    pub fn click_at(&mut self, pos: Pos2) {
        let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        for event in [Event::PointerMoved(pos), button(true), button(false)] {
            self.harness.event(event);
            self.harness.step();
        }
    }

    /// Types key by key, whatever has the keyboard.
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

    /// All of it in one frame, as a slow computer brings it.
    pub fn at_once(&mut self, events: impl IntoIterator<Item = Event>) {
        self.harness.input_mut().events.extend(events);
        self.harness.run();
    }

    /// Selects all there is in the editor that has the keyboard, and deletes it.
    pub fn clear_by_keys(&mut self) {
        self.key_with(Modifiers::COMMAND, Key::A);
        self.key(Key::Backspace);
    }

    /// What the editor holds; `None` when it is gone. Of a password it is dots.
    pub fn held_by(&self, editor: &Editor) -> Option<String> {
        let node = self.harness.query_by(|node| node.locate().0 == editor.id)?;
        Some(node.value().unwrap_or_default())
    }

    pub fn has_keyboard(&self, editor: &Editor) -> bool {
        self.harness.query_by(|node| node.locate().0 == editor.id).is_some_and(|node| node.accesskit_node().is_focused())
    }
}
