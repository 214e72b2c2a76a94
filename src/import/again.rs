//! "Importing the same folder again creates nothing twice": new drafts set against those of earlier imports.

use std::collections::{HashMap, HashSet};

use super::journal::Known;
use super::state::{DraftId, PlannedDraft, State};
use crate::domain::text::folded;
use crate::media::ContentHash;

/// A draft handed to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Added {
    New {
        id: DraftId,
        planned: PlannedDraft,
    },
    /// Made by an earlier import: `earlier` is that draft, `id` this row's own.
    Skipped {
        id: DraftId,
        planned: PlannedDraft,
        earlier: Box<Known>,
    },
    /// The very draft an earlier import left unfinished goes on, as planned now. `hashes` are its photos', in order.
    Adopted {
        planned: PlannedDraft,
        hashes: Vec<ContentHash>,
        earlier: Box<Known>,
    },
}

/// What becomes of one planned draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    New,
    /// In the shop already: the index of the earlier draft.
    Skip(usize),
    /// Left unfinished: the index of the earlier draft.
    Adopt(usize),
}

/// Which planned drafts (by index) need their photos' hashes before [`judge`] can tell: those whose source had
/// the name of an earlier draft's.
pub fn needs_hashes(planned: &[PlannedDraft], earlier: &[Known]) -> Vec<usize> {
    let names: HashSet<String> = earlier.iter().filter(|known| counts(known)).map(|known| folded(&known.planned.source_name)).collect();
    (0..planned.len()).filter(|&index| names.contains(&folded(&planned[index].source_name))).collect()
}

/// Sets each planned draft against the earlier drafts of the same account; each of those stands for one at most.
///
/// It is the same when its source has the same name (but for spelling) and either its photos are the same in the
/// same order, or it lies at the same place and has a photo in common. `hashes` are the photos' of each planned
/// draft in order, empty where [`needs_hashes`] did not ask or a photo could not be read.
pub fn judge(planned: &[PlannedDraft], hashes: &[Vec<ContentHash>], earlier: &[Known]) -> Vec<Judged> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, known) in earlier.iter().enumerate().filter(|(_, known)| counts(known)) {
        by_name.entry(folded(&known.planned.source_name)).or_default().push(index);
    }
    // What is in the shop is found first: to take up a cancelled twin of it would create it twice.
    for indices in by_name.values_mut() {
        indices.sort_by_key(|&index| (earlier[index].state != State::Created, index));
    }
    let mut judged = vec![Judged::New; planned.len()];
    for same in [same_photos, same_place] {
        for (index, draft) in planned.iter().enumerate().filter(|(index, _)| *index < hashes.len()) {
            if judged[index] != Judged::New {
                continue;
            }
            let Some(candidates) = by_name.get_mut(&folded(&draft.source_name)) else { continue };
            let Some(place) = candidates.iter().position(|&known| same(draft, &hashes[index], &earlier[known])) else { continue };
            let known = candidates.remove(place);
            judged[index] = if earlier[known].state == State::Created { Judged::Skip(known) } else { Judged::Adopt(known) };
        }
    }
    judged
}

/// A skipped row stands for a product another draft made.
fn counts(known: &Known) -> bool {
    known.state != State::Skipped
}

fn same_photos(_: &PlannedDraft, hashes: &[ContentHash], known: &Known) -> bool {
    !hashes.is_empty()
        && known.uploads.len() == hashes.len()
        && known.uploads.values().zip(hashes).all(|(upload, hash)| upload.hash == *hash)
}

fn same_place(draft: &PlannedDraft, hashes: &[ContentHash], known: &Known) -> bool {
    if draft.source != known.planned.source {
        return false;
    }
    let untouched = known.uploads.is_empty() && known.attempts == 0;
    untouched || known.uploads.values().any(|upload| hashes.contains(&upload.hash))
}
