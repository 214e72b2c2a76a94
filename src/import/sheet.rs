//! Rows of a spreadsheet → drafts. Works on bytes and cells; the worker finds the photos that a row names.

use std::collections::{BTreeMap, HashSet};
use std::io::Cursor;
use std::path::{Path, PathBuf};

use calamine::{Data, Reader, open_workbook_auto_from_rs};

use super::PlannedDraft;
use super::table::unescape_formula;
use crate::domain::text::folded;
use crate::domain::{Code, Draft, Edit, Field, FieldKind, Finding, Position, Problem};

/// A row's draft; its photos are file names as written in the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetDraft {
    /// The row's number as a spreadsheet program shows it: the header is row 1.
    pub row: usize,
    pub draft: Draft,
    /// The cover first. Relative to the sheet's folder unless absolute.
    pub photos: Vec<PathBuf>,
    /// Photo edits from an earlier import, by the names in `photos`.
    pub edits: BTreeMap<PathBuf, Edit>,
    /// What the product was planned from in an earlier import, if the sheet lists that import's failed products: it
    /// identifies the draft even if its name was corrected.
    pub origin: Option<Origin>,
    /// A cell that cannot be used, with row and column. Without its value the product would be a different one.
    pub problem: Option<Problem>,
}

/// [`PlannedDraft`](super::PlannedDraft)'s `source` and `source_name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub source: PathBuf,
    pub name: String,
}

/// The column of the path that a product came from. Neither it nor the next two are fields of a product.
pub const SOURCE: &str = "source";
/// The column of the name that was derived from the path.
pub const SOURCE_NAME: &str = "source_name";
/// The column of the edits of its photos, as JSON.
pub const PHOTO_EDITS: &str = "photo_edits";
/// Why the row failed: for the user, ignored by the import.
pub const PROBLEM: &str = "problem";

/// Separates the photos in one cell. File names on Windows cannot contain it.
pub const PHOTO_SEPARATOR: char = '|';

/// The parsed sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    pub drafts: Vec<SheetDraft>,
    /// Headings that are not recognized, as written.
    pub unknown_columns: Vec<String>,
}

/// Reads a sheet's cells: CSV in UTF-8 (comma, semicolon or tab) or an Excel or OpenDocument file, detected by content.
/// `name` is used in problems only.
///
/// # Errors
/// `Sheet` when it is neither.
pub fn read(name: &Path, bytes: &[u8]) -> Result<Vec<Vec<String>>, Problem> {
    let is_workbook = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]);
    let rows = if is_workbook { read_workbook(bytes) } else { read_csv(bytes) };
    let mut rows = rows.map_err(|problem| problem.with_subject(name.display().to_string()))?;
    for cell in rows.iter_mut().flatten() {
        if unescape_formula(cell) != cell {
            cell.remove(0);
        }
    }
    Ok(rows)
}

fn unreadable(error: impl std::fmt::Display) -> Problem {
    Problem::new(Code::Sheet).with_quotation(error.to_string())
}

/// Reads the first sheet of an Excel or OpenDocument file.
fn read_workbook(bytes: &[u8]) -> Result<Vec<Vec<String>>, Problem> {
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let range =
        book.worksheet_range_at(0).ok_or_else(|| Problem::new(Code::Sheet).with_diagnostic(Finding::NoTable))?.map_err(unreadable)?;
    // The range lacks rows above and columns left of the first used cell, but people count them.
    let (above, left) = range.start().map_or((0, 0), |(row, column)| (row as usize, column as usize));
    let cells = range.rows().map(|row| std::iter::repeat_n(String::new(), left).chain(row.iter().map(cell_text)).collect());
    Ok(std::iter::repeat_n(Vec::new(), above).chain(cells).collect())
}

/// A cell's value as its author sees it: whole numbers without a decimal point.
fn cell_text(data: &Data) -> String {
    match data {
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        Data::Empty => String::new(),
        other => other.to_string(),
    }
}

