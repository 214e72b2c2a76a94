//! WebP (RFC 9649): a RIFF file of chunks, each padded to an even length; when there is more than pixels, a
//! first chunk `VP8X` whose flags say what.

use super::parts::{Parts, damaged, names_place_in_xmp};
use crate::domain::Problem;
use crate::media::metadata::numbers::le_u32;

const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
/// Place, size, duration and how it is put over the last one.
const FRAME_HEADER_BYTES: usize = 16;
const HAS_XMP: u8 = 0x04;
const HAS_EXIF: u8 = 0x08;

pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    // The stated length counts from behind itself, and some writers leave the last padding byte out of the file.
    let stated = le_u32(bytes, 4).ok_or_else(damaged)? as usize + 8;
    if stated > bytes.len() + 1 {
        return Err(damaged());
    }
    let riff = bytes.get(..stated.min(bytes.len())).ok_or_else(damaged)?;
    let mut parts = Parts::default();
    parts.mend = Some(mend);
    parts.keep(0..HEADER_BYTES);
    let mut at = HEADER_BYTES;
    while at < riff.len() {
        let name = riff.get(at..at + 4).ok_or_else(damaged)?;
        let length = le_u32(riff, at + 4).ok_or_else(damaged)? as usize;
        let body = at + CHUNK_HEADER_BYTES;
        let data = body.checked_add(length).and_then(|end| riff.get(body..end)).ok_or_else(damaged)?;
        let end = (body + length + length % 2).min(riff.len());
        match name {
            b"VP8X" | b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ICCP" => parts.keep(at..end),
            b"ANMF" => match only_pixels(data)? {
                Some(frame) => {
                    parts.leave_out();
                    parts.write(chunk(b"ANMF", &frame));
                }
                None => parts.keep(at..end),
            },
            b"EXIF" => parts.replace_exif(at..end, bytes, data.strip_prefix(b"Exif\0\0").unwrap_or(data), exif_chunk),
            _ => {
                parts.place |= names_place_in_xmp(data);
                parts.leave_out();
            }
        }
        at = end;
    }
    if bytes.len() > stated {
        parts.leave_out();
    }
    Ok(parts)
}

/// A frame of an animation without what in it is not for its pixels; `None` when there is nothing else in it.
fn only_pixels(frame: &[u8]) -> Result<Option<Vec<u8>>, Problem> {
    let mut kept = frame.get(..FRAME_HEADER_BYTES).ok_or_else(damaged)?.to_vec();
    let mut at = FRAME_HEADER_BYTES;
    let mut has_pixels = false;
    while let (Some(name), Some(length)) = (frame.get(at..at + 4), le_u32(frame, at + 4)) {
        let length = length as usize;
        let Some(end) = at.checked_add(CHUNK_HEADER_BYTES + length).filter(|&end| end <= frame.len()) else { break };
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

/// States the new length, and in `VP8X` (always the first chunk) that there is no XMP, and EXIF only if it stayed.
fn mend(exif_stayed: bool, file: &mut [u8]) {
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
