//! The plan before the person's changes.

use crate::domain::Problem;
use crate::import::PlannedDraft;

/// What the worker planned.
#[derive(Debug, Default)]
pub struct BasePlan {
    pub drafts: Vec<PlannedDraft>,
    pub problems: Vec<Problem>,
}
