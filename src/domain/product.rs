//! A product as the shop lists it (contract 2.5).

use super::{FileId, ProductId};

/// Everything but the id may be missing from an answer, so everything but the id is optional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    pub id: ProductId,
    pub title: String,
    pub price: Option<i64>,
    pub photo: Option<ProductPhoto>,
    pub status: Option<Status>,
    /// The number in stock.
    pub inventory: Option<i64>,
    pub is_wholesale: Option<bool>,
    pub sku: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPhoto {
    /// Expected, but not promised, to be the id the cover got when it was uploaded.
    pub id: Option<FileId>,
    pub urls: PhotoUrls,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhotoUrls {
    pub original: Option<String>,
    pub xs: Option<String>,
    pub sm: Option<String>,
    pub md: Option<String>,
    pub lg: Option<String>,
}

impl PhotoUrls {
    /// The smallest picture that serves a thumbnail.
    pub fn for_thumbnail(&self) -> Option<&str> {
        [&self.sm, &self.xs, &self.md, &self.lg, &self.original].into_iter().flatten().map(String::as_str).next()
    }
}

/// The marketplace's own word for a product's state; allowed values are not documented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub name: Option<String>,
    pub value: Option<i64>,
}
