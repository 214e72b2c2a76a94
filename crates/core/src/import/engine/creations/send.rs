//! Sends creations: intent, request, response.

use std::time::Duration;

use crate::import::engine::Effect;
use crate::import::engine::evidence::absence::UnconfirmedCreation;
use crate::import::engine::evidence::schedule::{Baseline, FIRST_CHECK_DELAY};
use crate::import::engine::item::{Progress, Sight, Unconfirmed, Unlisted};
use crate::import::engine::queues::ItemIndex;
use crate::import::engine::refusals::{Sent, says_taken};
use crate::import::engine::state::{Engine, StepContext};
use crate::import::journal::Record;
use crate::import::state::{DraftId, State};
use crate::pace::{Kind, Outcome, Permit, Standstill};
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, Problem, ProblemKind, ProductId, Verdict, WriteVerdict};

impl Engine {
    /// Starts creations of drafts whose photos are uploaded. The permit is taken before the intent is
    /// recorded, so that there are never more open intents than requests that could be in flight.
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
            let Some(photos) = self.items[item_index].photo_ids() else {
                step.pace.done(step.now, ticket, Outcome::NotSent);
                self.fail(
                    step,
                    item_index,
                    Problem::new(ProblemKind::Internal).with_quotation("a photo is not uploaded"),
                );
                continue;
            };
            let cover = photos.into_iter().next();
            let (draft, attempt) = (self.items[item_index].id, self.items[item_index].attempts.count + 1);
            let number = self.record(step, Record::Intent { draft, attempt, cover: cover.clone() });
            self.items.change(item_index, |item| {
                let former = std::mem::replace(&mut item.attempts.cover, cover);
                let is_other = former != item.attempts.cover;
                item.attempts.former_covers.extend(former.filter(|_| is_other));
                (item.attempts.count, item.attempts.sent_before) = (attempt, false);
            });
            self.set(step, item_index, Progress::Creating { ticket, intent: Some(number) });
        }
    }

    /// The intent is durable: the creation is sent, unless something prevents that by now.
    pub(in crate::import::engine) fn intent_durable(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
    ) {
        let item = &self.items[item_index];
        let Progress::Creating { ticket, .. } = *item.progress() else { return };
        let wait = step.pace.standstill(step.now).is_some();
        let may_be_sent = self.may_progress() && !wait && !item.attempts.cancelled;
        let Some(photos) = item.photo_ids().filter(|_| may_be_sent) else {
            step.pace.done(step.now, ticket, Outcome::NotSent);
            return self.mark_not_created(step, item_index);
        };
        step.effects.push(Effect::Create { draft: item.id, fields: item.planned.draft.clone(), photos });
        let place = self.refusals.place_creation();
        self.items.change(item_index, |item| {
            item.advance(Progress::Creating { ticket, intent: None });
            item.attempts.sent_at = Some(step.now);
            // What was begun before and not sent, or refused, brought nothing.
            if item.attempts.first_sent_at.is_none() && !item.attempts.doubted {
                item.attempts.first_sent_at = Some(step.now);
            }
            item.attempts.creation_place = Some(place);
        });
    }

    /// The answer to a creation takes unusually long. The request goes on: its answer may still come, and may
    /// not. Until then the product is looked for like one whose answer was lost.
    pub(in crate::import::engine) fn overdue(&mut self, step: &mut StepContext<'_>, draft: DraftId) {
        let Some(item_index) = self.items.find(draft) else { return };
        let Progress::Creating { ticket, .. } = *self.items[item_index].progress() else { return };
        let problem = Problem::new(ProblemKind::TimedOut);
        step.pace.done(step.now, ticket, Outcome::of(&Err::<(), _>(problem.clone())));
        self.lose(step, item_index, problem, FIRST_CHECK_DELAY);
        if let Some(open) = self.items.open_mut(item_index) {
            open.awaited = true;
        }
    }

    pub(in crate::import::engine) fn created(
        &mut self,
        step: &mut StepContext<'_>,
        draft: DraftId,
        result: Result<Option<ProductId>, Problem>,
    ) {
        let Some(item_index) = self.items.find(draft) else { return };
        match self.items[item_index].progress() {
            Progress::Creating { ticket, .. } => step.pace.done(step.now, *ticket, Outcome::of(&result)),
            // The answer comes late; what it says counts unless the product was found meanwhile.
            Progress::Unconfirmed(unconfirmed) if unconfirmed.open.awaited => {}
            _ => return,
        }
        match result {
            Ok(Some(product)) if self.is_free(&product, item_index) => {
                self.refusals.accept(self.items[item_index].attempts.creation_place);
                let unlisted =
                    Unlisted { answered_at: step.now, since: step.now, missed: None, is_lacking: false };
                self.mark_created(step, item_index, Some(product), Sight::Unlisted(unlisted));
                self.watch_canary(step, item_index);
            }
            Ok(product) => {
                self.refusals.accept(self.items[item_index].attempts.creation_place);
                // A product belongs to one draft, and is older than none: nobody knows whose it is until a
                // list shows it.
                let other = product.as_ref().and_then(|product| self.queues().assigned.get(product)).copied();
                if let Some(other) = other.filter(|&other| self.items[other].state() == State::Created) {
                    self.accept_unseen(step, other, None, None);
                }
                self.disputed.extend(product);
                self.accept_unseen(step, item_index, None, None);
                self.watch_canary(step, item_index);
            }
            Err(problem) => self.creation_failed(step, item_index, problem),
        }
    }

    /// Whether no other draft, of this import or an earlier one, has this product, and no list showed it
    /// before this one was sent last.
    pub(in crate::import::engine) fn is_free(&self, product: &ProductId, item_index: ItemIndex) -> bool {
        let (attempts, first_seen) =
            (&self.items[item_index].attempts, self.listings.first_seen.get(product));
        let was_seen_before = attempts.sent_at.zip(first_seen).is_some_and(|(sent, seen)| *seen < sent);
        let was_there_before = matches!(&self.baseline, Baseline::Known { products, at }
            if products.contains(product) && attempts.sent_at.is_some_and(|sent| *at <= sent));
        if was_seen_before || was_there_before {
            return false;
        }
        let of_others = self.products_of_others.contains_key(product) || self.disputed.contains(product);
        self.queues().assigned.get(product).is_none_or(|other| *other == item_index) && !of_others
    }

    fn creation_failed(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        // Whoever refused the token may have done so after the work, and so may a guard of the rate.
        self.signed_out |= problem.verdict() == Verdict::SignIn;
        match problem.write_verdict() {
            WriteVerdict::Refused if self.items[item_index].attempts.doubted => {
                self.refused_in_doubt(step, item_index, problem);
            }
            // Something on the way may have sent it twice, and only the second answer came.
            WriteVerdict::Refused if says_taken(&problem) && self.is_nobodys(item_index) => {
                self.refusals.count(Sent::Creation(self.items[item_index].attempts.creation_place), &problem);
                self.lose(step, item_index, problem, FIRST_CHECK_DELAY);
            }
            WriteVerdict::Refused => {
                let taken_at = says_taken(&problem).then_some(step.now);
                self.items.change(item_index, |item| item.attempts.taken_at = taken_at);
                if taken_at.is_some() {
                    self.listings.final_listings = 0;
                }
                self.creation_refused(step, item_index, problem);
            }
            WriteVerdict::NotDone => {
                self.mark_not_created(step, item_index);
                if self.signed_out {
                    return;
                }
                self.last_failure = Some(problem);
                let deferrals = self.items[item_index].attempts.deferrals + 1;
                self.items.change(item_index, |item| item.attempts.deferrals = deferrals);
                self.defer_creation(step.now, item_index, deferrals);
            }
            WriteVerdict::Unknown
                if problem.verdict() == Verdict::Throttled && !self.knowledge.throttles_late =>
            {
                self.check_throttled(step, item_index, problem);
            }
            WriteVerdict::Unknown => self.lose(step, item_index, problem, FIRST_CHECK_DELAY),
        }
    }

    /// Whether the shop is known not to have had a product of this name or SKU, and no other draft of the
    /// import has either.
    fn is_nobodys(&self, item_index: ItemIndex) -> bool {
        let draft = &self.items[item_index].planned.draft;
        let name = folded(&draft.name);
        let is_like =
            |other: &Draft| folded(&other.name) == name || (draft.sku.is_some() && other.sku == draft.sku);
        let is_anothers = || {
            self.items
                .iter()
                .enumerate()
                .any(|(other, item)| other != item_index && is_like(&item.planned.draft))
        };
        matches!(self.baseline, Baseline::Known { .. })
            && !self.listings.shop.has_title_or_sku(draft)
            && !is_anothers()
    }

    /// The marketplace refuses what may have been created by an earlier request, and perhaps because of that.
    fn refused_in_doubt(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        self.refusals.count(Sent::Creation(self.items[item_index].attempts.creation_place), &problem);
        let is_taken =
            problem.status == Some(409) || matches!(problem.field.as_deref(), Some("name" | "sku"));
        if is_taken {
            self.last_failure = Some(problem.clone());
            // If a person says that the shop has none, this was the refusal.
            return self.accept_unseen(step, item_index, None, Some(problem));
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
        self.doubt(step, item_index, unconfirmed, None);
    }

    /// The marketplace says that it has a product, and does not prove which: a list has to show it.
    /// `product`: its id, if the answer is trusted so far. `refused`: with which words it says so.
    pub(in crate::import::engine) fn accept_unseen(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        product: Option<ProductId>,
        refused: Option<Problem>,
    ) {
        let item = &self.items[item_index];
        let problem = refused
            .or_else(|| item.open()?.problem.clone())
            .unwrap_or_else(|| Problem::new(ProblemKind::NotListed));
        // The product that it was answered with counts from its answer on.
        let at =
            item.unlisted().filter(|_| product.is_some()).map_or(step.now, |unlisted| unlisted.answered_at);
        let open = UnconfirmedCreation {
            accepted: true,
            recorded: true,
            ..UnconfirmedCreation::new(problem, at, step.now, false)
        };
        let (draft, attempt) = (item.id, item.attempts.count);
        self.record(step, Record::Accepted { draft, attempt });
        self.doubt(step, item_index, open, product);
    }

    fn doubt(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        open: UnconfirmedCreation,
        product: Option<ProductId>,
    ) {
        // A listing that began in the same moment began before.
        let at = open.at
            + if self.listings.began == Some(open.at) { Duration::from_millis(1) } else { Duration::ZERO };
        if !open.recorded {
            let (draft, attempt) = (self.items[item_index].id, self.items[item_index].attempts.count);
            self.record(step, Record::Lost { draft, attempt });
        }
        let open = UnconfirmedCreation { at, active_at: self.active, recorded: true, ..open };
        self.update(step, item_index, |item| item.doubt(Unconfirmed { open, product, question: None }));
    }
}
