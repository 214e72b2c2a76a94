//! What the screens were not told of yet, and how long a run still takes.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::edit::{EditCounts, StoredRow};
use crate::import::Waiting;
use crate::worker::messages::EditProgress;

/// Fewer finished products say nothing about the rest.
const MIN_FINISHED: usize = 10;

/// Measures one run.
#[derive(Default)]
pub struct Meter {
    /// The rows that changed since the screens were told, by their places.
    pub changed: BTreeMap<usize, StoredRow>,
    /// When products began to finish, and how many had by then.
    began: Option<(Instant, usize)>,
}

impl Meter {
    /// The rows that changed since the last call.
    pub fn take_changed(&mut self) -> Vec<(usize, StoredRow)> {
        std::mem::take(&mut self.changed).into_iter().collect()
    }

    /// Whether there is something to tell, or a countdown goes on.
    pub fn has_news(&self, last: Option<&EditProgress>) -> bool {
        let counts_down = |progress: &EditProgress| match &progress.waiting {
            None => progress.counts.waiting > 0,
            Some(Waiting::Pace { .. } | Waiting::OwnPace { .. } | Waiting::Checking { .. } | Waiting::Network { .. } | Waiting::Canary) => {
                true
            }
            // Nothing changes until the user acts.
            Some(Waiting::Paused | Waiting::SignIn | Waiting::Refusals(_) | Waiting::Person | Waiting::Storage(_)) => false,
        };
        !self.changed.is_empty() || last.is_some_and(counts_down)
    }

    /// The estimated time left.
    pub fn left(&mut self, now: Instant, counts: EditCounts) -> Option<Duration> {
        let finished = counts.total() - counts.waiting;
        let (began, before) = *self.began.get_or_insert((now, finished));
        let (done, elapsed) = (finished - before.min(finished), now - began);
        if done < MIN_FINISHED || counts.waiting == 0 {
            return None;
        }
        let each = elapsed / u32::try_from(done).unwrap_or(u32::MAX);
        Some(each.saturating_mul(u32::try_from(counts.waiting).unwrap_or(u32::MAX)))
    }
}
