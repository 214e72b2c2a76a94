//! A product before it is created: the fields a person typed, not yet sent.

use serde::{Deserialize, Serialize};

use super::{Field, FieldError, Ratio, parse_flag, parse_integer};

/// The fields of a product creation (contract 2.4) except the photos, which the import carries separately. A field that
/// is `None` is not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// What buyers read first.
    pub name: String,
    /// One or two sentences, shown near the name.
    pub brief: Option<String>,
    /// Everything else that buyers want to know.
    pub description: Option<String>,
    /// The days between an order and its dispatch.
    pub preparation_days: Option<i64>,
    /// The weight of the product alone, in the marketplace's unit (usually grams).
    pub weight: Option<i64>,
    /// The weight with its packaging, in the same unit.
    pub package_weight: Option<i64>,
    /// The price of one item, in the marketplace's unit.
    pub primary_price: Option<i64>,
    /// The number of items for sale.
    pub stock: Option<i64>,
    /// The seller's own code for the product.
    pub sku: Option<String>,
    /// Whether it is sold in bulk to resellers.
    pub is_wholesale: Option<bool>,
}

/// What one marketplace requires of a product, from its market file. Products that break a rule are not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateRules {
    /// Fields that may not be empty.
    pub required: Vec<Field>,
    /// Maximum length of a name in characters (not bytes), when known.
    pub name_chars: Option<usize>,
    /// Maximum number of photos per product, when known.
    pub photos: Option<usize>,
    /// Aspect ratio in which the marketplace shows photos, when known.
    pub photo_ratio: Option<Ratio>,
}

/// A field whose value would be refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    /// The field.
    pub field: Field,
    /// What is wrong with its value.
    pub error: FieldError,
}

impl Default for CreateRules {
    fn default() -> Self {
        Self { required: vec![Field::Name, Field::Photo], name_chars: None, photos: None, photo_ratio: None }
    }
}

impl Draft {
    /// Sets a field from typed text or from a sheet's cell. Empty text clears the field. Photos are not text:
    /// [`Field::Photo`] and [`Field::Photos`] change nothing.
    ///
    /// # Errors
    /// The reason why the text is no valid value. The field may have been set all the same (to a negative number, for
    /// example).
    pub fn set(&mut self, field: Field, text: &str) -> Result<(), FieldError> {
        let trimmed = text.trim();
        let line = || (!trimmed.is_empty()).then(|| trimmed.to_owned());
        let number = || if trimmed.is_empty() { Ok(None) } else { parse_integer(trimmed).map(Some) };
        match field {
            Field::Name => self.name = trimmed.to_owned(),
            Field::Brief => self.brief = line(),
            Field::Description => self.description = line(),
            Field::Sku => self.sku = line(),
            Field::PreparationDays => self.preparation_days = number()?,
            Field::Weight => self.weight = number()?,
            Field::PackageWeight => self.package_weight = number()?,
            Field::PrimaryPrice => self.primary_price = number()?,
            Field::Stock => self.stock = number()?,
            Field::IsWholesale => self.is_wholesale = if trimmed.is_empty() { None } else { Some(parse_flag(trimmed)?) },
            Field::Photo | Field::Photos => {}
        }
        self.check_value(field)
    }

    /// Fills the fields that are empty here from `defaults`.
    pub fn fill(&mut self, defaults: &Self) {
        if self.name.is_empty() {
            self.name.clone_from(&defaults.name);
        }
        self.brief = self.brief.take().or_else(|| defaults.brief.clone());
        self.description = self.description.take().or_else(|| defaults.description.clone());
        self.sku = self.sku.take().or_else(|| defaults.sku.clone());
        self.preparation_days = self.preparation_days.or(defaults.preparation_days);
        self.weight = self.weight.or(defaults.weight);
        self.package_weight = self.package_weight.or(defaults.package_weight);
        self.primary_price = self.primary_price.or(defaults.primary_price);
        self.stock = self.stock.or(defaults.stock);
        self.is_wholesale = self.is_wholesale.or(defaults.is_wholesale);
    }

    /// The value of an integer field; `None` when it is empty or not an integer field.
    pub fn integer(&self, field: Field) -> Option<i64> {
        match field {
            Field::PreparationDays => self.preparation_days,
            Field::Weight => self.weight,
            Field::PackageWeight => self.package_weight,
            Field::PrimaryPrice => self.primary_price,
            Field::Stock => self.stock,
            _ => None,
        }
    }

