//! What a file says of its photo without being decoded, and what will be done to it on the way.

use serde::{Deserialize, Serialize};

use super::limits::{Limits, fits};
use super::prepared::{Change, Prepared};
use crate::domain::{Edit, Problem};
use crate::media::codec::decode;
use crate::media::metadata::clean;
use crate::media::transform::{edit, scale};
use crate::media::{Format, Size};
use image::metadata::Orientation;

/// A photo as it lies on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub format: Format,
    /// Upright, as it is looked at.
    pub size: Size,
    /// Of the file.
    pub bytes: u64,
    /// Lies on its side or is mirrored, and says so.
    pub lying: bool,
    /// It tells where it was taken.
    pub place: bool,
    /// It tells of camera, owner or place: something is taken out before it is sent.
    pub telling: bool,
}

/// What is done to a photo on its way to the marketplace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhotoChanges {
    /// In the order of doing; empty when the file is sent as it is.
    pub changes: Vec<Change>,
    /// Length of the file.
    pub from: u64,
    pub to: Length,
}

/// How many bytes are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Exactly(u64),
    /// It will be made smaller until it is this long, or shorter.
    AtMost(u64),
    /// Told when it is done.
    Unknown,
}

impl Facts {
    /// From the whole file. Its problems name no file.
    pub fn of(bytes: &[u8]) -> Result<Self, Problem> {
        let (format, parts) = clean::open(bytes)?;
        let orientation = parts.exif.orientation;
        Ok(Self {
            format,
            size: scale::upright_size(decode::dimensions(format, bytes)?, orientation),
            bytes: bytes.len() as u64,
            lying: orientation != Orientation::NoTransforms,
            place: parts.place,
            telling: parts.removed || parts.place,
        })
    }

    /// What [`prepare`](super::prepare()) will do, as far as it can be said without decoding.
    pub fn forecast(&self, limits: &Limits) -> PhotoChanges {
        self.forecast_edited(&Edit::default(), limits)
    }

    /// The same of [`prepare_edited`](super::prepare_edited).
    pub fn forecast_edited(&self, edit: &Edit, limits: &Limits) -> PhotoChanges {
        let mut changes = Vec::new();
        if self.telling {
            changes.push(Change::Cleaned { place: self.place });
        }
        // What is taken out makes the file shorter by little, and nobody counts on it.
        if edit.is_identity() && fits(self.bytes, self.format, self.size, limits) {
            return PhotoChanges { changes, from: self.bytes, to: Length::Unknown };
        }
        if self.lying {
            changes.push(Change::Turned);
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
