//! Sign-in: the redirect, the pasted token, and return addresses that differ.

#[path = "../../src/auth/address_difference.rs"]
pub mod address_difference;
#[path = "../../src/auth/callback.rs"]
pub mod callback;
#[path = "../../src/auth/token.rs"]
pub mod token;
