#![no_main]
//! BMP.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::{beginning_with, survives};

fuzz_target!(|data: &[u8]| survives(&beginning_with(b"BM", data)));
