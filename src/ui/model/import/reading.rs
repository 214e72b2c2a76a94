//! What is being read: a plan on its way.

use crate::import::PlannedDraft;

/// The progress of reading dropped files.
#[derive(Debug, Default)]
pub struct Reading {
    /// How many files were read, of those found so far.
    pub files: (usize, usize),
    /// The first products, as they look while the rest is still read.
    pub first_products: Vec<PlannedDraft>,
    /// Whether the review of an earlier session is read.
    pub(super) is_restored: bool,
}
