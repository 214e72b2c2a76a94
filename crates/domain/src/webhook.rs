//! The events a webhook can subscribe to (contract section 6), and what one delivered to this computer.

use jiff::Timestamp;

use super::Scope;

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

/// An event type, by the id and name that the marketplace uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarketEvent {
    pub id: u32,
    pub name: &'static str,
    /// The scope that a token needs to subscribe.
    pub scope: &'static str,
}

impl MarketEvent {
    /// The id of a chat message that a buyer sent.
    pub const CHAT_RECEIVED_MESSAGE: u32 = 1;
    /// The id of an order that came in: a sale.
    pub const VENDOR_NEW_ORDER: u32 = 5;
}

const fn event(id: u32, name: &'static str, scope: &'static str) -> MarketEvent {
    MarketEvent { id, name, scope }
}

/// All event types of contract section 6.
pub const EVENTS: [MarketEvent; 9] = [
    event(MarketEvent::CHAT_RECEIVED_MESSAGE, "CHAT_RECEIVED_MESSAGE", Scope::CHAT_READ),
    event(2, "ORDER_ITEM_CHANGES", Scope::ORDER_READ),
    event(3, "VENDOR_ORDER_ITEM_CHANGES", Scope::PARCEL_READ),
    event(4, "CHAT_SEND_MESSAGE", Scope::CHAT_READ),
    event(MarketEvent::VENDOR_NEW_ORDER, "VENDOR_NEW_ORDER", Scope::PARCEL_READ),
    event(6, "NEW_ORDER", Scope::ORDER_READ),
    event(7, "VENDOR_PARCEL_CHANGES", Scope::PARCEL_READ),
    event(8, "PRODUCT_CREATE_CHANGES", Scope::PRODUCT_READ),
    event(9, "REVIEW_CREATE_CHANGES", Scope::PARCEL_READ),
];