    /// The value of a text field; `None` when it is empty or not a text field.
    pub fn line(&self, field: Field) -> Option<&str> {
        match field {
            Field::Name => Some(&self.name),
            Field::Brief => self.brief.as_deref(),
            Field::Description => self.description.as_deref(),
            Field::Sku => self.sku.as_deref(),
            _ => None,
        }
    }

    /// Returns every problem that would certainly make the marketplace refuse this product, so that a person can fix
    /// them before anything is sent. `photos` is the number of photos.
    pub fn check(&self, photos: usize, rules: &CreateRules) -> Vec<FieldProblem> {
        let mut problems: Vec<FieldProblem> = Vec::new();
        for field in Field::ALL {
            if let Err(error) = self.check_value(field) {
                problems.push(FieldProblem { field, error });
            } else if rules.required.contains(&field) && !self.has(field, photos) {
                problems.push(FieldProblem { field, error: FieldError::Missing });
            }
        }
        let length = self.name.chars().count();
        if let Some(limit) = rules.name_chars.filter(|&limit| length > limit) {
            problems.push(FieldProblem { field: Field::Name, error: FieldError::TooLong { limit, length } });
        }
        if let Some(limit) = rules.photos.filter(|&limit| photos > limit) {
            problems.push(FieldProblem { field: Field::Photos, error: FieldError::TooMany { limit, count: photos } });
        }
        problems
    }

    fn has(&self, field: Field, photos: usize) -> bool {
        match field.kind() {
            super::FieldKind::Photos => photos > 0,
            super::FieldKind::Integer => self.integer(field).is_some(),
            super::FieldKind::Flag => self.is_wholesale.is_some(),
            super::FieldKind::Line | super::FieldKind::Paragraph => self.line(field).is_some_and(|text| !text.trim().is_empty()),
        }
    }

    fn check_value(&self, field: Field) -> Result<(), FieldError> {
        match (field, self.integer(field)) {
            (Field::PrimaryPrice, Some(price)) if price <= 0 => Err(FieldError::NotPositive),
            (_, Some(number)) if number < 0 => Err(FieldError::Negative),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str) -> Draft {
        Draft { name: name.to_owned(), ..Draft::default() }
    }

    #[test]
    fn a_price_of_zero_or_less_is_refused_before_it_is_sent() {
        let mut d = draft("Rug");
        assert_eq!(d.set(Field::PrimaryPrice, "0"), Err(FieldError::NotPositive));
        assert_eq!(d.set(Field::PrimaryPrice, "-5"), Err(FieldError::NotPositive));
        assert_eq!(d.set(Field::PrimaryPrice, "9223372036854775808"), Err(FieldError::TooLarge));
        assert_eq!(d.set(Field::PrimaryPrice, "۱۲٬۰۰۰"), Ok(()));
        assert_eq!(d.primary_price, Some(12_000));
    }

    #[test]
    fn a_missing_required_field_is_reported() {
        let rules = CreateRules { required: vec![Field::Name, Field::Photo, Field::Weight], ..CreateRules::default() };
        let missing: Vec<Field> = draft(" ").check(0, &rules).into_iter().map(|p| p.field).collect();
        assert_eq!(missing, [Field::Name, Field::Photo, Field::Weight]);
    }

    #[test]
    fn length_is_counted_in_characters_not_bytes() {
        let rules = CreateRules { name_chars: Some(4), ..CreateRules::default() };
        assert_eq!(draft("گلیم").check(1, &rules), []);
        let long = draft("گلیم‌ها").check(1, &rules);
        assert_eq!(long, [FieldProblem { field: Field::Name, error: FieldError::TooLong { limit: 4, length: 7 } }]);
    }

    #[test]
    fn defaults_fill_only_empty_fields() {
        let mut d = Draft { stock: Some(3), ..draft("Rug") };
        d.fill(&Draft { name: "All".to_owned(), stock: Some(9), primary_price: Some(5), ..Draft::default() });
        assert_eq!(d, Draft { stock: Some(3), primary_price: Some(5), ..draft("Rug") });
    }

    #[test]
    fn empty_text_clears_a_field() {
        let mut d = Draft { stock: Some(3), ..draft("Rug") };
        d.set(Field::Stock, " ").unwrap();
        assert_eq!(d.stock, None);
    }
}
