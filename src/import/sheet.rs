//! A spreadsheet's rows → drafts.

use std::path::{Path, PathBuf};

use crate::domain::{Draft, Problem};

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
    /// Cells that cannot be used, each naming row and column.
    pub problems: Vec<Problem>,
    /// Headings that mean no field, as written.
    pub unknown_columns: Vec<String>,
}

/// Reads a sheet's cells: CSV in UTF-8 (comma, semicolon or tab) or an Excel or OpenDocument file, told apart by content.
/// `name` is for problems only.
///
/// # Errors
/// `Sheet` when it is neither.
pub fn read(name: &Path, bytes: &[u8]) -> Result<Vec<Vec<String>>, Problem> {
    let _ = bytes;
    Err(Problem::new(crate::domain::Code::Sheet).about(name.display().to_string()))
}

/// Makes a draft of each row below the header.
pub fn drafts(rows: &[Vec<String>]) -> Sheet {
    let _ = rows;
    Sheet::default()
}
