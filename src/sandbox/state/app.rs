//! What the handlers share.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::access::Access;
use super::ledger::Ledger;
use super::log::Log;
use super::pictures::Pictures;
use crate::sandbox::faults::{Behaviour, Faults, Judge};

/// What the time is. Tokens, codes, list lag and rate limits go by it; latency really waits.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// A running marketplace, as its handlers see it.
pub struct App {
    pub address: SocketAddr,
    pub clock: Clock,
    pub access: Mutex<Access>,
    pub ledger: Mutex<Ledger>,
    pub judge: Mutex<Judge>,
    pub log: Mutex<Log>,
    pub pictures: Pictures,
    /// Breaks every connection.
    pub closed: CancellationToken,
}

impl App {
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    pub fn behaviour(&self) -> Behaviour {
        lock(&self.judge).faults.behaviour.clone()
    }

    pub fn set_faults(&self, faults: Faults) {
        let mut access = lock(&self.access);
        access.token_life = Duration::from_secs(faults.behaviour.token_seconds);
        access.rotate_refresh = faults.behaviour.rotate_refresh;
        access.token_requests = faults.token_requests;
        *lock(&self.judge) = Judge::new(faults);
    }
}

/// A panic in one request must not take the marketplace away from the others.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
