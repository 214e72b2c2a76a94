//! The table of the review works like a spreadsheet.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton};
use vitrine_domain::parse_integer;

fn review(language: Language, products: usize) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(products, 0));
    window.take_commands();
    window
}

fn price(window: &TestWindow, row: usize) -> String {
    window.cell(Field::PrimaryPrice, row)
}

fn stock(window: &TestWindow, row: usize) -> String {
    window.cell(Field::Stock, row)
}

/// The prices in plain digits, however the language writes them.
fn prices(window: &TestWindow, rows: usize) -> Vec<String> {
    (1..=rows).map(|row| plain(&window.value(&price(window, row)))).collect()
}

/// A number in plain digits; any other text as it is.
pub fn plain(text: &str) -> String {
    parse_integer(text).map_or_else(|_| text.to_owned(), |number| number.to_string())
}

fn key_event(key: Key) -> Input {
    Input::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}

#[test]
fn a_column_is_pasted_with_the_menu_of_a_cell() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let at = window.harness.get_by_label(&price(&window, 1)).rect().center();
        for pressed in [true, false] {
            let button = PointerButton::Secondary;
            window.harness.event(Input::PointerMoved(at));
            window.harness.event(Input::PointerButton {
                pos: at,
                button,
                pressed,
                modifiers: Modifiers::NONE,
            });
        }
        window.harness.run();
        window.press_message("edit-paste");
        window.harness.event(Input::Paste("1000\n2000\n3000\n".to_owned()));
        window.harness.run();
        assert_eq!(prices(&window, 3), ["1000", "2000", "3000"], "{language:?}");
    }
}

#[test]
fn home_and_end_go_to_the_ends_of_the_row_and_with_control_of_the_table_and_of_a_text_that_is_edited() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        window.focus(&stock(&window, 2));
        window.key_press(Key::ArrowDown);
        let name = |window: &TestWindow, row: usize| window.cell(Field::Name, row);
        window.key_press(Key::Home);
        window.harness.run();
        assert!(window.is_focused(&name(&window, 3)), "{language:?}: the first cell of the row");
        window.key_press(Key::End);
        window.harness.run();
        assert!(window.is_focused(&stock(&window, 3)), "{language:?}: the last cell of the row");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Home);
        window.harness.run();
        assert!(window.is_focused(&name(&window, 1)), "{language:?}: the first cell of the table");
        window.key_press_modifiers(Modifiers::COMMAND, Key::End);
        window.harness.run();
        assert!(window.is_focused(&stock(&window, 5)), "{language:?}: the last cell of the table");
        window.focus(&stock(&window, 1));
        window.type_keys("23");
        window.key_press(Key::Home);
        window.type_keys("1");
        window.harness.run();
        assert!(window.is_focused(&stock(&window, 1)), "{language:?}: what is typed is edited");
        assert_eq!(plain(&window.value(&stock(&window, 1))), "123", "{language:?}");
    }
}

#[test]
fn escape_empties_the_search() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        let find = window.message("review-find");
        window.type_into(&find, "nothing");
        window.tap_key(Key::Escape);
        assert_eq!(window.value(&find), "", "{language:?}");
        assert!(window.is_focused(&find), "{language:?}");
    }
}

/// With a quick mouse, a slow frame gets both the press and the release.
#[test]
fn one_price_is_pasted_into_a_range_with_the_menu() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        window.focus(&price(&window, 1));
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        let second = price(&window, 2);
        click_in_one_frame(&mut window, &second, PointerButton::Secondary);
        let paste = window.message("edit-paste");
        click_in_one_frame(&mut window, &paste, PointerButton::Primary);
        window.harness.event(Input::Paste("5000".to_owned()));
        window.harness.run();
        assert_eq!(prices(&window, 3)[..2], ["5000", "5000"], "{language:?}");
    }
}

#[test]
fn the_menu_of_any_cell_of_a_range_belongs_to_the_whole_range() {
    for language in Language::ALL {
        let mut window = review(language, 4);
        window.focus(&price(&window, 1));
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        let middle = price(&window, 2);
        click_in_one_frame(&mut window, &middle, PointerButton::Secondary);
        let paste = window.message("edit-paste");
        click_in_one_frame(&mut window, &paste, PointerButton::Primary);
        window.harness.event(Input::Paste("5000".to_owned()));
        window.harness.run();
        assert_eq!(prices(&window, 4), ["5000", "5000", "5000", ""], "{language:?}");

        click_in_one_frame(&mut window, &middle, PointerButton::Secondary);
        let copy = window.message("edit-copy");
        click_in_one_frame(&mut window, &copy, PointerButton::Primary);
        assert_eq!(window.copy().as_deref(), Some("5000\n5000\n5000"), "{language:?}");

        window.key_press_modifiers(Modifiers::SHIFT, Key::F10);
        let cut = window.message("edit-cut");
        click_in_one_frame(&mut window, &cut, PointerButton::Primary);
        window.harness.event(Input::Cut);
        window.harness.run();
        assert_eq!(prices(&window, 4), ["", "", "", ""], "{language:?}");
    }
}

