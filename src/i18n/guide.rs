//! The guide and the changes, which are part of the program.

use super::Language;
use super::markdown::plain_text;

/// The parts of a document, with their headings.
fn parts(document: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    document.split("\n## ").skip(1).filter_map(|part| part.split_once('\n'))
}

fn parts_of_guide(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    parts(match language {
        Language::English => include_str!("../../docs/guide.md"),
        Language::Persian => include_str!("../../docs/guide.fa.md"),
    })
}

/// The headings of the guide's parts.
pub fn titles(language: Language) -> impl Iterator<Item = &'static str> {
    parts_of_guide(language).map(|(title, _)| title)
}

/// A part of the guide.
pub fn part(language: Language, part: usize) -> String {
    parts_of_guide(language).nth(part).map(|(_, text)| readable(text)).unwrap_or_default()
}

/// What changed in the newest version.
pub fn newest_changes(language: Language) -> String {
    let changes = match language {
        Language::English => include_str!("../../CHANGELOG.md"),
        Language::Persian => include_str!("../../CHANGELOG.fa.md"),
    };
    parts(changes).next().map(|(_, text)| readable(text)).unwrap_or_default()
}

/// Without pictures and the marks of Markdown.
fn readable(markdown: &str) -> String {
    let is_shown = |line: &&str| !line.starts_with("![") && !line.starts_with('<');
    plain_text(&markdown.lines().filter(is_shown).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_guides_have_the_same_parts_and_each_can_be_read() {
        let [english, persian] =
            [Language::English, Language::Persian].map(|language| titles(language).collect::<Vec<_>>());
        assert_eq!(english.len(), persian.len());
        // Those that help begins with.
        for (part, title) in [
            (0, "Sign in"),
            (1, "Drop photos"),
            (4, "Review"),
            (5, "Create"),
            (6, "Fix what failed"),
            (12, "Settings"),
        ] {
            assert_eq!(english[part], title);
        }
        assert!(english[10].starts_with("Products"));
        for language in Language::ALL {
            assert!(newest_changes(language).len() > 1_000);
            for text in (0..english.len()).map(|index| part(language, index)) {
                assert!(
                    text.len() > 100
                        && !text.contains("![")
                        && !text.contains("](")
                        && !text.contains("<div"),
                    "{text}"
                );
                assert!(!text.contains("\n…"), "it is shown whole");
            }
        }
    }
}
