//! JPEG: its segments, and the coded data behind each scan header.

use std::ops::Range;

use super::parts::{Parts, damaged, names_place_in_xmp};
use crate::domain::Problem;
use crate::media::metadata::jpeg_segments::{EXIF, coded_length, marker, next_marker, note_frame};
use crate::media::metadata::numbers::be_u16;

const JFIF: &[u8] = b"JFIF\0";
/// Name, version, density, and the preview's two sides.
const JFIF_BYTES: usize = 14;

pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    let mut parts = Parts::default();
    parts.keep(0..2);
    let mut at = 2;
    loop {
        let (marker, start) = next_marker(bytes, at).ok_or_else(damaged)?;
        if start > at {
            parts.leave_out();
        }
        let body = start + 2;
        match marker {
            marker::EOI => {
                parts.keep(start..body);
                if body < bytes.len() {
                    parts.leave_out();
                }
                return if parts.frame.is_some() { Ok(parts) } else { Err(damaged()) };
            }
            // They belong nowhere here and hold nothing.
            marker::SOI | marker::TEM | marker::RST0..=marker::RST7 => {
                parts.leave_out();
                at = body;
            }
            _ => {
                let end = body + be_u16(bytes, body).filter(|&length| length >= 2).ok_or_else(damaged)? as usize;
                let payload = bytes.get(body + 2..end).ok_or_else(damaged)?;
                at = if marker == marker::SOS { end + coded_length(bytes.get(end..).unwrap_or_default()) } else { end };
                segment(&mut parts, bytes, marker, start..at, payload);
            }
        }
    }
}

fn segment(parts: &mut Parts, bytes: &[u8], marker: u8, range: Range<usize>, payload: &[u8]) {
    match marker {
        marker::APP1 if payload.starts_with(EXIF) => {
            let block = payload.get(EXIF.len() + 1..).unwrap_or_default();
            parts.replace_exif(range, bytes, block, exif_segment);
        }
        // Beside the few numbers it is for, JFIF may hold a preview of what was there before an editor cut it away.
        marker::APP0 if payload.starts_with(JFIF) && payload.len() > JFIF_BYTES => {
            parts.leave_out();
            parts.write(jfif_without_preview(payload));
        }
        // JFIF, colour profile, and how Adobe's programs store colours: the pixels need them.
        marker::APP0 if payload.starts_with(JFIF) => parts.keep(range),
        marker::APP2 if payload.starts_with(b"ICC_PROFILE\0") => parts.keep(range),
        marker::APP14 if payload.starts_with(b"Adobe") => parts.keep(range),
        marker::APP0..=marker::APP15 | marker::COM => {
            parts.place |= names_place_in_xmp(payload);
            parts.leave_out();
        }
        _ => {
            note_frame(&mut parts.frame, marker, payload);
            parts.keep(range);
        }
    }
}

fn exif_segment(block: &[u8]) -> Vec<u8> {
    let length = (2 + EXIF.len() + 1 + block.len()) as u16;
    [&[0xFF, marker::APP1][..], &length.to_be_bytes(), EXIF, &[0], block].concat()
}

fn jfif_without_preview(payload: &[u8]) -> Vec<u8> {
    let numbers = payload.get(..JFIF_BYTES - 2).unwrap_or_default();
    [&[0xFF, marker::APP0, 0, 2 + JFIF_BYTES as u8][..], numbers, &[0, 0]].concat()
}
