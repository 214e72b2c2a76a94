#![no_main]
//! HEIC.

libfuzzer_sys::fuzz_target!(init: vitrine_fuzz::bear_caught_panics(), |data: &[u8]| vitrine_fuzz::photos::heic(data));
