//! One step of the engine: apply an input, then start whatever may be started.

use std::collections::HashSet;
use std::time::Duration;

use super::evidence::schedule::Baseline;
use super::invariants::Violation;
use super::item::{Item, Progress, Stage};
use super::queues::{Deferred, ItemIndex, Queues};
use super::refusals::Sent;
use super::state::{Engine, StepContext};
use super::{Config, Effect, Input, PhotoRef};
use crate::import::journal::{Entry, JournalReplay, Knowledge, Record};
use crate::import::state::{DraftId, RunId, State};
use crate::pace::{Outcome, Pace};
use vitrine_domain::{CreateRules, Draft, Field, FileId, Problem, ProblemKind, ProductId, Quantity};

const STORAGE_RETRY: Duration = Duration::from_secs(5);

impl Engine {
    /// Restores a run from the journal; it continues after [`Input::Start`]. `entries` are all records of the
    /// run and of every draft that was ever in it, in the order of writing; `unix_now` is the current time in
    /// seconds since
    /// 1970.
    ///
    /// # Errors
    /// `StorageDamaged` when the records do not start the run.
    pub fn restore(
        run: RunId,
        entries: &[Entry],
        knowledge: Knowledge,
        config: Config,
        now: Duration,
        unix_now: i64,
    ) -> Result<Self, Problem> {
        let replay = JournalReplay::read(entries, unix_now);
        let Some(known) = replay.run(run) else {
            return Err(Problem::new(ProblemKind::StorageDamaged)
                .with_quotation(format!("no beginning of import {}", run.0)));
        };
        let mut engine = Self::new(run, known.account.clone(), knowledge, config);
        engine.cancelled = known.cancelled;
        let drafts = replay.drafts().iter().filter(|draft| draft.run == run);
        engine.baseline = match &known.baseline {
            Some(Some(products)) => {
                Baseline::Known { products: products.iter().cloned().collect(), at: Duration::ZERO }
            }
            Some(None) => Baseline::Impossible,
            // Nothing needed it when the first creation was sent.
            None if drafts.clone().any(|draft| draft.attempts > 0 && !draft.sent_before) => {
                Baseline::Postponed { tries: 0 }
            }
            None => Baseline::default(),
        };
        engine.listings.large = matches!(engine.baseline, Baseline::Postponed { .. });
        engine.restored = true;
        for known in drafts {
            engine.insert_item(Item::from_history(known, now));
        }
        Ok(engine)
    }

    /// Applies one input at time `now` (of any clock that never goes back) and returns the effects to
    /// perform.
    pub fn handle(&mut self, now: Duration, input: Input, pace: &mut Pace) -> Vec<Effect> {
        let mut step = StepContext { now, pace, effects: Vec::new(), wake: None };
        self.active += self.active_until.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.invariants.note(&input);
        self.apply(&mut step, input);
        if self.started {
            self.advance(&mut step);
        }
        self.active_until = self.is_looking().then_some(now);
        for (draft, violation) in self.invariants.hold_back(&mut step.effects) {
            self.hold_back(&mut step, draft, violation);
        }
        if let Some(wake) = step.wake {
            step.effects.push(Effect::WakeAt(wake));
        }
        step.effects
    }

    /// A fault of this program was noticed before it did harm: the run waits for a person. What was never
    /// sent fails. What was sent, or is in doubt, stays so: the answer to what is in flight still counts, and
    /// a person is asked.
    fn hold_back(&mut self, step: &mut StepContext<'_>, draft: DraftId, violation: Violation) {
        let problem = Problem::new(ProblemKind::Internal)
            .with_quotation(format!("product {} was not sent: {violation}", draft.0));
        self.paused = true;
        step.effects.push(Effect::Report(problem.clone()));
        let Some(item_index) = self.items.find(draft) else { return };
        if let Progress::Creating { ticket, .. } = *self.items[item_index].progress() {
            step.pace.done(step.now, ticket, Outcome::NotSent);
        }
        match violation {
            Violation::Created | Violation::InDoubt | Violation::InFlight => {
                self.ask_about(step, item_index, problem, violation == Violation::InFlight);
            }
            Violation::NoDurableIntent | Violation::NotTheIntendedCover => {
                self.fail(step, item_index, problem);
            }
        }
    }

