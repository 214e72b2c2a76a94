//! "Importing the same folder again creates nothing twice": new drafts set against those of earlier imports.

use std::collections::{HashMap, HashSet};

use super::journal::DraftHistory;
use super::state::{DraftId, PlannedDraft, State};
use crate::domain::Problem;
use crate::domain::text::folded;
use crate::media::ContentHash;

/// A draft handed to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum AddedDraft {
    New {
        id: DraftId,
        planned: PlannedDraft,
    },
    /// Not worth sending: a field's value would be refused for sure.
    Refused {
        id: DraftId,
        planned: PlannedDraft,
        problem: Problem,
    },
    /// Made by an earlier import: `earlier` is that draft, `id` this row's own.
    Skipped {
        id: DraftId,
        planned: PlannedDraft,
        earlier: Box<DraftHistory>,
    },
    /// The very draft an earlier import left unfinished goes on, as planned now. `hashes` are its photos', in order.
    Adopted {
        planned: PlannedDraft,
        hashes: Vec<ContentHash>,
        earlier: Box<DraftHistory>,
    },
}

impl AddedDraft {
    /// What is handed to the engine for a draft that was set against `earlier` ones by [`judge`]. One that goes on as an
    /// earlier draft keeps that draft's number; `id` is for any other.
    pub fn judged(judged: ImportDecision, id: DraftId, planned: PlannedDraft, hashes: Vec<ContentHash>, earlier: &[DraftHistory]) -> Self {
        match judged {
            ImportDecision::New => Self::New { id, planned },
            ImportDecision::Skip(index) => Self::Skipped { id, planned, earlier: Box::new(earlier[index].clone()) },
            ImportDecision::Adopt(index) => Self::Adopted { planned, hashes, earlier: Box::new(earlier[index].clone()) },
        }
    }

    pub fn id(&self) -> DraftId {
        match self {
            Self::New { id, .. } | Self::Refused { id, .. } | Self::Skipped { id, .. } => *id,
            Self::Adopted { earlier, .. } => earlier.id,
        }
    }

    pub const fn planned(&self) -> &PlannedDraft {
        match self {
            Self::New { planned, .. } | Self::Refused { planned, .. } | Self::Skipped { planned, .. } | Self::Adopted { planned, .. } => {
                planned
            }
        }
    }
}

/// What becomes of one planned draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportDecision {
    New,
    /// In the shop already: the index of the earlier draft.
    Skip(usize),
    /// Left unfinished: the index of the earlier draft.
    Adopt(usize),
}

/// Which planned drafts (by index) need their photos' hashes before [`judge`] can tell: those whose source had
/// the name of an earlier draft's.
pub fn needs_hashes(planned: &[PlannedDraft], earlier: &[DraftHistory]) -> Vec<usize> {
    let names: HashSet<String> = earlier.iter().filter(|known| counts(known)).map(|known| folded(&known.planned.source_name)).collect();
    (0..planned.len()).filter(|&index| names.contains(&folded(&planned[index].source_name))).collect()
}

/// Sets each planned draft against the earlier drafts of the same account; each of those stands for one at most.
///
/// It is the same when its source has the same name (but for spelling) and either its photos are the same in the
/// same order, or it lies at the same place and has a photo in common. `hashes` are the photos' of each planned
/// draft in order, empty where [`needs_hashes`] did not ask or a photo could not be read.
pub fn classify(planned: &[PlannedDraft], hashes: &[Vec<ContentHash>], earlier: &[DraftHistory]) -> Vec<ImportDecision> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, known) in earlier.iter().enumerate().filter(|(_, known)| counts(known)) {
        by_name.entry(folded(&known.planned.source_name)).or_default().push(index);
    }
    // What is in the shop, or may be, is found first: to take up a cancelled twin of it would create it twice.
    for indices in by_name.values_mut() {
        indices.sort_by_key(|&index| (earlier[index].state != State::Created, !earlier[index].is_unconfirmed(), index));
    }
    let mut judged = vec![ImportDecision::New; planned.len()];
    for same in [same_photos, same_place] {
        for (index, draft) in planned.iter().enumerate().filter(|(index, _)| *index < hashes.len()) {
            if judged[index] != ImportDecision::New {
                continue;
            }
            let Some(candidates) = by_name.get_mut(&folded(&draft.source_name)) else { continue };
            let Some(place) = candidates.iter().position(|&known| same(draft, &hashes[index], &earlier[known])) else { continue };
            let known = candidates.remove(place);
            judged[index] = if earlier[known].state == State::Created { ImportDecision::Skip(known) } else { ImportDecision::Adopt(known) };
        }
    }
    judged
}

/// A skipped row stands for a product another draft made.
fn counts(known: &DraftHistory) -> bool {
    known.state != State::Skipped
}

/// Only of a draft whose photos are all up it is known what they are: of another folder just this photo may be up.
fn same_photos(_: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    !hashes.is_empty()
        && known.planned.photos.len() == hashes.len()
        && known.uploads.len() == hashes.len()
        && known.uploads.values().zip(hashes).all(|(upload, hash)| upload.hash == *hash)
}

