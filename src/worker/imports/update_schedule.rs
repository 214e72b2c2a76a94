//! When the screens hear of imports.

use std::time::Duration;

use tokio::time::Instant;

use super::messages::Progress;
use super::meter::Meter;
use crate::import::Waiting;

/// Rows and progress reach the screens at most this often.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// A wait is counted down in seconds.
const COUNT_DOWN_EVERY: Duration = Duration::from_secs(1);
/// A pause shorter than this is not told.
pub const WORTH_TELLING: Duration = Duration::from_secs(2);

pub struct UpdateSchedule {
    pub meter: Meter,
    pub last_told: Option<Instant>,
    pub last_progress: Option<Progress>,
    /// The end of the import has been told.
    pub ended: bool,
}

impl Default for UpdateSchedule {
    fn default() -> Self {
        Self { meter: Meter::default(), last_told: None, last_progress: None, ended: true }
    }
}

impl UpdateSchedule {
    /// There is something to tell of again.
    pub const fn begin(&mut self) {
        self.ended = false;
    }

    pub fn is_due(&self, now: Instant) -> bool {
        !self.ended && self.last_told.is_none_or(|told| now - told >= TELL_EVERY)
    }

    pub fn next(&self, changed: bool) -> Option<Instant> {
        let every = match self.last_progress.as_ref().and_then(|progress| progress.waiting.as_ref()) {
            _ if changed => Some(TELL_EVERY),
            None | Some(Waiting::Canary) => Some(TELL_EVERY),
            Some(Waiting::Pace { .. } | Waiting::Checking { .. } | Waiting::Network { .. }) => Some(COUNT_DOWN_EVERY),
            // Nothing moves until someone does something.
            Some(Waiting::Paused | Waiting::SignIn | Waiting::Refusals(_) | Waiting::Person | Waiting::Storage(_)) => None,
        };
        self.last_told.filter(|_| !self.ended).zip(every).map(|(told, every)| told + every)
    }
}
