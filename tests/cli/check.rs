//! `vitrine check`: what a first user of a marketplace file runs.

use secrecy::ExposeSecret;
use serde_json::{Value, json};
use vitrine_sandbox::{Categories, Faults, Options, PhotoIds, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

fn shop(behaviour: ShopBehaviour) -> Shop {
    let behaviour = ShopBehaviour { categories: Categories::English, ..behaviour };
    Shop::open(Options {
        faults: Faults { behaviour, ..Faults::default() },
        initial_products: 3,
        ..Options::default()
    })
}

fn step<'a>(output: &'a RunOutput, step: &str) -> &'a Value {
    output.lines.iter().find(|line| line["step"] == step).unwrap_or_else(|| panic!("{step}: {output:?}"))
}

#[test]
fn the_report_says_which_assumptions_hold_and_nothing_is_created() {
    let shop = shop(ShopBehaviour::default());
    let output = TestEnv::new(&shop).run(&["check", "--json"]);
    assert_eq!(output.status, 0, "{output:?}");
    assert_eq!(step(&output, "user")["facts"]["has_shop"]["value"], true);
    assert_eq!(step(&output, "categories")["facts"]["levels"]["value"], 3);
    assert_eq!(
        step(&output, "categories")["facts"]["unit_ids_of_the_other_space"]["value"],
        json!([5060, 5130, 5135, 5999])
    );
    assert_eq!(step(&output, "list")["facts"]["rows"]["value"], 3);
    assert_eq!((shop.sandbox.products().len(), shop.sandbox.files().len()), (3, 0));
}

#[test]
fn with_write_one_hidden_product_is_created_and_read_back() {
    let shop = shop(ShopBehaviour::default());
    let output = TestEnv::new(&shop).run(&["check", "--write"]);
    assert_eq!(output.status, 0, "{output:?}");
    assert!(
        output.stdout.contains("ok    read_back.photo_id_is_that_of_the_upload = true"),
        "{}",
        output.stdout
    );
    let products = shop.sandbox.products();
    assert_eq!((products.len(), &products[3].fields.extra["status"]), (4, &json!(3790)));
}

#[test]
fn an_assumption_that_does_not_hold_is_named() {
    let shop = shop(ShopBehaviour {
        photo_ids: PhotoIds::OtherSpace,
        sku_filter: false,
        ..ShopBehaviour::default()
    });
    let output = TestEnv::new(&shop).run(&["check", "--write", "--json"]);
    assert_eq!(output.status, 1);
    assert_eq!(step(&output, "read_back")["facts"]["photo_id_is_that_of_the_upload"]["holds"], false);
    assert_eq!(step(&output, "create")["holds"], true);
}

#[test]
fn a_listed_price_that_is_not_the_sellers_is_named() {
    let shop = shop(ShopBehaviour { discount: 10, ..ShopBehaviour::default() });
    let output = TestEnv::new(&shop).run(&["check", "--json"]);
    assert_eq!(output.status, 1);
    let fact = &step(&output, "list_price")["facts"]["is_the_sellers"];
    assert_eq!((&fact["value"], &fact["holds"]), (&json!(false), &json!(false)), "{output:?}");
}

#[test]
fn the_report_names_nobody() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    let output = env.run(&["check", "--write", "--json"]);
    for private in [env.token.expose_secret(), "Practice", "501", "Old product", "VITRINE-CHECK"] {
        assert!(!output.stdout.contains(private), "{private}: {}", output.stdout);
    }
}
