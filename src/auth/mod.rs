//! The ways to sign in, and where the secrets rest.
//!
//! Contract section 5 knows three ways: a personal access token that the shop owner pastes ([`token`]), the
//! authorization code that a browser brings back, and client credentials for system use. Whichever way they
//! came, tokens rest in the system's keychain ([`Keychain`]) and nowhere else.

mod keychain;
pub mod token;

pub use keychain::{Keychain, Secrets, entry_name};
