//! The preview of changes as a table: what is in sight, how it is used, and that only what it shows is sent.

use super::product_edits::open_products;
use super::products::focus_first_row;
use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Rect};
use scenes::product_edit_scenes::price;
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{EditCommand, EditEvent, Settings};
use vitrine_core::edit::plan::{LeftOut, Preview, PreviewCounts, PreviewOutcome, PreviewRow};
use vitrine_core::edit::{ChangedVariant, FieldChange};
use vitrine_domain::{FieldValue, Price};

/// The products screen at a size, with low rows or not.
fn window(language: Language, size: [f32; 2], is_compact: bool) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    let settings = Settings {
        language: Some(language.tag().to_owned()),
        compact_rows: is_compact,
        ..Settings::default()
    };
    window.deliver(Event::Platform(PlatformEvent::Settings(Box::new(settings))));
    open_products(&mut window);
    window
}

fn row(index: u64, changes: Vec<FieldChange>, outcome: PreviewOutcome) -> PreviewRow {
    PreviewRow {
        row: None,
        key: index.to_string(),
        product: Some(ProductId::from(90_000 + index)),
        name: format!("Kilim {index}"),
        changes,
        from_shop: Vec::new(),
        paid: Vec::new(),
        outcome,
    }
}

fn preview_of(rows: Vec<PreviewRow>) -> Preview {
    let count = |is: fn(&PreviewOutcome) -> bool| rows.iter().filter(|row| is(&row.outcome)).count();
    let counts = PreviewCounts {
        to_change: count(|outcome| *outcome == PreviewOutcome::Change),
        moved: count(|outcome| *outcome == PreviewOutcome::Moved),
        not_found: count(|outcome| *outcome == PreviewOutcome::NotFound),
        ..PreviewCounts::default()
    };
    Preview { rows, counts, ..Preview::default() }
}

/// So many products whose price is raised by 8 percent.
fn raised(count: u64) -> Preview {
    preview_of((0..count).map(|index| row(index, vec![price(1000, 1080)], PreviewOutcome::Change)).collect())
}

/// Opens a preview, which was asked for by the keyboard.
fn show(window: &mut TestWindow, shown: Preview) -> u64 {
    focus_first_row(window);
    product_edits::change_all(window);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "250000");
    window.press_message("edits-preview");
    let asked = |command| {
        if let Command::Edit(EditCommand::Preview { preview, .. }) = command { Some(preview) } else { None }
    };
    let number = window.take_commands().into_iter().find_map(asked).expect("a preview is asked for");
    window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result: Ok(shown.into()) }));
    number
}

/// What is left out of what is sent with the button.
fn sent(window: &mut TestWindow, count: usize) -> LeftOut {
    let send = window.format("edits-send", args!["count" => count]);
    window.press(&send);
    let started = |command| {
        if let Command::Edit(EditCommand::Start { left_out, .. }) = command { Some(left_out) } else { None }
    };
    window.take_commands().into_iter().find_map(started).expect("it is sent")
}

fn rows(window: &TestWindow) -> Vec<(String, Rect)> {
    let title = window.message("edits-preview-title");
    let table = window.harness.get_by_role_and_label(Role::Table, &title);
    let mut rows: Vec<(String, Rect)> = table
        .get_all_by_role(Role::Row)
        .filter_map(|row| Some((row.accesskit_node().label()?, row.rect())))
        .filter(|(name, _)| !name.is_empty())
        .collect();
    rows.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    rows
}

fn names(window: &TestWindow) -> Vec<String> {
    rows(window)
        .into_iter()
        .map(|(name, _)| name.split([',', '،']).next().unwrap_or_default().to_owned())
        .collect()
}

/// The number of rows that are wholly in sight between the heading and the buttons.
fn rows_in_sight(window: &TestWindow) -> usize {
    let title = window.message("edits-preview-title");
    let table = window.harness.get_by_role_and_label(Role::Table, &title);
    let head = table.get_all_by_role(Role::ColumnHeader).map(|head| head.rect().bottom()).fold(0.0, f32::max);
    let foot = window.harness.get_by_label(&window.message("edits-back")).rect().top();
    rows(window).iter().filter(|(_, row)| row.top() >= head - 0.5 && row.bottom() <= foot + 0.5).count()
}

fn focused(window: &TestWindow) -> String {
    window.harness.get_by(|node| node.is_focused()).accesskit_node().label().unwrap_or_default()
}

