//! Values that a row, a column or a sentence beside them could make other ones: none is taken for what it may
//! not be.

use serde_json::{Value, json};

use crate::changes::{changes, new_prices};
use crate::look::{look, look_at, prices};
use crate::sheet_opening::{archive, excel, open_document, row};

#[test]
fn what_people_write_where_there_is_no_text_is_none() {
    for none in ["-", "—", "...", "ندارد", "خالی", "N/A", "0"] {
        let read = look(&format!("name,price,description,brief\nRug,1000,{none},{none}\n"));
        assert_eq!(
            (read.values("description"), read.values("brief"), read.refused("description")),
            (vec![json!(null)], vec![json!(null)], vec![false]),
            "{none}: {:?}",
            read.output
        );
    }
}

#[test]
fn a_row_with_more_cells_than_headings_gives_no_number() {
    let torn = look("نام,قیمت,موجودی\nگلیم,1,250,000,5\nکاسه,85000,3\n");
    assert_eq!(torn.values("primary_price"), [Value::Null, json!(85_000)]);
    assert_eq!(
        (torn.refused("primary_price"), torn.refused("stock")),
        (vec![true, false], vec![true, false])
    );
    let name = look("sku,name,price\nW1,Coffee Mug, 12,18500\nW2,Bowl,9000\n");
    assert_eq!(name.refused("primary_price"), [true, false], "the price is in the next column");
    assert!(
        torn.planned()[0].to_string().contains("more cells than there are headings"),
        "{:?}",
        torn.output
    );
    // Empty cells behind the last heading tear nothing, and neither does a note beside a table of a
    // spreadsheet program.
    assert_eq!(prices("name,price\nRug,1000,,\n"), [Some(1000)]);
    let beside = excel(&[("a", &[row(&["name", "price"]), row(&["Rug", "=1000", "new!"])].concat())], &[]);
    assert_eq!(look_at("sheet.xlsx", &beside, &[], &[]).values("primary_price"), [1000]);
}

#[test]
fn two_numbers_in_a_cell_are_no_price() {
    let look = look(
        "name;price\nA;120,000 110,000\nB;120000 110000\nC;\"120,000\n110,000\"\nD;1 200 000\nE;1,200 000\n",
    );
    assert_eq!(
        look.values("primary_price"),
        [Value::Null, Value::Null, Value::Null, json!(1_200_000), Value::Null]
    );
    for line in look.planned().into_iter().take(3) {
        assert!(line.to_string().contains("several numbers"), "{line}");
    }
}

#[test]
fn an_earlier_price_that_is_struck_out_is_none() {
    let cell = |text: &str| format!("<c t=\"inlineStr\"><is>{text}</is></c>");
    let struck = cell("<r><rPr><strike/></rPr><t>120,000</t></r><r><rPr><b/></rPr><t> 100,000</t></r>");
    let not_struck = cell("<r><rPr><strike val=\"0\"/></rPr><t>90,</t></r><r><t>000</t></r>");
    let all = cell("<r><rPr><strike/></rPr><t>80,000</t></r>");
    let rows =
        [row(&["name", "price"]), row(&["Rug", &struck]), row(&["Bowl", &not_struck]), row(&["Jar", &all])]
            .concat();
    let look = look_at("sheet.xlsx", &excel(&[("a", &rows)], &[]), &[], &[]);
    assert_eq!(look.values("primary_price"), [100_000, 90_000, 80_000]);
}

#[test]
fn an_earlier_price_that_is_struck_out_is_none_in_open_document_either() {
    let style = |name: &str, line: &str| {
        format!(
            r#"<s:style s:name="{name}" s:family="text"><s:text-properties s:text-line-through-style="{line}"/></s:style>"#
        )
    };
    let cell = |text: &str| format!("<t:table-cell><x:p>{text}</x:p></t:table-cell>");
    let row = |name: &str, price: &str| format!("<t:table-row>{}{}</t:table-row>", cell(name), cell(price));
    let rows = [
        row("name", "price"),
        row(
            "Rug",
            r#"<x:span x:style-name="T1">120,000</x:span> <x:span x:style-name="T2">100,000</x:span>"#,
        ),
        row("Bowl", r#"<x:span x:style-name="T2">90,</x:span>000"#),
        row("Jar", r#"<x:span x:style-name="T1">80,000</x:span>"#),
    ];
    let content = format!(
        r#"<o:document-content xmlns:o="o" xmlns:s="s" xmlns:t="t" xmlns:x="x"><o:automatic-styles>{}{}</o:automatic-styles><o:body>
        <o:spreadsheet><t:table t:name="a">{}</t:table></o:spreadsheet></o:body></o:document-content>"#,
        style("T1", "solid"),
        style("T2", "none"),
        rows.concat()
    );
    let ods =
        archive(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)]);
    assert_eq!(look_at("sheet.ods", &ods, &[], &[]).values("primary_price"), [100_000, 90_000, 80_000]);
}

