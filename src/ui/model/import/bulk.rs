//! Changing one field of several products: to a value, or by an amount or a percentage of what each has.

use super::{Import, ImportAction};
use crate::domain::{Draft, Field, FieldError, FieldKind, parse_integer};

/// How a field is changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    pub const ALL: [Self; 5] = [Self::Set, Self::Increase, Self::Decrease, Self::IncreasePercent, Self::DecreasePercent];
}

/// A change of one field, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkChange {
    pub operation: BulkOperation,
    pub operand: String,
    /// The results are rounded to multiples of this number; empty: not rounded. [`BulkOperation::Set`] does not round.
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

    /// Checks what was typed.
    ///
    /// # Errors
    /// What is wrong, and in which of the two inputs.
    pub fn check(&self, field: Field) -> Result<(), BulkError> {
        self.parse(field).map(|_| ())
    }

    fn parse(&self, field: Field) -> Result<Parsed, BulkError> {
        if self.operation == BulkOperation::Set {
            Draft::default().set(field, &self.operand).map_err(BulkError::Operand)?;
            return Ok(Parsed::Set(self.operand.trim().to_owned()));
        }
        let rounding = match self.rounding.trim() {
            "" => None,
            text => Some(parse_integer(text).and_then(positive).map_err(BulkError::Rounding)?),
        };
        let operand = |parse: fn(&str) -> Result<i64, FieldError>| parse(&self.operand).and_then(not_negative).map_err(BulkError::Operand);
        Ok(match self.operation {
            BulkOperation::Set | BulkOperation::Increase => Parsed::Add { amount: operand(parse_integer)?, rounding },
            BulkOperation::Decrease => Parsed::Add { amount: -operand(parse_integer)?, rounding },
            BulkOperation::IncreasePercent => Parsed::Scale { hundredths: 100 * PERCENT + operand(parse_percent)?, rounding },
            BulkOperation::DecreasePercent => Parsed::Scale { hundredths: 100 * PERCENT - operand(parse_percent)?, rounding },
        })
    }
}

impl Import {
    /// What a change does to each of these products, in their order.
    ///
    /// # Errors
    /// As [`BulkChange::check`].
    pub fn preview(&self, products: &[usize], field: Field, change: &BulkChange) -> Result<Vec<(usize, BulkResult)>, BulkError> {
        let parsed = change.parse(field)?;
        Ok(products.iter().map(|&product| (product, result(&self.with_defaults(product), field, &parsed))).collect())
    }

    /// The action that makes a change; products that it leaves alone are not in it.
    pub fn bulk_action(&self, field: Field, results: Vec<(usize, BulkResult)>) -> ImportAction {
        let changed = |(product, result)| match result {
            BulkResult::Changed(text) => Some((product, field, text)),
            BulkResult::Unchanged | BulkResult::Invalid(_) => None,
        };
        ImportAction::SetCells(results.into_iter().filter_map(changed).collect())
    }
}

