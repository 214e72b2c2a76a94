//! JSON as marketplaces really send it.

use std::borrow::Cow;

use serde_json::Value;

/// Reads JSON. A byte order mark, bytes that are no UTF-8 and halves of surrogate pairs (`"\ud83d"`, left over where a
/// title was cut in the middle of an emoji) cost one character, not the whole answer: each becomes U+FFFD.
///
/// # Errors
/// When it is no JSON even so.
pub fn read(body: &[u8]) -> serde_json::Result<Value> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii();
    serde_json::from_slice(body).or_else(|error| match mended(body) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(mended) => serde_json::from_str(&mended),
    })
}

/// Borrowed when there was nothing to mend.
fn mended(body: &[u8]) -> Cow<'_, str> {
    let mut text = String::from_utf8_lossy(body);
    for at in lone_halves(text.as_bytes()) {
        // As long as what it replaces, and ASCII like it.
        text.to_mut().replace_range(at..at + ESCAPE, "\\ufffd");
    }
    text
}

/// The length of `\uXXXX`.
const ESCAPE: usize = 6;

/// Where an escape stands for half a surrogate pair whose other half is not beside it.
fn lone_halves(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = memchr::memchr(b'\\', &text[at..]) {
        at += step;
        let pair = (escaped(text, at), escaped(text, at + ESCAPE));
        at += match pair {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => {
                found.push(at);
                ESCAPE
            }
            // `\\u` is a backslash and a letter.
            _ => 2,
        };
        if at >= text.len() {
            break;
        }
    }
    found
}

/// The unit of UTF-16 that is written as `\uXXXX` here.
fn escaped(text: &[u8], at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)? as u16))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn half_an_emoji_costs_one_character_and_not_the_answer() {
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
    fn what_only_looks_like_half_a_pair_is_left_alone() {
        assert_eq!(read(br#"["\\ud83d \ud83d\ude00"]"#).unwrap(), json!(["\\ud83d 😀"]));
        assert_eq!(read(br#"["\\ud83d \ud83d"]"#).unwrap(), json!(["\\ud83d \u{fffd}"]), "even where another is mended");
    }

    #[test]
    fn bytes_that_are_no_utf_8_cost_one_character() {
        assert_eq!(read(b"\xef\xbb\xbf [\"caf\xe9\"] ").unwrap(), json!(["caf\u{fffd}"]));
    }

    #[test]
    fn what_is_no_json_stays_none() {
        for body in [&b""[..], b"<html>", br#"{"title":"\ud83"}"#, br#"["\ud83d"#, b"\\", br"\ud83d", b"\xff"] {
            assert!(read(body).is_err(), "{}", String::from_utf8_lossy(body));
        }
    }

    proptest! {
        #[test]
        fn a_mark_that_is_cut_short_anywhere_does_not_panic(parts in prop::collection::vec(r#"\\u|d83d|de00|\\\\|"|é|[|]"#, 0..20)) {
            let _ = read(parts.concat().as_bytes());
        }

        #[test]
        fn what_json_can_hold_is_read_as_it_is(title in ".*") {
            prop_assert_eq!(read(json!([title]).to_string().as_bytes()).unwrap(), json!([title]));
        }
    }
}
