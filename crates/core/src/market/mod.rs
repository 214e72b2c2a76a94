//! The marketplace file and the JSON of the contract (docs/marketplace-api.md), without the requests.
//!
//! [`Profile`] is the market file, [`wire`] has the JSON of each operation, [`errors`] interprets refusals,
//! and [`Listing`] reads a whole shop page by page.

pub mod config;
pub mod errors;
mod json;
mod listing;
mod ready_made;
pub mod wire;

pub use config::{
    AddressCheck, AddressError, AddressFailure, EntryError, Layout, Limits, ListRules, ListedPrice,
    MarketDraft, MarketKey, OAuth, Profile, WebhookOperation, WebhookPaths, is_loopback, is_scope,
    parse_address,
};
pub use listing::{Listing, PageRequest, Reach};
pub use ready_made::{READY_MADE, ReadyMade};
pub use wire::{
    AddedWebhook, DeliveryAttempt, EventInfo, HeaderLines, NewWebhook, Webhook, WebhookChange, WebhookService,
};
pub use wire::{Creation, ProductPage, TokenClient, TokenIdentity, Tokens, UploadedFile};
pub use wire::{DeliveryContent, delivery_content};
