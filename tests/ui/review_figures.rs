//! How much of the review is its table: rows in sight, keys to the first name, and what stays where it is.
//! The figures are those that the screen has to reach, at every size that people use.

use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Rect};
use scenes::category_scenes;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use vitrine::worker::{Settings, TableColumns};
use vitrine_core::import::plan::Reason;
use vitrine_domain::CreateRules;

/// A size of the window, and how many rows have to be in sight: with one line each, and with two.
const SIZES: [([f32; 2], usize, usize); 3] =
    [([1100.0, 760.0], 14, 10), ([1366.0, 748.0], 14, 10), ([760.0, 500.0], 5, 5)];

/// How many rows are in sight where the selected products are changed together.
const FIGURES_OF_BULK_CHANGE: [([f32; 2], bool, usize); 4] = [
    ([1100.0, 760.0], true, 9),
    ([1100.0, 760.0], false, 6),
    ([1366.0, 748.0], true, 9),
    ([760.0, 500.0], true, 3),
];

/// Opens the review in a language, at a size, with low rows or not.
type Drop = fn(Language, [f32; 2], bool) -> TestWindow;

fn window(language: Language, size: [f32; 2], is_compact: bool) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    window.deliver(Event::Platform(PlatformEvent::Settings(Box::new(Settings {
        language: Some(language.tag().to_owned()),
        compact_rows: is_compact,
        ..Settings::default()
    }))));
    window.deliver(scenes::signed_in());
    window
}

/// 40 products at a marketplace that requires categories.
fn at_a_strict_marketplace(language: Language, size: [f32; 2], is_compact: bool) -> TestWindow {
    let mut window = window(language, size, is_compact);
    window.show_steps(category_scenes::review());
    window.deliver(scenes::planned(40, 0));
    window
}

/// As [`at_a_strict_marketplace`], with a spreadsheet, rows of which are useless or without photos.
fn with_a_spreadsheet(language: Language, size: [f32; 2], is_compact: bool) -> TestWindow {
    let mut window = at_a_strict_marketplace(language, size, is_compact);
    window.deliver(Event::Import(ImportEvent::SheetPlanned {
        sheets: vec![sheet::overview()],
        others: vec![],
    }));
    window.deliver(scenes::planned(40, 3));
    window
}

/// 40 photos in one folder, of which it is unclear how many products they show.
fn with_a_question(language: Language, size: [f32; 2], is_compact: bool) -> TestWindow {
    let mut window = window(language, size, is_compact);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    let folders = vec![grouping::folder("goods", 40, Reason::NamesSayNothing, true)];
    window.deliver(Event::Import(ImportEvent::Planned {
        drafts: scenes::planned_drafts(40),
        problems: vec![],
        ignored: 2,
        folders,
    }));
    window
}

/// The start button, whatever it says.
fn start(window: &TestWindow) -> Rect {
    let model = window.app().model();
    let count = i32::try_from(model.import.review.to_create()).unwrap();
    let ready = i32::try_from(model.import.review.ready()).unwrap();
    // Where there is no room, it does not name the shop.
    let names = [
        window.start_button(count),
        window.format("import-start-count", args!["count" => count]),
        import::start_some(ready, count, window),
        window.format("import-start-some", args!["ready" => ready, "count" => count]),
    ];
    names.iter().find_map(|name| window.harness.query_by_label(name)).expect("the start button").rect()
}

/// The number of rows that are wholly in sight between the heading and the foot.
fn rows_in_sight(window: &TestWindow) -> usize {
    window.harness.get_all_by_role(Role::Row).filter(|row| is_whole(window, row.rect())).count()
}

/// Whether a part of the table is wholly in sight between the heading and the foot.
fn is_whole(window: &TestWindow, part: Rect) -> bool {
    let head = window
        .harness
        .get_all_by_role(Role::ColumnHeader)
        .map(|head| head.rect().bottom())
        .fold(0.0, f32::max);
    let foot = start(window).top() - 8.0;
    part.top() >= head - 0.5 && part.bottom() <= foot + 0.5
}

