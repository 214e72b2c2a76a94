//! Text without what nobody else may read: for logs and crash reports.

use std::env;

use secrecy::ExposeSecret;

use super::environment;

const REDACTED: &str = "•••";
/// From this length, a word of letters and digits may be a token or a part of one.
const MIN_TOKEN_CHARS: usize = 20;

/// Removes from text what looks like a token, the queries of addresses, the secrets that the environment had,
/// and the name of the person's own folder.
pub fn redact(text: &str) -> String {
    let given = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let mut text = environment::secrets()
        .fold(text.to_owned(), |text, (_, secret)| text.replace(secret.expose_secret().trim(), REDACTED));
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

/// Removes the paths of files and folders, which may be named after products and people: each up to the last
/// quotation mark of its kind, else to the end of the line, because names contain spaces and apostrophes.
pub fn without_paths(text: &str) -> String {
    text.split_inclusive('\n').map(line_without_paths).collect()
}

fn line_without_paths(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let closing =
            QUOTES.into_iter().find_map(|(opening, closing)| (opening == before).then_some(closing));
        if (before.is_whitespace() || before == '(' || closing.is_some()) && is_path(&line[at..]) {
            safe.push_str(REDACTED);
            let end = closing
                .and_then(|closing| line[at..].rfind(closing))
                .map_or(line.trim_end().len(), |end| at + end);
            // What follows may hold another path.
            safe.push_str(&line_without_paths(&line[end..]));
            return safe;
        }
        safe.push(c);
        before = c;
    }
    safe
}

const QUOTES: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('«', '»')];

/// Whether text begins with the absolute path of a file: of Unix, of a home folder, of a drive, or of a
/// server.
fn is_path(text: &str) -> bool {
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('/'), Some(next), _) => !next.is_whitespace() && next != '/',
        (Some('~'), Some('/' | '\\'), _) | (Some('\\'), Some('\\'), _) => true,
        (Some(drive), Some(':'), Some('/' | '\\')) => drive.is_ascii_alphabetic(),
        _ => false,
    }
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
        for secret in [
            "rfmJZ9pX5S0mkZMBzDAofbUWNXu1nFpFCckDBTg26U0",
            "eyJ0eXAiOiJKV1Qi.eyJzdWIiOiI5In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r",
        ] {
            for text in ["Bearer {}", "{}", "token={},", "(\"{}\")", "https://example.com/{}/a", "رمز {} است"]
            {
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
    fn paths_are_removed_with_the_names_in_them() {
        for path in [
            "/home/maryam/My photos/فرش ۱.jpg",
            "~/Rugs/a b.jpg",
            r"C:\Users\Maryam\Rug 1.jpg",
            "D:/عکس‌ها",
            r"\\nas\photos\a.jpg",
            "/srv/Maryam's/a.jpg",
        ] {
            for (text, safe) in [
                ("cannot read \"{}\": gone", "cannot read \"•••\": gone"),
                ("cannot read {}", "cannot read •••"),
                ("{}", "•••"),
                ("“{}” and '{}'\nmore", "“•••” and '•••'\nmore"),
                ("Os(“{}”)", "Os(“•••”)"),
                ("\"{}\" or \"{}\".", "\"•••\"."),
            ] {
                assert_eq!(without_paths(&text.replace("{}", path)), safe, "{path}");
            }
        }
        for text in [
            "1/2 and a / b",
            "src/worker/bus.rs:1:2",
            "https://example.com/a",
            "at 12:30",
            "and/or",
            "// a comment",
        ] {
            assert_eq!(without_paths(text), text);
        }
    }

    #[test]
    fn what_explains_a_failure_is_kept() {
        let text = "worker panicked at src/worker/imports/journal_writer.rs:120:17: index out of bounds: the len is 3 but the index is 3";
        assert_eq!(redact(text), text);
        assert_eq!(redact("محصول «فرش ۱۲» ثبت نشد"), "محصول «فرش ۱۲» ثبت نشد");
    }
}
