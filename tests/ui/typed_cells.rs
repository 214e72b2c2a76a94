//! Prices and stocks are typed straight into the products table, pasted there from spreadsheets, and gathered
//! until they are reviewed.

use super::products::focus_first_row;
use super::review_grid::plain;
use super::variants::in_two_sizes;
use super::*;
use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton, Pos2, pos2};
use vitrine::i18n::without_direction_marks;
use vitrine::ui::{CellAction, LeaveTarget};
use vitrine::worker::{EditCommand, EditEvent, SavedCells, Wanted, WantedCells};
use vitrine_core::edit::EditRunId;
use vitrine_core::edit::plan::{Preview, PreviewOutcome, PreviewRow};
use vitrine_core::edit::{FieldChange, RowState, StoredRow};
use vitrine_domain::{CreateRules, FieldKey, FieldValue, Price, Product};

/// The products screen of a marketplace that changes prices and stocks, also of variants. The second product
/// is sold in two sizes.
fn table(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
        scenes::signed_in()
    else {
        unreachable!()
    };
    let rules = Arc::new(CreateRules { changes_variants: true, ..(*rules).clone() });
    window.deliver(Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }));
    window.deliver_all(scenes::products(6));
    window.deliver(Event::Edit(EditEvent::Available(true)));
    window.app_mut().act(Action::Go(Screen::Products));
    let shirt = in_two_sizes(product(&window, 1));
    window.deliver(Event::Catalog(CatalogEvent::Newest(vec![shirt])));
    window.take_commands();
    window
}

/// The same with the cursor in a cell of the first product.
pub fn in_cell(language: Language, field: Field) -> TestWindow {
    let mut window = table(language);
    click(&mut window, field, 0);
    window
}

fn product(window: &TestWindow, place: usize) -> Product {
    window.app().model().products.list().product(place).unwrap()
}

/// The name of the editor of a cell.
fn named(window: &TestWindow, field: Field, title: &str) -> String {
    let field = window.label(field);
    let name = window.format("review-cell", args!["field" => field, "product" => title]);
    without_direction_marks(&name).into_owned()
}

/// The name of the editor of a cell of the product in this place of the list.
fn cell(window: &TestWindow, field: Field, place: usize) -> String {
    named(window, field, &product(window, place).title)
}

/// How a number stands in the table.
fn written(window: &TestWindow, field: Field, number: i64) -> String {
    let model = window.app().model();
    match field {
        Field::PrimaryPrice => window.app().words().money(Price::on_wire(number), model.currency()),
        _ => window.app().words().integer(number),
    }
}

/// Clicks on the price or the stock of the product in this place of the list.
fn click(window: &mut TestWindow, field: Field, place: usize) {
    let at = place_of(window, field, place);
    window.click(at);
    window.harness.run();
}

/// Where the price or the stock of the product in this place of the list is.
fn place_of(window: &TestWindow, field: Field, place: usize) -> Pos2 {
    let title = product(window, place).title;
    let heading = window.message(if field == Field::Stock { "column-stock" } else { "column-price" });
    let heading = window.format("sort-by", args!["column" => heading]);
    let column = window.rects_of(&heading)[0].center().x;
    let row = window.rects_of(&title)[0].center().y;
    pos2(column, row)
}

fn unsent(window: &TestWindow, count: usize) -> bool {
    window.shows(&window.format("cells-unsent", args!["count" => count]))
}

fn wanted(window: &mut TestWindow) -> Vec<WantedCells> {
    let asked = window.take_commands().into_iter().find_map(|command| match command {
        Command::Edit(EditCommand::Preview { wanted: Wanted::Cells(cells), .. }) => Some(cells),
        _ => None,
    });
    asked.expect("a preview of the cells is asked for")
}

/// What the cells of a product want, as fields with the numbers that are meant and the ones that were seen.
fn numbers(cells: &WantedCells) -> Vec<(Field, Option<String>, i64, i64)> {
    let number = |(key, text): &(FieldKey, String)| {
        let seen = cells.base.iter().find(|(of, _)| of == key).and_then(|(_, value)| value.integer());
        let variant = key.variant.as_ref().map(ToString::to_string);
        (key.field, variant, plain(text).parse().unwrap(), seen.unwrap())
    };
    cells.values.iter().map(number).collect()
}

fn paste(window: &mut TestWindow, text: &str) {
    window.harness.event(Input::Paste(text.to_owned()));
    window.harness.run();
}

