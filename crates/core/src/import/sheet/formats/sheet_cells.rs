//! The cells of a text file or of one worksheet, with what the program that wrote them shows.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::encoding::TextEncoding;
use super::pictures::Pictures;
use crate::import::sheet::tidy::Tidied;

/// A cell's row and column, from 0.
pub type Place = (usize, usize);

/// The cells of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetCells {
    /// The name of the worksheet; `None` for a text file.
    pub worksheet: Option<String>,
    /// Whether the worksheet is hidden in its program.
    pub is_hidden: bool,
    /// What each cell says. A number is written as its format shows it (`00042`, `25000 تومان`, `50%`,
    /// `1-Mar`), but without grouped digits, and without decimals that are all zero. A cell with an error or
    /// an uncomputed formula is empty here.
    pub rows: Vec<Vec<String>>,
    /// The whole text that the owner sees, of the cells where it differs from `rows` in more than grouped
    /// digits.
    pub shown: HashMap<Place, String>,
    /// Cells that are dates or times for their program; a code such as `3-1` may have become one unnoticed.
    pub dates: HashSet<Place>,
    /// Cells with an error, such as `#N/A`.
    pub errors: HashMap<Place, String>,
    /// Cells whose value nobody sees, although there is one or a formula for it.
    pub unseen: HashMap<Place, Unseen>,
    /// Cells whose whole text is struck out.
    pub struck: HashSet<Place>,
    /// Where cells lead: files, and addresses on the web.
    pub links: HashMap<Place, String>,
    /// Rows that are hidden or filtered out.
    pub hidden_rows: BTreeSet<usize>,
    /// Columns that are hidden.
    pub hidden_columns: BTreeSet<usize>,
    /// Cells that are one; the first of them has the value.
    pub merged: Vec<MergedCells>,
    /// The pictures that lie on its cells or are in them, and what is written beside the cells.
    pub pictures: Pictures,
    /// The encoding of a text file.
    pub encoding: Option<TextEncoding>,
    /// The rows of a text file, from 1, with a quotation mark that nothing closes.
    pub stray_quotes: Vec<usize>,
    /// What was done to the texts.
    pub tidied: Tidied,
}

/// Why nobody sees the value of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unseen {
    /// Its formula has no stored value.
    Uncomputed,
    /// Its format shows nothing of this number.
    Hidden(String),
}

/// Cells that are merged into one, from the first to the last row and column, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedCells {
    pub first: Place,
    pub last: Place,
}

impl SheetCells {
    /// What the owner sees in a cell, without grouped digits: for fields that are text, such as codes.
    pub fn shown(&self, row: usize, column: usize) -> &str {
        let plain = || self.rows.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str);
        self.shown.get(&(row, column)).map_or_else(plain, String::as_str)
    }

    /// Gives each row of a merged cell its value: a name over three sizes is the name of each. What is merged
    /// beside each other stays with its first column.
    pub(in crate::import::sheet) fn fill_merged(&mut self) {
        for MergedCells { first, last } in &self.merged {
            let value = self.rows.get(first.0).and_then(|row| row.get(first.1)).cloned().unwrap_or_default();
            for row in
                self.rows.iter_mut().take(last.0 + 1).skip(first.0 + 1).filter(|_| !value.trim().is_empty())
            {
                row.resize(row.len().max(first.1 + 1), String::new());
                row[first.1].clone_from(&value);
            }
        }
    }

    /// Leaves out what is said of cells that are not there.
    pub(in crate::import::sheet) fn bound(&mut self) {
        let (rows, width) = (self.rows.len(), self.rows.iter().map(Vec::len).max().unwrap_or_default());
        let is_there = |place: &Place| place.0 < rows && place.1 < width;
        self.shown.retain(|place, _| is_there(place));
        self.errors.retain(|place, _| is_there(place));
        self.links.retain(|place, _| is_there(place));
        self.unseen.retain(|place, _| is_there(place));
        self.dates.retain(is_there);
        self.struck.retain(is_there);
        self.hidden_rows.retain(|row| *row < rows);
        self.hidden_columns.retain(|column| *column < width);
        self.pictures.bound();
        self.merged.retain(|merged| is_there(&merged.first));
        for MergedCells { last, .. } in &mut self.merged {
            *last = (last.0.min(rows - 1), last.1.min(width - 1));
        }
    }

    /// What is written above a row of headings, on it, and beside the cells. The cells of a line are joined.
    pub(in crate::import::sheet) fn said_above(&self, header: usize) -> impl Iterator<Item = String> {
        let is_above = move |(row, _): &&(Option<usize>, String)| row.is_none_or(|row| row <= header);
        let remarks = self.pictures.remarks.iter().filter(is_above).map(|(_, text)| text.clone());
        self.rows.iter().take(header).map(|row| row.join(" ")).chain(remarks)
    }

    /// Takes the text of errors out of the cells, so that it is never taken for a name.
    pub(in crate::import::sheet) fn mark_errors(&mut self) {
        for (row, cells) in self.rows.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| is_error(cell)) {
                self.errors.insert((row, column), std::mem::take(cell).trim().to_owned());
            }
        }
    }
}

