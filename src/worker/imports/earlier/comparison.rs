//! Compares a started import with earlier imports of its account before anything is sent.
//!
//! This reads photos and may take minutes. Products that were created before are skipped, unfinished ones
//! continue.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use tokio::task::AbortHandle;

use crate::store::{PendingImport, Store};
use crate::worker::photos::blocking;
use vitrine_core::import::dedup::{names_of, names_with_price, needs_hashes, skus_of};
use vitrine_core::import::journal::{DraftHistory, Entry, JournalReplay, Record};
use vitrine_core::import::{DraftId, PlannedDraft, State};
use vitrine_domain::text::folded;
use vitrine_domain::{AccountKey, Problem, ProductId};
use vitrine_media::ContentHash;
use vitrine_model::messages::SavedReview;

/// The saved review of which some products are started. Only when these are on disk does the rest take its
/// place: a crash in between must find each product in one of the two.
#[derive(Default)]
pub struct StartedReview {
    /// What stays in the review; `None`: nothing.
    pub rest: Option<Box<SavedReview>>,
    /// Whether that was saved after the start.
    pub is_newer: bool,
}

/// Started products of a run that are being compared.
pub struct Comparison {
    /// Distinguishes the run's comparisons.
    pub id: u64,
    pub started: PendingImport,
    /// The account's saved review, if the products are from it.
    pub review: Option<StartedReview>,
    /// Whether the products are on disk.
    pub saved: bool,
    /// How often drafts had been handed to engines when the comparison began.
    pub handover_count: u64,
    /// Whether it ended before one that was started earlier. It is made again after that.
    pub is_early: bool,
    task: AbortHandle,
}

impl Comparison {
    /// A comparison that `task` is working on.
    pub const fn new(
        id: u64,
        started: PendingImport,
        review: Option<StartedReview>,
        saved: bool,
        handover_count: u64,
        task: AbortHandle,
    ) -> Self {
        Self { id, started, review, saved, handover_count, is_early: false, task }
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
    /// The hashes of each planned draft's photos, in order; empty where they were not needed, and the problem
    /// of a photo that cannot be read.
    pub hashes: Vec<Result<Vec<ContentHash>, Problem>>,
    /// The planned drafts with such a photo, and their photos, if all of them are there.
    pub unread: Vec<(usize, Vec<PathBuf>)>,
    /// The folded names of planned drafts that other products of the saved list have.
    pub names_in_shop: HashSet<String>,
}

/// Reads what the comparison needs. Blocking. `unwritten`: what the account's imports have recorded and the
/// disk may not have yet.
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
    let left = planned.iter().filter(|planned| planned.is_left_by_rows).map(|planned| &planned.photos);
    let left: Vec<ContentHash> = left.filter_map(|photos| hashes_of(photos).ok()).flatten().collect();
    let names = names_of(&planned).chain(names_with_price(&planned));
    let mut earlier = JournalReplay::read(
        &completed(store.earlier_entries(account, names, skus_of(&planned), &left)?, unwritten),
        unix_now,
    )
    .into_drafts();
    if started.allow_duplicates {
        // What was there at Start is created again. What was started after it, while it waited to be resumed,
        // is not.
        let last = started.drafts.iter().map(|(draft, _)| *draft).max();
        earlier.retain(|known| Some(known.id) > last && known.state != State::Skipped);
    }
    let wanted = needs_hashes(&planned, &earlier);
    let names_in_shop = names_in_shop(store, account, &planned, &earlier)?;
    let mut hashes = vec![Ok(Vec::new()); planned.len()];
    for &index in &wanted {
        hashes[index] = hashes_of(&planned[index].photos);
    }
    let is_held =
        |index: &usize| hashes[*index].is_err() && planned[*index].photos.iter().all(|photo| photo.exists());
    let unread =
        wanted.iter().copied().filter(is_held).map(|index| (index, planned[index].photos.clone())).collect();
    Ok(Compared { hashes, unread, earlier, names_in_shop })
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

/// How often the photos of a product are read before they count as unreadable, and how long after a failure
/// they are read again: a virus scanner or a synchronized folder may hold one.
const READS: usize = 4;
const READ_AGAIN_AFTER: Duration = Duration::from_millis(250);

/// The hashes of a product's photos.
fn hashes_of(photos: &[PathBuf]) -> Result<Vec<ContentHash>, Problem> {
    photos
        .iter()
        .map(|photo| {
            vitrine_media::read_photo(photo, vitrine_media::MAX_FILE_BYTES)
                .map(|bytes| ContentHash::of(&bytes))
        })
        .collect()
}

/// Reads the photos again that could not be read, and are there.
pub async fn read_again(mut compared: Compared) -> Compared {
    for _ in 1..READS {
        let held = std::mem::take(&mut compared.unread);
        if held.is_empty() {
            break;
        }
        tokio::time::sleep(READ_AGAIN_AFTER).await;
        let read = |(index, photos): (usize, Vec<PathBuf>)| {
            let hashes = hashes_of(&photos);
            (index, photos, hashes)
        };
        let read = blocking(move || Ok(held.into_iter().map(read).collect::<Vec<_>>())).await;
        for (index, photos, hashes) in read.unwrap_or_default() {
            if hashes.is_err() {
                compared.unread.push((index, photos));
            }
            compared.hashes[index] = hashes;
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::ProblemKind;

    #[tokio::test(start_paused = true)]
    async fn a_photo_that_a_virus_scanner_holds_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let [held, gone] = ["1.jpg", "2.jpg"].map(|name| dir.path().join(name));
        std::fs::write(&held, b"rug").unwrap();
        // A folder in its place is as unreadable for good.
        std::fs::create_dir(&gone).unwrap();
        let failed = || Err(Problem::new(ProblemKind::FileUnreadable));
        let unread = vec![(0, vec![held]), (1, vec![gone])];
        let compared =
            read_again(Compared { hashes: vec![failed(), failed()], unread, ..Compared::default() }).await;
        assert_eq!(compared.hashes[0], Ok(vec![ContentHash::of(b"rug")]));
        assert_eq!(
            compared.hashes[1].as_ref().map_err(|problem| problem.kind),
            Err(ProblemKind::FileUnreadable)
        );
    }
}
