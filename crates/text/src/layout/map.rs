//! The positions of the graphemes of a laid-out text: conversion between text positions and screen positions,
//! and caret movement. Pure; points are relative to the text's top left corner.

use std::ops::Range;

use egui::{Pos2, Rect, pos2, vec2};

use crate::selection::{Caret, Selection, Side};

/// A grapheme on its line, with its left and right edges in points.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GraphemeBox {
    /// Byte range in the text.
    pub range: Range<usize>,
    pub left: f32,
    pub right: f32,
    pub rtl: bool,
}

/// A line of the map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MapLine {
    /// Byte range in the text, without the line break.
    pub range: Range<usize>,
    pub rtl: bool,
    pub top: f32,
    pub bottom: f32,
    /// Whether its paragraph continues in the next line.
    pub wraps: bool,
    /// The horizontal position of the caret in an empty line.
    pub origin: f32,
    /// From left to right.
    pub boxes: Vec<GraphemeBox>,
}

/// The positions of all graphemes of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Map {
    /// At least one line, from top to bottom.
    pub lines: Vec<MapLine>,
}

/// A side of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Horizontal {
    Left,
    Right,
}

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vertical {
    Up,
    Down,
}

/// The width of a selected line break, in points.
const LINE_END_WIDTH: f32 = 5.0;

impl GraphemeBox {
    /// The position of a caret before it.
    const fn leading(&self) -> f32 {
        if self.rtl { self.right } else { self.left }
    }

    const fn trailing(&self) -> f32 {
        if self.rtl { self.left } else { self.right }
    }

    /// The caret at its left or right edge, on its side.
    const fn caret_at(&self, edge: Horizontal) -> Caret {
        match (edge, self.rtl) {
            (Horizontal::Left, false) | (Horizontal::Right, true) => Caret::after(self.range.start),
            (Horizontal::Right, false) | (Horizontal::Left, true) => Caret::before(self.range.end),
        }
    }

    fn is_visible(&self) -> bool {
        self.right > self.left
    }
}

impl MapLine {
    /// The start of the line: before the paragraph, at the line's edge, whatever the direction of its first
    /// letters; in a continuation line, before its first letter.
    const fn start(&self, goes_on: bool) -> Caret {
        if goes_on { Caret::after(self.range.start) } else { Caret::before(self.range.start) }
    }

    /// The end of the line, likewise.
    const fn end(&self) -> Caret {
        if self.wraps { Caret::before(self.range.end) } else { Caret::after(self.range.end) }
    }

    /// The position of the line's left or right edge.
    fn edge(&self, side: Horizontal) -> f32 {
        match side {
            Horizontal::Left => self.visible().next().map_or(self.origin, |grapheme| grapheme.left),
            Horizontal::Right => self.visible().next_back().map_or(self.origin, |grapheme| grapheme.right),
        }
    }

    /// The side on which the paragraph begins.
    const fn leading_side(&self) -> Horizontal {
        if self.rtl { Horizontal::Right } else { Horizontal::Left }
    }

    const fn trailing_side(&self) -> Horizontal {
        if self.rtl { Horizontal::Left } else { Horizontal::Right }
    }

    fn x(&self, caret: Caret) -> f32 {
        let before =
            || self.boxes.iter().find(|grapheme| grapheme.range.end == caret.at).map(GraphemeBox::trailing);
        let after =
            || self.boxes.iter().find(|grapheme| grapheme.range.start == caret.at).map(GraphemeBox::leading);
        let inside = || {
            self.boxes.iter().find(|grapheme| grapheme.range.contains(&caret.at)).map(GraphemeBox::leading)
        };
        match caret.side {
            Side::Before if caret.at == self.range.start => Some(self.edge(self.leading_side())),
            Side::After if caret.at == self.range.end => Some(self.edge(self.trailing_side())),
            Side::Before => before().or_else(after),
            Side::After => after().or_else(before),
        }
        .or_else(inside)
        .unwrap_or(self.origin)
    }

    fn visible(&self) -> impl DoubleEndedIterator<Item = &GraphemeBox> {
        self.boxes.iter().filter(|grapheme| grapheme.is_visible())
    }

    /// The nearest caret inside the line; `None` beyond its edges.
    fn hit(&self, x: f32) -> Option<Caret> {
        let grapheme =
            self.visible().find(|grapheme| x < grapheme.right).filter(|grapheme| x >= grapheme.left)?;
        Some(grapheme.caret_at(if x < (grapheme.left + grapheme.right) / 2.0 {
            Horizontal::Left
        } else {
            Horizontal::Right
        }))
    }

