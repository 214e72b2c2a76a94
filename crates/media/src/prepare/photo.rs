//! Prepares one photo for upload.

use image::metadata::Orientation;

use super::fit::{self, Change, Limits, fits};
use crate::codec::decode::{self, Decoded, Picture};
use crate::codec::jpeg;
use crate::metadata::clean;
use crate::transform::{color, edit, scale};
use crate::{ContentHash, Format, Size};
use vitrine_domain::{PhotoEdit, Problem};

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

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, format, size, source_bytes, changes, .. } = self;
        write!(f, "Prepared({} {size}, {source_bytes} → {} bytes, {changes:?})", format.name(), bytes.len())
    }
}

/// Makes a photo fit `limits` and verifies that it decodes completely. `name` is the subject of a problem.
/// Blocking.
///
/// A photo that fits is sent with unchanged pixels, without location, camera and owner, and turned upright:
/// many marketplaces pass over the orientation that a file states.
///
/// # Errors
///
/// A problem about the photo: damaged, too large, not a photo, or of an unsupported format.
pub fn prepare(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Prepared, Problem> {
    prepare_edited(name, bytes, &PhotoEdit::default(), limits)
}

/// Prepares a photo with a person's edits. Without edits it is the same as [`prepare`].
pub fn prepare_edited(
    name: &str,
    bytes: Vec<u8>,
    edit: &PhotoEdit,
    limits: &Limits,
) -> Result<Prepared, Problem> {
    prepare_photo(bytes, edit, limits).map_err(|problem| problem.with_subject(name))
}

/// Removes location, camera and owner from a file; pixels are neither changed nor decoded.
pub fn strip_metadata(bytes: Vec<u8>) -> Result<Vec<u8>, Problem> {
    let (_, parts) = clean::open(&bytes)?;
    Ok(parts.assemble(&bytes).unwrap_or(bytes))
}

fn prepare_photo(bytes: Vec<u8>, edit: &PhotoEdit, limits: &Limits) -> Result<Prepared, Problem> {
    let (format, parts) = clean::open(&bytes)?;
    let (source_hash, source_bytes) = (ContentHash::of(&bytes), bytes.len() as u64);
    let cleaned = parts.assemble(&bytes).unwrap_or(bytes);
    let orientation = parts.orientation();
    let size = scale::upright_size(decode::dimensions(format, &cleaned)?, orientation);
    let mut changes = Vec::new();
    if parts.removed || parts.has_location {
        changes.push(Change::Cleaned { location: parts.has_location });
    }
    if edit.is_identity() && fits(cleaned.len() as u64, format, size, limits) {
        if orientation == Orientation::NoTransforms {
            decode::check_decodable(format, &cleaned)?;
            return Ok(Prepared { bytes: cleaned, format, size, source_hash, source_bytes, changes });
        }
        let turned = if format == Format::Jpeg { jpeg::turn(&cleaned, orientation) } else { None };
        if let Some(bytes) = turned.filter(|turned| fits(turned.len() as u64, format, size, limits)) {
            changes.push(Change::Rotated);
            return Ok(Prepared { bytes, format, size, source_hash, source_bytes, changes });
        }
    }
    let fitted = if edit.is_identity() {
        let decoded = match limits.max_side {
            Some(side) => {
                // The JPEG will store colours at half the size.
                let colors_side =
                    if limits.formats.contains(&Format::Jpeg) { side.div_ceil(2) } else { side };
                decode::decode_reduced(format, &cleaned, side, colors_side)?
            }
            None if limits.formats.contains(&Format::Jpeg) => {
                decode::decode_for_reencoding(format, &cleaned)?
            }
            None => decode::decode(format, &cleaned)?,
        };
        drop(cleaned);
        fit::fit(decoded, orientation, format, limits)?
    } else {
        let side = edit::side_for(size, edit, limits.max_side.unwrap_or(u32::MAX));
        let decoded = decode::decode_reduced(format, &cleaned, side, side)?;
        drop(cleaned);
        if orientation != Orientation::NoTransforms {
            changes.push(Change::Rotated);
        }
        changes.push(Change::Edited);
        let mut fitted =
            fit::fit(edited(decoded, orientation, edit, side)?, Orientation::NoTransforms, format, limits)?;
        // The photo may have been decoded at a reduced size; the reported change compares with the full crop.
        fitted.changes.retain(|change| !matches!(change, Change::Shrunk { .. }));
        let from = edit::edited_size(size, edit);
        if from != fitted.size {
            changes.push(Change::Shrunk { from, to: fitted.size });
        }
        fitted
    };
    changes.extend(fitted.changes);
    Ok(Prepared {
        bytes: fitted.bytes,
        format: fitted.format,
        size: fitted.size,
        source_hash,
        source_bytes,
        changes,
    })
}

/// Rotates upright, converts to sRGB and applies the edits.
fn edited(
    decoded: Decoded,
    orientation: Orientation,
    edit: &PhotoEdit,
    side: u32,
) -> Result<Decoded, Problem> {
    let mut image = match decoded.picture {
        Picture::Whole(image) => edit::within_bounds(image, side)?,
        picture => picture.resized(scale::size_within(picture.size(), side, 1))?,
    };
    if let Some(icc) = decoded.icc {
        image = color::to_srgb(image, &icc);
    }
    image.apply_orientation(orientation);
    Ok(Decoded { picture: Picture::Whole(edit::apply(image, edit)), icc: None })
}
