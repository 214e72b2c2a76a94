//! Commands about webhooks, and what became of them.

use std::net::SocketAddr;

use jiff::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use url::Url;

use vitrine_core::market::{
    DeliveryAttempt, EventInfo, NewWebhook, Webhook, WebhookChange, WebhookPaths, WebhookService,
};
use vitrine_domain::{Forwarding, StoredDelivery};
use vitrine_domain::{Problem, ServiceId, WebhookId};

/// Commands about subscriptions to the marketplace's events, and about the receiver on this computer.
#[derive(Debug)]
pub enum WebhookCommand {
    /// Subscribes.
    Add(NewWebhook),
    /// Subscribes; deliveries carry the token that the receiver checks. It is made if there is none.
    AddWithToken(NewWebhook),
    /// Requests something of the webhook service.
    Ask(WebhookRequest),
    /// Starts the receiver, or starts it anew.
    StartReceiver(ReceiverChoice),
    StopReceiver,
    /// Reads the newest deliveries that were stored.
    LoadDeliveries,
    /// Reads a whole delivery.
    OpenDelivery(i64),
    /// Passes a delivery on once more.
    Replay(i64),
    /// Deletes all deliveries of the account.
    ClearDeliveries,
}

/// A request to the webhook service, apart from operation 9. Answered with [`WebhookEvent::Answered`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebhookRequest {
    List,
    Events,
    Services,
    AddService {
        title: String,
        description: String,
    },
    Change {
        id: WebhookId,
        change: WebhookChange,
    },
    Delete(WebhookId),
    Log(WebhookId),
    Join(WebhookId),
    /// Has a practice shop deliver an event, by its id.
    Try(u32),
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum WebhookAnswer {
    Webhooks(Vec<Webhook>),
    Events(Vec<EventInfo>),
    Services(Vec<WebhookService>),
    ServiceAdded(Option<ServiceId>),
    Log(Vec<DeliveryAttempt>),
    /// It was done; there is nothing to show.
    Done,
}

/// How to receive.
#[derive(Clone, Debug)]
pub struct ReceiverChoice {
    pub port: u16,
    /// Whether other computers reach it, not this one alone.
    pub is_open: bool,
    /// What deliveries have to carry. `None`: as saved, or one that is made now; an empty one: nothing.
    pub token: Option<SecretString>,
    /// Where each delivery is passed on to.
    pub forward: Option<Url>,
}

/// Whether deliveries are received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReceiverState {
    #[default]
    Off,
    Starting,
    On {
        address: SocketAddr,
        checks_token: bool,
        /// Whether the keychain has that token. Otherwise it is used until the receiver stops.
        is_token_saved: bool,
    },
    Failed(Problem),
}

/// A delivery in the list, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub id: i64,
    pub first_at: Timestamp,
    pub last_at: Timestamp,
    /// How often it arrived.
    pub count: u64,
    pub method: String,
    pub path: String,
    /// The id of its event, if it says so.
    pub event: Option<u32>,
    /// In bytes.
    pub size: usize,
    pub forwarding: Forwarding,
}

/// Events about webhooks.
#[derive(Clone, Debug)]
pub enum WebhookEvent {
    /// The subscription was made, with the id that the marketplace gave it, or not.
    Added(Result<Option<WebhookId>, Problem>),
    /// The webhooks that were requested with this program for this shop, the oldest first. Sent before the
    /// marketplace's list, too.
    Requested(Vec<RequestedWebhook>),
    /// What the webhook service of the marketplace offers. Sent before its webhooks or the deliveries are
    /// read.
    Offered(WebhookPaths),
    Answered {
        request: WebhookRequest,
        result: Result<WebhookAnswer, Problem>,
    },
    Receiver(ReceiverState),
    /// A service token was made, to be shown: other apps may have to know it.
    TokenMade(SecretString),
    /// The deliveries stored before, newest first.
    Loaded(Vec<Delivery>),
    /// Deliveries that arrived now, in this order, also those that arrived before.
    Received(Vec<Delivery>),
    Forwarded {
        id: i64,
        forwarding: Forwarding,
    },
    /// So many requests were refused since the receiver started.
    Refused {
        wrong_token: u64,
        other: u64,
    },
    /// A whole delivery.
    Opened(Box<StoredDelivery>),
}

/// A webhook that was requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedWebhook {
    /// Without its headers, which may hold a secret.
    pub webhook: NewWebhook,
    /// As the marketplace told it.
    pub id: Option<WebhookId>,
    /// Whether the marketplace has confirmed it. Otherwise it may or may not exist.
    pub is_confirmed: bool,
}
