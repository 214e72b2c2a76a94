//! The variants in which a product is sold, such as its sizes.

use serde::{Deserialize, Serialize};

use crate::{Field, FieldValue, Price, ProductId, VariantId};

/// A variant of a product, with a price and a stock of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub id: VariantId,
    /// What tells it from the others: `Red, L`. Empty if the shop shows no properties.
    pub name: String,
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
