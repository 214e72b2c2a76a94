//! Changing one field of several products: to a value, or by an amount or a percentage of what each has.

use serde::{Deserialize, Serialize};

use vitrine_domain::{Draft, Field, FieldError, Price, Signs, parse_integer, typed_part};

/// How a field is changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BulkOperation {
    /// To the operand; an empty one clears the field.
    #[default]
    Set,
    /// By adding the operand.
    Increase,
    /// By subtracting it.
    Decrease,
    /// By adding so many percent.
    IncreasePercent,
    /// By subtracting so many percent.
    DecreasePercent,
}

impl BulkOperation {
    /// Every operation.
    pub const ALL: [Self; 5] =
        [Self::Set, Self::Increase, Self::Decrease, Self::IncreasePercent, Self::DecreasePercent];
}

/// A change of one field, as typed. What is typed for prices is kept with its unit
/// ([`Currency::kept`](vitrine_domain::Currency::kept)).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkChange {
    pub operation: BulkOperation,
    pub operand: String,
    /// The results are rounded to multiples of this number; empty: not rounded. [`BulkOperation::Set`] does
    /// not round.
    pub rounding: String,
}

/// What a change does to one product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkResult {
    /// The new text of the field.
    Changed(String),
    /// The product has this value already, or no value to begin with.
    Unchanged,
    /// The result is no valid value.
    Invalid(FieldError),
}

/// Where a change is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkError {
    Operand(FieldError),
    Rounding(FieldError),
}

/// A change that was read.
#[derive(Debug)]
pub struct ParsedChange(Parsed);

#[derive(Debug)]
enum Parsed {
    Set(String),
    Add {
        amount: i64,
        rounding: Option<i64>,
    },
    /// In hundredths of a percent.
    Scale {
        hundredths: i64,
        rounding: Option<i64>,
    },
}

/// One percent, in the unit of [`Parsed::Scale`].
const PERCENT: i64 = 100;

impl BulkChange {
    /// Whether anything was typed yet. An empty operand clears a field only with [`BulkOperation::Set`].
    pub fn is_empty(&self) -> bool {
        self.operand.trim().is_empty()
    }

    /// Reads what was typed.
    ///
    /// # Errors
    /// What is wrong, and in which of the two inputs.
    pub fn parse(&self, field: Field) -> Result<ParsedChange, BulkError> {
        self.read(field).map(ParsedChange)
    }

    fn read(&self, field: Field) -> Result<Parsed, BulkError> {
        if self.operation == BulkOperation::Set {
            let is_price = field == Field::PrimaryPrice;
            let text = if is_price { &self.operand } else { typed_part(&self.operand) };
            Draft::default().set(field, text).map_err(BulkError::Operand)?;
            return Ok(Parsed::Set(text.trim().to_owned()));
        }
        let number: fn(&str) -> Result<i64, FieldError> = match field {
            Field::PrimaryPrice => |kept| Price::parse(kept, Signs::default()).map(Price::wire),
            _ => |text| parse_integer(typed_part(text)),
        };
        let rounding = match self.rounding.trim() {
            "" => None,
            text => Some(number(text).and_then(positive).map_err(BulkError::Rounding)?),
        };
        let operand = |parse: fn(&str) -> Result<i64, FieldError>| {
            parse(&self.operand).and_then(not_negative).map_err(BulkError::Operand)
        };
        Ok(match self.operation {
            BulkOperation::Set | BulkOperation::Increase => {
                Parsed::Add { amount: operand(number)?, rounding }
            }
            BulkOperation::Decrease => Parsed::Add { amount: -operand(number)?, rounding },
            BulkOperation::IncreasePercent => {
                Parsed::Scale { hundredths: 100 * PERCENT + operand(parse_percent)?, rounding }
            }
            BulkOperation::DecreasePercent => {
                Parsed::Scale { hundredths: 100 * PERCENT - operand(parse_percent)?, rounding }
            }
        })
    }
}

impl ParsedChange {
    /// What the change does to a product.
    pub fn of(&self, draft: &Draft, field: Field) -> BulkResult {
        result(draft, field, &self.0)
    }
}

