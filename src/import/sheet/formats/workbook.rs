//! The tables of Excel and OpenDocument files.

use std::collections::HashSet;
use std::io::Cursor;

use calamine::{Data, DataRef, DataType, Range, Reader, SheetVisible, Sheets, Xlsb, Xlsx, open_workbook_auto_from_rs};

use super::bounds::{Budget, MAX_PLACES};
use super::{archive, compound};
use crate::domain::{Code, Finding, Problem};

/// Worksheets that are looked at.
const MAX_WORKSHEETS: usize = 20;

type Bytes<'a> = Cursor<&'a [u8]>;

/// A table of a workbook.
#[derive(Debug, Default)]
pub struct Worksheet {
    pub name: String,
    pub rows: Vec<Vec<String>>,
    /// Cells, as row and column from 0, whose formula has no stored value.
    pub uncomputed: HashSet<(usize, usize)>,
}

/// Whether the bytes are those of a workbook: a ZIP archive or an OLE document.
pub fn is_workbook(bytes: &[u8]) -> bool {
    is_archive(bytes) || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0])
}

fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads the visible worksheets that are not empty.
///
/// # Errors
/// `Sheet` when the file is damaged, contains no worksheet, or has more cells than are read.
pub fn worksheets(bytes: &[u8]) -> Result<Vec<Worksheet>, Problem> {
    if is_archive(bytes) {
        archive::check(bytes)?;
    } else {
        compound::check(bytes)?;
    }
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let visible = book.sheets_metadata().iter().filter(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = visible.map(|sheet| sheet.name.clone()).take(MAX_WORKSHEETS).collect();
    let mut found = Vec::new();
    let mut failure = Problem::new(Code::Sheet).with_diagnostic(Finding::NoTable);
    let mut budget = Budget::default();
    for name in &names {
        match worksheet(&mut book, name, &mut budget) {
            Ok(sheet) => found.extend((!sheet.rows.is_empty()).then(|| Worksheet { name: name.clone(), ..sheet.padded() })),
            Err(problem) if problem.diagnostic.is_some() => return Err(problem),
            // A worksheet may be a chart.
            Err(problem) => failure = problem,
        }
    }
    if found.is_empty() && names.is_empty() { Err(failure) } else { Ok(found) }
}

fn unreadable(error: impl std::fmt::Display) -> Problem {
    Problem::new(Code::Sheet).with_quotation(error.to_string())
}

/// Reads one worksheet. Where the file's format allows, only its filled cells are read, one after the other.
fn worksheet(book: &mut Sheets<Bytes<'_>>, name: &str, budget: &mut Budget) -> Result<Worksheet, Problem> {
    match book {
        Sheets::Xlsx(book) => xlsx(book, name, budget),
        Sheets::Xlsb(book) => xlsb(book, name, budget),
        Sheets::Xls(_) | Sheets::Ods(_) => {
            let cells = book.worksheet_range(name).map_err(unreadable)?;
            let formulas = book.worksheet_formula(name).unwrap_or_default();
            of_ranges(&cells, &formulas, budget)
        }
    }
}

fn xlsx(book: &mut Xlsx<Bytes<'_>>, name: &str, budget: &mut Budget) -> Result<Worksheet, Problem> {
    let mut sheet = Worksheet::default();
    let mut cells = book.worksheet_cells_reader(name).map_err(unreadable)?;
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(unreadable)? {
        let (row, column) = (cell.pos.0 as usize, cell.pos.1 as usize);
        if !matches!(cell.value, DataRef::Empty) {
            sheet.set(row, column, text_of(cell.value, budget)?, budget)?;
        } else if cell.formula.is_some() {
            sheet.add_uncomputed(row, column, budget)?;
        }
    }
    Ok(sheet)
}

fn xlsb(book: &mut Xlsb<Bytes<'_>>, name: &str, budget: &mut Budget) -> Result<Worksheet, Problem> {
    let mut sheet = Worksheet::default();
    let mut filled = HashSet::new();
    let mut cells = book.worksheet_cells_reader(name).map_err(unreadable)?;
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        if !matches!(cell.get_value(), DataRef::Empty) {
            filled.insert((row, column));
            sheet.set(row as usize, column as usize, text_of(cell.get_value().clone(), budget)?, budget)?;
        }
    }
    drop(cells);
    let mut formulas = book.worksheet_cells_reader(name).map_err(unreadable)?;
    while let Some(cell) = formulas.next_formula().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        if !cell.get_value().is_empty() && !filled.contains(&(row, column)) {
            sheet.add_uncomputed(row as usize, column as usize, budget)?;
        }
    }
    Ok(sheet)
}