/// The buttons of the bars above the table and of the foot, with their names.
fn buttons(window: &TestWindow) -> BTreeMap<String, Rect> {
    let head = window
        .harness
        .get_all_by_role(Role::ColumnHeader)
        .map(|head| head.rect().top())
        .fold(f32::MAX, f32::min);
    let foot = start(window).top() - 8.0;
    let left =
        window.harness.get_all_by_role(Role::Tab).map(|item| item.rect()).fold(Rect::NOTHING, Rect::union);
    let is_in_bar = |rect: &Rect| (rect.bottom() <= head || rect.top() >= foot) && !rect.intersects(left);
    // The last row may reach below the foot.
    let mut rows = HashSet::new();
    for row in window.harness.get_all_by_role(Role::Row) {
        rows.extend(row.get_all_by_role(Role::Button).map(|button| button.accesskit_node().id()));
    }
    let named = window
        .harness
        .get_all_by_role(Role::Button)
        .filter(|button| !rows.contains(&button.accesskit_node().id()));
    named
        .filter_map(|button| Some((button.accesskit_node().label()?, button.rect())))
        .filter(|(_, rect)| is_in_bar(rect))
        .collect()
}

/// Asserts that no button that was there before has moved.
fn assert_nothing_moved(window: &TestWindow, before: &BTreeMap<String, Rect>, what: &str) {
    let now = buttons(window);
    let kept: Vec<&String> = before.keys().filter(|name| now.contains_key(*name)).collect();
    assert!(kept.len() > 4, "{what}: {now:?}");
    for name in kept {
        assert_eq!(now[name], before[name], "{what}: {name}");
    }
}

#[test]
fn nothing_in_a_row_reaches_over_its_edges() {
    for language in Language::ALL {
        for (size, ..) in SIZES {
            for is_compact in [false, true] {
                let mut window = at_a_strict_marketplace(language, size, is_compact);
                let mut signed_in = category_scenes::signed_in();
                let Event::Session(Session::SignedIn { rules, .. }) = &mut signed_in else { unreachable!() };
                let required = vec![Field::CategoryId, Field::PreparationDays, Field::PackageWeight];
                *rules = Arc::new(CreateRules { required, ..(**rules).clone() });
                window.deliver(signed_in);
                let rows: Vec<_> = window.harness.get_all_by_role(Role::Row).collect();
                assert!(rows.len() > 5);
                for row in rows {
                    let (top, bottom) = (row.rect().top() - 0.5, row.rect().bottom() + 0.5);
                    let buttons = row.query_all_by_role(Role::Button);
                    for text in row.query_all_by_role(Role::Label).chain(buttons) {
                        let rect = text.rect();
                        assert!(
                            top <= rect.top() && rect.bottom() <= bottom,
                            "{language:?} {size:?}, low {is_compact}: {:?} in {:?}: {text:?}",
                            rect,
                            row.rect()
                        );
                    }
                }
            }
        }
    }
}

/// 40 products at a marketplace that requires categories, and a spreadsheet that suits them and asks nothing.
fn with_a_sheet_that_asks_nothing(language: Language) -> TestWindow {
    let mut window = at_a_strict_marketplace(language, [1100.0, 760.0], false);
    window.deliver(Event::Import(ImportEvent::SheetPlanned {
        sheets: vec![sheet::overview()],
        others: vec![],
    }));
    window.deliver(scenes::planned(40, 0));
    window
}

#[test]
fn the_table_has_the_screen_whatever_there_is_to_settle() {
    let drops: [(&str, Drop); 3] = [
        ("required fields", at_a_strict_marketplace),
        ("a spreadsheet", with_a_spreadsheet),
        ("a question", with_a_question),
    ];
    for language in Language::ALL {
        for (size, compact, comfortable) in SIZES {
            for (what, drop) in drops {
                for (is_compact, least) in [(true, compact), (false, comfortable)] {
                    let mut window = drop(language, size, is_compact);
                    let rows = rows_in_sight(&window);
                    assert!(
                        rows >= least,
                        "{language:?}, {what}, {size:?}, compact: {is_compact}: {rows} rows of {least}"
                    );
                    // The panel, open or not, takes no row.
                    let is_open = window.shows_message("settle-close");
                    if is_open {
                        window.press_message("settle-close");
                    } else {
                        window.open_things();
                    }
                    assert_ne!(window.shows_message("settle-close"), is_open);
                    assert_eq!(
                        rows_in_sight(&window),
                        rows,
                        "{language:?}, {what}, {size:?}, the panel is open: {}",
                        !is_open
                    );
                }
            }
        }
    }
}

