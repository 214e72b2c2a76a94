//! The review's table: finding, filtering, sorting, choosing columns, selecting rows and changing them
//! together.

use super::*;
use eframe::egui::accesskit::{Invalid, Role, Toggled};
use eframe::egui::{Event as Input, Key, Modifiers, vec2};

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

fn set_prices(window: &mut TestWindow, prices: &[&str]) {
    let first = price(window, 1);
    window.focus(&first);
    for price in prices {
        window.type_keys(price);
        window.key_press(Key::Enter);
    }
}

fn prices(window: &TestWindow, rows: usize) -> Vec<String> {
    (1..=rows).map(|row| review_grid::plain(&window.value(&price(window, row)))).collect()
}

/// The names of the products in the order of the rows on the screen.
fn names(window: &TestWindow) -> Vec<String> {
    let drafts = window.app().model().import.review.drafts();
    let mut shown: Vec<(f32, String)> = drafts
        .iter()
        .enumerate()
        .filter_map(|(index, draft)| {
            let name = window.cell(Field::Name, index + 1);
            let cell = window.harness.query_by_label(&name)?;
            Some((cell.rect().top(), draft.draft.name.clone()))
        })
        .collect();
    shown.sort_by(|a, b| a.0.total_cmp(&b.0));
    shown.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn control_f_finds_products_by_name() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let all = names(&window);
        assert_eq!(all.len(), 3);
        window.key_press_modifiers(Modifiers::COMMAND, Key::F);
        assert!(window.is_focused(&window.message("review-find")), "{language:?}");
        window.type_keys(&all[1]);
        assert_eq!(names(&window), [all[1].clone()], "{language:?}");
        window.type_keys("zzz");
        let none = window.message("products-none-clear");
        window.press(&none);
        assert_eq!(names(&window), all, "{language:?}");
    }
}

#[test]
fn enter_in_the_field_of_a_change_makes_it() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        window.press_message("review-select-all");
        window.press_message("review-bulk-open");
        window.type_keys("1250000");
        window.tap_key(Key::Enter);
        assert_eq!(prices(&window, 3), ["1250000"; 3], "{language:?}");
        assert!(!window.shows_message("bulk-operation"), "{language:?}: the dialog is closed");
    }
}

#[test]
fn a_product_that_was_completed_stays_in_sight_until_the_filter_is_chosen_again() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let all = names(&window);
        window.press_message("import-incomplete-show");
        assert_eq!(names(&window), all, "{language:?}: all are incomplete");
        let (first, second) = (price(&window, 1), price(&window, 2));
        window.focus(&first);
        window.type_keys("900");
        window.focus(&second);
        assert_eq!(names(&window), all, "{language:?}: the first one is complete, and has not gone");
        let incomplete = window.message("review-filter-incomplete");
        let filter = window
            .harness
            .get_all_by(|node| node.label().is_some_and(|label| label.starts_with(&incomplete)))
            .last()
            .unwrap();
        filter.click();
        window.harness.run();
        assert_eq!(names(&window), all[1..], "{language:?}");
    }
}

/// Whoever asks to see what cannot be sent sees what is wrong with it, whose column is not a usual one.
#[test]
fn what_cannot_be_sent_is_shown_with_the_columns_that_are_to_be_corrected() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        set_prices(&mut window, &["900", "900", "900"]);
        let cells = vec![(1, Field::PackageWeight, "heavy".to_owned())];
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
        window.harness.run();
        let weight = window.cell(Field::PackageWeight, 2);
        assert!(window.harness.query_by_label(&weight).is_none(), "{language:?}: the column is not usual");
        window.press_message("import-incomplete-show");
        assert_eq!(window.value(&weight), "heavy", "{language:?}");
        window.focus(&weight);
        window.type_keys("250");
        window.tap_key(Key::Enter);
        assert_eq!(
            window.harness.query_all_by_label(&weight).count(),
            1,
            "{language:?}: it stays while it is used"
        );
        window.tap_key(Key::Escape);
        assert!(
            window.harness.query_by_label(&weight).is_none(),
            "{language:?}: all products are shown again"
        );
    }
}

