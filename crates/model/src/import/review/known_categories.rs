//! What the review knows of the marketplace's categories.

use std::path::PathBuf;
use std::sync::Arc;

use super::draft_key::{ByDraft, KeyRef, key};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::categories::{CategoryChoices, category_of_folder};
use vitrine_domain::{CreateRules, Field, MarketCategories, parse_integer};

/// What the review knows of categories.
#[derive(Debug, Default)]
pub struct KnownCategories {
    pub market_categories: Arc<MarketCategories>,
    pub choices: CategoryChoices,
    /// The categories that the folders of products have.
    pub of_folders: ByDraft<i64>,
}

impl KnownCategories {
    /// Finds the categories of the planned products' folders.
    pub fn find_folders(&mut self, drafts: &[PlannedDraft], dropped: &[PathBuf]) {
        let Self { market_categories, choices, .. } = &*self;
        let found = |planned| {
            Some((key(planned).owned(), category_of_folder(planned, dropped, market_categories, choices)?))
        };
        let is_known = market_categories.tree.is_some();
        self.of_folders =
            if is_known { drafts.iter().filter_map(found).collect() } else { ByDraft::default() };
    }

    /// Whether a value means something at this marketplace. It may come from another one.
    pub fn is_usable(&self, field: Field, text: &str, rules: &CreateRules) -> bool {
        match field {
            Field::CategoryId => {
                let tree = self.market_categories.tree.as_ref();
                rules.categories.is_some()
                    && parse_integer(text).is_ok_and(|id| tree.is_some_and(|tree| tree.get(id).is_some()))
            }
            Field::Status => rules.status(text).is_some(),
            field => rules.takes(field),
        }
    }

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
