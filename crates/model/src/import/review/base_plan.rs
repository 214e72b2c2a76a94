//! The plan before the person's changes.

use std::path::{Path, PathBuf};

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
}

impl BasePlan {
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
