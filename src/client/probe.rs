//! Checks the addresses of a market file, each with one request that changes nothing and carries no
//! credentials.

use reqwest::Method;
use tokio::task::JoinSet;
use url::Url;

use super::transport::{Answer, Body, JSON_BYTES, Redirects, Request, Timeouts, Transport};
use vitrine_core::market::config::{AddressCheck, AddressFailure, Layout, MarketKey, Profile};
use vitrine_domain::{Problem, ProblemKind};

/// Checks all addresses at the same time. The results are in the order of the file.
pub async fn probe(profile: &Profile, timeouts: Timeouts) -> Result<Vec<AddressCheck>, Problem> {
    let transport = Transport::new(timeouts.connect)?;
    let mut checks = JoinSet::new();
    for (key, url) in targets(profile) {
        let transport = transport.clone();
        checks.spawn(async move {
            let result = match transport.send(&probe_request(key, url.clone(), timeouts)).await {
                Ok(answer) => classify(key, &answer),
                // A consent page may redirect to a sign-in page elsewhere.
                Err(problem) if key == MarketKey::Sso && problem.kind == ProblemKind::RedirectRefused => {
                    Ok(())
                }
                Err(problem) => Err(not_reached(&url, problem).await),
            };
            AddressCheck { key, address: url.to_string(), result }
        });
    }
    let mut tested = checks.join_all().await;
    tested.sort_by_key(|tested| tested.key);
    Ok(tested)
}

/// The URL to request for each address: an operation, where there is one.
fn targets(profile: &Profile) -> Vec<(MarketKey, Url)> {
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

/// Without a token and without the required body: an existing operation refuses the request.
fn probe_request<'a>(key: MarketKey, url: Url, timeouts: Timeouts) -> Request<'a> {
    Request {
        method: if matches!(key, MarketKey::Upload | MarketKey::Webhook | MarketKey::ExchangeUrl) {
            Method::POST
        } else {
            Method::GET
        },
        url,
        prefer: None,
        accept: "application/json, text/html;q=0.5",
        token: None,
        body: Body::None,
        timeout: timeouts.connect.saturating_mul(2),
        limit: JSON_BYTES,
        redirects: Redirects::SameOrigin,
    }
}

/// An answer counts as success if it shows that the API is there, such as a refusal for a missing token or
/// body.
fn classify(key: MarketKey, answer: &Answer) -> Result<(), AddressFailure> {
    let start = answer.body.trim_ascii_start();
    let page = start.first() == Some(&b'<');
    match answer.status {
        404 => Err(AddressFailure::NotFound),
        500.. => Err(AddressFailure::ServerError(answer.status)),
        200..300 if page && key != MarketKey::Sso => Err(AddressFailure::WebPage),
        _ => Ok(()),
    }
}

async fn not_reached(url: &Url, problem: Problem) -> AddressFailure {
    let said = problem.quotation.clone().unwrap_or_default();
    match problem.kind {
        ProblemKind::Unreachable if is_unknown_host(url).await => AddressFailure::NoSuchHost,
        ProblemKind::Unreachable => AddressFailure::NoAnswer,
        ProblemKind::Tls => AddressFailure::Tls(said),
        ProblemKind::TimedOut => AddressFailure::TimedOut,
        ProblemKind::RedirectRefused => AddressFailure::Elsewhere(problem.subject.unwrap_or_default()),
        ProblemKind::AnswerTooLarge => AddressFailure::WebPage,
        _ => AddressFailure::Broken(said),
    }
}

/// Whether the system cannot resolve the host name.
async fn is_unknown_host(url: &Url) -> bool {
    let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else { return false };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match tokio::net::lookup_host((host, port)).await {
        Ok(mut found) => found.next().is_none(),
        Err(_) => true,
    }
}
