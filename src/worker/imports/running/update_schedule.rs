//! When to send updates of imports to the screens.

use std::time::Duration;

use tokio::time::Instant;

use super::meter::Meter;
use crate::import::Waiting;
use crate::worker::messages::Progress;

/// Minimum interval between updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);
/// Waits are counted down in seconds.
const COUNTDOWN_INTERVAL: Duration = Duration::from_secs(1);
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
        let every = match self.last_progress.as_ref().and_then(|progress| progress.waiting.as_ref()) {
            _ if changed => Some(UPDATE_INTERVAL),
            None | Some(Waiting::Canary) => Some(UPDATE_INTERVAL),
            Some(Waiting::Pace { .. } | Waiting::OwnPace { .. } | Waiting::Checking { .. } | Waiting::Network { .. }) => {
                Some(COUNTDOWN_INTERVAL)
            }
            // Nothing changes until the user acts.
            Some(Waiting::Paused | Waiting::SignIn | Waiting::Refusals(_) | Waiting::Person | Waiting::Storage(_)) => None,
        };
        self.last_sent.filter(|_| !self.ended).zip(every).map(|(told, every)| told + every)
    }
}
