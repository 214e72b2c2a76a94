//! What an import writes down, and how what was written becomes drafts again.
//!
//! Records are appended in the order the engine asks for them and never changed. An import is restored
//! from the records alone, so nothing else decides what is sent after a crash. Reading is idempotent: a
//! record that was written twice, because an append failed half-way, means what it means once.

mod known;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use known::{DraftHistory, DraftState, JournalReplay, KnownRun, UPLOAD_LIFE, Upload};

use super::state::{DraftId, PlannedDraft, RunId};
use crate::domain::{AccountKey, Draft, Edit, FileId, Problem, ProductId};
use crate::media::ContentHash;

/// The version of [`Record`]'s JSON. New kinds and new optional fields do not raise it.
pub const VERSION: u32 = 1;

/// One line of the journal. Its time of writing is the store's to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Record {
    RunStarted {
        run: RunId,
        account: AccountKey,
    },
    /// The run makes the product of the create form, where its fields are mended.
    FromForm {
        run: RunId,
    },
    DraftAdded {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
    },
    /// An unfinished draft of an earlier run goes on in this one, as planned now. `hashes` are its photos', in order.
    Adopted {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
        hashes: Vec<ContentHash>,
    },
    /// A photo of the draft is at the marketplace.
    PhotoUploaded {
        draft: DraftId,
        /// Its place among the draft's photos; 0 is the cover.
        index: usize,
        /// Of the file as it lies on the disk.
        hash: ContentHash,
        /// How it was edited.
        #[serde(default, skip_serializing_if = "Edit::is_identity")]
        edit: Edit,
        file: FileId,
    },
    /// A creation is about to leave. Durable before it does.
    Intent {
        draft: DraftId,
        attempt: u32,
        cover: FileId,
    },
    /// What came of that creation is not known: its answer was lost, or the process that sent it. The time of this
    /// record is the beginning of the wait before its absence from the shop's list is believed.
    Lost {
        draft: DraftId,
        attempt: u32,
    },
    /// That creation is known not to have happened.
    Undone {
        draft: DraftId,
        attempt: u32,
    },
    /// `product` is `None` when the marketplace did not say; a later record may.
    Created {
        draft: DraftId,
        product: Option<ProductId>,
    },
    /// AddedDraft, and made by an earlier import already. One record, so that no crash leaves a draft that is only added.
    Skipped {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
        product: Option<ProductId>,
        photo: Option<FileId>,
    },
    Failed {
        draft: DraftId,
        problem: Problem,
    },
    /// Whether it exists cannot be told from the shop.
    Undecided {
        draft: DraftId,
    },
    Cancelled {
        draft: DraftId,
    },
    /// Back in the queue, with the fields as edited since.
    Retried {
        draft: DraftId,
        fields: Draft,
        /// Its uploaded photos were refused and are not used again.
        fresh_photos: bool,
    },
    /// The products the shop held before the run's first creation. `None`: they could not be listed whole.
    Baseline {
        run: RunId,
        products: Option<Vec<ProductId>>,
    },
    /// What has been learned of a shop; the last one of an account counts.
    Knowledge {
        account: AccountKey,
        knowledge: Knowledge,
    },
    /// Nothing new is created any more.
    RunCancelled {
        run: RunId,
    },
    /// Every draft has come to its end. A run is unfinished unless this is its last record, its drafts' included.
    RunEnded {
        run: RunId,
    },
}

impl Record {
    pub const fn draft(&self) -> Option<DraftId> {
        match self {
            Self::DraftAdded { draft, .. }
            | Self::Adopted { draft, .. }
            | Self::PhotoUploaded { draft, .. }
            | Self::Intent { draft, .. }
            | Self::Lost { draft, .. }
            | Self::Undone { draft, .. }
            | Self::Created { draft, .. }
            | Self::Skipped { draft, .. }
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

    /// The run it names. Other records belong to the run their draft is in.
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

/// How a created product is known again in the shop's list. Not promised by the contract, so it is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    /// Not yet seen.
    #[default]
    Unproven,
    /// A listed product's photo id is the id its cover got when it was uploaded.
    Cover,
    /// Photo ids are of another kind; title, price and stock come back as they were sent.
    Likeness,
    /// Neither: only a person can tell.
    Nothing,
}

/// What imports have learned of one account's shop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Knowledge {
    pub identity: Identity,
    /// The longest a created product was seen missing from the list. `None` before any was measured.
    pub lag: Option<Duration>,
    /// So many created products were met in the list soon enough to measure that.
    pub measured: u32,
    /// A creation that was turned away for pace was found in the shop: the marketplace says "too many" after the work, too.
    pub throttles_late: bool,
}

/// A record with the time the store wrote it, in seconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub at: i64,
    pub record: Record,
}
