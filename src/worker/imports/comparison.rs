//! Compares a started import with earlier imports of its account before anything is sent.
//!
//! This reads photos and may take minutes. Products that were created before are skipped, unfinished ones continue.

use std::path::PathBuf;

use tokio::task::AbortHandle;

use crate::domain::category::Catalogue;
use crate::domain::{AccountKey, CreateRules, Draft, Problem};
use crate::import::dedup::{AddedDraft, ImportDecision, classify, needs_hashes};
use crate::import::journal::{DraftHistory, JournalReplay};
use crate::import::{DraftId, PlannedDraft, State};
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
    task: AbortHandle,
}

impl Comparison {
    /// A comparison that `task` is working on.
    pub const fn new(id: u64, started: PendingImport, from_review: bool, saved: bool, handovers: u64, task: AbortHandle) -> Self {
        Self { id, started, from_review, saved, handovers, task }
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
}

/// Reads what the comparison needs. Blocking.
///
/// # Errors
/// When the journal cannot be read.
pub fn compare(store: &Store, account: &AccountKey, started: &PendingImport, unix_now: i64) -> Result<Compared, Problem> {
    let planned: Vec<PlannedDraft> = started.drafts.iter().map(|(_, planned)| planned.clone()).collect();
    let earlier = if started.allow_duplicates {
        Vec::new()
    } else {
        let names = planned.iter().map(|planned| planned.source_name.as_str());
        JournalReplay::read(&store.earlier_entries(account, names)?, unix_now).into_drafts()
    };
    let wanted = needs_hashes(&planned, &earlier);
    Ok(Compared { hashes: hashes_of(&planned, &wanted), earlier })
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
    catalogue: &Catalogue,
    in_run: impl Fn(DraftId) -> Option<State>,
) -> Decisions {
    let Compared { earlier, hashes } = compared;
    let (ids, planned): (Vec<DraftId>, Vec<PlannedDraft>) = started.drafts.into_iter().unzip();
    let mut outcome = Decisions::default();
    let decisions = classify(&planned, &hashes, &earlier);
    for (((id, mut planned), decision), hashes) in ids.into_iter().zip(planned).zip(decisions).zip(hashes) {
        if let ImportDecision::Adopt(index) = decision
            && let Some(state) = in_run(earlier[index].id)
        {
            if matches!(state, State::Failed | State::Cancelled) {
                outcome.retries.push((earlier[index].id, planned.draft));
            }
            continue;
        }
        catalogue.complete(&mut planned.draft, rules);
        let problem = catalogue.check(&planned.draft, planned.photos.len(), rules).into_iter().next();
        outcome.added.push(match (decision, problem) {
            (ImportDecision::New | ImportDecision::Adopt(_), Some(problem)) => AddedDraft::Refused { id, planned, problem: problem.into() },
            _ => AddedDraft::from_decision(decision, id, planned, hashes, &earlier),
        });
    }
    outcome
}