#[test]
fn a_column_of_currencies_says_the_unit_of_each_price() {
    let toman = "نام,قیمت,واحد پول\nگلیم,25000,تومان\nکاسه,3000,تومان\n";
    let asked = look(toman);
    assert_eq!(
        (asked.output.status, asked.sheet()["price_unit_said"].clone()),
        (2, json!([{ "unit": "toman", "place": "column" }]))
    );
    assert_eq!(
        look_at("s.csv", toman.as_bytes(), &[], &["--price-unit", "toman"]).values("primary_price"),
        [250_000, 30_000]
    );
    for foreign in ["name,price,currency\nRug,25,USD\n", "TITLE,PRICE,CURRENCY_CODE\nRug,25.00,EUR\n"] {
        let look = look(foreign);
        assert_eq!(
            (look.values("primary_price"), look.refused("primary_price")),
            (vec![Value::Null], vec![true]),
            "{foreign}"
        );
    }
    let mixed = look("نام,قیمت\nگلیم,250000 ریال\nکاسه,30000 تومان\nپارچ,40000\n");
    assert_eq!(
        mixed.values("primary_price"),
        [json!(250_000), json!(300_000), Value::Null],
        "what says no unit may have either"
    );
}

#[test]
fn a_column_of_weight_units_says_the_unit_of_each_weight() {
    let look = look("name,price,weight,weight unit\nRug,1000,2,kg\nBowl,1000,500,g\nJar,1000,3,lb\n");
    assert_eq!(
        (look.values("weight"), look.refused("weight")),
        (vec![json!(2000), json!(500), Value::Null], vec![false, false, true])
    );
    let plain = self::look("name,price,weight\nRug,1000,2\n");
    assert_eq!(plain.sheet()["unclear_weight"], "2", "nobody says that they are grams");
    assert_eq!(
        self::look("name,primary_price,weight\nRug,1000,2\n").values("weight"),
        [2],
        "a sheet of this program"
    );
}

#[test]
fn a_persian_point_before_three_digits_is_asked_about_unless_it_is_of_kilograms() {
    for csv in [
        "نام;قیمت\nگلیم;۱۲٫۰۰۰\nکاسه;۱٬۲۰۰٬۰۰۰\n",
        "نام;قیمت;وزن (گرم)\nگلیم;۱۲٫۰۰۰;۱٬۲۰۰\nکاسه;۸٫۵۰۰;۳۰۰\n",
        "نام;قیمت\nگلیم;۱۲٫۰۰۰\n",
    ] {
        let asked = look(csv);
        assert_eq!(
            (&asked.values("primary_price")[0], &asked.sheet()["unclear_number"]),
            (&Value::Null, &json!("۱۲٫۰۰۰")),
            "{csv}"
        );
        let said = look_at("s.csv", csv.as_bytes(), &[], &["--point", "thousands"]);
        assert_eq!(said.values("primary_price")[0], 12_000, "{csv}");
    }
    let grams = look("نام;قیمت;وزن (گرم)\nگلیم;1000;۱٫۲۵۰\n");
    assert_eq!((grams.values("weight"), grams.refused("weight")), (vec![Value::Null], vec![true]));
    assert_eq!(look("نام;قیمت;وزن (کیلوگرم)\nگلیم;1000;۱٫۲۵۰\n").values("weight"), [1250]);
}

#[test]
fn three_zeros_that_are_left_out_are_asked_about() {
    for csv in ["قیمت‌ها با حذف سه صفر است,\nنام,قیمت\nگلیم,1250\n", "قیمت‌ها به هزار,\nنام,قیمت\nگلیم,1250\n"]
    {
        assert_eq!(look(csv).output.status, 2, "{csv}");
        for (unit, price) in [("thousand-toman", 12_500_000), ("thousand-rial", 1_250_000), ("rial", 1250)] {
            assert_eq!(
                look_at("s.csv", csv.as_bytes(), &[], &["--price-unit", unit]).values("primary_price"),
                [price],
                "{unit}"
            );
        }
    }
}

