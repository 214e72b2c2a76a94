//! Tables whose cells are edited as in a spreadsheet: moving between cells, ranges, copying and pasting,
//! filling down. The tables say what is in their cells, and what becomes of it ([`Cells`]).
//!
//! A cell is an ordinary editor. When the keyboard brings the cursor to a cell, its whole text is selected:
//! typing replaces it and the arrow keys move on. F2 or a click goes into the text, where the arrow keys move
//! the caret.
//!
//! Categories, properties, statuses and units are chosen in dialogs and lists. Their cells are buttons, which
//! take part in everything else: Enter and Space open the list, and what is pasted is read as if it was
//! typed.

pub mod cell;
pub mod cell_range;
pub mod keys;

use std::ops::Range;

use eframe::egui::{Event, FocusDirection, Id, Key, Modifiers, Popup, Pos2, Rect, Response, Ui};

use self::cell_range::CellRange;
use self::keys::{Act, SelectedRows, act, is_enter, pressed};
use crate::ui::screens::Cx;
use vitrine_domain::Field;
use vitrine_model::{Action, Model, cells_as_text, cells_from_text};
use vitrine_text as text;
use vitrine_widgets::focus;
use vitrine_widgets::layout::is_rtl;

/// The space around a focused cell that is scrolled into view, in points: the focus ring and the line below
/// the editor.
const FOCUS_MARGIN: f32 = 18.0;

/// The products in the order of the table's rows.
pub trait Rows {
    fn len(&self) -> usize;
    /// The index of the product in a row; `None` where nothing can be typed.
    fn product(&self, row: usize) -> Option<usize>;
    /// The row of a product.
    fn row(&self, product: usize) -> Option<usize>;
}