fn result(draft: &Draft, field: Field, change: &Parsed) -> BulkResult {
    let old = draft.integer(field);
    let new = match change {
        Parsed::Set(text) => {
            let mut set = draft.clone();
            let changes = set.set(field, text).is_ok() && set != *draft;
            return if changes { BulkResult::Changed(text.clone()) } else { BulkResult::Unchanged };
        }
        Parsed::Add { amount, rounding } => old.map(|old| round(i128::from(old) + i128::from(*amount), *rounding)),
        Parsed::Scale { hundredths, rounding } => {
            old.map(|old| round(divide(i128::from(old) * i128::from(*hundredths), i128::from(100 * PERCENT)), *rounding))
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
    let text = text.trim().trim_end_matches(['%', '٪']).trim_end();
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

/// The fields that can be changed together, in the order in which they are offered.
pub const BULK_FIELDS: [Field; 10] = [
    Field::PrimaryPrice,
    Field::Stock,
    Field::PreparationDays,
    Field::Weight,
    Field::PackageWeight,
    Field::Name,
    Field::Sku,
    Field::IsWholesale,
    Field::Brief,
    Field::Description,
];

/// Whether a field can be changed by an amount or a percentage.
pub const fn is_number(field: Field) -> bool {
    matches!(field.kind(), FieldKind::Integer)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{act, in_review};
    use super::*;

    fn change(operation: BulkOperation, operand: &str, rounding: &str) -> BulkChange {
        BulkChange { operation, operand: operand.to_owned(), rounding: rounding.to_owned() }
    }

    /// The texts after a change of products with these prices; `-`: unchanged, `!`: invalid.
    fn changed(prices: &[&str], change: &BulkChange) -> Vec<String> {
        let names: Vec<String> = (0..prices.len()).map(|product| format!("Rug {product}")).collect();
        let mut import = in_review(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for (product, price) in prices.iter().enumerate() {
            act(&mut import, ImportAction::Type(product, Field::PrimaryPrice, (*price).to_owned()));
        }
        let all: Vec<usize> = (0..prices.len()).collect();
        let shown = |(_, result)| match result {
            BulkResult::Changed(text) => text,
            BulkResult::Unchanged => "-".to_owned(),
            BulkResult::Invalid(_) => "!".to_owned(),
        };
        import.preview(&all, Field::PrimaryPrice, change).unwrap().into_iter().map(shown).collect()
    }

    #[test]
    fn a_price_is_raised_by_percent_and_rounded() {
        assert_eq!(changed(&["100000", "۱۲۳٬۴۵۶"], &change(BulkOperation::IncreasePercent, "8", "1000")), ["108000", "133000"]);
        assert_eq!(changed(&["1000"], &change(BulkOperation::IncreasePercent, "۷٫۵٪", "")), ["1075"]);
        assert_eq!(changed(&["999"], &change(BulkOperation::DecreasePercent, "50", "")), ["500"]);
    }

    #[test]
    fn what_has_no_price_is_left_alone_and_a_price_that_would_be_zero_is_refused() {
        assert_eq!(changed(&["", "500", "1500"], &change(BulkOperation::Decrease, "500", "")), ["-", "!", "1000"]);
        assert_eq!(changed(&["500"], &change(BulkOperation::DecreasePercent, "100", "")), ["!"]);
        assert_eq!(changed(&["9000000000000000000"], &change(BulkOperation::IncreasePercent, "900", "")), ["!"]);
    }

    #[test]
    fn setting_tells_what_has_the_value_already() {
        assert_eq!(changed(&["", "500", "۵۰۰"], &change(BulkOperation::Set, "500", "7")), ["500", "-", "-"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_at_its_input() {
        let check = |operation, operand, rounding| change(operation, operand, rounding).check(Field::PrimaryPrice);
        for operand in ["", "eight", "8.", "8.123", "-8"] {
            assert!(matches!(check(BulkOperation::IncreasePercent, operand, ""), Err(BulkError::Operand(_))), "{operand:?}");
        }
        assert_eq!(check(BulkOperation::Increase, "8", "0"), Err(BulkError::Rounding(FieldError::NotPositive)));
        assert_eq!(check(BulkOperation::Set, "0", ""), Err(BulkError::Operand(FieldError::NotPositive)));
    }

    #[test]
    fn a_change_of_many_is_undone_as_one() {
        let mut import = in_review(&["Rug", "Bowl"]);
        let results = import.preview(&[0, 1], Field::Stock, &change(BulkOperation::Set, "4", "")).unwrap();
        let action = import.bulk_action(Field::Stock, results);
        act(&mut import, action);
        assert_eq!((import.typed(0, Field::Stock), import.typed(1, Field::Stock)), (Some("4"), Some("4")));
        act(&mut import, ImportAction::Undo);
        assert_eq!((import.typed(0, Field::Stock), import.typed(1, Field::Stock)), (None, None));
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
