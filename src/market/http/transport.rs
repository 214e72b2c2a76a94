//! One HTTP exchange: sent once, bounded in time and size, its failures told apart.
//!
//! A creation must never be sent twice behind our back, so nothing here sends again: redirects that could
//! repeat a POST are refused, and the library's own retries are off. What remains below is harmless: a request
//! that finds its kept connection closed before a byte of it was written takes another one.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use reqwest::{Method, RequestBuilder, Response, multipart};
use secrecy::{ExposeSecret, SecretString};
use tokio_util::io::{InspectReader, ReaderStream};
use url::Url;

use crate::domain::{Code, Problem};
use crate::market::config::address::{is_loopback, shown_host};
use crate::market::errors::{excerpt, http_date, retry_after};

/// The largest JSON answer that is read.
pub const JSON_BYTES: usize = 16 * 1024 * 1024;
/// The largest answer of a token endpoint that is read.
pub const TOKEN_BYTES: usize = 1024 * 1024;
/// The largest picture that is read.
pub const PICTURE_BYTES: usize = 10 * 1024 * 1024;
/// As much of an error as is read to explain it.
const ERROR_BYTES: usize = 256 * 1024;
const MAX_REDIRECTS: usize = 5;
/// What a photo is handed to the connection in; progress is told at each.
const CHUNK_BYTES: usize = 64 * 1024;
/// Shorter than the idle times of common servers, so that few requests meet a closing connection.
const IDLE_CONNECTION: Duration = Duration::from_secs(20);

/// How long each operation may take, from the first byte sent to the last received.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// To make a connection, TLS included.
    pub connect: Duration,
    /// For an upload, beside the time its size is given. The time without progress would not do:
    /// a photo is in the system's send buffer long before it is over the network.
    pub upload: Duration,
    /// The slowest connection that uploads are waited for, in bytes a second.
    pub upload_rate: u32,
    pub create: Duration,
    pub list: Duration,
    pub other: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { connect: seconds(10), upload: seconds(120), upload_rate: 20_000, create: seconds(90), list: seconds(60), other: seconds(30) }
    }
}

impl Timeouts {
    pub fn for_upload(&self, bytes: usize) -> Duration {
        self.upload.saturating_add(Duration::from_secs(bytes as u64 / u64::from(self.upload_rate.max(1))))
    }
}

/// Something to be sent.
pub struct Request<'a> {
    pub method: Method,
    pub url: Url,
    pub accept: &'static str,
    pub token: Option<&'a SecretString>,
    pub body: Body,
    pub timeout: Duration,
    /// The largest success that is read.
    pub limit: usize,
    pub redirects: Redirects,
}

pub enum Body {
    None,
    Json(Vec<u8>),
    File(Arc<dyn Fn() -> reqwest::Result<multipart::Form> + Send + Sync>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// Followed on the same scheme, host and port only: the token goes nowhere else.
    SameOrigin,
    /// Followed anywhere, but not from https to http. For requests without a token.
    Anywhere,
}

/// An answer with its body read to the end, or to its limit.
pub struct Answer {
    pub status: u16,
    pub retry_after: Option<Duration>,
    pub body: Vec<u8>,
}

/// The connections. Requests to this machine never go through a proxy.
#[derive(Clone, Debug)]
pub struct Transport {
    remote: reqwest::Client,
    local: reqwest::Client,
    /// Takes the network's place.
    #[cfg(test)]
    line: Option<super::memory::Line>,
}

impl Transport {
    pub fn new(connect: Duration) -> Result<Self, Problem> {
        #[cfg(test)]
        if let Some(line) = super::memory::Line::laid() {
            let builder = super::memory::Line::builder();
            return Ok(Self { remote: builder.clone(), local: builder, line: Some(line) });
        }
        // Fails when a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            reqwest::Client::builder()
                .user_agent(concat!("Vitrine/", env!("CARGO_PKG_VERSION")))
                .connect_timeout(connect)
                .pool_idle_timeout(IDLE_CONNECTION)
                .redirect(reqwest::redirect::Policy::none())
                .retry(reqwest::retry::never())
                .referer(false)
                .http1_only()
                .http1_title_case_headers()
        };
        // A system without certificates trusts nobody, and can still speak to itself.
        let build = |builder: &dyn Fn() -> reqwest::ClientBuilder| {
            let client = builder().build().or_else(|_| builder().tls_certs_only([]).build());
            client.map_err(|error| Problem::new(Code::Internal).saying(innermost(&error)))
        };
        Ok(Self {
            remote: build(&builder)?,
            local: build(&|| builder().no_proxy())?,
            #[cfg(test)]
            line: None,
        })
    }

    /// Sends a request, following such redirects as are harmless. Any answer is an `Ok`.
    pub async fn send(&self, request: &Request<'_>) -> Result<Answer, Problem> {
        let mut url = request.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let response = self.exchange(self.request(request, &url)?, &url).await?;
            match redirected(request, &url, &response)? {
                Some(target) => url = target,
                None => return read(response, request.limit, &url).await,
            }
        }
        Err(refused_redirect(&url, None))
    }

    async fn exchange(&self, request: RequestBuilder, url: &Url) -> Result<Response, Problem> {
        #[cfg(test)]
        if let Some(line) = &self.line {
            return line.send(request, url).await;
        }
        request.send().await.map_err(|error| not_answered(&error, url))
    }

    fn request(&self, request: &Request<'_>, url: &Url) -> Result<RequestBuilder, Problem> {
        let client = if is_loopback(url) { &self.local } else { &self.remote };
        let mut builder = client.request(request.method.clone(), url.clone()).timeout(request.timeout).header(ACCEPT, request.accept);
        if let Some(token) = request.token {
            builder = builder.header(AUTHORIZATION, bearer(token)?);
        }
        Ok(match &request.body {
            Body::None => builder,
            Body::Json(json) => builder.header(CONTENT_TYPE, "application/json").body(json.clone()),
            Body::File(form) => builder.multipart(form().map_err(|error| Problem::new(Code::Internal).saying(innermost(&error)))?),
        })
    }
}

