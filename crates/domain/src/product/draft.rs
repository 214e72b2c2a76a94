//! A product before it is created: the fields a person typed, not yet sent.

use serde::{Deserialize, Serialize};

use crate::category::{AttributeValue, Unit};
use crate::field::amount::{none_in_stock, words_of};
use crate::field::list_notation::{self, Dimensions};
use crate::product::DraftVariant;
use crate::text::folded;
use crate::{
    Field, FieldError, FieldValue, Price, Quantity, Signs, parse_amount, parse_flag, parse_integer,
    parse_whole,
};

/// The fields of a product creation (contract 2.4, and those of the market file) except the photos, which the
/// import carries separately. A field that is `None` or empty is not sent.
///
/// It is large because it has a field for each field of a product.
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
    pub weight: Option<Quantity>,
    /// The weight with its packaging, in the same unit.
    pub package_weight: Option<i64>,
    /// The price of one item.
    pub primary_price: Option<Price>,
    /// The number of items for sale.
    pub stock: Option<i64>,
    /// The seller's own code for the product.
    pub sku: Option<String>,
    /// Whether it is sold in bulk to resellers.
    pub is_wholesale: Option<bool>,

    /// The category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category_id: Option<i64>,
    /// The category as it was typed; once its id is known, its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The id of the status in which it is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<i64>,
    /// Values for the attributes of its category.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub product_attribute: Vec<AttributeValue>,
    /// The unit in which it is sold. It is sent together with the quantity, or neither is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_type: Option<i64>,
    /// Whether the unit is that of the category, and nobody chose it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_unit_of_category: bool,
    /// How many of these units one item has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_quantity: Option<Quantity>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barcode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packaging_dimensions: Option<Dimensions>,
    /// The variants in which it is sold; none where it is sold as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<DraftVariant>,
    /// Free pairs of a name and a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<(String, String)>,
}

impl Draft {
    /// Sets a field from typed text or from a sheet's cell. Empty text clears the field. Photos are not text:
    /// [`Field::Photo`] and [`Field::Photos`] change nothing.
    ///
    /// A category is a number, or a path that a [`MarketCategories`](crate::category::MarketCategories)
    /// knows. Keywords are separated by commas, attributes and pairs written as `name=value` and separated by
    /// semicolons, dimensions as `30x20x10`, variants as [`DraftVariant::parse_all`] says.
    ///
    /// # Errors
    /// The reason why the text is no valid value. The field may have been set all the same (to a negative
    /// number, for example).
    pub fn set(&mut self, field: Field, text: &str) -> Result<(), FieldError> {
        self.set_from_column(field, text, Signs::default())
    }

    /// As [`Draft::set`], for a cell of a column whose other cells say what the signs in its numbers are.
    ///
    /// # Errors
    /// Those of [`Draft::set`].
    pub fn set_from_column(&mut self, field: Field, text: &str, signs: Signs) -> Result<(), FieldError> {
        let trimmed = text.trim();
        let line = || (!trimmed.is_empty()).then(|| trimmed.to_owned());
        let number = || {
            if trimmed.is_empty() { Ok(None) } else { parse_whole(trimmed, words_of(field), signs).map(Some) }
        };
        let amount = || if trimmed.is_empty() { Ok(None) } else { amount(trimmed, field, signs).map(Some) };
        let choice = || {
            let id = if trimmed.is_empty() { Ok(None) } else { parse_integer(trimmed).map(Some) };
            id.map_err(|_| FieldError::UnknownChoice { text: trimmed.into() })
        };
        match field {
            Field::Name => self.name = trimmed.to_owned(),
            Field::Brief => self.brief = line(),
            Field::Description => self.description = line(),
            Field::Sku => self.sku = line(),
            Field::PreparationDays => self.preparation_days = number()?,
            Field::Weight => self.weight = amount()?,
            Field::PackageWeight => self.package_weight = number()?,
            Field::PrimaryPrice => {
                self.primary_price =
                    if trimmed.is_empty() { None } else { Some(Price::parse(trimmed, signs)?) };
            }
            Field::Stock => self.stock = none_in_stock(trimmed).map_or_else(number, |none| Ok(Some(none)))?,
            Field::IsWholesale => {
                self.is_wholesale = if trimmed.is_empty() { None } else { Some(parse_flag(trimmed)?) }
            }
            Field::CategoryId => {
                self.category_id = parse_integer(trimmed).ok();
                self.category = line().filter(|_| self.category_id.is_none());
            }
            Field::Status => self.status = choice()?,
            Field::UnitType => {
                let named = Unit::from_word(trimmed).map(|unit| Ok(Some(unit.id)));
                (self.unit_type, self.is_unit_of_category) = (named.unwrap_or_else(choice)?, false);
            }
            Field::UnitQuantity => self.unit_quantity = amount()?,
            Field::Barcode => self.barcode = line(),
            Field::Keywords => self.keywords = list_notation::keywords(trimmed),
            Field::PackagingDimensions => self.packaging_dimensions = list_notation::dimensions(trimmed)?,
            Field::ProductAttribute => {
                let value = |(name, text)| AttributeValue { name, text, sent: None, where_taken: false };
                self.product_attribute = list_notation::pairs(trimmed)?.into_iter().map(value).collect();
            }
            Field::Variants => self.variants = DraftVariant::parse_all(trimmed)?,
            Field::Attributes => self.attributes = list_notation::pairs(trimmed)?,
            Field::Photo | Field::Photos => {}
            Field::Discount => return Err(FieldError::NotTaken),
        }
        self.check_value(field)
    }

