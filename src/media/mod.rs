//! Photo bytes made fit to send, and small pictures of them to show.
//!
//! [`read_photo`] takes a file from the disk; [`prepare`] makes its bytes fit a marketplace's [`Limits`]:
//! untouched where they fit, but for what they tell about place, camera and owner; decoded, turned and
//! shrunk where they do not, and changed as a person edited them; [`Facts`] say so beforehand. [`thumbnail`] and [`first_picture`] give upright
//! pixels for the screen, and a [`Cache`] keeps them.
//! All of it blocks and computes: call it from a blocking thread, after [`Budget::admit`].
//!
//! [`Size`], [`Pixels`], [`Format`] and [`ContentHash`] are plain values. On them stand `metadata` (what a file says of
//! its photo, and taking that out) and `transform` (pixels to pixels), on both `codec` (bytes to pixels and back), and on
//! all of it `prepare` and `thumbnails`.

mod budget;
mod codec;
mod format;
mod hash;
mod metadata;
mod pixels;
mod prepare;
mod read;
mod size;
mod thumbnails;
mod transform;

pub use budget::{Admitted, Budget, cost_of_file, decoding_cost};
pub use format::{Format, sniff};
pub use hash::ContentHash;
pub use pixels::Pixels;
pub use prepare::{Change, Facts, Length, Limits, PhotoChanges, Prepared, cleaned, prepare, prepare_edited};
pub use read::{MAX_FILE_BYTES, read_photo};
pub use size::Size;
pub use thumbnails::{CACHE_BYTES, Cache, CachedFileInfo, Cell, Duplicate, PerceptualHash, PhotoFingerprint, Stamp, THUMBNAIL_SIDE};
pub use thumbnails::{QUICK_THUMBNAIL_BYTES, edited_thumbnail, first_picture, quick_thumbnail, thumbnail};
pub use transform::edit_pixels;
