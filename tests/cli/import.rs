//! The import from the command line: photos in, products out, reported as JSON lines.

use std::time::Duration;

use secrecy::ExposeSecret;
use serde_json::Value;
use vitrine_sandbox::{Options, Person};

use crate::kit::shop::{Shop, TestEnv, write};

fn shop_and_env() -> (Shop, TestEnv) {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    (shop, env)
}

#[test]
fn a_folder_is_one_product_and_a_loose_photo_is_another() {
    let (shop, env) = shop_and_env();
    for photo in ["Rug/1.jpg", "Rug/2.png", "Rug/10.jpg", "Blue bowl.jpg"] {
        env.photo(photo);
    }

    let output = env.import(&["--set", "primary_price=250000", "--set", "stock=3"]);

    assert_eq!((output.status, output.counts()), (0, [2, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(shop.titles(), ["Blue bowl", "Rug"]);
    let rug = shop.sandbox.products().into_iter().find(|product| product.fields.name == "Rug").unwrap();
    assert_eq!((rug.fields.photos.len(), rug.fields.photos[0] == rug.fields.photo), (3, true));
    assert_eq!((rug.fields.primary_price, rug.fields.stock), (Some(250_000), Some(3)));
    assert_eq!(output.done_event()["uploads"], 4);
}

#[test]
fn products_without_a_price_are_created_only_on_request() {
    let (shop, env) = shop_and_env();
    let photos = ["Rug.jpg", "Bowl.jpg"].map(|name| env.photo(name).to_str().unwrap().to_owned());
    let import = |more: &[&str]| {
        env.run(&[&["import", "--json", photos[0].as_str(), photos[1].as_str()], more].concat())
    };

    let output = import(&[]);
    assert_eq!((output.status, output.counts()), (2, [0, 0, 0, 0]), "{}", output.stderr);
    assert!(
        output.stderr.contains("Products without a price: 2") && output.stderr.contains("--yes"),
        "{}",
        output.stderr
    );
    assert_eq!((shop.titles().len(), shop.sandbox.files().len()), (0, 0), "nothing is sent");

    assert_eq!(import(&["--dry-run"]).status, 0, "a dry run creates nothing, so there is no question");
    assert_eq!(import(&["--yes"]).counts(), [2, 0, 0, 0]);
    assert!(shop.sandbox.products().iter().all(|product| product.fields.primary_price.is_none()));
}

#[test]
fn each_product_line_contains_its_ids() {
    let (shop, env) = shop_and_env();
    env.photo("Mug.jpg");

    let output = env.import(&[]);

    let line = &output.product_events()["Mug"];
    let created = &shop.sandbox.products()[0];
    assert_eq!(line["state"], "created");
    assert_eq!(line["product_id"].as_u64(), Some(created.id));
    assert_eq!(line["photo_id"].as_u64(), Some(created.fields.photo));
    assert_eq!(line["problem"], Value::Null);
}

#[test]
fn the_products_command_lists_imported_products() {
    let (_shop, env) = shop_and_env();
    for n in 0..25 {
        env.photo(&format!("Cup {n}.jpg"));
    }
    assert_eq!(env.import(&["--set", "primary_price=۱۲٬۰۰۰"]).status, 0);

    let listed = env.run(&["products", "--json"]);

    assert_eq!((listed.status, listed.lines.len()), (0, 25), "{}", listed.stderr);
    assert!(listed.lines.iter().all(|product| product["price"] == 12_000));
}

#[test]
fn importing_the_same_folder_again_creates_nothing_twice() {
    let (shop, env) = shop_and_env();
    for photo in ["Rug/1.jpg", "Rug/2.jpg", "Bowl.jpg"] {
        env.photo(photo);
    }
    env.import(&[]);

    let second = env.import(&[]);
    assert_eq!((second.status, second.counts()), (0, [0, 2, 0, 0]), "{}", second.stderr);
    assert_eq!(second.done_event()["uploads"], 0);

    let again = env.import(&["--again"]);
    assert_eq!(again.counts(), [2, 0, 0, 0]);
    assert_eq!(shop.titles(), ["Bowl", "Bowl", "Rug", "Rug"]);
    let covers: std::collections::BTreeSet<u64> =
        shop.sandbox.products().iter().map(|product| product.fields.photo).collect();
    assert_eq!(covers.len(), 4, "no two products share a cover");
}

#[test]
fn a_photo_shared_by_many_products_is_uploaded_once() {
    let (shop, env) = shop_and_env();
    let chart = std::fs::read(env.photo("Shirt 0/2 sizes.png")).unwrap();
    for n in 0..12 {
        env.photo(&format!("Shirt {n}/1.png"));
        write(&env.photos().join(format!("Shirt {n}/2 sizes.png")), &chart);
    }

    let output = env.import(&[]);

    assert_eq!((output.status, output.counts()), (0, [12, 0, 0, 0]), "{output:?}");
    assert_eq!((output.done_event()["uploads"].as_u64(), shop.sandbox.files().len()), (Some(13), 13));
    assert!(shop.sandbox.products().iter().all(|product| product.fields.photos.len() == 2));
}

#[test]
fn a_file_that_is_not_a_photo_is_reported_and_the_rest_imported() {
    let (shop, env) = shop_and_env();
    let good = std::fs::read(env.photo("Good.jpg")).unwrap();
    write(&env.photos().join("Text.jpg"), b"this is not a photo");
    write(&env.photos().join("Empty.png"), b"");
    write(&env.photos().join("Half.jpg"), &good[..good.len() / 2]);
    write(&env.photos().join("notes.txt"), b"buy milk");

    let output = env.import(&[]);

    assert_eq!((output.status, output.counts()), (1, [1, 0, 3, 0]), "{}", output.stderr);
    assert_eq!(shop.titles(), ["Good"]);
    let products = output.product_events();
    for (name, code) in [("Text", "not_a_photo"), ("Empty", "file_empty"), ("Half", "photo_damaged")] {
        let problem = &products[name]["problem"];
        assert_eq!(problem["code"], code, "{name}");
        assert!(problem["subject"].as_str().unwrap().contains(name), "{problem}");
        assert!(!problem["remedy"].as_str().unwrap().is_empty());
    }
}

#[test]
fn a_refused_product_names_the_field_and_the_rest_is_imported() {
    let (shop, env) = shop_and_env();
    env.photo("Rug.jpg");
    env.photo("Bowl.jpg");
    let sheet = env.dir.path().join("sheet.csv");
    let long = "x".repeat(5000);
    std::fs::write(&sheet, format!("name;primary_price;photos\n{long};5000;Rug.jpg\nBowl;5000;Bowl.jpg\n"))
        .unwrap();

    let output = env.import(&["--sheet", sheet.to_str().unwrap()]);

    assert_eq!((output.status, output.counts()), (1, [1, 0, 1, 0]), "{}", output.stderr);
    assert_eq!(shop.titles(), ["Bowl"]);
    assert_eq!(output.product_events()[&long]["problem"]["field"], "name");
}

#[test]
fn invalid_values_are_refused_before_anything_is_sent() {
    let (shop, env) = shop_and_env();
    env.photo("Rug.jpg");
    for value in [
        "primary_price=0",
        "primary_price=-5",
        "primary_price=9223372036854775808",
        "stock=many",
        "weight=-1",
    ] {
        let output = env.import(&["--set", value]);
        assert_eq!(output.status, 2, "{value}: {output:?}");
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(env.import(&["--set", "colour=red"]).status, 2);
    assert!(shop.sandbox.requests().is_empty());
}

#[test]
fn a_dry_run_sends_nothing() {
    let (shop, env) = shop_and_env();
    env.photo("Rug/1.jpg");
    env.photo("Rug/2.jpg");

    let output = env.import(&["--dry-run"]);

    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(output.lines[0]["name"], "Rug");
    assert_eq!(output.lines[0]["photos"].as_array().unwrap().len(), 2);
    assert!(shop.sandbox.requests().is_empty());
}

#[test]
fn a_dry_run_counts_what_an_import_creates() {
    let (shop, env) = shop_and_env();
    env.photo("Rug/1.jpg");
    env.photo("Bowl/1.jpg");
    std::fs::write(env.photos().join("Bowl/2.jpg"), "no photo").unwrap();
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "name,price\nRug,100\nLamp,300\n").unwrap();
    let import = |more: &[&str]| {
        let photos = env.photos();
        let arguments = ["import", photos.to_str().unwrap(), "--sheet", sheet.to_str().unwrap()];
        env.run(&[&arguments[..], more].concat())
    };

    let said = import(&["--dry-run"]).stdout;
    assert!(said.contains("1 product would be created.\n2 products would not be"), "{said}");
    assert!(import(&["--dry-run", "--language", "fa"]).stdout.contains("۲ محصول ثبت نخواهد شد"));
    import(&["--yes"]);
    let names: Vec<_> = shop.sandbox.products().into_iter().map(|product| product.fields.name).collect();
    assert_eq!(names, ["Rug"]);
}

#[test]
fn an_empty_import_is_invalid_input() {
    let (_shop, env) = shop_and_env();
    assert_eq!(env.run(&["import", env.photos().to_str().unwrap()]).status, 2);
    assert_eq!(env.run(&["import", "/no/such/folder"]).status, 2);
    assert_eq!(env.run(&["import"]).status, 2);
}

#[test]
fn an_invalid_token_asks_for_a_sign_in() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::with_market_file(&shop.sandbox.market_file(), "wrong".to_owned().into());
    env.photo("Rug.jpg");

    let output = env.import(&[]);

    assert_eq!(output.status, 3, "{output:?}");
    assert!(!output.stderr.contains("wrong"), "the token is not printed: {}", output.stderr);
}

#[test]
fn an_import_without_a_sign_in_waits_for_resume() {
    let (shop, mut env) = shop_and_env();
    env.photo("Rug.jpg");
    env.photo("Bowl.jpg");
    let good = std::mem::replace(&mut env.token, "expired".to_owned().into());
    for _ in 0..2 {
        let output = env.import(&["--set", "stock=3", "--again"]);
        assert_eq!((output.status, output.counts()), (3, [0, 0, 0, 2]), "{output:?}");
    }
    env.token = good;

    let resumed = env.run(&["resume", "--json"]);

    assert_eq!((resumed.status, resumed.counts()), (0, [2, 0, 0, 0]), "{resumed:?}");
    assert_eq!(env.run(&["resume", "--json"]).done_event()["created"], 0);
    assert_eq!(shop.titles(), ["Bowl", "Rug"]);
    assert!(shop.sandbox.products().iter().all(|product| product.fields.stock == Some(3)));
}

#[test]
fn products_imported_meanwhile_are_not_resumed() {
    let (shop, mut env) = shop_and_env();
    env.photo("Rug.jpg");
    let good = std::mem::replace(&mut env.token, "expired".to_owned().into());
    assert_eq!(env.import(&["--again"]).status, 3);
    env.token = good;

    assert_eq!(env.import(&["--again"]).counts(), [1, 0, 0, 0]);

    assert_eq!(env.run(&["resume", "--json"]).done_event()["created"], 0);
    assert_eq!(shop.titles(), ["Rug"]);
}

#[test]
fn a_token_may_be_given_as_copied() {
    let (_shop, mut env) = shop_and_env();
    env.token = format!(" \u{200f}Bearer  {}\n", env.token.expose_secret()).into();
    assert_eq!(env.run(&["whoami"]).status, 0);
}

#[test]
fn an_invalid_webhook_is_a_usage_error() {
    let (shop, env) = shop_and_env();
    for mistake in
        [["--url", "shop.example", "--events", "5"], ["--url", "https://shop.example/", "--events", "5,10"]]
    {
        assert_eq!(env.run(&[&["webhook", "add"], mistake.as_slice()].concat()).status, 2, "{mistake:?}");
    }
    assert!(shop.sandbox.requests().is_empty());
}

#[test]
fn an_account_without_a_shop_gets_a_message_and_no_pending_import() {
    let shop = Shop::open(Options::default());
    let token = shop.sandbox.issue_token(Person::Shopless, &["*"], Duration::from_secs(600));
    let env = TestEnv::with_market_file(&shop.sandbox.market_file(), token);
    env.photo("Rug.jpg");

    let output = env.import(&[]);

    assert_eq!((output.status, output.counts()), (1, [0, 0, 0, 1]), "{output:?}");
    assert_eq!(output.lines[0]["problem"]["code"], "no_vendor");
}

#[test]
fn an_unreachable_marketplace_is_reported_with_its_address() {
    let market_file = {
        let shop = Shop::open(Options::default());
        shop.sandbox.market_file()
    };
    let env = TestEnv::with_market_file(&market_file, "token".to_owned().into());
    env.photo("Rug.jpg");

    let output = env.run(&["products"]);

    assert_eq!(output.status, 1, "{output:?}");
    assert!(output.stderr.contains("127.0.0.1"), "{}", output.stderr);
}

#[test]
fn a_mistake_in_a_market_file_is_reported_with_its_line() {
    for (file, word) in [
        ("name = \"x\"\nlayuot = \"base\"\n", "layuot"),
        ("name = \"x\"\nbase_url = \"http://shop.example\"\n", "Line 2"),
    ] {
        let env = TestEnv::with_market_file(file, "token".to_owned().into());
        let output = env.run(&["products"]);
        assert_eq!(output.status, 2, "{output:?}");
        assert!(output.stderr.contains(word), "{}", output.stderr);
    }
}
