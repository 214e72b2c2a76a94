//! Photos made ready to send, and thumbnails of them.
//!
//! Comes in: paths and bytes of photos, and what a marketplace accepts ([`Limits`]). Goes out: bytes that are
//! upright, free of location, camera and owner, and within the limits; pixels for the screen; and a forecast
//! of what changes ([`PhotoInfo`]). Never: the network, the program's settings, or a photo believed to be
//! what it says.
//!
//! [`read_photo`] reads a file from disk. [`prepare`] makes its bytes fit: a photo that fits is only stripped
//! of its private data; any other is decoded, rotated upright and resized, and a person's edits are applied.
//! [`thumbnail`] and [`read_preview`] give upright pixels, and a [`Cache`] stores them. All functions block
//! and compute: call them where that is no harm, when there is memory for the [`decoding_cost`].
//!
//! [`Size`], [`Pixels`], [`Format`] and [`ContentHash`] are plain values. `metadata` (reading and removing
//! it) and `transform` (pixels to pixels) build on them, `codec` (bytes to pixels and back) on both, and
//! `prepare` and `thumbnails` on all of these.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through the program's `cli::printing`.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

mod codec;
mod codes;
mod decoding_cost;
mod format;
mod hash;
mod metadata;
mod pixels;
mod prepare;
mod read;
mod thumbnails;
mod transform;

pub use codes::{FoundCode, QrCode, find_code, find_code_in};
pub use decoding_cost::{cost_of_file, decoding_cost, read_size};
pub use format::{Format, sniff};
pub use hash::ContentHash;
pub use pixels::{Pixels, Size};
pub use prepare::{
    Change, Length, Limits, PhotoChanges, PhotoInfo, Prepared, prepare, prepare_edited, strip_metadata,
};
pub use read::{MAX_FILE_BYTES, read_open_photo, read_photo, read_taken_at};
pub use thumbnails::{
    CACHE_BYTES, Cache, CachedFileInfo, ColorCell, Duplicate, FileStamp, FreeSpace, Likeness, MIN_FREE_BYTES,
    PerceptualHash, PhotoFingerprint, THUMBNAIL_SIDE,
};
pub use thumbnails::{PREVIEW_HEAD_BYTES, edited_thumbnail, free_space, preview, read_preview, thumbnail};
pub use transform::edit_pixels;
