//! Unicode characters that control the direction of text.

use std::borrow::Cow;

/// Removes the characters that only control the direction of text, for places that would show them (a terminal) or where
/// they interfere (a screen reader, a comparison). Joiners, which change the shape of letters, stay.
pub fn without_direction_marks(text: &str) -> Cow<'_, str> {
    if text.contains(is_direction_mark) { Cow::Owned(text.replace(is_direction_mark, "")) } else { Cow::Borrowed(text) }
}

const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_marks_are_removed_and_joiners_stay() {
        assert_eq!(without_direction_marks("\u{2068}می‌خواهم\u{2069}\u{200f}"), "می‌خواهم");
    }
}
