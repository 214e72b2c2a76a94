//! Products that are sold in variants: in their details, and in the form of one product.

use super::products::focus_first_row;
use super::review_grid::plain;
use super::*;
use std::sync::Arc;

use eframe::egui::{Key, Modifiers};
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{EditCommand, EditEvent, Wanted};
use vitrine_domain::{CreateRules, Field, FieldKey, FieldValue, Price, Product, ProductState, Variant};

/// The products screen, where the first product is sold in two sizes, at a marketplace that changes variants.
fn window(language: Language) -> TestWindow {
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
    window.key_press(Key::Enter);
    window.take_commands();
    window
}

fn shirt(window: &TestWindow) -> Product {
    let variant = |id: u64, name: &str, price, stock| Variant {
        id: id.into(),
        name: name.to_owned(),
        sku: Some(format!("SHIRT-{name}")),
        primary_price: Some(Price::on_wire(price)),
        stock: Some(stock),
    };
    let variants = vec![variant(71, "M", 250_000, 3), variant(72, "L", 270_000, 0)];
    Product { variants, ..window.app().model().products.list().product(0).unwrap() }
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
