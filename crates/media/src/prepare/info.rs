//! What a file says about its photo without decoding it, and a forecast of the changes before upload.

use serde::{Deserialize, Serialize};

use super::fit::{Change, Limits, fits};
use super::photo::Prepared;
use crate::codec::decode;
use crate::metadata::clean;
use crate::transform::{edit, scale};
use crate::{Format, Size};
use image::metadata::Orientation;
use vitrine_domain::{PhotoEdit, Problem};

/// A photo as stored on disk. Serialized in the thumbnail cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhotoInfo {
    pub format: Format,
    /// The size after rotating it upright, in pixels.
    pub size: Size,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// Whether the file is stored rotated or mirrored, with an orientation.
    #[serde(rename = "lying")]
    pub is_rotated: bool,
    /// Whether the file contains a location.
    #[serde(rename = "place")]
    pub has_location: bool,
    /// Whether the file contains camera, owner or location data, which are removed before upload.
    #[serde(rename = "telling")]
    pub has_private_data: bool,
}

/// The changes to a photo before its upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhotoChanges {
    /// In the order they are made; empty if the file is sent as it is.
    pub changes: Vec<Change>,
    /// The length of the original file in bytes.
    pub from: u64,
    /// The length of what is sent.
    pub to: Length,
}

/// The number of bytes to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Exactly(u64),
    /// The photo will be compressed or resized until it has at most this length.
    AtMost(u64),
    /// Known only after preparing it.
    Unknown,
}

impl PhotoInfo {
    /// Reads it from the whole file. The problem names no file; the caller knows it.
    pub fn of(bytes: &[u8]) -> Result<Self, Problem> {
        let (format, parts) = clean::open(bytes)?;
        let orientation = parts.orientation();
        Ok(Self {
            format,
            size: scale::upright_size(decode::dimensions(format, bytes)?, orientation),
            bytes: bytes.len() as u64,
            is_rotated: orientation != Orientation::NoTransforms,
            has_location: parts.has_location,
            has_private_data: parts.removed || parts.has_location,
        })
    }

    /// Forecasts what [`prepare_edited`](super::prepare_edited) will do, as far as it can be known without
    /// decoding.
    pub fn forecast(&self, edit: &PhotoEdit, limits: &Limits) -> PhotoChanges {
        let mut changes = Vec::new();
        if self.has_private_data {
            changes.push(Change::Cleaned { location: self.has_location });
        }
        // Removing metadata shortens the file only slightly, so the forecast does not rely on it.
        let is_kept = edit.is_identity() && fits(self.bytes, self.format, self.size, limits);
        if self.is_rotated {
            changes.push(Change::Rotated);
        }
        // A JPEG is turned without loss, unless its sides do not allow that.
        if is_kept && (!self.is_rotated || self.format == Format::Jpeg) {
            return PhotoChanges { changes, from: self.bytes, to: Length::Unknown };
        }
        let mut size = self.size;
        if !edit.is_identity() {
            changes.push(Change::Edited);
            size = edit::edited_size(size, edit);
        }
        if let Some(side) = limits.max_side.filter(|&side| size.longest_side() > side) {
            changes.push(Change::Shrunk { from: size, to: scale::size_within(size, side, 2) });
        }
        let to = if limits.formats.contains(&self.format) { self.format } else { Format::Jpeg };
        changes.push(Change::Encoded { from: self.format, to, quality: None });
        let to = limits.max_bytes.filter(|&most| self.bytes > most).map_or(Length::Unknown, Length::AtMost);
        PhotoChanges { changes, from: self.bytes, to }
    }
}

impl From<&Prepared> for PhotoChanges {
    fn from(prepared: &Prepared) -> Self {
        let Prepared { bytes, source_bytes, changes, .. } = prepared;
        Self { changes: changes.clone(), from: *source_bytes, to: Length::Exactly(bytes.len() as u64) }
    }
}
