//! Outcomes of creations: created, not created, unconfirmed, or to be decided by a person.

use std::time::Duration;

use crate::domain::{AnswerForm, Code, Problem, ProductId, Verdict};
use crate::import::engine::evidence::absence::{Conclusion, EvaluationContext, ListingView, UnconfirmedCreation};
use crate::import::engine::evidence::match_listing::MatchResult;
use crate::import::engine::item::Item;
use crate::import::engine::state::{Deferred, Engine, ItemIndex, StepContext, backoff};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::pace::Standstill;

/// How many creations of one draft may be lost and found not to have happened before the draft fails.
const MAX_LOSSES: u32 = 6;

impl Engine {
    /// A 429 nearly always comes before the work, but nobody promises that: it is waited for like any lost answer, together with
    /// others, and other products go first.
    pub(in crate::import::engine) fn check_throttled(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        let asked = if let Some(Standstill::RetryAfter { until }) = step.pace.standstill(step.now) { until } else { step.now };
        self.listings.defer_throttled_check(asked);
        let first_check = self.throttled_check_delay();
        self.lose(step, item_index, problem, first_check);
    }

    pub(in crate::import::engine) fn defer_creation(&mut self, now: Duration, item_index: ItemIndex, times: u32) {
        if self.ready.remove(&item_index) {
            self.deferred.insert((now + backoff(times, self.items[item_index].id.0), Deferred::Creation(item_index)));
        }
    }

    /// Records when the waits for unconfirmed creations began, so that another process can continue them.
    pub(in crate::import::engine) fn record_losses(&mut self, step: &mut StepContext<'_>) {
        let indices: Vec<ItemIndex> = self.unconfirmed.iter().copied().collect();
        indices.into_iter().for_each(|item_index| self.record_loss(step, item_index));
    }

    pub(in crate::import::engine) fn record_loss(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let item = &mut self.items[item_index];
        let Some(unconfirmed) = item.unconfirmed.as_mut().filter(|unconfirmed| !unconfirmed.recorded) else { return };
        unconfirmed.recorded = true;
        let (draft, attempt) = (item.id, item.attempts);
        self.record(step, Record::Lost { draft, attempt });
    }

    /// Applies the result of a listing to a creation whose response was lost.
    pub(in crate::import::engine) fn resolve_unconfirmed(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        result: MatchResult,
        view: &ListingView,
    ) {
        let throttled = self.items[item_index].unconfirmed.as_ref().is_some_and(|unconfirmed| unconfirmed.throttled);
        let MatchResult::Listed(product) = result else {
            let context = self.evaluation_context(step.now);
            let Some(unconfirmed) = &mut self.items[item_index].unconfirmed else { return };
            return match unconfirmed.evaluate(&result, view, &context) {
                Conclusion::Open => {}
                Conclusion::NotCreated => self.mark_not_created(step, item_index),
                Conclusion::AskUser => self.ask_user(step, item_index),
            };
        };
        if throttled && self.knowledge.identity == Identity::Cover && self.items[item_index].cover.is_some() {
            self.knowledge.throttles_late = true;
            self.record_knowledge(step);
        }
        self.mark_created(step, item_index, product);
    }

    /// What the engine knows, besides the listing, that bears on a product's absence.
    const fn evaluation_context(&self, now: Duration) -> EvaluationContext {
        EvaluationContext {
            now,
            knowledge: self.knowledge,
            failing: self.listings.failed > 0,
            // A large shop was not read yet; it is expected to be readable.
            was_complete: self.listings.was_complete || self.listings.large,
            cancelled: self.cancelled,
            holds_products_back: self.listings.holds_products_back,
        }
    }

    /// Asks a person about creations that have been in doubt for too long, whether the list cannot be read or does not tell.
    pub(in crate::import::engine) fn ask_if_overdue(&mut self, step: &mut StepContext<'_>) {
        if !self.is_looking() {
            return;
        }
        let needed = self.listings.needed();
        let deadline = |item: &Item| {
            let open = item.unconfirmed.as_ref().filter(|_| item.state == State::Checking)?;
            Some(open.deadline(&self.knowledge, needed))
        };
        let deadlines = self.unconfirmed.iter().filter_map(|&item_index| Some((deadline(&self.items[item_index])?, item_index)));
        let (overdue, open): (Vec<_>, Vec<_>) = deadlines.partition(|(deadline, _)| *deadline <= self.active);
        if let Some((next, _)) = open.into_iter().min() {
            step.wake_at(step.now + (next - self.active));
        }
        overdue.into_iter().for_each(|(_, item_index)| self.ask_user(step, item_index));
    }

