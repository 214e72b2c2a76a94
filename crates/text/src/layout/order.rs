//! The visual order of text on a line, by the Unicode bidirectional algorithm (UAX #9). Pure functions.

use std::borrow::Cow;
use std::ops::Range;

use unicode_bidi::{BidiClass, BidiDataSource, HardcodedBidiData, Level, ParagraphBidiInfo};

/// The direction of a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// That of its first strong character; without one, that of the surroundings.
    #[default]
    Auto,
    /// Always from left to right.
    LeftToRight,
    /// Always from right to left.
    RightToLeft,
}

/// A paragraph with its directions resolved. Byte indices are relative to the paragraph.
pub(crate) struct Paragraph<'a> {
    info: ParagraphBidiInfo<'a>,
}

/// A part of a line in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub range: Range<usize>,
    pub rtl: bool,
}

impl<'a> Paragraph<'a> {
    /// `text` must not contain paragraph separators; see [`paragraphs`].
    pub fn new(text: &'a str, direction: Direction, surrounding_rtl: bool) -> Self {
        let base = match direction {
            Direction::LeftToRight => Some(Level::ltr()),
            Direction::RightToLeft => Some(Level::rtl()),
            Direction::Auto => {
                (!has_strong(text)).then(|| if surrounding_rtl { Level::rtl() } else { Level::ltr() })
            }
        };
        let mut info = ParagraphBidiInfo::new(text, base);
        if info.paragraph_level.is_rtl() && direction == Direction::Auto && !has_strong(text) {
            join_sign_to_number(text, &mut info.levels);
        }
        Self { info }
    }

    /// The paragraph's text.
    pub const fn text(&self) -> &'a str {
        self.info.text
    }

    /// Whether the paragraph runs from right to left.
    pub fn is_rtl(&self) -> bool {
        self.info.paragraph_level.is_rtl()
    }

    /// The runs of a line in visual order, from left to right.
    pub fn runs(&self, line: Range<usize>) -> Vec<Run> {
        if line.is_empty() {
            return Vec::new();
        }
        let levels = self.levels(line.clone());
        let mut runs: Vec<(Range<usize>, u8)> = Vec::new();
        for (offset, &level) in levels.iter().enumerate() {
            let at = line.start + offset;
            match runs.last_mut() {
                Some((range, same)) if *same == level => range.end = at + 1,
                _ => runs.push((at..at + 1, level)),
            }
        }
        reorder(&mut runs);
        runs.into_iter().map(|(range, level)| Run { range, rtl: is_odd(level) }).collect()
    }

    /// The embedding level of each byte of a line. Rule L1 resets whitespace before tabs and at the line's
    /// end.
    ///
    /// `unicode_bidi`'s `visual_runs` is not used because it copies the whole paragraph for each line, and
    /// panics for a line at the deepest embedding level.
    fn levels(&self, line: Range<usize>) -> Vec<u8> {
        let base = self.info.paragraph_level.number();
        let mut levels: Vec<u8> = self.info.levels[line.clone()].iter().map(|level| level.number()).collect();
        let mut blanks = Some(0);
        let mut before = base;
        for (at, c) in self.info.text[line.clone()].char_indices() {
            let end = at + c.len_utf8();
            match self.info.original_classes[line.start + at] {
                BidiClass::B | BidiClass::S => levels[blanks.take().unwrap_or(at)..end].fill(base),
                BidiClass::WS | BidiClass::FSI | BidiClass::LRI | BidiClass::RLI | BidiClass::PDI => {
                    blanks.get_or_insert(at);
                }
                BidiClass::RLE
                | BidiClass::LRE
                | BidiClass::RLO
                | BidiClass::LRO
                | BidiClass::PDF
                | BidiClass::BN => {
                    blanks.get_or_insert(at);
                    // It has no level of its own and takes the preceding one.
                    levels[at..end].fill(before);
                }
                _ => blanks = None,
            }
            before = levels[at];
        }
        if let Some(from) = blanks {
            levels[from..].fill(base);
        }
        levels
    }
}