    /// The fields beside its name of which it has a value that another one does not have, as a list of today
    /// says of a product that was created before. Its category may have been found otherwise.
    pub fn other_values(&self, other: &Self) -> impl Iterator<Item = Field> {
        const COMPARED: [Field; 10] = [
            Field::Sku,
            Field::PrimaryPrice,
            Field::Stock,
            Field::Variants,
            Field::Brief,
            Field::Description,
            Field::PreparationDays,
            Field::Weight,
            Field::PackageWeight,
            Field::Barcode,
        ];
        // `a1` is `A1`, as products are known by it.
        let sku = |draft: &Self| draft.sku.as_deref().map(folded);
        let is_other = move |field: &Field| match field {
            Field::Sku => sku(self).is_some_and(|now| Some(now) != sku(other)),
            _ => self.value(*field).is_some_and(|now| Some(now) != other.value(*field)),
        };
        COMPARED.into_iter().filter(is_other)
    }

    /// Fills the fields that are empty here from `defaults`.
    pub fn fill(&mut self, defaults: &Self) {
        let Self {
            name,
            brief,
            description,
            preparation_days,
            weight,
            package_weight,
            primary_price,
            stock,
            sku,
            is_wholesale,
            category_id,
            category,
            status,
            product_attribute,
            unit_type,
            is_unit_of_category,
            unit_quantity,
            keywords,
            barcode,
            packaging_dimensions,
            variants,
            attributes,
        } = defaults;
        if self.name.is_empty() {
            self.name.clone_from(name);
        }
        for (own, default) in [
            (&mut self.brief, brief),
            (&mut self.description, description),
            (&mut self.sku, sku),
            (&mut self.barcode, barcode),
        ] {
            *own = own.take().or_else(|| default.clone());
        }
        self.preparation_days = self.preparation_days.or(*preparation_days);
        self.weight = self.weight.or(*weight);
        self.package_weight = self.package_weight.or(*package_weight);
        self.primary_price = self.primary_price.or(*primary_price);
        self.stock = self.stock.or(*stock);
        self.is_wholesale = self.is_wholesale.or(*is_wholesale);
        if self.category_id.is_none() && self.category.is_none() {
            self.category_id = *category_id;
            self.category.clone_from(category);
        }
        self.status = self.status.or(*status);
        if self.unit_type.is_none() {
            (self.unit_type, self.is_unit_of_category) = (*unit_type, *is_unit_of_category);
        }
        self.unit_quantity = self.unit_quantity.or(*unit_quantity);
        self.packaging_dimensions = self.packaging_dimensions.or(*packaging_dimensions);
        fill_list(&mut self.keywords, keywords);
        fill_list(&mut self.attributes, attributes);
        fill_list(&mut self.variants, variants);
        fill_list(&mut self.product_attribute, product_attribute);
    }

