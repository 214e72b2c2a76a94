//! Receives the redirect that ends a sign-in in the browser, on this computer, at exactly the registered address.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use tiny_http::{Header, Request, Response, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use url::{Host, Url};

use super::callback::{CallbackRequest, Consent, Expected, Rejected};
use super::connection_guard;
use crate::domain::{Code, Finding, Problem};
use crate::market::is_loopback;

/// The browser is redirected here, so that the code disappears from the address bar and the history.
const CLOSING_PATH: &str = "/vitrine/signed-in";

/// How long the closing page is available after the redirect arrived.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// How long an answered page may take to arrive in the browser.
const ARRIVAL_TIME: Duration = Duration::from_millis(300);

/// The content of the page that the browser finally shows, in the person's language.
#[derive(Clone, Debug)]
pub struct ClosingPage {
    /// The language tag.
    pub language: &'static str,
    pub right_to_left: bool,
    pub title: String,
    pub body: String,
}

/// A server at the redirect address; stops when dropped.
pub struct RedirectListener {
    caught: oneshot::Receiver<Consent>,
    closed: oneshot::Receiver<()>,
    server: ServerHandle,
    connection_guards: ConnectionGuards,
}

/// Holds the port while it exists, and forwards connections while it is polled.
type ConnectionGuards = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Stops the server's thread when dropped.
struct ServerHandle {
    server: Arc<Server>,
    dropped: Arc<AtomicBool>,
}

impl Drop for ServerHandle {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
        self.server.unblock();
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
    /// [`Code::PortTaken`] if another program uses the port; [`Code::PortRefused`] if the system refuses it; [`Code::MarketFile`] if the address is not on this computer.
    pub async fn listen(redirect_uri: &str, expected: Expected, page: &ClosingPage) -> Result<Self, Problem> {
        let listeners = bind(redirect_uri).await?;
        let failed = |said: String| Problem::new(Code::Internal).with_quotation(said);
        let server = Arc::new(Server::http("127.0.0.1:0").map_err(|error| failed(error.to_string()))?);
        let inner = server.server_addr().to_ip().ok_or_else(|| failed("no address".to_owned()))?;
        let handle = ServerHandle { server: Arc::clone(&server), dropped: Arc::default() };
        let dropped = Arc::clone(&handle.dropped);
        let ((consent_sender, caught), (closed_sender, closed)) = (oneshot::channel(), oneshot::channel());
        let html = page.html();
        std::thread::Builder::new()
            .name("redirect".to_owned())
            .spawn(move || serve(&server, &dropped, &expected, &html, consent_sender, closed_sender))
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self { caught, closed, server: handle, connection_guards: Box::pin(connection_guards(listeners, inner)) })
    }

    /// Waits for the redirect. The returned task serves the closing page and then releases the port; it may be aborted.
    ///
    /// # Errors
    ///
    /// [`Code::Internal`] if the server stopped unexpectedly.
    pub async fn caught(self) -> Result<(Consent, JoinHandle<()>), Problem> {
        let Self { mut caught, closed, server, mut connection_guards } = self;
        let caught = tokio::select! {
            consent = &mut caught => consent.ok(),
            () = &mut connection_guards => None,
        };
        let consent = caught.ok_or_else(|| Problem::new(Code::Internal).with_quotation("the redirect catcher ended"))?;
        let closing = tokio::spawn(async move {
            let seen = async {
                let _ = tokio::time::timeout(CLOSING_TIME, closed).await;
                tokio::time::sleep(ARRIVAL_TIME).await;
            };
            tokio::select! {
                () = seen => {}
                () = &mut connection_guards => {}
            }
            drop(server);
        });
        Ok((consent, closing))
    }
}

async fn connection_guards(listeners: Vec<TcpListener>, inner: SocketAddr) {
    let mut listeners = listeners.into_iter();
    let stand = async |listener: Option<TcpListener>| {
        if let Some(listener) = listener {
            connection_guard::forward(listener, inner).await;
        }
    };
    let (first, second) = (listeners.next(), listeners.next());
    tokio::join!(stand(first), stand(second));
}

