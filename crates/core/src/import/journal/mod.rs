//! The journal's records, and how they are replayed into drafts.
//!
//! Records are appended in the order in which the engine requests them and never changed. An import is
//! restored from its records alone, so nothing else decides what is sent after a crash. Replaying is
//! idempotent: a record that was written twice, because an append failed half-way, has the same effect as
//! one.

mod replay;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use replay::{DraftHistory, DraftState, JournalReplay, RunHistory, UPLOAD_LIFETIME_SECONDS, Upload};

use super::state::{DraftId, PlannedDraft, RunId};
use vitrine_domain::{AccountKey, Draft, FileId, PhotoEdit, Problem, ProductId};
use vitrine_media::ContentHash;

/// The version of [`Record`]'s JSON format. New kinds and new optional fields do not increase it.
pub const VERSION: u32 = 1;

/// One record of the journal. The store adds the time of writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Record {
    /// A run began for this account.
    RunStarted { run: RunId, account: AccountKey },
    /// The run creates the product of the create form.
    FromForm { run: RunId },
    /// A draft was added to a run.
    DraftAdded { draft: DraftId, run: RunId, planned: PlannedDraft },
    /// An unfinished draft of an earlier run continues in this one, as planned now. `hashes` are its photos',
    /// in order.
    Adopted { draft: DraftId, run: RunId, planned: PlannedDraft, hashes: Vec<ContentHash> },
    /// A photo of the draft is at the marketplace.
    PhotoUploaded {
        draft: DraftId,
        /// Index among the draft's photos; 0 is the cover.
        index: usize,
        /// The hash of the original file.
        hash: ContentHash,
        /// The edits applied when this upload was made.
        #[serde(default, skip_serializing_if = "PhotoEdit::is_identity")]
        edit: PhotoEdit,
        file: FileId,
    },
    /// A creation is about to be sent. Durable before it is.
    Intent {
        draft: DraftId,
        attempt: u32,
        /// `None` for a product without photos.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cover: Option<FileId>,
    },
    /// The outcome of that creation is unknown: its response was lost, or the process that sent it ended. The
    /// time of this record starts the wait before its absence from the shop's list counts.
    Lost { draft: DraftId, attempt: u32 },
    /// The marketplace said that it has that product, without an id that would be its own, or with one that
    /// its list lacks. It is looked for, and never sent again unless a person says so.
    Accepted { draft: DraftId, attempt: u32 },
    /// That creation is known not to have happened.
    Undone { draft: DraftId, attempt: u32 },
    /// `product` is `None` if the response lacked it; a later record may have it.
    Created { draft: DraftId, product: Option<ProductId> },
    /// A draft was added that an earlier import had created. One record, so that no crash leaves a draft that
    /// is only added.
    Skipped {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
        product: Option<ProductId>,
        photo: Option<FileId>,
    },
    /// The shop's list has another product with the cover and the name of this one, which was created:
    /// something repeated its creation.
    ListedTwice { draft: DraftId },
    /// The draft failed.
    Failed { draft: DraftId, problem: Problem },
    /// The shop's list does not tell whether the product exists.
    Undecided { draft: DraftId },
    /// The draft was cancelled.
    Cancelled { draft: DraftId },
    /// Back in the queue, or still in it, with the fields as edited since.
    Retried {
        draft: DraftId,
        fields: Draft,
        /// Whether its uploaded photos were refused and are not used again.
        fresh_photos: bool,
    },
    /// The products that the shop held before the run's first creation. `None`: they could not be listed
    /// completely.
    Baseline { run: RunId, products: Option<Vec<ProductId>> },
    /// What was learned about a shop; the last record of an account counts.
    Knowledge { account: AccountKey, knowledge: Knowledge },
    /// The user cancelled the run: nothing new is created.
    RunCancelled { run: RunId },
    /// Every draft has reached its end. A run is unfinished unless this is its last record, including those
    /// of its drafts.
    RunEnded { run: RunId },
}

impl Record {
    /// The draft that the record is about.
    pub const fn draft(&self) -> Option<DraftId> {
        match self {
            Self::DraftAdded { draft, .. }
            | Self::Adopted { draft, .. }
            | Self::PhotoUploaded { draft, .. }
            | Self::Intent { draft, .. }
            | Self::Lost { draft, .. }
            | Self::Accepted { draft, .. }
            | Self::Undone { draft, .. }
            | Self::Created { draft, .. }
            | Self::Skipped { draft, .. }
            | Self::ListedTwice { draft }
            | Self::Failed { draft, .. }
            | Self::Undecided { draft }
            | Self::Cancelled { draft }
            | Self::Retried { draft, .. } => Some(*draft),
            Self::RunStarted { .. }
            | Self::FromForm { .. }
            | Self::Baseline { .. }
            | Self::Knowledge { .. }
            | Self::RunCancelled { .. }
            | Self::RunEnded { .. } => None,
        }
    }

    /// The run that the record names. Other records belong to the run of their draft.
    pub const fn run(&self) -> Option<RunId> {
        match self {
            Self::RunStarted { run, .. }
            | Self::FromForm { run }
            | Self::DraftAdded { run, .. }
            | Self::Adopted { run, .. }
            | Self::Skipped { run, .. }
            | Self::Baseline { run, .. }
            | Self::RunCancelled { run }
            | Self::RunEnded { run } => Some(*run),
            _ => None,
        }
    }
}

/// How a created product is recognized in the shop's list. The contract does not promise any way, so it has
/// to be proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    /// Not known yet.
    #[default]
    Unproven,
    /// A listed product's photo id is the id that its cover got when it was uploaded.
    Cover,
    /// Photo ids differ, but title, price and stock come back as they were sent.
    #[serde(rename = "likeness")]
    Fields,
    /// Neither: only a person can tell.
    Nothing,
}

/// What imports have learned about one account's shop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Knowledge {
    pub identity: Identity,
    /// The longest time for which a created product was missing from the list. `None` before any was
    /// measured.
    pub lag: Option<Duration>,
    /// How many lists showed created products soon enough to measure the lag.
    pub measured: u32,
    /// Whether a creation that got a 429 was found in the shop: the marketplace may send a 429 after the work
    /// as well.
    pub throttles_late: bool,
    /// Whether a list lacked what an earlier one had shown: an index is rebuilt, or one of several servers
    /// lags behind.
    pub goes_back: bool,
}

/// A record with the time at which the store wrote it, in seconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub at: i64,
    pub record: Record,
}
