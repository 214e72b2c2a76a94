//! The token endpoint: operations 2 and 3, and refreshing tokens.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use crate::http::caller::has_content_type;
use crate::state::access::{ALL_SCOPES, CodeError, Grant, Person, SCOPES};
use crate::state::{App, lock};

/// The maximum body size, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The body of a token request.
#[derive(Default, Deserialize)]
#[serde(default)]
struct TokenRequest {
    grant_type: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    redirect_uri: Option<String>,
    code: Option<String>,
    code_verifier: Option<String>,
    refresh_token: Option<String>,
    scope: Option<String>,
}

/// An error of RFC 6749 section 5.2, or the contract's `redirect_uri_mismatch`.
struct OAuthError(StatusCode, &'static str, &'static str);

const INVALID_CLIENT: OAuthError =
    OAuthError(StatusCode::UNAUTHORIZED, "invalid_client", "The client id or the client secret is wrong.");
const INVALID_GRANT: OAuthError = OAuthError(
    StatusCode::BAD_REQUEST,
    "invalid_grant",
    "The code or refresh token is invalid, expired or already used.",
);
const INVALID_SCOPE: OAuthError =
    OAuthError(StatusCode::BAD_REQUEST, "invalid_scope", "A scope is unknown or not allowed here.");
const REDIRECT_URI_MISMATCH: OAuthError = OAuthError(
    StatusCode::BAD_REQUEST,
    "redirect_uri_mismatch",
    "The return address differs from the one the code was given to.",
);

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let Self(status, error, description) = self;
        (status, no_store(), Json(json!({ "error": error, "error_description": description })))
            .into_response()
    }
}

fn no_store() -> [(header::HeaderName, &'static str); 1] {
    [(header::CACHE_CONTROL, "no-store")]
}

fn missing(what: &'static str) -> OAuthError {
    OAuthError(StatusCode::BAD_REQUEST, "invalid_request", what)
}

/// The token endpoint.
pub async fn token(State(app): State<Arc<App>>, request: Request) -> Response {
    answer(&app, read(request).await, false)
}

/// The seller's own server, which adds the client secret to the request.
pub async fn exchange(State(app): State<Arc<App>>, request: Request) -> Response {
    answer(&app, read(request).await, true)
}

async fn read(request: Request) -> Result<TokenRequest, OAuthError> {
    let (head, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, MAX_BYTES)
        .await
        .map_err(|_| missing("The body is too large or did not arrive whole."))?;
    parse(&head.headers, &bytes)
        .ok_or_else(|| missing("The body is neither JSON nor a form with the fields of a grant."))
}

fn parse(headers: &HeaderMap, bytes: &[u8]) -> Option<TokenRequest> {
    if has_content_type(headers, "application/json") {
        return serde_json::from_slice(bytes).ok();
    }
    if !has_content_type(headers, "application/x-www-form-urlencoded") {
        return None;
    }
    let pairs: serde_json::Map<_, _> = url::form_urlencoded::parse(bytes)
        .map(|(name, value)| (name.into_owned(), value.into_owned().into()))
        .collect();
    serde_json::from_value(pairs.into()).ok()
}

fn answer(app: &App, token_request: Result<TokenRequest, OAuthError>, secret_is_known: bool) -> Response {
    let granted = token_request.and_then(|token_request| grant(app, &token_request, secret_is_known));
    let Grant { access_token, refresh_token } = match granted {
        Ok(grant) => grant,
        Err(error) => return error.into_response(),
    };
    let life = lock(&app.access).token_lifetime.as_secs();
    let mut body = json!({ "token_type": "Bearer", "access_token": access_token, "expires_in": life });
    if let Some(refresh_token) = refresh_token {
        body["refresh_token"] = refresh_token.into();
    }
    (no_store(), Json(body)).into_response()
}

fn grant(app: &App, token_request: &TokenRequest, secret_is_known: bool) -> Result<Grant, OAuthError> {
    let now = app.now();
    let mut access = lock(&app.access);
    let grant_type = token_request.grant_type.as_deref().ok_or_else(|| missing("grant_type is missing."))?;
    let id = token_request.client_id.as_deref().unwrap_or("");
    let is_client = match secret_is_known {
        true => id == access.client.id,
        false => access.is_client(id, token_request.client_secret.as_deref().unwrap_or("")),
    };
    if !is_client {
        return Err(INVALID_CLIENT);
    }
    match grant_type {
        "authorization_code" => {
            let code = token_request.code.as_deref().ok_or_else(|| missing("code is missing."))?;
            let redirect_uri =
                token_request.redirect_uri.as_deref().ok_or_else(|| missing("redirect_uri is missing."))?;
            access.exchange(code, redirect_uri, token_request.code_verifier.as_deref(), now).map_err(
                |error| match error {
                    CodeError::InvalidGrant => INVALID_GRANT,
                    CodeError::RedirectUriMismatch => REDIRECT_URI_MISMATCH,
                },
            )
        }
        "refresh_token" => {
            let refresh_token =
                token_request.refresh_token.as_deref().ok_or_else(|| missing("refresh_token is missing."))?;
            access.refresh(refresh_token, now).ok_or(INVALID_GRANT)
        }
        // The system's own credentials are never sent through a seller's server.
        "client_credentials" if !secret_is_known => {
            let acts_for = if app.dialect.client_is_nobody { Person::App } else { Person::Owner };
            let scopes: Vec<&str> = token_request.scope.as_deref().unwrap_or("").split_whitespace().collect();
            let is_known = |scope: &&str| {
                *scope == ALL_SCOPES || (app.dialect.grants_any_scopes && SCOPES.contains(scope))
            };
            if scopes.is_empty() || !scopes.iter().all(is_known) {
                return Err(INVALID_SCOPE);
            }
            Ok(access.grant_to_client(acts_for, &scopes, now))
        }
        _ => Err(OAuthError(
            StatusCode::BAD_REQUEST,
            "unsupported_grant_type",
            "This grant_type is not known here.",
        )),
    }
}
