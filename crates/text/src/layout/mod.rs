//! Lays out text: paragraphs, lines, and on each line the pieces in visual order.
//!
//! egui shapes Arabic but does not reorder text, and it breaks lines after shaping. So lines are broken here,
//! in logical order, by the width of each grapheme; then each line is reordered (see `order`), split into
//! pieces (see `piece`) and given to egui.

pub mod cache;
pub mod cost;
pub mod fonts;
pub mod map;
pub mod measure;
pub mod mirror;
pub mod order;
pub mod piece;
pub mod shaper;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use egui::epaint::text::{FontsView, Row};
use egui::text::{ByteIndex, LayoutJob, LayoutSection, TextFormat};
use egui::{Color32, FontId, Galley, Rect, lerp};

use map::{GraphemeBox, Map, MapLine};
use measure::Extent;
use order::{Direction, Paragraph, is_arabic_script, is_mark, paragraphs, without_direction_marks};
use piece::{Face, Piece, pieces, sections};

/// What to do with text that is wider than the available width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fit {
    /// Let it overflow.
    Extend,
    /// Break it into lines.
    Wrap,
    /// One line, cut with an ellipsis.
    Truncate,
}

/// Everything that a layout depends on except the fonts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request<'a> {
    pub text: &'a str,
    pub font: FontId,
    pub fit: Fit,
    /// The available width, in points.
    pub width: f32,
    pub direction: Direction,
    /// The direction of the surroundings, for text without strong characters.
    pub surrounding_rtl: bool,
    /// Whether it is for an editor: then trailing spaces are laid out, because the caret moves among them,
    /// and lines are aligned to the edges of the field instead of the text.
    pub editing: bool,
    /// Whether the map is needed.
    pub needs_map: bool,
}

/// A line of the layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// Byte range in the text, without the line break.
    pub range: Range<usize>,
    /// Whether its paragraph runs from right to left.
    pub rtl: bool,
    /// From left to right; their ranges are in the text.
    pub pieces: Vec<Piece>,
}

/// The result of a layout.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Its `text()` is the text in logical order.
    pub galley: Arc<Galley>,
    /// The positions of the graphemes; empty unless requested.
    pub map: Arc<Map>,
    /// Whether the first paragraph runs from right to left.
    pub rtl: bool,
}

const ELLIPSIS: &str = "…";
/// The tolerance when comparing a line's width with the available width, in points.
const WIDTH_TOLERANCE: f32 = 0.5;

/// Lays out a text.
pub(super) fn lay_out(fonts: &mut FontsView<'_>, request: &Request<'_>) -> Layout {
    let text = affordable(request);
    let shown = Request { text: &text, ..request.clone() };
    let (lines, elided) = Planner { request: &shown, fonts, cut: text.as_ref() != request.text }.lines();
    let drawn = fonts.layout_job(job(&lines, &request.font));
    let mut galley = aligned(&drawn, &lines, request);
    galley.elided = elided;
    let map = if request.needs_map { map(fonts, &lines, &shown, &galley) } else { Map::default() };
    Layout { galley: Arc::new(galley), map: Arc::new(map), rtl: lines.first().is_some_and(|line| line.rtl) }
}

/// The part of a text that is laid out: all of it, unless that would take too long. Editors limit it
/// themselves.
fn affordable<'t>(request: &Request<'t>) -> Cow<'t, str> {
    let budget = if request.fit == Fit::Truncate { cost::MAX_CELL } else { cost::MAX_LABEL };
    let end = cost::affordable_length(request.text, budget);
    match request.fit {
        _ if request.editing || end == request.text.len() => Cow::Borrowed(request.text),
        Fit::Truncate => Cow::Borrowed(&request.text[..end]),
        Fit::Extend | Fit::Wrap => Cow::Owned(format!("{}{ELLIPSIS}", &request.text[..end])),
    }
}

/// How far glyphs may extend above and below their line, in points.
const OVERHANG: f32 = 1.0;

