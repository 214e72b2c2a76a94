//! Removes the wrapper that a marketplace's gateway may put around an answer, before anything else parses it.
//!
//! Two wrappers are known from public material, around successes and refusals alike: `{"openapi_raw_data":
//! […]}`, used by the gateway for anything that is not an object, and `{"response": …}`. The value may be
//! JSON written into a string. As in the official clients, a wrapper is removed only if it is the only key
//! with a value: next to other keys, `response` is a field of the content, which the operations interpret.

use memchr::memmem;
use serde_json::Value;

use crate::market::json;

const WRAPPERS: [&str; 2] = ["openapi_raw_data", "response"];

/// The body without its wrapper, or unchanged if there is none. Each of the two wrappers is removed once,
/// also one inside the other: a second one of the same name is content.
pub fn unwrap_body(body: Vec<u8>) -> Vec<u8> {
    if !may_be_wrapped(&body) {
        return body;
    }
    let Ok(mut value) = json::read(&body) else { return body };
    let mut wrappers = WRAPPERS.to_vec();
    while let Some(place) = wrappers.iter().position(|name| is_wrapper(&value, name)) {
        value = unwrap_value(value, wrappers.swap_remove(place));
    }
    if wrappers.len() == WRAPPERS.len() { body } else { value.to_string().into_bytes() }
}

/// A cheap check that avoids parsing most bodies twice.
fn may_be_wrapped(body: &[u8]) -> bool {
    WRAPPERS.iter().any(|name| memmem::find(body, name.as_bytes()).is_some())
}

/// Whether this key is the only one with a value.
fn is_wrapper(value: &Value, name: &str) -> bool {
    let Value::Object(map) = value else { return false };
    map.contains_key(name) && map.iter().all(|(key, value)| key == name || value.is_null())
}

