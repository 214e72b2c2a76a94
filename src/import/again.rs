//! "Importing the same folder again creates nothing twice": new drafts set against those of earlier imports.

use super::journal::Known;
use super::state::{DraftId, PlannedDraft};
use crate::media::ContentHash;

/// A draft handed to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Added {
    New {
        id: DraftId,
        planned: PlannedDraft,
    },
    /// Made by an earlier import: `earlier` is that draft, `id` this row's own.
    Skipped {
        id: DraftId,
        planned: PlannedDraft,
        earlier: Box<Known>,
    },
    /// The very draft an earlier import left unfinished goes on, with the fields of `planned`.
    Adopted {
        planned: PlannedDraft,
        earlier: Box<Known>,
    },
}

/// Which planned drafts (by index) need their photos' hashes before [`judge`] can tell: those whose name an
/// earlier draft of the account also had.
pub fn needs_hashes(planned: &[PlannedDraft], earlier: &[Known]) -> Vec<usize> {
    let _ = (planned, earlier);
    Vec::new()
}

/// What becomes of one planned draft.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    New,
    /// Indices into `earlier`.
    Skip(usize),
    Adopt(usize),
}

/// Sets each planned draft against the earlier drafts of the same account. `hashes` are those of the photos of
/// the drafts [`needs_hashes`] named, in photo order; `None` for the others and for what could not be read.
pub fn judge(planned: &[PlannedDraft], hashes: &[Option<Vec<ContentHash>>], earlier: &[Known]) -> Vec<Judged> {
    let _ = (hashes, earlier);
    planned.iter().map(|_| Judged::New).collect()
}
