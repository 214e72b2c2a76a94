//! Rows that take the keyboard focus, for tables whose cells are only read. Tab goes to one row; the keys of
//! the review's table go to the others, however long the table is, and to their cells. Rows can be pressed,
//! too: opened, and selected.

use egui::util::IdTypeMap;
use egui::{Context, Event, EventFilter, FocusDirection, Id, Key, Modifiers, Rect, Response, Ui};

use crate::layout::is_rtl;

/// What a screen reader says about a row.
#[derive(Clone, Debug, Default)]
pub struct RowWords {
    /// The row in one line.
    pub name: String,
    /// What only the pointer would find in its cells, such as the whole error. It is also shown while the row
    /// has the focus.
    pub details: String,
    /// Whether it is selected, in a table in which rows can be.
    pub is_selected: Option<bool>,
    /// Whether the rows that belong to it are shown; `None` if none do.
    pub is_unfolded: Option<bool>,
    /// Whether it belongs to a row above.
    pub is_below: bool,
}

/// What a person does to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAct {
    /// Enter, or a click.
    Open,
    /// Space, or a click with Ctrl: selects the row, or no longer.
    Toggle,
    /// Shift and an arrow key or another key that moves: selects all rows between the one that had the focus
    /// and this one.
    ExtendFrom(usize),
    /// A click with Shift: selects all rows between what was clicked before and this one. The owner knows
    /// what that was, which may stand in another row by now.
    Extend,
    /// Ctrl+A.
    SelectAll,
    /// Ctrl+C.
    Copy,
    /// The arrow key towards the end of a line, at the row as a whole: shows the rows that belong to it.
    Unfold,
    /// The arrow key towards the start of a line, there or in one of these rows: hides them.
    Fold,
}

/// The cell with the focus.
#[derive(Clone, Copy, Debug)]
pub(super) struct FocusedCell {
    pub column: usize,
    /// Its place, with as much room beside it as is covered by the columns that stay in sight.
    pub room: Rect,
}

/// The row that has the focus, or gets it with the Tab key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub row: usize,
    /// The cell with the cursor; `None`: the row as a whole.
    pub column: Option<usize>,
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
    put_cursor(ui, table, row);
    focus(ui, table, row);
}

/// Puts the cursor into a cell, which gets the focus when it is drawn next.
pub(super) fn go_to_cell(ui: &Ui, table: &'static str, row: usize, column: usize) {
    ui.data_mut(|data| data.insert_temp(cursor_key(table), Place { row, column: Some(column) }));
    focus(ui, table, row);
}

/// Puts the cursor into a row. The focus stays where it is.
pub(super) fn put_cursor(ui: &Ui, table: &'static str, row: usize) {
    ui.data_mut(|data| data.insert_temp(cursor_key(table), Place { row, column: None }));
}

/// The row and the column of the cell that has the focus.
pub(super) fn focused_cell(ui: &Ui, table: &'static str) -> Option<(usize, usize)> {
    let Place { row, column } = place(ui, table);
    let has_focus = ui.memory(|memory| memory.has_focus(row_id(table, row)));
    column.filter(|_| has_focus).map(|column| (row, column))
}

fn focus(ui: &Ui, table: &'static str, row: usize) {
    ui.memory_mut(|memory| memory.request_focus(row_id(table, row)));
    ui.ctx().request_repaint();
}

/// Puts the cursor into the first row. The focus stays where it is, unless the row has it.
pub(super) fn begin_at_top(ui: &Ui, table: &'static str) {
    ui.data_mut(|data| data.insert_temp(cursor_key(table), Place::default()));
}

/// The row that has the cursor.
pub(super) fn cursor_row(ui: &Ui, table: &'static str) -> usize {
    place(ui, table).row
}

/// The row of a table that has the cursor, and the cell in it, in egui's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    row: usize,
    column: Option<usize>,
}

fn place(ui: &Ui, table: &'static str) -> Place {
    ui.data(|data| data.get_temp::<Place>(cursor_key(table))).unwrap_or_default()
}

/// How far the keys move in a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub rows: usize,
    pub columns: usize,
    /// The number of rows in sight.
    pub page: usize,
    pub rtl: bool,
}

impl Extent {
    pub fn new(ui: &Ui, rows: usize, columns: usize, page: usize) -> Self {
        Self { rows, columns, page: page.max(1), rtl: is_rtl(ui) }
    }
}

/// Begins every table with its first row: what stands in them belongs to another account.
pub(super) fn forget(ctx: &Context) {
    ctx.data_mut(IdTypeMap::remove_by_type::<Place>);
}

