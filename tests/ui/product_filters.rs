//! The filters of the products table, and the overview that sets them.

use super::products::*;
use super::*;
use eframe::egui::{Key, accesskit::Role};
use vitrine::i18n::without_direction_marks;
use vitrine_domain::{Field, Product};

#[test]
fn filters_show_what_meets_them_with_counts_and_can_be_cleared() {
    for language in Language::ALL {
        let mut window = products_screen(language, 24);
        window.press_message("filter-show");
        let out = window.format("products-filter-out-of-stock", args!["count" => 2]);
        window.press(&out);
        assert!(
            window.shows(&window.format("products-shown", args!["shown" => 2, "total" => 24])),
            "{language:?} {:?}",
            window.texts()
        );
        window.press_message("products-filter-clear");
        assert!(window.shows(&window.format("count-products", args!["count" => 24])));
        let least = window.message("products-price-least");
        window.type_into(&least, "1800000");
        assert!(
            window.shows(&window.format("products-shown", args!["shown" => 2, "total" => 24])),
            "{language:?} {:?}",
            window.texts()
        );
    }
}

/// A products screen on which the list says when products were created and changed, and in which category
/// they are.
fn dated_products(language: Language) -> TestWindow {
    let mut window = products_screen(language, 24);
    let now = window.app().model().now.timestamp();
    let product = |index: usize| {
        let product = window.app().model().products.list().product(index).unwrap();
        Product { created_at: Some(now), changed_at: Some(now), category_id: Some(302), ..product }
    };
    let changed = (0..5).map(product).collect();
    window.deliver(Event::Catalog(CatalogEvent::Newest(changed)));
    window
}

#[test]
fn each_bar_of_the_overview_filters_the_table() {
    for language in Language::ALL {
        let mut window = dated_products(language);
        let today = window.app().words().date(window.app().model().now.date());
        let status = window.app().model().products.list().product(0).unwrap().status;
        let status = window.app().words().product_status(status.as_ref()).unwrap();
        let five = window.format("count-products", args!["count" => 5]);
        let digits = |number: i64| window.app().words().integer(number);
        let of = |name: String, count: &str| {
            window.app().words().format("overview-column", args!["of" => name, "products" => count])
        };
        let of_today = without_direction_marks(&of(today, &five)).into_owned();
        let bars = [
            (format!("{status}: {}", digits(5)), 5),
            (format!("{}: {}", window.message("overview-out-of-stock"), digits(2)), 2),
            (of_today, 5),
        ];
        for (bar, found) in bars {
            window.press_message("overview-open");
            // By the keyboard, which also scrolls to the bar.
            window.focus(&bar);
            window.tap_key(Key::Enter);
            assert!(!window.shows_message("overview-title"), "{language:?}: {bar} closes the overview");
            assert!(
                window.shows(&window.format("products-shown", args!["shown" => found, "total" => 24])),
                "{language:?}: {bar}"
            );
        }
    }
}

#[test]
fn a_bar_of_the_prices_sets_the_bounds_of_the_filter() {
    let mut window = products_screen(Language::English, 24);
    window.press_message("overview-open");
    let buttons =
        window.harness.get_all_by_role(Role::Button).filter_map(|button| button.accesskit_node().label());
    let bar = buttons
        .into_iter()
        .find(|name| name.contains(" to ") && name.contains("product"))
        .expect("a bar of prices");
    let count: usize = bar.rsplit(": ").next().unwrap().split(' ').next().unwrap().parse().unwrap();
    window.press(&bar);
    assert!(window.shows(&window.format("products-shown", args!["shown" => count, "total" => 24])), "{bar}");
    let least = window.message("products-price-least");
    assert!(bar.starts_with(&window.value(&least)), "{bar}");
}

#[test]
fn a_shop_of_one_product_has_an_overview_and_an_empty_one_has_none() {
    for language in Language::ALL {
        let mut window = products_screen(language, 1);
        window.press_message("overview-open");
        assert!(window.shows_message("overview-prices"), "{language:?}");
        assert!(!window.shows_message("overview-days"), "the list does not say when it was created");
        window.press_message("close");
        let old = Product {
            created_at: Some(jiff::Timestamp::UNIX_EPOCH),
            ..window.app().model().products.list().product(0).unwrap()
        };
        window.deliver(Event::Catalog(CatalogEvent::Newest(vec![old])));
        window.press_message("overview-open");
        assert!(window.shows_message("overview-days-none"), "{language:?}");
        let window = products_screen(language, 0);
        assert!(!window.shows_message("overview-open"), "{language:?}");
    }
}

#[test]
fn products_are_filtered_by_category_and_time_of_change_where_the_list_has_them() {
    for language in Language::ALL {
        let mut window = dated_products(language);
        window.press_message("filter-show");
        let any = format!(
            "{}: {}",
            window.label(Field::CategoryId),
            window.message("products-filter-any-category")
        );
        window.press(&any);
        let category = window.format("products-filter-status", args!["status" => "302", "count" => 5]);
        window.press(&category);
        let five = window.format("products-shown", args!["shown" => 5, "total" => 24]);
        assert!(window.shows(&five), "{language:?} {:?}", window.texts());
        window.press_message("products-filter-clear");
        let any = format!(
            "{}: {}",
            window.message("products-filter-changed"),
            window.message("products-filter-changed-any")
        );
        window.press(&any);
        window.press_message("products-filter-changed-today");
        assert!(window.shows(&five), "{language:?} {:?}", window.texts());
        window.press_message("products-filter-clear");
        assert!(!window.shows(&five), "{language:?}");
    }
}

#[test]
fn a_filter_that_nothing_in_the_shop_could_meet_is_not_offered_and_that_is_said() {
    for language in Language::ALL {
        let mut window = products_screen(language, 24);
        window.press_message("filter-show");
        assert!(window.shows_message("products-filter-no-times"), "{language:?} {:?}", window.texts());
        let mut window = dated_products(language);
        window.press_message("filter-show");
        assert!(
            !window.shows_message("products-filter-no-times")
                && !window.shows_message("products-filter-no-categories"),
            "{language:?}"
        );
    }
}

#[test]
fn products_that_a_filter_leaves_out_because_nothing_tells_their_category_or_time_are_counted() {
    for language in Language::ALL {
        let mut window = dated_products(language);
        window.press_message("filter-show");
        let [category, time] = ["products-filter-category-untold", "products-filter-time-untold"]
            .map(|key| window.format(key, args!["count" => 19]));
        assert!(!window.shows(&category) && !window.shows(&time), "{language:?}: nothing is filtered");
        let any = format!(
            "{}: {}",
            window.label(Field::CategoryId),
            window.message("products-filter-any-category")
        );
        window.press(&any);
        window.press(&window.format("products-filter-status", args!["status" => "302", "count" => 5]));
        assert!(window.shows(&category) && !window.shows(&time), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn the_bounds_of_the_price_stand_side_by_side() {
    for language in Language::ALL {
        for width in [760.0, 900.0, 1000.0, 1100.0, 1200.0, 1280.0] {
            let mut window = TestWindow::with_size(language, [width, 700.0]);
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Go(Screen::Products));
            window.deliver_all(scenes::products(24));
            window.press_message("filter-show");
            let at = |key| window.harness.get_by_label(&window.message(key)).rect();
            let (least, greatest) = (at("products-price-least"), at("products-price-greatest"));
            assert!(
                (least.center().y - greatest.center().y).abs() < 1.0,
                "{language:?} {width}: {least:?} {greatest:?}"
            );
        }
    }
}