#[test]
fn the_table_of_changes_has_the_window() {
    for language in Language::ALL {
        for (size, compact, comfortable) in
            [([1100.0, 760.0], 14, 10), ([1366.0, 748.0], 14, 10), ([760.0, 500.0], 5, 4)]
        {
            for (is_compact, least) in [(true, compact), (false, comfortable)] {
                let mut window = window(language, size, is_compact);
                let mut shown = raised(40);
                shown.rows[1].outcome = PreviewOutcome::Moved;
                show(&mut window, shown);
                let rows = rows_in_sight(&window);
                assert!(
                    rows >= least,
                    "{language:?} {size:?}, compact: {is_compact}: {rows} rows of {least}"
                );
            }
        }
    }
}

#[test]
fn in_a_narrow_window_the_columns_begin_at_the_start_of_the_dialog() {
    for language in Language::ALL {
        let mut window = window(language, [760.0, 500.0], true);
        let mut shown = raised(9);
        shown.rows[1].outcome = PreviewOutcome::Moved;
        show(&mut window, shown);
        let name = window.message("edits-preview-title");
        // As far from the edge as the filter above the table.
        let all =
            window.harness.get_all_by_label(&window.message("review-filter-all")).last().unwrap().rect();
        let heads = window.harness.get_by_role_and_label(Role::Table, &name);
        let heads: Vec<Rect> = heads.get_all_by_role(Role::ColumnHeader).map(|head| head.rect()).collect();
        let start = |rect: Rect| if language.is_rtl() { rect.right() } else { rect.left() };
        assert!(
            heads.iter().any(|head| (start(*head) - start(all)).abs() < 6.0),
            "{language:?}: {all:?} {heads:?}"
        );
    }
}

#[test]
fn units_stand_below_units_in_the_values_of_changes() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        let numbers = [900, 12_500, 1_250_000];
        let rows = numbers
            .iter()
            .zip(0..)
            .map(|(number, index)| row(index, vec![price(*number, number + 10)], PreviewOutcome::Change));
        show(&mut window, preview_of(rows.collect()));
        let written = |by: i64| {
            numbers.map(|number| {
                window.app().words().money(Price::on_wire(number + by), window.app().model().currency())
            })
        };
        for column in [written(0), written(10)] {
            wide_tables::is_flush(&wide_tables::right_edges(&window, &column), language);
        }
    }
}

#[test]
fn a_line_says_product_field_both_values_and_the_difference() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        show(&mut window, raised(3));
        let words = window.app().words();
        let money = |price| words.money(Price::on_wire(price), window.app().model().currency());
        let values = args!["name" => window.message("field-primary-price"), "old" => money(1000), "new" => money(1080)];
        let share = words.percent(0.08);
        let difference =
            window.format("edits-difference", args!["by" => words.difference(80), "share" => share]);
        let plain = |text: &str| without_direction_marks(text).into_owned();
        let row = &rows(&window)[0].0;
        for part in ["Kilim 0".to_owned(), plain(&window.format("bulk-change", values)), plain(&difference)] {
            assert!(row.contains(&part), "{language:?}: {part:?} in {row:?}");
        }
    }
}

#[test]
fn what_is_left_out_by_mouse_or_keys_is_not_sent() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        show(&mut window, raised(5));
        let name = window.message("field-primary-price");
        // A click on the box of the second product.
        let second = rows(&window)[1].1;
        let x = if language.is_rtl() { second.right() - 22.0 } else { second.left() + 22.0 };
        window.click(eframe::egui::pos2(x, second.center().y));
        assert!(
            window.shows(&window.format("edits-send", args!["count" => 4])),
            "{language:?}: {name} {:?}",
            window.texts()
        );
        // Space on the fourth, and on the fifth and back.
        window.tap_key(Key::F6);
        for key in [
            Key::ArrowDown,
            Key::ArrowDown,
            Key::ArrowDown,
            Key::Space,
            Key::ArrowDown,
            Key::Space,
            Key::Space,
        ] {
            window.tap_key(key);
        }
        let left_out = window.message("edits-filter-left-out");
        window.press(&left_out);
        assert_eq!(names(&window), ["Kilim 1", "Kilim 3"], "{language:?}");
        let expected = LeftOut::from([(1, 0), (3, 0)]);
        assert_eq!(sent(&mut window, 3), expected, "{language:?}");
    }
}

#[test]
fn of_a_product_one_field_can_be_left_out_and_all_of_them_nothing_is_sent() {
    let mut window = window(Language::English, [1100.0, 760.0], true);
    let stock = FieldChange::new(Field::Stock, Some(FieldValue::Number(4)), FieldValue::Number(9));
    let shown = preview_of(vec![row(0, vec![price(1000, 1080), stock], PreviewOutcome::Change)]);
    show(&mut window, shown);
    window.tap_key(Key::F6);
    window.tap_key(Key::Space);
    assert!(window.is_enabled(&window.format("edits-send", args!["count" => 1])), "its stock is still sent");
    window.tap_key(Key::ArrowDown);
    window.tap_key(Key::Space);
    let nothing = window.message("edits-nothing");
    assert!(window.shows(&nothing) && !window.is_enabled(&nothing));
    window.press_message("edits-include-all");
    assert_eq!(sent(&mut window, 1), LeftOut::new());
}