fn read_csv(bytes: &[u8]) -> Result<Vec<Vec<String>>, Problem> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Problem::new(Code::Sheet).with_diagnostic(Finding::NotUtf8 { byte: error.valid_up_to() }))?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator(text)).from_reader(text.as_bytes());
    reader.records().map(|record| record.map(|record| record.iter().map(str::to_owned).collect()).map_err(unreadable)).collect()
}

/// The separator among comma, semicolon and tab that the header contains most often, outside of quotes.
fn separator(text: &str) -> u8 {
    let mut counts = [(b';', 0), (b'\t', 0), (b',', 0)];
    let mut quoted = false;
    for byte in text.bytes().take_while(|&byte| byte != b'\n') {
        if byte == b'"' {
            quoted = !quoted;
        } else if !quoted && let Some((_, count)) = counts.iter_mut().find(|(separator, _)| *separator == byte) {
            *count += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(b',', |(separator, _)| separator)
}

/// Turns each row below the header into a draft. The header is the first row that is not empty.
pub fn drafts(rows: &[Vec<String>]) -> Sheet {
    let mut sheet = Sheet::default();
    let is_empty = |row: &[String]| row.iter().all(|cell| cell.trim().is_empty());
    let Some(header) = rows.iter().position(|row| !is_empty(row)) else { return sheet };
    let columns: Vec<Option<ColumnKind>> = rows[header].iter().map(|heading| column_kind(heading)).collect();
    let unknown = rows[header].iter().zip(&columns).filter(|(heading, column)| column.is_none() && !heading.trim().is_empty());
    sheet.unknown_columns = unknown.map(|(heading, _)| heading.trim().to_owned()).collect();
    for (index, row) in rows.iter().enumerate().skip(header + 1).filter(|(_, row)| !is_empty(row)) {
        let mut draft =
            SheetDraft { row: index + 1, draft: Draft::default(), photos: Vec::new(), edits: BTreeMap::new(), origin: None, problem: None };
        for (column, text) in columns.iter().zip(row) {
            match column {
                Some(ColumnKind::Field(field)) => draft.set(*field, text),
                Some(ColumnKind::Source) => draft.origin.get_or_insert_default().source = PathBuf::from(text),
                Some(ColumnKind::SourceName) => draft.origin.get_or_insert_default().name.clone_from(text),
                Some(ColumnKind::PhotoEdits) => draft.set_edits(text),
                Some(ColumnKind::Ignored) | None => {}
            }
        }
        // An incomplete origin would identify another draft.
        draft.origin = draft.origin.filter(|origin| !origin.source.as_os_str().is_empty() && !origin.name.trim().is_empty());
        sheet.drafts.push(draft);
    }
    sheet
}

impl SheetDraft {
    fn set(&mut self, field: Field, text: &str) {
        if field.kind() == FieldKind::Photos {
            add_photos(&mut self.photos, field, text);
        } else if let Err(error) = self.draft.set(field, text) {
            let cell = Finding::CellValue { text: text.trim().to_owned() }.at(Position::Row(self.row));
            self.problem =
                Some(Problem { detail: Some(error), ..Problem::new(Code::InvalidField).with_field(field.name()).with_diagnostic(cell) });
        }
    }

    fn set_edits(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(edits) => self.edits = edits,
            Err(_) if text.trim().is_empty() => {}
            // Without its edits the product would have different photos.
            Err(error) => {
                let said = format!("row {}: {error}", self.row);
                self.problem = Some(Problem::new(Code::InvalidField).with_field(PHOTO_EDITS).with_quotation(said));
            }
        }
    }

    /// The edits of each photo, in the photos' order.
    pub fn edits_in_order(&self) -> impl Iterator<Item = Edit> + '_ {
        self.photos.iter().map(|photo| self.edits.get(photo).copied().unwrap_or_default())
    }
}

/// What a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    Field(Field),
    Source,
    SourceName,
    PhotoEdits,
    /// Known, and ignored.
    Ignored,
}

