//! Answers and market files.

#[path = "../../src/market/config/mod.rs"]
mod config;
#[path = "../../src/market/errors/mod.rs"]
mod errors;
#[path = "../../src/market/json.rs"]
mod json;
#[path = "../../src/market/wire/mod.rs"]
mod wire;

#[path = "answers.rs"]
pub mod answers;
#[path = "../../src/market/listing/mod.rs"]
mod listing;

pub use config::{ListRules, Profile};
pub use listing::{Listing, PageRequest, Reach};
pub use wire::{Creation, ProductPage, delivery_content};

use crate::domain::Problem;

/// What an answer with this status and body means, to a sign-in or to anything else.
pub fn refusal(status: u16, body: &[u8], sign_in: bool, secrets: &[&str]) -> Problem {
    let redirect_uri = sign_in.then_some("http://127.0.0.1:8765/callback");
    let context =
        errors::Context { sign_in, scope: Some("vendor.product.read vendor.product.write".to_owned()), redirect_uri, photo: !sign_in };
    let body = wire::wrapper::unwrap_body(body.to_vec());
    let refusal = errors::Refusal { status, retry_after: None, is_html: false, body: &body };
    let problem = refusal.problem(&context, secrets);
    refusal.for_unusable_success(problem, &context, secrets)
}
