//! Splits a line into pieces for the shaper. The shaper ignores the bidirectional algorithm and draws in the
//! direction it guesses from the script. So each piece has characters with one guess only, and where the
//! guess differs from the required direction, the piece is given to it in reverse. Pure functions.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::mirror::mirrored;
use super::order::{Paragraph, Run, is_invisible};
use super::shaper::guesses_rtl;

/// The font that draws a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    /// Vazirmatn: Latin and Arabic.
    Own,
    /// Noto Sans Hebrew.
    Hebrew,
    /// Any other font, such as one of the system's.
    Other,
    /// None has it: a box is drawn instead.
    Missing,
}

/// What is drawn for a character that no font has; Vazirmatn's own sign for that is empty.
pub(crate) const BOX: char = '□';

/// A part of a line that the shaper draws in one run: one direction, one font, one guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Byte range in the paragraph, including characters without a glyph (direction marks).
    pub range: Range<usize>,
    /// Whether it has to be drawn from right to left.
    pub rtl: bool,
    /// The characters as given to the shaper; empty if nothing is drawn.
    pub shaper_text: String,
    /// Whether `written` has the graphemes reversed and mirrored, because the shaper guesses the other
    /// direction.
    pub reversed: bool,
    pub face: Face,
}

impl Piece {
    /// The direction that the shaper will guess.
    pub const fn shaped_rtl(&self) -> bool {
        self.rtl != self.reversed
    }
}

/// Adjacent pieces that are shaped together, because each call of the shaper is expensive.
#[derive(Debug)]
pub(crate) struct Section<'a> {
    /// From left to right; at least one.
    pub pieces: Vec<&'a Piece>,
}

impl Section<'_> {
    /// The characters as given to the shaper; empty if nothing is drawn.
    pub fn shaper_text(&self) -> String {
        let texts = self.pieces.iter().map(|piece| piece.shaper_text.as_str());
        if self.shaped_rtl() { texts.rev().collect() } else { texts.collect() }
    }

    /// The direction that the shaper will guess.
    pub fn shaped_rtl(&self) -> bool {
        self.drawn().is_some_and(Piece::shaped_rtl)
    }

    /// One of the visible pieces, which all have the same properties.
    fn drawn(&self) -> Option<&Piece> {
        self.pieces.iter().copied().find(|piece| !piece.shaper_text.is_empty())
    }

    fn accepts(&self, next: &Piece) -> bool {
        // An ellipsis stays separate, so that it is not kerned.
        let is_text = |piece: &Piece| !piece.range.is_empty();
        self.drawn().is_none_or(|drawn| {
            let faces_agree = !drawn.shaped_rtl() || (drawn.face == next.face && drawn.face != Face::Other);
            drawn.shaped_rtl() == next.shaped_rtl() && faces_agree && is_text(drawn) && is_text(next)
        })
    }
}

/// Groups the pieces of a line into sections, such as digits with their words.
pub(crate) fn sections(pieces: &[Piece]) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    for piece in pieces {
        match found.last_mut() {
            Some(last) if piece.shaper_text.is_empty() || last.accepts(piece) => last.pieces.push(piece),
            _ => found.push(Section { pieces: vec![piece] }),
        }
    }
    found
}

/// The pieces of a line from left to right. `face` returns the font of a character: a run is split where the
/// font changes, because egui would put the parts in the wrong order.
pub(crate) fn pieces(
    paragraph: &Paragraph<'_>,
    line: Range<usize>,
    mut face: impl FnMut(char) -> Face,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for run in paragraph.runs(line) {
        let mut run_parts = run_parts(paragraph.text(), &run, &mut face);
        if run.rtl {
            run_parts.reverse();
        }
        pieces.extend(run_parts.into_iter().map(|run_part| run_part.piece(paragraph.text(), run.rtl)));
    }
    pieces
}

/// A part of a run from which a piece is made.
struct RunPart {
    range: Range<usize>,
    face: Face,
    /// The shaper's guess. Characters shared by several scripts have none; they join the preceding part, or
    /// at the start of a run the following one.
    shaped_rtl: Option<bool>,
}

/// Splits a run where the font or the shaper's guess changes.
fn run_parts(text: &str, run: &Run, mut face: impl FnMut(char) -> Face) -> Vec<RunPart> {
    let mut found: Vec<RunPart> = Vec::new();
    for (offset, grapheme) in text[run.range.clone()].grapheme_indices(true) {
        let start = run.range.start + offset;
        let range = start..start + grapheme.len();
        let first = grapheme.chars().next().filter(|&c| !is_invisible(c) && c != '\t');
        // Among reversed digits the shaper would mirror a bracket if the font has its counterpart.
        let bracket = || first.filter(|&c| !run.rtl && mirrored(c) != c).map(|_| false);
        let face = first.map_or(Face::Own, &mut face);
        let seen = |c: &char| !is_invisible(*c) && face != Face::Missing;
        let guess = guesses_rtl(grapheme.chars().filter(seen));
        let next = RunPart { range, face, shaped_rtl: guess.or_else(bracket) };
        match found.last_mut() {
            Some(last) if last.can_join(&next, run.rtl) => {
                last.range.end = next.range.end;
                last.shaped_rtl = last.shaped_rtl.or(next.shaped_rtl);
            }
            _ => found.push(next),
        }
    }
    found
}