#[test]
fn an_amount_beside_pieces_is_asked_about() {
    let csv = "نام,تعداد,مبلغ\nگلیم,5,6000000\nکاسه,2,170000\n";
    let asked = look(csv);
    assert_eq!((asked.output.status, asked.values("primary_price")), (2, vec![Value::Null; 2]));
    assert!(asked.output.stderr.contains("price of one piece, or of all pieces"), "{}", asked.output.stderr);
    let one = look_at("s.csv", csv.as_bytes(), &[], &["--column", "مبلغ=primary_price"]);
    assert_eq!((one.output.status, one.values("primary_price")), (0, vec![json!(6_000_000), json!(170_000)]));
    let all = look_at("s.csv", csv.as_bytes(), &[], &["--column", "مبلغ="]);
    assert_eq!((all.output.status, all.values("primary_price")), (0, vec![Value::Null; 2]));
    assert_eq!(
        look("نام,تعداد,مبلغ\nگلیم,1,6000000\n").values("primary_price"),
        [6_000_000],
        "of one piece it is the price"
    );
}

#[test]
fn how_many_were_ordered_is_no_stock() {
    let sheet = |rows: &[&[&str]]| rows.iter().map(|cells| row(cells)).collect::<String>();
    let goods = sheet(&[&["name", "price"], &["Rug", "=1200000"], &["Bowl", "=85000"]]);
    let orders = sheet(&[
        &["order", "customer", "product name", "quantity"],
        &["1", "A", "Rug", "=2"],
        &["2", "B", "Rug", "=1"],
    ]);
    let look = look_at("sheet.xlsx", &excel(&[("Products", &goods), ("Orders", &orders)], &[]), &[], &[]);
    assert_eq!((look.names(), look.values("stock")), (vec!["Rug", "Bowl"], vec![Value::Null; 2]));
    assert_eq!(look.sheet()["worksheets_not_read"], json!(["Orders"]));
}

#[test]
fn what_programs_call_their_columns_below_the_headings_is_no_product() {
    let look = look(
        "Seller SKU\tItem Name\tPrice\tQuantity\nitem_sku\titem_name\tstandard_price\tquantity\nR1\tRug\t100000\t5\n",
    );
    assert_eq!((look.names(), look.values("primary_price")), (vec!["Rug"], vec![json!(100_000)]));
    let star = self::look("*Title,*Price,*Quantity\nRug,100000,5\n");
    assert_eq!((star.names(), star.values("stock")), (vec!["Rug"], vec![json!(5)]));
}

#[test]
fn a_second_table_with_more_columns_takes_no_row_of_the_first() {
    let look = look("name,price\nRug,1000\nJar,2000\n\nitem,price,qty\nBowl,500,3\n");
    assert_eq!(
        (look.names(), look.values("primary_price")),
        (vec!["Rug", "Jar"], vec![json!(1000), json!(2000)])
    );
    assert_eq!(look.left_out(), [(5, "headings"), (6, "other_table")]);
}

#[test]
fn names_find_photos_although_no_file_may_be_called_so() {
    let photos = ["گلیم 60-90.jpg", "پارچ_ بزرگ.jpg", "قوری_.jpg", "چای خوری 1_2.jpg"];
    let csv = "نام;قیمت\nگلیم 60/90;1000\nپارچ: بزرگ;3000\nقوری?;500\nچای خوری 1/2;700\n";
    assert_eq!(look_at("s.csv", csv.as_bytes(), &photos, &[]).photos(), [1, 1, 1, 1]);
}

#[test]
fn a_pdf_is_named_as_one() {
    let look = look_at("prices.csv", b"%PDF-1.7\nnothing", &[], &[]);
    assert!(look.output.stderr.contains("This is a PDF file"), "{}", look.output.stderr);
}

#[test]
fn of_several_prices_none_changes_a_product_before_somebody_says_which() {
    let csv = b"id,price,wholesale price\n3001,1100,900\n";
    let asked = changes("s.csv", csv, &[]);
    assert_eq!((asked.status, new_prices(&asked)), (2, vec![]), "{asked:?}");
    let question = asked.lines.iter().find(|line| line["event"] == "sheet").unwrap();
    assert_eq!(question["price_question"][1], json!({ "heading": "wholesale price", "example": "900" }));
    assert!(
        asked.stderr.contains("wholesale price: 900") && asked.stderr.contains("--column"),
        "{}",
        asked.stderr
    );
    for (column, price) in [("price", 1100), ("wholesale price", 900), ("C", 900)] {
        let said = changes("s.csv", csv, &["--column", &format!("{column}=primary_price")]);
        assert_eq!((said.status, new_prices(&said)), (0, vec![json!(price)]), "{said:?}");
    }
}

