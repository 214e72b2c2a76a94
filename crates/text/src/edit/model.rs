//! The editor's model: a text, a selection and the undo history, without any drawing.
//!
//! The text belongs to the caller, who may change it between frames; [`Model::clamp_selection`] then corrects
//! the selection.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use super::history::{Change, History, Kind};
use crate::layout::order::is_separator;
use crate::selection::{Caret, Selection, Side};

/// The amount of text to delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Character,
    Word,
    Paragraph,
}

/// The logical direction in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toward {
    Start,
    End,
}

/// The selection and history of an editor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub selection: Selection,
    pub history: History,
}

impl Model {
    /// Moves the selection inside the text and to character boundaries, however the text was changed.
    pub fn clamp_selection(&mut self, text: &str) {
        let inside = |at: usize| text.floor_char_boundary(at.min(text.len()));
        self.selection.anchor = inside(self.selection.anchor);
        self.selection.caret.at = inside(self.selection.caret.at);
    }

    /// Moves the caret. With `extend` the anchor of the selection stays.
    pub fn place(&mut self, caret: Caret, extend: bool) {
        let anchor = if extend { self.selection.anchor } else { caret.at };
        self.selection = Selection { anchor, caret };
        self.history.seal();
    }

    /// Selects a range.
    pub fn select(&mut self, range: Range<usize>) {
        self.selection = Selection::of(range);
        self.history.seal();
    }

    /// Replaces the selection with typed, pasted or dictated text. `limit` is the maximum number of
    /// characters of the whole text; the excess is dropped.
    pub fn insert(&mut self, text: &mut String, inserted: &str, limit: Option<usize>, kind: Kind) {
        let range = self.selection.range();
        let room = limit
            .map(|limit| limit.saturating_sub(text.chars().count() - text[range.clone()].chars().count()));
        let end =
            room.and_then(|room| inserted.char_indices().nth(room)).map_or(inserted.len(), |(at, _)| at);
        self.replace(text, range, &inserted[..end], kind);
    }

    /// Deletes the selection or, if there is none, a unit next to the caret.
    pub fn delete(&mut self, text: &mut String, toward: Toward, unit: Unit) {
        let range = if self.selection.is_empty() {
            next_to(text, self.selection.caret.at, toward, unit)
        } else {
            self.selection.range()
        };
        let kind =
            if unit == Unit::Character && self.selection.is_empty() { Kind::Deleting } else { Kind::Other };
        self.replace(text, range, "", kind);
    }

    /// Replaces `range` with `inserted` and moves the caret after it.
    pub fn replace(&mut self, text: &mut String, range: Range<usize>, inserted: &str, kind: Kind) {
        if range.is_empty() && inserted.is_empty() {
            return;
        }
        let change = Change {
            at: range.start,
            removed: text[range.clone()].to_owned(),
            inserted: inserted.to_owned(),
            before: self.selection,
        };
        text.replace_range(range.clone(), inserted);
        self.selection = Selection::at(Caret::before(range.start + inserted.len()));
        self.history.record(change, kind);
    }

    /// Undoes a change; returns whether there was one.
    pub fn undo(&mut self, text: &mut String) -> bool {
        let Some(change) = self.history.undo(text) else { return false };
        self.selection = change.before;
        true
    }

    /// Redoes a change; returns whether there was one.
    pub fn redo(&mut self, text: &mut String) -> bool {
        let Some(change) = self.history.redo(text) else { return false };
        self.selection = Selection::at(Caret::before(change.at + change.inserted.len()));
        true
    }
}

/// The start of the previous word, or the end of the next one.
pub(crate) fn word_edge(text: &str, at: usize, toward: Toward) -> usize {
    match toward {
        Toward::Start => {
            let words = text[..at].split_word_bound_indices().rev();
            words.into_iter().find(|(_, word)| is_word(word)).map_or(0, |(start, _)| start)
        }
        Toward::End => {
            let words = text[at..].split_word_bound_indices();
            words
                .into_iter()
                .find(|(_, word)| is_word(word))
                .map_or(text.len(), |(start, word)| at + start + word.len())
        }
    }
}

/// The word at the caret, or the text between two words.
pub(crate) fn word_at(text: &str, caret: Caret) -> Range<usize> {
    let inside = if caret.side == Side::Before && caret.at > 0 { caret.at - 1 } else { caret.at };
    let mut last = 0..0;
    for (start, word) in text.split_word_bound_indices() {
        last = start..start + word.len();
        if last.contains(&inside) {
            break;
        }
    }
    last
}

