//! Cleans pasted tokens, and reads their expiry.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use jiff::Timestamp;
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use vitrine_domain::{FieldError, Problem, ProblemKind};

/// The field name of a rejected token ([`Problem::field`]).
pub const FIELD: &str = "token";

/// The maximum length of a token: servers refuse longer headers, so longer text is a pasted page.
const MAX_CHARS: usize = 16 * 1024;

/// JSON web tokens omit the padding, but some servers write it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Extracts the token from pasted text: removes `Authorization:` and `Bearer` in front, surrounding quotes
/// and whitespace, and invisible marks anywhere.
///
/// # Errors
///
/// [`ProblemKind::SignInNeeded`] if nothing is left, [`ProblemKind::InvalidField`] if the rest cannot be sent
/// in a header. Neither contains any of the text.
pub fn clean(pasted: &str) -> Result<SecretString, Problem> {
    let mut text = Zeroizing::new(pasted.to_owned());
    loop {
        let bare: String = strip_prefixes(&text).chars().filter(|&c| !is_invisible(c)).collect();
        let is_clean = *text == bare;
        text = Zeroizing::new(bare);
        if is_clean {
            break;
        }
    }
    if text.is_empty() {
        return Err(Problem::new(ProblemKind::SignInNeeded).with_field(FIELD));
    }
    if text.len() > MAX_CHARS {
        let detail = FieldError::TooLong { limit: MAX_CHARS, length: text.chars().count() };
        return Err(Problem {
            detail: Some(detail),
            ..Problem::new(ProblemKind::InvalidField).with_field(FIELD)
        });
    }
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Problem::new(ProblemKind::InvalidField).with_field(FIELD));
    }
    Ok(SecretString::from(text.as_str()))
}

/// The expiry of a JSON web token, if it has one. For display only: the signature is not verified, and only
/// the marketplace decides what is valid.
pub fn expiry(token: &SecretString) -> Option<Timestamp> {
    let mut parts = token.expose_secret().split('.');
    let (_header, payload, _signature) = (parts.next()?, parts.next()?, parts.next()?);
    let payload = Zeroizing::new(BASE64.decode(payload).ok()?);
    let claims: Value = serde_json::from_slice(&payload).ok()?;
    let seconds = match claims.get("exp")? {
        Value::String(text) => text.trim().parse().ok()?,
        number => number.as_f64()?,
    };
    // Whole seconds, exact far beyond the range of a timestamp.
    (seconds.is_finite() && seconds > 0.0).then(|| Timestamp::from_second(seconds as i64).ok()).flatten()
}

fn strip_prefixes(text: &str) -> &str {
    let mut rest = text.trim_matches(is_wrapping);
    while let Some(shorter) = ["authorization", "bearer"].iter().find_map(|word| strip_word(rest, word)) {
        rest = shorter.trim_matches(is_wrapping);
    }
    rest
}

/// The text after `word` (in any case), if the word ends there.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let ends = rest.chars().next().is_none_or(|c| is_wrapping(c) || c == ':');
    (head.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start_matches(|c| is_wrapping(c) || c == ':'))
}

fn is_wrapping(c: char) -> bool {
    c.is_whitespace()
        || is_invisible(c)
        || matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»')
}

/// Invisible characters that web pages and messengers leave in copied text: soft hyphen, zero-width and
/// direction marks, BOM.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cleaned(pasted: &str) -> String {
        clean(pasted).unwrap().expose_secret().to_owned()
    }

    #[test]
    fn prefixes_quotes_and_marks_around_a_token_are_removed() {
        for pasted in [
            "abc.DEF-1_2",
            "  abc.DEF-1_2\r\n",
            "Bearer abc.DEF-1_2",
            "bearer BEARER   abc.DEF-1_2",
            "Authorization: Bearer abc.DEF-1_2",
            "\"Bearer abc.DEF-1_2\"",
            "Bearer \"abc.DEF-1_2\"",
            "'abc.DEF-1_2'",
            "«abc.DEF-1_2»",
            "\u{feff}abc.DEF-1_2\u{200b}",
            "\u{200f}Bearer\u{a0}abc.\u{200b}DEF-\u{ad}1_2\u{202c}",
        ] {
            assert_eq!(cleaned(pasted), "abc.DEF-1_2", "{pasted:?}");
        }
    }

    #[test]
    fn a_token_that_begins_with_bearer_is_unchanged() {
        assert_eq!(cleaned("bearers-of-news"), "bearers-of-news");
    }

    #[test]
    fn empty_input_asks_for_a_token() {
        for pasted in ["", " \n", "Bearer", "bearer Bearer:", "\"\"", "\u{200b}", "Bea\u{200b}rer"] {
            assert_eq!(clean(pasted).unwrap_err().kind, ProblemKind::SignInNeeded, "{pasted:?}");
        }
    }

    #[test]
    fn text_invalid_in_a_header_is_refused_without_quoting_it() {
        for pasted in
            ["sesame open", "sesame\nopen", "sesame\u{7}", "sesameé", "توکنsesame", &"sesame".repeat(9999)]
        {
            let problem = clean(pasted).unwrap_err();
            assert_eq!((problem.kind, problem.field.as_deref()), (ProblemKind::InvalidField, Some(FIELD)));
            assert!(!format!("{problem} {problem:?}").contains("sesame"));
        }
    }

    fn web_token(claims: &str) -> SecretString {
        let body = base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(claims);
        SecretString::from(format!("eyJhbGciOiJSUzI1NiJ9.{body}.c2ln"))
    }

    #[test]
    fn the_expiry_of_a_json_web_token_is_read() {
        let end = Timestamp::from_second(1_800_000_000).ok();
        for claims in
            [r#"{"exp":1800000000}"#, r#"{"exp":1800000000.75,"sub":"کاربر"}"#, r#"{"exp":"1800000000"}"#]
        {
            assert_eq!(expiry(&web_token(claims)), end, "{claims}");
        }
        let padded = base64::prelude::BASE64_URL_SAFE.encode(r#"{"exp":1800000000}"#);
        assert_eq!(expiry(&SecretString::from(format!("e30.{padded}.c2ln"))), end);
    }

    #[test]
    fn an_opaque_or_malformed_token_has_no_expiry() {
        for claims in
            ["{}", "[]", "{", r#"{"exp":null}"#, r#"{"exp":-1}"#, r#"{"exp":1e300}"#, r#"{"exp":"NaN"}"#]
        {
            assert_eq!(expiry(&web_token(claims)), None, "{claims}");
        }
        for opaque in ["", "abc", "a.b", "a.%.c", "..", "é.é.é"] {
            assert_eq!(expiry(&SecretString::from(opaque)), None, "{opaque}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_is_idempotent(pasted in "(?i:bearer|authorization:|[ \"'\u{200b}\u{feff}a-c.:\n])*") {
            if let Ok(token) = clean(&pasted) {
                prop_assert_eq!(cleaned(token.expose_secret()), token.expose_secret());
            }
        }

        #[test]
        fn arbitrary_text_never_panics(text in any::<String>(), claims in any::<String>()) {
            let _ = clean(&text);
            let _ = expiry(&SecretString::from(text));
            let _ = expiry(&web_token(&claims));
        }
    }
}
