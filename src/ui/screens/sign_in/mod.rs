//! Signing in, and the accounts that are signed in.

pub mod accounts;
mod address_difference;
mod client_secret;
pub mod confirm;
pub mod methods;
pub mod start;
