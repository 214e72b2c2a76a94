//! On a slow computer many keys arrive in one frame. They do what they would have done one by one.

use super::fix_table::refused;
use super::products::{products_screen, selected};
use super::typed_cells::in_cell;
use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton};
use proptest::collection::vec;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use vitrine_domain::FieldKey;

/// A key, with its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    Text(char),
    Key(Modifiers, Key),
}

impl Pressed {
    fn events(self) -> Vec<Input> {
        let event = |modifiers, key, pressed| Input::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        };
        match self {
            Self::Text(c) => vec![Input::Text(c.to_string())],
            Self::Key(modifiers, key) => {
                let text = (key == Key::Space).then(|| Input::Text(" ".to_owned()));
                let down = std::iter::once(event(modifiers, key, true)).chain(text);
                down.chain([event(modifiers, key, false)]).collect()
            }
        }
    }
}

fn pressed() -> impl Strategy<Value = Pressed> {
    let key = |key| Just(Pressed::Key(Modifiers::NONE, key));
    let with = |modifiers, key| Just(Pressed::Key(modifiers, key));
    let moves = prop_oneof![
        4 => key(Key::Tab),
        2 => with(Modifiers::SHIFT, Key::Tab),
        2 => key(Key::ArrowUp),
        3 => key(Key::ArrowDown),
        2 => key(Key::ArrowLeft),
        2 => key(Key::ArrowRight),
        1 => key(Key::Home),
        1 => key(Key::End),
        1 => key(Key::PageDown),
        1 => with(Modifiers::SHIFT, Key::ArrowDown),
    ];
    let acts = prop_oneof![
        4 => key(Key::Enter),
        2 => key(Key::Space),
        2 => key(Key::Escape),
        2 => key(Key::F2),
        2 => key(Key::Backspace),
        1 => key(Key::Delete),
        1 => with(Modifiers::COMMAND, Key::A),
        2 => with(Modifiers::COMMAND, Key::F),
        2 => with(Modifiers::COMMAND, Key::K),
        1 => with(Modifiers::COMMAND, Key::D),
    ];
    let text =
        prop_oneof![Just('1'), Just('2'), Just('5'), Just('a'), Just('r'), Just('ر')].prop_map(Pressed::Text);
    prop_oneof![4 => text, 3 => moves, 2 => acts]
}

/// The windows in which keys are pressed, with a name for each.
fn windows() -> Vec<(String, Box<dyn Fn() -> TestWindow>)> {
    let review = || {
        let mut window = TestWindow::signed_in(Language::Persian);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(4, 0));
        window
    };
    let of_scene = |number: usize| {
        move || {
            let mut window = TestWindow::new(Language::ALL[number % 2]);
            window.show_scene(scenes::all().into_iter().nth(number).expect("the scene is still there"));
            window
        }
    };
    let mut windows: Vec<(String, Box<dyn Fn() -> TestWindow>)> = vec![
        ("review".to_owned(), Box::new(review)),
        ("cell".to_owned(), Box::new(|| in_cell(Language::English, Field::PrimaryPrice))),
        ("refused".to_owned(), Box::new(|| refused(Language::English, [1366.0, 768.0], false, 3))),
    ];
    for (number, scene) in scenes::all().into_iter().enumerate() {
        windows.push((scene.name.to_owned(), Box::new(of_scene(number))));
    }
    windows
}

/// What has the focus, and what is on the screen, with the contents of editors.
fn seen(window: &TestWindow) -> (Vec<String>, Vec<String>) {
    let said = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        format!("{:?} {} {}", node.role(), node.label().unwrap_or_default(), node.value().unwrap_or_default())
    };
    let focused = window.harness.query_all_by(|node| node.is_focused()).map(said).collect();
    (focused, window.harness.query_all_by(|_| true).map(said).collect())
}

/// What is seen in one and not in the other.
fn difference(one: &[String], other: &[String]) -> Vec<String> {
    let only = |one: &[String], other: &[String], sign| {
        one.iter()
            .filter(|said| !other.contains(said))
            .map(|said| format!("{sign} {said}"))
            .collect::<Vec<_>>()
    };
    [only(one, other, '+'), only(other, one, '-')].concat()
}

