//! What tasks of the catalogue come to.

use std::collections::HashSet;

use super::messages::ProductsUpdate;
use crate::domain::ProductId;

/// What reading the shop's products came to: one page further, or the end.
pub enum TaskResult {
    Read(ProductsUpdate),
    /// With every product the shop is known to list, as far as that is known.
    Over(Option<ProductsUpdate>, Option<HashSet<ProductId>>),
}
