//! The marketplace: its addresses, wire types, and one typed call per operation of the contract.
//!
//! [`Profile`] is the market file, [`Client`] the calls, [`Listing`] the reading of a whole shop out of pages.
//! A call is one request. Trying again, waiting and remembering are the worker's and the engine's.

mod address;
mod client;
mod draft;
mod error_body;
mod excerpt;
mod extra;
mod json;
mod listing;
mod named;
mod photo_limit;
mod probe;
mod problem;
mod profile;
mod transport;
mod value;
mod webhook;
mod wire;
mod wrapper;

pub use address::{AddressError, Layout, is_loopback};
pub use client::{Client, FileToSend};
pub use draft::{EntryError, MarketDraft, MarketKey};
pub use listing::{Listing, PageRequest};
pub use probe::{NotReached, Tested, probe};
pub use profile::{Limits, ListRules, OAuth, Profile, is_scope};
pub use transport::Timeouts;
pub use webhook::{AddedWebhook, NewWebhook};
pub use wire::{Creation, ProductPage, TokenClient, TokenIdentity, Tokens, UploadedFile};
