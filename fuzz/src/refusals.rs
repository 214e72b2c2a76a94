//! Answers that are no success.

use vitrine_core::market::errors::{Context, Refusal};
use vitrine_core::market::wire;
use vitrine_domain::Problem;

/// What an answer with this status and body means, to a sign-in or to anything else.
pub fn refusal(status: u16, body: &[u8], sign_in: bool, secrets: &[&str]) -> Problem {
    let redirect_uri = sign_in.then_some("http://127.0.0.1:8765/callback");
    let context = Context {
        sign_in,
        scope: Some("vendor.product.read vendor.product.write".to_owned()),
        redirect_uri,
        photo: !sign_in,
    };
    let body = wire::wrapper::unwrap_body(body.to_vec());
    let refusal = Refusal { status, retry_after: None, is_html: false, body: &body };
    let problem = refusal.problem(&context, secrets);
    refusal.for_unusable_success(problem, &context, secrets)
}
