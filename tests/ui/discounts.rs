//! Discounts of products: the dialog, the preview with what buyers will pay, and the list of what runs.

use super::products::focus_first_row;
use super::*;
use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use jiff::ToSpan as _;
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{EditCommand, EditEvent, Wanted};
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::plan::{LeftOut, Preview, PreviewOutcome, PreviewRow};
use vitrine_domain::{
    CreateRules, Discount, DiscountRules, Field, FieldValue, Price, Problem, ProblemKind, Product, ProductId,
};

/// The products screen at a marketplace that takes discounts.
pub fn window(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    open(&mut window);
    window
}

pub fn open(window: &mut TestWindow) {
    let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
        scenes::signed_in()
    else {
        unreachable!()
    };
    let discounts = Some(DiscountRules { percent_max: 60, days_max: 30 });
    let rules = Arc::new(CreateRules { discounts, ..(*rules).clone() });
    window.deliver(Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }));
    window.deliver_all(scenes::products(4));
    window.deliver(Event::Edit(EditEvent::Available(true)));
    window.app_mut().act(Action::Go(Screen::Products));
    window.harness.run();
    focus_first_row(window);
    window.take_commands();
}

/// Selects every product and opens the dialog.
pub fn open_dialog(window: &mut TestWindow) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.press_message("discount-selected");
}

/// What is asked of the worker, with the number of the preview.
fn asked(window: &mut TestWindow) -> Option<(u64, Vec<ProductId>, Discount)> {
    window.take_commands().into_iter().rev().find_map(|command| match command {
        Command::Edit(EditCommand::Preview {
            preview,
            wanted: Wanted::Discount { products, discount },
            ..
        }) => Some((preview, products, discount)),
        _ => None,
    })
}

fn price(number: i64) -> FieldValue {
    FieldValue::Price(Price::on_wire(number))
}

/// Two products that get a discount, and one that has one.
fn preview(discount: Discount) -> Preview {
    let given = FieldChange::new(
        Field::Discount,
        Some(FieldValue::Discount(Discount::NONE)),
        FieldValue::Discount(discount),
    );
    let row = |index: u64, changes: Vec<FieldChange>, outcome| PreviewRow {
        row: None,
        key: index.to_string(),
        product: Some(ProductId::from(90_000 + index)),
        name: format!("Kilim {index}"),
        paid: changes
            .iter()
            .map(|_| FieldChange::new(Field::PrimaryPrice, Some(price(1_000_000)), price(800_000)))
            .collect(),
        changes,
        from_shop: Vec::new(),
        outcome,
    };
    let refused = PreviewOutcome::Refused(Problem::new(ProblemKind::AlreadyDiscounted));
    [
        row(0, vec![given.clone()], PreviewOutcome::Change),
        row(1, vec![given], PreviewOutcome::Change),
        row(2, Vec::new(), refused),
    ]
    .into_iter()
    .collect()
}

#[test]
fn a_discount_is_typed_previewed_with_what_buyers_pay_and_sent_by_key() {
    for language in Language::ALL {
        let mut window = window(language);
        open_dialog(&mut window);
        let (percent, days) = if language == Language::Persian { ("۲۰", "۷") } else { ("20", "7") };
        // The editor of the percentage has the focus.
        window.type_keys(percent);
        window.key_press(Key::Tab);
        window.type_keys(days);
        window.harness.run();
        let last = window.app().model().now.checked_add(7.days()).unwrap();
        let date = window.app().words().date(last.date());
        let ends = window.format("discount-ends", args!["date" => date]);
        assert!(window.shows(&ends), "{language:?}: {ends}");
        window.key_press(Key::Enter);
        let (number, products, discount) = asked(&mut window).expect("a preview is asked for");
        assert_eq!((products.len(), discount), (4, Discount::wanted(20, 7)), "{language:?}");

        window.deliver(Event::Edit(EditEvent::Previewed {
            preview: number,
            result: Ok(preview(discount).into()),
        }));
        let change = |name: &str, old: String, new: String| {
            let line = window
                .format("bulk-change", args!["name" => window.message(name), "old" => old, "new" => new]);
            without_direction_marks(&line).into_owned()
        };
        let words = window.app().words();
        let money = |price| words.money(Price::on_wire(price), window.app().model().currency());
        let given = change("field-discount", words.discount(Discount::NONE), words.discount(discount));
        let paid = change("products-buyers-pay", money(1_000_000), money(800_000));
        let rows = window.harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label());
        let rows: Vec<String> = rows.collect();
        for line in [given, paid] {
            assert_eq!(
                rows.iter().filter(|row| row.contains(&line)).count(),
                2,
                "{language:?}: {line}, {rows:?}"
            );
        }
        let already = window.message("problem-already_discounted");
        assert!(window.shows(&already), "{language:?}: why one has none");
        let send = window.format("edits-send", args!["count" => 2]);
        window.press(&send);
        let started = window.take_commands().into_iter().any(|command| {
            matches!(command, Command::Edit(EditCommand::Start { preview, left_out })
                if preview == number && left_out == LeftOut::new())
        });
        assert!(started, "{language:?}");
    }
}

