//! What the review says before Start about products of earlier imports.

use super::saved_review::saved_reviews;
use super::*;
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{KnownProduct, PictureKey, PlanComparison, SavedReview, Settings, SharesPhoto};
use vitrine_core::import::dedup::SentCover;
use vitrine_domain::{Field, ProductId};
use vitrine_media::{ContentHash, PerceptualHash, PhotoFingerprint, Pixels};

/// A review of this many products, of which those at `in_shop` are in the shop.
fn review(language: Language, products: usize, in_shop: &[usize]) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(products, 0));
    compare(&mut window, in_shop, Vec::new());
    window
}

/// The plan of the comparison that was requested last.
fn requested_plan(window: &mut TestWindow) -> u64 {
    let sent = window.take_commands();
    let requested = sent.iter().rev().find_map(|command| match command {
        Command::Import(ImportCommand::ComparePlan { plan, .. }) => Some(*plan),
        _ => None,
    });
    requested.expect("the plan is compared")
}

/// Answers the comparison that was requested last.
fn compare(window: &mut TestWindow, in_shop: &[usize], sharing: Vec<SharesPhoto>) {
    let plan = requested_plan(window);
    let known = |&index| KnownProduct {
        index,
        product: Some(ProductId::from(90_000 + index as u64)),
        other_values: Vec::new(),
    };
    let compared =
        PlanComparison { in_shop: in_shop.iter().map(known).collect(), sharing, ..PlanComparison::default() };
    window.deliver(Event::Import(ImportEvent::PlanCompared { plan, compared: Some(compared) }));
}

fn price_all(window: &mut TestWindow) {
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "5000");
}

#[test]
fn the_start_button_counts_only_new_products_and_names_the_shop() {
    for language in Language::ALL {
        let mut window = review(language, 8, &[0, 2, 3]);
        price_all(&mut window);
        let start = window.start_button(5);
        assert!(window.is_enabled(&start));
        assert!(
            window.shows(&window.format("import-known-new", args!["count" => 5])),
            "{:?}",
            window.texts()
        );
        assert!(window.shows(&window.format("import-known-in-shop", args!["count" => 3])));
        window.press_message("import-again");
        let again = window.format("import-start-again", args!["count" => 8, "again" => 3]);
        assert!(window.is_enabled(&again), "the button says what is created a second time");
        assert!(window.shows(&window.format("import-known-again", args!["count" => 3])));
    }
}

#[test]
fn a_review_that_is_there_again_waits_with_its_new_products_only() {
    for (language, in_shop) in Language::ALL.into_iter().flat_map(|of| [(of, &[0, 1, 2][..]), (of, &[0, 1])])
    {
        let mut window = TestWindow::signed_in(language);
        let saved = SavedReview { dropped: vec![PathBuf::from("/photos")], ..SavedReview::default() };
        window.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(saved))));
        window.deliver(scenes::planned(3, 0));
        compare(&mut window, in_shop, Vec::new());
        let waits = window.format("notifications-review-waits", args!["count" => 3 - in_shop.len()]);
        assert_eq!(window.shows(&waits), in_shop.len() < 3, "{language:?}: {:?}", window.texts());
        let all = window.format("notifications-review-waits", args!["count" => 3]);
        assert!(!window.shows(&all), "{language:?}");
    }
}

