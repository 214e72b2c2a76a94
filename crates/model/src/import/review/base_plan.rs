//! The plan before the person's changes.

use std::path::PathBuf;

use vitrine_core::import::PlannedDraft;
use vitrine_core::import::plan::FolderPlan;
use vitrine_domain::Problem;

/// What the worker planned.
#[derive(Debug, Default)]
pub struct BasePlan {
    pub drafts: Vec<PlannedDraft>,
    /// The files that cannot be used, and why.
    pub problems: Vec<Problem>,
    /// How the photos of each folder were grouped, and why.
    pub folders: Vec<FolderPlan>,
    /// How many files are neither photos nor the sheet.
    pub ignored: usize,
    /// The first of them.
    pub ignored_files: Vec<PathBuf>,
}
