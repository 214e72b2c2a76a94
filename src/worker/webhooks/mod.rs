//! Subscriptions to the marketplace's events (contract section 6).

mod messages;
mod service;
mod task_result;

pub use messages::{WebhookCommand, WebhookEvent};
pub use service::Webhooks;
pub use task_result::TaskResult;