    /// The caret after the next grapheme on that side; `None` at the line's edge.
    fn step(&self, caret: Caret, toward: Horizontal) -> Option<Caret> {
        let x = self.x(caret);
        // The edges of neighbours may differ by rounding.
        let slack = 0.01;
        match toward {
            Horizontal::Right => self
                .visible()
                .find(|grapheme| grapheme.right > x + slack)
                .map(|grapheme| grapheme.caret_at(toward)),
            Horizontal::Left => self
                .visible()
                .rev()
                .find(|grapheme| grapheme.left < x - slack)
                .map(|grapheme| grapheme.caret_at(toward)),
        }
    }
}

impl Map {
    /// The rectangle of the caret, without width.
    pub fn caret_rect(&self, caret: Caret) -> Rect {
        let line = &self.lines[self.line_of(caret)];
        let x = line.x(caret);
        Rect::from_min_max(pos2(x, line.top), pos2(x, line.bottom))
    }

    /// The caret nearest to a point.
    pub fn hit(&self, at: Pos2) -> Caret {
        let index = self.lines.iter().position(|line| at.y < line.bottom).unwrap_or(self.lines.len() - 1);
        self.hit_in(index, at.x)
    }

    fn hit_in(&self, index: usize, x: f32) -> Caret {
        let line = &self.lines[index];
        let beyond = if x < line.edge(Horizontal::Left) { Horizontal::Left } else { Horizontal::Right };
        line.hit(x).unwrap_or_else(|| self.line_side(index, beyond))
    }

    /// Moves one grapheme to the left or right on the screen; at a line's edge, to the neighbouring line.
    pub fn step(&self, caret: Caret, toward: Horizontal) -> Caret {
        let index = self.line_of(caret);
        let line = &self.lines[index];
        if let Some(stepped) = line.step(caret, toward) {
            return stepped;
        }
        if toward == line.trailing_side() && index + 1 < self.lines.len() {
            return self.start_of(index + 1);
        }
        if toward == line.leading_side() && index > 0 {
            return self.lines[index - 1].end();
        }
        self.line_side(index, toward)
    }

    /// The caret nearest to `x` in the line above or below; the start or end of the text if there is none.
    pub fn move_vertically(&self, caret: Caret, toward: Vertical, x: f32) -> Caret {
        let index = self.line_of(caret);
        match toward {
            Vertical::Up if index == 0 => self.start_of(0),
            Vertical::Up => self.hit_in(index - 1, x),
            Vertical::Down if index + 1 == self.lines.len() => self.lines[index].end(),
            Vertical::Down => self.hit_in(index + 1, x),
        }
    }

    /// The start of the caret's line.
    pub fn line_start(&self, caret: Caret) -> Caret {
        self.start_of(self.line_of(caret))
    }

    /// The end of the caret's line.
    pub fn line_end(&self, caret: Caret) -> Caret {
        self.lines[self.line_of(caret)].end()
    }

    fn start_of(&self, index: usize) -> Caret {
        self.lines[index].start(index > 0 && self.lines[index - 1].wraps)
    }

    /// The line's start or end, whichever is on that side.
    fn line_side(&self, index: usize, side: Horizontal) -> Caret {
        if side == self.lines[index].leading_side() { self.start_of(index) } else { self.lines[index].end() }
    }

    /// Whether the caret's paragraph runs from right to left.
    pub fn is_rtl(&self, caret: Caret) -> bool {
        self.lines[self.line_of(caret)].rtl
    }

    /// Where an arrow key puts the caret when there is a selection: at its edge on that side.
    pub fn edge(&self, selection: Selection, toward: Horizontal) -> Caret {
        let range = selection.range();
        let (start, end) = (Caret::after(range.start), Caret::before(range.end));
        let (start_line, end_line) = (self.line_of(start), self.line_of(end));
        let onward = (toward == Horizontal::Right) != self.lines[start_line].rtl;
        if start_line != end_line {
            return if onward { end } else { start };
        }
        let end_is_right = self.lines[start_line].x(end) > self.lines[start_line].x(start);
        if end_is_right == (toward == Horizontal::Right) { end } else { start }
    }

