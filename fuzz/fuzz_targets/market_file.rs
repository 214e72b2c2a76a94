#![no_main]
//! Any text is a market file or a problem that says where it is none.

use libfuzzer_sys::fuzz_target;
use vitrine_domain::Code;
use vitrine_core::market::Profile;

fuzz_target!(|text: &str| {
    match Profile::parse(text, "a file") {
        Ok(profile) => drop((profile.rules(), format!("{profile:?}"))),
        Err(problem) => assert!(problem.code == Code::MarketFile && problem.said.is_some(), "{problem:?}"),
    }
});