/// The paragraph that contains `at`, without its separator.
pub(crate) fn paragraph_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at]
        .rfind(is_separator)
        .map_or(0, |end| end + text[end..].chars().next().map_or(0, char::len_utf8));
    let end = text[at..].find(is_separator).map_or(text.len(), |end| at + end);
    start..end
}

/// Whether a segment between word boundaries is a word.
pub(super) fn is_word(text: &str) -> bool {
    text.chars().any(|c| c.is_alphanumeric() || c == '_')
}

/// The range that a deletion from `at` removes.
fn next_to(text: &str, at: usize, toward: Toward, unit: Unit) -> Range<usize> {
    let paragraph = paragraph_at(text, at);
    match (unit, toward) {
        (Unit::Character, Toward::Start) => backspaced(text, at)..at,
        (Unit::Character, Toward::End) => at..grapheme_end(text, at),
        (Unit::Word, Toward::Start) => word_edge(text, at, toward)..at,
        (Unit::Word, Toward::End) => at..word_edge(text, at, toward),
        // At the paragraph's edge the separator itself is deleted.
        (Unit::Paragraph, Toward::Start) if paragraph.start == at => backspaced(text, at)..at,
        (Unit::Paragraph, Toward::Start) => paragraph.start..at,
        (Unit::Paragraph, Toward::End) if paragraph.end == at => at..grapheme_end(text, at),
        (Unit::Paragraph, Toward::End) => at..paragraph.end,
    }
}

