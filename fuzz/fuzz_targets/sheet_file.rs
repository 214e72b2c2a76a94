#![no_main]
//! Any bytes are worksheets within the bounds, or a problem.

libfuzzer_sys::fuzz_target!(init: vitrine_fuzz::bear_caught_panics(), |bytes: &[u8]| vitrine_fuzz::sheets::file(bytes));
