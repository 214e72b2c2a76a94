//! The import from the command line: photos in, products out, reported as JSON lines.

use std::time::Duration;

use secrecy::ExposeSecret;
use serde_json::Value;
use vitrine::sandbox::{Options, Person};

use crate::kit::shop::{Desk, Shop, write};

fn shop_and_desk() -> (Shop, Desk) {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    (shop, desk)
}

#[test]
fn a_folder_is_one_product_and_a_loose_photo_is_another() {
    let (shop, desk) = shop_and_desk();
    for photo in ["Rug/1.jpg", "Rug/2.png", "Rug/10.jpg", "Blue bowl.jpg"] {
        desk.photo(photo);
    }

    let ran = desk.import(&["--set", "primary_price=250000", "--set", "stock=3"]);

    assert_eq!((ran.status, ran.counts()), (0, [2, 0, 0, 0]), "{}", ran.err);
    assert_eq!(shop.titles(), ["Blue bowl", "Rug"]);
    let rug = shop.sandbox.products().into_iter().find(|product| product.fields.name == "Rug").unwrap();
    assert_eq!((rug.fields.photos.len(), rug.fields.photos[0] == rug.fields.photo), (3, true));
    assert_eq!((rug.fields.primary_price, rug.fields.stock), (Some(250_000), Some(3)));
    assert_eq!(ran.done()["uploads"], 4);
}

#[test]
fn products_without_a_price_are_created_only_on_request() {
    let (shop, desk) = shop_and_desk();
    let photos = ["Rug.jpg", "Bowl.jpg"].map(|name| desk.photo(name).to_str().unwrap().to_owned());
    let import = |more: &[&str]| desk.run(&[&["import", "--json", photos[0].as_str(), photos[1].as_str()], more].concat());

    let asked = import(&[]);
    assert_eq!((asked.status, asked.counts()), (2, [0, 0, 0, 0]), "{}", asked.err);
    assert!(asked.err.contains("Products without a price: 2") && asked.err.contains("--yes"), "{}", asked.err);
    assert_eq!((shop.titles().len(), shop.sandbox.files().len()), (0, 0), "nothing was sent");

    assert_eq!(import(&["--dry-run"]).status, 0, "a dry run creates nothing, so there is no question");
    assert_eq!(import(&["--yes"]).counts(), [2, 0, 0, 0]);
    assert!(shop.sandbox.products().iter().all(|product| product.fields.primary_price.is_none()));
}

#[test]
fn each_product_line_contains_its_ids() {
    let (shop, desk) = shop_and_desk();
    desk.photo("Mug.jpg");

    let ran = desk.import(&[]);

    let line = &ran.products()["Mug"];
    let made = &shop.sandbox.products()[0];
    assert_eq!(line["state"], "created");
    assert_eq!(line["product_id"].as_u64(), Some(made.id));
    assert_eq!(line["photo_id"].as_u64(), Some(made.fields.photo));
    assert_eq!(line["problem"], Value::Null);
}

#[test]
fn the_products_command_lists_imported_products() {
    let (_shop, desk) = shop_and_desk();
    for n in 0..25 {
        desk.photo(&format!("Cup {n}.jpg"));
    }
    assert_eq!(desk.import(&["--set", "primary_price=۱۲٬۰۰۰"]).status, 0);

    let listed = desk.run(&["products", "--json"]);

    assert_eq!((listed.status, listed.lines.len()), (0, 25), "{}", listed.err);
    assert!(listed.lines.iter().all(|product| product["price"] == 12_000));
}

#[test]
fn importing_the_same_folder_again_creates_nothing_twice() {
    let (shop, desk) = shop_and_desk();
    for photo in ["Rug/1.jpg", "Rug/2.jpg", "Bowl.jpg"] {
        desk.photo(photo);
    }
    desk.import(&[]);

    let second = desk.import(&[]);
    assert_eq!((second.status, second.counts()), (0, [0, 2, 0, 0]), "{}", second.err);
    assert_eq!(second.done()["uploads"], 0);

    let again = desk.import(&["--again"]);
    assert_eq!(again.counts(), [2, 0, 0, 0]);
    assert_eq!(shop.titles(), ["Bowl", "Bowl", "Rug", "Rug"]);
    let covers: std::collections::BTreeSet<u64> = shop.sandbox.products().iter().map(|product| product.fields.photo).collect();
    assert_eq!(covers.len(), 4, "no two products share a cover");
}

