//! Results of the catalog's tasks.

use std::collections::HashSet;

use vitrine_domain::ProductId;
use vitrine_model::messages::CatalogEvent;

/// Progress of reading the shop's list.
pub enum TaskResult {
    /// One page was read.
    Read(CatalogEvent),
    /// A page is requested again after a while; the marketplace may have asked for the wait.
    Delayed,
    /// The listing has ended. The set holds the ids of all listed products, if they are known completely.
    Over(Option<CatalogEvent>, Option<HashSet<ProductId>>),
}
