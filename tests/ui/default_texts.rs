//! Values for all products that are made from what each product has: texts, and the weight with packaging.

use super::templates::review;
use super::*;
use vitrine::i18n::without_direction_marks;
use vitrine_core::import::sheet::field_of_word;
use vitrine_core::import::text_pattern::text_of;
use vitrine_domain::{Draft, Quantity};

/// The values that are sent for a product of the review.
fn sent(window: &TestWindow, product: usize) -> Draft {
    window.app().model().import.review.with_defaults(product)
}

/// The first product weighs 900 g.
fn weigh_first(window: &mut TestWindow) {
    let weighed = ReviewAction::SetCells(vec![(0, Field::Weight, "900".to_owned())]);
    window.app_mut().act(Action::Import(ImportAction::Review(weighed)));
    window.harness.run();
}

#[test]
fn a_text_for_all_products_is_made_for_each_and_seen_before_it_is_sent() {
    for language in Language::ALL {
        let mut window = review(language, Vec::new());
        let first = sent(&window, 0).name;
        weigh_first(&mut window);
        window.press_message("import-defaults");
        window.press_message("import-texts-open");
        let brief = window.label(Field::Brief);
        window.type_into(&brief, "Rugs, ");
        for field in [Field::Name, Field::Weight] {
            let words = window.app().words();
            let (value, of) = (words.field(field), words.field(Field::Brief));
            let name = window.format("import-texts-add-name", args!["value" => value, "field" => of]);
            window.press(&without_direction_marks(&name));
        }
        let made = sent(&window, 0).brief;
        assert!(
            made.as_ref().is_some_and(|made| made.starts_with(&format!("Rugs, {first} "))),
            "{language:?}: {made:?}"
        );
        assert_eq!(sent(&window, 1).brief.as_deref(), Some("Rugs"), "{language:?}: it has no weight");
        let example = window.format("import-naming-example", args!["names" => made.unwrap()]);
        assert!(window.shows(&example), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn each_word_that_a_button_puts_into_a_text_stands_for_the_value_that_it_names() {
    let mut rug = Draft { name: "Rug".to_owned(), weight: Some(Quantity::from(900)), ..Draft::default() };
    rug.set(Field::PackagingDimensions, "60x90x2").unwrap();
    rug.set(Field::Sku, "R-1").unwrap();
    for language in Language::ALL {
        let window = TestWindow::new(language);
        for field in [Field::Name, Field::Weight, Field::PackagingDimensions, Field::Sku] {
            let word = without_direction_marks(&window.app().words().field(field)).into_owned();
            assert_eq!(field_of_word(&word), Some(field), "{word}");
            assert!(!text_of(&format!("{{{word}}}"), &rug).is_empty(), "{word}");
        }
    }
}

#[test]
fn each_package_weighs_more_than_its_product_by_what_was_typed() {
    for language in Language::ALL {
        let mut window = review(language, Vec::new());
        weigh_first(&mut window);
        let package = window.label(Field::PackageWeight);
        window.type_into(&package, "+50");
        assert_eq!(sent(&window, 0).package_weight, Some(950), "{language:?}");
        assert_eq!(sent(&window, 1).package_weight, None, "{language:?}: it has no weight");
        let note = window.format("import-packaging", args!["count" => 50]);
        assert!(window.shows(&note), "{language:?}: {:?}", window.texts());
    }
}
