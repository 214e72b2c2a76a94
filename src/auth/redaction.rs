//! Text without what nobody else may read: for logs and crash reports.

use std::env;

const REDACTED: &str = "•••";
/// From this length, a word of letters and digits may be a token or a part of one.
const MIN_TOKEN_CHARS: usize = 20;

/// Removes from text what looks like a token, the queries of addresses, the secrets in the environment, and the name of the person's
/// own folder.
pub fn redact(text: &str) -> String {
    let given = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let secrets = ["VITRINE_TOKEN", "VITRINE_CLIENT_SECRET", "VITRINE_SERVICE_TOKEN"].into_iter().filter_map(given);
    let mut text = secrets.fold(text.to_owned(), |text, secret| text.replace(secret.trim(), REDACTED));
    if let Some(home) = given("HOME").or_else(|| given("USERPROFILE")).filter(|home| home.len() > 1) {
        text = text.replace(&home, "~");
    }
    let mut safe = String::with_capacity(text.len());
    for word in text.split_inclusive(|c: char| !is_of_token(c)) {
        let (word, end) = match word.char_indices().next_back() {
            Some((at, last)) if !is_of_token(last) => word.split_at(at),
            _ => (word, ""),
        };
        safe.push_str(if is_token(word) { REDACTED } else { word });
        safe.push_str(end);
    }
    without_queries(&safe)
}

/// The characters of Base64, of JSON web tokens and of percent-encoding.
fn is_of_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '%' | '~' | '|')
}

/// Long, and mixed like nothing that people write: names of functions have no digits, numbers no letters.
fn is_token(word: &str) -> bool {
    let has = |test: fn(&u8) -> bool| word.as_bytes().iter().any(test);
    word.len() >= MIN_TOKEN_CHARS && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

/// Removes what follows the question mark of an address, in which codes and tokens may stand.
fn without_queries(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        match word.split_once('?').filter(|(address, _)| address.contains("://")) {
            Some((address, query)) => {
                safe.push_str(address);
                safe.push('?');
                safe.push_str(REDACTED);
                safe.extend(query.chars().next_back().filter(|last| last.is_whitespace()));
            }
            None => safe.push_str(word),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_removed_wherever_they_stand() {
        for secret in ["rfmJZ9pX5S0mkZMBzDAofbUWNXu1nFpFCckDBTg26U0", "eyJ0eXAiOiJKV1Qi.eyJzdWIiOiI5In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r"] {
            for text in ["Bearer {}", "{}", "token={},", "(\"{}\")", "https://example.com/{}/a", "رمز {} است"] {
                let safe = redact(&text.replace("{}", secret));
                assert!(!safe.contains(&secret[..20]) && safe.contains(REDACTED), "{safe}");
            }
        }
    }

    #[test]
    fn addresses_lose_their_queries() {
        let safe = redact("GET https://example.com/callback?code=abc&state=xyz failed\nagain?");
        assert_eq!(safe, "GET https://example.com/callback?••• failed\nagain?");
    }

    #[test]
    fn what_explains_a_failure_is_kept() {
        let text = "worker panicked at src/worker/imports/journal_writer.rs:120:17: index out of bounds: the len is 3 but the index is 3";
        assert_eq!(redact(text), text);
        assert_eq!(redact("محصول «فرش ۱۲» ثبت نشد"), "محصول «فرش ۱۲» ثبت نشد");
    }
}
