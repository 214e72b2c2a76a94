//! What the screens were not told of yet, and how long a run still takes.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::worker::progress_interval::next_update_after;
use vitrine_core::edit::{EditCounts, StoredRow};
use vitrine_model::messages::EditProgress;

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

    /// The time from the last update to the next one, even if nothing happens.
    pub fn next_update_after(&self, last: Option<&EditProgress>) -> Option<Duration> {
        let changed = !self.changed.is_empty();
        let last = last.filter(|last| changed || last.counts.waiting > 0)?;
        next_update_after(last.waiting.as_ref(), changed)
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