fn unwrap_value(mut wrapper: Value, name: &str) -> Value {
    match wrapper[name].take() {
        // A plain word stays a string, even if it is valid JSON such as a number.
        Value::String(text) => match json::read(text.as_bytes()) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => value,
            _ => Value::String(text),
        },
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::market::wire;

    fn unwrapped(body: &Value) -> Value {
        serde_json::from_slice(&unwrap_body(body.to_string().into_bytes())).unwrap()
    }

    /// An answer in each wrapper, and in nested ones.
    fn wrapped(answer: &Value) -> [Value; 6] {
        let text = answer.to_string();
        [
            json!({ "openapi_raw_data": answer }),
            json!({ "response": answer }),
            json!({ "openapi_raw_data": text }),
            json!({ "response": text }),
            json!({ "response": { "openapi_raw_data": answer } }),
            json!({ "openapi_raw_data": json!({ "response": text }).to_string() }),
        ]
    }

    #[test]
    fn a_wrapper_is_removed_and_the_content_unchanged() {
        for answer in [
            json!({"id": 9}),
            json!([]),
            json!([{"id": 9}]),
            json!({"data": [{"title": "گلیم ۱۲۰×۸۰"}], "total_count": 1}),
        ] {
            for wrapper in wrapped(&answer) {
                assert_eq!(unwrapped(&wrapper), answer, "{wrapper}");
            }
        }
    }

    #[test]
    fn a_wrapper_is_removed_only_once() {
        let answer = json!({"id": 9});
        for once in [
            json!({ "openapi_raw_data": answer }),
            json!({ "response": answer }),
            json!({ "response": answer.to_string() }),
        ] {
            let name = once.as_object().unwrap().keys().next().unwrap().clone();
            let twice = json!({ name: once });
            assert_eq!(unwrapped(&twice), once, "{twice}");
        }
        let written_twice = json!({ "response": json!(answer.to_string()).to_string() });
        assert_eq!(unwrapped(&written_twice), json!(json!(answer.to_string()).to_string()));
    }

    #[test]
    fn an_object_with_other_values_is_not_a_wrapper() {
        for body in [
            json!({"id": 5, "response": {"id": 9}}),
            json!({"response": [], "message": "Field required"}),
            json!({"openapi_raw_data": [], "data": []}),
            json!([{"response": {"id": 9}}]),
            json!({"data": {"openapi_raw_data": []}}),
            json!("openapi_raw_data"),
        ] {
            let bytes = body.to_string().into_bytes();
            assert_eq!(unwrap_body(bytes.clone()), bytes);
        }
        assert_eq!(
            unwrapped(&json!({"response": {"id": 9}, "error": null})),
            json!({"id": 9}),
            "a null value is ignored"
        );
    }

    #[test]
    fn a_wrapped_text_that_is_not_json_is_the_content() {
        for text in ["", "Not allowed", "{cut", "17", "null", "<html>"] {
            assert_eq!(unwrapped(&json!({ "response": text })), json!(text));
        }
        assert_eq!(unwrapped(&json!({ "openapi_raw_data": null })), json!(null));
    }

    #[test]
    fn a_byte_order_mark_and_half_an_emoji_do_no_harm() {
        let body = b"\xef\xbb\xbf {\"response\":\"[{\\\"title\\\":\\\"cup \\\\ud83d\\\"}]\"}";
        assert_eq!(unwrap_body(body.to_vec()), "[{\"title\":\"cup \u{fffd}\"}]".as_bytes());
    }

    #[test]
    fn a_body_that_is_not_json_is_unchanged() {
        for body in ["", "<html>the response</html>", r#"{"response": "#, r#"{"openapi_raw_data":[1,]}"#] {
            assert_eq!(unwrap_body(body.as_bytes().to_vec()), body.as_bytes());
        }
    }

    /// Typical answers of the operations.
    fn answer() -> impl Strategy<Value = Value> {
        let id = prop_oneof![
            any::<u32>().prop_map(Value::from),
            any::<u32>().prop_map(|id| Value::from(id.to_string()))
        ];
        let product = (id.clone(), ".{0,20}", any::<Option<i64>>(), prop::option::of(id.clone())).prop_map(
            |(id, title, price, photo)| json!({"id": id, "title": title, "price": price, "photo": photo.map(|id| json!({ "id": id }))}),
        );
        let products = prop::collection::vec(product.clone(), 0..5);
        prop_oneof![
            product.clone(),
            (product, ".{0,9}").prop_map(|(product, said)| json!({"product": product, "message": said})),
            products.clone().prop_map(Value::from),
            (products, any::<Option<u8>>())
                .prop_map(|(data, total)| json!({"result_count": data.len(), "data": data, "total_count": total})),
            (id, ".{0,9}", prop::option::of(any::<u32>()))
                .prop_map(|(id, name, vendor)| json!({"id": id, "name": name, "vendor": vendor.map(|id| json!({ "id": id }))})),
            (".{1,9}", ".{0,20}").prop_map(|(field, said)| json!([{"fields": [field], "message": said}])),
        ]
    }

    /// The result of all parsers.
    fn parsed_by_all(body: &[u8]) -> String {
        let value = wire::json(body).unwrap();
        let account = (wire::account(&value), wire::token_identity(&value), wire::uploaded_file(&value));
        format!(
            "{:?}",
            (account, wire::product_page(&value), wire::creation(200, body), wire::added_webhook(body))
        )
    }

    proptest! {
        #[test]
        fn a_wrapper_does_not_change_what_is_parsed(answer in answer()) {
            let plain = parsed_by_all(answer.to_string().as_bytes());
            for wrapper in wrapped(&answer) {
                prop_assert_eq!(parsed_by_all(&unwrap_body(wrapper.to_string().into_bytes())), plain.clone());
            }
        }

        #[test]
        fn arbitrary_bodies_never_panic(body: Vec<u8>, inner in ".{0,60}") {
            unwrap_body(body);
            unwrap_body(format!("{{\"response\":{inner}}}").into_bytes());
            unwrap_body(json!({ "openapi_raw_data": inner }).to_string().into_bytes());
        }
    }
}
