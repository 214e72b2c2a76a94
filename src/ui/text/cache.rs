//! Keeps what has been laid out for as long as it is shown, so that a redraw does no bidi work again.
//!
//! egui's galleys go stale when its glyph atlas is rebuilt, and only egui knows when. So each frame egui is asked for the
//! plan's galley, which it has cached; as long as it is the same one, what was made of it is still good.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use eframe::egui::{Context, Galley, cache::CacheTrait};

use super::layout::{Plan, Request, finish, plan};

/// A text laid out.
#[derive(Clone)]
pub(super) struct Layout {
    pub plan: Arc<Plan>,
    pub galley: Arc<Galley>,
}

pub(super) fn lay_out(ctx: &Context, request: &Request<'_>) -> Layout {
    let key = key(request, ctx.pixels_per_point());
    let known = ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().get(key));
    ctx.fonts_mut(|fonts| {
        let plan = match &known {
            Some(entry) => Arc::clone(&entry.plan),
            None => Arc::new(plan(fonts, request)),
        };
        let drawn = fonts.layout_job(plan.job.clone());
        match known {
            Some(entry) if Arc::ptr_eq(&entry.drawn, &drawn) => Ok(Layout { plan, galley: entry.galley }),
            _ => {
                let galley = finish(&plan, request.text, &drawn);
                Err(Entry { plan, drawn, galley, fresh: true })
            }
        }
    })
    .unwrap_or_else(|entry| {
        let layout = Layout { plan: Arc::clone(&entry.plan), galley: Arc::clone(&entry.galley) };
        ctx.memory_mut(|memory| memory.caches.cache::<Layouts>().0.insert(key, entry));
        layout
    })
}

fn key(request: &Request<'_>, pixels_per_point: f32) -> u64 {
    let Request { text, font, fit, width, direction, surroundings_rtl, keep_spaces } = request;
    let mut hasher = std::hash::DefaultHasher::new();
    (text, font, fit, direction, surroundings_rtl, keep_spaces).hash(&mut hasher);
    (width.to_bits(), pixels_per_point.to_bits()).hash(&mut hasher);
    hasher.finish()
}

#[derive(Clone)]
struct Entry {
    plan: Arc<Plan>,
    /// egui's galley that `galley` was made from.
    drawn: Arc<Galley>,
    galley: Arc<Galley>,
    /// Used since the last frame.
    fresh: bool,
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
