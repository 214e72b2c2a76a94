//! One HTTP exchange: sent once, limited in time and size, with typed failures.
//!
//! A creation must never be repeated unnoticed, so nothing here retries: redirects that would repeat a POST
//! are refused, and reqwest's own retries are disabled. One case remains and is harmless: when a pooled
//! connection turns out to be closed before any byte was written, reqwest uses another one.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use jiff::Timestamp;
use reqwest::header::{
    ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    RETRY_AFTER,
};
use reqwest::{Method, RequestBuilder, Response, multipart};
use secrecy::{ExposeSecret, SecretString};
use tokio_util::io::{InspectReader, ReaderStream};
use url::Url;

use rustls::CertificateError;

use super::answer_age::Clocks;
use vitrine_core::market::config::address::{display_host, is_loopback};
use vitrine_core::market::errors::{excerpt, http_date, retry_after};
use vitrine_domain::{AnswerForm, Finding, Problem, ProblemKind};

/// The maximum size of a JSON answer, in bytes.
pub const JSON_BYTES: usize = 16 * 1024 * 1024;
/// The maximum size of a token endpoint's answer, in bytes.
pub const TOKEN_BYTES: usize = 1024 * 1024;
/// The maximum size of a picture, in bytes.
pub const PICTURE_BYTES: usize = 10 * 1024 * 1024;
/// How much of an error body is read, in bytes.
const ERROR_BYTES: usize = 256 * 1024;
const MAX_REDIRECTS: usize = 5;
/// The chunk size in which a photo is sent, in bytes; progress is reported after each.
const CHUNK_BYTES: usize = 64 * 1024;
/// Shorter than the idle timeouts of common servers, so that few requests meet a closing connection.
const IDLE_CONNECTION: Duration = Duration::from_secs(20);

/// The time limit of each operation, from the first byte sent to the last received.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For connecting, including TLS.
    pub connect: Duration,
    /// For an upload, in addition to the time for its size. A limit on inactivity would not work: a photo is
    /// in the system's send buffer long before it is transmitted.
    pub upload: Duration,
    /// The minimum upload speed to wait for, in bytes per second.
    pub upload_rate: u32,
    /// For changing a product. A creation is overdue after this time, and goes on.
    pub create: Duration,
    /// For the late answer to a creation. Gateways wait up to 300 s for whoever does the work.
    pub late_answer: Duration,
    /// For one page of products.
    pub list: Duration,
    /// For any other request.
    pub other: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            connect: seconds(10),
            upload: seconds(120),
            upload_rate: 20_000,
            create: seconds(90),
            late_answer: seconds(330),
            list: seconds(60),
            other: seconds(30),
        }
    }
}

impl Timeouts {
    /// The time limit of an upload of `bytes`.
    pub fn for_upload(&self, bytes: usize) -> Duration {
        self.upload.saturating_add(Duration::from_secs(bytes as u64 / u64::from(self.upload_rate.max(1))))
    }
}

/// A request to send.
pub struct Request<'a> {
    /// The HTTP method.
    pub method: Method,
    /// The address, with its query.
    pub url: Url,
    /// The media type to ask for, for the `Accept` header.
    pub accept: &'static str,
    /// The `Prefer` header (RFC 7240).
    pub prefer: Option<&'a str>,
    /// The access token, for the `Authorization` header.
    pub token: Option<&'a SecretString>,
    /// What to send.
    pub body: Body,
    /// How long the whole exchange may take, the body of the answer included.
    pub timeout: Duration,
    /// The maximum size of the body of a success, in bytes.
    pub limit: usize,
    /// Which redirects to follow.
    pub redirects: Redirects,
}

/// The body of a request.
pub enum Body {
    None,
    Json(Vec<u8>),
    /// A multipart form, built for each attempt.
    File(Arc<dyn Fn() -> reqwest::Result<multipart::Form> + Send + Sync>),
}

/// Which redirects are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// Only to the same scheme, host and port, so that the token goes nowhere else.
    SameOrigin,
    /// To any server by https, and by http only to the same one. For requests without a token.
    Anywhere,
}

/// An answer with its complete body, up to a limit.
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// How long the marketplace asks to wait, if it does.
    pub retry_after: Option<Duration>,
    /// How old it was when it arrived: a cache on the way may have kept it.
    pub age: Duration,
    /// Whether it calls itself a web page.
    pub is_html: bool,
    /// The decompressed body.
    pub body: Vec<u8>,
}

