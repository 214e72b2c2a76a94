//! Pages and dialogs are scrolled with the keyboard, and what has the focus is in sight as a whole.

use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};

const SMALL: [f32; 2] = [760.0, 500.0];

fn scene(language: Language, name: &str, size: [f32; 2]) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window.take_commands();
    window
}

/// How far the text has moved up when the key is pressed.
fn moved(window: &mut TestWindow, text: &str, modifiers: Modifiers, key: Key) -> f32 {
    let top = |window: &TestWindow| {
        let nodes = window.harness.query_all_by(|node| {
            node.role() != Role::Tab && node.label().or(node.value()).as_deref() == Some(text)
        });
        nodes.map(|node| node.rect().top()).next().expect("a text")
    };
    let before = top(window);
    window.key_press_modifiers(modifiers, key);
    window.harness.run();
    before - top(window)
}

#[test]
fn a_page_is_scrolled_by_its_keys() {
    for language in Language::ALL {
        for (name, title) in [
            ("create-empty", "create-title"),
            ("webhooks", "webhooks-title"),
            ("settings-accounts", "settings-title"),
        ] {
            let mut window = scene(language, name, SMALL);
            let title = window.message(title);
            for (forward, modifiers, back) in
                [(Key::PageDown, Modifiers::NONE, Key::PageUp), (Key::Space, Modifiers::SHIFT, Key::Space)]
            {
                let down = moved(&mut window, &title, Modifiers::NONE, forward);
                assert!(down > 50.0, "{language:?} {name}: {forward:?} moves {down}");
                let up = moved(&mut window, &title, modifiers, back);
                assert!((up + down).abs() < 1.0, "{language:?} {name}: {back:?} moves {up} back from {down}");
            }
        }
    }
}

#[test]
fn a_dialog_is_scrolled_by_its_keys() {
    for language in Language::ALL {
        let mut window = scene(language, "products", SMALL);
        window.tap_key(Key::F1);
        window.press_message("shortcuts-title");
        let first = window.message("shortcut-overview");
        let down = moved(&mut window, &first, Modifiers::NONE, Key::PageDown);
        assert!(down > 50.0, "{language:?}: Page Down moves {down}");
        assert!(
            (moved(&mut window, &first, Modifiers::NONE, Key::PageUp) + down).abs() < 1.0,
            "{language:?}"
        );
    }
}

/// With its label above it and its error below it, and never behind the bar at the bottom.
#[test]
fn the_focused_field_is_in_sight_with_its_label_and_its_error() {
    for language in Language::ALL {
        let mut window = scene(language, "create-empty", SMALL);
        let send = window.message("create-send");
        let mut fields = 0;
        for _ in 0..60 {
            window.tap_key(Key::Tab);
            let focused = window.harness.get_by(|node| node.is_focused() && node.role() != Role::Window);
            if !matches!(focused.accesskit_node().role(), Role::TextInput | Role::MultilineTextInput) {
                continue;
            }
            let (name, rect) = (focused.accesskit_node().label().unwrap_or_default(), focused.rect());
            if name == window.label(Field::Name) && fields > 0 {
                break;
            }
            fields += 1;
            let bar = window.harness.get_by_label(&send).rect().top();
            let labels = window.harness.query_all_by(|node| {
                node.role() == Role::Label && node.label().or(node.value()) == Some(name.clone())
            });
            let label = labels.map(|label| label.rect()).find(|label| label.bottom() <= rect.top() + 1.0);
            assert!(
                label.is_some_and(|label| label.top() >= 0.0),
                "{language:?}: the label of {name} is at {label:?}"
            );
            assert!(rect.bottom() < bar, "{language:?}: {name} is at {rect:?}, the bar at {bar}");
            window.type_keys("x");
            window.harness.run();
            let rect = window.field_rect(&name);
            assert!(
                rect.top() >= 0.0 && rect.bottom() < bar,
                "{language:?}: {name} is at {rect:?} while something is typed"
            );
            let node = window.harness.get_by(|node| node.is_focused() && node.role() != Role::Window);
            let description = node.accesskit_node().data().description().unwrap_or_default().to_owned();
            if node.accesskit_node().data().invalid().is_some() {
                let errors = window.harness.query_all_by(|node| {
                    let said = node.label().or(node.value()).unwrap_or_default();
                    node.role() == Role::Label && !said.is_empty() && description.starts_with(&said)
                });
                let error = errors.map(|error| error.rect()).next();
                assert!(
                    error.is_some_and(|error| error.bottom() <= bar),
                    "{language:?}: the error of {name} is at {error:?}, the bar at {bar}"
                );
            }
        }
        assert!(fields >= 8, "{language:?}: only {fields} fields");
    }
}

