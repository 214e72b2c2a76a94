//! Validates the headers of API requests (contract sections 4 and 5) and reads JSON bodies.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde_json::Value;

use super::refusal::Refusal;
use crate::state::access::{Person, Token};
use crate::state::{App, lock};

/// The owner of a request's access token.
pub struct Caller {
    pub person: Person,
    token: Token,
}

impl Caller {
    /// Requires exactly `Authorization: Bearer <token>`, and `Accept: application/json` where the dialect
    /// demands it.
    pub fn of(app: &App, headers: &HeaderMap) -> Result<Self, Refusal> {
        let token = bearer(headers)
            .and_then(|token| lock(&app.access).use_token(token, app.now()))
            .ok_or_else(Refusal::unauthorized)?;
        if !accepts_json(headers, app.dialect.demands_accept) {
            return Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, "Send Accept: application/json."));
        }
        Ok(Self { person: token.person, token })
    }

    /// Requires a scope of the token.
    pub fn require_scope(&self, scope: &str) -> Result<(), Refusal> {
        if self.token.allows(scope) { Ok(()) } else { Err(Refusal::missing_scope(scope)) }
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        Self::of(app, &parts.headers)
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut sent = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (sent.next(), sent.next()) else { return None };
    value
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
        .filter(|token| !token.is_empty() && !token.contains(char::is_whitespace))
}

/// Whether an answer in JSON is accepted: by name, or else also by a wildcard or by saying nothing.
fn accepts_json(headers: &HeaderMap, by_name: bool) -> bool {
    let mut ranges = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','));
    let is_accepted = |range: &str| match media_type(range) {
        "application/json" => true,
        "*/*" | "application/*" => !by_name,
        _ => false,
    };
    ranges.any(is_accepted) || (!by_name && !headers.contains_key(header::ACCEPT))
}

/// A media type without its parameters.
pub fn media_type(value: &str) -> &str {
    value.split(';').next().unwrap_or("").trim()
}

/// Whether there is exactly one Content-Type with this media type, ignoring parameters.
pub fn has_content_type(headers: &HeaderMap, wanted: &str) -> bool {
    let mut sent = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (sent.next(), sent.next()) else { return false };
    value.to_str().is_ok_and(|value| media_type(value).eq_ignore_ascii_case(wanted))
}

/// The maximum size of a JSON body, in bytes.
const MAX_JSON_BYTES: usize = 1 << 20;

/// Reads the JSON body of a request.
pub async fn json_body(request: Request) -> Result<Value, Refusal> {
    if !has_content_type(request.headers(), "application/json") {
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send Content-Type: application/json."));
    }
    let bytes = axum::body::to_bytes(request.into_body(), MAX_JSON_BYTES).await.map_err(|_| {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large or did not arrive whole.")
    })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, format!("The body is not JSON: {error}.")))
}
