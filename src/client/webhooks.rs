//! Operation 9, and the other operations of the webhook service. Their paths are in the market file.

use reqwest::Method;
use secrecy::SecretString;
use serde_json::json;

use super::operations::{Client, json_body, requires_scope};
use super::transport::Request;
use vitrine_core::market::config::WebhookOperation;
use vitrine_core::market::config::address::MissingKey;
use vitrine_core::market::errors::Context;
use vitrine_core::market::wire::{
    self, AddedWebhook, DeliveryAttempt, EventInfo, HeaderLines, NewWebhook, Webhook, WebhookChange,
    WebhookService,
};
use vitrine_domain::{MarketEvent, Problem, ServiceId, WebhookId};

impl Client {
    /// Operation 9: creates a webhook for the owner of the token.
    pub async fn add_webhook(
        &self,
        token: &SecretString,
        webhook: &NewWebhook,
    ) -> Result<AddedWebhook, Problem> {
        let takes_headers = self.takes(webhook.headers.as_ref())?;
        let url = self.require_key(self.profile().addresses.webhooks())?;
        let request = Request { body: json_body(&webhook.payload(takes_headers)), ..self.post(url, token) };
        let context = Context {
            scope: Some(webhook.scopes().join(" ")).filter(|scopes| !scopes.is_empty()),
            ..Context::default()
        };
        let secrets: Vec<&str> = webhook.headers.iter().flat_map(|headers| headers.secrets()).collect();
        self.call(&request, &context, &secrets, wire::added_webhook).await
    }

    /// Whether webhooks take headers for their deliveries. An error if some were given and would not be sent.
    fn takes(&self, given: Option<&HeaderLines>) -> Result<bool, Problem> {
        let takes_headers = self.profile().webhooks.takes_headers;
        self.require_key(if given.is_some() && !takes_headers {
            Err(MissingKey("webhooks.request_headers"))
        } else {
            Ok(takes_headers)
        })
    }

    /// The webhooks of the owner of the token.
    pub async fn webhooks(&self, token: &SecretString) -> Result<Vec<Webhook>, Problem> {
        let request =
            self.get(self.require_key(self.profile().webhook_url(WebhookOperation::List, ""))?, token);
        self.call(&request, &Context::default(), &[], |body| wire::webhooks(&wire::json(body)?)).await
    }

    /// Changes a webhook. Only the given fields are sent.
    pub async fn change_webhook(
        &self,
        token: &SecretString,
        id: &WebhookId,
        change: &WebhookChange,
    ) -> Result<(), Problem> {
        let request = Request {
            method: Method::PATCH,
            body: json_body(&change.payload(self.takes(change.headers.as_ref())?)),
            ..self
                .get(self.require_key(self.profile().webhook_url(WebhookOperation::One, id.as_str()))?, token)
        };
        let secrets: Vec<&str> = change.headers.iter().flat_map(|headers| headers.secrets()).collect();
        self.call(&request, &Context::default(), &secrets, |_| Ok(())).await
    }

    /// Deletes a webhook.
    pub async fn delete_webhook(&self, token: &SecretString, id: &WebhookId) -> Result<(), Problem> {
        let url = self.require_key(self.profile().webhook_url(WebhookOperation::One, id.as_str()))?;
        let request = Request { method: Method::DELETE, ..self.get(url, token) };
        self.call(&request, &Context::default(), &[], |_| Ok(())).await
    }

    /// What the marketplace tried to deliver to a webhook, newest first where it says so.
    pub async fn webhook_log(
        &self,
        token: &SecretString,
        id: &WebhookId,
    ) -> Result<Vec<DeliveryAttempt>, Problem> {
        let request = self
            .get(self.require_key(self.profile().webhook_url(WebhookOperation::Log, id.as_str()))?, token);
        self.call(&request, &Context::default(), &[], |body| wire::delivery_log(&wire::json(body)?)).await
    }

    /// The webhook services of the owner of the token.
    pub async fn webhook_services(&self, token: &SecretString) -> Result<Vec<WebhookService>, Problem> {
        let request =
            self.get(self.require_key(self.profile().webhook_url(WebhookOperation::Services, ""))?, token);
        self.call(&request, &Context::default(), &[], |body| wire::webhook_services(&wire::json(body)?)).await
    }

    /// Creates a webhook service.
    pub async fn add_webhook_service(
        &self,
        token: &SecretString,
        title: &str,
        description: &str,
    ) -> Result<Option<ServiceId>, Problem> {
        let url = self.require_key(self.profile().webhook_url(WebhookOperation::Services, ""))?;
        let request = Request {
            body: json_body(&json!({ "title": title, "description": description })),
            ..self.post(url, token)
        };
        self.call(&request, &Context::default(), &[], wire::added_service).await
    }

    /// The events as the marketplace describes them, with samples of what is delivered.
    pub async fn webhook_events(&self, token: &SecretString) -> Result<Vec<EventInfo>, Problem> {
        let request =
            self.get(self.require_key(self.profile().webhook_url(WebhookOperation::Events, ""))?, token);
        self.call(&request, &Context::default(), &[], |body| wire::event_infos(&wire::json(body)?)).await
    }

    /// Adds the owner of the token to a webhook.
    pub async fn join_webhook(&self, token: &SecretString, id: &WebhookId) -> Result<(), Problem> {
        let url = self.require_key(self.profile().webhook_url(WebhookOperation::Join, ""))?;
        let request = Request { body: json_body(&json!({ "webhook_id": id })), ..self.post(url, token) };
        self.call(&request, &Context::default(), &[], |_| Ok(())).await
    }

    /// Has a practice shop deliver an event at once.
    pub async fn try_delivery(&self, token: &SecretString, event: &MarketEvent) -> Result<(), Problem> {
        let url =
            self.require_key(self.profile().webhook_url(WebhookOperation::Trial, &event.id.to_string()))?;
        self.call(&self.post(url, token), &requires_scope(event.scope), &[], |_| Ok(())).await
    }
}
