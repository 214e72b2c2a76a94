//! What a marketplace's gateway puts around an answer, taken off before anything looks at it.
//!
//! Two wrappers are known from public material, around successes and refusals alike:
//! `{"openapi_raw_data": […]}`, the gateway's own for what is no object by itself, and `{"response": …}`. The value may be
//! JSON written into a string. The official clients take a wrapper off only where it is all there is, and so is it done
//! here: beside any other key that says something, `response` is one field of the content, and the operations know what
//! to make of it.

use memchr::memmem;
use serde_json::Value;

use crate::market::json;

const WRAPPERS: [&str; 2] = ["openapi_raw_data", "response"];

/// The body without its wrapper; as it came when it has none. Each of the two is taken off once, one inside the other too:
/// a second one of the same name is content.
pub fn content(body: Vec<u8>) -> Vec<u8> {
    if !names_a_wrapper(&body) {
        return body;
    }
    let Ok(mut value) = json::read(&body) else { return body };
    let mut wrappers = WRAPPERS.to_vec();
    while let Some(place) = wrappers.iter().position(|name| is_wrapper(&value, name)) {
        value = inside(value, wrappers.swap_remove(place));
    }
    if wrappers.len() == WRAPPERS.len() { body } else { value.to_string().into_bytes() }
}

/// Spares most bodies being read twice.
fn names_a_wrapper(body: &[u8]) -> bool {
    WRAPPERS.iter().any(|name| memmem::find(body, name.as_bytes()).is_some())
}

/// Whether this key is all that an object says.
fn is_wrapper(value: &Value, name: &str) -> bool {
    let Value::Object(map) = value else { return false };
    map.contains_key(name) && map.iter().all(|(key, value)| key == name || value.is_null())
}

fn inside(mut wrapper: Value, name: &str) -> Value {
    match wrapper[name].take() {
        // A word is a word, even one that JSON would call a number.
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
        serde_json::from_slice(&content(body.to_string().into_bytes())).unwrap()
    }

    /// An answer in each of the wrappers, and in one inside the other.
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
    fn a_wrapper_comes_off_and_the_content_is_as_it_was() {
        for answer in [json!({"id": 9}), json!([]), json!([{"id": 9}]), json!({"data": [{"title": "گلیم ۱۲۰×۸۰"}], "total_count": 1})]
        {
            for wrapper in wrapped(&answer) {
                assert_eq!(unwrapped(&wrapper), answer, "{wrapper}");
            }
        }
    }

    #[test]
    fn a_wrapper_comes_off_once() {
        let answer = json!({"id": 9});
        for once in [json!({ "openapi_raw_data": answer }), json!({ "response": answer }), json!({ "response": answer.to_string() })] {
            let name = once.as_object().unwrap().keys().next().unwrap().clone();
            let twice = json!({ name: once });
            assert_eq!(unwrapped(&twice), once, "{twice}");
        }
        let written_twice = json!({ "response": json!(answer.to_string()).to_string() });
        assert_eq!(unwrapped(&written_twice), json!(json!(answer.to_string()).to_string()));
    }

    #[test]
    fn what_says_more_than_its_wrapper_is_no_wrapper() {
        for body in [
            json!({"id": 5, "response": {"id": 9}}),
            json!({"response": [], "message": "Field required"}),
            json!({"openapi_raw_data": [], "data": []}),
            json!([{"response": {"id": 9}}]),
            json!({"data": {"openapi_raw_data": []}}),
            json!("openapi_raw_data"),
        ] {
            let bytes = body.to_string().into_bytes();
            assert_eq!(content(bytes.clone()), bytes);
        }
        assert_eq!(unwrapped(&json!({"response": {"id": 9}, "error": null})), json!({"id": 9}), "null says nothing");
    }

    #[test]
    fn a_text_that_is_no_json_is_the_content_itself() {
        for text in ["", "Not allowed", "{cut", "17", "null", "<html>"] {
            assert_eq!(unwrapped(&json!({ "response": text })), json!(text));
        }
        assert_eq!(unwrapped(&json!({ "openapi_raw_data": null })), json!(null));
    }

    #[test]
    fn a_mark_at_the_beginning_and_half_an_emoji_do_no_harm() {
        let body = b"\xef\xbb\xbf {\"response\":\"[{\\\"title\\\":\\\"cup \\\\ud83d\\\"}]\"}";
        assert_eq!(content(body.to_vec()), "[{\"title\":\"cup \u{fffd}\"}]".as_bytes());
    }

    #[test]
    fn what_is_no_json_is_left_as_it_is() {
        for body in ["", "<html>the response</html>", r#"{"response": "#, r#"{"openapi_raw_data":[1,]}"#] {
            assert_eq!(content(body.as_bytes().to_vec()), body.as_bytes());
        }
    }

    /// Answers such as the operations get.
    fn answer() -> impl Strategy<Value = Value> {
        let id = prop_oneof![any::<u32>().prop_map(Value::from), any::<u32>().prop_map(|id| Value::from(id.to_string()))];
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

    /// All that anything makes of a body.
    fn readings(body: &[u8]) -> String {
        let value = wire::json(body).unwrap();
        let account = (wire::account(&value), wire::token_identity(&value), wire::uploaded_file(&value));
        format!("{:?}", (account, wire::product_page(&value), wire::creation(body), wire::added_webhook(body)))
    }

    proptest! {
        #[test]
        fn a_wrapper_changes_nothing_of_what_is_read(answer in answer()) {
            let plain = readings(answer.to_string().as_bytes());
            for wrapper in wrapped(&answer) {
                prop_assert_eq!(readings(&content(wrapper.to_string().into_bytes())), plain.clone());
            }
        }

        #[test]
        fn any_bytes_are_survived(body: Vec<u8>, inside in ".{0,60}") {
            content(body);
            content(format!("{{\"response\":{inside}}}").into_bytes());
            content(json!({ "openapi_raw_data": inside }).to_string().into_bytes());
        }
    }
}