fn cursor_key(table: &'static str) -> Id {
    Id::unique((table, "row with the focus"))
}

/// Takes the keys of the focused row. `acts` gets what is done to rows that can be pressed; `words` are said
/// of each.
pub(super) fn update(
    ui: &Ui,
    table: &'static str,
    extent: Extent,
    acts: Option<&mut Vec<(usize, RowAct)>>,
    words: Option<&dyn Fn(usize) -> RowWords>,
) -> Cursor {
    let key = cursor_key(table);
    let place = place(ui, table);
    let row = place.row.min(extent.rows.saturating_sub(1));
    let has_focus = ui.memory(|memory| memory.has_focus(row_id(table, row)));
    let column = place.column.filter(|column| has_focus && *column < extent.columns);
    let at = Place { row, column };
    let has_keys = has_focus && ui.is_enabled() && extent.rows > 0;
    let selects = acts.is_some();
    if let Some(acts) = acts.filter(|_| has_keys) {
        pressed(ui, at, acts, extent, words);
    }
    let moved = if has_keys { moved(ui, at, extent, selects) } else { None };
    let to = moved.unwrap_or(at);
    let cursor = Cursor {
        row: to.row,
        column: to.column,
        has_focus: has_focus || moved.is_some(),
        has_moved: moved.is_some(),
    };
    if moved.is_some() {
        ui.memory_mut(|memory| {
            // egui has seen the key as well.
            memory.move_focus(FocusDirection::None);
            memory.request_focus(row_id(table, to.row));
        });
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(key, to));
    cursor
}

/// Scrolls the cell that has just got the focus into view, and out from below the columns that stay in sight.
/// Call it in the area that is scrolled sideways.
pub(super) fn reveal(ui: &Ui, table: &'static str, cell: Option<FocusedCell>) {
    let key = Id::unique((table, "revealed cell"));
    let focused = ui.memory(|memory| memory.focused());
    let mut revealed: Revealed = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let now = (focused, cell.map(|cell| cell.column));
    if revealed.of != now {
        // Only once the area is scrolled, some columns lie over others.
        revealed = Revealed { of: now, left: 2 };
    }
    if let Some(cell) = cell.filter(|_| revealed.left > 0) {
        revealed.left -= 1;
        ui.scroll_to_rect(cell.room, None);
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(key, revealed));
}

/// The cell that is being scrolled into view.
#[derive(Clone, Copy, Debug, Default)]
struct Revealed {
    /// The widget with the focus, and its column.
    of: (Option<Id>, Option<usize>),
    /// In how many more frames it is asked for.
    left: u8,
}

/// The arrow keys belong to the row while it has the focus.
pub(super) fn lock_keys(ui: &Ui, response: &Response) {
    let arrows = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
}

/// Takes the keys that do something to the row, and records what.
fn pressed(
    ui: &Ui,
    from: Place,
    acts: &mut Vec<(usize, RowAct)>,
    extent: Extent,
    words: Option<&dyn Fn(usize) -> RowWords>,
) {
    let mut at = from;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let act = match event {
                Event::Copy => Some(RowAct::Copy),
                Event::Key { key: Key::C, pressed: true, modifiers, .. } if modifiers.command => {
                    Some(RowAct::Copy)
                }
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. } if modifiers.is_none() => {
                    Some(RowAct::Open)
                }
                Event::Key { key: Key::Space, pressed: true, modifiers, .. } if modifiers.is_none() => {
                    Some(RowAct::Toggle)
                }
                Event::Key { key: Key::A, pressed: true, modifiers, .. } if modifiers.command => {
                    Some(RowAct::SelectAll)
                }
                // The text of the key that selected the row.
                Event::Text(text) if text == " " => return false,
                // The cursor moves as well, so the event stays.
                Event::Key { key, pressed: true, modifiers, .. } => {
                    if let Some(act) = folding(*key, *modifiers, at, extent, words) {
                        acts.push((at.row, act));
                        return false;
                    }
                    if let Some(to) = target(*key, *modifiers, at, extent) {
                        if modifiers.shift && (to.row != at.row || to.column == at.column) {
                            acts.push((to.row, RowAct::ExtendFrom(at.row)));
                        }
                        at = to;
                    }
                    return true;
                }
                _ => None,
            };
            acts.extend(act.map(|act| (at.row, act)));
            act.is_none()
        });
    });
}

