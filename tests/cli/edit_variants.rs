//! Changing prices and stocks of variants: the real program at a practice shop whose products have sizes.

use serde_json::{Value, json};
use vitrine_sandbox::{CreatedProduct, FaultRule, Faults, Moment, Operation, Options, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// So many products with two sizes each: the first costs 1,000 and there is one of it, the second 2,000 and
/// there are two.
fn open(products: usize, faults: Faults) -> (Shop, TestEnv) {
    let shop =
        Shop::open(Options { faults, initial_products: products, initial_variants: 2, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

fn sheet(env: &TestEnv, text: &str) -> String {
    let path = env.dir.path().join("changes.csv");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn edit(env: &TestEnv, arguments: &[&str]) -> RunOutput {
    env.run(&[&["edit", "--json"], arguments].concat())
}

/// The numbers of changed, skipped, failed and waiting products.
fn counts(output: &RunOutput) -> [u64; 4] {
    ["changed", "skipped", "failed", "waiting"].map(|key| output.done_event()[key].as_u64().unwrap())
}

/// Price and stock of each variant of each product.
fn sizes(shop: &Shop) -> Vec<Vec<(i64, i64)>> {
    let of =
        |variant: &Value| (variant["primary_price"].as_i64().unwrap(), variant["stock"].as_i64().unwrap());
    let of_each = |variants: &Value| variants.as_array().unwrap().iter().map(of).collect();
    shop.sandbox.products().iter().map(|product| of_each(&product.fields.extra["variants"])).collect()
}

fn product_line(output: &RunOutput, id: u64) -> &Value {
    output
        .lines
        .iter()
        .rfind(|line| line["event"] == "product" && line["product_id"] == id)
        .unwrap_or_else(|| panic!("{id}: {output:?}"))
}

#[test]
fn a_sheet_names_variants_by_sku_and_its_undo_restores_each() {
    let (shop, env) = open(3, Faults::default());
    let before = shop.sandbox.products();
    let sheet = sheet(&env, "sku,price,stock\nOLD-1-2,2200,\nold-2-1,,0\nOLD-2-2,2500,7\nOLD-3-1,1000,1\n");
    let planned = env.run(&["edit", "--sheet", &sheet, "--dry-run"]);
    assert!(planned.stdout.contains("Price (2)") && planned.stdout.contains("from 2,000"), "{planned:?}");
    let output = edit(&env, &["--sheet", &sheet]);
    assert_eq!((output.status, counts(&output)), (0, [2, 1, 0, 0]), "{output:?}");
    assert_eq!(
        sizes(&shop),
        [vec![(1000, 1), (2200, 2)], vec![(1000, 0), (2500, 7)], vec![(1000, 1), (2000, 2)]]
    );
    let change = json!({ "field": "primary_price", "variant_id": 300_102, "variant": "2", "old": 2000, "new": 2200, "now": null });
    assert_eq!(product_line(&output, 3001)["changes"], json!([change]));

    let run = output.done_event()["run"].to_string();
    let undone = edit(&env, &["--undo", &run]);
    assert_eq!((undone.status, counts(&undone)), (0, [2, 0, 0, 0]), "{undone:?}");
    let fields = |products: Vec<CreatedProduct>| {
        products.into_iter().map(|product| product.fields).collect::<Vec<_>>()
    };
    assert_eq!(fields(shop.sandbox.products()), fields(before));
}

#[test]
fn a_rule_raises_every_variant_once_although_answers_are_lost() {
    let lost = FaultRule {
        on: Some(Operation::Batch),
        reset: true,
        when: Moment::After,
        every: 3,
        ..FaultRule::default()
    };
    let (shop, env) = open(40, Faults::of(lost));
    let ids: String = (3001..=3040).map(|id| format!("{id}\n")).collect();
    let sheet = sheet(&env, &format!("id\n{ids}"));
    let output = edit(&env, &["--sheet", &sheet, "--set", "primary_price=+7%", "--round", "10"]);
    assert_eq!((output.status, counts(&output)), (0, [40, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(sizes(&shop), vec![vec![(1070, 1), (2140, 2)]; 40]);
    let undone = edit(&env, &["--undo", &output.done_event()["run"].to_string()]);
    assert_eq!(
        (undone.status, counts(&undone), sizes(&shop)),
        (0, [40, 0, 0, 0], vec![vec![(1000, 1), (2000, 2)]; 40]),
        "{undone:?}"
    );
}

#[test]
fn a_variant_that_was_sold_meanwhile_is_asked_about() {
    // After every listing by ids a buyer takes one of the first size of 3002.
    let behaviour = ShopBehaviour { sells_every: 2, ..ShopBehaviour::default() };
    let (shop, env) = open(2, Faults { behaviour, ..Faults::default() });
    let sheet = sheet(&env, "sku,stock\nOLD-1-1,20\nOLD-2-1,20\nOLD-2-2,30\n");
    let output = edit(&env, &["--sheet", &sheet]);
    assert_eq!((output.status, counts(&output)), (1, [1, 0, 0, 1]), "{output:?}");
    shop.sandbox.set_faults(Faults::default());
    assert_eq!(sizes(&shop)[0], [(1000, 20), (2000, 2)]);
    assert_eq!(sizes(&shop)[1][0].1, 0, "the sale was not overwritten");
    for (language, field) in [("en", "Stock (1)"), ("fa", "موجودی (1)")] {
        let asked = env.run(&["edit", "--language", language, "--resume"]);
        assert!(asked.status == 1 && asked.stderr.contains(field), "{asked:?}");
    }
    let decided = edit(&env, &["--resume", "--overwrite"]);
    assert_eq!(
        (decided.status, sizes(&shop)[1].iter().map(|size| size.1).collect::<Vec<_>>()),
        (0, vec![20, 30]),
        "{decided:?}"
    );
}

#[test]
fn a_description_and_the_prices_of_variants_go_together_though_they_need_two_requests() {
    let (shop, env) = open(1, Faults::default());
    let sheet = sheet(&env, "id,sku,price,description\n3001,,,Cotton\n,OLD-1-2,2200,\n");
    let output = edit(&env, &["--sheet", &sheet]);
    assert_eq!((output.status, counts(&output)), (0, [1, 0, 0, 0]), "{output:?}");
    assert_eq!(sizes(&shop), [vec![(1000, 1), (2200, 2)]]);
    assert_eq!(shop.sandbox.products()[0].fields.description.as_deref(), Some("Cotton"));
}

#[test]
fn what_is_unclear_or_refused_is_said_in_both_languages_and_not_sent() {
    let (shop, env) = open(3, Faults::default());
    shop.sandbox.change(3003, |fields| fields.sku = Some("OLD-2-1".to_owned()));
    let before = sizes(&shop);
    let sheet = sheet(&env, "id,sku,price\n3001,,5000\n,OLD-2-1,5000\n,OLD-1-1,0\n,OLD-9-1,5000\n");
    let expected = [
        ("en", ["It isn’t clear which variant is meant", "have the same SKU"]),
        ("fa", ["معلوم نیست کدام تنوع منظور است", "یک کد دارند"]),
    ];
    for (language, words) in expected {
        let output = env.run(&["edit", "--language", language, "--sheet", &sheet]);
        let told = output.stdout.clone() + &output.stderr;
        assert!(output.status == 1 && words.iter().all(|words| told.contains(words)), "{output:?}");
    }
    let output = edit(&env, &["--sheet", &sheet]);
    let codes: Vec<&str> = output.lines.iter().filter_map(|line| line["problem"]["code"].as_str()).collect();
    assert_eq!(codes, ["which_variant", "several_products", "invalid_field", "not_in_shop"], "{output:?}");
    assert_eq!((counts(&output)[0], sizes(&shop)), (0, before));
}

#[test]
fn a_marketplace_file_that_does_not_say_how_variants_are_changed_leaves_them_alone() {
    let shop = Shop::open(Options { initial_products: 1, initial_variants: 2, ..Options::default() });
    let file = shop.sandbox.market_file().replace("batch_variants = true\n", "");
    let env = TestEnv::with_market_file(&file, shop.sandbox.token());
    let sheet = sheet(&env, "id,sku,price\n3001,,5000\n,OLD-1-1,5000\n");
    let output = edit(&env, &["--sheet", &sheet]);
    let codes: Vec<&str> = output.lines.iter().filter_map(|line| line["problem"]["code"].as_str()).collect();
    assert_eq!((output.status, codes), (1, vec!["has_variants", "has_variants"]), "{output:?}");
    assert_eq!(sizes(&shop), [[(1000, 1), (2000, 2)]]);
}

/// The file of a marketplace whose batches take no variants, each of which has an address of its own.
fn one_by_one(shop: &Shop) -> TestEnv {
    let path = "variant = \"/v1/products/{id}/variations/{variant_id}\"\n";
    let file = shop.sandbox.market_file().replace("batch_variants = true\n", path);
    assert!(file.contains(path));
    TestEnv::with_market_file(&file, shop.sandbox.token())
}

#[test]
fn where_each_variant_has_an_address_it_is_changed_there_once_and_no_list_is_sent() {
    let shop = Shop::open(Options { initial_products: 3, initial_variants: 2, ..Options::default() });
    let env = one_by_one(&shop);
    let before = sizes(&shop);
    let sheet = sheet(&env, "sku,price,stock\nOLD-1-2,2200,\nold-2-1,,0\nOLD-2-2,2500,7\n");
    let output = edit(&env, &["--sheet", &sheet]);
    assert_eq!((output.status, counts(&output)), (0, [2, 0, 0, 0]), "{output:?}");
    let changed = [vec![(1000, 1), (2200, 2)], vec![(1000, 0), (2500, 7)], vec![(1000, 1), (2000, 2)]];
    assert_eq!(sizes(&shop), changed);
    let undone = edit(&env, &["--undo", &output.done_event()["run"].to_string()]);
    assert_eq!((undone.status, sizes(&shop)), (0, before), "{undone:?}");
}

#[test]
fn variants_that_are_changed_one_by_one_are_raised_once_although_answers_are_lost() {
    let lost = FaultRule {
        on: Some(Operation::Change),
        reset: true,
        when: Moment::After,
        every: 5,
        ..FaultRule::default()
    };
    let faults = Faults::of(lost);
    let shop = Shop::open(Options { faults, initial_products: 4, initial_variants: 3, ..Options::default() });
    let env = one_by_one(&shop);
    let sheet = sheet(&env, "id\n3001\n3002\n3003\n3004\n");
    let output = edit(&env, &["--sheet", &sheet, "--set", "primary_price=+7%", "--round", "10"]);
    assert_eq!((output.status, counts(&output)), (0, [4, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(sizes(&shop), vec![vec![(1070, 1), (2140, 2), (3210, 3)]; 4]);
}

#[test]
fn a_row_names_a_variant_by_its_size_and_its_product_by_id_or_name() {
    for is_listed in [false, true] {
        let (shop, env) = open(3, Faults::default());
        if is_listed {
            assert_eq!(env.run(&["products", "--json"]).status, 0);
        }
        let by_id = sheet(&env, "id,size,price\n3001,2,2200\n3002,1,1100\n");
        let output = edit(&env, &["--sheet", &by_id]);
        assert_eq!((output.status, counts(&output)), (0, [2, 0, 0, 0]), "{output:?}");
        let by_name = sheet(&env, "name,سایز,stock\nOld product 3,۲,۹\n");
        let output = edit(&env, &["--sheet", &by_name]);
        assert_eq!((output.status, counts(&output)), (0, [1, 0, 0, 0]), "{output:?}");
        let changed = [vec![(1000, 1), (2200, 2)], vec![(1100, 1), (2000, 2)], vec![(1000, 1), (2000, 9)]];
        assert_eq!(sizes(&shop), changed, "{is_listed}");
    }
}

#[test]
fn of_rows_that_fit_no_variant_or_contradict_each_other_nothing_is_sent_and_each_says_why() {
    let (shop, env) = open(3, Faults::default());
    shop.sandbox.change(3003, |fields| fields.name = "Old product 2".to_owned());
    let before = sizes(&shop);
    // A size that is gone, no size, one of two products with the name, and two prices for one size.
    let rows = "3001,,XXL,5000\n3001,,,5000\n,Old product 2,1,5000\n3002,,2,5000\n3002,,2,6000\n";
    let sheet = sheet(&env, &format!("id,name,size,price\n{rows}"));
    let output = edit(&env, &["--sheet", &sheet]);
    let codes: Vec<&str> = output.lines.iter().filter_map(|line| line["problem"]["code"].as_str()).collect();
    let expected = ["variant_not_found", "which_variant", "several_names", "repeated_row", "repeated_row"];
    assert_eq!((output.status, codes), (1, expected.to_vec()), "{output:?}");
    assert_eq!(sizes(&shop), before);
    for language in ["en", "fa"] {
        let said = env.run(&["edit", "--language", language, "--sheet", &sheet, "--dry-run"]);
        assert!(format!("{}{}", said.stdout, said.stderr).contains("XXL"), "{said:?}");
    }
}
