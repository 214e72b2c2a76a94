//! Passes deliveries on to another address, one after the other, with retries. What waits survives a restart.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{Notify, oneshot};
use url::Url;

use super::{ReceiverEvent, Report};
use crate::store::Deliveries;
use vitrine_core::market::is_loopback;
use vitrine_domain::{Forwarding, StoredDelivery};

/// The waits before the second and further attempts.
const WAITS: [Duration; 4] =
    [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(8), Duration::from_secs(30)];
/// How long the other address may take to answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(15);

/// Passes on until what it returns is dropped, on a thread of its own: an answer that never ends keeps it,
/// and only it, busy.
///
/// # Errors
/// When the system gives no thread.
pub fn start(
    deliveries: Deliveries,
    to: Url,
    token: Option<SecretString>,
    now: Arc<Notify>,
    report: Report,
) -> io::Result<oneshot::Sender<()>> {
    let (stop, stopped) = oneshot::channel::<()>();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let work = async move {
        tokio::select! {
            () = run(deliveries, to, token, now, report) => {}
            _ = stopped => {}
        }
    };
    std::thread::Builder::new()
        .name("webhook forwarding".to_owned())
        .spawn(move || runtime.block_on(work))?;
    Ok(stop)
}

/// Ends only if nothing can be passed on to this address.
async fn run(
    mut deliveries: Deliveries,
    to: Url,
    token: Option<SecretString>,
    now: Arc<Notify>,
    report: Report,
) {
    let Some(client) = Some(&to).filter(|to| may_forward_to(to)).and_then(client) else { return };
    loop {
        match deliveries.to_forward() {
            Ok(Some(delivery)) => {
                let forwarding = pass_on(&client, &to, token.as_ref(), &delivery).await;
                let saved = deliveries.set_forwarding(delivery.id, forwarding);
                report(ReceiverEvent::Forwarded { id: delivery.id, forwarding });
                if let Err(problem) = saved {
                    // It would be sent again and again.
                    tracing::warn!(%problem, "what was passed on cannot be recorded");
                    now.notified().await;
                }
            }
            Ok(None) => now.notified().await,
            Err(problem) => {
                tracing::warn!(%problem, "deliveries to be passed on cannot be read");
                now.notified().await;
            }
        }
    }
}

/// Whether deliveries may be passed on to an address: they hold the buyers' data, which nobody between may
/// read.
pub fn may_forward_to(to: &Url) -> bool {
    to.has_host() && (to.scheme() == "https" || (to.scheme() == "http" && is_loopback(to)))
}

fn client(to: &Url) -> Option<reqwest::Client> {
    // An error means that a provider is installed already, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = || {
        let builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(ANSWER_LIMIT)
            .http1_only();
        if is_loopback(to) { builder.no_proxy() } else { builder }
    };
    // Without system certificates, only addresses of this computer are reached.
    let built = builder().build().or_else(|_| builder().tls_certs_only([]).build());
    built.inspect_err(|error| tracing::warn!(%error, "nothing can be passed on")).ok()
}

async fn pass_on(
    client: &reqwest::Client,
    to: &Url,
    token: Option<&SecretString>,
    delivery: &StoredDelivery,
) -> Forwarding {
    for wait in WAITS.map(Some).into_iter().chain([None]) {
        let method = Method::from_bytes(delivery.method.as_bytes()).unwrap_or(Method::POST);
        let mut request = client.request(method, to.clone()).body(delivery.body.clone());
        if !delivery.media_type.is_empty() {
            request = request.header(CONTENT_TYPE, &delivery.media_type);
        }
        // The token opens this receiver. It is for nobody else.
        if let Some(token) = token.filter(|_| is_loopback(to)) {
            request = request.header(AUTHORIZATION, format!("Bearer {}", token.expose_secret()));
        }
        match request.send().await {
            Ok(answer) if answer.status().is_success() => return Forwarding::Done,
            Ok(answer) => tracing::info!(status = answer.status().as_u16(), "a delivery was not taken"),
            Err(error) => tracing::info!(%error, "a delivery was not passed on"),
        }
        if let Some(wait) = wait {
            tokio::time::sleep(wait).await;
        }
    }
    Forwarding::Failed
}
