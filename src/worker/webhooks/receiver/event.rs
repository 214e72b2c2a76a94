//! What a receiver reports.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use vitrine_domain::{Forwarding, StoredDelivery};

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
