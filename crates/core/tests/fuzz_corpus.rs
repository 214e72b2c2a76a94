//! Runs the function of the fuzz target `wire` on its corpus and on variations of it.

use proptest::prelude::*;
use proptest::sample::Index;

#[path = "../../../fuzz/src/answers.rs"]
mod answers;
#[path = "../../../fuzz/src/corpus.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod corpus;

#[test]
fn every_answer_of_the_corpus_is_read() {
    corpus::run("wire", answers::run);
}

/// Pieces that stand in answers where others are expected.
const PIECES: [&str; 14] = [
    "null",
    "[]",
    "{}",
    "\"\"",
    "-1",
    "1e400",
    "99999999999999999999",
    "\"<html>\"",
    "[[[[",
    "\"\\ud83d\"",
    "true",
    "\u{1b}[2J",
    "\u{202e}",
    ",",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn spoilt_answers_are_read_too(file: Index, changes in prop::collection::vec((any::<Index>(), 0usize..20, any::<Index>()), 1..5), status: u8) {
        let files = corpus::files("wire");
        let mut bytes = file.get(&files).1.clone();
        bytes[0] = status;
        for (at, removed, piece) in changes {
            let at = 2 + at.index(bytes.len() - 2);
            let end = (at + removed).min(bytes.len());
            bytes.splice(at..end, piece.get(&PIECES).bytes());
        }
        answers::run(&bytes);
    }
}