#[test]
fn keys_that_arrive_together_do_what_they_do_one_by_one() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2);
    for (name, state) in windows() {
        let config = Config { cases, failure_persistence: None, max_shrink_iters: 60, ..Config::default() };
        let played = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)).run(
            &vec(pressed(), 1..9),
            |keys| {
                let mut one_by_one = state();
                for event in keys.iter().flat_map(|pressed| pressed.events()) {
                    one_by_one.deliver_in_one_frame([event]);
                }
                let mut together = state();
                together.harness.input_mut().events.extend(keys.iter().flat_map(|pressed| pressed.events()));
                together.harness.run_steps(4 * keys.len());
                // What tells of the last key goes by itself.
                for _ in 0..20 {
                    one_by_one.pause();
                    together.pause();
                    if seen(&together) == seen(&one_by_one) {
                        break;
                    }
                }
                let ((focus, screen), (expected_focus, expected)) = (seen(&together), seen(&one_by_one));
                prop_assert_eq!(difference(&screen, &expected), Vec::<String>::new());
                prop_assert_eq!(focus, expected_focus);
                Ok(())
            },
        );
        played.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

#[test]
fn a_click_with_shift_or_ctrl_counts_as_one_also_when_the_key_is_let_go_in_its_frame() {
    for (modifiers, count) in [(Modifiers::SHIFT, 3), (Modifiers::COMMAND, 2)] {
        let mut window = products_screen(Language::English, 6);
        let row = |window: &TestWindow, row: usize| {
            window.harness.get_all_by_role(Role::Row).nth(row).expect("the row is shown").rect().center()
        };
        let first = row(&window, 1);
        window.click_with(Modifiers::COMMAND, first);
        let pos = row(&window, 3);
        let button =
            |pressed| Input::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
        window.deliver_in_one_frame([
            Input::PointerMoved(pos),
            Input::ModifiersChanged(modifiers),
            button(true),
            button(false),
            Input::ModifiersChanged(Modifiers::NONE),
        ]);
        assert!(selected(&window, count), "{modifiers:?}: {:?}", window.texts());
    }
}

#[test]
fn a_click_is_for_what_was_under_the_pointer_also_when_it_moves_on_in_its_frame() {
    for ends in [Some("nav-import"), None] {
        let mut window = products_screen(Language::English, 6);
        let place =
            |window: &TestWindow, key| window.harness.get_by_label(&window.message(key)).rect().center();
        let pos = place(&window, "nav-settings");
        let button = |pressed| Input::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let moved = ends.map_or(Input::PointerGone, |key| Input::PointerMoved(place(&window, key)));
        window.deliver_in_one_frame([Input::PointerMoved(pos), button(true), button(false), moved]);
        assert_eq!(window.app().model().screen, Screen::Settings, "{ends:?}");
    }
}

/// Scanners type a code and Enter within milliseconds, faster than a frame.
#[test]
fn a_scanner_fills_the_rows_below_each_other() {
    for language in Language::ALL {
        let mut window = in_cell(language, Field::Stock);
        let scanned = ["11", "22", "33"].into_iter().flat_map(|code| {
            let digits = code.chars().map(Pressed::Text);
            digits.chain([Pressed::Key(Modifiers::NONE, Key::Enter)]).collect::<Vec<_>>()
        });
        window.harness.input_mut().events.extend(scanned.flat_map(Pressed::events));
        window.harness.run_steps(30);
        let products = &window.app().model().products;
        // The second product is sold in variants.
        for (place, expected) in [(0, "11"), (2, "22"), (3, "33")] {
            let product = products.list().product(place).expect("the product is there");
            let key = FieldKey { field: Field::Stock, variant: None };
            let typed = products.cells.get(&product.id, &key).map(|cell| cell.text.as_str());
            assert_eq!(typed, Some(expected), "{language:?}: row {place}");
        }
    }
}