fn column_kind(heading: &str) -> Option<ColumnKind> {
    match heading.trim() {
        SOURCE => Some(ColumnKind::Source),
        SOURCE_NAME => Some(ColumnKind::SourceName),
        PHOTO_EDITS => Some(ColumnKind::PhotoEdits),
        PROBLEM => Some(ColumnKind::Ignored),
        heading => field_by_heading(heading).map(ColumnKind::Field),
    }
}

/// A `photo` column names the cover, wherever it stands; a `photos` column names the rest, with or without the cover.
fn add_photos(photos: &mut Vec<PathBuf>, field: Field, text: &str) {
    // A file name may contain a semicolon, so it separates photos only if the other separator is not used.
    let separators: &[char] = if text.contains(PHOTO_SEPARATOR) { &[PHOTO_SEPARATOR, '\n'] } else { &[';', '\n'] };
    let named = text.split(separators).map(str::trim).filter(|name| !name.is_empty()).map(PathBuf::from);
    if field == Field::Photo {
        for photo in named {
            photos.retain(|known| *known != photo);
            photos.insert(0, photo);
        }
        return;
    }
    let mut known: HashSet<PathBuf> = photos.iter().cloned().collect();
    photos.extend(named.filter(|photo| known.insert(photo.clone())));
}

/// The cell for these photos, which reading splits again, unless a name contains [`PHOTO_SEPARATOR`] itself.
pub fn photos_cell(photos: &[PathBuf]) -> String {
    let between = PHOTO_SEPARATOR.to_string();
    let mut cell = photos.iter().map(|photo| photo.display().to_string()).collect::<Vec<_>>().join(&between);
    if cell.contains(';') && !cell.contains(PHOTO_SEPARATOR) {
        cell.push(PHOTO_SEPARATOR);
    }
    cell
}

/// The cell for a product's photo edits; empty if there are none.
pub fn edits_cell(planned: &PlannedDraft) -> String {
    let edits = planned.photos.iter().enumerate().map(|(place, photo)| (photo.display().to_string(), planned.edit(place)));
    let edits: BTreeMap<String, Edit> = edits.filter(|(_, edit)| !edit.is_identity()).collect();
    // Maps of strings to numbers always have a JSON form.
    if edits.is_empty() { String::new() } else { serde_json::to_string(&edits).unwrap_or_default() }
}

/// Headings that people write, in both languages, besides the fields' own names.
const HEADINGS: [(Field, &[&str]); 12] = [
    (Field::Name, &["title", "product", "product name", "نام", "نام محصول", "عنوان", "نام کالا"]),
    (Field::Photo, &["cover", "cover photo", "main photo", "عکس اصلی", "تصویر اصلی"]),
    (Field::Photos, &["images", "pictures", "files", "عکس", "عکس ها", "تصاویر", "تصویر"]),
    (Field::Brief, &["summary", "short description", "خلاصه", "توضیح کوتاه"]),
    (Field::Description, &["details", "full description", "توضیحات", "توضیح", "شرح"]),
    (
        Field::PreparationDays,
        &[
            "days",
            "preparation",
            "days to prepare",
            "preparation time",
            "preparation time (days)",
            "روز آماده سازی",
            "زمان آماده سازی",
            "زمان آماده سازی (روز)",
        ],
    ),
    (Field::Weight, &["net weight", "وزن", "وزن خالص"]),
    (Field::PackageWeight, &["gross weight", "weight with packing", "packaged weight", "وزن با بسته بندی", "وزن بسته"]),
    (Field::PrimaryPrice, &["price", "قیمت", "بها"]),
    (Field::Stock, &["inventory", "quantity", "count", "موجودی", "تعداد"]),
    (Field::Sku, &["code", "your code", "your code (sku)", "کد", "کد کالا", "کد محصول", "کد شما (sku)", "کد محصول (sku)"]),
    (Field::IsWholesale, &["wholesale", "عمده", "فروش عمده"]),
];