#[test]
fn what_is_typed_right_after_control_f_is_searched_for() {
    let mut window = review(Language::English, 3);
    let find = Input::Key {
        key: Key::F,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    window.deliver_in_one_frame([find, Input::Text("z".to_owned())]);
    assert_eq!(window.value(&window.message("review-find")), "z");
}

#[test]
fn a_heading_sorts_up_then_down_then_as_planned() {
    let mut window = review(Language::English, 3);
    let all = names(&window);
    set_prices(&mut window, &["300", "100", "200"]);
    let heading = |window: &TestWindow, key: &str| {
        window.format(key, args!["column" => window.label(Field::PrimaryPrice)])
    };
    window.press(&heading(&window, "sort-by"));
    assert_eq!(names(&window), [all[1].clone(), all[2].clone(), all[0].clone()]);
    window.press(&heading(&window, "sorted-ascending"));
    assert_eq!(names(&window), [all[0].clone(), all[2].clone(), all[1].clone()]);
    window.press(&heading(&window, "sorted-descending"));
    assert_eq!(names(&window), all);
}

#[test]
fn a_chosen_column_is_shown_remembered_and_sent() {
    for language in Language::ALL {
        let mut window = review(language, 2);
        window.press_message("review-columns");
        let sku = window.label(Field::Sku);
        window.press(&sku);
        window.press_message("close");
        let saved = window.take_commands().into_iter().find_map(|command| match command {
            Command::Platform(PlatformCommand::SaveSettings(settings)) => {
                settings.shop_review_columns.first().and_then(|own| own.columns.shown.clone())
            }
            _ => None,
        });
        assert!(saved.is_some_and(|shown| shown.contains(&"sku".to_owned())), "{language:?}");
        let cell = window.cell(Field::Sku, 2);
        window.focus(&cell);
        window.type_keys("K-7");
        assert_eq!(window.app().model().import.review.typed(1, Field::Sku), Some("K-7"), "{language:?}");
    }
}

#[test]
fn a_price_rule_changes_the_selected_products_after_a_preview_and_is_undone_as_one() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        set_prices(&mut window, &["1000", "2000", "3000"]);
        let select = |window: &TestWindow, row: usize| {
            let name = window.app().model().import.review.drafts()[row].draft.name.clone();
            window.format("review-select-row", args!["name" => name])
        };
        for row in [0, 2] {
            let name = select(&window, row);
            window.press(&name);
        }
        assert!(window.shows(&window.format("review-selected", args!["count" => 2])), "{language:?}");
        window.press_message("review-bulk-open");
        window.press_message("bulk-increase-percent");
        let percent = window.message("bulk-percent");
        window.focus(&percent);
        window.type_keys("10");
        window.harness.run();
        assert_eq!(
            prices(&window, 3),
            ["1000", "2000", "3000"],
            "nothing changes before it is applied, {language:?}"
        );
        let name = window.app().model().import.review.with_defaults(2).name;
        let title = window.message("edits-preview-title");
        let row = {
            let table = window.harness.get_by_role_and_label(Role::Table, &title);
            table
                .get_by(|node| {
                    node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with(&name))
                })
                .rect()
        };
        let check_box = if language.is_rtl() {
            row.right_center() - vec2(22.0, 0.0)
        } else {
            row.left_center() + vec2(22.0, 0.0)
        };
        window.click(check_box);
        window.harness.run();
        assert!(
            window.shows(&window.format("bulk-apply", args!["count" => 1])),
            "{language:?}: one is left out"
        );
        window.click(check_box);
        window.harness.run();
        let apply = window.format("bulk-apply", args!["count" => 2]);
        window.press(&apply);
        assert_eq!(prices(&window, 3), ["1100", "2000", "3300"], "{language:?}");
        window.press_message("undo");
        assert_eq!(prices(&window, 3), ["1000", "2000", "3000"], "{language:?}");
    }
}

#[test]
fn clicks_with_shift_move_the_end_of_the_range_that_began_at_the_box_clicked_before() {
    let mut window = review(Language::English, 5);
    for (modifiers, row, count) in
        [(Modifiers::NONE, 1, 1), (Modifiers::SHIFT, 4, 4), (Modifiers::SHIFT, 2, 2), (Modifiers::NONE, 5, 3)]
    {
        let row = window.harness.get_all_by_role(Role::Row).nth(row).unwrap();
        let check_box = row.get_by_role(Role::CheckBox).rect().center();
        window.click_with(modifiers, check_box);
        let selected = window.format("review-selected", args!["count" => count]);
        assert!(window.shows(&selected), "{selected}: {:?}", window.texts());
    }
}

#[test]
fn shift_space_and_control_a_select_rows_without_typing_into_the_cell() {
    let mut window = review(Language::English, 3);
    let first = price(&window, 1);
    window.focus(&first);
    window.type_keys("500");
    window.key_press(Key::Enter);
    let space = [
        Input::Key {
            key: Key::Space,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::SHIFT,
        },
        Input::Text(" ".to_owned()),
    ];
    window.deliver_in_one_frame(space);
    assert!(window.shows(&window.format("review-selected", args!["count" => 1])));
    assert_eq!(window.value(&price(&window, 2)), "");
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    assert!(window.shows(&window.format("review-selected", args!["count" => 3])));
    window.press_message("review-remove-selected");
    assert!(window.app().model().import.review.drafts().is_empty());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().model().import.review.drafts().len(), 3);
}

