//! The plan before the person's changes.

use std::path::{Path, PathBuf};

use super::draft_key::{DraftKeys, key};
use crate::messages::PlanDigests;
use vitrine_core::import::plan::FolderPlan;
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::Problem;

/// What the worker planned.
#[derive(Debug, Default)]
pub struct BasePlan {
    pub drafts: Vec<PlannedDraft>,
    /// The files that cannot be used, and why.
    pub problems: Vec<Problem>,
    /// How the photos of each folder were grouped, and why, if that is chosen automatically.
    pub folders: Vec<FolderPlan>,
    /// How many files are neither photos nor the sheet.
    pub ignored: usize,
    /// The first of them.
    pub ignored_files: Vec<PathBuf>,
    /// Of its products; until a saved review is planned, of those that it had.
    pub digests: PlanDigests,
    /// The products of a saved review whose files have changed since it was saved.
    pub changed_since_saved: DraftKeys,
}

impl BasePlan {
    /// Compares the products that a saved review has now with those when it was saved. An earlier version did
    /// not save what they were.
    pub(in crate::import) fn compare_with_saved(&mut self, drafts: &[PlannedDraft]) {
        let saved = &self.digests;
        let changed = drafts.iter().filter(|draft| !saved.is_empty() && saved.differ_from(draft));
        self.changed_since_saved = changed.map(|draft| key(draft).owned()).collect();
    }

    /// Whether the files of a product have changed since the review was saved.
    pub fn is_changed_since_saved(&self, draft: &PlannedDraft) -> bool {
        !self.changed_since_saved.is_empty() && self.changed_since_saved.contains(&key(draft))
    }

    /// The first folder for which a person is asked how its photos are grouped.
    pub fn asked_folder(&self) -> Option<&FolderPlan> {
        self.folders.iter().find(|folder| folder.is_unclear)
    }

    /// The photos of a folder were compared: another way to group them is offered, if it makes a difference.
    pub(super) fn photos_compared(
        &mut self,
        folder: &Path,
        photos: usize,
        products: usize,
        by_cards: Option<usize>,
    ) {
        let of_folder = |known: &&mut FolderPlan| {
            known.folder == folder && known.photos == photos && known.may_be_compared
        };
        let Some(known) = self.folders.iter_mut().find(of_folder) else { return };
        known.choices.retain(|(grouping, _)| !matches!(grouping, Grouping::Likeness | Grouping::Cards));
        if products > 1 && products < photos {
            known.choices.push((Grouping::Likeness, products));
        }
        known.choices.extend(by_cards.map(|products| (Grouping::Cards, products)));
    }
}
