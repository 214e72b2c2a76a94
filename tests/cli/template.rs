//! Imports with a template that was saved in the window.

use vitrine::worker::{Command, Event, PlatformCommand, Session, Settings};
use vitrine_core::import::Template;
use vitrine_core::import::bulk::{BulkChange, BulkOperation};
use vitrine_domain::{AccountKey, Draft, Price};
use vitrine_sandbox::Options;

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::worker::Worker;

/// Saves the template “Wholesale” for the shop that is signed in: 30 % more, a stock of 5, and a price of
/// 70,000 where there is none.
fn save_template(env: &TestEnv) {
    let worker = Worker::at_market(env.worker_options(), env.market());
    let account = worker.until(|event| match event {
        Event::Session(Session::SignedIn { market, account, .. }) => account.key(market),
        _ => None,
    });
    let rule = BulkChange {
        operation: BulkOperation::IncreasePercent,
        operand: "30".to_owned(),
        rounding: "1000".to_owned(),
    };
    let defaults = Draft { primary_price: Some(Price::on_wire(70_000)), stock: Some(5), ..Draft::default() };
    let template = |account: &AccountKey, name: &str| Template {
        account: account.clone(),
        name: name.to_owned(),
        defaults: defaults.clone().into(),
        price_rule: Some(rule.clone()),
    };
    let elsewhere = AccountKey { market: "Elsewhere".to_owned(), ..account.clone() };
    let templates = vec![template(&account, "Wholesale"), template(&elsewhere, "Of another shop")];
    worker.send(Command::Platform(PlatformCommand::SaveSettings(Box::new(Settings {
        templates,
        ..Settings::default()
    }))));
}

#[test]
fn a_template_changes_the_prices_of_the_sheet_and_fills_what_is_empty() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    save_template(&env);
    env.photo("rug.jpg");
    env.photo("bowl.jpg");
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "name,primary_price\nrug,41300\n").unwrap();
    let output =
        env.import(&["--template", "Wholesale", "--set", "stock=9", "--sheet", sheet.to_str().unwrap()]);
    assert_eq!(output.counts(), [2, 0, 0, 0], "{output:?}");
    let mut made: Vec<_> = shop
        .sandbox
        .products()
        .into_iter()
        .map(|product| (product.fields.primary_price, product.fields.stock))
        .collect();
    made.sort_unstable();
    assert_eq!(made, [(Some(54_000), Some(9)), (Some(70_000), Some(9))], "`--set` takes priority");
}

#[test]
fn an_unknown_template_is_an_error_that_names_those_of_the_shop() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    save_template(&env);
    env.photo("rug.jpg");
    for name in ["wholesale", "Of another shop"] {
        let output = env.import(&["--template", name]);
        assert_eq!((output.status, output.counts()), (2, [0, 0, 0, 0]), "{output:?}");
        assert!(
            output.stderr.contains(&format!("“{name}”")) && output.stderr.contains("Wholesale"),
            "{}",
            output.stderr
        );
        assert!(!output.stderr.contains("are: Of another shop"), "{}", output.stderr);
    }
    assert!(shop.sandbox.files().is_empty(), "nothing was sent");
}

#[test]
fn a_rule_that_leaves_no_price_keeps_its_product_out_and_says_so() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    save_template(&env);
    env.photo("rug.jpg");
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "name,primary_price\nrug,9223372036854775807\n").unwrap();
    let output = env.import(&["--template", "Wholesale", "--sheet", sheet.to_str().unwrap()]);
    assert_eq!((output.status, shop.titles().len()), (2, 0), "{output:?}");
    assert!(output.stderr.contains("Price"), "{}", output.stderr);
}

#[test]
fn values_are_made_from_what_each_product_has() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    env.photo("rug.jpg");
    env.photo("bowl.jpg");
    let sheet = env.dir.path().join("goods.csv");
    std::fs::write(&sheet, "name,weight,sku\nrug,900,R-7\nbowl,,\n").unwrap();
    let output = env.import(&[
        "--set",
        "brief={name}, code {sku}",
        "--set",
        "package_weight=+50",
        "--sheet",
        sheet.to_str().unwrap(),
    ]);
    assert_eq!(output.counts(), [2, 0, 0, 0], "{output:?}");
    let mut made: Vec<_> = shop
        .sandbox
        .products()
        .into_iter()
        .map(|product| (product.fields.brief, product.fields.package_weight))
        .collect();
    made.sort_unstable();
    assert_eq!(
        made,
        [(Some("bowl".to_owned()), None), (Some("rug, code R-7".to_owned()), Some(950))],
        "a part about what a product lacks is left out"
    );
}
