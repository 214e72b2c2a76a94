//! Keeps keyboard input in order: what is typed goes where it would have gone one key at a time.
//!
//! egui moves the focus at the beginning or the end of a pass, a dialog or a cell takes it one pass later,
//! and a widget claims the arrow keys only once it was drawn with the focus. When a slow pass brings a word,
//! Tab and another word together, both words would go into the first field, or the beginning of the second
//! one nowhere. So input is split before and after each event that may move the focus, and what follows waits
//! until a pass has left the focus where it was.
//!
//! What comes after a click waits, too, if it is elsewhere or with other keys: the click would count there. A
//! key that is held down waits once, so that it moves nothing further after it was released.

use std::collections::VecDeque;

use egui::{Context, Event, Id, Key, Plugin, Pos2, RawInput};

/// An egui plugin that splits input at each change of focus.
#[derive(Debug, Default)]
pub struct InputSplitter {
    later: VecDeque<Event>,
    /// The widget that had the focus when the pass began.
    focused: Option<Id>,
    /// Whether an event of the pass may move the focus, or something else moves it in the next pass.
    has_moved: bool,
}

impl Plugin for InputSplitter {
    fn debug_name(&self) -> &'static str {
        "input splitter"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        for event in input.events.drain(..) {
            if !repeats(&self.later, &event) {
                self.later.push_back(event);
            }
        }
        let focused = ctx.memory(|memory| memory.focused());
        let has_changed = std::mem::replace(&mut self.focused, focused) != focused;
        let events = self.later.make_contiguous();
        let waits = self.has_moved || has_changed;
        let ready = events.iter().take_while(|event| !(waits && uses_keyboard(event))).count();
        let count = events_of_pass(&events[..ready]);
        self.has_moved = events[..count].iter().any(moves_keyboard);
        input.events.extend(self.later.drain(..count));
        if !self.later.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// Says that something takes the focus in the next pass: what is typed waits for it. Needs the plugin.
pub fn expect_focus(ctx: &Context) {
    ctx.with_plugin(|splitter: &mut InputSplitter| splitter.has_moved = true);
}

/// Whether a key that moves the focus is held down while it still waits.
fn repeats(later: &VecDeque<Event>, event: &Event) -> bool {
    let Event::Key { key: held, pressed: true, .. } = event else { return false };
    let last = later.iter().rev().find_map(|waiting| match waiting {
        Event::Key { key, pressed, .. } if key == held => Some(*pressed),
        _ => None,
    });
    last == Some(true) && moves_keyboard(event)
}

/// How many of the events belong to the next pass.
fn events_of_pass(events: &[Event]) -> usize {
    let (mut typed, mut moved) = (false, false);
    let mut clicked_at = None;
    for (at, event) in events.iter().enumerate() {
        let moves = moves_keyboard(event);
        let uses = moves || uses_keyboard(event);
        let leaves = clicked_at.is_some_and(|clicked_at| leaves(event, clicked_at));
        if (moves && typed) || (uses && moved) || leaves {
            return at;
        }
        typed |= uses;
        moved |= moves;
        if let Event::PointerButton { pos, .. } = event {
            clicked_at = Some(*pos);
        }
    }
    events.len()
}

/// Whether egui would give a click of the same pass to another widget, or with other keys: it takes the place
/// of the pointer and the keys that are held at the end of the pass.
fn leaves(event: &Event, clicked_at: Pos2) -> bool {
    match event {
        Event::PointerMoved(pos) | Event::PointerButton { pos, pressed: false, .. } => *pos != clicked_at,
        // Two clicks would be one double click, of which nothing hears that waits for the first one.
        Event::PointerGone | Event::ModifiersChanged(_) | Event::PointerButton { pressed: true, .. } => true,
        _ => false,
    }
}

/// Keys after which the next key may go to another widget: those of dialogs and forms, of the review's table
/// and its photos.
const MOVING_KEYS: [Key; 15] = [
    Key::Tab,
    Key::Escape,
    Key::Enter,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
    Key::Delete,
    Key::F1,
    Key::F2,
    Key::F6,
];

/// Keys that do so with the command key: they open a search, another screen, or the list of actions.
const MOVING_COMMANDS: [Key; 8] =
    [Key::F, Key::K, Key::Comma, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];

/// Whether keys after this event may go to another widget.
fn moves_keyboard(event: &Event) -> bool {
    match event {
        Event::Key { key, pressed, modifiers, .. } => {
            *pressed && (MOVING_KEYS.contains(key) || (modifiers.command && MOVING_COMMANDS.contains(key)))
        }
        Event::PointerButton { pressed, .. } => *pressed,
        Event::AccessKitActionRequest(_) => true,
        _ => false,
    }
}

/// Whether the event goes to the focused widget.
fn uses_keyboard(event: &Event) -> bool {
    match event {
        Event::Key { pressed, .. } => *pressed,
        Event::Text(_) | Event::Paste(_) | Event::Copy | Event::Cut | Event::Ime(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, pos2};
    use proptest::prelude::*;

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    fn button(pressed: bool) -> Event {
        Event::PointerButton {
            pos: pos2(1.0, 1.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    fn passes(mut events: &[Event]) -> Vec<usize> {
        let mut passes = Vec::new();
        while !events.is_empty() {
            passes.push(events_of_pass(events));
            events = &events[passes[passes.len() - 1]..];
        }
        passes
    }

    #[test]
    fn a_word_a_tab_and_another_word_take_three_passes() {
        let word = || [Event::Text("a".to_owned()), Event::Text("b".to_owned())];
        let events = [&word()[..], &[key(Key::Tab, true), key(Key::Tab, false)], &word()].concat();
        assert_eq!(passes(&events), [2, 2, 2]);
        assert_eq!(passes(&[key(Key::Tab, true), key(Key::Tab, true)]), [1, 1], "no Tab is lost");
    }

    #[test]
    fn a_click_and_the_text_before_and_after_it_stay_in_order() {
        let events = [Event::Text("a".to_owned()), button(true), button(false), Event::Text("b".to_owned())];
        assert_eq!(passes(&events), [1, 2, 1]);
    }

    #[test]
    fn a_click_keeps_its_place_and_the_keys_that_were_held() {
        let held = |modifiers| Event::ModifiersChanged(modifiers);
        let click = [held(Modifiers::SHIFT), button(true), button(false), held(Modifiers::NONE)];
        assert_eq!(passes(&click), [3, 1]);
        let beside = Event::PointerMoved(pos2(9.0, 1.0));
        assert_eq!(passes(&[button(true), button(false), beside.clone()]), [2, 1]);
        assert_eq!(passes(&[button(true), beside, button(false)]), [1, 2], "a drag back");
    }

    #[test]
    fn events_that_do_not_change_the_focus_stay_in_one_pass() {
        let letter = [
            key(Key::A, true),
            Event::Text("a".to_owned()),
            key(Key::A, false),
            Event::PointerMoved(pos2(2.0, 2.0)),
        ];
        assert_eq!(passes(&letter), [4]);
        assert_eq!(passes(&[Event::PointerMoved(pos2(2.0, 2.0)), button(true), button(false)]), [3]);
    }

    proptest! {
        #[test]
        fn no_event_is_lost_and_every_pass_changes_the_focus_at_most_once(kinds in prop::collection::vec(0..6_u8, 0..40)) {
            let event = |kind: u8| match kind {
                0 => Event::Text("x".to_owned()),
                1 => key(Key::Tab, true),
                2 => button(true),
                3 => button(false),
                4 => key(Key::Enter, true),
                _ => Event::PointerMoved(pos2(3.0, 3.0)),
            };
            let events: Vec<Event> = kinds.into_iter().map(event).collect();
            let passes = passes(&events);
            prop_assert_eq!(passes.iter().sum::<usize>(), events.len());
            let mut rest = events.as_slice();
            for length in passes {
                let (pass, after) = rest.split_at(length);
                prop_assert!(pass.iter().filter(|event| moves_keyboard(event)).count() <= 1);
                rest = after;
            }
        }
    }
}
