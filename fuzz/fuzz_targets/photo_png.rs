#![no_main]
//! PNG: the walker of chunks and the decoder behind it. Checksums are made right: else nearly nothing gets beyond them.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::{beginning_with, survives};

fuzz_target!(|data: &[u8]| {
    let mut file = beginning_with(b"\x89PNG\r\n\x1A\n", data);
    let mut at = 8;
    while let Some(length) = file.get(at..).and_then(|rest| rest.first_chunk()) {
        let end = at + 8 + u32::from_be_bytes(*length) as usize;
        let Some(named) = file.get(at + 4..end) else { break };
        let checksum = checksum(named);
        let Some(stated) = file.get_mut(end..end + 4) else { break };
        stated.copy_from_slice(&checksum.to_be_bytes());
        at = end + 4;
    }
    survives(&file);
});

/// CRC-32.
fn checksum(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _: u32| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), bit))
}
