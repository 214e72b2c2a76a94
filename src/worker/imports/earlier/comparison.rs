//! Compares a started import with earlier imports of its account before anything is sent.
//!
//! This reads photos and may take minutes. Products that were created before are skipped, unfinished ones continue.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use tokio::task::AbortHandle;

use crate::domain::text::folded;
use crate::domain::{AccountKey, CreateRules, Draft, MarketCategories, Problem, ProductId};
use crate::import::dedup::{AddedDraft, ImportDecision, classify, needs_hashes};
use crate::import::journal::{DraftHistory, Entry, JournalReplay, Record};
use crate::import::{DraftId, PlannedDraft, State, sku};
use crate::media::{self, ContentHash};
use crate::store::{PendingImport, Store};

/// Started products of a run that are being compared.
pub struct Comparison {
    /// Distinguishes the run's comparisons.
    pub id: u64,
    pub started: PendingImport,
    /// Whether this is the account's saved review, which is deleted once the products are on disk.
    pub from_review: bool,
    /// Whether the products are on disk.
    pub saved: bool,
    /// How often drafts had been handed to engines when the comparison began.
    pub handovers: u64,
    /// Whether it ended before one that was started earlier. It is made again after that.
    pub is_early: bool,
    task: AbortHandle,
}

impl Comparison {
    /// A comparison that `task` is working on.
    pub const fn new(id: u64, started: PendingImport, from_review: bool, saved: bool, handovers: u64, task: AbortHandle) -> Self {
        Self { id, started, from_review, saved, handovers, is_early: false, task }
    }
}