    /// The value of a field; `None` without one. A category is its id, or else what was typed for it; several
    /// values are text in the notation of [`Draft::set`]. The import carries the photos.
    pub fn value(&self, field: Field) -> Option<FieldValue> {
        let text = |text: &str| (!text.is_empty()).then(|| FieldValue::Text(text.to_owned()));
        let line = |line: &Option<String>| line.as_deref().and_then(text);
        let number = |number: Option<i64>| number.map(FieldValue::Number);
        match field {
            Field::Name => text(&self.name),
            Field::Brief => line(&self.brief),
            Field::Description => line(&self.description),
            Field::Sku => line(&self.sku),
            Field::Barcode => line(&self.barcode),
            Field::PreparationDays => number(self.preparation_days),
            Field::PackageWeight => number(self.package_weight),
            Field::PrimaryPrice => self.primary_price.map(FieldValue::Price),
            Field::Stock => number(self.stock),
            Field::Status => number(self.status),
            Field::UnitType => number(self.unit_type),
            Field::CategoryId => number(self.category_id).or_else(|| line(&self.category)),
            Field::Weight => self.weight.map(FieldValue::from),
            Field::UnitQuantity => self.unit_quantity.map(FieldValue::from),
            Field::IsWholesale => self.is_wholesale.map(FieldValue::Flag),
            Field::Keywords => text(&self.keywords.join(", ")),
            Field::PackagingDimensions => {
                self.packaging_dimensions.and_then(|size| text(&list_notation::write_dimensions(&size)))
            }
            Field::ProductAttribute => {
                let pairs =
                    self.product_attribute.iter().map(|value| (value.name.as_str(), value.text.as_str()));
                text(&list_notation::write_pairs(pairs))
            }
            Field::Variants => text(&DraftVariant::write_all(&self.variants)),
            Field::Attributes => text(&list_notation::write_pairs(
                self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str())),
            )),
            Field::Photo | Field::Photos | Field::Discount => None,
        }
    }

    /// The value of a field as [`Draft::set`] reads it; empty without one.
    pub fn text(&self, field: Field) -> String {
        self.value(field).map(|value| value.to_string()).unwrap_or_default()
    }

    /// The texts of the fields that have a value.
    pub fn texts(&self) -> impl Iterator<Item = (Field, String)> {
        Field::ALL.into_iter().filter_map(|field| Some((field, self.value(field)?.to_string())))
    }
}

/// An amount with the words around it: `250 g`, `1.5 kg`.
fn amount(text: &str, field: Field, signs: Signs) -> Result<Quantity, FieldError> {
    Quantity::parse(text).or_else(|error| match parse_amount(text, words_of(field), signs) {
        Ok(amount) => Quantity::from_thousandths(amount).ok_or(error),
        Err(_) => Err(error),
    })
}