#[test]
fn dragging_the_mouse_over_cells_selects_them() {
    for language in Language::ALL {
        let mut window = review(language, 4);
        let at = |window: &TestWindow, cell: String| window.harness.get_by_label(&cell).rect().center();
        let (from, to) = (at(&window, price(&window, 3)), at(&window, stock(&window, 2)));
        fix_table::drag(&mut window, from, to);
        assert!(
            window.is_focused(&stock(&window, 2)),
            "{language:?}: the cursor is where the mouse was released"
        );
        window.harness.event(Input::Paste("60".to_owned()));
        window.harness.run();
        assert_eq!(prices(&window, 4), ["", "60", "60", ""], "{language:?}");
        assert_eq!(
            [2, 3].map(|row| plain(&window.value(&stock(&window, row)))),
            ["60", "60"],
            "{language:?}"
        );
    }
}

fn click_in_one_frame(window: &mut TestWindow, label: &str, button: PointerButton) {
    let at = window.harness.get_by_label(label).rect().center();
    let press = |pressed| Input::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE };
    window.deliver_in_one_frame([Input::PointerMoved(at), press(true), press(false)]);
    window.harness.run();
}

#[test]
fn enter_moves_down_the_column_and_typing_replaces_the_price() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let first = price(&window, 1);
        window.focus(&first);
        for text in ["100", "200", "300"] {
            window.type_keys(text);
            window.key_press(Key::Enter);
        }
        assert_eq!(prices(&window, 3), ["100", "200", "300"], "{language:?}");
        window.key_press_modifiers(Modifiers::SHIFT, Key::Enter);
        window.type_keys("250");
        window.key_press(Key::ArrowUp);
        window.type_keys("150");
        assert_eq!(prices(&window, 3), ["150", "250", "300"], "{language:?}");
    }
}

#[test]
fn keys_faster_than_frames_reach_the_right_cells() {
    let mut window = review(Language::English, 3);
    let first = price(&window, 1);
    window.focus(&first);
    let text = |text: &str| Input::Text(text.to_owned());
    let keys = [
        text("1"),
        text("0"),
        key_event(Key::Enter),
        text("2"),
        text("0"),
        key_event(Key::Tab),
        text("7"),
        key_event(Key::ArrowDown),
        text("9"),
    ];
    window.deliver_in_one_frame(keys);
    assert_eq!(prices(&window, 3), ["10", "20", ""]);
    assert_eq!(
        (window.value(&stock(&window, 2)), window.value(&stock(&window, 3))),
        ("7".to_owned(), "9".to_owned())
    );
}

#[test]
fn tab_moves_along_the_rows_and_finally_leaves_the_table() {
    for language in Language::ALL {
        let mut window = review(language, 2);
        let name = window.cell(Field::Name, 1);
        window.focus(&name);
        let mut stops = Vec::new();
        for _ in 0..5 {
            window.key_press(Key::Tab);
            let focused = [1, 2]
                .into_iter()
                .flat_map(|row| [Field::Name, Field::PrimaryPrice, Field::Stock].map(|field| (field, row)));
            stops.extend(focused.filter(|(field, row)| window.is_focused(&window.cell(*field, *row))));
        }
        let expected = [
            (Field::PrimaryPrice, 1),
            (Field::Stock, 1),
            (Field::Name, 2),
            (Field::PrimaryPrice, 2),
            (Field::Stock, 2),
        ];
        assert_eq!(stops, expected, "{language:?}");
        window.key_press(Key::Tab);
        assert!(!window.is_focused(&stock(&window, 2)));
        window.focus(&name);
        window.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
        assert!(!window.is_focused(&name));
    }
}

