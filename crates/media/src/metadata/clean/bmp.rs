//! BMP: two headers, possibly a palette, rows of pixels, possibly a colour profile. The format has no place
//! for metadata; anything appended after these parts is removed.

use super::parts::{Parts, xmp_has_location};
use crate::metadata::numbers::{le_u16, le_u32};

const FILE_HEADER_BYTES: usize = 14;
/// Colour masks that follow a header.
const MASKS_BYTES: usize = 16;
const CORE_HEADER: u32 = 12;
const V5_HEADER: u32 = 124;

mod compression {
    pub const NONE: u32 = 0;
    pub const RUNS_OF_8_BITS: u32 = 1;
    pub const RUNS_OF_4_BITS: u32 = 2;
    pub const MASKS: u32 = 3;
    pub const MASKS_WITH_ALPHA: u32 = 6;
}

/// Lists what to keep of a BMP file.
pub fn walk(bytes: &[u8]) -> Parts {
    let mut parts = Parts::default();
    parts.fix_header = Some(fix_header);
    let end_of_pixels = end_of_pixels(bytes).filter(|&end| end < bytes.len());
    // If the end is unknown, the decoder decides whether this is a photo.
    let Some(mut end) = end_of_pixels else {
        parts.keep(0..bytes.len());
        return parts;
    };
    parts.keep(0..end);
    if let Some((start, length)) = profile(bytes)
        && let Some(between) = bytes.get(end..start)
        && bytes.len() - start >= length
    {
        // The header locates the profile by its offset, so it has to stay there.
        if between.iter().any(|&byte| byte != 0) {
            parts.mark_removed();
            parts.write(vec![0; between.len()]);
        } else {
            parts.keep(end..start);
        }
        end = start + length;
        parts.keep(start..end);
    }
    if let Some(behind) = bytes.get(end..).filter(|behind| !behind.is_empty()) {
        parts.has_location |= xmp_has_location(behind);
        parts.mark_removed();
    }
    parts
}

fn end_of_pixels(bytes: &[u8]) -> Option<usize> {
    let start = le_u32(bytes, 10)? as usize;
    let header = le_u32(bytes, FILE_HEADER_BYTES)?;
    let is_core = header == CORE_HEADER;
    let (width, height, bits, packed) = if is_core {
        (le_u16(bytes, 18)?.into(), le_u16(bytes, 20)?.into(), le_u16(bytes, 24)?, compression::NONE)
    } else {
        // A negative height means rows from top to bottom.
        let height = le_u32(bytes, 22)?.cast_signed().unsigned_abs();
        (le_u32(bytes, 18)?, height, le_u16(bytes, 28)?, le_u32(bytes, 30)?)
    };
    // A malformed file may claim that its pixels lie within its headers.
    let palette = if bits <= 8 { (if is_core { 3 } else { 4 }) << bits } else { 0 };
    let masks =
        if matches!(packed, compression::MASKS | compression::MASKS_WITH_ALPHA) { MASKS_BYTES } else { 0 };
    let headers = FILE_HEADER_BYTES.checked_add(header as usize)?;
    if start < headers {
        return None;
    }
    let end = match packed {
        compression::NONE | compression::MASKS | compression::MASKS_WITH_ALPHA => {
            let row = (width as usize).checked_mul(usize::from(bits))?.div_ceil(32).checked_mul(4)?;
            start.checked_add(row.checked_mul(height as usize)?)?
        }
        compression::RUNS_OF_8_BITS => end_of_runs(bytes, start, 8)?,
        compression::RUNS_OF_4_BITS => end_of_runs(bytes, start, 4)?,
        _ => return None,
    };
    Some(end.max(headers + palette.max(masks)))
}

/// Finds the end of run-length encoded pixels. A run is a count and a colour; a zero count introduces the end
/// of a row or of the picture, a jump, or literal pixels.
fn end_of_runs(bytes: &[u8], mut at: usize, bits: usize) -> Option<usize> {
    loop {
        let (count, what) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        at += 2;
        match (count, what) {
            (0, 1) => return Some(at),
            (0, 2) => at += 2,
            (0, pixels @ 3..) => at += (usize::from(pixels) * bits).div_ceil(16) * 2,
            _ => {}
        }
    }
}

/// The offset and length of the embedded profile.
fn profile(bytes: &[u8]) -> Option<(usize, usize)> {
    let embedded = le_u32(bytes, FILE_HEADER_BYTES)? == V5_HEADER && bytes.get(70..74)? == b"DEBM";
    let (start, length) = (le_u32(bytes, 126)? as usize, le_u32(bytes, 130)? as usize);
    embedded.then_some((FILE_HEADER_BYTES.checked_add(start)?, length))
}

/// Writes the new length to the file header.
fn fix_header(_exif_stayed: bool, file: &mut [u8]) {
    let length = file.len() as u32;
    if let Some(stated) = file.get_mut(2..6) {
        stated.copy_from_slice(&length.to_le_bytes());
    }
}
