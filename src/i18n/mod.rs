//! What the program says, in English and Persian, with numbers, money and dates as each language writes them.
//!
//! Every sentence a person reads is a message in `assets/messages/<language>/*.ftl` (Fluent), found by its key:
//!
//! ```
//! use vitrine::i18n::{Language, Messages, args};
//!
//! let words = Messages::for_terminal(Language::Persian);
//! assert_eq!(words.text("yes"), "بله");
//! assert_eq!(words.format("count-products", args!["count" => 1250]), "۱٬۲۵۰ محصول");
//! ```
//!
//! Numbers given to a message are written in the language's digits and choose its plural forms.
//! Each screen has a section (or a file) of its own; `tests/i18n_files.rs` holds the languages together.

mod dates;
mod messages;
mod names;
mod numbers;
mod photo;
mod problem;
mod report;

use std::borrow::Cow;

pub use crate::args;
pub use dates::Jalali;
pub use messages::{Arguments, Messages};
pub use names::{EventWords, WaitingWords};
pub use photo::PhotoWords;
pub use problem::ProblemText;

/// A language the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    Persian,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Persian];

    /// The tag kept in the settings.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Persian => "fa",
        }
    }

    /// The language's name in itself, for choosing it without knowing any other.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Persian => "فارسی",
        }
    }

    /// Reads `fa`, `fa-IR`, `fa_IR.UTF-8` and the like; Dari counts as Persian. `None` for languages not spoken here.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
        match primary.as_str() {
            "en" | "eng" => Some(Self::English),
            "fa" | "fas" | "per" | "prs" => Some(Self::Persian),
            _ => None,
        }
    }

    /// The first of the system's languages that is spoken here, else English.
    pub fn system() -> Self {
        sys_locale::get_locales().find_map(|tag| Self::from_tag(&tag)).unwrap_or_default()
    }

    pub const fn is_rtl(self) -> bool {
        matches!(self, Self::Persian)
    }
}

/// Text without the marks that only steer the direction of writing, for where they would show (a terminal) or be in
/// the way (a screen reader, a comparison). Joiners, which change how letters look, stay.
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
    fn the_tags_systems_use_are_read() {
        for tag in ["fa", "fa-IR", "fa_IR.UTF-8", "FA", "prs-AF"] {
            assert_eq!(Language::from_tag(tag), Some(Language::Persian), "{tag}");
        }
        assert_eq!(Language::from_tag("en_GB.UTF-8"), Some(Language::English));
        assert_eq!(Language::from_tag("C"), None);
        assert_eq!(Language::from_tag(""), None);
        assert!(Language::ALL.iter().all(|&language| Language::from_tag(language.tag()) == Some(language)));
    }

    #[test]
    fn direction_marks_go_and_joiners_stay() {
        assert_eq!(without_direction_marks("\u{2068}می‌خواهم\u{2069}\u{200f}"), "می‌خواهم");
    }
}
