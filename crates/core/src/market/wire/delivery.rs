//! What a delivery of a webhook says. The contract leaves its form open, so each likely place is looked at.

use serde_json::{Map, Value};

use super::value::{id, integer, text};
use vitrine_domain::{EVENTS, MarketEvent, ProductId};

/// What is known of a delivery's content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryContent {
    pub event: Option<MarketEvent>,
    /// The product that was created or changed.
    pub product: Option<ProductId>,
}

/// The keys below which a delivery may have its subject.
const SUBJECTS: [&str; 5] = ["data", "payload", "product", "entity", "result"];

/// Reads a delivery. Anything may arrive, so that nothing is an error.
pub fn delivery_content(body: &[u8]) -> DeliveryContent {
    let Ok(Value::Object(fields)) = serde_json::from_slice(body) else { return DeliveryContent::default() };
    let event = event(&fields);
    let product = event.filter(|event| event.name == "PRODUCT_CREATE_CHANGES").and_then(|_| product(&fields));
    DeliveryContent { event, product }
}

fn event(fields: &Map<String, Value>) -> Option<MarketEvent> {
    let named = |value: &Value| {
        let name = text(Some(value))?;
        EVENTS.into_iter().find(|event| event.name.eq_ignore_ascii_case(name.trim()))
    };
    let numbered = |value: &Value| {
        integer(Some(value)).and_then(|id| EVENTS.into_iter().find(|event| i64::from(event.id) == id))
    };
    let keys = ["event_id", "event", "event_name", "event_type", "type", "name"];
    keys.iter().filter_map(|key| fields.get(*key)).find_map(|value| match value {
        Value::Object(inner) => {
            inner.get("id").and_then(numbered).or_else(|| inner.get("name").and_then(named))
        }
        value => named(value).or_else(|| numbered(value)),
    })
}

fn product(fields: &Map<String, Value>) -> Option<ProductId> {
    let within = || SUBJECTS.iter().filter_map(|key| fields.get(*key)?.as_object()).find_map(product);
    let own = ["product_id", "entity_id", "id"].iter().find_map(|key| id(fields.get(*key)));
    own.and_then(ProductId::new).or_else(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(body: &str) -> (Option<u32>, Option<String>) {
        let content = delivery_content(body.as_bytes());
        (content.event.map(|event| event.id), content.product.map(|product| product.to_string()))
    }

    #[test]
    fn event_and_product_are_found_wherever_a_marketplace_may_put_them() {
        for body in [
            r#"{"event_id":8,"entity_id":31}"#,
            r#"{"event":"PRODUCT_CREATE_CHANGES","data":{"id":31}}"#,
            r#"{"event":{"id":8,"name":"PRODUCT_CREATE_CHANGES"},"payload":{"product":{"id":"31"}}}"#,
            r#"{"event_name":"product_create_changes","product_id":"31"}"#,
        ] {
            assert_eq!(content(body), (Some(8), Some("31".to_owned())), "{body}");
        }
    }

    #[test]
    fn an_order_names_no_changed_product_and_anything_else_means_nothing() {
        assert_eq!(content(r#"{"event_id":5,"entity_id":31}"#), (Some(5), None));
        for body in ["", "not JSON", "[1]", "8", r#"{"event_id":99}"#, r#"{"id":31}"#] {
            assert_eq!(content(body), (None, None), "{body}");
        }
    }
}