impl RunPart {
    /// Characters in neither of our fonts may come from several fonts, which egui places from left to right.
    /// Where that is not the order of the graphemes, each one has to be a piece of its own.
    fn can_join(&self, next: &Self, rtl: bool) -> bool {
        let guess = self.shaped_rtl.or(next.shaped_rtl);
        let from_left_to_right = !rtl && guess != Some(true);
        let one_guess = next.shaped_rtl.is_none() || next.shaped_rtl == guess;
        one_guess && self.face == next.face && (self.face != Face::Other || from_left_to_right)
    }

    fn piece(self, text: &str, rtl: bool) -> Piece {
        let Self { range, face, shaped_rtl } = self;
        let plain: String = match face {
            Face::Missing => text[range.clone()]
                .graphemes(true)
                .filter(|grapheme| !grapheme.chars().all(is_invisible))
                .map(|_| BOX)
                .collect(),
            _ => text[range.clone()].chars().filter(|&c| !is_invisible(c)).collect(),
        };
        let reversed = shaped_rtl.unwrap_or(false) != rtl && !plain.is_empty();
        // The shaper mirrors what it draws from right to left, so reversed text has to be mirrored here.
        let shaper_text = if reversed {
            plain.graphemes(true).rev().flat_map(str::chars).map(mirrored).collect()
        } else {
            plain
        };
        Piece { range, rtl, shaper_text, reversed, face }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::layout::order::Direction;

    fn of(text: &str, face: impl FnMut(char) -> Face) -> Vec<Piece> {
        pieces(&Paragraph::new(text, Direction::Auto, false), 0..text.len(), face)
    }

    fn written(pieces: &[Piece]) -> Vec<&str> {
        pieces.iter().map(|piece| piece.shaper_text.as_str()).collect()
    }

    const fn star_is_foreign(c: char) -> Face {
        if c == '★' { Face::Other } else { Face::Own }
    }

    #[test]
    fn the_shaper_gets_reversed_digits_and_unchanged_letters() {
        let pieces = of("قیمت ۱۲", |_| Face::Own);
        assert_eq!(written(&pieces), ["۲۱", "قیمت "]);
        assert_eq!(pieces.iter().map(|piece| piece.reversed).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn persian_digits_before_a_latin_word_are_a_piece_of_their_own() {
        assert_eq!(written(&of("۵۰۰ ml", |_| Face::Own)), [" ۰۰۵", "ml"]);
        assert_eq!(written(&of("ml ۵۰۰", |_| Face::Own)), ["ml ", "۰۰۵"]);
        assert_eq!(written(&of("(۴K)", |_| Face::Own)), ["(", "۴", "K)"]);
    }

    #[test]
    fn a_sign_among_digits_is_not_mirrored_by_the_shaper() {
        // Vazirmatn has no counterpart for the last one: the digits beside it would be drawn by two fonts, in
        // the wrong order.
        for sign in ["(", "«", "≤", "∕"] {
            assert_eq!(written(&of(&format!("۱۲{sign}۳۴"), |_| Face::Own)), ["۲۱", sign, "۴۳"]);
        }
    }

    #[test]
    fn a_run_is_split_where_the_font_changes() {
        assert_eq!(written(&of("سلام ★ خوب", star_is_foreign)), [" خوب", "★", "سلام "]);
    }

    #[test]
    fn characters_of_other_fonts_that_need_reversing_are_single_pieces() {
        // Rohingya digits: numbers from left to right in a right-to-left script.
        assert_eq!(written(&of("\u{10d31}\u{10d32}", |_| Face::Other)), ["\u{10d31}", "\u{10d32}"]);
        assert_eq!(written(&of("Жук", |_| Face::Other)), ["Жук"]);
    }

    proptest! {
        #[test]
        fn pieces_cover_every_character_exactly_once(text in "[a-z ۰-۹آ-ی()«»\u{200c}\u{200f}\u{2066}-\u{2069}★\u{301}]{0,40}", cut in 0..40_usize) {
            let paragraph = Paragraph::new(&text, Direction::Auto, false);
            let end = text.char_indices().nth(cut).map_or(text.len(), |(at, _)| at);
            let mut ranges: Vec<Range<usize>> = pieces(&paragraph, 0..end, star_is_foreign).iter().map(|p| p.range.clone()).collect();
            ranges.sort_by_key(|range| range.start);
            let mut next = 0;
            for range in ranges {
                prop_assert_eq!(range.start, next);
                next = range.end;
            }
            prop_assert_eq!(next, end);
        }

        #[test]
        fn the_shaper_draws_each_piece_in_the_required_direction(text in "\\PC{0,20}|[a-zα0-9۰-۹٠-٩٪ـآ-یא-ת\u{591}-\u{5a0}\u{64b}-\u{65f}()«»∕ \u{61c}\u{200c}\u{202a}-\u{202e}\u{2066}-\u{2069}]{0,20}") {
            for piece in of(&text, |_| Face::Own) {
                let guess = guesses_rtl(piece.shaper_text.chars()).unwrap_or(false);
                prop_assert!(piece.shaper_text.is_empty() || guess == piece.shaped_rtl(), "{:?} of {:?}", piece, text);
            }
        }
    }
}
