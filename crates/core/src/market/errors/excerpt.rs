//! Makes text from a marketplace safe to show: short, plain, on one line, without secrets.

use vitrine_domain::foreign_text::is_unseen;

/// The maximum length of foreign text that is shown or stored, in characters.
const MAX_CHARS: usize = 300;
/// How much of a page is read for its excerpt, in bytes.
const PAGE_BYTES: usize = 64 * 1024;
const REDACTED: &str = "•••";

/// One line of at most 300 characters without control and bidirectional control characters; `secrets` are
/// redacted.
pub fn excerpt(text: &str, secrets: &[&str]) -> String {
    // Redacted before and after cleaning, so that neither a secret with spaces nor one with invisible
    // characters inside survives. Truncated last, so that no partial secret remains.
    let line = redacted(&one_line(&redacted(text, secrets)), secrets);
    if line.chars().count() <= MAX_CHARS {
        return line;
    }
    line.chars().take(MAX_CHARS - 1).chain(['…']).collect()
}

/// An excerpt of an answer that is not JSON: the text of an HTML page, or the text itself.
pub fn excerpt_of_body(body: &[u8], secrets: &[&str]) -> Option<String> {
    let text = String::from_utf8_lossy(body.get(..PAGE_BYTES).unwrap_or(body));
    let text = if text.trim_start().starts_with('<') { page_text(&text) } else { text.into_owned() };
    Some(excerpt(&text, secrets)).filter(|line| !line.is_empty())
}

fn redacted(text: &str, secrets: &[&str]) -> String {
    // Longest first, in case one secret contains another.
    let mut secrets: Vec<&str> = secrets.iter().copied().filter(|secret| !secret.is_empty()).collect();
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.iter().fold(text.to_owned(), |text, secret| text.replace(secret, REDACTED))
}

fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(4 * MAX_CHARS));
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = line.len();
        if start > 0 {
            line.push(' ');
        }
        line.extend(word.chars().filter(|&c| !is_unseen(c)));
        if line.len() <= start + 1 && line.trim_end().len() == start {
            line.truncate(start);
        }
    }
    line
}

/// The text of an HTML page without tags, scripts, styles and comments.
fn page_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        text.push(' ');
        rest = after_tag(&rest[start..]);
    }
    text.push_str(rest);
    let entities =
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

/// The text after the tag at the beginning of `html`, and after its content if that is a script or style.
fn after_tag(html: &str) -> &str {
    let after = |end: &str| html.find(end).map_or("", |at| &html[at + end.len()..]);
    if html.starts_with("<!--") {
        return after("-->");
    }
    for (opening, closing) in [("<script", "</script"), ("<style", "</style")] {
        if html.get(..opening.len()).is_some_and(|head| head.eq_ignore_ascii_case(opening)) {
            return find_ignoring_case(html, closing)
                .map_or("", |at| html[at..].split_once('>').map_or("", |(_, rest)| rest));
        }
    }
    after(">")
}

/// `needle` is ASCII, so a match always lies on character boundaries.
fn find_ignoring_case(text: &str, needle: &str) -> Option<usize> {
    text.as_bytes().windows(needle.len()).position(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_excerpt_of_a_page_is_its_text() {
        let page = b"<!doctype html><HTML><head><title>502 Bad Gateway</title><STYLE>a{b}</STYLE><script>x<y</script></head>\
            <!-- <b>no</b> --><body>\r\n<h1>Try&nbsp;again &amp; wait</h1>\n<hr>nginx</body></html>";
        assert_eq!(excerpt_of_body(page, &[]).unwrap(), "502 Bad Gateway Try again & wait nginx");
    }

    #[test]
    fn an_empty_body_has_no_excerpt() {
        for body in
            [&b""[..], b" \r\n", b"<html><body></body></html>", b"<script>never closed", b"\xef\xbb\xbf"]
        {
            assert_eq!(excerpt_of_body(body, &[]), None, "{body:?}");
        }
    }

    #[test]
    fn secrets_are_redacted_however_they_are_echoed() {
        assert_eq!(excerpt("bad token abc", &["abc"]), "bad token •••");
        assert_eq!(excerpt("bad a\u{200b}bc", &["abc"]), "bad •••");
        assert_eq!(excerpt("bad a  b", &["a  b"]), "bad •••");
        assert_eq!(excerpt("abcdef", &["abc", "abcdef"]), "•••");
        let long = format!("{}secret", "x".repeat(MAX_CHARS - 3));
        assert!(!excerpt(&long, &["secret"]).contains('s'));
    }

    #[test]
    fn persian_keeps_its_zero_width_joiner() {
        assert_eq!(excerpt("نام\u{200c}ها \u{202e}تکراری\u{7}است", &[]), "نام\u{200c}ها تکراری است");
    }

    proptest! {
        #[test]
        fn an_excerpt_is_short_plain_and_on_one_line(body: Vec<u8>) {
            if let Some(line) = excerpt_of_body(&body, &[]) {
                prop_assert!(line.chars().count() <= MAX_CHARS);
                prop_assert!(!line.chars().any(|c| c.is_control() || is_unseen(c)));
                prop_assert_eq!(line.trim(), &line);
            }
        }

        #[test]
        fn a_secret_is_never_in_an_excerpt(before in ".{0,400}", secret in "[a-z0-9._-]{6,40}", after in ".{0,40}") {
            let text = format!("{before}{secret}{after}");
            prop_assert!(!excerpt(&text, &[&secret]).contains(&secret));
        }

        #[test]
        fn malformed_tags_never_panic(page in "<[a-z!-]{0,8}[^é]{0,30}(<script|</style>|-->|é|<STYLE>|<|>){0,9}") {
            excerpt_of_body(page.as_bytes(), &[]);
        }
    }
}
