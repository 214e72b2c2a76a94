//! The pictures of a worksheet: on which rows each lies, and which part of the file it is.

use serde::{Deserialize, Serialize};

use vitrine_domain::{Crop, PhotoEdit};

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
    /// Those of an old file, in which they are not looked for.
    pub unread: usize,
    /// Those beyond [`MAX_PLACED`].
    pub too_many: usize,
    /// What is written beside the cells: above and below printed pages, in boxes, and in comments, these with
    /// their cell's row, from 0.
    pub remarks: Vec<(Option<usize>, String)>,
    /// What worksheets without products say of prices, and what its program says to who fills its cells.
    pub instructions: Vec<String>,
}

/// How a picture is shown in the spreadsheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// What is cut off at the left, the top, the right and the bottom, in [`Crop::WHOLE`]ths.
    pub cut: [u16; 4],
    /// Clockwise quarter turns.
    pub turns: u8,
}

impl Look {
    /// As it is.
    pub const WHOLE: Self = Self { cut: [0; 4], turns: 0 };
    /// Less is not worth another photo.
    const LEAST_CUT: u16 = Crop::WHOLE / 100;

    /// The edit that makes a photo look so.
    pub fn edit(self) -> PhotoEdit {
        let [left, top, right, bottom] = self.cut;
        let width = Crop::WHOLE.checked_sub(left.saturating_add(right)).filter(|width| *width > 0);
        let height = Crop::WHOLE.checked_sub(top.saturating_add(bottom)).filter(|height| *height > 0);
        let is_cut = self.cut.iter().any(|cut| *cut >= Self::LEAST_CUT);
        let crop = width.zip(height).filter(|_| is_cut).map(|(width, height)| Crop::Free {
            left,
            top,
            width,
            height,
        });
        (0..self.turns % 4).fold(PhotoEdit { crop, ..PhotoEdit::default() }, |edit, _| edit.rotated_right())
    }
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
    pub look: Look,
}

impl Pictures {
    pub(in crate::import::sheet) fn bound(&mut self) {
        self.too_many += self.placed.len().saturating_sub(MAX_PLACED);
        self.placed.truncate(MAX_PLACED);
    }
}
