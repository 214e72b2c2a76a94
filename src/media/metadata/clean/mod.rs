//! Taking out of a file what it tells about place, camera and owner, without touching a pixel.
//!
//! Each format's walker goes through the file's parts by the lengths they state, and lists what stays:
//! what a decoder needs for the pixels and their colours, and which way is up. Everything else goes —
//! EXIF, XMP, IPTC, maker notes, comments, previews, whatever lies behind the end. A file whose parts do
//! not add up, or which stops before its end, is damaged.

mod bmp;
mod gif;
mod jpeg;
mod parts;
mod png;
mod webp;

use self::parts::Parts;
use crate::domain::{Code, Problem};
use crate::media::metadata::exif::{self, Exif};
use crate::media::{Format, sniff};

/// Tells what the file is and walks through it. A camera's raw file is refused: what it shows first is a preview.
pub fn open(bytes: &[u8]) -> Result<(Format, Parts), Problem> {
    if bytes.is_empty() {
        return Err(Problem::new(Code::FileEmpty));
    }
    let format = sniff(bytes).ok_or_else(|| Problem::new(Code::NotAPhoto))?;
    let parts = walk(format, bytes)?;
    if format == Format::Tiff && parts.exif.raw {
        return Err(Problem::new(Code::PhotoFormatUnsupported).saying("RAW"));
    }
    Ok((format, parts))
}

/// Formats that are never sent (TIFF, HEIC, AVIF) are one piece.
fn walk(format: Format, bytes: &[u8]) -> Result<Parts, Problem> {
    match format {
        Format::Jpeg => jpeg::walk(bytes),
        Format::Png => png::walk(bytes),
        Format::WebP => webp::walk(bytes),
        Format::Gif => gif::walk(bytes),
        Format::Bmp => Ok(bmp::walk(bytes)),
        Format::Tiff => Ok(Parts::whole(bytes, exif::read(bytes))),
        Format::Heic | Format::Avif if format.is_readable() => Ok(Parts::whole(bytes, Exif::default())),
        Format::Heic | Format::Avif => Err(Problem::new(Code::PhotoFormatUnsupported).saying(format.name())),
    }
}
