//! The parts of a file that are kept, and what its metadata say.

use std::ops::Range;

use image::metadata::Orientation;

use crate::metadata::exif::{self, Exif};
use crate::metadata::jpeg_segments::Frame;
use vitrine_domain::{Problem, ProblemKind};

/// The result of walking through a file: the parts to keep, and what its metadata say.
#[derive(Debug, Default)]
pub struct Parts {
    pieces: Vec<Piece>,
    has_exif: bool,
    pub exif: Exif,
    /// The orientation that an XMP packet states. It counts where EXIF states none.
    xmp_orientation: Option<Orientation>,
    /// Whether something is left out of `pieces`.
    pub removed: bool,
    /// Whether the metadata contain a location.
    pub has_location: bool,
    /// The frame header, for a JPEG.
    pub frame: Option<Frame>,
    /// Updates the file's own header after something was removed; receives whether EXIF was kept, and the new
    /// file.
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

    /// Replaces an EXIF part by `wrap(block)` with only the orientation, or removes it if the picture is
    /// upright anyway. Only the first EXIF part of a file counts.
    pub fn replace_exif(
        &mut self,
        part: Range<usize>,
        bytes: &[u8],
        block: &[u8],
        wrap: impl Fn(&[u8]) -> Vec<u8>,
    ) {
        let exif = exif::read(block);
        self.has_location |= exif.has_location;
        if std::mem::replace(&mut self.has_exif, true) {
            return self.mark_removed();
        }
        self.exif = exif;
        let Some(orientation) =
            self.exif.orientation.filter(|orientation| *orientation != Orientation::NoTransforms)
        else {
            return self.mark_removed();
        };
        let smallest = wrap(&exif::orientation_block(orientation));
        if bytes.get(part.clone()) == Some(smallest.as_slice()) {
            self.keep(part);
        } else {
            self.mark_removed();
            self.write(smallest);
        }
    }

    /// Removes an XMP packet, or what may be one, and takes from it what it says.
    pub fn remove_packet(&mut self, packet: &[u8]) {
        self.has_location |= xmp_has_location(packet);
        self.xmp_orientation = self.xmp_orientation.or_else(|| xmp_orientation(packet));
        self.mark_removed();
    }

    /// How the stored picture has to be turned to be upright.
    pub fn orientation(&self) -> Orientation {
        self.exif.orientation.or(self.xmp_orientation).unwrap_or(Orientation::NoTransforms)
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
            fix_header(
                self.exif.orientation.is_some_and(|orientation| orientation != Orientation::NoTransforms),
                &mut out,
            );
        }
        Some(out)
    }
}

/// The problem of a file that is truncated, or in which the length of a part is wrong.
pub fn damaged() -> Problem {
    Problem::new(ProblemKind::PhotoDamaged)
}

/// The orientation in an XMP packet, as an attribute or as an element of its own.
fn xmp_orientation(packet: &[u8]) -> Option<Orientation> {
    const NAME: &[u8] = b"tiff:Orientation";
    let mut value = packet.get(memchr::memmem::find(packet, NAME)? + NAME.len()..)?.iter().copied();
    let first = value.find(|byte| !b"=\"'> \t\r\n".contains(byte))?;
    let is_alone = value.next().is_none_or(|byte| !byte.is_ascii_digit());
    Orientation::from_exif(first.checked_sub(b'0').filter(|_| is_alone)?)
}

/// Whether an XMP packet contains a GPS position.
pub fn xmp_has_location(packet: &[u8]) -> bool {
    memchr::memmem::find(packet, b"GPSLatitude").is_some()
}
