//! What the columns of a spreadsheet are: several prices, tables beside each other or turned, no headings,
//! and headings of other programs.

use serde_json::{Value, json};

use crate::look::{look, look_at};
use crate::sheet_opening::{excel_merged, row};

/// The headings among which somebody has to choose the prices.
fn asked(csv: &str) -> Vec<String> {
    asked_about("price_question", csv)
}

fn asked_about(question: &str, csv: &str) -> Vec<String> {
    let look = look(csv);
    let asked: Vec<String> = look.sheet()[question]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["heading"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(look.output.status, if asked.is_empty() { 0 } else { 2 }, "{csv}: {:?}", look.output);
    asked
}

#[test]
fn several_prices_are_one_question_with_an_answer() {
    for (csv, headings) in [
        ("نام,قیمت,قیمت همکار\nگلیم,1200000,1000000\n", ["قیمت", "قیمت همکار"]),
        ("نام,قیمت نقدی,قیمت چکی\nگلیم,1200000,1400000\n", ["قیمت نقدی", "قیمت چکی"]),
        ("نام,نقدی,چکی\nگلیم,1200000,1400000\n", ["نقدی", "چکی"]),
        (",قیمت,\nنام,نقدی,چکی\nگلیم,1200000,1400000\n", ["قیمت نقدی", "قیمت چکی"]),
        ("name,price,wholesale price\nRug,1200000,1000000\n", ["price", "wholesale price"]),
        ("نام,قیمت,قیمت مصرف کننده\nگلیم,1200000,1400000\n", ["قیمت", "قیمت مصرف کننده"]),
    ] {
        assert_eq!(asked(csv), headings, "{csv}");
        for (at, heading) in headings.iter().enumerate() {
            for option in [format!("{heading}=primary_price"), format!("{}=primary_price", ["B", "C"][at])] {
                let answered = look_at("sheet.csv", csv.as_bytes(), &[], &["--column", &option]);
                assert_eq!(answered.output.status, 0, "{option}: {:?}", answered.output);
                let prices: Vec<&str> = csv.lines().last().unwrap().split(',').skip(1).collect();
                assert_eq!(
                    answered.values("primary_price"),
                    [json!(prices[at].parse::<i64>().unwrap())],
                    "{option}"
                );
            }
        }
    }
}

#[test]
fn prices_of_a_sale_and_before_it_are_asked_about_where_there_are_no_others() {
    for (csv, headings) in [
        (
            "نام,قیمت قبل از تخفیف,قیمت بعد از تخفیف\nگلیم,300000,250000\n",
            ["قیمت قبل از تخفیف", "قیمت بعد از تخفیف"],
        ),
        (
            "name,old price,sale price with discount\nRug,300000,250000\n",
            ["old price", "sale price with discount"],
        ),
    ] {
        assert_eq!(asked(csv), headings, "{csv}");
    }
    assert_eq!(asked("نام,قیمت خرید\nگلیم,300000\n"), [] as [&str; 0]);
}

#[test]
fn columns_of_one_heading_are_told_apart_by_their_letters() {
    let look = look("name,price,price\nRug,1000,1000\nBowl,2000,2500\n");
    assert!(look.output.stderr.contains("price (B): 1000, price (C): 1000"), "{}", look.output.stderr);
}

#[test]
fn several_stocks_are_one_question_with_an_answer() {
    for (csv, headings) in [
        ("نام,قیمت,موجودی,موجودی انبار\nگلیم,1200000,2,7\nکوزه,900000,1,1\n", ["موجودی", "موجودی انبار"]),
        (
            "name,price,stock on hand,available quantity\nRug,1200000,9,4\n",
            ["available quantity", "stock on hand"],
        ),
        ("name,price,qty,stock\nRug,1200000,12,3\n", ["stock", "qty"]),
    ] {
        assert_eq!(asked_about("stock_question", csv), headings, "{csv}");
        let first: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        for heading in headings {
            let at = first.iter().position(|other| *other == heading).unwrap();
            let stock: i64 = csv.lines().nth(1).unwrap().split(',').nth(at).unwrap().parse().unwrap();
            let option = format!("{heading}=stock");
            let answered = look_at("sheet.csv", csv.as_bytes(), &[], &["--column", &option]);
            assert_eq!(answered.output.status, 0, "{option}: {:?}", answered.output);
            assert_eq!(answered.values("stock")[0], json!(stock), "{option}");
        }
    }
    let both = "نام,قیمت,قیمت همکار,موجودی,تعداد\nگلیم,1200000,1000000,3,5\n";
    let half = look_at("sheet.csv", both.as_bytes(), &[], &["--column", "قیمت=primary_price"]);
    assert_eq!(
        half.sheet()["stock_question"].as_array().unwrap().len(),
        2,
        "the price answers nothing about it"
    );
    let whole = ["--column", "قیمت=primary_price", "--column", "تعداد=stock"];
    let whole = look_at("sheet.csv", both.as_bytes(), &[], &whole);
    assert_eq!((whole.output.status, whole.values("stock")), (0, vec![json!(5)]));
}

#[test]
fn a_second_stock_that_says_the_same_or_nothing_asks_nothing() {
    for csv in [
        "نام,قیمت,موجودی,تعداد\nگلیم,1200000,2,2\nکوزه,900000,۱,1\n",
        "name,price,stock,qty\nRug,1200000,3,\n",
    ] {
        assert_eq!(asked_about("stock_question", csv), [] as [&str; 0], "{csv}");
    }
}

#[test]
fn one_code_on_several_rows_is_said_with_its_rows() {
    let look = look("کد,نام,قیمت\nK1,گلیم,1200000\nK2,کوزه,900000\nK1,گلیم بزرگ,1500000\n");
    assert_eq!(look.sheet()["repeated_codes"], json!([{ "code": "K1", "rows": [2, 4] }]));
    assert_eq!(look.values("sku").len(), 3, "each row is a product");
}

#[test]
fn what_the_goods_cost_and_what_a_sale_costs_asks_nothing() {
    for csv in [
        "نام,قیمت,قیمت خرید\nگلیم,1200000,1000000\n",
        "نام,قیمت,قیمت تمام شده\nگلیم,1200000,1000000\n",
        "name,price,cost price\nRug,1200000,1000000\n",
        "name,regular price,sale price\nRug,1200000,1000000\n",
        "نام,قیمت,درصد تخفیف\nگلیم,1200000,20\n",
    ] {
        assert_eq!(asked(csv), [] as [&str; 0], "{csv}");
        assert_eq!(look(csv).values("primary_price"), [json!(1_200_000)], "{csv}");
    }
}

#[test]
fn the_price_of_all_pieces_is_never_the_price_of_one() {
    for csv in [
        "نام,تعداد,مبلغ,فی\nگلیم,5,6000000,1200000\nکاسه,2,170000,85000\n",
        "نام,تعداد,فی,مبلغ کل\nگلیم,5,1200000,6000000\nکاسه,2,85000,170000\n",
        "name,qty,total,unit price\nRug,5,6000000,1200000\nBowl,2,170000,85000\n",
    ] {
        assert_eq!(asked(csv), [] as [&str; 0], "{csv}");
        assert_eq!(look(csv).values("primary_price"), [json!(1_200_000), json!(85_000)], "{csv}");
    }
    assert_eq!(look("نام,تعداد,مبلغ کل\nگلیم,5,6000000\n").values("primary_price"), [Value::Null]);
}

#[test]
fn prices_in_both_units_are_one_price_if_they_agree() {
    let agree = look("نام,قیمت (تومان),قیمت (ریال)\nگلیم,120000,1200000\nکاسه,8500,85000\n");
    assert_eq!(agree.output.status, 0, "{:?}", agree.output);
    assert_eq!(agree.values("primary_price"), [json!(1_200_000), json!(85_000)], "the shop's unit");
    let differ = look("نام,قیمت (تومان),قیمت (ریال)\nگلیم,120000,1200000\nکاسه,8500,95000\n");
    assert_eq!(differ.output.status, 2);
    assert_eq!(differ.sheet()["same_price_columns"]["differing_rows"], json!([3]));
}

#[test]
fn tables_beside_each_other_are_all_read() {
    let look = look(
        "نام,قیمت,موجودی,,نام,قیمت,موجودی\nگلیم,1200000,5,,کاسه,85000,3\nجاجیم,1300000,4,,پارچ,95000,2\nقالی,9000000,1,,,,\n",
    );
    assert_eq!(look.names(), ["گلیم", "کاسه", "جاجیم", "پارچ", "قالی"]);
    assert_eq!(
        look.values("primary_price"),
        [1_200_000, 85_000, 1_300_000, 95_000, 9_000_000].map(Value::from)
    );
    assert_eq!((look.output.status, &look.sheet()["tables"]), (0, &json!(2)));
}

#[test]
fn a_title_above_three_tables_beside_each_other_belongs_to_all() {
    let csv = "لیست قیمت (تومان),,,,,\nنام کالا,قیمت,نام کالا,قیمت,نام کالا,قیمت\nگلیم,120000,کاسه,8500,پارچ,9500\nجاجیم,130000,سینی,7500,,\n";
    let asked = look(csv);
    assert_eq!((asked.names().len(), asked.output.status), (5, 2), "the unit is asked about");
    let read = look_at("sheet.csv", csv.as_bytes(), &[], &["--price-unit", "toman"]);
    assert_eq!(read.values("primary_price"), [1_200_000, 85_000, 95_000, 1_300_000, 75_000].map(Value::from));
}

#[test]
fn a_table_on_its_side_is_said_to_be_one() {
    let look = look("نام,گلیم,کاسه,پارچ\nقیمت,1200000,85000,95000\nموجودی,5,3,2\nکد,R1,B1,P1\n");
    assert_eq!((look.output.status, look.planned().len()), (2, 0));
    assert!(look.output.stderr.contains("Transpose"), "{}", look.output.stderr);
}

#[test]
fn the_first_product_is_no_heading() {
    let csv = "گلیم قرمز,1200000,5\nکاسه,85000,3\nپارچ,95000,2\n";
    let asked = look(csv);
    assert_eq!(asked.names(), ["گلیم قرمز", "کاسه", "پارچ"]);
    assert_eq!((asked.output.status, &asked.sheet()["has_headings"]), (2, &json!(false)));
    let read = look_at("sheet.csv", csv.as_bytes(), &[], &["--column", "A=name", "--column", "C=stock"]);
    assert_eq!((read.output.status, read.values("stock")), (0, [5, 3, 2].map(Value::from).to_vec()));
}

#[test]
fn a_word_of_a_product_is_no_heading() {
    let look = look("گلیم قرمز,1200000,5\nعکس,85000,3\nپارچ,95000,2\n");
    assert_eq!(look.names(), ["گلیم قرمز", "عکس", "پارچ"]);
}

#[test]
fn goods_of_accounting_programs_and_feeds_are_read_by_their_headings() {
    // Sepidar, Holoo, Hesabfa, an invoice, Torob, Google Merchant, Etsy, PrestaShop, Odoo, Shopify.
    for (csv, name, price, stock) in [
        (
            "کد کالا,عنوان کالا,واحد سنجش,مانده,فی خرید,فی فروش\n1101,گلیم,عدد,5,800000,1200000\n",
            "گلیم",
            1_200_000,
            5,
        ),
        ("کد کالا,نام کالا,قیمت فروش,قیمت خرید,موجودی\n0101,گلیم,1200000,800000,5\n", "گلیم", 1_200_000, 5),
        (
            "کد,نام کالا,بارکد,واحد اصلی,قیمت خرید,قیمت فروش,موجودی\n1,گلیم,6260001,عدد,800000,1200000,5\n",
            "گلیم",
            1_200_000,
            5,
        ),
        ("ردیف,کد,شرح,فی,تعداد,واحد\n1,R1,گلیم,1200000,5,عدد\n", "گلیم", 1_200_000, 5),
        ("ردیف,شرح کالا یا خدمات,تعداد,مبلغ واحد,مبلغ کل\n1,گلیم,5,1200000,6000000\n", "گلیم", 1_200_000, 5),
        (
            "page_unique,title,current_price,old_price,stock,image_link\n7,Rug,1200000,1500000,5,\n",
            "Rug",
            1_200_000,
            5,
        ),
        (
            "id,title,description,link,image_link,availability,price,sale_price,gtin,brand,quantity\n7,Rug,Wool,,,in stock,1200000 IRR,1100000 IRR,6260001,V,5\n",
            "Rug",
            1_200_000,
            5,
        ),
        (
            "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,SKU\nRug,Wool,1200000,IRR,5,rug,wool,,,R-1\n",
            "Rug",
            1_200_000,
            5,
        ),
        (
            "Product ID,Image,Name,Reference,Price (tax excl.),Price (tax incl.),Quantity\n7,,Rug,R-1,1000000.000000,1200000.000000,5\n",
            "Rug",
            1_200_000,
            5,
        ),
        (
            "External ID,Internal Reference,Name,Cost,Sales Price,Quantity On Hand\nx,R-1,Rug,800000.0,1200000.0,5.0\n",
            "Rug",
            1_200_000,
            5,
        ),
        (
            "Handle,Title,Body (HTML),Variant SKU,Variant Price,Variant Compare At Price,Cost per item,Variant Inventory Qty\nrug,Rug,Wool,R-1,1200000.00,1500000.00,800000.00,5\n",
            "Rug",
            1_200_000,
            5,
        ),
    ] {
        let look = look(csv);
        assert_eq!((look.names(), look.output.status), (vec![name], 0), "{csv}{:?}", look.output);
        assert_eq!(
            (look.values("primary_price"), look.values("stock")),
            (vec![json!(price)], vec![json!(stock)]),
            "{csv}"
        );
    }
}

#[test]
fn weights_whose_unit_nobody_says_are_asked_about() {
    let csv = "نام,قیمت,وزن\nگلیم,1200000,2\nکاسه,85000,0.5\n";
    let asked = look(csv);
    assert_eq!((asked.values("weight"), asked.refused("weight")), (vec![Value::Null; 2], vec![true; 2]));
    assert_eq!(asked.sheet()["unclear_weight"], "2");
    for (unit, weights) in [("kg", [json!(2000), json!(500)]), ("g", [json!(2), json!(0.5)])] {
        assert_eq!(
            look_at("sheet.csv", csv.as_bytes(), &[], &["--weight-unit", unit]).values("weight"),
            weights,
            "{unit}"
        );
    }
    for csv in [
        "نام,قیمت,وزن\nگلیم,1200000,1500\nکاسه,85000,40\n",
        "نام,قیمت,وزن (کیلوگرم)\nگلیم,1,2\n",
        "نام,قیمت,وزن\nگلیم,1,2 کیلو\n",
    ] {
        assert_eq!(look(csv).sheet()["unclear_weight"], Value::Null, "{csv}");
    }
}

#[test]
fn what_stands_in_the_place_of_a_price_leaves_it_open() {
    let look = look(
        "name;price;stock\nA;تماس بگیرید;1\nB;call for price;1\nC;100-120;1\nD;-;-\nE;1.2E+06;1\nF;از ۱۰۰ تا ۱۲۰;1\n",
    );
    assert_eq!(look.values("primary_price"), vec![Value::Null; 6]);
    assert_eq!(
        look.refused("primary_price"),
        [true, true, true, false, true, true],
        "a dash is no price, and no fault"
    );
    for said in ["words here instead of a price", "a range", "last digits are lost"] {
        let cause = |line: &&Value| {
            line["problems"]
                .as_array()
                .unwrap()
                .iter()
                .any(|problem| problem["cause"].as_str().unwrap().contains(said))
        };
        assert!(look.planned().iter().any(cause), "{said}");
    }
}

#[test]
fn persian_signs_for_thousands_and_decimals_are_read() {
    let look = look("نام;قیمت;وزن (کیلوگرم)\nگلیم;۱٬۲۰۰٬۰۰۰;۱٫۲۵۰\nکاسه;۸۵٬۰۰۰٫۰۰;۰٫۵\n");
    assert_eq!(look.values("primary_price"), [json!(1_200_000), json!(85_000)]);
    assert_eq!(look.values("weight"), [json!(1250), json!(500)]);
}

#[test]
fn parts_of_a_description_are_not_glued_together() {
    let look = look(
        "name,price,description\nA,1000,<ul><li>one<li>two</ul><table><tr><td>wool</td><td>silk</td></tr></table>a&nbsp;b<BR>c\n",
    );
    assert_eq!(look.values("description"), ["one\ntwo\nwool silk\na b\nc"]);
}

/// An answer says which column has the prices, and its heading still says their unit.
#[test]
fn the_heading_of_a_chosen_column_says_the_unit_of_its_prices() {
    for (heading, unit) in [
        ("قیمت نقدی (تومان)", "toman"),
        ("قیمت (تومان) نقدی", "toman"),
        ("نقدی به تومان", "toman"),
        ("cash price in toman", "toman"),
        ("قیمت نقدی (هزار تومان)", "thousand_toman"),
    ] {
        let csv = format!("نام,{heading},قیمت چکی\nگلیم,125000,150000\n");
        let chosen = look_at("sheet.csv", csv.as_bytes(), &[], &["--column", "B=primary_price"]);
        assert_eq!(chosen.output.status, 2, "{heading}: {:?}", chosen.output);
        assert_eq!(chosen.sheet()["price_unit"], unit, "{heading}");
        let answered = ["--column", "B=primary_price", "--price-unit", "toman"];
        let answered = look_at("sheet.csv", csv.as_bytes(), &[], &answered);
        assert_eq!(answered.values("primary_price"), [1_250_000], "{heading}");
    }
    for heading in ["قیمت بر حسب تومان", "قیمت، تومان"] {
        let known = look(&format!("نام;{heading};موجودی\nگلیم;125000;3\n"));
        assert_eq!(known.sheet()["price_unit"], "toman", "{heading}");
        assert_eq!(known.sheet()["price_question"], json!([]), "{heading}");
    }
}

/// As price lists are printed: names and stocks over both rows of headings, prices over two columns.
#[test]
fn headings_that_are_merged_over_two_rows_and_columns_make_no_product() {
    let merged = excel_merged(
        &[
            row(&["نام", "قیمت (ریال)", "", "موجودی"]),
            row(&["", "نقدی", "چکی", ""]),
            row(&["گلیم", "=1000", "=1200", "=3"]),
        ],
        &["A1:A2", "B1:C1", "D1:D2"],
    );
    let look = look_at("sheet.xlsx", &merged, &[], &[]);
    assert_eq!((look.names(), look.output.status), (vec!["گلیم"], 2));
    let asked: Vec<&str> = look.sheet()["price_question"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["heading"].as_str().unwrap())
        .collect();
    assert_eq!(asked, ["قیمت (ریال) نقدی", "قیمت (ریال) چکی"]);
    let answered = look_at("sheet.xlsx", &merged, &[], &["--column", "C=primary_price"]);
    assert_eq!(
        (answered.values("primary_price"), answered.values("stock")),
        (vec![json!(1200)], vec![json!(3)])
    );
    assert_eq!(answered.sheet()["price_unit"], "rial");
    let stocks = excel_merged(
        &[
            row(&["نام", "قیمت (ریال)", "موجودی", ""]),
            row(&["", "", "تهران", "کرج"]),
            row(&["گلیم", "=1000", "=1", "=4"]),
        ],
        &["A1:A2", "B1:B2", "C1:D1"],
    );
    let look = look_at("sheet.xlsx", &stocks, &[], &[]);
    assert_eq!((look.names(), look.output.status), (vec!["گلیم"], 2));
    assert_eq!(look.sheet()["stock_question"].as_array().unwrap().len(), 2, "{:?}", look.output);
    // A product without a price below headings that stand over nothing.
    let csv = look_at("sheet.csv", "نام,قیمت,\nگلیم,,\nکاسه,1000,قرمز\n".as_bytes(), &[], &[]);
    assert_eq!(csv.names(), ["گلیم", "کاسه"]);
}

#[test]
fn the_first_of_a_list_of_names_is_no_heading() {
    for list in ["گلیم قرمز\nکاسه سفالی\nپارچ مسی\n", "گلیم قرمز\n\nکاسه سفالی\nپارچ مسی\n"]
    {
        let look = look(list);
        assert_eq!(look.names(), ["گلیم قرمز", "کاسه سفالی", "پارچ مسی"]);
        assert_eq!((&look.sheet()["has_headings"], look.output.status), (&json!(false), 2), "asked");
    }
    assert_eq!(look("نام\nگلیم\nکاسه\n").names(), ["گلیم", "کاسه"]);
}

#[test]
fn headings_below_a_long_text_are_found() {
    let terms: String = (1..60).map(|number| format!("شرط {number},,\n")).collect();
    let look = look(&format!("{terms}نام کالا,قیمت (ریال),موجودی\nگلیم,1000,3\n"));
    assert_eq!((look.names(), look.values("primary_price")), (vec!["گلیم"], vec![json!(1000)]));
}

/// A list from a message: one line for each product, its price at the end in words.
#[test]
fn prices_at_the_ends_of_the_lines_of_a_list_are_prices() {
    let list = "گلیم ۲۵۰ هزار تومان\nست ۶ پارچه - ۹۵ هزار تومان\nقالی ۱ میلیون و ۲۰۰ هزار تومان\n";
    let asked = look(list);
    assert_eq!(asked.names(), ["گلیم", "ست ۶ پارچه", "قالی"], "{:?}", asked.output);
    assert_eq!(asked.output.status, 2, "what the columns are is asked");
    let units = asked.sheet()["price_unit_said"].as_array().unwrap();
    assert!(units.iter().all(|said| said["place"] == "cells"), "a value is no heading: {units:?}");
    let said =
        look_at("list.csv", list.as_bytes(), &[], &["--column", "B=primary_price", "--price-unit", "toman"]);
    let prices = said.values("primary_price");
    assert_eq!(prices, [2_500_000, 950_000, 12_000_000], "{:?}", said.output);
    let plain = look("Mug: 125,000\nRug = 2,500,000\nBowl - 9000\n");
    assert_eq!(plain.values("primary_price"), [125_000, 2_500_000, 9000], "{:?}", plain.output);
    let names = look("iPhone 12\nGalaxy 10\nMug 60x90\n");
    assert_eq!(names.names(), ["iPhone 12", "Galaxy 10", "Mug 60x90"]);
}

#[test]
fn texts_in_several_columns_without_headings_are_products_and_asked() {
    for csv in [
        "گلیم دستباف,قرمز\nکاسه سفالی,آبی\nپارچ,قرمز\n",
        "گلیم دستباف,گلیم قرمز با حاشیهٔ آبی که با دست بافته شده\nکاسه سفالی,کاسهٔ لعاب‌دار برای سر سفره\nپارچ,از شیشه\n",
        "قرمز,گلیم دستباف\nآبی,کاسه سفالی\nقرمز,پارچ\n",
    ] {
        let asked = look(csv);
        assert_eq!(asked.names(), ["گلیم دستباف", "کاسه سفالی", "پارچ"], "{:?}", asked.output);
        assert_eq!((asked.output.status, &asked.sheet()["has_headings"]), (2, &json!(false)));
    }
}

#[test]
fn one_name_on_several_rows_without_codes_is_said_with_its_rows() {
    let look = look("name,price,stock\nRug,250000,5\nRug,350000,2\nMug,90000,3\n");
    assert_eq!(look.sheet()["repeated_names"], json!([{ "name": "Rug", "rows": [2, 3] }]));
    assert_eq!(look.names(), ["Rug", "Rug", "Mug"], "each row is a product");
}

#[test]
fn what_the_stock_is_worth_is_no_price_and_the_words_around_a_heading_change_nothing() {
    let sepidar = look("کد کالا;عنوان کالا;فی;موجودی مقداری;مبلغ موجودی\n10001;گلیم;250000;5;900000\n");
    assert_eq!((sepidar.output.status, sepidar.values("primary_price")), (0, vec![json!(250_000)]));
    for headings in [
        "product_sku;product_name;product_price;product_quantity",
        "item_code;item_name;item_price;item_quantity",
        "کد محصول;عنوان محصول;قیمت محصول;موجودی محصول",
        "کد کالا;نام کالا;قیمت فروش;تعداد موجود",
        "Custom label (SKU);Title;Start price;Quantity to sell on Facebook",
    ] {
        let look = look(&format!("{headings}\nR1;Rug;1000;5\n"));
        assert_eq!(
            ["sku", "primary_price", "stock"].map(|field| look.values(field)[0].clone()),
            [json!("R1"), json!(1000), json!(5)],
            "{headings}"
        );
    }
}
