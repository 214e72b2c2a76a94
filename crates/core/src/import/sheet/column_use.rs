//! What a column can be used for.

use vitrine_domain::{Field, FieldKind};

/// Columns that are not fields of a product.
pub const SOURCE: &str = "source";
pub const SOURCE_NAME: &str = "source_name";
/// The name of the row's folder of photos, or of its photos without their counter.
pub const PHOTO_NAME: &str = "photo_name";
pub const PHOTO_EDITS: &str = "photo_edits";
/// What tells the variants of a product apart, such as their size.
pub const PROPERTY: &str = "property";
/// Why the row failed: for the user, ignored by the import.
pub const PROBLEM: &str = "problem";

/// What a column is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnUse {
    Field(Field),
    Source,
    SourceName,
    PhotoName,
    PhotoEdits,
    Property,
    /// Known, and ignored.
    Problem,
}

impl ColumnUse {
    /// Its name in headings and in saved choices.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Field(field) => field.name(),
            Self::Source => SOURCE,
            Self::SourceName => SOURCE_NAME,
            Self::PhotoName => PHOTO_NAME,
            Self::PhotoEdits => PHOTO_EDITS,
            Self::Property => PROPERTY,
            Self::Problem => PROBLEM,
        }
    }

    /// The use of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let others = [
            Self::Source,
            Self::SourceName,
            Self::PhotoName,
            Self::PhotoEdits,
            Self::Property,
            Self::Problem,
        ];
        let other = others.into_iter().find(|other| other.name() == name);
        other.or_else(|| Field::from_name(name).map(Self::Field))
    }

    /// Whether several columns may have this use.
    pub const fn may_repeat(self) -> bool {
        match self {
            Self::Field(field) => matches!(field.kind(), FieldKind::Photos),
            used_for => matches!(used_for, Self::Property),
        }
    }
}
