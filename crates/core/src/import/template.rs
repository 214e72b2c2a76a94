//! Named sets of default values with a rule for prices, for the imports of one shop.

use serde::{Deserialize, Serialize};

use super::DefaultValues;
use super::bulk::{BulkChange, BulkOperation, BulkResult, ParsedChange};
use vitrine_domain::{AccountKey, Draft, Field, FieldError};

/// What a seller does to every import of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Template {
    /// The shop for whose imports it is.
    pub account: AccountKey,
    /// Unique within the shop.
    pub name: String,
    /// Values for empty fields.
    #[serde(default)]
    pub defaults: DefaultValues,
    /// What is done to the prices that products have themselves. A default price is not changed.
    #[serde(default)]
    pub price_rule: Option<BulkChange>,
}

impl Template {
    /// The rule for prices, unless there is none or it cannot be read.
    pub fn price_change(&self) -> Option<ParsedChange> {
        let rule = self.price_rule.as_ref().filter(|rule| rule.operation != BulkOperation::Set)?;
        rule.parse(Field::PrimaryPrice).ok()
    }

    /// Applies the rule to the product's price, and fills its empty fields.
    ///
    /// # Errors
    /// The price that the rule gives is not valid. The product is unchanged then.
    pub fn apply(&self, draft: &mut Draft) -> Result<(), FieldError> {
        match self.price_change().map(|change| change.of(draft, Field::PrimaryPrice)) {
            Some(BulkResult::Invalid(error)) => return Err(error),
            Some(BulkResult::Changed(price)) => draft.set(Field::PrimaryPrice, &price)?,
            Some(BulkResult::Unchanged) | None => {}
        }
        draft.fill(&self.defaults.values_for(draft));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::{Currency, Price, RialPrices, UserId, VendorId};

    fn template(operation: BulkOperation, operand: &str, rounding: &str) -> Template {
        Template {
            account: AccountKey {
                market: "Shop".to_owned(),
                user: UserId::from(1),
                vendor: VendorId::from(2),
            },
            name: "Wholesale".to_owned(),
            defaults: Draft {
                primary_price: Some(Price::on_wire(70_000)),
                stock: Some(5),
                ..Draft::default()
            }
            .into(),
            price_rule: Some(BulkChange {
                operation,
                operand: operand.to_owned(),
                rounding: rounding.to_owned(),
            }),
        }
    }

    fn applied(
        template: &Template,
        price: Option<i64>,
    ) -> (Result<(), FieldError>, Option<i64>, Option<i64>) {
        let mut draft = Draft { primary_price: price.map(Price::on_wire), ..Draft::default() };
        (template.apply(&mut draft), draft.primary_price.map(Price::wire), draft.stock)
    }

    #[test]
    fn the_rule_changes_a_products_own_price_and_never_the_default_one() {
        let template = template(BulkOperation::IncreasePercent, "30", "1000");
        assert_eq!(applied(&template, Some(41_300)), (Ok(()), Some(54_000), Some(5)));
        assert_eq!(applied(&template, None), (Ok(()), Some(70_000), Some(5)));
    }

    #[test]
    fn a_rule_that_leaves_no_valid_price_changes_nothing() {
        let template = template(BulkOperation::Decrease, "50000", "");
        assert_eq!(applied(&template, Some(50_000)), (Err(FieldError::NotPositive), Some(50_000), None));
    }

    #[test]
    fn a_rule_typed_in_toman_means_the_same_after_it_was_saved_whatever_the_unit_is_then() {
        let toman = Currency::Rial(RialPrices::InToman);
        let template = template(BulkOperation::Increase, &toman.kept("5000"), &toman.kept("1000"));
        let json = serde_json::to_string(&template).unwrap();
        let saved = serde_json::from_str::<Template>(&json).unwrap();
        assert_eq!(applied(&saved, Some(41_300)), (Ok(()), Some(90_000), Some(5)));
        let rule = saved.price_rule.unwrap();
        let in_rial = Currency::Rial(RialPrices::InRial);
        assert_eq!(
            (in_rial.typed(&rule.operand), in_rial.typed(&rule.rounding)),
            ("50000".into(), "10000".into())
        );
    }

    #[test]
    fn a_template_is_read_back_as_it_was_saved() {
        let template = template(BulkOperation::DecreasePercent, "۷٫۵", "500");
        let json = serde_json::to_string(&template).unwrap();
        assert_eq!(serde_json::from_str::<Template>(&json).unwrap(), template);
    }
}
