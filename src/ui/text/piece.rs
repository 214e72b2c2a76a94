//! The pieces a line is handed to the shaper in. The shaper knows nothing of the bidirectional algorithm, and draws in
//! the direction it guesses from the script. So a piece holds characters of one guess only, and where that guess is not
//! the direction the algorithm says, the piece is written back to front. Pure.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::mirror::mirrored;
use super::order::{Paragraph, Run, is_unseen};
use super::shaper::guesses_rtl;

/// Which of the fonts draws a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Face {
    /// The first of the family: Latin and Arabic.
    Own,
    Hebrew,
    /// Some other, perhaps one of the system's.
    Other,
}

/// A stretch that the shaper draws in one go: one direction, one font face, one guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it stands in the paragraph. Characters without a glyph of their own (direction marks) are in it too.
    pub range: Range<usize>,
    /// How it has to be drawn.
    pub rtl: bool,
    /// The characters as the shaper wants them. Empty when nothing is drawn.
    pub written: String,
    /// Whether `written` holds the graphemes back to front and mirrored, because the shaper guesses the other direction.
    pub reversed: bool,
    pub face: Face,
}

impl Piece {
    /// The direction the shaper will take.
    pub const fn shaped_rtl(&self) -> bool {
        self.rtl != self.reversed
    }
}

/// Neighbouring pieces that are shaped together: shaping costs most by the call.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// From left to right. At least one.
    pub pieces: Vec<&'a Piece>,
}

impl Section<'_> {
    /// Its characters as the shaper wants them. Empty when nothing is drawn.
    pub fn written(&self) -> String {
        let written = self.pieces.iter().map(|piece| piece.written.as_str());
        if self.shaped_rtl() { written.rev().collect() } else { written.collect() }
    }

    /// The direction the shaper will take.
    pub fn shaped_rtl(&self) -> bool {
        self.drawn().is_some_and(Piece::shaped_rtl)
    }

    /// One of those that are drawn: they are alike.
    fn drawn(&self) -> Option<&Piece> {
        self.pieces.iter().copied().find(|piece| !piece.written.is_empty())
    }

    fn takes(&self, next: &Piece) -> bool {
        // An ellipsis stays by itself: it is no neighbour to be kerned with.
        let is_text = |piece: &Piece| !piece.range.is_empty();
        self.drawn().is_none_or(|drawn| {
            let faces_agree = !drawn.shaped_rtl() || (drawn.face == next.face && drawn.face != Face::Other);
            drawn.shaped_rtl() == next.shaped_rtl() && faces_agree && is_text(drawn) && is_text(next)
        })
    }
}

/// Puts the pieces of a line together: digits with their words.
pub(super) fn sections(pieces: &[Piece]) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    for piece in pieces {
        match found.last_mut() {
            Some(last) if piece.written.is_empty() || last.takes(piece) => last.pieces.push(piece),
            _ => found.push(Section { pieces: vec![piece] }),
        }
    }
    found
}

/// The pieces of a line, from left to right. `face` tells which face draws a character: a run that changes face has to
/// be cut there, or the faces' parts would stand in the wrong order.
pub(super) fn pieces(paragraph: &Paragraph<'_>, line: Range<usize>, mut face: impl FnMut(char) -> Face) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for run in paragraph.runs(line) {
        let mut stretches = stretches(paragraph.text(), &run, &mut face);
        if run.rtl {
            stretches.reverse();
        }
        pieces.extend(stretches.into_iter().map(|stretch| stretch.piece(paragraph.text(), run.rtl)));
    }
    pieces
}

/// A part of a run on its way to a piece.
struct Stretch {
    range: Range<usize>,
    face: Face,
    /// What the shaper guesses. Signs that scripts share have no say: they go with what is before them, at the start of
    /// a run with what follows.
    shaped_rtl: Option<bool>,
}

/// Cuts a run where the font face or the shaper's guess changes.
fn stretches(text: &str, run: &Run, mut face: impl FnMut(char) -> Face) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for (offset, grapheme) in text[run.range.clone()].grapheme_indices(true) {
        let start = run.range.start + offset;
        let range = start..start + grapheme.len();
        let first = grapheme.chars().next().filter(|&c| !is_unseen(c) && c != '\t');
        // Among digits written back to front the shaper would turn a bracket round, if the face has its counterpart.
        let bracket = || first.filter(|&c| !run.rtl && mirrored(c) != c).map(|_| false);
        let guess = guesses_rtl(grapheme.chars().filter(|&c| !is_unseen(c)));
        let next = Stretch { range, face: first.map_or(Face::Own, &mut face), shaped_rtl: guess.or_else(bracket) };
        match found.last_mut() {
            Some(last) if last.goes_with(&next, run.rtl) => {
                last.range.end = next.range.end;
                last.shaped_rtl = last.shaped_rtl.or(next.shaped_rtl);
            }
            _ => found.push(next),
        }
    }
    found
}

