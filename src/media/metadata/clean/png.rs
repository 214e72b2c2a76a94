//! PNG (W3C, third edition): a signature, then chunks of length, name, data and checksum.

use super::parts::{Parts, damaged, names_place_in_xmp};
use crate::domain::Problem;
use crate::media::metadata::numbers::be_u32;

const SIGNATURE_BYTES: usize = 8;
/// Length, name and checksum.
const FRAME_BYTES: usize = 12;

/// What pixels, their colours and an animation need. Other chunks with a small first letter are optional by definition.
const KEPT: [&[u8; 4]; 14] =
    [b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"mDCV", b"cLLI", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT"];

pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    let mut parts = Parts::default();
    parts.keep(0..SIGNATURE_BYTES);
    let mut at = SIGNATURE_BYTES;
    loop {
        let length = be_u32(bytes, at).ok_or_else(damaged)? as usize;
        let end = at.checked_add(FRAME_BYTES).and_then(|end| end.checked_add(length)).ok_or_else(damaged)?;
        let chunk = bytes.get(at..end).ok_or_else(damaged)?;
        let data = chunk.get(8..8 + length).ok_or_else(damaged)?;
        match chunk.get(4..8).and_then(|name| <&[u8; 4]>::try_from(name).ok()).ok_or_else(damaged)? {
            b"IEND" => {
                parts.keep(at..end);
                if end < bytes.len() {
                    parts.leave_out();
                }
                return Ok(parts);
            }
            b"eXIf" => parts.replace_exif(at..end, bytes, data, exif_chunk),
            name if name[0].is_ascii_uppercase() || KEPT.contains(&name) => parts.keep(at..end),
            _ => {
                parts.place |= names_place_in_xmp(data);
                parts.leave_out();
            }
        }
        at = end;
    }
}

fn exif_chunk(block: &[u8]) -> Vec<u8> {
    let named = [b"eXIf", block].concat();
    let length = block.len() as u32;
    [&length.to_be_bytes()[..], &named, &checksum(&named).to_be_bytes()].concat()
}

/// CRC-32 as PNG defines it, bit by bit: only ever used for a chunk of 26 bytes.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_every_png_ends_with() {
        assert_eq!(checksum(b"IEND"), 0xAE42_6082);
    }
}
