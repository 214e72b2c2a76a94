//! Requests to the webhook service apart from operation 9.

use secrecy::SecretString;

use crate::client::Client;
use crate::worker::session::AuthenticatedSession;
use vitrine_core::pace::Kind;
use vitrine_domain::{EVENTS, Problem};
use vitrine_model::messages::{WebhookAnswer, WebhookRequest};

/// Sends a request.
pub async fn ask(session: &AuthenticatedSession, request: &WebhookRequest) -> Result<WebhookAnswer, Problem> {
    let kind = match request {
        WebhookRequest::List | WebhookRequest::Events | WebhookRequest::Services | WebhookRequest::Log(_) => {
            Kind::Read
        }
        _ => Kind::Create,
    };
    session.ask(kind, |client, token| send(client, token, request)).await
}

async fn send(
    client: &Client,
    token: &SecretString,
    request: &WebhookRequest,
) -> Result<WebhookAnswer, Problem> {
    match request {
        WebhookRequest::List => client.webhooks(token).await.map(WebhookAnswer::Webhooks),
        WebhookRequest::Events => client.webhook_events(token).await.map(WebhookAnswer::Events),
        WebhookRequest::Services => client.webhook_services(token).await.map(WebhookAnswer::Services),
        WebhookRequest::AddService { title, description } => {
            client.add_webhook_service(token, title, description).await.map(WebhookAnswer::ServiceAdded)
        }
        WebhookRequest::Change { id, change } => {
            client.change_webhook(token, id, change).await.map(|()| WebhookAnswer::Done)
        }
        WebhookRequest::Delete(id) => client.delete_webhook(token, id).await.map(|()| WebhookAnswer::Done),
        WebhookRequest::Log(id) => client.webhook_log(token, id).await.map(WebhookAnswer::Log),
        WebhookRequest::Join(id) => client.join_webhook(token, id).await.map(|()| WebhookAnswer::Done),
        WebhookRequest::Try(id) => match EVENTS.iter().find(|event| event.id == *id) {
            Some(event) => client.try_delivery(token, event).await.map(|()| WebhookAnswer::Done),
            None => Ok(WebhookAnswer::Done),
        },
    }
}
