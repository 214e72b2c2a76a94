//! Dialogs used with keyboard and mouse, with each event in a separate frame, as in a real window.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers};

const FRAME: f32 = 1.0 / 60.0;

/// A dialog and the button that opens it.
struct DialogCase {
    scene: &'static str,
    opener: fn(&TestWindow) -> String,
    /// A text that only the dialog shows.
    text: fn(&TestWindow) -> String,
    /// The button that changes nothing, if it has the focus at first.
    safe: Option<&'static str>,
}

/// Every dialog that a button opens.
const DIALOGS: [DialogCase; 6] = [
    DialogCase {
        scene: "import-running",
        opener: |window| window.message("import-cancel"),
        text: |window| window.message("import-cancel-ask"),
        safe: Some("import-cancel-no"),
    },
    DialogCase {
        scene: "import-ended",
        opener: |window| window.format("import-fix-all", args!["count" => 2]),
        text: |window| window.message("close"),
        safe: None,
    },
    DialogCase {
        scene: "settings-accounts",
        opener: |window| window.format("account-sign-out", args!["name" => "Walnut & Wool"]),
        text: |window| window.message("sign-out-drop"),
        safe: Some("cancel"),
    },
    DialogCase {
        scene: "settings-accounts",
        opener: |window| window.format("market-remove-named", args!["name" => "broken"]),
        text: |window| window.format("market-remove-title", args!["name" => "broken"]),
        safe: Some("cancel"),
    },
    DialogCase {
        scene: "import-running",
        opener: |window| window.message("notifications-title"),
        text: |window| window.message("close"),
        safe: Some("close"),
    },
    DialogCase {
        scene: "create",
        opener: |window| window.format("editor-open", args!["name" => "rug-back.jpg"]),
        text: |window| window.message("editor-apply"),
        safe: None,
    },
];

impl DialogCase {
    fn window(&self, language: Language) -> TestWindow {
        let builder = Harness::builder().with_size([1100.0, 760.0]).with_step_dt(FRAME);
        let mut window = TestWindow::with_theme(language, Theme::Light, builder);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == self.scene).unwrap());
        window.take_commands();
        window
    }

    fn is_open(&self, window: &TestWindow) -> bool {
        window.shows(&(self.text)(window))
    }
}

/// Waits until the next click does not count as a double click.
fn wait_out_double_click(window: &mut TestWindow) {
    window.harness.run_steps(40);
}

#[test]
fn a_dialog_opens_by_keyboard_every_time_and_escape_returns_the_focus() {
    for language in Language::ALL {
        for dialog in &DIALOGS {
            let mut window = dialog.window(language);
            let opener = (dialog.opener)(&window);
            window.focus(&opener);
            for (time, key) in [Key::Enter, Key::Enter, Key::Space, Key::Enter].into_iter().enumerate() {
                window.tap_key(key);
                assert!(
                    dialog.is_open(&window),
                    "{language:?} {opener}: time {time}, {key:?}: the dialog is not open"
                );
                if let Some(safe) = dialog.safe {
                    let safe = window.message(safe);
                    assert!(
                        window.is_focused(&safe),
                        "{language:?} {opener}: {safe} does not have the focus"
                    );
                }
                window.tap_key(Key::Escape);
                assert!(!dialog.is_open(&window), "{language:?} {opener}: Escape does not close the dialog");
                assert!(window.is_focused(&opener), "{language:?}: the focus does not return to {opener}");
            }
            assert!(window.take_commands().is_empty(), "{language:?} {opener}: a command was sent");
        }
    }
}