/// Cuts off what stacked marks draw above and below their line, where it would cover other lines.
fn clip_to_row(row: &mut Row) {
    let (top, bottom) = (-OVERHANG, row.size.y + OVERHANG);
    let glyphs = row.visuals.glyph_vertex_range.clone();
    let mut bounds = Rect::NOTHING;
    // Each glyph is a rectangle: its upper two corners, then its lower two.
    for corners in row.visuals.mesh.vertices[glyphs].chunks_exact_mut(4) {
        let (above, below) = (corners[0], corners[2]);
        let height = (below.pos.y - above.pos.y).max(f32::EPSILON);
        for corner in corners {
            let y = corner.pos.y.clamp(top, bottom);
            let share = (y - above.pos.y) / height;
            corner.uv.y = lerp(above.uv.y..=below.uv.y, share.clamp(0.0, 1.0));
            corner.pos.y = y;
            bounds.extend_with(corner.pos);
        }
    }
    row.visuals.mesh_bounds = bounds;
}

/// The galley with each line aligned to its paragraph's side, and with the text in logical order as its own.
fn aligned(drawn: &Galley, lines: &[Line], request: &Request<'_>) -> Galley {
    let mut galley = drawn.clone();
    let widest = galley.rows.iter().map(|row| row.size.x).fold(0.0, f32::max);
    let width = if request.editing && request.width.is_finite() { request.width } else { widest };
    galley.mesh_bounds = Rect::NOTHING;
    for (row, line) in galley.rows.iter_mut().zip(lines) {
        if row.visuals.mesh_bounds.top() < -OVERHANG
            || row.visuals.mesh_bounds.bottom() > row.size.y + OVERHANG
        {
            clip_to_row(Arc::make_mut(&mut row.row));
        }
        if line.rtl {
            row.pos.x = ((width - row.size.x) * drawn.pixels_per_point).round() / drawn.pixels_per_point;
        }
        galley.mesh_bounds |= row.visuals.mesh_bounds.translate(row.pos.to_vec2());
    }
    let logical = without_direction_marks(request.text).into_owned();
    galley.job =
        Arc::new(LayoutJob::simple(logical, request.font.clone(), Color32::PLACEHOLDER, f32::INFINITY));
    galley
}

/// The position of each grapheme in the galley.
fn map(fonts: &mut FontsView<'_>, lines: &[Line], request: &Request<'_>, galley: &Galley) -> Map {
    let next = lines.iter().skip(1).map(Some).chain([None]);
    let lines = lines.iter().zip(next).zip(&galley.rows).map(|((line, next), row)| {
        let mut x = row.pos.x;
        let mut boxes = Vec::new();
        for section in sections(&line.pieces) {
            let (extents, width) = measure::extents(fonts, &request.font, request.text, &section);
            boxes.extend(extents.into_iter().map(|e| GraphemeBox {
                range: e.range,
                left: x + e.left,
                right: x + e.right,
                rtl: e.rtl,
            }));
            x += width;
        }
        let wraps = next.is_some_and(|next| next.range.start == line.range.end);
        MapLine {
            range: line.range.clone(),
            rtl: line.rtl,
            top: row.min_y(),
            bottom: row.max_y(),
            wraps,
            origin: row.pos.x,
            boxes,
        }
    });
    Map { lines: lines.collect() }
}

/// Breaks a text into lines.
struct Planner<'a, 'f, 't> {
    request: &'a Request<'t>,
    fonts: &'a mut FontsView<'f>,
    /// Whether the request's text was cut before the layout.
    cut: bool,
}

