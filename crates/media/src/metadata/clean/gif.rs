//! GIF 89a: a header, pictures and extensions with data in blocks of at most 255 bytes, and a trailer.

use super::parts::{Parts, damaged, xmp_has_location};
use vitrine_domain::Problem;

const HEADER_BYTES: usize = 13;
const EXTENSION: u8 = 0x21;
const PICTURE: u8 = 0x2C;
const TRAILER: u8 = 0x3B;
const COMMENT: u8 = 0xFE;
const APPLICATION: u8 = 0xFF;

/// Lists what to keep of a GIF file.
///
/// # Errors
///
/// `PhotoDamaged` if the file is truncated or malformed.
pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    let mut parts = Parts::default();
    let flags = *bytes.get(10).ok_or_else(damaged)?;
    let mut at = HEADER_BYTES + palette_bytes(flags);
    parts.keep(0..at);
    let mut pictures = 0;
    loop {
        match bytes.get(at).copied() {
            // Some old programs omit the trailer; after a complete picture nothing is missing.
            None if pictures > 0 => return Ok(parts),
            Some(TRAILER) => {
                parts.keep(at..at + 1);
                if at + 1 < bytes.len() {
                    parts.mark_removed();
                }
                return Ok(parts);
            }
            Some(PICTURE) => {
                pictures += 1;
                let flags = *bytes.get(at + 9).ok_or_else(damaged)?;
                // Image descriptor, palette, code size, data.
                let end = end_of_blocks(bytes, at + 10 + palette_bytes(flags) + 1)?;
                parts.keep(at..end);
                at = end;
            }
            Some(EXTENSION) => {
                let label = *bytes.get(at + 1).ok_or_else(damaged)?;
                let end = end_of_blocks(bytes, at + 2)?;
                let extension = bytes.get(at..end).ok_or_else(damaged)?;
                if affects_display(label, extension) {
                    parts.keep(at..end);
                } else {
                    parts.has_location |= xmp_has_location(extension);
                    parts.mark_removed();
                }
                at = end;
            }
            _ => return Err(damaged()),
        }
    }
}

/// Whether an extension affects how the picture looks (timing, repetition, text overlays, colours), unlike
/// comments and application data.
fn affects_display(label: u8, extension: &[u8]) -> bool {
    match label {
        COMMENT => false,
        APPLICATION => matches!(extension.get(3..14), Some(b"NETSCAPE2.0" | b"ANIMEXTS1.0" | b"ICCRGBG1012")),
        _ => true,
    }
}

const fn palette_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

fn end_of_blocks(bytes: &[u8], mut at: usize) -> Result<usize, Problem> {
    loop {
        let length = *bytes.get(at).ok_or_else(damaged)? as usize;
        at += 1 + length;
        if length == 0 {
            return Ok(at);
        }
    }
}
