//! Finds photos that a product has twice, under different names. Blocking.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use super::photo_hashes::PhotoHashes;
use vitrine_core::import::PlannedDraft;

/// The products that have a photo twice, by their places, with the places of all but the first one of equal
/// content. Only photos of one product that are equally long are read. Stops early once it is not wanted.
pub fn photo_copies(
    drafts: &[PlannedDraft],
    hashes: &PhotoHashes,
    is_wanted: impl Fn() -> bool,
) -> Vec<(usize, BTreeSet<usize>)> {
    let several =
        drafts.iter().enumerate().filter(|(_, draft)| draft.photos.len() > 1).take_while(|_| is_wanted());
    let copies = several.map(|(product, draft)| (product, copies_in(&draft.photos, hashes)));
    copies.filter(|(_, copies)| !copies.is_empty()).collect()
}

fn copies_in(photos: &[impl AsRef<Path>], hashes: &PhotoHashes) -> BTreeSet<usize> {
    let mut by_length: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, photo) in photos.iter().enumerate() {
        if let Ok(metadata) = std::fs::metadata(photo) {
            by_length.entry(metadata.len()).or_default().push(index);
        }
    }
    let mut copies = BTreeSet::new();
    for same_length in by_length.into_values().filter(|indices| indices.len() > 1) {
        let mut seen = HashSet::new();
        copies.extend(
            same_length
                .into_iter()
                .filter(|&index| hashes.of(photos[index].as_ref()).is_some_and(|hash| !seen.insert(hash))),
        );
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_that_a_product_has_twice_is_found_whatever_it_is_called() {
        let dir = tempfile::tempdir().unwrap();
        let photo = |name: &str, content: &[u8]| {
            let path = dir.path().join(name);
            std::fs::write(&path, content).unwrap();
            path
        };
        let draft = |photos| PlannedDraft { photos, ..PlannedDraft::default() };
        let vase = draft(vec![photo("v.jpg", b"vase")]);
        let rug = draft(vec![
            photo("1.jpg", b"rug"),
            photo("2.jpg", b"mug"),
            photo("1 (2).jpg", b"rug"),
            photo("1 (3).jpg", b"rug"),
        ]);
        let mug = draft(vec![photo("a.jpg", b"mug"), photo("b.jpg", b"plate"), dir.path().join("gone.jpg")]);
        let found = photo_copies(&[vase, rug, mug], &PhotoHashes::default(), || true);
        assert_eq!(found, [(1, BTreeSet::from([2, 3]))], "that two products share a photo is no mistake");
    }
}