#[test]
fn arrow_keys_follow_the_writing_direction_and_f2_edits_the_text() {
    for language in Language::ALL {
        let mut window = review(language, 2);
        let first = price(&window, 1);
        window.focus(&first);
        window.type_keys("500");
        window.key_press(Key::ArrowDown);
        window.key_press(Key::ArrowUp);
        let (forward, back) = if language.is_rtl() {
            (Key::ArrowLeft, Key::ArrowRight)
        } else {
            (Key::ArrowRight, Key::ArrowLeft)
        };
        window.key_press(forward);
        assert!(window.is_focused(&stock(&window, 1)), "{language:?}");
        window.key_press(back);
        assert!(window.is_focused(&first), "{language:?}");
        window.key_press(Key::F2);
        window.key_press(Key::Home);
        window.type_keys("7");
        assert_eq!(plain(&window.value(&first)), "7500", "{language:?}");
    }
}

#[test]
fn escape_restores_the_cell_and_then_leaves_the_table_for_the_bar_below() {
    let mut window = review(Language::English, 2);
    let first = price(&window, 1);
    window.focus(&first);
    window.type_keys("500");
    window.key_press(Key::Enter);
    window.key_press(Key::ArrowUp);
    window.type_keys("9");
    window.key_press(Key::Escape);
    assert!(window.value(&first) == "500" && window.is_focused(&first));
    window.key_press(Key::Escape);
    let show = window.message("import-incomplete-show");
    assert!(window.is_focused(&show), "{:?}", window.texts());
}

#[test]
fn a_notice_in_the_place_of_the_focused_button_leaves_the_focus_off_the_start_button() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [760.0, 500.0]);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(2, 0));
        for (cell, value) in [(price(&window, 1), "500"), (stock(&window, 1), "3")] {
            window.focus(&cell);
            window.type_keys(value);
            window.key_press(Key::Enter);
        }
        let show = window.message("import-incomplete-show");
        window.focus(&show);
        window.take_commands();
        window.deliver(Event::Platform(PlatformEvent::Pasted {
            target: PasteTarget::Import,
            photos: Vec::new(),
        }));
        assert!(!window.shows(&show), "{language:?}: a notice stands in its place");
        window.key_press(Key::Enter);
        let sent = window.take_commands();
        let is_start = |command: &Command| matches!(command, Command::Import(ImportCommand::Start { .. }));
        assert!(!sent.iter().any(is_start), "{language:?}: nobody asked for it: {sent:?}");
    }
}

#[test]
fn a_pasted_spreadsheet_column_fills_the_column_and_the_excess_is_reported() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let second = price(&window, 2);
        window.focus(&second);
        window.deliver_in_one_frame([Input::Paste("250000\t4\r\n۱۲۰۰۰\t۵\r\n7\t7\r\n".to_owned())]);
        assert_eq!(prices(&window, 3), ["", "250000", "12000"]);
        assert_eq!(
            [2, 3].map(|row| window.value(&stock(&window, row))),
            [4, 5].map(|stock| window.app().words().integer(stock))
        );
        assert!(
            window.shows(&window.format("notifications-pasted-too-much", args!["count" => 1])),
            "{:?}",
            window.texts()
        );
    }
}

#[test]
fn text_of_several_lines_that_replaces_the_values_below_says_so_and_is_undone_there() {
    for language in Language::ALL {
        let mut window = review(language, 4);
        let [first, third] = [1, 3].map(|row| price(&window, row));
        window.focus(&third);
        window.type_keys("900");
        window.focus(&first);
        window.deliver_in_one_frame([Input::Paste("100\n200".to_owned())]);
        assert_eq!(prices(&window, 4), ["100", "200", "900", ""]);
        assert!(
            !window.shows(&window.format("notifications-replaced", args!["count" => 1])),
            "nothing was replaced"
        );

        window.deliver_in_one_frame([Input::Paste("100\n250\n300\n400".to_owned())]);
        assert_eq!(prices(&window, 4), ["100", "250", "300", "400"]);
        let said = window.format("notifications-replaced", args!["count" => 2]);
        assert!(window.shows(&said), "{:?}", window.texts());
        let undo = window.message("undo");
        window.harness.get_all_by_label(&undo).last().unwrap().click();
        window.harness.run();
        assert_eq!(prices(&window, 4), ["100", "200", "900", ""]);
        assert!(!window.shows(&said));
    }
}

