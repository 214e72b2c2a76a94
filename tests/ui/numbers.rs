//! Numbers in fields: in the language's digits with separators, and plain while they are edited.

use super::*;
use eframe::egui::Key;
use vitrine_domain::Price;

/// What a number that was typed as `1250000` looks like, and as it is edited.
const WRITTEN: [(Language, &str, &str); 2] =
    [(Language::English, "1,250,000", "1250000"), (Language::Persian, "۱٬۲۵۰٬۰۰۰", "۱۲۵۰۰۰۰")];

fn scene(language: Language, name: &str) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 1500.0]);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window.take_commands();
    window
}

/// Types into a field, leaves it, and returns to it.
fn type_leave_and_return(window: &mut TestWindow, field: &str, written: &str, edited: &str) {
    window.focus(field);
    window.clear_by_keys();
    window.type_keys("1250000");
    window.harness.run();
    assert_eq!(window.value(field), "1250000", "{field}: while it is typed");
    for _ in 0..2 {
        window.tap_key(Key::Tab);
        assert!(!window.is_focused(field));
        assert_eq!(window.value(field), written, "{field}: left");
        window.focus(field);
        assert_eq!(window.value(field), edited, "{field}: without separators while it is edited");
    }
}

#[test]
fn the_form_writes_a_number_that_was_left_and_shows_it_plain_for_editing() {
    for (language, written, edited) in WRITTEN {
        let mut window = scene(language, "create");
        let price = window.label(Field::PrimaryPrice);
        type_leave_and_return(&mut window, &price, written, edited);
        window.tap_key(Key::Home);
        window.type_keys("2");
        window.tap_key(Key::End);
        window.type_keys("3");
        window.tap_key(Key::Tab);
        assert_eq!(
            vitrine_domain::parse_integer(&window.value(&price)),
            Ok(212_500_003),
            "{language:?}: Home and End agree"
        );
    }
}

#[test]
fn looking_at_a_rejected_price_keeps_the_rejection() {
    let mut window = scene(Language::Persian, "create-rejected");
    let price = window.label(Field::PrimaryPrice);
    assert_eq!(window.value(&price), "۱٬۲۵۰٬۰۰۰");
    window.focus(&price);
    assert_eq!(window.value(&price), "۱۲۵۰۰۰۰");
    window.tap_key(Key::Tab);
    assert_eq!(window.app().model().form.rejected_field(), Some(Field::PrimaryPrice));
}

#[test]
fn the_dialog_that_fixes_failures_writes_numbers_in_the_same_way() {
    for (language, written, edited) in WRITTEN {
        let mut window = scene(language, "import-ended");
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        let price = window.label(Field::PrimaryPrice);
        let price = window.format("import-fix-for-all", args!["field" => price.as_str(), "count" => 2]);
        type_leave_and_return(&mut window, &price, written, edited);
    }
}

#[test]
fn a_change_of_several_products_writes_numbers_and_percentages_in_the_same_way() {
    for (language, written, edited) in WRITTEN {
        let mut window = TestWindow::with_size(language, [1100.0, 1000.0]);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        window.press_message("review-select-all");
        window.press_message("review-bulk-open");
        let in_dialog = |window: &TestWindow| window.editors()[0].name.clone();
        let editor = window.editors()[0].clone();
        assert_eq!(in_dialog(&window), window.label(Field::PrimaryPrice));
        window.click_into(&editor);
        window.type_keys("1250000");
        window.tap_key(Key::Tab);
        assert_eq!(window.text_of(&editor).as_deref(), Some(written), "{language:?}");
        window.click_into(&editor);
        assert_eq!(window.text_of(&editor).as_deref(), Some(edited), "{language:?}");
        window.press_message("bulk-increase-percent");
        window.click_into(&editor);
        window.clear_by_keys();
        window.type_keys("12.5");
        window.tap_key(Key::Tab);
        let percent = if language.is_rtl() { "۱۲٫۵" } else { "12.5" };
        assert_eq!(window.text_of(&editor).as_deref(), Some(percent), "{language:?}");
    }
}

