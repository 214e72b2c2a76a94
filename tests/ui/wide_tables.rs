//! Tables that are wider than the window, and columns of numbers, in both directions of reading.

use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Rect, Shape};
use scenes::category_scenes;
use vitrine::i18n::without_direction_marks;
use vitrine::worker::TableColumns;

/// The review with all of its columns.
fn review(language: Language, size: [f32; 2]) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    window.show_steps(category_scenes::review());
    let shown = Field::ALL.into_iter().map(|field| field.name().to_owned()).collect();
    window
        .app_mut()
        .act(Action::ReviewColumns(TableColumns { shown: Some(shown), ..TableColumns::default() }));
    window.harness.run();
    window
}

/// The places of the headings, in the order of the columns.
fn headings(window: &TestWindow) -> Vec<Rect> {
    let name = window.message("import-title");
    let table = window.harness.get_by_role_and_label(Role::Table, &name);
    table.get_all_by_role(Role::ColumnHeader).map(|head| head.rect()).collect()
}

/// Whether the table shows its start: its columns stand beside each other, and none lies below those that
/// stay in sight.
fn is_at_start(window: &TestWindow) -> bool {
    headings(window).windows(2).all(|pair| pair[0].intersect(pair[1]).width() < 1.0)
}

#[test]
fn a_wide_table_stays_at_its_start_while_the_window_becomes_narrower() {
    for language in Language::ALL {
        let mut window = review(language, [1500.0, 760.0]);
        assert!(is_at_start(&window), "{language:?}: {:?}", headings(&window));
        for width in [1300.0, 1100.0, 900.0, 760.0, 1200.0] {
            window.harness.set_size(eframe::egui::vec2(width, 760.0));
            window.harness.run();
            assert!(is_at_start(&window), "{language:?} {width}: {:?}", headings(&window));
        }
    }
}

/// The place of what has the focus.
fn focused(window: &TestWindow) -> Rect {
    window.harness.get_by(|node| node.is_focused() && node.role() != Role::Window).rect()
}

/// The place of the columns that stay in sight: box, photo, and name.
fn pinned(window: &TestWindow) -> Rect {
    headings(window).into_iter().take(3).reduce(|a, b| a | b).expect("a heading")
}

#[test]
fn the_focus_beside_a_table_does_not_scroll_it() {
    for language in Language::ALL {
        let mut window = review(language, [1100.0, 760.0]);
        window.open_things();
        assert!(is_at_start(&window), "{language:?}");
        let mut beside = 0;
        for key in [[Key::F6, Key::Tab, Key::Tab, Key::Tab]; 6].concat() {
            let before = headings(&window);
            window.tap_key(key);
            let at = focused(&window);
            let is_beside = if language.is_rtl() { at.right() < 340.0 } else { at.left() > 760.0 };
            if is_beside {
                beside += 1;
                assert_eq!(headings(&window), before, "{language:?}: the focus is at {at:?}");
            }
        }
        assert!(beside > 2, "{language:?}: the focus was in the panel {beside} times");
    }
}

#[test]
fn the_focused_cell_is_in_sight_beside_the_columns_that_stay() {
    for language in Language::ALL {
        let mut window = review(language, [760.0, 500.0]);
        let name = window.cell(Field::Name, 1);
        window.focus(&name);
        // By its keys, so that the arrows go from cell to cell.
        window.tap_key(Key::ArrowDown);
        window.tap_key(Key::ArrowUp);
        let (forward, back) = if language.is_rtl() {
            (Key::ArrowLeft, Key::ArrowRight)
        } else {
            (Key::ArrowRight, Key::ArrowLeft)
        };
        let mut seen = 0;
        for key in [[forward; 14], [back; 14]].concat() {
            window.tap_key(key);
            if window.is_focused(&name) {
                continue;
            }
            let (at, stay) = (focused(&window), pinned(&window));
            seen += 1;
            assert!(at.intersect(stay).width() < 1.0, "{language:?}: the focus is at {at:?}, below {stay:?}");
            assert!(at.left() > -1.0 && at.right() < 761.0, "{language:?}: the focus is at {at:?}");
        }
        assert!(seen > 16, "{language:?}: {seen}");
    }
}

/// The right edges of drawn texts that are among these.
pub fn right_edges(window: &TestWindow, texts: &[String]) -> Vec<f32> {
    let plain: Vec<String> = texts.iter().map(|text| without_direction_marks(text).into_owned()).collect();
    let shapes = window.harness.output().shapes.iter();
    let edges = shapes.filter_map(|shape| match &shape.shape {
        Shape::Text(text) if plain.contains(&without_direction_marks(text.galley.text()).into_owned()) => {
            Some(text.visual_bounding_rect().right())
        }
        _ => None,
    });
    edges.collect()
}

/// Numbers run from left to right in Persian, too.
#[test]
fn units_stand_below_units_in_every_language() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "products").unwrap());
        let model = window.app().model();
        let list = model.products.list();
        let prices = (0..list.len()).filter_map(|index| list.product(index)?.price);
        let prices: Vec<String> =
            prices.map(|price| window.app().words().money(price, model.currency())).collect();
        is_flush(&right_edges(&window, &prices), language);

        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let numbers = [900, 12_500, 1_250_000];
        let cells =
            numbers.iter().enumerate().map(|(row, number)| (row, Field::PrimaryPrice, number.to_string()));
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells.collect()))));
        window.harness.run();
        let numbers = numbers.map(|number| window.app().words().integer(number));
        is_flush(&right_edges(&window, &numbers), language);
    }
}

pub fn is_flush(edges: &[f32], language: Language) {
    assert!(edges.len() > 2, "{language:?}: {edges:?}");
    assert!(edges.iter().all(|edge| (edge - edges[0]).abs() < 2.0), "{language:?}: {edges:?}");
}
