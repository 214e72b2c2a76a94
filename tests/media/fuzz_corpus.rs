//! Runs the functions of the fuzz targets on their corpus and on variations of it.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use vitrine::media;

#[path = "../../fuzz/src/photos.rs"]
mod photos;
#[path = "../../fuzz/src/rewriting.rs"]
mod rewriting;

type Target = (&'static str, fn(&[u8]));
type Files = Vec<(String, Vec<u8>)>;

const TARGETS: [Target; 9] = [
    ("photo_jpeg", photos::jpeg),
    ("photo_png", photos::png),
    ("photo_webp", photos::webp),
    ("photo_gif", photos::gif),
    ("photo_bmp", photos::bmp),
    ("photo_tiff", photos::tiff),
    ("photo_heic", photos::heic),
    ("photo_exif", photos::exif),
    ("photo_clean", rewriting::clean),
];

/// The files by name, in the order of their names.
fn corpus(target: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Files = paths.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn no_file_of_the_fuzz_corpus_panics() {
    for (target, run) in TARGETS {
        let files = corpus(target);
        assert!(files.len() >= 5, "the corpus of {target} is too small");
        for (name, bytes) in files {
            // A failure names its file.
            if std::panic::catch_unwind(|| run(&bytes)).is_err() {
                panic!("{name}");
            }
        }
    }
}

#[test]
fn the_corpus_stays_small() {
    let lengths = TARGETS.iter().flat_map(|(target, _)| corpus(target)).map(|(_, bytes)| bytes.len());
    assert!(lengths.sum::<usize>() <= 500_000);
}

/// Random and malicious damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Byte(Index, u8),
    Bit(Index, u8),
    Truncate(Index),
    /// Removes a piece from the middle.
    Remove(Index, u8),
    /// Repeats a piece.
    Repeat(Index, u8),
    /// Replaces the end with that of another file of the corpus.
    Splice(Index, Index, Index),
}

impl Damage {
    fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            (any::<Index>(), any::<u8>()).prop_map(|(at, value)| Self::Byte(at, value)),
            (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Self::Bit(at, bit)),
            any::<Index>().prop_map(Self::Truncate),
            (any::<Index>(), any::<u8>()).prop_map(|(at, length)| Self::Remove(at, length)),
            (any::<Index>(), any::<u8>()).prop_map(|(at, length)| Self::Repeat(at, length)),
            (any::<Index>(), any::<Index>(), any::<Index>()).prop_map(|(at, file, from)| Self::Splice(at, file, from)),
        ]
    }

    fn apply(&self, bytes: &mut Vec<u8>, files: &[(String, Vec<u8>)]) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Byte(at, value) => *at.get_mut(bytes) = *value,
            Self::Bit(at, bit) => *at.get_mut(bytes) ^= 1 << bit,
            Self::Truncate(at) => bytes.truncate(at.index(bytes.len())),
            Self::Remove(at, length) => {
                let at = at.index(bytes.len());
                bytes.drain(at..(at + usize::from(*length)).min(bytes.len()));
            }
            Self::Repeat(at, length) => {
                let at = at.index(bytes.len());
                bytes.extend_from_within(at..(at + usize::from(*length)).min(bytes.len()));
                let end = bytes.len();
                bytes[at..end].rotate_right(usize::from(*length).min(end - at));
            }
            Self::Splice(at, file, from) => {
                let (_, other) = file.get(files);
                if !other.is_empty() {
                    bytes.truncate(at.index(bytes.len()));
                    bytes.extend_from_slice(&other[from.index(other.len())..]);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_of_the_corpus_never_panic(which in 0..TARGETS.len(), file: Index, damage in proptest::collection::vec(Damage::any(), 1..5)) {
        static FILES: LazyLock<Vec<Files>> = LazyLock::new(|| TARGETS.iter().map(|(target, _)| corpus(target)).collect());
        let files = &FILES[which];
        let mut bytes = file.get(files).1.clone();
        damage.iter().for_each(|damage| damage.apply(&mut bytes, files));
        TARGETS[which].1(&bytes);
    }
}
