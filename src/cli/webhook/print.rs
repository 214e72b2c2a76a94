//! Answers of the webhook service, as lines or as JSON.

use serde_json::{Value, json};

use crate::cli::printing::{print_json, print_line};
use crate::cli::terminal::Terminal;
use crate::i18n::Messages;
use crate::worker::{RequestedWebhook, WebhookAnswer};
use vitrine_core::market::{DeliveryAttempt, EventInfo, NewWebhook, Webhook, WebhookService};
use vitrine_domain::foreign_text::printable;
use vitrine_domain::{EVENTS, WebhookId};

/// Prints an answer: one line, or one JSON object, for each item.
pub fn answer(terminal: &Terminal, answer: &WebhookAnswer, json: bool) {
    let words = &terminal.messages;
    match answer {
        WebhookAnswer::Webhooks(list) => {
            print(list, json, webhook_json, |webhook| webhook_line(webhook, words));
        }
        WebhookAnswer::Events(list) => print(list, json, event_json, |event| event_line(event, words)),
        WebhookAnswer::Services(list) => print(list, json, service_json, service_line),
        WebhookAnswer::Log(list) => print(list, json, attempt_json, |attempt| attempt_line(attempt, words)),
        WebhookAnswer::ServiceAdded(id) => {
            let id = id.as_ref().map(ToString::to_string);
            if json {
                print_json(&json!({ "event": "service", "id": id }));
            } else {
                print_line(&printable(&id.unwrap_or_default()));
            }
        }
        WebhookAnswer::Done => {}
    }
}

/// Prints what was requested with this program, the newest last. Without an id it may not exist.
pub fn requested(terminal: &Terminal, list: &[RequestedWebhook], json: bool) {
    print(list, json, requested_json, |known| requested_line(known, &terminal.messages));
}

fn print<T>(list: &[T], json: bool, as_json: impl Fn(&T) -> Value, as_line: impl Fn(&T) -> Vec<String>) {
    for item in list {
        if json { print_json(&as_json(item)) } else { print_line(&row(&as_line(item))) }
    }
}

/// A line of cells with tabs between them.
fn row(cells: &[String]) -> String {
    cells.iter().map(|cell| printable(cell)).collect::<Vec<_>>().join("\t")
}

/// The name of an event by its id.
pub fn event_name(id: u32) -> Option<&'static str> {
    EVENTS.iter().find(|event| event.id == id).map(|event| event.name)
}

fn webhook_json(webhook: &Webhook) -> Value {
    let Webhook { id, service, event_ids, method, url, active } = webhook;
    let events: Vec<Option<&str>> = event_ids.iter().map(|id| event_name(*id)).collect();
    json!({ "event": "webhook", "id": id, "service_id": service, "event_ids": event_ids, "events": events, "request_method": method,
        "url": url, "is_active": active })
}

fn requested_json(known: &RequestedWebhook) -> Value {
    let NewWebhook { event_ids, method, url, active, service, .. } = &known.webhook;
    let events: Vec<Option<&str>> = event_ids.iter().map(|id| event_name(*id)).collect();
    json!({ "event": "webhook", "id": known.id, "service_id": service, "event_ids": event_ids, "events": events, "request_method": method,
        "url": url, "is_active": active, "is_confirmed": known.is_confirmed })
}

fn requested_line(known: &RequestedWebhook, words: &Messages) -> Vec<String> {
    let NewWebhook { event_ids, method, url, active, .. } = &known.webhook;
    let state = match (known.is_confirmed, active) {
        (false, _) => "cli-webhook-unconfirmed",
        (true, true) => "cli-webhook-on",
        (true, false) => "cli-webhook-off",
    };
    let id = known.id.as_ref().map_or("-", WebhookId::as_str);
    vec![id.to_owned(), words.text(state).into_owned(), format!("{method} {url}"), names(event_ids)]
}

/// The names of events, with commas between them.
fn names(ids: &[u32]) -> String {
    ids.iter()
        .map(|id| event_name(*id).map_or_else(|| id.to_string(), str::to_owned))
        .collect::<Vec<_>>()
        .join(",")
}

fn webhook_line(webhook: &Webhook, words: &Messages) -> Vec<String> {
    let state = words.text(if webhook.active { "cli-webhook-on" } else { "cli-webhook-off" });
    let request = format!("{} {}", webhook.method.as_deref().unwrap_or("POST"), webhook.url);
    vec![webhook.id.to_string(), state.into_owned(), request, names(&webhook.event_ids)]
}

fn event_json(event: &EventInfo) -> Value {
    let EventInfo { id, name, description, sample } = event;
    json!({ "event": "event", "id": id, "name": name, "description": description, "sample_data": sample })
}

fn event_line(event: &EventInfo, words: &Messages) -> Vec<String> {
    let known = EVENTS.iter().find(|known| known.id == event.id);
    let (meaning, scope) =
        known.map_or((String::new(), ""), |known| (words.event(known).name.into_owned(), known.scope));
    vec![event.id.to_string(), event.name.clone(), meaning, scope.to_owned()]
}

fn service_json(service: &WebhookService) -> Value {
    json!({ "event": "service", "id": service.id, "title": service.title, "description": service.description })
}

fn service_line(service: &WebhookService) -> Vec<String> {
    vec![service.id.to_string(), service.title.clone()]
}

fn attempt_json(attempt: &DeliveryAttempt) -> Value {
    let DeliveryAttempt { at, status, request, response } = attempt;
    json!({ "event": "attempt", "at": at, "status": status, "request": request, "response": response })
}

fn attempt_line(attempt: &DeliveryAttempt, words: &Messages) -> Vec<String> {
    let status = attempt
        .status
        .map_or_else(|| words.text("cli-webhook-unanswered").into_owned(), |status| status.to_string());
    vec![
        attempt.at.clone().unwrap_or_else(|| "-".to_owned()),
        status,
        attempt.request.clone().unwrap_or_default(),
    ]
}
