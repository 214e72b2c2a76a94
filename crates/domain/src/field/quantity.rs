//! Amounts that need not be whole, such as half a kilogram.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text::digit;
use crate::{FieldError, parse_integer};

/// An amount with at most three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity {
    whole: i64,
    /// Less than a thousand; with a whole number that is not negative only.
    thousandths: u16,
}

/// How many decimals an amount has at most.
const DECIMALS: usize = 3;

impl Quantity {
    /// Parses an amount in any digit style: `0.5`, `۱۲٫۵`, and whole numbers as [`parse_integer`] does.
    ///
    /// # Errors
    /// Those of [`parse_integer`]: also for `12.500`, which could be twelve thousand five hundred.
    pub fn parse(text: &str) -> Result<Self, FieldError> {
        parse_integer(text).map(Self::from).or_else(|error| Self::parse_decimal(text).ok_or(error))
    }

    /// The amount of so many thousandths; `None` for a negative one with decimals, and for one that is too
    /// large.
    pub fn from_thousandths(thousandths: i128) -> Option<Self> {
        let whole = i64::try_from(thousandths.div_euclid(1000)).ok()?;
        let decimals = u16::try_from(thousandths.rem_euclid(1000)).ok()?;
        (decimals == 0 || whole >= 0).then_some(Self { whole, thousandths: decimals })
    }

    fn parse_decimal(text: &str) -> Option<Self> {
        let (whole, decimals) = text.trim().split_once(['.', '٫'])?;
        let digits = |text: &str| {
            text.chars().map(digit).collect::<Option<Vec<u8>>>().filter(|digits| !digits.is_empty())
        };
        let (whole, mut decimals) = (digits(whole)?, digits(decimals)?);
        // Three digits after a point could be thousands, unless nothing comes before them.
        let is_clear = decimals.len() < DECIMALS || (decimals.len() == DECIMALS && whole == [0]);
        if !is_clear {
            return None;
        }
        decimals.resize(DECIMALS, 0);
        let number = |digits: &[u8]| {
            digits
                .iter()
                .try_fold(0_i64, |value, digit| value.checked_mul(10)?.checked_add(i64::from(*digit)))
        };
        Some(Self { whole: number(&whole)?, thousandths: u16::try_from(number(&decimals)?).ok()? })
    }

    /// The amount as a whole number, if it is one.
    pub const fn integer(self) -> Option<i64> {
        if self.thousandths == 0 { Some(self.whole) } else { None }
    }

    /// The smallest whole number that is not less.
    pub const fn rounded_up(self) -> i64 {
        if self.thousandths == 0 { self.whole } else { self.whole.saturating_add(1) }
    }

    /// The amount as a floating-point number, for comparisons and for JSON.
    pub fn as_f64(self) -> f64 {
        self.whole as f64 + f64::from(self.thousandths) / 1000.0
    }
}

impl From<i64> for Quantity {
    fn from(whole: i64) -> Self {
        Self { whole, thousandths: 0 }
    }
}

/// With Latin digits and a point, so that it can be parsed again.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.thousandths == 0 {
            return self.whole.fmt(f);
        }
        let decimals = format!("{:03}", self.thousandths);
        write!(f, "{}.{}", self.whole, decimals.trim_end_matches('0'))
    }
}

/// A whole number as an integer, any other as a number with decimals.
impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.integer() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.as_f64()),
        }
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Number {
            Integer(i64),
            Decimal(f64),
        }
        match Number::deserialize(deserializer)? {
            Number::Integer(whole) => Ok(whole.into()),
            // Rounded to the decimals that an amount has; the conversion saturates.
            Number::Decimal(number) => {
                let thousandths = (number.max(0.0) * 1000.0).round() as i64;
                Ok(Self {
                    whole: thousandths / 1000,
                    thousandths: u16::try_from(thousandths % 1000).unwrap_or_default(),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_in_any_digit_style_and_written_back() {
        for (text, written) in [
            ("0.5", "0.5"),
            ("۰٫۵", "0.5"),
            (" 12.50 ", "12.5"),
            ("0.125", "0.125"),
            ("1,200", "1200"),
            ("007.5", "7.5"),
        ] {
            let read = Quantity::parse(text).unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(Quantity::parse(&read.to_string()), Ok(read));
        }
    }

    #[test]
    fn what_could_be_thousands_or_has_too_many_decimals_is_no_amount() {
        for text in ["12.500", "1.250.000", "12,5"] {
            assert_eq!(Quantity::parse(text), Err(FieldError::Ambiguous), "{text}");
        }
        for text in ["", "0.1234", ".5", "5.", "-0.5", "half", "1e3"] {
            assert_eq!(Quantity::parse(text), Err(FieldError::NotAWholeNumber), "{text:?}");
        }
    }

    #[test]
    fn whole_numbers_are_sent_whole_and_others_with_their_decimals() {
        let json = |text: &str| serde_json::to_string(&Quantity::parse(text).unwrap()).unwrap();
        assert_eq!(
            (json("300").as_str(), json("0.5").as_str(), json("12.5").as_str()),
            ("300", "0.5", "12.5")
        );
        for text in ["300", "0.5", "12.5", "0.001", "9223372036854775807"] {
            let amount = Quantity::parse(text).unwrap();
            assert_eq!(serde_json::from_str::<Quantity>(&json(text)).unwrap(), amount);
        }
        assert_eq!(Quantity::parse("12.5").unwrap().rounded_up(), 13);
    }
}
