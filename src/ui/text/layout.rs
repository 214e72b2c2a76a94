//! From text to a galley: paragraphs, lines, and on each line the pieces in the order they are seen.
//!
//! egui shapes Arabic but orders nothing, and cuts lines after the fact. So lines are cut here, in logical order, by
//! the width of each grapheme; then each line is ordered (see `order`) and handed to egui with one section a piece.

use std::ops::Range;
use std::sync::Arc;

use eframe::egui::epaint::text::FontsView;
use eframe::egui::text::{ByteIndex, LayoutJob, LayoutSection, TextFormat};
use eframe::egui::{Color32, FontId, Galley, Rect, pos2};

use super::fonts;
use super::map::{Map, MapLine, Place};
use super::measure::{self, Extent};
use super::order::{Direction, Paragraph, Piece, paragraphs};

/// What becomes of text that is wider than its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fit {
    /// It sticks out.
    Extend,
    /// It goes on in the next line.
    Wrap,
    /// One line; what does not fit gives way to an ellipsis.
    Truncate,
}

/// Everything a layout depends on but the fonts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request<'a> {
    pub text: &'a str,
    pub font: FontId,
    pub fit: Fit,
    /// In points; the room there is.
    pub width: f32,
    pub direction: Direction,
    /// How the surroundings run, for text that does not say.
    pub surroundings_rtl: bool,
    /// For an editor: spaces at the end of a line are kept, since the caret stands among them, and lines are moved to
    /// the edges of the room and not of the text.
    pub editing: bool,
}

/// A line to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// Byte range in the text, without what parts it from the next line.
    pub range: Range<usize>,
    /// Whether its paragraph runs from right to left.
    pub rtl: bool,
    /// From left to right. Ranges are in the text.
    pub pieces: Vec<Piece>,
}

/// The lines of a text. Depends on the width of glyphs, but holds none: it stays good when the atlas is rebuilt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub lines: Vec<Line>,
    /// Not all of the text is there.
    pub elided: bool,
    pub job: LayoutJob,
}

const ELLIPSIS: &str = "…";

pub(super) fn plan(fonts: &mut FontsView<'_>, request: &Request<'_>) -> Plan {
    let mut planner = Planner { request, fonts };
    let (lines, elided) = planner.lines();
    let job = job(&lines, &request.font);
    Plan { lines, elided, job }
}

/// egui's galley of the plan's job, with every line moved to its paragraph's side. Its `text()` is the logical text.
pub(super) fn finish(plan: &Plan, request: &Request<'_>, drawn: &Arc<Galley>) -> Arc<Galley> {
    let mut galley = Galley::clone(drawn);
    let widest = galley.rows.iter().map(|row| row.size.x).fold(0.0, f32::max);
    let width = if request.editing && request.width.is_finite() { request.width } else { widest };
    galley.mesh_bounds = Rect::NOTHING;
    for (row, line) in galley.rows.iter_mut().zip(&plan.lines) {
        if line.rtl {
            row.pos.x = ((width - row.size.x) * drawn.pixels_per_point).round() / drawn.pixels_per_point;
        }
        galley.mesh_bounds |= row.visuals.mesh_bounds.translate(row.pos.to_vec2());
    }
    galley.rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(galley.rect.width(), galley.rect.bottom()));
    galley.elided = plan.elided;
    let logical = crate::i18n::without_direction_marks(request.text).into_owned();
    galley.job = Arc::new(LayoutJob::simple(logical, FontId::default(), Color32::PLACEHOLDER, f32::INFINITY));
    Arc::new(galley)
}

/// Where each grapheme of the plan stands in its galley.
pub(super) fn map(fonts: &mut FontsView<'_>, plan: &Plan, request: &Request<'_>, galley: &Galley) -> Map {
    let lines = plan.lines.iter().zip(&galley.rows).map(|(line, row)| {
        let mut x = row.pos.x;
        let mut places = Vec::new();
        for piece in &line.pieces {
            let mut extents = measure::extents(fonts, &request.font, request.text, piece);
            if piece.rtl {
                extents.reverse();
            }
            let width = extents.iter().map(Extent::width).sum::<f32>();
            let seen = extents.into_iter();
            places.extend(seen.map(|e| Place { range: e.range, left: x + e.left, right: x + e.right, rtl: piece.rtl }));
            x += width;
        }
        MapLine { range: line.range.clone(), rtl: line.rtl, top: row.min_y(), bottom: row.max_y(), origin: row.pos.x, places }
    });
    Map { lines: lines.collect() }
}

struct Planner<'a, 'f, 't> {
    request: &'a Request<'t>,
    fonts: &'a mut FontsView<'f>,
}