/// Listens on all sockets of the address. `localhost` has two, and a program on the other one would receive the redirect.
///
/// Neither socket can be shared: on Linux and macOS `SO_REUSEADDR` does not allow a second listener. On Windows another
/// program of the same person could share it; `SO_EXCLUSIVEADDRUSE` would prevent that, but neither tokio nor socket2 can
/// set it without unsafe code. Such a program could read this one's memory anyway, and the code in the redirect is useless
/// without the verifier.
async fn bind(redirect_uri: &str) -> Result<Vec<TcpListener>, Problem> {
    let unusable = || Problem::new(Code::MarketFile).with_subject(redirect_uri).with_diagnostic(Finding::RedirectNotLocal);
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

/// Answers requests until stopped. The first valid redirect is reported; after that only the closing page is served.
fn serve(
    server: &Server,
    dropped: &AtomicBool,
    expected: &Expected,
    html: &Html,
    consent_sender: oneshot::Sender<Consent>,
    closed_sender: oneshot::Sender<()>,
) {
    let (mut consent_sender, mut closed_sender) = (Some(consent_sender), Some(closed_sender));
    let mut last = None;
    while !dropped.load(Ordering::Relaxed) && last.is_none_or(|last| Instant::now() < last) {
        let request = match server.recv_timeout(CLOSING_TIME) {
            Ok(Some(request)) => request,
            Ok(None) => continue,
            // Either stopped, or one connection failed.
            Err(_) => continue,
        };
        let answer = match (validate(&request, expected), consent_sender.take()) {
            (Ok(consent), Some(consent_sender)) => {
                last = Some(Instant::now() + CLOSING_TIME);
                let _ = consent_sender.send(consent);
                redirect_to_closing_page()
            }
            (_, None) if request.method().as_str() == "GET" && request.url() == CLOSING_PATH => {
                let _ = request.respond(html.response());
                let _ = closed_sender.take().map(|consent_sender| consent_sender.send(()));
                continue;
            }
            // A repeated or late request.
            (_, None) => rejection(410),
            (Err(Rejected(status)), waiting) => {
                consent_sender = waiting;
                rejection(status)
            }
        };
        // An error means that the browser closed the connection, which does no harm.
        let _ = request.respond(answer);
    }
}

fn validate(request: &Request, expected: &Expected) -> Result<Consent, Rejected> {
    let named = |name: &'static str| request.headers().iter().filter(move |header| header.field.equiv(name));
    let hosts: Vec<&str> = named("Host").map(|header| header.value.as_str()).collect();
    let has_origin = named("Origin").next().is_some();
    expected.validate(&CallbackRequest { method: request.method().as_str(), target: request.url(), hosts: &hosts, has_origin })
}

type Answer = Response<std::io::Cursor<Vec<u8>>>;

/// No answer repeats anything of the request.
fn rejection(status: u16) -> Answer {
    with_security_headers(Response::from_data(Vec::new()).with_status_code(status))
}

fn redirect_to_closing_page() -> Answer {
    with_security_headers(Response::from_data(Vec::new()).with_status_code(303)).with_header(header("Location", CLOSING_PATH))
}

fn with_security_headers(answer: Answer) -> Answer {
    let headers = [("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff")];
    headers.into_iter().fold(answer, |answer, (name, value)| answer.with_header(header(name, value)))
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the names and values in this file are ASCII")
}

/// The closing page, and a content security policy that permits only its own style.
struct Html {
    text: String,
    policy: String,
}

impl Html {
    fn response(&self) -> Answer {
        with_security_headers(Response::from_data(self.text.as_bytes()))
            .with_header(header("Content-Type", "text/html; charset=utf-8"))
            .with_header(header("Content-Security-Policy", &self.policy))
            .with_header(header("X-Frame-Options", "DENY"))
    }
}

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#f3f1ec;--card:#fff;--text:#1f2933;--soft:#5b6673;--line:#d8d4ca;--main:#0f766e}\
@media(prefers-color-scheme:dark){:root{--back:#15181c;--card:#1f242a;--text:#eceff2;--soft:#a3adb8;--line:#39414a;--main:#2dd4bf}}\
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--text);\
font:16px/1.7 system-ui,'Segoe UI',Tahoma,sans-serif}\
main{width:min(26rem,92vw);padding:2.5rem 2rem;text-align:center;background:var(--card);border:1px solid var(--line);border-radius:14px}\
svg{width:3.5rem;height:3.5rem;color:var(--main)}h1{font-size:1.375rem;line-height:1.4;margin:1rem 0 .5rem}p{margin:0;color:var(--soft)}\
h1,p{text-wrap:balance}[dir=rtl] svg{transform:scaleX(-1)}";

const ICON: &str = "<svg viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" \
                    stroke-linejoin=\"round\" aria-hidden=\"true\"><path d=\"M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v1\"/></svg>";

impl ClosingPage {
    fn html(&self) -> Html {
        let direction = if self.right_to_left { "rtl" } else { "ltr" };
        let [title, body] = [&self.title, &self.body].map(|text| escaped(text));
        let text = format!(
            "<!doctype html><html lang=\"{}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\
             <body><main>{ICON}<h1>{title}</h1><p>{body}</p></main></body></html>",
            self.language
        );
        let style = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
        let policy = format!("default-src 'none'; style-src 'sha256-{style}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
        Html { text, policy }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
