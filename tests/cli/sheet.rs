//! Imports with a spreadsheet: files of other programs, the unit of prices, rows and photos that find each
//! other.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use vitrine_sandbox::{Faults, Options, Person};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// The practice shop, whose prices are in rial.
fn rial_shop() -> (Shop, TestEnv) {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    (shop, env)
}

/// A sheet that another program wrote.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sheets").join(name)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn events<'a>(output: &'a RunOutput, event: &str) -> Vec<&'a Value> {
    output.lines.iter().filter(|line| line["event"] == event).collect()
}

#[test]
fn sheets_of_all_programs_are_read_alike() {
    let (_shop, env) = rial_shop();
    for (file, encoding, formula) in [
        ("persian.xlsx", Value::Null, true),
        ("persian.xls", Value::Null, false),
        ("persian.ods", Value::Null, false),
        ("persian-1256.csv", "windows-1256".into(), false),
        ("persian-utf16.tsv", "utf-16".into(), false),
    ] {
        let output = env.run(&["import", "--json", "--dry-run", "--sheet", text(&fixture(file))]);
        assert_eq!(output.status, 2, "{file}: the prices are in toman, which is asked about: {output:?}");
        let sheet = events(&output, "sheet")[0];
        assert_eq!((&sheet["encoding"], &sheet["price_unit"]), (&encoding, &"toman".into()), "{file}");
        let fields: Vec<&str> = sheet["columns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|column| column["field"].as_str().unwrap_or(""))
            .collect();
        assert_eq!(fields, ["name", "primary_price", "stock", "sku", ""], "{file}");
        let planned = events(&output, "planned");
        let row = |index: usize| {
            let fields = &planned[index]["fields"];
            (
                fields["name"].as_str().unwrap().replace('ٔ', ""),
                fields["primary_price"].as_i64(),
                fields["stock"].as_i64(),
            )
        };
        assert_eq!(row(0), ("گلیم دستباف سنندج".to_owned(), Some(250_000), Some(3)), "{file}");
        assert_eq!(row(1), ("کاسه سفالی آبی".to_owned(), Some(85_000), Some(12)), "{file}");
        // The formula of the last row was never computed.
        let wrong = planned[2]["problems"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|problem| problem["field"] == "primary_price")
            .count();
        assert_eq!((planned.len(), wrong), (3, usize::from(formula)), "{file}: {output:?}");
    }
}

#[test]
fn prices_in_toman_are_not_sent_to_a_shop_in_rial_before_somebody_says_so() {
    let (shop, env) = rial_shop();
    env.photo("K-101/1.jpg");
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "نام,قیمت (تومان),کد\nگلیم,25000,K-101\n").unwrap();
    let import = |more: &[&str]| env.import(&[&["--sheet", text(&sheet)], more].concat());

    let asked = import(&[]);
    assert_eq!((asked.status, asked.counts()[0]), (2, 0), "{asked:?}");
    assert!(asked.stderr.contains("--price-unit"), "{}", asked.stderr);
    assert!(shop.titles().is_empty() && shop.sandbox.files().is_empty(), "nothing was sent");

    assert_eq!(import(&["--price-unit", "toman"]).counts(), [1, 0, 0, 0]);
    assert_eq!(import(&["--price-unit", "rial", "--again"]).counts(), [1, 0, 0, 0]);
    let mut prices: Vec<_> =
        shop.sandbox.products().iter().map(|product| product.fields.primary_price).collect();
    prices.sort_unstable();
    assert_eq!(prices, [Some(25_000), Some(250_000)]);
}

#[test]
fn rows_and_photos_that_do_not_find_each_other_are_listed() {
    let (_shop, env) = rial_shop();
    for photo in ["rug-1.jpg", "rug-2.jpg", "K-7/a.jpg", "vase.jpg"] {
        env.photo(photo);
    }
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "name,price,sku\nRug,100,\nBowl,200,k 7\nLamp,300,\n").unwrap();
    let dry = |more: &[&str]| {
        env.run(&[&["import", text(&env.photos()), "--dry-run", "--sheet", text(&sheet)], more].concat())
    };

    let output = dry(&["--json"]);
    let sheet_line = events(&output, "sheet")[0];
    assert_eq!(sheet_line["rows_without_photos"], serde_json::json!([{ "row": 4, "name": "Lamp" }]));
    assert_eq!(sheet_line["products_without_row"], serde_json::json!(["vase"]));
    let photos = |name: &str| {
        let planned = events(&output, "planned").into_iter().find(|line| line["name"] == name).unwrap();
        planned["photos"].as_array().unwrap().len()
    };
    assert_eq!((photos("Rug"), photos("Bowl"), photos("Lamp")), (2, 1, 0));

    let shown = dry(&[]);
    assert!(
        shown.stderr.contains("Rows without photos (1): 4 (Lamp)") && shown.stderr.contains("(1): vase"),
        "{}",
        shown.stderr
    );
    assert!(
        shown.stdout.contains("Rug — price 100 rial, 2 photos")
            && shown.stdout.contains("Lamp — price 300 rial, no photos"),
        "{}",
        shown.stdout
    );
}

