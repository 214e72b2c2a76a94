//! What is asked of imports, and what they tell.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::domain::{Draft, Edit};
use crate::import::report::ReportKind;
use crate::import::table::Table;
use crate::import::{Counts, DraftId, Grouping, PlannedDraft, RunId, Waiting};

/// Planning, sending and reporting products from files.
#[derive(Debug)]
pub enum ImportCommand {
    /// Looks through dropped files and folders; a sheet adds names, prices and other fields.
    Plan {
        paths: Vec<PathBuf>,
        grouping: Grouping,
        sheet: Option<PathBuf>,
    },
    /// Keeps a review for the account signed in, or none any more.
    SaveReview(Option<Box<SavedReview>>),
    /// Creates the products. They are on the disk, for the account signed in, before anything else happens.
    Start {
        drafts: Vec<PlannedDraft>,
        /// Creates also what an earlier import created.
        allow_duplicates: bool,
        /// It is the account's saved review that is started, which is not kept any longer then.
        from_review: bool,
    },
    Pause,
    Continue,
    /// Stops for good; what is under way is still settled, what is created stays.
    Cancel,
    /// Puts failed drafts back in the queue, with the edits made since.
    Retry(Vec<(DraftId, Draft)>),
    /// Goes on with the import an earlier run of the program left behind.
    Resume,
    /// Shows the account's last import again, which left failed products.
    Reopen,
    /// A person looked in the shop for a draft in `NeedsPerson`.
    Decide {
        draft: DraftId,
        exists: bool,
    },
    /// Asks what an import did, from the journal. Needs nobody signed in. Without a run: what the import on the screen
    /// did, else the last one.
    Report {
        run: Option<RunId>,
        kind: ReportKind,
    },
    /// Writes a report that has been put into words.
    SaveTable {
        table: Table,
        to: SaveTo,
    },
}

impl ImportCommand {
    /// Whether it is about imports that were started, so that it waits until they have settled.
    pub const fn asks_runs(&self) -> bool {
        matches!(self, Self::Pause | Self::Continue | Self::Cancel | Self::Retry(_) | Self::Decide { .. } | Self::Resume | Self::Reopen)
    }
}

/// What was dropped, and what a person made of it. Nothing of it was sent. Fields go by their names in the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedReview {
    pub dropped: Vec<PathBuf>,
    pub grouping: Grouping,
    /// Typed for all products.
    pub defaults: BTreeMap<String, String>,
    pub products: Vec<SavedProduct>,
    /// What is to be changed about photos.
    pub edits: Vec<(PathBuf, Edit)>,
}

/// A planned product that was touched, known by where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedProduct {
    pub source: PathBuf,
    pub source_name: String,
    pub typed: BTreeMap<String, String>,
    /// Taken out of the plan.
    pub removed: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub counts: Counts,
    pub photos_uploaded: usize,
    pub photos: usize,
    /// Requests that carried a photo and succeeded.
    pub uploads: usize,
    pub bytes_per_second: f64,
    pub products_per_minute: f64,
    /// `None` until there is enough to go by.
    pub left: Option<Duration>,
    pub waiting: Option<Waiting>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// With nothing waiting, some failed: they can be mended.
    pub counts: Counts,
    /// Of those waiting: sent, with the answer lost.
    pub to_check: usize,
}

/// Where a table is written, in the format of the file's ending. What lies there is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    File(PathBuf),
    /// Asks with the system's dialog, proposing this name. Closing it writes nothing.
    Ask(String),
}
