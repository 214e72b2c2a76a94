//! Thumbnails: of the shop's products by URL, of local photos by path. They are decoded here, so that the
//! window only uploads pixels.
//!
//! First comes what the disk cache has of a photo, else the thumbnail embedded by the camera, which takes
//! milliseconds; the final picture follows after all such quick ones.

mod picture_job;
mod service;

use picture_job::{Made, Source};
use vitrine_domain::Problem;
use vitrine_model::messages::PictureKey;

pub use service::{Thumbnails, thumbnail_cache};

/// The result of a task of the thumbnails.
pub enum ThumbnailTaskResult {
    Picture {
        key: PictureKey,
        source: Source,
        made: Made,
    },
    /// The size of the cache on disk, in bytes.
    CacheMeasured(Result<u64, Problem>),
}
