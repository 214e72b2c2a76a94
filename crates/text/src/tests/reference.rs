//! Compares the order and position of every glyph with Pango. The data was made by
//! `tests/bidi/make_reference.py`.

use std::ops::Range;

use egui::epaint::text::Row;
use egui::pos2;
use serde::Deserialize;

use crate::layout::map::Horizontal;
use crate::layout::order::Direction;
use crate::layout::tests::{context, request};
use crate::layout::{Fit, Request, cache};

#[derive(Deserialize)]
struct Reference {
    lines: Vec<ReferenceLine>,
    both: Vec<BothWays>,
    fitted: Vec<Fitted>,
}

/// A text laid out for a given width.
#[derive(Deserialize)]
struct Fitted {
    text: String,
    width: f32,
    /// One line with an ellipsis; otherwise it wraps.
    ellipsis: bool,
    lines: Vec<FittedLine>,
}

#[derive(Deserialize)]
struct FittedLine {
    start: usize,
    clusters: Clusters,
}

#[derive(Deserialize)]
struct ReferenceLine {
    text: String,
    rtl: bool,
    /// From left to right: first byte, left edge, advance.
    clusters: Clusters,
    /// That of the first strong character, or a fixed one.
    #[serde(skip)]
    direction: Direction,
}

/// A line that begins with a number, laid out in both directions.
#[derive(Deserialize)]
struct BothWays {
    text: String,
    ltr: Clusters,
    rtl: Clusters,
}

type Clusters = Vec<(usize, f32, f32)>;

impl ReferenceLine {
    fn request(&self) -> Request<'_> {
        Request { direction: self.direction, needs_map: true, ..request(&self.text) }
    }

    /// The byte range and the edges of each visible cluster.
    fn seen(&self) -> Vec<(Range<usize>, f32, f32)> {
        let mut starts: Vec<usize> = self.clusters.iter().map(|cluster| cluster.0).collect();
        starts.push(self.text.len());
        starts.sort_unstable();
        let end = |start: usize| starts[starts.partition_point(|&other| other <= start)];
        let seen = self.clusters.iter().filter(|cluster| cluster.2 > 0.0);
        seen.map(|&(start, left, width)| (start..end(start), left, left + width)).collect()
    }
}

fn figures() -> Reference {
    serde_json::from_str(include_str!("../../tests/bidi/reference.json")).expect("the figures")
}

fn reference() -> Vec<ReferenceLine> {
    let Reference { lines, both, .. } = figures();
    let both = both.into_iter().flat_map(|BothWays { text, ltr, rtl }| {
        let left_to_right = ReferenceLine {
            text: text.clone(),
            rtl: false,
            clusters: ltr,
            direction: Direction::LeftToRight,
        };
        [left_to_right, ReferenceLine { text, rtl: true, clusters: rtl, direction: Direction::RightToLeft }]
    });
    lines.into_iter().chain(both).collect()
}

/// The tolerance: one pixel.
const CLOSE: f32 = 1.0;

/// Asserts that the row has as many glyphs as `expected`, each at its position.
fn assert_positions(row: &Row, expected: &[f32], text: &str) {
    let mut x = 0.0;
    let drawn: Vec<(f32, f32)> = row
        .glyphs
        .iter()
        .filter(|glyph| glyph.advance_width > 0.0)
        .map(|glyph| {
            let exact = x;
            x += glyph.advance_width;
            (exact, glyph.pos.x)
        })
        .collect();
    assert_eq!(drawn.len(), expected.len(), "{text}: {drawn:?} {expected:?}");
    for ((exact, pixel), expected) in drawn.iter().zip(expected) {
        // egui rounds to whole pixels, with the rest inside the glyph's image, and kerning may shift it
        // slightly.
        assert!((exact - pixel).abs() <= CLOSE + 0.5, "{text}: at {exact}, drawn at {pixel}");
        assert!((exact - expected).abs() <= CLOSE, "{text}: at {exact}, Pango has {expected}");
    }
}

#[test]
fn glyphs_are_at_pangos_positions() {
    let ctx = context();
    for line in reference() {
        let galley = cache::lay_out(&ctx, &line.request()).galley;
        let expected: Vec<f32> = line.seen().iter().map(|cluster| cluster.1).collect();
        assert_positions(&galley.rows[0], &expected, &line.text);
    }
}

#[test]
fn carets_and_selections_match_pangos_clusters() {
    let ctx = context();
    for line in reference() {
        let layout = cache::lay_out(&ctx, &line.request());
        assert_eq!(layout.rtl, line.rtl, "{}", line.text);
        for (range, left, right) in line.seen() {
            let rects = layout.map.selected(&range);
            assert_eq!(
                rects.len(),
                1,
                "{}: {:?} is contiguous: {rects:?}",
                line.text,
                &line.text[range.clone()]
            );
            let near = (rects[0].left() - left).abs() <= CLOSE && (rects[0].right() - right).abs() <= CLOSE;
            assert!(
                near,
                "{}: {:?} at {:?}, Pango has {left}–{right}",
                line.text,
                &line.text[range],
                rects[0].x_range()
            );
        }
    }
}

#[test]
fn arrow_keys_walk_each_line_from_edge_to_edge_and_back() {
    let ctx = context();
    for line in reference() {
        let map = cache::lay_out(&ctx, &line.request()).map;
        let x = |caret| map.caret_rect(caret).left();
        let (left, right) = (map.hit(pos2(-1.0, 1.0)), map.hit(pos2(10_000.0, 1.0)));
        let edges = line.seen().iter().map(|cluster| cluster.2).fold(0.0, f32::max);
        for (from, toward, sign) in [(left, Horizontal::Right, 1.0), (right, Horizontal::Left, -1.0)] {
            let mut caret = from;
            loop {
                let next = map.step(caret, toward);
                if (x(next) - x(caret)).abs() < 0.01 {
                    break;
                }
                assert!((x(next) - x(caret)) * sign > 0.0, "{}: from {caret:?} to {next:?}", line.text);
                caret = next;
            }
            let end = if toward == Horizontal::Right { edges } else { 0.0 };
            assert!((x(caret) - end).abs() <= CLOSE, "{}: stopped at {}", line.text, x(caret));
        }
    }
}

#[test]
fn lines_break_where_pangos_do() {
    let ctx = context();
    for Fitted { text, width, ellipsis, lines } in figures().fitted {
        let fit = if ellipsis { Fit::Truncate } else { Fit::Wrap };
        let layout = cache::lay_out(&ctx, &Request { fit, width, needs_map: true, ..request(&text) });
        let starts: Vec<usize> = layout.map.lines.iter().map(|line| line.range.start).collect();
        let expected: Vec<usize> = lines.iter().map(|line| line.start).collect();
        assert_eq!(starts, expected, "{text}");
        for (row, line) in layout.galley.rows.iter().zip(&lines) {
            let expected: Vec<f32> =
                line.clusters.iter().filter(|cluster| cluster.2 > 0.0).map(|cluster| cluster.1).collect();
            assert_positions(row, &expected, &text);
        }
    }
}
