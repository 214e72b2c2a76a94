//! Unicode characters that control the direction of text.

use std::borrow::Cow;
use std::path::{MAIN_SEPARATOR, MAIN_SEPARATOR_STR, Path};

/// Removes the characters that only control the direction of text, for places that would show them (a terminal) or where
/// they interfere (a screen reader, a comparison). Joiners, which change the shape of letters, stay.
pub fn without_direction_marks(text: &str) -> Cow<'_, str> {
    if text.contains(is_direction_mark) { Cow::Owned(text.replace(is_direction_mark, "")) } else { Cow::Borrowed(text) }
}

const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Formats a path for display: it runs from left to right in any language, and each name in its own direction.
pub fn display_path(path: &Path) -> String {
    let shown = path.display().to_string();
    let names: Vec<String> = shown.split(MAIN_SEPARATOR).map(|name| format!("\u{2068}{name}\u{2069}")).collect();
    format!("\u{2066}{}\u{2069}", names.join(MAIN_SEPARATOR_STR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_marks_are_removed_and_joiners_stay() {
        assert_eq!(without_direction_marks("\u{2068}می‌خواهم\u{2069}\u{200f}"), "می‌خواهم");
    }
}