/// Orders the sign before a number like the number, so that `-5` alone in a Persian field is not drawn as
/// `5-`. The bidirectional algorithm takes a sign that begins a text for punctuation.
fn join_sign_to_number(text: &str, levels: &mut [Level]) {
    let mut chars = text.chars();
    if let (Some('-' | '+' | '\u{2212}'), Some(digit)) = (chars.next(), chars.next())
        && digit.is_numeric()
    {
        let sign = text.len() - digit.len_utf8() - chars.as_str().len();
        let level = levels[sign];
        levels[..sign].fill(level);
    }
}

/// Rule L2: from the highest level down to the lowest odd one, reverses every sequence at that level or
/// above.
fn reorder(runs: &mut [(Range<usize>, u8)]) {
    let highest = runs.iter().map(|&(_, level)| level).max().unwrap_or(0);
    let lowest_odd = runs.iter().map(|&(_, level)| level | 1).min().unwrap_or(1);
    for turned in (lowest_odd..=highest).rev() {
        runs.chunk_by_mut(|a, b| (a.1 >= turned) == (b.1 >= turned))
            .filter(|part| part[0].1 >= turned)
            .for_each(<[_]>::reverse);
    }
}

const fn is_odd(level: u8) -> bool {
    level % 2 == 1
}

/// The paragraphs of a text without their separators. At least one, which may be empty.
pub(crate) fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if is_separator(c) {
            found.push(start..at);
            if c == '\r' {
                chars.next_if(|&(_, next)| next == '\n');
            }
            start = chars.peek().map_or(text.len(), |&(next, _)| next);
        }
    }
    found.push(start..text.len());
    found
}

/// Whether a character separates paragraphs or lines.
pub(crate) const fn is_separator(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a character is invisible and has no width: bidi controls, zero-width and control characters.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || (c.is_control() && c != '\t')
}

