//! Runs the function of the fuzz target `wire` on its corpus and on variations of it.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

use super::answers;

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/wire");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn every_answer_of_the_corpus_is_read() {
    let files = corpus();
    assert!(files.len() >= 15, "the corpus is too small");
    for (name, bytes) in files {
        assert!(std::panic::catch_unwind(|| answers::run(&bytes)).is_ok(), "{name}");
    }
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
        let files = corpus();
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
