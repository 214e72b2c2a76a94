//! Creations: intent, request, answer.

use crate::domain::{Code, Problem, ProductId, Verdict};
use crate::import::engine::Effect;
use crate::import::engine::item::{Creating, Unseen};
use crate::import::engine::reconcile::absence::UnconfirmedCreation;
use crate::import::engine::reconcile::schedule::FIRST_LOOK;
use crate::import::engine::rule::Rule;
use crate::import::engine::state::{Engine, ItemIndex, StepContext};
use crate::import::journal::Record;
use crate::import::state::{DraftId, State};
use crate::pace::{Kind, Outcome, Permit, Standstill};

impl Engine {
    /// Begins creations of drafts whose photos are up. The permit is taken before the intent is written, so that no
    /// more intents lie open than there are requests that could be under way.
    pub(in crate::import::engine) fn send_creations(&mut self, turn: &mut StepContext<'_>) {
        // A creation is never the request that tries whether the marketplace is back: a lost answer costs too much.
        let down = matches!(turn.pace.standstill(turn.now), Some(Standstill::Down { .. }));
        while self.may_make()
            && !down
            && self.may_create()
            && let Some(&place) = self.ready.first()
        {
            let ticket = match turn.pace.permit(turn.now, Kind::Create) {
                Permit::Go(ticket) => ticket,
                Permit::Wait(time) => return self.hold_until(turn, time),
                Permit::Full => return self.no_place = true,
            };
            self.ready.pop_first();
            let Some(cover) = self.items[place].photo_ids().and_then(|ids| ids.into_iter().next()) else {
                turn.pace.done(turn.now, ticket, Outcome::NotSent);
                self.fail(turn, place, Problem::new(Code::Internal).saying("no cover"));
                continue;
            };
            let (draft, attempt) = (self.items[place].id, self.items[place].attempts + 1);
            let number = self.record(turn, Record::Intent { draft, attempt, cover: cover.clone() });
            let item = &mut self.items[place];
            item.attempts = attempt;
            item.cover = Some(cover);
            item.sent_before = false;
            item.creating = Some(Creating { ticket });
            self.creating += 1;
            self.intents.push_back((number, place));
            self.set_state(turn, place, State::Creating);
            if !self.holds(Rule::IntentFirst) {
                self.intents.pop_back();
                self.intent_durable(turn, place);
            }
        }
    }

    /// The intent is on the disk: the creation may leave, unless something came in between.
    pub(in crate::import::engine) fn intent_durable(&mut self, turn: &mut StepContext<'_>, place: ItemIndex) {
        let Some(Creating { ticket, .. }) = self.items[place].creating else { return };
        let wait = turn.pace.standstill(turn.now).is_some() && self.holds(Rule::WaitAfterIntent);
        if self.may_make() && !wait {
            let item = &mut self.items[place];
            let Some(photos) = item.photo_ids() else { return };
            item.posted = Some(turn.now);
            turn.effects.push(Effect::Create { draft: item.id, fields: item.planned.draft.clone(), photos });
            return;
        }
        turn.pace.done(turn.now, ticket, Outcome::NotSent);
        self.items[place].creating = None;
        self.creating -= 1;
        self.is_undone(turn, place);
    }

    pub(in crate::import::engine) fn created(
        &mut self,
        turn: &mut StepContext<'_>,
        draft: DraftId,
        result: Result<Option<ProductId>, Problem>,
    ) {
        let Some(&place) = self.places.get(&draft) else { return };
        let Some(Creating { ticket, .. }) = self.items[place].creating.take() else { return };
        self.creating -= 1;
        turn.pace.done(turn.now, ticket, Outcome::of(&result));
        match result {
            Ok(product) => {
                self.refusals.reset();
                self.items[place].unseen = Some(Unseen { answered: turn.now, missed: None });
                self.is_created(turn, place, product);
                self.watch_canary(turn);
            }
            Err(problem) => self.creation_failed(turn, place, problem),
        }
    }

    fn creation_failed(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, problem: Problem) {
        match problem.verdict() {
            Verdict::Refused => self.is_refused(turn, place, problem),
            Verdict::Throttled if !self.holds(Rule::DoubtThrottled) => self.is_undone(turn, place),
            Verdict::Throttled if !self.knowledge.throttles_late => self.is_doubted(turn, place, problem),
            Verdict::SignIn => {
                self.signed_out = true;
                self.is_undone(turn, place);
            }
            Verdict::NotDone => {
                self.last_failure = Some(problem);
                self.is_undone(turn, place);
                self.items[place].put_off += 1;
                self.put_creation_off(turn.now, place, self.items[place].put_off);
            }
            Verdict::Unknown if !self.holds(Rule::LookFirst) => self.is_undone(turn, place),
            Verdict::Throttled | Verdict::Unknown => {
                self.last_failure = Some(problem.clone());
                self.items[place].lost = Some(UnconfirmedCreation::new(problem, turn.now, turn.now + FIRST_LOOK, false));
                self.lost.insert(place);
                self.note_losses(turn);
                self.canary_lost();
                self.set_state(turn, place, State::Checking);
            }
        }
    }
}
