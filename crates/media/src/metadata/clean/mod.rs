//! Removes location, camera and owner from a file without changing a pixel.
//!
//! For each format a `walk` function steps through the parts of the file by their stated lengths and lists
//! what stays: what a decoder needs for the pixels, their colours and their orientation. Everything else is
//! removed: EXIF, XMP, IPTC, maker notes, comments, previews, and data after the end. A file whose parts do
//! not add up, or that ends early, is damaged.

mod bmp;
mod gif;
mod heic;
mod jpeg;
mod parts;
mod png;
mod webp;

use self::parts::Parts;
use crate::metadata::exif;
use crate::{Format, sniff};
use vitrine_domain::{Problem, ProblemKind};

/// Detects the format and lists the parts to keep. Camera raw files are refused: their first picture is only
/// a preview.
///
/// # Errors
///
/// `FileEmpty`, `NotAPhoto`, `PhotoFormatUnsupported` or `PhotoDamaged`.
pub fn open(bytes: &[u8]) -> Result<(Format, Parts), Problem> {
    if bytes.is_empty() {
        return Err(Problem::new(ProblemKind::FileEmpty));
    }
    let format = sniff(bytes).ok_or_else(|| Problem::new(ProblemKind::NotAPhoto))?;
    let parts = walk(format, bytes)?;
    if format == Format::Tiff && parts.exif.is_camera_raw {
        return Err(Problem::new(ProblemKind::PhotoFormatUnsupported).with_quotation("RAW"));
    }
    Ok((format, parts))
}

/// Formats that are never sent unchanged (TIFF, HEIC) are kept in one piece.
fn walk(format: Format, bytes: &[u8]) -> Result<Parts, Problem> {
    match format {
        Format::Jpeg => jpeg::walk(bytes),
        Format::Png => png::walk(bytes),
        Format::WebP => webp::walk(bytes),
        Format::Gif => gif::walk(bytes),
        Format::Bmp => Ok(bmp::walk(bytes)),
        Format::Tiff => Ok(Parts::whole(bytes, exif::read(bytes))),
        Format::Heic => heic::walk(bytes),
        Format::Avif => Err(Problem::new(ProblemKind::PhotoFormatUnsupported).with_quotation(format.name())),
    }
}