impl Planner<'_, '_, '_> {
    fn lines(&mut self) -> (Vec<Line>, bool) {
        let ranges = paragraphs(self.request.text);
        if self.request.fit == Fit::Truncate {
            let (line, elided) = self.truncated(ranges[0].clone(), ranges.len() > 1 || self.cut);
            return (vec![line], elided);
        }
        let mut lines = Vec::new();
        for range in ranges {
            let text = &self.request.text[range.clone()];
            let paragraph = self.paragraph(text);
            let whole = self.line(&paragraph, text, range.start, 0..text.len());
            if self.request.fit == Fit::Extend || self.fits(&whole) {
                lines.push(whole);
                continue;
            }
            let extents = self.extents(text, whole, range.start);
            for cut in cut(text, &extents, self.request.width) {
                lines.push(self.line(&paragraph, text, range.start, cut));
            }
        }
        (lines, self.cut)
    }

    /// One line of the paragraph, with an ellipsis if it does not fit or more text follows (`more`).
    fn truncated(&mut self, range: Range<usize>, more: bool) -> (Line, bool) {
        let text = &self.request.text[range.clone()];
        let paragraph = self.paragraph(text);
        let whole = self.line(&paragraph, text, range.start, 0..text.len());
        if !more && self.fits(&whole) {
            return (whole, false);
        }
        let ellipsis = |at| Piece {
            range: at..at,
            rtl: paragraph.is_rtl(),
            shaper_text: ELLIPSIS.to_owned(),
            reversed: paragraph.is_rtl(),
            face: Face::Own,
        };
        let room = self.request.width - measure::width(self.fonts, &self.request.font, ELLIPSIS);
        let extents = self.extents(text, whole, range.start);
        let mut width = 0.0;
        let mut kept = extents
            .iter()
            .take_while(|extent| {
                width += extent.width();
                width <= room
            })
            .count();
        loop {
            let end = extents.get(kept).map_or(text.len(), |extent| extent.range.start);
            let mut line = self.line(&paragraph, text, range.start, 0..end);
            if letters_join(text, end) {
                keep_joined(&mut line, range.start + end);
            }
            let at = if paragraph.is_rtl() { 0 } else { line.pieces.len() };
            line.pieces.insert(at, ellipsis(range.start + end));
            // Letters may be wider at the end of a line than inside the text.
            if kept == 0 || self.fits(&line) {
                return (line, true);
            }
            kept -= 1;
        }
    }

    fn paragraph<'t>(&self, text: &'t str) -> Paragraph<'t> {
        Paragraph::new(text, self.request.direction, self.request.surrounding_rtl)
    }

    /// A line of the paragraph that starts at byte `start` of the text. Trailing spaces are left out, except
    /// for an editor.
    fn line(&mut self, paragraph: &Paragraph<'_>, text: &str, start: usize, range: Range<usize>) -> Line {
        let end =
            if self.request.editing { range.end } else { range.start + text[range.clone()].trim_end().len() };
        let mut pieces = pieces(paragraph, range.start..end, |c| fonts::face(self.fonts, c));
        for piece in &mut pieces {
            piece.range = piece.range.start + start..piece.range.end + start;
        }
        Line { range: range.start + start..range.end + start, rtl: paragraph.is_rtl(), pieces }
    }

    fn fits(&mut self, line: &Line) -> bool {
        // A rounded width may be passed back as the available width of the next frame, which must not break
        // the line.
        self.width(line) <= self.request.width + WIDTH_TOLERANCE
    }

    /// Usually the line is the whole text, and egui has cached its galley for the final request.
    fn width(&mut self, line: &Line) -> f32 {
        self.fonts.layout_job(job(std::slice::from_ref(line), &self.request.font)).size().x
    }

    /// The graphemes of a paragraph laid out as one line, in logical order; their ranges are in the
    /// paragraph.
    fn extents(&mut self, text: &str, mut line: Line, start: usize) -> Vec<Extent> {
        for piece in &mut line.pieces {
            piece.range = piece.range.start - start..piece.range.end - start;
        }
        let mut extents = Vec::new();
        for section in sections(&line.pieces) {
            extents.extend(measure::extents(self.fonts, &self.request.font, text, &section).0);
        }
        extents.sort_by_key(|extent| extent.range.start);
        extents
    }
}

/// Whether letters join across this position (Arabic script).
fn letters_join(text: &str, at: usize) -> bool {
    let is_joined = |c: Option<char>| c.is_some_and(|c| is_arabic_script(c) && c.is_alphabetic());
    let before = text[..at].chars().rev().find(|c| !is_mark(*c));
    is_joined(before) && is_joined(text[at..].chars().next())
}

/// Keeps the joined shape of the last letter before an ellipsis, because the word continues.
fn keep_joined(line: &mut Line, end: usize) {
    const JOINER: char = '\u{200d}';
    let last = line.pieces.iter_mut().find(|piece| piece.range.end == end && !piece.range.is_empty());
    if let Some(piece) = last.filter(|piece| piece.rtl && !piece.reversed) {
        piece.shaper_text.push(JOINER);
    }
}

