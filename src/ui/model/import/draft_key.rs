//! What identifies a planned product.

use std::path::PathBuf;

use crate::import::PlannedDraft;

/// Identifies a planned product across planning again: its source path and source name.
pub type DraftKey = (PathBuf, String);

pub fn key(draft: &PlannedDraft) -> DraftKey {
    (draft.source.clone(), draft.source_name.clone())
}
