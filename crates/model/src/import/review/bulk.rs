//! Changing one field of several products of the review at once.

use super::{Review, ReviewAction};
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::plan::{Preview, PreviewOutcome, PreviewRow};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::bulk::{BulkChange, BulkError, BulkOperation, BulkResult};
use vitrine_domain::{Field, FieldError, FieldKind, FieldProblem, FieldValue, Problem};

impl Review {
    /// What a change does to each of these products, in their order.
    ///
    /// # Errors
    /// As [`BulkChange::parse`].
    pub fn preview(
        &self,
        products: &[usize],
        field: Field,
        change: &BulkChange,
    ) -> Result<Vec<(usize, BulkResult)>, BulkError> {
        let parsed = change.parse(field)?;
        let is_relative = change.operation != BulkOperation::Set;
        let result = |product: usize| {
            if is_relative && field == Field::PrimaryPrice && waits_for_unit(self, product) {
                return BulkResult::Invalid(FieldError::UnitUnknown);
            }
            parsed.of(&self.with_defaults(product), field)
        };
        Ok(products.iter().map(|&product| (product, result(product))).collect())
    }

    /// These results as the preview that is shown before products of the shop are changed, too.
    pub fn bulk_preview(&self, field: Field, results: &[(usize, BulkResult)]) -> Preview {
        let row = |(product, result): &(usize, BulkResult)| {
            let draft = self.with_defaults(*product);
            let (changes, outcome) = match result {
                BulkResult::Changed(text) => {
                    let mut changed = draft.clone();
                    let new = changed.set(field, text).ok().and_then(|()| changed.value(field));
                    let new = new.unwrap_or_else(|| FieldValue::Text(text.clone()));
                    (vec![FieldChange::new(field, draft.value(field), new)], PreviewOutcome::Change)
                }
                BulkResult::Unchanged => (Vec::new(), PreviewOutcome::Equal),
                BulkResult::Invalid(error) => {
                    let problem = Problem::from(FieldProblem { field, error: error.clone() });
                    (Vec::new(), PreviewOutcome::Refused(problem))
                }
            };
            let source =
                || self.drafts().get(*product).map(|planned| planned.source_name.clone()).unwrap_or_default();
            PreviewRow {
                row: None,
                key: source(),
                product: None,
                name: draft.name,
                changes,
                from_shop: Vec::new(),
                paid: Vec::new(),
                outcome,
            }
        };
        results.iter().map(row).collect()
    }
}

/// Whether a product has the price of its sheet, and nobody said in which unit that is: what it is changed
/// to would stay when it is converted.
pub(super) fn waits_for_unit(review: &Review, product: usize) -> bool {
    let sheet = review.sheet();
    let is_asked = sheet
        .overviews()
        .iter()
        .any(|overview| sheet.open_unit_question(overview).is_some() || overview.has_column_question());
    let is_of_sheet = |planned: &PlannedDraft| planned.draft.primary_price.is_some();
    is_asked
        && review.drafts().get(product).is_some_and(is_of_sheet)
        && review.typed(product, Field::PrimaryPrice).is_none()
}

impl ReviewAction {
    /// Makes a change of several products; products that it leaves alone are not in it.
    pub fn bulk(field: Field, results: Vec<(usize, BulkResult)>) -> Self {
        let changed = |(product, result)| match result {
            BulkResult::Changed(text) => Some((product, field, text)),
            BulkResult::Unchanged | BulkResult::Invalid(_) => None,
        };
        Self::SetCells(results.into_iter().filter_map(changed).collect())
    }
}

/// The fields that can be changed together, in the order in which they are offered. A choice has a dialog of
/// its own.
pub fn bulk_fields() -> Vec<Field> {
    Field::offered().into_iter().filter(|field| field.kind() != FieldKind::Choice).collect()
}

