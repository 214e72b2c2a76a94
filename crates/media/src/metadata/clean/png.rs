//! PNG (W3C, third edition): a signature, then chunks of length, name, data and checksum.

use super::parts::{Parts, damaged};
use crate::metadata::numbers::be_u32;
use crate::metadata::profile;
use vitrine_domain::Problem;

const SIGNATURE_BYTES: usize = 8;
/// Length, name and checksum.
const CHUNK_OVERHEAD_BYTES: usize = 12;

/// Chunks that pixels, colours and animations need. Chunks named with a lower-case first letter are
/// ancillary; all others of them are removed.
const KEPT_CHUNKS: [&[u8; 4]; 14] = [
    b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"mDCV", b"cLLI", b"bKGD", b"pHYs",
    b"acTL", b"fcTL", b"fdAT",
];

/// Lists what to keep of a PNG file.
///
/// # Errors
///
/// `PhotoDamaged` if the file is truncated or malformed.
pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    let mut parts = Parts::default();
    parts.keep(0..SIGNATURE_BYTES);
    let mut at = SIGNATURE_BYTES;
    loop {
        let length = be_u32(bytes, at).ok_or_else(damaged)? as usize;
        let end = at
            .checked_add(CHUNK_OVERHEAD_BYTES)
            .and_then(|end| end.checked_add(length))
            .ok_or_else(damaged)?;
        let chunk = bytes.get(at..end).ok_or_else(damaged)?;
        let data = chunk.get(8..8 + length).ok_or_else(damaged)?;
        match chunk.get(4..8).and_then(|name| <&[u8; 4]>::try_from(name).ok()).ok_or_else(damaged)? {
            b"IEND" => {
                parts.keep(at..end);
                if end < bytes.len() {
                    parts.mark_removed();
                }
                return Ok(parts);
            }
            b"iCCP" if !profile::unpacks(data) => parts.mark_removed(),
            b"eXIf" => parts.replace_exif(at..end, bytes, data, exif_chunk),
            name if name[0].is_ascii_uppercase() || KEPT_CHUNKS.contains(&name) => parts.keep(at..end),
            _ => parts.remove_packet(data),
        }
        at = end;
    }
}

fn exif_chunk(block: &[u8]) -> Vec<u8> {
    let named = [b"eXIf", block].concat();
    let length = block.len() as u32;
    [&length.to_be_bytes()[..], &named, &checksum(&named).to_be_bytes()].concat()
}

/// The CRC-32 of PNG, computed bit by bit: it is only used for a chunk of 26 bytes.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(
            crc ^ u32::from(byte),
            |crc, _| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_matches_that_of_the_end_chunk() {
        assert_eq!(checksum(b"IEND"), 0xAE42_6082);
    }
}
