//! Sizes in columns of their own, and rows of one size that come twice: variants, or their sum, but nothing
//! that disappears.

use serde_json::{Value, json};
use vitrine_sandbox::{Categories, Faults, Options, ShopBehaviour};

use crate::kit::shop::{Shop, TestEnv};
use crate::look::{Look, look, look_at};
use crate::sheet_opening::{excel, excel_merged, row};

/// A look at an import into a shop that takes variants.
pub fn with_variants(name: &str, bytes: &[u8], more: &[&str]) -> Look {
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join(name);
    std::fs::write(&sheet, bytes).unwrap();
    let required =
        ["--set", "category_id=701", "--set", "preparation_days=2", "--set", "package_weight=1000"];
    let sheet = ["import", "--dry-run", "--json", "--sheet", sheet.to_str().unwrap()];
    Look { output: env.run(&[&sheet[..], &required[..], more].concat()) }
}

/// The value of each property, the price and the stock.
pub type Variant = (String, Option<i64>, Option<i64>);

/// The variants of each product.
pub fn variants(look: &Look) -> Vec<Vec<Variant>> {
    let of = |variant: &Value| {
        let pairs = variant["properties"].as_array().unwrap().iter();
        let values: Vec<&str> = pairs.map(|pair| pair[1].as_str().unwrap()).collect();
        (values.join("/"), variant["primary_price"].as_i64(), variant["stock"].as_i64())
    };
    let all = |value: Value| value.as_array().into_iter().flatten().map(of).collect();
    look.values("variants").into_iter().map(all).collect()
}

#[test]
fn the_prices_of_variants_in_one_cell_are_in_the_unit_of_the_prices() {
    let list = "name,price (toman),stock,sku,variants\nShirt,250000,,S1,Size=L | 250000 | 3; Size=M | 240000 تومان | 5\n";
    let read = with_variants("s.csv", list.as_bytes(), &["--price-unit", "toman"]);
    let of = |size: &str, price, stock| (size.to_owned(), Some(price), Some(stock));
    assert_eq!(
        (read.values("primary_price"), variants(&read)),
        (vec![json!(2_500_000)], vec![vec![of("L", 2_500_000, 3), of("M", 2_400_000, 5)]]),
        "{:?}",
        read.output
    );
}

#[test]
fn the_pieces_of_a_product_are_none_of_each_of_its_variants_in_one_cell() {
    let list = "name,price,stock,variants\nShirt,250000,8,Size=L | 250000; Size=M | 240000\nHat,90000,5,\n";
    let read = with_variants("s.csv", list.as_bytes(), &[]);
    assert_eq!(read.refused("stock"), [true, false], "{:?}", read.output);
    let stocks: Vec<Option<i64>> = variants(&read)[0].iter().map(|(_, _, stock)| *stock).collect();
    assert_eq!(stocks, [None, None]);
    let each = list.replace("250000; Size", "250000 | 3; Size").replace("240000\n", "240000 | 5\n");
    assert_eq!(with_variants("s.csv", each.as_bytes(), &[]).refused("stock"), [false, false]);
}

#[test]
fn pieces_of_each_size_in_one_cell_are_those_of_variants_or_their_sum() {
    for heading in ["stock", "variants"] {
        let list = format!("name,price,{heading}\nShirt,250000,\"L:3, M:5\"\n");
        let read = with_variants("s.csv", list.as_bytes(), &[]);
        let of = |size: &str, stock| (size.to_owned(), None, Some(stock));
        assert_eq!(variants(&read), [vec![of("L", 3), of("M", 5)]], "{:?}", read.output);
    }
    let list = "name,price,stock\nShirt,250000,\"L:3, M:5\"\nHat,90000,5:3\n";
    let sum = look(list);
    assert_eq!((sum.values("stock"), sum.refused("stock")), (vec![json!(8), Value::Null], vec![false, true]));
}

#[test]
fn pieces_of_a_product_above_its_sizes_are_asked_about() {
    let list = "name,size,price,stock\nShirt,,,8\nShirt,M,250000,\nShirt,L,270000,\n";
    let read = with_variants("s.csv", list.as_bytes(), &[]);
    let of = |size: &str, price| (size.to_owned(), Some(price), None);
    assert_eq!(variants(&read), [vec![of("M", 250_000), of("L", 270_000)]], "{:?}", read.output);
    assert_eq!(read.refused("stock"), [true]);
}

#[test]
fn what_the_rows_of_sizes_say_otherwise_of_their_product_is_said() {
    let list =
        "name,size,price,stock,weight (g)\nShirt,M,250000,3,200\nShirt,L,270000,1,450\nShirt,S,1,1,200\n";
    let read = with_variants("s.csv", list.as_bytes(), &[]);
    let rows = json!([{ "row": 3, "text": "Shirt – L" }]);
    assert_eq!(read.sheet()["variants_with_other_values"], rows, "{:?}", read.output);
    assert!(read.output.stderr.contains("3 (Shirt – L)"), "{}", read.output.stderr);
}

