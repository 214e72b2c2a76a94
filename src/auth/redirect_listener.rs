//! Receives the redirect that ends a sign-in in the browser, on this computer, at exactly the registered
//! address.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use url::{Host, Url};

use super::callback::{Consent, Expected};
use super::connection_guard::{self, Pages};
use super::redirect_pages::RedirectPages;
use super::request_head::RequestHead;
use vitrine_core::market::is_loopback;
use vitrine_domain::{Finding, Problem, ProblemKind};
use vitrine_model::messages::ClosingPage;

/// How long the closing page is available after the redirect arrived, also to be loaded anew.
const CLOSING_TIME: Duration = Duration::from_secs(10);

/// How long an answered page may take to arrive in the browser.
const ARRIVAL_TIME: Duration = Duration::from_millis(300);

/// A server at the redirect address; stops when dropped.
pub struct RedirectListener {
    caught: oneshot::Receiver<Consent>,
    closed: oneshot::Receiver<()>,
    serving: Serving,
}

/// Holds the port while it exists, and serves connections while it is polled.
type Serving = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The closing page that is served after the redirect arrived. Dropping it frees the port.
pub struct Closing {
    serving: JoinHandle<()>,
    closed: oneshot::Receiver<()>,
}

impl Closing {
    /// Waits until the browser has the page.
    pub async fn seen(&mut self) {
        if (&mut self.closed).await.is_ok() {
            tokio::time::sleep(ARRIVAL_TIME).await;
        }
    }

    /// Frees the port.
    pub async fn end(mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl RedirectListener {
    /// Whether the address is on this computer. For any other address only the browser sees the redirect.
    pub fn can_listen(redirect_uri: &str) -> bool {
        Url::parse(redirect_uri).is_ok_and(|url| url.scheme() == "http" && is_loopback(&url))
    }

    /// Whether [`listen`](Self::listen) would get its port. It is released at once.
    ///
    /// # Errors
    ///
    /// As of [`listen`](Self::listen).
    pub async fn try_port(redirect_uri: &str) -> Result<(), Problem> {
        bind(redirect_uri).await.map(drop)
    }

    /// Listens at `redirect_uri`, which has to be on this computer.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::PortTaken`] if another program uses the port; [`ProblemKind::PortRefused`] if the
    /// system refuses it; [`ProblemKind::MarketFile`] if the address is not on this computer.
    pub async fn listen(redirect_uri: &str, expected: Expected, page: &ClosingPage) -> Result<Self, Problem> {
        let mut listeners = bind(redirect_uri).await?.into_iter();
        let (pages, caught, closed) = RedirectPages::new(expected, page);
        let pages = Arc::new(Mutex::new(pages));
        let serve = async move |listener: Option<TcpListener>, pages: Arc<Mutex<RedirectPages>>| {
            if let Some(listener) = listener {
                connection_guard::serve(listener, pages).await;
            }
        };
        let (first, second) = (listeners.next(), listeners.next());
        let serving = Box::pin(async move {
            tokio::join!(serve(first, Arc::clone(&pages)), serve(second, pages));
        });
        Ok(Self { caught, closed, serving })
    }

    /// Waits for the redirect. The closing page is served for some time then.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Internal`] if the server stopped unexpectedly.
    pub async fn caught(self) -> Result<(Consent, Closing), Problem> {
        let Self { mut caught, closed, mut serving } = self;
        let caught = tokio::select! {
            consent = &mut caught => consent.ok(),
            () = &mut serving => None,
        };
        let consent = caught.ok_or_else(|| {
            Problem::new(ProblemKind::Internal).with_quotation("the redirect catcher ended")
        })?;
        let serving = tokio::spawn(async move { drop(tokio::time::timeout(CLOSING_TIME, serving).await) });
        Ok((consent, Closing { serving, closed }))
    }
}

/// Listens on all sockets of the address. `localhost` has two, and a program on the other one would receive
/// the redirect.
///
/// Neither socket can be shared: on Linux and macOS `SO_REUSEADDR` does not allow a second listener. On
/// Windows another program of the same person could share it; `SO_EXCLUSIVEADDRUSE` would prevent that, but
/// neither tokio nor socket2 can set it without unsafe code. Such a program could read this one's memory
/// anyway, and the code in the redirect is useless without the verifier.
async fn bind(redirect_uri: &str) -> Result<Vec<TcpListener>, Problem> {
    let unusable = || {
        Problem::new(ProblemKind::MarketFile)
            .with_subject(redirect_uri)
            .with_diagnostic(Finding::RedirectNotLocal)
    };
    let url = Url::parse(redirect_uri).map_err(|_| unusable())?;
    if !RedirectListener::can_listen(redirect_uri) {
        return Err(unusable());
    }
    let port = url.port_or_known_default().filter(|&port| port != 0).ok_or_else(unusable)?;
    let hosts: Vec<std::net::IpAddr> = match url.host() {
        Some(Host::Ipv4(ip)) => vec![ip.into()],
        Some(Host::Ipv6(ip)) => vec![ip.into()],
        _ => vec![std::net::Ipv4Addr::LOCALHOST.into(), std::net::Ipv6Addr::LOCALHOST.into()],
    };
    let mut listeners = Vec::new();
    for host in hosts {
        match TcpListener::bind(SocketAddr::new(host, port)).await {
            Ok(listener) => listeners.push(listener),
            // A computer without IPv6 has no ::1.
            Err(error) if error.kind() == std::io::ErrorKind::AddrNotAvailable && !listeners.is_empty() => {}
            Err(error) => return Err(Problem::of_port(format!("{host}:{port}"), &error)),
        }
    }
    Ok(listeners)
}

impl Pages for RedirectPages {
    fn answer(&mut self, request: &RequestHead<'_>, _: &TcpStream) -> Vec<u8> {
        self.answer(request)
    }
}
