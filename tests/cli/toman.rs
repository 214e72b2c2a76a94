//! A marketplace file with `enter = "toman"`: what people type and read is in toman, what is sent and what
//! scripts read in rial.

use vitrine_sandbox::Options;

use crate::kit::shop::{Shop, TestEnv};

/// A shop in rial whose owner uses toman.
fn toman_shop(products: usize) -> (Shop, TestEnv) {
    let shop = Shop::open(Options { initial_products: products, ..Options::default() });
    let file = shop.sandbox.market_file().replace("toman_beside = true", "enter = \"toman\"");
    assert!(file.contains("enter = \"toman\""));
    let env = TestEnv::with_market_file(&file, shop.sandbox.token());
    (shop, env)
}

fn prices(shop: &Shop) -> Vec<Option<i64>> {
    let mut prices: Vec<_> =
        shop.sandbox.products().into_iter().map(|product| product.fields.primary_price).collect();
    prices.sort_unstable();
    prices
}

#[test]
fn a_price_that_is_typed_is_in_toman_unless_it_says_rial() {
    let (shop, env) = toman_shop(0);
    env.photo("Rug/1.jpg");
    for (price, in_rial) in
        [("250000", 2_500_000), ("۲۵۰٫۵", 2_505), ("۲۵۰ هزار تومان", 2_500_000), ("7000 rial", 7_000)]
    {
        let output = env.import(&["--again", "--set", &format!("primary_price={price}")]);
        assert_eq!(output.counts(), [1, 0, 0, 0], "{price}: {output:?}");
        assert_eq!(shop.sandbox.products().last().unwrap().fields.primary_price, Some(in_rial), "{price}");
    }
}

#[test]
fn a_sheet_is_read_as_it_says_and_one_that_says_nothing_is_asked_about() {
    let (shop, env) = toman_shop(0);
    env.photo("Rug.jpg");
    let sheet = env.dir.path().join("prices.csv");
    let import = |text: &str, more: &[&str]| {
        std::fs::write(&sheet, text).unwrap();
        env.import(&[&["--again", "--sheet", sheet.to_str().unwrap()], more].concat())
    };
    assert_eq!(import("name,price (toman)\nRug,25000\n", &[]).counts(), [1, 0, 0, 0]);
    assert_eq!(import("name,price (rial)\nRug,25000\n", &[]).counts(), [1, 0, 0, 0]);
    let asked = import("name,price\nRug,25000\n", &[]);
    assert_eq!((asked.status, asked.counts()[0]), (2, 0), "{asked:?}");
    assert_eq!(prices(&shop), [Some(25_000), Some(250_000)], "nothing else was sent");
    assert_eq!(import("name,price\nRug,3000\n", &["--price-unit", "toman"]).counts(), [1, 0, 0, 0]);
    assert_eq!(prices(&shop), [Some(25_000), Some(30_000), Some(250_000)]);
}

#[test]
fn a_change_is_in_toman_its_lines_for_scripts_are_in_rial_and_an_undo_is_exact() {
    let (shop, env) = toman_shop(2);
    let sheet = env.dir.path().join("changes.csv");
    std::fs::write(&sheet, "id\n3001\n3002\n").unwrap();
    let edit = |more: &[&str]| {
        env.run(&[&["edit", "--json", "--yes", "--sheet", sheet.to_str().unwrap()], more].concat())
    };
    assert_eq!(prices(&shop), [Some(1000), Some(1000)]);
    let raised = edit(&["--set", "primary_price=+8%", "--round", "50"]);
    assert_eq!(prices(&shop), [Some(1000), Some(1000)], "108 toman are rounded to 100: {raised:?}");
    let dry = edit(&["--set", "primary_price=+20", "--dry-run"]);
    let planned = dry.lines.iter().find(|line| line["event"] == "planned").unwrap();
    assert_eq!((&planned["changes"][0]["old"], &planned["changes"][0]["new"]), (&1000.into(), &1200.into()));
    edit(&["--set", "primary_price=+20.5"]);
    assert_eq!(prices(&shop), [Some(1205), Some(1205)]);
    let run = env.run(&["edit", "--json", "--yes", "--undo", "1"]);
    assert_eq!(prices(&shop), [Some(1000), Some(1000)], "{run:?}");
}

#[test]
fn a_list_for_people_is_in_toman_and_one_for_scripts_in_rial() {
    let (_shop, env) = toman_shop(1);
    let table = env.run(&["products"]);
    assert!(table.stdout.contains("100 toman"), "{}", table.stdout);
    let lines = env.run(&["products", "--json"]);
    assert_eq!(lines.lines[0]["price"], 1000);
    for (bound, found) in [("100", true), ("101", false), ("1000 rial", true), ("1001 rial", false)] {
        let output = env.run(&["products", "--json", "--min-price", bound]);
        assert_eq!(output.lines.iter().any(|line| line["id"] == 3001), found, "{bound}: {output:?}");
    }
}

#[test]
fn cards_of_a_sheet_have_the_prices_that_an_import_of_it_would_send() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("prices.csv");
    let cards = |text: &str, more: &[&str]| {
        std::fs::write(&sheet, text).unwrap();
        let pdf = env.dir.path().join("cards.pdf");
        let args = ["cards", "--sheet", sheet.to_str().unwrap(), "--output", pdf.to_str().unwrap()];
        let output = env.run(&[&args, more].concat());
        (output.status, std::fs::read(&pdf).ok().inspect(|_| std::fs::remove_file(&pdf).unwrap()))
    };
    let in_rial = cards("name,price (rial)\nRug,250000\n", &[]);
    assert!(matches!(in_rial, (0, Some(_))), "{}", in_rial.0);
    assert_eq!(cards("name,price (toman)\nRug,25000\n", &[]), (2, None), "a rial shop asks for the unit");
    let in_toman = cards("name,price (toman)\nRug,25000\n", &["--price-unit", "toman"]);
    assert!(in_toman == in_rial, "the codes and the text are those of 250,000 rial");
    assert!(cards("name,price\nRug,25000\n", &[]) != in_rial, "the price is part of a card");
    let (status, saved) = cards("name,price\nRug,25000\n", &["--column", "Price=name"]);
    assert!(status == 0 && saved.is_some(), "a column can be named: {status}");
}
