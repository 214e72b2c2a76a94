//! The list of actions (Ctrl+K): each button and option of a page is found there in both languages, and does
//! the same.

use super::focus::focused;
use super::*;
use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event as Input, Key, Modifiers};
use std::collections::BTreeSet;
use vitrine::ui::commands::{Run, UiCommand};

fn scene(language: Language, name: &str) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 900.0]);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window.take_commands();
    window
}

/// The names of the buttons and of the options that are not chosen, outside the rows of tables.
fn pressable(window: &TestWindow) -> BTreeSet<String> {
    let is_in_row = |node: &egui_kittest::Node<'_>| {
        std::iter::successors(node.accesskit_node().parent(), |node| node.parent())
            .any(|parent| parent.role() == Role::Cell)
    };
    let buttons = window.harness.get_all_by(|node| match node.role() {
        Role::Button => !node.is_disabled(),
        Role::RadioButton => !node.is_disabled() && node.toggled() == Some(Toggled::False),
        _ => false,
    });
    buttons.filter(|node| !is_in_row(node)).filter_map(|node| node.accesskit_node().label()).collect()
}

fn open(window: &mut TestWindow) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.harness.run();
    assert!(window.shows_message("palette-title"));
}

/// Replaces what is typed into the list.
fn find(window: &mut TestWindow, text: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.deliver_in_one_frame([Input::Paste(text.to_owned())]);
    window.harness.run();
}

#[test]
fn each_button_and_option_of_a_page_is_in_the_list() {
    const PAGES: [&str; 9] = [
        "login",
        "login-token",
        "import-empty",
        "import-review",
        "import-ended",
        "create",
        "products",
        "webhooks",
        "settings-accounts",
    ];
    for language in Language::ALL {
        for page in PAGES {
            let mut window = scene(language, page);
            let buttons = pressable(&window);
            open(&mut window);
            for button in buttons {
                find(&mut window, &button);
                let shown = window.harness.query_all_by_label(&button).count();
                assert!(shown >= 2 || !window.shows_message("palette-none"), "{language:?} {page}: {button}");
            }
        }
    }
}

/// The day after, the notice with its Undo is gone, and the way back is not called Undo.
#[test]
fn whoever_looks_for_undo_finds_what_was_done_on_every_page() {
    for (language, words) in [(Language::English, "undo"), (Language::Persian, "برگرداندن")] {
        for page in ["import-empty", "create", "products", "settings-accounts"] {
            let mut window = scene(language, page);
            open(&mut window);
            find(&mut window, words);
            assert!(window.shows_message("palette-activity"), "{language:?} {page}: {:?}", window.texts());
        }
    }
}

#[test]
fn a_button_of_the_page_is_found_by_its_words_in_the_other_language_and_pressed() {
    for language in Language::ALL {
        let other = Language::ALL.into_iter().find(|other| *other != language).unwrap();
        for words in [language, other] {
            let mut window = scene(language, "products");
            open(&mut window);
            let wanted = vitrine::i18n::Messages::new(words).text("products-export").into_owned();
            find(&mut window, &wanted);
            window.tap_key(Key::Enter);
            let sent = window.take_commands();
            assert_eq!(sent.len(), 1, "{language:?} {words:?}: {sent:?}");
            assert_eq!(focused(&window), window.message("products-export"), "{language:?} {words:?}");
            assert!(!window.shows_message("palette-title"));
        }
    }
}

#[test]
fn a_dialog_that_was_opened_from_the_list_gives_the_focus_to_its_button() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        open(&mut window);
        let columns = window.message("review-columns");
        find(&mut window, &columns);
        window.tap_key(Key::Enter);
        assert!(window.shows_message("products-columns-help"), "{language:?}");
        window.tap_key(Key::Escape);
        assert!(!window.shows_message("products-columns-help"), "{language:?}");
        assert_eq!(focused(&window), columns, "{language:?}");
    }
}

#[test]
fn enter_does_what_is_called_exactly_as_typed() {
    for language in Language::ALL {
        let mut window = scene(language, "import-categories");
        let boxes = window.message("review-select-all");
        window.press(&boxes);
        open(&mut window);
        let wanted = window.message("category-selected");
        find(&mut window, &wanted);
        window.tap_key(Key::Enter);
        assert!(
            window.shows_message("category-find-hint")
                || window.harness.query_by_label(&window.message("category-find")).is_some(),
            "{language:?}"
        );
        window.tap_key(Key::Escape);
        assert_eq!(focused(&window), wanted, "{language:?}");
    }
}

#[test]
fn a_button_with_a_number_is_found_in_the_other_language() {
    for (language, typed) in [(Language::English, "ذخیرهٔ محصولات"), (Language::Persian, "save")]
    {
        let mut window = scene(language, "import-ended");
        open(&mut window);
        find(&mut window, typed);
        assert!(!window.shows_message("palette-none"), "{language:?}");
    }
}

