//! A photo ready to be sent, and the changes made to it.

use crate::{ContentHash, Format, Size};

/// A photo as it is sent. It has been verified to decode completely.
#[derive(Clone, PartialEq, Eq)]
pub struct Prepared {
    pub bytes: Vec<u8>,
    pub format: Format,
    /// The size after rotating it upright, in pixels.
    pub size: Size,
    /// The hash of the original file.
    pub source_hash: ContentHash,
    /// The length of the original file in bytes.
    pub source_bytes: u64,
    /// In the order they were made; empty if the file is sent as it is.
    pub changes: Vec<Change>,
}

/// A change made to a photo before upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Camera, owner and, with `location`, the position were removed. No pixel changed.
    Cleaned { location: bool },
    /// A person's edits were applied: rotation, crop and so on.
    Edited,
    /// The photo was stored rotated or mirrored; its pixels are upright now.
    Rotated,
    /// It was resized, in pixels.
    Shrunk { from: Size, to: Size },
    /// It was re-encoded; `quality` out of 100, where the format has one.
    Encoded { from: Format, to: Format, quality: Option<u8> },
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, format, size, source_bytes, changes, .. } = self;
        write!(f, "Prepared({} {size}, {source_bytes} → {} bytes, {changes:?})", format.name(), bytes.len())
    }
}
