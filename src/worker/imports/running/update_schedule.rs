//! When to send updates of imports to the screens.

use std::time::Duration;

use tokio::time::Instant;

use super::meter::Meter;
use crate::worker::progress_interval::{UPDATE_INTERVAL, next_update_after};
use vitrine_model::messages::Progress;

/// A shorter pause is not reported.
pub const MIN_REPORTED_WAIT: Duration = Duration::from_secs(2);

/// The state of the updates.
pub struct UpdateSchedule {
    pub meter: Meter,
    pub last_sent: Option<Instant>,
    pub last_progress: Option<Progress>,
    /// Whether the end of the import was reported.
    pub ended: bool,
}

impl Default for UpdateSchedule {
    fn default() -> Self {
        Self { meter: Meter::default(), last_sent: None, last_progress: None, ended: true }
    }
}

impl UpdateSchedule {
    /// Starts sending updates again.
    pub const fn begin(&mut self) {
        self.ended = false;
    }

    /// Whether an update may be sent now.
    pub fn is_due(&self, now: Instant) -> bool {
        !self.ended && self.last_sent.is_none_or(|told| now - told >= UPDATE_INTERVAL)
    }

    /// When to send the next update. `changed`: rows have changed.
    pub fn next(&self, changed: bool) -> Option<Instant> {
        let waiting = self.last_progress.as_ref().and_then(|progress| progress.waiting.as_ref());
        let every = next_update_after(waiting, changed);
        self.last_sent.filter(|_| !self.ended).zip(every).map(|(told, every)| told + every)
    }
}
