//! A started import is compared with earlier imports of its account before anything is sent.
//!
//! Comparing reads photos and may take minutes. What was made before is skipped; what was left unfinished goes on.

use std::path::PathBuf;

use tokio::task::AbortHandle;

use crate::domain::{AccountKey, CreateRules, Draft, Problem};
use crate::import::dedup::{AddedDraft, ImportDecision, classify, needs_hashes};
use crate::import::journal::{DraftHistory, JournalReplay};
use crate::import::{DraftId, PlannedDraft, State};
use crate::media::{self, ContentHash};
use crate::store::{PendingImport, Store};

/// Products of a run that were started and are being compared.
pub struct Comparison {
    /// Tells the run's comparisons apart.
    pub id: u64,
    pub started: PendingImport,
    /// It is the account's saved review that was started, which is not kept any longer once this is on the disk.
    pub from_review: bool,
    /// It is on the disk.
    pub saved: bool,
    /// How often engines had been given drafts when it began.
    pub handovers: u64,
    task: AbortHandle,
}

impl Comparison {
    pub const fn new(id: u64, started: PendingImport, from_review: bool, saved: bool, handovers: u64, task: AbortHandle) -> Self {
        Self { id, started, from_review, saved, handovers, task }
    }
}

impl Drop for Comparison {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Earlier drafts of the account, and the photos of the planned ones.
#[derive(Default)]
pub struct Compared {
    earlier: Vec<DraftHistory>,
    /// Of each planned draft's photos, in order; empty where they were not needed.
    hashes: Vec<Vec<ContentHash>>,
}

/// Reads what a comparison needs. Blocking.
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

/// The photos' hashes of the drafts at `wanted`. A photo that cannot be read leaves its draft without.
fn hashes_of(planned: &[PlannedDraft], wanted: &[usize]) -> Vec<Vec<ContentHash>> {
    let hash = |path: &PathBuf| media::read_photo(path, media::MAX_FILE_BYTES).ok().map(|bytes| ContentHash::of(&bytes));
    let mut hashes = vec![Vec::new(); planned.len()];
    for &index in wanted {
        hashes[index] = planned[index].photos.iter().map(hash).collect::<Option<_>>().unwrap_or_default();
    }
    hashes
}

/// What becomes of the drafts of a start.
#[derive(Default)]
pub struct Decisions {
    /// As the engine takes them.
    pub added: Vec<AddedDraft>,
    /// Are in the run already, where they failed or were cancelled.
    pub retries: Vec<(DraftId, Draft)>,
}

/// `in_run` says how an earlier draft stands that is in the run already, and is not taken up a second time.
pub fn decide(started: PendingImport, compared: Compared, rules: &CreateRules, in_run: impl Fn(DraftId) -> Option<State>) -> Decisions {
    let Compared { earlier, hashes } = compared;
    let (ids, planned): (Vec<DraftId>, Vec<PlannedDraft>) = started.drafts.into_iter().unzip();
    let mut outcome = Decisions::default();
    let decisions = classify(&planned, &hashes, &earlier);
    for (((id, planned), decision), hashes) in ids.into_iter().zip(planned).zip(decisions).zip(hashes) {
        if let ImportDecision::Adopt(index) = decision
            && let Some(state) = in_run(earlier[index].id)
        {
            if matches!(state, State::Failed | State::Cancelled) {
                outcome.retries.push((earlier[index].id, planned.draft));
            }
            continue;
        }
        let problem = planned.draft.check(planned.photos.len(), rules).into_iter().next();
        outcome.added.push(match (decision, problem) {
            (ImportDecision::New | ImportDecision::Adopt(_), Some(problem)) => AddedDraft::Refused { id, planned, problem: problem.into() },
            _ => AddedDraft::from_decision(decision, id, planned, hashes, &earlier),
        });
    }
    outcome
}
