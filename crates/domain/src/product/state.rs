//! The values of a product that can be changed after its creation, and changes of them.

use std::collections::BTreeMap;

use super::{FieldKey, Variant};
use crate::{Field, FieldValue, Price, Problem, Product, ProductId, ProductPhoto, VariantId};

/// A product in the shop as it was just read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductState {
    pub product: Product,
    /// The price that the owner set. What buyers pay, [`Product::price`], may be lower.
    pub primary_price: Option<Price>,
    /// The days between an order and its dispatch. Lists may not show it.
    pub preparation_days: Option<i64>,
    /// Values that only a reading of this product alone may show, such as its description.
    pub details: BTreeMap<Field, FieldValue>,
    /// All photos, the cover first. Only a reading of this product alone may show them; `None` if it does
    /// not, or not all of their ids: a new album would lose such photos.
    pub album: Option<Vec<ProductPhoto>>,
    /// Whether it is sold in variants, which have prices and stocks of their own.
    pub has_variants: bool,
    /// Whether a change of it waits for the marketplace's review, while the old values are shown.
    pub in_review: bool,
}

impl ProductState {
    /// The value of an editable field; `None` if it was not shown.
    pub fn value(&self, field: Field) -> Option<FieldValue> {
        match field {
            Field::Name => Some(FieldValue::Text(self.product.title.clone())),
            Field::PrimaryPrice => self.primary_price.or(self.product.price).map(FieldValue::Price),
            Field::Stock => self.product.inventory.map(FieldValue::Number),
            Field::PreparationDays => self.preparation_days.map(FieldValue::Number),
            Field::Status => self.product.status.as_ref()?.value.map(FieldValue::Number),
            Field::Sku => self.product.sku.clone().map(FieldValue::Text),
            Field::IsWholesale => self.product.is_wholesale.map(FieldValue::Flag),
            Field::Discount => self.product.discount.map(FieldValue::Discount),
            Field::Photos => {
                let photos = self.album.as_ref()?.iter().map(|photo| photo.id.clone());
                photos.collect::<Option<Vec<_>>>().map(FieldValue::Album)
            }
            field => self.details.get(&field).cloned(),
        }
    }

    /// The value of the product or of its variant; `None` if it was not shown.
    pub fn value_of(&self, key: &FieldKey) -> Option<FieldValue> {
        match &key.variant {
            None => self.value(key.field),
            Some(variant) => self.variant(variant)?.value(key.field),
        }
    }

    /// The variant with this id.
    pub fn variant(&self, id: &VariantId) -> Option<&Variant> {
        self.product.variants.iter().find(|variant| variant.id == *id)
    }
}

impl From<Product> for ProductState {
    /// What a list tells of a product.
    fn from(product: Product) -> Self {
        Self {
            product,
            primary_price: None,
            preparation_days: None,
            details: BTreeMap::new(),
            album: None,
            has_variants: false,
            in_review: false,
        }
    }
}

/// New values of one product and its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductChange {
    pub id: ProductId,
    pub values: Vec<(FieldKey, FieldValue)>,
}

impl ProductChange {
    /// The new values of the product itself.
    pub fn own(&self) -> impl Iterator<Item = (Field, &FieldValue)> {
        self.values.iter().filter(|(key, _)| key.variant.is_none()).map(|(key, new)| (key.field, new))
    }

    /// The same without what changes of the product itself.
    #[must_use]
    pub fn variants_alone(&self) -> Self {
        let of_variants = self.values.iter().filter(|(key, _)| key.variant.is_some());
        Self { id: self.id.clone(), values: of_variants.cloned().collect() }
    }

    /// The new values of variants.
    pub fn of_variants(&self) -> impl Iterator<Item = (&VariantId, Field, &FieldValue)> {
        self.values.iter().filter_map(|(key, new)| Some((key.variant.as_ref()?, key.field, new)))
    }
}

/// What the marketplace said about one product of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchItem {
    pub id: ProductId,
    /// Whether the change waits for its review.
    pub in_review: bool,
    /// Why it was refused.
    pub problem: Option<Problem>,
}