#[test]
fn the_table_tells_screen_readers_its_rows_and_columns() {
    let window = review(Language::Persian, 3);
    let table = window.harness.get_by_role(Role::Table);
    let (rows, columns) =
        (table.accesskit_node().data().row_count(), table.accesskit_node().data().column_count());
    assert_eq!(
        (rows, columns),
        (Some(4), Some(8)),
        "box, photo, name, price, stock, photos, notes, and the button that removes"
    );
    assert_eq!(window.harness.get_all_by_role(Role::Row).count(), 4);
}

#[test]
fn rows_that_are_sorted_or_found_are_shown_from_the_first() {
    for language in Language::ALL {
        let mut window = review(language, 60);
        let last = window.cell(Field::Name, 60);
        let first = window.cell(Field::Name, 1);
        let price = window.cell(Field::PrimaryPrice, 1);
        let heading = window.format("sort-by", args!["column" => window.label(Field::PrimaryPrice)]);
        let scroll_down = |window: &mut TestWindow| {
            window.focus(&price);
            window.key_press_modifiers(Modifiers::COMMAND, Key::End);
            window.harness.run();
            assert!(window.harness.query_by_label(&last).is_some(), "{language:?}");
            let find = window.message("review-find");
            window.focus(&find);
            assert!(window.harness.query_by_label(&first).is_none(), "{language:?}");
        };
        scroll_down(&mut window);
        window.press(&heading);
        assert!(window.harness.query_by_label(&first).is_some(), "{language:?}: sorted");
        assert!(window.harness.query_by_label(&last).is_none(), "{language:?}");
        scroll_down(&mut window);
        window.type_keys("a");
        window.key_press(Key::Backspace);
        window.harness.run();
        assert!(window.harness.query_by_label(&first).is_some(), "{language:?}: found");
    }
}

#[test]
fn a_screen_reader_says_the_field_and_the_product_of_a_cell_and_what_it_needs() {
    for language in Language::ALL {
        let mut window = announcements::scene(language, "import-review");
        let name = window.app().model().import.review.with_defaults(1).name;
        let price = window.cell(Field::PrimaryPrice, 2);
        assert!(
            price.contains(name.as_str()) && price.contains(&window.label(Field::PrimaryPrice)),
            "{language:?}: {price}"
        );
        window.focus(&price);
        window.type_keys("12x");
        window.harness.run();
        assert_eq!(
            window.harness.get_by_label(&price).accesskit_node().data().invalid(),
            Some(Invalid::True),
            "{language:?}"
        );
        let row = window.format("review-row", args!["row" => 2, "product" => name.as_str()]);
        let is_selected =
            |window: &TestWindow| window.harness.get_by_label(&row).accesskit_node().is_selected();
        assert_eq!(is_selected(&window), Some(false), "{language:?}");
        let select = window.format("review-select-row", args!["name" => name.as_str()]);
        window.press(&select);
        assert_eq!(is_selected(&window), Some(true), "{language:?}");
    }
}

#[test]
fn the_box_of_all_rows_tells_of_those_that_are_shown_however_many_others_are_selected() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        let name = |window: &TestWindow, row: usize| {
            window.app().model().import.review.drafts()[row].draft.name.clone()
        };
        for row in [0, 1] {
            let label = window.format("review-select-row", args!["name" => name(&window, row)]);
            window.press(&label);
        }
        let (find, other) = (window.message("review-find"), name(&window, 3));
        window.focus(&find);
        window.type_keys(&other);
        window.harness.run();
        let all = window.message("review-select-all");
        let is_ticked = |window: &TestWindow| {
            window.harness.get_by_label(&all).accesskit_node().toggled() == Some(Toggled::True)
        };
        assert!(!is_ticked(&window), "{language:?}: {other} is not selected");
        window.press(&all);
        assert!(is_ticked(&window), "{language:?}");
        assert!(
            window.shows(&window.format("review-selected-hidden", args!["count" => 3, "hidden" => 2])),
            "{language:?}"
        );
        window.press(&all);
        let hidden = window.format("review-selected-hidden", args!["count" => 2, "hidden" => 2]);
        assert!(window.shows(&hidden), "{language:?}: those out of sight stay selected");
    }
}
