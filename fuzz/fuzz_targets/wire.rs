#![no_main]
//! The marketplace's answers.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vitrine_fuzz::answers::run(data));
