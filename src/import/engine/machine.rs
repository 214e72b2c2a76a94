//! The engine's turn: take an input, then send whatever may be sent.

use std::time::Duration;

use super::item::{Item, Stage};
use super::reconcile::schedule::Baseline;
use super::rule::Rule;
use super::state::{Deferred, Engine, ItemIndex, Refusals, StepContext};
use super::{Config, Effect, Input, PhotoRef};
use crate::domain::{Code, Problem};
use crate::import::journal::{Entry, JournalReplay, Knowledge, Record};
use crate::import::state::{RunId, State};
use crate::pace::{Outcome, Pace};

const STORAGE_RETRY: Duration = Duration::from_secs(5);

impl Engine {
    /// Goes on with a run the journal holds, once started. `entries` are every record of the run and of every draft
    /// that was ever in it, in the order written; `wall` is the time now, in seconds since 1970.
    ///
    /// # Errors
    /// `StorageDamaged` when the records do not begin the run.
    pub fn restore(
        run: RunId,
        entries: &[Entry],
        knowledge: Knowledge,
        config: Config,
        now: Duration,
        unix_now: i64,
    ) -> Result<Self, Problem> {
        let ledger = JournalReplay::read(entries, unix_now);
        let Some(known) = ledger.run(run) else {
            return Err(Problem::new(Code::StorageDamaged).saying(format!("no beginning of import {}", run.0)));
        };
        let mut engine = Self::new(run, known.account.clone(), knowledge, config);
        engine.cancelled = known.cancelled;
        let drafts = ledger.drafts().iter().filter(|draft| draft.run == run);
        engine.baseline = match &known.baseline {
            Some(Some(products)) => Baseline::DraftHistory(products.iter().cloned().collect()),
            Some(None) => Baseline::Impossible,
            // What it held before can no longer be told once something may have been created.
            None if drafts.clone().any(|draft| draft.attempts > 0 && !draft.sent_before) => Baseline::Impossible,
            None => Baseline::default(),
        };
        engine.restored = true;
        for known in drafts {
            engine.place(Item::known(known, now));
        }
        Ok(engine)
    }

    /// Takes one input at `now` (any clock that never goes back) and says what to do about it.
    pub fn handle(&mut self, now: Duration, input: Input, pace: &mut Pace) -> Vec<Effect> {
        let mut turn = StepContext { now, pace, effects: Vec::new(), wake: None };
        self.take(&mut turn, input);
        if self.started {
            self.advance(&mut turn);
        }
        if let Some(wake) = turn.wake {
            turn.effects.push(Effect::WakeAt(wake));
        }
        turn.effects
    }

    fn take(&mut self, turn: &mut StepContext<'_>, input: Input) {
        match input {
            Input::Start => self.start(turn),
            Input::Add(added) => added.into_iter().for_each(|added| self.add(turn, added)),
            Input::Pause => self.paused = true,
            Input::Continue => {
                self.paused = false;
                self.refusals = Refusals::default();
                if let Some((_, retry)) = &mut self.storage {
                    *retry = turn.now;
                }
            }
            Input::Cancel => self.cancel(turn),
            Input::Retry(edits) => edits.into_iter().for_each(|(draft, fields)| self.retry(turn, draft, fields)),
            Input::Decide { draft, exists } => self.decide(turn, draft, exists),
            Input::SignedIn(account) if account == self.account || !self.holds(Rule::SameAccount) => self.signed_out = false,
            Input::SignedIn(_) => turn.effects.push(Effect::Tell(Problem::new(Code::OtherAccount))),
            Input::Prepared { photo, hash, sent, known } => self.prepared(turn, photo, hash, sent, known),
            Input::PrepareFailed { photo, problem } => self.prepare_failed(turn, photo, problem),
            Input::Uploaded { photo, result } => self.uploaded(turn, photo, result),
            Input::Created { draft, result } => self.created(turn, draft, result),
            Input::Recorded { through } => self.recorded(turn, through),
            Input::RecordFailed(problem) => self.storage = Some((problem, turn.now + STORAGE_RETRY)),
            Input::Listed(result) => self.listed(turn, result),
            Input::Tick => {}
        }
    }

