//! Sheets of cards to be printed and cut: a PDF file with the codes as squares and the texts as outlines, so
//! that it needs no fonts.

use harfrust::{Direction, FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use pdf_writer::{Content, Finish, Pdf, Rect, Ref};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use unicode_bidi::{BidiInfo, Level};

use vitrine_core::import::cards::{CardSheet, PrintedCard};
use vitrine_media::QrCode;

/// A sheet of paper (A4), in points.
const PAGE: (f32, f32) = (595.0, 842.0);
const COLUMNS: usize = 3;
const ROWS: usize = 4;
const MARGIN: f32 = 30.0;

/// The side of a code, in points: four centimetres and a half, large enough for a hasty photo from half a
/// metre.
const CODE: f32 = 128.0;
const TITLE: f32 = 11.0;
const LINE: f32 = 9.0;

static FONT: &[u8] = include_bytes!("../assets/fonts/Vazirmatn-Regular.ttf");

/// The sheets as a PDF file.
pub fn to_pdf(sheet: &CardSheet) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let (catalog, tree) = (Ref::new(1), Ref::new(2));
    let pages: Vec<&[PrintedCard]> = sheet.cards.chunks(COLUMNS * ROWS).collect();
    let refs = |index: usize| (Ref::new(3 + 2 * index as i32), Ref::new(4 + 2 * index as i32));
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids((0..pages.len()).map(|index| refs(index).0)).count(pages.len() as i32);
    for (index, cards) in pages.into_iter().enumerate() {
        let (page, contents) = refs(index);
        let mut writer = pdf.page(page);
        writer.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(tree).contents(contents);
        writer.resources().finish();
        writer.finish();
        pdf.stream(contents, &contents_of(cards, sheet.is_rtl));
    }
    pdf.finish()
}

/// What is drawn on one page.
fn contents_of(cards: &[PrintedCard], is_rtl: bool) -> Vec<u8> {
    let mut content = Content::new();
    let (wide, high) = ((PAGE.0 - 2.0 * MARGIN) / COLUMNS as f32, (PAGE.1 - 2.0 * MARGIN) / ROWS as f32);
    for (index, card) in cards.iter().enumerate() {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let column = if is_rtl { COLUMNS - 1 - column } else { column };
        let (left, top) = (MARGIN + column as f32 * wide, PAGE.1 - MARGIN - row as f32 * high);
        content.set_stroke_gray(0.75).set_line_width(0.5).rect(left, top - high, wide, high).stroke();
        content.set_fill_gray(0.0);
        code(&mut content, &card.code, left + (wide - CODE) / 2.0, top - 8.0);
        let mut baseline = top - CODE - 8.0 - TITLE;
        text(&mut content, &card.title, TITLE, (left + 6.0, baseline, wide - 12.0));
        for line in &card.lines {
            baseline -= LINE * 1.5;
            text(&mut content, line, LINE, (left + 6.0, baseline, wide - 12.0));
        }
    }
    content.finish().into_vec()
}

/// Draws a code below `top`. The margin that readers need is part of it.
fn code(content: &mut Content, text: &str, left: f32, top: f32) {
    let Some(code) = QrCode::of(text) else { return };
    let module = CODE / code.side() as f32;
    for y in 0..code.side() {
        let mut x = 0;
        while x < code.side() {
            let length = (x..code.side()).take_while(|&x| code.is_dark(x, y)).count();
            if length > 0 {
                // A hair larger, so that no gap between neighbours is printed.
                content.rect(
                    left + x as f32 * module,
                    top - (y + 1) as f32 * module,
                    length as f32 * module + 0.02,
                    module + 0.02,
                );
            }
            x += length.max(1);
        }
    }
    content.fill_nonzero();
}

