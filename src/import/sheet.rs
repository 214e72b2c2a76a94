//! A spreadsheet's rows → drafts. Works on bytes and cells; the worker reads the file and finds the photos.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use calamine::{Data, Reader};

use crate::domain::text::folded;
use crate::domain::{Code, Draft, Field, Problem};

/// A row's draft; its photos are file names as written in the sheet, for the worker to find.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetDraft {
    /// The row's number as a spreadsheet shows it: the header is 1.
    pub row: usize,
    pub draft: Draft,
    /// The cover first. Relative to the sheet's folder unless absolute.
    pub photos: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    pub drafts: Vec<SheetDraft>,
    /// Cells that cannot be used: `subject` is the cell (`C5`), `field` what it was to fill. Their rows make no draft.
    pub problems: Vec<Problem>,
    /// Headings that mean no field, as written.
    pub unknown_columns: Vec<String>,
}

/// The largest sheet that is read, in bytes: a hundred thousand rows with room to spare.
pub const MOST_BYTES: usize = 64 << 20;

/// Reads a sheet's cells: an Excel or OpenDocument file, or text in columns (comma, semicolon or tab; UTF-8 with or without
/// a byte order mark, or UTF-16 with one), told apart by content. `name` is for problems only.
///
/// # Errors
/// `Sheet`, with the file and what is wrong, when it is none of these.
pub fn read(name: &Path, bytes: &[u8]) -> Result<Vec<Vec<String>>, Problem> {
    let problem = |said: String| Problem::new(Code::Sheet).about(name.to_string_lossy()).saying(said);
    if bytes.len() > MOST_BYTES {
        return Err(problem(format!("larger than {} MB", MOST_BYTES >> 20)));
    }
    let is_workbook = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0");
    if is_workbook { read_workbook(bytes).map_err(problem) } else { read_text(bytes).map_err(problem) }
}

/// The first sheet that holds anything.
fn read_workbook(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
    let mut workbook = calamine::open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    for name in workbook.sheet_names() {
        let range = workbook.worksheet_range(&name).map_err(|error| error.to_string())?;
        let Some((top, left)) = range.start() else { continue };
        // Rows and columns before the first used one count, so that cells keep their names.
        let mut rows: Vec<Vec<String>> = vec![Vec::new(); top as usize];
        let before = vec![String::new(); left as usize];
        rows.extend(range.rows().map(|row| before.iter().cloned().chain(row.iter().map(cell_text)).collect()));
        return Ok(rows);
    }
    Ok(Vec::new())
}

fn cell_text(cell: &Data) -> String {
    match cell {
        Data::Empty | Data::Error(_) => String::new(),
        Data::Bool(flag) => flag.to_string(),
        // Spreadsheets keep every number as a fraction; 12.0 was typed as 12.
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        other => other.to_string(),
    }
}

fn read_text(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
    let text = decode(bytes)?;
    // Excel's own note to itself.
    let (named, text) = match text.strip_prefix("sep=").and_then(|rest| rest.split_once('\n')) {
        Some((separator, rest)) => (separator.trim_end_matches('\r').bytes().next(), rest),
        None => (None, text.as_str()),
    };
    let delimiter = named.unwrap_or_else(|| delimiter_of(text));
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let at = record.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(usize::MAX));
        rows.extend((0..blank_lines(text, at)).map(|_| Vec::new()));
        rows.push(record.iter().map(str::to_owned).collect());
    }
    Ok(rows)
}

/// Empty lines at `at`: the reader skips them, but whoever looks at the sheet counts them.
fn blank_lines(text: &str, at: usize) -> usize {
    let (before, rest) = text.as_bytes().split_at(at.min(text.len()));
    // The second half of the line end before.
    let rest = if before.ends_with(b"\r") { rest.strip_prefix(b"\n").unwrap_or(rest) } else { rest };
    rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|&&byte| byte == b'\n').count()
}

