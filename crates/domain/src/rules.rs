//! What a marketplace requires of a product.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::category::UNITS;
use super::{DiscountRules, Field, FieldError, Price, PublicPage, Ratio};
use crate::text::searchable;

/// A status in which a product can be created, from the market file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatusChoice {
    pub id: i64,
    /// `published` and `hidden` are shown in the language of the window, any other name as it is.
    pub name: String,
    /// Whether a product in this status needs a photo. Where no status says so, `required` decides.
    #[serde(default)]
    pub photo: bool,
}

impl StatusChoice {
    /// Whether a text in a list means it: its name, or what `published` and `hidden` are called in Persian.
    pub fn is_called(&self, text: &str) -> bool {
        let said = searchable(text);
        let others: &[&str] = match self.name.as_str() {
            "published" => &["منتشر شده"],
            "hidden" => &["پنهان", "مخفی"],
            _ => &[],
        };
        !said.is_empty()
            && (searchable(&self.name) == said || others.iter().any(|other| searchable(other) == said))
    }
}

/// The unit of a marketplace's weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightUnit {
    Gram,
    Kilogram,
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
    /// The fields outside the contract that the marketplace takes.
    pub fields: Vec<Field>,
    /// The fields in which numbers may have decimals.
    pub decimals: Vec<Field>,
    /// The unit of weights, where the file says it.
    pub weight_unit: Option<WeightUnit>,
    /// The statuses in which a product can be created; the first one is the default. Empty: none is sent.
    pub statuses: Vec<StatusChoice>,
    /// How products get a category; `None` if the marketplace has none.
    pub categories: Option<CategoryRules>,
    /// The limits of texts and numbers, as far as the file states them.
    pub checks: FieldLimits,
    /// Whether an SKU belongs to one product of the shop only.
    pub sku_unique: bool,
    /// Whether prices and stocks of variants are changed here.
    pub changes_variants: bool,
    /// Where buyers see a product, where the file says so.
    pub public_page: Option<PublicPage>,
    /// The discounts that can be given here; `None` where the file names no operation for them.
    pub discounts: Option<DiscountRules>,
}

/// Limits that can be checked before anything is sent. What is absent is not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldLimits {
    /// By how many grams the package has to be heavier than the product, at least.
    pub package_over_weight: Option<i64>,
    /// The lowest price.
    pub price_min: Option<Price>,
    /// The longest texts, in characters.
    pub brief_chars: Option<usize>,
    pub description_chars: Option<usize>,
    /// The shortest of these two, unless it is empty, in characters.
    pub text_chars_min: Option<usize>,
    /// The most keywords.
    pub keywords: Option<usize>,
    /// Whether telephone numbers, links and handles in texts are worth a warning.
    pub contact_warning: bool,
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
        Self {
            required: vec![Field::Name, Field::Photo],
            name_chars: None,
            photos: None,
            photo_ratio: None,
            fields: Vec::new(),
            decimals: Vec::new(),
            weight_unit: None,
            statuses: Vec::new(),
            categories: None,
            checks: FieldLimits::default(),
            sku_unique: false,
            changes_variants: false,
            public_page: None,
            discounts: None,
        }
    }
}

impl CreateRules {
    /// Whether the marketplace takes this field: every one takes those of the contract.
    pub fn takes(&self, field: Field) -> bool {
        field.is_of_contract() || self.fields.contains(&field)
    }

    /// Whether a product in this status needs a photo. Without one of its own it gets the first status.
    pub fn needs_photo(&self, status: Option<i64>) -> bool {
        if self.statuses.iter().all(|status| !status.photo) {
            return self.required.contains(&Field::Photo);
        }
        let chosen = match status {
            Some(id) => self.statuses.iter().find(|status| status.id == id),
            None => self.statuses.first(),
        };
        chosen.is_none_or(|status| status.photo)
    }

    /// The status with this name or id.
    pub fn status(&self, text: &str) -> Option<&StatusChoice> {
        let text = text.trim();
        self.statuses.iter().find(|status| status.name == text || status.id.to_string() == text)
    }
}

/// How a marketplace treats categories, from its market file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryRules {
    /// Whether only categories without further ones inside take products.
    pub leaf_only: bool,
    /// Whether the attributes of a category can be read.
    pub has_attributes: bool,
    /// Units as categories name them → units as creations take them.
    pub units: BTreeMap<i64, i64>,
    /// The unit of a category that names none, or one that is not known.
    pub unit_default: Option<i64>,
}

impl CategoryRules {
    /// The unit that a creation takes, for the unit that a category names.
    pub fn unit(&self, named: Option<i64>) -> Option<i64> {
        let known = |id: &i64| UNITS.iter().any(|unit| unit.id == *id);
        named
            .and_then(|id| self.units.get(&id).copied().or_else(|| Some(id).filter(known)))
            .or(self.unit_default)
    }
}