    /// A person has to look for a product, whatever is known of it.
    pub(in crate::import::engine) fn ask_about(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, problem: Problem) {
        self.withdraw(step, item_index);
        let unconfirmed = UnconfirmedCreation { accepted: true, ..UnconfirmedCreation::new(problem.clone(), step.now, step.now, false) };
        let item = &mut self.items[item_index];
        (item.doubted, item.problem, item.unconfirmed) = (true, Some(problem), Some(unconfirmed));
        self.unconfirmed.insert(item_index);
        let draft = self.items[item_index].id;
        self.record(step, Record::Undecided { draft });
        self.set_state(step, item_index, State::NeedsPerson);
    }

    fn ask_user(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        if self.items[item_index].state == State::NeedsPerson {
            return;
        }
        let is_accepted = self.items[item_index].unconfirmed.as_ref().is_some_and(|unconfirmed| unconfirmed.accepted);
        self.items[item_index].problem = Some(Problem::new(if is_accepted { Code::NotListed } else { Code::Ambiguous }));
        self.record(step, Record::Undecided { draft: self.items[item_index].id });
        self.set_state(step, item_index, State::NeedsPerson);
    }

    /// The draft's last creation is known not to have happened: the draft returns to where it may be created.
    pub(in crate::import::engine) fn mark_not_created(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        self.unconfirmed.remove(&item_index);
        let unconfirmed = self.items[item_index].unconfirmed.take();
        let problem = unconfirmed.and_then(|unconfirmed| unconfirmed.problem.or_else(|| Some(Problem::new(Code::ConnectionLost))));
        let verdict = problem.as_ref().map(Problem::verdict);
        let throttled = verdict == Some(Verdict::Throttled);
        // What got a 429 or a 401 is neither lost nor refused.
        let problem = problem.filter(|_| !matches!(verdict, Some(Verdict::Throttled | Verdict::SignIn)));
        self.items[item_index].losses += u32::from(problem.is_some());
        self.items[item_index].product = None;
        let (draft, attempt) = (self.items[item_index].id, self.items[item_index].attempts);
        self.record(step, Record::Undone { draft, attempt });
        if self.cancelled || self.items[item_index].cancelled {
            return self.give_up(step, item_index, State::Cancelled);
        }
        // A 4xx without a witness was a refusal after all, unless something on the way sent it; and some products make a server fail
        // each time.
        let is_refusal = |status: &u16| (400..500).contains(status) && *status != 408;
        let from_marketplace = |problem: &&Problem| problem.code != Code::ForeignAnswer && problem.form != AnswerForm::Page;
        let refused = problem.as_ref().filter(from_marketplace).and_then(|problem| problem.status).as_ref().is_some_and(is_refusal);
        match problem {
            Some(problem) if refused => self.creation_refused(step, item_index, problem),
            Some(problem) if self.items[item_index].losses >= MAX_LOSSES => self.fail(step, item_index, problem),
            _ if self.items[item_index].photo_ids().is_some() => {
                self.set_state(step, item_index, State::Ready);
                self.ready.insert(item_index);
            }
            _ => {
                self.set_state(step, item_index, State::Waiting);
                self.queue.push_front(item_index);
            }
        }
        if throttled {
            self.back_off_throttled(step.now, item_index);
        }
    }

    /// Called for a creation that got a 429 and was found not to have happened. A marketplace that accepts one request
    /// at a time may have refused it because of the listing itself: from the second time on the creation keeps its
    /// distance.
    fn back_off_throttled(&mut self, now: Duration, item_index: ItemIndex) {
        let times = self.items[item_index].throttles;
        self.items[item_index].throttles += 1;
        if times > 0 {
            self.defer_creation(now, item_index, times);
        }
    }

    /// The draft's product is in the shop.
    pub(in crate::import::engine) fn mark_created(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        product: Option<ProductId>,
    ) {
        self.unconfirmed.remove(&item_index);
        let item = &mut self.items[item_index];
        item.unconfirmed = None;
        item.problem = None;
        item.product = product.clone();
        match &product {
            Some(product) => {
                self.assigned.insert(product.clone(), item_index);
            }
            None => self.listings.without_id += 1,
        }
        let item = &self.items[item_index];
        self.record(step, Record::Created { draft: item.id, product });
        self.set_state(step, item_index, State::Created);
    }
}