fn row_of(window: &TestWindow, title: &str) -> String {
    let rows = window.harness.get_all_by_role(Role::Row);
    let label = |row: egui_kittest::Node<'_>| row.accesskit_node().label().unwrap_or_default();
    let plain = |label: String| without_direction_marks(&label).into_owned();
    let found = rows.into_iter().map(label).map(plain).find(|label| label.starts_with(title));
    found.expect("the row is shown")
}

#[test]
fn a_price_is_typed_by_key_and_by_mouse_and_nothing_moves_in_the_table() {
    for language in Language::ALL {
        for by_mouse in [false, true] {
            let mut window = table(language);
            let first = product(&window, 0);
            let top = window.rects_of(&first.title)[0].top();
            if by_mouse {
                click(&mut window, Field::PrimaryPrice, 0);
            } else {
                focus_first_row(&mut window);
                let onward = if language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight };
                for _ in 0..8 {
                    if window
                        .editors()
                        .iter()
                        .all(|editor| editor.name != cell(&window, Field::PrimaryPrice, 0))
                    {
                        window.tap_key(onward);
                    }
                }
            }
            let price = cell(&window, Field::PrimaryPrice, 0);
            assert!(window.is_focused(&price), "{language:?} {by_mouse}");
            assert!(!window.shows_message("products-details"), "{language:?}: the row is not opened");
            window.type_keys(if language.is_rtl() { "۳۴۵٬۰۰۰" } else { "345000" });
            window.harness.run();
            assert_eq!(window.rects_of(&first.title)[0].top(), top, "{language:?}");
            assert!(unsent(&window, 1), "{language:?}: {:?}", window.texts());
            window.key_press(Key::Enter);
            window.harness.run();
            assert!(
                window.is_focused(&cell(&window, Field::PrimaryPrice, 2)),
                "{language:?}: the product below has its prices in its variants"
            );
            let was = written(&window, Field::PrimaryPrice, first.price.unwrap().wire());
            let before = window.format("cells-before", args!["value" => was]);
            let new = written(&window, Field::PrimaryPrice, 345_000);
            let [new, before] = [new, before].map(|text| without_direction_marks(&text).into_owned());
            assert!(
                window.shows(&new) && window.shows(&before),
                "{language:?}: {new} {before} {:?}",
                window.texts()
            );
            let said = window.format("cells-said", args!["value" => new, "before" => before]);
            let row = row_of(&window, &first.title);
            assert!(row.contains(&*without_direction_marks(&said)), "{language:?}: {row}");
            window.press_message("edits-preview");
            let wanted = wanted(&mut window);
            let seen = first.price.unwrap().wire();
            assert_eq!(numbers(&wanted[0]), [(Field::PrimaryPrice, None, 345_000, seen)], "{language:?}");
        }
    }
}

#[test]
fn what_is_typed_right_after_the_cursor_came_to_a_cell_goes_into_it() {
    for language in Language::ALL {
        for frames in 0..4 {
            let mut window = table(language);
            focus_first_row(&mut window);
            let onward = if language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight };
            // The last key brings the cursor to the price.
            let price = cell(&window, Field::PrimaryPrice, 0);
            let columns = (1..10).find(|_| {
                window.tap_key(onward);
                window.editors().iter().any(|editor| editor.name == price)
            });
            focus_first_row(&mut window);
            (1..columns.unwrap()).for_each(|_| window.tap_key(onward));
            type_after(&mut window, &[pressed(onward)], frames);
            assert_eq!(plain(&window.value(&price)), "345", "{language:?}, by key, {frames} frames later");

            let mut window = table(language);
            let at = place_of(&window, Field::PrimaryPrice, 0);
            type_after(&mut window, &clicked(at), frames);
            assert_eq!(plain(&window.value(&price)), "345", "{language:?}, by mouse, {frames} frames later");
        }
    }
}

/// Does something, and types this many frames later.
fn type_after(window: &mut TestWindow, before: &[Input], frames: usize) {
    window.harness.input_mut().events.extend_from_slice(before);
    (0..frames).for_each(|_| window.harness.step());
    for digit in ["3", "4", "5"] {
        window.harness.input_mut().events.push(Input::Text(digit.to_owned()));
        if frames > 0 {
            window.harness.step();
        }
    }
    window.harness.run();
}

fn pressed(key: Key) -> Input {
    Input::Key { key, pressed: true, repeat: false, modifiers: Modifiers::NONE, physical_key: None }
}