fn grapheme_end(text: &str, at: usize) -> usize {
    GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

fn grapheme_start(text: &str, at: usize) -> usize {
    GraphemeCursor::new(at, text.len(), true).prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

/// Where a backspace at `at` deletes from. It removes the character typed last, so a vowel sign or a
/// zero-width non-joiner goes without its letter; but what one key inserts (an emoji, a line break) is
/// removed as a whole.
fn backspaced(text: &str, at: usize) -> usize {
    let start = grapheme_start(text, at);
    let grapheme = &text[start..at];
    let as_one = grapheme == "\r\n"
        || grapheme.chars().any(|c| matches!(c, '\u{200d}' | '\u{fe0f}' | '\u{20e3}') || c >= '\u{1f000}');
    if as_one {
        start
    } else {
        grapheme.char_indices().next_back().map_or(start, |(offset, _)| start + offset)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A model with the caret at `|`, or a selection from `[` to `|`.
    fn model(marked: &str) -> (Model, String) {
        let text = marked.replace(['|', '['], "");
        let plain = |mark: char| marked.find(mark).map(|at| marked[..at].replace(['|', '['], "").len());
        let caret = plain('|').expect("a caret");
        let selection = Selection { anchor: plain('[').unwrap_or(caret), caret: Caret::before(caret) };
        (Model { selection, ..Model::default() }, text)
    }

    fn marked(model: &Model, text: &str) -> String {
        let mut shown = text.to_owned();
        let Selection { anchor, caret } = model.selection;
        shown.insert(caret.at, '|');
        if anchor != caret.at {
            shown.insert(if anchor > caret.at { anchor + 1 } else { anchor }, '[');
        }
        shown
    }

    fn after(start: &str, edit: impl FnOnce(&mut Model, &mut String)) -> String {
        let (mut model, mut text) = model(start);
        edit(&mut model, &mut text);
        marked(&model, &text)
    }

    #[test]
    fn typing_replaces_the_selection() {
        assert_eq!(
            after("کفش [Nike| سایز", |m, t| m.insert(t, "چرمی", None, Kind::Typing)),
            "کفش چرمی| سایز"
        );
    }

    #[test]
    fn text_beyond_the_limit_is_dropped() {
        assert_eq!(after("سلا|", |m, t| m.insert(t, "متی", Some(4), Kind::Typing)), "سلام|");
        assert_eq!(after("[سلام|", |m, t| m.insert(t, "خداحافظ", Some(4), Kind::Typing)), "خداح|");
    }

    #[test]
    fn backspace_removes_a_joiner_or_a_vowel_sign_without_its_letter() {
        let backspace = |m: &mut Model, t: &mut String| m.delete(t, Toward::Start, Unit::Character);
        assert_eq!(after("می\u{200c}|", backspace), "می|");
        assert_eq!(after("بَ|", backspace), "ب|");
        assert_eq!(after("👩\u{200d}🚀|", backspace), "|");
        assert_eq!(after("a\r\n|", backspace), "a|");
        assert_eq!(after("|a", backspace), "|a");
    }

    #[test]
    fn delete_removes_a_letter_with_its_marks() {
        assert_eq!(after("|می\u{200c}خ", |m, t| m.delete(t, Toward::End, Unit::Character)), "|ی\u{200c}خ");
        assert_eq!(after("م|ی\u{200c}خ", |m, t| m.delete(t, Toward::End, Unit::Character)), "م|خ");
    }

    #[test]
    fn whole_words_are_deleted() {
        assert_eq!(after("کتاب‌های خوب |", |m, t| m.delete(t, Toward::Start, Unit::Word)), "کتاب‌های |");
        assert_eq!(after("|  a-b", |m, t| m.delete(t, Toward::End, Unit::Word)), "|-b");
        assert_eq!(after("یک\nدو سه|", |m, t| m.delete(t, Toward::Start, Unit::Paragraph)), "یک\n|");
    }

    #[test]
    fn a_double_click_selects_the_word_under_the_pointer() {
        let text = "کفش Nike، نو";
        assert_eq!(&text[word_at(text, Caret::after(text.find('N').unwrap()))], "Nike");
        assert_eq!(&text[word_at(text, Caret::before(text.find('،').unwrap()))], "Nike");
        assert_eq!(&text[word_at(text, Caret::before(text.len()))], "نو");
        assert_eq!(word_at("", Caret::default()), 0..0);
    }

    #[test]
    fn continuous_typing_is_undone_word_by_word() {
        let (mut model, mut text) = model("|");
        for c in ["س", "ل", "ا", "م", " ", "خ", "و", "ب"] {
            model.insert(&mut text, c, None, Kind::Typing);
        }
        assert!(model.undo(&mut text));
        assert_eq!(text, "سلام ");
        assert!(model.undo(&mut text));
        assert_eq!(text, "");
        assert!(!model.undo(&mut text));
        assert!(model.redo(&mut text) && model.redo(&mut text));
        assert_eq!(marked(&model, &text), "سلام خوب|");
    }

    #[test]
    fn undo_does_not_change_a_text_that_was_changed_elsewhere() {
        let (mut model, mut text) = model("|");
        model.insert(&mut text, "abc", None, Kind::Other);
        text = "x".to_owned();
        model.clamp_selection(&text);
        assert!(!model.undo(&mut text));
        assert_eq!(text, "x");
    }

    #[derive(Clone, Debug)]
    enum Step {
        Insert(String),
        Delete(bool, u8),
        Place(usize, bool),
        Undo,
        Redo,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            "[a ب\u{200c}َ😀\n۱]{1,4}".prop_map(Step::Insert),
            (any::<bool>(), 0..3_u8).prop_map(|(forward, unit)| Step::Delete(forward, unit)),
            (0..40_usize, any::<bool>()).prop_map(|(at, extend)| Step::Place(at, extend)),
            Just(Step::Undo),
            Just(Step::Redo),
        ]
    }

    proptest! {
        #[test]
        fn undoing_everything_restores_the_original_text(first in "[a ب\u{200c}😀\n]{0,12}", steps in prop::collection::vec(step(), 0..30)) {
            let mut text = first.clone();
            let mut model = Model::default();
            for step in steps {
                match step {
                    Step::Insert(inserted) => model.insert(&mut text, &inserted, Some(60), Kind::Typing),
                    Step::Delete(forward, unit) => {
                        let unit = [Unit::Character, Unit::Word, Unit::Paragraph][usize::from(unit)];
                        model.delete(&mut text, if forward { Toward::End } else { Toward::Start }, unit);
                    }
                    Step::Place(at, extend) => {
                        model.place(Caret::after(at), extend);
                        model.clamp_selection(&text);
                    }
                    Step::Undo => {
                        model.undo(&mut text);
                    }
                    Step::Redo => {
                        model.redo(&mut text);
                    }
                }
                let Selection { anchor, caret } = model.selection;
                prop_assert!(text.is_char_boundary(anchor) && text.is_char_boundary(caret.at));
            }
            while model.undo(&mut text) {}
            prop_assert_eq!(text, first);
        }
    }
}
