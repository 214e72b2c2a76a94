//! The state shared by all handlers.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::access::Access;
use super::deliveries::Deliveries;
use super::lock;
use super::log::Log;
use super::pictures::Pictures;
use super::store::ShopStore;
use crate::dialect::Dialect;
use crate::faults::{FaultInjector, Faults, ShopBehaviour};

/// Supplies the time for tokens, codes, list lag and rate limits; latency uses real time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// A running marketplace.
pub struct App {
    pub address: SocketAddr,
    pub clock: Clock,
    pub dialect: Dialect,
    pub access: Mutex<Access>,
    pub store: Mutex<ShopStore>,
    pub fault_injector: Mutex<FaultInjector>,
    pub log: Mutex<Log>,
    pub pictures: Pictures,
    pub deliveries: Deliveries,
    /// Where deliveries are sent.
    pub runtime: tokio::runtime::Handle,
    /// Resets every connection when cancelled.
    pub closed: CancellationToken,
}

impl App {
    /// The current time.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Whether discounts can be given, as at the public marketplace.
    pub fn has_discounts(&self) -> bool {
        self.dialect.is_public() || self.behaviour().discounts
    }

    /// The configured behaviour.
    pub fn behaviour(&self) -> ShopBehaviour {
        lock(&self.fault_injector).faults.behaviour.clone()
    }

    /// The configured seed.
    pub fn seed(&self) -> usize {
        usize::try_from(lock(&self.fault_injector).faults.seed).unwrap_or_default()
    }

    /// Replaces the faults and applies their settings for tokens.
    pub fn set_faults(&self, faults: Faults) {
        let mut access = lock(&self.access);
        access.token_lifetime = Duration::from_secs(faults.behaviour.token_seconds);
        access.rotate_refresh = faults.behaviour.rotate_refresh;
        access.token_requests = faults.token_requests;
        *lock(&self.fault_injector) = FaultInjector::new(faults);
    }
}
