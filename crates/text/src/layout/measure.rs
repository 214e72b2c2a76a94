//! Measures text and assigns its width to graphemes.

use std::ops::Range;

use egui::epaint::text::{FontsView, Glyph};
use egui::text::LayoutJob;
use egui::{Color32, FontId};
use unicode_segmentation::UnicodeSegmentation;

use super::mirror::mirrored;
use super::order::is_invisible;
use super::piece::{BOX, Face, Section};

/// The position of a grapheme in its section, in points from the section's left edge.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Extent {
    /// Byte range in the text that the section is from.
    pub range: Range<usize>,
    pub left: f32,
    pub right: f32,
    /// Whether it is drawn from right to left.
    pub rtl: bool,
}

impl Extent {
    /// The width, in points.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// The width of text shaped in one run, in points.
pub(crate) fn width(fonts: &mut FontsView<'_>, font: &FontId, written: &str) -> f32 {
    glyphs(fonts, font, written.to_owned()).iter().map(|glyph| glyph.advance_width).sum()
}

/// The extents of a section's graphemes from left to right, and the section's width.
pub(crate) fn extents(
    fonts: &mut FontsView<'_>,
    font: &FontId,
    text: &str,
    section: &Section<'_>,
) -> (Vec<Extent>, f32) {
    let glyphs = glyphs(fonts, font, section.shaper_text());
    let drawn: Vec<Drawn> =
        glyphs.iter().map(|glyph| Drawn { c: glyph.chr, width: glyph.advance_width }).collect();
    (place_graphemes(text, section, &drawn), glyphs.iter().map(|glyph| glyph.advance_width).sum())
}

fn glyphs(fonts: &mut FontsView<'_>, font: &FontId, written: String) -> Vec<Glyph> {
    if written.is_empty() {
        return Vec::new();
    }
    let mut job = LayoutJob::simple_singleline(written, font.clone(), Color32::PLACEHOLDER);
    job.round_output_to_gui = false;
    fonts.layout_job(job).rows.first().map(|row| row.glyphs.clone()).unwrap_or_default()
}

/// A glyph from the shaper: the first character of its cluster, and its advance width.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawn {
    c: char,
    width: f32,
}

/// The maximum number of graphemes per glyph, when searching for the grapheme that a glyph names.
const MAX_LIGATURE: usize = 6;

/// Assigns the glyphs to the graphemes.
///
/// Glyphs are in order from left to right and name the first character of their cluster in the shaped text.
/// In a run shaped from left to right that is the leftmost grapheme of a ligature, otherwise the rightmost. A
/// ligature's width is divided equally among its graphemes, so that a caret can be placed inside it.
fn place_graphemes(text: &str, section: &Section<'_>, glyphs: &[Drawn]) -> Vec<Extent> {
    let mut extents: Vec<Extent> = Vec::new();
    // The visible graphemes, each with the character that the shaper names.
    let mut seen: Vec<(usize, char)> = Vec::new();
    for piece in &section.pieces {
        let mut graphemes: Vec<(usize, &str)> = text[piece.range.clone()].grapheme_indices(true).collect();
        if piece.rtl {
            graphemes.reverse();
        }
        for (at, grapheme) in graphemes {
            if let Some(c) = grapheme.chars().find(|&c| !is_invisible(c)) {
                let named = match piece.face {
                    Face::Missing => BOX,
                    _ if piece.reversed => mirrored(c),
                    _ => c,
                };
                seen.push((extents.len(), named));
            }
            let start = piece.range.start + at;
            extents.push(Extent {
                range: start..start + grapheme.len(),
                left: f32::NAN,
                right: f32::NAN,
                rtl: piece.rtl,
            });
        }
    }
    for (members, left, right) in clusters(&seen, glyphs, section.shaped_rtl()) {
        let share = (right - left) / members.len() as f32;
        for (position, &(index, _)) in seen[members].iter().enumerate() {
            extents[index].left = left + share * position as f32;
            extents[index].right = left + share * (position + 1) as f32;
        }
    }
    place_invisible(&mut extents, glyphs.iter().map(|glyph| glyph.width).sum());
    extents
}

