//! What the journal and the screens get of a run.

use crate::edit::change::{RowState, StoredRow};
use vitrine_domain::{FieldValue, Problem};

/// The part of a row that changes while a run goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct RowUpdate {
    /// Its place in the run, from 0.
    pub row: usize,
    pub state: RowState,
    /// Whether a request with it left, or may have left.
    pub sent: bool,
    /// The base of each change.
    pub bases: Vec<Option<FieldValue>>,
    /// What the shop has instead, of a row that moved or whose values were written in another way.
    pub now: Vec<Option<FieldValue>>,
    pub problem: Option<Problem>,
}

impl RowUpdate {
    /// A row as it is, at this place of its run.
    pub fn of(row: usize, stored: &StoredRow) -> Self {
        let bases = stored.changes.iter().map(|change| change.base.clone()).collect();
        let is_other = matches!(stored.state, RowState::Moved | RowState::Changed);
        let now = if is_other { stored.now.clone() } else { Vec::new() };
        Self { row, state: stored.state, sent: stored.sent, bases, now, problem: stored.problem.clone() }
    }
}
