//! Numbers that mean something else than they look like: another unit, another currency, a dozen, a footnote,
//! a surcharge.

use std::io::Read as _;

use serde_json::{Value, json};

use crate::changes::{changes, new_prices};
use crate::look::{Look, look, look_at, prices};
use crate::old_excel::{Beside, OldCell, old_excel};
use crate::sheet_opening::{archive, excel, open_document, row};
use crate::sheet_sizes::{variants, with_variants};

fn ints(numbers: &[i64]) -> Vec<Value> {
    numbers.iter().map(|number| json!(number)).collect()
}

fn sheet(rows: &[&[&str]]) -> String {
    rows.iter().map(|cells| row(cells)).collect()
}

fn weights(csv: &str) -> (Vec<Value>, Vec<bool>) {
    let look = look(csv);
    (look.values("weight"), look.refused("weight"))
}

/// Whether no price is taken from a sheet: each is refused, or it is asked which column has them.
fn takes_no_price(look: &Look) -> bool {
    look.values("primary_price").iter().all(Value::is_null)
}

/// Whether no stock is taken from a sheet.
fn takes_no_stock(look: &Look) -> bool {
    look.values("stock").iter().all(Value::is_null)
}

// Units.

#[test]
fn each_part_of_a_table_has_the_unit_of_its_own_headings() {
    let two = [
        &["name", "price (rial)", "stock"][..],
        &["Rug", "=2400000", "=3"],
        &[""],
        &["name", "price (toman)", "stock"],
        &["Bowl", "=300000", "=2"],
    ];
    let excel = excel(&[("A", &sheet(&two))], &[]);
    let csv = "name,price (rial),stock\nRug,2400000,3\n\nname,price (toman),stock\nBowl,300000,2\n";
    for look in [look_at("s.xlsx", &excel, &[], &[]), look(csv)] {
        assert_eq!(look.values("primary_price"), ints(&[2_400_000, 3_000_000]), "{:?}", look.output);
    }
    let thousand = "نام,قیمت (تومان)\nگلیم,2400000\n\nنام,قیمت (هزار تومان)\nقاب,300\n";
    let said = look_at("s.csv", thousand.as_bytes(), &[], &["--price-unit", "toman"]);
    assert_eq!(said.values("primary_price"), ints(&[24_000_000, 3_000_000]));
}

#[test]
fn a_part_without_a_unit_is_not_in_that_of_the_next_part() {
    let csv = "نام,قیمت\nگلیم,2400000\n\nنام,قیمت (تومان)\nقاب,300000\n";
    let read = look(csv);
    assert_eq!(read.refused("primary_price"), [true, false], "{:?}", read.output);
    let said = look_at("s.csv", csv.as_bytes(), &[], &["--price-unit", "rial"]);
    assert_eq!(said.values("primary_price"), ints(&[2_400_000, 3_000_000]), "{:?}", said.output);
}

#[test]
fn a_part_in_dollars_is_another_table() {
    let look =
        look("name,price (rial),stock\nRug,2400000,3\n\nname,price (USD),stock\nBowl,300,2\nJug,200,2\n");
    assert_eq!(look.names(), ["Rug"], "{:?}", look.output);
}

#[test]
fn weights_of_a_part_are_in_the_unit_of_its_headings() {
    let (read, _) = weights("name,price,weight (g)\nA,1,3000\n\nname,price,weight (kg)\nB,1,2\nC,1,1.5\n");
    assert_eq!(read, ints(&[3000, 2000, 1500]));
}

#[test]
fn changes_of_a_second_part_are_in_its_unit() {
    let rows = [
        &["id", "price (rial)"][..],
        &["=3001", "=5000"],
        &[""],
        &["id", "price (toman)"],
        &["=3002", "=6000"],
    ];
    let read = changes("s.xlsx", &excel(&[("A", &sheet(&rows))], &[]), &[]);
    assert_eq!(new_prices(&read), [5000, 60_000], "{read:?}");
}