#[test]
fn digits_typed_after_one_click_replace_the_number_of_a_cell_and_after_a_second_click_join_it() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let cell = window.cell(Field::PrimaryPrice, 2);
        let editor = |window: &TestWindow| {
            window.editors().into_iter().find(|editor| editor.name == cell).expect("the cell")
        };
        window.focus(&cell);
        window.type_keys("2200");
        window.tap_key(Key::Enter);
        let at = editor(&window);
        window.click_into(&at);
        window.type_keys("77");
        window.tap_key(Key::Enter);
        assert_eq!(
            window.app().model().import.review.with_defaults(1).primary_price.map(Price::wire),
            Some(77),
            "{language:?}"
        );
        let at = editor(&window);
        window.click_into(&at);
        window.click_into(&at);
        window.tap_key(Key::End);
        window.type_keys("0");
        window.tap_key(Key::Enter);
        assert_eq!(
            window.app().model().import.review.with_defaults(1).primary_price.map(Price::wire),
            Some(770),
            "{language:?}"
        );
    }
}

/// The sign is to the left of its digits, in every language, while it is typed and afterwards.
#[test]
fn a_minus_stays_to_the_left_of_its_number() {
    for (language, edited) in [(Language::English, "-5"), (Language::Persian, "-۵")] {
        let mut window = scene(language, "create");
        let price = window.label(Field::PrimaryPrice);
        window.focus(&price);
        window.clear_by_keys();
        window.type_keys("-5");
        window.tap_key(Key::Tab);
        let left = window.value(&price);
        assert!(
            left.trim_start_matches('\u{200e}').starts_with('−') && left.ends_with(['5', '۵']),
            "{language:?}: {left:?}"
        );
        window.focus(&price);
        assert_eq!(window.value(&price), edited, "{language:?}");
        let positions = |window: &TestWindow| {
            let shapes = &window.harness.output().shapes;
            let texts = shapes.iter().filter_map(|shape| match &shape.shape {
                eframe::egui::Shape::Text(text) if text.galley.text() == edited => Some(text.galley.clone()),
                _ => None,
            });
            texts
                .flat_map(|galley| {
                    galley.rows[0].glyphs.iter().map(|glyph| (glyph.chr, glyph.pos.x)).collect::<Vec<_>>()
                })
                .collect::<Vec<_>>()
        };
        let glyphs = positions(&window);
        let at = |is: fn(char) -> bool| {
            glyphs.iter().find(|(c, _)| is(*c)).map(|(_, x)| *x).expect("a drawn character")
        };
        assert!(at(|c| c == '-') < at(|c| c != '-'), "{language:?}: {glyphs:?}");
    }
}

/// The left edges of the characters of a text that is drawn once.
fn left_edges(window: &TestWindow, text: &str) -> Vec<(char, f32)> {
    let shapes = window.harness.output().shapes.iter();
    let drawn = shapes.filter_map(|shape| match &shape.shape {
        eframe::egui::Shape::Text(shape)
            if shape.galley.text().contains(text) || text.contains(shape.galley.text()) =>
        {
            Some(shape.galley.clone())
        }
        _ => None,
    });
    let galley = drawn.max_by_key(|galley| galley.text().len()).expect("the text is drawn");
    galley.rows[0].glyphs.iter().map(|glyph| (glyph.chr, glyph.pos.x)).collect()
}

#[test]
fn words_in_a_price_are_read_from_the_right_and_a_number_from_the_left() {
    for language in Language::ALL {
        let mut window = scene(language, "create");
        let price = window.label(Field::PrimaryPrice);
        window.focus(&price);
        window.clear_by_keys();
        window.type_keys("۲۵۰ هزار تومان");
        window.harness.run();
        let edges = left_edges(&window, "۲۵۰ هزار تومان");
        let at = |wanted: char| {
            edges.iter().find(|(c, _)| *c == wanted).map(|(_, x)| *x).expect("a drawn character")
        };
        assert!(at('۲') > at('ه') && at('ه') > at('ت'), "{language:?}: {edges:?}");
    }
}
