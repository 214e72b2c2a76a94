//! Commands and events of the products table.

use jiff::Timestamp;

use vitrine_core::import::PlannedDraft;
use vitrine_domain::{CatalogState, Problem, Product, ProductId};

/// Commands about the shop's products.
#[derive(Debug)]
pub enum CatalogCommand {
    /// Sends the products as they were read last, then loads them as [`Load`](Self::Load) does.
    Open,
    /// Sends the products as they were read last, and nothing else. If they never were, or if products were
    /// created from this computer since, it loads them as [`Load`](Self::Load) does.
    OpenSaved,
    /// Loads the whole shop page by page, keeping the displayed rows until the new ones have arrived.
    Load,
    /// Reads the first pages of the shop's list, up to one without new products. Used after a creation, where
    /// a marketplace lists the newest products first.
    LoadNewest,
    /// Looks up how a product came into the shop.
    FindOrigin(ProductId),
}

/// How a product came into the shop from this computer.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// When it was created.
    pub at: Timestamp,
    /// What it was made from, as sent.
    pub planned: PlannedDraft,
}

/// Progress of loading the shop's products.
#[derive(Clone, Debug)]
pub enum CatalogEvent {
    /// A load began: keep showing the old rows. Load numbers grow.
    Started { load: u64 },
    /// Products as they were read last time, in several parts, before the first page of the load.
    Saved { load: u64, products: Vec<Product>, state: CatalogState },
    /// The products of one more page, in the shop's order; `total` is the marketplace's own count.
    Page { load: u64, products: Vec<Product>, total: Option<u64> },
    /// There are no more pages.
    Ended { load: u64, state: CatalogState },
    /// Part of the shop, read again: known products with their current fields, and new ones.
    Newest(Vec<Product>),
    /// All products shown were read again.
    Current(CatalogState),
    /// The list could not be read.
    Failed(Problem),
    /// How a product came into the shop; `None` if not from this computer.
    Origin { product: ProductId, origin: Option<Box<Origin>> },
}
