//! The ways to sign in, and where the secrets rest.
//!
//! Contract section 5 knows three ways: a personal access token that the shop owner pastes ([`token`]), the
//! authorization code that a browser brings back ([`browser`] opens the page, a [`Catcher`] takes the redirect),
//! and client credentials for system use. Whichever way they came, tokens rest in the system's keychain
//! ([`Keychain`]) and nowhere else.

mod address_difference;
pub mod browser;
mod callback;
mod catcher;
mod guard;
mod keychain;
mod process_lock;
pub mod token;

pub use address_difference::{AddressDifference, AddressPart, Run, Side};
pub use callback::{ADDRESS_FIELD, Asked, Consent, Expected, TurnedAway, consent_from_address, return_address};
pub use catcher::{Catcher, ClosingPage};
pub use keychain::{Keychain, Secrets, entry_name};
pub use process_lock::ProcessLock;
