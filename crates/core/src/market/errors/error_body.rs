//! Parses the body of a refusal. The contract does not define it, so every format known from public material
//! is read; for any other the caller shows an excerpt. Parsing never fails.

use serde_json::{Map, Value};

use crate::market::json;
use vitrine_domain::{Field, ProblemKind};

/// Whether the body of a success status contains an error.
pub fn is_error_envelope(value: &Value) -> bool {
    if let Value::Array(list) = value {
        return !list.is_empty() && list.iter().all(is_bare_error);
    }
    let Some(map) = value.as_object() else { return false };
    let says_something = |key: &str| match map.get(key) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::Object(object)) => !object.is_empty(),
        Some(Value::String(text)) => !text.trim().is_empty(),
        Some(Value::Number(number)) => number.as_i64() != Some(0),
        Some(Value::Bool(true)) => true,
    };
    let denied = |key: &str| match map.get(key) {
        Some(Value::Bool(fine)) => !fine,
        Some(Value::String(word)) => {
            matches!(word.trim().to_ascii_lowercase().as_str(), "error" | "fail" | "failed" | "failure")
        }
        _ => false,
    };
    let status = map.get("http_status").or_else(|| map.get("status_code")).and_then(Value::as_u64);
    ["error", "errors", "messages", "detail"].into_iter().any(says_something)
        || ["success", "ok", "status"].into_iter().any(denied)
        || status.is_some_and(|status| status >= 400)
}

/// The common content of the known error formats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorBody {
    /// The marketplace's error code.
    pub code: Option<String>,
    texts: Vec<String>,
    /// The name in the creation payload of the refused field, if known.
    pub field: Option<String>,
}

impl ErrorBody {
    pub fn read(body: &[u8]) -> Self {
        match json::read(body) {
            Ok(Value::Object(map)) => Self::of_object(&map),
            Ok(value @ (Value::Array(_) | Value::String(_))) => {
                let mut found = Self::default();
                found.add(&value);
                found
            }
            _ => Self::default(),
        }
    }

    /// Whether this is an error in a known format: whoever wrote it speaks as a marketplace does.
    pub fn is_known(&self) -> bool {
        self.code.is_some() || self.field.is_some() || !self.texts.is_empty()
    }

    /// Tries the known formats in this order; the first with any content is used.
    fn of_object(map: &Map<String, Value>) -> Self {
        let code = map.get("code").and_then(short_text);
        for key in ["messages", "errors", "detail", "message", "error"] {
            let Some(value) = map.get(key) else { continue };
            let mut found = Self { code: code.clone(), ..Self::default() };
            found.add(value);
            if key == "errors" && found.texts.is_empty() {
                found.texts.extend(map.get("message").and_then(short_text));
            }
            if key == "error" {
                found.add_oauth(value, map);
            }
            if found.texts.is_empty() && found.field.is_none() {
                continue;
            }
            if found.code.is_none() {
                found.code =
                    map.get("error").and_then(Value::as_str).filter(|text| is_word(text)).map(str::to_owned);
            }
            return found;
        }
        Self::of_field_map(map, code)
    }

    /// `{"error": "invalid_grant", "error_description": "…"}` (RFC 6749 section 5.2).
    fn add_oauth(&mut self, error: &Value, map: &Map<String, Value>) {
        if let (Some(word), Some(description)) =
            (error.as_str(), map.get("error_description").and_then(short_text))
        {
            self.code = Some(word.to_owned());
            self.texts = vec![description];
        }
    }

    /// `{"name": ["This field is required."]}`: top-level keys that are names of product fields.
    fn of_field_map(map: &Map<String, Value>, code: Option<String>) -> Self {
        let mut found = Self { code, ..Self::default() };
        for (key, value) in map {
            if matches!(value, Value::Array(_))
                && field_name(key).is_some_and(|name| Field::from_name(&name).is_some())
            {
                found.add_for_field(key, value);
            }
        }
        found
    }

    fn add(&mut self, value: &Value) {
        match value {
            Value::Array(list) => list.iter().for_each(|entry| self.add(entry)),
            Value::Object(map) if is_single_error(map) => self.add_entry(map),
            Value::Object(map) => map.iter().for_each(|(key, value)| self.add_for_field(key, value)),
            other => self.add_text(other),
        }
    }