impl Drop for Comparison {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Earlier drafts of the account, and the hashes of the planned drafts' photos.
#[derive(Default)]
pub struct Compared {
    earlier: Vec<DraftHistory>,
    /// The hashes of each planned draft's photos, in order; empty where they were not needed.
    hashes: Vec<Vec<ContentHash>>,
    /// The folded names of planned drafts that other products of the saved list have.
    pub names_in_shop: HashSet<String>,
}

/// Reads what the comparison needs. Blocking. `unwritten`: what the account's imports have recorded and the disk may not have yet.
///
/// # Errors
/// When the journal cannot be read.
pub fn compare(
    store: &Store,
    account: &AccountKey,
    started: &PendingImport,
    unwritten: Vec<Entry>,
    unix_now: i64,
) -> Result<Compared, Problem> {
    let planned: Vec<PlannedDraft> = started.drafts.iter().map(|(_, planned)| planned.clone()).collect();
    let names = planned.iter().map(|planned| planned.source_name.as_str());
    let mut earlier = JournalReplay::read(&completed(store.earlier_entries(account, names)?, unwritten), unix_now).into_drafts();
    if started.allow_duplicates {
        // What was there at Start is created again. What was started after it, while it waited to be resumed, is not.
        let last = started.drafts.iter().map(|(draft, _)| *draft).max();
        earlier.retain(|known| Some(known.id) > last && known.state != State::Skipped);
    }
    let wanted = needs_hashes(&planned, &earlier);
    let names_in_shop = names_in_shop(store, account, &planned, &earlier)?;
    Ok(Compared { hashes: hashes_of(&planned, &wanted), earlier, names_in_shop })
}

/// The journal with what it lacks at its end.
fn completed(mut journal: Vec<Entry>, unwritten: Vec<Entry>) -> Vec<Entry> {
    let mut written: HashMap<DraftId, Vec<&Record>> = HashMap::new();
    for record in journal.iter().map(|entry| &entry.record) {
        if let Some(draft) = record.draft() {
            written.entry(draft).or_default().push(record);
        }
    }
    let is_missing = |entry: &Entry| {
        let of_draft = entry.record.draft().and_then(|draft| written.get(&draft));
        entry.record.draft().is_some() && !of_draft.is_some_and(|written| written.contains(&&entry.record))
    };
    let missing: Vec<Entry> = unwritten.into_iter().filter(is_missing).collect();
    journal.extend(missing);
    journal
}

/// The names of planned drafts under which the saved list has products other than those of earlier drafts.
fn names_in_shop(
    store: &Store,
    account: &AccountKey,
    planned: &[PlannedDraft],
    earlier: &[DraftHistory],
) -> Result<HashSet<String>, Problem> {
    let Some((catalog, _)) = store.catalog(account)? else { return Ok(HashSet::new()) };
    let names: HashSet<String> = planned.iter().map(|planned| folded(&planned.draft.name)).collect();
    let ours: HashSet<&ProductId> = earlier.iter().filter_map(|known| known.product.as_ref()).collect();
    let others = store.catalog_names(catalog)?.into_iter().filter(|(id, _)| !ours.contains(id));
    Ok(others.map(|(_, title)| folded(&title)).filter(|title| names.contains(title)).collect())
}

/// The photo hashes of the drafts at `wanted`. A draft with an unreadable photo gets none.
fn hashes_of(planned: &[PlannedDraft], wanted: &[usize]) -> Vec<Vec<ContentHash>> {
    let hash = |path: &PathBuf| media::read_photo(path, media::MAX_FILE_BYTES).ok().map(|bytes| ContentHash::of(&bytes));
    let mut hashes = vec![Vec::new(); planned.len()];
    for &index in wanted {
        hashes[index] = planned[index].photos.iter().map(hash).collect::<Option<_>>().unwrap_or_default();
    }
    hashes
}

/// What happens to started drafts.
#[derive(Default)]
pub struct Decisions {
    /// The drafts to hand to the engine.
    pub added: Vec<AddedDraft>,
    /// Drafts that are in the run already, where they failed or were cancelled: they are retried.
    pub retries: Vec<(DraftId, Draft)>,
}

/// Decides what happens to each started draft. `in_run` returns the state of an earlier draft that is in the run
/// already, and so is not added again.
pub fn decide(
    started: PendingImport,
    compared: Compared,
    rules: &CreateRules,
    market_categories: &MarketCategories,
    in_run: impl Fn(DraftId) -> Option<State>,
) -> Decisions {
    let Compared { earlier, hashes, .. } = compared;
    let (ids, planned): (Vec<DraftId>, Vec<PlannedDraft>) = started.drafts.into_iter().unzip();
    let mut outcome = Decisions::default();
    let decisions = classify(&planned, &hashes, &earlier);
    let mut taken: HashSet<String> =
        earlier.iter().map(|known| &known.planned).chain(&planned).filter_map(|of| of.draft.sku.clone()).collect();
    let of_others: HashSet<&str> = earlier.iter().filter_map(|known| known.planned.draft.sku.as_deref()).collect();
    for (((id, mut planned), decision), hashes) in ids.into_iter().zip(planned).zip(decisions).zip(hashes) {
        match decision {
            // The SKU under which it may have been sent, so that it is found.
            ImportDecision::Adopt(index) if sku::is_generated(&planned) && earlier[index].planned.draft.sku.is_some() => {
                planned.draft.sku.clone_from(&earlier[index].planned.draft.sku);
            }
            ImportDecision::New if planned.draft.sku.as_deref().is_some_and(|sku| of_others.contains(sku)) => {
                sku::renew(&mut planned, &mut taken);
            }
            _ => {}
        }
        if let ImportDecision::Adopt(index) = decision
            && let Some(state) = in_run(earlier[index].id)
        {
            if matches!(state, State::Failed | State::Cancelled) && planned.open_cell().is_none() {
                outcome.retries.push((earlier[index].id, planned.draft));
            }
            continue;
        }
        market_categories.complete(&mut planned.draft, rules);
        let refused = || market_categories.check(&planned.draft, planned.photos.len(), rules).into_iter().next().map(Problem::from);
        let problem = planned.open_cell().cloned().or_else(refused);
        outcome.added.push(match (decision, problem) {
            (ImportDecision::New | ImportDecision::Adopt(_), Some(problem)) => AddedDraft::Refused { id, planned, problem },
            _ => AddedDraft::from_decision(decision, id, planned, hashes, &earlier),
        });
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Field;
    use crate::import::RunId;

    fn planned(photo: &str) -> PlannedDraft {
        let mut planned = PlannedDraft {
            source: "/photos/New/1.jpg".into(),
            source_name: "1".to_owned(),
            photos: vec![photo.into()],
            ..PlannedDraft::default()
        };
        drop(planned.draft.set(Field::Name, "1"));
        let mut drafts = [planned];
        sku::generate(&mut drafts, b"");
        let [planned] = drafts;
        planned
    }

    /// What is decided about a draft of the folder, after earlier ones of the same folder with these states, each with whether its
    /// photo is the same.
    fn decided(earlier: &[(State, bool, Option<&str>)]) -> PlannedDraft {
        let photo = ContentHash::of(b"this week");
        let history = |(index, &(state, is_same, sku)): (usize, &(State, bool, Option<&str>))| {
            let mut known = DraftHistory::new(DraftId(index as u64 + 10), RunId(1), planned("/photos/New/1.jpg"));
            if let Some(sku) = sku {
                known.planned.draft.sku = Some(sku.to_owned());
            }
            let hash = if is_same { photo } else { ContentHash::of(b"last week") };
            let file = crate::domain::FileId::from(7);
            known.uploads.insert(0, crate::import::journal::Upload { hash, edit: crate::domain::Edit::default(), file, stale: false });
            (known.state, known.attempts) = (state, 1);
            known
        };
        let earlier = earlier.iter().enumerate().map(history).collect();
        let compared = Compared { earlier, hashes: vec![vec![photo]], ..Compared::default() };
        let started = PendingImport { allow_duplicates: false, drafts: vec![(DraftId(1), planned("/photos/New/1.jpg"))] };
        decide(started, compared, &CreateRules::default(), &MarketCategories::default(), |_| None).added.remove(0).planned().clone()
    }

    #[test]
    fn other_photos_in_a_folder_that_was_used_before_get_an_sku_of_their_own() {
        let first = planned("/photos/New/1.jpg").draft.sku;
        let second = decided(&[(State::Created, false, None)]).draft.sku;
        let third = decided(&[(State::Created, false, None), (State::Created, false, second.as_deref())]).draft.sku;
        assert_eq!([&first, &second, &third].into_iter().flatten().collect::<HashSet<_>>().len(), 3, "{first:?} {second:?} {third:?}");
    }

    #[test]
    fn a_product_that_continues_keeps_the_sku_under_which_it_may_have_been_sent() {
        let sent = decided(&[(State::Created, false, None)]).draft.sku;
        let continued = decided(&[(State::Created, false, None), (State::Checking, true, sent.as_deref())]).draft.sku;
        assert_eq!(continued, sent);
    }
}