/// The connection pools. Requests to this computer bypass the proxy.
#[derive(Clone, Debug)]
pub struct Transport {
    remote: reqwest::Client,
    local: reqwest::Client,
    clocks: Arc<Clocks>,
    /// Replaces the network in tests.
    #[cfg(test)]
    connection: Option<super::memory::TestConnection>,
}

impl Transport {
    pub fn new(connect: Duration) -> Result<Self, Problem> {
        #[cfg(test)]
        if let Some(connection) = super::memory::TestConnection::installed() {
            let builder = super::memory::TestConnection::builder();
            return Ok(Self {
                remote: builder.clone(),
                local: builder,
                clocks: Arc::default(),
                connection: Some(connection),
            });
        }
        // An error means that a provider is installed already, which is fine.
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
        // Without system certificates, only requests to this computer work.
        let build = |builder: &dyn Fn() -> reqwest::ClientBuilder| {
            let client = builder().build().or_else(|_| builder().tls_certs_only([]).build());
            client.map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(root_cause(&error)))
        };
        Ok(Self {
            remote: build(&builder)?,
            local: build(&|| builder().no_proxy())?,
            clocks: Arc::default(),
            #[cfg(test)]
            connection: None,
        })
    }

    /// Sends a request and follows permitted redirects. Any HTTP answer is `Ok`.
    pub async fn send(&self, request: &Request<'_>) -> Result<Answer, Problem> {
        let mut url = request.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let response = self.exchange(self.request(request, &url)?, &url).await?;
            match redirect_target(request, &url, &response)? {
                Some(target) => url = target,
                None => {
                    let age = self.clocks.age(&url, response.headers(), Instant::now());
                    return Ok(Answer { age, ..read(response, request.limit, &url).await? });
                }
            }
        }
        Err(refused_redirect(&url, None))
    }

    async fn exchange(&self, request: RequestBuilder, url: &Url) -> Result<Response, Problem> {
        #[cfg(test)]
        if let Some(connection) = &self.connection {
            return connection.send(request, url).await;
        }
        request.send().await.map_err(|error| transport_problem(&error, url))
    }

    fn request(&self, request: &Request<'_>, url: &Url) -> Result<RequestBuilder, Problem> {
        let client = if is_loopback(url) { &self.local } else { &self.remote };
        let mut builder = client
            .request(request.method.clone(), url.clone())
            .timeout(request.timeout)
            .header(ACCEPT, request.accept);
        // What a cache has kept says nothing about now.
        if request.method == Method::GET && request.token.is_some() {
            builder = builder.header(CACHE_CONTROL, "no-cache");
        }
        if let Some(prefer) = request.prefer {
            builder = builder.header("Prefer", prefer);
        }
        if let Some(token) = request.token {
            builder = builder.header(AUTHORIZATION, bearer(token)?);
        }
        Ok(match &request.body {
            Body::None => builder,
            Body::Json(json) => builder.header(CONTENT_TYPE, "application/json").body(json.clone()),
            Body::File(form) => {
                builder.multipart(form().map_err(|error| {
                    Problem::new(ProblemKind::Internal).with_quotation(root_cause(&error))
                })?)
            }
        })
    }
}

/// A multipart form of known length, built for each attempt. `on_sent` receives the number of bytes written
/// to the connection so far.
///
/// `file_type` is first, so that a streaming server knows the purpose of the file before it arrives.
pub fn file_form(
    name: &str,
    mime: &str,
    bytes: &Bytes,
    on_sent: impl Fn(u64) + Send + Sync + 'static,
) -> Body {
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
        let part =
            multipart::Part::stream_with_length(stream, length).file_name(name.clone()).mime_str(&mime)?;
        Ok(multipart::Form::new().text("file_type", "product.photo").part("file", part))
    }))
}

/// The last part of a path, without characters that would end the quoted file name.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().map(|c| if c.is_control() || c == '"' { '_' } else { c }).collect();
    if plain.is_empty() { "photo".to_owned() } else { plain }
}

/// A token that cannot be sent in a header is treated as missing.
fn bearer(token: &SecretString) -> Result<HeaderValue, Problem> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", token.expose_secret()))
        .map_err(|_| Problem::new(ProblemKind::Unauthorized))?;
    value.set_sensitive(true);
    Ok(value)
}

