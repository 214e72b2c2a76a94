//! Webhooks: the payload of operation 9, and what the other operations of the webhook service answer.

use std::collections::BTreeSet;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::Url;

use super::answers::{created_id, unexpected};
use super::value::{flag, id, integer, text};
use vitrine_domain::{EVENTS, Problem, ServiceId, WebhookId};

/// A webhook to create (contract 2.6). Without a service it belongs to the caller's own (`register_me`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewWebhook {
    pub event_ids: Vec<u32>,
    /// The HTTP method of deliveries: POST unless the marketplace offers others.
    pub method: String,
    pub url: String,
    pub active: bool,
    pub service: Option<ServiceId>,
    /// What each delivery carries, if the marketplace takes that. Never stored.
    #[serde(skip)]
    pub headers: Option<HeaderLines>,
}

/// The contract does not define the answer, so the id may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedWebhook {
    pub id: Option<WebhookId>,
}

impl NewWebhook {
    /// The methods of deliveries. The contract uses POST; the public marketplace accepts the others as well.
    pub const METHODS: [&str; 3] = ["POST", "PUT", "PATCH"];

    /// The JSON payload.
    pub fn payload(&self, takes_headers: bool) -> Value {
        let mut payload = json!({
            "event_ids": self.event_ids,
            "request_method": self.method,
            "url": self.url,
            "is_active": self.active,
            "register_me": self.service.is_none(),
        });
        if let Some(service) = &self.service {
            payload["service_id"] = json!(service);
        }
        if let Some(headers) = self.headers.as_ref().filter(|_| takes_headers) {
            payload["request_headers"] = headers.expose().into();
        }
        payload
    }

    /// The same webhook without the headers of its deliveries.
    #[must_use]
    pub fn without_headers(&self) -> Self {
        Self { headers: None, ..self.clone() }
    }

    /// Whether both deliver the same events to the same address, however it is written.
    pub fn is_same_subscription(&self, other: &Self) -> bool {
        let rest = |webhook: &Self| Self { url: String::new(), ..webhook.without_headers() };
        is_same_address(&self.url, &other.url) && rest(self) == rest(other)
    }

    /// Whether a webhook of the marketplace's list may be this one.
    pub fn is_listed_as(&self, listed: &Webhook) -> bool {
        let sorted = |ids: &[u32]| ids.iter().copied().collect::<BTreeSet<_>>();
        is_same_address(&self.url, &listed.url) && sorted(&self.event_ids) == sorted(&listed.event_ids)
    }

    /// The scopes required by its events, each once (contract section 6).
    pub fn scopes(&self) -> Vec<&'static str> {
        let mut scopes = Vec::new();
        for event in EVENTS.iter().filter(|event| self.event_ids.contains(&event.id)) {
            if !scopes.contains(&event.scope) {
                scopes.push(event.scope);
            }
        }
        scopes
    }
}

fn is_same_address(a: &str, b: &str) -> bool {
    a == b || Url::parse(a).is_ok_and(|address| Url::parse(b) == Ok(address))
}

/// Parses a created webhook (operation 9).
pub fn added_webhook(body: &[u8]) -> Result<AddedWebhook, Problem> {
    Ok(AddedWebhook { id: created_id(body, "webhook")?.and_then(WebhookId::new) })
}

/// A change of a webhook. `None` is not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookChange {
    pub event_ids: Option<Vec<u32>>,
    pub method: Option<String>,
    pub url: Option<String>,
    pub active: Option<bool>,
    pub headers: Option<HeaderLines>,
}

impl WebhookChange {
    /// The JSON payload.
    pub fn payload(&self, takes_headers: bool) -> Value {
        let mut payload = Map::new();
        let mut set =
            |key: &str, value: Option<Value>| payload.extend(value.map(|value| (key.to_owned(), value)));
        set("event_ids", self.event_ids.as_ref().map(|ids| json!(ids)));
        set("request_method", self.method.as_deref().map(Value::from));
        set("url", self.url.as_deref().map(Value::from));
        set("is_active", self.active.map(Value::from));
        set(
            "request_headers",
            self.headers.as_ref().filter(|_| takes_headers).map(|headers| headers.expose().into()),
        );
        Value::Object(payload)
    }
}

/// A webhook as the marketplace lists it. What it does not say is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    pub id: WebhookId,
    pub service: Option<ServiceId>,
    pub event_ids: Vec<u32>,
    pub method: Option<String>,
    pub url: String,
    pub active: bool,
}

/// A webhook service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookService {
    pub id: ServiceId,
    pub title: String,
    pub description: Option<String>,
}

/// An event as the marketplace describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct EventInfo {
    pub id: u32,
    pub name: String,
    pub description: Option<String>,
    /// What is delivered, for example.
    pub sample: Option<Value>,
}

/// An attempt of the marketplace at a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryAttempt {
    /// As the marketplace writes it.
    pub at: Option<String>,
    /// The status of the answer; `None` if there was none.
    pub status: Option<i64>,
    pub request: Option<String>,
    pub response: Option<String>,
}

