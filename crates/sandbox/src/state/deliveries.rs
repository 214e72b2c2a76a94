//! What is delivered to webhooks: the queues, and a log of the attempts.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, OnceLock};

use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::mpsc;

use super::lock;

/// How many attempts are remembered, of all webhooks.
const LOGGED: usize = 500;

/// One event for one webhook.
pub struct Delivery {
    pub webhook: u64,
    /// Whose event it is.
    pub user: u64,
    pub body: Value,
    /// The first acceptance is taken for lost.
    pub is_sent_twice: bool,
}

/// One attempt at a delivery.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub webhook: u64,
    pub user: u64,
    pub at: Timestamp,
    pub request: String,
    /// `None`: there was no answer.
    pub status: Option<u16>,
    /// The beginning of the answer, or why there was none.
    pub response: String,
}

/// Deliveries under way, and those attempted.
#[derive(Default)]
pub struct Deliveries {
    queues: Mutex<BTreeMap<u64, mpsc::UnboundedSender<Delivery>>>,
    log: Mutex<VecDeque<Attempt>>,
    client: OnceLock<Result<reqwest::Client, String>>,
}

impl Deliveries {
    /// The queue of a webhook; `start` serves a new one.
    pub fn queue(
        &self,
        webhook: u64,
        start: impl FnOnce(mpsc::UnboundedReceiver<Delivery>),
    ) -> mpsc::UnboundedSender<Delivery> {
        let mut queues = lock(&self.queues);
        let queue = queues.entry(webhook).or_insert_with(|| {
            let (queue, waiting) = mpsc::unbounded_channel();
            start(waiting);
            queue
        });
        queue.clone()
    }

    /// Remembers an attempt.
    pub fn record(&self, attempt: Attempt) {
        let mut log = lock(&self.log);
        if log.len() == LOGGED {
            log.pop_front();
        }
        log.push_back(attempt);
    }

    /// The attempts of a webhook, newest first.
    pub fn of_webhook(&self, webhook: u64) -> Vec<Attempt> {
        lock(&self.log).iter().rev().filter(|attempt| attempt.webhook == webhook).cloned().collect()
    }

    /// The client that sends deliveries.
    pub fn client(&self) -> Result<&reqwest::Client, String> {
        let made = self.client.get_or_init(|| {
            // An error means that a provider is installed already, which is fine.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let builder = || {
                reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).http1_only()
            };
            // Without system certificates, only addresses of this computer are reached.
            builder()
                .build()
                .or_else(|_| builder().tls_certs_only([]).build())
                .map_err(|error| error.to_string())
        });
        made.as_ref().map_err(Clone::clone)
    }
}
