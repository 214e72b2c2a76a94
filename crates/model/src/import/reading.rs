//! What is being read: a plan on its way, and what waits to be planned after it.

use std::path::PathBuf;

use crate::messages::{SavedReview, SheetRequest};
use vitrine_core::import::{Grouping, PlannedDraft};

/// What the products on the screen were planned from, to go back to it.
#[derive(Clone, Debug, Default)]
pub struct PlannedFrom {
    pub paths: Vec<PathBuf>,
    pub grouping: Grouping,
    pub sheet: SheetRequest,
    /// The number of changes that were made before.
    pub changes: u64,
}

/// The progress of reading dropped files, and what is read later.
#[derive(Debug, Default)]
pub struct Reading {
    /// How many files were read, of those found so far.
    pub files: (usize, usize),
    /// The first products, as they look while the rest is still read.
    pub first_products: Vec<PlannedDraft>,
    /// Whether the review of an earlier session is read.
    pub(super) is_restored: bool,
    /// Whether it comes by itself, so that it is to be said once it is known what of it is new.
    pub(crate) is_news: bool,
    /// How many plans were requested that the worker has not begun yet.
    awaited_plans: u32,
    /// What the products on the screen were planned from.
    pub(super) planned_from: PlannedFrom,
    /// Paths dropped while an import was running; they are planned when its results are cleared.
    pub queued: Vec<PathBuf>,
    /// A review of an earlier session that waits until the import on the screen has ended and is left.
    pub(super) waiting_review: Option<SavedReview>,
    /// How many of the queued paths were saved.
    saved: usize,
    /// The paths that were dropped on the review, and what it had before, until the plan with them is there.
    pub(super) dropped: Option<(Vec<PathBuf>, Planned)>,
    /// The paths that were dropped last, until the plan with them is there.
    pub(super) last_dropped: Vec<PathBuf>,
    /// Of how many products the plan that is there now has other values than the one before it.
    pub(super) new_values: usize,
    /// A spreadsheet was dropped on the review, and its plan is not compared with the shop yet.
    pub(super) awaits_comparison: bool,
}

/// How many photos, unreadable files and other files a plan has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    pub photos: usize,
    pub unreadable: usize,
    pub others: usize,
}

impl Reading {
    /// A plan was requested.
    pub(super) fn begin(&mut self) {
        self.files = (0, 0);
        self.first_products = Vec::new();
        self.awaited_plans += 1;
    }

    /// The worker has begun a plan that was requested.
    pub(crate) const fn plan_begun(&mut self) {
        self.awaited_plans = self.awaited_plans.saturating_sub(1);
    }

    /// Whether the worker has begun the plan that was requested last, so that what it tells is of that one.
    pub(super) const fn is_current(&self) -> bool {
        self.awaited_plans == 0
    }

    /// What waits behind an import, as a review to be saved, if that changed since it was last saved.
    pub(super) fn take_unsaved(&mut self) -> Option<SavedReview> {
        if std::mem::replace(&mut self.saved, self.queued.len()) == self.queued.len() {
            return None;
        }
        let mut review = self.waiting_review.clone().unwrap_or_default();
        review.dropped.extend(self.queued.iter().cloned());
        Some(review)
    }

    /// Nothing is read, and nothing waits.
    pub(super) fn clear(&mut self) {
        *self = Self { awaited_plans: self.awaited_plans, ..Self::default() };
    }
}
