//! A run of changes: its number, and what is said of it in a list of runs.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::change::{FieldChange, RowState};

/// A run's number in the data directory, bound to one account for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EditRunId(pub u64);

impl fmt::Display for EditRunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A run in the list of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditRun {
    pub id: EditRunId,
    pub started_at: Timestamp,
    /// The run whose old values this one restores.
    pub undoes: Option<EditRunId>,
    /// The day from which its old values come back automatically, as after days off, until they have.
    pub back_on: Option<Date>,
    pub counts: EditCounts,
    /// The name of its first changed product, and the first change of it.
    pub example: Option<(String, FieldChange)>,
}

/// What a run is for, beside its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunPurpose {
    /// The run whose old values it restores.
    pub undoes: Option<EditRunId>,
    /// The day from which its own old values come back automatically.
    pub back_on: Option<Date>,
}

impl From<Option<EditRunId>> for RunPurpose {
    fn from(undoes: Option<EditRunId>) -> Self {
        Self { undoes, back_on: None }
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
    /// Counts states.
    pub fn of(states: impl IntoIterator<Item = RowState>) -> Self {
        let mut counts = Self::default();
        states.into_iter().for_each(|state| counts.add(state, 1));
        counts
    }

    /// Adds so many products with this state.
    pub const fn add(&mut self, state: RowState, count: usize) {
        *match state {
            RowState::Waiting | RowState::Sent => &mut self.waiting,
            RowState::Changed => &mut self.changed,
            RowState::InReview => &mut self.in_review,
            RowState::Equal => &mut self.equal,
            RowState::Moved => &mut self.moved,
            RowState::Failed => &mut self.failed,
            RowState::Cancelled => &mut self.cancelled,
        } += count;
    }

    /// The number of all products.
    pub const fn total(&self) -> usize {
        self.changed + self.in_review + self.equal + self.moved + self.failed + self.cancelled + self.waiting
    }
}
