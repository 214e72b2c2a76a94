//! WebP (RFC 9649): a RIFF file of chunks, each padded to an even length; in the extended format a first
//! chunk `VP8X` whose flags list the others.

use super::parts::{Parts, damaged};
use crate::metadata::numbers::le_u32;
use vitrine_domain::Problem;

const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
/// Flags and size, in `VP8X`.
const EXTENDED_BYTES: usize = 10;
/// Position, size, duration, and blending and disposal flags.
const FRAME_HEADER_BYTES: usize = 16;
const HAS_XMP: u8 = 0x04;
const HAS_EXIF: u8 = 0x08;

/// Lists what to keep of a WebP file.
///
/// # Errors
///
/// `PhotoDamaged` if the file is truncated or malformed.
pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    // The stated length does not include the first 8 bytes, and some writers omit the last padding byte.
    let stated = le_u32(bytes, 4).ok_or_else(damaged)? as usize + 8;
    if stated > bytes.len() + 1 {
        return Err(damaged());
    }
    let riff = bytes.get(..stated.min(bytes.len())).ok_or_else(damaged)?;
    let mut parts = Parts::default();
    parts.fix_header = Some(fix_header);
    parts.keep(0..HEADER_BYTES);
    let mut at = HEADER_BYTES;
    while at < riff.len() {
        let name = riff.get(at..at + 4).ok_or_else(damaged)?;
        let length = le_u32(riff, at + 4).ok_or_else(damaged)? as usize;
        let body = at + CHUNK_HEADER_BYTES;
        let data = body.checked_add(length).and_then(|end| riff.get(body..end)).ok_or_else(damaged)?;
        let end = (body + length + length % 2).min(riff.len());
        match name {
            // Its flags are changed: without them, that would be the name of the chunk behind it.
            b"VP8X" if data.len() < EXTENDED_BYTES => return Err(damaged()),
            b"VP8X" | b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ICCP" => parts.keep(at..end),
            b"ANMF" => match without_metadata_chunks(data)? {
                Some(frame) => {
                    parts.mark_removed();
                    parts.write(chunk(b"ANMF", &frame));
                }
                None => parts.keep(at..end),
            },
            b"EXIF" => {
                parts.replace_exif(
                    at..end,
                    bytes,
                    data.strip_prefix(b"Exif\0\0").unwrap_or(data),
                    exif_chunk,
                );
            }
            _ => parts.remove_packet(data),
        }
        at = end;
    }
    if bytes.len() > stated {
        parts.mark_removed();
    }
    Ok(parts)
}

/// A frame of an animation without the chunks that are not pixels; `None` if it contains no such chunks.
fn without_metadata_chunks(frame: &[u8]) -> Result<Option<Vec<u8>>, Problem> {
    let mut kept = frame.get(..FRAME_HEADER_BYTES).ok_or_else(damaged)?.to_vec();
    let mut at = FRAME_HEADER_BYTES;
    let mut has_pixels = false;
    while let (Some(name), Some(length)) = (frame.get(at..at + 4), le_u32(frame, at + 4)) {
        let length = length as usize;
        let Some(end) = at.checked_add(CHUNK_HEADER_BYTES + length).filter(|&end| end <= frame.len()) else {
            break;
        };
        let end = (end + length % 2).min(frame.len());
        if matches!(name, b"ALPH" | b"VP8 " | b"VP8L") {
            has_pixels |= name != b"ALPH";
            kept.extend_from_slice(frame.get(at..end).unwrap_or_default());
        }
        at = end;
    }
    if !has_pixels {
        return Err(damaged());
    }
    Ok((kept.len() < frame.len()).then_some(kept))
}

/// Writes the new length, and clears the flags of XMP and of EXIF (unless it was kept) in `VP8X`, which is
/// always first.
fn fix_header(exif_stayed: bool, file: &mut [u8]) {
    let length = file.len().saturating_sub(8) as u32;
    if let Some(stated) = file.get_mut(4..8) {
        stated.copy_from_slice(&length.to_le_bytes());
    }
    if file.get(HEADER_BYTES..HEADER_BYTES + 4) == Some(b"VP8X")
        && let Some(flags) = file.get_mut(HEADER_BYTES + CHUNK_HEADER_BYTES)
    {
        *flags &= !(HAS_XMP | HAS_EXIF);
        *flags |= if exif_stayed { HAS_EXIF } else { 0 };
    }
}

fn exif_chunk(block: &[u8]) -> Vec<u8> {
    chunk(b"EXIF", block)
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = [name, &(data.len() as u32).to_le_bytes()[..], data].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}
