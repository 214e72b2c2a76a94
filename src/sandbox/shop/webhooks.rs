//! Operation 9, and the other webhook operations known from public material.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::domain::EVENTS;
use crate::sandbox::http::caller::{Caller, json_body};
use crate::sandbox::http::refusal::{Refusal, RefusalReason};
use crate::sandbox::state::store::{CreatedWebhook, WebhookService};
use crate::sandbox::state::{App, lock};

type Created = Result<(StatusCode, Json<Value>), Refusal>;

const METHODS: [&str; 3] = ["POST", "PUT", "PATCH"];
/// The maximum length of a delivery address, in characters.
const URL_CHARS: usize = 2083;

/// A validated payload of contract 2.6. Without a service, one named after the caller is used.
struct Payload {
    event_ids: Vec<u32>,
    request_method: String,
    url: String,
    is_active: bool,
    service: Option<u64>,
}

impl Payload {
    fn read(body: &Value) -> Result<Self, Vec<RefusalReason>> {
        let mut reasons = Vec::new();
        let mut add_reason = |field: &'static str, message: &str| reasons.push(RefusalReason::about(field, message));
        let event_ids: Option<Vec<u32>> =
            body["event_ids"].as_array().and_then(|ids| ids.iter().map(|id| u32::try_from(id.as_u64()?).ok()).collect());
        let event_ids = event_ids.filter(|ids| !ids.is_empty() && ids.iter().all(|id| EVENTS.iter().any(|event| event.id == *id)));
        if event_ids.is_none() {
            add_reason("event_ids", "event_ids must be an array of at least one event's integer id, 1 to 9.");
        }
        let request_method = body["request_method"].as_str().filter(|method| METHODS.contains(method));
        if request_method.is_none() {
            add_reason("request_method", "request_method must be POST, PUT or PATCH.");
        }
        let url = body["url"].as_str().filter(|text| is_web_address(text));
        if url.is_none() {
            add_reason("url", "url must be a whole http or https address of at most 2083 characters.");
        }
        let flag = |field: &str| body[field].as_bool();
        let (is_active, register_me) = (flag("is_active"), flag("register_me"));
        for (field, value) in [("is_active", is_active), ("register_me", register_me)] {
            if value.is_none() {
                add_reason(field, "This must be a boolean.");
            }
        }
        let service = match (&body["service_id"], register_me) {
            (Value::Null, Some(false)) => {
                add_reason("service_id", "Name a service, or set register_me.");
                None
            }
            (Value::Null, _) => None,
            (_, Some(true)) => {
                add_reason("service_id", "Leave service_id empty together with register_me.");
                None
            }
            (id, _) => {
                let id = id.as_u64();
                if id.is_none() {
                    add_reason("service_id", "service_id must be an integer.");
                }
                id
            }
        };
        match (event_ids, request_method, url, is_active) {
            (Some(event_ids), Some(method), Some(url), Some(is_active)) if reasons.is_empty() => {
                Ok(Self { event_ids, request_method: method.to_owned(), url: url.to_owned(), is_active, service })
            }
            _ => Err(reasons),
        }
    }
}

fn is_web_address(text: &str) -> bool {
    text.chars().count() <= URL_CHARS && url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Operation 9.
pub async fn create(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Created {
    let payload = Payload::read(&json_body(request).await?).map_err(Refusal::unprocessable)?;
    for event in EVENTS.iter().filter(|event| payload.event_ids.contains(&event.id)) {
        caller.require_scope(event.scope)?;
    }
    let owner = caller.person.id();
    let mut store = lock(&app.store);
    let service_id = match payload.service {
        Some(id) if store.services.iter().any(|service| service.id == id && service.owner == owner) => id,
        Some(id) => {
            return Err(Refusal::unprocessable(vec![RefusalReason::about("service_id", format!("You have no service {id}."))]));
        }
        None => {
            let username = caller.person.username();
            let own = store.services.iter().find(|service| service.owner == owner && service.title == username).map(|service| service.id);
            match own {
                Some(id) => id,
                None => store.store_service(owner, username, "").map_err(|error| Refusal::internal(&error))?.id,
            }
        }
    };
    let Payload { event_ids, request_method, url, is_active, .. } = payload;
    let webhook = store
        .store_webhook(|id| CreatedWebhook { id, owner, service_id, event_ids, request_method, url, is_active })
        .map_err(|error| Refusal::internal(&error))?;
    Ok((StatusCode::CREATED, Json(shown(&webhook))))
}

fn shown(webhook: &CreatedWebhook) -> Value {
    let CreatedWebhook { id, service_id, event_ids, request_method, url, is_active, .. } = webhook;
    json!({
        "id": id, "service_id": service_id, "event_ids": event_ids,
        "request_method": request_method, "url": url, "is_active": is_active,
    })
}

/// Lists the caller's webhooks.
pub async fn list(State(app): State<Arc<App>>, caller: Caller) -> Json<Value> {
    let store = lock(&app.store);
    let own: Vec<Value> = store.webhooks.iter().filter(|webhook| webhook.owner == caller.person.id()).map(shown).collect();
    Json(json!({ "result_count": own.len(), "data": own }))
}

/// Creates a webhook service.
pub async fn create_service(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Created {
    let body = json_body(request).await?;
    let title = body["title"].as_str().filter(|title| (3..=100).contains(&title.chars().count()));
    let title = title
        .ok_or_else(|| Refusal::unprocessable(vec![RefusalReason::about("title", "title must be a string of 3 to 100 characters.")]))?;
    let description = body["description"].as_str().unwrap_or("");
    let service = lock(&app.store).store_service(caller.person.id(), title, description).map_err(|error| Refusal::internal(&error))?;
    Ok((StatusCode::CREATED, Json(service_shown(&service))))
}

fn service_shown(service: &WebhookService) -> Value {
    json!({ "id": service.id, "title": service.title, "description": service.description })
}

/// Lists the caller's services.
pub async fn services(State(app): State<Arc<App>>, caller: Caller) -> Json<Value> {
    let store = lock(&app.store);
    let own: Vec<Value> = store.services.iter().filter(|service| service.owner == caller.person.id()).map(service_shown).collect();
    Json(json!({ "result_count": own.len(), "data": own }))
}

/// Lists the events, each with a sample delivery (contract section 4) in a format of this marketplace's own.
pub async fn events(_: Caller) -> Json<Value> {
    let data: Vec<Value> = EVENTS
        .iter()
        .map(|event| {
            let sample = json!({ "event_id": event.id, "event": event.name, "entity_id": 3001 });
            json!({ "id": event.id, "name": event.name, "description": "", "scopes": [event.scope], "sample_data": sample })
        })
        .collect();
    Json(json!({ "result_count": data.len(), "data": data }))
}
