//! Sends creations: intent, request, response.

use crate::domain::{Code, Problem, ProductId, Verdict};
use crate::import::engine::Effect;
use crate::import::engine::evidence::absence::UnconfirmedCreation;
use crate::import::engine::evidence::schedule::FIRST_CHECK_DELAY;
use crate::import::engine::item::{Creating, Unlisted};
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
            item.creation_place = Some(self.refusals.place_creation());
            step.effects.push(Effect::Create { draft: item.id, fields: item.planned.draft.clone(), photos });
            return;
        }
        step.pace.done(step.now, ticket, Outcome::NotSent);
        self.items[item_index].creating = None;
        self.creating -= 1;
        self.mark_not_created(step, item_index);
    }

    pub(in crate::import::engine) fn created(
        &mut self,
        step: &mut StepContext<'_>,
        draft: DraftId,
        result: Result<Option<ProductId>, Problem>,
    ) {
        let Some(&item_index) = self.index_by_draft.get(&draft) else { return };
        let Some(Creating { ticket, .. }) = self.items[item_index].creating.take() else { return };
        self.creating -= 1;
        step.pace.done(step.now, ticket, Outcome::of(&result));
        match result {
            Ok(product) => {
                self.refusals.accept(self.items[item_index].creation_place);
                self.items[item_index].unlisted = Some(Unlisted { answered_at: step.now, since: step.now, missed: None });
                self.mark_created(step, item_index, product);
                self.watch_canary(step, item_index);
            }
            Err(problem) => self.creation_failed(step, item_index, problem),
        }
    }

    fn creation_failed(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        match problem.verdict() {
            Verdict::Refused => self.creation_refused(step, item_index, problem),
            Verdict::Throttled if !self.knowledge.throttles_late => self.check_throttled(step, item_index, problem),
            Verdict::SignIn => {
                self.signed_out = true;
                self.mark_not_created(step, item_index);
            }
            Verdict::NotDone => {
                self.last_failure = Some(problem);
                self.mark_not_created(step, item_index);
                self.items[item_index].deferrals += 1;
                self.defer_creation(step.now, item_index, self.items[item_index].deferrals);
            }
            Verdict::Throttled | Verdict::Unknown => {
                self.last_failure = Some(problem.clone());
                self.items[item_index].unconfirmed = Some(UnconfirmedCreation::new(problem, step.now, step.now + FIRST_CHECK_DELAY, false));
                self.unconfirmed.insert(item_index);
                self.record_losses(step);
                self.count_lost_canary();
                self.set_state(step, item_index, State::Checking);
            }
        }
    }
}
