//! Changes from spreadsheets with several worksheets.

use serde_json::{Value, json};
use vitrine_sandbox::Options;

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::sheet_opening::{excel, row};

/// What a look at changes of a shop with three products of 1,000 says, whose ids begin at 3001.
pub fn changes(name: &str, bytes: &[u8], more: &[&str]) -> RunOutput {
    let shop = Shop::open(Options { initial_products: 3, ..Options::default() });
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join(name);
    std::fs::write(&sheet, bytes).unwrap();
    env.run(&[&["edit", "--json", "--dry-run", "--sheet", sheet.to_str().unwrap()], more].concat())
}

pub fn new_prices(output: &RunOutput) -> Vec<Value> {
    let planned = output.lines.iter().filter(|line| line["event"] == "planned");
    planned.flat_map(|line| line["changes"].as_array().unwrap()).map(|change| change["new"].clone()).collect()
}

fn sheet(rows: &[&[&str]]) -> String {
    rows.iter().map(|cells| row(cells)).collect()
}

fn preview(output: &RunOutput) -> &Value {
    output.lines.iter().find(|line| line["event"] == "preview").unwrap_or_else(|| panic!("{output:?}"))
}

#[test]
fn all_worksheets_that_name_products_change_them() {
    let first = sheet(&[&["id", "price"], &["=3001", "=1100"]]);
    let second = sheet(&[&["price", "id", "stock"], &["=1200", "=3002", "=7"], &["=5", "", ""]]);
    let suppliers = sheet(&[&["name", "phone"], &["Ali", "0912"]]);
    let orders = sheet(&[&["id", "quantity", "customer"], &["=3003", "=2", "Ali"]]);
    let file = excel(&[("A", &first), ("B", &second), ("Suppliers", &suppliers), ("Orders", &orders)], &[]);
    let all = changes("s.xlsx", &file, &[]);
    assert_eq!(new_prices(&all), [1100, 1200, 7], "{all:?}");
    assert_eq!(preview(&all)["worksheets_not_read"], json!(["Suppliers", "Orders"]));
    assert_eq!(preview(&all)["left_out"], json!([{ "row": 3, "kind": "without_key", "text": "B: " }]));
    assert!(all.stderr.contains("Worksheets that change nothing"), "{}", all.stderr);
}

#[test]
fn a_further_worksheet_asks_and_is_answered_like_the_first() {
    let first = sheet(&[&["id", "price"], &["=3001", "=1100"]]);
    let second = sheet(&[&["id", "cash price", "cheque price"], &["=3002", "=1200", "=1400"]]);
    let file = excel(&[("A", &first), ("B", &second)], &[]);
    let asked = changes("s.xlsx", &file, &[]);
    assert_eq!((asked.status, new_prices(&asked)), (2, vec![]), "{asked:?}");
    assert!(asked.stderr.contains("cheque price: 1400"), "{}", asked.stderr);
    let said = changes("s.xlsx", &file, &["--column", "cheque price=primary_price"]);
    assert_eq!((said.status, new_prices(&said)), (0, vec![json!(1100), json!(1400)]), "{said:?}");
    let wrong = changes("s.xlsx", &file, &["--column", "Prise=primary_price"]);
    assert!(wrong.status == 2 && wrong.stderr.contains("has no column “Prise”"), "{wrong:?}");
}

#[test]
fn the_results_of_an_import_given_back_change_prices_and_no_status() {
    let list = "price,Product ID,Status,Problem\n1100,3001,Created,\n1000,3002,Already in the shop,\n";
    let changed = changes("results.csv", list.as_bytes(), &[]);
    assert_eq!(new_prices(&changed), [1100], "{changed:?}");
    assert!(!changed.stderr.contains("Product ID"), "{}", changed.stderr);
}

#[test]
fn a_new_stock_beside_the_old_one_is_asked_about_in_english_too() {
    for new in ["New stock", "Updated qty"] {
        let asked = changes("s.csv", format!("id,Stock,{new}\n3001,3,8\n3002,4,\n").as_bytes(), &[]);
        assert_eq!((asked.status, new_prices(&asked)), (2, vec![]), "{asked:?}");
        assert!(asked.stderr.contains(new), "{}", asked.stderr);
    }
}

