//! Drafts → products, each exactly once. A state machine without I/O, clock or randomness: inputs and the
//! time come in, effects go out. The worker performs them over HTTP; the simulator performs them too.
//!
//! The rules, each of which the simulator can switch off to see that it matters:
//!
//! * the cover's file id is the product's identity: no uploaded cover serves two drafts, and every creation of a draft
//!   carries the same one;
//! * a creation leaves only after its intent is durable;
//! * after a lost answer nothing is sent again before the shop was looked at: listed → created; missing from complete
//!   listings, late enough and with a later product of ours in them → sent again;
//! * whether covers come back in the list is proven by the first product of a shop, created alone;
//! * a photo refused for its size or format is made to fit, a bounded number of times, and sent again;
//! * any other definite refusal is final; three equal ones in a row stop the run until a person says go on;
//! * 401 stops everything until the same account is signed in.

mod asked;
mod creations;
mod item;
mod machine;
mod reconcile;
mod rows;
mod rule;
mod state;
#[cfg(test)]
mod tests;
mod uploads;

use std::time::Duration;

#[cfg(test)]
pub(super) use rule::Rule;
pub use state::Engine;

use super::dedup::AddedDraft;
use super::journal::Record;
use super::limits::{PhotoLimits, SentPhoto};
use super::state::DraftId;
use crate::domain::{AccountKey, Draft, FileId, Problem, Product, ProductId};
use crate::market::Creation;
use crate::media::ContentHash;

/// A photo of a draft: its place among the draft's photos, 0 the cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhotoRef {
    pub draft: DraftId,
    pub index: usize,
}

/// Asked of whoever runs the engine. Each is answered by an [`Input`] unless it says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Read the photo, hash it, make it fit, and keep the bytes until [`Effect::Forget`].
    /// → `Prepared` or `PrepareFailed`.
    Prepare {
        photo: PhotoRef,
        /// May an upload of the same content that an earlier draft made be answered as `known`?
        /// Never for a cover.
        reuse: bool,
        /// What refusals taught in this run, beside what was known before.
        limits: PhotoLimits,
    },
    /// Send the kept bytes (operation 6). The permit is taken. → `Uploaded`.
    Upload { photo: PhotoRef },
    /// Let go of the photo's bytes. No answer.
    Forget { photo: PhotoRef },
    /// Append to the journal, in order. Several may be made durable at once. → `Recorded` or `RecordFailed`.
    Record { number: u64, record: Record },
    /// Create the product (operation 7) with these photos; the cover is the first. The permit is taken. → `Created`.
    Create { draft: DraftId, fields: Draft, photos: Vec<FileId> },
    /// List the whole shop, page by page, with a permit of [`Kind::Read`](crate::pace::Kind::Read) for each page. → `Listed`.
    List,
    /// Send [`Input::Tick`] at this time. Replaces any earlier one. No other answer.
    WakeAt(Duration),
    /// The draft's row reads differently. No answer.
    Changed(DraftId),
    /// The marketplace has these limits: remember them for photos to come. No answer.
    Learned(PhotoLimits),
    /// Something to tell the person that belongs to no row. No answer.
    Tell(Problem),
}

#[derive(Clone, Debug)]
pub enum Input {
    /// Begin, or go on with what was restored.
    Start,
    Add(Vec<AddedDraft>),
    /// Nothing new is sent; what is under way comes to its end.
    Pause,
    /// After a pause, equal refusals, or a full disk.
    Continue,
    Cancel,
    /// Failed or cancelled drafts back into the queue, with the fields as edited.
    Retry(Vec<(DraftId, Draft)>),
    /// A person looked in the shop.
    Decide {
        draft: DraftId,
        exists: bool,
    },
    SignedIn(AccountKey),
    /// The bytes of `sent` are kept in memory until `Forget`. `known` is an earlier upload of the same content.
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
    /// Every record up to this number is durable.
    Recorded {
        through: u64,
    },
    /// Nothing after the last `Recorded` is durable, nor what was asked for since: the engine asks for all of it again.
    RecordFailed(Problem),
    Listed(Result<Listing, Problem>),
    /// The time of a `WakeAt` came, or another user of the pace handed a ticket back.
    Tick,
}

impl Input {
    /// What the client heard of a creation. Its answer may leave the product's id out.
    pub fn created(draft: DraftId, answer: Result<Creation, Problem>) -> Self {
        Self::Created { draft, result: answer.map(|creation| creation.product_id) }
    }
}

/// The shop as listed, and whether that is proven to be all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    pub complete: bool,
    pub products: Vec<ListedProduct>,
}

impl Listing {
    /// `came`: when the page that shows each product had come, in the order of the products.
    pub fn new(complete: bool, products: Vec<Product>, came: Vec<Duration>) -> Self {
        Self { complete, products: products.into_iter().zip(came).map(|(product, at)| ListedProduct::new(product, at)).collect() }
    }
}

/// A listed product, as far as it tells whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedProduct {
    pub id: ProductId,
    pub title: String,
    pub price: Option<i64>,
    pub stock: Option<i64>,
    /// The photo's id.
    pub photo: Option<FileId>,
    /// When the page that shows it had come: it was listed by then, perhaps not when the listing began.
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
        }
    }
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Photos prepared at the same time.
    pub preparing: usize,
    /// Photos kept in memory, being prepared or sent, at most.
    pub photos_ahead: usize,
    /// Bytes of prepared photos kept in memory; one photo more than that at most.
    pub bytes_ahead: u64,
    /// A rule the simulator runs without.
    #[cfg(test)]
    pub(super) broken: Option<Rule>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            preparing: 4,
            photos_ahead: 64,
            bytes_ahead: 32 << 20,
            #[cfg(test)]
            broken: None,
        }
    }
}
