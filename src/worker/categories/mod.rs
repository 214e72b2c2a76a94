//! The categories of the marketplace and the attributes of a category: read, cached for times without a
//! connection, and what the shop chose about them.

mod cache;
mod preview;
mod service;

use cache::Cached;
use vitrine_domain::Problem;
use vitrine_domain::category::{AttributeGroup, CategoryTree};

pub use service::Categories;

/// The result of reading something that may be in the cache.
pub enum CategoryTaskResult {
    Tree(Result<Cached<CategoryTree>, Problem>),
    Attributes { category: i64, result: Result<Cached<Vec<AttributeGroup>>, Problem> },
}
