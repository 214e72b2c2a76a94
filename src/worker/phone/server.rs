//! The HTTP server for the phone's page.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use futures_util::StreamExt;
use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_util::io::ReaderStream;
use tokio_util::sync::CancellationToken;

use super::access::{Access, COOKIE, Rejected, RequestHead};
use super::connections::{ConnectionHandle, GuardedListener};
use super::inbox::{Inbox, Refusal};
use super::page;
use super::photo_hash::PhotoHash;
use super::received::ReceivedProduct;
use vitrine_domain::Currency;
use vitrine_local::private;
use vitrine_media::sniff;

/// The largest body of a request that is not a photo, in bytes: a thousand hashes fit.
const MAX_JSON_BYTES: usize = 128 << 10;

/// What the server tells of a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromPhone {
    /// A phone was let in.
    Connected,
    /// A photo came; the phone said how many are to come.
    Photo { left: usize },
    /// A product came, into this folder.
    Product(PathBuf),
    /// A photo was removed on the phone.
    Removed,
}

/// What the requests share.
pub struct Shared {
    pub access: Mutex<Access>,
    pub inbox: Arc<Mutex<Inbox>>,
    pub clock: fn() -> Timestamp,
    /// When a phone last sent something, in seconds since 1970.
    pub active: AtomicI64,
    pub words: Value,
    /// That of the prices which are typed on the phone.
    pub currency: Currency,
    pub tell: Box<dyn Fn(FromPhone) + Send + Sync>,
}

/// Locks what only fails to be consistent if the program is wrong.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn touch(&self) {
        self.active.store((self.clock)().as_second(), Ordering::Relaxed);
    }

    /// Works on the inbox on another thread: it waits for the disk.
    async fn with_inbox<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Inbox) -> T + Send + 'static,
    ) -> Result<T, Rejected> {
        let inbox = Arc::clone(&self.inbox);
        tokio::task::spawn_blocking(move || work(&mut lock(&inbox))).await.map_err(|_| Rejected(500))
    }
}

/// Serves the page until `closed`, which also ends all connections.
pub async fn serve(listener: TcpListener, shared: Arc<Shared>, closed: CancellationToken) {
    let listener = GuardedListener { listener, closed: closed.clone(), open: VecDeque::new() };
    let service = routes(shared).into_make_service_with_connect_info::<ConnectionHandle>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(closed.cancelled_owned());
    if let Err(error) = serving.await {
        tracing::error!(%error, "the phone's server stopped");
    }
}

/// Binds the address: the usual port, so that a page that is open goes on after a restart, else any.
pub async fn bind(ip: std::net::IpAddr, port: u16) -> std::io::Result<(TcpListener, SocketAddr)> {
    let listener = match TcpListener::bind((ip, port)).await {
        Ok(listener) => listener,
        Err(_) => TcpListener::bind((ip, 0)).await?,
    };
    let address = listener.local_addr()?;
    Ok((listener, address))
}

fn routes(shared: Arc<Shared>) -> Router {
    let of_phones = Router::new()
        .route("/state", get(state))
        .route("/photos/{hash}", put(put_photo).get(photo).delete(remove_photo))
        .route("/products", post(make_product))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), admit));
    Router::new()
        .route("/", get(page_file))
        .route("/page.css", get(page_file))
        .route("/page.js", get(page_file))
        .route("/words", get(words))
        .route("/session", post(open_session))
        .merge(of_phones)
        .fallback(|| async { Rejected(404) })
        .method_not_allowed_fallback(|| async { Rejected(405) })
        .layer(DefaultBodyLimit::max(MAX_JSON_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check))
        .with_state(shared)
}

impl IntoResponse for Rejected {
    fn into_response(self) -> Response {
        // No answer repeats anything of the request.
        StatusCode::from_u16(self.0).unwrap_or(StatusCode::BAD_REQUEST).into_response()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, why) = match self {
            Self::Has(has) => return (StatusCode::CONFLICT, json(&json!({ "has": has }))).into_response(),
            Self::Busy => (409, "busy"),
            Self::TooLarge => (413, "too-large"),
            Self::TooMany => (422, "too-many"),
            Self::DiskFull => (507, "disk-full"),
            Self::Incomplete => (400, "incomplete"),
            Self::WrongContent => (422, "wrong-content"),
            Self::NotAPhoto => (415, "not-a-photo"),
            Self::Name => (422, "name"),
            Self::Price => (422, "price"),
            Self::NoSuchPhoto => (422, "no-such-photo"),
            Self::Disk => (500, "disk"),
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, json(&json!({ "why": why }))).into_response()
    }
}

