//! Commands and events of webhooks.

use crate::domain::{Problem, WebhookId};
use crate::market::NewWebhook;

/// Commands about subscriptions to the marketplace's events.
#[derive(Debug)]
pub enum WebhookCommand {
    /// Subscribes.
    Add(NewWebhook),
}

/// Events about subscriptions.
#[derive(Clone, Debug)]
pub enum WebhookEvent {
    /// The subscription was made, with the id that the marketplace gave it, or not.
    Added(Result<Option<WebhookId>, Problem>),
}