/// The bounds of these formats were checked before they were read.
fn of_ranges(cells: &Range<Data>, formulas: &Range<String>, budget: &mut Budget) -> Result<Worksheet, Problem> {
    // A range lacks rows above and columns left of the first used cell, but people count them.
    let start = |start: Option<(u32, u32)>| start.map_or((0, 0), |(row, column)| (row as usize, column as usize));
    let mut sheet = Worksheet::default();
    let (above, left) = start(cells.start());
    for (row, column, data) in cells.used_cells() {
        sheet.set(row + above, column + left, cell_text(data), budget)?;
    }
    let (above, left) = start(formulas.start());
    for (row, column, _) in formulas.used_cells().filter(|(.., formula)| !formula.is_empty()) {
        let (row, column) = (row + above, column + left);
        let place = (u32::try_from(row).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX));
        if cells.get_value(place).is_none_or(DataType::is_empty) {
            sheet.add_uncomputed(row, column, budget)?;
        }
    }
    Ok(sheet)
}

impl Worksheet {
    /// Sets a cell. A row is as long as its last filled cell requires, so that one far away costs one row only.
    fn set(&mut self, row: usize, column: usize, text: String, budget: &mut Budget) -> Result<(), Problem> {
        if self.rows.len() <= row {
            budget.take_places(row + 1 - self.rows.len())?;
            self.rows.resize(row + 1, Vec::new());
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            budget.take_places(column + 1 - cells.len())?;
            cells.resize(column + 1, String::new());
        }
        cells[column] = text;
        Ok(())
    }

    /// The table with rows of equal length, as its author sees it, unless a cell in a far corner makes that too large.
    fn padded(mut self) -> Self {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        if self.rows.len().saturating_mul(width) <= MAX_PLACES {
            self.rows.iter_mut().for_each(|row| row.resize(width, String::new()));
        }
        self
    }

    fn add_uncomputed(&mut self, row: usize, column: usize, budget: &mut Budget) -> Result<(), Problem> {
        budget.take_places(1)?;
        self.uncomputed.insert((row, column));
        Ok(())
    }
}

/// The text of a cell, of which many may share one.
fn text_of(data: DataRef<'_>, budget: &mut Budget) -> Result<String, Problem> {
    let bytes = match &data {
        DataRef::SharedString(text) => text.len(),
        DataRef::String(text) => text.len(),
        _ => 0,
    };
    budget.take_text(bytes)?;
    Ok(cell_text(&data.into()))
}

/// A cell's value as its author sees it: whole numbers without a decimal point.
fn cell_text(data: &Data) -> String {
    match data {
        Data::Float(number) if is_whole(*number) => format!("{:.0}", number.round()),
        Data::Empty => String::new(),
        other => other.to_string(),
    }
}

/// A formula's result may differ from a whole number by what computers round.
fn is_whole(number: f64) -> bool {
    number.abs() < 1e15 && (number - number.round()).abs() <= number.abs().max(1.0) * 1e-11
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An Excel file of these cells.
    fn excel(cells: &[(u32, u16, &str)]) -> Vec<u8> {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (row, column, text) in cells {
            sheet.write_string(*row, *column, *text).unwrap();
        }
        book.save_to_buffer().unwrap()
    }

    fn archive_of(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in parts {
            archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::Write::write_all(&mut archive, bytes).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn a_cell_in_the_last_corner_costs_its_row_and_hides_no_other_cell() {
        let sheet = worksheets(&excel(&[(0, 0, "name"), (1, 0, "Rug"), (1_048_575, 16_383, "x")])).unwrap().remove(0);
        assert_eq!((sheet.rows[0].join(","), sheet.rows[1].join(","), sheet.rows.len()), ("name".to_owned(), "Rug".to_owned(), 1_048_576));
        assert_eq!(sheet.rows[1_048_575].len(), 16_384);
    }

    #[test]
    fn more_cells_than_are_read_are_refused_and_said() {
        let far: Vec<(u32, u16, &str)> = (0..400).map(|row| (row, 16_383, "x")).collect();
        let problem = worksheets(&excel(&far)).unwrap_err();
        assert_eq!(problem.diagnostic.map(|of| of.finding), Some(Finding::TooManyCells { limit: MAX_PLACES }));
    }

    #[test]
    fn an_archive_that_unpacks_to_gigabytes_is_refused_before_it_is_read() {
        let zeros = vec![b' '; 64 << 20];
        let parts: Vec<(String, &[u8])> = (0..9).map(|part| (format!("xl/{part}.xml"), zeros.as_slice())).collect();
        let bomb = archive_of(&parts.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect::<Vec<_>>());
        assert!(bomb.len() < 1 << 20, "it is small itself");
        let problem = worksheets(&bomb).unwrap_err();
        assert_eq!(
            problem.diagnostic.map(|of| of.finding),
            Some(Finding::UnpacksTooLarge { limit: crate::import::sheet::formats::bounds::MAX_UNPACKED })
        );
    }

    #[test]
    fn a_price_in_an_excel_cell_has_no_decimal_point() {
        assert_eq!(cell_text(&Data::Float(250_000.0)), "250000");
        assert_eq!(cell_text(&Data::Float(0.1 * 3.0 * 10.0)), "3", "3.0000000000000004");
        assert_eq!(cell_text(&Data::Float(12.5)), "12.5");
        assert_eq!(cell_text(&Data::String("۱۲".to_owned())), "۱۲");
    }
}