#[test]
fn a_photo_shared_by_many_products_is_uploaded_once() {
    let (shop, desk) = shop_and_desk();
    let chart = std::fs::read(desk.photo("Shirt 0/2 sizes.png")).unwrap();
    for n in 0..12 {
        desk.photo(&format!("Shirt {n}/1.png"));
        write(&desk.photos().join(format!("Shirt {n}/2 sizes.png")), &chart);
    }

    let ran = desk.import(&[]);

    assert_eq!((ran.status, ran.counts()), (0, [12, 0, 0, 0]), "{ran:?}");
    assert_eq!((ran.done()["uploads"].as_u64(), shop.sandbox.files().len()), (Some(13), 13));
    assert!(shop.sandbox.products().iter().all(|product| product.fields.photos.len() == 2));
}

#[test]
fn a_file_that_is_not_a_photo_is_reported_and_the_rest_imported() {
    let (shop, desk) = shop_and_desk();
    let good = std::fs::read(desk.photo("Good.jpg")).unwrap();
    write(&desk.photos().join("Text.jpg"), b"this is not a photo");
    write(&desk.photos().join("Empty.png"), b"");
    write(&desk.photos().join("Half.jpg"), &good[..good.len() / 2]);
    write(&desk.photos().join("notes.txt"), b"buy milk");

    let ran = desk.import(&[]);

    assert_eq!((ran.status, ran.counts()), (1, [1, 0, 3, 0]), "{}", ran.err);
    assert_eq!(shop.titles(), ["Good"]);
    let products = ran.products();
    for (name, code) in [("Text", "not_a_photo"), ("Empty", "file_empty"), ("Half", "photo_damaged")] {
        let problem = &products[name]["problem"];
        assert_eq!(problem["code"], code, "{name}");
        assert!(problem["subject"].as_str().unwrap().contains(name), "{problem}");
        assert!(!problem["remedy"].as_str().unwrap().is_empty());
    }
}

#[test]
fn a_refused_product_names_the_field_and_the_rest_is_imported() {
    let (shop, desk) = shop_and_desk();
    desk.photo("Rug.jpg");
    desk.photo("Bowl.jpg");
    let sheet = desk.dir.path().join("sheet.csv");
    let long = "x".repeat(5000);
    std::fs::write(&sheet, format!("name;primary_price;photos\n{long};5000;Rug.jpg\nBowl;5000;Bowl.jpg\n")).unwrap();

    let ran = desk.import(&["--sheet", sheet.to_str().unwrap()]);

    assert_eq!((ran.status, ran.counts()), (1, [1, 0, 1, 0]), "{}", ran.err);
    assert_eq!(shop.titles(), ["Bowl"]);
    assert_eq!(ran.products()[&long]["problem"]["field"], "name");
}

#[test]
fn invalid_values_are_refused_before_anything_is_sent() {
    let (shop, desk) = shop_and_desk();
    desk.photo("Rug.jpg");
    for value in ["primary_price=0", "primary_price=-5", "primary_price=9223372036854775808", "stock=many", "weight=-1"] {
        let ran = desk.import(&["--set", value]);
        assert_eq!(ran.status, 2, "{value}: {ran:?}");
        assert!(!ran.err.is_empty());
    }
    assert_eq!(desk.import(&["--set", "colour=red"]).status, 2);
    assert!(shop.sandbox.requests().is_empty());
}

#[test]
fn a_dry_run_sends_nothing() {
    let (shop, desk) = shop_and_desk();
    desk.photo("Rug/1.jpg");
    desk.photo("Rug/2.jpg");

    let ran = desk.import(&["--dry-run"]);

    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.lines[0]["name"], "Rug");
    assert_eq!(ran.lines[0]["photos"].as_array().unwrap().len(), 2);
    assert!(shop.sandbox.requests().is_empty());
}

#[test]
fn an_empty_import_is_invalid_input() {
    let (_shop, desk) = shop_and_desk();
    assert_eq!(desk.run(&["import", desk.photos().to_str().unwrap()]).status, 2);
    assert_eq!(desk.run(&["import", "/no/such/folder"]).status, 2);
    assert_eq!(desk.run(&["import"]).status, 2);
}

