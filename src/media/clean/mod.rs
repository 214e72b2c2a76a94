//! Taking out of a file what it tells about place, camera and owner, without touching a pixel.
//!
//! Each format's walker goes through the file's parts by the lengths they state, and lists what stays:
//! what a decoder needs for the pixels and their colours, and which way is up. Everything else goes —
//! EXIF, XMP, IPTC, maker notes, comments, previews, whatever lies behind the end. A file whose parts do
//! not add up, or which stops before its end, is damaged.

mod bmp;
mod gif;
mod jpeg;
mod png;
mod webp;

use std::ops::Range;

use image::metadata::Orientation;

use super::exif::{self, Exif};
use super::{Format, Size, sniff};
use crate::domain::{Code, Problem};

pub use jpeg::{Frame, coded_length, exif_of_head, frame_of_head, marker, next_marker, segment_at};

/// A file as its walker found it: what of it stays, and what it said.
#[derive(Debug, Default)]
pub struct Parts {
    pieces: Vec<Piece>,
    has_exif: bool,
    pub exif: Exif,
    /// Something is left out of `pieces`.
    pub removed: bool,
    /// It said where the photo was taken.
    pub place: bool,
    /// Of a JPEG.
    pub frame: Option<Frame>,
    /// Makes the file's own header true again: told whether EXIF stayed, and given the assembled file.
    mend: Option<fn(bool, &mut [u8])>,
}

#[derive(Debug)]
enum Piece {
    Kept(Range<usize>),
    Written(Vec<u8>),
}

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

impl Parts {
    fn whole(bytes: &[u8], exif: Exif) -> Self {
        let mut parts = Self { place: exif.place, exif, ..Self::default() };
        parts.keep(0..bytes.len());
        parts
    }

    fn keep(&mut self, range: Range<usize>) {
        match self.pieces.last_mut() {
            Some(Piece::Kept(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Kept(range)),
        }
    }

    fn write(&mut self, bytes: Vec<u8>) {
        self.pieces.push(Piece::Written(bytes));
    }

    const fn leave_out(&mut self) {
        self.removed = true;
    }

    /// Puts `wrap(block)` with nothing but the orientation in the place of an EXIF part, or nothing when the
    /// picture is upright anyway. Only the first EXIF part of a file counts.
    fn replace_exif(&mut self, part: Range<usize>, bytes: &[u8], block: &[u8], wrap: impl Fn(&[u8]) -> Vec<u8>) {
        let exif = exif::read(block);
        self.place |= exif.place;
        if std::mem::replace(&mut self.has_exif, true) {
            return self.leave_out();
        }
        self.exif = exif;
        if self.exif.orientation == Orientation::NoTransforms {
            return self.leave_out();
        }
        let smallest = wrap(&exif::only_orientation(self.exif.orientation));
        if bytes.get(part.clone()) == Some(smallest.as_slice()) {
            self.keep(part);
        } else {
            self.leave_out();
            self.write(smallest);
        }
    }

    /// The file without what goes; `None` when all of it stays.
    pub fn assemble(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        if !self.removed {
            return None;
        }
        let mut out = Vec::with_capacity(bytes.len());
        for piece in &self.pieces {
            match piece {
                Piece::Kept(range) => out.extend_from_slice(bytes.get(range.clone()).unwrap_or_default()),
                Piece::Written(bytes) => out.extend_from_slice(bytes),
            }
        }
        if let Some(mend) = self.mend {
            mend(self.exif.orientation != Orientation::NoTransforms, &mut out);
        }
        Some(out)
    }
}

/// The file breaks off, or a part's length leads nowhere.
fn damaged() -> Problem {
    Problem::new(Code::PhotoDamaged)
}

fn names_place_in_xmp(packet: &[u8]) -> bool {
    memchr::memmem::find(packet, b"GPSLatitude").is_some()
}

pub fn be_u16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn le_u16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn be_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn le_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
