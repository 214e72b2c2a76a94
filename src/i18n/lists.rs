//! Several things in one text: the parts of what is said, and the first of many files.

use super::messages::Messages;
use crate::args;

/// The first of so many files, and how many more there are.
pub fn list_and_more<T: AsRef<str>>(words: &Messages, names: &[T], count: usize) -> String {
    let listed = words.list(names);
    match count.saturating_sub(names.len()) {
        0 => listed,
        _ if names.is_empty() => words.format("files-count", args!["count" => count]).into_owned(),
        more => words.format("files-and-more", args!["names" => listed, "count" => more]).into_owned(),
    }
}

/// What is said of one thing, part after part. A part that is a sentence has its own full stop, and no comma
/// follows it.
pub fn said<T: AsRef<str>>(words: &Messages, parts: &[T]) -> String {
    let separator = words.text("list-separator");
    let mut said = String::new();
    for part in parts.iter().map(AsRef::as_ref).filter(|part| !part.is_empty()) {
        match said.trim_end_matches('\u{2069}').chars().last() {
            None => {}
            Some('.' | '!' | '?' | '؟') => said.push(' '),
            Some(_) => said.push_str(&separator),
        }
        said.push_str(part);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    #[test]
    fn no_comma_follows_the_full_stop_of_a_part() {
        let words = Messages::new(Language::English);
        let parts = ["Stock: a few, not sent. For example, \u{2068}12.\u{2069}", "new", "", "Fix"];
        let expected = "Stock: a few, not sent. For example, \u{2068}12.\u{2069} new, Fix";
        assert_eq!(said(&words, &parts), expected);
    }

    #[test]
    fn files_that_are_not_named_are_counted() {
        let words = Messages::for_terminal(Language::English);
        let said = |names: &[&str], count| list_and_more(&words, names, count);
        assert_eq!(said(&["a.mp4"], 1), "a.mp4");
        assert_eq!(said(&["a.mp4", "b.txt"], 4), "a.mp4, b.txt and 2 more");
        assert_eq!(said(&[], 2), "2 files");
    }
}
