//! What the screens show of a run.

use std::time::Duration;

use super::item::{Item, Stage};
use super::queues::ItemIndex;
use super::state::Engine;
use crate::import::PlannedDraft;
use crate::import::state::{Counts, DraftId, Row, RunId, State, Waiting};
use crate::pace::{Pace, Standstill};
use vitrine_domain::{AccountKey, Problem, ProblemKind, Verdict};

impl Engine {
    /// The run's number.
    pub const fn run(&self) -> RunId {
        self.run
    }

    /// The account whose shop the products go to.
    pub const fn account(&self) -> &AccountKey {
        &self.account
    }

    /// The rows of all drafts, in the order in which they were added.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        self.items.iter().enumerate().map(|(item_index, _)| self.row_at(item_index))
    }

    /// The row of one draft.
    pub fn row(&self, draft: DraftId) -> Option<Row> {
        self.items.find(draft).map(|item_index| self.row_at(item_index))
    }

    fn row_at(&self, item_index: ItemIndex) -> Row {
        self.items[item_index].row()
    }

    /// The draft as planned, with the edits made since.
    pub fn planned(&self, draft: DraftId) -> Option<&PlannedDraft> {
        self.items.find(draft).map(|item_index| &self.items[item_index].planned)
    }

    /// The number of drafts by state.
    pub const fn counts(&self) -> Counts {
        self.queues().counts
    }

    /// Whether the run was cancelled and nothing was requested since. Unconfirmed creations may still be
    /// checked.
    pub const fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// The number of uploaded photos and of all photos, of drafts that are to become products.
    pub fn photos(&self) -> (usize, usize) {
        let wanted =
            self.items.iter().filter(|item| !matches!(item.state(), State::Skipped | State::Cancelled));
        wanted.fold((0, 0), |(up, all), item| (up + item.photos_uploaded(), all + item.photos.len()))
    }

    /// The number of successful uploads, in this process.
    pub const fn uploads(&self) -> usize {
        self.uploads.count
    }

    /// Why nothing progresses; `None` while something does, and after the end.
    pub fn waiting(&self, now: Duration, pace: &Pace) -> Option<Waiting> {
        if self.ended() {
            return (self.queues().counts.needs_person > 0).then_some(Waiting::Person);
        }
        if let Some((problem, _)) = &self.storage {
            return Some(Waiting::Storage(problem.clone()));
        }
        if self.signed_out {
            return Some(Waiting::SignIn);
        }
        if self.is_paused() {
            return Some(Waiting::Paused);
        }
        let queues = self.queues();
        let stopped =
            self.refusals.stopped.as_ref().filter(|_| queues.counts.waiting > queues.unconfirmed.len());
        let is_at_rest = queues.sending + queues.creating + queues.preparing == 0;
        match pace.standstill(now) {
            Some(Standstill::RetryAfter { until }) => return Some(Waiting::Pace { for_: until - now }),
            // Nothing would find out whether the marketplace is back before a person lets the import go on.
            Some(Standstill::Down { .. })
                if is_at_rest
                    && self.listings.due.is_none()
                    && !self.listings.under_way()
                    && stopped.is_some() =>
            {
                return stopped.cloned().map(Waiting::Refusals);
            }
            Some(Standstill::Down { next_try }) => return Some(self.network(next_try.saturating_sub(now))),
            None => {}
        }
        let delayed = self
            .listings
            .delayed
            .as_ref()
            .filter(|_| self.listings.under_way() || self.listings.due.is_some());
        let is_offline = delayed.is_some_and(|(problem, _)| problem.verdict() == Verdict::NotDone);
        if !is_at_rest && !is_offline {
            return None;
        }
        // Nothing is in progress except, perhaps, a listing, or requests without a connection.
        if let Some(problem) = stopped {
            return Some(Waiting::Refusals(problem.clone()));
        }
        if let Some((problem, until)) = delayed {
            return Some(Waiting::Network { problem: problem.clone(), next_try: until.saturating_sub(now) });
        }
        let in_sight = !queues.ready.is_empty() || !queues.waiting.is_empty();
        if in_sight && (self.canary.is_watching() || (!self.may_create() && !self.listings.under_way())) {
            return Some(Waiting::Canary);
        }
        if let Some(until) = self.held_until.filter(|until| *until > now) {
            let for_ = until - now;
            return Some(if pace.was_throttled() {
                Waiting::Pace { for_ }
            } else {
                Waiting::OwnPace { for_ }
            });
        }
        if let Some((time, _)) = queues.deferred.first() {
            let wait = time.saturating_sub(now);
            let throttled =
                self.last_failure.as_ref().is_some_and(|problem| problem.verdict() == Verdict::Throttled);
            return Some(if throttled { Waiting::Pace { for_: wait } } else { self.network(wait) });
        }
        if self.listings.under_way() {
            return (!queues.unconfirmed.is_empty())
                .then_some(Waiting::Checking { next_check: Duration::ZERO });
        }
        let next_check = self.listings.due?.saturating_sub(now);
        // What the marketplace said that it has is sent again by nobody.
        let was_answered = queues
            .unconfirmed
            .iter()
            .all(|&item_index| self.items[item_index].open().is_some_and(|open| open.accepted));
        Some(if was_answered { Waiting::Confirming { next_check } } else { Waiting::Checking { next_check } })
    }

    fn network(&self, next_try: Duration) -> Waiting {
        let problem = self.last_failure.clone().unwrap_or_else(|| Problem::new(ProblemKind::Unreachable));
        Waiting::Network { problem, next_try }
    }
}

impl Item {
    /// The row to show for this draft.
    fn row(&self) -> Row {
        let up = match self.photos.first().map(|photo| &photo.stage) {
            Some(Stage::Up(id)) => Some(id.clone()),
            _ => None,
        };
        Row {
            id: self.id,
            name: self.planned.draft.name.clone(),
            source: self.planned.source.clone(),
            state: self.shown_state(),
            photos: self.photos.len(),
            photos_uploaded: self.photos_uploaded(),
            product_id: self.product().cloned(),
            photo_id: if self.state() == State::Skipped { self.attempts.cover.clone() } else { up },
            problem: self.problem().cloned().or_else(|| self.repetition()),
            equal_name: self.equal_name,
            other_values: self.other_values.clone(),
        }
    }
}