#[test]
fn a_column_that_is_not_there_is_said() {
    let csv = "name,price,cost\nRug,1000,800\n";
    let look = look_at("s.csv", csv.as_bytes(), &[], &["--column", "Prise=primary_price"]);
    assert_eq!(
        (look.output.status, look.planned().len()),
        (2, 0),
        "the other price is none of what was meant"
    );
    let change = changes("s.csv", b"id,price\n3001,1100\n", &["--column", "Prise=primary_price"]);
    assert_eq!((change.status, new_prices(&change)), (2, vec![]));
    for output in [&look.output, &change] {
        assert!(output.stderr.contains("has no column “Prise”"), "{}", output.stderr);
    }
}

#[test]
fn no_row_of_changes_is_lost_without_a_word() {
    let lost = changes("s.csv", b"id,sku,name,price\n3001,,,1100\n,,Rug two,1200\n3003.0,,,1300\n", &[]);
    assert_eq!(new_prices(&lost), [1100, 1300], "{lost:?}");
    let preview = lost.lines.iter().find(|line| line["event"] == "preview").unwrap();
    assert_eq!(preview["left_out"], json!([{ "row": 3, "kind": "without_key", "text": "Rug two" }]));
    assert!(lost.stderr.contains("3 (Rug two)"), "{}", lost.stderr);
}

#[test]
fn a_torn_row_and_a_column_of_units_change_no_price() {
    let torn = changes("s.csv", b"id,price,stock\n3001,1,250,000,5\n", &[]);
    assert_eq!(new_prices(&torn), [] as [Value; 0], "{torn:?}");
    let csv = "id,price,currency\n3001,110,toman\n".as_bytes();
    assert_eq!(changes("s.csv", csv, &[]).status, 2);
    assert_eq!(new_prices(&changes("s.csv", csv, &["--price-unit", "toman"])), [1100]);
}

#[test]
fn an_apostrophe_that_marks_digits_as_text_is_no_part_of_a_code() {
    let look = look("name,price,sku\n'90s poster,1000,'00042\nRug,2000,'A7\n");
    assert_eq!(
        (look.names(), look.values("sku")),
        (vec!["'90s poster", "Rug"], vec![json!("00042"), json!("'A7")])
    );
}

#[test]
fn a_worksheet_or_file_that_is_called_by_the_unit_says_it() {
    let rows = [row(&["نام", "قیمت"]), row(&["گلیم", "=125000"])].concat();
    for (worksheet, file, place) in [
        ("تومان", "sheet.xlsx", "worksheet"),
        ("Prices (Toman)", "sheet.xlsx", "worksheet"),
        ("a", "لیست قیمت به تومان.xlsx", "file"),
        ("a", "price-list-toman.xlsx", "file"),
        ("لیست تومان", "sheet.xlsx", "worksheet"),
        ("a", "لیست تومانی.xlsx", "file"),
    ] {
        let look = look_at(file, &excel(&[(worksheet, &rows)], &[]), &[], &[]);
        assert_eq!(look.output.status, 2, "{worksheet} {file}: {:?}", look.output);
        assert_eq!(look.sheet()["price_unit_said"], json!([{ "place": place, "unit": "toman" }]));
    }
    let plain = look_at("قیمت.xlsx", &excel(&[("Sheet1", &rows)], &[]), &[], &[]);
    assert_eq!((plain.output.status, plain.values("primary_price")), (0, vec![json!(125_000)]));
    for title in ["(به تومان)", "واحد: تومان"] {
        let look = look(&format!("{title},\nنام,قیمت\nگلیم,125000\n"));
        assert_eq!(look.sheet()["price_unit_said"][0]["place"], "title", "{title}");
    }
}

