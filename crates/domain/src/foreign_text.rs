//! Text of others, such as the names in a shop, a file or a refusal, as it may be written to a terminal.
//! Terminals obey what they print: control characters set titles and clipboards and erase lines, and
//! direction marks reorder what is read.

use std::borrow::Cow;

/// Whether a character changes the direction of text, or is invisible. Joiners, which shape Persian letters
/// and emoji, are not among them.
pub const fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a terminal, or a program that reads lines, may take a character for something else than text.
fn is_obeyed(c: char) -> bool {
    // Nearly all letters are told at once.
    !matches!(c, ' '..='~' | '\u{620}'..='\u{6ff}') && is_rarely_obeyed(c)
}

fn is_rarely_obeyed(c: char) -> bool {
    c.is_control() || is_unseen(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Text on one line that no terminal obeys: control characters are spelled out (`\x1b`, `\n`), and unseen
/// ones left out.
pub fn printable(text: &str) -> Cow<'_, str> {
    spelled_out(text, |_| false)
}

/// As [`printable`] for several lines with columns: line breaks and tabs stay.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    spelled_out(text, |c| matches!(c, '\n' | '\t'))
}

fn spelled_out(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_spelled = |c: char| is_obeyed(c) && !stays(c);
    if !text.contains(is_spelled) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            c if !is_spelled(c) => shown.push(c),
            c if is_unseen(c) => {}
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\u{2028}' | '\u{2029}' => shown.push(' '),
            c => shown.push_str(&format!("\\x{:02x}", u32::from(c))),
        }
    }
    Cow::Owned(shown)
}

/// Writes a character as JSON's escapes, of which one beyond U+FFFF needs two.
pub fn push_json_escape(json: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        json.push_str(&format!("\\u{unit:04x}"));
    }
}

/// JSON in which everything that a terminal obeys is written as an escape, so that it means the same as
/// before. serde escapes the characters below U+0020 only. Line breaks and tabs between its parts stay.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_obeyed) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match c {
            // A raw one stands between parts only.
            '\r' => {}
            c if is_obeyed(c) && !matches!(c, '\n' | '\t') => {
                push_json_escape(&mut shown, c);
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn what_terminals_obey_is_spelled_out_or_left_out() {
        for (text, shown) in [
            ("\u{1b}]0;owned\u{7}mug", r"\x1b]0;owned\x07mug"),
            ("\u{1b}]52;c;cm0gLXJm\u{7}", r"\x1b]52;c;cm0gLXJm\x07"),
            ("mug\r\u{1b}[2K\u{9b}1A", r"mug\r\x1b[2K\x9b1A"),
            ("two\nlines\tand a tab", r"two\nlines\tand a tab"),
            ("back\u{8}\u{7f}", r"back\x08\x7f"),
            ("gpj\u{202e}exe\u{2066}.\u{2069}\u{200f}", "gpjexe."),
            ("\u{feff}m\u{200b}ug\u{e0041}", "mug"),
            ("a\u{2028}b", "a b"),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_lines("a\tb\nc\u{1b}\r"), "a\tb\nc\\x1b\\r");
    }

    #[test]
    fn names_as_people_write_them_are_unchanged() {
        for name in ["کاسهٔ گلی می\u{200c}خواهم", "Mug 🏺 café", "👩\u{200d}🍳", r"C:\new\table"]
        {
            assert!(matches!(printable(name), Cow::Borrowed(same) if same == name), "{name}");
        }
    }

    proptest! {
        #[test]
        fn nothing_that_a_terminal_obeys_is_left(text: String) {
            prop_assert!(!printable(&text).contains(is_obeyed));
            prop_assert!(printable_lines(&text).chars().all(|c| !is_obeyed(c) || matches!(c, '\n' | '\t')));
            let once = printable(&text).into_owned();
            prop_assert_eq!(printable(&once), once.as_str());
        }

        #[test]
        fn laid_out_json_means_the_same(text: String) {
            let value = serde_json::json!({ "a": [text] });
            let json = serde_json::to_string_pretty(&value).unwrap().replace('\n', "\r\n");
            prop_assert_eq!(serde_json::from_str::<Value>(&printable_json(&json)).unwrap(), value);
        }

        #[test]
        fn json_means_the_same_and_is_obeyed_by_nothing(text: String, unseen in "[\u{7f}-\u{9f}\u{200b}-\u{202e}\u{2066}-\u{2069}\u{feff}\u{e0041}]{0,9}") {
            let value = Value::from(vec![Value::from(text), serde_json::json!({ &unseen: unseen })]);
            let json = value.to_string();
            let shown = printable_json(&json);
            prop_assert!(!shown.contains(is_obeyed));
            prop_assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
        }
    }
}
