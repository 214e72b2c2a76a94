//! Operation 9.

use serde_json::{Value, json};

use crate::domain::{EVENTS, ServiceId, WebhookId};

/// A webhook to be created (contract 2.6). Without a service the caller's own is made (`register_me`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWebhook {
    pub event_ids: Vec<u32>,
    /// The HTTP method of the deliveries: POST, unless the marketplace offers others.
    pub method: String,
    pub url: String,
    pub active: bool,
    pub service: Option<ServiceId>,
}

/// The answer's shape is not shown, so the id may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedWebhook {
    pub id: Option<WebhookId>,
}

impl NewWebhook {
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

    /// The scopes its events need, each once (contract section 6).
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
    fn register_me_and_a_service_exclude_each_other() {
        let own = webhook(None).payload();
        assert_eq!((&own["register_me"], own.get("service_id")), (&json!(true), None));
        let given = webhook(Some(ServiceId::from(9))).payload();
        assert_eq!((&given["register_me"], &given["service_id"]), (&json!(false), &json!(9)));
    }

    #[test]
    fn the_scopes_of_its_events_are_named_once() {
        assert_eq!(webhook(None).scopes(), ["vendor.parcel.read", "vendor.product.read"]);
    }
}