fn clicked(at: Pos2) -> [Input; 2] {
    [true, false].map(|pressed| Input::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    })
}

#[test]
fn the_keys_of_a_spreadsheet_go_from_cell_to_cell_and_back_to_the_row() {
    for language in Language::ALL {
        let mut window = table(language);
        click(&mut window, Field::PrimaryPrice, 2);
        window.key_press(Key::Tab);
        window.harness.run();
        assert!(window.is_focused(&cell(&window, Field::Stock, 2)), "{language:?}");
        window.key_press(Key::Tab);
        window.harness.run();
        assert!(window.is_focused(&cell(&window, Field::PrimaryPrice, 3)), "{language:?}");
        window.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
        window.key_press(Key::ArrowUp);
        window.harness.run();
        assert!(
            window.is_focused(&cell(&window, Field::Stock, 0)),
            "{language:?}: over the one with variants"
        );
        window.type_keys("55");
        window.key_press(Key::Escape);
        window.harness.run();
        assert!(!unsent(&window, 1), "{language:?}: Escape brings the value of the shop back");
        window.key_press(Key::Escape);
        window.harness.run();
        let rows = window.harness.get_all_by_role(Role::Row);
        let focused = rows.into_iter().find(|row| row.accesskit_node().is_focused());
        let label = focused.expect("a row has the focus").accesskit_node().label().unwrap_or_default();
        assert!(without_direction_marks(&label).starts_with(&product(&window, 0).title), "{language:?}");
    }
}

#[test]
fn f6_goes_to_the_bar_of_what_was_typed() {
    for language in Language::ALL {
        let mut window = in_cell(language, Field::PrimaryPrice);
        window.type_keys("55000");
        window.key_press(Key::Enter);
        window.harness.run();
        let review = window.message("edits-preview");
        let reached = (0..6).any(|_| {
            window.tap_key(Key::F6);
            window.is_focused(&review)
        });
        assert!(reached, "{language:?}");
    }
}

