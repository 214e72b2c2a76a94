//! Sign-in: the redirect, the pasted token, and return addresses that differ.

#[path = "../../src/auth/address_difference.rs"]
pub mod address_difference;
#[path = "../../src/auth/answer.rs"]
mod answer;
#[path = "../../src/auth/callback.rs"]
pub mod callback;
#[path = "../../src/auth/redirect_pages.rs"]
pub mod redirect_pages;
#[path = "../../src/auth/request_head.rs"]
pub mod request_head;
#[path = "../../src/auth/token.rs"]
pub mod token;
