//! Making one photo fit to send.

use image::metadata::Orientation;

use super::fit;
use super::limits::{Limits, fits};
use super::prepared::{Change, Prepared};
use crate::domain::{Edit, Problem};
use crate::media::codec::decode::{self, Decoded, Picture};
use crate::media::metadata::clean;
use crate::media::transform::{color, edit, scale};
use crate::media::{ContentHash, Format};

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
    if edit.is_identity() && fits(cleaned.len() as u64, format, size, limits) {
        decode::check(format, &cleaned)?;
        return Ok(Prepared { bytes: cleaned, format, size, source_hash, source_bytes, changes });
    }
    let fitted = if edit.is_identity() {
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