#[test]
fn numbers_beyond_what_the_marketplace_takes_are_said_beside_them() {
    let mut window = window(Language::English);
    open_dialog(&mut window);
    window.type_keys("61");
    window.key_press(Key::Tab);
    window.type_keys("7");
    window.key_press(Key::Enter);
    assert!(asked(&mut window).is_none());
    let above = window.format("field-error-above-maximum", args!["max" => "60"]);
    assert!(window.shows(&above));
}

#[test]
fn discounts_of_a_selection_are_ended_by_mouse_and_going_back_keeps_what_was_typed() {
    for language in Language::ALL {
        let mut window = window(language);
        open_dialog(&mut window);
        window.press_message("discount-end");
        window.press_message("edits-preview");
        let (number, products, discount) = asked(&mut window).expect("a preview is asked for");
        assert_eq!((products.len(), discount), (4, Discount::NONE), "{language:?}");
        let failed = Err(Problem::new(ProblemKind::Unreachable));
        window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result: failed }));
        window.press_message("edits-back");
        assert!(window.shows_message("discount-end-help"), "{language:?}");
    }
}

#[test]
fn what_runs_is_listed_with_its_end_and_ended() {
    for language in Language::ALL {
        let mut window = window(language);
        window.press_message("discounts-open");
        assert!(window.shows_message("discounts-none"), "{language:?}");
        window.key_press(Key::Escape);
        let ends = "2026-12-05T12:00:00Z".parse().ok();
        let discount = Discount { percent: 20, days: None, ends };
        let list = window.app().model().products.list();
        let discounted: Vec<Product> =
            (0..2).map(|row| Product { discount: Some(discount), ..list.product(row).unwrap() }).collect();
        let names: Vec<String> = discounted.iter().map(|product| product.title.clone()).collect();
        let ids: Vec<ProductId> = discounted.iter().map(|product| product.id.clone()).collect();
        window.deliver(Event::Catalog(CatalogEvent::Newest(discounted)));
        window.press_message("discounts-open");
        let names = names.join(&window.message("list-separator"));
        let said = window.app().words().discount(discount);
        let line = window.format("discounts-line", args!["discount" => said, "count" => 2, "names" => names]);
        assert!(window.shows(&line), "{language:?}: {line}");
        window.press_message("discount-end-some");
        let (_, products, discount) = asked(&mut window).expect("a preview is asked for");
        assert_eq!((products, discount), (ids, Discount::NONE), "{language:?}");
    }
}

#[test]
fn where_the_file_names_no_discounts_none_is_offered() {
    let mut window = TestWindow::new(Language::English);
    product_edits::open_products(&mut window);
    focus_first_row(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    assert!(!window.shows_message("discount-selected") && !window.shows_message("discounts-open"));
}

#[test]
fn a_new_product_like_one_with_a_discount_has_the_owners_price() {
    let mut window = window(Language::English);
    let product = window.app().model().products.list().product(0).unwrap();
    let discounted = Product {
        price: Some(Price::on_wire(800_000)),
        primary_price: Some(Price::on_wire(1_000_000)),
        discount: Some(Discount::wanted(20, 7)),
        ..product
    };
    window.deliver(Event::Catalog(CatalogEvent::Newest(vec![discounted])));
    window.key_press(Key::Enter);
    let label = window.message("products-own-price");
    assert!(window.shows(&format!("{label}:")));
    window.press_message("products-like");
    let typed = window.app().model().form.text(Field::PrimaryPrice).to_owned();
    assert_eq!(typed, "1000000");
}
