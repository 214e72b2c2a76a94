//! Reads from an EXIF block what this program needs: orientation, whether a location is recorded, the
//! embedded preview, the time.
//!
//! This is our own parser because it must never fail: cameras and editors often write malformed blocks, and a
//! malformed block is no reason to refuse a photo.

use std::ops::Range;

use image::metadata::Orientation;
use jiff::civil::DateTime;

use crate::Size;

/// Tags of TIFF 6.0 and Exif 2.32 (CIPA DC-008).
mod tag {
    pub const NEW_SUBFILE_TYPE: u16 = 0x00FE;
    pub const COMPRESSION: u16 = 0x0103;
    pub const STRIP_OFFSETS: u16 = 0x0111;
    pub const ORIENTATION: u16 = 0x0112;
    pub const ROWS_PER_STRIP: u16 = 0x0116;
    pub const TILE_WIDTH: u16 = 0x0142;
    pub const TILE_LENGTH: u16 = 0x0143;
    pub const TILE_OFFSETS: u16 = 0x0144;
    pub const JPEG_TABLES: u16 = 0x015B;
    pub const THUMBNAIL_OFFSET: u16 = 0x0201;
    pub const THUMBNAIL_LENGTH: u16 = 0x0202;
    pub const EXIF_DIRECTORY: u16 = 0x8769;
    pub const GPS: u16 = 0x8825;
    pub const DATE_TIME_ORIGINAL: u16 = 0x9003;
    pub const DATE_TIME_DIGITIZED: u16 = 0x9004;
    pub const DNG_VERSION: u16 = 0xC612;
}

/// What an EXIF block or a TIFF file says about a photo.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Exif {
    /// `None` if nothing is said.
    pub orientation: Option<Orientation>,
    /// Whether a position is recorded.
    pub has_location: bool,
    /// The byte range of a JPEG preview within the block.
    pub thumbnail: Option<Range<usize>>,
    /// Whether this TIFF file is a camera raw file: its first picture is only a preview.
    pub is_camera_raw: bool,
}

/// Parses a TIFF structure: the body of an EXIF block, or a whole TIFF file. Unreadable entries are skipped.
pub fn read(block: &[u8]) -> Exif {
    let mut exif = Exif::default();
    let Some((tiff, first)) = Tiff::open(block) else { return exif };
    for entry in tiff.entries(first) {
        match entry.tag {
            tag::ORIENTATION => exif.orientation = tiff.orientation(&entry),
            // The pointer alone does not count: many cameras write an empty GPS directory.
            tag::GPS => {
                exif.has_location = entry
                    .number
                    .is_some_and(|at| tiff.entries(at as usize).any(|entry| (1..=4).contains(&entry.tag)));
            }
            tag::NEW_SUBFILE_TYPE => exif.is_camera_raw |= entry.number.is_some_and(|number| number & 1 == 1),
            tag::DNG_VERSION => exif.is_camera_raw = true,
            _ => {}
        }
    }
    exif.is_camera_raw |= block.get(8..10) == Some(b"CR");
    exif.thumbnail = tiff.next_directory(first).and_then(|second| tiff.thumbnail(second));
    exif
}

/// When the photo was taken, by the camera's clock.
pub fn taken_at(block: &[u8]) -> Option<DateTime> {
    let (tiff, first) = Tiff::open(block)?;
    let directory = tiff.entries(first).find(|entry| entry.tag == tag::EXIF_DIRECTORY)?.number? as usize;
    let time =
        |tag| tiff.entries(directory).find(|entry| entry.tag == tag).and_then(|entry| tiff.date_time(&entry));
    time(tag::DATE_TIME_ORIGINAL).or_else(|| time(tag::DATE_TIME_DIGITIZED))
}

