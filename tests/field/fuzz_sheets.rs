//! Runs the functions of the fuzz targets for spreadsheets on their corpus and on variations of it.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;

#[path = "../../fuzz/src/sheets.rs"]
mod sheets;

type Files = Vec<(String, Vec<u8>)>;

/// The name of a target, and what it does.
type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 3] = [
    ("sheet_file", sheets::file),
    ("sheet_excel", sheets::excel),
    ("sheet_open_document", sheets::open_document),
];

/// The files by name, in the order of their names.
fn corpus(target: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let paths = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path());
    let mut files: Files = paths.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn no_file_of_the_corpus_panics_and_it_stays_small() {
    let mut bytes = 0;
    for (target, run) in TARGETS {
        let files = corpus(target);
        assert!(files.len() >= 5, "the corpus of {target} is too small");
        for (name, file) in files {
            bytes += file.len();
            // A failure names its file.
            assert!(std::panic::catch_unwind(|| run(&file)).is_ok(), "{name}");
        }
    }
    assert!(bytes <= 200_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 1000, ..ProptestConfig::default() })]

    #[test]
    fn changed_files_of_the_corpus_never_panic(
        which in 0..TARGETS.len(),
        file: Index,
        changes in prop::collection::vec((any::<Index>(), any::<u8>(), 0_u8..4), 1..6),
    ) {
        static FILES: LazyLock<Vec<Files>> = LazyLock::new(|| TARGETS.iter().map(|(target, _)| corpus(target)).collect());
        let mut bytes = file.get(&FILES[which]).1.clone();
        for (at, value, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            let end = (at + usize::from(value)).min(bytes.len());
            match kind {
                0 => bytes[at] = value,
                1 => bytes.truncate(at),
                2 => drop(bytes.drain(at..end)),
                _ => {
                    let piece = bytes[at..end].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        // Without the limits of the program's reader, a file that others read could take all the memory of
        // this computer.
        if !sheets::is_read_by_others(&bytes) {
            TARGETS[which].1(&bytes);
        }
    }
}
