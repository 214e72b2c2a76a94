//! What is asked about webhooks.

use crate::market::NewWebhook;

/// Subscriptions to the marketplace's events.
#[derive(Debug)]
pub enum WebhookCommand {
    Add(NewWebhook),
}
