//! A started import is compared with earlier imports of its account before anything is sent.
//!
//! Comparing reads photos and may take minutes. What was made before is skipped; what was left unfinished goes on.

use std::path::PathBuf;

use tokio::task::AbortHandle;

use crate::domain::{AccountKey, CreateRules, Problem};
use crate::import::again::{Added, Judged, judge, needs_hashes};
use crate::import::journal::{Known, Ledger};
use crate::import::{DraftId, PlannedDraft};
use crate::media::{self, ContentHash};
use crate::store::{Started, Store};

/// Products of a run that were started and are being compared.
pub struct Comparison {
    /// Tells the run's comparisons apart.
    pub id: u64,
    pub started: Started,
    /// It is the account's saved review that was started, which is not kept any longer once this is on the disk.
    pub from_review: bool,
    /// It is on the disk.
    pub saved: bool,
    task: AbortHandle,
}

impl Comparison {
    pub const fn new(id: u64, started: Started, from_review: bool, saved: bool, task: AbortHandle) -> Self {
        Self { id, started, from_review, saved, task }
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
    earlier: Vec<Known>,
    /// Of each planned draft's photos, in order; empty where they were not needed.
    hashes: Vec<Vec<ContentHash>>,
}

/// Reads what a comparison needs. Blocking.
pub fn compare(store: &Store, account: &AccountKey, started: &Started, wall: i64) -> Result<Compared, Problem> {
    let planned: Vec<PlannedDraft> = started.drafts.iter().map(|(_, planned)| planned.clone()).collect();
    let earlier = if started.again {
        Vec::new()
    } else {
        let names = planned.iter().map(|planned| planned.source_name.as_str());
        Ledger::read(&store.earlier_entries(account, names)?, wall).into_drafts()
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

/// The drafts as the engine takes them. `in_run` are earlier drafts that are in the run already: they are not taken up a second
/// time.
pub fn added(started: Started, compared: Compared, rules: &CreateRules, in_run: impl Fn(DraftId) -> bool) -> Vec<Added> {
    let Compared { earlier, hashes } = compared;
    let (ids, planned): (Vec<DraftId>, Vec<PlannedDraft>) = started.drafts.into_iter().unzip();
    let judged = judge(&planned, &hashes, &earlier);
    let mut added = Vec::new();
    for (((id, planned), judged), hashes) in ids.into_iter().zip(planned).zip(judged).zip(hashes) {
        let problem = planned.draft.check(planned.photos.len(), rules).into_iter().next();
        added.push(match (judged, problem) {
            (Judged::Adopt(index), _) if in_run(earlier[index].id) => continue,
            (Judged::New | Judged::Adopt(_), Some(problem)) => Added::Refused { id, planned, problem: problem.into() },
            _ => Added::judged(judged, id, planned, hashes, &earlier),
        });
    }
    added
}
