//! The market file: the addresses and the rules of a marketplace.

pub mod address;
mod address_check;
mod draft;
mod extra;
mod file;
mod finding;
mod limits;
mod products;
mod profile;
mod webhooks;

pub use address::{AddressError, Layout, is_loopback, parse_address};
pub use address_check::{AddressCheck, AddressFailure};
pub use draft::{EntryError, MarketDraft, MarketKey};
pub use file::is_scope;
pub use limits::Limits;
pub use products::ListedPrice;
pub use profile::{ListRules, OAuth, Profile};
pub use webhooks::{WebhookOperation, WebhookPaths};