/// However the question about signing out is opened, a second Enter answers it with nothing.
#[test]
fn the_question_about_signing_out_begins_at_the_safe_answer() {
    for language in Language::ALL {
        let cancel = |window: &TestWindow| window.message("cancel");
        let mut window = DIALOGS[2].window(language);
        let sign_out = window.message("sign-out");
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
        window.harness.run();
        window.harness.event(Input::Paste(sign_out.clone()));
        window.harness.run();
        window.tap_key(Key::Enter);
        window.harness.run_steps(40);
        assert!(
            window.shows_message("sign-out-drop") && window.is_focused(&cancel(&window)),
            "{language:?}: from the list of actions"
        );
        window.tap_key(Key::Enter);
        assert!(
            window.take_commands().iter().all(|command| !matches!(command, Command::Account(_))),
            "{language:?}"
        );

        let mut window = DIALOGS[2].window(language);
        let menu = window.message("account-menu");
        window.focus(&menu);
        window.tap_key(Key::Enter);
        window.focus(&sign_out);
        window.tap_key(Key::Enter);
        window.harness.run_steps(40);
        assert!(
            window.shows_message("sign-out-drop") && window.is_focused(&cancel(&window)),
            "{language:?}: from the menu of accounts"
        );
        // The page behind it changes meanwhile.
        window.app_mut().act(Action::Go(Screen::Products));
        window.harness.run_steps(40);
        assert!(window.is_focused(&cancel(&window)), "{language:?}: on another page");
    }
}

/// Who has typed the one value that a dialog asks for presses Enter; in a table, Enter leads to the next row.
#[test]
fn enter_in_the_only_field_of_a_dialog_confirms_it() {
    let retried = |window: &mut TestWindow| {
        let sent = window.take_commands();
        sent.iter().find_map(|command| {
            if let Command::Import(ImportCommand::Retry(rows)) = command { Some(rows.len()) } else { None }
        })
    };
    for language in Language::ALL {
        let mut window = import::review_without_prices(language);
        let start = import::start_button(3, &window);
        window.press(&start);
        let price = window.label(Field::PrimaryPrice);
        let field = window.editors().into_iter().rev().find(|editor| editor.name == price).unwrap();
        window.click_into(&field);
        window.tap_key(Key::Enter);
        assert_eq!(
            import::started_prices(&window.take_commands()),
            None,
            "{language:?}: nothing is typed yet"
        );
        window.type_keys("900");
        window.tap_key(Key::Enter);
        assert_eq!(import::started_prices(&window.take_commands()), Some(vec![Some(900); 3]), "{language:?}");

        let mut window = fix_table::refused(language, [1100.0, 760.0], false, 1);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        let price = window.editors().into_iter().find(|editor| editor.name == price).unwrap();
        window.click_into(&price);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("800");
        window.tap_key(Key::Enter);
        assert_eq!(retried(&mut window), Some(1), "{language:?}: one refused product");

        let mut window = fix_table::refused(language, [1100.0, 760.0], false, 4);
        let (first, second) = (fix_table::price(&window, 1), fix_table::price(&window, 2));
        window.focus(&first);
        window.tap_key(Key::Enter);
        assert_eq!(
            (window.is_focused(&second), retried(&mut window)),
            (true, None),
            "{language:?}: in the table"
        );
        let all = args!["field" => window.label(Field::PrimaryPrice), "count" => 4];
        let all = window.format("import-fix-for-all", all);
        window.type_into(&all, "800");
        window.tap_key(Key::Enter);
        assert_eq!(retried(&mut window), Some(4), "{language:?}: all refused products");
    }
}

#[test]
fn a_held_key_opens_a_dialog_but_does_not_answer_it() {
    for dialog in &DIALOGS {
        let mut window = dialog.window(Language::English);
        let opener = (dialog.opener)(&window);
        window.focus(&opener);
        for _ in 0..6 {
            window.hold_key(Key::Enter);
            assert!(dialog.is_open(&window), "{opener}");
        }
        window.harness.key_up(Key::Enter);
        window.harness.run();
        assert!(dialog.is_open(&window), "{opener}");
        assert!(window.take_commands().is_empty(), "{opener}: a command was sent");
    }
}

#[test]
fn the_safe_button_reacts_to_the_next_key_press() {
    for dialog in DIALOGS.iter().filter(|dialog| dialog.safe.is_some()) {
        let mut window = dialog.window(Language::English);
        let opener = (dialog.opener)(&window);
        window.focus(&opener);
        for _ in 0..2 {
            window.tap_key(Key::Enter);
            assert!(dialog.is_open(&window), "{opener}");
            window.harness.run_steps(20);
            window.tap_key(Key::Enter);
            assert!(!dialog.is_open(&window), "{opener}");
            window.harness.run_steps(20);
        }
        assert!(window.take_commands().is_empty(), "{opener}: a command was sent");
    }
}

