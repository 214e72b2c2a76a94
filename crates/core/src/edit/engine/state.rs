//! The state of a run, and what changes it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use super::invariants::{Invariants, Violation};
use super::item::{ACCEPTED, Doubt, Item, Stage, TIMED_OUT};
use super::protocol::{Config, Effect, Input};
use super::update::RowUpdate;
use crate::edit::change::{RowState, StoredRow};
use crate::pace::{Outcome, Pace, Ticket};
use vitrine_domain::{Problem, ProblemKind};

/// A reading older than this does not tell what a request would overwrite: the product is read again before
/// it is sent.
pub const MAX_READING_AGE: Duration = Duration::from_secs(1);
/// A request whose intent took the disk longer than this is not sent.
pub const MAX_RECORDING: Duration = Duration::from_secs(5);

/// A request whose intent is being recorded, or that is being sent.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) rows: Vec<usize>,
    pub(super) alone: bool,
    pub(super) ticket: Ticket,
    pub(super) sent_at: Duration,
}

/// One run.
///
/// It is large because every decision of a run may depend on all that is known of it, and nothing else may
/// change that; its methods are in a file for each subject.
#[derive(Debug)]
pub struct Engine {
    pub(super) config: Config,
    pub(super) items: Vec<Item>,
    /// Rows to be read before they are sent.
    pub(super) to_check: BTreeSet<usize>,
    /// Rows that were just read and may be sent, the earliest reading first.
    pub(super) ready: VecDeque<usize>,
    /// Rows to be read because something was sent, and when.
    pub(super) to_prove: BTreeSet<(Duration, usize)>,
    /// Readings under way, with their rows.
    pub(super) readings: BTreeMap<u64, (Vec<usize>, bool)>,
    /// Requests whose intents are not durable yet, by the number of their record.
    pub(super) intents: VecDeque<(u64, Request)>,
    pub(super) sending: BTreeMap<u64, Request>,
    /// Records that are not durable yet.
    pub(super) unsaved: VecDeque<(u64, Vec<RowUpdate>)>,
    pub(super) next_number: u64,
    pub(super) started: bool,
    pub(super) paused: bool,
    pub(super) cancelled: bool,
    pub(super) signed_out: bool,
    pub(super) refusals: Refusals,
    pub(super) storage: Option<(Problem, Duration)>,
    /// When the limiter permits the next request, as last reported.
    pub(super) held_until: Option<Duration>,
    pub(super) last_failure: Option<Problem>,
    /// When products were last read.
    pub(super) last_reading: Option<Duration>,
    /// When a change in doubt may have to be given to a person.
    pub(super) overdue_at: Option<Duration>,
    /// After a reading that failed, when the next one may be requested.
    pub(super) read_retry: Option<Duration>,
    /// Rows that changed since they were last taken.
    pub(super) changed: BTreeSet<usize>,
    invariants: Invariants,
}

/// Counts equal refusals in a row.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    pub(super) last: Option<Problem>,
    pub(super) in_a_row: usize,
    /// The refusal that stopped the run.
    pub(super) stopped: Option<Problem>,
}

/// This many equal refusals stop the run until a person continues it.
const MAX_EQUAL_REFUSALS: usize = 3;

impl Refusals {
    pub(super) fn count(&mut self, problem: &Problem) {
        let equal = |last: &Problem| {
            (last.kind, &last.field, &last.quotation) == (problem.kind, &problem.field, &problem.quotation)
        };
        self.in_a_row = if self.last.as_ref().is_some_and(equal) { self.in_a_row + 1 } else { 1 };
        self.last = Some(problem.clone());
        if self.in_a_row >= MAX_EQUAL_REFUSALS {
            self.stopped = Some(problem.clone());
        }
    }
}

/// What is known while one input is handled.
pub(super) struct Step<'a> {
    pub(super) now: Duration,
    pub(super) pace: &'a mut Pace,
    pub(super) effects: Vec<Effect>,
    pub(super) wake: Option<Duration>,
}

impl Step<'_> {
    pub(super) fn wake_at(&mut self, at: Duration) {
        self.wake = Some(self.wake.map_or(at, |earlier| earlier.min(at)));
    }
}

