//! Rows that take the keyboard focus, for tables whose cells are only read. Tab goes to one row; the arrow keys, Page Up, Page
//! Down, Home and End go to the others, however long the table is.

use eframe::egui::{Event, EventFilter, FocusDirection, Id, Key, Response, Ui};

/// What a screen reader says about a row.
#[derive(Clone, Debug, Default)]
pub struct RowWords {
    /// The row in one line.
    pub name: String,
    /// What only the pointer would find in its cells, such as the whole error. It is also shown while the row has the focus.
    pub details: String,
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

/// Takes the keys of the focused row. `page` is the number of rows in sight.
pub(super) fn update(ui: &Ui, table: &'static str, rows: usize, page: usize) -> Cursor {
    let key = Id::unique((table, "row with the focus"));
    let row = ui.data(|data| data.get_temp::<usize>(key)).unwrap_or_default().min(rows.saturating_sub(1));
    let has_focus = ui.memory(|memory| memory.has_focus(row_id(table, row)));
    let to = if has_focus && ui.is_enabled() { moved(ui, row, rows, page.max(1)) } else { None };
    let cursor = Cursor { row: to.unwrap_or(row), has_focus: has_focus || to.is_some(), has_moved: to.is_some() };
    if let Some(to) = to {
        ui.memory_mut(|memory| {
            // egui has seen the key as well.
            memory.move_focus(FocusDirection::None);
            memory.request_focus(row_id(table, to));
        });
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(key, cursor.row));
    cursor
}

/// The arrow keys belong to the row while it has the focus.
pub(super) fn lock_keys(ui: &Ui, response: &Response) {
    let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
}

fn moved(ui: &Ui, row: usize, rows: usize, page: usize) -> Option<usize> {
    let last = rows.checked_sub(1)?;
    let mut to = None;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let at = to.unwrap_or(row);
            let next = match key {
                _ if modifiers.alt || modifiers.shift || modifiers.command => None,
                Key::ArrowUp => Some(at.saturating_sub(1)),
                Key::ArrowDown => Some(at + 1),
                Key::PageUp => Some(at.saturating_sub(page)),
                Key::PageDown => Some(at + page),
                Key::Home => Some(0),
                Key::End => Some(last),
                _ => None,
            };
            to = next.map(|next| next.min(last)).or(to);
            next.is_none()
        });
    });
    to
}
