//! A marketplace's own words made fit to show: short, plain, one line, without secrets.

/// The most characters of a foreign text that anything shows or keeps.
const LIMIT: usize = 300;
/// As much of a page as is read for an excerpt of it.
const PAGE_BYTES: usize = 64 * 1024;
const HIDDEN: &str = "•••";

/// One line of at most 300 characters: control and bidi-control characters gone, `secrets` hidden.
pub fn excerpt(text: &str, secrets: &[&str]) -> String {
    // Hidden before and after cleaning: neither a secret with spaces in it nor one that was
    // broken up by invisible characters gets through. Cut last, so that no half secret is left.
    let line = hidden(&one_line(&hidden(text, secrets)), secrets);
    if line.chars().count() <= LIMIT {
        return line;
    }
    line.chars().take(LIMIT - 1).chain(['…']).collect()
}

/// An excerpt of an answer that is not JSON: the text of an HTML page, or the text itself.
pub fn excerpt_of_body(body: &[u8], secrets: &[&str]) -> Option<String> {
    let text = String::from_utf8_lossy(body.get(..PAGE_BYTES).unwrap_or(body));
    let text = if text.trim_start().starts_with('<') { page_text(&text) } else { text.into_owned() };
    Some(excerpt(&text, secrets)).filter(|line| !line.is_empty())
}

fn hidden(text: &str, secrets: &[&str]) -> String {
    // The longest first, for when one holds another.
    let mut secrets: Vec<&str> = secrets.iter().copied().filter(|secret| !secret.is_empty()).collect();
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.iter().fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
}

fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(4 * LIMIT));
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = line.len();
        if start > 0 {
            line.push(' ');
        }
        line.extend(word.chars().filter(|&c| !reorders(c)));
        if line.len() <= start + 1 && line.trim_end().len() == start {
            line.truncate(start);
        }
    }
    line
}

/// Characters that turn the text around them about, or that nobody sees. The joiners of Persian stay.
fn reorders(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// The words of an HTML page: no tags, scripts, styles or comments.
fn page_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        text.push(' ');
        rest = after_tag(&rest[start..]);
    }
    text.push_str(rest);
    let entities = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

/// What follows the tag that `html` begins with, and its content where that is not for reading.
fn after_tag(html: &str) -> &str {
    let after = |end: &str| html.find(end).map_or("", |at| &html[at + end.len()..]);
    if html.starts_with("<!--") {
        return after("-->");
    }
    for (opening, closing) in [("<script", "</script"), ("<style", "</style")] {
        if html.get(..opening.len()).is_some_and(|head| head.eq_ignore_ascii_case(opening)) {
            return find_ignoring_case(html, closing).map_or("", |at| html[at..].split_once('>').map_or("", |(_, rest)| rest));
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
    fn a_page_becomes_its_words() {
        let page = b"<!doctype html><HTML><head><title>502 Bad Gateway</title><STYLE>a{b}</STYLE><script>x<y</script></head>\
            <!-- <b>no</b> --><body>\r\n<h1>Try&nbsp;again &amp; wait</h1>\n<hr>nginx</body></html>";
        assert_eq!(excerpt_of_body(page, &[]).unwrap(), "502 Bad Gateway Try again & wait nginx");
    }

    #[test]
    fn nothing_to_say_is_nothing() {
        for body in [&b""[..], b" \r\n", b"<html><body></body></html>", b"<script>never closed", b"\xef\xbb\xbf"] {
            assert_eq!(excerpt_of_body(body, &[]), None, "{body:?}");
        }
    }

    #[test]
    fn secrets_are_hidden_however_they_are_echoed() {
        assert_eq!(excerpt("bad token abc", &["abc"]), "bad token •••");
        assert_eq!(excerpt("bad a\u{200b}bc", &["abc"]), "bad •••");
        assert_eq!(excerpt("bad a  b", &["a  b"]), "bad •••");
        assert_eq!(excerpt("abcdef", &["abc", "abcdef"]), "•••");
        let long = format!("{}secret", "x".repeat(LIMIT - 3));
        assert!(!excerpt(&long, &["secret"]).contains('s'));
    }

    #[test]
    fn persian_keeps_its_half_space() {
        assert_eq!(excerpt("نام\u{200c}ها \u{202e}تکراری\u{7}است", &[]), "نام\u{200c}ها تکراری است");
    }

    proptest! {
        #[test]
        fn an_excerpt_is_short_plain_and_one_line(body: Vec<u8>) {
            if let Some(line) = excerpt_of_body(&body, &[]) {
                prop_assert!(line.chars().count() <= LIMIT);
                prop_assert!(!line.chars().any(|c| c.is_control() || reorders(c)));
                prop_assert_eq!(line.trim(), &line);
            }
        }

        #[test]
        fn a_secret_never_gets_through(before in ".{0,400}", secret in "[a-z0-9._-]{6,40}", after in ".{0,40}") {
            let text = format!("{before}{secret}{after}");
            prop_assert!(!excerpt(&text, &[&secret]).contains(&secret));
        }

        #[test]
        fn tags_of_any_shape_are_survived(page in "<[a-z!-]{0,8}[^é]{0,30}(<script|</style>|-->|é|<STYLE>|<|>){0,9}") {
            excerpt_of_body(page.as_bytes(), &[]);
        }
    }
}
