//! The marketplace client: addresses, wire types, and one typed call per operation of the contract
//! (docs/marketplace-api.md).
//!
//! [`Profile`] is the market file, [`Client`] has the calls, [`Listing`] reads a whole shop page by page. A call is one
//! request; retrying, waiting and storing are up to the worker and the engine.

#[cfg(test)]
#[path = "../../fuzz/src/answers.rs"]
mod answers;
mod config;
mod errors;
#[cfg(test)]
mod fuzz_corpus;
mod http;
mod json;
mod listing;
mod ready_made;
mod wire;

pub use config::{
    AddressError, EntryError, Layout, Limits, ListRules, ListedPrice, MarketDraft, MarketKey, OAuth, Profile, WebhookOperation,
    WebhookPaths, is_loopback, is_scope, parse_address,
};
#[cfg(test)]
pub use http::memory;
pub use http::{AddressCheck, AddressFailure, Client, FileToSend, Timeouts, probe, read_document};
pub use listing::{Listing, PageRequest, Reach};
pub use ready_made::{READY_MADE, ReadyMade};
pub use wire::{AddedWebhook, DeliveryAttempt, EventInfo, HeaderLines, NewWebhook, Webhook, WebhookChange, WebhookService};
pub use wire::{Creation, ProductPage, TokenClient, TokenIdentity, Tokens, UploadedFile};
pub use wire::{DeliveryContent, delivery_content};
