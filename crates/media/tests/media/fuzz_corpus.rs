//! Runs the functions of the fuzz targets on their corpus and on variations of it.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;

use corpus::{Damage, Files};

#[path = "../../../../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../../../../fuzz/src/photos.rs"]
mod photos;
#[path = "../../../../fuzz/src/rewriting.rs"]
mod rewriting;

type Target = (&'static str, fn(&[u8]));

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

#[test]
fn no_file_of_the_fuzz_corpus_panics() {
    for (target, run) in TARGETS {
        corpus::run(target, run);
    }
}

#[test]
fn the_corpus_stays_small() {
    let lengths = TARGETS.iter().flat_map(|(target, _)| corpus::files(target)).map(|(_, bytes)| bytes.len());
    assert!(lengths.sum::<usize>() <= 500_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_of_the_corpus_never_panic(which in 0..TARGETS.len(), file: Index, damage in proptest::collection::vec(Damage::any(), 1..5)) {
        static FILES: LazyLock<Vec<Files>> = LazyLock::new(|| TARGETS.iter().map(|(target, _)| corpus::files(target)).collect());
        let files = &FILES[which];
        let mut bytes = file.get(files).1.clone();
        damage.iter().for_each(|damage| damage.apply(&mut bytes, files));
        TARGETS[which].1(&bytes);
    }
}
