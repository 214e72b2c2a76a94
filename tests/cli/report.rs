//! Reports of imports, and importing failed products again from such a file.

use std::path::{Path, PathBuf};

use calamine::{Data, Reader, open_workbook_auto};
use vitrine_sandbox::{FaultRule, Faults, Operation, Options};

use crate::kit::shop::{RunOutput, Shop, TestEnv, write};

fn shop_and_env() -> (Shop, TestEnv) {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    (shop, env)
}

/// Runs `report` successfully and returns its file.
fn report(env: &TestEnv, name: &str, more: &[&str]) -> PathBuf {
    let path = env.dir.path().join(name);
    let output = env.run(&[&["report", "--output", path.to_str().unwrap()], more].concat());
    assert_eq!(output.status, 0, "{output:?}");
    path
}

/// The rows of a CSV file, by heading.
fn csv_rows(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn import_sheet(env: &TestEnv, sheet: &Path) -> RunOutput {
    env.run(&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()])
}

/// Imports a product with a refused name and a valid one, and returns the sheet of failures.
fn import_with_a_refused_name(env: &TestEnv) -> (PathBuf, String, RunOutput) {
    env.photo("Rug.jpg");
    env.photo("Bowl.jpg");
    let sheet = env.dir.path().join("sheet.csv");
    let long = "x".repeat(5000);
    std::fs::write(
        &sheet,
        format!("name;primary_price;photos\n{long};5000;photos/Rug.jpg\nBowl;7000;photos/Bowl.jpg\n"),
    )
    .unwrap();
    let output = import_sheet(env, &sheet);
    assert_eq!(output.counts(), [1, 0, 1, 0], "{}", output.stderr);
    (sheet, long, output)
}

#[test]
fn failed_products_are_fixed_in_the_sheet_and_created_once() {
    let (shop, env) = shop_and_env();
    let (original, long, first) = import_with_a_refused_name(&env);

    let failed = report(&env, "failed.csv", &["--failed"]);
    let rows = csv_rows(&failed);
    assert_eq!((rows.len(), &rows[0]["name"]), (1, &long));
    assert!(rows[0]["problem"].contains("Name"), "{}", rows[0]["problem"]);

    let mended = std::fs::read_to_string(&failed).unwrap().replacen(&format!("\r\n{long},"), "\r\nRug,", 1);
    std::fs::write(&failed, mended).unwrap();
    let second = import_sheet(&env, &failed);
    assert_eq!((second.status, second.counts()), (0, [1, 0, 0, 0]), "{}", second.stderr);
    assert_eq!(
        second.product_events()["Rug"]["draft"],
        first.product_events()[&long]["draft"],
        "the failed draft itself continues"
    );
    assert_eq!(shop.titles(), ["Bowl", "Rug"]);
    let rug = shop.sandbox.products().into_iter().find(|product| product.fields.name == "Rug").unwrap();
    assert_eq!(rug.fields.primary_price, Some(5000));

    for sheet in [&failed, &original] {
        let again = import_sheet(&env, sheet);
        assert_eq!((again.status, again.counts()[0]), (0, 0), "{}", again.stderr);
    }
    assert_eq!(shop.titles(), ["Bowl", "Rug"], "neither sheet creates a duplicate");
}

#[test]
fn a_refused_product_is_retried_with_its_uploaded_photos() {
    let refusal = FaultRule { on: Some(Operation::Create), status: Some(422), ..FaultRule::default() };
    let faults = Faults { rules: vec![refusal], ..Faults::default() };
    let shop = Shop::open(Options { faults, ..Options::default() });
    let env = TestEnv::new(&shop);
    env.photo("Rug/1.jpg");
    env.photo("Rug/2.jpg");
    let first = env.import(&["--set", "stock=3"]);
    assert_eq!(first.counts(), [0, 0, 1, 0], "{}", first.stderr);
    shop.sandbox.set_faults(Faults::default());

    let second = import_sheet(&env, &report(&env, "failed.xlsx", &["--failed"]));

    assert_eq!((second.status, second.counts()), (0, [1, 0, 0, 0]), "{}", second.stderr);
    assert_eq!(second.product_events()["Rug"]["draft"], first.product_events()["Rug"]["draft"]);
    assert_eq!(second.done_event()["uploads"], 0);
    assert_eq!(shop.sandbox.products()[0].fields.stock, Some(3));
    assert_eq!(env.import(&[]).counts(), [0, 1, 0, 0]);
}