fn same_place(draft: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    if draft.source != known.planned.source {
        return false;
    }
    let untouched = known.uploads.is_empty() && known.attempts == 0;
    untouched || known.uploads.values().any(|upload| hashes.contains(&upload.hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Draft, Edit, FileId};
    use crate::import::RunId;
    use crate::import::journal::Upload;

    fn planned(place: &str, name: &str) -> PlannedDraft {
        let draft = Draft { name: name.to_owned(), ..Draft::default() };
        PlannedDraft { draft, source: place.into(), source_name: name.to_owned(), photos: vec!["1.jpg".into()], edits: vec![] }
    }

    fn hashes(contents: &[&str]) -> Vec<ContentHash> {
        contents.iter().map(|content| ContentHash::of(content.as_bytes())).collect()
    }

    fn earlier(place: &str, name: &str, contents: &[&str], state: State) -> DraftHistory {
        let mut known = DraftHistory::new(DraftId(1), RunId(1), planned(place, name));
        known.planned.photos = contents.iter().map(|content| format!("{content}.jpg").into()).collect();
        known.state = state;
        for (index, hash) in hashes(contents).into_iter().enumerate() {
            known.uploads.insert(index, Upload { hash, edit: Edit::default(), file: FileId::from(index as u64 + 1), stale: false });
        }
        known
    }

    fn judged(new: &[(&str, &str, &[&str])], earlier: &[DraftHistory]) -> Vec<ImportDecision> {
        let drafts: Vec<PlannedDraft> = new.iter().map(|(place, name, _)| planned(place, name)).collect();
        let hashes: Vec<Vec<ContentHash>> = new.iter().map(|(_, _, contents)| hashes(contents)).collect();
        classify(&drafts, &hashes, earlier)
    }

    #[test]
    fn the_same_folder_is_skipped_when_created_and_taken_up_when_not() {
        let known = [earlier("/a", "Rug", &["x", "y"], State::Created), earlier("/b", "Mug", &["z"], State::Failed)];
        assert_eq!(
            judged(&[("/a", "Rug", &["x", "y"]), ("/b", "Mug", &["z"])], &known),
            [ImportDecision::Skip(0), ImportDecision::Adopt(1)]
        );
    }

    #[test]
    fn what_goes_on_keeps_its_number_and_what_is_skipped_gets_a_row_of_its_own() {
        let known = [DraftHistory { id: DraftId(7), ..earlier("/a", "Rug", &["x"], State::Failed) }];
        let added = |judged| AddedDraft::judged(judged, DraftId(20), planned("/a", "Rug"), hashes(&["x"]), &known);
        assert_eq!(added(ImportDecision::New).id(), DraftId(20));
        assert_eq!(added(ImportDecision::Skip(0)).id(), DraftId(20));
        assert_eq!(added(ImportDecision::Adopt(0)).id(), DraftId(7));
        assert!(matches!(added(ImportDecision::Adopt(0)), AddedDraft::Adopted { hashes: of, .. } if of == hashes(&["x"])));
    }

    #[test]
    fn a_moved_folder_is_known_by_its_photos() {
        let known = [earlier("/a", "كتاب‌ها", &["x", "y"], State::Created)];
        assert_eq!(judged(&[("/moved", "کتابها", &["x", "y"])], &known), [ImportDecision::Skip(0)]);
        assert_eq!(judged(&[("/moved", "کتابها", &["y", "x"])], &known), [ImportDecision::New], "in another order it is another product");
    }

    #[test]
    fn a_folder_with_one_photo_more_is_the_same_product() {
        let known = [earlier("/a", "Rug", &["x"], State::Created)];
        assert_eq!(judged(&[("/a", "Rug", &["x", "new"])], &known), [ImportDecision::Skip(0)]);
        assert_eq!(judged(&[("/a", "Rug", &["new"])], &known), [ImportDecision::New]);
    }

    #[test]
    fn one_earlier_product_stands_for_one_new_draft_only() {
        let known = [earlier("/a", "Rug", &["x"], State::Created)];
        assert_eq!(judged(&[("/a", "Rug", &["x"]), ("/b", "Rug", &["x"])], &known), [ImportDecision::Skip(0), ImportDecision::New]);
    }

    #[test]
    fn what_is_in_the_shop_goes_before_a_cancelled_twin() {
        let known = [earlier("/a", "Rug", &["x"], State::Cancelled), earlier("/a", "Rug", &["x"], State::Created)];
        assert_eq!(judged(&[("/a", "Rug", &["x"])], &known), [ImportDecision::Skip(1)]);
    }

    #[test]
    fn what_may_be_in_the_shop_goes_before_a_twin_that_was_never_sent() {
        let known = [earlier("/a", "Rug", &["x"], State::Waiting), earlier("/b", "Rug", &["x"], State::Checking)];
        assert_eq!(judged(&[("/c", "Rug", &["x"])], &known), [ImportDecision::Adopt(1)]);
    }

    #[test]
    fn a_folder_of_which_only_one_photo_is_up_is_not_the_product_with_that_photo_alone() {
        let mut begun = earlier("/a", "Rug", &["x", "y"], State::Waiting);
        begun.uploads.remove(&0);
        let known = [begun, earlier("/b", "Rug", &["y"], State::Checking)];
        let folders: [(&str, &str, &[&str]); 2] = [("/a", "Rug", &["x", "y"]), ("/b", "Rug", &["y"])];
        assert_eq!(judged(&folders, &known), [ImportDecision::Adopt(0), ImportDecision::Adopt(1)]);
    }

    #[test]
    fn a_draft_that_was_never_begun_is_taken_up_where_it_lies() {
        let known = [earlier("/a", "Rug", &[], State::Waiting)];
        assert_eq!(judged(&[("/a", "Rug", &["x"])], &known), [ImportDecision::Adopt(0)]);
        assert_eq!(judged(&[("/b", "Rug", &["x"])], &known), [ImportDecision::New]);
    }

    #[test]
    fn a_skipped_row_stands_for_nothing_and_only_equal_names_need_hashes() {
        let known = [earlier("/a", "Rug", &["x"], State::Skipped), earlier("/b", "Mug", &["x"], State::Created)];
        assert_eq!(judged(&[("/a", "Rug", &["x"])], &known), [ImportDecision::New]);
        assert_eq!(needs_hashes(&[planned("/a", "Rug"), planned("/c", "mug"), planned("/d", "Bowl")], &known), [1]);
    }
}
