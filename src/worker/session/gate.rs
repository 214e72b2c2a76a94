//! The rate limiter of one marketplace, shared by every request to it: those of imports and of the products
//! table.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use vitrine_core::pace::{Kind, Outcome, Pace, Permit, Ticket};
use vitrine_domain::Problem;

/// A shared [`Pace`]. Cheap to clone; all clones share one limiter.
#[derive(Clone)]
pub struct Gate {
    pace: Arc<Mutex<Pace>>,
    released: Arc<Notify>,
    hurried: Arc<Notify>,
    began: Instant,
}

/// The permit of a request in flight. Dropping it hands the permit back, also when the request is cancelled.
struct PermitGuard<'a> {
    gate: &'a Gate,
    ticket: Ticket,
    outcome: Outcome,
}

impl Drop for PermitGuard<'_> {
    fn drop(&mut self) {
        self.gate.pace().done(self.gate.now(), self.ticket, self.outcome);
        self.gate.wake_waiter();
    }
}

impl Gate {
    /// Shares this limiter.
    pub fn new(pace: Pace) -> Self {
        Self {
            pace: Arc::new(Mutex::new(pace)),
            released: Arc::default(),
            hurried: Arc::default(),
            began: Instant::now(),
        }
    }

    /// The time on the limiter's clock, which starts with the gate.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Converts a time on the limiter's clock.
    pub fn instant(&self, at: Duration) -> Instant {
        self.began + at
    }

    /// Locks the limiter. The guard must not be held across an `await`.
    pub fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request that no import engine controls, once the limiter permits it. Only the session does so.
    pub(super) async fn pass<T>(
        &self,
        kind: Kind,
        request: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let ticket = loop {
            let permit = self.pace().permit(self.now(), kind);
            match permit {
                Permit::Go(ticket) => break ticket,
                Permit::Wait(at) => {
                    drop(tokio::time::timeout_at(self.instant(at), self.hurried.notified()).await);
                }
                Permit::Full => self.released.notified().await,
            }
        };
        let mut guard = PermitGuard { gate: self, ticket, outcome: Outcome::NotSent };
        let result = request.await;
        guard.outcome = Outcome::of(&result);
        result
    }

    /// Sends a request that counts for no limit, such as whose token it is. The wait that the marketplace
    /// asked for goes for it as well.
    pub(in crate::worker) async fn pass_beside<T>(
        &self,
        request: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        loop {
            let until = self.pace().asked_until();
            if until <= self.now() {
                break;
            }
            tokio::time::sleep_until(self.instant(until)).await;
        }
        let result = request.await;
        if let Err(Problem { retry_after: Some(wait), .. }) = &result {
            self.pace().hold_for(self.now(), *wait);
        }
        result
    }

    /// A person asked for something again: after failures it is tried at once.
    pub fn try_now(&self) {
        self.pace().probe_now(self.now());
        self.hurried.notify_waiters();
    }

    /// Wakes a waiting request, after an engine handed a permit back.
    pub fn wake_waiter(&self) {
        self.released.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::pace::Limits;
    use vitrine_domain::ProblemKind;

    #[tokio::test]
    async fn a_cancelled_request_hands_its_permit_to_the_next() {
        let gate = Gate::new(Pace::new(Limits::default()));
        let hangs = || gate.pass(Kind::Upload, std::future::pending::<Result<(), Problem>>());
        for _ in 0..100 {
            let given_up = tokio::time::timeout(Duration::ZERO, hangs()).await;
            assert!(given_up.is_err());
        }
        gate.pass(Kind::Upload, async { Ok(()) }).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_person_asks_for_again_does_not_wait_out_the_pause_after_failures() {
        let gate = Gate::new(Pace::new(Limits::default()));
        let fail = || gate.pass(Kind::Read, async { Err::<(), _>(Problem::new(ProblemKind::Unreachable)) });
        while gate.pace().standstill(gate.now()).is_none() {
            fail().await.unwrap_err();
        }
        for _ in 0..5 {
            fail().await.unwrap_err();
        }
        let waits_from = gate.now();
        let (answer, ()) = tokio::join!(gate.pass(Kind::Read, async { Ok(()) }), async { gate.try_now() });
        answer.unwrap();
        assert_eq!(gate.now(), waits_from);
        assert_eq!(gate.pace().standstill(gate.now()), None);
    }
}
