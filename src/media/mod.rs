//! Prepares photos for upload and makes thumbnails of them.
//!
//! [`read_photo`] reads a file from disk. [`prepare`] makes its bytes fit a marketplace's [`Limits`]: a photo that fits is
//! only stripped of location, camera and owner; any other is decoded, rotated upright and resized, and a person's edits are
//! applied. [`PhotoInfo`] forecasts these changes. [`thumbnail`] and [`read_preview`] give upright pixels for the screen,
//! and a [`Cache`] stores them. All functions block and compute: call them on a blocking thread, after [`Budget::admit`].
//!
//! [`Size`], [`Pixels`], [`Format`] and [`ContentHash`] are plain values. `metadata` (reading and removing it) and
//! `transform` (pixels to pixels) build on them, `codec` (bytes to pixels and back) on both, and `prepare` and `thumbnails`
//! on all of these.

mod budget;
mod codec;
mod codes;
mod format;
mod hash;
mod metadata;
mod pixels;
mod prepare;
mod read;
mod size;
mod thumbnails;
mod transform;

pub use budget::{Admitted, Budget, cost_of_file, decoding_cost, read_size};
pub use codes::{FoundCode, QrCode, find_code, find_code_in};
pub use format::{Format, sniff};
pub use hash::ContentHash;
pub use pixels::Pixels;
pub use prepare::{Change, Length, Limits, PhotoChanges, PhotoInfo, Prepared, prepare, prepare_edited, strip_metadata};
pub use read::{MAX_FILE_BYTES, read_photo, read_taken_at};
pub use size::Size;
pub use thumbnails::{
    CACHE_BYTES, Cache, CachedFileInfo, ColorCell, Duplicate, FileStamp, FreeSpace, Likeness, MIN_FREE_BYTES, PerceptualHash,
    PhotoFingerprint, THUMBNAIL_SIDE,
};
pub use thumbnails::{PREVIEW_HEAD_BYTES, edited_thumbnail, free_space, preview, read_preview, thumbnail};
pub use transform::edit_pixels;
