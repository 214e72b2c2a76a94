//! The pace of one marketplace, shared by every request to it: the import's and the table's alike.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::domain::Problem;
use crate::pace::{Kind, Outcome, Pace, Permit, Ticket};

/// Cheap to clone; all clones share one pace.
#[derive(Clone)]
pub struct Gate {
    pace: Arc<Mutex<Pace>>,
    handed_back: Arc<Notify>,
    began: Instant,
}

/// The place of a request under way. Dropped with a request that is given up, too.
struct Held<'a> {
    gate: &'a Gate,
    ticket: Ticket,
    outcome: Outcome,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.gate.pace().done(self.gate.now(), self.ticket, self.outcome);
        self.gate.freed();
    }
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
        let mut place = Held { gate: self, ticket, outcome: Outcome::NotSent };
        let result = request.await;
        place.outcome = Outcome::of(&result);
        result
    }

    /// An engine handed a ticket back: who waits for a place may ask again.
    pub fn freed(&self) {
        self.handed_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::Limits;

    #[tokio::test]
    async fn a_request_that_is_given_up_leaves_its_place_to_the_next() {
        let gate = Gate::new(Pace::new(Limits::default()));
        let hangs = || gate.pass(Kind::Upload, std::future::pending::<Result<(), Problem>>());
        for _ in 0..100 {
            let given_up = tokio::time::timeout(Duration::ZERO, hangs()).await;
            assert!(given_up.is_err());
        }
        gate.pass(Kind::Upload, async { Ok(()) }).await.unwrap();
    }
}