/// Whether a key shows or hides the rows that belong to the one at the cursor.
fn folding(
    key: Key,
    modifiers: Modifiers,
    at: Place,
    extent: Extent,
    words: Option<&dyn Fn(usize) -> RowWords>,
) -> Option<RowAct> {
    let unfolds = match key {
        Key::ArrowRight => !extent.rtl,
        Key::ArrowLeft => extent.rtl,
        _ => return None,
    };
    if at.column.is_some() || !modifiers.is_none() {
        return None;
    }
    let RowWords { is_unfolded, is_below, .. } = words?(at.row);
    match is_unfolded {
        Some(false) if unfolds => Some(RowAct::Unfold),
        Some(true) if !unfolds => Some(RowAct::Fold),
        None if is_below && !unfolds => Some(RowAct::Fold),
        _ => None,
    }
}

fn moved(ui: &Ui, from: Place, extent: Extent, selects: bool) -> Option<Place> {
    let mut to = None;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let next = if modifiers.shift && !selects {
                None
            } else {
                target(*key, *modifiers, to.unwrap_or(from), extent)
            };
            to = next.or(to);
            next.is_none()
        });
    });
    to
}

/// Where a key moves the cursor, if it does. Before the first cell, the cursor is at the row as a whole.
fn target(key: Key, modifiers: Modifiers, at: Place, extent: Extent) -> Option<Place> {
    let (last_row, last_column) = (extent.rows.checked_sub(1)?, extent.columns.checked_sub(1)?);
    let to_row = |row: usize| Place { row: row.min(last_row), ..at };
    let forward = |forward: bool| {
        let column = match at.column {
            None => forward.then_some(0),
            Some(column) if forward => Some((column + 1).min(last_column)),
            Some(column) => column.checked_sub(1),
        };
        Place { column, ..at }
    };
    Some(match key {
        _ if modifiers.alt => return None,
        Key::ArrowUp => to_row(if modifiers.command { 0 } else { at.row.saturating_sub(1) }),
        Key::ArrowDown => to_row(if modifiers.command { last_row } else { at.row + 1 }),
        Key::Home if modifiers.command => Place { row: 0, column: at.column.map(|_| 0) },
        Key::End if modifiers.command => Place { row: last_row, column: at.column.map(|_| last_column) },
        _ if modifiers.command => return None,
        Key::PageUp => to_row(at.row.saturating_sub(extent.page)),
        Key::PageDown => to_row(at.row + extent.page),
        Key::Home => Place { column: Some(0), ..at },
        Key::End => Place { column: Some(last_column), ..at },
        Key::ArrowLeft => forward(extent.rtl),
        Key::ArrowRight => forward(!extent.rtl),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Extent = Extent { rows: 40, columns: 6, page: 10, rtl: false };

    fn pressed(keys: &[(Modifiers, Key)], extent: Extent) -> Place {
        keys.iter()
            .fold(Place::default(), |at, (modifiers, key)| target(*key, *modifiers, at, extent).unwrap_or(at))
    }

    #[test]
    fn arrows_go_from_the_row_to_its_cells_and_back_in_the_direction_of_the_window() {
        let none = Modifiers::NONE;
        let right = [(none, Key::ArrowRight), (none, Key::ArrowRight)];
        assert_eq!(pressed(&right, TABLE), Place { row: 0, column: Some(1) });
        let back = [right[0], right[1], (none, Key::ArrowLeft), (none, Key::ArrowLeft)];
        assert_eq!(pressed(&back, TABLE), Place::default());
        assert_eq!(
            pressed(&[(none, Key::ArrowLeft)], Extent { rtl: true, ..TABLE }),
            Place { row: 0, column: Some(0) }
        );
    }

    #[test]
    fn home_and_end_go_to_the_ends_of_the_row_and_with_ctrl_to_those_of_the_table() {
        let (none, ctrl) = (Modifiers::NONE, Modifiers::COMMAND);
        assert_eq!(pressed(&[(none, Key::End)], TABLE), Place { row: 0, column: Some(5) });
        assert_eq!(pressed(&[(none, Key::End), (none, Key::Home)], TABLE), Place { row: 0, column: Some(0) });
        assert_eq!(
            pressed(&[(none, Key::Home), (ctrl, Key::End)], TABLE),
            Place { row: 39, column: Some(5) }
        );
        assert_eq!(pressed(&[(ctrl, Key::End)], TABLE), Place { row: 39, column: None }, "the whole row");
        assert_eq!(
            pressed(&[(ctrl, Key::ArrowDown), (none, Key::PageUp)], TABLE),
            Place { row: 29, column: None }
        );
    }
}
