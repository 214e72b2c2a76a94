//! Spreadsheets: whole files, and the parts of packed ones, which no mutation of the packed bytes reaches.

use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};

use vitrine_core::import::sheet::open;

/// A file of any kind: text, an Excel file of either kind, an OpenDocument file, a web page, XML of 2003.
pub fn file(bytes: &[u8]) {
    // What is looked for in these are amounts.
    if is_read_by_others(bytes) {
        let _ = std::panic::catch_unwind(|| check(bytes));
    } else {
        check(bytes);
    }
}

/// Whether it is an old or a binary Excel file. These have a reader of their own, which may fall over or take
/// any amount of memory: in the program that ends only the process in which sheets are read.
pub fn is_read_by_others(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) || memchr::memmem::find(bytes, b"workbook.bin").is_some()
}

/// One part of an Excel file, which the first byte chooses; the others are usual ones.
pub fn excel(bytes: &[u8]) {
    let Some((which, part)) = bytes.split_first() else { return };
    let mut parts: [(&str, &[u8]); 6] = [
        ("xl/worksheets/sheet1.xml", br#"<worksheet><sheetData><row><c t="s" s="1"><v>0</v></c><c s="1"><v>5</v></c></row></sheetData><drawing r:id="r1"/></worksheet>"#),
        ("xl/styles.xml", br#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>"#),
        ("xl/sharedStrings.xml", b"<sst><si><t>name</t></si></sst>"),
        ("xl/workbook.xml", br#"<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>"#),
        ("xl/_rels/workbook.xml.rels", br#"<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#),
        ("xl/worksheets/_rels/sheet1.xml.rels", br#"<Relationships><Relationship Id="r1" Type="x/drawing" Target="../drawing.xml"/></Relationships>"#),
    ];
    let count = parts.len();
    parts[usize::from(*which) % count].1 = part;
    check(&archive(&parts));
}

/// The tables of an OpenDocument file.
pub fn open_document(bytes: &[u8]) {
    check(&archive(&[("content.xml", bytes)]));
}

fn check(bytes: &[u8]) {
    for sheet in open(bytes).into_iter().flatten() {
        let width = sheet.rows.iter().map(Vec::len).max().unwrap_or_default();
        let is_there = |place: &(usize, usize)| place.0 < sheet.rows.len() && place.1 < width;
        assert!(sheet.merged.iter().all(|merged| is_there(&merged.first) && is_there(&merged.last)));
        assert!(sheet.hidden_rows.iter().all(|row| *row < sheet.rows.len()));
    }
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, part) in parts {
        archive.start_file(*name, stored).expect("a part begins");
        archive.write_all(part).expect("memory takes it");
    }
    archive.finish().expect("the archive is complete").into_inner()
}