fn json(value: &Value) -> impl IntoResponse + use<> {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string())
}

/// The text of all headers of a name; one that is no text is none that a browser sends.
fn all<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Vec<&'a str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("\0")).collect()
}

/// Checks the head of every request, and adds the headers that every answer has.
async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let validated = {
        let headers = request.headers();
        let (hosts, origins) = (all(headers, &header::HOST), all(headers, &header::ORIGIN));
        let sites = all(headers, &HeaderName::from_static("sec-fetch-site"));
        let target = request.uri().to_string();
        let head = RequestHead {
            method: request.method().as_str(),
            target: &target,
            hosts: &hosts,
            origins: &origins,
            sites: &sites,
        };
        lock(&shared.access).validate(&head)
    };
    let mut response = match validated {
        Ok(()) => next.run(request).await,
        Err(rejected) => rejected.into_response(),
    };
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CONTENT_SECURITY_POLICY, page::POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "geolocation=(), microphone=()"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets through only requests of a phone that was let in.
async fn admit(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(connection): ConnectInfo<ConnectionHandle>,
    request: Request,
    next: Next,
) -> Response {
    let is_admitted = lock(&shared.access).admits(&all(request.headers(), &header::COOKIE));
    if !is_admitted {
        return Rejected(401).into_response();
    }
    connection.admit();
    shared.touch();
    next.run(request).await
}

async fn page_file(request: Request) -> Response {
    match page::file(request.uri().path()) {
        Some((text, media_type)) => ([(header::CONTENT_TYPE, media_type)], text).into_response(),
        None => Rejected(404).into_response(),
    }
}

async fn words(State(shared): State<Arc<Shared>>) -> Response {
    json(&shared.words).into_response()
}

/// The body of a request of the page, which is JSON by its header, too: forms of other pages cannot send
/// that.
fn parsed<T: for<'de> Deserialize<'de>>(headers: &HeaderMap, body: &[u8]) -> Result<T, Rejected> {
    if all(headers, &header::CONTENT_TYPE) != ["application/json"] {
        return Err(Rejected(415));
    }
    serde_json::from_slice(body).map_err(|_| Rejected(400))
}

#[derive(Deserialize)]
struct Exchange {
    secret: String,
    page: String,
}

