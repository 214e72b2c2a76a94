//! Keeps a key press from reaching what got the focus only by the press before.
//!
//! Enter on a button may open a menu, or take the button away, and something else has the focus then. A key
//! that is held down, or pressed twice in a hurry, would press that as well, before anybody has seen or heard
//! it. Such presses are taken out of the input, before egui sees them. Fields in which somebody types get
//! them all: there, Enter goes on to the next one.

use egui::{Context, Event, Id, Key, Plugin, RawInput};

/// Nobody sees or hears what has the focus now and presses it sooner than this, in seconds.
const REACTION_SECONDS: f64 = 0.25;

/// An egui plugin that drops presses of Enter and the space bar which were not meant for what would get them.
#[derive(Debug, Default)]
pub struct KeyGuard {
    last: Option<Press>,
}

#[derive(Clone, Copy, Debug)]
struct Press {
    key: Key,
    /// What had the focus.
    focused: Option<Id>,
    /// In seconds.
    time: f64,
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
        input.events.retain(|event| match event {
            Event::Key { key: key @ (Key::Enter | Key::Space), pressed: true, modifiers, .. }
                if modifiers.is_none() =>
            {
                self.takes(*key, focused, now) || is_typing
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
    }
}

impl KeyGuard {
    /// Whether egui gets the press.
    fn takes(&mut self, key: Key, focused: Option<Id>, time: f64) -> bool {
        let is_further = |last: Press| {
            let is_soon = last.is_held || time - last.time < REACTION_SECONDS;
            last.key == key && last.focused != focused && is_soon
        };
        if let Some(last) = self.last.as_mut().filter(|last| is_further(**last)) {
            last.is_held = true;
            return false;
        }
        self.last = Some(Press { key, focused, time, is_held: true });
        true
    }
}
