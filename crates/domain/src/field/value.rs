//! The values of the fields of a product that can be changed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Discount, Field, FileId, Price, Quantity};

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldValue {
    Number(i64),
    /// Stored like a number: [`FieldValue::of`] makes it a price again.
    Price(Price),
    /// A number that is not whole.
    Decimal(Quantity),
    Flag(bool),
    Text(String),
    /// All photos of a product, the cover first.
    Album(Vec<FileId>),
    Discount(Discount),
}

impl FieldValue {
    /// A whole number of this field.
    pub fn of_number(field: Field, number: i64) -> Self {
        Self::Number(number).of(field)
    }

    /// The value as that of this field: a stored number may be a price.
    #[must_use]
    pub fn of(self, field: Field) -> Self {
        match self {
            Self::Number(number) if field == Field::PrimaryPrice => Self::Price(Price::on_wire(number)),
            value => value,
        }
    }

    /// The value as a whole number of requests, if it is one.
    pub const fn integer(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Price(price) => Some(price.wire()),
            _ => None,
        }
    }
}

impl From<Quantity> for FieldValue {
    fn from(amount: Quantity) -> Self {
        amount.integer().map_or(Self::Decimal(amount), Self::Number)
    }
}

/// With Latin digits, so that [`Draft::set`](crate::Draft::set) reads it, a price as its number on the wire;
/// an album as the number of its photos.
impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Price(price) => price.wire().fmt(f),
            Self::Decimal(number) => number.fmt(f),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Album(photos) => photos.len().fmt(f),
            Self::Discount(discount) => write!(f, "{}%", discount.percent),
        }
    }
}