    fn apply(&mut self, step: &mut StepContext<'_>, input: Input) {
        if input.shows_connection() {
            self.listings.delayed = None;
        }
        if let Some(has_connection) = input.has_connection() {
            self.is_offline = !has_connection;
        }
        match input {
            Input::Start => self.start(step),
            Input::Add(added) => added.into_iter().for_each(|added| self.add(step, added)),
            Input::Pause => self.paused = true,
            Input::Continue => {
                self.paused = false;
                self.refusals.resume();
                if let Some((_, retry)) = &mut self.storage {
                    *retry = step.now;
                }
            }
            Input::Cancel => self.cancel(step),
            // Each goes to the front of the queue, so that the first of them ends up first.
            Input::Retry(edits) => {
                // Whoever retries a product of a run that is over or cancelled does not think of a pause
                // that it outlived.
                self.paused = self.is_paused();
                edits.into_iter().rev().for_each(|(draft, fields)| self.retry(step, draft, fields));
            }
            Input::Decide { draft, exists } => self.decide(step, draft, exists),
            Input::SignedIn(account) if account == self.account => self.signed_out = false,
            Input::SignedIn(_) => step.effects.push(Effect::Report(Problem::new(ProblemKind::OtherAccount))),
            Input::Prepared { photo, hash, sent, known } => self.prepared(step, photo, hash, sent, known),
            Input::PrepareFailed { photo, problem } => self.prepare_failed(step, photo, problem),
            Input::Uploaded { photo, result } => self.uploaded(step, photo, result),
            Input::Created { draft, result } => self.created(step, draft, result),
            Input::Overdue { draft } => self.overdue(step, draft),
            Input::Recorded { through } => self.recorded(step, through),
            Input::RecordFailed(problem) => self.storage = Some((problem, step.now + STORAGE_RETRY)),
            Input::ListingDelayed { problem, until } => self.listings.delay(&problem, until),
            Input::ListingResumed => {}
            Input::ListedBefore(products) => self.listings.before.note(products),
            Input::ListingAged { age } => self.listings.age = self.listings.age.max(age),
            Input::Listed(result) => self.listed(step, result),
            Input::LookedUp(result) => self.looked_up(step, result),
            Input::Tick => {}
        }
    }

