//! What the review knows of the marketplace's categories.

use std::sync::Arc;

use super::draft_key::{ByDraft, KeyRef};
use vitrine_core::import::categories::CategoryChoices;
use vitrine_domain::MarketCategories;

/// What the review knows of categories.
#[derive(Debug, Default)]
pub struct KnownCategories {
    pub market_categories: Arc<MarketCategories>,
    pub choices: CategoryChoices,
    /// The categories that the folders of products have.
    pub of_folders: ByDraft<i64>,
}

impl KnownCategories {
    /// The category of a product's folder.
    pub fn of_folder(&self, product: KeyRef<'_>) -> Option<i64> {
        self.of_folders.get(&product).copied()
    }
}

/// What keeps products from being sent, and can be given to several at once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// They have no category. The folders that contain them, with slashes between them.
    Category { folder: String },
    /// They have no valid value for an attribute of their category.
    Attribute { category: i64, title: String },
    /// Nobody knows which attributes their category requires.
    UnknownAttributes { category: i64 },
}
