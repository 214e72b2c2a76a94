//! The answers of the receiver. A 2xx is sent only after the delivery is durable.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::Refusals;
use super::writer::Queue;
use crate::store::NewDelivery;

/// The largest accepted delivery, in bytes; the events of the contract are far smaller.
pub const MAX_BODY_BYTES: usize = 1 << 20;
/// How long a body may take to arrive.
const BODY_LIMIT: Duration = Duration::from_secs(20);
/// How long a body waits for memory.
const MEMORY_LIMIT: Duration = Duration::from_secs(2);
/// How much may be in memory of bodies that arrive, in KiB.
const MAX_ARRIVING_KIB: usize = 64 << 10;
/// How many requests a second are looked at, after as many at once.
const MAX_PER_SECOND: f64 = 3000.0;
/// The methods with which a marketplace delivers.
const METHODS: &str = "POST, PUT, PATCH";

struct Server {
    token: Option<SecretString>,
    queue: Queue,
    refusals: Arc<Refusals>,
    /// Memory for bodies that arrive, in KiB.
    arriving: Semaphore,
    /// The requests that may still come now, and since when.
    allowance: Mutex<(f64, Instant)>,
}

pub fn router(token: Option<SecretString>, queue: Queue, refusals: Arc<Refusals>) -> Router {
    let server = Server {
        token,
        queue,
        refusals,
        arriving: Semaphore::new(MAX_ARRIVING_KIB),
        allowance: Mutex::new((MAX_PER_SECOND, Instant::now())),
    };
    Router::new().fallback(receive).with_state(Arc::new(server))
}

/// Why a delivery is not accepted.
enum Refusal {
    Method,
    /// A web page sent it.
    FromPage,
    TooMany,
    WrongToken,
    TooLarge,
    TooSlow,
    Unreadable,
    /// It could not be stored: the sender may try again.
    NotStored,
}

async fn receive(State(server): State<Arc<Server>>, request: Request<Body>) -> Response {
    match server.receive(request).await {
        Ok(()) => StatusCode::OK.into_response(),
        Err(refusal) => {
            let count = if matches!(refusal, Refusal::WrongToken) {
                &server.refusals.wrong_token
            } else {
                &server.refusals.other
            };
            count.fetch_add(1, Ordering::Relaxed);
            server.queue.refused();
            refusal.into_response()
        }
    }
}

impl Server {
    async fn receive(&self, request: Request<Body>) -> Result<(), Refusal> {
        if !matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH) {
            return Err(Refusal::Method);
        }
        if is_from_page(request.headers()) {
            return Err(Refusal::FromPage);
        }
        if !self.allows_one_more() {
            return Err(Refusal::TooMany);
        }
        if self.token.as_ref().is_some_and(|token| !has_token(request.headers(), token)) {
            return Err(Refusal::WrongToken);
        }
        // Refused before it is read where its size is announced.
        if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(Refusal::TooLarge);
        }
        // One whose size is not announced may be of any size.
        let announced =
            request.body().size_hint().upper().unwrap_or(MAX_BODY_BYTES as u64).div_ceil(1024).max(1);
        let memory = self.arriving.acquire_many(u32::try_from(announced).unwrap_or(u32::MAX));
        let memory = tokio::time::timeout(MEMORY_LIMIT, memory).await.map_err(|_| Refusal::NotStored)?;
        let _memory = memory.map_err(|_| Refusal::NotStored)?;
        let (parts, body) = request.into_parts();
        let read = tokio::time::timeout(BODY_LIMIT, axum::body::to_bytes(body, MAX_BODY_BYTES))
            .await
            .map_err(|_| Refusal::TooSlow)?;
        let body = read.map_err(|error| {
            let is_long = std::error::Error::source(&error)
                .is_some_and(|source| source.to_string().contains("length limit"));
            if is_long { Refusal::TooLarge } else { Refusal::Unreadable }
        })?;
        let media_type =
            parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let delivery = NewDelivery {
            at: Timestamp::now(),
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            media_type: media_type.to_owned(),
            body: body.into(),
        };
        if self.queue.store(delivery).await { Ok(()) } else { Err(Refusal::NotStored) }
    }

    /// A token bucket with the capacity of one second.
    fn allows_one_more(&self) -> bool {
        let mut allowance = self.allowance.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = *allowance;
        let now = Instant::now();
        let left = (left + MAX_PER_SECOND * (now - since).as_secs_f64()).min(MAX_PER_SECOND);
        *allowance = ((left - 1.0).max(0.0), now);
        left >= 1.0
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        const AGAIN: (HeaderName, &str) = (header::RETRY_AFTER, "1");
        match self {
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, METHODS)]).into_response(),
            Self::FromPage => StatusCode::FORBIDDEN.into_response(),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, [AGAIN]).into_response(),
            Self::WrongToken => StatusCode::UNAUTHORIZED.into_response(),
            Self::TooLarge => {
                (StatusCode::PAYLOAD_TOO_LARGE, [(header::CONNECTION, "close")]).into_response()
            }
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, [(header::CONNECTION, "close")]).into_response(),
            Self::Unreadable => StatusCode::BAD_REQUEST.into_response(),
            Self::NotStored => (StatusCode::SERVICE_UNAVAILABLE, [AGAIN]).into_response(),
        }
    }
}

/// Whether a browser sent the request for a web page. Any page may send here without asking; only browsers
/// add these headers, and no page can leave them out.
fn is_from_page(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| *name == header::ORIGIN || name.as_str().starts_with("sec-fetch-"))
}

/// Whether the `Authorization` header holds the token. The contract shows only a placeholder, so a bare token
/// is accepted as well as `Bearer`.
fn has_token(headers: &HeaderMap, token: &SecretString) -> bool {
    let given = headers.get(header::AUTHORIZATION).map(|value| value.as_bytes()).unwrap_or_default();
    let given = given.strip_prefix(b"Bearer ").unwrap_or(given);
    // Comparing hashes takes the same time however much of the token is right.
    blake3::hash(given) == blake3::hash(token.expose_secret().trim().as_bytes())
}
