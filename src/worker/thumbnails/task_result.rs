//! Results of the thumbnails' tasks.

use super::picture_job::{Made, Source};
use vitrine_domain::Problem;
use vitrine_model::messages::PictureKey;

/// The result of a task of the thumbnails.
pub enum TaskResult {
    Picture {
        key: PictureKey,
        source: Source,
        made: Made,
    },
    /// The size of the cache on disk, in bytes.
    CacheMeasured(Result<u64, Problem>),
}
