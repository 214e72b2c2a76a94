//! The text that an editor lays out, which may differ from its value: a password shows dots, text being
//! composed by an input method is inserted, and of a very long text only the part around the caret is laid
//! out.

use std::borrow::Cow;
use std::ops::Range;

use crate::layout::cost;
use crate::selection::Caret;

const DOT: char = '•';

/// The text to lay out, and the mapping between it and the editor's text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LaidOutText<'t> {
    /// The text to lay out.
    pub text: Cow<'t, str>,
    /// The range of the editor's text that is laid out.
    window: Range<usize>,
    original: &'t str,
    masked: bool,
    /// The range in `text` that is being composed.
    pub composed: Range<usize>,
}

impl<'t> LaidOutText<'t> {
    /// The text to lay out for `window`, with `composed` inserted at `caret`.
    pub fn new(text: &'t str, window: Range<usize>, masked: bool, composed: &str, caret: usize) -> Self {
        let part = &text[window.clone()];
        let mut shown = if masked {
            Cow::Owned(DOT.to_string().repeat(part.chars().count()))
        } else {
            Cow::Borrowed(part)
        };
        let at = caret.clamp(window.start, window.end);
        let mut this = Self { text: Cow::Borrowed(""), window, original: text, masked, composed: 0..0 };
        let start = this.index_in_part(at);
        if !composed.is_empty() {
            shown.to_mut().insert_str(start, composed);
        }
        this.text = shown;
        this.composed = start..start + composed.len();
        this
    }

    /// Converts a caret from the editor's text to the laid-out text. One outside the window is moved to its
    /// edge.
    pub fn caret_in(&self, caret: Caret) -> Caret {
        Caret { at: self.index_in(caret.at), ..caret }
    }

    /// Converts a range from the editor's text to the laid-out text.
    pub fn range_in(&self, range: &Range<usize>) -> Range<usize> {
        self.index_in(range.start)..self.index_in(range.end)
    }

    /// Converts a caret back to the editor's text. All positions inside composed text map to one.
    pub fn caret_of(&self, caret: Caret) -> Caret {
        let at = match caret.at {
            at if at <= self.composed.start => at,
            at => at.saturating_sub(self.composed.len()).max(self.composed.start),
        };
        let at =
            if self.masked { nth_char(&self.original[self.window.clone()], at / DOT.len_utf8()) } else { at };
        Caret { at: self.window.start + at, ..caret }
    }

    fn index_in(&self, at: usize) -> usize {
        let at = self.index_in_part(at.clamp(self.window.start, self.window.end));
        // The caret itself is after the text composed there.
        if at >= self.composed.start { at + self.composed.len() } else { at }
    }

    fn index_in_part(&self, at: usize) -> usize {
        let before = &self.original[self.window.start..at];
        if self.masked { before.chars().count() * DOT.len_utf8() } else { before.len() }
    }
}

fn nth_char(text: &str, n: usize) -> usize {
    text.char_indices().nth(n).map_or(text.len(), |(at, _)| at)
}

/// The part of the text to lay out: all of it, or the part around the caret. It stays the same while the
/// caret is well inside it, so that the text does not jump at each key press.
pub(super) fn window(text: &str, last: &Range<usize>, caret: usize, multiline: bool) -> Range<usize> {
    let budget = if multiline { cost::MAX_PARAGRAPHS } else { cost::MAX_LINE };
    if cost::affordable_length(text, budget) == text.len() {
        return 0..text.len();
    }
    let margin = last.len() / 4;
    let well_inside = (last.start == 0 || caret >= last.start + margin)
        && (caret + margin <= last.end || last.end == text.len());
    let of_text = text.get(last.clone()).filter(|part| !part.is_empty() && well_inside);
    // It may grow a little by typing.
    if of_text.is_some_and(|part| cost::affordable_length(part, budget + budget / 4) == part.len()) {
        return last.clone();
    }
    let (before, spent) = cost::affordable(text[..caret].chars().rev(), budget / 2);
    let (after, spent_after) = cost::affordable(text[caret..].chars(), budget - spent);
    // At the end of the text, more of it fits before the caret.
    let (before, _) = if caret + after == text.len() {
        cost::affordable(text[..caret].chars().rev(), budget - spent_after)
    } else {
        (before, 0)
    };
    caret - before..caret + after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_shows_one_dot_per_character() {
        let shown = LaidOutText::new("aب😀", 0..7, true, "", 0);
        assert_eq!(shown.text, "•••");
        assert_eq!(shown.caret_in(Caret::before(3)).at, 6);
        assert_eq!(shown.caret_of(Caret::before(6)).at, 3);
        assert_eq!(shown.caret_of(Caret::before(9)).at, 7);
    }

    #[test]
    fn composed_text_is_inserted_at_the_caret() {
        let shown = LaidOutText::new("abc", 0..3, false, "XY", 1);
        assert_eq!(shown.text, "aXYbc");
        assert_eq!(&shown.text[shown.composed.clone()], "XY");
        assert_eq!(shown.caret_in(Caret::before(1)).at, 3);
        assert_eq!(shown.caret_of(Caret::before(4)).at, 2);
        assert_eq!(shown.caret_of(Caret::before(2)).at, 1);
    }

    #[test]
    fn only_the_part_around_the_caret_of_a_very_long_text_is_laid_out() {
        let text = "سلام ".repeat(200_000);
        let characters = |range: &Range<usize>| text[range.clone()].chars().count();
        let first = window(&text, &(0..0), 0, false);
        assert!(first.start == 0 && characters(&first) > 1000, "{first:?}");
        let middle = text.floor_char_boundary(text.len() / 2);
        let around = window(&text, &first, middle, false);
        assert!(around.contains(&middle) && characters(&around) <= cost::MAX_LINE);
        assert_eq!(window(&text, &around, middle + 2, false), around, "a small step does not move it");
        let end = window(&text, &around, text.len(), false);
        assert_eq!(end.end, text.len());
        assert!(characters(&end) > 1000 && characters(&end) <= cost::MAX_LINE, "{end:?}");
    }
}