#[test]
fn a_sheet_inside_of_a_folder_is_mentioned_and_not_used() {
    let (_shop, env) = rial_shop();
    env.photo("Rug/1.jpg");
    std::fs::write(env.photos().join("prices.csv"), "name,price\nRug,100\n").unwrap();
    let output = env.run(&["import", text(&env.photos()), "--dry-run"]);
    assert!(output.stderr.contains("prices.csv") && output.stderr.contains("--sheet"), "{}", output.stderr);
    assert!(output.stdout.contains("no price"), "{}", output.stdout);
}

#[test]
fn the_template_can_be_imported_in_both_languages() {
    let (_shop, env) = rial_shop();
    for language in ["en", "fa"] {
        let file = env.dir.path().join(format!("{language}.xlsx"));
        let saved = env.run(&["sheet-template", "--output", text(&file), "--language", language]);
        assert_eq!(saved.status, 0, "{saved:?}");
        let output = env.run(&["import", "--json", "--dry-run", "--sheet", text(&file)]);
        let sheet = events(&output, "sheet")[0];
        assert!(
            sheet["columns"].as_array().unwrap().iter().all(|column| column["field"].is_string()),
            "{language}: {sheet}"
        );
        assert_eq!(events(&output, "planned").len(), 1, "the example row");
    }
}

#[test]
fn five_thousand_rows_are_planned_with_their_photos() {
    let (_shop, env) = rial_shop();
    env.photo("product 4999.jpg");
    env.photo("product 17.jpg");
    let rows: String = (0..5000).map(|n| format!("product {n},{},{n}\n", 1000 + n)).collect();
    let sheet = env.dir.path().join("many.csv");
    std::fs::write(&sheet, format!("name,price,stock\n{rows}")).unwrap();
    let output = env.run(&["import", text(&env.photos()), "--json", "--dry-run", "--sheet", text(&sheet)]);
    assert_eq!(events(&output, "planned").len(), 5000, "{}", output.stderr);
    assert_eq!(events(&output, "sheet")[0]["rows_without_photos"].as_array().unwrap().len(), 4998);
}

#[test]
fn a_row_with_a_price_that_means_nothing_fails_with_its_cell_and_the_others_are_created() {
    let (shop, env) = rial_shop();
    for photo in ["rug.jpg", "bowl.jpg"] {
        env.photo(photo);
    }
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "name,price\nrug,12.000\nbowl,5000\n").unwrap();
    let output = env.import(&["--sheet", text(&sheet), "--set", "primary_price=700"]);
    assert_eq!((output.counts(), output.status), ([1, 0, 1, 0], 1), "{output:?}");
    assert_eq!(shop.titles(), ["bowl"]);
    let failed = output.lines.iter().find(|line| line["state"] == "failed").unwrap();
    assert!(failed.to_string().contains("row 2: 12.000"), "{failed}");
}

#[test]
fn the_results_are_saved_into_a_copy_of_the_sheet() {
    let (_shop, env) = rial_shop();
    env.photo("rug.jpg");
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(&sheet, "Our goods\nname,primary_price,note\nrug,5000,\u{645}\nbowl,,no photo\n").unwrap();
    let results = env.dir.path().join("results.csv");
    let output = env.import(&["--sheet", text(&sheet), "--results", text(&results)]);
    assert_eq!(output.counts()[0], 1, "{output:?}");
    let table = std::fs::read_to_string(&results).unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[2].contains("rug,5000,\u{645},") && rows[2].contains("Created"), "{table}");
    assert!(rows[3].contains("bowl"), "{table}");
    assert!(
        std::fs::read_to_string(&sheet).unwrap().starts_with("Our goods"),
        "the sheet itself stays as it is"
    );
}

#[test]
fn a_resumed_import_saves_its_results_into_a_copy_of_the_sheet() {
    let (shop, mut env) = rial_shop();
    let rows: Vec<String> = ["rug", "bowl", "vase", "lamp", "tray", "jug"].map(String::from).into();
    for name in &rows {
        env.photo(&format!("{name}.jpg"));
    }
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(
        &sheet,
        format!(
            "name,primary_price\n{}",
            rows.iter().map(|name| format!("{name},5000\n")).collect::<String>()
        ),
    )
    .unwrap();
    shop.sandbox.set_faults(Faults { token_requests: Some(9), ..Faults::default() });
    let stopped = env.import(&["--sheet", text(&sheet)]);
    assert!(stopped.status == 3 && stopped.counts()[3] > 0, "{stopped:?}");

    shop.sandbox.set_faults(Faults::default());
    env.token = shop.sandbox.issue_token(
        Person::Owner,
        &["vendor.product.read", "vendor.product.write"],
        Duration::from_secs(600),
    );
    let results = env.dir.path().join("results.csv");
    let resumed = env.run(&["resume", "--json", "--results", text(&results)]);
    assert_eq!(resumed.status, 0, "{resumed:?}");
    let table = std::fs::read_to_string(&results).unwrap();
    for name in &rows {
        let row = table
            .lines()
            .find(|row| row.starts_with(&format!("{name},5000,")))
            .unwrap_or_else(|| panic!("{name}: {table}"));
        assert!(row.contains("Created"), "{table}");
    }
}
