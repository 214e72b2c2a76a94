//! What becomes of a draft once it is known, or not to be known, what came of its creation.

use std::time::Duration;

use crate::domain::{Code, Problem, ProductId, Verdict};
use crate::import::engine::reconcile::absence::{Around, Finding, UnconfirmedCreation, View};
use crate::import::engine::reconcile::settle::Answer;
use crate::import::engine::rule::Rule;
use crate::import::engine::state::{Deferred, Engine, ItemIndex, StepContext, backoff};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::pace::Standstill;

/// Creations of one draft that were lost and found undone before it is given up.
const MAX_LOSSES: u32 = 6;

impl Engine {
    /// "Too many" comes before the work nearly always, and nobody promised that: one look before it is sent again.
    pub(in crate::import::engine) fn is_doubted(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, problem: Problem) {
        let look = turn.now + self.after_throttle();
        let asked = if let Some(Standstill::RetryAfter { until }) = turn.pace.standstill(turn.now) { until } else { turn.now };
        self.looks.doubt(asked);
        self.last_failure = Some(problem.clone());
        self.items[place].lost = Some(UnconfirmedCreation::new(problem, turn.now, look, true));
        self.lost.insert(place);
        self.set_state(turn, place, State::Checking);
    }

    pub(in crate::import::engine) fn put_creation_off(&mut self, now: Duration, place: ItemIndex, times: u32) {
        if self.ready.remove(&place) {
            self.put_off.insert((now + backoff(times, self.items[place].id.0), Deferred::Creation(place)));
        }
    }

    /// Writes down when waits began, so that another process goes on with them.
    pub(in crate::import::engine) fn note_losses(&mut self, turn: &mut StepContext<'_>) {
        let places: Vec<ItemIndex> = self.lost.iter().copied().collect();
        for place in places {
            let item = &mut self.items[place];
            let Some(lost) = item.lost.as_mut().filter(|lost| !lost.noted && !lost.throttled) else { continue };
            lost.noted = true;
            let (draft, attempt) = (item.id, item.attempts);
            self.record(turn, Record::Lost { draft, attempt });
        }
    }

    /// What a listing says of a creation whose answer was lost.
    pub(in crate::import::engine) fn judge_lost(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, answer: Answer, view: &View) {
        let throttled = self.items[place].lost.as_ref().is_some_and(|lost| lost.throttled);
        let Answer::Here(product) = answer else {
            let around = self.around(turn.now);
            let Some(lost) = &mut self.items[place].lost else { return };
            return match lost.judge(&answer, view, &around) {
                Finding::Open => {}
                Finding::Undone => self.is_undone(turn, place),
                Finding::AskPerson => self.ask_person(turn, place),
            };
        };
        if throttled && self.knowledge.identity == Identity::Cover {
            self.knowledge.throttles_late = true;
            self.record_knowledge(turn);
        }
        self.is_created(turn, place, product);
    }

    /// What the engine knows beside a listing that bears on absence.
    fn around(&self, now: Duration) -> Around {
        Around {
            now,
            knowledge: self.knowledge,
            failing: self.looks.failed > 0,
            was_complete: self.looks.was_complete,
            cancelled: self.cancelled,
            after_throttle: self.after_throttle(),
            holds_back: self.looks.holds_back,
            trust_list: !self.holds(Rule::ListShowsOurs),
            look_twice: self.holds(Rule::LookTwice),
            need_fence: self.holds(Rule::Fence),
            late_fence: self.holds(Rule::LateFence),
            wait_here: self.holds(Rule::WaitHere),
        }
    }

    fn ask_person(&mut self, turn: &mut StepContext<'_>, place: ItemIndex) {
        if self.items[place].state == State::NeedsPerson {
            return;
        }
        self.items[place].problem = Some(Problem::new(Code::Ambiguous));
        self.record(turn, Record::Undecided { draft: self.items[place].id });
        self.set_state(turn, place, State::NeedsPerson);
    }

    /// The draft's last creation is known not to have happened: it goes back to where it may be created.
    pub(in crate::import::engine) fn is_undone(&mut self, turn: &mut StepContext<'_>, place: ItemIndex) {
        self.lost.remove(&place);
        let problem = |lost: &UnconfirmedCreation| lost.problem.clone();
        let lost = self.items[place].lost.take();
        // One that was turned away for pace is neither a loss nor a refusal.
        let throttled = lost.as_ref().and_then(problem).is_some_and(|problem| problem.verdict() == Verdict::Throttled);
        let lost = lost.filter(|_| !throttled);
        self.items[place].losses += u32::from(lost.is_some());
        let (draft, attempt) = (self.items[place].id, self.items[place].attempts);
        self.record(turn, Record::Undone { draft, attempt });
        if self.cancelled {
            return self.give_up(turn, place, State::Cancelled);
        }
        // A bare 4xx was a refusal after all; and some products bring a server down each time.
        let problem = lost.as_ref().and_then(problem);
        let refused =
            problem.as_ref().and_then(|problem| problem.status).is_some_and(|status| (400..500).contains(&status) && status != 408);
        match problem {
            Some(problem) if refused => self.is_refused(turn, place, problem),
            Some(problem) if self.items[place].losses >= MAX_LOSSES => self.fail(turn, place, problem),
            _ if self.items[place].photo_ids().is_some() => {
                self.set_state(turn, place, State::Ready);
                self.ready.insert(place);
            }
            _ => {
                self.set_state(turn, place, State::Waiting);
                self.queue.push_front(place);
            }
        }
        if throttled {
            self.spare(turn.now, place);
        }
    }

    /// Turned away for pace, looked for, and not there. A marketplace that takes one request at a time may have been
    /// asked too much by the look itself: from the second time on the creation keeps away from it.
    fn spare(&mut self, now: Duration, place: ItemIndex) {
        let times = self.items[place].throttles;
        self.items[place].throttles += 1;
        if times > 0 {
            self.put_creation_off(now, place, times);
        }
    }

    /// The draft is in the shop.
    pub(in crate::import::engine) fn is_created(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, product: Option<ProductId>) {
        self.lost.remove(&place);
        let item = &mut self.items[place];
        item.lost = None;
        item.problem = None;
        item.product = product.clone();
        match &product {
            Some(product) => {
                self.taken.insert(product.clone(), place);
            }
            None => self.looks.without_id += 1,
        }
        let item = &self.items[place];
        self.record(turn, Record::Created { draft: item.id, product });
        self.set_state(turn, place, State::Created);
    }
}
