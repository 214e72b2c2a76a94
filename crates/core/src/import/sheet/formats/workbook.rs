//! The worksheets of Excel and OpenDocument files, whatever program wrote them.

use std::collections::HashSet;
use std::io::Cursor;

use calamine::{DataRef, Reader, SheetVisible, Xlsb};

use super::archive::Archive;
use super::bounds::{Budget, MAX_WORKSHEETS};
use super::dates::Epoch;
use super::number_format::{NumberFormat, general};
use super::sheet_cells::SheetCells;
use super::table::Table;
use super::{excel, old_excel, open_document};
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Whether the bytes are those of a workbook: a ZIP archive or an OLE document.
pub fn is_workbook(bytes: &[u8]) -> bool {
    is_archive(bytes) || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0])
}

pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads the worksheets that are not empty.
///
/// # Errors
/// `Sheet` when the file is damaged or protected, contains no worksheet, or has more cells than are read.
pub fn worksheets(bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
    let mut budget = Budget::default();
    if !is_archive(bytes) {
        return old_excel::read(bytes, &mut budget);
    }
    let mut archive = Archive::open(bytes)?;
    if archive.has("xl/workbook.bin") {
        archive.measure()?;
        let pictures = archive.parts().count_in("xl/media/");
        let mut sheets = binary_excel(bytes, &mut budget)?;
        sheets.iter_mut().take(1).for_each(|sheet| sheet.pictures.unread = pictures);
        Ok(sheets)
    } else if archive.has("content.xml") {
        open_document::read(&mut archive, &mut budget)
    } else if archive.has("Index/Document.iwa") || archive.has("Index.zip") {
        Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NumbersFile))
    } else if archive.has("word/document.xml") {
        Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::TextDocument))
    } else {
        excel::read(&mut archive, &mut budget)
    }
}

/// Reads a binary Excel file (`.xlsb`). The reader does not tell its formats.
fn binary_excel(bytes: &[u8], budget: &mut Budget) -> Result<Vec<SheetCells>, Problem> {
    let unreadable =
        |error: calamine::XlsbError| Problem::new(ProblemKind::Sheet).with_quotation(error.to_string());
    let mut book = Xlsb::new(Cursor::new(bytes)).map_err(unreadable)?;
    let sheets: Vec<(String, bool)> = book
        .sheets_metadata()
        .iter()
        .map(|sheet| (sheet.name.clone(), sheet.visible != SheetVisible::Visible))
        .collect();
    let mut found = Vec::new();
    for (name, is_hidden) in sheets.iter().take(MAX_WORKSHEETS) {
        let mut table = Table::new(name, *is_hidden, budget);
        let mut filled = HashSet::new();
        let mut cells = book.worksheet_cells_reader(name).map_err(unreadable)?;
        while let Some(cell) = cells.next_cell().map_err(unreadable)? {
            let (row, column) = cell.get_position();
            let place = (row as usize, column as usize);
            filled.insert(place);
            match cell.get_value() {
                DataRef::Empty => drop(filled.remove(&place)),
                DataRef::DateTime(date) => {
                    let format = NumberFormat::built_in(if date.as_f64() < 1.0 { 20 } else { 14 });
                    table.set_shown(place, format.show(date.as_f64(), Epoch::Y1900))?;
                }
                DataRef::Float(number) => table.set_shown(place, general(*number))?,
                DataRef::Error(error) => table.set_error(place, &error.to_string())?,
                DataRef::SharedString(text) => table.set_text(place, (*text).to_owned())?,
                other => table.set_text(place, calamine::Data::from(other.clone()).to_string())?,
            }
        }
        drop(cells);
        let mut formulas = book.worksheet_cells_reader(name).map_err(unreadable)?;
        while let Some(cell) = formulas.next_formula().map_err(unreadable)? {
            let (row, column) = cell.get_position();
            let place = (row as usize, column as usize);
            if !cell.get_value().is_empty() && !filled.contains(&place) {
                table.set_uncomputed(place)?;
            }
        }
        found.push(table.finish());
    }
    found.retain(|sheet| !sheet.rows.is_empty());
    if sheets.is_empty() {
        Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable))
    } else {
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::{MAX_PLACES, MAX_UNPACKED};
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
        let sheet =
            worksheets(&excel(&[(0, 0, "name"), (1, 0, "Rug"), (1_048_575, 16_383, "x")])).unwrap().remove(0);
        assert_eq!(
            (sheet.rows[0].join(","), sheet.rows[1].join(","), sheet.rows.len()),
            ("name".to_owned(), "Rug".to_owned(), 1_048_576)
        );
        assert_eq!(sheet.rows[1_048_575].len(), 16_384);
    }

    #[test]
    fn more_cells_than_are_read_are_refused_and_said() {
        let far: Vec<(u32, u16, &str)> = (0..400).map(|row| (row, 16_383, "x")).collect();
        let problem = worksheets(&excel(&far)).unwrap_err();
        assert_eq!(
            problem.diagnostic.map(|of| of.finding),
            Some(Finding::TooManyCells { limit: MAX_PLACES })
        );
    }

    #[test]
    fn an_archive_that_unpacks_to_gigabytes_is_refused_before_it_is_read() {
        let zeros = vec![b' '; 64 << 20];
        let zeros = [b"<a>".as_slice(), &zeros.repeat(5)].concat();
        let refused = Some(Finding::UnpacksTooLarge { limit: MAX_UNPACKED });
        for parts in [
            [("xl/workbook.xml", b"<workbook/>".as_slice()), ("xl/sharedStrings.xml", &zeros)],
            [("mimetype", b"".as_slice()), ("content.xml", &zeros)],
            [("xl/workbook.bin", b"".as_slice()), ("xl/any.bin", &zeros)],
        ] {
            let bomb = archive_of(&parts);
            assert!(bomb.len() < 1 << 20, "it is small itself");
            assert_eq!(
                worksheets(&bomb).unwrap_err().diagnostic.map(|of| of.finding),
                refused,
                "{}",
                parts[1].0
            );
        }
    }
}
