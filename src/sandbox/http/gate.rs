//! Where every request comes in and every answer goes out: it is recorded, and faults befall it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tokio_util::io::ReaderStream;

use super::caller::media_type;
use super::connection::Line;
use super::refusal::Refusal;
use crate::sandbox::faults::{End, Plan};
use crate::sandbox::faults::{RefusalForm, Wrapper};
use crate::sandbox::operation::Operation;
use crate::sandbox::state::log::{Outcome, Record};
use crate::sandbox::state::{App, lock};

/// How fast this request's body may be read, in bytes per second. Handlers of large bodies obey it.
#[derive(Clone, Copy)]
pub struct Pace(pub u64);

impl Pace {
    pub async fn wait_for(self, bytes: usize) {
        // Fits: no chunk is larger than memory.
        tokio::time::sleep(Duration::from_secs_f64(bytes as f64 / self.0.max(1) as f64)).await;
    }
}

/// The connection is to be broken instead of answered.
struct Broken;

/// The work goes on in a task of its own: a client that gives up waiting does not stop a marketplace from creating its product.
pub async fn pass(State(app): State<Arc<App>>, ConnectInfo(line): ConnectInfo<Line>, request: Request, next: Next) -> Response {
    let through = tokio::spawn(recorded(app, request, next)).await;
    match through {
        Ok(Ok(response)) => response,
        Ok(Err(Broken)) => {
            line.break_off();
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the sandbox failed at a request");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn recorded(app: Arc<App>, request: Request, next: Next) -> Result<Response, Broken> {
    let now = app.now();
    let operation = Operation::of(request.method(), request.uri().path());
    let plan = lock(&app.judge).judge(operation, now);
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let number = lock(&app.log).begin(Record {
        at: now,
        operation,
        method: request.method().to_string(),
        path: request.uri().path_and_query().map_or_else(String::new, ToString::to_string),
        request_bytes: length.unwrap_or(0),
        outcome: Outcome::UnderWay,
    });
    let answer = befallen(&app, &plan, number, request, next).await;
    let outcome = match &answer {
        Ok(response) => Outcome::Answered { status: response.status().as_u16(), bytes: response.body().size_hint().exact().unwrap_or(0) },
        Err(Broken) => Outcome::Reset,
    };
    lock(&app.log).end(number, operation, outcome);
    answer
}

async fn befallen(app: &App, plan: &Plan, number: usize, mut request: Request, next: Next) -> Result<Response, Broken> {
    let wrapper = app.behaviour().wrapper;
    if !plan.latency.is_zero() {
        tokio::select! {
            () = tokio::time::sleep(plan.latency) => {}
            () = app.closed.cancelled() => return Err(Broken),
        }
    }
    if let Some(end) = &plan.before {
        return Ok(wrapped(ended(end, Some(request.into_body())).await?, wrapper, number).await);
    }
    if let Some(rate) = plan.bytes_per_second {
        request.extensions_mut().insert(Pace(rate));
    }
    let mut response = next.run(request).await;
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>() {
        response = refusal.render(app.behaviour().refusal_form);
    }
    match &plan.after {
        Some(end) => Ok(wrapped(ended(end, None).await?, wrapper, number).await),
        None => Ok(shaped(wrapped(response, wrapper, number).await, plan).await),
    }
}

/// Puts a JSON answer into what it is wrapped in. Pages, pictures and empty answers stay as they are.
async fn wrapped(response: Response, wrapper: Wrapper, number: usize) -> Response {
    let media = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).map(media_type);
    if wrapper == Wrapper::Nothing || media != Some("application/json") {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let read = axum::body::to_bytes(body, usize::MAX).await.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let Some(answer) = read else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(wrapper.around(answer, number).to_string()))
}

async fn ended(end: &End, unread: Option<Body>) -> Result<Response, Broken> {
    let End::Answer { status, retry_after } = end else { return Err(Broken) };
    if let Some(body) = unread {
        drain(body).await;
    }
    let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = Refusal::new(status, "A fault was asked for.").render(RefusalForm::Message);
    if let Some(value) = retry_after.as_deref().and_then(|text| HeaderValue::from_str(text).ok()) {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    Ok(response)
}

/// Most bytes read only to be thrown away.
const MAX_DRAINED: usize = 64 << 20;

/// Reads what the client still sends: closing on unread bytes would reset the connection and lose the answer.
pub async fn drain(mut body: Body) {
    let mut left = MAX_DRAINED;
    while let Some(Ok(frame)) = std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await {
        let Some(rest) = left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) else { return };
        left = rest;
    }
}

/// Cuts the body short or slows it down. The length in the head stays that of the whole body.
async fn shaped(response: Response, plan: &Plan) -> Response {
    if plan.cut_after.is_none() && plan.bytes_per_second.is_none() {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    let (ours, theirs) = tokio::io::duplex(16 << 10);
    tokio::spawn(send(ours, bytes, plan.cut_after, plan.bytes_per_second));
    Response::from_parts(head, Body::from_stream(ReaderStream::new(theirs)))
}

/// How long a cut body pauses before it breaks off: the server writes out what it holds only when the body keeps it waiting.
const LAST_WORDS: Duration = Duration::from_millis(10);

/// Sends a tenth of a second's worth at a time. Ends after the bytes allowed, or when nobody reads any more.
async fn send(mut to: DuplexStream, bytes: Bytes, cut_after: Option<usize>, bytes_per_second: Option<u64>) {
    let allowed = &bytes[..cut_after.unwrap_or(usize::MAX).min(bytes.len())];
    let piece = bytes_per_second.map_or(usize::MAX, |rate| usize::try_from(rate / 10).unwrap_or(usize::MAX).max(1));
    for piece in allowed.chunks(piece) {
        if let Some(rate) = bytes_per_second {
            Pace(rate).wait_for(piece.len()).await;
        }
        if to.write_all(piece).await.is_err() {
            return;
        }
    }
    if allowed.len() < bytes.len() {
        tokio::time::sleep(LAST_WORDS).await;
    }
}
