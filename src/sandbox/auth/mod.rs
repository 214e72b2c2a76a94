//! Signing in, and who is signed in (operations 1 to 5).

pub mod consent;
pub mod oauth;
pub mod people;