fn field_by_heading(heading: &str) -> Option<Field> {
    // Some people write half-spaces, underscores or a trailing colon, others do not.
    let plain = |text: &str| folded(&text.replace(['_', '-', '\u{200c}'], " ")).trim_end_matches([':', '*', ' ']).to_owned();
    let heading = plain(heading);
    HEADINGS
        .iter()
        .find(|(field, others)| plain(field.name()) == heading || others.iter().any(|other| plain(other) == heading))
        .map(|(field, _)| *field)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sheet(text: &str) -> Sheet {
        drafts(&read(Path::new("sheet.csv"), text.as_bytes()).unwrap())
    }

    #[test]
    fn all_common_csv_variants_are_read() {
        for text in
            ["name,price\nRug,12000\n", "\u{feff}name;price\r\nRug;۱۲٬۰۰۰\r\n", "Title\tPrice\nRug\t\"12,000\"\n", "نام,قیمت\nRug,12000"]
        {
            let sheet = sheet(text);
            assert_eq!(sheet.drafts.len(), 1, "{text}");
            assert_eq!((sheet.drafts[0].draft.name.as_str(), sheet.drafts[0].draft.primary_price), ("Rug", Some(12_000)), "{text}");
            assert_eq!((&sheet.drafts[0].problem, sheet.unknown_columns), (&None, vec![]), "{text}");
        }
    }

    #[test]
    fn the_cover_is_the_first_photo() {
        let row = &sheet("name;photos;photo\nRug;a.jpg|b.jpg;b.jpg\n").drafts[0];
        assert_eq!(row.photos, [PathBuf::from("b.jpg"), PathBuf::from("a.jpg")]);
    }

    #[test]
    fn an_unusable_cell_is_reported_with_row_and_column() {
        let sheet = sheet("name,price,colour\nRug,cheap,red\n\nBowl,5000,blue\n");
        let problem = sheet.drafts[0].problem.as_ref().unwrap();
        assert_eq!((problem.field.as_deref(), problem.said.as_deref()), (Some("primary_price"), Some("row 2: cheap")));
        assert_eq!(sheet.drafts[1].problem, None);
        assert_eq!(sheet.unknown_columns, ["colour"]);
    }

    #[test]
    fn a_photo_name_may_contain_a_semicolon() {
        let row = &sheet("name,photos\nRug,/a;b.jpg|\nBowl,c.jpg;d.jpg\n");
        assert_eq!(row.drafts[0].photos, [PathBuf::from("/a;b.jpg")]);
        assert_eq!(photos_cell(&row.drafts[0].photos), "/a;b.jpg|");
        assert_eq!(row.drafts[1].photos, [PathBuf::from("c.jpg"), PathBuf::from("d.jpg")]);
    }

    #[test]
    fn a_row_of_a_failed_product_carries_its_origin_and_its_problem_is_ignored() {
        let sheet = sheet("name,problem,source,source_name\nMended,too long,/photos/Rug,Rug\nOther,,/photos/Bowl,\n");
        assert_eq!(sheet.drafts[0].origin, Some(Origin { source: PathBuf::from("/photos/Rug"), name: "Rug".to_owned() }));
        assert_eq!(sheet.drafts[1].origin, None, "a row without the name of its source has no source");
        assert_eq!(sheet.unknown_columns, [""; 0]);
    }

    #[test]
    fn an_excel_file_is_detected_by_content_and_a_broken_one_is_refused() {
        let problem = read(Path::new("list.csv"), b"PK\x03\x04 this is no workbook").unwrap_err();
        assert_eq!((problem.code, problem.subject.as_deref()), (Code::Sheet, Some("list.csv")));
        assert_eq!(read(Path::new("list.csv"), b"name\n\xff\xfe").unwrap_err().code, Code::Sheet);
    }

    #[test]
    fn a_price_in_an_excel_cell_has_no_decimal_point() {
        assert_eq!(cell_text(&Data::Float(250_000.0)), "250000");
        assert_eq!(cell_text(&Data::String("۱۲".to_owned())), "۱۲");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            if let Ok(rows) = read(Path::new("x"), &bytes) {
                let _ = drafts(&rows);
            }
        }
    }
}
