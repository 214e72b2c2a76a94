//! What the products on the screen were planned from, to go back to it.

use std::path::PathBuf;

use crate::messages::SheetRequest;
use vitrine_core::import::Grouping;

#[derive(Clone, Debug, Default)]
pub struct PlannedFrom {
    pub paths: Vec<PathBuf>,
    pub grouping: Grouping,
    pub sheet: SheetRequest,
    /// The number of changes that were made before.
    pub changes: u64,
}
