//! Folders that are called like a row, or hold the photos of several: what in them is of other rows, and what
//! nobody takes.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::clues::Known;
use super::group::groups;
use crate::import::PlannedDraft;
use crate::import::file_name::{NameKind, counter, counter_style, stem, strip_counter};
use crate::import::natural_order::natural_key;
use crate::import::sheet::matching::{RowName, is_folder, is_name, key};
use crate::import::sheet::sheet_draft::SheetDraft;
use crate::import::state::Grouping;
use vitrine_domain::text::folded;

/// The photos in folders that rows take by their names, although each is called exactly like another row,
/// which takes none. `matches` are the planned drafts that each row takes, and `names` what it is called.
pub fn of_other_rows<'a>(
    matches: &'a [Vec<usize>],
    names: &[Vec<RowName<'_>>],
    drafts: &'a [PlannedDraft],
) -> HashSet<PathBuf> {
    let folders = |taken: &'a [usize]| taken.iter().map(|&index| &drafts[index]).filter(|of| is_folder(of));
    let taken = matches.iter().enumerate().flat_map(|(row, taken)| folders(taken).map(move |of| (row, of)));
    let photos = taken.flat_map(|(row, folder)| folder.photos.iter().map(move |photo| (row, photo)));
    let keys = |photo: &Path| {
        let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
        [key(&stem), key(strip_counter(&stem))]
    };
    let photos: Vec<(usize, &PathBuf, [String; 2])> =
        photos.map(|(row, photo)| (row, photo, keys(photo))).collect();
    // The rows that are called like a photo.
    let mut searching: HashMap<&str, Vec<usize>> = HashMap::new();
    searching.extend(photos.iter().flat_map(|(.., keys)| keys).map(|key| (key.as_str(), Vec::new())));
    for (row, names) in names.iter().enumerate() {
        for name in names.iter().filter(|name| is_name(&name.key)) {
            searching.get_mut(name.key.as_str()).into_iter().for_each(|rows| rows.push(row));
        }
    }
    let is_of_other = |(row, _, keys): &&(usize, &PathBuf, [String; 2])| {
        let mut rows = keys.iter().filter_map(|key| searching.get(key.as_str()));
        rows.find(|rows| !rows.is_empty())
            .is_some_and(|rows| !rows.contains(row) && rows.iter().any(|row| matches[*row].is_empty()))
    };
    photos.iter().filter(is_of_other).map(|(_, photo, _)| (*photo).clone()).collect()
}

/// The rows that took photos out of planned folders.
pub struct Mixed {
    /// Each photo's row, and whether it was found by the row's name or code.
    owners: HashMap<PathBuf, (usize, bool)>,
}

impl Mixed {
    /// Of rows and the photos that were found for each.
    pub fn of(rows: &[SheetDraft], found: &[Vec<PathBuf>]) -> Self {
        let photos = rows.iter().zip(found).enumerate().flat_map(|(index, (row, photos))| {
            photos.iter().map(move |photo| (photo.clone(), (index, row.photos.is_empty())))
        });
        Self { owners: photos.collect() }
    }

    /// Whether a folder with `all` these photos, some of which rows took, holds those of several products: a
    /// row that names some of its photos may have meant all.
    pub fn are_of_several(&self, all: &[PathBuf], left: &[PathBuf]) -> bool {
        let owners: HashSet<(usize, bool)> =
            all.iter().filter_map(|photo| self.owners.get(photo)).copied().collect();
        let has_words = left.iter().any(|photo| NameKind::of(&stem(photo)) == NameKind::Words);
        let is_by_name = owners.iter().any(|(_, is_by_name)| *is_by_name);
        !owners.is_empty() && (owners.len() > 1 || is_by_name || has_words)
    }
}

/// The photos that rows left in a folder of which they took others: products of their own, each with those
/// that differ from it by a number behind a sign: `mug`, `mug-2`. `A3` and `A4` are two.
pub fn left_in_folder(draft: &PlannedDraft) -> Vec<PlannedDraft> {
    let base = |name: &str| {
        let is_counted = !counter_style(name).is_empty();
        if is_counted { (folded(strip_counter(name)), counter(name)) } else { (folded(name), 0) }
    };
    let mut photos: Vec<&Path> = draft.photos.iter().map(PathBuf::as_path).collect();
    photos.sort_by_cached_key(|photo| base(&stem(photo)).1);
    let mut left: Vec<(String, PlannedDraft)> = Vec::new();
    let mut begun: HashMap<String, usize> = HashMap::new();
    // Each is known as if it had been dropped by itself.
    for alone in groups(&photos, Grouping::File, &Known::default()) {
        let alone = PlannedDraft { is_left_by_rows: true, ..alone.into_draft(&draft.source) };
        let name = base(&stem(&alone.source)).0;
        match begun.get(&name) {
            Some(&at) => left[at].1.photos.extend(alone.photos),
            None => {
                begun.insert(name.clone(), left.len());
                left.push((name, alone));
            }
        }
    }
    left.sort_by_cached_key(|(name, _)| natural_key(name));
    left.into_iter().map(|(_, alone)| alone).collect()
}
