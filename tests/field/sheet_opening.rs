//! What a spreadsheet shows is what is read: worksheets, number formats, dates, errors, and files of other
//! programs.

use std::io::{Cursor, Read as _, Write as _};
use std::path::PathBuf;

use serde_json::{Value, json};
use vitrine_sandbox::Options;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::look::look_at;
use crate::old_excel::{OldCell, old_excel};

/// An archive of these parts.
pub fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// An Excel file as other programs write it: with texts in the cells, and these codes as the formats of the
/// styles 1, 2, ….
pub fn excel(sheets: &[(&str, &str)], formats: &[&str]) -> Vec<u8> {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;");
    let (mut entries, mut relations) = (String::new(), String::new());
    for (index, (name, _)) in sheets.iter().enumerate() {
        entries += &format!(r#"<sheet name="{name}" sheetId="{0}" r:id="r{0}"/>"#, index + 1);
        relations += &format!(
            r#"<Relationship Id="r{0}" Type="x/worksheet" Target="worksheets/sheet{0}.xml"/>"#,
            index + 1
        );
    }
    let codes: String = formats
        .iter()
        .enumerate()
        .map(|(at, code)| format!(r#"<numFmt numFmtId="{}" formatCode="{}"/>"#, 164 + at, escaped(code)))
        .collect();
    let styles: String = (0..formats.len()).map(|at| format!(r#"<xf numFmtId="{}"/>"#, 164 + at)).collect();
    let parts = [
        (
            "_rels/.rels".to_owned(),
            r#"<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#.to_owned(),
        ),
        ("xl/workbook.xml".to_owned(), format!(r#"<workbook xmlns:r="r"><sheets>{entries}</sheets></workbook>"#)),
        ("xl/_rels/workbook.xml.rels".to_owned(), format!("<Relationships>{relations}</Relationships>")),
        (
            "xl/styles.xml".to_owned(),
            format!(r#"<styleSheet><numFmts>{codes}</numFmts><cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>"#),
        ),
    ];
    let sheets = sheets.iter().enumerate().map(|(at, (_, rows))| {
        (
            format!("xl/worksheets/sheet{}.xml", at + 1),
            format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
        )
    });
    let parts: Vec<(String, String)> = parts.into_iter().chain(sheets).collect();
    archive(&parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// An archive with one of its parts changed.
fn with_part(file: &[u8], part: &str, change: &dyn Fn(String) -> String) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    let mut parts: Vec<(String, String)> = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let (name, mut text) = (entry.name().unwrap().into_owned(), String::new());
        entry.read_to_string(&mut text).unwrap();
        parts.push((name.clone(), if name == part { change(text) } else { text }));
    }
    self::archive(&parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// An Excel file with merged cells.
pub fn excel_merged(rows: &[String], areas: &[&str]) -> Vec<u8> {
    let merged: String = areas.iter().map(|area| format!(r#"<mergeCell ref="{area}"/>"#)).collect();
    with_part(&excel(&[("a", &rows.concat())], &[]), "xl/worksheets/sheet1.xml", &|sheet| {
        sheet.replace("</sheetData>", &format!("</sheetData><mergeCells>{merged}</mergeCells>"))
    })
}

/// An Excel file with styles of its own.
fn excel_with_styles(rows: &str, styles: &str) -> Vec<u8> {
    with_part(&excel(&[("a", rows)], &[]), "xl/styles.xml", &|_| styles.to_owned())
}

/// A row of cells: a text; a number and its style, as `=25000|1`; an error, as `!#N/A`; or any XML, as
/// `<c>…`.
pub fn row(cells: &[&str]) -> String {
    let cell = |cell: &&str| match cell.chars().next() {
        Some('=') => {
            let (number, style) = cell[1..].split_once('|').unwrap_or((&cell[1..], "0"));
            format!(r#"<c s="{style}"><v>{number}</v></c>"#)
        }
        Some('!') => format!(r#"<c t="e"><v>{}</v></c>"#, &cell[1..]),
        Some('<') => (*cell).to_owned(),
        _ => format!(r#"<c t="inlineStr"><is><t>{cell}</t></is></c>"#),
    };
    format!("<row>{}</row>", cells.iter().map(cell).collect::<String>())
}

/// An OpenDocument file with this table.
pub fn open_document(rows: &str) -> Vec<u8> {
    let content = format!(
        r#"<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
           <table:table table:name="a">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"#
    );
    archive(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)])
}

struct Look {
    output: RunOutput,
}

impl Look {
    /// Looks at the import of a sheet.
    fn at(name: &str, bytes: &[u8]) -> Self {
        Self::with(name, bytes, &[])
    }

    /// The same, with more arguments.
    fn with(name: &str, bytes: &[u8], more: &[&str]) -> Self {
        let shop = Shop::open(Options::default());
        let env = TestEnv::new(&shop);
        let sheet: PathBuf = env.dir.path().join(name);
        std::fs::write(&sheet, bytes).unwrap();
        let arguments =
            [&["import", "--json", "--dry-run", "--sheet", sheet.to_str().unwrap()], more].concat();
        Self { output: env.run(&arguments) }
    }

    fn planned(&self) -> Vec<&Value> {
        self.output.lines.iter().filter(|line| line["event"] == "planned").collect()
    }

    fn names(&self) -> Vec<&str> {
        self.planned().into_iter().map(|line| line["name"].as_str().unwrap()).collect()
    }

    /// A field of each product; `null` where it is empty, `"bad"` where its cell cannot be used.
    fn fields(&self, field: &str) -> Vec<Value> {
        let of = |line: &&Value| {
            let is_bad = line["problems"].as_array().unwrap().iter().any(|problem| problem["field"] == field);
            if is_bad && line["fields"][field].is_null() {
                Value::from("bad")
            } else {
                line["fields"][field].clone()
            }
        };
        self.planned().iter().map(of).collect()
    }

    fn unit(&self) -> Value {
        self.output
            .lines
            .iter()
            .find(|line| line["event"] == "sheet")
            .map_or(Value::Null, |line| line["price_unit"].clone())
    }

    fn says(&self, text: &str) -> bool {
        format!("{:?} {}", self.output.lines, self.output.stderr).contains(text)
    }
}

#[test]
fn all_worksheets_with_products_are_read_and_the_others_are_named() {
    let products =
        |names: [&str; 2]| row(&["name", "price"]) + &names.map(|name| row(&[name, "=5000"])).concat();
    let sheets = [
        ("Suppliers", row(&["supplier", "phone"]) + &row(&["Ali", "021"])),
        ("Rugs", products(["Red rug", "Blue rug"])),
        ("Bowls", products(["Clay bowl", "Copper bowl"])),
        ("Lamps", products(["Wall lamp", "Desk lamp"])),
    ];
    let sheets: Vec<(&str, &str)> = sheets.iter().map(|(name, rows)| (*name, rows.as_str())).collect();
    let look = Look::at("all.xlsx", &excel(&sheets, &[]));
    assert_eq!(
        look.names(),
        ["Red rug", "Blue rug", "Clay bowl", "Copper bowl", "Wall lamp", "Desk lamp"],
        "{:?}",
        look.output
    );
    assert!(look.says("Suppliers") && look.says("Bowls"), "{:?}", look.output);
}

#[test]
fn a_worksheet_for_each_of_many_groups_is_read() {
    let rows: Vec<String> =
        (0..40).map(|at| row(&["name", "price"]) + &row(&[&format!("Rug {at}"), "=5000"])).collect();
    let names: Vec<String> = (0..40).map(|at| format!("Group {at}")).collect();
    let sheets: Vec<(&str, &str)> =
        names.iter().zip(&rows).map(|(name, rows)| (name.as_str(), rows.as_str())).collect();
    assert_eq!(Look::at("list.xlsx", &excel(&sheets, &[])).names().len(), 40);
}

#[test]
fn worksheets_that_differ_about_a_product_are_asked_about() {
    let prices = |price: &str| row(&["name", "sku", "price"]) + &row(&["Rug", "R1", price]);
    let (old, new) = (prices("=1000000"), prices("=1200000"));
    let book = excel(&[("May", &old), ("June", &new)], &[]);
    let asked = Look::at("prices.xlsx", &book);
    assert_eq!(asked.output.status, 2, "{:?}", asked.output);
    assert!(asked.says("Worksheets differ") && asked.says("--prefer"), "{:?}", asked.output);
    for (prefer, price) in [("earlier", 1_000_000), ("later", 1_200_000)] {
        let answered = Look::with("prices.xlsx", &book, &["--prefer", prefer]);
        assert_eq!(
            (answered.output.status, answered.fields("primary_price")),
            (0, vec![Value::from(price)]),
            "{:?}",
            answered.output
        );
    }
}

#[test]
fn a_unit_in_the_format_of_the_prices_is_seen() {
    for format in ["#,##0\" تومان\"", "[$تومان-fa-IR] #,##0", "#,##0 [$تومان-429]"] {
        let rows = row(&["name", "price"]) + &row(&["Rug", "=25000|1"]);
        let look = Look::at("prices.xlsx", &excel(&[("a", &rows)], &[format]));
        assert_eq!(
            (look.unit(), look.fields("primary_price")),
            (Value::from("toman"), vec![Value::from(25_000)]),
            "{format}: {:?}",
            look.output
        );
    }
    let cell = r#"<table:table-cell office:value-type="string"><text:p>"#;
    let rows = format!(
        r#"<table:table-row>{cell}name</text:p></table:table-cell>{cell}price</text:p></table:table-cell></table:table-row>
           <table:table-row>{cell}Rug</text:p></table:table-cell><table:table-cell office:value-type="currency" office:value="25000"><text:p>۲۵٬۰۰۰ تومان</text:p></table:table-cell></table:table-row>"#
    );
    let look = Look::at("prices.ods", &open_document(&rows));
    assert_eq!(
        (look.unit(), look.fields("primary_price")),
        (Value::from("toman"), vec![Value::from(25_000)]),
        "{:?}",
        look.output
    );
}

#[test]
fn codes_keep_their_zeros_and_their_decimals() {
    let rows = row(&["name", "price", "sku"])
        + &row(&["Rug", "=250000|2", "=42|1"])
        + &row(&["Bowl", "=8500", "=1.1|2"]);
    let look = Look::at("codes.xlsx", &excel(&[("a", &rows)], &["00000", "#,##0.00"]));
    assert_eq!(look.fields("sku"), ["00042", "1.10"], "{:?}", look.output);
    assert_eq!(look.fields("primary_price"), [250_000, 8500]);
}

#[test]
fn a_code_that_became_a_date_is_never_a_number_of_days() {
    let rows = row(&["name", "sku"])
        + &row(&["Rug", "=46082|1"])
        + &row(&["Blue rug", "=46083|2"])
        + &row(&["Bowl", "=0.520833333333|3"])
        + &row(&["Vase", r#"<c t="d"><v>2026-03-01T00:00:00</v></c>"#])
        + &row(&["Lamp", "L-1"]);
    let look = Look::at("codes.xlsx", &excel(&[("a", &rows)], &["d-mmm", "yyyy/mm/dd", "h:mm"]));
    let seen = ["1-Mar", "2026/03/02", "12:30", "2026-03-01", "L-1"];
    for (sku, seen) in look.fields("sku").iter().zip(seen) {
        assert!(sku == seen || (sku == "bad" && seen != "L-1"), "{sku} of {seen}: {:?}", look.output);
    }
    assert_eq!(look.names().len(), 5);
}

#[test]
fn a_date_in_the_persian_calendar_is_the_one_that_is_shown() {
    let formats =
        ["[$-fa-IR,16]yyyy/mm/dd;@", "[$-160429]d-m;@", "[$-fa-IR,96]d mmmm yyyy", "[$-1060429]d/m/yyyy"];
    let rows = row(&["name", "sku"])
        + &row(&["Rug", "=46102|1"])
        + &row(&["Bowl", "=46103|2"])
        + &row(&["Vase", "=45736|3"])
        + &row(&["Lamp", "=46102|4"]);
    let look = Look::at("codes.xlsx", &excel(&[("a", &rows)], &formats));
    let seen = ["1405/01/01", "2-1", "30 اسفند 1403", "bad"];
    assert_eq!(look.fields("sku"), seen, "{:?}", look.output);
}

#[test]
fn an_error_of_any_program_marks_its_cell_and_nothing_else() {
    for error in
        ["#N/A", "#REF!", "#SPILL!", "#CALC!", "#ERROR!", "#BUSY!", "#GETTING_DATA", "#FIELD!", "#NEVERSEEN!"]
    {
        let error = format!("!{error}");
        let rows = row(&["name", "price", "sku", "colour"])
            + &row(&["Rug", "=1200000", "R-1", &error])
            + &row(&["Tray", &error, "T-1", ""])
            + &row(&[&error, "=85000", "B-1", ""]);
        let look = Look::at("errors.xlsx", &excel(&[("a", &rows)], &[]));
        assert_eq!(
            (look.fields("sku"), look.names().len()),
            (["R-1", "T-1", "B-1"].map(Value::from).to_vec(), 3),
            "{error}: {:?}",
            look.output
        );
        assert_eq!(
            look.fields("primary_price"),
            [Value::from(1_200_000), Value::from("bad"), Value::from(85_000)],
            "{error}"
        );
        assert!(look.names().iter().all(|name| !name.contains('#')), "{error}");
    }
}

#[test]
fn an_error_is_no_name_in_text_files_and_in_open_document_files() {
    let csv = "name,price,sku\nRug,1200000,R-1\n#N/A,85000,B-1\nTray,#REF!,#NAME?\n";
    let cell = |text: &str| {
        format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
    };
    let line = |line: &str| {
        format!("<table:table-row>{}</table:table-row>", line.split(',').map(cell).collect::<String>())
    };
    let rows: String = csv.lines().map(line).collect();
    for (name, bytes) in
        [("a.csv", csv.as_bytes().to_vec()), ("a.ods", open_document(&rows.replace("#REF!", "Err:524")))]
    {
        let look = Look::at(name, &bytes);
        assert!(look.names().iter().all(|name| !name.contains('#')), "{name}: {:?}", look.output);
        assert_eq!(
            (look.fields("primary_price")[2].clone(), look.fields("sku")[2].clone()),
            (Value::from("bad"), Value::from("bad")),
            "{name}"
        );
    }
}

#[test]
fn an_xls_that_is_a_web_page_or_xml_is_read() {
    let page = "<html><head><meta charset=utf-8><style>td{mso-number-format:'\\@'}</style></head><body><table border=1>\
                <tr><th>نام</th><th>قیمت</th><th>کد</th></tr><tr><td>گلیم &laquo;سفید&raquo;</td><td>25000</td><td>007</td></tr></table></body></html>";
    let xml = "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">\
               <Worksheet ss:Name=\"a\"><Table><Row><Cell><Data ss:Type=\"String\">نام</Data></Cell><Cell><Data ss:Type=\"String\">قیمت</Data></Cell><Cell><Data ss:Type=\"String\">کد</Data></Cell></Row>\
               <Row><Cell><Data ss:Type=\"String\">گلیم «سفید»</Data></Cell><Cell><Data ss:Type=\"Number\">25000</Data></Cell><Cell><Data ss:Type=\"String\">007</Data></Cell></Row></Table></Worksheet></Workbook>";
    for text in [page, xml] {
        let look = Look::at("panel.xls", text.as_bytes());
        assert_eq!(
            (look.names(), look.fields("primary_price"), look.fields("sku")),
            (vec!["گلیم «سفید»"], vec![Value::from(25_000)], vec![Value::from("007")]),
            "{:?}",
            look.output
        );
    }
}

#[test]
fn files_that_have_no_cells_for_others_are_named_with_the_way_to_save_them() {
    let protected = archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        (
            "META-INF/manifest.xml",
            "<manifest:manifest xmlns:manifest='m'><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>",
        ),
        ("content.xml", "\u{1}"),
    ]);
    for (name, bytes, words) in [
        ("list.numbers", archive(&[("Index/Document.iwa", "x"), ("preview.jpg", "x")]), "Export To"),
        (
            "list.gsheet",
            br#"{"url":"https://docs.google.com/open?id=1","doc_id":"1","email":"a@b"}"#.to_vec(),
            "Google",
        ),
        ("list.ods", protected, "password"),
        (
            "list.xlsx",
            archive(&[("[Content_Types].xml", "<T/>"), ("word/document.xml", "<d/>")]),
            "text document",
        ),
        ("list.csv", br#"[{"name":"Rug","price":250000}]"#.to_vec(), "JSON"),
        ("list.csv", br#"<?xml version="1.0"?><rss><item><title>Rug</title></item></rss>"#.to_vec(), "XML"),
        (
            "list.xls",
            b"MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<table>".to_vec(),
            "saved web page",
        ),
    ] {
        let look = Look::at(name, &bytes);
        assert!(look.says(words) && look.planned().is_empty(), "{name}: {:?}", look.output);
    }
}

#[test]
fn a_file_that_describes_more_than_a_computer_has_costs_one_sentence() {
    let unique = archive(&[
        (
            "_rels/.rels",
            r#"<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#,
        ),
        ("xl/sharedStrings.xml", r#"<sst count="1" uniqueCount="4000000000"><si><t>name</t></si></sst>"#),
        (
            "xl/worksheets/sheet1.xml",
            r#"<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>"#,
        ),
    ]);
    // Another attribute names the repetition, too: once they were searched for and not parsed.
    let [rows, columns] = ["rows", "columns"]
        .map(|of| format!("table:style-name=\"table:number-{of}-repeated='1'\" table:number-{of}-repeated"));
    let cell = format!(
        r#"<table:table-cell {columns}="16384" office:value-type="string"><text:p>x</text:p></table:table-cell>"#
    );
    let repeated = open_document(&format!(r#"<table:table-row {rows}="1048576">{cell}</table:table-row>"#));
    let look = Look::at("unique.xlsx", &unique);
    assert!((0..=2).contains(&look.output.status), "{:?}", look.output);
    let look = Look::at("repeated.ods", &repeated);
    assert!(
        look.output.status == 2 && look.says("spreadsheet") && look.planned().is_empty(),
        "{:?}",
        look.output
    );
}

#[test]
fn pictures_in_cells_that_are_not_in_the_file_are_said() {
    let in_cell = r#"<c t="e" vm="1"><v>#VALUE!</v></c>"#;
    let of_wps = r#"<c t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>"#;
    let rows = row(&["name", "price", "photos"])
        + &row(&["Rug", "=5000", in_cell])
        + &row(&["Bowl", "=800", of_wps]);
    let look = Look::at("pictures.xlsx", &excel(&[("a", &rows)], &[]));
    assert!(look.says("2 that the file only links to"), "{:?}", look.output);
    assert_eq!((look.names(), look.says("DISPIMG")), (vec!["Rug", "Bowl"], false), "{:?}", look.output);
}

#[test]
fn a_table_of_headings_alone_says_that_it_has_no_rows() {
    for csv in ["name,price,stock\n", "نام,قیمت,موجودی\n,,\n"] {
        let look = look_at("list.csv", csv.as_bytes(), &[], &[]);
        assert!(look.output.stderr.contains("No row of it names a product"), "{}", look.output.stderr);
        assert!(!look.output.stderr.contains("No photos found"), "{}", look.output.stderr);
    }
}

/// Goods that are struck out are no longer sold; so Excel and its users say it.
#[test]
fn a_row_whose_name_is_struck_out_is_left_out_and_listed() {
    let rows = [
        row(&["name", "price"]),
        row(&["Rug", "=1000"]),
        row(&[r#"<c t="inlineStr" s="1"><is><t>Bowl</t></is></c>"#, "=2000"]),
        row(&["Jar", "=3000|1"]),
    ]
    .concat();
    let styles = r#"<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts>
        <cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>"#;
    let file = excel_with_styles(&rows, styles);
    let look = look_at("sheet.xlsx", &file, &[], &[]);
    assert_eq!((look.names(), look.left_out()), (vec!["Rug", "Jar"], vec![(3, "struck_out")]));
}

#[test]
fn rows_and_columns_of_no_height_and_width_are_hidden() {
    let rows = [
        row(&["name", "price", "price"]),
        row(&["Rug", "=1000", "=2000"]),
        row(&["Bowl", "=1000", "=2000"]).replace("<row>", r#"<row ht="0" customHeight="1">"#),
    ]
    .concat();
    let cols = r#"<cols><col min="2" max="2" width="0" customWidth="1"/></cols>"#;
    let file = excel(&[("a", &rows)], &[]);
    let file = with_part(&file, "xl/worksheets/sheet1.xml", &|sheet| {
        sheet.replace("<sheetData>", &format!("{cols}<sheetData>"))
    });
    let look = look_at("sheet.xlsx", &file, &[], &[]);
    assert_eq!((look.names(), look.left_out()), (vec!["Rug"], vec![(3, "hidden")]));
    assert_eq!(look.values("primary_price"), [2000]);
}

#[test]
fn rows_that_a_web_page_hides_are_hidden() {
    for hidden in [r#"style="color:red; display: none""#, "hidden"] {
        let page =
            format!("<table><tr><td>name<td>price<tr><td>Rug<td>1000<tr {hidden}><td>Bowl<td>2000</table>");
        let look = look_at("sheet.xls", page.as_bytes(), &[], &[]);
        assert_eq!((look.names(), look.left_out()), (vec!["Rug"], vec![(3, "hidden")]), "{hidden}");
    }
}

#[test]
fn zero_bytes_in_a_text_file_cost_nothing() {
    for bytes in [
        "name,price,description\nMug\0,125000,a cup for coffee\nBowl,9000,made of clay\n".to_owned(),
        format!("name,price\nMug,125000\nBowl,9000\n{}", "\0".repeat(600)),
    ] {
        let look = look_at("sheet.csv", bytes.as_bytes(), &[], &[]);
        assert_eq!(
            (look.names(), look.values("primary_price")),
            (vec!["Mug", "Bowl"], vec![json!(125_000), json!(9000)])
        );
    }
}

#[test]
fn a_line_below_the_headings_of_a_text_table_is_no_product() {
    let psql = " name | price | stock \n------+-------+-------\n Mug  | 125000 | 3\n(1 row)\n";
    let look = look_at("sheet.txt", psql.as_bytes(), &[], &[]);
    assert_eq!((look.names(), look.values("stock")), (vec!["Mug"], vec![json!(3)]));
}

/// What Excel and LibreOffice show struck out is no longer sold, in whatever format it is saved.
#[test]
fn rows_that_are_struck_out_are_left_out_in_every_format() {
    let cell = |text: &str, style: &str| {
        format!("<table:table-cell{style}><text:p>{text}</text:p></table:table-cell>")
    };
    let line = |name: String, style: &str, price: i64| {
        format!(
            r#"<table:table-row{style}>{name}<table:table-cell o:value-type="float" o:value="{price}"><text:p>{price}</text:p></table:table-cell></table:table-row>"#
        )
    };
    let out = r#" table:style-name="out""#;
    let rows = [
        format!("<table:table-row>{}{}</table:table-row>", cell("name", ""), cell("price", "")),
        line(cell("Rug", ""), "", 1000),
        line(cell("Bowl", out), "", 2000),
        line(cell("Jug", ""), r#" table:default-cell-style-name="out""#, 3000),
        line(r#"<table:table-cell><text:p><text:span text:style-name="out">Vase</text:span></text:p></table:table-cell>"#.to_owned(), "", 4000),
        line(r#"<table:table-cell><text:p><text:span text:style-name="out">Old</text:span> Cup</text:p></table:table-cell>"#.to_owned(), "", 5000),
    ]
    .concat();
    let style = r#"<style:style style:name="out"><style:text-properties style:text-line-through-type="single"/></style:style>"#;
    let ods = with_part(&open_document(&rows), "content.xml", &|content| {
        content.replace(
            "<office:body>",
            &format!("<office:automatic-styles>{style}</office:automatic-styles><office:body>"),
        )
    });
    let look = look_at("a.ods", &ods, &[], &[]);
    let left_out = [(3, "struck_out"), (4, "struck_out"), (5, "struck_out")];
    assert_eq!((look.names(), look.left_out()), (vec!["Rug", "Cup"], left_out.to_vec()), "{:?}", look.output);

    use OldCell::{Number, StruckOut, Text};
    let xls = old_excel(
        &[
            vec![Text("name"), Text("price")],
            vec![Text("Rug"), Number(1000.0)],
            vec![StruckOut("Bowl"), Number(2000.0)],
        ],
        &[],
        &[],
    );
    let look = look_at("a.xls", &xls, &[], &[]);
    assert_eq!((look.names(), look.left_out()), (vec!["Rug"], vec![(3, "struck_out")]), "{:?}", look.output);

    // A part of the text that is struck out as a whole, as Excel writes it for a text of one word.
    let rows = row(&["name", "price"])
        + &row(&["<c t=\"inlineStr\"><is><r><rPr><strike/></rPr><t>Bowl</t></r></is></c>", "=2000"])
        + &row(&["Rug", "=1000"]);
    let look = look_at("a.xlsx", &excel(&[("a", &rows)], &[]), &[], &[]);
    assert_eq!((look.names(), look.left_out()), (vec!["Rug"], vec![(2, "struck_out")]), "{:?}", look.output);
}

/// A page strikes out by elements, by styles, and by classes, as Excel saves it; an earlier price beside the
/// one of today is none.
#[test]
fn rows_that_are_struck_out_in_web_pages_and_in_xml_of_2003_are_left_out() {
    let page = "<html><style>.xl65 {color:red;\ntext-decoration:line-through;}\n.xl66 {color:red;}</style><table>\
        <tr><td>name<td>price<tr><td class=xl66>Rug<td>1000<tr><td><s>Bowl</s>&nbsp;<td>2000\
        <tr><td class=xl65>Jug<td>3000<tr style='text-decoration: line-through'><td>Vase<td>4000\
        <tr><td><span style=\"text-decoration:line-through\"><b>Old</b> one</span><td>5000\
        <tr><td>Cup<td><del>9000</del><br>6000<tr><td><font><strike>A</strike> Lamp</font><td>7000</table></html>";
    let look = look_at("sheet.xls", page.as_bytes(), &[], &[]);
    let left_out = [3, 4, 5, 6].map(|row| (row, "struck_out"));
    assert_eq!((look.names(), look.left_out()), (vec!["Rug", "Cup", "Lamp"], left_out.to_vec()));
    assert_eq!(look.values("primary_price"), [1000, 6000, 7000]);

    let cell =
        |style: &str, data: &str| format!(r#"<Cell{style}><Data ss:Type="String">{data}</Data></Cell>"#);
    let price = |price: i64| format!(r#"<Cell><Data ss:Type="Number">{price}</Data></Cell>"#);
    let line = |style: &str, name: String, of: i64| format!("<Row{style}>{name}{}</Row>", price(of));
    let rows = [
        format!("<Row>{}{}</Row>", cell("", "name"), cell("", "price")),
        line("", cell("", "Rug"), 1000),
        line("", cell(r#" ss:StyleID="out""#, "Bowl"), 2000),
        line(r#" ss:StyleID="child""#, cell("", "Jug"), 3000),
        line("", cell("", "<S>Vase</S>"), 4000),
        line("", cell("", "<S>Old</S> Cup"), 5000),
    ];
    let book = xml_of_2003(
        r#"<Style ss:ID="out"><Font ss:StrikeThrough="1"/></Style><Style ss:ID="child" ss:Parent="out"/>"#,
        &rows.concat(),
    );
    let look = look_at("sheet.xls", book.as_bytes(), &[], &[]);
    let left_out = [3, 4, 5].map(|row| (row, "struck_out"));
    assert_eq!((look.names(), look.left_out()), (vec!["Rug", "Cup"], left_out.to_vec()), "{:?}", look.output);
}

/// An XML text of 2003 with these styles and rows.
fn xml_of_2003(styles: &str, rows: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
        xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>{styles}</Styles>
        <Worksheet ss:Name="a"><Table>{rows}</Table></Worksheet></Workbook>"#
    )
}

/// A format may be that of a row, of a column, or of the style that a style is made from; a comment is no
/// part of its cell.
#[test]
fn in_xml_of_2003_the_unit_of_a_column_counts_and_a_comment_is_no_name() {
    let format = r##"<NumberFormat ss:Format="#,##0&quot; تومان&quot;"/>"##;
    let styles = format!(r#"<Style ss:ID="m">{format}</Style><Style ss:ID="of" ss:Parent="m"/>"#);
    let rows = r#"<Column/><Column ss:StyleID="of"/>
        <Row><Cell><Data ss:Type="String">name</Data></Cell><Cell><Data ss:Type="String">price</Data></Cell></Row>
        <Row><Cell><Data ss:Type="String">Rug</Data><Comment><ss:Data><B>Ali:</B> sold</ss:Data></Comment></Cell>
        <Cell><Data ss:Type="Number">25000</Data></Cell></Row>"#;
    let look = Look::at("a.xls", xml_of_2003(&styles, rows).as_bytes());
    assert_eq!((look.names(), look.unit()), (vec!["Rug"], Value::from("toman")), "{:?}", look.output);
}

/// A damaged letter costs its row, not the file.
#[test]
fn a_damaged_letter_of_a_text_file_costs_its_cell_alone() {
    let whole = "نام,قیمت\nگلیم پشمی,1000\nکاسه لعابی,2000\nپارچ شیشه‌ای,3000\n".as_bytes();
    let at = whole.windows(2).position(|letter| letter == "ک".as_bytes()).unwrap();
    let damaged = [&whole[..at], &whole[at + 1..]].concat();
    for file in [damaged.clone(), [b"\xef\xbb\xbf".as_slice(), &damaged].concat()] {
        let look = look_at("a.csv", &file, &[], &[]);
        assert_eq!(look.names(), ["گلیم پشمی", "", "پارچ شیشه‌ای"], "{:?}", look.output);
        assert_eq!(look.refused("name"), [false, true, false]);
        assert_eq!(look.values("primary_price"), [1000, 2000, 3000]);
    }
}

/// `;;;` hides texts as well as numbers.
#[test]
fn a_text_that_its_format_hides_is_asked_for() {
    let text = |text: &str| format!(r#"<c s="1" t="inlineStr"><is><t>{text}</t></is></c>"#);
    let rows = [row(&["name", "price"]), row(&[&text("Rug"), "=1000"]), row(&["Bowl", "=2000"])].concat();
    for (format, hidden) in [(";;;", true), ("0;-0;;", true), ("0;-0;;@", false), ("0;-0;", false)] {
        let look = look_at("a.xlsx", &excel(&[("a", &rows)], &[format]), &[], &[]);
        assert_eq!(look.names(), [if hidden { "" } else { "Rug" }, "Bowl"], "{format}");
        assert_eq!(look.refused("name"), [hidden, false], "{format}: {:?}", look.output);
    }
}

/// XlsxWriter 877: a program that computes nothing writes 0 as the result of each formula, and asks the one
/// that opens the file to compute it.
#[test]
fn a_formula_that_waits_to_be_computed_is_no_zero() {
    let formula = |value: &str| format!("<c><f>2+3</f><v>{value}</v></c>");
    let rows = [
        row(&["name", "price", "stock"]),
        row(&["Rug", "=1000", &formula("0")]),
        row(&["Bowl", "=2000", &formula("5")]),
        row(&["Jug", "=3000", "=0"]),
    ]
    .concat();
    let computed = excel(&[("a", &rows)], &[]);
    let waiting = with_part(&computed, "xl/workbook.xml", &|book| {
        book.replace("</workbook>", r#"<calcPr fullCalcOnLoad="1"/></workbook>"#)
    });
    for (file, stock) in [(computed, Value::from(0)), (waiting, Value::Null)] {
        let look = look_at("a.xlsx", &file, &[], &[]);
        assert_eq!(look.values("stock"), [stock.clone(), json!(5), json!(0)], "{:?}", look.output);
        assert_eq!(look.refused("stock"), [stock.is_null(), false, false]);
    }
}

/// json2csv and Google's exports write links as formulas; a text file has no results of others.
#[test]
fn a_link_that_is_a_formula_is_its_text_and_no_other_formula_is_a_name() {
    let csv = "name,price,sku,photo\n\
        \"=HYPERLINK(\"\"https://x.ir/1\"\",\"\"Rug\"\")\",25000,=\"007\",\"=HYPERLINK(\"\"rug.png\"\",\"\"photo\"\")\"\n\
        \"=HYPERLINK(\"\"https://x.ir/2\"\"; \"\"24\"\"\"\" frame\"\")\",=12*1000,2,\n=A1,1200,3,\n=IMAGE(\"x\"),1300,4,\n= new =,1400,5,\n";
    let look = look_at("sheet.csv", csv.as_bytes(), &["rug.png"], &[]);
    assert_eq!(look.names(), ["Rug", "24\" frame", "", "", "= new ="], "{:?}", look.output);
    assert_eq!(
        look.values("primary_price"),
        [json!(25000), json!(null), json!(1200), json!(1300), json!(1400)]
    );
    assert_eq!(look.values("sku")[0], "007");
    assert_eq!(look.photos(), [1, 0, 0, 0, 0], "the link leads to the photo");
    assert_eq!(look.refused("name"), [false, false, true, true, false]);
    assert_eq!(look.refused("primary_price"), [false, true, false, false, false]);
}