#[test]
fn warnings_are_shown_alone_and_say_what_is_wrong() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        let mut shown = raised(30).rows;
        shown[3].changes = vec![price(1000, 9000)];
        shown[7].outcome = PreviewOutcome::Moved;
        shown.push(PreviewRow {
            product: None,
            name: String::new(),
            key: "99".to_owned(),
            ..row(0, Vec::new(), PreviewOutcome::NotFound)
        });
        show(&mut window, preview_of(shown));
        window.press_message("edits-filter-warnings");
        assert_eq!(names(&window), ["Kilim 3", "Kilim 7", "99"], "{language:?}");
        for key in ["edits-row-unusual", "edits-row-moved", "edits-row-not-found"] {
            assert!(window.shows_message(key), "{language:?}: {key}");
        }
        window.press_message("review-filter-all");
        assert_eq!(sent(&mut window, 30), LeftOut::new(), "{language:?}: a filter leaves nothing out");
    }
}

#[test]
fn the_foot_says_what_the_changes_add_up_to_and_how_far_they_go() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        let mut shown = raised(3);
        shown.rows[1].changes = vec![price(1000, 900)];
        show(&mut window, shown);
        let said = |window: &TestWindow, new: i64, old: i64, range: String| {
            let money =
                |price| window.app().words().money(Price::on_wire(price), window.app().model().currency());
            let sums = args!["field" => window.message("field-primary-price"), "new" => money(new), "old" => money(old), "range" => range];
            window.format("edits-total", sums)
        };
        let difference = |window: &TestWindow, by: i64, share: f64| {
            let words = window.app().words();
            window.format(
                "edits-difference",
                args!["by" => words.difference(by), "share" => words.percent(share)],
            )
        };
        let (least, greatest) = (difference(&window, -100, 0.1), difference(&window, 80, 0.08));
        let range = window.format("edits-range", args!["least" => least, "greatest" => greatest.as_str()]);
        assert!(window.shows(&said(&window, 3060, 3000, range)), "{language:?}: {:?}", window.texts());
        window.tap_key(Key::F6);
        window.tap_key(Key::ArrowDown);
        window.tap_key(Key::Space);
        let range = window.format("edits-each", args!["difference" => greatest]);
        assert!(window.shows(&said(&window, 2160, 2000, range)), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn prices_that_change_by_the_same_share_say_from_which_to_which_amount() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        let mut shown = raised(3);
        for (row, old) in shown.rows.iter_mut().zip([4_690_000, 20_190_000, 6_350_000]) {
            row.changes = vec![price(old, old / 100 * 105)];
        }
        show(&mut window, shown);
        let words = window.app().words();
        let [least, greatest] = [234_500, 1_009_500].map(|by| words.difference(by));
        let range = window.format(
            "edits-each-share",
            args!["share" => words.percent(0.05), "least" => least, "greatest" => greatest],
        );
        let money =
            |price| window.app().words().money(Price::on_wire(price), window.app().model().currency());
        let (old, new) = (money(31_230_000), money(32_791_500));
        let sums = args!["field" => window.message("field-primary-price"), "new" => new, "old" => old, "range" => range];
        let said = window.format("edits-total", sums);
        assert!(window.shows(&said), "{language:?}: {said}");
    }
}

#[test]
fn where_the_largest_amount_is_not_the_largest_share_the_foot_says_from_which_to_which_of_each() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        let mut shown = raised(4);
        let prices = [(1_250_000, 90_000), (1_300_000, 90_000), (1_350_000, 90_000), (1_400_000, 100_000)];
        for (row, (old, by)) in shown.rows.iter_mut().zip(prices) {
            row.changes = vec![price(old, old + by)];
        }
        show(&mut window, shown);
        let words = window.app().words();
        let [least, greatest] = [90_000, 100_000].map(|by| words.difference(by));
        let range = window.format("edits-range", args!["least" => least, "greatest" => greatest]);
        let [low, high] = [90.0 / 1350.0, 90.0 / 1250.0].map(|share| words.percent(share));
        let range =
            window.format("edits-range-shares", args!["range" => range, "low" => low, "high" => high]);
        let money =
            |price| window.app().words().money(Price::on_wire(price), window.app().model().currency());
        let sums = args!["field" => window.message("field-primary-price"), "new" => money(5_670_000), "old" => money(5_300_000), "range" => range];
        let said = window.format("edits-total", sums);
        assert!(window.shows(&said), "{language:?}: {said}");
    }
}

