//! Drafts → products, each exactly once. A state machine without I/O, clock or randomness: inputs and the
//! time go in, effects come out. The worker performs the effects over HTTP, the simulator performs them on a
//! model.
//!
//! The rules; a test fails where one is taken out (`tests/mutants`):
//!
//! * The cover's file id is the product's identity: no uploaded cover is used for two drafts, and every
//!   creation of a draft carries the same one.
//! * A creation is sent only after its intent is durable.
//! * After a lost response nothing is sent again before the shop was listed. Listed: created. Missing from
//!   complete listings, long enough and with a later product of ours listed: sent again.
//! * The first product of a shop is created alone and proves whether covers come back in the list.
//! * Where the market file says that an SKU belongs to one product, an unconfirmed creation is looked for by
//!   its SKU before the shop is listed. That finds products; it never proves absence.
//! * A photo refused for its size or format is prepared again to fit, a limited number of times.
//! * Any other definite refusal is final; three products sent one after the other and refused alike stop the
//!   run until the user continues it.
//! * A 401 stops everything until the same account is signed in.
//!
//! The vital ones of them are checked again, independently, at each creation that leaves the engine
//! ([`invariants`]).

mod creations;
mod evidence;
mod invariants;
mod item;
mod learned_limits;
mod machine;
mod queues;
mod reconcile;
mod refusals;
mod rows;
mod state;
#[cfg(test)]
mod tests;
mod uploads;
mod user_commands;

use std::time::Duration;

pub use state::Engine;

use super::dedup::AddedDraft;
use super::journal::Record;
use super::limits::{PhotoLimits, SentPhoto};
use super::state::DraftId;
use crate::market::{self, Creation, Reach};
use vitrine_domain::{AccountKey, Draft, FileId, Price, Problem, Product, ProductId, Variant, Verdict};
use vitrine_media::ContentHash;

/// A photo of a draft, by its index among the draft's photos; 0 is the cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhotoRef {
    /// The draft that it belongs to.
    pub draft: DraftId,
    /// Its place among the draft's photos, from 0.
    pub index: usize,
}

/// A request to whoever runs the engine. Each is answered by an [`Input`] unless it says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Read the photo, hash it, make it fit, and keep the bytes until [`Effect::Release`]. → `Prepared` or
    /// `PrepareFailed`.
    Prepare {
        photo: PhotoRef,
        /// Whether an earlier upload of the same content may be used (`Prepared::known`). Never for a cover.
        reuse: bool,
        /// Limits revealed by refusals in this run, in addition to those known before.
        limits: PhotoLimits,
    },
    /// Upload the kept bytes (operation 6). The permit is taken. → `Uploaded`.
    Upload { photo: PhotoRef },
    /// Release the photo's bytes. Not answered.
    Release { photo: PhotoRef },
    /// Append a record to the journal, in order. Several may be made durable at once. → `Recorded` or
    /// `RecordFailed`.
    Record { number: u64, record: Record },
    /// Create the product (operation 7) with these photos, the cover first. The permit is taken. → `Created`.
    Create { draft: DraftId, fields: Draft, photos: Vec<FileId> },
    /// List the shop page by page, so far, with a [`Kind::Read`](crate::pace::Kind::Read) permit for each
    /// page. → `Listed`.
    List(Reach),
    /// List the products with these SKUs, with a [`Kind::Read`](crate::pace::Kind::Read) permit. →
    /// `LookedUp`.
    LookUp { skus: Vec<String> },
    /// Send [`Input::Tick`] at this time. Replaces an earlier one. Not answered otherwise.
    WakeAt(Duration),
    /// The draft's row has changed. Not answered.
    Changed(DraftId),
    /// The marketplace has these limits: save them for later photos. Not answered.
    LimitsLearned(PhotoLimits),
    /// Report a problem that belongs to no row. Not answered.
    Report(Problem),
}

/// An event for the engine. The variants named after an [`Effect`]'s answer follow that effect.
#[derive(Clone, Debug)]
pub enum Input {
    /// Start, or continue after a restore.
    Start,
    /// Add drafts to the run.
    Add(Vec<AddedDraft>),
    /// Send nothing new; requests in flight are completed.
    Pause,
    /// Continue after a pause, equal refusals, or a storage failure.
    Continue,
    /// Cancel all drafts that are not in the shop.
    Cancel,
    /// Put failed or cancelled drafts back into the queue, with edited fields; those that wait to be sent
    /// stay there.
    Retry(Vec<(DraftId, Draft)>),
    /// The user has looked in the shop for a draft in `NeedsPerson`.
    Decide {
        draft: DraftId,
        exists: bool,
    },
    /// This account is signed in.
    SignedIn(AccountKey),
    /// The bytes of `sent` are kept in memory until [`Effect::Release`]. `known` is an earlier upload of the
    /// same content.
    Prepared {
        photo: PhotoRef,
        hash: ContentHash,
        sent: SentPhoto,
        known: Option<FileId>,
    },
    PrepareFailed {
        photo: PhotoRef,
        problem: Problem,
    },
    Uploaded {
        photo: PhotoRef,
        result: Result<FileId, Problem>,
    },
    Created {
        draft: DraftId,
        result: Result<Option<ProductId>, Problem>,
    },
    /// The answer to a creation takes longer than usual. It may still come, as `Created`.
    Overdue {
        draft: DraftId,
    },
    /// Every record up to this number is durable.
    Recorded {
        through: u64,
    },
    /// No record after the last `Recorded` is durable. The engine requests all of them again.
    RecordFailed(Problem),
    /// A page of the listing in progress failed; it is requested again at this time.
    ListingDelayed {
        problem: Problem,
        until: Duration,
    },
    /// A page arrived after one failed.
    ListingResumed,
    /// These products were in the shop's list not long ago.
    ListedBefore(Vec<ProductId>),
    /// An answer of the listing in progress was so old when it arrived: a cache had kept it.
    ListingAged {
        age: Duration,
    },
    Listed(Result<ListedProducts, Problem>),
    /// The products with the requested SKUs, and perhaps others: never complete.
    LookedUp(Result<ListedProducts, Problem>),
    /// The time of a `WakeAt` was reached, or another user of the limiter handed a permit back.
    Tick,
}