#[test]
fn a_column_of_stock_for_each_size_is_a_variant_or_a_part_of_the_stock() {
    let csv = "نام,قیمت,S,M,سایز L\nپیراهن,250000,3,0,5\nشلوار,300000,1,2,\n";
    let each = with_variants("s.csv", csv.as_bytes(), &[]);
    let of = |size: &str, price, stock| (size.to_owned(), Some(price), Some(stock));
    assert_eq!(
        variants(&each),
        [
            vec![of("S", 250_000, 3), of("M", 250_000, 0), of("L", 250_000, 5)],
            vec![of("S", 300_000, 1), of("M", 300_000, 2)],
        ],
        "{:?}",
        each.output
    );
    assert_eq!(each.values("variants")[0][0]["properties"], json!([["سایز", "S"]]));
    assert!(each.output.stderr.contains("each size is a variant"), "{}", each.output.stderr);
    let sum = look(csv);
    assert_eq!(sum.values("stock"), [8, 3], "{:?}", sum.output);
    assert!(sum.output.stderr.contains("A product’s stock is their sum"), "{}", sum.output.stderr);
    assert_eq!(sum.sheet()["size_columns"], json!(["S", "M", "سایز L"]));
}

#[test]
fn sizes_of_shoes_below_one_heading_and_with_colors_are_variants() {
    let rows = row(&["", "", "", "Stock"])
        + &row(&["name", "color", "price", "38", "39"])
        + &row(&["Shoe", "red", "=2500000", "=1", "=2"])
        + &row(&["Shoe", "blue", "=2600000", "=0", "-"]);
    let look = with_variants("s.xlsx", &excel(&[("a", &rows)], &[]), &[]);
    let of = |variant: &str, price, stock| (variant.to_owned(), Some(price), Some(stock));
    assert_eq!(
        variants(&look),
        [vec![of("red/38", 2_500_000, 1), of("red/39", 2_500_000, 2), of("blue/38", 2_600_000, 0)]],
        "{:?}",
        look.output
    );
    assert_eq!(look.left_out(), [(4, "joined")]);
}

#[test]
fn what_is_no_stock_of_sizes_is_left_alone() {
    for csv in [
        "name,price,stock,S,M\nShirt,250000,8,3,5\n",
        "name,S,M\nShirt,250000,260000\n",
        "name,price,S\nShirt,250000,3\n",
        "name,price,S,M\nShirt,250000,yes,no\n",
    ] {
        let look = look(csv);
        assert_eq!(look.sheet()["size_columns"], json!([]), "{csv}: {:?}", look.output);
    }
    assert_eq!(look("name,price,stock,S,M\nShirt,250000,8,3,5\n").values("stock"), [8]);
}

#[test]
fn a_variant_that_comes_twice_is_one_and_one_with_two_values_is_named() {
    let twice = "name,price,size,stock\nShirt,250000,S,1\nShirt,250000,S,1\nShirt,250000,M,2\n";
    let look = with_variants("s.csv", twice.as_bytes(), &[]);
    assert_eq!(variants(&look)[0].len(), 2, "{:?}", look.output);
    assert_eq!(look.left_out(), [(3, "repeated"), (4, "joined")]);
    assert!(look.output.stderr.contains("the same values once more, left out (1): 3"), "{:?}", look.output);
    let different = "name,price,size,stock\nShirt,250000,S,1\nShirt,260000,S,3\nShirt,250000,M,2\n";
    let look = with_variants("s.csv", different.as_bytes(), &[]);
    assert_eq!(look.names().len(), 3);
    assert_eq!(
        look.sheet()["contradicting"],
        json!([{ "row": 2, "text": "Shirt – S" }, { "row": 3, "text": "Shirt – S" }])
    );
    assert!(look.output.stderr.contains("but different values"), "{}", look.output.stderr);
}

#[test]
fn a_column_of_stock_for_each_color_is_a_variant_or_a_part_of_the_stock() {
    let csv = "نام,قیمت (ریال),قرمز,آبی,قهوه‌ای\nگلیم,1000,1,2,0\nکاسه,2000,0,5,6\n";
    assert_eq!(look(csv).values("stock"), [3, 11]);
    let below = excel_merged(
        &[
            row(&["نام", "قیمت (ریال)", "موجودی", "", ""]),
            row(&["", "", "قرمز", "آبی", "قهوه‌ای"]),
            row(&["گلیم", "=1000", "=1", "=2", "=0"]),
            row(&["کاسه", "=2000", "=0", "=5", "=6"]),
        ],
        &["C1:E1"],
    );
    let look = look_at("sheet.xlsx", &below, &[], &[]);
    assert_eq!((look.names(), look.values("stock")), (vec!["گلیم", "کاسه"], vec![json!(3), json!(11)]));
    let stock = |color: &str, count| (color.to_owned(), Some(1000), Some(count));
    assert_eq!(
        variants(&with_variants("sheet.csv", csv.as_bytes(), &[]))[0],
        [stock("قرمز", 1), stock("آبی", 2), stock("قهوه‌ای", 0)]
    );
}

#[test]
fn a_total_that_differs_from_its_sizes_is_said() {
    let look = look("name,price,S,M,L,total\nRug,1000,1,2,3,6\nMug,2000,1,2,3,9\nBowl,1000,1,,,\n");
    assert_eq!(look.values("stock"), [6, 6, 1]);
    assert_eq!(look.sheet()["rows_with_other_totals"], json!([3]));
    assert!(look.output.stderr.contains("isn’t the sum"), "{:?}", look.output);
}
