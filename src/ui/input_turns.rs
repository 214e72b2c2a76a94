//! Input in the order it was made: at most one move of the keyboard a pass.
//!
//! egui moves the keyboard when a pass begins, before anything that pass brings is typed. When a slow pass brings a word, Tab
//! and another word together, all of it would go into the next field. So input is cut where the keyboard moves, and what
//! follows waits for the next pass.

use std::collections::VecDeque;

use eframe::egui::{Context, Event, Key, Plugin, RawInput};

#[derive(Debug, Default)]
pub struct InputTurns {
    later: VecDeque<Event>,
}

impl Plugin for InputTurns {
    fn debug_name(&self) -> &'static str {
        "input turns"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.later.extend(input.events.drain(..));
        let turn = turn(self.later.make_contiguous());
        input.events.extend(self.later.drain(..turn));
        if !self.later.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// How many of the events come in one pass.
fn turn(events: &[Event]) -> usize {
    let (mut typed, mut moved) = (false, false);
    for (at, event) in events.iter().enumerate() {
        let moves = moves_keyboard(event);
        let uses = moves || uses_keyboard(event);
        if (moves && typed) || (uses && moved) {
            return at;
        }
        typed |= uses;
        moved |= moves;
    }
    events.len()
}

/// After it, keys belong to something else than before.
fn moves_keyboard(event: &Event) -> bool {
    match event {
        Event::Key { key, pressed, .. } => *pressed && matches!(key, Key::Tab | Key::Escape | Key::Enter),
        Event::PointerButton { pressed, .. } => *pressed,
        Event::AccessKitActionRequest(_) => true,
        _ => false,
    }
}

fn uses_keyboard(event: &Event) -> bool {
    match event {
        Event::Key { pressed, .. } => *pressed,
        Event::Text(_) | Event::Paste(_) | Event::Copy | Event::Cut | Event::Ime(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Modifiers, PointerButton, pos2};
    use proptest::prelude::*;

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    fn button(pressed: bool) -> Event {
        Event::PointerButton { pos: pos2(1.0, 1.0), button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    fn turns(mut events: &[Event]) -> Vec<usize> {
        let mut turns = Vec::new();
        while !events.is_empty() {
            turns.push(turn(events));
            events = &events[turns[turns.len() - 1]..];
        }
        turns
    }

    #[test]
    fn a_word_a_tab_and_another_word_are_three_turns() {
        let word = || [Event::Text("a".to_owned()), Event::Text("b".to_owned())];
        let events = [&word()[..], &[key(Key::Tab, true), key(Key::Tab, false)], &word()].concat();
        assert_eq!(turns(&events), [2, 2, 2]);
        assert_eq!(turns(&[key(Key::Tab, true), key(Key::Tab, true)]), [1, 1], "no Tab is lost");
    }

    #[test]
    fn a_click_and_what_is_typed_around_it_are_in_order() {
        let events = [Event::Text("a".to_owned()), button(true), button(false), Event::Text("b".to_owned())];
        assert_eq!(turns(&events), [1, 2, 1]);
    }

    #[test]
    fn what_needs_no_order_comes_at_once() {
        let letter = [key(Key::A, true), Event::Text("a".to_owned()), key(Key::A, false), Event::PointerMoved(pos2(2.0, 2.0))];
        assert_eq!(turns(&letter), [4]);
        assert_eq!(turns(&[Event::PointerMoved(pos2(2.0, 2.0)), button(true), button(false)]), [3]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_every_turn_moves_the_keyboard_at_most_once(kinds in prop::collection::vec(0..6_u8, 0..40)) {
            let event = |kind: u8| match kind {
                0 => Event::Text("x".to_owned()),
                1 => key(Key::Tab, true),
                2 => button(true),
                3 => button(false),
                4 => key(Key::Enter, true),
                _ => Event::PointerMoved(pos2(3.0, 3.0)),
            };
            let events: Vec<Event> = kinds.into_iter().map(event).collect();
            let turns = turns(&events);
            prop_assert_eq!(turns.iter().sum::<usize>(), events.len());
            let mut rest = events.as_slice();
            for length in turns {
                let (turn, after) = rest.split_at(length);
                prop_assert!(turn.iter().filter(|event| moves_keyboard(event)).count() <= 1);
                rest = after;
            }
        }
    }
}
