//! Photos of one folder → groups, each of which becomes a draft.

use std::collections::HashMap;
use std::path::Path;

use super::alike::group_alike;
use super::clues::Known;
use super::file_name::{counter, cover_rank, file_name, shop_name, stem, strip_counter};
use super::taken::split_at_pauses;
use crate::domain::Draft;
use crate::domain::text::folded;
use crate::import::state::{Grouping, PlannedDraft};

/// The photos of one product.
pub struct Group<'a> {
    named_after: NamedAfter,
    /// In natural order or, if they were grouped by time, in order of time.
    photos: Vec<&'a Path>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NamedAfter {
    Folder,
    File,
    /// What the names of its photos have in common.
    Names,
}

/// Groups the photos of one folder, which are in natural order. Where it is not known when they were taken, nothing can be
/// grouped by time, and the folder is one product; the same holds for what they show.
pub fn groups<'a>(photos: &[&'a Path], grouping: Grouping, known: &Known) -> Vec<Group<'a>> {
    let group = |named_after, photos| Group { named_after, photos };
    let of_indices = |groups: Vec<Vec<usize>>| {
        groups.into_iter().map(|indices| group(NamedAfter::File, indices.into_iter().map(|index| photos[index]).collect())).collect()
    };
    match (grouping, &known.times) {
        (Grouping::File, _) => photos.iter().map(|&photo| group(NamedAfter::File, vec![photo])).collect(),
        (Grouping::Name, _) => by_name(photos),
        (Grouping::Time, Some(times)) => of_indices(split_at_pauses(times)),
        (Grouping::Likeness, _) if known.likenesses.iter().any(Option::is_some) => {
            of_indices(group_alike(&known.likenesses, known.clock.as_deref()))
        }
        (Grouping::Folder | Grouping::Auto | Grouping::Time | Grouping::Likeness, _) => vec![group(NamedAfter::Folder, photos.to_vec())],
    }
}

fn by_name<'a>(photos: &[&'a Path]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut begun: HashMap<String, usize> = HashMap::new();
    for &photo in photos {
        let index = *begun.entry(folded(strip_counter(&stem(photo)))).or_insert(groups.len());
        match groups.get_mut(index) {
            Some(group) => group.photos.push(photo),
            None => groups.push(Group { named_after: NamedAfter::Names, photos: vec![photo] }),
        }
    }
    // `mug (3)` comes after `mug_2`, whatever is between name and number.
    for group in &mut groups {
        group.photos.sort_by_cached_key(|photo| counter(&stem(photo)));
    }
    groups
}

impl Group<'_> {
    pub fn into_draft(mut self) -> PlannedDraft {
        let Some(&first) = self.photos.first() else { return PlannedDraft::default() };
        let folder = first.parent().unwrap_or(Path::new(""));
        let (source, name) = match self.named_after {
            NamedAfter::Folder => (folder, file_name(folder)),
            NamedAfter::File => (first, stem(first)),
            NamedAfter::Names => match strip_counter(&stem(first)) {
                // A number alone is no name; the folder's name is used.
                "" => (first, file_name(folder)),
                base => (first, base.to_owned()),
            },
        };
        let name = match shop_name(&name) {
            name if name.is_empty() => stem(first),
            name => name,
        };
        self.photos.sort_by_cached_key(|photo| cover_rank(&stem(photo)));
        PlannedDraft {
            draft: Draft { name: name.clone(), ..Draft::default() },
            source: source.to_owned(),
            source_name: name,
            photos: self.photos.iter().map(|&photo| photo.to_owned()).collect(),
            ..PlannedDraft::default()
        }
    }
}
