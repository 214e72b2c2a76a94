//! What is known about photos: their metadata, the changes made to them, and which look alike.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::messages::PictureKey;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_media::{
    ColorCell, ContentHash, Duplicate, Limits, PerceptualHash, PhotoChanges, PhotoFingerprint, PhotoInfo,
};

/// What happens to a photo before upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhotoOutcome {
    /// The changes expected before upload.
    Expected(PhotoChanges),
    /// The changes made.
    Done(PhotoChanges),
    /// The photo cannot be used.
    Rejected(Problem),
}

/// What is known about photos.
#[derive(Debug, Default)]
pub struct Photos {
    facts: HashMap<PictureKey, PhotoInfo>,
    done: HashMap<PictureKey, PhotoChanges>,
    rejected: HashMap<PictureKey, Problem>,
    /// Increases when a photo turns out to be unusable, or usable again.
    pub rejections: u64,
    /// The marketplace's limits for photos.
    pub limits: Limits,
    /// Photos that are or look the same.
    pub duplicates: DuplicateIndex,
}

/// Finds photos that are identical or look alike. A photo is compared with those of the same content and with
/// those whose colours are similar.
#[derive(Debug, Default)]
pub struct DuplicateIndex {
    /// In order of arrival; elsewhere a photo is identified by its index here.
    known: Vec<KnownPhoto>,
    indices: HashMap<PictureKey, usize>,
    by_content: HashMap<ContentHash, Vec<usize>>,
    by_color_cell: HashMap<ColorCell, Vec<usize>>,
    /// How many comparisons were made so far.
    #[cfg(test)]
    compared: usize,
}

#[derive(Debug)]
struct KnownPhoto {
    key: PictureKey,
    fingerprint: PhotoFingerprint,
    duplicates: Vec<(PictureKey, Duplicate)>,
}

/// The number of duplicates remembered per photo: a thousand copies need not all refer to each other.
const MAX_DUPLICATES: usize = 16;

impl DuplicateIndex {
    /// Adds a photo, or replaces its fingerprint.
    pub(super) fn insert(&mut self, key: PictureKey, fingerprint: PhotoFingerprint) {
        let index = match self.indices.get(&key) {
            Some(&index) if self.known[index].fingerprint == fingerprint => return,
            // A changed file is a different photo.
            Some(&index) => {
                self.forget(index);
                self.known[index].fingerprint = fingerprint;
                index
            }
            None => {
                self.indices.insert(key.clone(), self.known.len());
                self.known.push(KnownPhoto { key, fingerprint, duplicates: Vec::new() });
                self.known.len() - 1
            }
        };
        for (other, duplicate) in self.find_duplicates(&fingerprint) {
            for (one, another) in [(index, other), (other, index)] {
                if self.known[one].duplicates.len() < MAX_DUPLICATES {
                    let another = self.known[another].key.clone();
                    self.known[one].duplicates.push((another, duplicate));
                }
            }
        }
        if let Some(looks) = &fingerprint.perceptual {
            self.by_color_cell.entry(looks.color_cell()).or_default().push(index);
        }
        self.by_content.entry(fingerprint.content).or_default().push(index);
    }

    /// The duplicates of a photo among the known ones. Of identical copies, only a few are returned.
    fn find_duplicates(&mut self, fingerprint: &PhotoFingerprint) -> Vec<(usize, Duplicate)> {
        let same = self
            .by_content
            .get(&fingerprint.content)
            .into_iter()
            .flat_map(|indices| indices.iter().take(MAX_DUPLICATES));
        let cells = fingerprint.perceptual.iter().flat_map(PerceptualHash::neighboring_cells);
        let alike = cells.filter_map(|cell| self.by_color_cell.get(&cell)).flatten();
        let near =
            same.chain(alike.filter(|&&index| self.known[index].fingerprint.content != fingerprint.content));
        let near: Vec<usize> = near.copied().collect();
        #[cfg(test)]
        {
            self.compared += near.len();
        }
        near.into_iter()
            .filter_map(|index| Some((index, self.known[index].fingerprint.compare(fingerprint)?)))
            .collect()
    }

    fn forget(&mut self, index: usize) {
        let KnownPhoto { key, fingerprint, .. } = &self.known[index];
        let (key, fingerprint) = (key.clone(), *fingerprint);
        self.known[index].duplicates.clear();
        self.known.iter_mut().for_each(|known| known.duplicates.retain(|(duplicate, _)| *duplicate != key));
        let cell = fingerprint.perceptual.and_then(|looks| self.by_color_cell.get_mut(&looks.color_cell()));
        for indices in self.by_content.get_mut(&fingerprint.content).into_iter().chain(cell) {
            indices.retain(|other| *other != index);
        }
    }

    /// The photos whose fingerprints are known.
    pub(super) fn fingerprints(&self) -> impl Iterator<Item = (&PictureKey, &PhotoFingerprint)> {
        self.known.iter().map(|known| (&known.key, &known.fingerprint))
    }

    /// Whether the photo's fingerprint is known.
    pub fn is_known(&self, key: &PictureKey) -> bool {
        self.indices.contains_key(key)
    }

    /// The known duplicates of a photo.
    pub fn duplicates_of(&self, key: &PictureKey) -> &[(PictureKey, Duplicate)] {
        self.indices.get(key).map_or(&[], |index| &self.known[*index].duplicates)
    }
}

