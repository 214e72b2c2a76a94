//! What tasks about webhooks come to.

use crate::domain::{Problem, WebhookId};
use crate::market::NewWebhook;

/// What a subscription came to.
pub enum Done {
    Added { webhook: Box<NewWebhook>, result: Result<Option<WebhookId>, Problem> },
}
