//! Outcomes of creations: created, not created, unconfirmed, or to be decided by a person.

use std::time::Duration;

use crate::import::engine::evidence::absence::{
    Conclusion, EvaluationContext, ListingView, UnconfirmedCreation,
};
use crate::import::engine::evidence::match_listing::MatchResult;
use crate::import::engine::item::{Item, Progress, Sight, Unconfirmed};
use crate::import::engine::queues::ItemIndex;
use crate::import::engine::state::{Engine, StepContext, backoff};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::pace::Standstill;
use vitrine_domain::{Problem, ProblemKind, ProductId, Verdict};

/// How many creations of one draft may be lost and found not to have happened before the draft fails.
const MAX_LOSSES: u32 = 6;

impl Engine {
    /// A 429 nearly always comes before the work, but nobody promises that: it is waited for like any lost
    /// answer, together with others, and other products go first.
    pub(in crate::import::engine) fn check_throttled(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        problem: Problem,
    ) {
        let asked = if let Some(Standstill::RetryAfter { until }) = step.pace.standstill(step.now) {
            until
        } else {
            step.now
        };
        self.listings.defer_throttled_check(asked);
        let first_check = self.throttled_check_delay();
        self.lose(step, item_index, problem, first_check);
    }

    pub(in crate::import::engine) fn defer_creation(
        &mut self,
        now: Duration,
        item_index: ItemIndex,
        times: u32,
    ) {
        let time = now + backoff(times, self.items[item_index].id.0);
        self.items.change(item_index, |item| {
            if item.state() == State::Ready {
                item.advance(Progress::Ready { not_before: Some(time) });
            }
        });
    }

    /// Records when the waits for unconfirmed creations began, so that another process can continue them.
    pub(in crate::import::engine) fn record_losses(&mut self, step: &mut StepContext<'_>) {
        for item_index in self.queues().unconfirmed.clone() {
            let was_recorded = self
                .items
                .open_mut(item_index)
                .is_none_or(|open| std::mem::replace(&mut open.recorded, true));
            if !was_recorded {
                let (draft, attempt) = (self.items[item_index].id, self.items[item_index].attempts.count);
                self.record(step, Record::Lost { draft, attempt });
            }
        }
    }