    fn add_for_field(&mut self, key: &str, value: &Value) {
        self.field = self.field.take().or_else(|| field_name(key));
        self.add(value);
    }

    fn add_entry(&mut self, map: &Map<String, Value>) {
        if let Some(text) = ["message", "msg", "detail", "title"].into_iter().find_map(|key| map.get(key)) {
            self.add_text(text);
        }
        if let Some(Value::Array(detected)) = map.get("detected") {
            for snippet in detected.iter().filter_map(|found| short_text(found.get("snippet")?)) {
                self.add_text(&Value::String(snippet.replace("<em>", "").replace("</em>", "")));
            }
        }
        if self.code.is_none() {
            self.code = map.get("code").and_then(short_text);
        }
        if self.field.is_none() {
            self.field = entry_field(map);
        }
    }

    fn add_text(&mut self, value: &Value) {
        let Some(text) = short_text(value) else { return };
        if !self.texts.contains(&text) {
            self.texts.push(text);
        }
    }

    /// The messages in one text.
    pub fn text(&self) -> Option<String> {
        match (self.texts.is_empty(), &self.code) {
            (true, None) => None,
            (true, Some(code)) => Some(code.clone()),
            (false, Some(code))
                if is_word(code) && !self.texts.iter().any(|text| text.contains(code.as_str())) =>
            {
                Some(format!("{code}: {}", self.texts.join("; ")))
            }
            (false, _) => Some(self.texts.join("; ")),
        }
    }

    /// One of the four codes of contract section 7, also if only the text contains it.
    pub fn oauth_code(&self) -> Option<ProblemKind> {
        const CODES: [ProblemKind; 4] = [
            ProblemKind::RedirectUriMismatch,
            ProblemKind::InvalidClient,
            ProblemKind::InvalidGrant,
            ProblemKind::InvalidScope,
        ];
        let exact = CODES.into_iter().find(|code| self.code.as_deref() == Some(code.key()));
        exact.or_else(|| {
            CODES.into_iter().find(|code| self.texts.iter().any(|text| text.contains(code.key())))
        })
    }
}

/// Whether this is `{"message", "fields"}`, an element of a bare list of errors. A created item would have an
/// id.
fn is_bare_error(value: &Value) -> bool {
    value.get("message").is_some() && value.get("fields").is_some() && value.get("id").is_none()
}

/// Whether an object is one error rather than a map from fields to errors.
fn is_single_error(map: &Map<String, Value>) -> bool {
    let says = |key: &str| map.get(key).and_then(short_text).is_some();
    ["message", "msg", "detail", "title", "code"].into_iter().any(says)
        || ["loc", "fields", "field"].into_iter().any(|key| map.contains_key(key))
}

fn entry_field(map: &Map<String, Value>) -> Option<String> {
    let path = |value: &Value| match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().filter_map(short_text).collect();
            field_name(&parts.join("."))
        }
        other => field_name(&short_text(other)?),
    };
    let listed = map.get("fields").and_then(|fields| match fields {
        Value::Array(fields) => fields.iter().find_map(path),
        Value::Object(fields) => fields.keys().find_map(|key| field_name(key)),
        other => path(other),
    });
    let pointed = || map.get("source")?.get("pointer").and_then(path);
    listed
        .or_else(|| {
            ["field", "loc", "path", "param", "property"].into_iter().find_map(|key| path(map.get(key)?))
        })
        .or_else(pointed)
}

