//! Results of the webhook tasks.

use crate::domain::{Problem, WebhookId};
use crate::market::NewWebhook;

/// The result of a task about webhooks.
pub enum TaskResult {
    Added { webhook: Box<NewWebhook>, result: Result<Option<WebhookId>, Problem> },
}
