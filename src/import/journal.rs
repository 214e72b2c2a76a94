//! What an import writes down, and how what was written becomes drafts again.
//!
//! Records are appended in the order the engine asks for them and never changed. An import is restored
//! from the records alone, so nothing else decides what is sent after a crash. Reading is idempotent: a
//! record that was written twice, because an append failed half-way, means what it means once.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::state::{DraftId, PlannedDraft, RunId, State};
use crate::domain::{AccountKey, Draft, FileId, Problem, ProductId};
use crate::media::ContentHash;

/// The version of [`Record`]'s JSON. New kinds and new optional fields do not raise it.
pub const VERSION: u32 = 1;

/// One line of the journal. Its time of writing is the store's to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Record {
    RunStarted {
        run: RunId,
        account: AccountKey,
    },
    DraftAdded {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
    },
    /// An unfinished draft of an earlier run goes on in this one, as planned now. `hashes` are its photos', in order.
    Adopted {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
        hashes: Vec<ContentHash>,
    },
    /// A photo of the draft is at the marketplace.
    PhotoUploaded {
        draft: DraftId,
        /// Its place among the draft's photos; 0 is the cover.
        index: usize,
        hash: ContentHash,
        file: FileId,
    },
    /// A creation is about to leave. Durable before it does.
    Intent {
        draft: DraftId,
        attempt: u32,
        cover: FileId,
    },
    /// That creation is known not to have happened.
    Undone {
        draft: DraftId,
        attempt: u32,
    },
    /// `product` is `None` when the marketplace did not say; a later record may.
    Created {
        draft: DraftId,
        product: Option<ProductId>,
    },
    /// Added, and made by an earlier import already. One record, so that no crash leaves a draft that is only added.
    Skipped {
        draft: DraftId,
        run: RunId,
        planned: PlannedDraft,
        product: Option<ProductId>,
        photo: Option<FileId>,
    },
    Failed {
        draft: DraftId,
        problem: Problem,
    },
    /// Whether it exists cannot be told from the shop.
    Undecided {
        draft: DraftId,
    },
    Cancelled {
        draft: DraftId,
    },
    /// Back in the queue, with the fields as edited since.
    Retried {
        draft: DraftId,
        fields: Draft,
        /// Its uploaded photos were refused and are not used again.
        fresh_photos: bool,
    },
    /// The products the shop held before the run's first creation. `None`: they could not be listed whole.
    Baseline {
        run: RunId,
        products: Option<Vec<ProductId>>,
    },
    /// What has been learned of a shop; the last one of an account counts.
    Knowledge {
        account: AccountKey,
        knowledge: Knowledge,
    },
    /// Nothing new is created any more.
    RunCancelled {
        run: RunId,
    },
    /// Every draft has come to its end. A run is unfinished unless this is its last record, its drafts' included.
    RunEnded {
        run: RunId,
    },
}

impl Record {
    pub const fn draft(&self) -> Option<DraftId> {
        match self {
            Self::DraftAdded { draft, .. }
            | Self::Adopted { draft, .. }
            | Self::PhotoUploaded { draft, .. }
            | Self::Intent { draft, .. }
            | Self::Undone { draft, .. }
            | Self::Created { draft, .. }
            | Self::Skipped { draft, .. }
            | Self::Failed { draft, .. }
            | Self::Undecided { draft }
            | Self::Cancelled { draft }
            | Self::Retried { draft, .. } => Some(*draft),
            Self::RunStarted { .. }
            | Self::Baseline { .. }
            | Self::Knowledge { .. }
            | Self::RunCancelled { .. }
            | Self::RunEnded { .. } => None,
        }
    }

    /// The run it names. Other records belong to the run their draft is in.
    pub const fn run(&self) -> Option<RunId> {
        match self {
            Self::RunStarted { run, .. }
            | Self::DraftAdded { run, .. }
            | Self::Adopted { run, .. }
            | Self::Skipped { run, .. }
            | Self::Baseline { run, .. }
            | Self::RunCancelled { run }
            | Self::RunEnded { run } => Some(*run),
            _ => None,
        }
    }
}

/// How a created product is known again in the shop's list. Not promised by the contract, so it is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    /// Not yet seen.
    #[default]
    Unproven,
    /// A listed product's photo id is the id its cover got when it was uploaded.
    Cover,
    /// Photo ids are of another kind; title, price and stock come back as they were sent.
    Likeness,
    /// Neither: only a person can tell.
    Nothing,
}

