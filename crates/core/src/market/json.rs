//! Lenient parsing of JSON from marketplaces.

use std::borrow::Cow;

use serde::de::Error as _;
use serde_json::Value;

/// So much memory may the values of one answer take, in bytes. The products of a whole shop take less, in an
/// answer of the largest size that is read.
const MOST_MEMORY: usize = 384 << 20;
/// What an object takes at the least, whatever is in it, and any value.
const OBJECT: usize = 640;
const VALUE: usize = 32;

/// Parses JSON. A byte order mark is ignored; invalid UTF-8 and unpaired surrogates (`"\ud83d"`, from a title
/// cut inside an emoji) become U+FFFD instead of failing the whole answer.
///
/// # Errors
///
/// If it is not JSON even then, or has so many values that they would take a hundred times its length.
pub fn read(body: &[u8]) -> serde_json::Result<Value> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii();
    if memory(body) > MOST_MEMORY {
        return Err(serde_json::Error::custom("too many values"));
    }
    serde_json::from_slice(body).or_else(|error| match repaired(body) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(repaired) => serde_json::from_str(&repaired),
    })
}

/// What the values will take. Each but the first of a list or an object comes after a comma.
fn memory(body: &[u8]) -> usize {
    let count = |byte| memchr::memchr_iter(byte, body).count();
    count(b'{') * OBJECT + (count(b',') + count(b'[')) * VALUE
}

/// Borrowed if nothing needed repair.
fn repaired(body: &[u8]) -> Cow<'_, str> {
    let mut text = String::from_utf8_lossy(body);
    for at in unpaired_surrogates(text.as_bytes()) {
        // The replacement is ASCII and has the same length.
        text.to_mut().replace_range(at..at + ESCAPE_LENGTH, "\\ufffd");
    }
    text
}

/// The length of `\uXXXX`.
const ESCAPE_LENGTH: usize = 6;

/// The offsets of `\u` escapes of unpaired surrogates.
fn unpaired_surrogates(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = memchr::memchr(b'\\', &text[at..]) {
        at += step;
        let pair = (utf16_escape(text, at), utf16_escape(text, at + ESCAPE_LENGTH));
        at += match pair {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE_LENGTH,
            (Some(0xd800..=0xdfff), _) => {
                found.push(at);
                ESCAPE_LENGTH
            }
            // `\\u` is an escaped backslash and a letter.
            _ => 2,
        };
        if at >= text.len() {
            break;
        }
    }
    found
}

/// The UTF-16 code unit of a `\uXXXX` escape at this offset.
fn utf16_escape(text: &[u8], at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE_LENGTH)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)? as u16))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn half_an_emoji_costs_one_character_not_the_whole_answer() {
        for (body, title) in [
            (r#"{"title":"cup \ud83d"}"#, "cup \u{fffd}"),
            (r#"{"title":"\ude00 cup"}"#, "\u{fffd} cup"),
            (r#"{"title":"\ud83d\ud83d\ude00"}"#, "\u{fffd}😀"),
            (r#"{"title":"\ud83d\n\uD83D\\u"}"#, "\u{fffd}\n\u{fffd}\\u"),
            (r#"{"title":"\ud83d\u0041"}"#, "\u{fffd}A"),
        ] {
            assert_eq!(read(body.as_bytes()).unwrap(), json!({ "title": title }), "{body}");
        }
    }

    #[test]
    fn escaped_backslashes_are_not_mistaken_for_surrogates() {
        assert_eq!(read(br#"["\\ud83d \ud83d\ude00"]"#).unwrap(), json!(["\\ud83d 😀"]));
        assert_eq!(
            read(br#"["\\ud83d \ud83d"]"#).unwrap(),
            json!(["\\ud83d \u{fffd}"]),
            "even next to one that is replaced"
        );
    }

    #[test]
    fn an_answer_of_empty_objects_is_refused_before_they_fill_the_memory_and_a_whole_shop_is_not() {
        let list = |row: &str, bytes: usize| format!("[{}0]", format!("{row},").repeat(bytes / row.len()));
        let product = r#"{"id":123,"title":"Rug","photo":{"id":1,"original":"https://a.example/1.jpg"},"status":{"name":"on","value":2976},"price":1}"#;
        for (row, is_read) in [(r#"{"":0}"#, false), ("{}", false), (product, true)] {
            assert_eq!(read(list(row, 15 << 20).as_bytes()).is_ok(), is_read, "{row}");
        }
    }

    #[test]
    fn invalid_utf_8_costs_one_character() {
        assert_eq!(read(b"\xef\xbb\xbf [\"caf\xe9\"] ").unwrap(), json!(["caf\u{fffd}"]));
    }

    #[test]
    fn invalid_json_is_still_an_error() {
        for body in [&b""[..], b"<html>", br#"{"title":"\ud83"}"#, br#"["\ud83d"#, b"\\", br"\ud83d", b"\xff"]
        {
            assert!(read(body).is_err(), "{}", String::from_utf8_lossy(body));
        }
    }

    proptest! {
        #[test]
        fn truncated_escapes_never_panic(parts in prop::collection::vec(r#"\\u|d83d|de00|\\\\|"|é|[|]"#, 0..20)) {
            let _ = read(parts.concat().as_bytes());
        }

        #[test]
        fn valid_json_is_read_unchanged(title in ".*") {
            prop_assert_eq!(read(json!([title]).to_string().as_bytes()).unwrap(), json!([title]));
        }
    }
}
