//! Release notes and the guide as plain text of limited length.

use super::Language;

/// Enough for long notes in two languages; no more is kept or drawn.
const MAX_CHARS: usize = 16_000;
const MAX_LINES: usize = 800;

/// The heading above the Persian part of notes; `packaging/assemble` writes it.
const PERSIAN_HEADING: &str = "\nفارسی\n";

/// The part of plain notes that is in this language; all of them where they have no part in Persian.
pub fn notes_in(language: Language, notes: &str) -> &str {
    match (notes.split_once(PERSIAN_HEADING), language) {
        (None, _) => notes,
        (Some((english, _)), Language::English) => english.trim(),
        (Some((_, persian)), Language::Persian) => persian.trim(),
    }
}

/// Markdown without its marks and control characters. The lines of a paragraph are joined, as in Markdown.
pub fn plain_text(markdown: &str) -> String {
    let mut text = String::new();
    let (mut chars, mut follows) = (0, Follows::Nothing);
    for line in markdown.lines().take(MAX_LINES) {
        let (kind, line) = plain_line(line);
        chars += line.chars().count();
        if chars > MAX_CHARS {
            text.push_str("\n…");
            break;
        }
        text.push_str(match (follows, kind) {
            (_, Kind::Empty) | (Follows::Nothing, _) => "",
            (Follows::Gap, _) => "\n\n",
            (Follows::Text, Kind::Text) => " ",
            (Follows::Text | Follows::Heading, _) => "\n",
        });
        text.push_str(&line);
        follows = match kind {
            Kind::Empty if follows == Follows::Nothing => Follows::Nothing,
            Kind::Empty => Follows::Gap,
            Kind::Heading => Follows::Heading,
            Kind::Item | Kind::Text => Follows::Text,
        };
    }
    text
}

/// What the text so far ends with.
#[derive(Clone, Copy, PartialEq)]
enum Follows {
    Nothing,
    Gap,
    Heading,
    Text,
}

/// What a line of Markdown is.
#[derive(Clone, Copy)]
enum Kind {
    Empty,
    Heading,
    Item,
    Text,
}

fn plain_line(line: &str) -> (Kind, String) {
    let line: String =
        line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !is_dropped(*c)).collect();
    let line = line.trim();
    let heading = line.trim_start_matches('#');
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if line.is_empty() {
        (Kind::Empty, String::new())
    } else if heading.len() < line.len() && heading.starts_with(' ') {
        (Kind::Heading, without_marks(heading.trim()))
    } else if let Some(item) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        (Kind::Item, format!("• {}", without_marks(item.trim())))
    } else if digits.len() < line.len() && digits.starts_with(". ") {
        (Kind::Item, without_marks(line))
    } else {
        (Kind::Text, without_marks(line))
    }
}

/// Control characters, and marks that could hide or reorder text.
fn is_dropped(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Without the marks of emphasis and code. Of links, the text remains.
fn without_marks(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        let (before, link) = rest.split_at(at);
        let target = link.find("](").and_then(|end| Some((end, end + link[end..].find(')')?)));
        plain.push_str(before);
        rest = match target {
            Some((end, close)) if !link[1..end].contains('[') => {
                plain.push_str(&link[1..end]);
                &link[close + 1..]
            }
            _ => {
                plain.push('[');
                &link[1..]
            }
        };
    }
    plain.push_str(rest);
    without_stars(&plain.replace("**", "").replace("__", "").replace('`', ""))
}

/// A star between two words or two spaces is no mark.
fn without_stars(line: &str) -> String {
    let mut before = ' ';
    let mut rest = line.chars().peekable();
    let mut plain = String::with_capacity(line.len());
    while let Some(c) = rest.next() {
        let after = rest.peek().copied().unwrap_or(' ');
        let is_sign = [before, after].iter().all(|c| c.is_alphanumeric())
            || [before, after].iter().all(|c| c.is_whitespace());
        if c != '*' || is_sign {
            plain.push(c);
        }
        before = c;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_text_that_anybody_can_read() {
        let notes = "\r\n## What’s new\r\n\r\n\r\n- **Faster** imports,\r\n  see [the guide](https://example.com/guide)\n* `vitrine edit` [beta]\n\n\
            Use *Add another* and\n#1, 2 * 3.\n1. one\n2. two\n";
        let plain = "What’s new\n\n• Faster imports, see the guide\n• vitrine edit [beta]\n\nUse Add another and #1, 2 * 3.\n1. one\n2. two";
        assert_eq!(plain_text(notes), plain);
        assert_eq!(plain_text("# نسخهٔ تازه\n- ورود **سریع‌تر** شد"), "نسخهٔ تازه\n• ورود سریع‌تر شد");
        assert_eq!(plain_text("\n \n"), "");
    }

    #[test]
    fn each_language_reads_its_own_part() {
        let both = plain_text("- Faster\n\n## فارسی\n\n- سریع‌تر\n");
        assert_eq!(
            [Language::English, Language::Persian].map(|language| notes_in(language, &both)),
            ["• Faster", "• سریع‌تر"]
        );
        let english = plain_text("- Faster\n");
        assert_eq!(notes_in(Language::Persian, &english), "• Faster", "better in English than nothing");
    }

    #[test]
    fn nothing_in_it_can_hide_or_reorder_text() {
        let plain = plain_text("a\u{202e}b\u{0}c\u{1b}[31md\u{2066}e\u{200b}f\tg");
        assert_eq!(plain, "abc[31mdef g");
    }

    #[test]
    fn its_length_is_limited() {
        let long = plain_text(&format!("{}\n", "word ".repeat(10)).repeat(1_000));
        assert!(long.chars().count() < MAX_CHARS + 2 * MAX_LINES && long.ends_with('…'), "{}", long.len());
        assert_eq!(plain_text(&"- item\n".repeat(5_000)).lines().count(), MAX_LINES);
        assert_eq!(plain_text(&"x".repeat(100_000)), "\n…", "one endless line");
    }
}