/// Groups graphemes into clusters, with the left and right edge of each. Covers all of `seen`, in order.
fn clusters(seen: &[(usize, char)], glyphs: &[Drawn], shaped_rtl: bool) -> Vec<(Range<usize>, f32, f32)> {
    let mut found: Vec<(Range<usize>, f32, f32)> = Vec::new();
    let (mut next, mut x) = (0, 0.0);
    for glyph in glyphs.iter().filter(|glyph| glyph.width > 0.0) {
        let named = (next..seen.len().min(next + MAX_LIGATURE)).find(|&k| seen[k].1 == glyph.c);
        let right = x + glyph.width;
        match (named, found.last_mut()) {
            (Some(k), _) if shaped_rtl => {
                found.push((next..k + 1, x, right));
                next = k + 1;
            }
            (Some(k), last) => {
                // Graphemes that were skipped have no glyph; they belong to the previous ligature.
                let start = match last {
                    Some((members, ..)) => {
                        members.end = k;
                        k
                    }
                    None => next,
                };
                found.push((start..k + 1, x, right));
                next = k + 1;
            }
            // A further glyph of the same cluster.
            (None, Some(last)) => last.2 = right,
            (None, None) if next < seen.len() => {
                found.push((next..next + 1, x, right));
                next += 1;
            }
            (None, None) => {}
        }
        x = right;
    }
    if next < seen.len() {
        match found.last_mut() {
            Some((members, ..)) => members.end = seen.len(),
            None => found.push((next..seen.len(), 0.0, x)),
        }
    }
    found
}

/// Places graphemes without a glyph: with no width, at the end of the preceding grapheme.
fn place_invisible(extents: &mut [Extent], total: f32) {
    let mut edge = 0.0;
    for extent in extents.iter_mut() {
        match extent.left.is_nan() {
            true if !extent.rtl => (extent.left, extent.right) = (edge, edge),
            true => {}
            false => edge = extent.right,
        }
    }
    let mut edge = total;
    for extent in extents.iter_mut().rev() {
        if extent.left.is_nan() {
            (extent.left, extent.right) = (edge, edge);
        }
        edge = extent.left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::order::{Direction, Paragraph};
    use crate::layout::piece::{pieces, sections};

    /// Places a text of one section drawn as `glyphs` (character and width), in logical order.
    fn placed(text: &str, glyphs: &[(char, f32)]) -> Vec<(String, f32, f32)> {
        let pieces = pieces(&Paragraph::new(text, Direction::Auto, false), 0..text.len(), |_| Face::Own);
        let sections = sections(&pieces);
        assert_eq!(sections.len(), 1, "one section: {pieces:?}");
        let glyphs: Vec<Drawn> = glyphs.iter().map(|&(c, width)| Drawn { c, width }).collect();
        let mut extents = place_graphemes(text, &sections[0], &glyphs);
        extents.sort_by_key(|extent| extent.range.start);
        extents.into_iter().map(|e| (text[e.range.clone()].to_owned(), e.left, e.right)).collect()
    }

    fn expect(list: &[(&str, f32, f32)]) -> Vec<(String, f32, f32)> {
        list.iter().map(|&(text, left, right)| (text.to_owned(), left, right)).collect()
    }

    #[test]
    fn persian_letters_are_placed_from_the_right() {
        // "سلام" is drawn as م, then the ligature لا, then س.
        let got = placed("سلام", &[('م', 6.0), ('ل', 8.0), ('س', 10.0)]);
        assert_eq!(got, expect(&[("س", 14.0, 24.0), ("ل", 10.0, 14.0), ("ا", 6.0, 10.0), ("م", 0.0, 6.0)]));
    }

    #[test]
    fn marks_and_joiners_stay_with_their_letter() {
        let got = placed("می‌خ", &[('خ', 5.0), ('ی', 4.0), ('م', 3.0), ('خ', 0.0)]);
        assert_eq!(got, expect(&[("م", 9.0, 12.0), ("ی\u{200c}", 5.0, 9.0), ("خ", 0.0, 5.0)]));
    }

    #[test]
    fn the_width_of_a_latin_ligature_is_divided() {
        let got = placed("ofix", &[('o', 5.0), ('f', 6.0), ('i', 0.0), ('x', 4.0)]);
        assert_eq!(got, expect(&[("o", 0.0, 5.0), ("f", 5.0, 8.0), ("i", 8.0, 11.0), ("x", 11.0, 15.0)]));
    }

    #[test]
    fn digits_are_placed_from_the_left() {
        let got = placed("۱۲", &[('۱', 4.0), ('۲', 5.0)]);
        assert_eq!(got, expect(&[("۱", 0.0, 4.0), ("۲", 4.0, 9.0)]));
    }

    #[test]
    fn digits_and_their_word_are_placed_together() {
        let got = placed("تا ۱۲", &[('۱', 4.0), ('۲', 5.0), (' ', 2.0), ('ا', 6.0), ('ت', 7.0)]);
        assert_eq!(
            got,
            expect(&[
                ("ت", 17.0, 24.0),
                ("ا", 11.0, 17.0),
                (" ", 9.0, 11.0),
                ("۱", 0.0, 4.0),
                ("۲", 4.0, 9.0)
            ])
        );
    }

    #[test]
    fn direction_marks_have_no_width() {
        let got = placed("ab\u{200e}", &[('a', 4.0), ('b', 4.0)]);
        assert_eq!(got, expect(&[("a", 0.0, 4.0), ("b", 4.0, 8.0), ("\u{200e}", 8.0, 8.0)]));
    }
}
