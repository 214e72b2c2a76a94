//! A product as the shop lists it (contract 2.5).

mod draft;
mod draft_check;
mod draft_variant;
mod state;
mod variant;
mod variant_grid;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Discount, Field, FieldValue, FileId, Price, ProductId};

pub use draft::Draft;
pub use draft_variant::{DraftVariant, folded_values};
pub use state::{BatchItem, ProductChange, ProductState};
pub use variant::{FieldKey, ProductOrVariant, Variant};
pub use variant_grid::VariantGrid;

/// A listed product. Only the id is required in a response, so everything else is optional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    pub id: ProductId,
    /// The name; empty if the response has none.
    pub title: String,
    /// The price that buyers pay.
    pub price: Option<Price>,
    /// The price that the owner set, where the list shows it and it is another one.
    pub primary_price: Option<Price>,
    /// The cover.
    pub photo: Option<ProductPhoto>,
    /// Its status, in the marketplace's own words.
    pub status: Option<Status>,
    /// The number of items in stock.
    pub inventory: Option<i64>,
    /// Whether it is sold in bulk to resellers.
    pub is_wholesale: Option<bool>,
    /// The seller's own code for the product.
    pub sku: Option<String>,
    /// Its variants in the shop's order, where the list shows the id of each.
    pub variants: Vec<Variant>,
    /// The discount that runs, or [`Discount::NONE`]; `None` where the list does not tell.
    pub discount: Option<Discount>,
    /// Its category, where the list names it.
    pub category_id: Option<i64>,
    /// When it was created and last changed, where the list says so.
    pub created_at: Option<Timestamp>,
    pub changed_at: Option<Timestamp>,
    /// New values that wait for the marketplace's review, or what the review said.
    pub review: Option<Box<Review>>,
}

/// A review of new values of a product, while the old ones are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The new values, by the names of their fields.
    #[serde(deserialize_with = "values_of_fields")]
    values: BTreeMap<String, FieldValue>,
    /// Why the marketplace rejected them, in its own words.
    pub reasons: Vec<String>,
}

impl Review {
    /// A review of these values, or one that ended with these reasons.
    pub fn new(values: impl IntoIterator<Item = (Field, FieldValue)>, reasons: Vec<String>) -> Self {
        Self {
            values: values.into_iter().map(|(field, value)| (field.name().to_owned(), value)).collect(),
            reasons,
        }
    }

    /// The new values.
    pub fn values(&self) -> impl Iterator<Item = (Field, &FieldValue)> {
        self.values.iter().filter_map(|(name, value)| Some((Field::from_name(name)?, value)))
    }
}

/// Stored values of fields: a number is a price where its field says so.
fn values_of_fields<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, FieldValue>, D::Error> {
    let values = BTreeMap::<String, FieldValue>::deserialize(deserializer)?;
    let of_field = |(name, value): (String, FieldValue)| match Field::from_name(&name) {
        Some(field) => (name, value.of(field)),
        None => (name, value),
    };
    Ok(values.into_iter().map(of_field).collect())
}

impl Product {
    /// The codes of the product and of its variants.
    pub fn skus(&self) -> impl Iterator<Item = &str> {
        let variants = self.variants.iter().filter_map(|variant| variant.sku.as_deref());
        self.sku.as_deref().into_iter().chain(variants)
    }

    /// The price that the owner set, as far as the list tells: without a discount, buyers pay it.
    pub fn own_price(&self) -> Option<Price> {
        self.primary_price.or(self.price)
    }

    /// The variant in this place.
    pub fn variant_at(&self, place: usize) -> Option<ProductOrVariant> {
        let variant = Some(self.variants.get(place)?.id.clone());
        Some(ProductOrVariant { product: self.id.clone(), variant })
    }

    /// A product of which nothing but the id is known.
    pub const fn with_id(id: ProductId) -> Self {
        Self {
            id,
            title: String::new(),
            price: None,
            primary_price: None,
            photo: None,
            status: None,
            inventory: None,
            is_wholesale: None,
            sku: None,
            variants: Vec::new(),
            discount: None,
            category_id: None,
            created_at: None,
            changed_at: None,
            review: None,
        }
    }
}

/// A product's photo in the shop's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPhoto {
    /// Expected, but not promised by the contract, to be the id that the cover got when it was uploaded.
    pub id: Option<FileId>,
    /// Where its sizes can be loaded from.
    pub urls: PhotoUrls,
}

/// Addresses of a photo in several sizes, from `xs` to `lg`. The contract does not say how many pixels they
/// have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhotoUrls {
    pub original: Option<String>,
    pub xs: Option<String>,
    pub sm: Option<String>,
    pub md: Option<String>,
    pub lg: Option<String>,
}

impl PhotoUrls {
    /// The address of a size that is large enough to be looked at, if any.
    pub fn for_details(&self) -> Option<&str> {
        [&self.lg, &self.original, &self.md, &self.sm, &self.xs]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .next()
    }

    /// The address of the smallest size that is good enough for a thumbnail, if any.
    pub fn for_thumbnail(&self) -> Option<&str> {
        [&self.sm, &self.xs, &self.md, &self.lg, &self.original]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .next()
    }
}

/// The marketplace's own word for a product's state; the contract does not list the possible values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// The text to show.
    pub name: Option<String>,
    /// The number of the state.
    pub value: Option<i64>,
}

/// What is known about the products of a shop as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogState {
    /// When the shop's list was read to its end.
    pub read_at: Timestamp,
    /// Whether the answers prove that no product is missing.
    pub is_complete: bool,
}
