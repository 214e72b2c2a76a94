#![no_main]
//! WebP: the walker of chunks, libwebp for the screen and image-webp for what is sent.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::{beginning_with, survives};

fuzz_target!(|data: &[u8]| {
    let mut file = beginning_with(b"RIFF\0\0\0\0WEBP", data);
    // The stated length is right: else nearly nothing gets beyond it.
    let length = file.len() as u32 - 8;
    file[4..8].copy_from_slice(&length.to_le_bytes());
    survives(&file);
});
