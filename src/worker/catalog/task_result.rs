//! Results of the catalog's tasks.

use std::collections::HashSet;

use super::messages::ProductsUpdate;
use crate::domain::ProductId;

/// Progress of reading the shop's list.
pub enum TaskResult {
    /// One page was read.
    Read(ProductsUpdate),
    /// The listing has ended. The set holds the ids of all listed products, if they are known completely.
    Over(Option<ProductsUpdate>, Option<HashSet<ProductId>>),
}
