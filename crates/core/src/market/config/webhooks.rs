//! The part of the market file about webhooks: `[webhooks]`, the operations beside operation 9.

use serde::Deserialize;

use super::address::MissingKey;
use super::products::{PathText, PathWithId};

/// Where the operations of the webhook service are; each is off where its path is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookPaths {
    /// Lists the webhooks.
    list: Option<String>,
    /// Changes and deletes one.
    one: Option<String>,
    /// What was delivered to one.
    log: Option<String>,
    /// Lists and creates services.
    services: Option<String>,
    /// Lists the events.
    events: Option<String>,
    /// Adds the user of a token to a webhook.
    join: Option<String>,
    /// Has an event delivered at once, in practice shops.
    trial: Option<String>,
    /// Whether a webhook takes the headers that its deliveries carry.
    pub takes_headers: bool,
}

/// An operation of the webhook service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookOperation {
    List,
    One,
    Log,
    Services,
    Events,
    Join,
    Trial,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebhooksFile {
    list: Option<PathText>,
    one: Option<PathWithId>,
    log: Option<PathWithId>,
    services: Option<PathText>,
    events: Option<PathText>,
    join: Option<PathText>,
    trial: Option<PathWithId>,
    request_headers: bool,
}

impl WebhooksFile {
    pub fn paths(self) -> WebhookPaths {
        let [list, services, events, join] =
            [self.list, self.services, self.events, self.join].map(|path| path.map(|path| path.0));
        let [one, log, trial] = [self.one, self.log, self.trial].map(|path| path.map(|path| path.0));
        WebhookPaths { list, one, log, services, events, join, trial, takes_headers: self.request_headers }
    }
}

impl WebhookPaths {
    /// The path of an operation, and the key that names it.
    pub fn path(&self, operation: WebhookOperation) -> (Option<&str>, MissingKey) {
        let (path, key) = match operation {
            WebhookOperation::List => (&self.list, "webhooks.list"),
            WebhookOperation::One => (&self.one, "webhooks.one"),
            WebhookOperation::Log => (&self.log, "webhooks.log"),
            WebhookOperation::Services => (&self.services, "webhooks.services"),
            WebhookOperation::Events => (&self.events, "webhooks.events"),
            WebhookOperation::Join => (&self.join, "webhooks.join"),
            WebhookOperation::Trial => (&self.trial, "webhooks.trial"),
        };
        (path.as_deref(), MissingKey(key))
    }

    /// Whether the marketplace has this operation.
    pub fn has(&self, operation: WebhookOperation) -> bool {
        self.path(operation).0.is_some()
    }
}
