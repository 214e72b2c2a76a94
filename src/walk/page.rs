//! What a person sees in the accessibility tree.

use std::ops::ControlFlow;

use eframe::egui::accesskit::{Action as Access, Role};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT;

use super::labels::is_named;
use super::program::Screen;
use crate::i18n::Language;

/// What belongs to the system or to this computer: a browser, its keychain, its ports; and the practice shop,
/// which is a server.
const NOT_PRESSED: [&str; 7] = [
    "login-practice-action",
    "login-practice-title",
    "login-browser",
    "login-browser-copy",
    "login-browser-open-again",
    "setup-test",
    "client-credentials-sign-in",
];

fn visit<'a, R>(node: Node<'a>, see: &mut impl FnMut(Node<'a>) -> ControlFlow<R>) -> ControlFlow<R> {
    see(node)?;
    let children: Vec<_> = node.accesskit_node().children().collect();
    children.into_iter().try_for_each(|child| visit(node.new_related(child), see))
}

pub fn find<'a>(top: Node<'a>, is_meant: impl Fn(&Node<'a>) -> bool) -> Option<Node<'a>> {
    let found = visit(top, &mut |node| {
        if is_meant(&node) { ControlFlow::Break(node) } else { ControlFlow::Continue(()) }
    });
    found.break_value()
}

pub fn all<'a>(top: Node<'a>, is_meant: impl Fn(&Node<'a>) -> bool) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    let _ = visit(top, &mut |node| {
        if is_meant(&node) {
            found.push(node);
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

/// The name of the button that starts the import, while it is drawn.
pub fn start_button(screen: &Screen, language: Language) -> Option<String> {
    let found = find(screen.root(), |node| {
        node.accesskit_node().role() == Role::Button
            && ["import-start-in", "import-start-some-in"]
                .into_iter()
                .any(|key| is_named(language, key, &node.accesskit_node().label().unwrap_or_default()))
    });
    found.and_then(|node| node.accesskit_node().label())
}

/// Whether there is anything that can be pressed or typed into. What lies behind a dialog is disabled.
pub fn has_way_on(screen: &Screen) -> bool {
    find(screen.root(), |node| {
        is_operable(node) || (is_editor(node.accesskit_node().role()) && !node.accesskit_node().is_disabled())
    })
    .is_some()
}

pub fn has_focus(screen: &Screen) -> bool {
    find(screen.root(), |node| {
        node.accesskit_node().is_focused() && node.accesskit_node().role() != Role::Window
    })
    .is_some()
}

/// The first names on the screen, for a failure.
pub fn texts(screen: &Screen) -> Vec<String> {
    all(screen.root(), |_| true)
        .into_iter()
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()))
        .take(40)
        .collect()
}

fn is_operable(node: &Node<'_>) -> bool {
    let node = node.accesskit_node();
    node.data().supports_action(Access::Click)
        && !node.is_disabled()
        && !is_editor(node.role())
        && !matches!(node.role(), Role::Label | Role::Window | Role::Heading)
}

pub fn is_pressable(node: &Node<'_>, language: Language) -> bool {
    let name = || node.accesskit_node().label().unwrap_or_default();
    is_operable(node) && !NOT_PRESSED.iter().any(|key| is_named(language, key, &name()))
}

pub const fn is_editor(role: Role) -> bool {
    matches!(
        role,
        Role::TextInput
            | Role::MultilineTextInput
            | Role::PasswordInput
            | Role::SearchInput
            | Role::NumberInput
    )
}
