//! Keeps what has been laid out for as long as it is shown, so that a redraw does no bidi work again.
//!
//! egui's galleys go stale when its glyph atlas is rebuilt, and only egui knows when. So each frame egui is asked for the
//! plan's galley, which it has cached; as long as it is the same one, what was made of it is still good.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use eframe::egui::cache::CacheTrait;
use eframe::egui::epaint::text::FontsView;
use eframe::egui::{Context, Galley};

use super::layout::{Plan, Request, finish, map, plan};
use super::map::Map;

/// A text laid out.
#[derive(Clone)]
pub(super) struct Layout {
    pub galley: Arc<Galley>,
    /// Where everything stands. Empty unless the request was for editing.
    pub map: Arc<Map>,
    plan: Arc<Plan>,
}

impl Layout {
    /// Whether the first paragraph runs from right to left.
    pub fn is_rtl(&self) -> bool {
        self.plan.lines.first().is_some_and(|line| line.rtl)
    }
}

pub(super) fn lay_out(ctx: &Context, request: &Request<'_>) -> Layout {
    let key = key(request, ctx.pixels_per_point());
    let known = ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().get(key));
    let (entry, is_new) = ctx.fonts_mut(|fonts| match known {
        Some(entry) => {
            let drawn = fonts.layout_job(entry.layout.plan.job.clone());
            let is_new = !Arc::ptr_eq(&entry.drawn, &drawn);
            (if is_new { Entry::new(fonts, request, entry.layout.plan, drawn) } else { entry }, is_new)
        }
        None => {
            let plan = Arc::new(plan(fonts, request));
            let drawn = fonts.layout_job(plan.job.clone());
            (Entry::new(fonts, request, plan, drawn), true)
        }
    });
    let layout = entry.layout.clone();
    if is_new {
        ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().0.insert(key, entry));
    }
    layout
}

fn key(request: &Request<'_>, pixels_per_point: f32) -> u64 {
    let Request { text, font, fit, width, direction, surroundings_rtl, editing } = request;
    let mut hasher = std::hash::DefaultHasher::new();
    (text, font, fit, direction, surroundings_rtl, editing).hash(&mut hasher);
    (width.to_bits(), pixels_per_point.to_bits()).hash(&mut hasher);
    hasher.finish()
}

#[derive(Clone)]
struct Entry {
    layout: Layout,
    /// egui's galley that the layout's was made from.
    drawn: Arc<Galley>,
    /// Used since the last frame.
    fresh: bool,
}

impl Entry {
    fn new(fonts: &mut FontsView<'_>, request: &Request<'_>, plan: Arc<Plan>, drawn: Arc<Galley>) -> Self {
        let galley = finish(&plan, request, &drawn);
        let map = if request.editing { map(fonts, &plan, request, &galley) } else { Map::default() };
        Self { layout: Layout { galley, map: Arc::new(map), plan }, drawn, fresh: true }
    }
}

#[derive(Default)]
struct Layouts(HashMap<u64, Entry>);

impl Layouts {
    fn get(&mut self, key: u64) -> Option<Entry> {
        let entry = self.0.get_mut(&key)?;
        entry.fresh = true;
        Some(entry.clone())
    }
}

impl CacheTrait for Layouts {
    fn update(&mut self) {
        self.0.retain(|_, entry| std::mem::take(&mut entry.fresh));
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
