//! Writes what imports ask to be written down, in order, on a thread that may wait for the disk.
//!
//! While one batch is being written the next one gathers, so that a slow disk makes batches larger and not more of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use super::messages::KeptReview;
use crate::domain::{AccountKey, Problem};
use crate::import::RunId;
use crate::import::journal::Record;
use crate::store::{Store, StorePath};
use crate::worker::photos::blocking;

/// Under which name the store keeps a review.
pub const REVIEW: &str = "review";

/// What is written together: records in their order, then reviews.
#[derive(Default)]
struct Batch {
    /// With the engine's number of each.
    records: Vec<(RunId, u64, Record)>,
    /// The last word about each account's. `None`: it is kept no longer.
    reviews: Vec<(AccountKey, Option<Box<KeptReview>>)>,
}

impl Batch {
    const fn is_empty(&self) -> bool {
        self.records.is_empty() && self.reviews.is_empty()
    }

    fn through(&self) -> Vec<(RunId, u64)> {
        let mut through: Vec<(RunId, u64)> = Vec::new();
        for (run, number, _) in &self.records {
            match through.iter_mut().find(|(known, _)| known == run) {
                Some((_, last)) => *last = *number,
                None => through.push((*run, *number)),
            }
        }
        through
    }
}

/// What writing a batch came to.
#[derive(Debug)]
pub struct Written {
    /// The last record of each run in it.
    pub through: Vec<(RunId, u64)>,
    pub result: Result<(), Problem>,
}

/// The writing thread's side.
#[derive(Default)]
struct Disk {
    store: Option<Store>,
    /// A batch failed, and those who wait for it have not heard: what follows it must not be written before.
    failed: bool,
}

pub struct JournalWriter {
    path: StorePath,
    clock: fn() -> Timestamp,
    disk: Arc<Mutex<Disk>>,
    gathered: Batch,
}

impl JournalWriter {
    pub fn new(path: StorePath, clock: fn() -> Timestamp) -> Self {
        Self { path, clock, disk: Arc::default(), gathered: Batch::default() }
    }

    /// `number` is the engine's, told back when the record is durable.
    pub fn record(&mut self, run: RunId, number: u64, record: Record) {
        self.gathered.records.push((run, number, record));
    }

    /// Keeps the account's review, or none any more.
    pub fn review(&mut self, account: AccountKey, review: Option<Box<KeptReview>>) {
        self.gathered.reviews.retain(|(earlier, _)| *earlier != account);
        self.gathered.reviews.push((account, review));
    }

    /// Writes what has gathered, if anything. The one before has to have ended.
    pub fn write(&mut self) -> Option<impl Future<Output = Written> + use<>> {
        let batch = std::mem::take(&mut self.gathered);
        if batch.is_empty() {
            return None;
        }
        let (path, disk, now) = (self.path.clone(), Arc::clone(&self.disk), (self.clock)());
        let through = batch.through();
        Some(async move {
            let result = blocking(move || {
                let mut disk = lock(&disk);
                let result = disk.write(&path, batch, now);
                disk.failed = result.is_err();
                result
            });
            Written { through, result: result.await }
        })
    }

    /// A batch failed: its runs ask for all of it again, and for what they asked for since.
    pub fn forget(&mut self, runs: &[(RunId, u64)]) {
        self.gathered.records.retain(|(run, ..)| runs.iter().all(|(failed, _)| failed != run));
        lock(&self.disk).failed = false;
    }

    /// Waits for what is being written, and writes the rest at once.
    pub fn drain(&mut self) -> Option<Written> {
        let mut disk = lock(&self.disk);
        if self.gathered.is_empty() || disk.failed {
            return None;
        }
        let batch = std::mem::take(&mut self.gathered);
        let (through, result) = (batch.through(), disk.write(&self.path, batch, (self.clock)()));
        Some(Written { through, result })
    }
}

fn lock(disk: &Mutex<Disk>) -> MutexGuard<'_, Disk> {
    disk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// Records that follow each other cost one flush of the disk.
    fn write(&mut self, path: &StorePath, Batch { records, reviews }: Batch, now: Timestamp) -> Result<(), Problem> {
        let store = match &self.store {
            Some(store) => store,
            None => self.store.insert(path.connect()?),
        };
        if !records.is_empty() {
            let records: Vec<Record> = records.into_iter().map(|(.., record)| record).collect();
            store.append(&records, now)?;
        }
        reviews.into_iter().try_for_each(|(account, review)| save_review(store, &account, review.as_deref()))
    }
}

fn save_review(store: &Store, account: &AccountKey, review: Option<&KeptReview>) -> Result<(), Problem> {
    match review.map(serde_json::to_string) {
        None => store.drop_form(account, REVIEW),
        Some(Ok(json)) => store.keep_form(account, REVIEW, &json),
        // A path that is no text cannot be kept; it is still on the screen.
        Some(Err(error)) => {
            tracing::warn!(%error, "review not kept");
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{UserId, VendorId};

    const RUN: RunId = RunId(1);

    fn account() -> AccountKey {
        AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) }
    }

    fn records(store: &Store) -> usize {
        store.run_entries(RUN).unwrap().len()
    }

    #[tokio::test]
    async fn records_are_written_in_order_and_told_by_their_last_number() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        assert!(writer.write().is_none(), "nothing to write");
        writer.record(RUN, 1, Record::RunStarted { run: RUN, account: account() });
        writer.record(RUN, 2, Record::RunEnded { run: RUN });
        let written = writer.write().unwrap().await;
        assert_eq!((written.through, written.result), (vec![(RUN, 2)], Ok(())));
        assert_eq!(records(&store), 2);
    }

    #[tokio::test]
    async fn what_follows_a_batch_that_failed_is_not_written_before_its_run_has_heard() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        lock(&writer.disk).failed = true;
        writer.record(RUN, 2, Record::RunEnded { run: RUN });
        assert!(writer.drain().is_none());
        assert_eq!(records(&store), 0);
        writer.forget(&[(RUN, 1)]);
        writer.record(RUN, 1, Record::RunStarted { run: RUN, account: account() });
        assert_eq!(writer.drain().unwrap().result, Ok(()));
        assert_eq!(records(&store), 1);
    }

    #[tokio::test]
    async fn the_last_word_about_a_review_counts() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        writer.review(account(), Some(Box::default()));
        assert!(writer.drain().unwrap().result.is_ok());
        assert!(store.form(&account(), REVIEW).unwrap().is_some());
        writer.review(account(), Some(Box::default()));
        writer.review(account(), None);
        assert!(writer.write().unwrap().await.result.is_ok());
        assert!(store.form(&account(), REVIEW).unwrap().is_none());
    }
}