impl Planner<'_, '_, '_> {
    fn lines(&mut self) -> (Vec<Line>, bool) {
        let ranges = paragraphs(self.request.text);
        if self.request.fit == Fit::Truncate {
            let (line, elided) = self.truncated(ranges[0].clone(), ranges.len() > 1);
            return (vec![line], elided);
        }
        let mut lines = Vec::new();
        for range in ranges {
            let text = &self.request.text[range.clone()];
            let paragraph = self.paragraph(text);
            let whole = 0..text.len();
            let cuts = if self.request.fit == Fit::Extend || self.fits(&paragraph, text, self.request.width) {
                vec![whole]
            } else {
                cut(text, &self.extents(&paragraph, text), self.request.width)
            };
            for cut in cuts {
                let drawn = if self.request.editing { cut.clone() } else { cut.start..cut.start + text[cut.clone()].trim_end().len() };
                lines.push(self.line(&paragraph, range.start, cut, drawn));
            }
        }
        (lines, false)
    }

    /// One line of the paragraph, ending in an ellipsis when it or what follows (`more`) does not fit.
    fn truncated(&mut self, range: Range<usize>, more: bool) -> (Line, bool) {
        let text = &self.request.text[range.clone()];
        let paragraph = self.paragraph(text);
        if !more && self.fits(&paragraph, text, self.request.width) {
            return (self.line(&paragraph, range.start, 0..text.len(), 0..text.len()), false);
        }
        let ellipsis = Piece { range: text.len()..text.len(), rtl: paragraph.is_rtl(), written: ELLIPSIS.to_owned(), reversed: false };
        let room = self.request.width - measure::width(self.fonts, &self.request.font, &ellipsis);
        let extents = self.extents(&paragraph, text);
        let mut kept = 0;
        let mut width = 0.0;
        while kept < extents.len() && width + extents[kept].width() <= room {
            width += extents[kept].width();
            kept += 1;
        }
        loop {
            let end = extents.get(kept).map_or(text.len(), |extent| extent.range.start);
            let end = text[..end].trim_end().len();
            let mut line = self.line(&paragraph, range.start, 0..text.len(), 0..end);
            // A letter that became the last one may be wider than it was inside its word.
            if kept == 0 || self.width(&line.pieces) <= room + 0.5 {
                let end_of_line = Piece { range: range.start + end..range.start + end, ..ellipsis };
                if paragraph.is_rtl() {
                    line.pieces.insert(0, end_of_line)
                } else {
                    line.pieces.push(end_of_line)
                }
                return (line, true);
            }
            kept -= 1;
        }
    }

    fn paragraph<'t>(&self, text: &'t str) -> Paragraph<'t> {
        Paragraph::new(text, self.request.direction, self.request.surroundings_rtl)
    }

    fn line(&mut self, paragraph: &Paragraph<'_>, start: usize, whole: Range<usize>, drawn: Range<usize>) -> Line {
        let mut pieces = self.pieces(paragraph, drawn);
        for piece in &mut pieces {
            piece.range = piece.range.start + start..piece.range.end + start;
        }
        Line { range: whole.start + start..whole.end + start, rtl: paragraph.is_rtl(), pieces }
    }

    fn pieces(&mut self, paragraph: &Paragraph<'_>, line: Range<usize>) -> Vec<Piece> {
        paragraph.pieces(line, |c| fonts::covers(self.fonts, c))
    }

    fn fits(&mut self, paragraph: &Paragraph<'_>, text: &str, width: f32) -> bool {
        let pieces = self.pieces(paragraph, 0..text.len());
        // A rounded width comes back as the room of the next frame: half a point must not cut a line.
        self.width(&pieces) <= width + 0.5
    }

    fn width(&mut self, pieces: &[Piece]) -> f32 {
        pieces.iter().map(|piece| measure::width(self.fonts, &self.request.font, piece)).sum()
    }

    /// The graphemes of a paragraph in logical order.
    fn extents(&mut self, paragraph: &Paragraph<'_>, text: &str) -> Vec<Extent> {
        let pieces = self.pieces(paragraph, 0..text.len());
        let mut extents: Vec<Extent> =
            pieces.iter().flat_map(|piece| measure::extents(self.fonts, &self.request.font, text, piece)).collect();
        extents.sort_by_key(|extent| extent.range.start);
        extents
    }
}

