#![no_main]
//! Any bytes are worksheets within the bounds, or a problem.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::sheets;

fuzz_target!(|bytes: &[u8]| sheets::file(bytes));
