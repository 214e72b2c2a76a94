//! The roles and names of everything in the accessibility tree, compared with a committed list for each
//! language. After a change that is meant, `VITRINE_TEST_UPDATE=1 cargo test --test ui roles::` writes the
//! lists again; read the difference before committing it.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::AccessKitNode;

/// Containers without a meaning, and parts of texts.
const SILENT: [Role; 6] =
    [Role::GenericContainer, Role::TextRun, Role::Window, Role::Pane, Role::Unknown, Role::ScrollBar];

/// They only set the direction of text on the screen; names have none.
const DIRECTION_MARKS: [char; 6] = ['\u{200e}', '\u{200f}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'];

/// What a screen reader says about a node; `None`: nothing.
fn said(node: &AccessKitNode<'_>) -> Option<String> {
    if SILENT.contains(&node.role()) {
        return None;
    }
    let name = node.label().or_else(|| node.value()).unwrap_or_default();
    // An editor contains what was typed.
    let has_marks = node.label().is_some_and(|label| label.contains(DIRECTION_MARKS));
    let marks = if has_marks { " (with direction marks)" } else { "" };
    let name = name.replace('\n', " / ");
    Some(format!("{:?} {name}{marks}", node.role()).trim_end().to_owned())
}

fn found(language: Language) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for scene in scenes::all() {
        let mut window = TestWindow::new(language);
        window.show_scene(scene);
        let nodes = window.harness.query_all_by(|node| !SILENT.contains(&node.role()));
        found.extend(nodes.filter_map(|node| said(&node.accesskit_node())));
    }
    found
}

#[test]
fn roles_and_names_are_those_of_the_committed_lists() {
    for language in Language::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/ui/roles")
            .join(format!("{}.txt", language.tag()));
        let found = found(language);
        if std::env::var_os("VITRINE_TEST_UPDATE").is_some() {
            std::fs::write(&path, found.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        }
        let committed: BTreeSet<String> =
            std::fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_owned).collect();
        let marked: Vec<_> = found.iter().filter(|line| line.ends_with("(with direction marks)")).collect();
        assert!(marked.is_empty(), "{language:?}: {marked:#?}");
        let (new, gone): (Vec<_>, Vec<_>) =
            (found.difference(&committed).collect(), committed.difference(&found).collect());
        assert!(new.is_empty() && gone.is_empty(), "{language:?}: new: {new:#?}, gone: {gone:#?}");
    }
}

#[test]
fn everything_that_can_be_used_has_a_name() {
    let roles = [
        Role::Button,
        Role::CheckBox,
        Role::RadioButton,
        Role::Tab,
        Role::ComboBox,
        Role::Slider,
        Role::TextInput,
    ];
    for language in Language::ALL {
        for scene in scenes::all() {
            let name = scene.name;
            let mut window = TestWindow::new(language);
            window.show_scene(scene);
            let nodes =
                window.harness.query_all_by(|node| roles.contains(&node.role()) && !node.is_disabled());
            for node in nodes {
                assert!(
                    node.accesskit_node().label().is_some_and(|label| !label.trim().is_empty()),
                    "{language:?} {name}: {:?}",
                    node.rect()
                );
            }
        }
    }
}
