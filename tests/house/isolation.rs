//! Latin words, paths, options and key names stand in their own order in Persian messages, as the window
//! draws them.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use unicode_bidi::{BidiClass, BidiDataSource, BidiInfo, HardcodedBidiData, Level};

use super::messages::message_files;

/// Messages of the terminal, where direction marks would be shown.
fn is_for_terminal(file: &str, key: &str) -> bool {
    matches!(file, "cli.ftl" | "help.ftl") || key.starts_with("cli-")
}

const FIRST_STRONG_ISOLATE: char = '\u{2068}';
const POP_ISOLATE: char = '\u{2069}';
/// Stands for an inserted value, which may be in either language.
const VALUE: char = '\u{e000}';

/// Every text that a pattern can become, as Fluent isolates what it inserts.
fn texts(pattern: &Pattern<&str>) -> Vec<String> {
    let isolates = pattern.elements.len() > 1;
    let mut found = vec![String::new()];
    for element in &pattern.elements {
        let endings = match element {
            PatternElement::TextElement { value } => vec![(*value).to_owned()],
            PatternElement::Placeable { expression } => inserted(expression, isolates),
        };
        found = found
            .iter()
            .flat_map(|text| endings.iter().map(move |ending| format!("{text}{ending}")))
            .collect();
    }
    found
}

fn inserted(expression: &Expression<&str>, isolates: bool) -> Vec<String> {
    let isolated =
        |text: String| if isolates { format!("{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}") } else { text };
    match expression {
        Expression::Inline(InlineExpression::StringLiteral { value }) => vec![(*value).to_owned()],
        // Terms and messages are Persian words, and not isolated.
        Expression::Inline(
            InlineExpression::TermReference { .. } | InlineExpression::MessageReference { .. },
        ) => vec!["واژه".to_owned()],
        Expression::Inline(InlineExpression::Placeable { expression }) => inserted(expression, isolates),
        Expression::Inline(_) => vec![isolated(VALUE.to_string())],
        Expression::Select { variants, .. } => {
            variants.iter().flat_map(|variant| texts(&variant.value)).map(isolated).collect()
        }
    }
}

/// The direction of a paragraph in the window: that of its first strong character outside isolates; without
/// one, that of the window, which runs from right to left.
fn runs_rtl(line: &str) -> bool {
    let mut depth = 0_usize;
    for c in line.chars() {
        match HardcodedBidiData.bidi_class(c) {
            BidiClass::LRI | BidiClass::RLI | BidiClass::FSI => depth += 1,
            BidiClass::PDI => depth = depth.saturating_sub(1),
            BidiClass::L if depth == 0 && c != VALUE => return false,
            BidiClass::R | BidiClass::AL if depth == 0 => return true,
            _ => {}
        }
    }
    true
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

const BRACKETS: &str = "()[]{}<>«»";

fn drawn(c: char, level: Level) -> char {
    let at = BRACKETS.chars().position(|other| other == c).filter(|_| level.is_rtl());
    at.and_then(|at| BRACKETS.chars().nth(at ^ 1)).unwrap_or(c)
}

/// Whether this is one of a pair of brackets around other words, which is mirrored with them.
fn is_bracket_of_sentence(phrase: &[char], line: &[char]) -> bool {
    let &[bracket] = phrase else { return false };
    let partner =
        BRACKETS.chars().position(|other| other == bracket).and_then(|at| BRACKETS.chars().nth(at ^ 1));
    partner.is_some_and(|partner| line.contains(&partner))
}

/// The Latin phrases of a line, each as the positions of its characters in the line without marks.
/// Punctuation of the sentence around them does not belong to them.
fn phrases(line: &[char]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let end = line[at..].iter().position(|c| !c.is_ascii()).map_or(line.len(), |length| at + length);
        let (mut from, mut to) = (at, end);
        // A full stop or a colon belongs to what follows it, such as `.config`, unless a space does.
        let begins_with_space = |at: usize| line.get(at + 1).is_none_or(|next| *next == ' ');
        while from < to
            && (" (\"".contains(line[from]) || (".:,)".contains(line[from]) && begins_with_space(from)))
        {
            from += 1;
        }
        while from < to && " .:,!()\"".contains(line[to - 1]) {
            to -= 1;
        }
        let is_code =
            line[from..to].iter().any(|c| c.is_ascii_alphanumeric() || "[]{}<>/\\=_~@#$|^`".contains(*c));
        if is_code && !is_bracket_of_sentence(&line[from..to], line) {
            found.push(from..to);
        }
        at = end + 1;
    }
    found
}

