//! The tables of Excel and OpenDocument files.

use std::collections::HashSet;
use std::io::Cursor;

use calamine::{Data, Reader, SheetVisible, Sheets, open_workbook_auto_from_rs};

use crate::domain::{Code, Finding, Problem};

/// Worksheets that are looked at.
const MAX_WORKSHEETS: usize = 20;

/// A table of a workbook.
#[derive(Debug, Default)]
pub struct Worksheet {
    pub rows: Vec<Vec<String>>,
    /// Cells, as row and column from 0, whose formula has no stored value.
    pub uncomputed: HashSet<(usize, usize)>,
}

/// Whether the bytes are those of a workbook: a ZIP archive or an OLE document.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0])
}

/// Reads the visible worksheets that are not empty.
///
/// # Errors
/// `Sheet` when the file is damaged, or contains no worksheet.
pub fn worksheets(bytes: &[u8]) -> Result<Vec<Worksheet>, Problem> {
    let unreadable = |error: calamine::Error| Problem::new(Code::Sheet).with_quotation(error.to_string());
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let visible = book.sheets_metadata().iter().filter(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = visible.map(|sheet| sheet.name.clone()).take(MAX_WORKSHEETS).collect();
    let mut found = Vec::new();
    let mut failure = Problem::new(Code::Sheet).with_diagnostic(Finding::NoTable);
    for name in &names {
        match worksheet(&mut book, name) {
            Ok(sheet) => found.extend((!sheet.rows.is_empty()).then_some(sheet)),
            // A worksheet may be a chart.
            Err(error) => failure = unreadable(error),
        }
    }
    if found.is_empty() && names.is_empty() { Err(failure) } else { Ok(found) }
}

fn worksheet(book: &mut Sheets<Cursor<&[u8]>>, name: &str) -> Result<Worksheet, calamine::Error> {
    let range = book.worksheet_range(name)?;
    // The range lacks rows above and columns left of the first used cell, but people count them.
    let start = |start: Option<(u32, u32)>| start.map_or((0, 0), |(row, column)| (row as usize, column as usize));
    let (above, left) = start(range.start());
    let cells = range.rows().map(|row| std::iter::repeat_n(String::new(), left).chain(row.iter().map(cell_text)).collect());
    let rows: Vec<Vec<String>> = std::iter::repeat_n(Vec::new(), if range.is_empty() { 0 } else { above }).chain(cells).collect();
    let formulas = book.worksheet_formula(name).unwrap_or_default();
    let (above, left) = start(formulas.start());
    let formulas = formulas.used_cells().filter(|(.., formula)| !formula.is_empty());
    let formulas = formulas.map(|(row, column, _)| (row + above, column + left));
    let is_empty = |(row, column): &(usize, usize)| {
        let (row, column) = (u32::try_from(*row).unwrap_or(u32::MAX), u32::try_from(*column).unwrap_or(u32::MAX));
        matches!(range.get_value((row, column)), None | Some(Data::Empty))
    };
    Ok(Worksheet { uncomputed: formulas.filter(is_empty).collect(), rows })
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

    #[test]
    fn a_price_in_an_excel_cell_has_no_decimal_point() {
        assert_eq!(cell_text(&Data::Float(250_000.0)), "250000");
        assert_eq!(cell_text(&Data::Float(0.1 * 3.0 * 10.0)), "3", "3.0000000000000004");
        assert_eq!(cell_text(&Data::Float(12.5)), "12.5");
        assert_eq!(cell_text(&Data::String("۱۲".to_owned())), "۱۲");
    }
}
