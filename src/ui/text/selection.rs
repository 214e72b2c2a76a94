//! Where in a text the caret stands, and what is selected.

use std::ops::Range;

/// Which of its neighbours a caret stands with. Where directions meet, or a line is broken, one place in the text is
/// seen in two places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Side {
    /// After the grapheme before it.
    Before,
    /// Ahead of the grapheme after it.
    #[default]
    After,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Caret {
    /// Byte index in the text, at the edge of a character.
    pub at: usize,
    pub side: Side,
}

impl Caret {
    pub const fn before(at: usize) -> Self {
        Self { at, side: Side::Before }
    }

    pub const fn after(at: usize) -> Self {
        Self { at, side: Side::After }
    }
}

/// From `anchor` to the caret, either way round; nothing when they are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    pub anchor: usize,
    pub caret: Caret,
}

impl Selection {
    pub const fn at(caret: Caret) -> Self {
        Self { anchor: caret.at, caret }
    }

    pub fn of(range: Range<usize>) -> Self {
        Self { anchor: range.start, caret: Caret::before(range.end) }
    }

    pub fn range(self) -> Range<usize> {
        self.anchor.min(self.caret.at)..self.anchor.max(self.caret.at)
    }

    pub const fn is_empty(self) -> bool {
        self.anchor == self.caret.at
    }
}