#[test]
fn what_is_no_value_is_told_beside_its_cell_and_never_sent() {
    for language in Language::ALL {
        let mut window = table(language);
        click(&mut window, Field::Stock, 0);
        window.type_keys("a few");
        window.key_press(Key::ArrowDown);
        window.type_keys("12");
        window.harness.run();
        assert!(unsent(&window, 1), "{language:?}: {:?}", window.texts());
        assert!(window.shows(&window.format("cells-wrong", args!["count" => 1])), "{language:?}");
        let told = &window.app().model().announcement.last;
        assert!(matches!(told, Some(vitrine_model::Announcement::Unusable(_))), "{language:?}: {told:?}");
        window.press_message("edits-preview");
        let wanted = wanted(&mut window);
        assert_eq!(wanted.len(), 1, "{language:?}");
        assert_eq!(wanted[0].product, product(&window, 2).id, "{language:?}");
        window.tap_key(Key::Escape);
        window.press_message("cells-wrong-show");
        window.harness.run();
        assert!(window.is_focused(&cell(&window, Field::Stock, 0)), "{language:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
        assert!(window.app().model().products.cells.is_empty(), "{language:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Y);
        window.harness.run();
        assert!(!window.app().model().products.cells.is_empty(), "{language:?}");
    }
}

#[test]
fn a_block_from_a_spreadsheet_fills_the_rows_as_shown_and_tells_what_had_no_place() {
    for language in Language::ALL {
        let mut window = table(language);
        // From the highest price on: products 5, 4, 3, 2, 0; the second one is cheapest and has its sizes
        // below.
        window.app_mut().act(Action::Go(Screen::Products));
        focus_first_row(&mut window);
        let shirt = product(&window, 1);
        let (onward, _) = if language.is_rtl() {
            (Key::ArrowLeft, Key::ArrowRight)
        } else {
            (Key::ArrowRight, Key::ArrowLeft)
        };
        window.tap_key(Key::ArrowDown);
        window.tap_key(onward);
        assert!(window.shows("M"), "{language:?}: the sizes are unfolded");
        click(&mut window, Field::PrimaryPrice, 0);
        let unit = if language.is_rtl() { "۲۵۰ هزار تومان" } else { "250000" };
        let text = format!(
            "{unit}\t9\r\n100\t1\r\n7777\t\r\n\t8\r\nmany\t7\r\n5\t5\r\n6\t6\r\n7\t7\r\n8\t8\r\n9\t9\r\n"
        );
        paste(&mut window, &text);
        let cells = &window.app().model().products.cells;
        let text_of = |of: &ProductId, field, variant: Option<u64>| {
            let key = FieldKey { field, variant: variant.map(Into::into) };
            cells.get(of, &key).map(|cell| plain(&cell.text))
        };
        let id = |place: usize| product(&window, place).id;
        assert_eq!(text_of(&id(0), Field::Stock, None).as_deref(), Some("9"), "{language:?}");
        assert_eq!(text_of(&shirt.id, Field::Stock, None), None, "{language:?}: it is sold in sizes");
        assert_eq!(
            text_of(&shirt.id, Field::PrimaryPrice, Some(71)).as_deref(),
            Some("7777"),
            "{language:?}"
        );
        assert_eq!(text_of(&shirt.id, Field::Stock, Some(71)), None, "{language:?}: left alone");
        assert_eq!(text_of(&shirt.id, Field::Stock, Some(72)).as_deref(), Some("8"), "{language:?}");
        assert_eq!(cells.wrong(), 1, "{language:?}: many");
        let too_many = window.format("notifications-pasted-too-much", args!["count" => 3]);
        assert!(window.shows(&too_many), "{language:?}: {:?}", window.texts());
        let first = id(0);
        window.press_message("edits-preview");
        let wanted = wanted(&mut window);
        assert_eq!(wanted[0].product, first, "{language:?}: in the order of the rows");
        assert_eq!(wanted[1].product, shirt.id, "{language:?}");
    }
}

#[test]
fn a_range_is_filled_with_one_value_and_cleared() {
    let mut window = table(Language::English);
    click(&mut window, Field::Stock, 2);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    window.harness.run();
    paste(&mut window, "88");
    assert!(unsent(&window, 3), "{:?}", window.texts());
    window.key_press(Key::Delete);
    window.harness.run();
    assert!(window.app().model().products.cells.is_empty());
}

#[test]
fn what_is_discarded_is_brought_back_by_the_button_in_its_place() {
    for language in Language::ALL {
        let mut window = table(language);
        click(&mut window, Field::Stock, 0);
        window.type_keys("41");
        window.key_press(Key::Enter);
        window.harness.run();
        window.press_message("edits-discard");
        window.harness.run();
        assert!(window.shows(&window.format("cells-discarded", args!["count" => 1])), "{language:?}");
        assert!(!unsent(&window, 1), "{language:?}");
        let undo = window.message("undo");
        assert!(focus::focused(&window).starts_with(&undo), "{language:?}: {}", focus::focused(&window));
        window.key_press(Key::Enter);
        window.harness.run();
        assert!(unsent(&window, 1), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn unsent_changes_survive_a_search_another_screen_and_a_new_load_of_the_list() {
    let mut window = table(Language::English);
    click(&mut window, Field::Stock, 0);
    window.type_keys("41");
    window.key_press(Key::Enter);
    window.harness.run();
    let find = window.message("products-search");
    window.type_into(&find, "nothing of that name");
    assert!(unsent(&window, 1), "{:?}", window.texts());
    window.tap_key(Key::Escape);
    window.press_message("nav-settings");
    window.press_message("nav-products");
    assert!(unsent(&window, 1));
    window.deliver_all(scenes::products(6));
    assert!(unsent(&window, 1));
    let sold = Product { inventory: Some(3), ..product(&window, 0) };
    window.deliver(Event::Catalog(CatalogEvent::Newest(vec![sold])));
    let moved = window.format("cells-before-moved", args!["value" => "3"]);
    assert!(window.shows(&moved), "{:?}", window.texts());
    window.press_message("edits-preview");
    let wanted = wanted(&mut window);
    assert_eq!(
        numbers(&wanted[0]),
        [(Field::Stock, None, 41, 0)],
        "based on what was shown when it was typed"
    );
}

/// Its end was cut: “10,780,…” is another price.
#[test]
fn the_price_that_the_shop_has_by_now_is_read_whole_beside_the_one_that_was_typed() {
    for language in Language::ALL {
        let mut window = table(language);
        click(&mut window, Field::PrimaryPrice, 0);
        window.type_keys("9900000");
        window.key_press(Key::Enter);
        let moved = Product { price: Some(Price::on_wire(10_780_000)), ..product(&window, 0) };
        window.deliver(Event::Catalog(CatalogEvent::Newest(vec![moved])));
        let now = written(&window, Field::PrimaryPrice, 10_780_000);
        let said = window.format("cells-before-moved", args!["value" => now]);
        let said = without_direction_marks(&said);
        assert!(known_products::is_drawn_whole(&window, &said), "{language:?}: {said}: {:?}", window.texts());
    }
}

/// What the window has saved last of the cells.
fn saved(window: &mut TestWindow) -> Option<SavedCells> {
    window.app_mut().act(Action::Leave(LeaveTarget::SignOut));
    let saved = window.take_commands().into_iter().find_map(|command| match command {
        Command::Edit(EditCommand::SaveCells(saved)) => Some(saved.map(|saved| *saved)),
        _ => None,
    });
    saved.expect("they are saved")
}

#[test]
fn unsent_changes_are_there_after_a_restart_and_not_for_another_account() {
    let mut window = table(Language::Persian);
    let of = product(&window, 0).id;
    let type_it = CellAction::Set(vec![((of.into(), Field::Stock), "41".to_owned())]);
    window.app_mut().act(Action::Cells(type_it));
    let saved = saved(&mut window).unwrap();
    let mut next = table(Language::Persian);
    next.deliver(Event::Edit(EditEvent::CellsRestored(Box::new(saved))));
    assert!(unsent(&next, 1), "{:?}", next.texts());
    next.deliver(Event::Left);
    next.deliver(scenes::signed_in());
    next.deliver_all(scenes::products(6));
    assert!(!unsent(&next, 1));
}

#[test]
fn what_is_sent_is_typed_no_more() {
    let mut window = table(Language::English);
    click(&mut window, Field::Stock, 0);
    window.type_keys("41");
    window.key_press(Key::Enter);
    window.type_keys("42");
    window.key_press(Key::Enter);
    window.harness.run();
    assert!(unsent(&window, 2));
    window.press_message("edits-preview");
    let asked = window.take_commands().into_iter().find_map(|command| match command {
        Command::Edit(EditCommand::Preview { preview, .. }) => Some(preview),
        _ => None,
    });
    let of = product(&window, 0);
    let change = FieldChange::new(Field::Stock, Some(FieldValue::Number(0)), FieldValue::Number(41));
    let row = PreviewRow {
        row: None,
        key: of.id.to_string(),
        product: Some(of.id.clone()),
        name: of.title.clone(),
        changes: vec![change.clone()],
        from_shop: Vec::new(),
        paid: Vec::new(),
        outcome: PreviewOutcome::Change,
    };
    let result = Ok(Arc::new(Preview::from_iter([row])));
    window.deliver(Event::Edit(EditEvent::Previewed { preview: asked.unwrap(), result }));
    let send = window.format("edits-send", args!["count" => 1]);
    window.press(&send);
    assert!(unsent(&window, 2), "until the run has begun");
    let sent = StoredRow {
        product: of.id,
        name: of.title,
        changes: vec![change],
        state: RowState::Waiting,
        sent: false,
        now: Vec::new(),
        problem: None,
    };
    window.deliver(Event::Edit(EditEvent::Opened { run: EditRunId(1), rows: vec![sent], undoes: None }));
    assert!(unsent(&window, 1), "{:?}", window.texts());
}

#[test]
fn a_click_into_the_text_of_a_cell_edits_it_and_the_key_for_all_selects_the_text() {
    let mut window = in_cell(Language::English, Field::PrimaryPrice);
    let name = cell(&window, Field::PrimaryPrice, 0);
    let editor = window.editor(&name);
    window.click_into(&editor);
    window.clear_by_keys();
    assert_eq!(window.text_of(&editor).as_deref(), Some(""));
    window.type_keys("345000");
    assert_eq!(window.text_of(&editor).as_deref(), Some("345000"));
    assert!(!window.shows_message("review-select-none"), "no product is selected");
}

#[test]
fn a_price_is_typed_over_the_owners_price_where_buyers_pay_less() {
    for language in Language::ALL {
        let mut window = table(language);
        let (paid, own) = (Price::on_wire(400_000), Price::on_wire(500_000));
        let discounted = Product { price: Some(paid), primary_price: Some(own), ..product(&window, 0) };
        window.deliver(Event::Catalog(CatalogEvent::Newest(vec![discounted])));
        click(&mut window, Field::PrimaryPrice, 0);
        let name = cell(&window, Field::PrimaryPrice, 0);
        assert_eq!(plain(&window.value(&name)), "500000", "{language:?}");
        let price = written(&window, Field::PrimaryPrice, 400_000);
        assert!(window.shows(&window.format("cells-paid", args!["price" => price])), "{:?}", window.texts());
    }
}