#[test]
fn nothing_of_the_shop_is_in_the_list_before_signing_in() {
    for language in Language::ALL {
        let mut window = scene(language, "login-token");
        open(&mut window);
        for key in ["nav-products", "import-choose-folder", "sign-out"] {
            let words = window.message(key);
            find(&mut window, &words);
            assert!(window.shows_message("palette-none"), "{language:?}: {key}");
        }
    }
}

#[test]
fn the_chosen_entry_is_in_sight_in_a_low_window() {
    let mut window = TestWindow::with_size(Language::English, [760.0, 500.0]);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "products").unwrap());
    open(&mut window);
    let close = window.message("close");
    for _ in 0..12 {
        window.tap_key(Key::ArrowDown);
        let below = window.harness.get_by_label(&close).rect().top();
        let chosen = window
            .harness
            .get_by(|node| node.role() == Role::ListBoxOption && node.is_selected() == Some(true))
            .rect();
        assert!(chosen.bottom() <= below, "{chosen:?} {below}");
    }
}

#[test]
fn the_entries_are_the_options_of_a_list_and_those_of_selected_products_come_first() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 900.0]);
        product_edits::open_products(&mut window);
        products::focus_first_row(&mut window);
        window.tap_key(Key::Space);
        open(&mut window);
        let options: Vec<_> = window
            .harness
            .get_all_by_role(Role::ListBoxOption)
            .map(|option| option.accesskit_node())
            .collect();
        assert_eq!(
            options[0].label(),
            Some(window.format("edits-change-selected", args!["count" => 1])),
            "{language:?}"
        );
        assert_eq!(
            (options[0].is_selected(), options[1].is_selected()),
            (Some(true), Some(false)),
            "{language:?}"
        );
        assert!(window.harness.query_by_role(Role::ListBox).is_some(), "{language:?}");
    }
}

/// The texts of the entries, in order, as far as they are shown.
fn shown_entries(window: &TestWindow) -> Vec<String> {
    window
        .harness
        .get_all_by_role(Role::ListBoxOption)
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

#[test]
fn the_list_has_the_commands_of_the_table_and_the_buttons_of_the_page_and_nothing_else() {
    for language in Language::ALL {
        for page in ["login-token", "import-review"] {
            let mut window = scene(language, page);
            let mut buttons = pressable(&window);
            buttons.extend(window.editors().into_iter().map(|editor| editor.name));
            let commands: BTreeSet<String> =
                UiCommand::ALL.map(|command| window.message(command.spec().name)).into();
            open(&mut window);
            let (mut seen, mut last) = (BTreeSet::new(), Vec::new());
            // The next entries come into sight at the end of those that are shown.
            while last != shown_entries(&window) {
                last = shown_entries(&window);
                seen.extend(last.iter().cloned());
                last.iter().for_each(|_| window.tap_key(Key::ArrowDown));
            }
            let strange = seen.iter().find(|entry| !commands.contains(*entry) && !buttons.contains(*entry));
            assert_eq!(strange, None, "{language:?} {page}");
            assert!(seen.len() > last.len(), "{language:?} {page}: {seen:?}");
        }
    }
}

#[test]
fn a_field_of_the_page_is_found_by_a_word_of_its_name_and_gets_the_focus() {
    for (language, word) in [(Language::English, "days"), (Language::Persian, "روز")] {
        for page in ["import-review", "create"] {
            let mut window = scene(language, page);
            let field = window.label(Field::PreparationDays);
            open(&mut window);
            find(&mut window, word);
            assert!(shown_entries(&window).contains(&field), "{language:?} {page}");
            find(&mut window, &field);
            window.tap_key(Key::Enter);
            assert_eq!(focused(&window), field, "{language:?} {page}");
        }
    }
}

#[test]
fn an_entry_that_has_keys_is_found_under_the_name_that_the_overview_has() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        open(&mut window);
        let listed = |command: &UiCommand| {
            matches!(command.spec().run, Run::Window | Run::Go(_)) && *command != UiCommand::Palette
        };
        for command in UiCommand::ALL.into_iter().filter(listed) {
            let name = window.message(command.spec().name);
            find(&mut window, &name);
            assert!(shown_entries(&window).contains(&name), "{language:?}: {command:?}");
        }
        window.tap_key(Key::Escape);
        window.tap_key(Key::F1);
        window.press_message("shortcuts-title");
        for command in UiCommand::ALL.into_iter().filter(|command| command.spec().section.is_some()) {
            assert!(window.shows_message(command.spec().name), "{language:?}: {command:?}");
        }
    }
}

#[test]
fn the_list_has_a_button_in_sight_and_leads_into_the_guide() {
    for language in Language::ALL {
        for size in [[1366.0, 768.0], [760.0, 500.0]] {
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "products").unwrap());
            window.press_message("palette-open");
            let part = vitrine::i18n::guide::titles(language).nth(4).unwrap();
            find(&mut window, part);
            window.tap_key(Key::Enter);
            assert!(window.shows_message("guide-news"), "{language:?} {size:?}");
            let shown = format!("{}: {part}", window.message("guide-part"));
            assert!(window.shows(&shown), "{language:?} {size:?}: {shown}");
        }
    }
}
