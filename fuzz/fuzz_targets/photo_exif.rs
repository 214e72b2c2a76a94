#![no_main]
//! EXIF: the data are the block of a whole JPEG.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::survives;

/// Grey, 8 × 8.
const JPEG: &[u8] = include_bytes!("../grey.jpg");

fuzz_target!(|data: &[u8]| {
    let block = &data[..data.len().min(60_000)];
    let length = (block.len() + 8) as u16;
    survives(&[b"\xFF\xD8\xFF\xE1", &length.to_be_bytes()[..], b"Exif\0\0", block, &JPEG[2..]].concat());
});