#[test]
fn tables_that_name_different_units_keep_them_whatever_is_answered() {
    let rial = sheet(&[&["name", "price (rial)"], &["Rug", "=2400000"]]);
    let toman = sheet(&[&["name", "price (toman)"], &["Bowl", "=300000"]]);
    let file = excel(&[("A", &rial), ("B", &toman)], &[]);
    let beside = "name,price (rial),,name,price (toman)\nRug,2400000,,Bowl,300000\n";
    for unit in ["rial", "toman"] {
        let sheets = look_at("s.xlsx", &file, &[], &["--price-unit", unit]);
        assert_eq!(sheets.values("primary_price"), ints(&[2_400_000, 3_000_000]), "{unit}");
        let tables = look_at("s.csv", beside.as_bytes(), &[], &["--price-unit", unit]);
        assert_eq!(tables.values("primary_price"), ints(&[2_400_000, 3_000_000]), "{unit}");
    }
    let of_changes = |head: &str, id: &str| sheet(&[&["id", head], &[id, "=5000"]]);
    let (first, second) = (of_changes("price (rial)", "=3001"), of_changes("price (toman)", "=3002"));
    let file = excel(&[("A", &first), ("B", &second)], &[]);
    let read = changes("s.xlsx", &file, &["--price-unit", "toman"]);
    assert_eq!(new_prices(&read), [5000, 50_000], "{read:?}");
}

// Currencies.

#[test]
fn prices_in_another_currency_are_not_taken_wherever_it_is_said() {
    for csv in [
        "All prices in US dollars (FOB),,\nName,Price,Stock\nRug,1200,3\n",
        "لیست قیمت دلاری,,\nنام,قیمت,موجودی\nگلیم,2400,3\n",
        "Currency:,USD,\nName,Price,Stock\nRug,2400,5\n",
        "نام,قیمت,موجودی\nگلیم,1200,3\nکاسه,1500,4\n\nقیمت‌ها به درهم می‌باشد,,\n",
        "نام,قیمت,موجودی\n,دلار,کارتن\nگلیم,2400,3\n",
        "Name,Price,,Stock\nRug,2500,$,3\nMug,1200,$,4\n",
        "Name,Price,Curr.,Stock\nMug,1200,USD,4\n",
    ] {
        assert!(takes_no_price(&look(csv)), "{csv}");
    }
    let plain = "Name,Price,Stock\nRug,2400,3\n";
    assert!(takes_no_price(&look_at("price-list-usd.csv", plain.as_bytes(), &[], &[])));
    let file = excel(&[("USD", &sheet(&[&["Name", "Price"], &["Rug", "=1200"]]))], &[]);
    assert!(takes_no_price(&look_at("s.xlsx", &file, &[], &[])));
    let titled = sheet(&[&["All prices in US dollars"], &["id", "price"], &["=3001", "=5000"]]);
    assert_eq!(new_prices(&changes("s.xlsx", &excel(&[("A", &titled)], &[]), &[])), Vec::<Value>::new());
}

#[test]
fn a_group_in_dollars_is_not_in_the_unit_of_the_heading() {
    let look = look(
        "نام,قیمت (ریال),موجودی\nگلیم,2400000,3\nکالاهای وارداتی (قیمت به دلار),,\nقاب,3000,2\nکالای ایرانی,,\nلیوان,1200000,1\n",
    );
    assert_eq!(look.values("primary_price"), [json!(2_400_000), Value::Null, json!(1_200_000)]);
}

#[test]
fn the_rate_of_the_dollar_changes_no_unit() {
    let rate = "نرخ دلار امروز ۹۰٬۰۰۰ تومان,\nنام,قیمت (ریال)\nگلیم,2400000\n";
    let said = look_at("s.csv", rate.as_bytes(), &[], &["--price-unit", "rial"]);
    assert_eq!(said.values("primary_price"), ints(&[2_400_000]), "{:?}", said.output);
    assert_eq!(prices("name,price (rial),note\nDollar sign mug,2500000,$ print\n"), [Some(2_500_000)]);
}

// Cartons and dozens.

