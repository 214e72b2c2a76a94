//! Typing and clicking like a person: one key or button at a time, each in its own frame.

use eframe::egui::accesskit::{NodeId, Role};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::{TestWindow, has_label, is_editor};

/// A text editor on the screen.
#[derive(Clone, Debug)]
pub struct Editor {
    pub id: NodeId,
    pub name: String,
}

impl TestWindow {
    /// All enabled editors in tree order; of the topmost dialog only, if one is open.
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
        let node = self.harness.get_by(|node| is_editor(node.role()) && has_label(node, name));
        Editor { id: node.accesskit_node().locate().0, name: name.to_owned() }
    }

    /// What the system's key for copying copies.
    pub fn copy(&mut self) -> Option<String> {
        self.harness.event(Event::Copy);
        self.harness.step();
        self.copied()
    }

    /// What was copied in the last frame.
    pub fn copied(&self) -> Option<String> {
        let commands = &self.harness.output().platform_output.commands;
        commands.iter().find_map(|command| {
            if let OutputCommand::CopyText(text) = command { Some(text.clone()) } else { None }
        })
    }

    /// Clicks the editor, after scrolling it into view if something covers it.
    pub fn click_into(&mut self, editor: &Editor) {
        let rect = |window: &Self| window.harness.get_by(|node| node.locate().0 == editor.id).rect();
        self.click_at(rect(self).center());
        // The bar at the bottom of a screen or dialog may cover the editor; a person would scroll first.
        if !self.has_focus(editor) {
            self.harness.get_by(|node| node.locate().0 == editor.id).scroll_to_me();
            self.harness.run();
            self.click_at(rect(self).center());
        }
    }

    /// Moves the pointer to `pos` and clicks.
    pub fn click_at(&mut self, pos: Pos2) {
        let button = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for event in [Event::PointerMoved(pos), button(true), button(false)] {
            self.harness.event(event);
            self.harness.step();
        }
    }

    /// Types one character per frame into whatever has the focus.
    pub fn type_keys(&mut self, text: &str) {
        for c in text.chars() {
            self.harness.event(Event::Text(c.to_string()));
            self.harness.step();
        }
    }

    pub fn key_press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.harness.step();
    }

    pub fn key_press_modifiers(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.step();
    }

    /// Delivers all events in one frame, as happens on a slow computer.
    pub fn deliver_in_one_frame(&mut self, events: impl IntoIterator<Item = Event>) {
        self.harness.input_mut().events.extend(events);
        self.harness.run();
    }

    /// Selects and deletes the content of the focused editor.
    pub fn clear_by_keys(&mut self) {
        self.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.key_press(Key::Backspace);
    }

    /// The content of the editor; `None` if the editor is gone. A password is shown as dots.
    pub fn text_of(&self, editor: &Editor) -> Option<String> {
        let node = self.harness.query_by(|node| node.locate().0 == editor.id)?;
        Some(node.value().unwrap_or_default())
    }

    pub fn has_focus(&self, editor: &Editor) -> bool {
        self.harness
            .query_by(|node| node.locate().0 == editor.id)
            .is_some_and(|node| node.accesskit_node().is_focused())
    }
}
