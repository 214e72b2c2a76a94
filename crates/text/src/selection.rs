//! Carets and selections in a text.

use std::ops::Range;

/// The side of a text position that a caret belongs to. Where directions meet or a line is broken, one
/// position in the text is in two places on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Side {
    /// At the trailing edge of the preceding grapheme.
    Before,
    /// At the leading edge of the following grapheme.
    #[default]
    After,
}

/// A caret position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Caret {
    /// Byte index in the text, at a character boundary.
    pub at: usize,
    /// Where it is drawn if there are two places.
    pub side: Side,
}

impl Caret {
    /// A caret that belongs to the preceding grapheme.
    pub const fn before(at: usize) -> Self {
        Self { at, side: Side::Before }
    }

    /// A caret that belongs to the following grapheme.
    pub const fn after(at: usize) -> Self {
        Self { at, side: Side::After }
    }
}

/// A selection between `anchor` and the caret, in either order; empty if they are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    /// The byte index at which selecting began.
    pub anchor: usize,
    /// The end that moves.
    pub caret: Caret,
}

impl Selection {
    /// An empty selection.
    pub const fn at(caret: Caret) -> Self {
        Self { anchor: caret.at, caret }
    }

    /// A selection of a range.
    pub fn of(range: Range<usize>) -> Self {
        Self { anchor: range.start, caret: Caret::before(range.end) }
    }

    /// The selected byte range.
    pub fn range(self) -> Range<usize> {
        self.anchor.min(self.caret.at)..self.anchor.max(self.caret.at)
    }

    /// Whether nothing is selected.
    pub const fn is_empty(self) -> bool {
        self.anchor == self.caret.at
    }
}