    fn start(&mut self, step: &mut StepContext<'_>) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        if self.restored {
            // They were in the shop: a list without them is not the whole list.
            self.listings.before.note(self.items.queues().assigned.keys().cloned());
        } else {
            self.record(step, Record::RunStarted { run: self.run, account: self.account.clone() });
        }
        self.record_losses(step);
        // A crash interrupted a cancellation.
        if self.cancelled {
            self.cancel_waiting(step);
        }
    }

    /// Takes over what the market file says about looking for products and about units.
    pub fn follow(&mut self, rules: &CreateRules) {
        self.config.by_sku = rules.sku_unique;
        self.config.unit_default = rules.categories.as_ref().and_then(|categories| categories.unit_default);
    }

    /// Takes over folded names that products of the shop have, as far as they are known: drafts added from
    /// now on that have the same are marked.
    pub fn add_names_in_shop(&mut self, names: HashSet<String>) {
        self.listings.shop.titles.extend(names);
    }

    /// Products of the account's other drafts, which cannot be this run's, with the covers that those drafts
    /// were sent with.
    pub fn add_products_of_others(
        &mut self,
        products: impl IntoIterator<Item = (ProductId, DraftId, Option<FileId>)>,
    ) {
        let others = products.into_iter().filter(|(_, draft, _)| self.items.find(*draft).is_none());
        self.products_of_others.extend(others.map(|(product, _, cover)| (product, cover)));
    }

    /// Adds a draft, as it was planned or as the journal leaves it.
    pub(super) fn insert_item(&mut self, mut item: Item) {
        if self.items.find(item.id).is_some() {
            return;
        }
        item.equal_name = self.listings.shop.has_title(&item.planned.draft.name);
        if item.state() == State::Created {
            self.invariants.restore_created(item.id);
        }
        if item.state().is_unconfirmed() {
            self.invariants.restore_in_doubt(item.id);
        }
        self.listings.holds_products_back |= item.is_held_back();
        self.has_photoless |= item.photos.is_empty();
        for (index, photo) in item.photos.iter().enumerate() {
            if let (Stage::Up(file), Some(content)) = (&photo.stage, item.content(index)) {
                self.uploads.files.insert(file.clone(), content);
            }
        }
        self.wants_sight |= item.state().is_unsent() && item.own_cover().is_some();
        self.items.push(item);
    }

    /// Ends a draft that is not in the shop: releases its photos and records the end.
    pub(super) fn give_up(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, end: Progress) {
        self.release_photos(step, item_index);
        let draft = self.items[item_index].id;
        let record = match &end {
            Progress::Failed(problem) => Record::Failed { draft, problem: (**problem).clone() },
            _ => Record::Cancelled { draft },
        };
        self.record(step, record);
        self.set(step, item_index, end);
    }

    /// Releases the photos of a draft that is not to be sent.
    pub(super) fn release_photos(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let draft = self.items[item_index].id;
        (0..self.items[item_index].photos.len())
            .for_each(|index| self.release_bytes(step, PhotoRef { draft, index }));
    }

    /// The marketplace refused to create a draft.
    pub(super) fn creation_refused(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        problem: Problem,
    ) {
        self.handle_refusal(
            step,
            item_index,
            Sent::Creation(self.items[item_index].attempts.creation_place),
            problem,
        );
    }

    /// The marketplace refused a draft, or one of its photos.
    pub(super) fn handle_refusal(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        sent: Sent,
        problem: Problem,
    ) {
        self.refusals.count(sent, &problem);
        let other_unit = self.with_default_unit(item_index, &problem);
        self.fail(step, item_index, problem);
        if let Some(fields) = other_unit {
            self.retry(step, self.items[item_index].id, fields);
        }
    }

    /// The fields with the default unit, if the unit of the category was refused, and one of either is the
    /// same.
    fn with_default_unit(&self, item_index: ItemIndex, problem: &Problem) -> Option<Draft> {
        let draft = &self.items[item_index].planned.draft;
        let default = self.config.unit_default.filter(|default| draft.unit_type != Some(*default))?;
        let is_refused = problem.field.as_deref() == Some(Field::UnitType.name())
            && !self.cancelled
            && !self.items[item_index].attempts.cancelled;
        let may_change =
            draft.is_unit_of_category && draft.unit_quantity.and_then(Quantity::integer) == Some(1);
        (is_refused && may_change).then(|| Draft { unit_type: Some(default), ..draft.clone() })
    }

    pub(super) fn fail(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        self.give_up(step, item_index, Progress::Failed(Box::new(problem)));
    }

    fn recorded(&mut self, step: &mut StepContext<'_>, through: u64) {
        while self.unsaved.front().is_some_and(|(number, _)| *number <= through) {
            self.unsaved.pop_front();
        }
        while let Some(&(number, item_index)) = self.queues().intents.first()
            && number <= through
        {
            self.intent_durable(step, item_index);
        }
    }

    fn advance(&mut self, step: &mut StepContext<'_>) {
        self.held_until = None;
        self.no_free_slot = false;
        if let Some((_, retry)) = self.storage {
            if step.now < retry {
                step.wake_at(retry);
                return;
            }
            self.storage = None;
            let again = self
                .unsaved
                .iter()
                .map(|(number, record)| Effect::Record { number: *number, record: record.clone() });
            step.effects.extend(again);
        }
        self.resume_deferred(step);
        self.doubt_unseen(step);
        self.ask_if_overdue(step);
        self.schedule_listing(step);
        self.send_creations(step);
        self.send_uploads(step);
        self.prepare_more(step);
        self.end(step);
    }

    fn resume_deferred(&mut self, step: &mut StepContext<'_>) {
        while let Some(&(time, what)) = self.queues().deferred.first() {
            if time > step.now {
                step.wake_at(time);
                return;
            }
            match what {
                Deferred::Creation(item_index) => {
                    self.items.change(item_index, |item| item.advance(Progress::Ready { not_before: None }));
                }
                Deferred::Upload(item_index, index) => {
                    self.items.change_photo((item_index, index), |photo| {
                        if let Stage::Prepared { not_before, .. } = &mut photo.stage {
                            *not_before = None;
                        }
                    });
                }
            }
        }
    }

    fn end(&mut self, step: &mut StepContext<'_>) {
        let queues = self.queues();
        let over = queues.counts.waiting == 0
            && !self.listings.under_way()
            && queues.sending == 0
            && queues.preparing == 0;
        let begun = self.restored || !self.items.is_empty();
        if begun
            && over
            && !self.end_recorded
            && !self.wants_ids()
            && !self.wants_proof()
            && !self.doubts_unseen()
        {
            self.end_recorded = true;
            self.record(step, Record::RunEnded { run: self.run });
        }
    }

    /// Hands back the permits of requests in flight; their responses will not be received.
    pub fn abandon(&mut self, now: Duration, pace: &mut Pace) {
        for item in self.items.take() {
            let sending = item.photos.iter().filter_map(|photo| {
                if let Stage::Sending { ticket, .. } = photo.stage { Some(ticket) } else { None }
            });
            let creating =
                if let Progress::Creating { ticket, .. } = *item.progress() { Some(ticket) } else { None };
            for ticket in sending.chain(creating) {
                pace.done(now, ticket, Outcome::NotSent);
            }
        }
    }

    /// Something could be sent, all slots are taken by other runs, and nothing of this run is in flight that
    /// would tell it of a free one.
    pub const fn waits_for_slot(&self) -> bool {
        let queues = self.queues();
        self.no_free_slot && queues.sending == 0 && queues.creating == 0 && !self.listings.under_way()
    }

    /// Whether the queues follow from the items.
    #[cfg(test)]
    pub fn check_queues(&self) {
        self.items.check();
    }

    /// The requested records that are not known to be durable, in their order.
    pub fn unsaved(&self) -> impl Iterator<Item = &Record> {
        self.unsaved.iter().map(|(_, record)| record)
    }

    /// Whether every requested record is durable.
    pub fn is_recorded(&self) -> bool {
        self.unsaved.is_empty()
    }

    /// Whether nothing is left to do automatically and everything is recorded. Rows may be failed or need the
    /// user; adding, retrying or deciding starts the run again.
    pub fn ended(&self) -> bool {
        let Queues { counts, sending, preparing, .. } = self.queues();
        let over = counts.waiting == counts.needs_person && *sending == 0 && *preparing == 0;
        over && self.started
            && !self.listings.under_way()
            && !self.wants_ids()
            && !self.wants_proof()
            && !self.doubts_unseen()
            && self.unsaved.is_empty()
    }
}
