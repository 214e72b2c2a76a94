//! Subscriptions to the marketplace's events.

mod done;
mod messages;
mod service;

pub use done::TaskResult;
pub use messages::WebhookCommand;
pub use service::Webhooks;
