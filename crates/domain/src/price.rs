//! A price.

use std::iter::Sum;

use serde::{Deserialize, Serialize};

/// A price or a sum of prices, in the unit of the marketplace's requests. It has no text of its own:
/// [`Currency::written`](crate::Currency::written) writes what people read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Price(i64);

impl Price {
    /// A price by its number in requests and answers.
    pub const fn on_wire(number: i64) -> Self {
        Self(number)
    }

    /// Its number in requests, answers, and JSON lines.
    pub const fn wire(self) -> i64 {
        self.0
    }
}

impl Sum for Price {
    fn sum<I: Iterator<Item = Self>>(prices: I) -> Self {
        Self(prices.fold(0, |sum, price| sum.saturating_add(price.0)))
    }
}
