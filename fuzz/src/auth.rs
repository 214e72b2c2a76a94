//! Sign-in: the redirect and the pasted token.

#[path = "../../src/auth/callback.rs"]
pub mod callback;
#[path = "../../src/auth/token.rs"]
pub mod token;
