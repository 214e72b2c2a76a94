//! Keeps a key press from reaching what got the focus only by the press before.
//!
//! Enter on a button may open a menu, or take the button away, and something else has the focus then. A key
//! that is held down, or pressed twice in a hurry, would press that as well, before anybody has seen or heard
//! it. Such presses are taken out of the input, before egui sees them. Fields in which somebody types get
//! them all: there, Enter goes on to the next one.

use std::time::Duration;

use egui::{Context, Event, Id, Key, Plugin, RawInput, Ui};

/// Nobody sees or hears what has the focus now and presses it sooner than this, in seconds, after the frame
/// in which it got the focus.
const REACTION_SECONDS: f64 = 0.25;
/// Until then, frames follow each other at least this fast, to tell when a press came.
const FRAME_INTERVAL: Duration = Duration::from_millis(16);

/// An egui plugin that drops presses of Enter and the space bar which were not meant for what would get them.
#[derive(Debug, Default)]
pub struct KeyGuard {
    last: Option<Press>,
    /// When the last two frames began, in seconds. A press that comes now was made after the older one: it
    /// may have waited for the younger one, which shows what the press before did.
    frames: [f64; 2],
}

#[derive(Clone, Copy, Debug)]
struct Press {
    key: Key,
    /// What had the focus.
    focused: Option<Id>,
    /// When the first frame was drawn in which something else had it, in seconds. Slow frames do not use up
    /// the time.
    moved_at: Option<f64>,
    is_held: bool,
}

impl Plugin for KeyGuard {
    fn debug_name(&self) -> &'static str {
        "key guard"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input.time.unwrap_or_else(|| ctx.input(|input| input.time) + f64::from(input.predicted_dt));
        let focused = ctx.memory(|memory| memory.focused());
        let is_typing = vitrine_text::is_typing(ctx);
        if let Some(last) = self.last.as_mut().filter(|last| last.focused != focused) {
            last.moved_at.get_or_insert(now);
        }
        input.events.retain(|event| match event {
            Event::Key { key: key @ (Key::Enter | Key::Space), pressed: true, modifiers, .. }
                if modifiers.is_none() =>
            {
                self.takes(*key, focused) || is_typing
            }
            Event::Key { key, pressed: false, .. } => {
                if let Some(last) = self.last.as_mut().filter(|last| last.key == *key) {
                    last.is_held = false;
                }
                true
            }
            Event::Key { pressed: true, .. }
            | Event::PointerButton { .. }
            | Event::AccessKitActionRequest(_) => {
                self.last = None;
                true
            }
            _ => true,
        });
        self.frames = [self.frames[1], now];
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let focused = ui.memory(|memory| memory.focused());
        if self.last.is_some_and(|last| last.focused != focused && self.is_soon(last)) {
            ui.ctx().request_repaint_after(FRAME_INTERVAL);
        }
    }
}

impl KeyGuard {
    /// Whether egui gets the press.
    fn takes(&mut self, key: Key, focused: Option<Id>) -> bool {
        let is_further =
            |last: Press| last.key == key && last.focused != focused && (last.is_held || self.is_soon(last));
        if let Some(last) = self.last.filter(|last| is_further(*last)) {
            self.last = Some(Press { is_held: true, ..last });
            return false;
        }
        self.last = Some(Press { key, focused, moved_at: None, is_held: true });
        true
    }

    /// Whether a press that comes now is too soon after this one.
    fn is_soon(&self, last: Press) -> bool {
        last.moved_at.is_none_or(|at| self.frames[0] - at < REACTION_SECONDS)
    }
}
