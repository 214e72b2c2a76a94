//! Columns that say in which unit each row has its price or its weight.

use super::headings::{kilograms, normalized};
use vitrine_domain::{FieldError, PriceUnit};

const OF_PRICES: [&str; 12] = [
    "currency",
    "currency code",
    "price currency",
    "currency symbol",
    "price unit",
    "واحد پول",
    "واحد قیمت",
    "واحد پولی",
    "ارز",
    "واحد ارز",
    "نوع ارز",
    "پول",
];
const OF_WEIGHTS: [&str; 7] = [
    "weight unit",
    "weight unit of measure",
    "variant weight unit",
    "weight uom",
    "unit of weight",
    "واحد وزن",
    "یکای وزن",
];

/// The columns with the units, by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitColumns {
    price: Option<usize>,
    weight: Option<usize>,
}

impl UnitColumns {
    pub fn of(headings: &[String]) -> Self {
        let place = |words: &[&str]| {
            headings.iter().position(|heading| words.contains(&normalized(heading).as_str()))
        };
        Self { price: place(&OF_PRICES), weight: place(&OF_WEIGHTS) }
    }

    /// The unit of a row's price; `None` where none is named.
    ///
    /// # Errors
    /// `OtherUnit` for one that is not converted, such as dollars.
    pub fn price(self, row: &[String]) -> Result<Option<PriceUnit>, FieldError> {
        named(self.price, row).map(|name| PriceUnit::from_word(name).ok_or(FieldError::OtherUnit)).transpose()
    }

    /// What a row's weight is multiplied by to be in grams; `None` where no unit is named.
    ///
    /// # Errors
    /// `OtherUnit` for one that is not converted, such as pounds.
    pub fn weight(self, row: &[String]) -> Result<Option<i64>, FieldError> {
        let factor = |name: &str| kilograms(name).map(|is_kilograms| if is_kilograms { 1000 } else { 1 });
        named(self.weight, row).map(|name| factor(name).ok_or(FieldError::OtherUnit)).transpose()
    }
}

fn named(column: Option<usize>, row: &[String]) -> Option<&str> {
    column.and_then(|column| row.get(column)).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
}