fn decode(bytes: &[u8]) -> Result<String, String> {
    let wide = |read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| "not valid UTF-16".to_owned())
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => {
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            let text = std::str::from_utf8(text).map_err(|error| {
                let line = text[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
                format!("line {line}: not UTF-8; save it as \"CSV UTF-8\"")
            })?;
            if text.contains('\0') {
                return Err("neither text nor a spreadsheet".to_owned());
            }
            Ok(text.to_owned())
        }
    }
}

/// The one of comma, semicolon and tab that stands most often in the header, outside of quotes.
fn delimiter_of(text: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0)];
    for byte in text.trim_start().bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(delimiter, _)| *delimiter == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // The first of equals.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(delimiter, _)| *delimiter)
}

/// Makes a draft of each row below the header, which is the first row that is not empty.
///
/// A heading is a field's name on the wire or what people call it in English or Persian, in any spelling. Photos are
/// separated by `;`, `|` or line breaks.
pub fn drafts(rows: &[Vec<String>]) -> Sheet {
    let mut sheet = Sheet::default();
    let Some(top) = rows.iter().position(|row| !is_blank(row)) else {
        sheet.problems.push(Problem::new(Code::Sheet).saying("no rows"));
        return sheet;
    };
    let mut columns: Vec<Option<Field>> = Vec::with_capacity(rows[top].len());
    for (column, heading) in rows[top].iter().enumerate() {
        let field = field_of(heading);
        if field.is_some() && columns.contains(&field) {
            sheet
                .problems
                .push(Problem::new(Code::Sheet).about(cell_name(top, column)).saying(format!("a second column \"{}\"", heading.trim())));
            columns.push(None);
            continue;
        }
        if field.is_none() && !heading.trim().is_empty() {
            sheet.unknown_columns.push(heading.trim().to_owned());
        }
        columns.push(field);
    }
    if columns.iter().all(Option::is_none) {
        sheet.problems.push(Problem::new(Code::Sheet).about(cell_name(top, 0)).saying("no heading names a field"));
        return sheet;
    }
    for (index, row) in rows.iter().enumerate().skip(top + 1).filter(|(_, row)| !is_blank(row)) {
        match draft_of(index, row, &columns) {
            Ok(draft) => sheet.drafts.push(draft),
            Err(problems) => sheet.problems.extend(problems),
        }
    }
    sheet
}

