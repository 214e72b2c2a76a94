//! The corpus of a target, for the tests that run the targets' bodies on it and on variations of it.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

/// Files with their names.
pub type Files = Vec<(String, Vec<u8>)>;

/// The files of a target's corpus, in the order of their names.
pub fn files(target: &str) -> Files {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("fuzz/corpus"));
    let folder = corpora.into_iter().find(|folder| folder.is_dir()).expect("the corpora").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Files = paths.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

/// Runs a target on its corpus. A failure names its file.
pub fn run(target: &str, body: fn(&[u8])) {
    let files = files(target);
    assert!(files.len() >= 5, "the corpus of {target} is too small");
    for (name, bytes) in files {
        assert!(std::panic::catch_unwind(|| body(&bytes)).is_ok(), "{name}");
    }
}

/// Random and malicious damage to a file.
#[derive(Clone, Debug)]
pub enum Damage {
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
    pub fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            (any::<Index>(), any::<u8>()).prop_map(|(at, value)| Self::Byte(at, value)),
            (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Self::Bit(at, bit)),
            any::<Index>().prop_map(Self::Truncate),
            (any::<Index>(), any::<u8>()).prop_map(|(at, length)| Self::Remove(at, length)),
            (any::<Index>(), any::<u8>()).prop_map(|(at, length)| Self::Repeat(at, length)),
            (any::<Index>(), any::<Index>(), any::<Index>())
                .prop_map(|(at, file, from)| Self::Splice(at, file, from)),
        ]
    }

    pub fn apply(&self, bytes: &mut Vec<u8>, files: &[(String, Vec<u8>)]) {
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