async fn open_session(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(connection): ConnectInfo<ConnectionHandle>,
    headers: HeaderMap,
    body: bytes::Bytes,
) -> Result<Response, Rejected> {
    let Exchange { secret, page } = parsed(&headers, &body)?;
    let cookie = lock(&shared.access).exchange(&secret, &page, (shared.clock)())?;
    connection.admit();
    shared.touch();
    (shared.tell)(FromPhone::Connected);
    let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", cookie.expose_secret());
    let mut cookie = HeaderValue::from_str(&cookie).map_err(|_| Rejected(500))?;
    cookie.set_sensitive(true);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

async fn state(State(shared): State<Arc<Shared>>) -> Result<Response, Rejected> {
    let state = shared.with_inbox(|inbox| inbox.state()).await?;
    Ok(json(&json!(state)).into_response())
}

/// The photo of an address. The framework's own answer to a wrong one would repeat it.
type PhotoPath = Result<Path<String>, PathRejection>;

fn hash(path: PhotoPath) -> Result<PhotoHash, Rejected> {
    path.map_err(|_| Rejected(404))?.parse().map_err(|_| Rejected(404))
}

/// A photo that waits, for the page that was opened anew.
async fn photo(State(shared): State<Arc<Shared>>, path: PhotoPath) -> Result<Response, Rejected> {
    let hash = hash(path)?;
    let file = shared.with_inbox(move |inbox| inbox.waiting_photo(hash)).await?.ok_or(Rejected(404))?;
    let opened = tokio::task::spawn_blocking(move || vitrine_local::files::open(&file)).await;
    let mut file = tokio::fs::File::from_std(opened.ok().and_then(Result::ok).ok_or(Rejected(404))?);
    let mut head = vec![0; 64];
    let read = file.read(&mut head).await.map_err(|_| Rejected(404))?;
    let media_type = sniff(&head[..read]).map_or("application/octet-stream", |format| format.mime());
    file.rewind().await.map_err(|_| Rejected(404))?;
    Ok(([(header::CONTENT_TYPE, media_type)], Body::from_stream(ReaderStream::new(file))).into_response())
}

async fn remove_photo(State(shared): State<Arc<Shared>>, path: PhotoPath) -> Result<Response, Rejected> {
    let hash = hash(path)?;
    let removed = shared.with_inbox(move |inbox| inbox.discard(hash)).await?;
    (shared.tell)(FromPhone::Removed);
    Ok(removed.map_or_else(IntoResponse::into_response, |()| StatusCode::NO_CONTENT.into_response()))
}

#[derive(Deserialize)]
struct UploadPart {
    /// The photo's length in bytes, and from which byte on it is sent.
    length: u64,
    from: u64,
    /// When it was taken, in milliseconds since 1970.
    taken: Option<u64>,
    /// How many photos the phone has still to send after it.
    left: Option<usize>,
}

/// Frees a photo whose request ends, however it ends.
struct Sending {
    shared: Arc<Shared>,
    hash: PhotoHash,
    finished: bool,
}

impl Drop for Sending {
    fn drop(&mut self) {
        if !self.finished {
            lock(&self.shared.inbox).interrupted(self.hash);
        }
    }
}

/// Takes a photo, or the rest of one: nothing, if only its end was not noted. What came before a connection
/// broke stays.
async fn put_photo(
    State(shared): State<Arc<Shared>>,
    path: PhotoPath,
    part: Result<Query<UploadPart>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Rejected> {
    let (hash, Query(part)) = (hash(path)?, part.map_err(|_| Rejected(400))?);
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok())
        .ok_or(Rejected(411))?;
    if part.from.checked_add(announced) != Some(part.length) {
        return Ok(Refusal::Incomplete.into_response());
    }
    if part.length == 0 {
        return Ok(Refusal::NotAPhoto.into_response());
    }
    let begun = shared.with_inbox(move |inbox| inbox.begin(hash, part.from, announced)).await?;
    let file = match begun {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(json(&json!({ "is_here": true })).into_response()),
        Err(refusal) => return Ok(refusal.into_response()),
    };
    let mut sending = Sending { shared: Arc::clone(&shared), hash, finished: false };
    let hashed = match write(&shared, &file, part.from, announced, body).await {
        Ok(hashed) => hashed,
        Err(refusal) => return Ok(refusal.into_response()),
    };
    sending.finished = true;
    let taken = part.taken;
    let finished = shared.with_inbox(move |inbox| inbox.finish(hash, hashed, taken)).await?;
    Ok(match finished {
        Ok(()) => {
            (shared.tell)(FromPhone::Photo { left: part.left.unwrap_or_default().min(100_000) });
            json(&json!({ "is_here": true })).into_response()
        }
        Err(refusal) => refusal.into_response(),
    })
}

/// Appends a body to a file. Returns the hash of its bytes if these are all.
async fn write(
    shared: &Shared,
    file: &std::path::Path,
    from: u64,
    announced: u64,
    body: Body,
) -> Result<Option<PhotoHash>, Refusal> {
    let file = private::open(file, std::fs::File::options().create(true).append(true))?;
    let mut file = tokio::fs::File::from_std(file);
    let (mut body, mut hasher, mut came) = (body.into_data_stream(), Sha256::new(), 0_u64);
    while let Some(bytes) = body.next().await {
        let Ok(bytes) = bytes else {
            let _ = file.flush().await;
            return Err(Refusal::Incomplete);
        };
        came += bytes.len() as u64;
        if came > announced {
            return Err(Refusal::Incomplete);
        }
        if from == 0 {
            hasher.update(&bytes);
        }
        file.write_all(&bytes).await?;
        shared.touch();
    }
    file.flush().await?;
    if came < announced {
        return Err(Refusal::Incomplete);
    }
    Ok((from == 0).then(|| PhotoHash(hasher.finalize().into())))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewProduct {
    id: String,
    is_roll: bool,
    name: String,
    price: String,
    photos: Vec<PhotoHash>,
}

async fn make_product(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    body: bytes::Bytes,
) -> Result<Response, Rejected> {
    let NewProduct { id, is_roll, name, price, photos } = parsed(&headers, &body)?;
    if !(8..=64).contains(&id.len()) {
        return Err(Rejected(400));
    }
    let price = shared.currency.kept(&price);
    let product = ReceivedProduct { id, is_roll, name, price, photos, ..ReceivedProduct::default() };
    let made = shared.with_inbox(move |inbox| inbox.make_product(product)).await?;
    Ok(match made {
        Ok((folder, is_new)) => {
            if is_new {
                (shared.tell)(FromPhone::Product(folder));
            }
            StatusCode::NO_CONTENT.into_response()
        }
        Err(refusal) => refusal.into_response(),
    })
}
