//! Caches text layouts for as long as they are shown, so that a redraw repeats no bidi work.
//!
//! A galley becomes invalid when egui rebuilds its glyph atlas, which only egui knows. But egui then drops
//! its own galleys as well. So one of egui's (the witness) is requested each frame; while it stays the same,
//! ours are valid.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::cache::CacheTrait;
use egui::text::LayoutJob;
use egui::{Color32, Context, FontId, Galley, ViewportId};

use super::{Layout, Request};

/// Lays out a text, or returns the cached layout.
pub(crate) fn lay_out(ctx: &Context, request: &Request<'_>) -> Layout {
    let viewport = ctx.viewport_id();
    let key = key(request, viewport, ctx.pixels_per_point());
    let look = || ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().get(key, viewport));
    let mut known = look();
    if let Lookup::Unchecked = known {
        let witness = ctx.fonts_mut(|fonts| fonts.layout_job(witness()));
        ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().confirm(viewport, witness));
        known = look();
    }
    if let Lookup::Layout(layout) = known {
        return layout;
    }
    let layout = ctx.fonts_mut(|fonts| super::lay_out(fonts, request));
    ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().insert(key, &layout));
    layout
}

fn key(request: &Request<'_>, viewport: ViewportId, pixels_per_point: f32) -> u64 {
    let Request { text, font, fit, width, direction, surrounding_rtl, editing, needs_map } = request;
    let mut hasher = DefaultHasher::new();
    (text, font, fit, direction, surrounding_rtl, editing, needs_map, viewport).hash(&mut hasher);
    (width.to_bits(), pixels_per_point.to_bits()).hash(&mut hasher);
    hasher.finish()
}

fn witness() -> LayoutJob {
    LayoutJob::simple_singleline(" ".to_owned(), FontId::default(), Color32::PLACEHOLDER)
}

/// The result of a lookup.
enum Lookup {
    Layout(Layout),
    Missing,
    /// Whether the galleys are still valid was not checked in this frame.
    Unchecked,
}

struct Entry {
    layout: Layout,
    /// Whether it was used in this frame.
    used: bool,
}

struct Witness {
    galley: Arc<Galley>,
    /// Whether it was checked in this frame.
    checked: bool,
}

#[derive(Default)]
struct Layouts {
    entries: HashMap<u64, Entry>,
    witnesses: HashMap<ViewportId, Witness>,
    #[cfg(test)]
    layout_counts: LayoutCounts,
}

/// How much was laid out since the start.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LayoutCounts {
    pub texts: usize,
    pub glyphs: usize,
}

/// How much was laid out since the start.
#[cfg(test)]
pub(crate) fn layout_counts(ctx: &Context) -> LayoutCounts {
    ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().layout_counts)
}

impl Layouts {
    fn get(&mut self, key: u64, viewport: ViewportId) -> Lookup {
        if self.witnesses.get(&viewport).is_none_or(|witness| !witness.checked) {
            return Lookup::Unchecked;
        }
        match self.entries.get_mut(&key) {
            Some(entry) => {
                entry.used = true;
                Lookup::Layout(entry.layout.clone())
            }
            None => Lookup::Missing,
        }
    }

    fn insert(&mut self, key: u64, layout: &Layout) {
        #[cfg(test)]
        {
            self.layout_counts.texts += 1;
            self.layout_counts.glyphs += layout.galley.rows.iter().map(|row| row.glyphs.len()).sum::<usize>();
        }
        self.entries.insert(key, Entry { layout: layout.clone(), used: true });
    }

    fn confirm(&mut self, viewport: ViewportId, galley: Arc<Galley>) {
        let known = self.witnesses.get(&viewport);
        if known.is_none_or(|witness| !Arc::ptr_eq(&witness.galley, &galley)) {
            self.entries.clear();
        }
        self.witnesses.insert(viewport, Witness { galley, checked: true });
    }
}

impl CacheTrait for Layouts {
    fn update(&mut self) {
        self.entries.retain(|_, entry| std::mem::take(&mut entry.used));
        self.witnesses.retain(|_, witness| std::mem::take(&mut witness.checked));
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use egui::RawInput;

    use super::*;
    use crate::Text;

    /// Shows a text for one frame and returns its galley.
    fn frame(ctx: &Context, text: &str) -> Arc<Galley> {
        let mut galley = None;
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            galley = Some(Text::new(text).galley(ui, 100.0));
        });
        output.textures_delta.clear();
        galley.expect("a frame was shown")
    }

    #[test]
    fn a_text_is_laid_out_once_for_as_long_as_it_is_shown() {
        let ctx = Context::default();
        crate::install_fonts(&ctx);
        frame(&ctx, "سلام");
        let first = frame(&ctx, "سلام");
        assert!(Arc::ptr_eq(&first, &frame(&ctx, "سلام")), "a redraw uses the cache");
        frame(&ctx, "دنیا");
        assert!(
            !Arc::ptr_eq(&first, &frame(&ctx, "سلام")),
            "a text that was not shown for a frame is dropped"
        );
    }

    #[test]
    fn texts_are_laid_out_again_when_egui_rebuilds_its_atlas() {
        let ctx = Context::default();
        crate::install_fonts(&ctx);
        frame(&ctx, "سلام");
        let first = frame(&ctx, "سلام");
        ctx.set_fonts(Default::default());
        crate::install_fonts(&ctx);
        frame(&ctx, "سلام");
        assert!(!Arc::ptr_eq(&first, &frame(&ctx, "سلام")));
    }
}
