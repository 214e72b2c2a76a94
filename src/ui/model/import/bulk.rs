//! Changing one field of several products of the review at once.

use super::{Import, ImportAction};
use crate::domain::{Field, FieldKind};
use crate::import::bulk::{BulkChange, BulkError, BulkResult};

impl Import {
    /// What a change does to each of these products, in their order.
    ///
    /// # Errors
    /// As [`BulkChange::parse`].
    pub fn preview(&self, products: &[usize], field: Field, change: &BulkChange) -> Result<Vec<(usize, BulkResult)>, BulkError> {
        let parsed = change.parse(field)?;
        Ok(products.iter().map(|&product| (product, parsed.of(&self.with_defaults(product), field))).collect())
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

/// The fields that can be changed together, in the order in which they are offered. A choice has a dialog of its own.
pub fn bulk_fields() -> Vec<Field> {
    Field::offered().into_iter().filter(|field| field.kind() != FieldKind::Choice).collect()
}

/// Whether a field can be changed by an amount or a percentage.
pub const fn is_number(field: Field) -> bool {
    matches!(field.kind(), FieldKind::Integer)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, in_review};
    use super::*;
    use crate::domain::FieldError;
    use crate::import::bulk::BulkOperation;

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
        let check = |operation, operand, rounding| change(operation, operand, rounding).parse(Field::PrimaryPrice).map(drop);
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
}
