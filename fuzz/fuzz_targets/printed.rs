#![no_main]
//! Printed text.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vitrine_fuzz::printed::run(data));