fn fill_list<T: Clone>(list: &mut Vec<T>, default: &[T]) {
    if list.is_empty() {
        list.extend_from_slice(default);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FieldKind;
    use crate::StatusChoice;
    use crate::rules::{CreateRules, FieldLimits, FieldProblem};

    fn draft(name: &str) -> Draft {
        Draft { name: name.to_owned(), ..Draft::default() }
    }

    #[test]
    fn every_field_that_is_typed_is_read_back_and_fills_what_is_empty() {
        for field in Field::ALL.into_iter().filter(|field| field.kind() != FieldKind::Photos) {
            let text = match field.kind() {
                FieldKind::Line | FieldKind::Paragraph => "text",
                FieldKind::Integer | FieldKind::Choice => "12",
                FieldKind::Flag => "yes",
                _ if field == Field::PackagingDimensions => "30x20x10",
                _ if field == Field::Keywords => "a, b",
                _ => "a=b",
            };
            let mut typed = Draft::default();
            typed.set(field, text).unwrap();
            assert!(!typed.text(field).is_empty(), "{field:?}");
            let mut again = Draft::default();
            again.set(field, &typed.text(field)).unwrap();
            assert_eq!(again, typed, "{field:?}");
            let mut empty = Draft::default();
            empty.fill(&typed);
            assert_eq!(empty, typed, "{field:?}");
        }
    }

    #[test]
    fn a_price_of_zero_or_less_is_refused_before_it_is_sent() {
        let mut d = draft("Rug");
        assert_eq!(d.set(Field::PrimaryPrice, "0"), Err(FieldError::NotPositive));
        assert_eq!(d.set(Field::PrimaryPrice, "-5"), Err(FieldError::NotPositive));
        assert_eq!(d.set(Field::PrimaryPrice, "9223372036854775808"), Err(FieldError::TooLarge));
        assert_eq!(d.set(Field::PrimaryPrice, "۱۲٬۰۰۰"), Ok(()));
        assert_eq!(d.primary_price, Some(Price::on_wire(12_000)));
    }

    #[test]
    fn a_missing_required_field_is_reported() {
        let rules = CreateRules {
            required: vec![Field::Name, Field::Photo, Field::Weight],
            ..CreateRules::default()
        };
        let missing: Vec<Field> = draft(" ").check(0, &rules).into_iter().map(|p| p.field).collect();
        assert_eq!(missing, [Field::Name, Field::Photo, Field::Weight]);
    }

    #[test]
    fn length_is_counted_in_characters_not_bytes() {
        let rules = CreateRules { name_chars: Some(4), ..CreateRules::default() };
        assert_eq!(draft("گلیم").check(1, &rules), []);
        let long = draft("گلیم‌ها").check(1, &rules);
        assert_eq!(
            long,
            [FieldProblem { field: Field::Name, error: FieldError::TooLong { limit: 4, length: 7 } }]
        );
    }

    #[test]
    fn defaults_fill_only_empty_fields() {
        let mut d = Draft { stock: Some(3), ..draft("Rug") };
        d.fill(&Draft {
            name: "All".to_owned(),
            stock: Some(9),
            primary_price: Some(Price::on_wire(5)),
            ..Draft::default()
        });
        assert_eq!(d, Draft { stock: Some(3), primary_price: Some(Price::on_wire(5)), ..draft("Rug") });
    }

    #[test]
    fn every_field_reads_back_from_its_own_text() {
        let texts = [
            (Field::CategoryId, "302"),
            (Field::CategoryId, "Rugs / Kilim"),
            (Field::Status, "2976"),
            (Field::ProductAttribute, "Material=Wool; 221=120×80"),
            (Field::UnitType, "6304"),
            (Field::UnitQuantity, "2"),
            (Field::Keywords, "rug, گلیم"),
            (Field::Barcode, "6260001"),
            (Field::PackagingDimensions, "30×20×10"),
            (Field::Attributes, "Washing=by hand"),
            (Field::Variants, "Size=L | 250000 | 3 | R-L; Size=M"),
        ];
        for (field, text) in texts {
            let mut read = draft("Rug");
            read.set(field, text).unwrap();
            assert_eq!(read.text(field), text, "{field:?}");
            let mut filled = draft("Rug");
            filled.fill(&read);
            assert_eq!(filled, read, "{field:?}");
            read.set(field, "").unwrap();
            assert_eq!(read, draft("Rug"), "{field:?}");
        }
    }

    #[test]
    fn a_draft_without_these_fields_is_stored_as_before() {
        let stored = serde_json::to_value(draft("Rug")).unwrap();
        assert_eq!(stored.as_object().unwrap().len(), 10, "{stored}");
    }

    #[test]
    fn limits_of_the_market_file_are_checked_before_anything_is_sent() {
        let checks = FieldLimits {
            package_over_weight: Some(1),
            price_min: Some(Price::on_wire(1000)),
            text_chars_min: Some(3),
            brief_chars: Some(5),
            keywords: Some(1),
            ..FieldLimits::default()
        };
        let rules = CreateRules { checks, fields: vec![Field::Keywords], ..CreateRules::default() };
        let refused = Draft {
            weight: Some(100.into()),
            package_weight: Some(100),
            primary_price: Some(Price::on_wire(999)),
            description: Some("ab".to_owned()),
            brief: Some("sixsix".to_owned()),
            keywords: vec!["a".to_owned(), "b".to_owned()],
            ..draft("Rug")
        };
        let errors: Vec<(Field, FieldError)> =
            refused.check(1, &rules).into_iter().map(|problem| (problem.field, problem.error)).collect();
        assert_eq!(
            errors,
            [
                (Field::Brief, FieldError::TooLong { limit: 5, length: 6 }),
                (Field::Description, FieldError::TooShort { limit: 3, length: 2 }),
                (Field::Keywords, FieldError::TooMany { limit: 1, count: 2 }),
                (Field::PackageWeight, FieldError::TooSmall { min: 101 }),
                (Field::PrimaryPrice, FieldError::PriceTooLow { min: Price::on_wire(1000) }),
            ]
        );
        assert_eq!(
            refused.check(1, &CreateRules::default()),
            [],
            "a marketplace without these limits takes it"
        );
    }

    #[test]
    fn a_status_that_the_file_does_not_name_is_refused() {
        let statuses = vec![StatusChoice { id: 2976, name: "published".to_owned(), photo: true }];
        let rules = CreateRules { statuses, fields: vec![Field::Status], ..CreateRules::default() };
        assert_eq!(Draft { status: Some(2976), ..draft("Rug") }.check(1, &rules), []);
        let unknown = FieldError::UnknownChoice { text: "4184".into() };
        assert_eq!(
            Draft { status: Some(4184), ..draft("Rug") }.check(1, &rules),
            [FieldProblem { field: Field::Status, error: unknown }]
        );
    }

    #[test]
    fn a_product_may_lack_a_photo_in_a_status_that_needs_none() {
        let status = |id, name: &str, photo| StatusChoice { id, name: name.to_owned(), photo };
        let statuses = vec![status(2976, "published", true), status(3790, "hidden", false)];
        let rules = CreateRules { statuses, fields: vec![Field::Status], ..CreateRules::default() };
        let missing = [FieldProblem { field: Field::Photo, error: FieldError::Missing }];
        let in_status = |status| Draft { status, ..draft("Rug") };
        assert_eq!(in_status(Some(3790)).check(0, &rules), []);
        assert_eq!(in_status(Some(2976)).check(0, &rules), missing);
        assert_eq!(in_status(None).check(0, &rules), missing, "the first status");
        let silent = CreateRules { statuses: vec![status(3790, "hidden", false)], ..rules };
        assert_eq!(
            in_status(Some(3790)).check(0, &silent),
            missing,
            "where no status says anything about photos, one is required"
        );
    }

    #[test]
    fn a_product_has_what_all_its_variants_have() {
        let rules = CreateRules {
            fields: vec![Field::Variants],
            checks: FieldLimits { price_min: Some(Price::on_wire(100)), ..FieldLimits::default() },
            ..CreateRules::default()
        };
        let problems = |variants: &str| {
            let mut shirt = draft("Shirt");
            shirt.set(Field::Variants, variants).unwrap();
            let of = |problem: FieldProblem| (problem.field, problem.error);
            (shirt.lacks(Field::PrimaryPrice), shirt.check(1, &rules).into_iter().map(of).collect::<Vec<_>>())
        };
        assert_eq!(problems("Size=M | 500 | 1; Size=L | 600 | 0"), (false, vec![]));
        let missing_of =
            |field, text: &str| (field, FieldError::VariantsWithout { text: text.to_owned().into() });
        assert_eq!(
            problems("Size=M | 500 | 1; Size=L | | 0"),
            (true, vec![missing_of(Field::PrimaryPrice, "L")])
        );
        assert_eq!(problems("Size=M | 500; Size=L | 600 | 0"), (false, vec![missing_of(Field::Stock, "M")]));
        let too_small = (Field::Variants, FieldError::PriceTooLow { min: Price::on_wire(100) });
        assert_eq!(problems("Size=M | 50 | 1; Size=L | 600 | 0"), (false, vec![too_small]));
        let mut elsewhere = draft("Shirt");
        elsewhere.set(Field::Variants, "Size=M | 500 | 1").unwrap();
        let not_taken = FieldProblem { field: Field::Variants, error: FieldError::NotTaken };
        assert_eq!(elsewhere.check(1, &CreateRules::default()), [not_taken]);
    }

    #[test]
    fn empty_text_clears_a_field() {
        let mut d = Draft { stock: Some(3), ..draft("Rug") };
        d.set(Field::Stock, " ").unwrap();
        assert_eq!(d.stock, None);
    }
}
