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
