#![no_main]
//! TIFF, the decoder and our reader of its directories.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::{beginning_with, survives};

fuzz_target!(|data: &[u8]| survives(&beginning_with(b"II\x2A\0", data)));
