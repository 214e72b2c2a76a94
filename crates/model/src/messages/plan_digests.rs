//! What was planned, in few bytes: to tell later which products their files have changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vitrine_core::import::PlannedDraft;

/// Of each planned product, a digest of what identifies it and one of its values and photos.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanDigests(BTreeMap<u64, u64>);

impl PlanDigests {
    /// The digests of these products.
    pub fn of(drafts: &[PlannedDraft]) -> Self {
        Self(drafts.iter().map(|draft| (identity(draft), content(draft))).collect())
    }

    /// Whether no product was planned.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the product was not among those planned, or had other values or photos.
    pub fn differ_from(&self, draft: &PlannedDraft) -> bool {
        self.0.get(&identity(draft)) != Some(&content(draft))
    }
}

fn identity(draft: &PlannedDraft) -> u64 {
    digest(&(&draft.source, &draft.source_name))
}

fn content(draft: &PlannedDraft) -> u64 {
    digest(&(&draft.draft, &draft.photos))
}

/// The same in every version of the program, as long as the value is written in the same way.
fn digest(value: &impl Serialize) -> u64 {
    let mut hasher = blake3::Hasher::new();
    // A path that is not Unicode cannot be written: such products are alike.
    drop(serde_json::to_writer(&mut hasher, value));
    let mut first = [0; 8];
    hasher.finalize_xof().fill(&mut first);
    u64::from_le_bytes(first)
}