impl Photos {
    /// What happens to a photo; `None` while nothing is known.
    pub fn outcome(&self, key: &PictureKey) -> Option<PhotoOutcome> {
        if let Some(problem) = self.rejected.get(key.photo()) {
            return Some(PhotoOutcome::Rejected(problem.clone()));
        }
        let done = self.done.get(key).cloned().map(PhotoOutcome::Done);
        done.or_else(|| {
            self.facts
                .get(key.photo())
                .map(|facts| PhotoOutcome::Expected(facts.forecast(&key.edit(), &self.limits)))
        })
    }

    /// The files that turned out to be unusable when their pictures were made.
    pub fn rejected_files(&self) -> HashSet<&Path> {
        let files = self.rejected.keys().filter_map(|photo| match photo {
            PictureKey::File(path) => Some(path.as_path()),
            _ => None,
        });
        files.collect()
    }

    /// Takes a photo's metadata.
    pub(super) fn record_facts(&mut self, key: PictureKey, facts: PhotoInfo) {
        let photo = key.photo().clone();
        // A changed file is a different photo.
        if self.facts.insert(photo.clone(), facts).is_some_and(|known| known != facts) {
            self.done.retain(|done, _| *done.photo() != photo);
        }
    }

    /// Takes note whether a preview of the user's photo could be made.
    pub(super) fn record_preview(&mut self, key: &PictureKey, problem: Option<&Problem>) {
        let photo = key.photo();
        match problem.filter(|problem| problem.kind != ProblemKind::Cancelled) {
            Some(problem) if matches!(photo, PictureKey::File(_) | PictureKey::Form(_)) => {
                self.rejections += u64::from(self.rejected.insert(photo.clone(), problem.clone()).is_none());
            }
            _ => self.rejections += u64::from(self.rejected.remove(photo).is_some()),
        }
    }

    /// Takes the changes made to a photo.
    pub(super) fn record_changes(&mut self, key: PictureKey, changes: PhotoChanges) {
        self.done.insert(key, changes);
    }

    /// Discards the results for files: a new plan uploads them again.
    pub(super) fn plan_changed(&mut self) {
        self.rejected.retain(|photo, _| !matches!(photo, PictureKey::File(_)));
        self.rejections += 1;
        self.done.retain(|key, _| !matches!(key.photo(), PictureKey::File(_)));
    }

    /// Discards the changes made: another marketplace may need others.
    pub(super) fn discard_changes(&mut self) {
        self.done.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_media::Pixels;

    fn key(n: usize) -> PictureKey {
        PictureKey::File(format!("/{n}.jpg").into())
    }

    /// A bright spot on a coloured background; `file` distinguishes copies.
    fn fingerprint(colour: [u8; 3], spot: usize, file: usize) -> PhotoFingerprint {
        let bright = |x: usize, y: usize| x.abs_diff(10 + 12 * spot) + y.abs_diff(20 + 7 * spot) < 14;
        let [r, g, b] = colour;
        let pixel = |x, y| if bright(x, y) { [250, 250, 250, 255] } else { [r, g, b, 255] };
        let rgba = (0..64).flat_map(|y| (0..64).flat_map(move |x| pixel(x, y))).collect();
        PhotoFingerprint {
            content: ContentHash::of(&file.to_le_bytes()),
            perceptual: PerceptualHash::of(&Pixels { width: 64, height: 64, rgba }),
        }
    }

    #[test]
    fn a_photo_is_compared_only_with_photos_of_similar_colours() {
        let mut duplicates = DuplicateIndex::default();
        // Two hundred colours, with two spots each.
        let colours =
            (0..200_usize).map(|n| [(n % 8 * 30) as u8, (n / 8 % 5 * 45) as u8, (n / 40 * 50) as u8]);
        for (n, colour) in colours.enumerate() {
            for spot in 0..2 {
                duplicates.insert(key(2 * n + spot), fingerprint(colour, 3 * spot, 2 * n + spot));
            }
        }
        assert!(duplicates.compared < 400 * 40, "{} of {}", duplicates.compared, 400 * 399 / 2);
    }

    #[test]
    fn similar_photos_are_found_across_colour_cells() {
        for red in 0..40 {
            let mut duplicates = DuplicateIndex::default();
            duplicates.insert(key(1), fingerprint([red, 60, 90], 1, 1));
            duplicates.insert(key(2), fingerprint([red + 5, 60, 90], 1, 2));
            duplicates.insert(key(3), fingerprint([red + 120, 60, 90], 1, 3));
            assert_eq!(duplicates.duplicates_of(&key(1)), [(key(2), Duplicate::Similar)], "{red}");
        }
    }

    #[test]
    fn a_changed_file_is_a_different_photo() {
        let mut duplicates = DuplicateIndex::default();
        for n in 1..=2 {
            duplicates.insert(key(n), fingerprint([30, 60, 90], 1, 7));
        }
        assert_eq!(duplicates.duplicates_of(&key(1)), [(key(2), Duplicate::Exact)]);
        duplicates.insert(key(2), fingerprint([200, 60, 90], 3, 8));
        assert_eq!(duplicates.duplicates_of(&key(1)), []);
        duplicates.insert(key(3), fingerprint([30, 60, 90], 1, 7));
        assert_eq!(duplicates.duplicates_of(&key(1)), [(key(3), Duplicate::Exact)]);
    }

    #[test]
    fn a_thousand_copies_of_one_photo_are_not_all_compared() {
        let mut duplicates = DuplicateIndex::default();
        (0..1_000).for_each(|n| duplicates.insert(key(n), fingerprint([30, 60, 90], 1, 7)));
        assert!(duplicates.compared <= 1_000 * MAX_DUPLICATES, "{}", duplicates.compared);
        assert!(
            duplicates.duplicates_of(&key(999)).contains(&(key(0), Duplicate::Exact)),
            "the first copy is found"
        );
    }
}
