//! Results of tasks about categories.

use vitrine_domain::Problem;
use vitrine_domain::category::{AttributeGroup, CategoryTree};

/// The result of reading something that may be in the cache.
pub enum TaskResult {
    Tree(Result<Cached<CategoryTree>, Problem>),
    Attributes { category: i64, result: Result<Cached<Vec<AttributeGroup>>, Problem> },
}

/// A value of the marketplace, or from the cache.
pub struct Cached<T> {
    pub value: T,
    /// Why a newer value could not be read.
    pub outdated: Option<Problem>,
}