/// What imports have learned of one account's shop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Knowledge {
    pub identity: Identity,
    /// The longest a created product was seen missing from the list. `None` before any was measured.
    pub lag: Option<Duration>,
}

/// A record with the time the store wrote it, in seconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub at: i64,
    pub record: Record,
}

/// How long the marketplace is trusted to keep an uploaded file that no product uses, in seconds.
pub const UPLOAD_LIFE: i64 = 7 * 24 * 3600;

/// Everything the journal knows of one draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub id: DraftId,
    /// The run it is in now.
    pub run: RunId,
    pub planned: PlannedDraft,
    /// `Waiting` while nothing final is known; `Checking` when a creation may have left; `NeedsPerson`; or a final state.
    pub state: State,
    /// By place among the photos.
    pub uploads: BTreeMap<usize, Upload>,
    /// Creations begun so far.
    pub attempts: u32,
    /// The cover the last of them carried.
    pub cover: Option<FileId>,
    pub product: Option<ProductId>,
    pub problem: Option<Problem>,
    /// Its last creation began in an earlier run than the one it is in now.
    pub sent_before: bool,
    /// Its photos were refused: none of them is taken from earlier uploads.
    pub fresh_photos: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Upload {
    pub hash: ContentHash,
    pub file: FileId,
    /// Too long ago for the marketplace to be trusted to have it still.
    pub stale: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct KnownRun {
    pub account: AccountKey,
    /// `None` when not yet asked for, `Some(None)` when the shop could not be listed whole.
    pub baseline: Option<Option<Vec<ProductId>>>,
    pub cancelled: bool,
}

/// The journal read: its drafts in the order they were added, and its runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    drafts: Vec<Known>,
    places: HashMap<DraftId, usize>,
    runs: BTreeMap<RunId, KnownRun>,
}

impl Ledger {
    /// `wall` is the time now, in seconds since 1970.
    pub fn read<'a>(entries: impl IntoIterator<Item = &'a Entry>, wall: i64) -> Self {
        let mut ledger = Self::default();
        for Entry { at, record } in entries {
            ledger.apply(record, at.saturating_add(UPLOAD_LIFE) < wall);
        }
        ledger
    }

    pub fn drafts(&self) -> &[Known] {
        &self.drafts
    }

    pub fn into_drafts(self) -> Vec<Known> {
        self.drafts
    }

    pub fn run(&self, run: RunId) -> Option<&KnownRun> {
        self.runs.get(&run)
    }

    fn apply(&mut self, record: &Record, stale: bool) {
        match record {
            Record::RunStarted { run, account } => {
                self.runs.entry(*run).or_insert_with(|| KnownRun { account: account.clone(), baseline: None, cancelled: false });
            }
            Record::Baseline { run, products } => {
                if let Some(known) = self.runs.get_mut(run) {
                    known.baseline = Some(products.clone());
                }
            }
            Record::RunCancelled { run } => self.set_cancelled(*run, true),
            Record::DraftAdded { draft, run, planned } => {
                self.set_cancelled(*run, false);
                self.add(Known::new(*draft, *run, planned.clone()));
            }
            Record::Skipped { draft, run, planned, product, photo } => {
                self.set_cancelled(*run, false);
                self.add(Known::skipped(*draft, *run, planned.clone(), product.clone(), photo.clone()));
            }
            Record::Knowledge { .. } | Record::RunEnded { .. } => {}
            _ => {
                let place = record.draft().and_then(|draft| self.places.get(&draft).copied());
                if let Some(known) = place.and_then(|place| self.drafts.get_mut(place)) {
                    known.apply(record, stale);
                    let run = known.run;
                    if matches!(record, Record::Retried { .. } | Record::Adopted { .. }) {
                        self.set_cancelled(run, false);
                    }
                }
            }
        }
    }

    fn add(&mut self, known: Known) {
        if !self.places.contains_key(&known.id) {
            self.places.insert(known.id, self.drafts.len());
            self.drafts.push(known);
        }
    }

    fn set_cancelled(&mut self, run: RunId, cancelled: bool) {
        if let Some(known) = self.runs.get_mut(&run) {
            known.cancelled = cancelled;
        }
    }
}

impl Known {
    pub fn new(id: DraftId, run: RunId, planned: PlannedDraft) -> Self {
        Self {
            id,
            run,
            planned,
            state: State::Waiting,
            uploads: BTreeMap::new(),
            attempts: 0,
            cover: None,
            product: None,
            problem: None,
            sent_before: false,
            fresh_photos: false,
        }
    }

