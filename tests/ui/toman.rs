//! Prices are typed and read in toman where requests are in rial, and choosing another unit changes none.

use super::import::review;
use super::product_edits::{change_all, open_products};
use super::product_form::form_without_price;
use super::products::{focus_first_row, products_screen};
use super::saved_review::saved_reviews;
use super::*;
use vitrine::i18n::Messages;
use vitrine::worker::{EditCommand, Wanted};
use vitrine_core::edit::plan::BulkRule;
use vitrine_domain::{Draft, Price, RialPrices};

/// Chooses a unit in the settings of the window, and goes back.
fn choose(window: &mut TestWindow, key: &str, back_to: &str) {
    window.press_message("nav-settings");
    window.press_message(key);
    window.press_message(back_to);
    window.take_commands();
}

fn digits(language: Language, latin: &str) -> String {
    if language == Language::English { latin.to_owned() } else { Messages::new(language).digits(latin) }
}

#[test]
fn the_unit_is_chosen_for_the_marketplace_and_saved() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-settings");
    window.take_commands();
    window.press_message("settings-prices-toman");
    let saved = window.take_commands().into_iter().find_map(|command| match command {
        Command::Platform(PlatformCommand::SaveSettings(settings)) => Some(settings.rial_prices),
        _ => None,
    });
    let chosen = saved.unwrap().into_iter().collect::<Vec<_>>();
    assert_eq!(chosen, [("Practice shop".to_owned(), RialPrices::InToman)]);
}

#[test]
fn a_price_typed_in_toman_is_sent_in_rial_whatever_unit_is_chosen_before_it_is_sent() {
    for language in Language::ALL {
        for typed in ["250000", "۲۵۰٬۰۰۰", "۲۵۰ هزار تومان", "2,500,000 rial"] {
            let mut window = form_without_price(language);
            choose(&mut window, "settings-prices-toman", "nav-create");
            let in_toman = window.label(Field::PrimaryPrice);
            assert!(in_toman.contains(&window.message("unit-toman")), "{in_toman}");
            window.type_into(&in_toman, typed);
            choose(&mut window, "settings-prices-rial", "nav-create");
            let in_rial = window.label(Field::PrimaryPrice);
            let shown = window.value(&in_rial);
            assert!(
                [digits(language, "2500000"), "2,500,000".into(), "۲٬۵۰۰٬۰۰۰".into(), typed.into()]
                    .contains(&shown),
                "{shown}"
            );
            window.press_message("create-send");
            let sent = window.take_commands();
            let [Command::Form(FormCommand::Send { draft, .. })] = sent.as_slice() else {
                panic!("{sent:?}")
            };
            assert_eq!(draft.primary_price, Some(Price::on_wire(2_500_000)), "{typed}");
        }
    }
}

#[test]
fn a_part_of_a_toman_is_a_price_and_a_part_of_a_rial_is_none() {
    for (typed, in_rial) in [("250.5", Some(2_505)), ("250.55", None)] {
        let mut window = form_without_price(Language::English);
        choose(&mut window, "settings-prices-toman", "nav-create");
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, typed);
        window.press_message("create-send");
        let sent = window.take_commands().into_iter().find_map(|command| match command {
            Command::Form(FormCommand::Send { draft, .. }) => draft.primary_price,
            _ => None,
        });
        assert_eq!(sent, in_rial.map(Price::on_wire), "{typed}");
    }
}

#[test]
fn the_table_shows_toman_alone_and_a_filter_keeps_its_bound() {
    for (language, [price, in_rial]) in
        Language::ALL.into_iter().zip([["12,500 toman", "125,000 rial"], ["۱۲٬۵۰۰ تومان", "۱۲۵٬۰۰۰ ریال"]])
    {
        let mut window = products_screen(language, 24);
        choose(&mut window, "settings-prices-toman", "nav-products");
        assert!(window.shows(price) && !window.shows(in_rial), "{language:?} {:?}", window.texts());
        window.press_message("filter-show");
        let least = window.message("products-price-least");
        window.type_into(&least, "180000");
        let two = window.format("products-shown", args!["shown" => 2, "total" => 24]);
        assert!(window.shows(&two), "{language:?}");
        choose(&mut window, "settings-prices-rial", "nav-products");
        assert!(window.shows(&two), "{language:?}");
        let shown = window.value(&least);
        assert!(["1,800,000", "۱٬۸۰۰٬۰۰۰"].contains(&shown.as_str()), "{shown}");
    }
}

/// What the rules that a preview was asked for make of a price in rial.
fn applied(window: &mut TestWindow, price: i64) -> Option<String> {
    let commands = window.take_commands();
    let rules: &[BulkRule] = commands
        .iter()
        .find_map(|command| match command {
            Command::Edit(EditCommand::Preview { wanted: Wanted::Products { rules, .. }, .. }) => {
                Some(rules.as_slice())
            }
            _ => None,
        })
        .expect("a preview is asked for");
    rules[0].apply(&Draft { primary_price: Some(Price::on_wire(price)), ..Draft::default() }).unwrap()
}