/// Cuts a paragraph into lines no wider than `width`: after spaces and hyphens, else inside a word.
fn cut(text: &str, extents: &[Extent], width: f32) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut used, mut last_break) = (0, 0.0, None);
    let mut index = 0;
    while index < extents.len() {
        let extent = &extents[index];
        let grapheme = &text[extent.range.clone()];
        let is_space = grapheme.chars().all(char::is_whitespace);
        // Spaces at the end of a line may hang over.
        if !is_space && used + extent.width() > width + 0.5 && index > start {
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
    let (Some(last), Some(following)) = (grapheme.chars().last(), next.and_then(|next| next.chars().next())) else { return false };
    match last {
        '\u{200b}' | '\u{ad}' => true,
        '-' | '–' | '—' | '/' | '\\' | '_' => following.is_alphabetic(),
        _ => is_ideograph(last) && (is_ideograph(following) || following.is_alphabetic()),
    }
}

const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// One section a piece, pushed by hand: [`LayoutJob::append`] would merge them, and so their shaping.
fn job(lines: &[Line], font: &FontId) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = TextFormat::simple(font.clone(), Color32::PLACEHOLDER);
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            end_line(&mut job, &format);
        }
        for piece in line.pieces.iter().filter(|piece| !piece.written.is_empty()) {
            push(&mut job, &piece.written, &format);
        }
    }
    if job.sections.is_empty() {
        // An empty line still has its font's height.
        push(&mut job, "", &format);
    }
    job
}

fn push(job: &mut LayoutJob, text: &str, format: &TextFormat) {
    let start = ByteIndex(job.text.len());
    job.text.push_str(text);
    job.sections.push(LayoutSection { leading_space: 0.0, byte_range: start..ByteIndex(job.text.len()), format: format.clone() });
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
mod tests {
    use eframe::egui::Context;
    use serde::Deserialize;

    use super::*;
    use crate::ui::text::cache;

    /// A context that has shown a frame, so that its fonts are there.
    fn context() -> Context {
        let ctx = Context::default();
        fonts::install_fonts(&ctx);
        ctx.run_ui(Default::default(), |_| {}).textures_delta.clear();
        ctx
    }

    fn request(text: &str) -> Request<'_> {
        Request {
            text,
            font: FontId::proportional(20.0),
            fit: Fit::Extend,
            width: f32::INFINITY,
            direction: Direction::Auto,
            surroundings_rtl: false,
            editing: false,
        }
    }

    #[derive(Deserialize)]
    struct Reference {
        lines: Vec<ReferenceLine>,
    }

    #[derive(Deserialize)]
    struct ReferenceLine {
        text: String,
        rtl: bool,
        /// From left to right: first byte, left edge, advance.
        clusters: Vec<(usize, f32, f32)>,
    }

    impl ReferenceLine {
        /// The bytes of each cluster that is seen, with its edges.
        fn seen(&self) -> Vec<(Range<usize>, f32, f32)> {
            let mut starts: Vec<usize> = self.clusters.iter().map(|cluster| cluster.0).collect();
            starts.push(self.text.len());
            starts.sort_unstable();
            let end = |start: usize| starts[starts.partition_point(|&other| other <= start)];
            let seen = self.clusters.iter().filter(|cluster| cluster.2 > 0.0);
            seen.map(|&(start, left, width)| (start..end(start), left, left + width)).collect()
        }
    }

    fn reference() -> Vec<ReferenceLine> {
        let data = include_str!("../../../tests/bidi/reference.json");
        serde_json::from_str::<Reference>(data).expect("the figures").lines
    }

    /// A pixel.
    const CLOSE: f32 = 1.0;

    #[test]
    fn glyphs_stand_where_pango_puts_them() {
        let ctx = context();
        for line in reference() {
            let galley = cache::lay_out(&ctx, &request(&line.text)).galley;
            let drawn: Vec<f32> = galley.rows[0].glyphs.iter().filter(|glyph| glyph.advance_width > 0.0).map(|glyph| glyph.pos.x).collect();
            let expected: Vec<f32> = line.seen().iter().map(|cluster| cluster.1).collect();
            assert_eq!(drawn.len(), expected.len(), "{}: {drawn:?} {expected:?}", line.text);
            for (drawn, expected) in drawn.iter().zip(&expected) {
                assert!((drawn - expected).abs() <= CLOSE, "{}: at {drawn}, Pango has {expected}", line.text);
            }
        }
    }

    #[test]
    fn carets_and_selections_stand_where_pangos_clusters_do() {
        let ctx = context();
        for line in reference() {
            let layout = cache::lay_out(&ctx, &Request { editing: true, ..request(&line.text) });
            assert_eq!(layout.is_rtl(), line.rtl, "{}", line.text);
            for (range, left, right) in line.seen() {
                let rects = layout.map.selected(&range);
                assert_eq!(rects.len(), 1, "{}: {:?} is one stretch: {rects:?}", line.text, &line.text[range.clone()]);
                let near = (rects[0].left() - left).abs() <= CLOSE && (rects[0].right() - right).abs() <= CLOSE;
                assert!(near, "{}: {:?} at {:?}, Pango has {left}–{right}", line.text, &line.text[range], rects[0].x_range());
            }
        }
    }
}
