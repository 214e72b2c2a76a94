//! What would certainly make the marketplace refuse a product.

use super::{Draft, DraftVariant};
use crate::rules::{CreateRules, FieldLimits, FieldProblem};
use crate::{Field, FieldError, FieldKind, FieldValue};

/// Whether a variant has a value for a field.
fn has_value(field: Field) -> fn(&DraftVariant) -> bool {
    match field {
        Field::PrimaryPrice => |variant| variant.primary_price.is_some(),
        Field::Stock => |variant| variant.stock.is_some(),
        _ => |_| false,
    }
}

impl Draft {
    /// Returns every problem that would certainly make the marketplace refuse this product, so that a person
    /// can fix them before anything is sent. `photos` is the number of photos.
    pub(crate) fn check(&self, photos: usize, rules: &CreateRules) -> Vec<FieldProblem> {
        let mut problems: Vec<FieldProblem> = Vec::new();
        for field in Field::ALL {
            let has_decimals = matches!(self.value(field), Some(FieldValue::Decimal(_)));
            if has_decimals && !rules.decimals.contains(&field) {
                problems.push(FieldProblem { field, error: FieldError::NotAWholeNumber });
            } else if let Err(error) = self.check_value(field) {
                problems.push(FieldProblem { field, error });
            } else if self.requires(field, rules) && !self.has(field, photos) {
                problems.push(FieldProblem { field, error: self.missing(field) });
            }
        }
        self.check_texts(rules, &mut problems);
        self.check_numbers(rules, &mut problems);
        if let Some(limit) = rules.photos.filter(|&limit| photos > limit) {
            problems.push(FieldProblem {
                field: Field::Photos,
                error: FieldError::TooMany { limit, count: photos },
            });
        }
        problems
    }

    fn requires(&self, field: Field, rules: &CreateRules) -> bool {
        // Each variant has a price and a stock.
        let is_of_variants = matches!(field, Field::PrimaryPrice | Field::Stock) && !self.variants.is_empty();
        match field {
            Field::Photo => rules.needs_photo(self.status),
            _ => rules.required.contains(&field) || is_of_variants,
        }
    }

    fn check_texts(&self, rules: &CreateRules, problems: &mut Vec<FieldProblem>) {
        let FieldLimits { text_chars_min, brief_chars, description_chars, .. } = rules.checks;
        for (field, text, min, max) in [
            (Field::Name, Some(&self.name), None, rules.name_chars),
            (Field::Brief, self.brief.as_ref(), text_chars_min, brief_chars),
            (Field::Description, self.description.as_ref(), text_chars_min, description_chars),
        ] {
            let length = text.map_or(0, |text| text.chars().count());
            if let Some(limit) = max.filter(|&limit| length > limit) {
                problems.push(FieldProblem { field, error: FieldError::TooLong { limit, length } });
            } else if let Some(limit) = min.filter(|&limit| length > 0 && length < limit) {
                problems.push(FieldProblem { field, error: FieldError::TooShort { limit, length } });
            }
        }
        let count = self.keywords.len();
        if let Some(limit) = rules.checks.keywords.filter(|&limit| count > limit) {
            problems
                .push(FieldProblem { field: Field::Keywords, error: FieldError::TooMany { limit, count } });
        }
    }

    fn check_numbers(&self, rules: &CreateRules, problems: &mut Vec<FieldProblem>) {
        let mut refuse = |field, error| problems.push(FieldProblem { field, error });
        let lightest = rules
            .checks
            .package_over_weight
            .zip(self.weight)
            .map(|(over, weight)| weight.rounded_up().saturating_add(over));
        if let (Some(min), Some(package)) = (lightest, self.package_weight)
            && package < min
        {
            refuse(Field::PackageWeight, FieldError::TooSmall { min });
        }
        if let (Some(min), Some(price)) = (rules.checks.price_min, self.primary_price)
            && (1..min.wire()).contains(&price.wire())
        {
            refuse(Field::PrimaryPrice, FieldError::PriceTooLow { min });
        }
        let prices = self.variants.iter().filter_map(|variant| variant.primary_price);
        if let (Some(min), Some(price)) = (rules.checks.price_min, prices.min())
            && (1..min.wire()).contains(&price.wire())
        {
            refuse(Field::Variants, FieldError::PriceTooLow { min });
        }
        // What is left out of other fields makes no other product of it.
        if !self.variants.is_empty() && !rules.takes(Field::Variants) {
            refuse(Field::Variants, FieldError::NotTaken);
        }
        if let Some(status) = self.status
            && !rules.statuses.is_empty()
            && rules.status(&status.to_string()).is_none()
        {
            refuse(Field::Status, FieldError::UnknownChoice { text: status.to_string().into() });
        }
        if let (Some(typed), None) = (&self.category, self.category_id)
            && rules.takes(Field::CategoryId)
        {
            problems.retain(|problem| problem.field != Field::CategoryId);
            problems.push(FieldProblem {
                field: Field::CategoryId,
                error: FieldError::UnknownChoice { text: typed.as_str().into() },
            });
        }
        if let Some(value) = self.product_attribute.iter().find(|value| value.sent.is_none())
            && rules.takes(Field::ProductAttribute)
        {
            problems.push(FieldProblem {
                field: Field::ProductAttribute,
                error: FieldError::UnknownChoice { text: value.name.as_str().into() },
            });
        }
        if self.unit_type.is_some() && self.unit_quantity.is_none() && rules.takes(Field::UnitType) {
            problems.push(FieldProblem { field: Field::UnitQuantity, error: FieldError::Missing });
        }
    }

    /// How a field is missing: altogether, or of these variants.
    fn missing(&self, field: Field) -> FieldError {
        const NAMED: usize = 5;
        let has = has_value(field);
        let without: Vec<String> =
            self.variants.iter().filter(|variant| !has(variant)).map(DraftVariant::called).collect();
        if without.len() == self.variants.len() {
            return FieldError::Missing;
        }
        let more = if without.len() > NAMED { "; …" } else { "" };
        let text = format!("{}{more}", without[..without.len().min(NAMED)].join("; "));
        FieldError::VariantsWithout { text: text.into() }
    }

    /// Whether neither the product nor each of its variants has a value for this field.
    pub fn lacks(&self, field: Field) -> bool {
        let has = has_value(field);
        let have_all = !self.variants.is_empty() && self.variants.iter().all(has);
        self.value(field).is_none() && !have_all
    }

    fn has(&self, field: Field, photos: usize) -> bool {
        match (field.kind(), self.value(field)) {
            (_, None) if matches!(field, Field::PrimaryPrice | Field::Stock) => !self.lacks(field),
            (FieldKind::Photos, _) => photos > 0,
            // A category that was typed and is none.
            (FieldKind::Choice, Some(FieldValue::Text(_))) | (_, None) => false,
            (_, Some(FieldValue::Text(text))) => !text.trim().is_empty(),
            (_, Some(_)) => true,
        }
    }

    pub(super) fn check_value(&self, field: Field) -> Result<(), FieldError> {
        match (field, self.value(field)) {
            (Field::Variants, _) => DraftVariant::check_all(&self.variants),
            (Field::UnitQuantity, Some(FieldValue::Number(0))) => Err(FieldError::TooSmall { min: 1 }),
            (_, Some(FieldValue::Price(price))) if price.wire() <= 0 => Err(FieldError::NotPositive),
            (_, Some(FieldValue::Number(number))) if number < 0 => Err(FieldError::Negative),
            _ => Ok(()),
        }
    }
}
