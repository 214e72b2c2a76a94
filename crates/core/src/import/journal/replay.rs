//! Replays the journal: the state of every draft and run after its records.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::{Entry, Record};
use crate::import::state::{DraftId, PlannedDraft, RunId, State};
use vitrine_domain::{AccountKey, FileId, PhotoEdit, Problem, ProblemKind, ProductId};
use vitrine_media::ContentHash;

/// How long the marketplace is trusted to keep an uploaded file that no product uses, in seconds.
pub const UPLOAD_LIFETIME_SECONDS: i64 = 7 * 24 * 3600;

/// Everything the journal says about one draft.
///
/// It is large because it has a field for each kind of record.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftHistory {
    pub id: DraftId,
    /// The run that it currently belongs to.
    pub run: RunId,
    pub planned: PlannedDraft,
    /// `Waiting` while nothing final is known; `Checking` when a creation may have been sent; `NeedsPerson`;
    /// or a final state.
    pub state: State,
    /// Its uploaded photos by index.
    pub uploads: BTreeMap<usize, Upload>,
    /// Creations begun so far.
    pub attempts: u32,
    /// The cover of the last creation.
    pub cover: Option<FileId>,
    /// Other covers that it was sent with before, also by the draft for which its row was skipped.
    pub former_covers: Vec<FileId>,
    pub product: Option<ProductId>,
    pub problem: Option<Problem>,
    /// Whether its last creation began in an earlier run than the current one.
    pub sent_before: bool,
    /// Whether its photos were refused, so that earlier uploads are not used again.
    pub fresh_photos: bool,
    /// How long its last creation has been known to be lost. `None` if no record says when that began, or the
    /// clock was set back since.
    pub waited: Option<Duration>,
    /// Whether the marketplace said that it has the product of the last creation, which no list has shown.
    pub accepted: bool,
    /// Whether it was ever not known what became of a creation.
    pub doubted: bool,
    /// When that began, in seconds since 1970.
    pub lost_at: Option<i64>,
    /// An upper bound of how long ago its last creation was sent. `None` as above.
    pub sent_ago: Option<Duration>,
    /// When its intent was recorded, in seconds since 1970.
    pub sent_at: Option<i64>,
    /// Whether its import was cancelled while its creation may have happened: it is looked for, and not sent
    /// again.
    pub cancelled: bool,
}

/// An uploaded photo of a draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Upload {
    /// The hash of the original file, which identifies the photo with or without edits.
    pub hash: ContentHash,
    pub edit: PhotoEdit,
    pub file: FileId,
    /// Whether the upload is too old to trust that the marketplace still has the file.
    pub stale: bool,
}

/// A draft's state, reduced to what counting needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftState {
    /// The run that it currently belongs to.
    pub run: RunId,
    pub state: State,
    /// Creations begun so far.
    pub attempts: u32,
}

/// What the journal says about a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunHistory {
    pub account: AccountKey,
    /// `None` if not recorded yet, `Some(None)` if the shop could not be listed completely.
    pub baseline: Option<Option<Vec<ProductId>>>,
    pub cancelled: bool,
    /// Whether the run creates the product of the create form.
    pub form: bool,
}

/// The replayed journal: its drafts in the order in which they were added, and its runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalReplay {
    drafts: Vec<DraftHistory>,
    index_by_id: HashMap<DraftId, usize>,
    /// The draft that was last said to have each product.
    owners: HashMap<ProductId, usize>,
    runs: BTreeMap<RunId, RunHistory>,
}

