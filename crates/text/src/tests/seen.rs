//! Tests of bidirectional text with random lines: laid out with the window's own fonts, the glyphs are in the
//! order of the bidirectional algorithm, each in the shape that its direction requires.

use std::collections::HashMap;

use egui::epaint::text::Glyph;
use egui::{Context, pos2};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use unicode_bidi::{BidiInfo, Level};
use unicode_segmentation::UnicodeSegmentation;

use crate::layout::order::Direction;
use crate::layout::tests::{context, request};
use crate::layout::{Request, cache};

/// Letters that form no ligatures with each other.
const LETTERS: &str = "بنکوپعش";
const OTHERS: &str = "0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩qKmTxבגשל()[]{}<>«»≤≥/-.,:+%٪$€₪٬٫× ";
/// Marks in different fonts; two of them are shared by all scripts.
const MARKS: &str = "\u{64e}\u{651}\u{301}\u{656}";
const HEBREW_MARK: char = '\u{5b7}';
/// Direction marks, embeddings, overrides and isolates, all invisible.
const CONTROLS: &str =
    "\u{200e}\u{200f}\u{61c}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

fn one_of(characters: &str) -> impl Strategy<Value = char> + use<> {
    prop::sample::select(characters.chars().collect::<Vec<_>>())
}

fn lines() -> impl Strategy<Value = (String, bool)> {
    let digits = "0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩";
    let seen =
        prop_oneof![3 => one_of(digits), 3 => one_of(OTHERS), 2 => one_of(LETTERS), 1 => one_of("qKmTx")];
    let mark = prop::option::weighted(0.05, one_of(MARKS));
    let control = prop::option::weighted(0.03, one_of(CONTROLS));
    let parts = prop::collection::vec((seen, mark, control), 1..14);
    let text = parts.prop_map(|parts| {
        let own = |seen: char, mark| if ('א'..='ת').contains(&seen) { HEBREW_MARK } else { mark };
        let part = |(seen, mark, control): (char, Option<char>, _)| {
            [Some(seen), mark.map(|mark| own(seen, mark)), control]
        };
        parts.into_iter().flat_map(part).flatten().collect()
    });
    (text, any::<bool>())
}

/// Identifies digits and signs by their glyphs.
struct Shapes {
    ctx: Context,
    characters: HashMap<[u16; 4], char>,
}

impl Shapes {
    fn new() -> Self {
        let ctx = context();
        // Draw each glyph once instead of once per subpixel position.
        ctx.all_styles_mut(|style| style.visuals.text_options.subpixel_binning = false);
        ctx.run_ui(Default::default(), |_| {}).textures_delta.clear();
        let mut shapes = Self { ctx, characters: HashMap::new() };
        for c in OTHERS.chars().filter(|c| !c.is_whitespace()) {
            let shape = shape(&shapes.glyphs(&request(&c.to_string()))[0]);
            shapes.characters.entry(shape).or_insert(c);
        }
        shapes
    }

    fn glyphs(&self, request: &Request<'_>) -> Vec<Glyph> {
        let galley = cache::lay_out(&self.ctx, request).galley;
        galley.rows[0].glyphs.iter().filter(|glyph| glyph.advance_width > 0.0).copied().collect()
    }

    fn character(&self, glyph: &Glyph) -> char {
        match glyph.chr {
            // Letters change shape with their neighbours and marks, and have no mirrored counterpart.
            c if c.is_whitespace() || c.is_alphabetic() => c,
            _ => self.characters.get(&shape(glyph)).copied().unwrap_or('?'),
        }
    }
}

fn shape(glyph: &Glyph) -> [u16; 4] {
    let (min, max) = (glyph.uv_rect.min, glyph.uv_rect.max);
    [min[0], min[1], max[0], max[1]]
}

/// The characters from left to right, computed independently of `order` by `unicode_bidi`'s own reordering.
fn expected(text: &str, rtl: bool) -> Vec<(usize, char)> {
    let info = BidiInfo::new(text, Some(if rtl { Level::rtl() } else { Level::ltr() }));
    let paragraph = &info.paragraphs[0];
    let levels = info.reordered_levels_per_char(paragraph, paragraph.range.clone());
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let order = BidiInfo::reorder_visual(&levels);
    let line = order.into_iter().map(|index| {
        let (at, c) = characters[index];
        (at, if levels[index].is_rtl() { counterpart(c) } else { c })
    });
    line.filter(|&(_, c)| !MARKS.contains(c) && c != HEBREW_MARK && !CONTROLS.contains(c)).collect()
}

fn counterpart(c: char) -> char {
    const PAIRS: &str = "()[]{}<>«»≤≥";
    let at = PAIRS.chars().position(|other| other == c);
    at.and_then(|at| PAIRS.chars().nth(at ^ 1)).unwrap_or(c)
}

fn check(cases: u32, property: impl Fn(&str, bool) -> Result<(), TestCaseError>) {
    let mut runner =
        TestRunner::new(ProptestConfig { cases, source_file: Some(file!()), ..ProptestConfig::default() });
    if let Err(failure) = runner.run(&lines(), |(text, rtl)| property(&text, rtl)) {
        panic!("{failure}");
    }
}

fn request_with_direction(text: &str, rtl: bool) -> Request<'_> {
    Request {
        direction: if rtl { Direction::RightToLeft } else { Direction::LeftToRight },
        editing: true,
        needs_map: true,
        ..request(text)
    }
}

#[test]
fn every_character_is_drawn_in_the_order_of_the_bidirectional_algorithm() {
    let shapes = Shapes::new();
    check(4000, |text, rtl| {
        let drawn: String = shapes
            .glyphs(&request_with_direction(text, rtl))
            .iter()
            .map(|glyph| shapes.character(glyph))
            .collect();
        let expected: String = expected(text, rtl).into_iter().map(|(_, c)| c).collect();
        prop_assert_eq!(drawn, expected);
        Ok(())
    });
}

#[test]
fn a_click_finds_the_character_under_the_pointer_in_any_context() {
    let shapes = Shapes::new();
    check(2000, |text, rtl| {
        let request = request_with_direction(text, rtl);
        let layout = cache::lay_out(&shapes.ctx, &request);
        let mut left = layout.galley.rows[0].pos.x;
        for (glyph, (at, c)) in shapes.glyphs(&request).iter().zip(expected(text, rtl)) {
            let found = layout.map.selected(&(at..at + c.len_utf8()));
            let right = left + glyph.advance_width;
            prop_assert!(found.len() == 1, "{c}: {found:?}");
            prop_assert!(
                (found[0].left() - left).abs() < 0.1 && (found[0].right() - right).abs() < 0.1,
                "{c}: {left}–{right}, {found:?}"
            );
            let hit = layout.map.hit(pos2((left + right) / 2.0, 1.0)).at;
            let end = at + text[at..].graphemes(true).next().map_or(0, str::len);
            prop_assert!(hit == at || hit == end, "{c} at {at}–{end}: {hit}");
            left = right;
        }
        Ok(())
    });
}
