//! The values of the fields of a product that can be changed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{FileId, Quantity};

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldValue {
    Number(i64),
    /// A number that is not whole.
    Decimal(Quantity),
    Flag(bool),
    Text(String),
    /// All photos of a product, the cover first.
    Album(Vec<FileId>),
}

impl FieldValue {
    /// The value as a whole number, if it is one.
    pub const fn integer(&self) -> Option<i64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }
}

impl From<Quantity> for FieldValue {
    fn from(amount: Quantity) -> Self {
        amount.integer().map_or(Self::Decimal(amount), Self::Number)
    }
}

/// As a person could have typed it, with Latin digits, so that [`Draft::set`](crate::Draft::set) reads it; an
/// album as the number of its photos.
impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Album(photos) => photos.len().fmt(f),
        }
    }
}
