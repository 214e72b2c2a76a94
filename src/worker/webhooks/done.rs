//! What tasks about webhooks come to.

use crate::domain::{Problem, WebhookId};
use crate::market::NewWebhook;

/// What a subscription came to.
pub enum TaskResult {
    Added { webhook: Box<NewWebhook>, result: Result<Option<WebhookId>, Problem> },
}
