//! Cells of the review that are chosen from a short list: status and unit.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers};
use scenes::category_scenes::{self, KILIM};
use vitrine::worker::{Settings, TableColumns};

const PUBLISHED: i64 = 2976;
const HIDDEN: i64 = 3790;
const KILOGRAM: i64 = 6305;

/// The review with columns for the status, the quantity and the unit.
fn review(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1280.0, 800.0]);
    let shown = ["name", "status", "unit_quantity", "unit_type"].map(str::to_owned).to_vec();
    let review_columns = TableColumns { shown: Some(shown), ..TableColumns::default() };
    window.deliver(Event::Platform(PlatformEvent::Settings(Box::new(Settings {
        language: Some(language.tag().to_owned()),
        review_columns,
        ..Settings::default()
    }))));
    window.show_steps(category_scenes::review());
    window
}

/// The name of a cell of the list, with what is chosen there.
fn cell(window: &TestWindow, field: Field, row: usize, chosen: &str) -> String {
    format!("{}: {chosen}", window.cell(field, row))
}

fn statuses(window: &TestWindow) -> [Option<i64>; 4] {
    let model = window.app().model();
    [0, 1, 2, 3].map(|product| model.import.review.evaluated(product, &model.rules()).0.status)
}

#[test]
fn a_status_is_chosen_with_the_keyboard_which_stays_in_its_cell() {
    for language in Language::ALL {
        let mut window = review(language);
        let [published, hidden] = ["status-published", "status-hidden"].map(|key| window.message(key));
        let second = cell(&window, Field::Status, 2, &published);
        window.focus(&cell(&window, Field::Status, 1, &published));
        window.tap_key(Key::ArrowDown);
        assert!(
            window.is_focused(&second),
            "{language:?}: cells are left with arrow keys, as in the other columns"
        );
        window.tap_key(Key::Enter);
        window.tap_key(Key::ArrowDown);
        window.tap_key(Key::Enter);
        assert_eq!(statuses(&window), [None, Some(HIDDEN), None, None], "{language:?}");
        assert!(window.is_focused(&cell(&window, Field::Status, 2, &hidden)), "{language:?}");
        window.tap_key(Key::Delete);
        assert_eq!(statuses(&window), [None; 4], "{language:?}: that of the marketplace");
        assert!(window.is_focused(&second), "{language:?}");
    }
}

#[test]
fn statuses_are_filled_down_copied_pasted_by_name_and_undone() {
    for language in Language::ALL {
        let mut window = review(language);
        let [published, hidden] = ["status-published", "status-hidden"].map(|key| window.message(key));
        window.focus(&cell(&window, Field::Status, 1, &published));
        window.harness.event(Input::Paste(hidden.clone()));
        window.harness.run();
        assert_eq!(statuses(&window), [Some(HIDDEN), None, None, None], "{language:?}");
        for _ in 0..2 {
            window.harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
            window.harness.run();
        }
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
        window.harness.run();
        assert_eq!(statuses(&window), [Some(HIDDEN), Some(HIDDEN), Some(HIDDEN), None], "{language:?}");
        let copied = window.copy();
        assert_eq!(copied, Some([hidden.as_str(); 3].join("\n")), "{language:?}");
        window.harness.event(Input::Paste("published\n2976\nhidden\n".to_owned()));
        window.harness.run();
        let pasted = [Some(PUBLISHED), Some(PUBLISHED), Some(HIDDEN), None];
        assert_eq!(
            statuses(&window),
            pasted,
            "{language:?}: the words of the marketplace file and its numbers"
        );
        for before in
            [[Some(HIDDEN), Some(HIDDEN), Some(HIDDEN), None], [Some(HIDDEN), None, None, None], [None; 4]]
        {
            window.app_mut().act(Action::Import(ImportAction::Undo));
            window.harness.run();
            assert_eq!(statuses(&window), before, "{language:?}");
        }
    }
}

#[test]
fn a_pasted_word_that_is_no_status_stays_in_its_cell_with_the_reason() {
    for language in Language::ALL {
        let mut window = review(language);
        window.focus(&cell(&window, Field::Status, 1, &window.message("status-published")));
        window.harness.event(Input::Paste("Sold".to_owned()));
        window.harness.run();
        assert!(
            window.app().model().import.review.checks().incomplete().contains(&0),
            "{language:?}: it cannot be sent"
        );
        assert!(window.is_focused(&cell(&window, Field::Status, 1, "Sold")), "{language:?}");
        let rule = window
            .app()
            .words()
            .field_rule(&vitrine_domain::FieldError::UnknownChoice { text: "Sold".into() });
        assert!(window.shows(&vitrine::i18n::without_direction_marks(&rule)), "{language:?}");
    }
}

#[test]
fn the_properties_of_several_products_have_their_unit_and_quantity() {
    for language in Language::ALL {
        let mut window = review(language);
        window.press_message("category-gap-fill");
        let quantity = window.label(Field::UnitQuantity);
        window.type_into(&quantity, "0");
        let apply = window.format("category-details-apply", args!["count" => 2]);
        assert!(!window.is_enabled(&apply), "{language:?}: no quantity is zero");
        window.harness.key_press(Key::Backspace);
        window.type_into(&quantity, "2");
        let unit = window.label(Field::UnitType);
        let now = window
            .harness
            .query_all_by(|node| node.label().is_some_and(|label| label.starts_with(&format!("{unit}: "))))
            .next();
        now.expect("a choice of the unit").click();
        window.harness.run();
        window.press_message("unit-kilogram");
        window.press(&apply);
        let model = window.app().model();
        let all = [0, 1, 2].map(|product| model.import.review.evaluated(product, &model.rules()).0);
        assert!(all[..2].iter().all(|draft| draft.category_id == Some(KILIM)));
        assert_eq!(
            all.map(|draft| (draft.unit_quantity, draft.unit_type)),
            [(Some(2.into()), Some(KILOGRAM)), (Some(2.into()), Some(KILOGRAM)), (None, None)]
        );
        window.app_mut().act(Action::Import(ImportAction::Undo));
        window.harness.run();
        let model = window.app().model();
        assert_eq!(model.import.review.with_defaults(0).unit_quantity, None, "{language:?}: both at once");
    }
}
