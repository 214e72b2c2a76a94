//! The middleware of all requests: records them and applies faults.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tokio_util::io::ReaderStream;

use super::caller::media_type;
use super::connection::ConnectionHandle;
use super::persian;
use super::refusal::Refusal;
use crate::faults::{End, FaultForm, Plan};
use crate::faults::{RefusalForm, Wrapper};
use crate::operation::Operation;
use crate::state::log::{Outcome, Record};
use crate::state::{App, lock};

/// The transfer rate of the request body in bytes per second. Handlers of large bodies respect it.
#[derive(Clone, Copy)]
pub struct TransferRate(pub u64);

impl TransferRate {
    pub async fn wait_for(self, bytes: usize) {
        // The conversion is safe: no chunk is larger than memory.
        tokio::time::sleep(Duration::from_secs_f64(bytes as f64 / self.0.max(1) as f64)).await;
    }
}

/// The connection is to be reset instead of answered.
struct ConnectionReset;

/// Processing continues in a task of its own: a client that stops waiting does not stop a marketplace from
/// creating its product.
pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(handle): ConnectInfo<ConnectionHandle>,
    request: Request,
    next: Next,
) -> Response {
    let through = tokio::spawn(record_request(app, request, next)).await;
    match through {
        Ok(Ok(response)) => response,
        Ok(Err(ConnectionReset)) => {
            handle.reset();
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the sandbox failed at a request");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn record_request(app: Arc<App>, request: Request, next: Next) -> Result<Response, ConnectionReset> {
    let now = app.now();
    let operation = Operation::of(request.method(), request.uri().path(), &app.dialect);
    let plan = lock(&app.fault_injector).plan(operation, now);
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let number = lock(&app.log).begin(Record {
        at: now,
        operation,
        method: request.method().to_string(),
        path: request.uri().path_and_query().map_or_else(String::new, ToString::to_string),
        request_bytes: length.unwrap_or(0),
        outcome: Outcome::UnderWay,
    });
    let answer = apply_faults(&app, &plan, number, request, next).await;
    let outcome = match &answer {
        Ok(response) => Outcome::Answered {
            status: response.status().as_u16(),
            bytes: response.body().size_hint().exact().unwrap_or(0),
        },
        Err(ConnectionReset) => Outcome::Reset,
    };
    lock(&app.log).end(number, operation, outcome);
    answer
}

async fn apply_faults(
    app: &App,
    plan: &Plan,
    number: usize,
    mut request: Request,
    next: Next,
) -> Result<Response, ConnectionReset> {
    let wrapper = app.behaviour().wrapper;
    let number = number.wrapping_add(app.seed());
    if !plan.latency.is_zero() {
        tokio::select! {
            () = tokio::time::sleep(plan.latency) => {}
            () = app.closed.cancelled() => return Err(ConnectionReset),
        }
    }
    if let Some(end) = &plan.before {
        return Ok(
            wrap_response(fault_response(end, Some(request.into_body())).await?, wrapper, number).await
        );
    }
    if let Some(rate) = plan.bytes_per_second {
        request.extensions_mut().insert(TransferRate(rate));
    }
    let mut response = if plan.repeat { run_twice(request, next).await } else { next.run(request).await };
    if let Some(mut refusal) = response.extensions_mut().remove::<Refusal>() {
        if app.behaviour().speaks_persian() {
            refusal.translate(persian::translated);
        }
        response = refusal.render(app.behaviour().refusal_form.of_request(number / 4));
    }
    match &plan.after {
        Some(end) => Ok(wrap_response(fault_response(end, None).await?, wrapper, number).await),
        None => Ok(with_transfer_faults(wrap_response(response, wrapper, number).await, plan).await),
    }
}

/// Processes a request twice, and returns the second answer.
async fn run_twice(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, MAX_DRAINED_BYTES).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let again = Request::from_parts(head.clone(), Body::from(body.clone()));
    drop(next.clone().run(Request::from_parts(head, Body::from(body))).await);
    next.run(again).await
}

/// Wraps a JSON answer. Pages, pictures and empty answers are unchanged.
async fn wrap_response(response: Response, wrapper: Wrapper, number: usize) -> Response {
    let media =
        response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).map(media_type);
    if wrapper == Wrapper::Nothing || media != Some("application/json") {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let read = axum::body::to_bytes(body, usize::MAX)
        .await
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let Some(answer) = read else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(wrapper.around(answer, number).to_string()))
}

async fn fault_response(end: &End, unread: Option<Body>) -> Result<Response, ConnectionReset> {
    let End::Answer { status, form, retry_after } = end else { return Err(ConnectionReset) };
    if let Some(body) = unread {
        drain(body).await;
    }
    let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match form {
        FaultForm::Own => Refusal::new(status, "A fault was asked for.").render(RefusalForm::Message),
        FaultForm::Page => {
            (status, Html("<!doctype html><title>Gateway</title><h1>A fault was asked for</h1>"))
                .into_response()
        }
        FaultForm::Empty => status.into_response(),
    };
    if let Some(value) = retry_after.as_deref().and_then(|text| HeaderValue::from_str(text).ok()) {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    Ok(response)
}

/// The maximum number of bytes that are read and discarded.
const MAX_DRAINED_BYTES: usize = 64 << 20;

/// Reads the rest of the request: closing with unread data would reset the connection and lose the answer.
pub async fn drain(mut body: Body) {
    let mut left = MAX_DRAINED_BYTES;
    while let Some(Ok(frame)) =
        std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await
    {
        let Some(rest) = left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) else { return };
        left = rest;
    }
}

/// Truncates or slows the body. The Content-Length remains that of the whole body.
async fn with_transfer_faults(response: Response, plan: &Plan) -> Response {
    if plan.cut_after.is_none() && plan.bytes_per_second.is_none() {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    let (ours, theirs) = tokio::io::duplex(16 << 10);
    tokio::spawn(send(ours, bytes, plan.cut_after, plan.bytes_per_second));
    Response::from_parts(head, Body::from_stream(ReaderStream::new(theirs)))
}

/// A pause before a truncated body is reset: hyper flushes only when the body makes it wait.
const FLUSH_PAUSE: Duration = Duration::from_millis(10);

/// Sends a tenth of a second's worth at a time. Ends after the allowed bytes, or when the receiver is gone.
async fn send(mut to: DuplexStream, bytes: Bytes, cut_after: Option<usize>, bytes_per_second: Option<u64>) {
    let allowed = &bytes[..cut_after.unwrap_or(usize::MAX).min(bytes.len())];
    let piece =
        bytes_per_second.map_or(usize::MAX, |rate| usize::try_from(rate / 10).unwrap_or(usize::MAX).max(1));
    for piece in allowed.chunks(piece) {
        if let Some(rate) = bytes_per_second {
            TransferRate(rate).wait_for(piece.len()).await;
        }
        if to.write_all(piece).await.is_err() {
            return;
        }
    }
    if allowed.len() < bytes.len() {
        tokio::time::sleep(FLUSH_PAUSE).await;
    }
}
