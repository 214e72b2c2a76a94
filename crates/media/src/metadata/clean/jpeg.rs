//! JPEG: marker segments, and the coded data after each scan header.

use std::ops::Range;

use super::parts::{Parts, damaged};
use crate::metadata::jpeg_segments::{EXIF, coded_length, marker, next_marker, update_frame};
use crate::metadata::numbers::be_u16;
use vitrine_domain::Problem;

const JFIF: &[u8] = b"JFIF\0";
/// Identifier, version, density, and the two sides of the preview.
const JFIF_BYTES: usize = 14;

/// Lists what to keep of a JPEG file.
///
/// # Errors
///
/// `PhotoDamaged` if the file is truncated or malformed.
pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    let mut parts = Parts::default();
    parts.keep(0..2);
    let mut at = 2;
    loop {
        let (marker, start) = next_marker(bytes, at).ok_or_else(damaged)?;
        if start > at {
            parts.mark_removed();
        }
        let body = start + 2;
        match marker {
            marker::EOI => {
                parts.keep(start..body);
                if body < bytes.len() {
                    parts.mark_removed();
                }
                return if parts.frame.is_some() { Ok(parts) } else { Err(damaged()) };
            }
            // These markers are misplaced here and have no content.
            marker::SOI | marker::TEM | marker::RST0..=marker::RST7 => {
                parts.mark_removed();
                at = body;
            }
            _ => {
                let end =
                    body + be_u16(bytes, body).filter(|&length| length >= 2).ok_or_else(damaged)? as usize;
                let payload = bytes.get(body + 2..end).ok_or_else(damaged)?;
                at = if marker == marker::SOS {
                    end + coded_length(bytes.get(end..).unwrap_or_default())
                } else {
                    end
                };
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
        // A JFIF segment may contain a preview, possibly of a part that an editor has cropped away.
        marker::APP0 if payload.starts_with(JFIF) && payload.len() > JFIF_BYTES => {
            parts.mark_removed();
            parts.write(jfif_without_preview(payload));
        }
        // JFIF, the colour profile and Adobe's colour transform are needed to interpret the pixels.
        marker::APP0 if payload.starts_with(JFIF) => parts.keep(range),
        marker::APP2 if payload.starts_with(b"ICC_PROFILE\0") => parts.keep(range),
        marker::APP14 if payload.starts_with(b"Adobe") => parts.keep(range),
        marker::APP0..=marker::APP15 | marker::COM => {
            parts.remove_packet(payload);
        }
        _ => {
            update_frame(&mut parts.frame, marker, payload);
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