impl Input {
    /// Whether the marketplace did what it was asked for.
    pub(super) const fn shows_connection(&self) -> bool {
        matches!(
            self,
            Self::Uploaded { result: Ok(_), .. }
                | Self::Created { result: Ok(_), .. }
                | Self::ListingResumed
                | Self::Listed(Ok(_))
                | Self::LookedUp(Ok(_))
        )
    }

    /// Whether the marketplace could be reached, as far as this tells.
    pub(super) fn has_connection(&self) -> Option<bool> {
        let reached = |problem: &Problem| problem.verdict() != Verdict::NotDone;
        match self {
            Self::Uploaded { result: Err(problem), .. }
            | Self::Created { result: Err(problem), .. }
            | Self::Listed(Err(problem))
            | Self::LookedUp(Err(problem))
            | Self::ListingDelayed { problem, .. } => Some(reached(problem)),
            _ => self.shows_connection().then_some(true),
        }
    }

    /// The input for the client's result of a creation. The response may lack the product's id.
    pub fn created(draft: DraftId, answer: Result<Creation, Problem>) -> Self {
        Self::Created { draft, result: answer.map(|creation| creation.product_id) }
    }
}

/// The shop's list, and whether it is proven to be complete.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListedProducts {
    /// Whether every product of the shop is in it. Only then does absence mean anything.
    pub complete: bool,
    /// It was read as far as its reach, which does not cover the shop.
    pub cut_short: bool,
    /// The shop was counted smaller at its end than at its beginning: another server answered, which lags
    /// behind, or something was deleted.
    pub has_shrunk: bool,
    /// The products, in the order of the list.
    pub products: Vec<ListedProduct>,
}

impl ListedProducts {
    /// What was read of the shop. `came` holds, for each product in order, when the page with it arrived.
    pub fn of(listing: market::Listing, came: Vec<Duration>) -> Self {
        let (complete, cut_short, has_shrunk, age) =
            (listing.is_complete(), listing.was_cut_short(), listing.has_shrunk(), listing.age());
        let came = came.into_iter().map(|at| at.saturating_sub(age)).collect();
        Self { complete, cut_short, has_shrunk, ..Self::of_some(listing.into_products(), came) }
    }

    /// Some products of the shop, which came at these times.
    pub fn of_some(products: Vec<Product>, came: Vec<Duration>) -> Self {
        let products =
            products.into_iter().zip(came).map(|(product, at)| ListedProduct::new(product, at)).collect();
        Self { complete: false, cut_short: false, has_shrunk: false, products }
    }
}

/// A listed product, reduced to what tells whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedProduct {
    /// The product.
    pub id: ProductId,
    /// Its name.
    pub title: String,
    /// Its price, in the marketplace's unit.
    pub price: Option<Price>,
    /// The number of items in stock.
    pub stock: Option<i64>,
    /// The id of its photo.
    pub photo: Option<FileId>,
    /// The seller's own code.
    pub sku: Option<String>,
    /// Its variants, where the list shows them.
    pub variants: Vec<Variant>,
    /// When the page with it arrived: it was listed by then, but perhaps not when the listing began.
    pub at: Duration,
}

impl ListedProduct {
    fn new(product: Product, at: Duration) -> Self {
        Self {
            at,
            id: product.id,
            title: product.title,
            price: product.price,
            stock: product.inventory,
            photo: product.photo.and_then(|photo| photo.id),
            sku: product.sku,
            variants: product.variants,
        }
    }
}

/// Limits of memory and concurrency.
#[derive(Clone, Debug)]
pub struct Config {
    /// Photos prepared at the same time.
    pub preparing: usize,
    /// Maximum number of photos in memory, being prepared or uploaded.
    pub photos_ahead: usize,
    /// Maximum number of bytes of prepared photos in memory; the last photo may exceed it.
    pub bytes_ahead: u64,
    /// Whether unconfirmed creations are looked for by their SKU first.
    pub by_sku: bool,
    /// A shop with more pages is large: it is not read as a whole unless something is in doubt.
    pub small_shop_pages: u64,
    /// The unit to try when the marketplace refuses that of a category: categories may name units by other
    /// ids than creations take.
    pub unit_default: Option<i64>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            preparing: 4,
            photos_ahead: 64,
            bytes_ahead: 32 << 20,
            by_sku: false,
            small_shop_pages: 3,
            unit_default: None,
        }
    }
}