#[test]
fn a_price_or_a_stock_of_several_pieces_is_of_none() {
    for csv in [
        "قیمت‌ها کارتنی می‌باشد (ریال),,\nنام,قیمت,موجودی\nلیوان,2400000,3\n",
        "\"All prices per dozen, in rial\",,\nName,Price,Stock\nCup,2400000,3\n",
    ] {
        assert!(takes_no_price(&look(csv)), "{csv}");
    }
    for heading in [
        "موجودی (بسته ۱۲ تایی)",
        "Qty (ctn)",
        "Qty (dz)",
        "Inventory (cases)",
        "Stock (boxes)",
        "موجودی کارتنی",
        "موجودی جعبه",
        "موجودی (شل)",
        "موجودی دست",
        "موجودی (جفت)",
        "موجودی (کیلو)",
        "موجودی ریالی",
        "موجودی (ریال)",
        "موجودی احتیاطی",
        "موجودی سال قبل",
    ] {
        let look = look(&format!("name,price (rial),{heading}\nCup,250000,5\nMug,350000,7\n"));
        assert!(takes_no_stock(&look), "{heading}: {:?}", look.output);
    }
    let units = look("نام,قیمت (ریال),موجودی,واحد موجودی\nلیوان,240000,5,کارتن\nبشقاب,360000,7,عدد\n");
    assert_eq!(units.values("stock"), [Value::Null, json!(7)]);
    let changed =
        sheet(&[&["id", "موجودی", "واحد موجودی"], &["=3001", "=5", "کارتن"], &["=3002", "=2", "عدد"]]);
    assert_eq!(new_prices(&changes("s.xlsx", &excel(&[("A", &changed)], &[]), &[])), [2]);
}

#[test]
fn prices_below_sizes_are_no_pieces() {
    let csv = "قیمت‌ها به هزار تومان,,,\nنام,S,M,L\nتیشرت,250,260,270\n";
    let read = with_variants("s.csv", csv.as_bytes(), &[]);
    assert_eq!(read.output.status, 2, "their unit is asked for: {:?}", read.output);
    assert!(variants(&read)[0].iter().all(|(_, _, stock)| stock.is_none()), "{:?}", read.output);
    assert!(takes_no_stock(&look(csv)));
}

// Footnotes, surcharges, weights, formats, forms.

#[test]
fn the_raised_number_of_a_footnote_is_no_digit() {
    let raised = |text: &str, note: &str| {
        format!(
            r#"<c t="inlineStr"><is><r><t>{text}</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>{note}</t></r></is></c>"#
        )
    };
    let cells = |name: &str| {
        format!(
            r#"<row><c t="inlineStr"><is><t>{name}</t></is></c>{}{}{}</row>"#,
            raised("250000", "1"),
            raised("4", "1"),
            raised("A7", "2")
        )
    };
    let xlsx = excel(&[("A", &(row(&["name", "price (rial)", "stock", "sku"]) + &cells("Rug")))], &[]);
    let page = "<table><tr><th>name<th>price (rial)<th>stock<th>sku</tr><tr><td>Rug<td>250000<sup>1</sup><td>4<sup>1</sup><td>A7<sup>2</sup></tr></table>";
    let span = |text: &str, note: &str| {
        format!(
            r#"<table:table-cell><text:p>{text}<text:span text:style-name="T1">{note}</text:span></text:p></table:table-cell>"#
        )
    };
    let head = ["name", "price (rial)", "stock", "sku"].map(|text| span(text, "")).concat();
    let body = [span("Rug", ""), span("250000", "1"), span("4", "1"), span("A7", "2")].concat();
    let ods = open_document(&format!(
        "<table:table-row>{head}</table:table-row><table:table-row>{body}</table:table-row>"
    ));
    let ods = raised_style(&ods);
    for (name, file) in [("s.xlsx", xlsx.as_slice()), ("s.xls", page.as_bytes()), ("s.ods", ods.as_slice())] {
        let look = look_at(name, file, &[], &[]);
        assert_eq!(
            (look.values("primary_price"), look.values("stock"), look.values("sku")),
            (ints(&[250_000]), ints(&[4]), vec![json!("A7")]),
            "{name}"
        );
    }
    let row_of_change = format!(r#"<row><c><v>3001</v></c>{}</row>"#, raised("5000", "1"));
    let file = excel(&[("A", &(row(&["id", "price (rial)"]) + &row_of_change))], &[]);
    assert_eq!(new_prices(&changes("s.xlsx", &file, &[])), [5000]);
}

/// The parts of an archive, by their names.
fn parts_of(file: &[u8]) -> Vec<(String, String)> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(file)).unwrap();
    let count = zip.len();
    let mut read = |index: usize| {
        let mut part = zip.by_index(index).unwrap();
        let (name, mut text) = (part.name().unwrap().into_owned(), String::new());
        part.read_to_string(&mut text).unwrap();
        (name, text)
    };
    (0..count).map(&mut read).collect()
}

