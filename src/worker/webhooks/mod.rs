//! Subscriptions to the marketplace's events (contract section 6), and the receiver of deliveries on this
//! computer.

mod deliveries;
mod receiver;
mod refresh;
mod requested;
mod requests;
mod service;

use crate::auth::ServiceToken;
use vitrine_core::market::NewWebhook;
use vitrine_domain::{Problem, Product, ProductId, StoredDelivery, WebhookId};
use vitrine_model::messages::{Delivery, ReceiverChoice, WebhookAnswer, WebhookRequest};

pub use deliveries::token_entry;
pub use receiver::{Receiver, ReceiverEvent, ReceiverOptions, may_forward_to};
pub use service::Webhooks;

/// The result of a task about webhooks.
pub enum WebhookTaskResult {
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