    fn start(&mut self, turn: &mut StepContext<'_>) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        if !self.restored {
            self.record(turn, Record::RunStarted { run: self.run, account: self.account.clone() });
        }
        self.note_losses(turn);
        // A crash in the middle of a cancel.
        if self.cancelled {
            self.cancel_waiting(turn);
        }
    }

    /// Puts a draft where its state says.
    pub(super) fn place(&mut self, mut item: Item) {
        let place = self.items.len();
        if self.places.contains_key(&item.id) {
            return;
        }
        self.places.insert(item.id, place);
        item.equal_name = self.looks.has_title(&item.planned.draft.name);
        self.counts.add(item.state);
        match item.state {
            State::Checking | State::NeedsPerson => {
                self.lost.insert(place);
            }
            State::Created | State::Skipped => self.taken.extend(item.product.clone().map(|product| (product, place))),
            State::Failed | State::Cancelled => {}
            State::Waiting | State::Uploading | State::Ready | State::Creating => self.queue.push_back(place),
        }
        self.items.push(item);
    }

    /// Ends a draft that is not in the shop: lets go of its photos and writes it down.
    pub(super) fn give_up(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, state: State) {
        let draft = self.items[place].id;
        self.ready.remove(&place);
        self.lost.remove(&place);
        self.items[place].lost = None;
        for index in 0..self.items[place].photos.len() {
            self.to_prepare.remove(&(place, index));
            self.to_upload.remove(&(place, index));
            if matches!(self.items[place].photos[index].stage, Stage::Prepared(_)) {
                self.forget(turn, PhotoRef { draft, index });
            }
        }
        self.put_off.retain(|(_, what)| !matches!(what, Deferred::Creation(p) | Deferred::Upload(p, _) if *p == place));
        let record = match (state, self.items[place].problem.clone()) {
            (State::Failed, Some(problem)) => Record::Failed { draft, problem },
            _ => Record::Cancelled { draft },
        };
        self.record(turn, record);
        self.set_state(turn, place, state);
    }

    /// The marketplace said no to a draft, or a part of it.
    pub(super) fn is_refused(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, problem: Problem) {
        self.refusals.count(&problem);
        if !self.holds(Rule::RefusedIsFinal) {
            return self.is_undone(turn, place);
        }
        self.fail(turn, place, problem);
    }

    pub(super) fn fail(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, problem: Problem) {
        self.items[place].problem = Some(problem);
        self.give_up(turn, place, State::Failed);
    }

    fn recorded(&mut self, turn: &mut StepContext<'_>, through: u64) {
        while self.unsaved.front().is_some_and(|(number, _)| *number <= through) {
            self.unsaved.pop_front();
        }
        while self.intents.front().is_some_and(|(number, _)| *number <= through) {
            if let Some((_, place)) = self.intents.pop_front() {
                self.intent_durable(turn, place);
            }
        }
    }

    fn advance(&mut self, turn: &mut StepContext<'_>) {
        self.held_until = None;
        self.no_place = false;
        if let Some((_, retry)) = self.storage {
            if turn.now < retry {
                turn.wake_at(retry);
                return;
            }
            self.storage = None;
            let again = self.unsaved.iter().map(|(number, record)| Effect::Record { number: *number, record: record.clone() });
            turn.effects.extend(again);
        }
        self.take_up_put_off(turn);
        self.plan_look(turn);
        self.send_creations(turn);
        self.send_uploads(turn);
        self.prepare_more(turn);
        self.end(turn);
    }

    fn take_up_put_off(&mut self, turn: &mut StepContext<'_>) {
        while let Some(&(time, what)) = self.put_off.first() {
            if time > turn.now {
                turn.wake_at(time);
                return;
            }
            self.put_off.pop_first();
            match what {
                Deferred::Creation(place) => {
                    self.ready.insert(place);
                }
                Deferred::Upload(place, index) => {
                    self.to_upload.insert((place, index));
                }
            }
        }
    }

    fn end(&mut self, turn: &mut StepContext<'_>) {
        let over = self.counts.waiting == 0 && !self.looks.under_way() && self.sending == 0 && self.preparing == 0;
        let begun = self.restored || !self.items.is_empty();
        if begun && over && !self.end_recorded && !self.wants_ids() && !self.wants_proof() {
            self.end_recorded = true;
            self.record(turn, Record::RunEnded { run: self.run });
        }
    }

    /// Hands back the places of what is under way: nobody will hear the answers.
    pub fn abandon(self, now: Duration, pace: &mut Pace) {
        for item in self.items {
            let sending =
                item.photos.iter().filter_map(|photo| if let Stage::Sending(_, ticket) = photo.stage { Some(ticket) } else { None });
            for ticket in sending.chain(item.creating.map(|creating| creating.ticket)) {
                pace.done(now, ticket, Outcome::NotSent);
            }
        }
    }

    /// Something could be sent, others have every place, and nothing of its own is under way to hear of the next free one by.
    pub const fn waits_for_others(&self) -> bool {
        self.no_place && self.sending == 0 && self.creating == 0 && !self.looks.under_way()
    }

    /// Everything that was asked to be written down is.
    pub fn is_recorded(&self) -> bool {
        self.unsaved.is_empty()
    }

    /// Nothing is left to do by itself, and all of it is written down. Rows may be failed or need a person; adding,
    /// retrying or deciding begins it anew.
    pub fn ended(&self) -> bool {
        let over = self.counts.waiting == self.counts.needs_person;
        over && self.started
            && !self.looks.under_way()
            && self.sending == 0
            && self.preparing == 0
            && !self.wants_ids()
            && !self.wants_proof()
            && self.unsaved.is_empty()
    }
}