/// An OpenDocument file in which the style `T1` is raised.
fn raised_style(file: &[u8]) -> Vec<u8> {
    let style = r#"<office:automatic-styles><style:style xmlns:style="style" style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style></office:automatic-styles><office:body>"#;
    let parts: Vec<(String, String)> = parts_of(file)
        .into_iter()
        .map(|(name, text)| (name, text.replacen("<office:body>", style, 1)))
        .collect();
    archive(&parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

#[test]
fn what_a_size_costs_more_is_no_price() {
    let csv = "نام;سایز;قیمت (ریال);موجودی\nتیشرت;S;2500000;3\nتیشرت;M;+50000;4\n";
    assert_eq!(prices(csv), [Some(2_500_000), None]);
    let all = format!("{:?}", with_variants("s.csv", csv.as_bytes(), &[]).planned());
    assert!(!all.contains("50000,") && !all.contains("Number(50000)"), "{all}");
    let prefix = "name,option,option_value,price_prefix,price (rial),quantity\nShirt,,,,2500000,10\nShirt,Size,M,+,50000,4\n";
    assert_eq!(prices(prefix), [Some(2_500_000), None]);
    let rows = sheet(&[&["id", "stock"], &["=3001", "+5"], &["=3002", "-2"], &["=3003", "=5"]]);
    let read = changes("s.xlsx", &excel(&[("A", &rows)], &[]), &[]);
    assert_eq!(new_prices(&read), [5], "{read:?}");
}

#[test]
fn a_comma_below_kilograms_is_a_decimal_one_where_another_weight_shows_it() {
    let head = "نام;قیمت (ریال);وزن (کیلوگرم)\n";
    let (read, _) = weights(&format!("{head}الف;1;1,250\nب;1;0,800\nج;1;2\n"));
    assert_eq!(read, ints(&[1250, 800, 2000]));
    let (read, _) = weights(&format!("{head}الف;1;1,5\nد;1;1,250\nه;1;2\n"));
    assert_eq!(read, ints(&[1500, 1250, 2000]));
    let (_, refused) = weights(&format!("{head}الف;1;1,250\nب;1;1500\nج;1;12\n"));
    assert_eq!(refused, [true, true, false], "more than half a tonne");
}

#[test]
fn a_format_of_texts_says_its_unit_and_its_code() {
    let cell =
        |text: &str, style: usize| format!(r#"<c s="{style}" t="inlineStr"><is><t>{text}</t></is></c>"#);
    let formats = ["@\" تومان\"", "\"K-\"@", "@\" کارتن\"", "@\" kg\"", "\"موجود\";;\"ناموجود\""];
    let of = |heads: &[&str], cells: &[String]| {
        let rows = row(heads) + "<row>" + &cells.concat() + "</row>";
        look_at("s.xlsx", &excel(&[("A", &rows)], &formats), &[], &[])
    };
    let units = of(&["name", "price", "sku"], &[cell("Rug", 0), cell("250000", 1), cell("12", 2)]);
    assert_eq!(units.sheet()["price_unit"], json!("toman"), "{:?}", units.output);
    assert_eq!(units.values("sku"), [json!("K-12")]);
    let cartons = of(
        &["name", "price", "stock", "weight"],
        &[cell("Rug", 0), cell("1", 0), cell("3", 3), cell("2", 4)],
    );
    assert_eq!((cartons.values("stock"), cartons.values("weight")), (vec![Value::Null], ints(&[2000])));
    let word = |number: i64| {
        let number = format!(r#"<c s="5"><v>{number}</v></c>"#);
        of(&["name", "price", "stock"], &[cell("Rug", 0), cell("1", 0), number]).values("stock")
    };
    assert_eq!((word(5), word(0)), (vec![Value::Null], ints(&[0])));
}

#[test]
fn the_fields_of_a_form_and_what_is_not_shown_are_read_as_they_are_seen() {
    let page = r##"<table><tr><th>name<th>price<th>stock</tr>
        <tr><td><a>Rug</a><div class="row-actions"><span>ID: 12</span> | <a>Edit</a></div></td><td>250000</td><td><select><option>1</option><option selected>2</option></select></td></tr>
        <tr><td>Bowl</td><td>350000</td><td><input type=text value="7"></td></tr>
        <tr><td>Jug</td><td>4<span style="display:none">9</span>00000</td><td><select><option>3<option>4</select></td></tr></table>"##;
    let look = look_at("s.xls", page.as_bytes(), &[], &[]);
    assert_eq!(look.names(), ["Rug", "Bowl", "Jug"]);
    assert_eq!(look.values("stock"), ints(&[2, 7, 3]));
    assert_eq!(look.values("primary_price"), ints(&[250_000, 350_000, 400_000]));
}

#[test]
fn ditto_marks_repeat_what_is_above_and_what_was_deleted_is_said() {
    let csv = "نام;قیمت (ریال);حذف شده\nگلیم;250000;خیر\n〃;260000;بله\nایضا;270000;خیر\n";
    let look = look(csv);
    assert_eq!(look.names(), ["گلیم", "گلیم", "گلیم"]);
    assert_eq!(look.sheet()["unpublished_rows"], json!([3]), "{:?}", look.output);
}

#[test]
fn a_unit_in_a_comment_a_box_or_the_head_of_printed_pages_is_asked_about() {
    let rows = sheet(&[&["name", "price"], &["Rug", "=250000"]]);
    let head = "</sheetData><headerFooter><oddHeader>&amp;CAll prices in toman</oddHeader></headerFooter><sheetData>";
    let printed = excel(&[("A", &(rows.clone() + head))], &[]);
    let with = |element: &str, kind: &str, text: &str| {
        let file = excel(&[("A", &(rows.clone() + "</sheetData>" + element + "<sheetData>"))], &[]);
        let relations = format!(
            r#"<Relationships><Relationship Id="r1" Type="x/{kind}" Target="../beside.xml"/></Relationships>"#
        );
        let mut parts = parts_of(&file);
        parts.push(("xl/worksheets/_rels/sheet1.xml.rels".to_owned(), relations));
        parts.push(("xl/beside.xml".to_owned(), text.to_owned()));
        archive(&parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
    };
    let comment = |cell: &str| {
        let text = format!(
            r#"<comments><commentList><comment ref="{cell}"><text><r><t>Prices are in toman</t></r></text></comment></commentList></comments>"#
        );
        with(r#"<legacyDrawing r:id="r2" xmlns:r="r"/>"#, "comments", &text)
    };
    let text = r#"<wsDr xmlns:a="a"><twoCellAnchor><sp><txBody><a:p><a:r><a:t>All prices</a:t></a:r></a:p><a:p><a:r><a:t>in toman</a:t></a:r></a:p></txBody></sp></twoCellAnchor></wsDr>"#;
    let boxed = with(r#"<drawing r:id="r1" xmlns:r="r"/>"#, "drawing", text);
    for file in [printed, comment("B1"), comment("B2"), boxed] {
        let look = look_at("s.xlsx", &file, &[], &[]);
        assert_eq!(look.sheet()["price_unit"], json!("toman"), "{:?}", look.output);
    }
}

#[test]
fn a_unit_that_only_another_column_a_text_beside_or_an_instruction_names_is_asked_about() {
    let rows = |rows: &[&[&str]]| excel(&[("Prices", &sheet(rows))], &[]);
    let goods: &[&[&str]] = &[&["نام کالا", "قیمت", "موجودی"], &["گلیم", "=250000", "=5"]];
    let profit = rows(&[&["نام کالا", "قیمت فروش", "سود (تومان)"], &["گلیم", "=250000", "=25000"]]);
    let beside = rows(&[
        &["نام کالا", "قیمت", "موجودی", "", ""],
        &["گلیم", "=250000", "=5", "", "قیمت‌ها به تومان است"],
    ]);
    let described = rows(&[&["نام کالا", "قیمت", "توضیحات"], &["گلیم", "=250000", "قیمت‌ها به تومان است"]]);
    let guide =
        excel(&[("راهنما", &sheet(&[&["قیمت", "به تومان وارد شود"]])), ("کالاها", &sheet(goods))], &[]);
    let prompt = r#"</sheetData><dataValidations><dataValidation sqref="B2:B9" promptTitle="قیمت" prompt="قیمت را به تومان وارد کنید"/></dataValidations><sheetData>"#;
    let prompted = excel(&[("Prices", &(sheet(goods) + prompt))], &[]);
    for (name, file) in [
        ("profit", profit),
        ("beside", beside),
        ("described", described),
        ("guide", guide),
        ("prompted", prompted),
    ] {
        let look = look_at("s.xlsx", &file, &[], &[]);
        assert_eq!(look.sheet()["price_unit"], json!("toman"), "{name}: {:?}", look.output);
    }
}

#[test]
fn a_unit_in_a_comment_or_in_what_is_said_to_who_fills_cells_is_asked_about_in_ods_too() {
    let text = |text: &str| format!("<text:p>{text}</text:p>");
    let cell =
        |inside: &str| format!(r#"<table:table-cell office:value-type="string">{inside}</table:table-cell>"#);
    let goods = |heading: &str| {
        let row = |cells: [String; 3]| format!("<table:table-row>{}</table:table-row>", cells.concat());
        let number = |value| {
            format!(
                r#"<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>"#
            )
        };
        row([cell(&text("نام کالا")), cell(heading), cell(&text("موجودی"))])
            + &row([cell(&text("گلیم")), number(250_000), number(5)])
    };
    let comment =
        "<office:annotation><text:creator>رضا</text:creator><text:p>به تومان</text:p></office:annotation>";
    let commented = open_document(&goods(&(comment.to_owned() + &text("قیمت"))));
    let help = r#"<table:content-validations><table:content-validation><table:help-message table:title="قیمت"><text:p>قیمت را به تومان وارد کنید</text:p></table:help-message></table:content-validation></table:content-validations>"#;
    let content = format!(
        r#"<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>{help}<table:table table:name="a">{}</table:table></office:spreadsheet></office:body></office:document-content>"#,
        goods(&text("قیمت"))
    );
    let kind = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    let prompted = archive(&[kind, ("content.xml", &content)]);
    let silent = content.replace("به تومان وارد", "وارد");
    let styles = r#"<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:text="x"><style:footer><text:p>قیمت‌ها به تومان است</text:p></style:footer></office:document-styles>"#;
    let printed = archive(&[kind, ("content.xml", &silent), ("styles.xml", styles)]);
    let meta = r#"<office:document-meta xmlns:office="o" xmlns:dc="d"><office:meta><dc:title>لیست قیمت (تومان)</dc:title></office:meta></office:document-meta>"#;
    let titled = archive(&[kind, ("content.xml", &silent), ("meta.xml", meta)]);
    assert_eq!(
        look_at("s.ods", &archive(&[kind, ("content.xml", &silent)]), &[], &[]).sheet()["price_unit"],
        Value::Null
    );
    for (name, file) in
        [("comment", commented), ("prompt", prompted), ("printed", printed), ("titled", titled)]
    {
        let look = look_at("s.ods", &file, &[], &[]);
        assert_eq!(look.sheet()["price_unit"], json!("toman"), "{name}: {:?}", look.output);
        assert_eq!(look.names(), ["گلیم"]);
    }
}

#[test]
fn a_unit_beside_the_cells_of_an_old_excel_file_is_asked_about() {
    let look = |beside: &[Beside]| {
        let [name, price, rug] = ["نام کالا", "قیمت", "گلیم"].map(OldCell::Text);
        let rows = [vec![name, price], vec![rug, OldCell::Number(250_000.)]];
        look_at("s.xls", &old_excel(&rows, &[], beside), &[], &[])
    };
    assert_eq!(look(&[]).sheet()["price_unit"], Value::Null);
    for beside in [
        Beside::Comment(0, 1, "به تومان"),
        Beside::Comment(1, 1, "به تومان"),
        Beside::Footer("قیمت‌ها به تومان است"),
        Beside::Prompt("قیمت را به تومان وارد کنید"),
    ] {
        let look = look(&[beside]);
        assert_eq!(look.sheet()["price_unit"], json!("toman"), "{:?}", look.output);
        assert_eq!(look.names(), ["گلیم"]);
    }
}

#[test]
fn what_other_columns_and_texts_say_counts_less_than_the_heading_of_the_prices() {
    for heading in ["قیمت (ریال)", "Price (USD)"] {
        let look = look_at(
            "s.csv",
            format!("نام کالا,{heading},سود (تومان)\nگلیم,250000,25000\n").as_bytes(),
            &[],
            &[],
        );
        assert_ne!(look.sheet()["price_unit"], json!("toman"), "{heading}: {:?}", look.output);
    }
    let delivery = "name,price,note\nRug,250000,free delivery above 500 thousand toman\n";
    let look = look_at("s.csv", delivery.as_bytes(), &[], &[]);
    assert_eq!(look.sheet()["price_unit"], Value::Null, "{:?}", look.output);
}
