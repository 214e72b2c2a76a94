//! A sheet's file → cells.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;

use super::formats::html::plain_text;
use super::formats::open::worksheets;
use super::formats::sheet_cells::{Place, SheetCells, Unseen};
use super::formulas::{is_formula, target_of};
use super::headings::{meaning, recognized};
use super::labelled::unfold;
use super::price_lists::split_prices;
use super::tidy::{in_one_line, is_ditto, tidy, unmarked, without_marks};
use vitrine_domain::foreign_text::{is_unseen, printable};
use vitrine_domain::{PriceUnit, Problem};

/// Whether a path is a sheet, by its extension; folders do not have these.
pub fn is_sheet(path: &Path) -> bool {
    const ENDINGS: [&str; 9] = ["csv", "tsv", "xlsx", "xlsm", "xlsb", "xls", "ods", "numbers", "gsheet"];
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// How the names of files with results end, without the extension, in each language.
const RESULTS: [&str; 2] = [" – results", " – نتایج"];

/// Whether a path is a copy of a sheet with its results, by its name.
pub fn is_results(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    // A further copy has a number.
    let stem =
        stem.strip_suffix(')').and_then(|stem| stem.rsplit_once(" (")).map_or(&*stem, |(stem, _)| stem);
    RESULTS.iter().any(|ending| stem.ends_with(ending))
}

/// Reads the worksheets of a file: text between commas, semicolons or tabs, an Excel or OpenDocument file, or
/// a web page with tables, detected by content. Empty worksheets are left out.
///
/// # Errors
/// `Sheet` when it is none of these.
pub fn open(bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
    let mut sheets = worksheets(bytes)?;
    for sheet in &mut sheets {
        let literal = remove_marks(&mut sheet.rows);
        sheet.mark_errors();
        sheet.fill_merged();
        if sheet.encoding.is_some() {
            keep_links(sheet, &literal);
        }
        sheet.tidied = tidy(&mut sheet.rows, &literal);
        if sheet.encoding.is_some() {
            mark_formulas(sheet, &literal);
        }
        repeat_dittos(&mut sheet.rows, &literal);
        split_prices(sheet);
        unfold(sheet);
    }
    share_instructions(&mut sheets);
    Ok(sheets)
}

/// More instructions are not kept.
const MAX_INSTRUCTIONS: usize = 8;

/// Tells each worksheet what those say of the unit of prices that have no headings, such as “How to fill in”.
fn share_instructions(sheets: &mut [SheetCells]) {
    let guides = sheets.iter().filter(|sheet| recognized(&sheet.rows) < 2);
    let rows = guides.flat_map(|sheet| &sheet.rows).map(|row| row.join(" "));
    let said: Vec<String> =
        rows.filter(|row| !PriceUnit::in_title(row).is_empty()).take(MAX_INSTRUCTIONS).collect();
    for sheet in sheets.iter_mut().filter(|sheet| recognized(&sheet.rows) >= 2) {
        sheet.pictures.instructions.extend(said.iter().cloned());
    }
}

/// Longer texts are not repeated, so that a small file stays small.
const MAX_REPEATED: usize = 200;

/// Repeats what stands above in the cells with a mark for that. Nothing repeats a heading.
fn repeat_dittos(rows: &mut [Vec<String>], literal: &HashSet<Place>) {
    for below in 1..rows.len() {
        let (above, row) = rows.split_at_mut(below);
        let above = &above[below - 1];
        for (column, (cell, above)) in row[0].iter_mut().zip(above).enumerate() {
            let is_repeated =
                || !above.trim().is_empty() && above.len() <= MAX_REPEATED && meaning(above).is_none();
            if is_ditto(cell) && !literal.contains(&(below, column)) && is_repeated() {
                cell.clone_from(above);
            }
        }
    }
}

/// Reads the worksheets of a file, whose name is used in problems only.
///
/// # Errors
/// Those of [`open`].
pub fn open_named(name: &Path, bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
    open(bytes).map_err(|problem| problem.with_subject(name.display().to_string()))
}

/// Reads the worksheet of a file that [`best`] chooses.
///
/// # Errors
/// Those of [`open`].
pub fn read(name: &Path, bytes: &[u8]) -> Result<SheetCells, Problem> {
    open_named(name, bytes).map(best)
}

/// Of several worksheets the one with the most known headings, else the first; a hidden one only where there
/// is no other.
pub fn best(sheets: Vec<SheetCells>) -> SheetCells {
    // Of equals the first one.
    let best = sheets.into_iter().rev().max_by_key(|sheet| (!sheet.is_hidden, recognized(&sheet.rows)));
    best.unwrap_or_default()
}

/// Keeps where the formulas of links lead, whose texts stay in the cells.
fn keep_links(sheet: &mut SheetCells, literal: &HashSet<Place>) {
    for (index, row) in sheet.rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate().filter(|(_, cell)| cell.trim().starts_with('=')) {
            let target = target_of(cell).filter(|_| !literal.contains(&(index, column)));
            sheet.links.extend(target.map(|target| ((index, column), target.into_owned())));
        }
    }
}

