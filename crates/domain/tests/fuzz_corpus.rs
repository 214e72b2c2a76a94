//! Runs the function of the fuzz target `printed` on its corpus and on other texts.

use proptest::prelude::*;

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod corpus;
#[path = "../../../fuzz/src/printed.rs"]
mod printed;

#[test]
fn every_text_of_the_fuzz_corpus_is_printed() {
    corpus::run("printed", printed::run);
}

proptest! {
    #[test]
    fn bytes_with_what_terminals_obey_are_printed(parts in prop::collection::vec("[a-z]|[\\x00-\\x1f\u{7f}-\u{9f}]|[\u{200b}-\u{202e}\u{2060}-\u{206f}\u{e0000}-\u{e0080}]|\u{1b}\\]52;c;|\"|\\\\", 0..30)) {
        printed::run(parts.concat().as_bytes());
    }
}
