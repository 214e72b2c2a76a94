//! Unicode characters that control the direction of text.

use std::borrow::Cow;
use std::path::{MAIN_SEPARATOR, MAIN_SEPARATOR_STR, Path};

use vitrine_text::without_direction_marks;

/// Text that stays in its isolate: one with an override, or with a mark that closes what it did not open,
/// loses all of its marks. Otherwise a name could turn the rest of the sentence round.
pub(super) fn confined(text: &str) -> Cow<'_, str> {
    let mut open = 0_u32;
    for c in text.chars() {
        match c {
            '\u{2066}'..='\u{2068}' => open += 1,
            '\u{2069}' if open > 0 => open -= 1,
            '\u{2069}' | '\u{202d}' | '\u{202e}' => return without_direction_marks(text),
            _ => {}
        }
    }
    if open == 0 { Cow::Borrowed(text) } else { without_direction_marks(text) }
}

/// Formats a path for display: it runs from left to right in any language, and each name in its own
/// direction.
pub fn display_path(path: &Path) -> String {
    let shown = path.display().to_string();
    let names: Vec<String> =
        shown.split(MAIN_SEPARATOR).map(|name| format!("\u{2068}{name}\u{2069}")).collect();
    format!("\u{2066}{}\u{2069}", names.join(MAIN_SEPARATOR_STR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_text::is_direction_mark;

    #[test]
    fn no_name_leaves_its_isolate() {
        for name in ["mug\u{2069}\u{202e}", "\u{2067}mug", "gpj\u{202e}exe", "\u{2069}"] {
            assert!(!confined(name).contains(is_direction_mark), "{name:?}");
        }
        for part in [
            "mug",
            "\u{2068}می\u{200c}خواهم\u{2069}",
            "\u{2066}\u{2068}a\u{2069}/\u{2068}b\u{2069}\u{2069}",
            "\u{200f}5",
        ] {
            assert_eq!(confined(part), part);
        }
    }

    #[test]
    fn direction_marks_are_removed_and_joiners_stay() {
        assert_eq!(without_direction_marks("\u{2068}می‌خواهم\u{2069}\u{200f}"), "می‌خواهم");
    }
}
