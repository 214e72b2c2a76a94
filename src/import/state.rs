//! The values an import is made of, as the window, the terminal and the journal see them.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::domain::{Draft, Edit, FileId, Problem, ProductId};

/// A draft's number in the journal: unique in the data directory, for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DraftId(pub u64);

impl fmt::Display for DraftId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One press of Start, in the journal. Bound to one account for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunId(pub u64);

/// How dropped photos become products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouping {
    /// A folder that holds photos is one product; photos by themselves are one each.
    #[default]
    Auto,
    /// Every photo is a product.
    File,
    /// Every folder that holds photos is a product, the dropped one included.
    Folder,
    /// Photos whose names differ only in a trailing number (`mug-1`, `mug-2`, `mug (3)`) are one product.
    Name,
}

/// A product as planned from the disk, before anyone pressed Start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedDraft {
    pub draft: Draft,
    /// The folder or file it was made from: with the photos' content, how an import done again is known.
    pub source: PathBuf,
    /// The name the source gave it, before anyone edited it.
    pub source_name: String,
    /// The cover first.
    pub photos: Vec<PathBuf>,
    /// What was changed about each of them, in their order; those that are left out are not edited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
}

impl PlannedDraft {
    /// What was changed about the photo at this place.
    pub fn edit(&self, index: usize) -> Edit {
        self.edits.get(index).copied().unwrap_or_default()
    }

    /// Takes what was changed about each photo, in their order.
    #[must_use]
    pub fn edited(mut self, edits: impl IntoIterator<Item = Edit>) -> Self {
        self.edits = edits.into_iter().collect();
        while self.edits.last().is_some_and(Edit::is_identity) {
            self.edits.pop();
        }
        self
    }
}

/// Where a draft stands. Names are the `state` of the JSON lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In the queue.
    Waiting,
    /// Its photos are being prepared or sent.
    Uploading,
    /// Its photos are up; the product is about to be created.
    Ready,
    /// The creation was recorded, and is on its way.
    Creating,
    /// The answer was lost: the shop is being looked at before anything else is done.
    Checking,
    /// Whether it exists cannot be told from the shop; a person decides.
    NeedsPerson,
    Created,
    /// Made by an earlier import.
    Skipped,
    Failed,
    Cancelled,
}

impl State {
    /// Nothing more happens to it by itself.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Created | Self::Skipped | Self::Failed | Self::Cancelled)
    }

    /// A creation of it may have been done.
    pub const fn is_unconfirmed(self) -> bool {
        matches!(self, Self::Checking | Self::NeedsPerson)
    }
}

/// One draft of a running or finished import, as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub id: DraftId,
    pub name: String,
    pub source: PathBuf,
    pub state: State,
    pub photos: usize,
    pub photos_uploaded: usize,
    /// `None` when not created, or when the marketplace did not say.
    pub product_id: Option<ProductId>,
    /// The cover's file id.
    pub photo_id: Option<FileId>,
    pub problem: Option<Problem>,
    /// The shop already held a product of this name before the import touched it: worth a look.
    pub equal_name: bool,
}

/// Why an unfinished import is standing still.
#[derive(Clone, Debug, PartialEq)]
pub enum Waiting {
    Paused,
    /// The marketplace asked for it, or is being spared after failures.
    Pace {
        for_: Duration,
    },
    /// The first product of a shop is created alone and read back.
    Canary,
    /// Only lost answers are left: the shop is looked at again after this time, for its list may lag.
    Checking {
        next_check: Duration,
    },
    /// The network or the marketplace cannot be reached; it is tried again by itself.
    Network {
        problem: Problem,
        next_try: Duration,
    },
    /// The token is missing or expired; the queue is kept.
    SignIn,
    /// The same refusal several times in a row: mend it or go on.
    Refusals(Problem),
    /// Only products whose existence a person must decide are left.
    Person,
    /// The journal cannot be written (disk full, read-only).
    Storage(Problem),
}

/// How many drafts stand where; they add up to the whole import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub created: usize,
    pub skipped: usize,
    pub failed: usize,
    pub cancelled: usize,
    /// In the queue, under way, or being checked.
    pub waiting: usize,
    /// Of those waiting: how many a person has to decide.
    pub needs_person: usize,
}

impl Counts {
    pub const fn total(&self) -> usize {
        self.created + self.skipped + self.failed + self.cancelled + self.waiting
    }

    pub fn remove(&mut self, state: State) {
        match state {
            State::Created => self.created -= 1,
            State::Skipped => self.skipped -= 1,
            State::Failed => self.failed -= 1,
            State::Cancelled => self.cancelled -= 1,
            State::NeedsPerson => {
                self.waiting -= 1;
                self.needs_person -= 1;
            }
            State::Waiting | State::Uploading | State::Ready | State::Creating | State::Checking => self.waiting -= 1,
        }
    }

    pub fn add(&mut self, state: State) {
        match state {
            State::Created => self.created += 1,
            State::Skipped => self.skipped += 1,
            State::Failed => self.failed += 1,
            State::Cancelled => self.cancelled += 1,
            State::NeedsPerson => {
                self.waiting += 1;
                self.needs_person += 1;
            }
            State::Waiting | State::Uploading | State::Ready | State::Creating | State::Checking => self.waiting += 1,
        }
    }
}
