#![no_main]
//! The rewriter of segments.

libfuzzer_sys::fuzz_target!(|data: &[u8]| vitrine_fuzz::rewriting::clean(data));
