//! Limits how much text is laid out in one frame. Ordinary text is far below the limit; pathological text is
//! cut, so that no frame takes noticeably long.

use unicode_bidi::{BidiClass, BidiDataSource, HardcodedBidiData};

use super::order::is_arabic_script;

/// The limit of a label, in units of about one plain character.
pub(crate) const MAX_LABEL: usize = 4000;
/// The limit of one line of limited width, which shows little.
pub(crate) const MAX_CELL: usize = 1000;
/// The limit of a line editor.
pub(crate) const MAX_LINE: usize = 2000;
/// The limit of a paragraph editor; a screen shows less than half of it.
pub(crate) const MAX_PARAGRAPHS: usize = 6000;

/// The cost of starting a new shaper run, in addition to the character.
const RUN_COST: usize = 8;

/// How many bytes of these characters fit into `budget`, and their cost.
pub(crate) fn affordable(characters: impl Iterator<Item = char>, budget: usize) -> (usize, usize) {
    let (mut bytes, mut cost) = (0, 0);
    let mut last = Kind::Neutral;
    for c in characters {
        let kind = kind(c);
        let price = 1 + if starts_run(last, kind) { RUN_COST } else { 0 };
        if cost + price > budget {
            break;
        }
        if kind != Kind::Neutral || last == Kind::Digit {
            last = kind;
        }
        cost += price;
        bytes += c.len_utf8();
    }
    (bytes, cost)
}

/// The length in bytes of the part of a text that fits into `budget`; usually all of it.
pub(crate) fn affordable_length(text: &str, budget: usize) -> usize {
    if text.len() * (1 + RUN_COST) <= budget { text.len() } else { affordable(text.chars(), budget).0 }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Left,
    Right,
    Digit,
    /// Takes the direction of its neighbours.
    Neutral,
    /// Opens or closes an embedding, or is drawn by another font.
    Alone,
}

fn starts_run(last: Kind, kind: Kind) -> bool {
    match (last, kind) {
        (_, Kind::Alone) => true,
        (Kind::Neutral, Kind::Left | Kind::Right)
        | (Kind::Left | Kind::Right | Kind::Alone, Kind::Neutral) => false,
        _ => last != kind,
    }
}

fn kind(c: char) -> Kind {
    let ours = c < '\u{250}'
        || is_arabic_script(c)
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{590}'..='\u{5ff}' | '\u{2000}'..='\u{2029}');
    if !ours && !c.is_whitespace() {
        return Kind::Alone;
    }
    match HardcodedBidiData.bidi_class(c) {
        BidiClass::L => Kind::Left,
        BidiClass::R | BidiClass::AL => Kind::Right,
        BidiClass::EN | BidiClass::AN => Kind::Digit,
        _ => Kind::Neutral,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_shown_completely() {
        for text in [
            "گلیم دستباف قشقایی ۲×۳ متر (New) – ۱٬۲۵۰٬۰۰۰ تومان. ",
            "A hand-knotted Qashqai rug, 200 × 300 cm, natural dyes. ",
        ] {
            let long = text.repeat(1500 / text.chars().count());
            assert_eq!(affordable_length(&long, MAX_LABEL), long.len(), "1,500 characters of {text}");
        }
    }

    #[test]
    fn text_that_changes_direction_at_each_letter_is_cut_sooner() {
        let shown = |text: &str| text[..affordable_length(text, MAX_LABEL)].chars().count();
        assert_eq!(shown(&"m".repeat(10_000)), MAX_LABEL);
        assert!(shown(&"aب".repeat(5_000)) < MAX_LABEL / RUN_COST);
        assert!(shown(&"\u{2067}ب\u{2066}a".repeat(5_000)) < MAX_LABEL / RUN_COST * 2);
        assert!(shown(&"۱ ۲ ".repeat(5_000)) < MAX_LABEL / RUN_COST * 2);
    }
}