/// Draws a line of text in the middle of `(left, baseline, width)`, smaller where it is too long.
fn text(content: &mut Content, text: &str, size: f32, (left, baseline, width): (f32, f32, f32)) {
    let Ok(font) = FontRef::new(FONT) else { return };
    let glyphs = shaped(&font, text);
    let units = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let whole: f32 = glyphs.iter().map(|glyph| glyph.advance).sum::<f32>() / units;
    if whole <= 0.0 {
        return;
    }
    let size = size.min(width / whole);
    let mut pen = Pen { content, x: left + (width - whole * size) / 2.0, y: baseline, last: (0.0, 0.0) };
    let outlines = font.outline_glyphs();
    for glyph in glyphs {
        let scale = size / units;
        if let Some(outline) = outlines.get(glyph.id) {
            let (x, y) = (pen.x, pen.y);
            (pen.x, pen.y) = (x + glyph.offset.0 * scale, y + glyph.offset.1 * scale);
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            if outline.draw(settings, &mut pen).is_err() {
                tracing::debug!("a letter of a card has no outline");
            }
            (pen.x, pen.y) = (x, y);
        }
        pen.x += glyph.advance * scale;
    }
    pen.content.fill_nonzero();
}

/// A glyph at its place in the line, in units of the font.
struct Glyph {
    id: skrifa::GlyphId,
    advance: f32,
    offset: (f32, f32),
}

/// The glyphs of a line from left to right.
fn shaped(font: &FontRef<'_>, text: &str) -> Vec<Glyph> {
    let bidi = BidiInfo::new(text, None);
    let Some(paragraph) = bidi.paragraphs.first() else { return Vec::new() };
    // An embedding as deep as this has no meaning in a name, and breaks the library.
    if bidi.levels.iter().any(|level| level.number() > 60) {
        return Vec::new();
    }
    let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
    let data = ShaperData::new(font);
    let shaper = data.shaper(font).build();
    let mut glyphs = Vec::new();
    for run in runs {
        let is_rtl = levels.get(run.start).is_some_and(Level::is_rtl);
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[run]);
        buffer.guess_segment_properties();
        buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        let shaped = shaper.shape(buffer, ShapeOptions::new());
        glyphs.extend(shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(|(info, at)| Glyph {
            id: skrifa::GlyphId::new(info.glyph_id),
            advance: at.x_advance as f32,
            offset: (at.x_offset as f32, at.y_offset as f32),
        }));
    }
    glyphs
}

/// Writes outlines into the page.
struct Pen<'a> {
    content: &'a mut Content,
    x: f32,
    y: f32,
    last: (f32, f32),
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.content.move_to(self.x + x, self.y + y);
        self.last = (x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.content.line_to(self.x + x, self.y + y);
        self.last = (x, y);
    }

    /// PDF has cubic curves only.
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let toward = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
        let (one, two) = ((toward(self.last.0, cx), toward(self.last.1, cy)), (toward(x, cx), toward(y, cy)));
        self.curve_to(one.0, one.1, two.0, two.1, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.content.cubic_to(self.x + cx0, self.y + cy0, self.x + cx1, self.y + cy1, self.x + x, self.y + y);
        self.last = (x, y);
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_on_a_sheet_with_twelve_on_each() {
        let card = PrintedCard {
            code: "VITRINE1".to_owned(),
            title: "گلیم ۱۲ K-12".to_owned(),
            lines: vec!["2,500,000".to_owned()],
        };
        let sheet = CardSheet { cards: vec![card; 25], is_rtl: true };
        let pdf = to_pdf(&sheet);
        assert!(pdf.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(&pdf);
        assert_eq!(text.matches("/Type /Page\n").count(), 3, "{}", text.matches("/Type").count());
    }

    #[test]
    fn no_text_breaks_a_sheet() {
        for title in ["", "\n", "\u{202e}\u{202e}abc", "😀 یک", &"\u{202a}".repeat(200), &"long ".repeat(100)]
        {
            let card = PrintedCard { code: "x".to_owned(), title: title.to_owned(), lines: Vec::new() };
            assert!(to_pdf(&CardSheet { cards: vec![card], is_rtl: false }).len() > 500, "{title:?}");
        }
    }
}