    /// Applies the result of a listing to a creation whose response was lost.
    pub(in crate::import::engine) fn resolve_unconfirmed(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        result: MatchResult,
        view: &ListingView,
    ) {
        let throttled = self.items[item_index].open().is_some_and(|open| open.throttled);
        let MatchResult::Listed(product) = result else {
            let context = self.evaluation_context(step.now);
            let Some(open) = self.items.open_mut(item_index) else { return };
            return match open.evaluate(&result, view, &context) {
                Conclusion::Open => {}
                Conclusion::NotCreated => self.mark_not_created(step, item_index),
                Conclusion::AskUser => self.ask_user(step, item_index),
            };
        };
        if throttled
            && self.knowledge.identity == Identity::Cover
            && self.items[item_index].attempts.cover.is_some()
        {
            self.knowledge.throttles_late = true;
            self.record_knowledge(step);
        }
        self.mark_created(step, item_index, product, Sight::Settled);
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

    /// Asks a person about creations that have been in doubt for too long, whether the list cannot be read or
    /// does not tell.
    pub(in crate::import::engine) fn ask_if_overdue(&mut self, step: &mut StepContext<'_>) {
        if !self.is_looking() {
            return;
        }
        let needed = self.listings.needed();
        let deadline = |item: &Item| {
            let open = item.open().filter(|_| item.state() == State::Checking)?;
            Some(open.deadline(&self.knowledge, needed))
        };
        let deadlines = self
            .queues()
            .unconfirmed
            .iter()
            .filter_map(|&item_index| Some((deadline(&self.items[item_index])?, item_index)));
        let (overdue, open): (Vec<_>, Vec<_>) = deadlines.partition(|(deadline, _)| *deadline <= self.active);
        if let Some((next, _)) = open.into_iter().min() {
            step.wake_at(step.now + (next - self.active));
        }
        overdue.into_iter().for_each(|(_, item_index)| self.ask_user(step, item_index));
    }

    /// A person has to look for a product, whatever is known of it. `awaited`: its answer may still come.
    pub(in crate::import::engine) fn ask_about(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        problem: Problem,
        awaited: bool,
    ) {
        self.release_photos(step, item_index);
        let open = UnconfirmedCreation {
            accepted: true,
            awaited,
            ..UnconfirmedCreation::new(problem.clone(), step.now, step.now, false)
        };
        self.record(step, Record::Undecided { draft: self.items[item_index].id });
        self.update(step, item_index, |item| {
            item.doubt(Unconfirmed { open, product: None, question: Some(problem) });
        });
    }

    fn ask_user(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let item = &self.items[item_index];
        if item.state() != State::Checking {
            return;
        }
        let open = item.open();
        let refused = open.filter(|open| open.accepted).and_then(UnconfirmedCreation::refusal);
        let question = match (refused, open) {
            // Its words may be about something else than a product that is there.
            (Some(refused), _) => Problem {
                field: refused.field.clone(),
                quotation: refused.quotation.clone(),
                form: refused.form,
                ..Problem::new(ProblemKind::Ambiguous)
            },
            (None, Some(open)) if open.accepted => Problem::new(ProblemKind::NotListed),
            _ => Problem::new(ProblemKind::Ambiguous),
        };
        self.record(step, Record::Undecided { draft: item.id });
        self.update(step, item_index, |item| item.ask(question));
        self.listings.holds_products_back |= self.items[item_index].is_held_back();
    }

    /// The draft's last creation is known not to have happened: the draft returns to where it may be created.
    pub(in crate::import::engine) fn mark_not_created(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
    ) {
        let item = &self.items[item_index];
        let problem = item
            .open()
            .map(|open| open.problem.clone().unwrap_or_else(|| Problem::new(ProblemKind::ConnectionLost)));
        let verdict = problem.as_ref().map(Problem::verdict);
        let throttled = verdict == Some(Verdict::Throttled);
        // What got a 429 or a 401 is neither lost nor refused.
        let problem = problem.filter(|_| !matches!(verdict, Some(Verdict::Throttled | Verdict::SignIn)));
        let losses = item.attempts.losses + u32::from(problem.is_some());
        let (draft, attempt, cancelled) = (item.id, item.attempts.count, item.attempts.cancelled);
        self.items.change(item_index, |item| item.attempts.losses = losses);
        self.record(step, Record::Undone { draft, attempt });
        if self.cancelled || cancelled {
            return self.give_up(step, item_index, Progress::Cancelled);
        }
        // A 4xx without a witness was a refusal after all; and some products make a server fail each time.
        let refused = self.items[item_index].open().and_then(UnconfirmedCreation::refusal).is_some();
        match problem {
            Some(problem) if refused => self.creation_refused(step, item_index, problem),
            Some(problem) if losses >= MAX_LOSSES => self.fail(step, item_index, problem),
            _ if self.items[item_index].photo_ids().is_some() => {
                self.set(step, item_index, Progress::Ready { not_before: None });
            }
            _ => self.enqueue_first(step, item_index),
        }
        if throttled {
            self.back_off_throttled(step.now, item_index);
        }
    }

    /// Called for a creation that got a 429 and was found not to have happened. A marketplace that accepts
    /// one request at a time may have refused it because of the listing itself: from the second time on the
    /// creation keeps its distance.
    fn back_off_throttled(&mut self, now: Duration, item_index: ItemIndex) {
        let times = self.items[item_index].attempts.throttles;
        self.items.change(item_index, |item| item.attempts.throttles += 1);
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
        sight: Sight,
    ) {
        self.listings.without_id += usize::from(product.is_none());
        if matches!(sight, Sight::Unlisted(_)) {
            self.listings.final_listings = 0;
        }
        self.record(step, Record::Created { draft: self.items[item_index].id, product: product.clone() });
        self.set(step, item_index, Progress::Created { product, sight });
    }
}
