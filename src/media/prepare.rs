//! One photo made fit to send, and what was done to it.

use super::decode::{Decoded, Picture};
use super::{ContentHash, Format, Size, clean, color, decode, edit, fit, scale};
use crate::domain::{Edit, Problem};
use image::metadata::Orientation;

/// What a marketplace takes. From the market file, or learned from its refusals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    pub max_bytes: Option<u64>,
    /// Of the longest side, in pixels.
    pub max_side: Option<u32>,
    pub formats: Vec<Format>,
}

impl Default for Limits {
    /// No limit but the formats, which public clients of the marketplace name.
    fn default() -> Self {
        Self { max_bytes: None, max_side: None, formats: vec![Format::Jpeg, Format::Png, Format::WebP, Format::Gif, Format::Bmp] }
    }
}

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

/// Makes a photo fit `limits`, and makes sure it is whole. `name` is for the problem. Blocking.
///
/// What fits is sent as it is, without a change to a pixel, but cleaned of place, camera and owner.
pub fn prepare(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Prepared, Problem> {
    prepare_edited(name, bytes, &Edit::default(), limits)
}

/// The same with a photo as a person edited it. Unedited, it is just [`prepare`]d.
pub fn prepare_edited(name: &str, bytes: Vec<u8>, edit: &Edit, limits: &Limits) -> Result<Prepared, Problem> {
    prepare_photo(bytes, edit, limits).map_err(|problem| problem.about(name))
}

/// The file without what it tells about place, camera and owner; no pixel is touched, or looked at.
pub fn cleaned(bytes: Vec<u8>) -> Result<Vec<u8>, Problem> {
    let (_, parts) = clean::open(&bytes)?;
    Ok(parts.assemble(&bytes).unwrap_or(bytes))
}

fn prepare_photo(bytes: Vec<u8>, edit: &Edit, limits: &Limits) -> Result<Prepared, Problem> {
    let (format, parts) = clean::open(&bytes)?;
    let (source_hash, source_bytes) = (ContentHash::of(&bytes), bytes.len() as u64);
    let cleaned = parts.assemble(&bytes).unwrap_or(bytes);
    let orientation = parts.exif.orientation;
    let size = scale::upright_size(decode::dimensions(format, &cleaned)?, orientation);
    let mut changes = Vec::new();
    if parts.removed || parts.place {
        changes.push(Change::Cleaned { place: parts.place });
    }
    if edit.is_none() && fits(cleaned.len() as u64, format, size, limits) {
        decode::check(format, &cleaned)?;
        return Ok(Prepared { bytes: cleaned, format, size, source_hash, source_bytes, changes });
    }
    let fitted = if edit.is_none() {
        let decoded = match limits.max_side {
            Some(side) => {
                // A JPEG will hold colours at half the size.
                let colors_side = if limits.formats.contains(&Format::Jpeg) { side.div_ceil(2) } else { side };
                decode::decode_for(format, &cleaned, side, colors_side)?
            }
            None if limits.formats.contains(&Format::Jpeg) => decode::decode_to_rewrite(format, &cleaned)?,
            None => decode::decode(format, &cleaned)?,
        };
        drop(cleaned);
        fit::fit(decoded, orientation, format, limits)?
    } else {
        let side = edit::side_for(size, edit, limits.max_side.unwrap_or(u32::MAX));
        let decoded = decode::decode_for(format, &cleaned, side, side)?;
        drop(cleaned);
        if orientation != Orientation::NoTransforms {
            changes.push(Change::Turned);
        }
        changes.push(Change::Edited);
        let mut fitted = fit::fit(edited(decoded, orientation, edit, side)?, Orientation::NoTransforms, format, limits)?;
        // It may have been decoded smaller: what is told is how much smaller it is than all of what was cropped.
        fitted.changes.retain(|change| !matches!(change, Change::Shrunk { .. }));
        let from = edit::edited_size(size, edit);
        if from != fitted.size {
            changes.push(Change::Shrunk { from, to: fitted.size });
        }
        fitted
    };
    changes.extend(fitted.changes);
    Ok(Prepared { bytes: fitted.bytes, format: fitted.format, size: fitted.size, source_hash, source_bytes, changes })
}

/// Upright, in sRGB, and edited.
fn edited(decoded: Decoded, orientation: Orientation, edit: &Edit, side: u32) -> Result<Decoded, Problem> {
    let mut image = match decoded.picture {
        Picture::Whole(image) => edit::within_bounds(image, side)?,
        picture => picture.shrunk(scale::size_within(picture.size(), side, 1))?,
    };
    if let Some(icc) = decoded.icc {
        image = color::to_srgb(image, &icc);
    }
    image.apply_orientation(orientation);
    Ok(Decoded { picture: Picture::Whole(edit::apply(image, edit)), icc: None })
}

pub fn fits(bytes: u64, format: Format, size: Size, limits: &Limits) -> bool {
    // Nothing is taken out of these, so they are always written anew.
    let never_sent = matches!(format, Format::Heic | Format::Avif);
    !never_sent
        && limits.formats.contains(&format)
        && limits.max_bytes.is_none_or(|most| bytes <= most)
        && limits.max_side.is_none_or(|most| size.longest_side() <= most)
}
