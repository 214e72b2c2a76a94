//! Photos of one folder → groups, each of which becomes a draft.

use std::collections::HashMap;
use std::path::Path;

use super::alike::group_alike;
use super::clues::Known;
use super::taken::{LONG_PAUSE, SHORT_PAUSE, USUAL_PAUSE, split_at_pauses};
use crate::import::cards::Card;
use crate::import::file_name::{
    counter, cover_rank, file_name, shop_name, stem, strip_counter, without_price,
};
use crate::import::state::{Boundary, Grouping, PlannedDraft};
use vitrine_domain::Draft;
use vitrine_domain::text::folded;

/// The photos of one product.
pub struct Group<'a> {
    named_after: NamedAfter,
    /// In natural order or, if they were grouped by time, in order of time.
    photos: Vec<&'a Path>,
    /// The card that was photographed before them.
    card: Option<Card>,
    boundary: Boundary,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NamedAfter {
    Folder,
    File,
    /// What the names of its photos have in common.
    Names,
}

/// Groups the photos of one folder, which are in natural order. Where it is not known when they were taken,
/// nothing can be grouped by time, and the folder is one product; the same holds for what they show.
pub fn groups<'a>(photos: &[&'a Path], grouping: Grouping, known: &Known) -> Vec<Group<'a>> {
    let group = |named_after, photos| Group { named_after, photos, card: None, boundary: Boundary::Certain };
    let of_indices = |groups: Vec<Vec<usize>>| {
        let mut before: Option<usize> = None;
        let of_group = |indices: Vec<usize>| {
            let first = indices.first().copied();
            let boundary =
                before.zip(first).map_or(Boundary::Certain, |(before, first)| boundary(known, before, first));
            before = indices.last().copied();
            Group {
                boundary,
                ..group(NamedAfter::File, indices.into_iter().map(|index| photos[index]).collect())
            }
        };
        groups.into_iter().map(of_group).collect()
    };
    match (grouping, &known.times) {
        (Grouping::File, _) => photos.iter().map(|&photo| group(NamedAfter::File, vec![photo])).collect(),
        (Grouping::Name, _) => by_name(photos),
        (Grouping::Time, Some(times)) => of_indices(split_at_pauses(times)),
        (Grouping::Likeness, _) if known.likenesses.iter().any(Option::is_some) => {
            of_indices(group_alike(&known.likenesses, known.clock.as_deref()))
        }
        (Grouping::Cards, _) if known.count_cards() > 0 => by_card(photos, known),
        (Grouping::Folder | Grouping::Auto | Grouping::Time | Grouping::Likeness | Grouping::Cards, _) => {
            vec![group(NamedAfter::Folder, photos.to_vec())]
        }
    }
}

fn by_name<'a>(photos: &[&'a Path]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut begun: HashMap<String, usize> = HashMap::new();
    for &photo in photos {
        let index = *begun.entry(folded(strip_counter(&stem(photo)))).or_insert(groups.len());
        match groups.get_mut(index) {
            Some(group) => group.photos.push(photo),
            None => groups.push(Group {
                named_after: NamedAfter::Names,
                photos: vec![photo],
                card: None,
                boundary: Boundary::Certain,
            }),
        }
    }
    // `mug (3)` comes after `mug_2`, whatever is between name and number.
    for group in &mut groups {
        group.photos.sort_by_cached_key(|photo| counter(&stem(photo)));
    }
    groups
}

/// How certain it is that a product ends with the photo `before`, and that the next one begins with `first`.
fn boundary(known: &Known, before: usize, first: usize) -> Boundary {
    let times = known.clock.as_ref().or(known.times.as_ref());
    let pause = times.and_then(|times| Some(times.get(first)?.saturating_sub(*times.get(before)?)));
    // Photos that were compared are divided only where they look different.
    let is_compared =
        [before, first].iter().all(|index| known.likenesses.get(*index).is_some_and(Option::is_some));
    let enough = if is_compared { SHORT_PAUSE } else { USUAL_PAUSE };
    match pause {
        Some(pause) if pause >= LONG_PAUSE => Boundary::Certain,
        Some(pause) if pause >= enough => Boundary::Likely(Some(pause)),
        None if is_compared => Boundary::Likely(None),
        pause => Boundary::Unsure(pause),
    }
}

/// Photos belong to the card before them, in the order in which they were taken. A product's card that comes
/// again continues its product. The photos of cards are in no product.
fn by_card<'a>(photos: &[&'a Path], known: &Known) -> Vec<Group<'a>> {
    let mut order: Vec<usize> = (0..photos.len()).collect();
    order.sort_by_key(|&index| known.clock.as_deref().and_then(|times| times.get(index)).copied());
    let mut groups: Vec<Group<'a>> = vec![Group {
        named_after: NamedAfter::File,
        photos: Vec::new(),
        card: None,
        boundary: Boundary::Certain,
    }];
    let mut current = 0;
    for index in order {
        let Some(card) = known.cards.get(index).cloned().flatten() else {
            groups[current].photos.push(photos[index]);
            continue;
        };
        let earlier =
            groups.iter().position(|group| !card.is_separator() && group.card.as_ref() == Some(&card));
        current = earlier.unwrap_or(groups.len());
        if earlier.is_none() {
            groups.push(Group {
                named_after: NamedAfter::File,
                photos: Vec::new(),
                card: Some(card),
                boundary: Boundary::Certain,
            });
        }
    }
    groups.retain(|group| !group.photos.is_empty());
    groups
}

impl Group<'_> {
    /// The draft of a group of the photos of a folder.
    pub fn into_draft(mut self, folder: &Path) -> PlannedDraft {
        let Some(&first) = self.photos.first() else { return PlannedDraft::default() };
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
        // A folder of views in that of the product says what its photos show.
        let view = |photo: &Path| {
            let within =
                photo.parent().filter(|own| self.named_after == NamedAfter::Folder && *own != folder);
            within.map_or(u8::MAX, |own| cover_rank(&file_name(own)))
        };
        self.photos.sort_by_cached_key(|photo| cover_rank(&stem(photo)).min(view(photo)));
        let name = without_price(&name).to_owned();
        let mut draft = Draft { name: name.clone(), ..Draft::default() };
        if let Some(card) = &self.card {
            card.fill(&mut draft);
        }
        PlannedDraft {
            draft,
            source: source.to_owned(),
            source_name: name,
            photos: self.photos.iter().map(|&photo| photo.to_owned()).collect(),
            boundary: self.boundary,
            ..PlannedDraft::default()
        }
    }
}