#[test]
fn a_review_whose_files_have_changed_meanwhile_says_so_and_shows_which_products() {
    for (language, dearer) in Language::ALL.into_iter().flat_map(|of| [(of, true), (of, false)]) {
        let mut window = review(language, 3, &[]);
        price_all(&mut window);
        let saved = saved_reviews(&mut window).pop().flatten().expect("the review is saved");
        let mut next = TestWindow::signed_in(language);
        next.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(saved))));
        let mut plan = scenes::planned(3, 0);
        if let (Event::Import(ImportEvent::Planned { drafts, .. }), true) = (&mut plan, dearer) {
            drafts[1].draft.set(Field::Stock, "44").unwrap();
        }
        next.deliver(plan);
        compare(&mut next, &[], Vec::new());
        let [waits, changed] = ["notifications-review-waits", "notifications-review-waits-changed"]
            .map(|key| next.format(key, args!["count" => 3, "changed" => 1]));
        let said = if dearer { &changed } else { &waits };
        assert!(next.shows(said), "{language:?}, {dearer}: {:?}", next.texts());
        let review = &next.app().model().import.review;
        let drafts = review.drafts().iter();
        let flagged: Vec<bool> = drafts.map(|draft| review.plan().is_changed_since_saved(draft)).collect();
        assert_eq!(flagged, [false, dearer, false], "{language:?}");
    }
}

#[test]
fn a_spreadsheet_of_nothing_but_products_of_the_shop_leads_to_them() {
    for (language, in_shop) in Language::ALL.into_iter().flat_map(|of| [(of, &[0, 1, 2][..]), (of, &[0, 1])])
    {
        let mut window = review(language, 3, in_shop);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos/prices.csv")]));
        window.deliver(scenes::planned(3, 0));
        compare(&mut window, in_shop, Vec::new());
        let said = window.message("notifications-not-added-in-shop");
        assert_eq!(window.shows(&said), in_shop.len() == 3, "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn products_of_an_interrupted_import_are_counted_beside_what_is_new() {
    for language in Language::ALL {
        let mut window = review(language, 3, &[]);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/more")]));
        window.deliver(scenes::planned(3, 0));
        let plan = requested_plan(&mut window);
        let compared = Some(PlanComparison { unfinished: 2, ..PlanComparison::default() });
        window.deliver(Event::Import(ImportEvent::PlanCompared { plan, compared }));
        window.open_things();
        let said = window.format("import-known-unfinished", args!["count" => 2]);
        assert!(window.shows(&said), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn a_known_row_says_so_is_locked_and_leads_to_the_product() {
    for language in Language::ALL {
        let mut window = review(language, 3, &[1]);
        let cell = |window: &TestWindow, row: usize, said: &str| {
            let name = window.app().model().import.review.drafts()[row].draft.name.clone();
            let cell = window.format(
                "review-cell",
                args!["field" => window.message("column-state"), "product" => name.as_str()],
            );
            format!("{cell}: {said}")
        };
        let id = window.format("import-known-row-id", args!["id" => "90001"]);
        let name = cell(&window, 1, &id);
        let states = window.harness.query_all_by(|node| {
            node.label().as_deref() == Some(window.message("review-state-new").as_str())
        });
        let priced = window
            .format("review-state-needs", args!["field" => window.app().words().field(Field::PrimaryPrice)]);
        assert!(states.count() == 2 || window.shows(&priced), "{language:?}: {:?}", window.texts());
        let price = window.cell(Field::PrimaryPrice, 2);
        window.type_into(&price, "7000");
        assert_eq!(window.value(&price), "", "{language:?}: nothing can be typed");
        assert!(
            window.shows_message("import-known-locked"),
            "{language:?}: the foot says why: {:?}",
            window.texts()
        );
        let cells = vec![(0, Field::PrimaryPrice, "5".to_owned()), (1, Field::PrimaryPrice, "5".to_owned())];
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
        window.harness.run();
        assert_eq!(window.value(&price), "", "{language:?}: nor pasted");
        assert_eq!(
            window.value(&window.cell(Field::PrimaryPrice, 1)),
            window.app().words().integer(5),
            "{language:?}"
        );
        window.press(&name);
        window.press_message("create-done-show");
        assert_eq!(window.app().model().screen, Screen::Products, "{language:?}");
        window.app_mut().act(Action::Go(Screen::Import));
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Again(true))));
        window.harness.run();
        window.type_into(&price, "7000");
        assert_ne!(window.value(&price), "", "{language:?}: created again, it can be changed");
    }
}

#[test]
fn what_was_typed_before_it_was_known_is_said_not_to_be_sent() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    let price = window.cell(Field::PrimaryPrice, 2);
    window.type_into(&price, "7000");
    compare(&mut window, &[1], Vec::new());
    window.pause();
    assert!(window.shows("In your shop · ID 90001") && !window.shows("ID 90000"), "{:?}", window.texts());
    assert!(window.shows("changes here won’t be sent"), "{:?}", window.texts());
    assert!(window.shows(&window.format("import-known-edited", args!["count" => 1])));
}

#[test]
fn what_is_missing_in_known_products_does_not_keep_new_ones_from_starting() {
    let mut window = review(Language::English, 3, &[0, 1]);
    let price = window.cell(Field::PrimaryPrice, 3);
    window.type_into(&price, "7000");
    let start = window.start_button(1);
    assert!(window.is_enabled(&start));
    window.press(&start);
    let sent = window.take_commands();
    let drafts = sent.iter().find_map(|command| match command {
        Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, .. }) => Some(drafts.len()),
        _ => None,
    });
    assert_eq!(drafts, Some(3), "Start compares again, so all are sent to be compared");
}

