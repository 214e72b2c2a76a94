//! From a text of the window back to the keys of its messages, so that it can be found in another language.

use std::collections::HashMap;

use super::messages::Messages;
use vitrine_text::without_direction_marks;

/// The keys of all messages of one language, by their texts.
pub struct KeyIndex {
    plain: HashMap<String, Vec<&'static str>>,
    /// The texts around the placeables of a message, with its key.
    filled: Vec<(Vec<String>, &'static str)>,
}

/// The fewest characters around the placeables by which a message is recognised.
const MIN_LITERAL: usize = 3;

impl KeyIndex {
    pub fn new(messages: &Messages) -> Self {
        let mut index = Self { plain: HashMap::new(), filled: Vec::new() };
        for key in messages.keys() {
            let text = unfilled(messages, key);
            let pieces = pieces(&text);
            if pieces.len() == 1 {
                index.plain.entry(text).or_default().push(key);
            } else if pieces.iter().map(|piece| piece.trim().chars().count()).sum::<usize>() >= MIN_LITERAL {
                index.filled.push((pieces, key));
                // That of one has other words where a language has a singular.
                let of_one =
                    without_direction_marks(&messages.format(key, crate::args!["count" => 1])).into_owned();
                index.plain.entry(of_one).or_default().push(key);
            }
        }
        index
    }

    /// The keys of the messages that this text, without direction marks, can be.
    pub fn keys(&self, text: &str) -> Vec<&'static str> {
        if let Some(keys) = self.plain.get(text) {
            return keys.clone();
        }
        self.filled.iter().filter(|(pieces, _)| fits(text, pieces)).map(|(_, key)| *key).collect()
    }
}

/// A message without direction marks, with the names of its placeables in place of their values.
pub fn unfilled(messages: &Messages, key: &str) -> String {
    let text = messages.text(key);
    without_direction_marks(&text).into_owned()
}

/// The text between placeables without a value.
fn pieces(text: &str) -> Vec<String> {
    let mut rest = text;
    let mut pieces = Vec::new();
    while let Some((before, after)) = rest.split_once("{$") {
        pieces.push(before.to_owned());
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    pieces.push(rest.to_owned());
    pieces
}

/// Whether a text consists of these pieces with anything between them.
fn fits(text: &str, pieces: &[String]) -> bool {
    let [first, middle @ .., last] = pieces else { return false };
    let Some(mut rest) = text.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str()))
    else {
        return false;
    };
    for piece in middle {
        let Some((_, after)) = rest.split_once(piece.as_str()) else { return false };
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;
    use crate::i18n::Language;

    #[test]
    fn a_text_leads_to_its_key_in_every_language() {
        for language in Language::ALL {
            let messages = Messages::new(language);
            let index = KeyIndex::new(&messages);
            for key in ["products-export", "refresh", "review-columns"] {
                assert!(index.keys(&unfilled(&messages, key)).contains(&key), "{language:?}: {key}");
            }
        }
    }

    #[test]
    fn a_text_with_values_leads_to_its_key() {
        for language in Language::ALL {
            let messages = Messages::new(language);
            let index = KeyIndex::new(&messages);
            for count in [1, 2, 37] {
                let text = messages.format("import-retry-all", args!["count" => count]);
                assert!(
                    index.keys(&without_direction_marks(&text)).contains(&"import-retry-all"),
                    "{language:?}: {text}"
                );
            }
            assert!(index.keys("qqq").is_empty());
        }
    }

    #[test]
    fn the_pieces_are_what_stands_around_placeables() {
        assert_eq!(pieces("Fix {$count} of {$all}"), ["Fix ", " of ", ""]);
        assert!(fits("Fix 2 of 3", &pieces("Fix {$count} of {$all}")));
        assert!(!fits("Fix 2", &pieces("Fix {$count} of {$all}")));
    }
}
