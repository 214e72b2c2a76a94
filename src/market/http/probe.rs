//! Trying the addresses of a market file: one question each that changes nothing, without any credentials.

use reqwest::Method;
use tokio::task::JoinSet;
use url::Url;

use super::transport::{Answer, Body, JSON_BYTES, Redirects, Request, Timeouts, Transport};
use crate::domain::{Code, Problem};
use crate::market::config::{Layout, MarketKey, Profile};

/// What came of one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    pub key: MarketKey,
    /// The address that was asked.
    pub address: String,
    pub result: Result<(), NotReached>,
}

/// Why nobody who speaks the interface was found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReached {
    /// No such host is known.
    NoSuchHost,
    /// The host is known, and nobody answers there.
    NoAnswer,
    /// No secure connection could be made. In the system's words.
    Tls(String),
    TimedOut,
    /// A page for people.
    WebPage,
    NotFound,
    /// The server is there and fails, with this status.
    ServerError(u16),
    /// Sent on to another host.
    Elsewhere(String),
    /// The answer broke off or was no answer.
    Broken(String),
    /// Another program of this computer listens where the browser is to return.
    PortTaken,
}

/// Tries every address there is, all at once. In the order of the file.
pub async fn probe(profile: &Profile, timeouts: Timeouts) -> Result<Vec<Tested>, Problem> {
    let transport = Transport::new(timeouts.connect)?;
    let mut tries = JoinSet::new();
    for (key, url) in asked(profile) {
        let transport = transport.clone();
        tries.spawn(async move {
            let result = match transport.send(&question(key, url.clone(), timeouts)).await {
                Ok(answer) => judged(key, &answer),
                // A consent page may well send people on to where they sign in.
                Err(problem) if key == MarketKey::Sso && problem.code == Code::RedirectRefused => Ok(()),
                Err(problem) => Err(not_reached(&url, problem).await),
            };
            Tested { key, address: url.to_string(), result }
        });
    }
    let mut tested = tries.join_all().await;
    tested.sort_by_key(|tested| tested.key);
    Ok(tested)
}

/// Where each address is asked: at an operation that may be read, where there is one.
fn asked(profile: &Profile) -> Vec<(MarketKey, Url)> {
    let addresses = &profile.addresses;
    let (api, upload) = match profile.layout {
        Layout::Base => (MarketKey::Base, None),
        Layout::Core => (MarketKey::Core, addresses.files(Layout::Core).ok()),
    };
    [
        (api, addresses.current_user(profile.layout).ok()),
        (MarketKey::Upload, upload),
        (MarketKey::Auth, addresses.whoami().ok()),
        (MarketKey::Sso, addresses.sso.clone()),
        (MarketKey::Webhook, addresses.webhooks().ok()),
        (MarketKey::ExchangeUrl, profile.oauth.exchange_url.clone()),
    ]
    .into_iter()
    .filter_map(|(key, url)| Some((key, url?)))
    .collect()
}

/// Without a token, and without what a POST is to bring: where the operation is, it is refused.
fn question<'a>(key: MarketKey, url: Url, timeouts: Timeouts) -> Request<'a> {
    Request {
        method: if matches!(key, MarketKey::Upload | MarketKey::Webhook | MarketKey::ExchangeUrl) { Method::POST } else { Method::GET },
        url,
        accept: "application/json, text/html;q=0.5",
        token: None,
        body: Body::None,
        timeout: timeouts.connect.saturating_mul(2),
        limit: JSON_BYTES,
        redirects: Redirects::SameOrigin,
    }
}

/// An answer that proves a server of the interface to be there counts, also one that asks for a token or for what is missing.
fn judged(key: MarketKey, answer: &Answer) -> Result<(), NotReached> {
    let start = answer.body.trim_ascii_start();
    let page = start.first() == Some(&b'<');
    match answer.status {
        404 => Err(NotReached::NotFound),
        500.. => Err(NotReached::ServerError(answer.status)),
        200..300 if page && key != MarketKey::Sso => Err(NotReached::WebPage),
        _ => Ok(()),
    }
}

async fn not_reached(url: &Url, problem: Problem) -> NotReached {
    let said = problem.said.clone().unwrap_or_default();
    match problem.code {
        Code::Unreachable if is_unknown(url).await => NotReached::NoSuchHost,
        Code::Unreachable => NotReached::NoAnswer,
        Code::Tls => NotReached::Tls(said),
        Code::TimedOut => NotReached::TimedOut,
        Code::RedirectRefused => NotReached::Elsewhere(problem.subject.unwrap_or_default()),
        Code::AnswerTooLarge => NotReached::WebPage,
        _ => NotReached::Broken(said),
    }
}

/// Whether the system knows no address for the host.
async fn is_unknown(url: &Url) -> bool {
    let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else { return false };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match tokio::net::lookup_host((host, port)).await {
        Ok(mut found) => found.next().is_none(),
        Err(_) => true,
    }
}
