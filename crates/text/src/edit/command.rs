//! Translates key presses and other events into editing commands. Pure functions.

use egui::os::OperatingSystem;
use egui::{Event, ImeEvent, Key, Modifiers};

use super::history::Kind;
use super::model::{Toward, Unit};
use crate::layout::map::{Horizontal, Vertical};

/// An editing command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Moves by one grapheme to that side of the screen.
    Step {
        toward: Horizontal,
        extend: bool,
    },
    /// Moves by one word to that side of the screen.
    Word {
        toward: Horizontal,
        extend: bool,
    },
    /// Moves to the edge of the line on that side of the screen.
    LineSide {
        toward: Horizontal,
        extend: bool,
    },
    /// Moves to the logical start or end of the line.
    LineEdge {
        toward: Toward,
        extend: bool,
    },
    /// Moves to the start or end of the text.
    TextEdge {
        toward: Toward,
        extend: bool,
    },
    /// Moves up or down by lines.
    MoveVertically {
        toward: Vertical,
        lines: usize,
        extend: bool,
    },
    /// Selects everything.
    SelectAll,
    /// Deletes the selection or a unit.
    Delete {
        toward: Toward,
        unit: Unit,
    },
    /// Replaces the selection.
    Insert {
        text: String,
        kind: Kind,
    },
    /// The Enter key.
    Return,
    Undo,
    Redo,
    Copy,
    Cut,
    /// The text that an input method is composing; it is not part of the text yet.
    Compose(String),
    /// The final text of an input method.
    Commit(String),
    /// Deletes characters around the caret, for an input method.
    DeleteAround {
        before: usize,
        after: usize,
    },
}

/// How many lines Page Up and Page Down move.
const PAGE: usize = 10;

/// The command for an event; `None` for events that do not concern an editor.
pub(super) fn command(event: &Event, os: OperatingSystem) -> Option<Command> {
    match event {
        Event::Copy => Some(Command::Copy),
        Event::Cut => Some(Command::Cut),
        Event::Paste(text) => Some(Command::Insert { text: text.clone(), kind: Kind::Other }),
        // Enter also arrives as a key event; control characters are not text.
        Event::Text(text) if text.chars().all(|c| !c.is_control()) => {
            Some(Command::Insert { text: text.clone(), kind: Kind::Typing })
        }
        Event::Ime(ImeEvent::Preedit { text, .. }) => {
            Some(Command::Compose(text.trim_matches(['\n', '\r']).to_owned()))
        }
        Event::Ime(ImeEvent::Commit(text)) => {
            Some(Command::Commit(text.trim_matches(['\n', '\r']).to_owned()))
        }
        Event::Ime(ImeEvent::DeleteSurrounding { before_chars, after_chars }) => {
            Some(Command::DeleteAround { before: *before_chars, after: *after_chars })
        }
        Event::Key { key, pressed: true, modifiers, .. } => pressed(*key, *modifiers, os.is_mac()),
        _ => None,
    }
}

fn pressed(key: Key, modifiers: Modifiers, mac: bool) -> Option<Command> {
    let extend = modifiers.shift;
    let by_word = if mac { modifiers.alt } else { modifiers.ctrl };
    let unit = match () {
        () if modifiers.mac_cmd => Unit::Paragraph,
        () if by_word => Unit::Word,
        () => Unit::Character,
    };
    let sideways = |toward| match unit {
        Unit::Paragraph => Command::LineSide { toward, extend },
        Unit::Word => Command::Word { toward, extend },
        Unit::Character => Command::Step { toward, extend },
    };
    let up_or_down = |toward, edge| {
        if modifiers.mac_cmd {
            Command::TextEdge { toward: edge, extend }
        } else {
            Command::MoveVertically { toward, lines: 1, extend }
        }
    };
    let to_edge = |toward| {
        if modifiers.command {
            Command::TextEdge { toward, extend }
        } else {
            Command::LineEdge { toward, extend }
        }
    };
    Some(match key {
        Key::ArrowLeft => sideways(Horizontal::Left),
        Key::ArrowRight => sideways(Horizontal::Right),
        Key::ArrowUp => up_or_down(Vertical::Up, Toward::Start),
        Key::ArrowDown => up_or_down(Vertical::Down, Toward::End),
        Key::PageUp => Command::MoveVertically { toward: Vertical::Up, lines: PAGE, extend },
        Key::PageDown => Command::MoveVertically { toward: Vertical::Down, lines: PAGE, extend },
        Key::Home => to_edge(Toward::Start),
        Key::End => to_edge(Toward::End),
        Key::Backspace => Command::Delete { toward: Toward::Start, unit },
        // On Windows, Shift+Delete means cut and arrives as such.
        Key::Delete if !modifiers.shift => Command::Delete { toward: Toward::End, unit },
        Key::Enter => Command::Return,
        Key::A if modifiers.command => Command::SelectAll,
        Key::Z if modifiers.command && extend => Command::Redo,
        Key::Z if modifiers.command => Command::Undo,
        Key::Y if modifiers.command => Command::Redo,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: Key, modifiers: Modifiers, os: OperatingSystem) -> Option<Command> {
        command(&Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }, os)
    }

    #[test]
    fn ctrl_moves_by_words_and_on_a_mac_alt_does() {
        let word = Command::Word { toward: Horizontal::Left, extend: false };
        assert_eq!(press(Key::ArrowLeft, Modifiers::CTRL, OperatingSystem::Nix), Some(word.clone()));
        assert_eq!(press(Key::ArrowLeft, Modifiers::ALT, OperatingSystem::Mac), Some(word));
        let line = Command::LineSide { toward: Horizontal::Left, extend: true };
        assert_eq!(
            press(
                Key::ArrowLeft,
                Modifiers::MAC_CMD | Modifiers::COMMAND | Modifiers::SHIFT,
                OperatingSystem::Mac
            ),
            Some(line)
        );
    }

    #[test]
    fn control_characters_are_not_inserted() {
        assert_eq!(command(&Event::Text("\r".into()), OperatingSystem::Nix), None);
        assert_eq!(command(&Event::Text("\u{8}".into()), OperatingSystem::Nix), None);
    }
}