/// The rows of a list, with or without an envelope.
fn rows(answer: &Value) -> Result<impl Iterator<Item = &Map<String, Value>>, Problem> {
    let list = answer
        .as_array()
        .or_else(|| answer.get("data")?.as_array())
        .or_else(|| answer.get("result")?.as_array());
    Ok(list.ok_or_else(|| unexpected("no list"))?.iter().filter_map(Value::as_object))
}

/// Parses the list of webhooks. Rows without an id are left out.
pub fn webhooks(answer: &Value) -> Result<Vec<Webhook>, Problem> {
    Ok(rows(answer)?.filter_map(webhook).collect())
}

fn webhook(row: &Map<String, Value>) -> Option<Webhook> {
    let event_id = |event: &Value| {
        integer(Some(event)).or_else(|| integer(event.get("id"))).and_then(|id| u32::try_from(id).ok())
    };
    let events = row.get("event_ids").or_else(|| row.get("events")).and_then(Value::as_array);
    Some(Webhook {
        id: id(row.get("id")).and_then(WebhookId::new)?,
        service: id(row.get("service_id")).and_then(ServiceId::new),
        event_ids: events.map(|events| events.iter().filter_map(event_id).collect()).unwrap_or_default(),
        method: text(row.get("request_method")),
        url: text(row.get("url")).unwrap_or_default(),
        active: flag(row.get("is_active")).unwrap_or(true),
    })
}

/// Parses the list of services.
pub fn webhook_services(answer: &Value) -> Result<Vec<WebhookService>, Problem> {
    let service = |row: &Map<String, Value>| {
        Some(WebhookService {
            id: id(row.get("id")).and_then(ServiceId::new)?,
            title: text(row.get("title")).unwrap_or_default(),
            description: text(row.get("description")),
        })
    };
    Ok(rows(answer)?.filter_map(service).collect())
}

/// Parses a created service.
pub fn added_service(body: &[u8]) -> Result<Option<ServiceId>, Problem> {
    Ok(created_id(body, "service")?.and_then(ServiceId::new))
}

/// Parses the list of events.
pub fn event_infos(answer: &Value) -> Result<Vec<EventInfo>, Problem> {
    let event = |row: &Map<String, Value>| {
        Some(EventInfo {
            id: u32::try_from(integer(row.get("id"))?).ok()?,
            name: text(row.get("name")).unwrap_or_default(),
            description: text(row.get("description")),
            sample: row.get("sample_data").filter(|sample| !sample.is_null()).cloned(),
        })
    };
    Ok(rows(answer)?.filter_map(event).collect())
}

/// Parses the log of a webhook.
pub fn delivery_log(answer: &Value) -> Result<Vec<DeliveryAttempt>, Problem> {
    let whole = |value: Option<&Value>| match value? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let attempt = |row: &Map<String, Value>| DeliveryAttempt {
        at: text(row.get("created_at")),
        status: integer(row.get("status_code").or_else(|| row.get("status"))),
        request: whole(row.get("request")),
        response: whole(row.get("response")),
    };
    Ok(rows(answer)?.map(attempt).collect())
}

/// Lines of headers for deliveries, one `Name: value` a line. They may hold a secret.
#[derive(Clone)]
pub struct HeaderLines(SecretString);

impl HeaderLines {
    /// Lines as typed; `None` if there are none, or one is no header.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        lines.peek()?;
        let is_header = |line: &str| {
            let is_name = |name: &str| {
                !name.is_empty()
                    && name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_.!#$%&'*+^`|~".contains(&c))
            };
            line.split_once(':').is_some_and(|(name, value)| {
                is_name(name.trim_end()) && !value.trim().is_empty() && !value.contains(char::is_control)
            })
        };
        let lines: Vec<&str> = lines.collect();
        lines.iter().all(|line| is_header(line)).then(|| Self(lines.join("\n").into()))
    }

    /// The header that carries a service token (contract 5.9).
    pub fn authorization(token: &str) -> Option<Self> {
        Self::parse(&format!("Authorization: Bearer {}", token.trim())).filter(|_| !token.trim().is_empty())
    }

    /// The text that is sent.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// The values, which no message may repeat.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.expose()
            .lines()
            .filter_map(|line| line.split_once(':'))
            .map(|(_, value)| value.trim().trim_start_matches("Bearer "))
    }
}

impl PartialEq for HeaderLines {
    fn eq(&self, other: &Self) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for HeaderLines {}

impl std::fmt::Debug for HeaderLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HeaderLines")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webhook(service: Option<ServiceId>) -> NewWebhook {
        NewWebhook {
            event_ids: vec![5, 8, 7],
            method: "POST".into(),
            url: "https://me.example/in".into(),
            active: true,
            service,
            headers: None,
        }
    }

    #[test]
    fn register_me_and_a_service_are_mutually_exclusive() {
        let own = webhook(None).payload(true);
        assert_eq!((&own["register_me"], own.get("service_id")), (&json!(true), None));
        let given = webhook(Some(ServiceId::from(9))).payload(true);
        assert_eq!((&given["register_me"], &given["service_id"]), (&json!(false), &json!(9)));
    }

    #[test]
    fn each_scope_of_the_events_is_listed_once() {
        assert_eq!(webhook(None).scopes(), ["vendor.parcel.read", "vendor.product.read"]);
    }
}
