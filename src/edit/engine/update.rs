//! What the journal and the screens get of a run.

use crate::domain::{FieldValue, Problem};
use crate::edit::change::{RowState, StoredRow};

/// The part of a row that changes while a run goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct RowUpdate {
    /// Its place in the run, from 0.
    pub row: usize,
    pub state: RowState,
    /// The base of each change.
    pub bases: Vec<Option<FieldValue>>,
    /// What the shop has instead, of a row that moved.
    pub now: Vec<Option<FieldValue>>,
    pub problem: Option<Problem>,
}

impl RowUpdate {
    pub(super) fn of(row: usize, stored: &StoredRow) -> Self {
        let bases = stored.changes.iter().map(|change| change.base.clone()).collect();
        let now = if stored.state == RowState::Moved { stored.now.clone() } else { Vec::new() };
        Self { row, state: stored.state, bases, now, problem: stored.problem.clone() }
    }
}

/// The number of products of a run, by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EditCounts {
    pub changed: usize,
    pub in_review: usize,
    pub equal: usize,
    pub moved: usize,
    pub failed: usize,
    pub cancelled: usize,
    /// Not sent yet, or not proven.
    pub waiting: usize,
}

impl EditCounts {
    /// Counts rows.
    pub fn of<'a>(rows: impl Iterator<Item = &'a StoredRow>) -> Self {
        let mut counts = Self::default();
        for row in rows {
            *match row.state {
                RowState::Waiting | RowState::Sent => &mut counts.waiting,
                RowState::Changed => &mut counts.changed,
                RowState::InReview => &mut counts.in_review,
                RowState::Equal => &mut counts.equal,
                RowState::Moved => &mut counts.moved,
                RowState::Failed => &mut counts.failed,
                RowState::Cancelled => &mut counts.cancelled,
            } += 1;
        }
        counts
    }

    /// The number of all products.
    pub const fn total(&self) -> usize {
        self.changed + self.in_review + self.equal + self.moved + self.failed + self.cancelled + self.waiting
    }
}