/// The payload name of a field path: `body.name`, `photos[0]`, `photos.0`, `/data/photo`, `primaryPrice`.
fn field_name(path: &str) -> Option<String> {
    let is_part = |part: &&str| !part.is_empty() && part.parse::<i64>().is_err();
    let parts: Vec<&str> = path.split(['.', '[', ']', '/', '"', '\'', ' ']).filter(is_part).collect();
    // Not a value of the product was refused, but one of the request around it.
    if parts.first().is_some_and(|first| ["header", "cookie"].contains(first)) {
        return None;
    }
    // An element of a list of attributes, whatever it is made of, belongs to the field `attributes`.
    let all: Vec<&str> =
        path.split(['.', '[', ']', '/', '"', '\'', ' ']).filter(|part| !part.is_empty()).collect();
    if all.windows(2).any(|pair| pair[0] == Field::Attributes.name() && pair[1].parse::<u64>().is_ok()) {
        return Some(Field::Attributes.name().to_owned());
    }
    // `attributes` contains the fields, unless it is one itself and stands last.
    let is_inner = |at: usize| at + 1 == parts.len() || parts[at] != Field::Attributes.name();
    let inner = parts.iter().enumerate().filter(|(at, _)| is_inner(*at));
    let known =
        inner.into_iter().find_map(|(_, part)| known_field(part)).map(|field| field.name().to_owned());
    let around = ["body", "data", "payload", "product", "attributes", "query", "path", "json", "$"];
    known.or_else(|| parts.iter().find(|part| !around.contains(part)).map(|part| (*part).to_owned()))
}

fn known_field(part: &str) -> Option<Field> {
    let mut snake = String::with_capacity(part.len());
    for c in part.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    // The public service names some fields differently in answers than in requests.
    let name = match snake.as_str() {
        "title" => "name",
        "price" => "primary_price",
        "inventory" => "stock",
        "net_weight" => "weight",
        "packaged_weight" => "package_weight",
        "preparation_day" => "preparation_days",
        "summary" => "brief",
        "photo_id" => "photo",
        "photo_ids" => "photos",
        other => other,
    };
    Field::from_name(name)
}

fn short_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Whether this is a code such as `access_denied`, as opposed to a sentence or a number.
fn is_word(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_cut_inside_an_emoji_is_still_read() {
        let body = ErrorBody::read(br#"{"code":"rate","message":"slow down \ud83d"}"#);
        assert_eq!((body.code.as_deref(), body.texts), (Some("rate"), vec!["slow down \u{fffd}".to_owned()]));
    }

    #[test]
    fn field_paths_are_reduced_to_the_name_in_the_payload() {
        for (path, name) in [
            ("name", "name"),
            ("body.name", "name"),
            ("photos[0]", "photos"),
            ("photos.0", "photos"),
            ("/data/attributes/photo", "photo"),
            ("body.product.primaryPrice", "primary_price"),
            ("title", "name"),
            ("inventory", "stock"),
            ("body.category_id", "category_id"),
            ("body.attributes", "attributes"),
            ("body.attributes.0.value", "attributes"),
            ("body.attributes.0.title", "attributes"),
            ("attributes[2].key", "attributes"),
            ("data['sku']", "sku"),
        ] {
            assert_eq!(field_name(path).as_deref(), Some(name), "{path}");
        }
        for path in ["body.0", "header", "header.authorization", "header.title", "cookie.price"] {
            assert_eq!(field_name(path), None, "{path}");
        }
    }

    #[test]
    fn a_location_outside_of_the_product_names_none_of_its_fields() {
        let body = |loc: &str| {
            ErrorBody::read(format!(r#"{{"detail":[{{"loc":{loc},"msg":"wrong","type":"x"}}]}}"#).as_bytes())
        };
        assert_eq!(body(r#"["body","attributes",0,"value"]"#).field.as_deref(), Some("attributes"));
        for loc in [r#"["header","title"]"#, r#""header""#] {
            assert_eq!((body(loc).field, body(loc).texts), (None, vec!["wrong".to_owned()]), "{loc}");
        }
    }

    #[test]
    fn an_error_inside_a_success_is_detected() {
        for body in [
            r#"{"error":"x"}"#,
            r#"{"errors":["x"]}"#,
            r#"{"success":false}"#,
            r#"{"http_status":422}"#,
            r#"{"messages":[{"message":"x"}]}"#,
            r#"{"status":"error"}"#,
            r#"[{"fields":["status"],"message":"Field required"}]"#,
        ] {
            assert!(is_error_envelope(&serde_json::from_str(body).unwrap()), "{body}");
        }
        for body in [
            r#"{"id":1,"error":null,"errors":[]}"#,
            r#"{"message":"created"}"#,
            r#"{"status":{"name":"ok"}}"#,
            "[]",
            r#"[{"id":1,"message":"","fields":[]}]"#,
            "1",
        ] {
            assert!(!is_error_envelope(&serde_json::from_str(body).unwrap()), "{body}");
        }
    }
}
