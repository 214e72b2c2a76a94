//! What identifies a planned product.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use crate::domain::Field;
use crate::import::PlannedDraft;

/// Identifies a planned product across planning again: its source path and source name.
pub type DraftKey = (PathBuf, String);

/// What was typed into planned products. Thousands are looked up in a frame, by keys from this computer: the hash has to be fast.
pub type TypedTexts = HashMap<DraftKey, BTreeMap<Field, String>, ahash::RandomState>;

pub fn key(draft: &PlannedDraft) -> DraftKey {
    (draft.source.clone(), draft.source_name.clone())
}
