//! Catches the redirect that ends a sign-in in the browser, on this machine, at exactly the registered address.

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

use super::callback::{Asked, Consent, Expected, TurnedAway};
use super::guard;
use crate::domain::{Code, Problem};
use crate::market::is_loopback;

/// Where the browser goes from the redirect address, so that the code leaves the address bar and the history.
const CLOSING_PATH: &str = "/vitrine/signed-in";

/// How long the closing page can be had once the redirect was caught.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// How long a page that was answered may take to arrive.
const ARRIVAL_TIME: Duration = Duration::from_millis(300);

/// The words of the page that a browser ends up at, in the person's language.
#[derive(Clone, Debug)]
pub struct ClosingPage {
    /// A language tag.
    pub language: &'static str,
    pub right_to_left: bool,
    pub title: String,
    pub body: String,
}

/// Listens at the redirect address until dropped.
pub struct Catcher {
    caught: oneshot::Receiver<Consent>,
    closed: oneshot::Receiver<()>,
    server: Running,
    doorkeepers: Doorkeepers,
}

/// Holds the port for as long as it is there, and lets visitors in while it is polled.
type Doorkeepers = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Ends the server's thread.
struct Running {
    server: Arc<Server>,
    dropped: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
        self.server.unblock();
    }
}

impl Catcher {
    /// Whether the address is one on this machine. Of any other, only the browser learns what it led to.
    pub fn can_listen(redirect_uri: &str) -> bool {
        Url::parse(redirect_uri).is_ok_and(|url| url.scheme() == "http" && is_loopback(&url))
    }

    /// Whether [`listen`](Self::listen) would find the port free now. It is given back at once.
    pub async fn port_is_free(redirect_uri: &str) -> bool {
        bind(redirect_uri).await.is_ok()
    }

    /// Listens at `redirect_uri`, which has to be on this machine.
    ///
    /// # Errors
    /// [`Code::PortTaken`] when another program listens there; [`Code::MarketFile`] when nothing on this machine can.
    pub async fn listen(redirect_uri: &str, expected: Expected, page: &ClosingPage) -> Result<Self, Problem> {
        let listeners = bind(redirect_uri).await?;
        let failed = |said: String| Problem::new(Code::Internal).saying(said);
        let server = Arc::new(Server::http("127.0.0.1:0").map_err(|error| failed(error.to_string()))?);
        let inner = server.server_addr().to_ip().ok_or_else(|| failed("no address".to_owned()))?;
        let running = Running { server: Arc::clone(&server), dropped: Arc::default() };
        let dropped = Arc::clone(&running.dropped);
        let ((tell, caught), (tell_closed, closed)) = (oneshot::channel(), oneshot::channel());
        let html = page.html();
        std::thread::Builder::new()
            .name("redirect".to_owned())
            .spawn(move || serve(&server, &dropped, &expected, &html, tell, tell_closed))
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self { caught, closed, server: running, doorkeepers: Box::pin(doorkeepers(listeners, inner)) })
    }

    /// Waits for the redirect. The task that comes with it serves the closing page and then gives the port back; it may
    /// be aborted.
    ///
    /// # Errors
    /// [`Code::Internal`] when the server ended by itself.
    pub async fn caught(self) -> Result<(Consent, JoinHandle<()>), Problem> {
        let Self { mut caught, closed, server, mut doorkeepers } = self;
        let caught = tokio::select! {
            consent = &mut caught => consent.ok(),
            () = &mut doorkeepers => None,
        };
        let consent = caught.ok_or_else(|| Problem::new(Code::Internal).saying("the redirect catcher ended"))?;
        let closing = tokio::spawn(async move {
            let seen = async {
                let _ = tokio::time::timeout(CLOSING_TIME, closed).await;
                tokio::time::sleep(ARRIVAL_TIME).await;
            };
            tokio::select! {
                () = seen => {}
                () = &mut doorkeepers => {}
            }
            drop(server);
        });
        Ok((consent, closing))
    }
}

async fn doorkeepers(listeners: Vec<TcpListener>, inner: SocketAddr) {
    let mut listeners = listeners.into_iter();
    let stand = async |listener: Option<TcpListener>| {
        if let Some(listener) = listener {
            guard::stand_before(listener, inner).await;
        }
    };
    let (first, second) = (listeners.next(), listeners.next());
    tokio::join!(stand(first), stand(second));
}

