//! The review's table as a spreadsheet.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers, OutputCommand};

fn review(language: Language, products: usize) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(products, 0));
    stage.sent();
    stage
}

/// A cell, by its message key, of a row counted from one.
fn cell(stage: &Stage, key: &str, row: usize) -> String {
    stage.format(key, args!["row" => row])
}

fn price(stage: &Stage, row: usize) -> String {
    cell(stage, "import-price-of", row)
}

fn stock(stage: &Stage, row: usize) -> String {
    cell(stage, "import-stock-of", row)
}

fn prices(stage: &Stage, rows: usize) -> Vec<String> {
    (1..=rows).map(|row| stage.value(&price(stage, row))).collect()
}

fn press(key: Key) -> Input {
    Input::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}

#[test]
fn enter_goes_down_the_column_and_what_is_typed_replaces_the_price() {
    for language in BOTH {
        let mut stage = review(language, 3);
        let first = price(&stage, 1);
        stage.focus(&first);
        for text in ["100", "200", "300"] {
            stage.type_keys(text);
            stage.key(Key::Enter);
        }
        assert_eq!(prices(&stage, 3), ["100", "200", "300"], "{language:?}");
        stage.key_with(Modifiers::SHIFT, Key::Enter);
        stage.type_keys("250");
        stage.key(Key::ArrowUp);
        stage.type_keys("150");
        assert_eq!(prices(&stage, 3), ["150", "250", "300"], "{language:?}");
    }
}

#[test]
fn keys_that_come_faster_than_frames_land_in_their_cells() {
    let mut stage = review(Language::English, 3);
    let first = price(&stage, 1);
    stage.focus(&first);
    let text = |text: &str| Input::Text(text.to_owned());
    let keys =
        [text("1"), text("0"), press(Key::Enter), text("2"), text("0"), press(Key::Tab), text("7"), press(Key::ArrowDown), text("9")];
    stage.at_once(keys);
    assert_eq!(prices(&stage, 3), ["10", "20", ""]);
    assert_eq!((stage.value(&stock(&stage, 2)), stage.value(&stock(&stage, 3))), ("7".to_owned(), "9".to_owned()));
}

#[test]
fn tab_crosses_the_row_and_goes_on_in_the_next_and_in_the_end_leaves_the_table() {
    for language in BOTH {
        let mut stage = review(language, 2);
        let name = cell(&stage, "import-name-of", 1);
        stage.focus(&name);
        let mut stops = Vec::new();
        for _ in 0..5 {
            stage.key(Key::Tab);
            let focused = [1, 2].into_iter().flat_map(|row| ["import-name-of", "import-price-of", "import-stock-of"].map(|key| (key, row)));
            stops.extend(focused.filter(|(key, row)| stage.is_focused(&cell(&stage, key, *row))));
        }
        let expected =
            [("import-price-of", 1), ("import-stock-of", 1), ("import-name-of", 2), ("import-price-of", 2), ("import-stock-of", 2)];
        assert_eq!(stops, expected, "{language:?}");
        stage.key(Key::Tab);
        assert!(!stage.is_focused(&stock(&stage, 2)));
        stage.focus(&name);
        stage.key_with(Modifiers::SHIFT, Key::Tab);
        assert!(!stage.is_focused(&name));
    }
}

#[test]
fn the_arrow_keys_follow_the_writing_direction_and_f2_goes_into_the_text() {
    for language in BOTH {
        let mut stage = review(language, 2);
        let first = price(&stage, 1);
        stage.focus(&first);
        stage.type_keys("500");
        stage.key(Key::ArrowDown);
        stage.key(Key::ArrowUp);
        let (onward, back) = if language.is_rtl() { (Key::ArrowLeft, Key::ArrowRight) } else { (Key::ArrowRight, Key::ArrowLeft) };
        stage.key(onward);
        assert!(stage.is_focused(&stock(&stage, 1)), "{language:?}");
        stage.key(back);
        assert!(stage.is_focused(&first), "{language:?}");
        stage.key(Key::F2);
        stage.key(Key::Home);
        stage.type_keys("7");
        assert_eq!(stage.value(&first), "7500", "{language:?}");
    }
}

