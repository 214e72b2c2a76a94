//! What looks like a slip in the review, with its fix.

use super::*;

/// A review of this many products with these prices in its first rows.
fn review(language: Language, products: usize, prices: &[&str]) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 1200.0]);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(products, 0));
    for (row, price) in prices.iter().enumerate() {
        let field = window.cell(Field::PrimaryPrice, row + 1);
        window.type_into(&field, price);
    }
    window
}

fn price(window: &TestWindow, row: usize) -> String {
    review_grid::plain(&window.value(&window.cell(Field::PrimaryPrice, row)))
}

#[test]
fn a_price_ten_times_the_others_is_divided_by_its_row_or_for_all_and_can_be_undone() {
    for language in Language::ALL {
        let mut window = review(
            language,
            8,
            &["250000", "2400000", "180000", "310000", "290000", "400000", "200000", "3000000"],
        );
        let all = window.format("import-slips-high-fix", args!["count" => 2]);
        assert!(window.shows(&all), "{language:?} {:?}", window.texts());
        window.press(&all);
        assert_eq!((price(&window, 2), price(&window, 8)), ("240000".to_owned(), "300000".to_owned()));
        assert!(!window.shows(&all));
        assert!(
            window.shows(&window.format("notifications-replaced", args!["count" => 2])),
            "{language:?}: {:?}",
            window.texts()
        );
        window.key_press_modifiers(eframe::egui::Modifiers::COMMAND, eframe::egui::Key::Z);
        window.harness.run();
        assert_eq!(price(&window, 2), "2400000");
        let row = window.message("import-slip-high");
        let at = window.rects_of(&row)[0].center();
        window.click(at);
        window.harness.run();
        assert_eq!((price(&window, 2), price(&window, 8)), ("240000".to_owned(), "3000000".to_owned()));
    }
}

#[test]
fn products_of_one_name_are_numbered_by_a_button() {
    let mut window = review(Language::English, 3, &[]);
    let first = window.value(&window.cell(Field::Name, 1));
    for index in [1, 2] {
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Type(
            index,
            Field::Name,
            first.clone(),
        ))));
    }
    window.harness.run();
    assert!(window.shows_message("import-equal-name-here"), "{:?}", window.texts());
    let fix = window.format("import-equal-names-fix", args!["count" => 3]);
    window.press(&fix);
    let names: Vec<String> = (1..=3).map(|row| window.value(&window.cell(Field::Name, row))).collect();
    assert_eq!(names[0], first);
    assert!(
        names[1].ends_with('2') && names[2].ends_with('3')
            || names[1].ends_with('۲') && names[2].ends_with('۳'),
        "{names:?}"
    );
    assert!(!window.shows_message("import-equal-name-here"));
}

#[test]
fn a_name_that_the_shop_has_already_is_noted() {
    let mut window = review(Language::English, 3, &[]);
    assert!(!window.shows_message("import-equal-name-in-shop"));
    let name = window.value(&window.cell(Field::Name, 2));
    let product =
        vitrine_domain::Product { title: name, ..vitrine_domain::Product::with_id(ProductId::from(5)) };
    window.deliver(Event::Catalog(CatalogEvent::Page { load: 1, products: vec![product], total: Some(1) }));
    assert!(window.shows_message("import-equal-name-in-shop"), "{:?}", window.texts());
}

/// A shop whose marketplace rejects contact data, and takes an SKU for one product only.
fn strict_shop() -> Event {
    let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
        scenes::signed_in()
    else {
        unreachable!()
    };
    let mut strict = vitrine_domain::CreateRules { sku_unique: true, ..(*rules).clone() };
    strict.checks.contact_warning = true;
    let rules = std::sync::Arc::new(strict);
    Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency })
}

#[test]
fn contact_data_in_a_text_is_marked_and_can_be_shown_alone_where_the_marketplace_rejects_it() {
    for language in Language::ALL {
        let mut window = review(language, 3, &[]);
        let name = Action::Import(ImportAction::Review(ReviewAction::Type(
            1,
            Field::Name,
            "Rug, call 09123456789".to_owned(),
        )));
        window.app_mut().act(name);
        window.harness.run();
        let note = window.format(
            "contact-data-found",
            args!["field" => window.label(Field::Name), "text" => "09123456789"],
        );
        assert!(!window.shows(&note), "{language:?}: not every marketplace rejects it");
        window.deliver(strict_shop());
        assert!(window.shows(&note), "{language:?}: {:?}", window.texts());
        window.press_message("review-filter-contact");
        assert!(window.shows(&window.cell(Field::Name, 2)));
        assert!(!window.shows(&window.cell(Field::Name, 1)), "{language:?}");
    }
}

#[test]
fn products_without_an_sku_get_one_if_the_owner_says_so() {
    for language in Language::ALL {
        let mut window = review(language, 2, &["250000", "180000"]);
        assert!(
            !window.shows_message("import-generate-skus"),
            "{language:?}: not everywhere an SKU is of one product only"
        );
        window.deliver(strict_shop());
        let generates = |window: &mut TestWindow| {
            window.take_commands().into_iter().find_map(|command| match command {
                Command::Import(ImportCommand::Start { generate_skus, .. }) => Some(generate_skus),
                _ => None,
            })
        };
        window.press_message("import-generate-skus");
        window.app_mut().act(Action::Import(ImportAction::Start {
            again: false,
            unpriced: vitrine::ui::Unpriced::Create,
        }));
        assert_eq!(generates(&mut window), Some(true), "{language:?}");
    }
}

#[test]
fn a_stock_that_may_be_a_price_is_told_in_its_row_and_cleared_by_a_button() {
    for language in Language::ALL {
        let mut window = review(language, 3, &["250000", "260000", "270000"]);
        let stock = window.cell(Field::Stock, 2);
        window.type_into(&stock, "1.250.000");
        window.pause();
        let clear = window.format("import-stocks-clear", args!["count" => 1]);
        for said in
            [window.message("import-stock-like-price"), window.message("import-stock-like-price-brief")]
        {
            assert!(window.shows(&said), "{language:?}: {said}: {:?}", window.texts());
        }
        assert!(window.is_enabled(&window.start_button(3)), "{language:?}: it is only a question");
        window.press(&clear);
        assert_eq!(window.value(&window.cell(Field::Stock, 2)), "", "{language:?}");
        assert!(!window.shows(&clear), "{language:?}");
    }
}
