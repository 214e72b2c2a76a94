//! The variants in which a product is sold, such as its sizes.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::DraftVariant;
use crate::text::folded;
use crate::{Field, FieldValue, Price, ProductId, VariantId};

/// A variant of a product, with a price and a stock of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub id: VariantId,
    /// What tells it from the others: `Red, L`. Empty if the shop shows no properties.
    pub name: String,
    /// The names and values of its properties, as far as the shop shows both. Lists that earlier versions
    /// saved have none.
    #[serde(default)]
    pub properties: Vec<(String, String)>,
    pub sku: Option<String>,
    pub primary_price: Option<Price>,
    pub stock: Option<i64>,
}

impl Variant {
    /// The fields that each variant has for itself.
    pub const FIELDS: [Field; 2] = [Field::PrimaryPrice, Field::Stock];

    /// Its name, or its id where it has none.
    pub fn called(&self) -> &str {
        if self.name.is_empty() { self.id.as_str() } else { &self.name }
    }

    /// Its properties in one cell of a spreadsheet, `Size=L, Color=Red`; else its name.
    pub fn properties_in_a_cell(&self) -> String {
        if self.properties.is_empty() {
            return self.name.clone();
        }
        let alone = DraftVariant { properties: self.properties.clone(), ..DraftVariant::default() };
        DraftVariant::write_all(&[alone])
    }

    /// Whether it has these properties, as a sheet names them: equal values, however they are written, of
    /// properties with these names. `names`: the names of the properties in the shop, folded. A name that is
    /// none of them, such as one in another language, says nothing.
    pub fn has_properties(&self, wanted: &[(String, String)], names: &HashSet<String>) -> bool {
        let has = |(name, value): &(String, String)| {
            let is_named = names.contains(&folded(name));
            let mut known =
                self.properties.iter().filter(|(own, _)| !is_named || folded(own) == folded(name));
            known.any(|(_, own)| folded(own) == folded(value)) || folded(&self.name) == folded(value)
        };
        wanted.iter().all(has)
    }

    /// The value of one of these fields; `None` if it was not shown.
    pub fn value(&self, field: Field) -> Option<FieldValue> {
        match field {
            Field::PrimaryPrice => self.primary_price.map(FieldValue::Price),
            Field::Stock => self.stock.map(FieldValue::Number),
            _ => None,
        }
    }
}

/// A product, or one of its variants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductOrVariant {
    pub product: ProductId,
    pub variant: Option<VariantId>,
}

impl From<ProductId> for ProductOrVariant {
    fn from(product: ProductId) -> Self {
        Self { product, variant: None }
    }
}

/// One value of a product: its own, or that of one of its variants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldKey {
    pub field: Field,
    pub variant: Option<VariantId>,
}

impl From<Field> for FieldKey {
    /// The product's own value.
    fn from(field: Field) -> Self {
        Self { field, variant: None }
    }
}
