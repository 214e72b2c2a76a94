//! Signing in, and the signed-in person (operations 1 to 5).

pub mod consent;
pub mod oauth;
pub mod people;