impl JournalReplay {
    /// Replays the entries. `unix_now` is the current time in seconds since 1970.
    pub fn read<'a>(entries: impl IntoIterator<Item = &'a Entry>, unix_now: i64) -> Self {
        let mut replay = Self::default();
        let mut latest = i64::MIN;
        for Entry { at, record } in entries {
            if *at < latest {
                replay.discard_times();
            }
            latest = *at;
            replay.apply(record, *at, at.saturating_add(UPLOAD_LIFETIME_SECONDS) < unix_now);
        }
        if unix_now < latest {
            replay.discard_times();
        }
        for known in &mut replay.drafts {
            // Times are in whole seconds; a wait must never count as longer than it was.
            let seconds = known
                .lost_at
                .map(|at| u64::try_from(unix_now.saturating_sub(at)).unwrap_or(0).saturating_sub(1));
            known.waited = seconds.map(Duration::from_secs);
            let seconds = known
                .sent_at
                .map(|at| u64::try_from(unix_now.saturating_sub(at)).unwrap_or(0).saturating_add(1));
            known.sent_ago = seconds.map(Duration::from_secs);
        }
        replay
    }

    /// The clock was set back: how long ago anything before that happened is unknown.
    fn discard_times(&mut self) {
        self.drafts.iter_mut().for_each(|known| (known.lost_at, known.sent_at) = (None, None));
    }

    /// The drafts, in the order in which they were added.
    pub fn drafts(&self) -> &[DraftHistory] {
        &self.drafts
    }

    /// As [`Self::drafts`], by value.
    pub fn into_drafts(self) -> Vec<DraftHistory> {
        self.drafts
    }

    /// The run with this number.
    pub fn run(&self, run: RunId) -> Option<&RunHistory> {
        self.runs.get(&run)
    }

    fn apply(&mut self, record: &Record, at: i64, stale: bool) {
        match record {
            Record::RunStarted { run, account } => {
                self.runs.entry(*run).or_insert_with(|| RunHistory {
                    account: account.clone(),
                    baseline: None,
                    cancelled: false,
                    form: false,
                });
            }
            Record::Baseline { run, products } => {
                if let Some(known) = self.runs.get_mut(run) {
                    known.baseline = Some(products.clone());
                }
            }
            Record::FromForm { run } => {
                if let Some(known) = self.runs.get_mut(run) {
                    known.form = true;
                }
            }
            Record::RunCancelled { run } => {
                self.set_cancelled(*run, true);
                let unconfirmed =
                    self.drafts.iter_mut().filter(|known| known.run == *run && known.is_unconfirmed());
                unconfirmed.for_each(|known| known.cancelled = true);
            }
            Record::DraftAdded { draft, run, planned } => {
                self.set_cancelled(*run, false);
                self.add(DraftHistory::new(*draft, *run, planned.clone()));
            }
            Record::Skipped { draft, run, planned, product, photo } => {
                self.set_cancelled(*run, false);
                self.add(DraftHistory::skipped(
                    *draft,
                    *run,
                    planned.clone(),
                    product.clone(),
                    photo.clone(),
                ));
            }
            Record::Knowledge { .. } | Record::RunEnded { .. } => {}
            _ => {
                let index = record.draft().and_then(|draft| self.index_by_id.get(&draft).copied());
                if let (Some(index), Record::Created { product: Some(product), .. }) = (index, record) {
                    self.give(product, index);
                }
                if let Some(known) = index.and_then(|index| self.drafts.get_mut(index)) {
                    known.apply(record, at, stale);
                    let run = known.run;
                    if matches!(record, Record::Retried { .. } | Record::Adopted { .. }) {
                        self.set_cancelled(run, false);
                    }
                }
            }
        }
    }

    /// A product belongs to one draft. One that was answered with another's id does not have it.
    fn give(&mut self, product: &ProductId, owner: usize) {
        let earlier = self.owners.insert(product.clone(), owner).filter(|earlier| *earlier != owner);
        if let Some(earlier) = earlier.and_then(|earlier| self.drafts.get_mut(earlier)) {
            earlier.product.take_if(|known| known == product);
        }
    }

    fn add(&mut self, known: DraftHistory) {
        if !self.index_by_id.contains_key(&known.id) {
            self.index_by_id.insert(known.id, self.drafts.len());
            self.drafts.push(known);
        }
    }

    fn set_cancelled(&mut self, run: RunId, cancelled: bool) {
        if let Some(known) = self.runs.get_mut(&run) {
            known.cancelled = cancelled;
        }
    }
}

impl DraftState {
    /// The state after a record that adds a draft. A draft that was added before keeps its state.
    pub const fn added(record: &Record) -> Option<Self> {
        match record {
            Record::DraftAdded { run, .. } => Some(Self { run: *run, state: State::Waiting, attempts: 0 }),
            Record::Skipped { run, .. } => Some(Self { run: *run, state: State::Skipped, attempts: 0 }),
            _ => None,
        }
    }

    /// The state after a further record of the draft. `None` if the record changes nothing: it is out of
    /// date, or was read before.
    #[must_use]
    pub fn after(self, record: &Record) -> Option<Self> {
        let unconfirmed = self.state.is_unconfirmed();
        let state = match record {
            Record::Adopted { run, .. } if *run != self.run => {
                return Some(Self {
                    run: *run,
                    state: if unconfirmed { self.state } else { State::Waiting },
                    ..self
                });
            }
            // Not for a repeated record: the outcome may have been read already.
            Record::Intent { attempt, .. } if *attempt > self.attempts => {
                return Some(Self { state: State::Checking, attempts: *attempt, ..self });
            }
            Record::PhotoUploaded { .. } => self.state,
            Record::Lost { attempt, .. } if *attempt == self.attempts && unconfirmed => self.state,
            Record::Accepted { attempt, .. }
                if *attempt == self.attempts
                    && (unconfirmed || matches!(self.state, State::Created | State::Skipped)) =>
            {
                State::Checking
            }
            Record::Undone { attempt, .. } if *attempt == self.attempts && unconfirmed => State::Waiting,
            Record::Created { .. } => State::Created,
            Record::ListedTwice { .. } if self.state == State::Created => State::Created,
            Record::Failed { .. } => State::Failed,
            Record::Undecided { .. } if unconfirmed => State::NeedsPerson,
            Record::Cancelled { .. } => State::Cancelled,
            Record::Retried { .. }
                if matches!(self.state, State::Failed | State::Cancelled | State::Waiting) =>
            {
                State::Waiting
            }
            _ => return None,
        };
        Some(Self { state, ..self })
    }
}

