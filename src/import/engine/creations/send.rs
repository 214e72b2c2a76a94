//! Sends creations: intent, request, response.

use std::time::Duration;

use crate::domain::{Code, Problem, ProductId, Verdict, WriteVerdict};
use crate::import::engine::Effect;
use crate::import::engine::evidence::absence::UnconfirmedCreation;
use crate::import::engine::evidence::schedule::FIRST_CHECK_DELAY;
use crate::import::engine::item::{Creating, Unlisted};
use crate::import::engine::refusals::Sent;
use crate::import::engine::state::{Engine, ItemIndex, StepContext};
use crate::import::journal::Record;
use crate::import::state::{DraftId, State};
use crate::pace::{Kind, Outcome, Permit, Standstill};

impl Engine {
    /// Starts creations of drafts whose photos are uploaded. The permit is taken before the intent is recorded, so that
    /// there are never more open intents than requests that could be in flight.
    pub(in crate::import::engine) fn send_creations(&mut self, step: &mut StepContext<'_>) {
        // A creation never serves as the probe of a marketplace that is down: a lost response costs too much.
        let down = matches!(step.pace.standstill(step.now), Some(Standstill::Down { .. }));
        while self.may_progress()
            && !down
            && self.may_create()
            && let Some(item_index) = self.next_creation()
        {
            let ticket = match step.pace.permit(step.now, Kind::Create) {
                Permit::Go(ticket) => ticket,
                Permit::Wait(time) => return self.hold_until(step, time),
                Permit::Full => return self.no_free_slot = true,
            };
            self.ready.remove(&item_index);
            let Some(photos) = self.items[item_index].photo_ids() else {
                step.pace.done(step.now, ticket, Outcome::NotSent);
                self.fail(step, item_index, Problem::new(Code::Internal).with_quotation("a photo is not uploaded"));
                continue;
            };
            let cover = photos.into_iter().next();
            let (draft, attempt) = (self.items[item_index].id, self.items[item_index].attempts + 1);
            let number = self.record(step, Record::Intent { draft, attempt, cover: cover.clone() });
            let item = &mut self.items[item_index];
            item.attempts = attempt;
            item.cover = cover;
            item.sent_before = false;
            item.creating = Some(Creating { ticket });
            self.creating += 1;
            self.intents.push_back((number, item_index));
            self.set_state(step, item_index, State::Creating);
        }
    }

    /// The intent is durable: the creation is sent, unless something prevents that by now.
    pub(in crate::import::engine) fn intent_durable(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let Some(Creating { ticket, .. }) = self.items[item_index].creating else { return };
        let wait = step.pace.standstill(step.now).is_some();
        if self.may_progress() && !wait && !self.items[item_index].cancelled {
            let item = &mut self.items[item_index];
            let Some(photos) = item.photo_ids() else { return };
            item.sent_at = Some(step.now);
            if item.attempts == 1 {
                item.first_sent_at = Some(step.now);
            }
            item.creation_place = Some(self.refusals.place_creation());
            step.effects.push(Effect::Create { draft: item.id, fields: item.planned.draft.clone(), photos });
            return;
        }
        step.pace.done(step.now, ticket, Outcome::NotSent);
        self.items[item_index].creating = None;
        self.creating -= 1;
        self.mark_not_created(step, item_index);
    }

    /// The answer to a creation takes unusually long. The request goes on: its answer may still come, and may not. Until then the
    /// product is looked for like one whose answer was lost.
    pub(in crate::import::engine) fn overdue(&mut self, step: &mut StepContext<'_>, draft: DraftId) {
        let Some(&item_index) = self.index_by_draft.get(&draft) else { return };
        let Some(Creating { ticket, .. }) = self.items[item_index].creating.take() else { return };
        self.creating -= 1;
        let problem = Problem::new(Code::TimedOut);
        step.pace.done(step.now, ticket, Outcome::of(&Err::<(), _>(problem.clone())));
        self.lose(step, item_index, problem, FIRST_CHECK_DELAY);
        if let Some(unconfirmed) = &mut self.items[item_index].unconfirmed {
            unconfirmed.awaited = true;
        }
    }

