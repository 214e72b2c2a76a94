//! What a marketplace's prices are counted in. Only ever shown: the number that is sent stays the number.

use super::text::folded;

/// The unit of a marketplace's prices. The contract leaves it open, so none is shown unless the market file names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Currency {
    #[default]
    Unnamed,
    /// Sellers think in Toman, ten of these; `toman_beside` shows a price in both.
    Rial {
        toman_beside: bool,
    },
    Toman,
    /// A word or sign that is written the same in every language.
    Other(String),
}

impl Currency {
    /// Longer would be a sentence, and stand in the way of the number.
    pub const UNIT_CHARS: usize = 16;

    /// Reads a unit's name. `None` for what cannot stand beside a number.
    pub fn from_name(unit: &str) -> Option<Self> {
        let unit = unit.trim();
        match folded(unit).as_str() {
            "rial" | "irr" | "ریال" => Some(Self::Rial { toman_beside: false }),
            "toman" | "irt" | "تومان" => Some(Self::Toman),
            "" => None,
            _ => {
                // Digits would read as part of the price, marks that steer direction could turn it round.
                let fits = |c: char| {
                    !c.is_control() && !c.is_numeric() && !matches!(c, '\u{61c}' | '\u{200e}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
                };
                (unit.chars().count() <= Self::UNIT_CHARS && unit.chars().all(fits)).then(|| Self::Other(unit.to_owned()))
            }
        }
    }

    pub const fn has_toman_beside(&self) -> bool {
        matches!(self, Self::Rial { toman_beside: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known_in_both_languages_and_others_are_taken_as_they_are() {
        for rial in ["rial", "Rial", "IRR", "ریال", "ريال"] {
            assert_eq!(Currency::from_name(rial), Some(Currency::Rial { toman_beside: false }), "{rial}");
        }
        assert_eq!(Currency::from_name(" تومان "), Some(Currency::Toman));
        assert_eq!(Currency::from_name("€"), Some(Currency::Other("€".to_owned())));
    }

    #[test]
    fn what_would_spoil_a_price_is_no_unit() {
        for text in ["", "  ", "a\nb", "\u{202e}€", "000", "a word that is far too long"] {
            assert_eq!(Currency::from_name(text), None, "{text:?}");
        }
    }
}