#[test]
fn the_keys_of_the_review_go_through_the_table_of_changes() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        show(&mut window, raised(40));
        window.tap_key(Key::F6);
        assert!(focused(&window).starts_with("Kilim 0"), "{language:?}: {}", focused(&window));
        let heading = |window: &TestWindow, key: &str, name: &str| {
            let start = format!("{}{}{name}", window.message(key), window.message("list-separator"));
            focused(window).starts_with(&start)
        };
        let forward = if language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight };
        for _ in 0..5 {
            window.tap_key(forward);
        }
        assert!(heading(&window, "edits-column-now", "Kilim 0"), "{language:?}: {}", focused(&window));
        window.tap_key(Key::End);
        assert!(heading(&window, "edits-column-difference", "Kilim 0"), "{language:?}: {}", focused(&window));
        window.key_press_modifiers(Modifiers::COMMAND, Key::End);
        assert!(
            heading(&window, "edits-column-difference", "Kilim 39"),
            "{language:?}: {}",
            focused(&window)
        );
        window.tap_key(Key::Home);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Home);
        assert!(
            focused(&window).contains("Kilim 0")
                && focused(&window).contains(&window.message("edits-included")),
            "{language:?}"
        );
        window.tap_key(Key::Space);
        assert!(
            focused(&window).contains(&window.message("edits-filter-left-out")),
            "{language:?}: {}",
            focused(&window)
        );
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.harness.run();
        assert!(window.is_enabled(&window.format("edits-send", args!["count" => 40])), "{language:?}");
    }
}

#[test]
fn the_lines_are_sorted_by_a_heading_and_copied_for_a_spreadsheet() {
    let mut window = window(Language::English, [1100.0, 760.0], true);
    let mut shown = raised(3);
    shown.rows[2].changes = vec![price(1000, 900)];
    show(&mut window, shown);
    let column = window.message("edits-column-difference");
    window.press(&window.format("sort-by", args!["column" => column]));
    assert_eq!(names(&window), ["Kilim 2", "Kilim 0", "Kilim 1"]);
    let first = rows(&window)[0].1.center();
    window.click(first);
    assert!(focused(&window).starts_with("Kilim 2"), "{}", focused(&window));
    let copied = window.copy().expect("the table is copied");
    let lines: Vec<&str> = copied.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "Name\tChange\tNow\tNew\tDifference\tNote"));
    assert_eq!(lines[1], "Kilim 2\tPrice\t1000\t900\t-100\t");
}

#[test]
fn of_ten_thousand_changes_only_those_in_sight_are_drawn() {
    let mut window = window(Language::Persian, [1100.0, 760.0], true);
    show(&mut window, raised(10_000));
    assert!(rows(&window).len() < 40, "{}", rows(&window).len());
    window.tap_key(Key::F6);
    window.key_press_modifiers(Modifiers::COMMAND, Key::ArrowDown);
    assert!(focused(&window).starts_with("Kilim 9999"), "{}", focused(&window));
    window.tap_key(Key::Space);
    assert_eq!(sent(&mut window, 9_999), LeftOut::from([(9_999, 0)]));
}

#[test]
fn each_variant_is_a_line_of_its_product_and_can_be_left_out_alone() {
    for language in Language::ALL {
        let mut window = window(language, [1100.0, 760.0], true);
        let of = |name: &str, base, new| {
            let variant = ChangedVariant { id: 7.into(), name: name.to_owned() };
            FieldChange { variant: Some(variant), ..price(base, new) }
        };
        let shirt = vec![of("Red, M", 1000, 1080), of("Red, L", 2000, 2160)];
        show(
            &mut window,
            preview_of(vec![
                row(0, shirt, PreviewOutcome::Change),
                row(1, vec![price(1000, 1080)], PreviewOutcome::Change),
            ]),
        );
        let field = window.message("field-primary-price");
        let read: Vec<String> =
            rows(&window).into_iter().map(|(name, _)| without_direction_marks(&name).into_owned()).collect();
        let is_of = |line: &str, variant: &str| {
            line.starts_with("Kilim 0") && line.contains(&format!("{field} ({variant})"))
        };
        assert!(
            is_of(&read[0], "Red, M") && is_of(&read[1], "Red, L") && !read[2].contains("(Red"),
            "{language:?}: {read:?}"
        );
        window.tap_key(Key::F6);
        window.tap_key(Key::ArrowDown);
        window.tap_key(Key::Space);
        assert_eq!(sent(&mut window, 2), LeftOut::from([(0, 1)]), "{language:?}");
    }
}