/// The target of a redirect that may be followed; `None` if the answer is not a redirect.
fn redirect_target(request: &Request<'_>, from: &Url, response: &Response) -> Result<Option<Url>, Problem> {
    let status = response.status().as_u16();
    let Some(location) =
        header(response.headers(), &LOCATION).filter(|_| matches!(status, 301 | 302 | 303 | 307 | 308))
    else {
        return Ok(None);
    };
    let target = from.join(location).map_err(|_| refused_redirect(from, Some(status)))?;
    // For a POST, only 307 and 308 repeat the same request and say that it was not processed.
    let same_request = request.method == Method::GET || matches!(status, 307 | 308);
    let allowed = match request.redirects {
        Redirects::SameOrigin => target.origin() == from.origin(),
        Redirects::Anywhere => target.scheme() == "https" || target.origin() == from.origin(),
    };
    if same_request && allowed { Ok(Some(target)) } else { Err(refused_redirect(&target, Some(status))) }
}

fn refused_redirect(target: &Url, status: Option<u16>) -> Problem {
    Problem { status, ..Problem::new(ProblemKind::RedirectRefused).with_subject(display_host(target)) }
}

async fn read(mut response: Response, limit: usize, url: &Url) -> Result<Answer, Problem> {
    let status = response.status();
    // The server's clock, if it is sent, so that dates are right even if the local clock is wrong.
    let now = header(response.headers(), &DATE).and_then(http_date).unwrap_or_else(Timestamp::now);
    let retry_after = header(response.headers(), &RETRY_AFTER).and_then(|value| retry_after(value, now));
    let is_html = header(response.headers(), &CONTENT_TYPE)
        .is_some_and(|media| media.trim_start().to_ascii_lowercase().starts_with("text/html"));
    let body = if status.is_success() {
        read_body(&mut response, limit, url)
            .await
            .map_err(|problem| Problem { status: Some(status.as_u16()), ..problem })?
    } else {
        // The status suffices; an incomplete body is dropped.
        read_prefix(&mut response, ERROR_BYTES).await.unwrap_or_default()
    };
    Ok(Answer { status: status.as_u16(), retry_after, age: Duration::ZERO, is_html, body })
}

async fn read_body(response: &mut Response, limit: usize, url: &Url) -> Result<Vec<u8>, Problem> {
    let too_large = || Problem {
        form: AnswerForm::Foreign,
        ..Problem::new(ProblemKind::AnswerTooLarge).with_subject(display_host(url))
    };
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| transport_problem(&error, url))? {
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

async fn read_prefix(response: &mut Response, limit: usize) -> reqwest::Result<Vec<u8>> {
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

/// Why there is no complete answer. Only a failed connection attempt proves that nothing was sent.
fn transport_problem(error: &reqwest::Error, url: &Url) -> Problem {
    let code = match error {
        error if error.is_builder() => ProblemKind::Internal,
        error if error.is_connect() && is_tls(error) => ProblemKind::Tls,
        error if error.is_connect() => ProblemKind::Unreachable,
        error if error.is_timeout() => ProblemKind::TimedOut,
        _ => ProblemKind::ConnectionLost,
    };
    let problem = Problem::new(code).with_subject(display_host(url));
    match certificate_error(error) {
        Some(finding) => problem.with_diagnostic(finding),
        None => problem.with_quotation(root_cause(error)),
    }
}

/// What is wrong with the server's certificate, where a person can do something about it.
fn certificate_error(error: &reqwest::Error) -> Option<Finding> {
    let rustls::Error::InvalidCertificate(error) =
        causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>())?
    else {
        return None;
    };
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            Some(Finding::CertificateExpired)
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            Some(Finding::CertificateNotYetValid)
        }
        CertificateError::UnknownIssuer => Some(Finding::CertificateUntrusted),
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            Some(Finding::CertificateForOtherHost)
        }
        _ => None,
    }
}

fn is_tls(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.is::<rustls::Error>())
}

/// The innermost cause: outer layers add nothing and may contain the address.
fn root_cause(error: &reqwest::Error) -> String {
    causes(error)
        .last()
        .map_or_else(|| "no reason given".to_owned(), |cause| excerpt(&cause.to_string(), &[]))
}

/// The chain of causes. `source` of an I/O error skips the error that it wraps, so that is requested
/// explicitly.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |&cause| {
        let wrapped = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        wrapped.map(|wrapped| wrapped as &(dyn Error + 'static)).or_else(|| cause.source())
    })
}
