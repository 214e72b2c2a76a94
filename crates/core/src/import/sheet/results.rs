//! A sheet with what became of each of its rows.

use std::path::PathBuf;

use super::formats::sheet_cells::SheetCells;
use crate::import::report::ReportRow;

/// The rows of a sheet and their products.
#[derive(Clone, Debug)]
pub struct SheetResults {
    pub path: PathBuf,
    pub cells: SheetCells,
    /// The row of the headings, from 0.
    pub header: usize,
    /// Numbers of rows, counted from 1, with their products.
    pub rows: Vec<(usize, ReportRow)>,
    /// Numbers of rows that say once more what an earlier one says.
    pub repeated: Vec<usize>,
    /// The further worksheets of the file.
    pub more: Vec<Self>,
}