#[test]
fn a_double_click_opens_a_dialog_but_does_not_answer_it() {
    for dialog in &DIALOGS {
        let mut window = dialog.window(Language::Persian);
        let opener = (dialog.opener)(&window);
        let at = window.point_at(&opener);
        for time in 0..2 {
            window.click(at);
            window.click(at);
            window.harness.run();
            assert!(dialog.is_open(&window), "{opener}: time {time}");
            window.tap_key(Key::Escape);
            assert!(!dialog.is_open(&window), "{opener}");
            assert!(window.is_focused(&opener), "the focus does not return to {opener}");
            wait_out_double_click(&mut window);
        }
        assert!(window.take_commands().is_empty(), "{opener}: a command was sent");
    }
}

#[test]
fn a_click_outside_a_question_cancels_it() {
    let dialog = &DIALOGS[0];
    let mut window = dialog.window(Language::English);
    let opener = (dialog.opener)(&window);
    let at = window.point_at(&opener);
    window.click(at);
    wait_out_double_click(&mut window);
    window.click(at);
    window.harness.run();
    assert!(!dialog.is_open(&window) && window.take_commands().is_empty());
}

#[test]
fn shortcuts_are_disabled_behind_a_dialog_or_the_photo_editor() {
    for dialog in &DIALOGS {
        let mut window = dialog.window(Language::English);
        let opener = (dialog.opener)(&window);
        window.focus(&opener);
        window.tap_key(Key::Enter);
        let screen = window.app().model().screen;
        for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5] {
            window.harness.key_press_modifiers(Modifiers::COMMAND, key);
            window.harness.run();
        }
        if dialog.safe.is_some() {
            window.harness.event(Input::Paste("/photos/rug.jpg".to_owned()));
            window.harness.run();
        }
        assert_eq!(window.app().model().screen, screen, "{opener}");
        assert!(
            dialog.is_open(&window) && window.take_commands().is_empty(),
            "{opener}: {:?}",
            window.take_commands()
        );
        window.tap_key(Key::Escape);
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num4);
        window.harness.run();
        assert_eq!(
            window.app().model().screen,
            Screen::Settings,
            "{opener}: shortcuts work again after the dialog is closed"
        );
    }
}

#[test]
fn shortcuts_are_disabled_behind_the_marketplace_form() {
    let mut window = TestWindow::signed_in(Language::English);
    window.show_steps(scenes::tested_market());
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    window.harness.run();
    assert_eq!(window.app().model().screen, Screen::Import);
}

#[test]
fn after_a_click_on_how_a_value_changes_the_number_is_typed_and_nothing_has_moved() {
    for language in Language::ALL {
        for scene in ["import-review", "products"] {
            let mut window = TestWindow::with_size(language, [1100.0, 760.0]);
            window.show_scene(scenes::all().into_iter().find(|each| each.name == scene).unwrap());
            window.deliver(Event::Edit(vitrine::worker::EditEvent::Available(true)));
            let all = window.message("review-select-all");
            window.press(&all);
            if scene == "products" {
                product_edits::press_change_selected(&mut window);
            } else {
                window.press_message("review-bulk-open");
            }
            let percent = window.message("bulk-increase-percent");
            let at = window.point_at(&percent);
            window.click(at);
            window.harness.run();
            let field = window.message("bulk-percent");
            assert!(window.shows(&field), "{language:?} {scene}: {:?}", window.texts());
            let editors = window.harness.query_all_by(|node| {
                node.role() == eframe::egui::accesskit::Role::TextInput
                    && node.label().as_deref() == Some(field.as_str())
            });
            let focused: Vec<bool> = editors.map(|editor| editor.is_focused()).collect();
            assert_eq!(focused, [true], "{language:?} {scene}");
            let now = window.harness.get_by_label(&percent).rect();
            assert!(now.contains(at), "{language:?} {scene}: it moved to {now}");
            let place = now.left_top();
            window.harness.event(Input::Text("x".to_owned()));
            window.harness.run();
            assert_eq!(
                window.harness.get_by_label(&percent).rect().left_top(),
                place,
                "{language:?} {scene}"
            );
        }
    }
}
