//! What the keys do in the review's table.

use eframe::egui::{Event, Key, Modifiers};

/// How many rows Page Up and Page Down move.
const PAGE: isize = 8;

/// Which rows the keys selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectedRows {
    All,
    Range,
}

/// What a key does in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Rows {
        by: isize,
        extend: bool,
    },
    Columns {
        by: isize,
        extend: bool,
    },
    /// To the first or the last cell of the table.
    Ends {
        last: bool,
        extend: bool,
    },
    /// Across the cells, and on to the next row.
    Tab {
        back: bool,
    },
    Copy,
    Cut,
    Paste(String),
    FillDown,
    /// Makes one product of this one and the one above.
    MergeUp,
    Clear,
    Escape,
    /// Goes into the text.
    Edit,
    Select(SelectedRows),
}

pub fn is_enter(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Enter, .. })
}

pub fn pressed(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// What an event does in the table; `None`: it goes to the editor.
pub fn act(event: &Event, editing: bool, range: bool, rtl: bool) -> Option<Act> {
    match event {
        Event::Copy if range => Some(Act::Copy),
        Event::Cut if range => Some(Act::Cut),
        Event::Paste(text) if range || text.trim_end_matches(['\r', '\n']).contains(['\t', '\n']) => {
            Some(Act::Paste(text.clone()))
        }
        Event::Key { key, pressed: true, modifiers, .. } => key_act(*key, *modifiers, editing, range, rtl),
        _ => None,
    }
}

fn key_act(key: Key, modifiers: Modifiers, editing: bool, range: bool, rtl: bool) -> Option<Act> {
    let extend = modifiers.shift;
    let all = isize::MAX;
    if modifiers.alt {
        return None;
    }
    let sideways = |right: bool| {
        let by = if right == rtl { -1 } else { 1 };
        (!editing && !modifiers.command).then_some(Act::Columns { by, extend })
    };
    match key {
        Key::ArrowUp => Some(Act::Rows { by: if modifiers.command { -all } else { -1 }, extend }),
        Key::ArrowDown => Some(Act::Rows { by: if modifiers.command { all } else { 1 }, extend }),
        Key::PageUp => Some(Act::Rows { by: -PAGE, extend }),
        Key::PageDown => Some(Act::Rows { by: PAGE, extend }),
        Key::Home if modifiers.command => Some(Act::Ends { last: false, extend }),
        Key::End if modifiers.command => Some(Act::Ends { last: true, extend }),
        Key::Home if !editing => Some(Act::Columns { by: -all, extend }),
        Key::End if !editing => Some(Act::Columns { by: all, extend }),
        Key::Enter => Some(Act::Rows { by: if modifiers.shift { -1 } else { 1 }, extend: false }),
        Key::Tab if !modifiers.command => Some(Act::Tab { back: modifiers.shift }),
        Key::ArrowLeft => sideways(false),
        Key::ArrowRight => sideways(true),
        Key::Escape => Some(Act::Escape),
        Key::F2 => Some(Act::Edit),
        Key::Space if modifiers.shift && !editing => Some(Act::Select(SelectedRows::Range)),
        Key::A if modifiers.command && !editing => Some(Act::Select(SelectedRows::All)),
        Key::Delete | Key::Backspace if range => Some(Act::Clear),
        Key::D if modifiers.command => Some(Act::FillDown),
        Key::M if modifiers.command => Some(Act::MergeUp),
        _ => None,
    }
}
