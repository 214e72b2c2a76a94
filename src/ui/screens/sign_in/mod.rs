//! Signing in, and the accounts that are signed in.

pub mod accounts;
mod address_difference;
mod client_secret;
pub mod confirm;
mod folders_picture;
pub mod methods;
pub mod start;
