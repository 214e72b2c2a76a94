//! Pictures in spreadsheets, as each program keeps them, are photos of the products in whose rows they lie.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use image::{ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use vitrine_sandbox::{FaultRule, Faults, Operation, Options};
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::kit::photos::encode;
use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::wait_until;

/// Photo number so and so, told by its colour.
fn photo(number: u8) -> Vec<u8> {
    png(64, 48, number)
}

fn png(width: u32, height: u32, number: u8) -> Vec<u8> {
    encode(
        &RgbImage::from_pixel(width, height, Rgb([number * 20, 200 - number * 10, 7])).into(),
        ImageFormat::Png,
    )
}

fn number_of(photo: &[u8]) -> u8 {
    image::load_from_memory(photo).unwrap().to_rgb8().get_pixel(0, 0).0[0] / 20
}

/// A drawing that is no photo.
fn emf() -> Vec<u8> {
    [b"\x01\0\0\0\x6c\0\0\0".as_slice(), &[0; 32], b" EMF", &[0; 64]].concat()
}

fn archive(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn relations(of: &[(&str, &str)]) -> String {
    let relation = |(index, (kind, target)): (usize, &(&str, &str))| {
        let mode = if target.contains("://") { r#" TargetMode="External""# } else { "" };
        format!(r#"<Relationship Id="r{}" Type="x/{kind}" Target="{target}"{mode}/>"#, index + 1)
    };
    format!("<Relationships>{}</Relationships>", of.iter().enumerate().map(relation).collect::<String>())
}

/// An Excel file with the rows of one worksheet, a drawing over it, and further parts.
#[derive(Default)]
struct Excel<'a> {
    rows: &'a str,
    /// Behind the rows.
    merged: &'a str,
    drawing: &'a str,
    /// What the drawing names: `r1`, `r2`, ….
    pictures: &'a [&'a str],
    /// What the workbook names.
    book: &'a [(&'a str, &'a str)],
    parts: Vec<(&'a str, Vec<u8>)>,
}

impl Excel<'_> {
    fn bytes(self) -> Vec<u8> {
        let book = [&[("worksheet", "worksheets/sheet1.xml")], self.book].concat();
        let pictures: Vec<(&str, &str)> = self.pictures.iter().map(|target| ("image", *target)).collect();
        let texts = [
            ("_rels/.rels", relations(&[("officeDocument", "xl/workbook.xml")])),
            ("xl/workbook.xml", r#"<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>"#.to_owned()),
            ("xl/_rels/workbook.xml.rels", relations(&book)),
            (
                "xl/worksheets/sheet1.xml",
                format!(
                    r#"<worksheet xmlns:r="r"><sheetFormatPr defaultRowHeight="15"/><sheetData>{}</sheetData>{}<drawing r:id="r1"/></worksheet>"#,
                    self.rows, self.merged
                ),
            ),
            ("xl/worksheets/_rels/sheet1.xml.rels", relations(&[("drawing", "../drawings/drawing1.xml")])),
            (
                "xl/drawings/drawing1.xml",
                format!(r#"<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r" xmlns:mc="m">{}</xdr:wsDr>"#, self.drawing),
            ),
            ("xl/drawings/_rels/drawing1.xml.rels", relations(&pictures)),
        ];
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
        archive(
            &texts
                .chain(self.parts.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)))
                .collect::<Vec<_>>(),
        )
    }
}

/// A row of this height in points.
fn row(height: u32, cells: &[&str]) -> String {
    let cell = |cell: &&str| match cell.strip_prefix('<') {
        Some(_) => (*cell).to_owned(),
        None => format!(r#"<c t="inlineStr"><is><t>{cell}</t></is></c>"#),
    };
    format!(r#"<row ht="{height}" customHeight="1">{}</row>"#, cells.iter().map(cell).collect::<String>())
}

/// A point in a worksheet, with rows of so many thousand EMU from the beginning of a row, and of a column.
fn corner(name: &str, (row, down): (u32, u32), (column, right): (u32, u32)) -> String {
    format!(
        "<xdr:{name}><xdr:col>{column}</xdr:col><xdr:colOff>{right}000</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>{down}000</xdr:rowOff></xdr:{name}>"
    )
}

fn pic(relation: &str) -> String {
    format!(
        r#"<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1"/></xdr:nvPicPr><xdr:blipFill><a:blip {relation}/></xdr:blipFill></xdr:pic>"#
    )
}

/// A picture from one point to another, within one column.
fn two_cells(from: (u32, u32), to: (u32, u32), (column, right): (u32, u32), relation: &str) -> String {
    let corners = corner("from", from, (column, right)) + &corner("to", to, (column, right + 300));
    format!("<xdr:twoCellAnchor>{corners}{}<xdr:clientData/></xdr:twoCellAnchor>", pic(relation))
}

/// What a look at the import of a sheet tells.
struct Look {
    env: TestEnv,
    _shop: Shop,
    output: RunOutput,
}

impl Look {
    fn at(name: &str, bytes: &[u8]) -> Self {
        let shop = Shop::open(Options::default());
        let env = TestEnv::new(&shop);
        let sheet = env.dir.path().join(name);
        std::fs::write(&sheet, bytes).unwrap();
        let output = env.run(&["import", "--json", "--dry-run", "--sheet", sheet.to_str().unwrap()]);
        Self { env, _shop: shop, output }
    }

    /// Each product with the numbers of its photos.
    fn products(&self) -> Vec<(&str, Vec<u8>)> {
        let numbers = |line: &Value| {
            let photos =
                line["photos"].as_array().unwrap().iter().map(|photo| Path::new(photo.as_str().unwrap()));
            photos.map(|photo| number_of(&std::fs::read(photo).unwrap())).collect()
        };
        let planned = self.output.lines.iter().filter(|line| line["event"] == "planned");
        planned.map(|line| (line["name"].as_str().unwrap(), numbers(line))).collect()
    }

    /// How many pictures were taken, and how many were not.
    fn counts(&self) -> (u64, u64) {
        let sheet = self.output.lines.iter().find(|line| line["event"] == "sheet").unwrap();
        (sheet["pictures_taken"].as_u64().unwrap(), sheet["pictures_left_out"].as_u64().unwrap())
    }

    fn says(&self, text: &str) -> bool {
        self.output.stderr.contains(text)
    }

    /// The files that were made of pictures.
    fn files(&self) -> Vec<PathBuf> {
        let folder = std::fs::read_dir(self.env.data().join("sheet-pictures"));
        folder.into_iter().flatten().map(|file| file.unwrap().path()).collect()
    }
}

/// A price list with a logo and pictures on its cells.
fn price_list() -> Vec<u8> {
    let rows = [
        row(40, &["Our shop"]),
        row(15, &["name", "price"]),
        row(60, &["Rug", "<c><v>5000</v></c>"]),
        row(60, &["Bowl", "<c><v>800</v></c>"]),
        row(60, &["Vase", "<c><v>900</v></c>"]),
        row(60, &["Lamp", "<c><v>700</v></c>"]),
        row(60, &["Tray", "<c><v>600</v></c>"]),
    ];
    let drawing = [
        // The logo reaches over the headings.
        two_cells((0, 0), (1, 100), (0, 0), r#"r:embed="r9""#),
        // Two in one row, the right one first.
        two_cells((2, 10), (2, 700), (3, 0), r#"r:embed="r2""#),
        two_cells((2, 10), (2, 700), (2, 0), r#"r:embed="r1""#),
        // A little above its row.
        two_cells((2, 740), (3, 600), (2, 0), r#"r:embed="r3""#),
        // One file for two rows, and for one of them twice.
        two_cells((4, 10), (4, 700), (2, 0), r#"r:embed="r4""#),
        two_cells((5, 10), (5, 700), (2, 0), r#"r:embed="r4""#),
        two_cells((5, 10), (5, 700), (2, 400), r#"r:embed="r4""#),
        // None of these is a photo: a drawing, a spacer, one on the web, and a hidden one.
        two_cells((6, 10), (6, 700), (2, 0), r#"r:embed="r5""#),
        two_cells((6, 10), (6, 700), (3, 0), r#"r:embed="r6""#),
        two_cells((6, 10), (6, 700), (4, 0), r#"r:link="r7""#),
        two_cells((6, 10), (6, 700), (5, 0), r#"r:embed="r8""#)
            .replace("<xdr:cNvPr", r#"<xdr:cNvPr hidden="1""#),
    ]
    .concat();
    let media = [
        "photo1.png",
        "photo2.png",
        "photo3.png",
        "photo4.png",
        "drawing.emf",
        "spacer.png",
        "",
        "photo8.png",
        "logo.png",
    ];
    let media = media.map(|name| format!("../media/{name}"));
    let mut pictures: Vec<&str> = media.iter().map(String::as_str).collect();
    pictures[6] = "https://example.invalid/photo.png";
    Excel {
        rows: &rows.concat(),
        drawing: &drawing,
        pictures: &pictures,
        parts: vec![
            ("xl/media/photo1.png", photo(1)),
            ("xl/media/photo2.png", photo(2)),
            ("xl/media/photo3.png", photo(3)),
            ("xl/media/photo4.png", photo(4)),
            ("xl/media/drawing.emf", emf()),
            ("xl/media/spacer.png", png(1, 1, 6)),
            ("xl/media/photo8.png", photo(8)),
            ("xl/media/logo.png", photo(9)),
        ],
        ..Excel::default()
    }
    .bytes()
}

#[test]
fn pictures_on_cells_are_photos_of_the_products_in_whose_rows_they_lie() {
    let look = Look::at("list.xlsx", &price_list());
    let products =
        [("Rug", vec![1, 2]), ("Bowl", vec![3]), ("Vase", vec![4]), ("Lamp", vec![4]), ("Tray", vec![])];
    assert_eq!(look.products(), products, "{:?}", look.output);
    assert_eq!((look.counts(), look.files().len()), ((6, 4), 4), "{:?}", look.output);
    assert!(look.says("6 pictures from the spreadsheet are now photos"), "{:?}", look.output);
    for reason in ["1 in no product’s row", "2 that can’t be read as photos", "1 that the file only links to"]
    {
        assert!(look.says(reason), "{reason}: {:?}", look.output);
    }
}

#[test]
fn each_way_to_anchor_a_picture_says_its_row() {
    let rows = [
        row(15, &["name", "price"]),
        row(60, &["Rug", "<c><v>5000</v></c>"]),
        row(120, &["Bowl", "<c><v>800</v></c>"]),
    ]
    .concat();
    let size = |height: u32| format!(r#"<xdr:ext cx="500000" cy="{height}000"/>"#);
    let group = format!("<xdr:grpSp>{}{}</xdr:grpSp>", pic(r#"r:embed="r1""#), pic(r#"r:embed="r2""#));
    let drawing = [
        format!("<xdr:oneCellAnchor>{}{}{}</xdr:oneCellAnchor>", corner("from", (0, 180), (2, 0)), size(600), pic(r#"r:embed="r1""#)),
        // 75 points are the first two rows.
        format!(r#"<xdr:absoluteAnchor><xdr:pos x="1300000" y="900000"/>{}{}</xdr:absoluteAnchor>"#, size(1000), pic(r#"r:embed="r2""#)),
        // What is written once more for older programs is the same picture.
        format!(
            "<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{0}</mc:Fallback></mc:AlternateContent>",
            two_cells((2, 0), (2, 500), (4, 0), r#"r:embed="r3""#)
        ),
        format!("<xdr:twoCellAnchor>{}{}{group}</xdr:twoCellAnchor>", corner("from", (1, 0), (5, 0)), corner("to", (2, 900), (5, 0))),
    ]
    .concat();
    let parts =
        vec![("xl/media/1.png", photo(1)), ("xl/media/2.png", photo(2)), ("xl/media/3.png", photo(3))];
    let pictures = ["../media/1.png", "/xl/media/2.png", "../media/3.png"];
    let look = Look::at(
        "list.xlsx",
        &Excel { rows: &rows, drawing: &drawing, pictures: &pictures, parts, ..Excel::default() }.bytes(),
    );
    assert_eq!(look.products(), [("Rug", vec![1]), ("Bowl", vec![2, 3])], "{:?}", look.output);
    assert!(look.counts() == (3, 2) && look.says("2 that are grouped"), "{:?}", look.output);
}

#[test]
fn a_picture_over_one_of_two_tables_is_of_its_product() {
    let cells = |cells: &[&str]| row(30, cells);
    let rows = [
        cells(&["name", "price", "", "name", "price"]),
        cells(&["Rug", "5000", "", "Bowl", "800"]),
        cells(&["Vase", "1", "", "Jar", "2"]),
    ];
    let drawing = two_cells((1, 50), (1, 300), (1, 0), r#"r:embed="r1""#)
        + &two_cells((1, 50), (1, 300), (4, 0), r#"r:embed="r2""#)
        + &two_cells((2, 50), (2, 300), (4, 0), r#"r:embed="r3""#);
    let parts =
        vec![("xl/media/1.png", photo(1)), ("xl/media/2.png", photo(2)), ("xl/media/3.png", photo(3))];
    let pictures = ["../media/1.png", "../media/2.png", "../media/3.png"];
    let book =
        Excel { rows: &rows.concat(), drawing: &drawing, pictures: &pictures, parts, ..Excel::default() };
    let look = Look::at("list.xlsx", &book.bytes());
    assert_eq!(
        look.products(),
        [("Rug", vec![1]), ("Bowl", vec![2]), ("Vase", vec![]), ("Jar", vec![3])],
        "{:?}",
        look.output
    );
}

#[test]
fn a_picture_in_merged_cells_is_of_each_of_their_rows() {
    let rows = [
        row(15, &["name", "size", "photo"]),
        row(30, &["Rug", "S"]),
        row(30, &["", "M"]),
        row(30, &["", "L"]),
        row(30, &["Bowl", "S"]),
    ];
    let merged = r#"<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="C2:C4"/></mergeCells>"#;
    let drawing = two_cells((1, 50), (3, 300), (2, 100), r#"r:embed="r1""#)
        + &two_cells((4, 0), (4, 300), (2, 100), r#"r:embed="r2""#);
    let parts = vec![("xl/media/1.png", photo(1)), ("xl/media/2.png", photo(2))];
    let pictures = ["../media/1.png", "../media/2.png"];
    let excel = Excel {
        rows: &rows.concat(),
        merged,
        drawing: &drawing,
        pictures: &pictures,
        parts,
        ..Excel::default()
    };
    let look = Look::at("list.xlsx", &excel.bytes());
    assert_eq!(
        look.products(),
        [("Rug", vec![1]), ("Rug", vec![1]), ("Rug", vec![1]), ("Bowl", vec![2])],
        "{:?}",
        look.output
    );
}

#[test]
fn pictures_in_cells_of_excel_and_of_wps_are_photos_of_their_rows() {
    let in_cell = |number: u32| format!(r#"<c t="e" vm="{number}"><v>#VALUE!</v></c>"#);
    let of_wps = r#"<c t="str"><f>_xlfn.DISPIMG("ID_7",1)</f><v>=DISPIMG("ID_7",1)</v></c>"#;
    // As it is after Excel has saved it.
    let unknown = r#"<c t="e"><f>_xlfn.DISPIMG("ID_8",1)</f><v>#NAME?</v></c>"#;
    let rows = [
        row(15, &["name", "price", "photos"]),
        row(60, &["Rug", "<c><v>5000</v></c>", &in_cell(2)]),
        row(60, &["Bowl", "<c><v>800</v></c>", &in_cell(1)]),
        row(60, &["Vase", "<c><v>900</v></c>", of_wps]),
        row(60, &["Lamp", "<c><v>700</v></c>", unknown]),
        row(60, &["Tray", "<c><v>600</v></c>", &in_cell(3)]),
    ];
    let metadata = r#"<metadata><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes>
        <futureMetadata name="XLDAPR"><bk><extLst><ext><xda:dynamicArrayProperties/></ext></extLst></bk></futureMetadata>
        <futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk>
        <bk><extLst><ext><xlrd:rvb i="2"/></ext></extLst></bk></futureMetadata>
        <cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata>
        <valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk><bk><rc t="2" v="2"/></bk></valueMetadata></metadata>"#;
    let structures = r#"<rvStructures><s t="_localImage"><k n="CalcOrigin" t="i"/><k n="_rvRel:LocalImageIdentifier" t="i"/></s>
        <s t="_webimage"><k n="WebImageIdentifier" t="i"/></s></rvStructures>"#;
    let values = r#"<rvData><rv s="0"><v>5</v><v>1</v></rv><rv s="0"><v>5</v><v>0</v></rv><rv s="1"><v>0</v></rv></rvData>"#;
    let names = |ids: &[&str]| ids.iter().map(|id| format!(r#"<rel r:id="{id}"/>"#)).collect::<String>();
    let image = |name: &str, id: &str| {
        format!(
            "<etc:cellImage>{}</etc:cellImage>",
            pic(&format!(r#"r:embed="{id}""#)).replace("Picture 1", name)
        )
    };
    let text = |text: &str| text.as_bytes().to_vec();
    let parts = vec![
        ("xl/metadata.xml", text(metadata)),
        ("xl/richData/rdrichvaluestructure.xml", text(structures)),
        ("xl/richData/rdrichvalue.xml", text(values)),
        (
            "xl/richData/richValueRel.xml",
            text(&format!(r#"<richValueRels xmlns:r="r">{}</richValueRels>"#, names(&["r2", "r1"]))),
        ),
        (
            "xl/richData/_rels/richValueRel.xml.rels",
            text(&relations(&[("image", "../media/image1.png"), ("image", "../media/image2.png")])),
        ),
        (
            "xl/cellimages.xml",
            text(&format!(
                r#"<etc:cellImages xmlns:r="r">{}{}</etc:cellImages>"#,
                image("ID_7", "r1"),
                image("ID_8", "r2")
            )),
        ),
        (
            "xl/_rels/cellimages.xml.rels",
            text(&relations(&[("image", "media/image3.png"), ("image", "media/image4.png")])),
        ),
        ("xl/media/image1.png", photo(1)),
        ("xl/media/image2.png", photo(2)),
        ("xl/media/image3.png", photo(3)),
        ("xl/media/image4.png", photo(4)),
    ];
    let book = [("sheetMetadata", "metadata.xml"), ("rdRichValue", "richData/rdrichvalue.xml")];
    let look = Look::at(
        "list.xlsx",
        &Excel { rows: &rows.concat(), book: &book, parts, ..Excel::default() }.bytes(),
    );
    let products =
        [("Rug", vec![2]), ("Bowl", vec![1]), ("Vase", vec![3]), ("Lamp", vec![4]), ("Tray", vec![])];
    assert_eq!((look.products(), look.counts()), (products.to_vec(), (4, 1)), "{:?}", look.output);
    assert!(!look.says("DISPIMG"), "{:?}", look.output);
}

#[test]
fn pictures_are_found_as_a_library_writes_them() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    let names = ["name", "Rug", "Bowl", "Vase"];
    for (row, name) in (0..).zip(names) {
        sheet.write_string(row, 0, name).unwrap();
        sheet.write_string(row, 1, if row == 0 { "price" } else { "5000" }).unwrap();
        sheet.set_row_height(row, 45).unwrap();
    }
    let image = |number| rust_xlsxwriter::Image::new_from_buffer(&photo(number)).unwrap();
    sheet.insert_image_with_offset(1, 2, &image(1), 4, 3).unwrap();
    // Some pixels above its row.
    sheet.insert_image_with_offset(1, 2, &image(2), 4, 57).unwrap();
    sheet.embed_image(3, 2, &image(3)).unwrap();
    let look = Look::at("list.xlsx", &book.save_to_buffer().unwrap());
    assert_eq!(
        look.products(),
        [("Rug", vec![1]), ("Bowl", vec![2]), ("Vase", vec![3])],
        "{:?}",
        look.output
    );
}

#[test]
fn pictures_of_an_open_document_file_are_photos_of_their_rows() {
    let frame = |place: &str, images: &str| {
        format!(r#"<draw:frame {place} svg:width="2cm" svg:height="1.5cm">{images}</draw:frame>"#)
    };
    let image = |name: &str| format!(r#"<draw:image xlink:href="{name}"/>"#);
    let cell = |text: &str, frames: &str| {
        format!(
            r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p>{frames}</table:table-cell>"#
        )
    };
    let line =
        |cells: String| format!(r#"<table:table-row table:style-name="tall">{cells}</table:table-row>"#);
    // Each row has 2 cm: the picture on the whole table lies on the fourth.
    let on_table = frame(r#"svg:x="9cm" svg:y="6.2cm""#, &image("Pictures/4.png"));
    let group =
        format!("<draw:g>{}{0}</draw:g>", frame(r#"svg:x="0cm" svg:y="0cm""#, &image("Pictures/1.png")));
    let chart = frame(r#"svg:x="0cm""#, &format!("<draw:object/>{}", image("./ObjectReplacements/Object 1")));
    let rows = [
        line(cell("name", "") + &cell("price", "")),
        line(
            cell("Rug", "")
                + &cell("5000", "")
                + &cell(
                    "",
                    &(frame(r#"svg:x="1cm" svg:y="0.1cm""#, &image("Pictures/2.png"))
                        + &frame(r#"svg:x="0.1cm" svg:y="0.1cm""#, &image("Pictures/1.png"))),
                ),
        ),
        // It begins in the row above its own; a drawing has a photo beside it.
        line(cell("Bowl", "") + &cell("800", "") + &cell("", &(group + &chart))).replacen(
            "<text:p></text:p>",
            "",
            1,
        ),
        line(
            cell("Vase", "")
                + &cell("900", "")
                + &cell(
                    "",
                    &frame(r#"svg:y="0.2cm""#, &(image("Pictures/3.svg") + &image("Pictures/3.png"))),
                ),
        ),
    ];
    let content = format!(
        r#"<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:draw="d" xmlns:svg="s" xmlns:xlink="l" xmlns:style="y">
           <office:automatic-styles><style:style style:name="tall"><style:table-row-properties style:row-height="2cm"/></style:style></office:automatic-styles>
           <office:body><office:spreadsheet><table:table table:name="a"><table:shapes>{on_table}</table:shapes>{}</table:table></office:spreadsheet></office:body></office:document-content>"#,
        rows.concat()
    );
    let mut parts = vec![
        ("mimetype".to_owned(), b"application/vnd.oasis.opendocument.spreadsheet".to_vec()),
        ("content.xml".to_owned(), content.into_bytes()),
        ("Pictures/3.svg".to_owned(), b"<svg/>".to_vec()),
        ("ObjectReplacements/Object 1".to_owned(), photo(9)),
    ];
    parts.extend([1, 2, 3, 4].map(|number| (format!("Pictures/{number}.png"), photo(number))));
    let look = Look::at("list.ods", &archive(&parts));
    assert_eq!(
        look.products(),
        [("Rug", vec![1, 2]), ("Bowl", vec![]), ("Vase", vec![3, 4])],
        "{:?}",
        look.output
    );
    assert_eq!(look.counts(), (4, 2), "{:?}", look.output);
}

#[test]
fn a_product_with_photos_of_its_own_keeps_them() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    env.photo("Rug.png");
    let sheet = env.dir.path().join("list.xlsx");
    std::fs::write(&sheet, price_list()).unwrap();
    let output = env.run(&[
        "import",
        "--json",
        "--dry-run",
        "--sheet",
        sheet.to_str().unwrap(),
        env.photos().to_str().unwrap(),
    ]);
    let rug = output.lines.iter().find(|line| line["name"] == "Rug").unwrap_or_else(|| panic!("{output:?}"));
    let photos = rug["photos"].as_array().unwrap();
    assert!(photos.len() == 1 && photos[0].as_str().unwrap().ends_with("Rug.png"), "{output:?}");
    assert!(output.stderr.contains("2 of products that have photos of their own"), "{output:?}");
}

/// The products of the shop, each with the numbers of its photos.
fn shown(shop: &Shop) -> BTreeMap<String, Vec<u8>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let numbers = |ids: Vec<u64>| {
        ids.into_iter().map(|id| number_of(&runtime.block_on(shop.sandbox.file_bytes(id)).unwrap())).collect()
    };
    shop.sandbox
        .products()
        .into_iter()
        .map(|product| (product.fields.name, numbers(product.fields.photos)))
        .collect()
}

fn wanted() -> BTreeMap<String, Vec<u8>> {
    [("Rug", vec![1, 2]), ("Bowl", vec![3]), ("Vase", vec![4]), ("Lamp", vec![4])]
        .map(|(name, of)| (name.to_owned(), of))
        .into()
}

#[test]
fn the_shop_has_the_pictures_of_each_row_once_however_often_the_sheet_is_imported() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("list.xlsx");
    std::fs::write(&sheet, price_list()).unwrap();
    let import = || env.run(&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()]);
    let first = import();
    let mut found = shown(&shop);
    found.retain(|name, _| name != "Tray");
    assert_eq!(found, wanted(), "{first:?}");
    let count = shop.sandbox.products().len();
    let second = import();
    assert_eq!((shop.sandbox.products().len(), second.counts()[0]), (count, 0), "{second:?}");
}

#[test]
fn an_import_that_was_left_goes_on_with_the_pictures_although_the_sheet_is_gone() {
    let slow = FaultRule { on: Some(Operation::Upload), latency_ms: 600_000, ..FaultRule::default() };
    let shop = Shop::open(Options { faults: Faults::of(slow), ..Options::default() });
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("list.xlsx");
    std::fs::write(&sheet, price_list()).unwrap();
    let mut import =
        env.command(&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()]).spawn().unwrap();
    wait_until("a photo is being uploaded", || shop.sandbox.peak_in_flight(Operation::Upload) > 0);
    import.kill().unwrap();
    import.wait().unwrap();
    std::fs::remove_file(&sheet).unwrap();
    shop.sandbox.set_faults(Faults::default());
    let resumed = env.run(&["resume", "--json"]);
    let mut found = shown(&shop);
    found.retain(|name, _| name != "Tray");
    assert_eq!(found, wanted(), "{resumed:?}");
}

#[test]
fn a_picture_that_unpacks_to_more_than_a_photo_has_costs_itself_alone() {
    let rows = [
        row(15, &["name", "price"]),
        row(60, &["Rug", "<c><v>5000</v></c>"]),
        row(60, &["Bowl", "<c><v>800</v></c>"]),
    ]
    .concat();
    let drawing = two_cells((1, 0), (1, 500), (2, 0), r#"r:embed="r1""#)
        + &two_cells((2, 0), (2, 500), (2, 0), r#"r:embed="r2""#);
    let mut bomb = photo(1);
    bomb.resize(80 << 20, 0);
    let parts = vec![("xl/media/1.png", bomb), ("xl/media/2.png", photo(2))];
    let pictures = ["../media/1.png", "../media/2.png"];
    let look = Look::at(
        "list.xlsx",
        &Excel { rows: &rows, drawing: &drawing, pictures: &pictures, parts, ..Excel::default() }.bytes(),
    );
    assert_eq!(
        (look.products(), look.counts()),
        (vec![("Rug", vec![]), ("Bowl", vec![2])], (1, 1)),
        "{:?}",
        look.output
    );
}

/// Rows with a picture each, in column C.
fn one_in_each_row(pictures: &[&str]) -> String {
    let one =
        |(at, picture): (usize, &&str)| two_cells((at as u32 + 1, 10), (at as u32 + 1, 500), (2, 0), picture);
    pictures.iter().enumerate().map(one).collect()
}

#[test]
fn a_picture_that_is_the_same_on_most_rows_is_of_no_product() {
    let names = ["Rug", "Bowl", "Vase", "Lamp"];
    let rows =
        row(15, &["name", "price"]) + &names.map(|name| row(60, &[name, "<c><v>5000</v></c>"])).concat();
    // The logo is in the file three times.
    let logos = ["r1", "r2", "r1", "r3"].map(|id| format!(r#"r:embed="{id}""#));
    let drawing = one_in_each_row(&logos.each_ref().map(String::as_str))
        + &two_cells((2, 10), (2, 500), (3, 0), r#"r:embed="r4""#);
    let pictures = ["../media/1.png", "../media/2.png", "../media/3.png", "../media/4.png"];
    let parts = vec![
        ("xl/media/1.png", photo(9)),
        ("xl/media/2.png", photo(9)),
        ("xl/media/3.png", photo(9)),
        ("xl/media/4.png", photo(2)),
    ];
    let look = Look::at(
        "list.xlsx",
        &Excel { rows: &rows, drawing: &drawing, pictures: &pictures, parts, ..Excel::default() }.bytes(),
    );
    let products = [("Rug", vec![]), ("Bowl", vec![2]), ("Vase", vec![]), ("Lamp", vec![])];
    assert_eq!((look.products(), look.counts()), (products.into(), (1, 4)), "{:?}", look.output);
    assert!(look.says("4 that are the same on most rows"), "{:?}", look.output);
}

#[test]
fn a_picture_that_is_cropped_or_turned_in_the_sheet_is_sent_as_it_is_seen() {
    let rows = [
        row(15, &["name", "price"]),
        row(60, &["Rug", "<c><v>5000</v></c>"]),
        row(60, &["Bowl", "<c><v>800</v></c>"]),
        row(60, &["Vase", "<c><v>900</v></c>"]),
    ]
    .concat();
    let cut = r#"/><a:srcRect l="25000" r="25000" t="50000" b="0"/><a:stretch"#;
    let drawing = one_in_each_row(&[r#"r:embed="r1""#, r#"r:embed="r2""#, r#"r:embed="r3""#])
        .replacen(r#"r:embed="r1"/>"#, &format!(r#"r:embed="r1"{cut}/>"#), 1)
        .replacen(
            r#"r:embed="r2"/></xdr:blipFill>"#,
            r#"r:embed="r2"/></xdr:blipFill><xdr:spPr><a:xfrm rot="5400000"/></xdr:spPr>"#,
            1,
        );
    let pictures = ["../media/1.png", "../media/2.png", "../media/3.png"];
    let parts = (1..=3).map(|number| {
        (["", "xl/media/1.png", "xl/media/2.png", "xl/media/3.png"][number], photo(number as u8))
    });
    let parts = parts.collect();
    let bytes =
        Excel { rows: &rows, drawing: &drawing, pictures: &pictures, parts, ..Excel::default() }.bytes();
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("list.xlsx");
    std::fs::write(&sheet, bytes).unwrap();
    let created = env.run(&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()]);
    assert_eq!(created.status, 0, "{created:?}");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let size = |id: &u64| {
        let photo =
            image::load_from_memory(&runtime.block_on(shop.sandbox.file_bytes(*id)).unwrap()).unwrap();
        (photo.width(), photo.height())
    };
    let products = shop.sandbox.products();
    let sizes: BTreeMap<String, (u32, u32)> = products
        .iter()
        .map(|product| (product.fields.name.clone(), size(&product.fields.photos[0])))
        .collect();
    let wanted = [("Bowl", (48, 64)), ("Rug", (32, 24)), ("Vase", (64, 48))];
    assert_eq!(sizes, wanted.map(|(name, size)| (name.to_owned(), size)).into(), "{created:?}");
}

#[test]
fn a_word_that_leads_to_a_photo_is_that_photo() {
    let rows = row(15, &["name", "price", "photo"])
        + &row(15, &["Rug", "<c><v>5000</v></c>", "photo"])
        + &row(15, &["Bowl", "<c><v>800</v></c>", "عکس"]);
    let merged = r#"<hyperlinks><hyperlink ref="C2" r:id="r2"/><hyperlink ref="C3" r:id="r3"/></hyperlinks>"#;
    let links = relations(&[
        ("drawing", "../drawings/drawing1.xml"),
        ("hyperlink", "https://drive.google.com/file/d/1AbC/view"),
        ("hyperlink", "file:///C:/photos/bowl.jpg"),
    ]);
    let mut bytes = Excel { rows: &rows, merged, ..Excel::default() };
    bytes.parts = vec![];
    let bytes = with_part(&bytes.bytes(), "xl/worksheets/_rels/sheet1.xml.rels", links.as_bytes());
    let look = Look::at("list.xlsx", &bytes);
    for words in ["drive.google.com/file/d/1AbC/view", "C:/photos/bowl.jpg"] {
        assert!(look.says(words), "{words}: {:?}", look.output);
    }
}

/// The archive with this in the place of one of its parts.
fn with_part(bytes: &[u8], name: &str, part: &[u8]) -> Vec<u8> {
    let mut read = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut parts = Vec::new();
    for index in 0..read.len() {
        let mut file = read.by_index(index).unwrap();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut content).unwrap();
        let of = file.name().unwrap().into_owned();
        parts.push((of.clone(), if of == name { part.to_vec() } else { content }));
    }
    archive(&parts)
}