/// A click that follows at once goes to what is seen: a screen that is opened again does not move after its
/// first frame.
#[test]
fn a_page_that_is_opened_again_stands_still_from_its_first_frame() {
    for language in Language::ALL {
        for (name, title) in [
            ("create-empty", "create-title"),
            ("webhooks", "webhooks-title"),
            ("settings-accounts", "settings-title"),
        ] {
            let mut window = scene(language, name, SMALL);
            let (title, elsewhere) = (window.message(title), window.message("nav-products"));
            let chosen =
                window.harness.get_by(|node| node.role() == Role::Tab && node.is_selected() == Some(true));
            let here = chosen.accesskit_node().label().expect("the name of a screen");
            let at = |window: &TestWindow| {
                let heading = window.harness.query_by(|node| {
                    node.role() == Role::Heading && node.label().as_deref() == Some(&*title)
                });
                heading.map(|heading| heading.rect().top())
            };
            let top = at(&window).expect("a heading");
            window.key_press_modifiers(Modifiers::NONE, Key::PageDown);
            window.harness.run();
            assert!(top - at(&window).expect("a heading") > 50.0, "{language:?} {name}: it is scrolled");
            for (name, there) in [(&elsewhere, false), (&here, true)] {
                window
                    .harness
                    .get_by(|node| node.role() == Role::Tab && node.label().as_deref() == Some(name))
                    .click();
                while at(&window).is_some() != there {
                    window.harness.step();
                }
            }
            let first = at(&window).expect("a heading");
            assert!(
                (first - top).abs() < 1.0,
                "{language:?} {name}: the heading is at {first} in the first frame, then at {top}"
            );
        }
    }
}

/// A window of 760 by 500 at a zoom of 200 %.
const ENLARGED: [f32; 2] = [380.0, 250.0];

/// Whatever Tab and F6 reach is in sight: not below the window, nor behind the bar at its bottom.
#[test]
fn at_twice_the_size_the_focus_is_in_sight_on_every_page() {
    let mut wrong = Vec::new();
    for language in Language::ALL {
        for name in [
            "products",
            "products-typed",
            "import-review",
            "import-running",
            "import-ended",
            "create",
            "webhooks",
            "settings",
        ] {
            let mut window = scene(language, name, ENLARGED);
            let mut seen = std::collections::BTreeSet::new();
            for step in 0..40 {
                window.tap_key(if step % 12 == 11 { Key::F6 } else { Key::Tab });
                let sight = window.harness.ctx.content_rect().expand(1.0);
                let focused =
                    window.harness.query_all_by(|node| node.is_focused() && node.role() != Role::Window);
                for node in focused.take(1) {
                    let (name_of, rect) = (node.accesskit_node().label().unwrap_or_default(), node.rect());
                    // Of what is higher than its room, the beginning is.
                    let is_seen = sight.contains(rect.center())
                        || (rect.height() > sight.height() / 2.0 && sight.intersects(rect));
                    if !is_seen && seen.insert(name_of.clone()) {
                        wrong.push(format!("{language:?} {name}: “{name_of}” is at {rect:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn at_twice_the_size_no_button_of_the_review_lies_over_another_one() {
    for language in Language::ALL {
        let window = scene(language, "import-review", ENLARGED);
        let table = window.harness.get_by_role(Role::Table);
        let id = |node: &egui_kittest::Node<'_>| node.accesskit_node().locate().0;
        let of_rows: Vec<_> =
            table.query_all_by(|node| node.role() == Role::Button).map(|node| id(&node)).collect();
        let buttons = window.harness.query_all_by(|node| node.role() == Role::Button);
        let buttons: Vec<_> = buttons
            .filter(|node| !of_rows.contains(&id(node)))
            .filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
            .collect();
        for (at, (name, rect)) in buttons.iter().enumerate() {
            for (other, over) in &buttons[at + 1..] {
                let both = rect.intersect(*over);
                assert!(
                    both.width() < 1.0 || both.height() < 1.0,
                    "{language:?}: “{name}” {rect:?} and “{other}” {over:?}"
                );
            }
        }
    }
}