    /// A row for a product that another draft made.
    pub fn skipped(id: DraftId, run: RunId, planned: PlannedDraft, product: Option<ProductId>, cover: Option<FileId>) -> Self {
        Self { state: State::Skipped, product, cover, ..Self::new(id, run, planned) }
    }

    /// A creation of it may have been done.
    pub const fn unsettled(&self) -> bool {
        matches!(self.state, State::Checking | State::NeedsPerson)
    }

    /// The same draft in another run, as planned there. What may be in the shop already keeps its own fields.
    pub fn adopt(&mut self, run: RunId, planned: &PlannedDraft, hashes: &[ContentHash]) {
        self.run = run;
        if self.unsettled() {
            self.sent_before = true;
            return;
        }
        // A cover must be this draft's own upload; photos of the album may have come from anywhere.
        let earlier = std::mem::take(&mut self.uploads);
        for (index, hash) in hashes.iter().enumerate() {
            let same = |(place, upload): &(&usize, &Upload)| upload.hash == *hash && (**place == 0) == (index == 0);
            if let Some((_, upload)) = earlier.iter().find(same) {
                self.uploads.insert(index, upload.clone());
            }
        }
        self.planned = planned.clone();
        self.state = State::Waiting;
        self.problem = None;
    }

    fn apply(&mut self, record: &Record, stale: bool) {
        match record {
            Record::Adopted { run, planned, hashes, .. } if *run != self.run => self.adopt(*run, planned, hashes),
            Record::PhotoUploaded { index, hash, file, .. } => {
                self.uploads.insert(*index, Upload { hash: *hash, file: file.clone(), stale });
            }
            // Not a second time: what came of it may have been read already.
            Record::Intent { attempt, cover, .. } if *attempt > self.attempts => {
                self.attempts = *attempt;
                self.cover = Some(cover.clone());
                self.state = State::Checking;
                self.sent_before = false;
            }
            Record::Undone { attempt, .. } if *attempt == self.attempts && self.unsettled() => self.state = State::Waiting,
            Record::Created { product, .. } => {
                self.state = State::Created;
                self.problem = None;
                self.product = product.clone().or_else(|| self.product.take());
            }
            Record::Failed { problem, .. } => {
                self.state = State::Failed;
                self.problem = Some(problem.clone());
            }
            Record::Undecided { .. } if self.unsettled() => self.state = State::NeedsPerson,
            Record::Cancelled { .. } => self.state = State::Cancelled,
            Record::Retried { fields, fresh_photos, .. } if matches!(self.state, State::Failed | State::Cancelled) => {
                self.planned.draft = fields.clone();
                self.state = State::Waiting;
                self.problem = None;
                self.fresh_photos |= fresh_photos;
                if *fresh_photos {
                    self.uploads.clear();
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Code, UserId, VendorId};

    const DRAFT: DraftId = DraftId(7);
    const RUN: RunId = RunId(1);

    fn planned(name: &str) -> PlannedDraft {
        let draft = Draft { name: name.to_owned(), ..Draft::default() };
        PlannedDraft { draft, source: "/p".into(), source_name: name.to_owned(), photos: vec!["/p/1.jpg".into(), "/p/2.jpg".into()] }
    }

    fn uploaded(index: usize, content: &[u8], file: u64) -> Record {
        Record::PhotoUploaded { draft: DRAFT, index, hash: ContentHash::of(content), file: FileId::from(file) }
    }

    fn intent(attempt: u32) -> Record {
        Record::Intent { draft: DRAFT, attempt, cover: FileId::from(1) }
    }

    fn undone(attempt: u32) -> Record {
        Record::Undone { draft: DRAFT, attempt }
    }

    /// The draft after being added and then these records.
    fn after(records: &[Record]) -> Known {
        let added = Record::DraftAdded { draft: DRAFT, run: RUN, planned: planned("Rug") };
        let entries: Vec<Entry> = std::iter::once(&added).chain(records).map(|record| Entry { at: 0, record: record.clone() }).collect();
        Ledger::read(&entries, 0).drafts()[0].clone()
    }

    #[test]
    fn an_intent_without_an_outcome_is_to_be_checked() {
        assert_eq!(after(&[uploaded(0, b"1", 1), intent(1)]).state, State::Checking);
        assert_eq!(after(&[intent(1), undone(1)]).state, State::Waiting);
        assert_eq!(after(&[intent(1), undone(1), intent(2)]).state, State::Checking);
    }

    #[test]
    fn records_written_twice_mean_what_they_mean_once() {
        let records = [intent(1), undone(1), intent(2), Record::Created { draft: DRAFT, product: Some(ProductId::from(9)) }];
        let twice = [records.clone(), records.clone()].concat();
        assert_eq!(after(&twice), after(&records));
    }

    #[test]
    fn an_id_that_came_later_is_kept_and_never_lost_again() {
        let created = |product| Record::Created { draft: DRAFT, product };
        let known = after(&[intent(1), created(None), created(Some(ProductId::from(9))), created(None)]);
        assert_eq!((known.state, known.product), (State::Created, Some(ProductId::from(9))));
    }

    #[test]
    fn a_retry_takes_the_edits_and_drops_refused_photos() {
        let failed = Record::Failed { draft: DRAFT, problem: Problem::new(Code::Unprocessable) };
        let retried = Record::Retried { draft: DRAFT, fields: planned("Big rug").draft, fresh_photos: true };
        let known = after(&[uploaded(0, b"1", 1), failed, retried]);
        assert_eq!((known.state, known.planned.draft.name.as_str(), known.uploads.len()), (State::Waiting, "Big rug", 0));
    }

    #[test]
    fn an_adopted_draft_keeps_its_cover_and_finds_its_other_photos_by_content() {
        let mut known = after(&[uploaded(0, b"cover", 1), uploaded(1, b"side", 2)]);
        let hashes = [b"cover".as_slice(), b"new", b"side"].map(ContentHash::of);
        known.adopt(RunId(2), &planned("Rug"), &hashes);
        let files: Vec<_> = known.uploads.iter().map(|(&index, upload)| (index, upload.file.clone())).collect();
        assert_eq!(files, [(0, FileId::from(1)), (2, FileId::from(2))]);
        // What was an album photo may be another draft's upload, and is no cover.
        known.adopt(RunId(3), &planned("Rug"), &[ContentHash::of(b"side")]);
        assert!(known.uploads.is_empty());
    }

    #[test]
    fn an_adopted_draft_that_may_be_in_the_shop_keeps_the_fields_it_was_sent_with() {
        let mut known = after(&[uploaded(0, b"1", 1), intent(1)]);
        known.adopt(RunId(2), &planned("Other"), &[]);
        assert_eq!((known.state, known.planned.draft.name.as_str(), known.sent_before), (State::Checking, "Rug", true));
    }

    #[test]
    fn an_upload_of_long_ago_is_remembered_but_not_used() {
        let entries = [Record::DraftAdded { draft: DRAFT, run: RUN, planned: planned("Rug") }, uploaded(0, b"1", 1)];
        let entries = entries.map(|record| Entry { at: 1_000, record });
        let stale = |wall| Ledger::read(&entries, wall).drafts()[0].uploads[&0].stale;
        assert!(!stale(1_000 + UPLOAD_LIFE));
        assert!(stale(1_001 + UPLOAD_LIFE));
    }

    #[test]
    fn every_kind_of_record_reads_back_as_it_was_written() {
        let account = AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) };
        let problem = Problem { retry_after: Some(Duration::from_millis(1500)), ..Problem::new(Code::Unprocessable).in_field("name") };
        let knowledge = Knowledge { identity: Identity::Likeness, lag: Some(Duration::from_millis(250)) };
        let (draft, run, product) = (DRAFT, RUN, Some(ProductId::from(3)));
        let records = [
            Record::RunStarted { run, account: account.clone() },
            Record::DraftAdded { draft, run, planned: planned("گلیم") },
            Record::Adopted { draft, run, planned: planned("a"), hashes: vec![ContentHash::of(b"a")] },
            uploaded(1, b"x", 4),
            intent(2),
            undone(2),
            Record::Created { draft, product: product.clone() },
            Record::Skipped { draft, run, planned: planned("b"), product, photo: Some(FileId::from(5)) },
            Record::Failed { draft, problem },
            Record::Undecided { draft },
            Record::Cancelled { draft },
            Record::Retried { draft, fields: Draft::default(), fresh_photos: false },
            Record::Baseline { run, products: Some(vec![ProductId::from(1)]) },
            Record::Knowledge { account, knowledge },
            Record::RunCancelled { run },
            Record::RunEnded { run },
        ];
        for record in records {
            let json = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record, "{json}");
        }
    }
}