#[test]
fn with_nothing_new_there_is_nothing_to_start() {
    let mut window = review(Language::Persian, 3, &[0, 1, 2]);
    assert!(!window.is_enabled(&window.message("import-start-none")));
    window.press_message("import-again");
    price_all(&mut window);
    assert!(window.is_enabled(&window.format("import-start-again", args!["count" => 3, "again" => 3])));
}

#[test]
fn the_panel_says_which_products_in_the_shop_have_other_values_in_the_files() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let plan = requested_plan(&mut window);
        let known = |index, other_values: &[Field]| KnownProduct {
            index,
            product: None,
            other_values: other_values.to_vec(),
        };
        let compared = PlanComparison {
            in_shop: vec![known(0, &[Field::Sku]), known(1, &[])],
            ..PlanComparison::default()
        };
        let said = window.format("import-known-changed", args!["count" => 1]);
        assert!(!window.shows(&said), "{language:?}");
        window.deliver(Event::Import(ImportEvent::PlanCompared { plan, compared: Some(compared) }));
        assert!(window.shows(&said), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn a_removed_product_is_compared_anew_and_an_old_answer_changes_nothing() {
    let mut window = review(Language::English, 3, &[0]);
    price_all(&mut window);
    let name = scenes::planned_drafts(3)[0].draft.name.clone();
    let remove = window.format("import-remove-row", args!["name" => name.as_str()]);
    window.press(&remove);
    compare(&mut window, &[], Vec::new());
    assert!(window.is_enabled(&window.start_button(2)));
    window.deliver(Event::Import(ImportEvent::PlanCompared {
        plan: 0,
        compared: Some(PlanComparison {
            in_shop: vec![KnownProduct { index: 0, product: None, other_values: Vec::new() }],
            ..PlanComparison::default()
        }),
    }));
    assert!(window.is_enabled(&window.start_button(2)));
}

/// Whether this text is drawn whole, as it is, somewhere.
pub fn is_drawn_whole(window: &TestWindow, said: &str) -> bool {
    window.harness.output().shapes.iter().any(|shape| match &shape.shape {
        eframe::egui::Shape::Text(drawn) => {
            without_direction_marks(drawn.galley.text()) == said && !drawn.galley.elided
        }
        _ => false,
    })
}

/// The name of the other product would be cut there; the menu has it.
#[test]
fn what_a_product_may_be_is_said_whole_in_the_few_words_of_its_state_also_in_low_rows() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [990.0, 700.0]);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Settings(Settings { compact_rows: true, ..Settings::default() }));
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let price = ReviewAction::TypeDefault(Field::PrimaryPrice, "5000".to_owned());
        window.app_mut().act(Action::Import(ImportAction::Review(price)));
        let with = "A rug with a name that no column of a table could ever show whole".to_owned();
        compare(&mut window, &[], vec![SharesPhoto { index: 1, with }]);
        for (row, key) in [(1, "review-state-maybe-in-shop"), (2, "review-state-stock")] {
            if row == 2 {
                let stock = window.cell(Field::Stock, 3);
                window.type_into(&stock, "250000");
            }
            let said = window.message(key);
            assert!(is_drawn_whole(&window, &said), "{language:?} {said}: {:?}", window.texts());
        }
    }
}

