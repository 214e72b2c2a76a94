//! The unit of a sheet's prices. Sellers write toman where a marketplace wants rial, and a factor of ten is not guessed.

use serde::{Deserialize, Serialize};

use crate::domain::Currency;
use crate::domain::text::folded;

/// A unit in which a sheet or a marketplace gives its prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceUnit {
    Rial,
    /// Ten rials.
    Toman,
}

impl PriceUnit {
    /// The unit of a marketplace's prices, if it is one of these.
    pub const fn of(currency: &Currency) -> Option<Self> {
        match currency {
            Currency::Rial { .. } => Some(Self::Rial),
            Currency::Toman => Some(Self::Toman),
            Currency::Unnamed | Currency::Other(_) => None,
        }
    }

    /// The unit that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        match folded(word).as_str() {
            "rial" | "rials" | "irr" | "ریال" => Some(Self::Rial),
            "toman" | "tomans" | "tmn" | "irt" | "تومان" | "تومن" => Some(Self::Toman),
            _ => None,
        }
    }

    /// A price in this unit as a price in another one; `None` if that is no whole number.
    pub fn convert(self, price: i64, to: Self) -> Option<i64> {
        match (self, to) {
            (Self::Toman, Self::Rial) => price.checked_mul(10),
            (Self::Rial, Self::Toman) => (price % 10 == 0).then_some(price / 10),
            (Self::Rial, Self::Rial) | (Self::Toman, Self::Toman) => Some(price),
        }
    }

    /// A cell's price without its unit (`۲۵۰٬۰۰۰ تومان`), and that unit.
    pub fn split(cell: &str) -> (&str, Option<Self>) {
        let cell = cell.trim();
        let number = cell.trim_end_matches(|c: char| c.is_alphabetic());
        match Self::from_word(&cell[number.len()..]) {
            Some(unit) => (number.trim_end(), Some(unit)),
            None => (cell, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_may_carry_its_unit() {
        assert_eq!(PriceUnit::split("۲۵۰٬۰۰۰ تومان"), ("۲۵۰٬۰۰۰", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::split("12,000Rial "), ("12,000", Some(PriceUnit::Rial)));
        assert_eq!(PriceUnit::split("12000"), ("12000", None));
        assert_eq!(PriceUnit::split("12 euro"), ("12 euro", None));
    }

    #[test]
    fn a_rial_price_with_a_remainder_has_no_toman_price() {
        assert_eq!(PriceUnit::Toman.convert(25_000, PriceUnit::Rial), Some(250_000));
        assert_eq!(PriceUnit::Rial.convert(250_000, PriceUnit::Toman), Some(25_000));
        assert_eq!(PriceUnit::Rial.convert(250_005, PriceUnit::Toman), None);
        assert_eq!(PriceUnit::Toman.convert(i64::MAX, PriceUnit::Rial), None);
    }
}
