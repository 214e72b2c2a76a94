//! Reports of imports, and importing failed products again from such a file.

use std::path::{Path, PathBuf};

use calamine::{Data, Reader, open_workbook_auto};
use vitrine::sandbox::{Faults, Operation, Options, Rule};

use crate::kit::shop::{Desk, Ran, Shop, write};

fn shop_and_desk() -> (Shop, Desk) {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    (shop, desk)
}

/// Runs `report` successfully and returns its file.
fn report(desk: &Desk, name: &str, more: &[&str]) -> PathBuf {
    let path = desk.dir.path().join(name);
    let ran = desk.run(&[&["report", "--output", path.to_str().unwrap()], more].concat());
    assert_eq!(ran.status, 0, "{ran:?}");
    path
}

/// The rows of a CSV file, by heading.
fn csv_rows(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn import_sheet(desk: &Desk, sheet: &Path) -> Ran {
    desk.run(&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()])
}

/// Imports a product with a refused name and a valid one, and returns the sheet of failures.
fn import_with_a_refused_name(desk: &Desk) -> (PathBuf, String, Ran) {
    desk.photo("Rug.jpg");
    desk.photo("Bowl.jpg");
    let sheet = desk.dir.path().join("sheet.csv");
    let long = "x".repeat(5000);
    std::fs::write(&sheet, format!("name;primary_price;photos\n{long};5000;photos/Rug.jpg\nBowl;7000;photos/Bowl.jpg\n")).unwrap();
    let ran = import_sheet(desk, &sheet);
    assert_eq!(ran.counts(), [1, 0, 1, 0], "{}", ran.err);
    (sheet, long, ran)
}

#[test]
fn failed_products_are_fixed_in_the_sheet_and_created_once() {
    let (shop, desk) = shop_and_desk();
    let (original, long, first) = import_with_a_refused_name(&desk);

    let failed = report(&desk, "failed.csv", &["--failed"]);
    let rows = csv_rows(&failed);
    assert_eq!((rows.len(), &rows[0]["name"]), (1, &long));
    assert!(rows[0]["problem"].contains("Name"), "{}", rows[0]["problem"]);

    let mended = std::fs::read_to_string(&failed).unwrap().replacen(&format!("\r\n{long},"), "\r\nRug,", 1);
    std::fs::write(&failed, mended).unwrap();
    let second = import_sheet(&desk, &failed);
    assert_eq!((second.status, second.counts()), (0, [1, 0, 0, 0]), "{}", second.err);
    assert_eq!(second.products()["Rug"]["draft"], first.products()[&long]["draft"], "the failed draft itself continues");
    assert_eq!(shop.titles(), ["Bowl", "Rug"]);
    let rug = shop.sandbox.products().into_iter().find(|product| product.fields.name == "Rug").unwrap();
    assert_eq!(rug.fields.primary_price, Some(5000));

    for sheet in [&failed, &original] {
        let again = import_sheet(&desk, sheet);
        assert_eq!((again.status, again.counts()[0]), (0, 0), "{}", again.err);
    }
    assert_eq!(shop.titles(), ["Bowl", "Rug"], "neither sheet creates a duplicate");
}

#[test]
fn a_refused_product_is_retried_with_its_uploaded_photos() {
    let refusal = Rule { on: Some(Operation::Create), status: Some(422), ..Rule::default() };
    let faults = Faults { rules: vec![refusal], ..Faults::default() };
    let shop = Shop::open(Options { faults, ..Options::default() });
    let desk = Desk::at(&shop);
    desk.photo("Rug/1.jpg");
    desk.photo("Rug/2.jpg");
    let first = desk.import(&["--set", "stock=3"]);
    assert_eq!(first.counts(), [0, 0, 1, 0], "{}", first.err);
    shop.sandbox.set_faults(Faults::default());

    let second = import_sheet(&desk, &report(&desk, "failed.xlsx", &["--failed"]));

    assert_eq!((second.status, second.counts()), (0, [1, 0, 0, 0]), "{}", second.err);
    assert_eq!(second.products()["Rug"]["draft"], first.products()["Rug"]["draft"]);
    assert_eq!(second.done()["uploads"], 0);
    assert_eq!(shop.sandbox.products()[0].fields.stock, Some(3));
    assert_eq!(desk.import(&[]).counts(), [0, 1, 0, 0]);
}

