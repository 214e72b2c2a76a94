//! Extracts hints from the texts of a refusal: the scopes and the registered address. The contract defines no
//! format for them, so the words of all texts in the body are searched.

use serde_json::Value;

use crate::market::json;

/// The maximum number of texts that are searched.
const MAX_TEXTS: usize = 200;
/// The maximum length of a text that is searched, in bytes.
const MAX_BYTES: usize = 8 * 1024;
/// The maximum length of a registered address, in bytes.
const MAX_ADDRESS: usize = 500;

/// The texts of a body, each with its lower-case key.
pub struct ErrorHints(Vec<(String, String)>);

impl ErrorHints {
    /// Collects the texts of a body.
    pub fn of(body: &[u8]) -> Self {
        let mut texts = Self(Vec::new());
        match json::read(body) {
            Ok(value) => texts.add("", &value),
            Err(_) => texts.push("", &String::from_utf8_lossy(body.get(..MAX_BYTES).unwrap_or(body))),
        }
        texts
    }

    fn add(&mut self, key: &str, value: &Value) {
        match value {
            Value::String(text) => self.push(key, text),
            Value::Array(list) => list.iter().for_each(|value| self.add(key, value)),
            Value::Object(map) => map.iter().for_each(|(key, value)| self.add(key, value)),
            _ => {}
        }
    }

    fn push(&mut self, key: &str, text: &str) {
        if self.0.len() < MAX_TEXTS && text.len() <= MAX_BYTES {
            self.0.push((key.to_ascii_lowercase(), text.to_owned()));
        }
    }

    /// The requested scopes that the refusal names, or all of them if it names none.
    pub fn refused_scopes(&self, requested: &str) -> String {
        let named = |scope: &&str| self.0.iter().any(|(_, text)| words(text).any(|word| word == *scope));
        let refused: Vec<&str> = requested.split_ascii_whitespace().filter(named).collect();
        if refused.is_empty() { requested.to_owned() } else { refused.join(" ") }
    }

    /// The required scopes that the refusal names (in `scope` as in RFC 6750, or in a text).
    pub fn needed_scopes(&self) -> Option<String> {
        let under_scope = self.0.iter().filter(|(key, _)| key.contains("scope"));
        let mut found: Vec<&str> =
            under_scope.flat_map(|(_, text)| words(text)).filter(|word| is_scope(word)).collect();
        if found.is_empty() {
            found = self.0.iter().flat_map(|(_, text)| words(text)).filter(|word| is_scope(word)).collect();
        }
        let mut needed: Vec<&str> = Vec::new();
        found.into_iter().for_each(|scope| {
            if !needed.contains(&scope) {
                needed.push(scope);
            }
        });
        (!needed.is_empty() && needed.len() <= 5).then(|| needed.join(" "))
    }

    /// The registered redirect address that the refusal names: the one most similar to `sent`, the address in
    /// the request.
    pub fn registered_address(&self, sent: &str) -> Option<String> {
        // Links to documentation, as in RFC 6749 and RFC 9457.
        let is_link = |key: &str| {
            ["error_uri", "type", "help", "docs", "documentation", "link"]
                .iter()
                .any(|link| key.contains(link))
        };
        let texts = self.0.iter().filter(|(key, _)| !is_link(key));
        let named = texts.flat_map(|(key, text)| {
            addresses(text).map(|address| (key.contains("redirect") || key.contains("regist"), address))
        });
        let others = named.filter(|(_, address)| *address != sent);
        let best = others.max_by_key(|(by_name, address)| (*by_name, common_ends_length(address, sent)));
        let believed = |(by_name, address): &(bool, &str)| {
            *by_name || common_ends_length(address, sent) * 2 > address.len().min(sent.len())
        };
        best.filter(believed).map(|(_, address)| address.to_owned())
    }
}

/// The parts of a text that may be names of scopes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts =
        text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '*')));
    parts.map(|word| word.trim_matches(['.', ':', '-'])).filter(|word| !word.is_empty())
}

/// Whether a word looks like `vendor.product.write`: at least three names, the last being `read` or `write`.
fn is_scope(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    parts.len() >= 3
        && parts.iter().all(|part| !part.is_empty())
        && matches!(parts.last(), Some(&("read" | "write")))
}

fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let quotes =
        |c: char| matches!(c, '"' | '\'' | '`' | '<' | '>' | '«' | '»' | '“' | '”' | '(' | ')' | ',' | ';');
    let pieces = text.split(move |c: char| c.is_whitespace() || c.is_control() || quotes(c));
    pieces.filter_map(|piece| {
        // Removes the full stop of a sentence and the bracket of a list.
        let piece = piece.trim_end_matches(['.', ':']).trim_start_matches('[');
        let piece = if piece.contains('[') { piece } else { piece.trim_end_matches(']') };
        let start = piece.find("http://").or_else(|| piece.find("https://"))?;
        Some(&piece[start..]).filter(|address| address.len() <= MAX_ADDRESS)
    })
}

