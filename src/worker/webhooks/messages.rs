//! Commands about webhooks.

use crate::market::NewWebhook;

/// Commands about subscriptions to the marketplace's events.
#[derive(Debug)]
pub enum WebhookCommand {
    /// Subscribes.
    Add(NewWebhook),
}