#[test]
fn a_part_of_a_thousand_toman_is_a_price() {
    let csv = "نام;قیمت (هزار تومان)\nگلیم;125\nکاسه;12.5\nپارچ;۱۲٫۵\n";
    let look = look_at("sheet.csv", csv.as_bytes(), &[], &["--price-unit", "thousand-toman"]);
    assert_eq!(look.values("primary_price"), [1_250_000, 125_000, 125_000]);
    let csv = "نام;قیمت (میلیون تومان)\nگلیم;1.25\nکاسه;0.85\nپارچ;0.00000001\n";
    let look = look_at("sheet.csv", csv.as_bytes(), &[], &["--price-unit", "million-toman"]);
    assert_eq!(look.values("primary_price"), [json!(12_500_000), json!(8_500_000), Value::Null]);
}

/// Twice in a shop, it would be the same product.
#[test]
fn a_row_that_comes_twice_is_one_product_and_listed() {
    let csv = "ردیف,نام,قیمت,رنگ\n1,گلیم,1000,قرمز\n2,گلیم,1000,آبی\n3,گلیم,1000,قرمز\n";
    let twice = look(csv);
    assert_eq!((twice.names(), twice.left_out()), (vec!["گلیم", "گلیم"], vec![(4, "repeated")]));
    assert!(twice.output.stderr.contains("once more"), "{:?}", twice.output);
}

/// A format or a cell that says thousands, below a heading or a title that says them, too.
#[test]
fn thousands_that_are_said_twice_count_once() {
    let scaled = |heading: &str, unit: &[&str]| {
        let rows = [row(&["نام", heading]), row(&["گلیم", "=250000|1"]), row(&["کاسه", "=90500|1"])].concat();
        look_at("sheet.xlsx", &excel(&[("a", &rows)], &["#,##0,"]), &[], unit).values("primary_price")
    };
    assert_eq!(scaled("قیمت (هزار تومان)", &["--price-unit", "thousand-toman"]), [2_500_000, 905_000]);
    assert_eq!(scaled("قیمت", &[]), [250_000, 90_500], "the whole number, where nobody says thousands");
    let cell = |kind: &str, text: &str| {
        format!("<table:table-cell {kind}><text:p>{text}</text:p></table:table-cell>")
    };
    let number =
        |value: &str, seen: &str| cell(&format!(r#"office:value-type="float" office:value="{value}""#), seen);
    let row = |cells: [String; 2]| format!("<table:table-row>{}</table:table-row>", cells.concat());
    let rows = [
        row([cell("", "نام"), cell("", "قیمت (هزار تومان)")]),
        row([cell("", "گلیم"), number("250000", "250")]),
        row([cell("", "کاسه"), number("90500", "91")]),
    ];
    let said = ["--price-unit", "thousand-toman"];
    let ods = look_at("sheet.ods", &open_document(&rows.concat()), &[], &said);
    assert_eq!(ods.values("primary_price"), [2_500_000, 905_000]);
    for heading in ["قیمت (هزار تومان)", "قیمت (هزارتومان)"] {
        let csv = format!("نام;{heading}\nگلیم;250 هزار\nکاسه;90\nپارچ;75 هزارتومان\n");
        assert_eq!(
            look_at("sheet.csv", csv.as_bytes(), &[], &said).values("primary_price"),
            [2_500_000, 900_000, 750_000],
            "{heading}"
        );
    }
}

#[test]
fn codes_that_a_program_wrote_as_decimals_are_read_and_shortened_ones_refused() {
    let look = look("name,sku,price\nRug,6260001234567.0,1000\nMug,123.0,900\nJar,,800\n");
    assert_eq!(look.values("sku"), [json!("6260001234567"), json!("123"), Value::Null]);
    let mixed = crate::look::look("name,sku,price\nRug,1.0,1000\nMug,A-1,900\n");
    assert_eq!(mixed.values("sku"), ["1.0", "A-1"], "a code that only looks so");
    let short = crate::look::look("name,sku,price\nRug,6.26000123457E12,1000\nMug,12E3,900\n");
    assert_eq!((short.refused("sku"), short.values("sku")[1].clone()), (vec![true, false], json!("12E3")));
}

/// One cell says its unit; the others may be in another.
#[test]
fn a_price_that_says_its_unit_says_nothing_of_those_that_do_not() {
    let asked = look("نام,قیمت\nگلیم,۱۸۰٬۰۰۰ تومان\nکاسه,۱۵۰٬۰۰۰\n");
    assert_eq!(asked.output.status, 2, "{:?}", asked.output);
    let each = look("name,price\nRug,95000 toman\nBowl,85000 toman\nMug,\n");
    assert_eq!(each.sheet()["price_unit_said"][0]["unit"], "toman", "{:?}", each.output);
}
