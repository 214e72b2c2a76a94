//! Creations of which nobody knows what came: how long their absence from the list must last, and what follows from it.

use std::time::Duration;

use super::item::Lost;
use super::look::{FIRST_LOOK, HIDDEN, LAG_MARGIN, MOVING_LOOKS, VAIN_LOOKS};
use super::machine::{Engine, Place, PutOff, Turn, backoff};
use super::rule::Rule;
use super::settle::Answer;
use crate::domain::{Code, Problem, Verdict};
use crate::import::journal::{Identity, Knowledge, Record};
use crate::import::state::State;
use crate::pace::Standstill;

/// How late a creation may take effect after its answer was lost; longer when it was slow, not cut off.
pub(super) const LATE: Duration = Duration::from_secs(10);
pub(super) const LATE_WHEN_SLOW: Duration = Duration::from_secs(30);
/// One product may come into the list this much later than others, whatever was measured.
const STRAGGLING: Duration = Duration::from_secs(10);
/// Between two listings without a product before its absence is believed.
const LOOKS_APART: Duration = Duration::from_secs(5);
/// With no later product of ours listed, how long absence must last: the whole list may stand still for a while. Less
/// in a shop whose lag was measured often, more where it never was.
const PATIENCE: Duration = Duration::from_secs(20);
const PATIENCE_RARELY_MEASURED: Duration = Duration::from_secs(50);
const PATIENCE_UNMEASURED: Duration = Duration::from_secs(170);
pub(super) const OFTEN: u32 = 5;
/// After this a person is asked.
const MOST_PATIENCE: Duration = Duration::from_secs(15 * 60);
/// Creations of one draft that were lost and found undone before it is given up.
const MOST_LOSSES: u32 = 6;

/// What there was to see.
pub(super) struct View {
    pub began: Duration,
    pub complete: bool,
    /// The latest of our products in it.
    pub fence: Option<Fence>,
    /// How long a created product has been missing from it.
    pub missing: Duration,
}

/// A product of ours in a listing: what was listed by then is past the moment it was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    pub sent: Duration,
    /// When the listing showed it.
    pub listed: Duration,
}

impl Engine {
    /// "Too many" comes before the work nearly always, and nobody promised that: one look before it is sent again.
    pub(super) fn is_doubted(&mut self, turn: &mut Turn<'_>, place: Place, problem: Problem) {
        let look = turn.now + self.after_throttle();
        let asked = if let Some(Standstill::Asked { until }) = turn.pace.standstill(turn.now) { until } else { turn.now };
        self.looks.doubt(asked);
        self.last_failure = Some(problem.clone());
        self.items[place].lost = Some(Lost::new(problem, turn.now, look, true));
        self.lost.insert(place);
        self.set_state(turn, place, State::Checking);
    }

    pub(super) fn put_creation_off(&mut self, now: Duration, place: Place, times: u32) {
        if self.ready.remove(&place) {
            self.put_off.insert((now + backoff(times, self.items[place].id.0), PutOff::Creation(place)));
        }
    }

    /// Writes down when waits began, so that another process goes on with them.
    pub(super) fn note_losses(&mut self, turn: &mut Turn<'_>) {
        let places: Vec<Place> = self.lost.iter().copied().collect();
        for place in places {
            let item = &mut self.items[place];
            let Some(lost) = item.lost.as_mut().filter(|lost| !lost.noted && !lost.throttled) else { continue };
            lost.noted = true;
            let (draft, attempt) = (item.id, item.attempts);
            self.record(turn, Record::Lost { draft, attempt });
        }
    }