/// A multipart form of known length, made anew for each sending. `on_sent` is told the bytes handed to the connection so far.
///
/// `file_type` goes first: a server that reads as it comes then knows what the file is for.
pub fn file_form(name: &str, mime: &str, bytes: &Bytes, on_sent: impl Fn(u64) + Send + Sync + 'static) -> Body {
    let (name, mime, bytes, on_sent) = (file_name(name), mime.to_owned(), bytes.clone(), Arc::new(on_sent));
    Body::File(Arc::new(move || {
        let (length, on_sent, mut sent) = (bytes.len() as u64, Arc::clone(&on_sent), 0);
        let reader = InspectReader::new(std::io::Cursor::new(bytes.clone()), move |chunk: &[u8]| {
            if !chunk.is_empty() {
                sent += chunk.len() as u64;
                on_sent(sent);
            }
        });
        let stream = reqwest::Body::wrap_stream(ReaderStream::with_capacity(reader, CHUNK_BYTES));
        let part = multipart::Part::stream_with_length(stream, length).file_name(name.clone()).mime_str(&mime)?;
        Ok(multipart::Form::new().text("file_type", "product.photo").part("file", part))
    }))
}

/// The last part of a path, without what could end the quoted name it is sent in.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().map(|c| if c.is_control() || c == '"' { '_' } else { c }).collect();
    if plain.is_empty() { "photo".to_owned() } else { plain }
}

/// A token that no header can hold is as good as none.
fn bearer(token: &SecretString) -> Result<HeaderValue, Problem> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", token.expose_secret())).map_err(|_| Problem::new(Code::Unauthorized))?;
    value.set_sensitive(true);
    Ok(value)
}

/// Where to go on, when the answer is a redirect that may be followed.
fn redirected(request: &Request<'_>, from: &Url, response: &Response) -> Result<Option<Url>, Problem> {
    let status = response.status().as_u16();
    let Some(location) = header(response.headers(), &LOCATION).filter(|_| matches!(status, 301 | 302 | 303 | 307 | 308)) else {
        return Ok(None);
    };
    let target = from.join(location).map_err(|_| refused_redirect(from, Some(status)))?;
    // Of a POST, only these two ask for the same request again and say that it was not dealt with.
    let same_request = request.method == Method::GET || matches!(status, 307 | 308);
    let allowed = match request.redirects {
        Redirects::SameOrigin => target.origin() == from.origin(),
        Redirects::Anywhere => target.scheme() == "https" || target.scheme() == from.scheme(),
    };
    if same_request && allowed { Ok(Some(target)) } else { Err(refused_redirect(&target, Some(status))) }
}

fn refused_redirect(target: &Url, status: Option<u16>) -> Problem {
    Problem { status, ..Problem::new(Code::RedirectRefused).about(shown_host(target)) }
}

async fn read(mut response: Response, limit: usize, url: &Url) -> Result<Answer, Problem> {
    let status = response.status();
    // The server's own clock, where it shows it, makes its dates right even when ours is wrong.
    let now = header(response.headers(), &DATE).and_then(http_date).unwrap_or_else(Timestamp::now);
    let retry_after = header(response.headers(), &RETRY_AFTER).and_then(|value| retry_after(value, now));
    let body = if status.is_success() {
        read_body(&mut response, limit, url).await.map_err(|problem| Problem { status: Some(status.as_u16()), ..problem })?
    } else {
        // The status says enough; half a body is no body.
        read_start(&mut response, ERROR_BYTES).await.unwrap_or_default()
    };
    Ok(Answer { status: status.as_u16(), retry_after, body })
}

async fn read_body(response: &mut Response, limit: usize, url: &Url) -> Result<Vec<u8>, Problem> {
    let too_large = || Problem { has_body: true, ..Problem::new(Code::AnswerTooLarge).about(shown_host(url)) };
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| not_answered(&error, url))? {
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

async fn read_start(response: &mut Response, limit: usize) -> reqwest::Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() >= limit {
            body.truncate(limit);
            break;
        }
    }
    Ok(body)
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Why there is no whole answer. Only a connection that was never made means that nothing was sent.
fn not_answered(error: &reqwest::Error, url: &Url) -> Problem {
    let code = match error {
        error if error.is_builder() => Code::Internal,
        error if error.is_connect() && is_tls(error) => Code::Tls,
        error if error.is_connect() => Code::Unreachable,
        error if error.is_timeout() => Code::TimedOut,
        _ => Code::ConnectionLost,
    };
    Problem::new(code).about(shown_host(url)).saying(innermost(error))
}

fn is_tls(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.is::<rustls::Error>())
}

/// The cause at the bottom: the layers above it add nothing, and may hold the address.
fn innermost(error: &reqwest::Error) -> String {
    causes(error).last().map_or_else(|| "no reason given".to_owned(), |cause| excerpt(&cause.to_string(), &[]))
}

/// What lies below an error, layer by layer. An I/O error passes over the error it wraps, so that is asked for by name.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |&cause| {
        let wrapped = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        wrapped.map(|wrapped| wrapped as &(dyn Error + 'static)).or_else(|| cause.source())
    })
}
