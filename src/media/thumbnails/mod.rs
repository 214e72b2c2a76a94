//! Small pictures to show, where they are kept, and which of them look alike.

mod cache;
mod fingerprint;
mod making;

pub use cache::{CACHE_BYTES, Cache, CachedFileInfo, Stamp, THUMBNAIL_SIDE};
pub use fingerprint::{Cell, Duplicate, PerceptualHash, PhotoFingerprint};
pub use making::{QUICK_THUMBNAIL_BYTES, edited_thumbnail, first_picture, quick_thumbnail, thumbnail};
