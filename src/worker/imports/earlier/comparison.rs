//! Compares a started import with earlier imports of its account before anything is sent.
//!
//! This reads photos and may take minutes. Products that were created before are skipped, unfinished ones continue.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use tokio::task::AbortHandle;

use crate::domain::text::folded;
use crate::domain::{AccountKey, Problem, ProductId};
use crate::import::dedup::needs_hashes;
use crate::import::journal::{DraftHistory, Entry, JournalReplay, Record};
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
    pub earlier: Vec<DraftHistory>,
    /// The hashes of each planned draft's photos, in order; empty where they were not needed.
    pub hashes: Vec<Vec<ContentHash>>,
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
