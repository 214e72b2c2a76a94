//! Products that are sold in variants: in the table, in their details, and in the forms that change them.

use super::products::focus_first_row;
use super::review_grid::plain;
use super::*;
use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, pos2};
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{EditCommand, EditEvent, Wanted};
use vitrine_domain::{
    CatalogState, CreateRules, Field, FieldKey, FieldValue, Price, Product, ProductState, Variant,
};

/// The products screen, where the first product is sold in two sizes, at a marketplace that changes variants.
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
    let shirt = shirt(&window);
    window.deliver(Event::Catalog(CatalogEvent::Newest(vec![shirt])));
    focus_first_row(&mut window);
    window.take_commands();
    window
}

/// The same with the details of that product.
fn window(language: Language) -> TestWindow {
    let mut window = table(language);
    window.key_press(Key::Enter);
    window.take_commands();
    window
}

fn shirt(window: &TestWindow) -> Product {
    in_two_sizes(window.app().model().products.list().product(0).unwrap())
}

/// A product with the sizes M and L.
pub fn in_two_sizes(product: Product) -> Product {
    let variant = |id: u64, name: &str, price, stock| Variant {
        id: id.into(),
        name: name.to_owned(),
        properties: Vec::new(),
        sku: Some(format!("SHIRT-{name}")),
        primary_price: Some(Price::on_wire(price)),
        stock: Some(stock),
    };
    Product { variants: vec![variant(71, "M", 250_000, 3), variant(72, "L", 270_000, 0)], ..product }
}

/// The row that has the focus, as a screen reader says it, with whether it says that it shows its variants.
fn focused_row(window: &TestWindow) -> (String, Option<bool>) {
    let rows = window.harness.get_all_by_role(Role::Row);
    let row = rows.into_iter().find(|row| row.accesskit_node().is_focused()).expect("a row has the focus");
    let name = row.accesskit_node().label().unwrap_or_default();
    (without_direction_marks(&name).into_owned(), row.accesskit_node().data().is_expanded())
}

/// The keys towards the end and towards the start of a line.
fn along(language: Language) -> (Key, Key) {
    if language.is_rtl() { (Key::ArrowLeft, Key::ArrowRight) } else { (Key::ArrowRight, Key::ArrowLeft) }
}

#[test]
fn the_variants_of_a_product_are_shown_below_it_by_key_and_by_mouse_and_hidden_again() {
    for language in Language::ALL {
        let mut window = table(language);
        let (onward, back) = along(language);
        let name = shirt(&window).title;
        let count = window.format("products-variant-count", args!["count" => 2]);
        assert!(window.shows(&count) && !window.shows("M"), "{language:?}");
        assert_eq!(focused_row(&window).1, Some(false), "{language:?}");

        window.tap_key(onward);
        assert_eq!(focused_row(&window).1, Some(true), "{language:?}");
        let second = window.app().model().products.list().product(1).unwrap().title;
        let [m, l, below] = ["M", "L", &second].map(|text| window.rects_of(text)[0].top());
        assert!(m < l && l < below, "{language:?}");
        // The sign of the product stands before the names of its variants.
        let m = window.harness.get_by_label("M").rect();
        let sign = if language.is_rtl() { m.right() + 20.0 } else { m.left() - 20.0 };
        window.tap_key(Key::ArrowDown);
        let (row, expanded) = focused_row(&window);
        assert!(row.starts_with(&format!("{name} (M)")) && expanded.is_none(), "{language:?}: {row}");
        let stock = window.app().words().integer(3);
        assert!(row.contains(&*without_direction_marks(&stock)), "{language:?}: {row}");

        window.tap_key(back);
        assert!(!window.shows("M") && focused_row(&window).0.starts_with(&name), "{language:?}");
        let sign = pos2(sign, window.rects_of(&name)[0].center().y);
        window.click(sign);
        assert!(window.shows("M"), "{language:?}");
        assert!(!window.shows_message("products-details"), "{language:?}: only the variants are opened");
        window.click(sign);
        assert!(!window.shows("M"), "{language:?}");
    }
}

#[test]
fn the_arrow_key_goes_on_to_the_cells_of_a_row_whose_variants_are_shown() {
    let mut window = table(Language::English);
    window.tap_key(Key::ArrowRight);
    window.tap_key(Key::ArrowRight);
    window.tap_key(Key::ArrowLeft);
    assert!(window.shows("M"), "back at the row");
    window.tap_key(Key::ArrowLeft);
    assert!(!window.shows("M"));
}

