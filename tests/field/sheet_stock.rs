//! How many pieces a product has: never more than the sheet says of it.

use serde_json::{Value, json};
use vitrine_sandbox::Options;

use crate::kit::shop::{Shop, TestEnv};
use crate::look::{Look, look, look_at};
use crate::old_excel::{OldCell, old_excel};
use crate::sheet_opening::{excel, excel_merged, open_document, row};
use crate::sheet_sizes::{variants, with_variants};

/// Whether the stock of each product is asked for, because others share it.
fn shared(look: &Look) -> Vec<bool> {
    let of = |line: &&Value| {
        let problems = line["problems"].as_array().unwrap().iter();
        let said = problems
            .filter(|problem| problem["field"] == "stock")
            .filter_map(|problem| problem["cause"].as_str());
        said.into_iter().any(|cause| cause.contains("one number for several products"))
    };
    look.planned().iter().map(of).collect()
}

fn stocks(look: &Look) -> Vec<Option<i64>> {
    look.values("stock").iter().map(Value::as_i64).collect()
}

/// xlsx2csv 55 and fileshipper 16 copy the value of merged cells to each row, which is right for a name and
/// sells 36 of 12 pieces.
#[test]
fn a_number_of_pieces_over_several_products_is_of_none_of_them() {
    use OldCell::{Number, Text};
    let xlsx = excel_merged(
        &[
            row(&["name", "price", "stock"]),
            row(&["Rug", "=25000", "=12"]),
            row(&["Bowl", "=26000"]),
            row(&["Jug", "=27000"]),
            row(&["Vase", "=28000", "=3"]),
        ],
        &["C2:C4"],
    );
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let number = |number: i64, more: &str| {
        format!(
            r#"<table:table-cell o:value-type="float" o:value="{number}" {more}><text:p>{number}</text:p></table:table-cell>"#
        )
    };
    let line = |cells: &[String]| format!("<table:table-row>{}</table:table-row>", cells.concat());
    let covered = || "<table:covered-table-cell/>".to_owned();
    let ods = open_document(
        &[
            line(&["name", "price", "stock"].map(cell)),
            line(&[cell("Rug"), number(25000, ""), number(12, r#"table:number-rows-spanned="3""#)]),
            line(&[cell("Bowl"), number(26000, ""), covered()]),
            line(&[cell("Jug"), number(27000, ""), covered()]),
            line(&[cell("Vase"), number(28000, ""), number(3, "")]),
        ]
        .concat(),
    );
    let xls = old_excel(
        &[
            vec![Text("name"), Text("price"), Text("stock")],
            vec![Text("Rug"), Number(25000.0), Number(12.0)],
            vec![Text("Bowl"), Number(26000.0)],
            vec![Text("Jug"), Number(27000.0)],
            vec![Text("Vase"), Number(28000.0), Number(3.0)],
        ],
        &[(1, 3, 2)],
        &[],
    );
    let page = "<table><tr><td>name<td>price<td>stock<tr><td>Rug<td>25000<td rowspan=3>12<tr><td>Bowl<td>26000\
                <tr><td>Jug<td>27000<tr><td>Vase<td>28000<td>3</table>";
    for (name, file) in
        [("a.xlsx", xlsx), ("a.ods", ods), ("a.xls", xls), ("page.xls", page.as_bytes().to_vec())]
    {
        let look = look_at(name, &file, &[], &[]);
        assert_eq!(look.names(), ["Rug", "Bowl", "Jug", "Vase"], "{name}: {:?}", look.output);
        assert_eq!(stocks(&look), [None, None, None, Some(3)], "{name}");
        assert_eq!(shared(&look), [true, true, true, false], "{name}: {:?}", look.output);
    }
}

#[test]
fn a_number_over_several_products_is_in_the_shop_only_as_often_as_it_was_typed() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for photo in ["Rug.png", "Bowl.png", "Vase.png"] {
        env.photo(photo);
    }
    let rows = [
        row(&["name", "price", "stock"]),
        row(&["Rug", "=25000", "=12"]),
        row(&["Bowl", "=25000"]),
        row(&["Vase", "=28000", "=3"]),
    ];
    let sheet = env.dir.path().join("goods.xlsx");
    // The price is that of both.
    std::fs::write(&sheet, excel_merged(&rows, &["C2:C3", "B2:B3"])).unwrap();
    let (photos, sheet) = (env.photos(), sheet.to_str().unwrap().to_owned());
    let output = env.run(&["import", photos.to_str().unwrap(), "--json", "--yes", "--sheet", &sheet]);
    let held: Vec<_> = shop
        .sandbox
        .products()
        .into_iter()
        .map(|product| (product.fields.name.clone(), product.fields.stock, product.fields.primary_price))
        .collect();
    assert_eq!(held, [("Vase".to_owned(), Some(3), Some(28000))], "{output:?}");
    let refused: Vec<&str> = output
        .lines
        .iter()
        .filter(|line| line["event"] == "product" && line["state"] == "failed")
        .filter_map(|line| line["name"].as_str())
        .collect();
    assert_eq!(refused, ["Rug", "Bowl"], "each of the others is said: {output:?}");
}

#[test]
fn a_number_over_the_rows_of_one_product_or_of_nothing_is_its_own() {
    // A product that takes two rows of the sheet, which say the same.
    let rows = [
        row(&["name", "price", "stock"]),
        row(&["Rug", "=25000", "=12"]),
        row(&["", "", ""]),
        row(&["Bowl", "=26000", "=0"]),
        row(&["Jug", "=27000"]),
    ];
    let look = look_at("a.xlsx", &excel_merged(&rows, &["A2:A3", "B2:B3", "C2:C3", "C4:C5"]), &[], &[]);
    assert_eq!(look.names(), ["Rug", "Bowl", "Jug"], "{:?}", look.output);
    assert_eq!(stocks(&look), [Some(12), Some(0), Some(0)], "nothing is nothing of each");
    assert_eq!(look.left_out(), [(3, "repeated")]);
}

#[test]
fn pieces_of_several_sizes_together_are_of_none_of_the_variants() {
    let rows = [
        row(&["name", "size", "price", "stock"]),
        row(&["Shirt", "S", "=25000", "=12"]),
        row(&["", "M", "=26000"]),
        row(&["Bowl", "", "=27000", "=3"]),
    ];
    let file = excel_merged(&rows, &["A2:A3", "D2:D3"]);
    let look = with_variants("a.xlsx", &file, &[]);
    let none = |size: &str, price| (size.to_owned(), Some(price), None);
    assert_eq!(variants(&look), [vec![none("S", 25000), none("M", 26000)], vec![]], "{:?}", look.output);
    assert_eq!(shared(&look), [true, false], "{:?}", look.output);
    let each = look_at("a.xlsx", &file, &[], &[]);
    assert_eq!((stocks(&each), shared(&each)), (vec![None, None, Some(3)], vec![true, true, false]));
    // A column for each size.
    let sizes =
        [row(&["name", "price", "S", "M"]), row(&["Shirt", "=1000", "=4", "=5"]), row(&["Coat", "=2000"])];
    let look = look_at("a.xlsx", &excel_merged(&sizes, &["C2:C3", "D2:D3"]), &[], &[]);
    assert_eq!((stocks(&look), shared(&look)), (vec![None, None], vec![true, true]), "{:?}", look.output);
}

/// woocommerce 14493: the row of a product above its sizes has the pieces of all.
#[test]
fn the_pieces_of_a_product_above_its_sizes_count_once() {
    let csv = |total: i64| {
        format!(
            "name,size,price,stock\nShirt,,25000,{total}\nShirt,S,25000,10\nShirt,M,26000,20\nBowl,,5000,2\n"
        )
    };
    let of = |size: &str, price, stock| (size.to_owned(), Some(price), Some(stock));
    let all = with_variants("a.csv", csv(30).as_bytes(), &[]);
    assert_eq!(variants(&all), [vec![of("S", 25000, 10), of("M", 26000, 20)], vec![]], "{:?}", all.output);
    let each = look(&csv(30));
    assert_eq!((stocks(&each), each.left_out()), (vec![Some(10), Some(20), Some(2)], vec![(2, "parent")]));
    // The names may stand in the first row only, and the price, too.
    let list = "name,size,price,stock\nShirt,,25000,30\n,S,,10\n,M,,20\nBowl,,5000,2\n";
    let list = with_variants("a.csv", list.as_bytes(), &[]);
    assert_eq!(variants(&list), [vec![of("S", 25000, 10), of("M", 25000, 20)], vec![]], "{:?}", list.output);
    // Another number than the sum: somebody has to say how many are its own.
    for (look, sizes) in [(look(&csv(35)), 2), (with_variants("a.csv", csv(35).as_bytes(), &[]), 2)] {
        assert_eq!(stocks(&look), [None, Some(10), Some(20), Some(2)], "{sizes}: {:?}", look.output);
        assert_eq!(shared(&look), [true, false, false, false]);
    }
}

/// woocommerce 14880, WooCommerce.NET 97: variations that manage no stock of their own have `parent` there,
/// or nothing, and sell from what their product has.
#[test]
fn variations_of_woocommerce_that_sell_from_their_product_are_asked_about() {
    for own in ["parent", ""] {
        let csv = format!(
            "ID,Type,SKU,Name,Regular price,Sale price,Stock,In stock?,Images,Parent,Attribute 1 name,Attribute 1 value(s)\n\
             1,variable,S,Shirt,,,12,1,,,Size,\"S, M\"\n2,variation,S-S,Shirt - S,25000,,{own},1,,S,Size,S\n\
             3,variation,S-M,Shirt - M,25000,,{own},1,,S,Size,M\n4,variation,S-L,Shirt - L,25000,,{own},0,,S,Size,L\n\
             5,simple,B,Bowl,5000,,3,1,,,,\n"
        );
        let each = look(&csv);
        assert_eq!(each.names(), ["Shirt - S", "Shirt - M", "Shirt - L", "Bowl"]);
        assert_eq!(stocks(&each), [None, None, Some(0), Some(3)], "{own}: {:?}", each.output);
        assert_eq!(shared(&each), [true, true, false, false], "{own}: {:?}", each.output);
        let one = with_variants("a.csv", csv.as_bytes(), &[]);
        let pieces: Vec<_> = variants(&one)[0].iter().map(|(_, _, stock)| *stock).collect();
        assert_eq!(
            (pieces, shared(&one)),
            (vec![None, None, Some(0)], vec![true, false]),
            "{:?}",
            one.output
        );
    }
}

/// What is on hand has been promised in part; Shopify, Odoo and Digikala say both.
#[test]
fn what_can_be_sold_is_taken_before_what_is_on_hand_and_asked() {
    for (csv, taken, other) in [
        ("Name,Price,On hand,Available\nRug,25000,8,5\nBowl,26000,3,3\n", "Available", "On hand"),
        (
            "Handle,Title,SKU,Location,Incoming,Unavailable,Committed,Available,On hand\n\
             rug,Rug,r,Shop,0,1,2,5,8\nbowl,Bowl,b,Shop,0,0,0,3,3\n",
            "Available",
            "On hand",
        ),
        (
            "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Inventory Available: Shop\n\
             rug,Rug,r,25000,8,5\nbowl,Bowl,b,25000,3,3\n",
            "Inventory Available: Shop",
            "Variant Inventory Qty",
        ),
        (
            "Internal Reference,Name,Sales Price,Quantity On Hand,Free to Use Quantity\nr,Rug,25000,8,5\nb,Bowl,26000,3,3\n",
            "Free to Use Quantity",
            "Quantity On Hand",
        ),
        (
            "کد تنوع,عنوان کالا,قیمت فروش,موجودی انبار فروشنده,موجودی قابل فروش,موجودی رزرو\n11,گلیم,1200000,8,5,3\n12,کاسه,300000,3,3,0\n",
            "موجودی قابل فروش",
            "موجودی انبار فروشنده",
        ),
    ] {
        let asked = look(csv);
        let question = asked.sheet()["stock_question"].as_array().unwrap().clone();
        let headings: Vec<&str> = question.iter().map(|column| column["heading"].as_str().unwrap()).collect();
        assert_eq!(headings, [taken, other], "{:?}", asked.output);
        assert_eq!((stocks(&asked), asked.output.status), (vec![Some(5), Some(3)], 2), "nothing is sent");
        for (column, expected) in [(taken, [Some(5), Some(3)]), (other, [Some(8), Some(3)])] {
            let answered =
                look_at("sheet.csv", csv.as_bytes(), &[], &["--column", &format!("{column}=stock")]);
            assert_eq!(stocks(&answered), expected, "{:?}", answered.output);
            assert_eq!(answered.sheet()["stock_question"], json!([]));
        }
    }
    let only = look(
        "Token,Item Name,SKU,Price,Current Quantity Shop,New Quantity Shop\nt1,Rug,r,25000,5,\nt2,Bowl,b,26000,3,\n",
    );
    assert_eq!(stocks(&only), [Some(5), Some(3)], "Square has one column with numbers: {:?}", only.output);
    assert_eq!(only.output.status, 0);
}

/// `~5` is no number to sell by, and neither is a price that is hidden.
#[test]
fn a_number_that_is_not_exact_or_not_shown_is_asked_for() {
    let csv = "name,price,stock\nRug,~90000,~5\nBowl,حدود 90000,3\nJug,90000~,about 4\nVase,90000,4\n";
    let look_of_csv = look(csv);
    assert_eq!(look_of_csv.values("primary_price"), [json!(null), json!(null), json!(null), json!(90000)]);
    assert_eq!(stocks(&look_of_csv), [None, Some(3), None, Some(4)]);
    let said =
        look_of_csv.output.lines.iter().filter(|line| line.to_string().contains("says “about”")).count();
    assert_eq!(said, 3, "{:?}", look_of_csv.output);

    let rows = row(&["name", "price", "stock"])
        + &row(&["Rug", "=25000|1", "=5"])
        + &row(&["Bowl", "=26000", "=7|1"])
        + &row(&["Jug", "=27000", "=0|2"]);
    let hidden = look_at("a.xlsx", &excel(&[("a", &rows)], &[";;;", "0;-0;;@"]), &[], &[]);
    assert_eq!(hidden.values("primary_price"), [json!(null), json!(26000), json!(27000)]);
    assert_eq!(stocks(&hidden), [Some(5), None, Some(0)], "a zero that is not shown is one");
    assert_eq!(
        (hidden.refused("primary_price"), hidden.refused("stock")),
        (vec![true, false, false], vec![false, true, false])
    );
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let ods = open_document(&format!(
        r#"<table:table-row>{}{}</table:table-row><table:table-row>{}<table:table-cell o:value-type="float" o:value="25000"><text:p/></table:table-cell></table:table-row>"#,
        cell("name"),
        cell("price"),
        cell("Rug")
    ));
    let hidden = look_at("a.ods", &ods, &[], &[]);
    assert_eq!(
        (hidden.values("primary_price"), hidden.refused("primary_price")),
        (vec![json!(null)], vec![true])
    );
}

/// Shopify's list of stocks has a row for each place, and so have those of accounting programs.
#[test]
fn a_row_for_each_place_is_one_product_with_the_pieces_of_all() {
    let shopify = "Handle,Title,Option1 Name,Option1 Value,SKU,Location,Bin name,Committed,Available,On hand\n\
        rug,Rug,Title,Default Title,R1,Shop,A,1,5,6\nrug,Rug,Title,Default Title,R1,Warehouse,B,0,3,3\n\
        bowl,Bowl,Title,Default Title,B1,Shop,,0,3,3\n\
        bowl,Bowl,Title,Default Title,B1,Warehouse,,not stocked,not stocked,not stocked\n";
    let look_of_both = look(shopify);
    assert_eq!(look_of_both.names(), ["Rug", "Bowl"], "{:?}", look_of_both.output);
    assert_eq!(stocks(&look_of_both), [Some(8), Some(3)], "{:?}", look_of_both.output);
    assert_eq!(look_of_both.left_out(), [(3, "continued"), (5, "continued")]);
    let list = "کد کالا,نام کالا,انبار,موجودی,قیمت فروش (ریال)\n101,گلیم,مرکزی,5,1200000\n101,گلیم,شعبه ۲,3,1200000\n\
        102,کاسه,مرکزی,2,85000\n102,کاسه,شعبه ۲,1,90000\n103,پارچ,مرکزی,2,85000\n103,پارچ,مرکزی,2,95000\n";
    let list = look(list);
    assert_eq!(stocks(&list), [Some(8), Some(2), Some(1), Some(2), Some(2)], "{:?}", list.output);
    assert_eq!(list.left_out(), [(3, "continued")], "another price, or the same place, is another product");
    let sizes =
        "name,size,warehouse,price,stock\nShirt,S,North,1000,5\nShirt,M,North,1000,2\nShirt,S,South,1000,3\n";
    let sizes = with_variants("a.csv", sizes.as_bytes(), &[]);
    let of = |size: &str, stock| (size.to_owned(), Some(1000), Some(stock));
    assert_eq!(variants(&sizes), [vec![of("S", 8), of("M", 2)]], "{:?}", sizes.output);
}

/// Shopify's short list has the name of each place as a heading.
#[test]
fn names_of_places_as_headings_are_asked_about() {
    let csv = "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Shop location,My Warehouse\n\
        rug,Rug,Title,Default Title,R1,,,5,3\nbowl,Bowl,Title,Default Title,B1,,,2,not stocked\n";
    let asked = look(csv);
    let question = asked.sheet()["stock_question"].as_array().unwrap();
    let headings: Vec<&str> = question.iter().map(|column| column["heading"].as_str().unwrap()).collect();
    assert_eq!(
        (headings, asked.output.status),
        (vec!["My Warehouse", "Shop location"], 2),
        "{:?}",
        asked.output
    );
    let answered = look_at("a.csv", csv.as_bytes(), &[], &["--column", "My Warehouse=stock"]);
    assert_eq!(
        (stocks(&answered), answered.output.status),
        (vec![Some(3), None], 0),
        "{:?}",
        answered.output
    );
}

/// Five cartons are not five pieces.
#[test]
fn a_stock_in_cartons_is_no_number_of_pieces() {
    for heading in ["موجودی (کارتن)", "موجودی کارتن", "stock (cartons)", "Quantity in dozens"]
    {
        let look = look(&format!("نام,قیمت (ریال),{heading}\nگلیم,12000,5\n"));
        assert_eq!(stocks(&look), [None], "{heading}: {:?}", look.output);
        assert!(look.output.stderr.contains(heading), "it is said: {}", look.output.stderr);
    }
    assert_eq!(stocks(&look("نام,قیمت (ریال),موجودی (عدد)\nکارتن,12000,5\n")), [Some(5)]);
}
