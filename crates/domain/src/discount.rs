//! A discount: by how much less than the owner's price buyers pay, and for how long.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::Price;

/// A discount of a product, as it is wanted or as a shop shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Discount {
    /// By how many percent buyers pay less than the owner's price. 0: none runs.
    pub percent: u8,
    /// For how many days it is wanted. A shop does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u16>,
    /// When it ends, where the shop says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
}

/// The discounts that a marketplace takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscountRules {
    pub percent_max: u8,
    pub days_max: u16,
}

impl Discount {
    /// Buyers pay the owner's price.
    pub const NONE: Self = Self { percent: 0, days: None, ends: None };

    /// A discount that is to begin now.
    pub const fn wanted(percent: u8, days: u16) -> Self {
        Self { percent, days: Some(days), ends: None }
    }

    /// Whether buyers pay less.
    pub const fn runs(self) -> bool {
        self.percent > 0
    }

    /// What buyers pay of this price, in whole units of the wire.
    #[must_use]
    pub fn of(self, own: Price) -> Price {
        let left = i128::from(100_u8.saturating_sub(self.percent));
        let paid = i128::from(own.wire()) * left / 100;
        Price::on_wire(i64::try_from(paid).unwrap_or_else(|_| own.wire()))
    }

    /// The discount that leads from the owner's price to what buyers pay; `None` if no discount does.
    pub fn between(own: Price, paid: Price) -> Option<Self> {
        let (own, paid) = (i128::from(own.wire()), i128::from(paid.wire()));
        if own <= 0 || !(0..=own).contains(&paid) {
            return None;
        }
        let percent = u8::try_from(((own - paid) * 100 + own / 2) / own).ok()?;
        // The least one is one.
        let percent = if paid < own { percent.max(1) } else { percent };
        Some(Self { percent, ..Self::NONE })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_is_stored_without_what_is_not_known_and_reads_back_equal() {
        let wanted = Discount::wanted(20, 7);
        let json = serde_json::to_string(&wanted).unwrap();
        assert_eq!(json, r#"{"percent":20,"days":7}"#);
        assert_eq!(serde_json::from_str::<Discount>(&json).unwrap(), wanted);
    }

    #[test]
    fn what_costs_more_than_it_should_has_no_discount() {
        assert_eq!(Discount::between(Price::on_wire(100), Price::on_wire(120)), None);
        assert_eq!(Discount::between(Price::on_wire(0), Price::on_wire(0)), None);
    }

    proptest! {
        #[test]
        fn buyers_never_pay_more_and_the_prices_tell_the_percents(own in 100_i64..i64::MAX, percent in 0_u8..=100) {
            let discount = Discount { percent, ..Discount::NONE };
            let paid = discount.of(Price::on_wire(own));
            prop_assert!(paid.wire() <= own && paid.wire() >= 0);
            prop_assert_eq!(Discount::between(Price::on_wire(own), paid), Some(discount));
        }
    }
}