fn has_strong(text: &str) -> bool {
    // Rule P2: characters inside isolates do not count.
    let mut depth = 0_usize;
    for c in text.chars() {
        match HardcodedBidiData.bidi_class(c) {
            BidiClass::LRI | BidiClass::RLI | BidiClass::FSI => depth += 1,
            BidiClass::PDI => depth = depth.saturating_sub(1),
            BidiClass::L | BidiClass::R | BidiClass::AL if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Whether a character is a combining mark.
pub(crate) fn is_mark(c: char) -> bool {
    HardcodedBidiData.bidi_class(c) == BidiClass::NSM
}

/// Whether a character's Script property is Arabic, including digits and signs but not characters shared by
/// several scripts.
pub(crate) const fn is_arabic_script(c: char) -> bool {
    matches!(c,
        '\u{600}'..='\u{604}' | '\u{606}'..='\u{60b}' | '\u{60d}'..='\u{61a}' | '\u{61c}'..='\u{61e}' | '\u{620}'..='\u{63f}'
        | '\u{641}'..='\u{64a}' | '\u{656}'..='\u{66f}' | '\u{671}'..='\u{6dc}' | '\u{6de}'..='\u{6ff}' | '\u{750}'..='\u{77f}'
        | '\u{870}'..='\u{8e1}' | '\u{8e3}'..='\u{8ff}' | '\u{fb50}'..='\u{fd3d}' | '\u{fd40}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Removes the characters that only control the direction of text, for places that would show them (a
/// terminal) or where they interfere (a screen reader, a comparison). Joiners, which change the shape of
/// letters, stay.
pub fn without_direction_marks(text: &str) -> Cow<'_, str> {
    if text.contains(is_direction_mark) {
        Cow::Owned(text.replace(is_direction_mark, ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a character only controls the direction of text.
pub const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::mirror::mirrored;

    /// The line in visual order, with brackets mirrored.
    fn seen(text: &str) -> String {
        let paragraph = Paragraph::new(text, Direction::Auto, false);
        let mut line = String::new();
        for run in paragraph.runs(0..text.len()) {
            let chars = text[run.range.clone()].chars();
            if run.rtl { line.extend(chars.rev().map(mirrored)) } else { line.extend(chars) }
        }
        line
    }

    #[test]
    fn a_price_reads_from_left_to_right_even_alone() {
        assert_eq!(seen("۱٬۲۵۰٬۰۰۰"), "۱٬۲۵۰٬۰۰۰");
        assert_eq!(seen("قیمت ۱٬۲۵۰٬۰۰۰ تومان"), "ناموت ۱٬۲۵۰٬۰۰۰ تمیق");
    }

    #[test]
    fn latin_words_keep_their_order_inside_persian() {
        assert_eq!(seen("کفش Nike Air (نو)"), "(ون) Nike Air شفک");
    }

    #[test]
    fn an_isolated_file_name_does_not_disturb_the_sentence() {
        let order = seen("\u{2068}mug (1).jpg\u{2069} باز نشد").replace(is_invisible, "");
        assert_eq!(order, "دشن زاب mug (1).jpg");
    }

    #[test]
    fn a_date_in_an_isolate_of_its_own_begins_with_the_day() {
        let order = seen("تا \u{2067}۳۰ آبان \u{2068}۱۴۰۵\u{2069}\u{2069} می‌ماند").replace(is_invisible, "");
        assert!(order.contains("۱۴۰۵ نابآ ۳۰"), "{order}");
    }

    #[test]
    fn text_without_letters_has_the_direction_of_its_surroundings() {
        assert!(Paragraph::new("(12)", Direction::Auto, true).is_rtl());
        assert!(!Paragraph::new("(12)", Direction::Auto, false).is_rtl());
        assert!(!Paragraph::new("x (12)", Direction::Auto, true).is_rtl());
        assert!(Paragraph::new("x", Direction::RightToLeft, false).is_rtl());
    }

    #[test]
    fn a_negative_number_alone_keeps_its_sign_in_front_in_persian_too() {
        let shown = |text: &str| {
            let paragraph = Paragraph::new(text, Direction::Auto, true);
            assert!(paragraph.is_rtl(), "it is aligned like the text around it");
            paragraph
                .runs(0..text.len())
                .iter()
                .map(|run| (text[run.range.clone()].to_owned(), run.rtl))
                .collect::<Vec<_>>()
        };
        for number in ["-5", "-۲۵۰", "−1,500", "+3"] {
            assert_eq!(shown(number), [(number.to_owned(), false)]);
        }
        assert_eq!(shown("5-").len(), 2, "a hyphen after a number is not its sign");
    }

    #[test]
    fn every_kind_of_line_break_separates_paragraphs() {
        let text = "a\r\nb\rc\n\nd\u{2029}";
        let parts: Vec<&str> = paragraphs(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(parts, ["a", "b", "c", "", "d", ""]);
    }

    #[test]
    fn a_line_at_the_deepest_embedding_level_is_ordered() {
        let text = "\u{202e}\u{202d}".repeat(100) + "abc ۱۲";
        let paragraph = Paragraph::new(&text, Direction::Auto, false);
        let line = text.len() - 4..text.len();
        assert_eq!(paragraph.runs(line.clone()).iter().map(|run| run.range.len()).sum::<usize>(), line.len());
    }

    /// A selection of Unicode's conformance data; the header of the file names it.
    #[test]
    fn unicodes_conformance_examples_are_ordered_as_specified() {
        let data = include_str!("../../tests/bidi/BidiCharacterTest.txt");
        let mut checked = 0;
        for line in data.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(';').collect();
            let [characters, direction, level, levels, order] = fields[..] else {
                panic!("five fields: {line}")
            };
            let text: String = characters
                .split(' ')
                .map(|hex| char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap())
                .collect();
            let direction = match direction {
                "0" => Direction::LeftToRight,
                "1" => Direction::RightToLeft,
                _ => Direction::Auto,
            };
            let paragraph = Paragraph::new(&text, direction, false);
            assert_eq!(paragraph.is_rtl(), level == "1", "{line}");
            // Characters without a level are invisible; their position does not matter.
            let removed: Vec<bool> = levels.split(' ').map(|level| level == "x").collect();
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let seen: Vec<String> = paragraph
                .runs(0..text.len())
                .into_iter()
                .flat_map(|run| {
                    let mut inside: Vec<usize> =
                        (0..starts.len()).filter(|&index| run.range.contains(&starts[index])).collect();
                    if run.rtl {
                        inside.reverse();
                    }
                    inside
                })
                .filter(|&index| !removed[index])
                .map(|index| index.to_string())
                .collect();
            assert_eq!(seen.join(" "), order, "{line}");
            checked += 1;
        }
        assert!(checked > 1000, "only {checked} cases were read");
    }
}