/// Empties the cells with other formulas, which have no stored value in a text file.
fn mark_formulas(sheet: &mut SheetCells, literal: &HashSet<Place>) {
    for (index, row) in sheet.rows.iter_mut().enumerate() {
        for (column, cell) in row.iter_mut().enumerate() {
            if is_formula(cell) && !literal.contains(&(index, column)) {
                cell.clear();
                sheet.unseen.insert((index, column), Unseen::Uncomputed);
            }
        }
    }
}

/// Removes the apostrophes that mark text. Returns which cells had one, by row and column: they are as they
/// were written.
fn remove_marks(rows: &mut [Vec<String>]) -> HashSet<Place> {
    let mut marked = HashSet::new();
    for (index, row) in rows.iter_mut().enumerate() {
        for (column, cell) in row.iter_mut().enumerate() {
            if unmarked(cell) != cell {
                cell.remove(0);
                marked.insert((index, column));
            }
        }
    }
    marked
}

/// Whether a line that was read from a cell may have been written as this text: with line breaks, invisible
/// characters, tags, or the signs of bold text.
pub fn is_read_as(written: &str, read: &str) -> bool {
    let line = |text: &str| {
        let mut rows = vec![vec![text.to_owned()]];
        tidy(&mut rows, &HashSet::new());
        in_one_line(&plain_text(&rows[0][0])).into_owned()
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    // What no line of a file shows is a space there, spelled out, or left out.
    let is_hidden = |c: char| c.is_control() || is_unseen(c) || matches!(c, '\u{2028}' | '\u{2029}');
    let spaced = |text: &str| {
        text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect::<String>()
    };
    let shown = |text: &str| words(&printable(&spaced(text)));
    let (expected, again) = (line(written), line(read));
    let is_unmarked = || [read, again.as_str()].contains(&without_marks(&expected));
    let is_line = !expected.is_empty() && (expected == read || expected == again || is_unmarked());
    let has_hidden = written.contains(is_hidden);
    is_line
        || written.trim() == read
        || (has_hidden && (shown(written) == shown(read) || words(&expected) == words(&again)))
}

/// The number of known headings in a sheet.
pub fn known_headings(cells: &SheetCells) -> usize {
    recognized(&cells.rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Known, drafts};
    use super::*;
    use vitrine_domain::ProblemKind;

    #[test]
    fn an_excel_file_is_detected_by_content_and_a_broken_one_is_refused() {
        let problem = read(Path::new("list.csv"), b"PK\x03\x04 this is no workbook").unwrap_err();
        assert_eq!((problem.kind, problem.subject.as_deref()), (ProblemKind::Sheet, Some("list.csv")));
    }

    #[test]
    fn a_bold_name_is_its_letters_however_they_are_composed() {
        for (written, read) in [("*Rug*", "Rug"), ("*\u{2f800}*", "\u{2f800}"), ("*\u{2f800}*", "\u{4e3d}")] {
            assert!(is_read_as(written, read), "{written:?} {read:?}");
        }
        assert!(!is_read_as("*Rug*", "Bowl"));
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
