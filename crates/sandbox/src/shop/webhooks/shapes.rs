//! Webhooks, their services, events and customers, as answers show them.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::deliveries::sample;
use super::payload::header_pairs;
use crate::dialect::Forms;
use crate::state::deliveries::Attempt;
use crate::state::store::{CreatedWebhook, WebhookCustomer, WebhookService};
use vitrine_domain::{EVENTS, MarketEvent};

/// A webhook. The contract does not show its answer; the public marketplace names the events whole.
pub fn webhook(webhook: &CreatedWebhook, forms: Forms) -> Value {
    let CreatedWebhook { id, service_id, event_ids, request_method, url, is_active, .. } = webhook;
    let mut shown = json!({
        "id": id, "service_id": service_id, "request_method": request_method, "url": url, "is_active": is_active,
    });
    match forms {
        Forms::Contract => shown["event_ids"] = json!(event_ids),
        Forms::Public => {
            shown["events"] = events_of(webhook);
            shown["request_headers"] =
                webhook.request_headers.as_deref().and_then(header_pairs).map_or(Value::Null, Value::Object);
            shown["created_at"] = json!(webhook.created_at);
            shown["updated_at"] = json!(webhook.changed_at.or(webhook.created_at));
        }
    }
    shown
}

/// The events of a webhook, with their names.
fn events_of(webhook: &CreatedWebhook) -> Value {
    let subscribed = EVENTS.iter().filter(|event| webhook.event_ids.contains(&event.id));
    subscribed.map(|event| json!({ "id": event.id, "name": event.name })).collect()
}

/// A group of webhooks.
pub fn service(service: &WebhookService, forms: Forms) -> Value {
    let mut shown = json!({ "id": service.id, "title": service.title, "description": service.description });
    if forms == Forms::Public {
        shown["is_verified"] = json!(false);
        shown["is_active"] = json!(true);
        shown["created_at"] = Value::Null;
    }
    shown
}

/// The events, each with a sample delivery (contract section 4) in a format of this marketplace's own.
pub fn events(forms: Forms) -> Vec<Value> {
    let scopes = |scope: &str| match forms {
        Forms::Contract => json!([scope]),
        Forms::Public => json!(scope),
    };
    let event = |event: &MarketEvent| json!({ "id": event.id, "name": event.name, "description": "", "scopes": scopes(event.scope), "sample_data": sample(event) });
    EVENTS.iter().map(event).collect()
}

/// A user of a webhook, as its owner sees it.
pub fn customer(customer: &WebhookCustomer) -> Value {
    let WebhookCustomer { id, webhook, user, joined_at } = customer;
    json!({ "id": id, "customer_id": user, "webhook_id": webhook, "created_at": joined_at, "updated_at": joined_at })
}

/// A webhook as one of its users sees it.
pub fn joined(customer: &WebhookCustomer, webhook: &CreatedWebhook) -> Value {
    json!({
        "id": webhook.id,
        "service_id": webhook.service_id,
        "customer_id": customer.user,
        "events": events_of(webhook),
        "is_active": webhook.is_active,
        "registered_at": customer.joined_at,
    })
}

/// An attempt at a delivery, with its number in the log.
pub fn attempt((number, attempt): (usize, &Attempt)) -> Value {
    json!({
        "id": number + 1,
        "user_id": attempt.user,
        "status_code": attempt.status,
        "request": attempt.request,
        "response": attempt.response,
        "created_at": attempt.at,
    })
}

/// What was deleted.
pub fn deleted(id: u64, now: Timestamp) -> Value {
    json!({ "id": id, "deleted_at": now })
}

/// A list on one page.
pub fn list(data: &[Value]) -> Value {
    json!({
        "data": data,
        "result_count": data.len(),
        "total_count": data.len(),
        "total_page": 1,
        "page": 1,
        "per_page": data.len().max(10),
    })
}
