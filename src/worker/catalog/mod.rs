//! The products table: loads the whole shop page by page, and new products after creations.

mod details;
mod listing;
mod saved;
mod service;

use std::collections::HashSet;

use vitrine_domain::ProductId;
use vitrine_model::messages::CatalogEvent;

pub use listing::{list_by_skus, list_shop};
pub use saved::update_saved;
pub use service::Catalog;

/// Progress of reading the shop's list.
pub enum CatalogTaskResult {
    /// One page was read.
    Read(CatalogEvent),
    /// A page is requested again after a while; the marketplace may have asked for the wait.
    Delayed,
    /// The listing has ended. The set holds the ids of all listed products, if they are known completely.
    Over(Option<CatalogEvent>, Option<HashSet<ProductId>>),
}
