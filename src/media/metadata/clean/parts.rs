//! What of a file stays, and what it said.

use std::ops::Range;

use image::metadata::Orientation;

use crate::domain::{Code, Problem};
use crate::media::metadata::exif::{self, Exif};
use crate::media::metadata::jpeg_segments::Frame;

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
    pub mend: Option<fn(bool, &mut [u8])>,
}

#[derive(Debug)]
enum Piece {
    Kept(Range<usize>),
    Written(Vec<u8>),
}

impl Parts {
    pub fn whole(bytes: &[u8], exif: Exif) -> Self {
        let mut parts = Self { place: exif.place, exif, ..Self::default() };
        parts.keep(0..bytes.len());
        parts
    }

    pub fn keep(&mut self, range: Range<usize>) {
        match self.pieces.last_mut() {
            Some(Piece::Kept(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Kept(range)),
        }
    }

    pub fn write(&mut self, bytes: Vec<u8>) {
        self.pieces.push(Piece::Written(bytes));
    }

    pub const fn leave_out(&mut self) {
        self.removed = true;
    }

    /// Puts `wrap(block)` with nothing but the orientation in the place of an EXIF part, or nothing when the
    /// picture is upright anyway. Only the first EXIF part of a file counts.
    pub fn replace_exif(&mut self, part: Range<usize>, bytes: &[u8], block: &[u8], wrap: impl Fn(&[u8]) -> Vec<u8>) {
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
pub fn damaged() -> Problem {
    Problem::new(Code::PhotoDamaged)
}

pub fn names_place_in_xmp(packet: &[u8]) -> bool {
    memchr::memmem::find(packet, b"GPSLatitude").is_some()
}
