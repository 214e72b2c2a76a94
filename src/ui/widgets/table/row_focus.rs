//! Rows that take the keyboard focus, for tables whose cells are only read. Tab goes to one row; the arrow keys, Page Up, Page
//! Down, Home and End go to the others, however long the table is. Rows can be pressed, too: opened, and selected.

use eframe::egui::util::IdTypeMap;
use eframe::egui::{Context, Event, EventFilter, FocusDirection, Id, Key, Modifiers, Response, Ui};

/// What a screen reader says about a row.
#[derive(Clone, Debug, Default)]
pub struct RowWords {
    /// The row in one line.
    pub name: String,
    /// What only the pointer would find in its cells, such as the whole error. It is also shown while the row has the focus.
    pub details: String,
    /// Whether it is selected, in a table in which rows can be.
    pub is_selected: Option<bool>,
}

/// What a person does to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAct {
    /// Enter, or a click.
    Open,
    /// Space, or a click with Ctrl: selects the row, or no longer.
    Toggle,
    /// Shift and an arrow key or another key that moves: selects all rows between the one that had the focus and this one.
    ExtendFrom(usize),
    /// A click with Shift: selects all rows between what was clicked before and this one. The owner knows what that was, which
    /// may stand in another row by now.
    Extend,
    /// Ctrl+A.
    SelectAll,
    /// Ctrl+C.
    Copy,
}

/// The row that has the focus, or gets it with the Tab key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub row: usize,
    pub has_focus: bool,
    /// Whether a key has just moved it.
    pub has_moved: bool,
}

/// The widget id of a row.
pub(super) fn row_id(table: &'static str, row: usize) -> Id {
    Id::unique((table, "row", row))
}

/// Puts the cursor into a row, which gets the focus when it is drawn next.
pub(super) fn go_to(ui: &Ui, table: &'static str, row: usize) {
    ui.data_mut(|data| data.insert_temp(cursor_key(table), CursorRow(row)));
    ui.memory_mut(|memory| memory.request_focus(row_id(table, row)));
    ui.ctx().request_repaint();
}

/// Puts the cursor into the first row. The focus stays where it is, unless the row has it.
pub(super) fn begin_at_top(ui: &Ui, table: &'static str) {
    ui.data_mut(|data| data.insert_temp(cursor_key(table), CursorRow::default()));
}

/// The row that has the cursor.
pub(super) fn cursor_row(ui: &Ui, table: &'static str) -> usize {
    ui.data(|data| data.get_temp::<CursorRow>(cursor_key(table))).unwrap_or_default().0
}

/// The row of a table that has the cursor, in egui's memory.
#[derive(Clone, Copy, Debug, Default)]
struct CursorRow(usize);

/// Begins every table with its first row: what stands in them belongs to another account.
pub(super) fn forget(ctx: &Context) {
    ctx.data_mut(IdTypeMap::remove_by_type::<CursorRow>);
}

fn cursor_key(table: &'static str) -> Id {
    Id::unique((table, "row with the focus"))
}

/// Takes the keys of the focused row. `page` is the number of rows in sight; `acts` gets what is done to rows that can be pressed.
pub(super) fn update(ui: &Ui, table: &'static str, rows: usize, page: usize, acts: Option<&mut Vec<(usize, RowAct)>>) -> Cursor {
    let key = cursor_key(table);
    let row = cursor_row(ui, table).min(rows.saturating_sub(1));
    let has_focus = ui.memory(|memory| memory.has_focus(row_id(table, row)));
    let has_keys = has_focus && ui.is_enabled() && rows > 0;
    let selects = acts.is_some();
    if let Some(acts) = acts.filter(|_| has_keys) {
        pressed(ui, row, acts, rows, page.max(1));
    }
    let to = if has_keys { moved(ui, row, rows, page.max(1), selects) } else { None };
    let cursor = Cursor { row: to.unwrap_or(row), has_focus: has_focus || to.is_some(), has_moved: to.is_some() };
    if let Some(to) = to {
        ui.memory_mut(|memory| {
            // egui has seen the key as well.
            memory.move_focus(FocusDirection::None);
            memory.request_focus(row_id(table, to));
        });
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(key, CursorRow(cursor.row)));
    cursor
}

/// The arrow keys belong to the row while it has the focus.
pub(super) fn lock_keys(ui: &Ui, response: &Response) {
    let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
}

/// Takes the keys that do something to the row, and records what.
fn pressed(ui: &Ui, row: usize, acts: &mut Vec<(usize, RowAct)>, rows: usize, page: usize) {
    let mut at = row;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let act = match event {
                Event::Copy => Some(RowAct::Copy),
                Event::Key { key: Key::C, pressed: true, modifiers, .. } if modifiers.command => Some(RowAct::Copy),
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. } if modifiers.is_none() => Some(RowAct::Open),
                Event::Key { key: Key::Space, pressed: true, modifiers, .. } if modifiers.is_none() => Some(RowAct::Toggle),
                Event::Key { key: Key::A, pressed: true, modifiers, .. } if modifiers.command => Some(RowAct::SelectAll),
                // The text of the key that selected the row.
                Event::Text(text) if text == " " => return false,
                // The cursor moves as well, so the event stays.
                Event::Key { key, pressed: true, modifiers, .. } => {
                    if let Some(to) = target(*key, *modifiers, at, rows - 1, page) {
                        if modifiers.shift {
                            acts.push((to, RowAct::ExtendFrom(at)));
                        }
                        at = to;
                    }
                    return true;
                }
                _ => None,
            };
            acts.extend(act.map(|act| (at, act)));
            act.is_none()
        });
    });
}

fn moved(ui: &Ui, row: usize, rows: usize, page: usize, selects: bool) -> Option<usize> {
    let last = rows.checked_sub(1)?;
    let mut to = None;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let next = if modifiers.shift && !selects { None } else { target(*key, *modifiers, to.unwrap_or(row), last, page) };
            to = next.or(to);
            next.is_none()
        });
    });
    to
}

/// The row to which a key moves, if it does.
fn target(key: Key, modifiers: Modifiers, at: usize, last: usize, page: usize) -> Option<usize> {
    let to = match key {
        _ if modifiers.alt || modifiers.command => return None,
        Key::ArrowUp => at.saturating_sub(1),
        Key::ArrowDown => at + 1,
        Key::PageUp => at.saturating_sub(page),
        Key::PageDown => at + page,
        Key::Home => 0,
        Key::End => last,
        _ => return None,
    };
    Some(to.min(last))
}
