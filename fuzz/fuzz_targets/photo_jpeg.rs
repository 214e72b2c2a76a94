#![no_main]
//! JPEG: our own reader, the walk that proves a file whole, the rewriter of segments, and zune-jpeg behind them.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::photos::{beginning_with, survives};

fuzz_target!(|data: &[u8]| survives(&beginning_with(b"\xFF\xD8\xFF", data)));