#[test]
fn a_folder_with_a_failed_photo_is_recognised_after_its_sheet_was_imported() {
    let (shop, desk) = shop_and_desk();
    let good = std::fs::read(desk.photo("Rug/1.jpg")).unwrap();
    desk.photo("Rug/2.jpg");
    write(&desk.photos().join("Rug/1.jpg"), &good[..good.len() / 2]);
    let first = desk.import(&[]);
    assert_eq!(first.counts(), [0, 0, 1, 0]);

    let failed = report(&desk, "failed.xlsx", &["--failed"]);
    write(&desk.photos().join("Rug/1.jpg"), &good);
    let second = import_sheet(&desk, &failed);
    assert_eq!((second.status, second.counts()), (0, [1, 0, 0, 0]), "{}", second.err);
    assert_eq!(second.products()["Rug"]["draft"], first.products()["Rug"]["draft"], "the failed draft itself continues");

    let folder = desk.import(&[]);
    assert_eq!(folder.counts(), [0, 1, 0, 0], "{}", folder.err);
    assert_eq!(shop.titles(), ["Rug"]);
}

#[test]
fn the_report_lists_every_product_and_needs_no_network() {
    let (shop, desk) = shop_and_desk();
    import_with_a_refused_name(&desk);
    let made = shop.sandbox.products()[0].clone();
    drop(shop);

    let rows = csv_rows(&report(&desk, "report.csv", &[]));

    let by_name = |name: &str| rows.iter().find(|row| row["Name"].starts_with(name)).unwrap();
    let bowl = by_name("Bowl");
    assert_eq!(bowl["Status"], "Created");
    assert_eq!(bowl["Product ID"], made.id.to_string());
    assert_eq!(bowl["Photo IDs"], made.fields.photo.to_string());
    assert_eq!((bowl["Price"].as_str(), bowl["Problem"].as_str()), ("7000", ""));
    assert!(bowl["Added"] <= bowl["Finished"] && bowl["Added"].len() == "2026-11-21 14:05:09".len(), "{bowl:?}");
    let rug = by_name("xxx");
    assert_eq!((rug["Status"].as_str(), rug["Product ID"].as_str()), ("Not created", ""));
    assert!(!rug["Problem"].is_empty() && !rug["What to do"].is_empty());
}

#[test]
fn in_excel_a_price_is_a_number_and_a_name_is_never_a_formula() {
    let (_shop, desk) = shop_and_desk();
    desk.photo("=1+1.jpg");
    assert_eq!(desk.import(&["--set", "primary_price=5000"]).status, 0);

    let mut book = open_workbook_auto(report(&desk, "report.xlsx", &[])).unwrap();
    let cells = book.worksheet_range_at(0).unwrap().unwrap();

    let row: Vec<&Data> = cells.rows().nth(1).unwrap().iter().collect();
    assert_eq!(row[0], &Data::String("=1+1".to_owned()));
    assert!(row.contains(&&Data::Float(5000.0)), "{row:?}");
    let name = book.sheet_names()[0].clone();
    assert!(book.worksheet_formula(&name).unwrap().used_cells().next().is_none());
    assert_eq!(csv_rows(&report(&desk, "report.csv", &[]))[0]["Name"], "'=1+1");
}

#[test]
fn an_earlier_import_is_reported_by_its_number() {
    let (_shop, desk) = shop_and_desk();
    desk.photo("Rug.jpg");
    desk.import(&[]);
    desk.photo("Bowl.jpg");
    desk.import(&[]);

    let names = |more: &[&str]| csv_rows(&report(&desk, "report.csv", more)).into_iter().map(|row| row["Name"].clone()).collect::<Vec<_>>();
    assert_eq!(names(&["--run", "1"]), ["Rug"]);
    let mut last = names(&[]);
    last.sort();
    assert_eq!(last, ["Bowl", "Rug"], "the last import, which found the rug in the shop");
}

#[test]
fn a_report_that_is_impossible_has_an_error_message() {
    let (_shop, desk) = shop_and_desk();
    let output = desk.dir.path().join("report.csv");
    let output = output.to_str().unwrap();
    let none = desk.run(&["report", "--output", output]);
    assert_eq!(none.status, 2, "{none:?}");
    assert!(none.err.contains("No imports yet"), "{}", none.err);

    desk.photo("Rug.jpg");
    desk.import(&[]);
    let unknown = desk.run(&["report", "--run", "99", "--output", output]);
    assert_eq!((unknown.status, unknown.err.contains("99")), (2, true), "{unknown:?}");
    assert_eq!(desk.run(&["report", "--output", "report.txt"]).status, 2);
    let nowhere = desk.run(&["report", "--output", "/no/such/folder/report.csv"]);
    assert_eq!((nowhere.status, nowhere.err.contains("/no/such/folder/report.csv")), (1, true), "{nowhere:?}");
}