#[test]
fn enlarged_to_200_percent_rows_are_in_sight_and_can_be_reached() {
    for language in Language::ALL {
        // 1100 × 760 at 200 %.
        let mut window = with_a_spreadsheet(language, [550.0, 380.0], true);
        let rows = rows_in_sight(&window);
        assert!(rows >= 3, "{language:?}: {rows}");
        window.tap_key(Key::F6);
        assert!(window.is_focused(&window.cell(Field::Name, 1)), "{language:?}");
        for row in 2..=40 {
            window.tap_key(Key::ArrowDown);
            let name = window.cell(Field::Name, row);
            assert!(window.is_focused(&name), "{language:?}: {row}");
            assert!(is_whole(&window, window.harness.get_by_label(&name).rect()), "{language:?}: {row}");
        }
    }
}

#[test]
fn enlarged_to_200_percent_no_button_covers_another() {
    for language in Language::ALL {
        let drops: [Drop; 3] = [at_a_strict_marketplace, with_a_spreadsheet, with_a_question];
        for (drop, size) in
            drops.into_iter().flat_map(|drop| [[550.0, 380.0], [760.0, 500.0]].map(|size| (drop, size)))
        {
            let window = drop(language, size, true);
            let below = |rect: &Rect| rect.top() > start(&window).top() - 8.0;
            let feet: Vec<Rect> = buttons(&window).into_values().filter(below).collect();
            let tools: Vec<Rect> =
                buttons(&window).into_values().filter(|rect| rect.bottom() < 44.0).collect();
            assert!(!feet.is_empty() && tools.len() > 3, "{language:?} {size:?}: {feet:?} {tools:?}");
            for bar in [feet, tools] {
                for (at, one) in bar.iter().enumerate() {
                    let covered = bar.iter().skip(at + 1).find(|other| one.intersect(**other).is_positive());
                    assert!(covered.is_none(), "{language:?} {size:?}: {one:?} {covered:?}");
                }
            }
        }
    }
}

#[test]
fn the_buttons_above_the_table_fit_a_small_window_and_say_words_of_their_names() {
    for language in Language::ALL {
        let window = at_a_strict_marketplace(language, [760.0, 500.0], false);
        for key in [
            "import-grouping",
            "import-name-by-pattern",
            "review-sheet",
            "import-defaults",
            "review-columns",
            "review-rows",
        ] {
            let rect = window.harness.get_by_label(&window.message(key)).rect();
            assert!(rect.left() >= 0.0 && rect.right() <= 760.0, "{language:?} {key}: {rect:?}");
        }
        let shortened = [
            ("review-grouping", "import-grouping"),
            ("review-names", "import-name-by-pattern"),
            ("review-defaults", "import-defaults"),
        ];
        for (short, name) in shortened {
            let (short, name) = (window.message(short).to_lowercase(), window.message(name).to_lowercase());
            assert!(name.contains(&short), "{language:?}: who says “{short}” reaches “{name}”");
        }
    }
}

#[test]
fn f6_goes_from_the_heading_to_the_first_name() {
    for language in Language::ALL {
        let mut window = with_a_question(language, [1100.0, 760.0], false);
        window.tap_key(Key::F6);
        assert!(window.is_focused(&window.cell(Field::Name, 1)), "{language:?}");
    }
}