#[test]
fn new_products_with_photos_of_products_in_the_shop_are_told_and_left_out_by_a_button() {
    for language in Language::ALL {
        let mut window = review(language, 3, &[]);
        price_all(&mut window);
        let name = scenes::planned_drafts(3)[0].draft.name.clone();
        let remove = window.format("import-remove-row", args!["name" => name.as_str()]);
        window.press(&remove);
        compare(&mut window, &[], vec![SharesPhoto { index: 1, with: "Red rug".to_owned() }]);
        assert!(
            window.shows(&window.format("import-sharing-row", args!["name" => "Red rug"])),
            "{:?}",
            window.texts()
        );
        assert!(window.is_enabled(&window.start_button(2)), "it is advice");
        window.press(&window.format("import-sharing-fix", args!["count" => 1]));
        let listed = window.app().model().import.review.drafts()[1].draft.name.clone();
        assert!(
            window.shows(&window.format("product-quoted", args!["name" => listed])),
            "it is named before it is left out"
        );
        window.press(&window.format("import-remove-yes", args!["count" => 1]));
        compare(&mut window, &[], Vec::new());
        assert!(window.is_enabled(&window.start_button(1)));
        assert!(!window.shows(&window.format("import-sharing-fix", args!["count" => 1])));
    }
}

#[test]
fn covers_like_those_in_the_shop_are_told_and_left_out_by_a_button() {
    // A bright bar on a blue ground.
    let pixel = |x: usize| if (20..34).contains(&x) { [250, 250, 250, 255] } else { [30, 60, 90, 255] };
    let rgba = (0..64).flat_map(|_| (0..64).flat_map(pixel)).collect();
    let look = PerceptualHash::of(&Pixels { width: 64, height: 64, rgba });
    for language in Language::ALL {
        let mut window = review(language, 3, &[]);
        price_all(&mut window);
        let name = scenes::planned_drafts(3)[0].draft.name.clone();
        let remove = window.format("import-remove-row", args!["name" => name.as_str()]);
        window.press(&remove);
        let plan = requested_plan(&mut window);
        let covers = vec![SentCover { name: "Red rug".to_owned(), look: look.unwrap() }];
        window.deliver(Event::Import(ImportEvent::PlanCompared {
            plan,
            compared: Some(PlanComparison { covers, ..PlanComparison::default() }),
        }));
        let cover = PictureKey::File(window.app().model().import.review.drafts()[1].photos[0].clone());
        let fingerprint = PhotoFingerprint { content: ContentHash::of(b"copy"), perceptual: look };
        window.deliver(Event::Photo(PhotoEvent::Fingerprint { key: cover, fingerprint }));
        assert!(
            window.shows(&window.format("import-like-sent-row", args!["name" => "Red rug"])),
            "{:?}",
            window.texts()
        );
        assert!(window.is_enabled(&window.start_button(2)), "it is advice");
        window.press(&window.format("import-like-sent-fix", args!["count" => 1]));
        let listed = window.app().model().import.review.drafts()[1].draft.name.clone();
        assert!(
            window.shows(&window.format("product-quoted", args!["name" => listed])),
            "it is named before it is left out"
        );
        window.press(&window.format("import-remove-yes", args!["count" => 1]));
        assert!(window.is_enabled(&window.start_button(1)), "{language:?}");
        assert!(!window.shows(&window.format("import-like-sent-fix", args!["count" => 1])));
    }
}
