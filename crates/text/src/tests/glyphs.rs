//! Glyphs at the edges: characters without one, and marks that are stacked higher than their line.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, Context, FontId, Galley};

use crate::layout::piece::BOX;
use crate::layout::tests::{context, request};
use crate::layout::{Request, cache};

fn galley(ctx: &Context, text: &str) -> Arc<Galley> {
    cache::lay_out(ctx, &Request { needs_map: true, ..request(text) }).galley
}

/// How far the glyphs extend above and below their line, in points.
fn overhang(galley: &Galley) -> f32 {
    let row = &galley.rows[0];
    let bounds = row.visuals.mesh_bounds;
    (-bounds.top()).max(bounds.bottom() - row.size.y)
}

#[test]
fn a_character_that_no_font_has_is_drawn_as_a_box() {
    let ctx = context();
    // Ideographs, a private character, Ugaritic, and Syriac, which runs from right to left.
    for (text, count) in [
        ("漢字", 2),
        ("\u{e123}", 1),
        ("گلیم 漢 آبی", 1),
        ("۱۲ \u{10380} ab", 1),
        ("ab ܐܒ 12", 2),
        ("گلیم ܐܒ", 2),
    ] {
        let galley = galley(&ctx, text);
        let boxes: Vec<_> = galley.rows[0].glyphs.iter().filter(|glyph| glyph.chr == BOX).collect();
        assert_eq!(boxes.len(), count, "{text}");
        assert!(
            boxes.iter().all(|glyph| glyph.advance_width > 3.0 && !glyph.uv_rect.is_nothing()),
            "{text}: {boxes:?}"
        );
        assert_eq!(galley.text(), text, "it is copied and read as it is");
    }
}

#[test]
fn emoji_in_names_are_drawn_whatever_fonts_the_system_has() {
    let ctx = context();
    for text in
        ["🧿 Nazar", "🪔🫖🧶🪴", "گلیم 🧵 آبی", "❤\u{fe0f} 🤍", "🥻 👗", "🛍\u{fe0f} 🟣", "👩🏽\u{200d}🍳"]
    {
        let galley = galley(&ctx, text);
        let drawn: Vec<char> = galley.rows[0].glyphs.iter().map(|glyph| glyph.chr).collect();
        assert!(!drawn.contains(&BOX), "{text}: {drawn:?}");
        assert_eq!(galley.text(), text, "it is copied and read as it is");
    }
}

#[test]
fn emoji_are_drawn_in_fixed_width_text_too() {
    let ctx = context();
    let has = |sign| ctx.fonts_mut(|fonts| fonts.has_glyph(&FontId::monospace(14.0), sign));
    assert!(['🔥', '🧿', '🛍'].into_iter().all(has));
}

#[test]
fn stacked_marks_are_cut_at_the_edges_of_their_line() {
    let ctx = context();
    let stacked = ["a", "b", "ب", "گ"].map(|letter| {
        ["\u{301}", "\u{64e}\u{651}", "\u{650}"].map(|mark| letter.to_owned() + &mark.repeat(24))
    });
    let mut cut = 0;
    for text in stacked.iter().flatten() {
        let stock = LayoutJob::simple_singleline(text.clone(), request(text).font, Color32::PLACEHOLDER);
        cut += usize::from(overhang(&ctx.fonts_mut(|fonts| fonts.layout_job(stock))) > 4.0);
        let galley = galley(&ctx, text);
        assert!(overhang(&galley) <= 1.01, "{text}: {}", overhang(&galley));
        assert!(galley.mesh_bounds.height() <= galley.rows[0].size.y + 2.1, "{text}");
    }
    assert!(cut > 0, "egui stacks marks beyond the line");
}

#[test]
fn ordinary_text_is_not_cut() {
    let ctx = context();
    for text in ["گِلیمِ پُرزدار، آبیّ", "ÅÇǺǜ Žluťoučký gyjpq", "۱٬۲۵۰٬۰۰۰ تومان"]
    {
        let stock = LayoutJob::simple_singleline(text.to_owned(), request(text).font, Color32::PLACEHOLDER);
        let stock = ctx.fonts_mut(|fonts| fonts.layout_job(stock));
        assert!(overhang(&stock) <= 1.0, "{text}: {}", overhang(&stock));
    }
}