/// What is wrong with a line of a message, if anything.
fn disorder(line: &str) -> Option<String> {
    let rtl = runs_rtl(line);
    if !rtl && line.chars().any(|c| matches!(HardcodedBidiData.bidi_class(c), BidiClass::R | BidiClass::AL)) {
        return Some("it begins with a Latin word, and so runs from left to right".to_owned());
    }
    let info = BidiInfo::new(line, Some(if rtl { Level::rtl() } else { Level::ltr() }));
    let paragraph = info.paragraphs.first()?;
    let levels = info.reordered_levels_per_char(paragraph, paragraph.range.clone());
    let chars: Vec<char> = line.chars().collect();
    let order: Vec<usize> =
        BidiInfo::reorder_visual(&levels).into_iter().filter(|&at| !is_mark(chars[at])).collect();
    let visible: Vec<usize> = (0..chars.len()).filter(|&at| !is_mark(chars[at])).collect();
    let text: Vec<char> = visible.iter().map(|&at| chars[at]).collect();
    phrases(&text).into_iter().find_map(|range| {
        let wanted: String = text[range.clone()].iter().collect();
        let mut places: Vec<usize> = visible[range]
            .iter()
            .map(|at| order.iter().position(|other| other == at).expect("drawn"))
            .collect();
        places.sort_unstable();
        let shown: String =
            places.iter().map(|&place| drawn(chars[order[place]], levels[order[place]])).collect();
        let is_whole = places.last()? - places.first()? + 1 == places.len();
        (!is_whole || shown != wanted)
            .then(|| format!("“{wanted}” is drawn as “{shown}”; isolate it with U+2066 … U+2069"))
    })
}

#[test]
fn latin_phrases_stand_in_order_in_every_persian_message() {
    let (mut checked, mut found) = (0, Vec::new());
    for (file, text) in message_files("fa") {
        let resource = fluent_syntax::parser::parse(text.as_str()).expect("a file without errors");
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            if is_for_terminal(&file, message.id.name) {
                continue;
            }
            let attributes = message
                .attributes
                .iter()
                .map(|attribute| (format!(".{}", attribute.id.name), &attribute.value));
            for (attribute, pattern) in
                message.value.iter().map(|value| (String::new(), value)).chain(attributes)
            {
                for text in texts(pattern) {
                    checked += 1;
                    let wrong = text.lines().filter_map(disorder);
                    found.extend(
                        wrong.map(|wrong| format!("{file}: {}{attribute}: {wrong}", message.id.name)),
                    );
                }
            }
        }
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(checked > 800, "only {checked} texts were read");
}

#[test]
fn the_check_finds_what_is_out_of_order() {
    for wrong in [
        "چرخش ( [ )",
        "با https:// شروع می‌شود",
        "گزینهٔ --market را بدهید",
        "مسیر /v1/files",
        "JPEG را باز می‌کند",
        "در .config",
    ] {
        assert!(disorder(wrong).is_some(), "{wrong}");
    }
    for right in [
        "چرخش ( \u{2066}[\u{2069} )",
        "با \u{2066}https://\u{2069} شروع می‌شود",
        "بخش [create] فایل",
        "فونت (SIL Open Font License)",
        "با UTF-8 یا Windows-1256. پایان",
        "«\u{2068}\u{e000}\u{2069}» (v1)",
    ] {
        assert_eq!(disorder(right), None, "{right}");
    }
}
