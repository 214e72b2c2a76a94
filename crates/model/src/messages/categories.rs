//! Commands and events of categories.

use std::sync::Arc;

use super::accounts::MarketChoice;
use vitrine_core::import::categories::CategoryChoices;
use vitrine_domain::category::{AttributeGroup, CategoryTree};
use vitrine_domain::{Account, AccountKey, CreateRules, Currency, MarketCategories, Problem};

/// Commands about categories. A marketplace without any answers none of them but [`CategoryCommand::Load`].
#[derive(Debug)]
pub enum CategoryCommand {
    /// Loads the tree, unless it is known; `refresh` reads it again even so. It is loaded without being asked
    /// for after a sign-in.
    Load { refresh: bool },
    /// Loads the attributes of a category. `again`: a person asked for it after a failure, and waits.
    LoadAttributes { category: i64, again: bool },
    /// Remembers the category of a folder, or forgets it. The folder is named by its name and those that
    /// contain it, with slashes between them.
    MapFolder { folder: String, category: Option<i64> },
    /// Pins a category, so that it is shown first.
    Pin { category: i64, pinned: bool },
    /// What was read of a marketplace earlier, without entering it and without a request.
    Preview(MarketChoice),
}

/// What is known of a marketplace without asking it.
#[derive(Clone, Debug)]
pub struct CategoryPreview {
    /// What it requires of products.
    pub rules: CreateRules,
    /// That of its prices.
    pub currency: Currency,
    /// Without a tree if none was read yet.
    pub market_categories: MarketCategories,
    /// What the shop chose that was signed in last.
    pub choices: CategoryChoices,
    /// Its id.
    pub market: String,
    /// The account that was signed in last.
    pub account: Option<Account>,
    /// Its shop, or else the only one into which was imported from here.
    pub shop: Option<AccountKey>,
}

/// What is known of categories.
#[derive(Clone, Debug)]
pub enum CategoryEvent {
    /// The tree is being read. An earlier one stays valid.
    Loading,
    /// The tree. `outdated`: why a newer one could not be read; it is from the cache, and older than a day.
    Loaded {
        tree: Arc<CategoryTree>,
        outdated: Option<Problem>,
    },
    /// The tree could not be read, and none is in the cache.
    Failed(Problem),
    /// The attributes of a category are being read.
    AttributesLoading(i64),
    /// The attributes of a category.
    Attributes {
        category: i64,
        groups: Arc<Vec<AttributeGroup>>,
    },
    AttributesFailed {
        category: i64,
        problem: Problem,
    },
    /// What the shop chose earlier, after a sign-in and after each change.
    Choices(CategoryChoices),
    /// `None`: the marketplace has no categories.
    Preview(Option<Box<CategoryPreview>>),
}