impl Engine {
    /// A run of these rows, new or as the journal has them. It begins with [`Input::Start`].
    pub fn new(rows: Vec<StoredRow>, config: Config) -> Self {
        Self {
            config,
            invariants: Invariants::new(&rows),
            items: rows.into_iter().map(|row| Item::new(row, config)).collect(),
            to_check: BTreeSet::new(),
            ready: VecDeque::new(),
            to_prove: BTreeSet::new(),
            readings: BTreeMap::new(),
            intents: VecDeque::new(),
            sending: BTreeMap::new(),
            unsaved: VecDeque::new(),
            next_number: 1,
            started: false,
            paused: false,
            cancelled: false,
            signed_out: false,
            refusals: Refusals::default(),
            storage: None,
            held_until: None,
            last_failure: None,
            last_reading: None,
            overdue_at: None,
            read_retry: None,
            changed: BTreeSet::new(),
        }
    }

    /// Applies one input at `now`, of any clock that never goes back, and returns what is to be done.
    pub fn handle(&mut self, now: Duration, input: Input, pace: &mut Pace) -> Vec<Effect> {
        let mut step = Step { now, pace, effects: Vec::new(), wake: None };
        self.invariants.note(&input);
        self.apply(&mut step, input);
        if self.started {
            self.advance(&mut step);
        }
        for (request, violation) in self.invariants.hold_back(&mut step.effects, |row| &self.items[row].row) {
            self.hold_back(&mut step, request, violation);
        }
        step.effects.extend(step.wake.map(Effect::WakeAt));
        step.effects
    }

    /// A fault of this program was noticed before it did harm: the products fail, and the run waits for a
    /// person.
    fn hold_back(&mut self, step: &mut Step<'_>, request: u64, violation: Violation) {
        let Some(held_back) = self.sending.remove(&request) else { return };
        step.pace.done(step.now, held_back.ticket, Outcome::NotSent);
        let problem = Problem::new(ProblemKind::Internal)
            .with_quotation(format!("request {request} was not sent: {violation}"));
        for row in held_back.rows {
            // An answer that is still to come says what becomes of it.
            if self.sending.values().all(|request| !request.rows.contains(&row)) {
                self.end_unseen(step, row, &problem);
            }
        }
        self.last_failure = Some(problem);
        self.paused = true;
    }

    pub(super) fn apply(&mut self, step: &mut Step<'_>, input: Input) {
        match input {
            Input::Start => self.start(step),
            Input::Read { read, result } => self.on_read(step, read, result),
            Input::Sent { request, result } => self.on_sent(step, request, result),
            Input::Recorded { through } => self.recorded(step, through),
            Input::RecordFailed(problem) => self.storage = Some((problem, step.now + STORAGE_RETRY)),
            Input::Pause => self.paused = true,
            Input::Continue => {
                (self.paused, self.refusals) = (false, Refusals::default());
                if let Some((_, retry)) = &mut self.storage {
                    *retry = step.now;
                }
            }
            Input::Cancel => self.cancel(step),
            Input::Decide { row, overwrite } => self.decide(step, row, overwrite),
            Input::Tick => {}
        }
    }