    /// The rectangles of a selection, one for each contiguous part of each line.
    pub fn selected(&self, range: &Range<usize>) -> Vec<Rect> {
        let mut rects: Vec<Rect> = Vec::new();
        for line in &self.lines {
            if range.end < line.range.start || range.start > line.range.end {
                continue;
            }
            let first = rects.len();
            let covered = line
                .visible()
                .filter(|grapheme| grapheme.range.start < range.end && range.start < grapheme.range.end);
            for grapheme in covered {
                match rects[first..].last_mut() {
                    Some(last) if grapheme.left - last.right() < 0.5 => last.max.x = grapheme.right,
                    _ => rects.push(Rect::from_min_max(
                        pos2(grapheme.left, line.top),
                        pos2(grapheme.right, line.bottom),
                    )),
                }
            }
            if !line.wraps && range.start <= line.range.end && line.range.end < range.end {
                let edge = pos2(line.edge(line.trailing_side()), line.top);
                let left = if line.rtl { edge - vec2(LINE_END_WIDTH, 0.0) } else { edge };
                rects.push(Rect::from_min_size(left, vec2(LINE_END_WIDTH, line.bottom - line.top)));
            }
        }
        rects
    }

    /// The index of the caret's line.
    pub fn line_of(&self, caret: Caret) -> usize {
        let found =
            self.lines.iter().position(|line| caret.at <= line.range.end).unwrap_or(self.lines.len() - 1);
        let line = &self.lines[found];
        if line.wraps && caret == Caret::after(line.range.end) { found + 1 } else { found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of graphemes ten points wide. Upper case stands for right-to-left letters.
    fn map(lines: &[(&str, bool)]) -> Map {
        let mut start = 0;
        let mut found = Vec::new();
        for (index, &(text, rtl)) in lines.iter().enumerate() {
            let is_rtl = |c: char| c.is_ascii_uppercase() || (rtl && c == ' ');
            // Runs of one direction, ordered by the line's direction.
            let mut runs: Vec<Vec<(usize, bool)>> = Vec::new();
            for (at, c) in text.char_indices() {
                match runs.last_mut() {
                    Some(run) if run[0].1 == is_rtl(c) => run.push((start + at, is_rtl(c))),
                    _ => runs.push(vec![(start + at, is_rtl(c))]),
                }
            }
            runs.iter_mut().filter(|run| run[0].1).for_each(|run| run.reverse());
            if rtl {
                runs.reverse();
            }
            let seen = runs.into_iter().flatten().enumerate();
            let boxes = seen
                .map(|(column, (at, rtl))| GraphemeBox {
                    range: at..at + 1,
                    left: column as f32 * 10.0,
                    right: column as f32 * 10.0 + 10.0,
                    rtl,
                })
                .collect();
            let (top, bottom) = (index as f32 * 20.0, index as f32 * 20.0 + 20.0);
            found.push(MapLine {
                range: start..start + text.len(),
                rtl,
                top,
                bottom,
                wraps: false,
                origin: 0.0,
                boxes,
            });
            start += text.len() + 1;
        }
        Map { lines: found }
    }

    /// The horizontal positions that a caret passes.
    fn walk(map: &Map, from: Caret, toward: Horizontal) -> Vec<f32> {
        let mut caret = from;
        let mut passed = vec![map.caret_rect(caret).left()];
        for _ in 0..12 {
            let next = map.step(caret, toward);
            if map.caret_rect(next) == map.caret_rect(caret) {
                break;
            }
            caret = next;
            passed.push(map.caret_rect(caret).left());
        }
        passed
    }

    #[test]
    fn arrow_keys_move_visually_through_mixed_directions() {
        for line in [
            ("abc", false),
            ("ABC", true),
            ("AB cd EF", true),
            ("ab CD ef", false),
            ("AB cd", true),
            ("ab CD", false),
            ("cd AB", true),
        ] {
            let map = map(&[line]);
            let width = line.0.len() as f32 * 10.0;
            let expected: Vec<f32> = (0..=line.0.len()).map(|column| column as f32 * 10.0).collect();
            assert_eq!(walk(&map, map.hit(pos2(-1.0, 0.0)), Horizontal::Right), expected, "{line:?}");
            let back: Vec<f32> = expected.into_iter().rev().collect();
            assert_eq!(walk(&map, map.hit(pos2(width + 1.0, 0.0)), Horizontal::Left), back, "{line:?}");
        }
    }

    #[test]
    fn home_is_on_the_right_of_a_right_to_left_line() {
        let map = map(&[("AB cd", true)]);
        assert_eq!(map.caret_rect(map.line_start(Caret::before(3))).left(), 50.0);
        assert_eq!(map.line_end(Caret::after(1)).at, 5);
    }

    #[test]
    fn home_and_end_are_at_the_lines_edges_whatever_its_first_and_last_letters() {
        let map = map(&[("cd AB ef", true)]);
        assert_eq!(map.caret_rect(map.line_start(Caret::before(4))).left(), 80.0);
        assert_eq!(map.caret_rect(map.line_end(Caret::before(4))).left(), 0.0);
    }

    #[test]
    fn carets_at_a_soft_line_break_belong_to_the_right_line() {
        let mut map = map(&[("ab ", false), ("cd", false)]);
        map.lines[0].wraps = true;
        map.lines[1].range = 3..5;
        map.lines[1]
            .boxes
            .iter_mut()
            .for_each(|grapheme| grapheme.range = grapheme.range.start - 1..grapheme.range.end - 1);
        assert_eq!(map.caret_rect(map.line_end(Caret::before(1))).top(), 0.0);
        assert_eq!(map.caret_rect(map.line_start(Caret::before(4))).top(), 20.0);
        assert_eq!(map.step(map.line_end(Caret::before(1)), Horizontal::Right), Caret::after(3));
    }

    #[test]
    fn a_click_finds_the_nearer_edge_of_a_grapheme() {
        let map = map(&[("AB cd", true)]);
        // On the screen: c d space B A.
        assert_eq!(map.hit(pos2(2.0, 5.0)), Caret::after(3));
        assert_eq!(map.hit(pos2(8.0, 5.0)), Caret::before(4));
        assert_eq!(map.hit(pos2(48.0, 5.0)), Caret::after(0));
        assert_eq!(map.hit(pos2(42.0, 5.0)), Caret::before(1));
        assert_eq!(map.hit(pos2(900.0, 5.0)), Caret::before(0), "a Persian line begins at the right edge");
    }

    #[test]
    fn a_selection_across_directions_has_several_parts() {
        let map = map(&[("AB cd", true)]);
        // "B c": the two are not adjacent on the screen, since d is between them.
        let seen: Vec<(f32, f32)> =
            map.selected(&(1..4)).iter().map(|rect| (rect.left(), rect.right())).collect();
        assert_eq!(seen, [(0.0, 10.0), (20.0, 40.0)]);
    }

    #[test]
    fn arrow_keys_at_a_lines_edge_continue_in_the_next_line() {
        let map = map(&[("ab", false), ("CD", true)]);
        assert_eq!(map.step(Caret::before(2), Horizontal::Right), Caret::before(3));
        assert_eq!(
            map.step(Caret::before(3), Horizontal::Right),
            Caret::after(2),
            "in a Persian line, right goes back"
        );
        assert_eq!(
            map.step(Caret::after(5), Horizontal::Left),
            Caret::after(5),
            "nothing follows the end of the text"
        );
    }

    #[test]
    fn moving_up_and_down_keeps_the_column() {
        let map = map(&[("abcd", false), ("", false), ("EFGH", true)]);
        let x = map.caret_rect(Caret::before(3)).left();
        let empty = map.move_vertically(Caret::before(3), Vertical::Down, x);
        assert_eq!(empty.at, 5);
        let below = map.move_vertically(empty, Vertical::Down, x);
        assert_eq!(map.caret_rect(below).left(), x);
        assert_eq!(map.move_vertically(Caret::before(1), Vertical::Up, x).at, 0);
        assert_eq!(map.move_vertically(below, Vertical::Down, x).at, 10);
    }

    #[test]
    fn a_selected_line_break_is_visible() {
        let map = map(&[("ab", false), ("cd", false)]);
        assert_eq!(map.selected(&(1..4)).len(), 3);
        assert_eq!(map.selected(&(1..2)).len(), 1);
    }

    #[test]
    fn an_arrow_key_moves_to_the_edge_of_the_selection_on_its_side() {
        let map = map(&[("AB cd", true)]);
        let selection = Selection::of(0..2);
        assert_eq!(map.edge(selection, Horizontal::Left).at, 2);
        assert_eq!(map.edge(selection, Horizontal::Right).at, 0);
    }
}
