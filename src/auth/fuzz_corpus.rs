//! Runs the fuzz target of the sign-in's pages on its corpus and on variations of it.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::auth;
use crate::corpus;

#[path = "../../fuzz/src/sign_in.rs"]
mod sign_in;

const TARGET: &str = "sign_in_requests";

#[test]
fn no_request_of_the_fuzz_corpus_deceives_the_pages() {
    corpus::run(TARGET, sign_in::requests);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn no_damaged_request_deceives_the_pages(file: Index, damage in proptest::collection::vec(corpus::Damage::any(), 1..5)) {
        let files = corpus::files(TARGET);
        let mut bytes = file.get(&files).1.clone();
        damage.iter().for_each(|damage| damage.apply(&mut bytes, &files));
        sign_in::requests(&bytes);
    }
}