/// What is in the cells of a table, and what becomes of what is typed there.
pub trait Cells: Rows {
    /// A cell's own text, as it is kept: without a default.
    fn own_text(&self, model: &Model, product: usize, field: Field) -> String;
    /// What is in a cell, as it is copied, with Latin digits.
    fn copied(&self, cx: &Cx<'_>, product: usize, field: Field) -> String;
    /// Whether a field is chosen in a dialog or a list.
    fn is_choice(&self, field: Field) -> bool;
    /// Sets cells to texts of people.
    fn set(&self, cx: &mut Cx<'_>, cells: Vec<CellText>);
    /// As [`set`](Self::set), with what is to be said of a paste.
    fn paste(&self, cx: &mut Cx<'_>, cells: Vec<CellText>, pasted: Pasted);
    /// Gives a cell back the own text that it had.
    fn restore(&self, cx: &mut Cx<'_>, cell: CellText);
    /// Goes from a cell to one beside it that is not of the grid, where the table has such cells. Returns
    /// whether it did.
    fn goes_beside(&self, _ui: &Ui, _cell: Cell, _by: isize) -> bool {
        false
    }
    /// Makes one product of two, where the table can.
    fn merge(&self, _cx: &mut Cx<'_>, _product: usize, _into: usize) {}
}

/// A product and a field of it, with its text.
pub type CellText = (usize, Field, String);

/// What is to be said of a paste.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// Whether it went on below the selected rows.
    pub goes_on: bool,
    /// The rows for which there was none below.
    pub beyond: usize,
    /// Those that came to a row in which nothing can be typed.
    pub skipped: usize,
}

/// A cell of the grid: the index of its product, and of its column among those of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub product: usize,
    pub column: usize,
}

/// A focusable widget of the table.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    id: Id,
    rect: Rect,
    product: usize,
    /// The column of an editor; `None` for a button.
    column: Option<usize>,
}

impl Drawn {
    fn cell(&self) -> Option<Cell> {
        Some(Cell { product: self.product, column: self.column? })
    }
}

/// Which cell has the cursor, and which are selected.
///
/// It is large because it has a method for each key of a spreadsheet.
#[derive(Debug, Default)]
pub struct Grid {
    /// The fields that have a column in the grid, in order.
    fields: Vec<Field>,
    /// The product whose row has the keyboard focus. It stays in a filtered table until the focus leaves it,
    /// so that text is never typed into the row that would take its place.
    product: Option<usize>,
    range: CellRange<Cell>,
    /// The cell that gets the cursor when it is drawn.
    wanted: Option<Cell>,
    /// Whether the arrow keys belong to the cell's text.
    editing: bool,
    /// Whether the keys selected rows: all of them, or those of the range.
    selects: Option<SelectedRows>,
    /// The cell's text when the cursor came, which Escape restores.
    original: String,
    drawn: Vec<Drawn>,
}

impl Grid {
    /// Sets the fields that have a column in the grid, in order.
    pub fn set_fields(&mut self, fields: Vec<Field>) {
        if self.fields != fields {
            *self = Self { fields, ..Self::default() };
        }
    }

    /// The fields that have a column in the grid, in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The rows that the keys have just selected, if any.
    pub fn take_selection(&mut self, rows: &impl Rows) -> Option<Range<usize>> {
        Some(match self.selects.take()? {
            SelectedRows::All => 0..rows.len(),
            SelectedRows::Range => self.selected(rows).map_or(0..0, |(top, bottom, ..)| top..bottom + 1),
        })
    }

    /// The product whose row has the keyboard focus.
    pub const fn product(&self) -> Option<usize> {
        self.product
    }

    /// The product whose row must be drawn although it may be out of sight.
    pub fn product_to_draw(&self) -> Option<usize> {
        self.wanted.map(|cell| cell.product).or(self.product)
    }

    /// Puts the cursor into the first cell of a row, which gets the focus when it is drawn.
    pub fn enter(&mut self, row: usize, rows: &impl Rows) {
        if let Some(product) = rows.product(row) {
            self.enter_cell(Cell { product, column: 0 });
        }
    }

    /// Puts the cursor into a cell, which gets the focus when it is drawn.
    pub fn enter_cell(&mut self, cell: Cell) {
        self.go(cell, false);
    }

    /// The cell that has the cursor, with its field.
    pub fn active(&self) -> Option<(usize, Field)> {
        let cell = self.range.cursor?;
        Some((cell.product, *self.fields.get(cell.column)?))
    }

    /// Whether a cell belongs to a range of several cells.
    pub fn is_selected(&self, cell: Cell, rows: &impl Rows) -> bool {
        if !self.range.is_selected() {
            return false;
        }
        let Some((top, bottom, first, last)) = self.selected(rows) else { return false };
        (first..=last).contains(&cell.column)
            && rows.row(cell.product).is_some_and(|row| (top..=bottom).contains(&row))
    }

    /// Whether the cell has the cursor, or gets it when it is drawn.
    pub fn is_at(&self, cell: Cell) -> bool {
        self.wanted == Some(cell) || self.range.cursor == Some(cell)
    }

    /// The cell that has the cursor.
    pub const fn cursor(&self) -> Option<Cell> {
        self.range.cursor
    }

    /// Records an editor that was drawn, and gives it the focus if the cursor is to go there. `own`: its own
    /// text.
    pub fn draws(&mut self, ui: &Ui, cell: Cell, response: &Response, own: impl FnOnce() -> String) {
        self.drawn.push(Drawn {
            id: response.id,
            rect: response.rect,
            product: cell.product,
            column: Some(cell.column),
        });
        if cell.column == 0 && ui.clip_rect().contains(response.rect.center()) {
            focus::enter_table_here(response);
        }
        if response.clicked() {
            // The caret is in the text, as if the cell had been clicked from outside.
            self.editing = true;
        }
        if self.wanted == Some(cell) {
            self.wanted = None;
            self.set_cursor(cell, own);
            text::focus_and_select(ui.ctx(), response.id);
            ui.scroll_to_rect(response.rect.expand(FOCUS_MARGIN), None);
        }
    }

    /// Records the button of a choice that was drawn, and gives it the focus if the cursor is to go there.
    pub fn draws_choice(
        &mut self,
        ui: &Ui,
        field: Field,
        response: &Response,
        product: usize,
        own: impl FnOnce() -> String,
    ) {
        let column = self.fields.iter().position(|shown| *shown == field);
        self.drawn.push(Drawn { id: response.id, rect: response.rect, product, column });
        let cell = column.map(|column| Cell { product, column });
        if cell.is_some() && self.wanted == cell {
            self.wanted = None;
            if let Some(cell) = cell {
                self.set_cursor(cell, own);
            }
            response.request_focus();
            ui.scroll_to_rect(response.rect.expand(FOCUS_MARGIN), None);
        }
    }

    /// Records a button that was drawn.
    pub fn draws_button(&mut self, response: &Response, product: usize) {
        self.drawn.push(Drawn { id: response.id, rect: response.rect, product, column: None });
    }

    /// The cell at a place, which was drawn in this frame.
    pub fn cell_at(&self, ui: &Ui, at: Pos2) -> Option<Cell> {
        cell_at(&self.drawn, ui, at)
    }

    /// Records the place of a cell that is not edited.
    pub fn draws_closed(&mut self, rect: Rect, cell: Cell) {
        self.drawn.push(Drawn { id: Id::NULL, rect, product: cell.product, column: Some(cell.column) });
    }

    fn set_cursor(&mut self, cell: Cell, own: impl FnOnce() -> String) {
        // Escape keeps the cursor where it is; what it restores is not in the model yet.
        if self.range.cursor != Some(cell) {
            self.original = own();
        }
        (self.range.cursor, self.product, self.editing) = (Some(cell), Some(cell.product), false);
    }

    /// Follows the focus. Call it after the table. Nothing changes between pressing and releasing the mouse,
    /// so that a click hits the widget it was aimed at.
    pub fn update(&mut self, ui: &Ui, model: &Model, rows: &impl Cells) {
        let focused = ui.memory(|memory| memory.focused());
        let all_drawn = std::mem::take(&mut self.drawn);
        let drawn = all_drawn.iter().find(|drawn| Some(drawn.id) == focused).copied();
        // It was drawn and has the focus, or it is not in the table any more.
        self.wanted = None;
        // A menu that has the focus belongs to the cell.
        if drawn.is_none() && (ui.input(|input| input.pointer.any_down()) || Popup::is_any_open(ui.ctx())) {
            return;
        }
        let product = drawn.map(|drawn| drawn.product);
        let cell = drawn.and_then(|drawn| drawn.cell());
        if self.range.cursor != cell {
            let is_inside = cell.is_some_and(|cell| self.is_selected(cell, rows));
            self.range.follow(ui, cell, is_inside);
            // Brought by the mouse: the caret is in the text. Otherwise all of it is selected.
            self.editing = !focus::is_visible(ui.ctx());
            drawn
                .filter(|_| !self.editing)
                .into_iter()
                .for_each(|it| text::focus_and_select(ui.ctx(), it.id));
            self.original = cell.map(|cell| self.own_text(model, rows, cell)).unwrap_or_default();
            ui.ctx().request_repaint();
        }
        if let Some(to) = self.range.drag(ui, |at| cell_at(&all_drawn, ui, at)) {
            self.go(to, true);
            ui.ctx().request_repaint();
        }
        if self.product != product {
            self.product = product;
            ui.ctx().request_repaint();
        }
    }

    /// The selected rows and columns: first row, last row, first column, last column.
    fn selected(&self, rows: &impl Rows) -> Option<(usize, usize, usize, usize)> {
        let (opposite, anchor) = self.range.corners()?;
        let (a, b) = (rows.row(opposite.product)?, rows.row(anchor.product)?);
        let (c, d) = (opposite.column, anchor.column);
        Some((a.min(b), a.max(b), c.min(d), c.max(d)))
    }

    /// Takes the keys that belong to the table. Call it before the table is drawn. `after` gets the focus
    /// when Escape leaves the table.
    pub fn handle_keys(&mut self, ui: &Ui, cx: &mut Cx<'_>, rows: &impl Cells, after: Option<Id>) {
        if self.range.cursor.is_none() || self.wanted.is_some() || !ui.is_enabled() {
            return;
        }
        // The keys belong to the open menu of a cell. What is pasted with it belongs to the table.
        let menu = text::is_menu_open(ui.ctx()) || Popup::is_any_open(ui.ctx());
        let (rtl, choice) = (is_rtl(ui), self.is_at_choice(rows));
        let range = self.range.is_selected() || choice;
        let mut acts = Vec::new();
        // Those of a button open its dialog.
        let of_button = |act: &Act, event: &Event| choice && (*act == Act::Edit || is_enter(event));
        let is_taken =
            |act: &Act, event: &Event| !of_button(act, event) && (!menu || matches!(act, Act::Paste(_)));
        ui.input_mut(|input| {
            input.events.retain(|event| {
                match act(event, self.editing && !choice, range, rtl).filter(|act| is_taken(act, event)) {
                    Some(act) => {
                        acts.push(act);
                        false
                    }
                    // The text of the key that selected the row.
                    None if *event == Event::Text(" ".to_owned())
                        && acts.last() == Some(&Act::Select(SelectedRows::Range)) =>
                    {
                        false
                    }
                    None => {
                        let types = matches!(event, Event::Text(_) | Event::Ime(_) | Event::Paste(_))
                            || matches!(
                                event,
                                Event::Key { key: Key::Backspace | Key::Delete, pressed: true, .. }
                            );
                        if types && !menu {
                            self.editing = true;
                            self.range.give_up();
                        }
                        true
                    }
                }
            });
        });
        if !acts.is_empty() {
            // egui has seen the key as well.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        for act in acts {
            self.perform(act, ui, cx, rows, after);
        }
    }

    fn perform(&mut self, act: Act, ui: &Ui, cx: &mut Cx<'_>, rows: &impl Cells, after: Option<Id>) {
        match act {
            Act::Rows { by, extend } => {
                // What was typed stays, even where there is no further row to go to.
                self.keep_text(cx.model, rows);
                self.move_rows(by, extend, rows);
            }
            Act::Columns { by, extend } => self.move_columns(ui, (by, extend), rows),
            Act::Ends { last, extend } => {
                self.keep_text(cx.model, rows);
                let (row, column) = if last {
                    (rows.len().saturating_sub(1), self.fields.len().saturating_sub(1))
                } else {
                    (0, 0)
                };
                let nearest = if last { nearest_above(rows, row) } else { nearest_below(rows, row) };
                if let Some((_, product)) = nearest {
                    self.go(Cell { product, column }, extend);
                }
            }
            Act::Tab { back } => {
                if !self.tab(back, rows) {
                    let direction = if back { FocusDirection::Previous } else { FocusDirection::Next };
                    ui.memory_mut(|memory| memory.move_focus(direction));
                }
            }
            Act::Copy => {
                ui.copy_text(self.copied(cx, rows));
                let cells = self
                    .selected(rows)
                    .map_or(0, |(top, bottom, first, last)| (bottom - top + 1) * (last - first + 1));
                cx.act(Action::CopiedCells(cells));
            }
            Act::Cut => {
                ui.copy_text(self.copied(cx, rows));
                self.fill(cx, rows, |_, _| Some(String::new()));
            }
            Act::Clear => self.fill(cx, rows, |_, _| Some(String::new())),
            Act::Paste(text) => {
                self.paste(&text, cx, rows);
                // Its editor selects the new text.
                self.wanted = self.range.cursor;
            }
            Act::FillDown => self.fill_down(cx, rows),
            Act::MergeUp => self.merge_up(cx, rows),
            Act::Escape => self.escape(ui, cx, rows, after),
            Act::Select(rows) => self.selects = Some(rows),
            Act::Edit => {
                self.editing = true;
                ui.input_mut(|input| input.events.push(pressed(Key::End, Modifiers::NONE)));
            }
        }
    }

    /// The cell's own text, without a default.
    fn own_text(&self, model: &Model, rows: &impl Cells, cell: Cell) -> String {
        self.fields
            .get(cell.column)
            .map(|field| rows.own_text(model, cell.product, *field))
            .unwrap_or_default()
    }

    /// What was typed stays, even where there is no further row to go to.
    fn keep_text(&mut self, model: &Model, rows: &impl Cells) {
        self.original = self.range.cursor.map(|cell| self.own_text(model, rows, cell)).unwrap_or_default();
    }

    /// Whether the cursor is at the button of a choice.
    fn is_at_choice(&self, rows: &impl Cells) -> bool {
        self.range
            .cursor
            .and_then(|cell| self.fields.get(cell.column))
            .is_some_and(|field| rows.is_choice(*field))
    }

    fn go(&mut self, to: Cell, extend: bool) {
        self.range.leave(extend);
        self.wanted = Some(to);
    }

    fn move_rows(&mut self, by: isize, extend: bool, rows: &impl Rows) {
        let Some(cursor) = self.range.cursor else { return };
        let Some(row) = rows.row(cursor.product) else { return };
        let to = row.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        let (above, below) = (nearest_above(rows, to), nearest_below(rows, to));
        if let Some((_, product)) = if by < 0 { above.or(below) } else { below.or(above) } {
            self.go(Cell { product, ..cursor }, extend);
        }
    }

    fn move_columns(&mut self, ui: &Ui, (by, extend): (isize, bool), rows: &impl Cells) {
        let Some(cursor) = self.range.cursor else { return };
        if by.abs() == 1 && !extend && rows.goes_beside(ui, cursor, by) {
            return;
        }
        let column = cursor.column.saturating_add_signed(by).min(self.fields.len() - 1);
        self.go(Cell { column, ..cursor }, extend);
    }

    /// Returns `false` at the table's end.
    fn tab(&mut self, back: bool, rows: &impl Rows) -> bool {
        let Some(cursor) = self.range.cursor else { return false };
        let Some(row) = rows.row(cursor.product) else { return false };
        let at = row * self.fields.len() + cursor.column;
        let Some(to) = (if back { at.checked_sub(1) } else { Some(at + 1) }) else { return false };
        let (row, column) = (to / self.fields.len(), to % self.fields.len());
        let nearest = if back { nearest_above(rows, row) } else { nearest_below(rows, row) };
        let Some((_, product)) = nearest else { return false };
        self.go(Cell { product, column }, false);
        true
    }

    fn copied(&self, cx: &Cx<'_>, rows: &impl Cells) -> String {
        let Some((top, bottom, first, last)) = self.selected(rows) else { return String::new() };
        let line = |row| {
            let product = rows.product(row)?;
            Some((first..=last).map(|column| rows.copied(cx, product, self.fields[column])).collect())
        };
        cells_as_text(&(top..=bottom).filter_map(line).collect::<Vec<Vec<String>>>())
    }

    /// Sets the selected cells, given row and column.
    fn fill(&self, cx: &mut Cx<'_>, rows: &impl Cells, text: impl Fn(usize, usize) -> Option<String>) {
        let Some((top, bottom, first, last)) = self.selected(rows) else { return };
        let cells = (top..=bottom).flat_map(|row| (first..=last).map(move |column| (row, column)));
        let set = |(row, column): (usize, usize)| {
            Some((rows.product(row)?, self.fields[column], text(row, column)?))
        };
        let cells = cells.filter_map(set).collect();
        rows.set(cx, cells);
    }

    /// One value goes into all selected cells; several go into the cells from the first selected one on.
    fn paste(&mut self, text: &str, cx: &mut Cx<'_>, rows: &impl Cells) {
        let pasted = cells_from_text(text);
        let Some((top, bottom, first, _)) = self.selected(rows) else { return };
        if let [line] = pasted.as_slice()
            && let [value] = line.as_slice()
        {
            return self.fill(cx, rows, |_, _| Some(value.clone()));
        }
        // One line goes into each selected row.
        let lines =
            if let [line] = pasted.as_slice() { vec![line.clone(); bottom - top + 1] } else { pasted };
        // The rows below may be out of sight, or nobody thinks of them who is editing one cell.
        let mut pasted = Pasted { goes_on: lines.len() > bottom - top + 1, ..Pasted::default() };
        let mut cells = Vec::with_capacity(lines.len());
        for (row, line) in (top..).zip(lines) {
            let Some(product) = rows.product(row) else {
                let left_out = if row < rows.len() { &mut pasted.skipped } else { &mut pasted.beyond };
                *left_out += usize::from(line.iter().any(|value| !value.trim().is_empty()));
                continue;
            };
            let values = line.into_iter().zip(first..self.fields.len());
            cells.extend(values.map(|(value, column)| (product, self.fields[column], value)));
        }
        rows.paste(cx, cells, pasted);
    }

    /// Makes one product of the one with the cursor and the one above, which keeps its values.
    fn merge_up(&mut self, cx: &mut Cx<'_>, rows: &impl Cells) {
        let Some(Cell { product, column }) = self.range.cursor else { return };
        let above = rows.row(product).and_then(|row| row.checked_sub(1)).and_then(|row| rows.product(row));
        if let Some(into) = above {
            rows.merge(cx, product, into);
            // The row that it was in goes.
            self.go(Cell { product: into, column }, false);
        }
    }

    /// Copies the first selected row, or the row above a single cell, into the selected cells.
    fn fill_down(&self, cx: &mut Cx<'_>, rows: &impl Cells) {
        let Some((top, bottom, ..)) = self.selected(rows) else { return };
        let Some(source) = (if top == bottom { top.checked_sub(1) } else { Some(top) }) else { return };
        let texts: Vec<Option<String>> = (0..self.fields.len())
            .map(|column| rows.product(source).map(|product| rows.copied(cx, product, self.fields[column])))
            .collect();
        self.fill(cx, rows, |_, column| texts[column].clone());
    }

    /// Gives up the range, else restores the cell's text, else leaves the table.
    fn escape(&mut self, ui: &Ui, cx: &mut Cx<'_>, rows: &impl Cells, after: Option<Id>) {
        let Some(cursor) = self.range.cursor else { return };
        if self.range.give_up() {
            return;
        }
        let is_text = !self.is_at_choice(rows);
        if is_text && self.own_text(cx.model, rows, cursor) != self.original {
            rows.restore(cx, (cursor.product, self.fields[cursor.column], self.original.clone()));
            self.wanted = Some(cursor);
        } else if self.editing && is_text {
            self.wanted = Some(cursor);
        } else if let Some(after) = after {
            ui.memory_mut(|memory| memory.request_focus(after));
        }
    }
}

fn cell_at(drawn: &[Drawn], ui: &Ui, at: Pos2) -> Option<Cell> {
    let is_there = |drawn: &&Drawn| drawn.rect.contains(at) && ui.clip_rect().contains(at);
    drawn.iter().find(is_there).and_then(Drawn::cell)
}

/// The first row from this one upwards in which something can be typed, with its product.
fn nearest_above(rows: &impl Rows, row: usize) -> Option<(usize, usize)> {
    (0..=row).rev().find_map(|row| Some((row, rows.product(row)?)))
}

/// The first row from this one downwards in which something can be typed, with its product.
fn nearest_below(rows: &impl Rows, row: usize) -> Option<(usize, usize)> {
    (row..rows.len()).find_map(|row| Some((row, rows.product(row)?)))
}
