use super::*;

use eframe::egui::{accesskit::Role, pos2};

fn loaded(language: Language, count: u64) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.app_mut().act(Action::Go(Screen::Products));
    stage.tell(scenes::products(count));
    stage.sent();
    stage
}

#[test]
fn every_column_of_a_product_is_shown_in_the_windows_language() {
    let stage = loaded(Language::Persian, 3);
    for text in ["Ceramic bowl, blue", "۱۲۵٬۰۰۰", "در انتظار تأیید", "۱۴", "فروش عمده"] {
        assert!(stage.shows(text), "{text}");
    }
}

#[test]
fn only_visible_pictures_are_requested() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Go(Screen::Products));
    stage.tell(scenes::products(10_000));
    assert!((5..40).contains(&stage.pictures_wanted()), "{}", stage.pictures_wanted());
}

#[test]
fn searching_narrows_the_table_and_shows_the_count() {
    let mut stage = loaded(Language::English, 24);
    let find = stage.words("products-search");
    stage.type_into(&find, "WALNUT");
    assert!(stage.shows("Walnut cutting board"));
    assert!(!stage.shows("Ceramic bowl"));
    assert!(stage.shows(&stage.format("products-shown", args!["shown" => 2, "total" => 24])));
    stage.type_into(&find, "xyz");
    assert!(stage.shows_key("products-none-title"));
    stage.press_key("products-none-clear");
    assert!(stage.shows("Ceramic bowl"));
}

#[test]
fn a_price_is_shown_in_the_marketplaces_unit_and_in_toman() {
    for (language, [price, beside]) in BOTH.into_iter().zip([["125,000 rial", "12,500 toman"], ["۱۲۵٬۰۰۰ ریال", "۱۲٬۵۰۰ تومان"]])
    {
        let stage = loaded(language, 6);
        assert!(stage.shows(price) && stage.shows(beside), "{language:?}");
    }
}

#[test]
fn a_column_heading_sorts_ascending_descending_and_in_shop_order() {
    let mut stage = loaded(Language::English, 6);
    let price = |text: &String| text.ends_with(" rial");
    let first = |stage: &Stage| stage.texts().into_iter().find(price).unwrap_or_default();
    let price = stage.words("column-price");
    let (by, up) =
        (stage.format("sort-by", args!["column" => price.as_str()]), stage.format("sorted-ascending", args!["column" => price.as_str()]));
    let down = stage.format("sorted-descending", args!["column" => price.as_str()]);
    assert_eq!(first(&stage), "125,000 rial");
    stage.press(&by);
    assert_eq!(first(&stage), "125,000 rial");
    stage.press(&up);
    assert_eq!(first(&stage), "513,885 rial");
    stage.press(&down);
    assert_eq!(first(&stage), "125,000 rial");
}

#[test]
fn a_failed_refresh_keeps_the_rows_and_shows_the_problem() {
    let mut stage = loaded(Language::English, 6);
    stage.press_key("refresh");
    assert!(matches!(stage.sent().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
    stage.tell(Event::Products(ProductsUpdate::Started { load: u64::MAX }));
    stage.tell(Event::Products(ProductsUpdate::Failed(scenes::unreachable())));
    assert!(stage.shows("Couldn’t connect"));
    assert!(stage.shows("Ceramic bowl"));
    stage.press_key("retry");
    assert!(matches!(stage.sent().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
}

#[test]
fn imported_products_are_in_the_table_without_reloading_the_shop() {
    let mut stage = loaded(Language::English, 6);
    stage.play(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
    stage.app_mut().act(Action::Go(Screen::Products));
    stage.harness.run();
    assert!(stage.shows(&stage.format("count-products", args!["count" => 9])), "six, and three of nine that it did not hold");
    assert!(!stage.sent().iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::Load))));
}

#[test]
fn an_empty_shop_offers_an_import() {
    let mut stage = loaded(Language::English, 0);
    stage.press_key("products-empty-import");
    assert!(stage.shows_key("import-empty-title"));
}

#[test]
fn the_scroll_bar_is_at_the_trailing_edge_and_works_there() {
    for language in BOTH {
        let mut stage = loaded(language, 400);
        let bar = stage.harness.get_by_role(Role::ScrollBar).rect();
        let photo = stage.harness.get_by_label(&stage.words("column-photo")).rect();
        let trailing = if language.is_rtl() { bar.right() < photo.left() } else { bar.left() > photo.right() };
        assert!(trailing, "{language:?}: {bar:?} beside {photo:?}");
        assert_eq!(stage.pictures_wanted(), 0);
        let at = |share: f32| pos2(bar.center().x, bar.top() + share * bar.height());
        stage.harness.drag_at(at(0.5));
        stage.harness.run();
        stage.harness.drop_at(at(0.5));
        stage.harness.run();
        assert!(stage.pictures_wanted() > 5, "{language:?}: the middle came into view");
        stage.sent();
        stage.harness.drag_at(at(0.5));
        stage.harness.run();
        stage.harness.hover_at(at(0.9));
        stage.harness.run();
        stage.harness.drop_at(at(0.9));
        stage.harness.run();
        assert!(stage.pictures_wanted() > 5, "{language:?}: it follows the pointer");
    }
}
