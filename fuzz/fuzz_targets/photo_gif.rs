#![no_main]
//! GIF: the walker of blocks and the decoder behind it.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::{beginning_with, survives};

fuzz_target!(|data: &[u8]| survives(&beginning_with(b"GIF89a", data)));
