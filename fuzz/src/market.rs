//! Answers and market files.

#[path = "../../src/market/address.rs"]
mod address;
#[path = "../../src/market/error_body.rs"]
mod error_body;
#[path = "../../src/market/excerpt.rs"]
mod excerpt;
#[path = "../../src/market/extra.rs"]
mod extra;
#[path = "../../src/market/json.rs"]
mod json;
#[path = "../../src/market/named.rs"]
mod named;
#[path = "../../src/market/photo_limit.rs"]
mod photo_limit;
#[path = "../../src/market/problem.rs"]
mod problem;
#[path = "../../src/market/profile.rs"]
mod profile;
#[path = "../../src/market/wrapper.rs"]
mod wrapper;

pub use profile::Profile;

use crate::domain::Problem;

/// What an answer with this status and body means, to a sign-in or to anything else.
pub fn refusal(status: u16, body: &[u8], sign_in: bool, secrets: &[&str]) -> Problem {
    let redirect_uri = sign_in.then_some("http://127.0.0.1:8765/callback");
    let context = problem::Context { sign_in, scope: Some("vendor.product.read vendor.product.write".to_owned()), redirect_uri, photo: !sign_in };
    let body = wrapper::content(body.to_vec());
    let refusal = problem::Refusal { status, retry_after: None, body: &body };
    let problem = refusal.problem(&context, secrets);
    refusal.of_success(problem, &context, secrets)
}
