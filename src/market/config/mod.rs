//! The market file: where a marketplace is, and what it wants.

pub mod address;
mod draft;
mod extra;
mod profile;

pub use address::{AddressError, Layout, is_loopback};
pub use draft::{EntryError, MarketDraft, MarketKey};
pub use profile::{Limits, ListRules, OAuth, Profile, is_scope};