    pub(super) fn start(&mut self, step: &mut Step<'_>) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        for row in 0..self.items.len() {
            match self.items[row].row.state {
                RowState::Waiting => {
                    self.to_check.insert(row);
                }
                // An earlier process may have sent it.
                RowState::Sent => self.doubt(step.now, row, Doubt::lost(step.now, TIMED_OUT)),
                _ => self.items[row].stage = Stage::Done,
            }
        }
    }

    pub(super) fn cancel(&mut self, step: &mut Step<'_>) {
        self.cancelled = true;
        let unsent = |item: &Item| matches!(item.stage, Stage::Queued | Stage::Ready { .. });
        let rows: Vec<usize> = (0..self.items.len()).filter(|&row| unsent(&self.items[row])).collect();
        for row in rows {
            self.to_check.remove(&row);
            self.give_up(step, row);
        }
        self.ready.clear();
    }

    pub(super) fn decide(&mut self, step: &mut Step<'_>, row: usize, overwrite: bool) {
        let Some(item) = self.items.get_mut(row).filter(|item| item.row.state == RowState::Moved) else {
            return;
        };
        if !overwrite {
            return self.end(step, row, RowState::Cancelled, None);
        }
        for (change, now) in item.row.changes.iter_mut().zip(std::mem::take(&mut item.row.now)) {
            // Values that are the new ones already are no base.
            if now.as_ref() != Some(&change.new) {
                change.base = now.or(change.base.take());
            }
        }
        item.row.problem = None;
        self.queue(step, row);
    }

    /// Puts a row back to the beginning.
    pub(super) fn queue(&mut self, step: &mut Step<'_>, row: usize) {
        self.items[row].stage = Stage::Queued;
        if self.cancelled {
            return self.give_up(step, row);
        }
        self.to_check.insert(row);
        let item = &mut self.items[row];
        item.row.sent = item.may_be_applied;
        if item.row.state != RowState::Waiting {
            self.set_state(row, RowState::Waiting);
            self.record(step, &[row]);
        }
    }

    /// Sends a row no more. Of one that was sent, the shop tells what became of it: a part may be there, and
    /// wait for a review.
    pub(super) fn give_up(&mut self, step: &mut Step<'_>, row: usize) {
        if self.items[row].may_be_applied {
            return self.doubt(step.now, row, Doubt::lost(step.now, Duration::ZERO));
        }
        self.end(step, row, RowState::Cancelled, None);
    }

    pub(super) fn end(&mut self, step: &mut Step<'_>, row: usize, state: RowState, problem: Option<Problem>) {
        let item = &mut self.items[row];
        item.stage = Stage::Done;
        item.row.problem = problem;
        item.row.sent = item.may_be_applied;
        if !matches!(state, RowState::Moved | RowState::Changed) {
            item.row.now.clear();
        }
        self.set_state(row, state);
        self.record(step, &[row]);
    }

    /// Ends a row whose new values the shop shows.
    pub(super) fn end_changed(&mut self, step: &mut Step<'_>, row: usize) {
        let StoredRow { changes, now, .. } = &mut self.items[row].row;
        if !changes.iter().zip(&*now).any(|(change, now)| now.as_ref().is_some_and(|now| *now != change.new))
        {
            now.clear();
        }
        self.end(step, row, RowState::Changed, None);
    }

    /// Ends a row whose new values the shop does not show. One of which a part is there, or may wait for a
    /// review, has not failed, and was not given up: a person is asked.
    pub(super) fn end_without(
        &mut self,
        step: &mut Step<'_>,
        row: usize,
        state: RowState,
        problem: Option<Problem>,
    ) {
        let item = &self.items[row];
        if item.may_be_applied && (item.has_part() || item.in_review) {
            let problem = problem.unwrap_or_else(|| Problem::new(ProblemKind::ChangeUnconfirmed));
            return self.end_unseen(step, row, &problem);
        }
        self.end(step, row, state, problem);
    }

    /// Ends a row of which cannot be told what is there. If it was sent, nothing but the shop could tell: a
    /// person is asked.
    pub(super) fn end_unseen(&mut self, step: &mut Step<'_>, row: usize, problem: &Problem) {
        let code = if self.items[row].may_be_applied { ProblemKind::ChangeUnconfirmed } else { problem.kind };
        self.end(step, row, RowState::Failed, Some(Problem { kind: code, ..problem.clone() }));
    }

    pub(super) fn set_state(&mut self, row: usize, state: RowState) {
        self.items[row].row.state = state;
        self.changed.insert(row);
    }

    pub(super) fn doubt(&mut self, due: Duration, row: usize, doubt: Doubt) {
        let item = &mut self.items[row];
        (item.may_be_applied, item.row.sent) = (true, true);
        // A list that is seconds old may show what was there before so short a window.
        item.reads_alone |= doubt.window < ACCEPTED && !self.config.lists_promptly;
        item.stage = Stage::Unproven(doubt);
        self.to_prove.insert((due, row));
        let overdue_at = self.items[row].overdue_at();
        self.overdue_at = self.overdue_at.into_iter().chain(overdue_at).min();
    }

    /// Requests a record of these rows as they are. Returns its number.
    pub(super) fn record(&mut self, step: &mut Step<'_>, rows: &[usize]) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        let rows: Vec<RowUpdate> = rows.iter().map(|&row| RowUpdate::of(row, &self.items[row].row)).collect();
        self.unsaved.push_back((number, rows.clone()));
        if self.storage.is_none() {
            step.effects.push(Effect::Record { number, rows });
        }
        number
    }

    pub(super) fn recorded(&mut self, step: &mut Step<'_>, through: u64) {
        while self.unsaved.front().is_some_and(|(number, _)| *number <= through) {
            self.unsaved.pop_front();
        }
        while self.intents.front().is_some_and(|(number, _)| *number <= through) {
            if let Some((number, request)) = self.intents.pop_front() {
                self.send(step, number, request);
            }
        }
    }
}

/// How long after a failed write the disk is tried again.
const STORAGE_RETRY: Duration = Duration::from_secs(5);
