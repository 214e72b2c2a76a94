//! Writes the records of imports in order, on a thread that may wait for the disk.
//!
//! While one batch is being written the next one accumulates, so a slow disk makes batches larger rather than
//! more numerous.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use crate::store::{Store, StorePath};
use crate::worker::photos::blocking;
use vitrine_core::import::dedup::SentCover;
use vitrine_core::import::journal::Record;
use vitrine_core::import::{DraftId, RunId};
use vitrine_domain::{AccountKey, Problem};
use vitrine_model::messages::SavedReview;

/// The key under which the store saves a review.
pub const REVIEW: &str = "review";

/// The latest review of each account. `None` removes the saved one.
type Reviews = Vec<(AccountKey, Option<Box<SavedReview>>)>;

/// What is written together: records in their order, then reviews and covers.
#[derive(Default)]
struct Batch {
    /// Each with its number from the engine.
    records: Vec<(RunId, u64, Record)>,
    reviews: Reviews,
    covers: Vec<(AccountKey, DraftId, SentCover)>,
}

impl Batch {
    const fn is_empty(&self) -> bool {
        self.records.is_empty() && self.reviews.is_empty() && self.covers.is_empty()
    }

    fn append(&mut self, later: Self) {
        self.records.extend(later.records);
        self.reviews.extend(later.reviews);
        self.covers.extend(later.covers);
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

/// The result of writing a batch.
#[derive(Debug)]
pub struct Written {
    /// The last record of each run in it.
    pub through: Vec<(RunId, u64)>,
    /// Of the records, all of them or none.
    pub records: Result<(), Problem>,
    /// Why some of the reviews were not saved, and those.
    pub unsaved: Option<(Problem, Reviews)>,
}

/// The state of the writing thread.
#[derive(Default)]
struct Disk {
    store: Option<Store>,
    /// A batch failed, and its runs have not been notified: later batches must not be written before that.
    failed: bool,
}

/// Collects records and reviews, and writes them in batches.
pub struct JournalWriter {
    path: StorePath,
    clock: fn() -> Timestamp,
    disk: Arc<Mutex<Disk>>,
    /// The batch to write next. Whoever locks the disk takes it, so that batches cannot overtake each other.
    handed: Arc<Mutex<Batch>>,
    gathered: Batch,
    /// Reviews that could not be saved. They are tried again with whatever is written next.
    unsaved: Reviews,
}

impl JournalWriter {
    /// A writer with nothing to write.
    pub fn new(path: StorePath, clock: fn() -> Timestamp) -> Self {
        Self {
            path,
            clock,
            disk: Arc::default(),
            handed: Arc::default(),
            gathered: Batch::default(),
            unsaved: Vec::new(),
        }
    }

    /// Adds a record. `number` is the engine's; it is reported back when the record is durable.
    pub fn record(&mut self, run: RunId, number: u64, record: Record) {
        self.gathered.records.push((run, number, record));
    }

    /// Saves how the cover of a draft looks.
    pub fn cover(&mut self, account: AccountKey, draft: DraftId, cover: SentCover) {
        self.gathered.covers.push((account, draft, cover));
    }

    /// Saves the account's review, or deletes it.
    pub fn review(&mut self, account: AccountKey, review: Option<Box<SavedReview>>) {
        self.gathered.reviews.retain(|(earlier, _)| *earlier != account);
        self.unsaved.retain(|(earlier, _)| *earlier != account);
        self.gathered.reviews.push((account, review));
    }

    /// Writes what has accumulated, if anything. The previous write must have ended.
    pub fn write(&mut self) -> Option<impl Future<Output = Written> + use<>> {
        if self.gathered.is_empty() {
            return None;
        }
        *lock(&self.handed) = self.take_gathered();
        let (path, disk, handed, now) =
            (self.path.clone(), Arc::clone(&self.disk), Arc::clone(&self.handed), (self.clock)());
        Some(async move {
            let written = blocking(move || {
                let mut disk = lock(&disk);
                let batch = std::mem::take(&mut *lock(&handed));
                Ok(disk.write(&path, batch, now))
            });
            written.await.unwrap_or_else(|problem| Written {
                through: Vec::new(),
                records: Err(problem),
                unsaved: None,
            })
        })
    }

    fn take_gathered(&mut self) -> Batch {
        let mut batch = std::mem::take(&mut self.gathered);
        batch.reviews.append(&mut self.unsaved);
        batch
    }

    /// These reviews could not be saved. A newer one of the same account takes the place of each.
    pub fn save_later(&mut self, mut reviews: Reviews) {
        reviews.retain(|(account, _)| {
            self.gathered.reviews.iter().chain(&self.unsaved).all(|(newer, _)| newer != account)
        });
        self.unsaved.append(&mut reviews);
    }

    /// The account's review that waits to be saved, or its deletion.
    pub fn waiting_review(&self, account: &AccountKey) -> Option<Option<&SavedReview>> {
        let mut waiting = self.gathered.reviews.iter().chain(&self.unsaved);
        waiting.find(|(of, _)| of == account).map(|(_, review)| review.as_deref())
    }

    /// Forgets the records of runs whose batch failed: their engines request all of them again.
    pub fn forget(&mut self, runs: &[(RunId, u64)]) {
        self.gathered.records.retain(|(run, ..)| runs.iter().all(|(failed, _)| failed != run));
        lock(&self.disk).failed = false;
    }

    /// Waits for the write in progress, then writes the rest immediately.
    pub fn drain(&mut self) -> Option<Written> {
        let disk = Arc::clone(&self.disk);
        let mut disk = lock(&disk);
        let mut batch = std::mem::take(&mut *lock(&self.handed));
        if disk.failed {
            // The records are requested again by their engines.
            self.save_later(batch.reviews);
            return None;
        }
        batch.append(self.take_gathered());
        (!batch.is_empty()).then(|| disk.write(&self.path, batch, (self.clock)()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    fn write(&mut self, path: &StorePath, batch: Batch, now: Timestamp) -> Written {
        let through = batch.through();
        let Batch { records, reviews, covers } = batch;
        let records = self.append(path, records, now);
        self.failed = records.is_err();
        let mut unsaved: Option<(Problem, Reviews)> = None;
        for (account, review) in reviews {
            if let Err(problem) = self.save_review(path, &account, review.as_deref()) {
                unsaved.get_or_insert((problem, Vec::new())).1.push((account, review));
            }
        }
        for (account, draft, cover) in covers {
            // Nothing but a hint is lost.
            if let Err(problem) = self.store(path).and_then(|store| store.save_cover(&account, draft, &cover))
            {
                tracing::warn!(%problem, "a cover is not remembered");
            }
        }
        Written { through, records, unsaved }
    }

    fn store(&mut self, path: &StorePath) -> Result<&Store, Problem> {
        let store = match self.store.take() {
            Some(store) => store,
            None => path.connect()?,
        };
        Ok(self.store.insert(store))
    }

    /// All records together cost one flush of the disk.
    fn append(
        &mut self,
        path: &StorePath,
        records: Vec<(RunId, u64, Record)>,
        now: Timestamp,
    ) -> Result<(), Problem> {
        if records.is_empty() {
            return Ok(());
        }
        let records: Vec<Record> = records.into_iter().map(|(.., record)| record).collect();
        self.store(path)?.append(&records, now)
    }

    fn save_review(
        &mut self,
        path: &StorePath,
        account: &AccountKey,
        review: Option<&SavedReview>,
    ) -> Result<(), Problem> {
        let store = self.store(path)?;
        match review.map(serde_json::to_string) {
            None => store.delete_form(account, REVIEW),
            Some(Ok(json)) => store.save_form(account, REVIEW, &json),
            // A path that is not valid Unicode cannot be saved; the review is still on the screen.
            Some(Err(error)) => {
                tracing::warn!(%error, "review not saved");
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::{UserId, VendorId};

    const RUN: RunId = RunId(1);

    fn account() -> AccountKey {
        AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) }
    }

    fn records(store: &Store) -> usize {
        store.run_entries(RUN).unwrap().len()
    }

    #[tokio::test]
    async fn records_are_written_in_order_and_confirmed_by_their_last_number() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        assert!(writer.write().is_none(), "nothing to write");
        writer.record(RUN, 1, Record::RunStarted { run: RUN, account: account() });
        writer.record(RUN, 2, Record::RunEnded { run: RUN });
        let written = writer.write().unwrap().await;
        assert_eq!((written.through, written.records), (vec![(RUN, 2)], Ok(())));
        assert_eq!(records(&store), 2);
    }

    #[tokio::test]
    async fn nothing_is_written_after_a_failed_batch_until_its_run_was_told() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        lock(&writer.disk).failed = true;
        writer.record(RUN, 2, Record::RunEnded { run: RUN });
        assert!(writer.drain().is_none());
        assert_eq!(records(&store), 0);
        writer.forget(&[(RUN, 1)]);
        writer.record(RUN, 1, Record::RunStarted { run: RUN, account: account() });
        assert_eq!(writer.drain().unwrap().records, Ok(()));
        assert_eq!(records(&store), 1);
    }

    #[tokio::test]
    async fn a_batch_that_was_never_written_is_written_before_later_records() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        writer.record(RUN, 1, Record::RunStarted { run: RUN, account: account() });
        writer.review(account(), Some(Box::default()));
        let given_up = writer.write().unwrap();
        writer.record(RUN, 2, Record::RunEnded { run: RUN });
        writer.review(account(), None);
        assert_eq!(writer.drain().unwrap().through, [(RUN, 2)]);
        drop(given_up);
        let kinds: Vec<Record> =
            store.run_entries(RUN).unwrap().into_iter().map(|entry| entry.record).collect();
        assert_eq!(
            kinds,
            [Record::RunStarted { run: RUN, account: account() }, Record::RunEnded { run: RUN }]
        );
        assert!(store.form(&account(), REVIEW).unwrap().is_none());
    }

    #[tokio::test]
    async fn the_latest_version_of_a_review_is_saved() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        writer.review(account(), Some(Box::default()));
        assert!(writer.drain().unwrap().unsaved.is_none());
        assert!(store.form(&account(), REVIEW).unwrap().is_some());
        writer.review(account(), Some(Box::default()));
        writer.review(account(), None);
        assert!(writer.write().unwrap().await.unsaved.is_none());
        assert!(store.form(&account(), REVIEW).unwrap().is_none());
    }

    #[tokio::test]
    async fn a_review_that_could_not_be_saved_is_saved_with_the_next_thing_that_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut writer = JournalWriter::new(store.path(), Timestamp::now);
        crate::store::set_disk_full(true);
        writer.review(account(), Some(Box::default()));
        let (problem, reviews) = writer.drain().unwrap().unsaved.unwrap();
        assert_eq!(problem.kind, vitrine_domain::ProblemKind::Storage);
        writer.save_later(reviews);
        assert!(writer.write().is_none(), "the review waits until something else is written");
        crate::store::set_disk_full(false);
        writer.record(RUN, 1, Record::RunStarted { run: RUN, account: account() });
        assert!(writer.drain().unwrap().unsaved.is_none());
        assert!(store.form(&account(), REVIEW).unwrap().is_some());
    }
}