#[test]
fn an_invalid_token_asks_for_a_sign_in() {
    let shop = Shop::open(Options::default());
    let desk = Desk::with(&shop.sandbox.market_file(), "wrong".to_owned().into());
    desk.photo("Rug.jpg");

    let ran = desk.import(&[]);

    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(!ran.err.contains("wrong"), "the token is not printed: {}", ran.err);
}

#[test]
fn an_import_without_a_sign_in_waits_for_resume() {
    let (shop, mut desk) = shop_and_desk();
    desk.photo("Rug.jpg");
    desk.photo("Bowl.jpg");
    let good = std::mem::replace(&mut desk.token, "expired".to_owned().into());
    for _ in 0..2 {
        let ran = desk.import(&["--set", "stock=3", "--again"]);
        assert_eq!((ran.status, ran.counts()), (3, [0, 0, 0, 2]), "{ran:?}");
    }
    desk.token = good;

    let resumed = desk.run(&["resume", "--json"]);

    assert_eq!((resumed.status, resumed.counts()), (0, [2, 0, 0, 0]), "{resumed:?}");
    assert_eq!(desk.run(&["resume", "--json"]).done()["created"], 0);
    assert_eq!(shop.titles(), ["Bowl", "Rug"]);
    assert!(shop.sandbox.products().iter().all(|product| product.fields.stock == Some(3)));
}

#[test]
fn products_imported_meanwhile_are_not_resumed() {
    let (shop, mut desk) = shop_and_desk();
    desk.photo("Rug.jpg");
    let good = std::mem::replace(&mut desk.token, "expired".to_owned().into());
    assert_eq!(desk.import(&["--again"]).status, 3);
    desk.token = good;

    assert_eq!(desk.import(&["--again"]).counts(), [1, 0, 0, 0]);

    assert_eq!(desk.run(&["resume", "--json"]).done()["created"], 0);
    assert_eq!(shop.titles(), ["Rug"]);
}

#[test]
fn a_token_may_be_given_as_copied() {
    let (_shop, mut desk) = shop_and_desk();
    desk.token = format!(" \u{200f}Bearer  {}\n", desk.token.expose_secret()).into();
    assert_eq!(desk.run(&["whoami"]).status, 0);
}

#[test]
fn an_invalid_webhook_is_a_usage_error() {
    let (shop, desk) = shop_and_desk();
    for mistake in [["--url", "shop.example", "--events", "5"], ["--url", "https://shop.example/", "--events", "5,10"]] {
        assert_eq!(desk.run(&[&["webhook", "add"], mistake.as_slice()].concat()).status, 2, "{mistake:?}");
    }
    assert!(shop.sandbox.requests().is_empty());
}

#[test]
fn an_account_without_a_shop_gets_a_message_and_no_pending_import() {
    let shop = Shop::open(Options::default());
    let token = shop.sandbox.issue_token(Person::Shopless, &["*"], Duration::from_secs(600));
    let desk = Desk::with(&shop.sandbox.market_file(), token);
    desk.photo("Rug.jpg");

    let ran = desk.import(&[]);

    assert_eq!((ran.status, ran.counts()), (1, [0, 0, 0, 1]), "{ran:?}");
    assert_eq!(ran.lines[0]["problem"]["code"], "no_vendor");
}

#[test]
fn an_unreachable_marketplace_is_reported_with_its_address() {
    let market_file = {
        let shop = Shop::open(Options::default());
        shop.sandbox.market_file()
    };
    let desk = Desk::with(&market_file, "token".to_owned().into());
    desk.photo("Rug.jpg");

    let ran = desk.run(&["products"]);

    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("127.0.0.1"), "{}", ran.err);
}

#[test]
fn a_mistake_in_a_market_file_is_reported_with_its_line() {
    for (file, word) in [("name = \"x\"\nlayuot = \"base\"\n", "layuot"), ("name = \"x\"\nbase_url = \"http://shop.example\"\n", "Line 2")]
    {
        let desk = Desk::with(file, "token".to_owned().into());
        let ran = desk.run(&["products"]);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.err.contains(word), "{}", ran.err);
    }
}
