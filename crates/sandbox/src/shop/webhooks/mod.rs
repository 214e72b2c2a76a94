//! Operation 9, and the other webhook operations known from public material.

pub mod deliveries;
pub mod payload;
pub mod shapes;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::http::caller::{Caller, json_body};
use crate::http::refusal::{Refusal, RefusalReason};
use crate::state::store::{CreatedWebhook, ShopStore, WebhookCustomer};
use crate::state::{App, lock};
use payload::Payload;
use vitrine_domain::{EVENTS, MarketEvent};

type Created = Result<(StatusCode, Json<Value>), Refusal>;
type Shown = Result<Json<Value>, Refusal>;

/// The status of what was created. The contract shows none; the public marketplace says 200.
fn created(app: &App) -> StatusCode {
    if app.dialect.is_public() { StatusCode::OK } else { StatusCode::CREATED }
}

/// Operation 9.
pub async fn create(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Created {
    let payload = Payload::creation(&json_body(request).await?, !app.dialect.is_public())
        .map_err(Refusal::unprocessable)?;
    require_scopes(&caller, payload.event_ids.as_deref())?;
    let (owner, now) = (caller.person.id(), app.now());
    let mut store = lock(&app.store);
    let service_id = service_of(&mut store, &caller, payload.service)?;
    let joins = payload.register_me == Some(true);
    let webhook = store
        .store_webhook(|id| CreatedWebhook {
            id,
            owner,
            service_id,
            event_ids: payload.event_ids.unwrap_or_default(),
            request_method: payload.request_method.unwrap_or_default(),
            url: payload.url.unwrap_or_default(),
            is_active: payload.is_active.unwrap_or(true),
            request_headers: payload.request_headers,
            created_at: Some(now),
            changed_at: None,
        })
        .map_err(|error| Refusal::internal(&error))?;
    if joins {
        store.join_webhook(webhook.id, owner, now).map_err(|error| Refusal::internal(&error))?;
    }
    Ok((created(&app), Json(shapes::webhook(&webhook, app.dialect.forms))))
}

/// Every event needs its scope.
fn require_scopes(caller: &Caller, event_ids: Option<&[u32]>) -> Result<(), Refusal> {
    let subscribed = EVENTS.iter().filter(|event| event_ids.is_some_and(|ids| ids.contains(&event.id)));
    subscribed.into_iter().try_for_each(|event| caller.require_scope(event.scope))
}

/// The named service, or one that is called like the caller.
fn service_of(store: &mut ShopStore, caller: &Caller, named: Option<u64>) -> Result<u64, Refusal> {
    let owner = caller.person.id();
    let mut own = store.services.iter().filter(|service| service.owner == owner);
    match named {
        Some(id) if own.any(|service| service.id == id) => Ok(id),
        Some(id) => Err(Refusal::unprocessable(vec![RefusalReason::about(
            "service_id",
            format!("You have no service {id}."),
        )])),
        None => {
            let username = caller.person.username();
            if let Some(service) = own.find(|service| service.title == username) {
                return Ok(service.id);
            }
            store
                .store_service(owner, username, "")
                .map(|service| service.id)
                .map_err(|error| Refusal::internal(&error))
        }
    }
}

/// Lists the caller's webhooks, also of one service or with some events only.
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Shown {
    let service = number(&query, "service_id")?;
    let events: Vec<u32> = query
        .get("event_ids")
        .map(|text| text.split(',').filter_map(|id| id.trim().parse().ok()).collect())
        .unwrap_or_default();
    let store = lock(&app.store);
    let is_asked = |webhook: &&CreatedWebhook| {
        webhook.owner == caller.person.id()
            && service.is_none_or(|service| webhook.service_id == service)
            && (events.is_empty() || webhook.event_ids.iter().any(|id| events.contains(id)))
    };
    let own: Vec<Value> = store
        .webhooks
        .iter()
        .filter(is_asked)
        .map(|webhook| shapes::webhook(webhook, app.dialect.forms))
        .collect();
    Ok(Json(shapes::list(&own)))
}

/// Changes a webhook: only what is sent.
pub async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    request: Request,
) -> Shown {
    let payload = Payload::change(&json_body(request).await?).map_err(Refusal::unprocessable)?;
    require_scopes(&caller, payload.event_ids.as_deref())?;
    let now = app.now();
    let mut store = lock(&app.store);
    let webhook = own_webhook(&store, &caller, &id)?;
    let changed = CreatedWebhook {
        event_ids: payload.event_ids.unwrap_or(webhook.event_ids),
        request_method: payload.request_method.unwrap_or(webhook.request_method),
        url: payload.url.unwrap_or(webhook.url),
        is_active: payload.is_active.unwrap_or(webhook.is_active),
        request_headers: payload.request_headers.or(webhook.request_headers),
        changed_at: Some(now),
        ..webhook
    };
    store.change_webhook(changed.clone()).map_err(|error| Refusal::internal(&error))?;
    Ok(Json(shapes::webhook(&changed, app.dialect.forms)))
}

/// Deletes a webhook.
pub async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>, caller: Caller) -> Shown {
    let mut store = lock(&app.store);
    let webhook = own_webhook(&store, &caller, &id)?;
    store.delete_webhook(webhook.id).map_err(|error| Refusal::internal(&error))?;
    Ok(Json(shapes::deleted(webhook.id, app.now())))
}

/// The attempts at deliveries of a webhook, newest first.
pub async fn logs(State(app): State<Arc<App>>, Path(id): Path<String>, caller: Caller) -> Shown {
    let webhook = own_webhook(&lock(&app.store), &caller, &id)?;
    Ok(Json(shapes::list(
        &app.deliveries.of_webhook(webhook.id).iter().enumerate().map(shapes::attempt).collect::<Vec<_>>(),
    )))
}

