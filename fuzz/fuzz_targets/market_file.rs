#![no_main]
//! Any text is a market file or a problem that says where it is none.

use libfuzzer_sys::fuzz_target;
use vitrine_core::market::Profile;
use vitrine_domain::ProblemKind;

fuzz_target!(|text: &str| {
    match Profile::parse(text, "a file") {
        Ok(profile) => drop((profile.rules(), format!("{profile:?}"))),
        Err(problem) => {
            assert!(problem.kind == ProblemKind::MarketFile && problem.quotation.is_some(), "{problem:?}")
        }
    }
});