/// The JPEG streams in the first picture of a TIFF file: their shared tables, and one stream per strip or
/// tile. None of them may be larger than the returned size of a strip or tile.
pub fn embedded_jpegs(file: &[u8], whole: Size) -> (Size, Vec<&[u8]>) {
    const MODERN_JPEG: u32 = 7;
    let nothing = (whole, Vec::new());
    let Some((tiff, first)) = Tiff::open(file) else { return nothing };
    if !tiff.numbers(first, tag::COMPRESSION).any(|compression| compression == MODERN_JPEG) {
        return nothing;
    }
    // No writer makes tiles larger than both the picture and this; a strip may claim the maximum number of
    // rows.
    let largest = |tag, whole: u32| tiff.numbers(first, tag).max().map(|length| length.min(whole.max(1024)));
    let width = largest(tag::TILE_WIDTH, whole.width).map_or(whole.width, |tile| tile.max(whole.width));
    let height = largest(tag::TILE_LENGTH, whole.height)
        .max(largest(tag::ROWS_PER_STRIP, whole.height))
        .unwrap_or(whole.height);
    let part = Size::new(width, height);
    let starts = [tag::STRIP_OFFSETS, tag::TILE_OFFSETS].into_iter().flat_map(|tag| tiff.numbers(first, tag));
    let mut jpegs: Vec<&[u8]> = starts.filter_map(|start| file.get(start as usize..)).collect();
    jpegs.extend(
        tiff.entries(first)
            .filter(|entry| entry.tag == tag::JPEG_TABLES)
            .filter_map(|entry| file.get(entry.value as usize..)),
    );
    (part, jpegs)
}

/// The smallest EXIF block with only the orientation.
pub fn orientation_block(orientation: Orientation) -> [u8; 26] {
    let mut block = *b"MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x01\0\0\0\0\0\0";
    block[19] = orientation.to_exif();
    block
}

struct Tiff<'a> {
    block: &'a [u8],
    little_endian: bool,
}

struct Entry {
    tag: u16,
    /// The value, if it is a single integer stored in the entry itself.
    number: Option<u32>,
    kind: u16,
    count: u32,
    /// The offset of the entry's value field, which holds the value or an offset to it.
    at: usize,
    value: u32,
}

const ENTRY_BYTES: usize = 12;
const BYTE: u16 = 1;
const SHORT: u16 = 3;
const LONG: u16 = 4;
const SIGNED_BYTE: u16 = 6;
const SIGNED_SHORT: u16 = 8;
const SIGNED_LONG: u16 = 9;

impl<'a> Tiff<'a> {
    /// Parses the header; returns the structure and the offset of its first directory.
    fn open(block: &'a [u8]) -> Option<(Self, usize)> {
        let little_endian = match block.first_chunk()? {
            [b'I', b'I', 42, 0] => true,
            [b'M', b'M', 0, 42] => false,
            _ => return None,
        };
        let tiff = Self { block, little_endian };
        let first = tiff.u32(4)? as usize;
        Some((tiff, first))
    }

