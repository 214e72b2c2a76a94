//! Which planned products are in the shop already.

use super::draft_key::ByDraft;
use vitrine_domain::{AccountKey, ProductId};

/// The products of the plan that an earlier import of the account created, or that look like it.
#[derive(Debug, Default)]
pub struct KnownProducts {
    /// The account and the plan that were last sent to be compared.
    pub compared: Option<(AccountKey, u64)>,
    /// Keyed by what identifies a planned product, so that the marks stay right while a changed plan is compared. A
    /// product's id is `None` if the marketplace did not return it.
    pub in_shop: ByDraft<Option<ProductId>>,
    /// How many products of the plan an unfinished import has already.
    pub unfinished: usize,
    /// The new products that have a photo of a product in the shop, with that product's name.
    pub sharing: ByDraft<String>,
    /// Whether products that an earlier import created are created again.
    pub again: bool,
}
