//! What the screens are told.

use std::time::Duration;

use super::state::Engine;
use crate::domain::{AccountKey, Code, Problem, Verdict};
use crate::import::PlannedDraft;
use crate::import::state::{Counts, DraftId, Row, RunId, State, Waiting};
use crate::pace::{Pace, Standstill};

impl Engine {
    pub const fn run(&self) -> RunId {
        self.run
    }

    pub const fn account(&self) -> &AccountKey {
        &self.account
    }

    /// In the order the drafts were added.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        self.items.iter().map(|item| item.row())
    }

    pub fn row(&self, draft: DraftId) -> Option<Row> {
        self.places.get(&draft).map(|&place| self.items[place].row())
    }

    /// The draft as it was planned, with what was changed since.
    pub fn planned(&self, draft: DraftId) -> Option<&PlannedDraft> {
        self.places.get(&draft).map(|&place| &self.items[place].planned)
    }

    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Cancelled, and nothing was asked of it since. What was sent may still be looked for.
    pub const fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// Photos at the marketplace, and photos in all, of drafts that are to be products.
    pub fn photos(&self) -> (usize, usize) {
        let wanted = self.items.iter().filter(|item| !matches!(item.state, State::Skipped | State::Cancelled));
        wanted.fold((0, 0), |(up, all), item| (up + item.photos_uploaded(), all + item.photos.len()))
    }

    /// Requests that carried a photo and succeeded, in this process.
    pub const fn uploads(&self) -> usize {
        self.uploads
    }

    /// Why nothing moves. `None` while something does, and after the end.
    pub fn waiting(&self, now: Duration, pace: &Pace) -> Option<Waiting> {
        if self.ended() {
            return (self.counts.needs_person > 0).then_some(Waiting::Person);
        }
        if let Some((problem, _)) = &self.storage {
            return Some(Waiting::Storage(problem.clone()));
        }
        if self.signed_out {
            return Some(Waiting::SignIn);
        }
        if self.paused {
            return Some(Waiting::Paused);
        }
        match pace.standstill(now) {
            Some(Standstill::RetryAfter { until }) => return Some(Waiting::Pace { for_: until - now }),
            Some(Standstill::Down { next_try }) => return Some(self.network(next_try.saturating_sub(now))),
            None => {}
        }
        if self.sending + self.creating + self.preparing > 0 {
            return None;
        }
        // Nothing moves but, perhaps, a look at the shop.
        if let Some(problem) = self.refusals.stopped.as_ref().filter(|_| self.counts.waiting > self.lost.len()) {
            return Some(Waiting::Refusals(problem.clone()));
        }
        let in_sight = !self.ready.is_empty() || !self.queue.is_empty();
        if in_sight && (self.canary.watching() || (!self.may_create() && !self.looks.under_way())) {
            return Some(Waiting::Canary);
        }
        if let Some(until) = self.held_until.filter(|until| *until > now) {
            return Some(Waiting::Pace { for_: until - now });
        }
        if let Some((time, _)) = self.put_off.first() {
            let wait = time.saturating_sub(now);
            let throttled = self.last_failure.as_ref().is_some_and(|problem| problem.verdict() == Verdict::Throttled);
            return Some(if throttled { Waiting::Pace { for_: wait } } else { self.network(wait) });
        }
        let next_check = self.looks.due?;
        Some(Waiting::Checking { next_check: next_check.saturating_sub(now) })
    }

    fn network(&self, next_try: Duration) -> Waiting {
        let problem = self.last_failure.clone().unwrap_or_else(|| Problem::new(Code::Unreachable));
        Waiting::Network { problem, next_try }
    }
}