    /// What a listing says of a creation whose answer was lost.
    pub(super) fn judge_lost(&mut self, turn: &mut Turn<'_>, place: Place, answer: Answer, view: &View) {
        let knowledge = self.knowledge;
        let (look_twice, need_fence) = (self.holds(Rule::LookTwice), self.holds(Rule::Fence));
        let (wait_here, after_throttle) = (self.holds(Rule::WaitHere), self.after_throttle());
        let Some(lost) = &mut self.items[place].lost else { return };
        if let Answer::Here(product) = answer {
            if lost.throttled && knowledge.identity == Identity::Cover {
                self.knowledge.throttles_late = true;
                self.record_knowledge(turn);
            }
            return self.is_created(turn, place, product);
        }
        // A listing begun before the answer was lost says nothing of it.
        let Some(here) = view.began.checked_sub(lost.at) else { return };
        let age = here + lost.waited;
        if lost.throttled {
            lost.vain_looks += 1;
            lost.next_look = turn.now + after_throttle;
            let failing = self.looks.failed > 0;
            let vain = lost.vain_looks >= VAIN_LOOKS;
            // Where it is not known yet how products come back, one that nothing explains may be this one, done all the same.
            let may_be_done = answer == Answer::Unclear && view.complete && knowledge.identity == Identity::Unproven;
            // Not to be listed for so long that something is amiss: from now on it counts as lost.
            lost.throttled = !(vain && (failing || may_be_done));
            // Where the list can never tell, "too many" is taken at its word. One that was complete before only moves while
            // it is read, and will be again.
            let tells = match view.complete {
                true => answer == Answer::NotHere || (vain && !may_be_done),
                false => !self.looks.was_complete || lost.vain_looks >= MOVING_LOOKS,
            };
            if !failing && here >= after_throttle && tells {
                self.is_undone(turn, place);
            }
            return;
        }
        if answer == Answer::Unclear || !view.complete {
            lost.vain_looks += 1;
            lost.next_look = turn.now + FIRST_LOOK.max(here / 2);
            // A long list is seldom still while more products are created; it will be when they are.
            let still_to_come = self.looks.was_complete && self.looks.failed == 0 && !self.cancelled;
            let moving = !view.complete && still_to_come && here < MOST_PATIENCE;
            let most = if moving { MOVING_LOOKS } else { VAIN_LOOKS };
            if lost.vain_looks >= most && (here >= PATIENCE_RARELY_MEASURED || self.cancelled) {
                self.ask_person(turn, place);
            }
            return;
        }
        // Of what an earlier process sent it is not known how long it had been under way.
        let slow = lost.problem.as_ref().is_none_or(|problem| problem.code == Code::TimedOut || problem.status == Some(504));
        let late = if slow { LATE_WHEN_SLOW } else { LATE };
        // Never measured, it may be as long as the latest product took that is here at most.
        let lag_now = knowledge.lag.or(view.fence.map(|fence| fence.listed.saturating_sub(fence.sent).min(HIDDEN))).unwrap_or_default();
        let settled = late + (lag_now.max(view.missing) * LAG_MARGIN).max(STRAGGLING);
        let patience = settled.max(late + patience(&knowledge));
        let (since, _) = *lost.absent.get_or_insert((view.began, view.began));
        lost.absent = Some((since, view.began));
        let twice = view.began - since >= LOOKS_APART;
        // The list holds what was sent later: it is past that moment.
        let fenced = view.fence.is_some_and(|fence| fence.sent >= lost.at);
        // The clock that measured an earlier process's wait may have been set forward since.
        let here_needed = if lost.earlier && wait_here { late + STRAGGLING } else { Duration::ZERO };
        let here_enough = here >= here_needed;
        if !look_twice || (twice && here_enough && age >= if fenced || !need_fence { settled } else { patience }) {
            return self.is_undone(turn, place);
        }
        if twice && here_enough && age >= MOST_PATIENCE {
            return self.ask_person(turn, place);
        }
        let next = if age < settled { settled } else { (age + LOOKS_APART.max(age / 4)).min(patience.max(age + LOOKS_APART)) };
        let next = lost.at + next.min(MOST_PATIENCE).saturating_sub(lost.waited);
        lost.next_look = next.max(since + LOOKS_APART).max(lost.at + here_needed);
    }

    fn ask_person(&mut self, turn: &mut Turn<'_>, place: Place) {
        if self.items[place].state == State::NeedsPerson {
            return;
        }
        self.items[place].problem = Some(Problem::new(Code::Ambiguous));
        self.record(turn, Record::Undecided { draft: self.items[place].id });
        self.set_state(turn, place, State::NeedsPerson);
    }

    /// The draft's last creation is known not to have happened: it goes back to where it may be created.
    pub(super) fn is_undone(&mut self, turn: &mut Turn<'_>, place: Place) {
        self.lost.remove(&place);
        let problem = |lost: &Lost| lost.problem.clone();
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
            Some(problem) if self.items[place].losses >= MOST_LOSSES => self.fail(turn, place, problem),
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
    fn spare(&mut self, now: Duration, place: Place) {
        let times = self.items[place].throttles;
        self.items[place].throttles += 1;
        if times > 0 {
            self.put_creation_off(now, place, times);
        }
    }
}

/// How long a product that may have been made may stay out of the list as a whole.
pub(super) const fn patience(knowledge: &Knowledge) -> Duration {
    match knowledge.lag {
        None => PATIENCE_UNMEASURED,
        Some(_) if knowledge.measured < OFTEN => PATIENCE_RARELY_MEASURED,
        Some(_) => PATIENCE,
    }
}
