//! Keeps a click from reaching what lies behind the thing that it closes.
//!
//! egui gives every press to whatever lies under the pointer when it arrives. The second click of a double click on the button of
//! a dialog, a toast or a menu would so press what appears in its place, and a click beside a menu would press what lies there as well
//! as close the menu. Such presses are taken out of the input, before egui sees them:
//!
//! 1. The further clicks of a double click belong to what the first one pressed. If that is gone, or lies elsewhere, they do nothing.
//! 2. While a menu is open, a click beside it, and Escape, close it and do nothing else.

use eframe::egui::{Context, Event, Id, Key, Plugin, PointerButton, Popup, Pos2, RawInput};

/// How soon a further click belongs to the one before, in seconds. Desktops take half a second by default.
const DOUBLE_CLICK_SECONDS: f64 = 0.5;
/// How far from it, in points.
const DOUBLE_CLICK_DISTANCE: f32 = 8.0;

/// An egui plugin that drops presses which were not meant for what would get them.
#[derive(Debug, Default)]
pub struct ClickGuard {
    /// Where and when the button was released last, in points and seconds.
    released: Option<(Pos2, f64)>,
    /// A press was dropped, and its release is to be.
    is_dropping: bool,
}

/// The widget that was clicked last.
#[derive(Clone, Copy)]
struct Clicked(Id);

/// The key of [`Clicked`] in egui's memory.
const CLICKED: &str = "the widget that was clicked last";

/// Remembers the widget that was clicked in this pass. Call it at the start of each frame.
pub fn begin_frame(ctx: &Context) {
    if let Some(id) = ctx.interaction_snapshot(|now| now.clicked) {
        ctx.data_mut(|data| data.insert_temp(Id::unique(CLICKED), Clicked(id)));
    }
}

impl Plugin for ClickGuard {
    fn debug_name(&self) -> &'static str {
        "click guard"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input.time.unwrap_or_else(|| ctx.input(|input| input.time) + f64::from(input.predicted_dt));
        input.events.retain(|event| match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => self.takes(ctx, *pos, *pressed, now),
            Event::Key { key: Key::Escape, pressed: true, .. } => !closes_menu(ctx),
            _ => true,
        });
    }
}

impl ClickGuard {
    /// Whether egui gets the press or release.
    fn takes(&mut self, ctx: &Context, at: Pos2, pressed: bool, now: f64) -> bool {
        if !pressed {
            self.released = Some((at, now));
            return !std::mem::take(&mut self.is_dropping);
        }
        let before = self.released.take();
        let repeats = before.is_some_and(|(before, then)| now - then < DOUBLE_CLICK_SECONDS && before.distance(at) < DOUBLE_CLICK_DISTANCE);
        self.is_dropping = (repeats && clicked_is_gone(ctx, at)) || (is_beside_menu(ctx, at) && closes_menu(ctx));
        !self.is_dropping
    }
}

/// Whether the widget that was clicked last does not lie here any more.
fn clicked_is_gone(ctx: &Context, at: Pos2) -> bool {
    let Some(Clicked(id)) = ctx.data(|data| data.get_temp(Id::unique(CLICKED))) else { return false };
    let lies_here = ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).is_some_and(|widget| widget.interact_rect.contains(at)));
    !lies_here
}

/// Whether a menu is open, and this place is not on it.
fn is_beside_menu(ctx: &Context, at: Pos2) -> bool {
    Popup::is_any_open(ctx) && !ctx.layer_id_at(at).is_some_and(|layer| Popup::is_id_open(ctx, layer.id))
}

/// Closes the menu that is open; returns whether one was.
fn closes_menu(ctx: &Context) -> bool {
    let is_open = Popup::is_any_open(ctx);
    if is_open {
        Popup::close_all(ctx);
        ctx.request_repaint();
    }
    is_open
}
