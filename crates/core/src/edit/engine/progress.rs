//! How far a run is, and what it waits for.

use std::time::Duration;

use super::item::Stage;
use super::state::Engine;
use crate::edit::change::StoredRow;
use crate::import::Waiting;
use crate::pace::{Pace, Standstill};
use vitrine_domain::{Problem, ProblemKind};

impl Engine {
    /// The rows of the run.
    pub fn rows(&self) -> impl Iterator<Item = &StoredRow> {
        self.items.iter().map(|item| &item.row)
    }

    /// The places and rows that changed since the last call.
    pub fn take_changed(&mut self) -> Vec<(usize, StoredRow)> {
        std::mem::take(&mut self.changed).into_iter().map(|row| (row, self.items[row].row.clone())).collect()
    }

    /// Whether nothing is left to do automatically, and everything is durable.
    pub fn ended(&self) -> bool {
        let is_idle = self.readings.is_empty() && self.sending.is_empty() && self.intents.is_empty();
        self.started
            && is_idle
            && self.unsaved.is_empty()
            && self.items.iter().all(|item| matches!(item.stage, Stage::Done))
    }

    /// A request got a 401: this run needs another token.
    pub const fn needs_sign_in(&self) -> bool {
        self.signed_out
    }

    /// Whether no request of it is on its way.
    pub fn is_quiet(&self) -> bool {
        self.readings.is_empty() && self.sending.is_empty() && self.unsaved.is_empty()
    }

    /// Why nothing progresses; `None` while something does, and after the end.
    pub fn waiting(&self, now: Duration, pace: &Pace) -> Option<Waiting> {
        if self.ended() {
            return None;
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
        // Nothing is requested until a person goes on, so the marketplace is not waited for.
        if let Some(problem) = &self.refusals.stopped
            && self.is_quiet()
            && self.to_prove.is_empty()
        {
            return Some(Waiting::Refusals(problem.clone()));
        }
        match pace.standstill(now) {
            Some(Standstill::RetryAfter { until }) => {
                return Some(Waiting::Pace { for_: until.saturating_sub(now) });
            }
            Some(Standstill::Down { next_try }) => {
                let problem =
                    self.last_failure.clone().unwrap_or_else(|| Problem::new(ProblemKind::Unreachable));
                return Some(Waiting::Network { problem, next_try: next_try.saturating_sub(now) });
            }
            None => {}
        }
        if !self.is_quiet() {
            return None;
        }
        if let (Some(retry), Some(problem)) =
            (self.read_retry.filter(|retry| *retry > now), &self.last_failure)
        {
            return Some(Waiting::Network { problem: problem.clone(), next_try: retry - now });
        }
        if let Some(until) = self.held_until.filter(|until| *until > now) {
            let for_ = until - now;
            return Some(if pace.was_throttled() {
                Waiting::Pace { for_ }
            } else {
                Waiting::OwnPace { for_ }
            });
        }
        let (due, _) = self.to_prove.first()?;
        Some(Waiting::Checking { next_check: due.saturating_sub(now) })
    }
}
