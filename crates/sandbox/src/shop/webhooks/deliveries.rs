//! Delivers events to the addresses of webhooks (contract section 6).
//!
//! The deliveries of a webhook follow each other. One that is not answered with a 2xx is sent again, a few
//! times. Rules on [`Operation::Delivery`] make the rest happen: one that ends `before` is lost, one that
//! ends `after` is sent twice, and one with a latency is overtaken by those after it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::payload::header_pairs;
use crate::operation::Operation;
use crate::shop::shapes;
use crate::state::access::Person;
use crate::state::deliveries::{Attempt, Deliveries, Delivery};
use crate::state::store::{CreatedProduct, CreatedWebhook};
use crate::state::{App, lock};
use vitrine_domain::{EVENTS, MarketEvent};

/// How long an address may take to answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// How much of an answer is kept for the log, in bytes.
const ANSWER_BYTES: usize = 1024;

/// The event of a created or changed product.
const PRODUCT: u32 = 8;
/// The event of a sale.
const SALE: u32 = 5;

/// A product of a shop was created or changed.
pub fn product_changed(app: &Arc<App>, product: &CreatedProduct) {
    if has_subscriber(app, PRODUCT) {
        announce(app, PRODUCT, product.vendor, product.id, shapes::row(app, product, false));
    }
}

/// Items of a product were sold, which also changes its stock.
pub fn sold(app: &Arc<App>, product: &CreatedProduct, items: i64) {
    if has_subscriber(app, SALE) {
        let order = json!({ "id": product.id * 10, "items": [{ "product_id": product.id, "title": product.fields.name, "quantity": items }] });
        announce(app, SALE, product.vendor, product.id * 10, order);
    }
    product_changed(app, product);
}

/// Delivers an event about nothing that happened, to the webhooks of one person. Returns to how many.
pub fn deliver_sample(app: &Arc<App>, event: &MarketEvent, person: Person) -> usize {
    let newest = lock(&app.store)
        .products
        .iter()
        .rev()
        .find(|product| Some(product.vendor) == person.vendor_id())
        .cloned();
    let (entity, data) = match newest.filter(|_| event.id == PRODUCT) {
        Some(product) => (product.id, shapes::row(app, &product, false)),
        None => (SAMPLE_ENTITY, sample_data(event)),
    };
    enqueue(app, event, person.id(), &body(event, person.id(), entity, &app.now().to_string(), data))
}

/// What is delivered of an event, for the list of events.
pub fn sample(event: &MarketEvent) -> Value {
    body(event, Person::Owner.id(), SAMPLE_ENTITY, "2026-11-20T09:30:00Z", sample_data(event))
}

const SAMPLE_ENTITY: u64 = 3001;

/// The contract does not show what is delivered: this is a form of this marketplace's own.
fn body(event: &MarketEvent, user: u64, entity: u64, at: &str, data: Value) -> Value {
    json!({ "event_id": event.id, "event": event.name, "entity_id": entity, "user_id": user, "created_at": at, "data": data })
}

fn sample_data(event: &MarketEvent) -> Value {
    let id = SAMPLE_ENTITY;
    match event.name {
        "CHAT_RECEIVED_MESSAGE" | "CHAT_SEND_MESSAGE" => {
            json!({ "id": id, "chat_id": 77, "message": { "type": "text", "text": "Is the blue one still available?" } })
        }
        "ORDER_ITEM_CHANGES" | "VENDOR_ORDER_ITEM_CHANGES" => {
            json!({ "id": id, "order_id": 501, "status": { "name": "Shipped", "value": 3195 } })
        }
        "NEW_ORDER" | "VENDOR_NEW_ORDER" => {
            json!({ "id": id, "items": [{ "product_id": 3001, "title": "Copper tray", "quantity": 2, "price": 1_250_000 }], "city": "Isfahan" })
        }
        "VENDOR_PARCEL_CHANGES" => {
            json!({ "id": id, "order_id": 501, "status": { "name": "Handed over", "value": 3238 }, "tracking_code": "2340 1187 55" })
        }
        "REVIEW_CREATE_CHANGES" => {
            json!({ "id": id, "product_id": 3001, "star": 5, "description": "Exactly as on the photo." })
        }
        _ => {
            json!({ "id": id, "title": "Copper tray", "price": 1_250_000, "inventory": 4, "status": { "name": "Published", "value": 2976 } })
        }
    }
}

fn has_subscriber(app: &App, event: u32) -> bool {
    lock(&app.store).webhooks.iter().any(|webhook| webhook.is_active && webhook.event_ids.contains(&event))
}

/// Delivers what happened in a shop.
fn announce(app: &Arc<App>, event: u32, vendor: u64, entity: u64, data: Value) {
    let event = EVENTS.iter().find(|known| known.id == event);
    let person =
        [Person::Owner, Person::OtherOwner].into_iter().find(|person| person.vendor_id() == Some(vendor));
    if let (Some(event), Some(person)) = (event, person) {
        enqueue(app, event, person.id(), &body(event, person.id(), entity, &app.now().to_string(), data));
    }
}