/// Whether a field can be changed by an amount or a percentage.
pub const fn is_number(field: Field) -> bool {
    matches!(field.kind(), FieldKind::Integer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::ImportAction;
    use crate::import::tests::{act, in_review};

    fn change(operation: BulkOperation, operand: &str, rounding: &str) -> BulkChange {
        BulkChange { operation, operand: operand.to_owned(), rounding: rounding.to_owned() }
    }

    /// The texts after a change of products with these prices; `-`: unchanged, `!`: invalid.
    fn changed(prices: &[&str], change: &BulkChange) -> Vec<String> {
        let names: Vec<String> = (0..prices.len()).map(|product| format!("Rug {product}")).collect();
        let mut import = in_review(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for (product, price) in prices.iter().enumerate() {
            act(
                &mut import,
                ImportAction::Review(ReviewAction::Type(product, Field::PrimaryPrice, (*price).to_owned())),
            );
        }
        let all: Vec<usize> = (0..prices.len()).collect();
        let shown = |(_, result)| match result {
            BulkResult::Changed(text) => text,
            BulkResult::Unchanged => "-".to_owned(),
            BulkResult::Invalid(_) => "!".to_owned(),
        };
        import.review.preview(&all, Field::PrimaryPrice, change).unwrap().into_iter().map(shown).collect()
    }

    #[test]
    fn a_price_is_raised_by_percent_and_rounded() {
        assert_eq!(
            changed(&["100000", "۱۲۳٬۴۵۶"], &change(BulkOperation::IncreasePercent, "8", "1000")),
            ["108000", "133000"]
        );
        assert_eq!(changed(&["1000"], &change(BulkOperation::IncreasePercent, "۷٫۵٪", "")), ["1075"]);
        assert_eq!(changed(&["999"], &change(BulkOperation::DecreasePercent, "50", "")), ["500"]);
    }

    #[test]
    fn what_has_no_price_is_left_alone_and_a_price_that_would_be_zero_is_refused() {
        assert_eq!(
            changed(&["", "500", "1500"], &change(BulkOperation::Decrease, "500", "")),
            ["-", "!", "1000"]
        );
        assert_eq!(changed(&["500"], &change(BulkOperation::DecreasePercent, "100", "")), ["!"]);
        assert_eq!(
            changed(&["9000000000000000000"], &change(BulkOperation::IncreasePercent, "900", "")),
            ["!"]
        );
    }

    #[test]
    fn setting_tells_what_has_the_value_already() {
        assert_eq!(changed(&["", "500", "۵۰۰"], &change(BulkOperation::Set, "500", "7")), ["500", "-", "-"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_at_its_input() {
        let check = |operation, operand, rounding| {
            change(operation, operand, rounding).parse(Field::PrimaryPrice).map(drop)
        };
        for operand in ["", "eight", "8.", "8.123", "-8"] {
            assert!(
                matches!(check(BulkOperation::IncreasePercent, operand, ""), Err(BulkError::Operand(_))),
                "{operand:?}"
            );
        }
        assert_eq!(
            check(BulkOperation::Increase, "8", "0"),
            Err(BulkError::Rounding(FieldError::NotPositive))
        );
        assert_eq!(check(BulkOperation::Set, "0", ""), Err(BulkError::Operand(FieldError::NotPositive)));
    }

    #[test]
    fn a_change_of_many_is_undone_as_one() {
        let mut import = in_review(&["Rug", "Bowl"]);
        let results =
            import.review.preview(&[0, 1], Field::Stock, &change(BulkOperation::Set, "4", "")).unwrap();
        let action = ReviewAction::bulk(Field::Stock, results);
        act(&mut import, ImportAction::Review(action));
        assert_eq!(
            (import.review.typed(0, Field::Stock), import.review.typed(1, Field::Stock)),
            (Some("4"), Some("4"))
        );
        act(&mut import, ImportAction::Undo);
        assert_eq!(
            (import.review.typed(0, Field::Stock), import.review.typed(1, Field::Stock)),
            (None, None)
        );
    }
}
