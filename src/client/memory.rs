//! Replaces the network in tests: a function decides what happens to each request.
//!
//! Everything else is production code: [`transport`](super::transport) builds requests, reads answers and
//! makes problems.

use std::cell::RefCell;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::header::CONTENT_LENGTH;
use axum::http::{Request, Response};
use reqwest::{Body, RequestBuilder};
use url::Url;

use vitrine_core::market::config::address::display_host;
use vitrine_domain::{Problem, ProblemKind};

/// Why a request got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestFailure {
    /// No connection was established.
    Unreachable,
    /// The connection broke after the request was sent.
    Broken,
}

type Exchange = dyn Fn(Request<Body>) -> Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, RequestFailure>> + Send>>
    + Send
    + Sync;

/// A connection that a test answers.
#[derive(Clone)]
pub struct TestConnection(Arc<Exchange>);

impl fmt::Debug for TestConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Line")
    }
}

thread_local! {
    static INSTALLED: RefCell<Option<TestConnection>> = const { RefCell::new(None) };
    /// Builds requests; never sends them.
    static BUILDER: reqwest::Client = {
        let _ = rustls::crypto::ring::default_provider().install_default();
        reqwest::Client::builder().no_proxy().tls_certs_only([]).build().expect("a client without certificates")
    };
}

impl TestConnection {
    /// A connection on which `exchange` answers every request.
    pub fn new<F>(exchange: impl Fn(Request<Body>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Response<Vec<u8>>, RequestFailure>> + Send + 'static,
    {
        Self(Arc::new(move |request| Box::pin(exchange(request))))
    }

    /// Makes all clients use it that this thread creates from now on.
    pub fn install(self) {
        INSTALLED.set(Some(self));
    }

    /// The connection that this thread installed.
    pub fn installed() -> Option<Self> {
        INSTALLED.with_borrow(Clone::clone)
    }

    /// A client for building requests.
    pub fn builder() -> reqwest::Client {
        BUILDER.with(Clone::clone)
    }

    /// Sends a request as `reqwest` does, subject to the request's own timeout.
    pub async fn send(&self, builder: RequestBuilder, url: &Url) -> Result<reqwest::Response, Problem> {
        let lost = |code| Problem::new(code).with_subject(display_host(url)).with_quotation("in memory");
        let request =
            builder.build().map_err(|error| lost(ProblemKind::Internal).with_quotation(error.to_string()))?;
        let limit = request.timeout().copied();
        let request = Request::try_from(request)
            .map_err(|error| lost(ProblemKind::Internal).with_quotation(error.to_string()))?;
        let exchange = (self.0)(request);
        let answered = match limit {
            Some(limit) => {
                tokio::time::timeout(limit, exchange).await.map_err(|_| lost(ProblemKind::TimedOut))?
            }
            None => exchange.await,
        };
        let response = answered.map_err(|how| match how {
            RequestFailure::Unreachable => lost(ProblemKind::Unreachable),
            RequestFailure::Broken => lost(ProblemKind::ConnectionLost),
        })?;
        let announced = response
            .headers()
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let cut_short = announced.is_some_and(|length| response.body().len() < length);
        match response.status().is_success() {
            true if cut_short => {
                Err(Problem { status: Some(response.status().as_u16()), ..lost(ProblemKind::ConnectionLost) })
            }
            _ if cut_short => Ok(response.map(|_| Vec::new()).into()),
            _ => Ok(response.into()),
        }
    }
}