fn result(draft: &Draft, field: Field, change: &Parsed) -> BulkResult {
    let old = draft.value(field).and_then(|value| value.integer());
    let new = match change {
        Parsed::Set(text) => {
            let mut set = draft.clone();
            let changes = set.set(field, text).is_ok() && set != *draft;
            return if changes { BulkResult::Changed(text.clone()) } else { BulkResult::Unchanged };
        }
        Parsed::Add { amount, rounding } => {
            old.map(|old| round(i128::from(old) + i128::from(*amount), *rounding))
        }
        Parsed::Scale { hundredths, rounding } => {
            // Rounded once: what is rounded to whole numbers before may end beside the nearest multiple.
            let step = i128::from(rounding.unwrap_or(1));
            old.map(|old| {
                divide(i128::from(old) * i128::from(*hundredths), i128::from(100 * PERCENT) * step) * step
            })
        }
    };
    let Some(new) = new else { return BulkResult::Unchanged };
    let text = new.to_string();
    match Draft::default().set(field, &text) {
        Err(error) => BulkResult::Invalid(error),
        Ok(()) if old.map(i128::from) == Some(new) => BulkResult::Unchanged,
        Ok(()) => BulkResult::Changed(text),
    }
}

/// The nearest multiple; a number in the middle is rounded up.
fn round(number: i128, to: Option<i64>) -> i128 {
    to.map_or(number, |to| divide(number, i128::from(to)) * i128::from(to))
}

/// The nearest whole quotient; one in the middle is rounded up.
const fn divide(number: i128, by: i128) -> i128 {
    (2 * number + by).div_euclid(2 * by)
}

fn positive(number: i64) -> Result<i64, FieldError> {
    if number > 0 { Ok(number) } else { Err(FieldError::NotPositive) }
}

fn not_negative(number: i64) -> Result<i64, FieldError> {
    if number >= 0 { Ok(number) } else { Err(FieldError::Negative) }
}

/// Reads a percentage with at most two decimals, in hundredths of a percent.
fn parse_percent(text: &str) -> Result<i64, FieldError> {
    let text = typed_part(text).trim().trim_end_matches(['%', '٪']).trim_end();
    let (whole, decimals) = text.split_once(['.', '٫']).unwrap_or((text, ""));
    let whole = parse_integer(whole)?;
    let decimals = match decimals.chars().count() {
        0 if text.contains(['.', '٫']) => return Err(FieldError::NotAWholeNumber),
        0 => 0,
        1 => parse_integer(decimals).and_then(not_negative)? * 10,
        2 => parse_integer(decimals).and_then(not_negative)?,
        _ => return Err(FieldError::NotAWholeNumber),
    };
    let sum = whole.checked_mul(PERCENT).and_then(|whole| whole.checked_add(decimals));
    // A price is never raised a millionfold.
    sum.filter(|sum| *sum < 1_000_000 * PERCENT).ok_or(FieldError::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use vitrine_domain::{Currency, RialPrices};

    const TOMAN: Currency = Currency::Rial(RialPrices::InToman);

    /// The price in rial after a change whose operand and rounding were typed in toman.
    fn changed(price: i64, operation: BulkOperation, operand: &str, rounding: &str) -> Option<i64> {
        let typed = |text: &str| TOMAN.kept(text);
        let change = BulkChange { operation, operand: typed(operand), rounding: typed(rounding) };
        let mut draft = Draft { primary_price: Some(Price::on_wire(price)), ..Draft::default() };
        match change.parse(Field::PrimaryPrice).unwrap().of(&draft, Field::PrimaryPrice) {
            BulkResult::Changed(text) => draft.set(Field::PrimaryPrice, &text).unwrap(),
            BulkResult::Unchanged => {}
            BulkResult::Invalid(_) => return None,
        }
        draft.primary_price.map(Price::wire)
    }

    #[test]
    fn amounts_and_rounding_that_were_typed_in_toman_change_prices_in_rial() {
        assert_eq!(changed(123_450, BulkOperation::IncreasePercent, "8", "1000"), Some(130_000));
        assert_eq!(changed(123_450, BulkOperation::IncreasePercent, "۷٫۵٪", ""), Some(132_709));
        assert_eq!(changed(123_455, BulkOperation::Increase, "1000", ""), Some(133_455), "to the rial");
        assert_eq!(changed(123_450, BulkOperation::Decrease, "1000 rial", ""), Some(122_450));
        assert_eq!(changed(123_450, BulkOperation::Decrease, "12.5", "1"), Some(123_330));
        assert_eq!(changed(1, BulkOperation::Set, "۲۵۰ هزار", ""), Some(2_500_000));
        assert_eq!(changed(10_000, BulkOperation::Decrease, "1000", ""), None, "nothing is left");
    }

    proptest! {
        #[test]
        fn rounding_gives_the_nearest_multiple(number in -1_000_000_i128..1_000_000, to in 1_i64..10_000) {
            let rounded = round(number, Some(to));
            prop_assert_eq!(rounded % i128::from(to), 0);
            prop_assert!((rounded - number).abs() * 2 <= i128::from(to));
        }
    }
}
