//! The pictures of a worksheet: on which rows each lies, and which part of the file it is.

use serde::{Deserialize, Serialize};

/// More pictures of a worksheet are not placed.
pub const MAX_PLACED: usize = 20_000;

/// The pictures of a worksheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pictures {
    /// From left to right; of those that begin at the same place, the lowest first.
    pub placed: Vec<Picture>,
    /// Those that are not in the file, but only linked.
    pub linked: usize,
    /// Those that are joined with others to one drawing: which of them belongs to which row is not known.
    pub grouped: usize,
    /// Those beyond [`MAX_PLACED`].
    pub too_many: usize,
}

/// A picture in a cell, or lying on cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The row, from 0, in which its middle is.
    pub row: usize,
    /// The column in which its middle is.
    pub column: usize,
    /// The rows that it touches, both included.
    pub first: usize,
    pub last: usize,
    /// Whether it is in merged cells: then it is a picture of each of these rows.
    pub is_of_all: bool,
    /// The number of the part of the file.
    pub part: usize,
}

impl Pictures {
    pub(in crate::import::sheet) fn bound(&mut self) {
        self.too_many += self.placed.len().saturating_sub(MAX_PLACED);
        self.placed.truncate(MAX_PLACED);
    }
}
