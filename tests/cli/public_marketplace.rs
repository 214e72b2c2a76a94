//! The program with its ready-made file against the practice shop that speaks as the public marketplace, in
//! both layouts.

use serde_json::{Value, json};
use vitrine_core::market::READY_MADE;
use vitrine_sandbox::{Categories, Dialect, Faults, Layout, Operation, Options, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// What the file requires of a kilim and its practice category.
const REQUIRED: [&str; 10] = [
    "--set",
    "preparation_days=2",
    "--set",
    "package_weight=900",
    "--set",
    "primary_price=250000",
    "--set",
    "category_id=302",
    "--set",
    "product_attribute=Material=Wool",
];

fn open(layout: Layout) -> (Shop, TestEnv) {
    let behaviour =
        ShopBehaviour { categories: Categories::English, sku_unique: true, ..ShopBehaviour::default() };
    let faults = Faults { behaviour, ..Faults::default() };
    let shop = Shop::open(Options { faults, dialect: Dialect::PUBLIC, ..Options::default() });
    let origin = format!("http://{}", shop.sandbox.address());
    let hosts = [
        ("https://openapi.basalam.com", origin.clone()),
        ("https://auth.basalam.com", format!("{origin}/auth")),
        ("https://basalam.com/accounts/sso", format!("{origin}/accounts/sso")),
        ("products_per_minute = 20", "products_per_minute = 0".to_owned()),
    ];
    let mut text =
        hosts.iter().fold(layout.of_paths(READY_MADE[0].text), |text, (from, to)| text.replace(from, to));
    if layout == Layout::Core {
        let hosts =
            format!("layout = \"core\"\ncore_url = \"{origin}/core\"\nupload_url = \"{origin}/upload\"");
        text = text.replace("layout      = \"base\"", &hosts);
    }
    let env = TestEnv::with_market_file(&text, shop.sandbox.token());
    (shop, env)
}

fn import(env: &TestEnv, more: &[&str]) -> RunOutput {
    env.run(&[&["import", env.photos().to_str().unwrap(), "--json", "--yes"], &REQUIRED[..], more].concat())
}

fn titles(output: &RunOutput) -> Vec<String> {
    assert_eq!(output.status, 0, "{output:?}");
    let mut titles: Vec<String> =
        output.lines.iter().map(|line| line["title"].as_str().unwrap().to_owned()).collect();
    titles.sort();
    titles
}

#[test]
fn nothing_is_wrong_with_the_file_in_either_layout() {
    for layout in [Layout::Base, Layout::Core] {
        let (_shop, env) = open(layout);
        env.photo("Kilim/a.jpg");
        assert_eq!(import(&env, &[]).counts(), [1, 0, 0, 0]);
        let output = env.run(&["check", "--write", "--json"]);
        let wrong: Vec<&Value> = output.lines.iter().filter(|line| line["holds"] == false).collect();
        assert!(output.status == 0 && wrong.is_empty(), "{layout:?}: {output:?}");
        let of_shop = output.lines.iter().find(|line| line["step"] == "attributes_of_shop").unwrap();
        assert_eq!(
            of_shop["facts"]["categories_that_differ"]["value"],
            json!([]),
            "asked with and without the shop"
        );
    }
}

#[test]
fn products_are_filtered_by_category_and_last_change_although_the_list_tells_neither() {
    for layout in [Layout::Base, Layout::Core] {
        let (_shop, env) = open(layout);
        env.photo("Kilim/a.jpg");
        assert_eq!(import(&env, &[]).counts(), [1, 0, 0, 0]);
        // A hidden product is in no other list, so it is read by itself.
        env.photo("Hidden/b.jpg");
        assert_eq!(import(&env, &["--set", "status=3790"]).counts(), [1, 1, 0, 0]);
        let both = ["Hidden".to_owned(), "Kilim".to_owned()];
        for category in ["302", "Rugs / Kilim", "Rugs"] {
            assert_eq!(
                titles(&env.run(&["products", "--json", "--category", category])),
                both,
                "{layout:?}: {category}"
            );
        }
        assert_eq!(titles(&env.run(&["products", "--json", "--category", "Mug"])), [""; 0]);
        assert_eq!(titles(&env.run(&["products", "--json", "--changed-since", "2020-01-01"])), both);
        assert_eq!(
            titles(&env.run(&["products", "--json", "--saved", "--category", "302"])),
            both,
            "it is kept with the saved list"
        );
    }
}

#[test]
fn pages_do_not_shift_because_the_list_is_read_from_its_oldest_product() {
    let (shop, env) = open(Layout::Base);
    env.run(&["products", "--json"]);
    let lists =
        shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List));
    assert!(lists.into_iter().all(|request| request.path.contains("sort=id%3Aasc")));
}

#[test]
fn decimals_are_sent_where_the_marketplace_takes_them_and_whole_numbers_whole() {
    let (shop, env) = open(Layout::Base);
    env.photo("Kilim/a.jpg");
    let set = ["--set", "weight=12.5", "--set", "unit_quantity=۰٫۵", "--set", "unit_type=6305"];
    assert_eq!(import(&env, &set).counts(), [1, 0, 0, 0]);
    let fields = &shop.sandbox.products()[0].fields;
    assert_eq!(
        (&fields.extra["net_weight_decimal"], &fields.extra["unit_quantity"]),
        (&json!(12.5), &json!(0.5))
    );

    let contract = Shop::open(Options::default());
    let env = TestEnv::new(&contract);
    env.photo("Cup/a.jpg");
    let refused = env.import(&["--set", "weight=12.5"]);
    assert_eq!((refused.status, contract.sandbox.products().len()), (1, 0), "{refused:?}");
}

#[test]
fn a_change_and_an_import_of_several_photos_arrive() {
    for layout in [Layout::Base, Layout::Core] {
        let (shop, env) = open(layout);
        for photo in ["Kilim/a.jpg", "Kilim/b.jpg", "Kilim/c.jpg"] {
            env.photo(photo);
        }
        assert_eq!(import(&env, &[]).counts(), [1, 0, 0, 0]);
        let sheet = env.dir.path().join("changes.csv");
        std::fs::write(&sheet, "id,price,stock\n3001,300000,4\n").unwrap();
        let edited = env.run(&["edit", "--json", "--yes", "--sheet", sheet.to_str().unwrap()]);
        assert_eq!(edited.status, 0, "{layout:?}: {edited:?}");
        let fields = shop.sandbox.products()[0].fields.clone();
        assert_eq!(
            (fields.photos.len(), fields.primary_price, fields.stock),
            (3, Some(300_000), Some(4)),
            "{layout:?}"
        );
    }
}
