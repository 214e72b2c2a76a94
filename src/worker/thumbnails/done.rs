//! What tasks of the thumbnails come to.

use super::make::{Made, Source};
use super::messages::PictureKey;
use crate::domain::Problem;

/// What a task of the thumbnails came to.
pub enum TaskResult {
    Picture {
        key: PictureKey,
        source: Source,
        made: Made,
    },
    /// The bytes that the cache on the disk takes.
    CacheTended(Result<u64, Problem>),
}
