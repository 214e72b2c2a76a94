//! Predicts the direction that egui's shaper guesses, since it is told neither script nor direction.

use std::sync::LazyLock;

use harfrust::{Direction, UnicodeBuffer, script};

/// Whether the shaper draws these characters from right to left. The first character that belongs to a single
/// script decides; `None` if there is none, in which case it draws from left to right.
pub(crate) fn guesses_rtl(mut characters: impl Iterator<Item = char>) -> Option<bool> {
    characters.find_map(|c| {
        COMMON_GUESSES.get(c as usize).copied().unwrap_or_else(|| query_shaper(&mut UnicodeBuffer::new(), c))
    })
}

/// The guesses for U+0000 to U+06FF, which cover nearly all text: the guess is needed for every character of
/// every new text.
static COMMON_GUESSES: LazyLock<Vec<Option<bool>>> = LazyLock::new(|| {
    let mut buffer = UnicodeBuffer::new();
    ('\0'..'\u{700}').map(|c| query_shaper(&mut buffer, c)).collect()
});

/// Computes the guess with the shaper itself.
fn query_shaper(buffer: &mut UnicodeBuffer, c: char) -> Option<bool> {
    buffer.clear();
    buffer.add(c, 0);
    buffer.guess_segment_properties();
    (buffer.script() != script::UNKNOWN).then(|| buffer.direction() == Direction::RightToLeft)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn guess(text: &str) -> Option<bool> {
        guesses_rtl(text.chars())
    }

    #[test]
    fn persian_and_arabic_digits_count_as_letters_of_their_script() {
        for (digits, rtl) in [("۵", Some(true)), ("٥", Some(true)), ("5", None)] {
            assert_eq!(guess(digits), rtl, "{digits}");
            assert_eq!(guess(&format!("{digits} ml")), rtl.or(Some(false)), "{digits} ml");
            assert_eq!(guess(&format!("{digits} عدد")), Some(true), "{digits} عدد");
        }
    }

    #[test]
    fn characters_shared_by_scripts_do_not_decide() {
        assert_eq!(guess("(«- ،…؟»)"), None);
        assert_eq!(guess(""), None);
    }

    /// Another release of the crate might guess differently.
    #[test]
    fn there_is_only_one_version_of_the_shaper() {
        let locked = include_str!("../../../../Cargo.lock");
        assert_eq!(locked.matches("name = \"harfrust\"").count(), 1);
    }

    proptest! {
        #[test]
        fn the_prediction_equals_the_shapers_guess(text in "\\PC{0,12}|[a-z0-9۰-۹٠-٩٪ـآ-یא-ת\u{591}-\u{5a0}\u{64b}-\u{65f}()«»﷼☎ ]{0,12}") {
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(&text);
            buffer.guess_segment_properties();
            prop_assert_eq!(guess(&text).unwrap_or(false), buffer.direction() == Direction::RightToLeft);
        }
    }
}