#[test]
fn escape_restores_the_cell_and_then_leaves_the_table_for_the_bar_below() {
    let mut stage = review(Language::English, 2);
    let first = price(&stage, 1);
    stage.focus(&first);
    stage.type_keys("500");
    stage.key(Key::Enter);
    stage.key(Key::ArrowUp);
    stage.type_keys("9");
    stage.key(Key::Escape);
    assert!(stage.value(&first) == "500" && stage.is_focused(&first));
    stage.key(Key::Escape);
    let show = stage.words("import-incomplete-show");
    assert!(stage.is_focused(&show), "{:?}", stage.texts());
}

#[test]
fn a_column_from_a_spreadsheet_goes_into_the_column_and_what_does_not_fit_is_reported() {
    for language in BOTH {
        let mut stage = review(language, 3);
        let second = price(&stage, 2);
        stage.focus(&second);
        stage.at_once([Input::Paste("250000\t4\r\n۱۲۰۰۰\t۵\r\n7\t7\r\n".to_owned())]);
        assert_eq!(prices(&stage, 3), ["", "250000", "۱۲۰۰۰"]);
        assert_eq!((stage.value(&stock(&stage, 2)), stage.value(&stock(&stage, 3))), ("4".to_owned(), "۵".to_owned()));
        assert!(stage.shows(&stage.format("notifications-pasted-too-much", args!["count" => 1])), "{:?}", stage.texts());
    }
}

#[test]
fn a_range_is_filled_cleared_copied_and_pasted_into() {
    let mut stage = review(Language::English, 4);
    let first = price(&stage, 1);
    stage.focus(&first);
    stage.type_keys("800");
    stage.key(Key::Enter);
    stage.key(Key::ArrowUp);
    for _ in 0..2 {
        stage.key_with(Modifiers::SHIFT, Key::ArrowDown);
    }
    stage.key_with(Modifiers::COMMAND, Key::D);
    assert_eq!(prices(&stage, 4), ["800", "800", "800", ""]);
    stage.harness.event(Input::Copy);
    stage.harness.step();
    let copied = stage.harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some("800\n800\n800"));
    stage.at_once([Input::Paste("95".to_owned())]);
    assert_eq!(prices(&stage, 4), ["95", "95", "95", ""], "one value goes into all of them");
    stage.key(Key::Delete);
    assert_eq!(prices(&stage, 4), ["", "", "", ""]);
    stage.key_with(Modifiers::COMMAND, Key::Z);
    stage.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(prices(&stage, 4), ["800", "800", "800", ""], "clearing and pasting are one change each");
    stage.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(prices(&stage, 4), ["95", "95", "95", ""]);
}

#[test]
fn a_removed_product_and_a_cleared_review_come_back() {
    for language in BOTH {
        let mut stage = review(language, 3);
        let second = price(&stage, 2);
        stage.focus(&second);
        stage.type_keys("77");
        stage.app_mut().act(Action::Import(ImportAction::Remove(1)));
        stage.harness.run();
        assert!(stage.shows(&stage.format("notifications-removed", args!["count" => 1])));
        let undo = stage.words("undo");
        stage.harness.get_all_by_label(&undo).last().unwrap().click();
        stage.harness.run();
        assert_eq!(prices(&stage, 3), ["", "77", ""], "{language:?}");
        stage.press_key("import-clear");
        assert!(stage.shows_key("import-empty-title"));
        stage.key_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(prices(&stage, 3), ["", "77", ""], "{language:?}");
    }
}

#[test]
fn the_keyboard_reaches_the_last_of_10_000_products_and_types_there() {
    let mut stage = review(Language::English, 10_000);
    let first = price(&stage, 1);
    stage.focus(&first);
    stage.key_with(Modifiers::COMMAND, Key::End);
    stage.type_keys("42");
    assert_eq!(stage.value(&price(&stage, 10_000)), "42");
    stage.key(Key::PageUp);
    assert!(stage.is_focused(&price(&stage, 9992)));
    stage.key_with(Modifiers::COMMAND, Key::Home);
    assert!(stage.is_focused(&price(&stage, 1)));
}