#[test]
fn a_percentage_is_rounded_to_a_thousand_toman() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        open_products(&mut window);
        choose(&mut window, "settings-prices-toman", "nav-products");
        focus_first_row(&mut window);
        change_all(&mut window);
        let amount = window.label(Field::PrimaryPrice);
        window.type_into(&amount, "10");
        window.press_message("bulk-increase-percent");
        let (percent, rounding) = (window.message("bulk-percent"), window.message("bulk-rounding"));
        assert_eq!(window.value(&percent), digits(language, "10"), "a percentage has no unit");
        window.type_into(&rounding, "1000");
        window.press_message("edits-preview");
        assert_eq!(applied(&mut window, 123_450).as_deref(), Some("140000"), "{language:?}");
    }
}

#[test]
fn what_was_typed_into_the_review_stays_the_same_price() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(2, 0));
        let in_rial = window.cell(Field::PrimaryPrice, 1);
        window.type_into(&in_rial, "2500000");
        choose(&mut window, "settings-prices-toman", "nav-import");
        let price = |window: &TestWindow, row| {
            window.app().model().import.review.with_defaults(row).primary_price.map(Price::wire)
        };
        let [first, second] = [1, 2].map(|row| window.cell(Field::PrimaryPrice, row));
        assert!(["250,000", "۲۵۰٬۰۰۰"].contains(&window.value(&first).as_str()), "{}", window.value(&first));
        window.type_into(&second, "300000");
        assert_eq!((price(&window, 0), price(&window, 1)), (Some(2_500_000), Some(3_000_000)));
        choose(&mut window, "settings-prices-rial", "nav-import");
        let second = window.cell(Field::PrimaryPrice, 2);
        assert!(["3,000,000", "۳٬۰۰۰٬۰۰۰"].contains(&window.value(&second).as_str()));
        assert_eq!((price(&window, 0), price(&window, 1)), (Some(2_500_000), Some(3_000_000)));
        window.app_mut().act(Action::Import(ImportAction::Undo));
        window.harness.run();
        assert_eq!(price(&window, 0), Some(2_500_000), "what is undone is the second price");
    }
}

#[test]
fn a_saved_review_is_the_same_prices_when_it_is_opened_in_another_unit() {
    for language in Language::ALL {
        let mut window = review(language);
        choose(&mut window, "settings-prices-toman", "nav-import");
        let (cell, all) = (window.cell(Field::PrimaryPrice, 1), window.label(Field::PrimaryPrice));
        window.type_into(&cell, "250000");
        window.type_into(&all, "30000");
        let price = |window: &TestWindow, row| {
            window.app().model().import.review.with_defaults(row).primary_price.map(Price::wire)
        };
        let typed = [0, 1].map(|row| price(&window, row));
        assert_eq!(typed, [Some(2_500_000), Some(300_000)]);
        let saved = saved_reviews(&mut window).pop().flatten().expect("the review is saved");
        let mut next = TestWindow::signed_in(language);
        next.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(saved))));
        next.deliver(scenes::planned(3, 0));
        assert_eq!([0, 1].map(|row| price(&next, row)), typed, "{language:?}: in rial");
    }
}

#[test]
fn a_template_saved_in_toman_means_the_same_when_it_is_used_in_rial() {
    for language in Language::ALL {
        let mut window = templates::review(language, Vec::new());
        choose(&mut window, "settings-prices-toman", "nav-import");
        let all = window.label(Field::PrimaryPrice);
        window.type_into(&all, "30000");
        window.press_message("templates-open");
        window.press_message("templates-save-as");
        let name = window.message("templates-name");
        window.type_into(&name, "Wholesale");
        window.press_message("bulk-increase");
        let (amount, rounding) = (window.label(Field::PrimaryPrice), window.message("bulk-rounding"));
        window.type_into(&rounding, "1000");
        let amount = window.editors().into_iter().rfind(|editor| editor.name == amount).unwrap();
        window.click_into(&amount);
        window.type_keys("5000");
        window.harness.run();
        window.press_message("templates-save");
        let saved = templates::saved(&mut window);
        let mut next = templates::review(language, saved);
        next.press_message("templates-open");
        let using = next.format("templates-use", args!["name" => "Wholesale"]);
        next.press(&using);
        let price = |row| next.app().model().import.review.with_defaults(row).primary_price.map(Price::wire);
        assert_eq!(
            [0, 1].map(price),
            [Some(90_000), Some(300_000)],
            "{language:?}: 41,300 and 50,000 rial more"
        );
    }
}

#[test]
fn another_marketplace_has_its_own_unit() {
    let mut window = products_screen(Language::English, 6);
    choose(&mut window, "settings-prices-toman", "nav-products");
    assert!(window.shows("12,500 toman") && !window.shows("125,000 rial"));
    window.deliver(scenes::signed_in_at_market());
    window.deliver_all(scenes::products(6));
    assert!(window.shows("125,000 rial"), "{:?}", window.texts());
    window.deliver(scenes::signed_in());
    window.deliver_all(scenes::products(6));
    assert!(window.shows("12,500 toman") && !window.shows("125,000 rial"));
}
