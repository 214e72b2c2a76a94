//! How much of a workbook is read. A file of some kilobytes may describe billions of cells, or unpack to
//! terabytes.

use vitrine_domain::{Finding, Problem, ProblemKind};

/// The places of all cells together, from the first column to the last filled one of each row. A long price
/// list has 100,000 rows of 20 columns.
pub const MAX_PLACES: usize = 4_000_000;

/// The text of all cells together, in bytes.
pub const MAX_TEXT: usize = 128 << 20;

/// What the parts of an archive unpack to, in bytes.
pub const MAX_UNPACKED: u64 = 256 << 20;

/// Worksheets that are looked at.
pub const MAX_WORKSHEETS: usize = 255;

/// What is left of the bounds while a workbook is read.
#[derive(Debug)]
pub struct Budget {
    places: usize,
    text: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { places: MAX_PLACES, text: MAX_TEXT }
    }
}

impl Budget {
    /// Takes places for cells.
    ///
    /// # Errors
    /// `Sheet` when there are not so many left.
    pub fn take_places(&mut self, places: usize) -> Result<(), Problem> {
        self.places = self.places.checked_sub(places).ok_or_else(too_many_cells)?;
        Ok(())
    }

    /// Takes bytes of text.
    ///
    /// # Errors
    /// `Sheet` when there are not so many left.
    pub fn take_text(&mut self, bytes: usize) -> Result<(), Problem> {
        self.text = self.text.checked_sub(bytes).ok_or_else(too_many_cells)?;
        Ok(())
    }
}

pub fn too_many_cells() -> Problem {
    Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::TooManyCells { limit: MAX_PLACES })
}

pub fn unpacks_too_large() -> Problem {
    Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::UnpacksTooLarge { limit: MAX_UNPACKED })
}