fn draft_of(index: usize, row: &[String], columns: &[Option<Field>]) -> Result<SheetDraft, Vec<Problem>> {
    let mut draft = Draft::default();
    let (mut cover, mut album) = (Vec::new(), Vec::new());
    let mut problems = Vec::new();
    for (column, (cell, field)) in row.iter().zip(columns).enumerate() {
        match field {
            None => {}
            Some(Field::Photo) => cover = file_names(cell),
            Some(Field::Photos) => album = file_names(cell),
            Some(field) => {
                if let Err(error) = draft.set(*field, cell) {
                    let problem = Problem::new(Code::InvalidField).in_field(field.name()).about(cell_name(index, column));
                    problems.push(Problem { detail: Some(error), ..problem });
                }
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut photos: Vec<PathBuf> = Vec::new();
    for name in cover.into_iter().chain(album) {
        if !photos.contains(&name) {
            photos.push(name);
        }
    }
    Ok(SheetDraft { row: index + 1, draft, photos })
}

fn file_names(cell: &str) -> Vec<PathBuf> {
    cell.split([';', '|', '\n', '\r', '؛']).map(str::trim).filter(|name| !name.is_empty()).map(PathBuf::from).collect()
}

fn is_blank(row: &[String]) -> bool {
    row.iter().all(|cell| cell.trim().is_empty())
}

/// As a spreadsheet names it: `C5`. Both counted from 0.
fn cell_name(row: usize, column: usize) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        letters.insert(0, char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    format!("{letters}{}", row + 1)
}

fn field_of(heading: &str) -> Option<Field> {
    let plain: String = folded(heading).chars().map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).collect();
    // A unit behind the name is for the reader: "price (rial)".
    let plain = plain.split(['(', '[', ':', '*']).next().unwrap_or_default().trim();
    let called = |field: &Field| field.name().replace('_', " ") == plain || names(*field).iter().any(|name| folded(name) == plain);
    Field::ALL.into_iter().find(called)
}

/// What people head such a column with.
const fn names(field: Field) -> &'static [&'static str] {
    match field {
        Field::Name => &["title", "product", "product name", "product title", "نام", "نام محصول", "نام کالا", "عنوان", "عنوان محصول"],
        Field::Photo => &["cover", "main photo", "main image", "image", "picture", "عکس", "عکس اصلی", "تصویر", "تصویر اصلی"],
        Field::Photos => &["images", "pictures", "gallery", "album", "عکس ها", "عکسها", "تصاویر", "گالری", "آلبوم"],
        Field::Brief => &["summary", "short description", "خلاصه", "توضیح کوتاه", "توضیحات کوتاه", "معرفی کوتاه"],
        Field::Description => &["details", "full description", "توضیح", "توضیحات", "شرح", "معرفی"],
        Field::PreparationDays => {
            &["preparation", "preparation time", "preparation day", "زمان آماده سازی", "آماده سازی", "روز آماده سازی"]
        }
        Field::Weight => &["net weight", "وزن", "وزن خالص"],
        Field::PackageWeight => &["packaged weight", "shipping weight", "gross weight", "وزن با بسته بندی", "وزن بسته", "وزن بسته بندی"],
        Field::PrimaryPrice => &["price", "قیمت", "قیمت اصلی", "بها", "مبلغ"],
        Field::Stock => &["inventory", "quantity", "qty", "count", "موجودی", "تعداد"],
        Field::Sku => &["code", "product code", "item code", "کد", "کد محصول", "کد کالا", "شناسه"],
        Field::IsWholesale => &["wholesale", "عمده", "فروش عمده", "عمده فروشی"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::FieldError;

    fn rows(text: &[u8]) -> Vec<Vec<String>> {
        read(Path::new("goods.csv"), text).unwrap()
    }

    fn sheet(text: &str) -> Sheet {
        drafts(&rows(text.as_bytes()))
    }

    #[test]
    fn columns_are_known_by_their_usual_names_in_both_languages() {
        let english = sheet("Product Name,Price (Rial),QTY,Photos\nMug,250000,3,a.jpg; b.jpg|c.jpg\n");
        let persian =
            sheet("نام كالا;قیمت;موجودی;عکس‌ها\nMug;۲۵۰٬۰۰۰;۳;a.jpg; b.jpg|c.jpg\n".replace("a.jpg; b.jpg", "a.jpg| b.jpg").as_str());
        assert_eq!(english.drafts, persian.drafts);
        let draft = &english.drafts[0];
        assert_eq!(
            (draft.row, draft.draft.name.as_str(), draft.draft.primary_price, draft.draft.stock),
            (2, "Mug", Some(250_000), Some(3))
        );
        assert_eq!(draft.photos, ["a.jpg", "b.jpg", "c.jpg"].map(PathBuf::from));
    }

    #[test]
    fn every_field_is_known_by_its_own_name() {
        for field in Field::ALL {
            assert_eq!(field_of(field.name()), Some(field));
            assert_eq!(field_of(&field.name().replace('_', " ").to_uppercase()), Some(field));
            for name in names(field) {
                assert_eq!(field_of(name), Some(field), "{name} means two fields");
            }
        }
    }

    #[test]
    fn the_cover_comes_first_and_no_photo_twice() {
        let sheet = sheet("name,photos,photo\nRug,a.jpg|b.jpg,b.jpg\n");
        assert_eq!(sheet.drafts[0].photos, ["b.jpg", "a.jpg"].map(PathBuf::from));
    }

    #[test]
    fn a_bad_cell_is_named_and_only_its_row_is_left_out() {
        for end in ["\n", "\r\n"] {
            let sheet = sheet(&"name,price\nMug,12.5\n\nRug,0\nBowl,7\n".replace('\n', end));
            assert_eq!(sheet.drafts.iter().map(|d| (d.row, d.draft.name.as_str())).collect::<Vec<_>>(), [(5, "Bowl")]);
            let problems: Vec<_> = sheet.problems.iter().map(|p| (p.subject.as_deref().unwrap(), p.detail.clone().unwrap())).collect();
            assert_eq!(problems, [("B2", FieldError::NotAWholeNumber), ("B4", FieldError::NotPositive)]);
            assert!(sheet.problems.iter().all(|p| p.field.as_deref() == Some("primary_price")));
        }
    }

    #[test]
    fn a_column_nobody_knows_is_reported_and_a_second_one_of_a_kind_too() {
        let sheet = sheet("name,colour,title\nMug,blue,Cup\n");
        assert_eq!(sheet.unknown_columns, ["colour"]);
        assert_eq!(sheet.problems[0].subject.as_deref(), Some("C1"));
        assert_eq!(sheet.drafts[0].draft.name, "Mug");
    }

    #[test]
    fn text_is_read_however_a_spreadsheet_saves_it() {
        let expected = [["name", "stock"], ["گلیم", "3"]].map(|row| row.map(str::to_owned).to_vec());
        let wide = "\u{feff}name\tstock\r\nگلیم\t3\r\n";
        let utf16: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for text in ["name,stock\nگلیم,3\n", "\u{feff}name;stock\r\nگلیم;3\r\n", "name\tstock\nگلیم\t3", "sep=;\r\nname;stock\r\nگلیم;3"]
        {
            assert_eq!(rows(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(rows(&utf16), expected);
    }

    #[test]
    fn a_workbooks_first_filled_sheet_is_read_and_its_cells_keep_their_names() {
        // Made by hand: an empty sheet, then one that begins at B2, with a number, a flag and a fraction.
        let bytes = include_bytes!("../../tests/sheets/goods.xlsx");
        let sheet = drafts(&read(Path::new("goods.xlsx"), bytes).unwrap());
        assert_eq!(sheet.drafts.len(), 1);
        let SheetDraft { row, draft, photos } = &sheet.drafts[0];
        assert_eq!((*row, draft.name.as_str(), draft.primary_price, draft.is_wholesale), (3, "گلیم", Some(250_000), Some(true)));
        assert_eq!(photos.len(), 2);
        assert_eq!(sheet.problems[0].subject.as_deref(), Some("C4"));
    }

    #[test]
    fn line_breaks_in_a_cell_do_not_move_the_row_numbers() {
        let sheet = sheet("name,description,price\nMug,\"one\ntwo\",5\nRug,,0\n");
        assert_eq!(sheet.drafts[0].draft.description.as_deref(), Some("one\ntwo"));
        assert_eq!(sheet.problems[0].subject.as_deref(), Some("C3"));
    }

    #[test]
    fn what_is_no_sheet_is_refused_with_the_place() {
        let said = |bytes: &[u8]| read(Path::new("x.csv"), bytes).unwrap_err().said.unwrap();
        assert!(said(b"name\n\xcf\xe3\n").starts_with("line 2: not UTF-8"));
        assert_eq!(said(b"\x00\x01"), "neither text nor a spreadsheet");
        assert!(read(Path::new("x.xlsx"), b"PK\x03\x04 but no more").is_err());
    }

    #[test]
    fn an_empty_sheet_or_one_without_headings_says_so() {
        assert_eq!(sheet(" \n,\n").problems[0].code, Code::Sheet);
        assert_eq!(sheet("Mug,5\nRug,6\n").problems[0].subject.as_deref(), Some("A1"));
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>) {
            if let Ok(rows) = read(Path::new("x"), &bytes) {
                drafts(&rows);
            }
        }
    }
}
