//! The pace of one marketplace, shared by every request to it: the import's and the table's alike.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::domain::Problem;
use crate::import::pace::{Kind, Outcome, Pace, Permit};

/// Cheap to clone; all clones share one pace.
#[derive(Clone)]
pub struct Gate {
    pace: Arc<Mutex<Pace>>,
    handed_back: Arc<Notify>,
    began: Instant,
}

impl Gate {
    pub fn new(pace: Pace) -> Self {
        Self { pace: Arc::new(Mutex::new(pace)), handed_back: Arc::new(Notify::new()), began: Instant::now() }
    }

    /// Time on the pace's clock, which starts with the gate.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    pub fn instant(&self, at: Duration) -> Instant {
        self.began + at
    }

    /// Never held over an `await`.
    pub fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Performs one request that no import's engine asked for, when the marketplace lets it.
    pub async fn pass<T>(&self, kind: Kind, request: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
        let ticket = loop {
            let permit = self.pace().permit(self.now(), kind);
            match permit {
                Permit::Go(ticket) => break ticket,
                Permit::Wait(at) => tokio::time::sleep_until(self.instant(at)).await,
                Permit::Full => self.handed_back.notified().await,
            }
        };
        let result = request.await;
        self.pace().done(self.now(), ticket, Outcome::of(&result));
        self.handed_back.notify_one();
        result
    }

    /// An engine handed a ticket back: who waits for a place may ask again.
    pub fn freed(&self) {
        self.handed_back.notify_one();
    }
}