impl Stretch {
    /// What neither of our faces has may be drawn by several others, and egui puts their parts from left to right: where
    /// that is not the order of the graphemes as written, each has to stand alone.
    fn goes_with(&self, next: &Self, rtl: bool) -> bool {
        let guess = self.shaped_rtl.or(next.shaped_rtl);
        let from_left_to_right = !rtl && guess != Some(true);
        let one_guess = next.shaped_rtl.is_none() || next.shaped_rtl == guess;
        one_guess && self.face == next.face && (self.face != Face::Other || from_left_to_right)
    }

    fn piece(self, text: &str, rtl: bool) -> Piece {
        let Self { range, face, shaped_rtl } = self;
        let plain: String = text[range.clone()].chars().filter(|&c| !is_unseen(c)).collect();
        let reversed = shaped_rtl.unwrap_or(false) != rtl && !plain.is_empty();
        // The shaper mirrors what it draws from right to left. Written back to front, that is what must not be mirrored.
        let written = if reversed { plain.graphemes(true).rev().flat_map(str::chars).map(mirrored).collect() } else { plain };
        Piece { range, rtl, written, reversed, face }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ui::text::order::Direction;

    fn of(text: &str, face: impl FnMut(char) -> Face) -> Vec<Piece> {
        pieces(&Paragraph::new(text, Direction::Auto, false), 0..text.len(), face)
    }

    fn written(pieces: &[Piece]) -> Vec<&str> {
        pieces.iter().map(|piece| piece.written.as_str()).collect()
    }

    const fn star_is_foreign(c: char) -> Face {
        if c == '★' { Face::Other } else { Face::Own }
    }

    #[test]
    fn the_shaper_gets_digits_back_to_front_and_letters_as_they_are() {
        let pieces = of("قیمت ۱۲", |_| Face::Own);
        assert_eq!(written(&pieces), ["۲۱", "قیمت "]);
        assert_eq!(pieces.iter().map(|piece| piece.reversed).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn persian_digits_before_a_latin_word_are_handed_over_by_themselves() {
        assert_eq!(written(&of("۵۰۰ ml", |_| Face::Own)), [" ۰۰۵", "ml"]);
        assert_eq!(written(&of("ml ۵۰۰", |_| Face::Own)), ["ml ", "۰۰۵"]);
        assert_eq!(written(&of("(۴K)", |_| Face::Own)), ["(", "۴", "K)"]);
    }

    #[test]
    fn a_sign_among_digits_is_not_turned_round_by_the_shaper() {
        // Vazirmatn has no counterpart for the last: the digits beside it would be drawn by two faces, in the wrong order.
        for sign in ["(", "«", "≤", "∕"] {
            assert_eq!(written(&of(&format!("۱۲{sign}۳۴"), |_| Face::Own)), ["۲۱", sign, "۴۳"]);
        }
    }

    #[test]
    fn a_run_is_cut_where_another_face_begins() {
        assert_eq!(written(&of("سلام ★ خوب", star_is_foreign)), [" خوب", "★", "سلام "]);
    }

    #[test]
    fn what_other_faces_draw_back_to_front_is_handed_over_one_by_one() {
        // Digits of the Rohingya: from left to right like all numbers, in a script that runs from right to left.
        assert_eq!(written(&of("\u{10d31}\u{10d32}", |_| Face::Other)), ["\u{10d31}", "\u{10d32}"]);
        assert_eq!(written(&of("Жук", |_| Face::Other)), ["Жук"]);
    }

    proptest! {
        #[test]
        fn pieces_hold_every_character_once(text in "[a-z ۰-۹آ-ی()«»\u{200c}\u{200f}\u{2066}-\u{2069}★\u{301}]{0,40}", cut in 0..40_usize) {
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
        fn the_shaper_draws_each_piece_in_the_direction_expected_of_it(text in "\\PC{0,20}|[a-zα0-9۰-۹٠-٩٪ـآ-یא-ת\u{591}-\u{5a0}\u{64b}-\u{65f}()«»∕ \u{61c}\u{200c}\u{202a}-\u{202e}\u{2066}-\u{2069}]{0,20}") {
            for piece in of(&text, |_| Face::Own) {
                let guess = guesses_rtl(piece.written.chars()).unwrap_or(false);
                prop_assert!(piece.written.is_empty() || guess == piece.shaped_rtl(), "{:?} of {:?}", piece, text);
            }
        }
    }
}
