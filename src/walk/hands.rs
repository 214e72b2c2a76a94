//! What a person presses and types.

use eframe::egui::{Event as Input, Key, Modifiers, PointerButton};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT;

use super::labels::is_named;
use super::page::{all, find, is_editor, is_pressable};
use super::person::Walker;

impl Walker<'_> {
    /// Clicks one of those with a name of these messages, or one of all. Returns whether there is one.
    pub(super) fn click(&mut self, number: usize, keys: &[&'static str]) -> bool {
        self.click_one(number, Some(keys))
    }

    pub(super) fn click_any(&mut self, number: usize, keys: Option<&[&'static str]>) {
        self.click_one(number, keys);
    }

    fn click_one(&mut self, number: usize, keys: Option<&[&'static str]>) -> bool {
        let (verbose, language) = (self.verbose, self.language());
        let screen = &self.program().screen;
        let is_meant = |node: &Node<'_>| {
            is_pressable(node, language)
                && keys.is_none_or(|keys| {
                    let name = node.accesskit_node().label().unwrap_or_default();
                    keys.iter().any(|key| is_named(language, key, &name))
                })
        };
        let nodes = all(screen.root(), is_meant);
        let Some(node) = nodes.get(number % nodes.len().max(1)) else {
            if verbose {
                let names = all(screen.root(), |node| is_pressable(node, language));
                println!(
                    "    not there, but {:?}",
                    names.iter().filter_map(|node| node.accesskit_node().label()).collect::<Vec<_>>()
                );
            }
            return false;
        };
        if verbose {
            println!("    clicks {:?}", node.accesskit_node().label());
        }
        let id = node.accesskit_node().id();
        if !screen.ctx.content_rect().contains(node.rect().center()) {
            node.scroll_to_me();
            self.input(Vec::new());
            self.input(Vec::new());
        }
        let screen = &self.program().screen;
        let Some(pos) =
            find(screen.root(), |node| node.accesskit_node().id() == id).map(|node| node.rect().center())
        else {
            return false;
        };
        let button = |pressed| Input::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.input(vec![Input::PointerMoved(pos), button(true)]);
        self.input(vec![button(false)]);
        true
    }

    pub(super) fn press(&mut self, (modifiers, key): (Modifiers, Key)) {
        let event = |pressed| Input::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        if modifiers.is_none() {
            let text = (key == Key::Space).then(|| Input::Text(" ".to_owned()));
            return self.input([Some(event(true)), text, Some(event(false))].into_iter().flatten().collect());
        }
        self.input(vec![Input::ModifiersChanged(modifiers), event(true)]);
        self.input(vec![event(false), Input::ModifiersChanged(Modifiers::NONE)]);
    }

    /// Replaces what is in an editor.
    pub(super) fn type_text(&mut self, number: usize, text: &str) {
        let screen = &self.program().screen;
        let editors = all(screen.root(), |node| {
            is_editor(node.accesskit_node().role()) && !node.accesskit_node().is_disabled()
        });
        let Some(editor) = editors.get(number % editors.len().max(1)) else { return };
        editor.focus();
        self.input(Vec::new());
        self.press((Modifiers::COMMAND, Key::A));
        self.input(vec![Input::Text(text.to_owned())]);
    }
}
