//! Small pictures to show, where they are kept, and which of them look alike.

mod cache;
mod looks;
mod making;

pub use cache::{CACHE_BYTES, Cache, Seen, Stamp, THUMBNAIL_SIDE};
pub use looks::{Cell, Likeness, Looks, Twin};
pub use making::{QUICK_THUMBNAIL_BYTES, edited_thumbnail, first_picture, quick_thumbnail, thumbnail};