    pub(in crate::import::engine) fn created(
        &mut self,
        step: &mut StepContext<'_>,
        draft: DraftId,
        result: Result<Option<ProductId>, Problem>,
    ) {
        let Some(&item_index) = self.index_by_draft.get(&draft) else { return };
        match self.items[item_index].creating.take() {
            Some(Creating { ticket, .. }) => {
                self.creating -= 1;
                step.pace.done(step.now, ticket, Outcome::of(&result));
            }
            // The answer comes late; what it says counts unless the product was found meanwhile.
            None if self.items[item_index].unconfirmed.as_ref().is_some_and(|unconfirmed| unconfirmed.awaited) => {}
            None => return,
        }
        match result {
            Ok(Some(product)) if self.is_free(&product, item_index) => {
                self.refusals.accept(self.items[item_index].creation_place);
                self.items[item_index].unlisted = Some(Unlisted { answered_at: step.now, since: step.now, missed: None });
                self.mark_created(step, item_index, Some(product));
                self.watch_canary(step, item_index);
            }
            Ok(product) => {
                self.refusals.accept(self.items[item_index].creation_place);
                // A product belongs to one draft: nobody knows whose it is until a list shows it.
                let other = product.as_ref().and_then(|product| self.assigned.get(product)).copied();
                if let Some(other) = other.filter(|&other| self.items[other].state == State::Created) {
                    self.accept_unseen(step, other);
                }
                self.disputed.extend(product);
                self.accept_unseen(step, item_index);
                self.watch_canary(step, item_index);
            }
            Err(problem) => self.creation_failed(step, item_index, problem),
        }
    }

    /// Whether no other draft, of this import or an earlier one, has this product.
    pub(in crate::import::engine) fn is_free(&self, product: &ProductId, item_index: ItemIndex) -> bool {
        let of_others = self.products_of_others.contains(product) || self.disputed.contains(product);
        self.assigned.get(product).is_none_or(|other| *other == item_index) && !of_others
    }

    fn creation_failed(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        // Whoever refused the token may have done so after the work, and so may a guard of the rate.
        self.signed_out |= problem.verdict() == Verdict::SignIn;
        match problem.write_verdict() {
            WriteVerdict::Refused if self.items[item_index].doubted => self.refused_in_doubt(step, item_index, problem),
            WriteVerdict::Refused => self.creation_refused(step, item_index, problem),
            WriteVerdict::NotDone => {
                self.mark_not_created(step, item_index);
                if self.signed_out {
                    return;
                }
                self.last_failure = Some(problem);
                self.items[item_index].deferrals += 1;
                self.defer_creation(step.now, item_index, self.items[item_index].deferrals);
            }
            WriteVerdict::Unknown if problem.verdict() == Verdict::Throttled && !self.knowledge.throttles_late => {
                self.check_throttled(step, item_index, problem);
            }
            WriteVerdict::Unknown => self.lose(step, item_index, problem, FIRST_CHECK_DELAY),
        }
    }

    /// The marketplace refuses what may have been created by an earlier request, and perhaps because of that.
    fn refused_in_doubt(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        self.refusals.count(Sent::Creation(self.items[item_index].creation_place), &problem);
        let is_taken = problem.status == Some(409) || matches!(problem.field.as_deref(), Some("name" | "sku"));
        if is_taken {
            self.last_failure = Some(problem);
            return self.accept_unseen(step, item_index);
        }
        self.lose(step, item_index, problem, FIRST_CHECK_DELAY);
    }

    /// It is not known what became of a creation: it is looked for.
    pub(in crate::import::engine) fn lose(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        problem: Problem,
        first_check: Duration,
    ) {
        self.last_failure = Some(problem.clone());
        let throttled = problem.verdict() == Verdict::Throttled && !self.knowledge.throttles_late;
        let unconfirmed = UnconfirmedCreation::new(problem, step.now, step.now + first_check, throttled);
        self.doubt(step, item_index, unconfirmed);
    }

    /// The marketplace says that it has a product, and does not prove which: a list has to show it.
    pub(in crate::import::engine) fn accept_unseen(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let problem = self.items[item_index].unconfirmed.take().and_then(|unconfirmed| unconfirmed.problem);
        let problem = problem.unwrap_or_else(|| Problem::new(Code::NotListed));
        let unconfirmed = UnconfirmedCreation { accepted: true, ..UnconfirmedCreation::new(problem, step.now, step.now, false) };
        if let Some(product) = self.items[item_index].product.take() {
            self.assigned.remove(&product);
        }
        let (draft, attempt) = (self.items[item_index].id, self.items[item_index].attempts);
        self.record(step, Record::Accepted { draft, attempt });
        self.doubt(step, item_index, UnconfirmedCreation { recorded: true, ..unconfirmed });
    }

    fn doubt(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, unconfirmed: UnconfirmedCreation) {
        let item = &mut self.items[item_index];
        item.unlisted = None;
        item.doubted = true;
        // A listing that began in the same moment began before.
        let at = unconfirmed.at + if self.listings.began == Some(step.now) { Duration::from_millis(1) } else { Duration::ZERO };
        item.unconfirmed = Some(UnconfirmedCreation { at, active_at: self.active, ..unconfirmed });
        self.unconfirmed.insert(item_index);
        self.record_loss(step, item_index);
        self.set_state(step, item_index, State::Checking);
    }
}
