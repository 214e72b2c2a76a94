//! What a webhook delivered to this computer.

use jiff::Timestamp;

/// Whether a delivery is passed on to another address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forwarding {
    #[default]
    Off,
    Waiting,
    Done,
    /// It was not accepted, however often it was tried.
    Failed,
}

/// A delivery that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDelivery {
    pub id: i64,
    pub first_at: Timestamp,
    pub last_at: Timestamp,
    /// How often it arrived.
    pub count: u64,
    pub method: String,
    pub path: String,
    pub media_type: String,
    pub body: Vec<u8>,
    pub forwarding: Forwarding,
    /// Whether it was printed, as was noted. Arriving again changes nothing of that.
    pub is_shown: bool,
}