/// Sends a body to every active webhook of the event that the user created or was added to.
fn enqueue(app: &Arc<App>, event: &MarketEvent, user: u64, body: &Value) -> usize {
    let webhooks: Vec<u64> = {
        let store = lock(&app.store);
        let is_theirs = |webhook: &CreatedWebhook| {
            webhook.owner == user
                || store
                    .customers
                    .iter()
                    .any(|customer| customer.webhook == webhook.id && customer.user == user)
        };
        let subscribed = |webhook: &&CreatedWebhook| {
            webhook.is_active && webhook.event_ids.contains(&event.id) && is_theirs(webhook)
        };
        store.webhooks.iter().filter(subscribed).map(|webhook| webhook.id).collect()
    };
    for webhook in &webhooks {
        let plan = lock(&app.fault_injector).plan(Some(Operation::Delivery), app.now());
        let delivery =
            Delivery { webhook: *webhook, user, body: body.clone(), is_sent_twice: plan.after.is_some() };
        if plan.before.is_some() {
            app.deliveries.record(attempt(app, &delivery, Err("lost on the way".to_owned())));
        } else if plan.latency.is_zero() {
            queue(app, *webhook).send(delivery).unwrap_or_default();
        } else {
            let app = Arc::clone(app);
            app.runtime.clone().spawn(async move {
                tokio::time::sleep(plan.latency).await;
                deliver(&app, &delivery).await;
            });
        }
    }
    webhooks.len()
}

/// The queue of a webhook, whose deliveries are sent one after the other.
fn queue(app: &Arc<App>, webhook: u64) -> mpsc::UnboundedSender<Delivery> {
    app.deliveries.queue(webhook, |mut waiting| {
        let app = Arc::clone(app);
        app.runtime.clone().spawn(async move {
            while let Some(delivery) =
                tokio::select! { next = waiting.recv() => next, () = app.closed.cancelled() => None }
            {
                tokio::select! { () = deliver(&app, &delivery) => {}, () = app.closed.cancelled() => {} }
            }
        });
    })
}

/// Sends a delivery until it is accepted, or was refused too often.
async fn deliver(app: &Arc<App>, delivery: &Delivery) {
    let behaviour = app.behaviour();
    let (mut wait, mut accepted_once) = (Duration::from_millis(behaviour.delivery_retry_ms), false);
    for left in (0..behaviour.delivery_attempts).rev() {
        // As it is now: it may have been switched off or deleted meanwhile.
        let Some(webhook) = lock(&app.store)
            .webhooks
            .iter()
            .find(|webhook| webhook.id == delivery.webhook && webhook.is_active)
            .cloned()
        else {
            return;
        };
        let outcome = send(&app.deliveries, &webhook, &delivery.body).await;
        let is_accepted = outcome.as_ref().is_ok_and(|(status, _)| (200..300).contains(status));
        app.deliveries.record(attempt(app, delivery, outcome));
        match is_accepted {
            // Its answer is lost, once, so that it is sent again.
            true if delivery.is_sent_twice && !accepted_once => accepted_once = true,
            true => return,
            false if left == 0 => return,
            false => {
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
        }
    }
}

fn attempt(app: &App, delivery: &Delivery, outcome: Result<(u16, String), String>) -> Attempt {
    let (status, response) = match outcome {
        Ok((status, response)) => (Some(status), response),
        Err(reason) => (None, reason),
    };
    Attempt {
        webhook: delivery.webhook,
        user: delivery.user,
        at: app.now(),
        request: delivery.body.to_string(),
        status,
        response,
    }
}

async fn send(
    deliveries: &Deliveries,
    webhook: &CreatedWebhook,
    body: &Value,
) -> Result<(u16, String), String> {
    let mut headers =
        HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
    for (name, value) in webhook.request_headers.as_deref().and_then(header_pairs).unwrap_or_default() {
        if let (Ok(name), Ok(value)) =
            (HeaderName::try_from(name), HeaderValue::from_str(value.as_str().unwrap_or_default()))
        {
            headers.insert(name, value);
        }
    }
    let method = Method::from_bytes(webhook.request_method.as_bytes()).unwrap_or(Method::POST);
    let request = deliveries
        .client()?
        .request(method, &webhook.url)
        .headers(headers)
        .timeout(ANSWER_LIMIT)
        .body(body.to_string());
    let mut response = request.send().await.map_err(|error| error.to_string())?;
    let (status, mut answer) = (response.status().as_u16(), Vec::new());
    while answer.len() < ANSWER_BYTES
        && let Ok(Some(part)) = response.chunk().await
    {
        answer.extend_from_slice(&part);
    }
    answer.truncate(ANSWER_BYTES);
    Ok((status, String::from_utf8_lossy(&answer).into_owned()))
}
