//! Results of the webhook tasks.

use secrecy::SecretString;

use super::receiver::ReceiverEvent;
use crate::domain::{Problem, Product, ProductId, WebhookId};
use crate::market::NewWebhook;
use crate::store::StoredDelivery;
use crate::worker::messages::{Delivery, ReceiverChoice, WebhookAnswer, WebhookRequest};

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
        token: Option<SecretString>,
        saved: Result<(), Problem>,
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
