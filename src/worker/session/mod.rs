//! Who is signed in where, and the tokens of that: what every service reads, and only the accounts service
//! changes.

mod active;
mod entry_right;
pub mod gate;
pub mod refusal;
mod token_store;
mod token_stores;

pub use active::{ActiveSession, AuthenticatedSession, Market, Visitor};
pub use token_store::{RenewalTime, TokenStore, is_same_secret};
pub use token_stores::{EntryHolders, TokenStores};