impl DraftHistory {
    /// A draft that was just added.
    pub fn new(id: DraftId, run: RunId, planned: PlannedDraft) -> Self {
        Self {
            id,
            run,
            planned,
            state: State::Waiting,
            uploads: BTreeMap::new(),
            attempts: 0,
            cover: None,
            former_covers: Vec::new(),
            product: None,
            problem: None,
            sent_before: false,
            fresh_photos: false,
            waited: None,
            accepted: false,
            doubted: false,
            lost_at: None,
            sent_ago: None,
            sent_at: None,
            cancelled: false,
        }
    }

    /// A row for a product that another draft created.
    pub fn skipped(
        id: DraftId,
        run: RunId,
        planned: PlannedDraft,
        product: Option<ProductId>,
        cover: Option<FileId>,
    ) -> Self {
        Self { state: State::Skipped, product, cover, ..Self::new(id, run, planned) }
    }

    /// Whether a creation may have happened whose outcome is unknown.
    pub const fn is_unconfirmed(&self) -> bool {
        self.state.is_unconfirmed()
    }

    /// Moves the draft to another run, as planned there. A draft that may be in the shop keeps the fields it
    /// was sent with.
    pub fn adopt(&mut self, run: RunId, planned: &PlannedDraft, hashes: &[ContentHash]) {
        self.run = run;
        self.cancelled = false;
        if self.is_unconfirmed() {
            self.sent_before = true;
            return;
        }
        // A cover must be this draft's own upload; album photos may come from any upload.
        let earlier = std::mem::take(&mut self.uploads);
        for (index, hash) in hashes.iter().enumerate() {
            let same = |(old_index, upload): &(&usize, &Upload)| {
                upload.hash == *hash
                    && upload.edit == planned.edit(index)
                    && (**old_index == 0) == (index == 0)
            };
            if let Some((_, upload)) = earlier.iter().find(same) {
                self.uploads.insert(index, upload.clone());
            }
        }
        self.planned = planned.clone();
        self.state = State::Waiting;
        self.problem = None;
    }

    fn apply(&mut self, record: &Record, at: i64, stale: bool) {
        let before = DraftState { run: self.run, state: self.state, attempts: self.attempts };
        let Some(after) = before.after(record) else { return };
        match record {
            Record::Adopted { run, planned, hashes, .. } => self.adopt(*run, planned, hashes),
            Record::PhotoUploaded { index, hash, edit, file, .. } => {
                self.uploads.insert(*index, Upload { hash: *hash, edit: *edit, file: file.clone(), stale });
            }
            Record::Intent { cover, .. } => {
                let former = std::mem::replace(&mut self.cover, cover.clone());
                self.former_covers.extend(former.filter(|former| Some(former) != cover.as_ref()));
                (self.sent_before, self.accepted) = (false, false);
                (self.lost_at, self.sent_at) = (None, Some(at));
            }
            Record::Lost { .. } => (self.lost_at, self.doubted) = (Some(at), true),
            Record::Accepted { .. } => (self.lost_at, self.accepted, self.doubted) = (Some(at), true, true),
            // What it was answered with is not its product.
            Record::Undone { .. } => (self.accepted, self.product) = (false, None),
            Record::Created { product, .. } => {
                self.problem.take_if(|problem| problem.kind != ProblemKind::ListedTwice);
                self.accepted = false;
                self.product = product.clone().or_else(|| self.product.take());
            }
            Record::ListedTwice { .. } => self.problem = Some(Problem::new(ProblemKind::ListedTwice)),
            Record::Failed { problem, .. } => self.problem = Some(problem.clone()),
            Record::Retried { fields, fresh_photos, .. } => {
                self.planned.draft = fields.clone();
                self.problem = None;
                self.cancelled = false;
                self.fresh_photos |= fresh_photos;
                if *fresh_photos {
                    self.uploads.clear();
                }
            }
            _ => {}
        }
        (self.state, self.attempts) = (after.state, after.attempts);
    }
}
