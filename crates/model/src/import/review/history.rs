//! The changes of the review, as the steps that take them back.

use std::path::PathBuf;

use super::arrangement::Arrangement;
use super::base_plan::BasePlan;
use super::content::Content;
use super::defaults::Defaults;
use super::draft_key::{DraftKey, DraftKeys};
use super::review_sheet::ReviewSheet;
use crate::messages::SheetRequest;
use vitrine_core::import::sheet::ColumnMapping;
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{Field, PhotoEdit};

/// The number of changes that can be undone; the oldest are dropped first.
const MAX_STEPS: usize = 200;

/// The text that is typed into a cell.
#[derive(Debug)]
pub struct CellText {
    pub draft: DraftKey,
    /// The product's index when this was written down. Planning again may have moved it.
    pub index: usize,
    pub field: Field,
    /// `None`: nothing is typed there.
    pub text: Option<String>,
}

/// What takes a change back. Applying it gives the step that makes the change again.
#[derive(Debug)]
pub enum Step {
    Cells(Vec<CellText>),
    /// The category of a folder, by its key; `None`: it has none.
    FolderCategory(String, Option<i64>),
    Defaults(Defaults),
    /// Puts removed products back at their places in the plan of this number.
    PutBack {
        plan: u64,
        drafts: Vec<(usize, PlannedDraft)>,
    },
    Remove(DraftKeys),
    /// Which photos belonged to which product.
    Photos(Arrangement),
    Edits(Vec<(PathBuf, Option<PhotoEdit>)>),
    Grouping(Grouping),
    /// Which sheets are used, and how.
    Sheet(SheetRequest),
    /// What the columns below these headings are used for, in the review and from now on in other sheets.
    /// `now` is what is remembered before this step is applied.
    Columns {
        choice: SheetRequest,
        headings: Vec<String>,
        remembered: Option<ColumnMapping>,
        now: Option<ColumnMapping>,
    },
    /// Takes out what was dropped together with a sheet, and puts back what was taken out so.
    Dropped {
        out: Vec<PathBuf>,
        back: Vec<PathBuf>,
        choice: SheetRequest,
    },
    /// The answers for single folders; `None`: there is none.
    Folders(Vec<(PathBuf, Option<Grouping>)>),
    /// Changes that were made together, in the order in which they are taken back.
    Several(Vec<Step>),
    /// Brings back a review that was cleared.
    Restore(Box<Cleared>),
    Clear,
}

impl Step {
    /// Whether the files are read again after it.
    fn reads_again(&self) -> bool {
        match self {
            Self::Grouping(_)
            | Self::Sheet(_)
            | Self::Columns { .. }
            | Self::Dropped { .. }
            | Self::Folders(_) => true,
            Self::Several(steps) => steps.iter().any(Self::reads_again),
            _ => false,
        }
    }
}

/// A review that was cleared.
#[derive(Debug, Default)]
pub struct Cleared {
    pub plan: BasePlan,
    pub sheet: ReviewSheet,
    pub content: Content,
}

/// Where a run of keystrokes goes, which is undone as one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    Cell(DraftKey, Field),
    Default(Field),
}

/// What was changed, and what was undone.
#[derive(Debug, Default)]
pub struct History {
    pub done: Vec<Step>,
    pub undone: Vec<Step>,
    /// The last change, while further keystrokes belong to it.
    pub typing: Option<Typing>,
    /// Counts the changes, so that one can be named.
    pub changes: u64,
}

impl History {
    /// Whether there is a change to undo.
    pub const fn has_done(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is an undone change to make again.
    pub const fn has_undone(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Records what takes back a change that was just made. Keystrokes into the same field are one change.
    pub fn record(&mut self, step: Step, typing: Option<Typing>) {
        self.undone.clear();
        if typing.is_some() && self.typing == typing {
            return;
        }
        self.typing = typing;
        self.changes += 1;
        self.done.push(step);
        let surplus = self.done.len().saturating_sub(MAX_STEPS);
        self.done.drain(..surplus);
    }

    /// Forgets the changes after this many for which the files were read again: that was given up. What was
    /// made in the review meanwhile stays, and can be undone.
    pub fn give_up_after(&mut self, changes: u64) {
        let since = usize::try_from(self.changes.saturating_sub(changes)).unwrap_or(usize::MAX);
        let later = self.done.split_off(self.done.len().saturating_sub(since));
        let kept: Vec<Step> = later.into_iter().filter(|step| !step.reads_again()).collect();
        self.changes = self.changes.min(changes) + kept.len() as u64;
        self.done.extend(kept);
    }
}
