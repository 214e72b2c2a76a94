//! Thumbnails, their disk cache, and the comparison of photos by appearance.

mod cache;
mod fingerprint;
mod grid;
mod likeness;
mod render;

pub use cache::{
    CACHE_BYTES, Cache, CachedFileInfo, FileStamp, FreeSpace, MIN_FREE_BYTES, THUMBNAIL_SIDE, free_space,
};
pub use fingerprint::{ColorCell, Duplicate, PerceptualHash, PhotoFingerprint};
pub use likeness::Likeness;
pub use render::{PREVIEW_HEAD_BYTES, edited_thumbnail, preview, read_preview, thumbnail};
