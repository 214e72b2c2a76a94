//! Where a sheet says the unit of its prices.

/// Where a sheet says the unit of its prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitPlace {
    Heading,
    Cells,
    /// In a column of its own.
    Column,
    /// In the heading of another column.
    OtherColumn,
    /// In another worksheet, or in what its program says to who fills its cells.
    Instructions,
    /// Above the headings.
    Title,
    /// Below them, in a row that is no product.
    Note,
    /// In the name of the worksheet.
    Worksheet,
    /// In the name of the file.
    File,
}

impl UnitPlace {
    /// Its name in JSON and in the keys of messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Cells => "cells",
            Self::Column => "column",
            Self::OtherColumn => "other-column",
            Self::Instructions => "instructions",
            Self::Title => "title",
            Self::Note => "note",
            Self::Worksheet => "worksheet",
            Self::File => "file",
        }
    }
}
