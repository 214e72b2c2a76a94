//! The payload of operation 9.

use serde_json::{Value, json};

use crate::domain::{EVENTS, ServiceId, WebhookId};

/// A webhook to create (contract 2.6). Without a service it belongs to the caller's own (`register_me`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWebhook {
    pub event_ids: Vec<u32>,
    /// The HTTP method of deliveries: POST unless the marketplace offers others.
    pub method: String,
    pub url: String,
    pub active: bool,
    pub service: Option<ServiceId>,
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
    pub fn payload(&self) -> Value {
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
        payload
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

#[cfg(test)]
mod tests {
    use super::*;

    fn webhook(service: Option<ServiceId>) -> NewWebhook {
        NewWebhook { event_ids: vec![5, 8, 7], method: "POST".into(), url: "https://me.example/in".into(), active: true, service }
    }

    #[test]
    fn register_me_and_a_service_are_mutually_exclusive() {
        let own = webhook(None).payload();
        assert_eq!((&own["register_me"], own.get("service_id")), (&json!(true), None));
        let given = webhook(Some(ServiceId::from(9))).payload();
        assert_eq!((&given["register_me"], &given["service_id"]), (&json!(false), &json!(9)));
    }

    #[test]
    fn each_scope_of_the_events_is_listed_once() {
        assert_eq!(webhook(None).scopes(), ["vendor.parcel.read", "vendor.product.read"]);
    }
}
