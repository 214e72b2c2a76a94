//! What the worker said of how the photos look.

use std::collections::HashMap;
use std::path::PathBuf;

use super::PhotosOut;
use super::sent_covers::SentCovers;
use vitrine_domain::Code;

/// What is known of how the photos look: beside each other, and beside those in the shop.
#[derive(Debug, Default)]
pub struct PhotoLooks {
    /// The files of products that cannot be used, as far as that is known: from the plan, and from making their pictures.
    pub unusable: HashMap<PathBuf, Code>,
    /// The photos that a product has twice, in the plan of this revision.
    pub copies: Option<(u64, PhotosOut)>,
    /// Increases when the worker has compared the photos of a plan.
    pub copies_revision: u64,
    pub photo_comparison: Option<PhotoComparison>,
    pub sent_covers: SentCovers,
    /// Increases when another photo turns out to look like a cover in the shop.
    pub covers_revision: u64,
}

/// The folder whose photos the worker was asked to compare last.
#[derive(Debug)]
pub struct PhotoComparison {
    /// The number of the plan.
    pub plan: u64,
    pub folder: PathBuf,
    pub is_answered: bool,
}
