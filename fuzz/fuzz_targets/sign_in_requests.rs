#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| vitrine_fuzz::sign_in::requests(bytes));