/// The registered address as sockets. `localhost` has two, and whoever holds the other one would get the redirect.
///
/// Neither socket may be shared: on Linux and macOS `SO_REUSEADDR` lets nobody in beside a listening socket. Windows
/// would let a program of the same person in that asks for it, and only `SO_EXCLUSIVEADDRUSE` forbids that, which neither
/// tokio nor socket2 sets and would take an unsafe call. Such a program can read this one's memory anyway, and of the redirect it would get a code that is
/// worth nothing without the verifier kept here.
async fn bind(redirect_uri: &str) -> Result<Vec<TcpListener>, Problem> {
    let unusable = |said: &str| Problem::new(Code::MarketFile).about(redirect_uri).saying(said);
    let url = Url::parse(redirect_uri).map_err(|error| unusable(&error.to_string()))?;
    if !Catcher::can_listen(redirect_uri) {
        return Err(unusable("oauth.redirect_uri must be http on this computer, such as http://127.0.0.1:8765/callback"));
    }
    let port = url.port_or_known_default().filter(|&port| port != 0).ok_or_else(|| unusable("oauth.redirect_uri has no port"))?;
    let hosts: Vec<std::net::IpAddr> = match url.host() {
        Some(Host::Ipv4(ip)) => vec![ip.into()],
        Some(Host::Ipv6(ip)) => vec![ip.into()],
        _ => vec![std::net::Ipv4Addr::LOCALHOST.into(), std::net::Ipv6Addr::LOCALHOST.into()],
    };
    let mut listeners = Vec::new();
    for host in hosts {
        match TcpListener::bind(SocketAddr::new(host, port)).await {
            Ok(listener) => listeners.push(listener),
            // A machine without IPv6 has no ::1 for anybody.
            Err(error) if error.kind() == std::io::ErrorKind::AddrNotAvailable && !listeners.is_empty() => {}
            Err(error) => {
                let taken = Problem::new(Code::PortTaken).about(format!("{host}:{port}"));
                // The system's own words add nothing to the usual reason.
                let is_usual = error.kind() == std::io::ErrorKind::AddrInUse;
                return Err(if is_usual { taken } else { taken.saying(error.to_string()) });
            }
        }
    }
    Ok(listeners)
}

/// Answers requests until told to stop. The first good redirect is told; from then on there is only the closing page.
fn serve(
    server: &Server,
    dropped: &AtomicBool,
    expected: &Expected,
    html: &Html,
    tell: oneshot::Sender<Consent>,
    tell_closed: oneshot::Sender<()>,
) {
    let (mut tell, mut tell_closed) = (Some(tell), Some(tell_closed));
    let mut last = None;
    while !dropped.load(Ordering::Relaxed) && last.is_none_or(|last| Instant::now() < last) {
        let request = match server.recv_timeout(CLOSING_TIME) {
            Ok(Some(request)) => request,
            Ok(None) => continue,
            // Either told to stop, or one connection failed.
            Err(_) => continue,
        };
        let answer = match (judge(&request, expected), tell.take()) {
            (Ok(consent), Some(tell)) => {
                last = Some(Instant::now() + CLOSING_TIME);
                let _ = tell.send(consent);
                to_closing_page()
            }
            (_, None) if request.method().as_str() == "GET" && request.url() == CLOSING_PATH => {
                let _ = request.respond(html.response());
                let _ = tell_closed.take().map(|tell| tell.send(()));
                continue;
            }
            // A replay, or somebody who came too late.
            (_, None) => turned_away(410),
            (Err(TurnedAway(status)), waiting) => {
                tell = waiting;
                turned_away(status)
            }
        };
        // A browser that went away has lost nothing.
        let _ = request.respond(answer);
    }
}

fn judge(request: &Request, expected: &Expected) -> Result<Consent, TurnedAway> {
    let named = |name: &'static str| request.headers().iter().filter(move |header| header.field.equiv(name));
    let hosts: Vec<&str> = named("Host").map(|header| header.value.as_str()).collect();
    let has_origin = named("Origin").next().is_some();
    expected.judge(&Asked { method: request.method().as_str(), target: request.url(), hosts: &hosts, has_origin })
}

type Answer = Response<std::io::Cursor<Vec<u8>>>;

/// Nothing of the request is ever repeated in an answer.
fn turned_away(status: u16) -> Answer {
    private(Response::from_data(Vec::new()).with_status_code(status))
}

fn to_closing_page() -> Answer {
    private(Response::from_data(Vec::new()).with_status_code(303)).with_header(header("Location", CLOSING_PATH))
}

fn private(answer: Answer) -> Answer {
    let headers = [("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff")];
    headers.into_iter().fold(answer, |answer, (name, value)| answer.with_header(header(name, value)))
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the names and values in this file are ASCII")
}

/// The closing page, and the policy that lets nothing but its own style in.
struct Html {
    text: String,
    policy: String,
}

impl Html {
    fn response(&self) -> Answer {
        private(Response::from_data(self.text.as_bytes()))
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

const MARK: &str = "<svg viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" \
                    stroke-linejoin=\"round\" aria-hidden=\"true\"><path d=\"M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v1\"/></svg>";

impl ClosingPage {
    fn html(&self) -> Html {
        let direction = if self.right_to_left { "rtl" } else { "ltr" };
        let [title, body] = [&self.title, &self.body].map(|text| escaped(text));
        let text = format!(
            "<!doctype html><html lang=\"{}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\
             <body><main>{MARK}<h1>{title}</h1><p>{body}</p></main></body></html>",
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