#[test]
fn the_panel_begins_with_what_blocks_the_start() {
    for language in Language::ALL {
        let window = with_a_sheet_that_asks_nothing(language);
        let top = |key: &str| window.harness.get_by_label(&window.message(key)).rect().top();
        let sheet = window.message("sheet-change");
        let sheet = window.harness.get_by_label(&sheet).rect().top();
        assert!(top("settle-incomplete-show") < sheet, "{language:?}");
    }
}

#[test]
fn down_and_enter_in_the_search_enter_the_first_row() {
    for key in [Key::ArrowDown, Key::Enter] {
        let mut window = with_a_question(Language::English, [1100.0, 760.0], false);
        let find = window.message("review-find");
        window.focus(&find);
        window.tap_key(key);
        assert!(window.is_focused(&window.cell(Field::Name, 1)), "{key:?}");
    }
}

#[test]
fn no_button_moves_when_a_message_appears_or_when_a_question_is_settled() {
    for language in Language::ALL {
        for (size, ..) in SIZES {
            let mut window = with_a_question(language, size, false);
            let (before, all) = (start(&window), buttons(&window));
            window.deliver(Event::Problem(Problem::new(ProblemKind::Internal)));
            assert_eq!(start(&window), before, "{language:?} {size:?}: a message");
            assert_nothing_moved(&window, &all, &format!("{language:?} {size:?}: a message"));
            let folders = vec![grouping::folder("goods", 40, Reason::Chosen, false)];
            window.deliver(Event::Import(ImportEvent::Planned {
                drafts: scenes::planned_drafts(40),
                problems: vec![],
                ignored: 2,
                folders,
            }));
            assert_eq!(start(&window), before, "{language:?} {size:?}: the question is settled");
            assert_nothing_moved(&window, &all, &format!("{language:?} {size:?}: the question is settled"));
            let rows: Vec<f32> =
                window.harness.get_all_by_role(Role::Row).map(|row| row.rect().top()).collect();
            let price = window.cell(Field::PrimaryPrice, 1);
            window.focus(&price);
            window.type_keys("x");
            assert_eq!(start(&window), before, "{language:?} {size:?}: a value is wrong");
            assert_eq!(
                window.harness.get_all_by_role(Role::Row).map(|row| row.rect().top()).collect::<Vec<_>>(),
                rows
            );
        }
    }
}

/// A laptop's window with the panel open and the column of categories: the button that removes a product lay
/// half below the panel.
#[test]
fn beside_the_panel_on_a_laptop_the_table_is_whole() {
    for language in Language::ALL {
        let mut window = at_a_strict_marketplace(language, [1366.0, 748.0], false);
        assert!(window.shows_message("settle-title"), "{language:?}: the panel is open");
        let table = |window: &TestWindow| {
            window.harness.get_by_role_and_label(Role::Table, &window.message("import-title")).rect()
        };
        let usual = table(&window);
        let fewest = TableColumns { shown: Some(Vec::new()), ..TableColumns::default() };
        window.app_mut().act(Action::ReviewColumns(fewest));
        window.harness.run();
        assert_eq!(usual, table(&window), "{language:?}: it has the room of one with few columns");
    }
}

#[test]
fn starting_too_early_opens_what_is_to_be_settled_and_goes_there() {
    for language in Language::ALL {
        let mut window = at_a_strict_marketplace(language, [760.0, 500.0], false);
        assert!(
            !window.shows_message("settle-title"),
            "{language:?}: it does not cover the table of a small window by itself"
        );
        window.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::Enter);
        window.harness.run();
        assert!(window.shows_message("settle-title"), "{language:?}");
        assert!(
            window.is_focused(&window.message("settle-incomplete-show")),
            "{language:?}: not the button that removes them"
        );
        window.tap_key(Key::Escape);
        assert!(!window.shows_message("settle-title"), "{language:?}: Escape closes it");
        let opener = (1..10).map(|count| window.format("settle-count", args!["count" => count]));
        let has_focus =
            |name: &String| window.harness.query_by_label(name).is_some_and(|button| button.is_focused());
        assert_eq!(
            opener.filter(has_focus).count(),
            1,
            "{language:?}: the button that opens it has the focus"
        );
    }
}

