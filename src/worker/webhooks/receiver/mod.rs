//! The receiver of webhooks: a small server that stores each delivery before it accepts it.
//!
//! It runs on two threads of its own, one for connections and one for the disk, so that a burst of deliveries
//! does not delay the worker. The window and `vitrine webhook listen` use it alike. What protects it from the
//! network is in [`connections`]; the answers are in [`server`], passing on in [`forward`].

mod connections;
mod forward;
mod run;
mod server;
#[cfg(test)]
mod tests;
mod writer;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use vitrine_domain::{Forwarding, StoredDelivery};

pub use forward::may_forward_to;
pub use run::{Receiver, ReceiverOptions};

/// Takes what happened, on the threads of the receiver.
pub type Report = Arc<dyn Fn(ReceiverEvent) + Send + Sync>;

/// What happened at a receiver.
#[derive(Debug)]
pub enum ReceiverEvent {
    /// Deliveries were accepted, or arrived again: then their counts have grown.
    Received(Vec<StoredDelivery>),
    /// Whether a delivery was passed on.
    Forwarded { id: i64, forwarding: Forwarding },
    /// Requests were refused since the last event of this kind.
    Refused { wrong_token: u64, other: u64 },
}

/// Counts of refused requests.
#[derive(Default)]
pub struct Refusals {
    pub wrong_token: AtomicU64,
    pub other: AtomicU64,
}
