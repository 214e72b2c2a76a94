//! How far the reading of dropped files is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use vitrine_core::import::PlannedDraft;

/// Counts the files that are being read, keeps the first products, and knows whether somebody still waits for
/// the plan.
#[derive(Debug)]
pub struct ReadProgress {
    found: AtomicUsize,
    read: AtomicUsize,
    first: Mutex<Vec<PlannedDraft>>,
    wanted: Weak<()>,
}

impl ReadProgress {
    /// Reading stops when all others have dropped `waiting`.
    pub fn new(waiting: &Arc<()>) -> Self {
        let none = || AtomicUsize::new(0);
        Self { found: none(), read: none(), first: Mutex::default(), wanted: Arc::downgrade(waiting) }
    }

    /// How many files were read, and how many were found so far.
    pub fn counts(&self) -> (usize, usize) {
        (self.read.load(Ordering::Relaxed), self.found.load(Ordering::Relaxed))
    }

    /// The first products of the plan, as far as they are known and were not taken before.
    pub fn take_first(&self) -> Vec<PlannedDraft> {
        std::mem::take(&mut *self.first.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn is_wanted(&self) -> bool {
        self.wanted.strong_count() > 0
    }

    pub fn found_one(&self) {
        self.found.fetch_add(1, Ordering::Relaxed);
    }

    pub fn read_one(&self) {
        self.read.fetch_add(1, Ordering::Relaxed);
    }

    pub fn set_first(&self, drafts: Vec<PlannedDraft>) {
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = drafts;
    }
}