fn own_webhook(store: &ShopStore, caller: &Caller, id: &str) -> Result<CreatedWebhook, Refusal> {
    let id: Option<u64> = id.parse().ok();
    let own =
        store.webhooks.iter().find(|webhook| Some(webhook.id) == id && webhook.owner == caller.person.id());
    own.cloned().ok_or_else(no_webhook)
}

fn no_webhook() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "There is no such webhook.")
}

/// Delivers an event, by its id or name, to the caller's webhooks at once: for trying out. No marketplace has
/// this.
pub async fn try_delivery(State(app): State<Arc<App>>, Path(event): Path<String>, caller: Caller) -> Shown {
    let named =
        |known: &&MarketEvent| known.id.to_string() == event || known.name.eq_ignore_ascii_case(&event);
    let event = EVENTS
        .iter()
        .find(named)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "There is no such event."))?;
    caller.require_scope(event.scope)?;
    Ok(Json(json!({ "deliveries": deliveries::deliver_sample(&app, event, caller.person) })))
}

/// Creates a webhook service.
pub async fn create_service(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Created {
    let body = json_body(request).await?;
    let title = body["title"].as_str().filter(|title| (3..=100).contains(&title.chars().count()));
    let title = title.ok_or_else(|| {
        Refusal::unprocessable(vec![RefusalReason::about(
            "title",
            "title must be a string of 3 to 100 characters.",
        )])
    })?;
    let description = body["description"].as_str().unwrap_or("");
    let service = lock(&app.store)
        .store_service(caller.person.id(), title, description)
        .map_err(|error| Refusal::internal(&error))?;
    Ok((created(&app), Json(shapes::service(&service, app.dialect.forms))))
}

/// Lists the caller's services.
pub async fn services(State(app): State<Arc<App>>, caller: Caller) -> Json<Value> {
    let store = lock(&app.store);
    let own = store.services.iter().filter(|service| service.owner == caller.person.id());
    Json(shapes::list(&own.map(|service| shapes::service(service, app.dialect.forms)).collect::<Vec<_>>()))
}

/// Lists the events.
pub async fn events(State(app): State<Arc<App>>, _: Caller) -> Json<Value> {
    Json(shapes::list(&shapes::events(app.dialect.forms)))
}

/// Lists the users of the caller's webhooks.
pub async fn customers(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Shown {
    let webhook = number(&query, "webhook_id")?;
    let store = lock(&app.store);
    let is_own = |id: u64| {
        store.webhooks.iter().any(|webhook| webhook.id == id && webhook.owner == caller.person.id())
    };
    let asked = store
        .customers
        .iter()
        .filter(|customer| webhook.is_none_or(|id| customer.webhook == id) && is_own(customer.webhook));
    Ok(Json(shapes::list(&asked.map(shapes::customer).collect::<Vec<_>>())))
}

/// Adds the caller to a webhook, which may be another's.
pub async fn join(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Shown {
    let body = json_body(request).await?;
    let id = webhook_id(&body)?;
    let mut store = lock(&app.store);
    let webhook = store.webhooks.iter().find(|webhook| webhook.id == id).cloned().ok_or_else(no_webhook)?;
    require_scopes(&caller, Some(&webhook.event_ids))?;
    let customer =
        store.join_webhook(id, caller.person.id(), app.now()).map_err(|error| Refusal::internal(&error))?;
    Ok(Json(shapes::customer(&customer)))
}

/// Removes the caller from a webhook, or, from one of the caller's own, a user of it.
pub async fn leave(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Shown {
    let body = json_body(request).await?;
    let (id, own) = (webhook_id(&body)?, caller.person.id());
    let mut store = lock(&app.store);
    let user = body["customer_id"].as_u64().unwrap_or(own);
    let may_remove =
        user == own || store.webhooks.iter().any(|webhook| webhook.id == id && webhook.owner == own);
    let is_there = store.customers.iter().any(|customer| customer.webhook == id && customer.user == user);
    if !may_remove || !is_there {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "The webhook has no such user."));
    }
    store.leave_webhook(id, user).map_err(|error| Refusal::internal(&error))?;
    Ok(Json(json!({ "webhook_id": id, "customer_id": user, "deleted_at": app.now() })))
}

/// Lists the webhooks that the caller was added to.
pub async fn joined(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Shown {
    let service = number(&query, "service_id")?;
    let store = lock(&app.store);
    let webhook =
        |customer: &WebhookCustomer| store.webhooks.iter().find(|webhook| webhook.id == customer.webhook);
    let own = store.customers.iter().filter(|customer| customer.user == caller.person.id());
    let own = own.filter_map(|customer| Some((customer, webhook(customer)?)));
    let asked = own.filter(|(_, webhook)| service.is_none_or(|id| webhook.service_id == id));
    Ok(Json(shapes::list(
        &asked.map(|(customer, webhook)| shapes::joined(customer, webhook)).collect::<Vec<_>>(),
    )))
}

fn webhook_id(body: &Value) -> Result<u64, Refusal> {
    let wrong = || {
        Refusal::unprocessable(vec![RefusalReason::about(
            "webhook_id",
            "webhook_id must be a positive integer.",
        )])
    };
    body["webhook_id"].as_u64().filter(|id| *id > 0).ok_or_else(wrong)
}

/// A number of the query.
fn number(query: &HashMap<String, String>, name: &'static str) -> Result<Option<u64>, Refusal> {
    let wrong = || Refusal::unprocessable(vec![RefusalReason::about(name, "value is not a valid integer")]);
    query.get(name).map(|text| text.parse().map_err(|_| wrong())).transpose()
}
