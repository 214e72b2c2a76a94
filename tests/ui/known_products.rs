//! What the review says before Start about products of earlier imports.

use super::*;
use vitrine::domain::ProductId;
use vitrine::worker::KnownProduct;

/// A review of this many products, of which those at `in_shop` are in the shop.
fn review(language: Language, products: usize, in_shop: &[usize]) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(products, 0));
    compare(&mut stage, in_shop);
    stage
}

/// Answers the comparison that was requested last.
fn compare(stage: &mut Stage, in_shop: &[usize]) {
    let sent = stage.sent();
    let requested = sent.iter().rev().find_map(|command| match command {
        Command::Import(ImportCommand::ComparePlan { plan, .. }) => Some(*plan),
        _ => None,
    });
    let known = |&index| KnownProduct { index, product: Some(ProductId::from(90_000 + index as u64)) };
    stage.tell(Event::PlanCompared { plan: requested.expect("the plan is compared"), in_shop: Some(in_shop.iter().map(known).collect()) });
}

fn price_all(stage: &mut Stage) {
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "5000");
}

#[test]
fn the_start_button_counts_only_new_products_and_names_the_shop() {
    for language in BOTH {
        let mut stage = review(language, 8, &[0, 2, 3]);
        price_all(&mut stage);
        let start = stage.start_button(5);
        assert!(stage.is_enabled(&start));
        assert!(stage.shows(&stage.format("import-known-new", args!["count" => 5])), "{:?}", stage.texts());
        assert!(stage.shows(&stage.format("import-known-in-shop", args!["count" => 3])));
        stage.press_key("import-again");
        assert!(stage.is_enabled(&stage.start_button(8)), "created again, all count");
        assert!(stage.shows(&stage.format("import-known-again", args!["count" => 3])));
    }
}

#[test]
fn a_known_row_says_so_with_its_product_id_and_that_changes_are_not_sent() {
    let mut stage = review(Language::English, 3, &[1]);
    assert!(stage.shows("In your shop · ID 90001") && !stage.shows("ID 90000"), "{:?}", stage.texts());
    let price = stage.format("import-price-of", args!["row" => 2]);
    stage.type_into(&price, "7000");
    assert!(stage.shows("changes here won’t be sent"), "{:?}", stage.texts());
    assert!(stage.shows(&stage.format("import-known-edited", args!["count" => 1])));
}

#[test]
fn what_is_missing_in_known_products_does_not_keep_new_ones_from_starting() {
    let mut stage = review(Language::English, 3, &[0, 1]);
    let price = stage.format("import-price-of", args!["row" => 3]);
    stage.type_into(&price, "7000");
    let start = stage.start_button(1);
    assert!(stage.is_enabled(&start));
    stage.press(&start);
    let sent = stage.sent();
    let drafts = sent.iter().find_map(|command| match command {
        Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, .. }) => Some(drafts.len()),
        _ => None,
    });
    assert_eq!(drafts, Some(3), "Start compares again, so all are sent to be compared");
}

#[test]
fn with_nothing_new_there_is_nothing_to_start() {
    let mut stage = review(Language::Persian, 3, &[0, 1, 2]);
    assert!(!stage.is_enabled(&stage.words("import-start-none")));
    stage.press_key("import-again");
    price_all(&mut stage);
    assert!(stage.is_enabled(&stage.start_button(3)));
}

#[test]
fn a_removed_product_is_compared_anew_and_an_old_answer_changes_nothing() {
    let mut stage = review(Language::English, 3, &[0]);
    price_all(&mut stage);
    let name = scenes::planned_drafts(3)[0].draft.name.clone();
    let remove = stage.format("import-remove-row", args!["name" => name.as_str()]);
    stage.press(&remove);
    compare(&mut stage, &[]);
    assert!(stage.is_enabled(&stage.start_button(2)));
    stage.tell(Event::PlanCompared { plan: 0, in_shop: Some(vec![KnownProduct { index: 0, product: None }]) });
    assert!(stage.is_enabled(&stage.start_button(2)));
}