/// Whether a text is the error of a formula, as spreadsheet programs write it into text files: `#N/A`,
/// `#SPILL!`, `#NAME?`, `Err:502`, and in other languages `#NV` or `#ССЫЛКА!`.
fn is_error(cell: &str) -> bool {
    /// Errors that end in neither of the signs.
    const PLAIN: [&str; 6] = ["#N/A", "#N/D", "#NV", "#GETTING_DATA", "#DATA", "#LOADING"];
    let cell = cell.trim();
    // What programs show where a cell cannot show its date or number.
    if cell.len() > 2 && cell.bytes().all(|byte| byte == b'#') {
        return true;
    }
    if let Some(number) = cell.strip_prefix("Err:") {
        return number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    }
    let Some(name) = cell.strip_prefix('#') else { return false };
    let is_name = |name: &str| {
        let is_of_names = |c: char| c.is_uppercase() || matches!(c, '/' | '_' | '0' | '¡' | '¿');
        name.chars().count() >= 3 && name.chars().all(is_of_names) && name.chars().any(char::is_uppercase)
    };
    PLAIN.contains(&cell) || name.strip_suffix(['!', '?']).is_some_and(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_of_all_programs_are_told_from_names() {
        for error in [
            "#N/A",
            "#REF!",
            "#DIV/0!",
            "#NAME?",
            "#SPILL!",
            " #CALC! ",
            "#ERROR!",
            "#BUSY!",
            "#GETTING_DATA",
            "#NV",
            "#WERT!",
            "Err:502",
            "######",
        ] {
            assert!(is_error(error), "{error}");
        }
        for name in ["#1 rug", "#12", "#A1!", "# NAME?", "#گلیم!", "#sale", "#NEW", "Err:or", "N/A", "-", ""]
        {
            assert!(!is_error(name), "{name}");
        }
    }

    #[test]
    fn a_name_over_several_rows_is_the_name_of_each() {
        let rows = [["Rug", "S"], ["", "M"], ["", "L"], ["Bowl", ""]]
            .map(|row| row.map(str::to_owned).to_vec())
            .to_vec();
        let mut cells = SheetCells {
            rows,
            merged: vec![MergedCells { first: (0, 0), last: (2, 0) }],
            ..SheetCells::default()
        };
        cells.fill_merged();
        assert_eq!(
            cells.rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(),
            ["Rug", "Rug", "Rug", "Bowl"]
        );
    }

    #[test]
    fn an_error_is_in_no_cell() {
        let mut cells =
            SheetCells { rows: vec![vec!["Rug".to_owned(), "#N/A".to_owned()]], ..SheetCells::default() };
        cells.mark_errors();
        assert_eq!((cells.rows[0][1].as_str(), cells.errors[&(0, 1)].as_str()), ("", "#N/A"));
    }
}
