//! In place of a network, for tests: what becomes of each request is decided by whoever laid the line.
//!
//! Everything else stays as it is: requests are built, answers read and problems made by [`transport`](super::transport).

use std::cell::RefCell;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::header::CONTENT_LENGTH;
use axum::http::{Request, Response};
use reqwest::{Body, RequestBuilder};
use url::Url;

use crate::domain::{Code, Problem};
use crate::market::config::address::shown_host;

/// How a request ends without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// No connection was made.
    Unreachable,
    /// The connection broke after the request had left.
    Broken,
}

type Exchange = dyn Fn(Request<Body>) -> Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, Lost>> + Send>> + Send + Sync;

/// Takes requests and brings answers.
#[derive(Clone)]
pub struct Line(Arc<Exchange>);

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Line")
    }
}

thread_local! {
    static LAID: RefCell<Option<Line>> = const { RefCell::new(None) };
    /// Builds requests and sends none.
    static BUILDER: reqwest::Client = {
        let _ = rustls::crypto::ring::default_provider().install_default();
        reqwest::Client::builder().no_proxy().tls_certs_only([]).build().expect("a client without certificates")
    };
}

impl Line {
    pub fn new<F>(exchange: impl Fn(Request<Body>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Response<Vec<u8>>, Lost>> + Send + 'static,
    {
        Self(Arc::new(move |request| Box::pin(exchange(request))))
    }

    /// Clients that this thread makes from now on use it.
    pub fn lay(self) {
        LAID.set(Some(self));
    }

    pub fn laid() -> Option<Self> {
        LAID.with_borrow(Clone::clone)
    }

    pub fn builder() -> reqwest::Client {
        BUILDER.with(Clone::clone)
    }

    /// Sends as `reqwest` does, with the time that the request gives itself.
    pub async fn send(&self, builder: RequestBuilder, url: &Url) -> Result<reqwest::Response, Problem> {
        let lost = |code| Problem::new(code).about(shown_host(url)).saying("in memory");
        let request = builder.build().map_err(|error| lost(Code::Internal).saying(error.to_string()))?;
        let limit = request.timeout().copied();
        let request = Request::try_from(request).map_err(|error| lost(Code::Internal).saying(error.to_string()))?;
        let exchange = (self.0)(request);
        let answered = match limit {
            Some(limit) => tokio::time::timeout(limit, exchange).await.map_err(|_| lost(Code::TimedOut))?,
            None => exchange.await,
        };
        let response = answered.map_err(|how| match how {
            Lost::Unreachable => lost(Code::Unreachable),
            Lost::Broken => lost(Code::ConnectionLost),
        })?;
        let announced = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let cut_short = announced.is_some_and(|length| response.body().len() < length);
        match response.status().is_success() {
            true if cut_short => Err(Problem { status: Some(response.status().as_u16()), ..lost(Code::ConnectionLost) }),
            _ if cut_short => Ok(response.map(|_| Vec::new()).into()),
            _ => Ok(response.into()),
        }
    }
}