    fn u16(&self, at: usize) -> Option<u16> {
        let bytes = *self.block.get(at..)?.first_chunk()?;
        Some(if self.little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    fn u32(&self, at: usize) -> Option<u32> {
        let bytes = *self.block.get(at..)?.first_chunk()?;
        Some(if self.little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn entries(&self, directory: usize) -> impl Iterator<Item = Entry> + '_ {
        let count = self.u16(directory).unwrap_or(0) as usize;
        (0..count).map_while(move |index| self.entry(directory.checked_add(2 + index * ENTRY_BYTES)?))
    }

    fn entry(&self, at: usize) -> Option<Entry> {
        let (kind, count) = (self.u16(at + 2)?, self.u32(at + 4)?);
        let number = match (kind, count) {
            (SHORT, 1) => self.u16(at + 8).map(u32::from),
            (LONG, 1) => self.u32(at + 8),
            _ => None,
        };
        Some(Entry { tag: self.u16(at)?, number, kind, count, at: at + 8, value: self.u32(at + 8)? })
    }

    /// Some programs write it as another kind of integer than the standard says, or several of them. An
    /// invalid one means nothing.
    fn orientation(&self, entry: &Entry) -> Option<Orientation> {
        let value = match entry.kind {
            BYTE | SIGNED_BYTE => self.block.get(entry.at).copied(),
            SHORT | SIGNED_SHORT => self.u16(entry.at).and_then(|number| u8::try_from(number).ok()),
            LONG | SIGNED_LONG => u8::try_from(entry.value).ok(),
            _ => None,
        };
        value.and_then(Orientation::from_exif)
    }

    /// All integers of the entries with this tag.
    fn numbers(&self, directory: usize, tag: u16) -> impl Iterator<Item = u32> + '_ {
        self.entries(directory).filter(move |entry| entry.tag == tag).flat_map(move |entry| {
            let (step, is_short) = if entry.kind == SHORT { (2, true) } else { (4, false) };
            let fits = entry.count as usize * step <= 4;
            let begin = if fits { entry.at } else { entry.value as usize };
            let count = if matches!(entry.kind, SHORT | LONG) { entry.count as usize } else { 0 };
            (0..count).map_while(move |index| {
                let at = begin.checked_add(index * step)?;
                if is_short { self.u16(at).map(u32::from) } else { self.u32(at) }
            })
        })
    }

    /// A time, written as `2024:06:11 12:03:12`.
    fn date_time(&self, entry: &Entry) -> Option<DateTime> {
        const LENGTH: usize = 19;
        let start = entry.value as usize;
        let text = std::str::from_utf8(self.block.get(start..start.checked_add(LENGTH)?)?).ok()?;
        let number = |at: Range<usize>| text.get(at)?.parse::<i8>().ok();
        DateTime::new(
            text.get(..4)?.parse().ok()?,
            number(5..7)?,
            number(8..10)?,
            number(11..13)?,
            number(14..16)?,
            number(17..19)?,
            0,
        )
        .ok()
    }

    fn next_directory(&self, directory: usize) -> Option<usize> {
        let count = self.u16(directory)? as usize;
        let next = self.u32(directory.checked_add(2 + count * ENTRY_BYTES)?)?;
        (next != 0).then_some(next as usize)
    }

    fn thumbnail(&self, directory: usize) -> Option<Range<usize>> {
        let number = |tag| self.entries(directory).find(|entry| entry.tag == tag)?.number;
        let start = number(tag::THUMBNAIL_OFFSET)? as usize;
        let end = start.checked_add(number(tag::THUMBNAIL_LENGTH)? as usize)?;
        (start < end && end <= self.block.len()).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_smallest_block_contains_only_the_orientation() {
        for value in 1..=8 {
            let orientation = Orientation::from_exif(value).unwrap();
            assert_eq!(
                read(&orientation_block(orientation)),
                Exif { orientation: Some(orientation), ..Exif::default() }
            );
        }
    }

    #[test]
    fn an_invalid_orientation_means_upright() {
        let mut block = orientation_block(Orientation::Rotate90);
        block[19] = 9;
        assert_eq!(read(&block), Exif::default());
    }

    #[test]
    fn the_time_of_the_camera_is_read() {
        let mut block = b"II\x2A\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x1A\0\0\0\0\0\0\0".to_vec();
        block.extend(b"\x01\0\x03\x90\x02\0\x14\0\0\0\x2C\0\0\0\0\0\0\0");
        let time = |text: &[u8]| taken_at(&[block.as_slice(), text, b"\0"].concat());
        assert_eq!(time(b"2024:06:11 12:03:12"), Some(jiff::civil::date(2024, 6, 11).at(12, 3, 12, 0)));
        for unset in [b"0000:00:00 00:00:00", b"    :  :     :  :  ", b"2024:06:11 12:03:1\xFF"] {
            assert_eq!(time(unset), None);
        }
        assert_eq!(taken_at(&block), None, "cut short");
    }

    proptest! {
        #[test]
        fn parsing_arbitrary_blocks_never_panics(tail in proptest::collection::vec(any::<u8>(), 0..400), little: bool) {
            let mut block = if little { b"II\x2A\0\x08\0\0\0".to_vec() } else { b"MM\0\x2A\0\0\0\x08".to_vec() };
            block.extend(tail);
            let exif = read(&block);
            let _ = taken_at(&block);
            prop_assert!(exif.thumbnail.is_none_or(|range| block.get(range).is_some()));
        }
    }
}
