//! The events a webhook can subscribe to (contract section 6).

use super::Scope;

/// An event type, by the id and name that the marketplace uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub id: u32,
    pub name: &'static str,
    /// The scope that a token needs to subscribe.
    pub scope: &'static str,
}

impl Event {
    /// The id of a chat message that a buyer sent.
    pub const CHAT_RECEIVED_MESSAGE: u32 = 1;
    /// The id of an order that came in: a sale.
    pub const VENDOR_NEW_ORDER: u32 = 5;
}

const fn event(id: u32, name: &'static str, scope: &'static str) -> Event {
    Event { id, name, scope }
}

/// All event types of contract section 6.
pub const EVENTS: [Event; 9] = [
    event(Event::CHAT_RECEIVED_MESSAGE, "CHAT_RECEIVED_MESSAGE", Scope::CHAT_READ),
    event(2, "ORDER_ITEM_CHANGES", Scope::ORDER_READ),
    event(3, "VENDOR_ORDER_ITEM_CHANGES", Scope::PARCEL_READ),
    event(4, "CHAT_SEND_MESSAGE", Scope::CHAT_READ),
    event(Event::VENDOR_NEW_ORDER, "VENDOR_NEW_ORDER", Scope::PARCEL_READ),
    event(6, "NEW_ORDER", Scope::ORDER_READ),
    event(7, "VENDOR_PARCEL_CHANGES", Scope::PARCEL_READ),
    event(8, "PRODUCT_CREATE_CHANGES", Scope::PRODUCT_READ),
    event(9, "REVIEW_CREATE_CHANGES", Scope::PARCEL_READ),
];
