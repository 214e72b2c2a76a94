//! The marketplace: its addresses, wire types, and one typed call per operation of the contract (docs/marketplace-api.md).
//!
//! [`Profile`] is the market file, [`Client`] the calls, [`Listing`] the reading of a whole shop out of pages.
//! A call is one request. Trying again, waiting and remembering are the worker's and the engine's.

mod config;
mod errors;
mod http;
mod json;
mod listing;
mod wire;

pub use config::{AddressError, EntryError, Layout, Limits, ListRules, MarketDraft, MarketKey, OAuth, Profile, is_loopback, is_scope};
#[cfg(test)]
pub use http::memory;
pub use http::{Client, FileToSend, NotReached, Tested, Timeouts, probe};
pub use listing::{Listing, PageRequest};
pub use wire::{AddedWebhook, Creation, NewWebhook, ProductPage, TokenClient, TokenIdentity, Tokens, UploadedFile};
