//! The plan before the person's changes.

use vitrine_core::import::PlannedDraft;
use vitrine_domain::Problem;

/// What the worker planned.
#[derive(Debug, Default)]
pub struct BasePlan {
    pub drafts: Vec<PlannedDraft>,
    pub problems: Vec<Problem>,
}
