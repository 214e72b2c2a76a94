//! Operation 9.

use crate::domain::ServiceId;

/// A webhook to be created (contract 2.6). Without a service the caller's own is made (`register_me`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWebhook {
    pub event_ids: Vec<u32>,
    /// The HTTP method of the deliveries: POST, unless the marketplace offers others.
    pub method: String,
    pub url: String,
    pub active: bool,
    pub service: Option<ServiceId>,
}