#[test]
fn variants_stay_shown_while_the_table_is_searched_and_the_list_is_read_again() {
    let mut window = table(Language::English);
    window.tap_key(Key::ArrowRight);
    let shirt = shirt(&window);
    let others: Vec<Product> = window.app().model().products.list().products().skip(1).collect();
    let top = window.rects_of("M")[0].top();
    let load = 50;
    window.deliver(Event::Catalog(CatalogEvent::Started { load }));
    let products = [vec![shirt.clone()], others].concat();
    window.deliver(Event::Catalog(CatalogEvent::Page { load, products, total: None }));
    assert_eq!(window.rects_of("M")[0].top(), top, "nothing moves while it is read");
    let state = CatalogState { read_at: jiff::Timestamp::UNIX_EPOCH, is_complete: true };
    window.deliver(Event::Catalog(CatalogEvent::Ended { load, state }));
    assert_eq!(window.rects_of("M")[0].top(), top);
    let find = window.message("products-search");
    window.type_into(&find, &shirt.title);
    assert!(window.shows("M"), "{:?}", window.texts());
    window.type_into(&find, "nothing of that name");
    assert!(!window.shows("M"));
}

/// What is wanted of the preview that was asked for.
fn wanted(window: &mut TestWindow) -> Wanted {
    let asked = window.take_commands().into_iter().find_map(|command| match command {
        Command::Edit(EditCommand::Preview { wanted, .. }) => Some(wanted),
        _ => None,
    });
    asked.expect("a preview is asked for")
}

#[test]
fn prices_of_selected_products_and_variants_are_raised_together_and_only_theirs() {
    for language in Language::ALL {
        let mut window = table(language);
        window.tap_key(along(language).0);
        for keys in [&[Key::ArrowDown, Key::ArrowDown, Key::Space][..], &[Key::ArrowDown, Key::Space]] {
            keys.iter().for_each(|key| window.tap_key(*key));
        }
        let args = || args!["products" => 1, "variants" => 1, "hidden" => 0];
        assert!(window.shows(&window.format("products-selected-variants", args())), "{:?}", window.texts());
        let change = window.format("edits-change-selected-variants", args!["count" => 2]);
        window.press(&change);
        assert!(!window.shows_message("edits-find"), "a variant has no name of its own");
        window.press_message("bulk-increase-percent");
        let percent = window.message("bulk-percent");
        window.type_into(&percent, "7");
        window.press_message("edits-preview");
        let Wanted::Products { products, rules } = wanted(&mut window) else { panic!("{language:?}") };
        let list = window.app().model().products.list();
        let expected = [shirt(&window).variant_at(1).unwrap(), list.id(1).unwrap().into()];
        assert_eq!((products.as_slice(), rules.len()), (&expected[..], 1), "{language:?}");
    }
}

#[test]
fn the_form_of_one_variant_has_its_price_and_stock_and_nothing_of_the_others() {
    for language in Language::ALL {
        let mut window = table(language);
        window.tap_key(along(language).0);
        for key in [Key::ArrowDown, Key::Space] {
            window.tap_key(key);
        }
        let change = window.format("edits-change-selected-variants", args!["count" => 1]);
        window.press(&change);
        let product = shirt(&window);
        let read = ProductState { has_variants: true, ..ProductState::from(product.clone()) };
        let result = Ok(Box::new(read));
        window.deliver(Event::Edit(EditEvent::Read { product: product.id.clone(), result }));
        let label =
            |window: &TestWindow, variant: &str| format!("{} ({variant})", window.label(Field::Stock));
        assert_eq!(window.harness.query_all_by_label(&label(&window, "L")).count(), 0, "{language:?}");
        let stock = label(&window, "M");
        window.focus(&stock);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("12");
        window.press_message("edits-preview");
        let of = FieldKey { field: Field::Stock, variant: Some(71.into()) };
        let Wanted::Product { values, base, album, .. } = wanted(&mut window) else { panic!() };
        assert_eq!((values, album), (vec![(of.clone(), "12".to_owned())], None), "{language:?}");
        assert_eq!(base, vec![(of, FieldValue::Number(3))], "{language:?}");
    }
}

#[test]
fn the_details_of_a_product_name_each_variant_with_its_price_stock_and_sku() {
    for language in Language::ALL {
        let window = window(language);
        assert!(window.shows_message("products-variants"), "{language:?}");
        let texts: Vec<String> =
            window.texts().iter().map(|text| without_direction_marks(text).into_owned()).collect();
        for (name, price) in [("M", 250_000), ("L", 270_000)] {
            let money = without_direction_marks(
                &window.app().words().money(Price::on_wire(price), window.app().model().currency()),
            )
            .into_owned();
            let is_told =
                texts.iter().any(|text| text.contains(&money) && text.contains(&format!("SHIRT-{name}")));
            assert!(is_told && texts.contains(&format!("{name}:")), "{language:?}, {name}: {texts:?}");
        }
    }
}