/// The number of equal bytes at the beginning and at the end of two texts.
fn common_ends_length(one: &str, other: &str) -> usize {
    let same = |a: &mut dyn Iterator<Item = u8>, b: &mut dyn Iterator<Item = u8>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let start = same(&mut one.bytes(), &mut other.bytes());
    let end = same(&mut one.bytes().rev(), &mut other.bytes().rev());
    (start + end).min(one.len()).min(other.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SENT: &str = "http://127.0.0.1:8765/callback";

    fn texts(body: &str) -> ErrorHints {
        ErrorHints::of(body.as_bytes())
    }

    #[test]
    fn the_registered_address_is_found_wherever_the_refusal_names_it() {
        for body in [
            r#"{"error":"redirect_uri_mismatch","registered_redirect_uri":"http://127.0.0.1:8765/callback/"}"#,
            r#"{"error":"redirect_uri_mismatch","redirect_uris":["http://127.0.0.1:8765/callback/"],"redirect_uri":"http://127.0.0.1:8765/callback"}"#,
            r#"{"error":"redirect_uri_mismatch","error_description":"got http://127.0.0.1:8765/callback, expected http://127.0.0.1:8765/callback/."}"#,
            r#"{"message":"redirect_uri_mismatch: registered is \"http://127.0.0.1:8765/callback/\"","error_uri":"http://127.0.0.1:8765/docs/callback"}"#,
            "<p>redirect_uri_mismatch: <code>http://127.0.0.1:8765/callback/</code></p>",
        ] {
            assert_eq!(
                texts(body).registered_address(SENT).as_deref(),
                Some("http://127.0.0.1:8765/callback/"),
                "{body}"
            );
        }
        let far = r#"{"error":"redirect_uri_mismatch","registered_redirect_uri":["https://[::1]:9/x"]}"#;
        assert_eq!(texts(far).registered_address(SENT).as_deref(), Some("https://[::1]:9/x"));
    }

    #[test]
    fn an_unrelated_address_is_not_taken_for_the_registered_one() {
        for body in [
            r#"{"error":"redirect_uri_mismatch"}"#,
            r#"{"error":"redirect_uri_mismatch","error_description":"see https://auth.example/errors"}"#,
            r#"{"error":"redirect_uri_mismatch","error_uri":"https://auth.example/callback"}"#,
            r#"{"error":"redirect_uri_mismatch","error_description":"http://127.0.0.1:8765/callback is not registered"}"#,
            "redirect_uri_mismatch ://",
        ] {
            assert_eq!(texts(body).registered_address(SENT), None, "{body}");
        }
    }

    #[test]
    fn a_refused_scope_is_singled_out_if_the_refusal_names_it() {
        let requested = "vendor.product.read vendor.product.write";
        for body in [
            r#"{"error":"invalid_scope","error_description":"vendor.product.write is not allowed."}"#,
            r#"{"error":"invalid_scope","scope":["vendor.product.write"]}"#,
            r#"{"message":"invalid_scope: 'vendor.product.write'"}"#,
        ] {
            assert_eq!(texts(body).refused_scopes(requested), "vendor.product.write", "{body}");
        }
        assert_eq!(
            texts(r#"{"error":"invalid_scope","error_description":"vendor.product.writes"}"#)
                .refused_scopes(requested),
            requested
        );
    }

    #[test]
    fn a_required_scope_is_found_if_the_refusal_names_it() {
        for body in [
            r#"{"error":"insufficient_scope","scope":"vendor.parcel.read"}"#,
            r#"{"message":"Token lacks the scope vendor.parcel.read."}"#,
            r#"{"detail":{"required_scopes":["vendor.parcel.read"]},"message":"you hold customer.chat.read"}"#,
        ] {
            assert_eq!(texts(body).needed_scopes().as_deref(), Some("vendor.parcel.read"), "{body}");
        }
        for body in ["", r#"{"message":"Forbidden"}"#, r#"{"message":"may not read..read or a.read"}"#] {
            assert_eq!(texts(body).needed_scopes(), None, "{body}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_bodies_never_panic(body in ".{0,40}(://)?.{0,40}(\\[)?.{0,20}(\\])?.{0,9}", requested in ".{0,40}") {
            let texts = texts(&body);
            let _ = (texts.refused_scopes(&requested), texts.needed_scopes(), texts.registered_address(&requested));
            let quoted = serde_json::json!({ "redirect_uri": [body, {"scope": body}] }).to_string();
            let _ = (ErrorHints::of(quoted.as_bytes()).registered_address(&requested), ErrorHints::of(quoted.as_bytes()).needed_scopes());
        }
    }
}
