//! The unit of a marketplace's prices, and the one in which people read and write them.

use serde::{Deserialize, Serialize};

use super::text::folded;
use super::{PriceUnit, PriceUnits};

/// The unit of a marketplace's prices. The contract does not state it, so no unit is shown unless the market
/// file names one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Currency {
    /// The market file names no unit.
    #[default]
    Unnamed,
    /// Iranian rial.
    Rial(RialPrices),
    /// Ten rials.
    Toman,
    /// Any other word or sign, written the same in every language.
    Other(String),
}

/// How people read and write prices that are sent in rial. Sellers think in toman, which are ten rials each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RialPrices {
    #[default]
    InRial,
    /// In rial, with the value in toman beside it.
    TomanBeside,
    /// In toman: whatever is typed, shown, printed, and saved for people.
    InToman,
}

impl Currency {
    /// The longest unit, in characters. A longer one would be a sentence and get in the way of the number.
    pub const UNIT_CHARS: usize = 16;

    /// Parses a unit's name, in English or Persian. Returns `None` for text that cannot stand beside a
    /// number.
    pub fn from_name(unit: &str) -> Option<Self> {
        let unit = unit.trim();
        match folded(unit).as_str() {
            "rial" | "irr" | "ریال" => Some(Self::Rial(RialPrices::InRial)),
            "toman" | "irt" | "تومان" => Some(Self::Toman),
            "" => None,
            _ => {
                // Digits would read as part of the price, and bidirectional control characters could reorder
                // it.
                let fits = |c: char| {
                    !c.is_control()
                        && !c.is_numeric()
                        && !matches!(c, '\u{61c}' | '\u{200e}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
                };
                (unit.chars().count() <= Self::UNIT_CHARS && unit.chars().all(fits))
                    .then(|| Self::Other(unit.to_owned()))
            }
        }
    }

    /// Whether prices in rials are shown in toman as well.
    pub const fn has_toman_beside(&self) -> bool {
        matches!(self, Self::Rial(RialPrices::TomanBeside))
    }

    /// The units of its prices, if they are rial and toman.
    pub const fn units(&self) -> Option<PriceUnits> {
        let (wire, people) = match self {
            Self::Rial(RialPrices::InToman) => (PriceUnit::Rial, PriceUnit::Toman),
            Self::Rial(_) => (PriceUnit::Rial, PriceUnit::Rial),
            Self::Toman => (PriceUnit::Toman, PriceUnit::Toman),
            Self::Unnamed | Self::Other(_) => return None,
        };
        Some(PriceUnits { wire, people })
    }

    /// The same, with prices in rial read and written like this.
    #[must_use]
    pub fn with_rial_prices(self, prices: Option<RialPrices>) -> Self {
        match (self, prices) {
            (Self::Rial(_), Some(prices)) => Self::Rial(prices),
            (other, _) => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_units_are_recognised_in_both_languages_and_other_units_are_kept_verbatim() {
        for rial in ["rial", "Rial", "IRR", "ریال", "ريال"] {
            assert_eq!(Currency::from_name(rial), Some(Currency::Rial(RialPrices::InRial)), "{rial}");
        }
        assert_eq!(Currency::from_name(" تومان "), Some(Currency::Toman));
        assert_eq!(Currency::from_name("€"), Some(Currency::Other("€".to_owned())));
    }

    #[test]
    fn text_that_could_change_how_a_price_reads_is_rejected_as_a_unit() {
        for text in ["", "  ", "a\nb", "\u{202e}€", "000", "a word that is far too long"] {
            assert_eq!(Currency::from_name(text), None, "{text:?}");
        }
    }
}