#[test]
fn the_form_of_a_product_has_price_and_stock_of_each_variant_and_only_what_was_typed_is_wanted() {
    for language in Language::ALL {
        let mut window = window(language);
        let own = window.label(Field::Stock);
        let named_stock = |window: &TestWindow| window.harness.query_all_by_label(&own).count();
        let before = named_stock(&window);
        window.press_message("edits-change");
        let product = shirt(&window);
        let read = ProductState { has_variants: true, ..ProductState::from(product.clone()) };
        window.deliver(Event::Edit(EditEvent::Read {
            product: product.id.clone(),
            result: Ok(Box::new(read)),
        }));
        let label =
            |window: &TestWindow, field: Field, variant: &str| format!("{} ({variant})", window.label(field));
        assert_eq!(named_stock(&window), before, "{language:?}: the product has no stock of its own");
        let stock = label(&window, Field::Stock, "L");
        assert_eq!(plain(&window.value(&label(&window, Field::PrimaryPrice, "M"))), "250000", "{language:?}");
        window.focus(&stock);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("12");
        window.press_message("edits-preview");
        let of = |field| FieldKey { field, variant: Some(72.into()) };
        let asked = window.take_commands().into_iter().find_map(|command| match command {
            Command::Edit(EditCommand::Preview { wanted: Wanted::Product { values, base, .. }, .. }) => {
                Some((values, base))
            }
            _ => None,
        });
        let expected =
            (vec![(of(Field::Stock), "12".to_owned())], vec![(of(Field::Stock), FieldValue::Number(0))]);
        assert_eq!(asked, Some(expected), "{language:?}");
    }
}

/// The form of a new product at a marketplace that takes variants.
fn new_product(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 2200.0]);
    open_form(&mut window);
    window.take_commands();
    window
}

/// Opens the form of a new product at a marketplace that takes variants.
pub fn open_form(window: &mut TestWindow) {
    let mut signed_in = scenes::signed_in();
    let Event::Session(Session::SignedIn { rules, .. }) = &mut signed_in else { unreachable!() };
    *rules = Arc::new(CreateRules { fields: vec![Field::Variants], ..(**rules).clone() });
    window.deliver(signed_in);
    window.press_message("nav-create");
}

fn kept(window: &TestWindow) -> String {
    window.app().model().form.text(Field::Variants).to_owned()
}

#[test]
fn variants_of_a_new_product_are_typed_cell_by_cell_and_kept_in_the_notation_of_sheets() {
    for language in Language::ALL {
        let mut window = new_product(language);
        window.press_message("variants-add");
        let cell = |window: &TestWindow, column: &str, row: i32| {
            let name = window.format("variants-cell", args!["column" => column, "row" => row]);
            without_direction_marks(&name).into_owned()
        };
        let size = window.message("variants-size");
        let (price, stock) = (window.label(Field::PrimaryPrice), window.label(Field::Stock));
        for (column, text) in [(&size, "Dark red, L"), (&price, "۲۵۰٬۰۰۰"), (&stock, "3")] {
            let name = cell(&window, column, 1);
            window.focus(&name);
            // Key by key, with the space in the middle.
            text.chars().for_each(|key| window.type_keys(&key.to_string()));
        }
        let expected = format!("{size}=Dark red\\, L | ۲۵۰٬۰۰۰ | 3");
        assert_eq!(kept(&window), expected, "{language:?}");
        window.press_message("variants-combine");
        let two = format!("{size}=Dark red | ۲۵۰٬۰۰۰ | 3; {size}=L | ۲۵۰٬۰۰۰ | 3");
        assert_eq!(kept(&window), two, "{language:?}");
        let remove = window.format("variants-remove", args!["row" => 1]);
        window.press(&without_direction_marks(&remove));
        assert_eq!(kept(&window), format!("{size}=L | ۲۵۰٬۰۰۰ | 3"), "{language:?}");
        assert_eq!(plain(&window.value(&cell(&window, &price, 1))), "250000", "{language:?}");
    }
}

#[test]
fn cells_of_a_spreadsheet_are_pasted_into_the_grid_of_variants() {
    let mut window = new_product(Language::English);
    window.press_message("variants-add");
    window.press_message("variants-add-property");
    let first =
        window.format("variants-cell", args!["column" => window.message("variants-size"), "row" => 1]);
    window.focus(&without_direction_marks(&first));
    window.harness.event(eframe::egui::Event::Paste("S\tRed\t100\t1\nM\tBlue\t200\t2\n".to_owned()));
    window.harness.run();
    assert_eq!(kept(&window), "Size=S, Color=Red | 100 | 1; Size=M, Color=Blue | 200 | 2");
}

#[test]
fn variants_that_are_no_grid_stay_a_text() {
    let mut window = new_product(Language::English);
    window.app_mut().act(Action::Form(FormAction::Type(Field::Variants, "Size=L; Color=Red".to_owned())));
    window.harness.run();
    assert_eq!(plain(&window.value(&window.label(Field::Variants))), "Size=L; Color=Red");
}