/// Breaks a paragraph into lines no wider than `width`: after spaces and hyphens, else inside a word.
fn cut(text: &str, extents: &[Extent], width: f32) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut used, mut last_break) = (0, 0.0, None);
    let mut index = 0;
    while index < extents.len() {
        let extent = &extents[index];
        let grapheme = &text[extent.range.clone()];
        let is_space = grapheme.chars().all(char::is_whitespace);
        // Trailing spaces may overflow.
        if !is_space && used + extent.width() > width + WIDTH_TOLERANCE && index > start {
            let next = last_break.filter(|&at| at > start).unwrap_or(index);
            lines.push(extents[start].range.start..extents[next].range.start);
            (start, used, last_break, index) = (next, 0.0, None, next);
            continue;
        }
        used += extent.width();
        index += 1;
        if is_space || may_break_after(grapheme, extents.get(index).map(|next| &text[next.range.clone()])) {
            last_break = Some(index);
        }
    }
    lines.push(extents.get(start).map_or(0, |extent| extent.range.start)..text.len());
    lines
}

fn may_break_after(grapheme: &str, next: Option<&str>) -> bool {
    let (Some(last), Some(following)) = (grapheme.chars().last(), next.and_then(|next| next.chars().next()))
    else {
        return false;
    };
    match last {
        '\u{200b}' | '\u{ad}' => true,
        '-' | '–' | '—' | '/' | '\\' | '_' => following.is_alphabetic(),
        _ => is_ideograph(last) && (is_ideograph(following) || following.is_alphabetic()),
    }
}

const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// egui's job for the lines. Sections are added directly, because [`LayoutJob::append`] would merge and
/// reshape them.
fn job(lines: &[Line], font: &FontId) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = TextFormat::simple(font.clone(), Color32::PLACEHOLDER);
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            end_line(&mut job, &format);
        }
        for section in sections(&line.pieces) {
            let written = section.shaper_text();
            if !written.is_empty() {
                push(&mut job, &written, &format);
            }
        }
    }
    if job.sections.is_empty() {
        // An empty line still has the height of its font.
        push(&mut job, "", &format);
    }
    job
}

fn push(job: &mut LayoutJob, text: &str, format: &TextFormat) {
    let start = ByteIndex(job.text.len());
    job.text.push_str(text);
    job.sections.push(LayoutSection {
        leading_space: 0.0,
        byte_range: start..ByteIndex(job.text.len()),
        format: format.clone(),
    });
}

fn end_line(job: &mut LayoutJob, format: &TextFormat) {
    match job.sections.last_mut() {
        Some(last) => {
            job.text.push('\n');
            last.byte_range.end = ByteIndex(job.text.len());
        }
        None => push(job, "\n", format),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use egui::Context;

    use super::*;
    use crate::layout::cache;

    /// A context that has drawn a frame, so that its fonts are loaded.
    pub(crate) fn context() -> Context {
        let ctx = Context::default();
        fonts::install_fonts(&ctx);
        ctx.run_ui(Default::default(), |_| {}).textures_delta.clear();
        ctx
    }

    pub(crate) fn request(text: &str) -> Request<'_> {
        Request {
            text,
            font: FontId::proportional(20.0),
            fit: Fit::Extend,
            width: f32::INFINITY,
            direction: Direction::Auto,
            surrounding_rtl: false,
            editing: false,
            needs_map: false,
        }
    }

    /// The characters drawn, from left to right.
    fn drawn(text: &str) -> String {
        let galley = cache::lay_out(&context(), &request(text)).galley;
        galley.rows[0]
            .glyphs
            .iter()
            .filter(|glyph| glyph.advance_width > 0.0)
            .map(|glyph| glyph.chr)
            .collect()
    }

    #[test]
    fn characters_of_another_font_keep_their_position() {
        // Vazirmatn has neither the lozenge nor Cyrillic; egui's own font has both.
        assert_eq!(drawn("خوب ◊ ◊◊ بد"), "دب ◊◊ ◊ بوخ");
        assert_eq!(drawn("خوب Жук ۱۲ بد"), "دب Жук ۱۲ بوخ");
    }
}
