//! The unit of a marketplace's prices. It is used for display only: the number sent to the marketplace stays
//! as it is.

use super::text::folded;

/// The unit of a marketplace's prices. The contract does not state it, so no unit is shown unless the market
/// file names one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Currency {
    /// The market file names no unit.
    #[default]
    Unnamed,
    /// Iranian rial. Sellers think in toman, which are ten rials each; with `toman_beside` a price is shown
    /// in both.
    Rial { toman_beside: bool },
    /// Ten rials.
    Toman,
    /// Any other word or sign, written the same in every language.
    Other(String),
}

impl Currency {
    /// The longest unit, in characters. A longer one would be a sentence and get in the way of the number.
    pub const UNIT_CHARS: usize = 16;

    /// Parses a unit's name, in English or Persian. Returns `None` for text that cannot stand beside a
    /// number.
    pub fn from_name(unit: &str) -> Option<Self> {
        let unit = unit.trim();
        match folded(unit).as_str() {
            "rial" | "irr" | "ریال" => Some(Self::Rial { toman_beside: false }),
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
        matches!(self, Self::Rial { toman_beside: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_units_are_recognised_in_both_languages_and_other_units_are_kept_verbatim() {
        for rial in ["rial", "Rial", "IRR", "ریال", "ريال"] {
            assert_eq!(Currency::from_name(rial), Some(Currency::Rial { toman_beside: false }), "{rial}");
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
