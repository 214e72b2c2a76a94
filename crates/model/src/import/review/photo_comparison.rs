//! The comparison of a folder's photos by the worker.

use std::path::PathBuf;

/// The folder whose photos the worker was asked to compare last.
#[derive(Debug)]
pub struct PhotoComparison {
    /// The number of the plan.
    pub plan: u64,
    pub folder: PathBuf,
    pub is_answered: bool,
}