#[test]
fn a_product_with_other_values_on_two_worksheets_is_not_changed() {
    let first = sheet(&[&["id", "price"], &["=3001", "=1100"], &["=3002", "=1150"]]);
    let second = sheet(&[&["id", "price"], &["=3001", "=1200"]]);
    let both = changes("s.xlsx", &excel(&[("A", &first), ("B", &second)], &[]), &[]);
    assert_eq!(new_prices(&both), [1150], "{both:?}");
}

/// A look at changes of a shop with two products in the sizes 1 to 17, which cost 1,000 to 17,000. There are
/// 1 to 17 pieces of them.
fn of_sizes(list: &str, more: &[&str]) -> RunOutput {
    let shop = Shop::open(Options { initial_products: 2, initial_variants: 17, ..Options::default() });
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("s.csv");
    std::fs::write(&sheet, list).unwrap();
    env.run(&[&["edit", "--json", "--dry-run", "--sheet", sheet.to_str().unwrap()], more].concat())
}

/// Product, variant, field and new value of each change.
fn told(output: &RunOutput) -> Vec<String> {
    let planned = output.lines.iter().filter(|line| line["event"] == "planned");
    let of_row = |line: &Value| {
        let change = |change: &Value| {
            format!("{} {} {} {}", line["product_id"], change["variant"], change["field"], change["new"])
        };
        line["changes"].as_array().unwrap().iter().map(change).collect::<Vec<_>>()
    };
    planned.flat_map(of_row).map(|text| text.replace('"', "")).collect()
}

#[test]
fn a_column_for_each_size_and_variants_in_one_cell_change_variants_as_an_import_reads_them() {
    let pieces = of_sizes("name,sku,Size 16,Size 17\nOld product 1,,9,17\nOld product 2,,,7\n", &[]);
    assert_eq!(told(&pieces), ["3001 16 stock 9", "3002 17 stock 7"], "{pieces:?}");
    let by_id = of_sizes("id,Size 16,Size 17,preparation days\n3001,9,8,5\n", &[]);
    assert_eq!(
        told(&by_id),
        ["3001 null preparation_days 5", "3001 16 stock 9", "3001 17 stock 8"],
        "{by_id:?}"
    );
    let prices = "id,price Size 16 (rial),price Size 17 (rial)\n3001,15000,17000\n3002,,26000\n";
    let prices = of_sizes(prices, &[]);
    assert_eq!(told(&prices), ["3001 16 primary_price 15000", "3002 17 primary_price 26000"], "{prices:?}");
    let by_size = of_sizes("id,stock\n3001,\"16:4, 17:17\"\n", &[]);
    assert_eq!(told(&by_size), ["3001 16 stock 4"], "{by_size:?}");
    let cell =
        "id,price (toman),stock,variants\n3001,,,Size=1 | 150 | 1; Size=2 | 200 | 7\n3002,120,9,\"1, 2\"\n";
    let cell = of_sizes(cell, &["--price-unit", "toman"]);
    assert_eq!(told(&cell), ["3001 1 primary_price 1500", "3001 2 stock 7"], "{cell:?}");
    assert!(format!("{cell:?}").contains("1, 2"), "what cannot be read is said: {cell:?}");
}

#[test]
fn a_size_below_its_product_needs_no_name_of_its_own() {
    let below = of_sizes("name,size,stock\nOld product 1,1,4\n,2,5\nOld product 2,2,6\n", &[]);
    assert_eq!(told(&below), ["3001 1 stock 4", "3001 2 stock 5", "3002 2 stock 6"], "{below:?}");
}

#[test]
fn the_name_of_another_product_beside_a_code_of_a_variant_is_refused() {
    let list = "sku,name,price\nOLD-1-1,Old product 2,1100\nOLD-1-2,Old product 1 – 2,2100\n";
    let mixed = of_sizes(list, &[]);
    assert_eq!(told(&mixed), ["3001 2 primary_price 2100"], "{mixed:?}");
    assert!(format!("{mixed:?}").contains("id_and_sku"), "{mixed:?}");
    let sized = of_sizes("sku,name,size,price\nOLD-1-1,Old product 2,1,1100\n", &[]);
    assert_eq!(told(&sized), Vec::<String>::new(), "{sized:?}");
}
