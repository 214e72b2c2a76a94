//! A sheet's file → cells.

use std::ffi::OsStr;
use std::path::Path;

use super::formats::encoding::decode;
use super::formats::sheet_cells::SheetCells;
use super::formats::{delimited, workbook};
use super::headings::recognized;
use super::tidy::tidy;
use crate::domain::Problem;
use crate::import::table::unescape_formula;

/// Whether a path is a sheet, by its extension; folders do not have these.
pub fn is_sheet(path: &Path) -> bool {
    const ENDINGS: [&str; 6] = ["csv", "tsv", "xlsx", "xlsm", "xls", "ods"];
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// How the names of files with results end, without the extension, in each language.
const RESULTS: [&str; 2] = [" – results", " – نتایج"];

/// Whether a path is a copy of a sheet with its results, by its name.
pub fn is_results(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    // A further copy has a number.
    let stem = stem.strip_suffix(')').and_then(|stem| stem.rsplit_once(" (")).map_or(&*stem, |(stem, _)| stem);
    RESULTS.iter().any(|ending| stem.ends_with(ending))
}

/// Reads a sheet's cells: text between commas, semicolons or tabs, or an Excel or OpenDocument file, detected by content.
/// Of several worksheets it is the one with the most known headings, else the first. `name` is used in problems only.
///
/// # Errors
/// `Sheet` when it is neither.
pub fn read(name: &Path, bytes: &[u8]) -> Result<SheetCells, Problem> {
    let cells = if workbook::is_workbook(bytes) { read_workbook(bytes) } else { read_text(bytes) };
    let mut cells = cells.map_err(|problem| problem.with_subject(name.display().to_string()))?;
    for cell in cells.rows.iter_mut().flatten() {
        if unescape_formula(cell) != cell {
            cell.remove(0);
        }
    }
    cells.mark_errors();
    cells.fill_merged();
    cells.tidied = tidy(&mut cells.rows);
    Ok(cells)
}

/// The number of known headings in a sheet.
pub fn known_headings(cells: &SheetCells) -> usize {
    recognized(&cells.rows)
}

fn read_text(bytes: &[u8]) -> Result<SheetCells, Problem> {
    let (text, encoding) = decode(bytes)?;
    let delimited::Records { rows, stray_quotes } = delimited::records(&text)?;
    let stray_quotes = stray_quotes.into_iter().map(|row| row + 1).collect();
    Ok(SheetCells { rows, encoding: Some(encoding), stray_quotes, ..SheetCells::default() })
}

fn read_workbook(bytes: &[u8]) -> Result<SheetCells, Problem> {
    // Of equals the first one.
    let best = workbook::worksheets(bytes)?.into_iter().rev().max_by_key(|sheet| recognized(&sheet.rows));
    let best = best.unwrap_or_default();
    Ok(SheetCells { worksheet: Some(best.name), rows: best.rows, uncomputed: best.uncomputed, ..SheetCells::default() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Known, drafts};
    use super::*;
    use crate::domain::Code;

    #[test]
    fn an_excel_file_is_detected_by_content_and_a_broken_one_is_refused() {
        let problem = read(Path::new("list.csv"), b"PK\x03\x04 this is no workbook").unwrap_err();
        assert_eq!((problem.code, problem.subject.as_deref()), (Code::Sheet, Some("list.csv")));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            if let Ok(cells) = read(Path::new("x"), &bytes) {
                let _ = drafts(&cells, &Known::default());
            }
        }
    }
}