#[test]
fn a_range_is_filled_cleared_copied_and_pasted_into() {
    let mut window = review(Language::English, 4);
    let first = price(&window, 1);
    window.focus(&first);
    window.type_keys("800");
    window.key_press(Key::Enter);
    window.key_press(Key::ArrowUp);
    for _ in 0..2 {
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    }
    window.key_press_modifiers(Modifiers::COMMAND, Key::D);
    assert_eq!(prices(&window, 4), ["800", "800", "800", ""]);
    let copied = window.copy();
    assert_eq!(copied.as_deref(), Some("800\n800\n800"));
    window.deliver_in_one_frame([Input::Paste("95".to_owned())]);
    assert_eq!(prices(&window, 4), ["95", "95", "95", ""], "one pasted value fills the whole range");
    window.key_press(Key::Delete);
    assert_eq!(prices(&window, 4), ["", "", "", ""]);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    assert_eq!(
        prices(&window, 4),
        ["800", "800", "800", ""],
        "clearing and pasting are undone as one change each"
    );
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(prices(&window, 4), ["95", "95", "95", ""]);
}

#[test]
fn a_removed_product_and_a_cleared_review_come_back() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let second = price(&window, 2);
        window.focus(&second);
        window.type_keys("77");
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Remove(1))));
        window.harness.run();
        assert!(window.shows(&window.format("notifications-removed", args!["count" => 1])));
        let undo = window.message("undo");
        window.harness.get_all_by_label(&undo).last().unwrap().click();
        window.harness.run();
        assert_eq!(prices(&window, 3), ["", "77", ""], "{language:?}");
        window.press_message("review-more");
        window.press_message("import-clear");
        assert!(window.shows_message("import-empty-title"));
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(prices(&window, 3), ["", "77", ""], "{language:?}");
    }
}

#[test]
fn the_keyboard_reaches_the_last_of_10_000_products_and_types_there() {
    let mut window = review(Language::English, 10_000);
    let first = price(&window, 1);
    window.focus(&first);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.type_keys("42");
    assert_eq!(window.value(&stock(&window, 10_000)), "42");
    window.key_press(Key::PageUp);
    assert!(window.is_focused(&stock(&window, 9992)));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Home);
    assert!(window.is_focused(&window.cell(Field::Name, 1)));
}

#[test]
fn a_number_is_written_in_the_languages_digits_when_its_cell_is_left() {
    for (language, expected, in_stock) in
        [(Language::English, "1,250,000", "12,000"), (Language::Persian, "۱٬۲۵۰٬۰۰۰", "۱۲٬۰۰۰")]
    {
        let mut window = review(language, 3);
        let (price, default) = (price(&window, 1), window.label(Field::Stock));
        window.type_into(&price, "1250000");
        assert_eq!(window.value(&price), "1250000", "{language:?}: while it is typed");
        window.tap_key(Key::Tab);
        assert_eq!(window.value(&price), expected, "{language:?}");
        window.focus(&price);
        assert_eq!(
            window.value(&price),
            window.app().words().digits("1250000"),
            "{language:?}: without separators while it is edited"
        );
        window.tap_key(Key::Tab);
        assert_eq!(window.value(&price), expected, "{language:?}");
        window.type_into(&default, "12000");
        window.tap_key(Key::Tab);
        assert_eq!(window.value(&default), in_stock, "{language:?}");
        for field in [&default, &price] {
            window.app_mut().act(Action::Import(ImportAction::Undo));
            window.harness.run();
            assert_eq!(
                window.value(field),
                "",
                "{language:?}: writing it in another way is no step of its own"
            );
        }
        window.app_mut().act(Action::Import(ImportAction::Redo));
        window.harness.run();
        assert_eq!(window.value(&price), expected, "{language:?}");
    }
}

#[test]
fn f6_comes_to_a_cell_and_not_into_its_text() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let first = window.cell(Field::Name, 1);
        for _ in 0..6 {
            if !window.is_focused(&first) {
                window.tap_key(Key::F6);
            }
        }
        assert!(window.is_focused(&first), "{language:?}: {}", focus::focused(&window));
        let name = window.app().model().import.review.with_defaults(0).name;
        window.key_press_modifiers(Modifiers::SHIFT, Key::Space);
        window.harness.run();
        assert_eq!(window.app().model().import.review.with_defaults(0).name, name, "{language:?}");
        assert!(window.shows(&window.format("review-selected", args!["count" => 1])), "{language:?}");
    }
}

#[test]
fn the_cursor_stays_in_the_product_that_two_became() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        window.focus(&price(&window, 2));
        window.key_press_modifiers(Modifiers::COMMAND, Key::M);
        window.harness.run();
        assert_eq!(window.app().model().import.review.drafts().len(), 2, "{language:?}");
        assert!(window.is_focused(&price(&window, 1)), "{language:?}: {}", focus::focused(&window));
    }
}