#[test]
fn a_folder_with_a_failed_photo_is_recognised_after_its_sheet_was_imported() {
    let (shop, env) = shop_and_env();
    let good = std::fs::read(env.photo("Rug/1.jpg")).unwrap();
    env.photo("Rug/2.jpg");
    write(&env.photos().join("Rug/1.jpg"), &good[..good.len() / 2]);
    let first = env.import(&[]);
    assert_eq!(first.counts(), [0, 0, 1, 0]);

    let failed = report(&env, "failed.xlsx", &["--failed"]);
    write(&env.photos().join("Rug/1.jpg"), &good);
    let second = import_sheet(&env, &failed);
    assert_eq!((second.status, second.counts()), (0, [1, 0, 0, 0]), "{}", second.stderr);
    assert_eq!(
        second.product_events()["Rug"]["draft"],
        first.product_events()["Rug"]["draft"],
        "the failed draft itself continues"
    );

    let folder = env.import(&[]);
    assert_eq!(folder.counts(), [0, 1, 0, 0], "{}", folder.stderr);
    assert_eq!(shop.titles(), ["Rug"]);
}

#[test]
fn the_report_lists_every_product_and_needs_no_network() {
    let (shop, env) = shop_and_env();
    import_with_a_refused_name(&env);
    let created = shop.sandbox.products()[0].clone();
    drop(shop);

    let rows = csv_rows(&report(&env, "report.csv", &[]));

    let by_name = |name: &str| rows.iter().find(|row| row["Name"].starts_with(name)).unwrap();
    let bowl = by_name("Bowl");
    assert_eq!(bowl["Status"], "Created");
    assert_eq!(bowl["Product ID"], created.id.to_string());
    assert_eq!(bowl["Photo IDs"], created.fields.photo.to_string());
    assert_eq!((bowl["Price"].as_str(), bowl["Problem"].as_str()), ("7000", ""));
    assert!(
        bowl["Added"] <= bowl["Finished"] && bowl["Added"].len() == "2026-11-21 14:05:09".len(),
        "{bowl:?}"
    );
    let rug = by_name("xxx");
    assert_eq!((rug["Status"].as_str(), rug["Product ID"].as_str()), ("Not created", ""));
    assert!(!rug["Problem"].is_empty() && !rug["What to do"].is_empty());
}

#[test]
fn in_excel_a_price_is_a_number_and_a_name_is_never_a_formula() {
    let (_shop, env) = shop_and_env();
    env.photo("=1+1.jpg");
    assert_eq!(env.import(&["--set", "primary_price=5000"]).status, 0);

    let mut book = open_workbook_auto(report(&env, "report.xlsx", &[])).unwrap();
    let cells = book.worksheet_range_at(0).unwrap().unwrap();

    let row: Vec<&Data> = cells.rows().nth(1).unwrap().iter().collect();
    assert_eq!(row[0], &Data::String("=1+1".to_owned()));
    assert!(row.contains(&&Data::Float(5000.0)), "{row:?}");
    let name = book.sheet_names()[0].clone();
    assert!(book.worksheet_formula(&name).unwrap().used_cells().next().is_none());
    assert_eq!(csv_rows(&report(&env, "report.csv", &[]))[0]["Name"], "'=1+1");
}

#[test]
fn an_earlier_import_is_reported_by_its_number() {
    let (_shop, env) = shop_and_env();
    env.photo("Rug.jpg");
    env.import(&[]);
    env.photo("Bowl.jpg");
    env.import(&[]);

    let names = |more: &[&str]| {
        csv_rows(&report(&env, "report.csv", more))
            .into_iter()
            .map(|row| row["Name"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&["--run", "1"]), ["Rug"]);
    let mut last = names(&[]);
    last.sort();
    assert_eq!(last, ["Bowl", "Rug"], "the last import, which found the rug in the shop");
}

#[test]
fn a_report_that_is_impossible_has_an_error_message() {
    let (_shop, env) = shop_and_env();
    let path = env.dir.path().join("report.csv");
    let path = path.to_str().unwrap();
    let none = env.run(&["report", "--output", path]);
    assert_eq!(none.status, 2, "{none:?}");
    assert!(none.stderr.contains("No imports yet"), "{}", none.stderr);

    env.photo("Rug.jpg");
    env.import(&[]);
    let unknown = env.run(&["report", "--run", "99", "--output", path]);
    assert_eq!((unknown.status, unknown.stderr.contains("99")), (2, true), "{unknown:?}");
    assert_eq!(env.run(&["report", "--output", "report.txt"]).status, 2);
    let nowhere = env.run(&["report", "--output", "/no/such/folder/report.csv"]);
    assert_eq!(
        (nowhere.status, nowhere.stderr.contains("/no/such/folder/report.csv")),
        (1, true),
        "{nowhere:?}"
    );
}
