//! The parts of a file that are kept, and what its metadata say.

use std::ops::Range;

use image::metadata::Orientation;

use crate::domain::{Code, Problem};
use crate::media::metadata::exif::{self, Exif};
use crate::media::metadata::jpeg_segments::Frame;

/// The result of walking through a file: the parts to keep, and what its metadata say.
#[derive(Debug, Default)]
pub struct Parts {
    pieces: Vec<Piece>,
    has_exif: bool,
    pub exif: Exif,
    /// Whether something is left out of `pieces`.
    pub removed: bool,
    /// Whether the metadata contain a location.
    pub has_location: bool,
    /// The frame header, for a JPEG.
    pub frame: Option<Frame>,
    /// Updates the file's own header after something was removed; receives whether EXIF was kept, and the new file.
    pub fix_header: Option<fn(bool, &mut [u8])>,
}

#[derive(Debug)]
enum Piece {
    Copied(Range<usize>),
    Inserted(Vec<u8>),
}

impl Parts {
    /// Keeps the whole file in one piece.
    pub fn whole(bytes: &[u8], exif: Exif) -> Self {
        let mut parts = Self { has_location: exif.has_location, exif, ..Self::default() };
        parts.keep(0..bytes.len());
        parts
    }

    /// Keeps a range of the file; ranges have to be in ascending order.
    pub fn keep(&mut self, range: Range<usize>) {
        match self.pieces.last_mut() {
            Some(Piece::Copied(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Copied(range)),
        }
    }

    /// Inserts bytes that are not in the file.
    pub fn write(&mut self, bytes: Vec<u8>) {
        self.pieces.push(Piece::Inserted(bytes));
    }

    /// Records that something is removed.
    pub const fn mark_removed(&mut self) {
        self.removed = true;
    }

    /// Replaces an EXIF part by `wrap(block)` with only the orientation, or removes it if the picture is upright anyway.
    /// Only the first EXIF part of a file counts.
    pub fn replace_exif(&mut self, part: Range<usize>, bytes: &[u8], block: &[u8], wrap: impl Fn(&[u8]) -> Vec<u8>) {
        let exif = exif::read(block);
        self.has_location |= exif.has_location;
        if std::mem::replace(&mut self.has_exif, true) {
            return self.mark_removed();
        }
        self.exif = exif;
        if self.exif.orientation == Orientation::NoTransforms {
            return self.mark_removed();
        }
        let smallest = wrap(&exif::orientation_block(self.exif.orientation));
        if bytes.get(part.clone()) == Some(smallest.as_slice()) {
            self.keep(part);
        } else {
            self.mark_removed();
            self.write(smallest);
        }
    }

    /// Builds the file without the removed parts; `None` if nothing is removed.
    pub fn assemble(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        if !self.removed {
            return None;
        }
        let mut out = Vec::with_capacity(bytes.len());
        for piece in &self.pieces {
            match piece {
                Piece::Copied(range) => out.extend_from_slice(bytes.get(range.clone()).unwrap_or_default()),
                Piece::Inserted(bytes) => out.extend_from_slice(bytes),
            }
        }
        if let Some(fix_header) = self.fix_header {
            fix_header(self.exif.orientation != Orientation::NoTransforms, &mut out);
        }
        Some(out)
    }
}

/// The problem of a file that is truncated, or in which the length of a part is wrong.
pub fn damaged() -> Problem {
    Problem::new(Code::PhotoDamaged)
}

/// Whether an XMP packet contains a GPS position.
pub fn xmp_has_location(packet: &[u8]) -> bool {
    memchr::memmem::find(packet, b"GPSLatitude").is_some()
}
