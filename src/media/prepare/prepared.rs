//! A photo that is fit to send, and what was done to it.

use crate::media::{ContentHash, Format, Size};

/// A photo as it is sent. Known to decode completely.
#[derive(Clone, PartialEq, Eq)]
pub struct Prepared {
    pub bytes: Vec<u8>,
    pub format: Format,
    /// Upright, as it is looked at.
    pub size: Size,
    /// Of the file as it lies on the disk.
    pub source_hash: ContentHash,
    /// Length of that file.
    pub source_bytes: u64,
    /// In the order of doing; empty when the file is sent as it is.
    pub changes: Vec<Change>,
}

/// Something done to a photo on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// What the file told about camera, owner and, when `place`, where it was taken is taken out. No pixel changed.
    Cleaned {
        place: bool,
    },
    /// As a person wanted it: turned, cropped and the like.
    Edited,
    /// Lay on its side or was mirrored; the pixels now are upright.
    Turned,
    Shrunk {
        from: Size,
        to: Size,
    },
    /// `quality` of 100, where the format has one.
    Encoded {
        from: Format,
        to: Format,
        quality: Option<u8>,
    },
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, format, size, source_bytes, changes, .. } = self;
        write!(f, "Prepared({} {size}, {source_bytes} → {} bytes, {changes:?})", format.name(), bytes.len())
    }
}
