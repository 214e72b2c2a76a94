//! Results of the webhook tasks.

use super::receiver::ReceiverEvent;
use crate::auth::ServiceToken;
use vitrine_core::market::NewWebhook;
use vitrine_domain::StoredDelivery;
use vitrine_domain::{Problem, Product, ProductId, WebhookId};
use vitrine_model::messages::{Delivery, ReceiverChoice, WebhookAnswer, WebhookRequest};

/// The result of a task about webhooks.
pub enum TaskResult {
    Added {
        webhook: Box<NewWebhook>,
        result: Result<Option<WebhookId>, Problem>,
    },
    Answered {
        request: WebhookRequest,
        result: Result<WebhookAnswer, Problem>,
    },
    /// The service token is known.
    TokenLoaded {
        choice: ReceiverChoice,
        token: Result<Option<ServiceToken>, Problem>,
    },
    /// What the deliveries of a webhook will carry.
    TokenForWebhook {
        webhook: Box<NewWebhook>,
        token: Result<ServiceToken, Problem>,
    },
    /// Of the receiver with this number.
    Happened {
        receiver: u64,
        event: ReceiverEvent,
    },
    Loaded(Result<Vec<Delivery>, Problem>),
    Opened(Result<Option<StoredDelivery>, Problem>),
    Cleared(Result<(), Problem>),
    /// Passing on was requested again.
    Replayed(Result<(), Problem>),
    /// A product that was delivered as changed was read.
    Refreshed {
        product: ProductId,
        result: Result<Product, Problem>,
    },
}