#[test]
fn what_is_done_to_all_photos_is_said_once() {
    for language in Language::ALL {
        let window = at_a_strict_marketplace(language, [1366.0, 748.0], false);
        let photos = scenes::planned_drafts(40).iter().map(|draft| draft.photos.len()).sum::<usize>();
        let said = window.format("settle-photo-data", args!["count" => photos]);
        assert_eq!(window.count_shown(&said), 1, "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn whoever_closes_the_panel_is_not_asked_again_for_the_same() {
    let mut window = with_a_question(Language::English, [1100.0, 760.0], false);
    let question = window.format("import-grouping-question", args!["count" => 40]);
    assert!(window.shows(&question));
    window.press_message("settle-close");
    assert!(!window.shows(&question));
    window.deliver(scenes::planned(40, 2));
    assert!(window.shows(&window.format("import-unusable", args!["count" => 2])), "something new opens it");
    window.press_message("settle-close");
    window.deliver(scenes::planned(40, 2));
    assert!(!window.shows(&window.format("import-unusable", args!["count" => 2])));
}

#[test]
fn rows_are_as_high_as_the_person_chose_and_it_is_remembered() {
    for language in Language::ALL {
        let mut window = with_a_question(language, [1100.0, 760.0], false);
        let before = rows_in_sight(&window);
        window.press_message("review-rows");
        window.press_message("review-rows-compact");
        let saved = window.take_commands().into_iter().find_map(|command| match command {
            Command::Platform(PlatformCommand::SaveSettings(settings)) => Some(settings.compact_rows),
            _ => None,
        });
        assert_eq!(saved, Some(true), "{language:?}");
        assert!(rows_in_sight(&window) > before, "{language:?}");
    }
}

#[test]
fn what_cannot_be_created_is_shown_with_the_cursor_in_the_first_cell_to_correct() {
    for language in Language::ALL {
        let mut window = at_a_strict_marketplace(language, [1366.0, 748.0], false);
        window.press_message("settle-incomplete-show");
        let row = (1..=40).find(|row| {
            !window.app().model().import.review.evaluated(row - 1, &window.app().model().rules()).1.is_empty()
        });
        let category = window.message("category-cell-none");
        let product = window.product_called(Field::CategoryId, row.expect("some cannot be created"));
        let cell = window.format("category-cell", args!["product" => product, "path" => category]);
        assert!(window.is_focused(&cell), "{language:?}: {}", focus::focused(&window));
    }
}

/// The dialog that changes one field of all 40 products, with something typed.
#[test]
fn the_changes_of_the_selected_products_have_the_dialog_and_typing_moves_no_button() {
    for language in Language::ALL {
        for (size, is_compact, least) in FIGURES_OF_BULK_CHANGE {
            let mut window = with_a_question(language, size, is_compact);
            window.press_message("review-select-all");
            window.press_message("review-bulk-open");
            let price = window.label(Field::PrimaryPrice);
            let button = |window: &TestWindow| window.harness.get_by_label(&window.message("cancel")).rect();
            let before = button(&window);
            let editors = |window: &TestWindow| {
                window.editors().into_iter().filter(|editor| editor.name == price).collect::<Vec<_>>()
            };
            window.click_into(&editors(&window)[0]);
            window.type_keys("250000");
            assert_eq!(
                button(&window).y_range(),
                before.y_range(),
                "{language:?} {size:?}: something is typed"
            );
            let title = window.message("edits-preview-title");
            let table = window.harness.get_by_role_and_label(Role::Table, &title);
            let head = table
                .get_all_by_role(Role::ColumnHeader)
                .map(|head| head.rect().bottom())
                .fold(0.0, f32::max);
            let is_whole = |row: &Rect| row.top() >= head - 0.5 && row.bottom() <= before.top();
            let rows = table.get_all_by_role(Role::Row).map(|row| row.rect()).filter(is_whole).count();
            assert!(rows >= least, "{language:?} {size:?}, compact: {is_compact}: {rows} rows of {least}");
        }
    }
}
