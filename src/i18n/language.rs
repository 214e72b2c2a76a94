//! The languages of the user interface.

/// A language of the user interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    Persian,
}

impl Language {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::English, Self::Persian];

    /// The BCP 47 tag, as saved in the settings.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Persian => "fa",
        }
    }

    /// The language's name in itself, which its speakers recognise whatever language is shown.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Persian => "فارسی",
        }
    }

    /// Parses `fa`, `fa-IR`, `fa_IR.UTF-8` and the like; Dari counts as Persian. `None` for other languages.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
        match primary.as_str() {
            "en" | "eng" => Some(Self::English),
            "fa" | "fas" | "per" | "prs" => Some(Self::Persian),
            _ => None,
        }
    }

    /// The first supported language of the system's preferences, else English.
    pub fn system() -> Self {
        sys_locale::get_locales().find_map(|tag| Self::from_tag(&tag)).unwrap_or_default()
    }

    /// Whether the language is written from right to left.
    pub const fn is_rtl(self) -> bool {
        matches!(self, Self::Persian)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_as_systems_write_them_are_parsed() {
        for tag in ["fa", "fa-IR", "fa_IR.UTF-8", "FA", "prs-AF"] {
            assert_eq!(Language::from_tag(tag), Some(Language::Persian), "{tag}");
        }
        assert_eq!(Language::from_tag("en_GB.UTF-8"), Some(Language::English));
        assert_eq!(Language::from_tag("C"), None);
        assert_eq!(Language::from_tag(""), None);
        assert!(Language::ALL.iter().all(|&language| Language::from_tag(language.tag()) == Some(language)));
    }
}
