//! Spreadsheet keys in the review's table: moving between cells, ranges, copying and pasting, filling down.
//!
//! A cell is an ordinary editor. When the keyboard brings the cursor to a cell, its whole text is selected:
//! typing replaces it and the arrow keys move on. F2 or a click goes into the text, where the arrow keys move
//! the caret.
//!
//! Categories, properties, statuses and units are chosen in dialogs and lists. Their cells are buttons, which
//! take part in everything else: Enter and Space open the list, and what is pasted is read as if it was
//! typed.

use std::ops::Range;

use eframe::egui::{Event, FocusDirection, Id, Key, Modifiers, Popup, Rect, Response, Ui};

use super::cell_range::CellRange;
use super::grid_keys::{Act, SelectedRows, act, is_enter, pressed};
use crate::ui::focus;
use crate::ui::layout::is_rtl;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{is_list, list_choice, list_text, list_value};
use vitrine_domain::Field;
use vitrine_model::{
    Action, Import, ImportAction, PhotoAction, ReviewAction, cells_as_text, cells_from_text,
};
use vitrine_text as text;

/// The space around a focused cell that is scrolled into view, in points: the focus ring and the line below
/// the editor.
const FOCUS_MARGIN: f32 = 18.0;

/// The products in the order of the table's rows.
pub trait Rows {
    fn len(&self) -> usize;
    /// The index of the product in a row.
    fn product(&self, row: usize) -> Option<usize>;
    /// The row of a product.
    fn row(&self, product: usize) -> Option<usize>;
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
        let Some((top, bottom, first, last)) = self.selected(rows).filter(|_| self.range.is_selected())
        else {
            return false;
        };
        (first..=last).contains(&cell.column)
            && rows.row(cell.product).is_some_and(|row| (top..=bottom).contains(&row))
    }

    /// Records an editor that was drawn, and gives it the focus if the cursor is to go there.
    pub fn draws(&mut self, ui: &Ui, cell: Cell, response: &Response, import: &Import) {
        self.drawn.push(Drawn {
            id: response.id,
            rect: response.rect,
            product: cell.product,
            column: Some(cell.column),
        });
        if cell.column == 0 && ui.clip_rect().contains(response.rect.center()) {
            focus::enter_table_here(response);
        }
        if self.wanted == Some(cell) {
            self.wanted = None;
            self.set_cursor(cell, import);
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
        import: &Import,
    ) {
        let column = self.fields.iter().position(|shown| *shown == field);
        self.drawn.push(Drawn { id: response.id, rect: response.rect, product, column });
        let cell = column.map(|column| Cell { product, column });
        if cell.is_some() && self.wanted == cell {
            self.wanted = None;
            cell.into_iter().for_each(|cell| self.set_cursor(cell, import));
            response.request_focus();
            ui.scroll_to_rect(response.rect.expand(FOCUS_MARGIN), None);
        }
    }

    /// Records a button that was drawn.
    pub fn draws_button(&mut self, response: &Response, product: usize) {
        self.drawn.push(Drawn { id: response.id, rect: response.rect, product, column: None });
    }

    fn set_cursor(&mut self, cell: Cell, import: &Import) {
        // Escape keeps the cursor where it is; what it restores is not in the model yet.
        if self.range.cursor != Some(cell) {
            self.original = self.own_text(import, cell);
        }
        (self.range.cursor, self.product, self.editing) = (Some(cell), Some(cell.product), false);
    }

    /// Follows the focus. Call it after the table. Nothing changes between pressing and releasing the mouse,
    /// so that a click hits the widget it was aimed at.
    pub fn update(&mut self, ui: &Ui, import: &Import, rows: &impl Rows) {
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
            // Not brought by the table's own keys: the caret is in the text.
            self.editing = true;
            self.original = cell.map(|cell| self.own_text(import, cell)).unwrap_or_default();
            ui.ctx().request_repaint();
        }
        let cell_at = |at| {
            all_drawn
                .iter()
                .find(|drawn| drawn.rect.contains(at) && ui.clip_rect().contains(at))
                .and_then(Drawn::cell)
        };
        if let Some(to) = self.range.drag(ui, cell_at) {
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
    pub fn handle_keys(&mut self, ui: &Ui, cx: &mut Cx<'_>, rows: &impl Rows, after: Option<Id>) {
        if self.range.cursor.is_none() || self.wanted.is_some() || !ui.is_enabled() {
            return;
        }
        // The keys belong to the open menu of a cell. What is pasted with it belongs to the table.
        let menu = text::is_menu_open(ui.ctx()) || Popup::is_any_open(ui.ctx());
        let (rtl, choice) = (is_rtl(ui), self.is_at_choice());
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

    fn perform(&mut self, act: Act, ui: &Ui, cx: &mut Cx<'_>, rows: &impl Rows, after: Option<Id>) {
        match act {
            Act::Rows { by, extend } => {
                // What was typed stays, even where there is no further row to go to.
                self.original =
                    self.range.cursor.map(|cell| self.own_text(&cx.model.import, cell)).unwrap_or_default();
                self.move_rows(by, extend, rows);
            }
            Act::Columns { by, extend } => self.move_columns(by, extend),
            Act::Ends { last, extend } => {
                self.original =
                    self.range.cursor.map(|cell| self.own_text(&cx.model.import, cell)).unwrap_or_default();
                let (row, column) = if last {
                    (rows.len().saturating_sub(1), self.fields.len().saturating_sub(1))
                } else {
                    (0, 0)
                };
                if let Some(product) = rows.product(row) {
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
            Act::Paste(text) => self.paste(&text, cx, rows),
            Act::FillDown => self.fill_down(cx, rows),
            Act::MergeUp => self.merge_up(cx, rows),
            Act::Escape => self.escape(ui, cx, after),
            Act::Select(rows) => self.selects = Some(rows),
            Act::Edit => {
                self.editing = true;
                ui.input_mut(|input| input.events.push(pressed(Key::End, Modifiers::NONE)));
            }
        }
    }

    /// What is in a cell, as it is copied: what was typed, else what would be sent, with Latin digits.
    fn text_of(&self, cx: &Cx<'_>, cell: Cell) -> String {
        let Some(&field) = self.fields.get(cell.column) else { return String::new() };
        let import = &cx.model.import;
        if field == Field::CategoryId {
            return import.review.category_text(cell.product);
        }
        if is_list(field) {
            let chosen = list_choice(field, &import.review.with_defaults(cell.product), &cx.model.rules());
            return list_text(cx, field, chosen);
        }
        let typed = import.review.typed(cell.product, field).filter(|typed| !typed.trim().is_empty());
        let kept = typed.map_or_else(|| import.review.with_defaults(cell.product).text(field), str::to_owned);
        cx.typed(field, &kept).into_owned()
    }

    /// The cell's own text, without a default.
    fn own_text(&self, import: &Import, cell: Cell) -> String {
        self.fields
            .get(cell.column)
            .map(|field| import.review.own_text(cell.product, *field))
            .unwrap_or_default()
    }

    /// Whether the cursor is at the button of a choice.
    fn is_at_choice(&self) -> bool {
        self.range.cursor.and_then(|cell| self.fields.get(cell.column)).is_some_and(|field| is_choice(*field))
    }

    fn go(&mut self, to: Cell, extend: bool) {
        self.range.leave(extend);
        self.wanted = Some(to);
    }

    fn move_rows(&mut self, by: isize, extend: bool, rows: &impl Rows) {
        let Some(cursor) = self.range.cursor else { return };
        let Some(row) = rows.row(cursor.product) else { return };
        let to = row.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        if let Some(product) = rows.product(to) {
            self.go(Cell { product, ..cursor }, extend);
        }
    }

    fn move_columns(&mut self, by: isize, extend: bool) {
        let Some(cursor) = self.range.cursor else { return };
        let column = cursor.column.saturating_add_signed(by).min(self.fields.len() - 1);
        self.go(Cell { column, ..cursor }, extend);
    }

    /// Returns `false` at the table's end.
    fn tab(&mut self, back: bool, rows: &impl Rows) -> bool {
        let Some(cursor) = self.range.cursor else { return false };
        let Some(row) = rows.row(cursor.product) else { return false };
        let at = row * self.fields.len() + cursor.column;
        let Some(to) = (if back { at.checked_sub(1) } else { Some(at + 1) }) else { return false };
        let Some(product) = rows.product(to / self.fields.len()) else { return false };
        self.go(Cell { product, column: to % self.fields.len() }, false);
        true
    }

    fn copied(&self, cx: &Cx<'_>, rows: &impl Rows) -> String {
        let Some((top, bottom, first, last)) = self.selected(rows) else { return String::new() };
        let line = |row| {
            let product = rows.product(row)?;
            Some((first..=last).map(|column| self.text_of(cx, Cell { product, column })).collect())
        };
        cells_as_text(&(top..=bottom).filter_map(line).collect::<Vec<Vec<String>>>())
    }

    /// Sets the selected cells, given row and column.
    fn fill(&self, cx: &mut Cx<'_>, rows: &impl Rows, text: impl Fn(usize, usize) -> Option<String>) {
        let Some((top, bottom, first, last)) = self.selected(rows) else { return };
        let cells = (top..=bottom).flat_map(|row| (first..=last).map(move |column| (row, column)));
        let set = |(row, column): (usize, usize)| {
            Some(cell(cx, rows.product(row)?, self.fields[column], text(row, column)?))
        };
        let cells = cells.filter_map(set).collect();
        cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
    }

    /// One value goes into all selected cells; several go into the cells from the first selected one on.
    fn paste(&mut self, text: &str, cx: &mut Cx<'_>, rows: &impl Rows) {
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
        let goes_on = lines.len() > bottom - top + 1;
        let mut cells = Vec::with_capacity(lines.len());
        let mut left_out = 0;
        for (row, line) in (top..).zip(lines) {
            let Some(product) = rows.product(row) else {
                left_out += 1;
                continue;
            };
            let values = line.into_iter().zip(first..self.fields.len());
            cells.extend(values.map(|(value, column)| cell(cx, product, self.fields[column], value)));
        }
        // The rows below may be out of sight, or nobody thinks of them who is editing one cell.
        let replaced = if goes_on { cx.model.import.review.count_replaced(&cells) } else { 0 };
        cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
        if replaced > 0 {
            cx.act(Action::ValuesReplaced(replaced));
        }
        if left_out > 0 {
            cx.act(Action::PastedTooMuch(left_out));
        }
    }

    /// Makes one product of the one with the cursor and the one above, which keeps its values.
    fn merge_up(&self, cx: &mut Cx<'_>, rows: &impl Rows) {
        let Some((product, _)) = self.active() else { return };
        let above = rows.row(product).and_then(|row| row.checked_sub(1)).and_then(|row| rows.product(row));
        if let Some(into) = above {
            cx.act(Action::Import(ImportAction::Review(ReviewAction::Photos(PhotoAction::Merge {
                product,
                into,
            }))));
        }
    }

    /// Copies the first selected row, or the row above a single cell, into the selected cells.
    fn fill_down(&self, cx: &mut Cx<'_>, rows: &impl Rows) {
        let Some((top, bottom, ..)) = self.selected(rows) else { return };
        let Some(source) = (if top == bottom { top.checked_sub(1) } else { Some(top) }) else { return };
        let texts: Vec<Option<String>> = (0..self.fields.len())
            .map(|column| rows.product(source).map(|product| self.text_of(cx, Cell { product, column })))
            .collect();
        self.fill(cx, rows, |_, column| texts[column].clone());
    }

    /// Gives up the range, else restores the cell's text, else leaves the table.
    fn escape(&mut self, ui: &Ui, cx: &mut Cx<'_>, after: Option<Id>) {
        let Some(cursor) = self.range.cursor else { return };
        if self.range.give_up() {
            return;
        }
        if !self.is_at_choice() && self.own_text(&cx.model.import, cursor) != self.original {
            let restored = self.original.clone();
            cx.act(Action::Import(ImportAction::Review(ReviewAction::Type(
                cursor.product,
                self.fields[cursor.column],
                restored,
            ))));
            self.wanted = Some(cursor);
        } else if self.editing && !self.is_at_choice() {
            self.wanted = Some(cursor);
        } else if let Some(after) = after {
            ui.memory_mut(|memory| memory.request_focus(after));
        }
    }
}

/// Whether a field is chosen in a dialog or a list.
const fn is_choice(field: Field) -> bool {
    matches!(field, Field::CategoryId | Field::ProductAttribute) || is_list(field)
}

/// What a text of people sets. A status or unit may be named; a price is in the unit of people.
fn cell(cx: &Cx<'_>, product: usize, field: Field, text: String) -> (usize, Field, String) {
    let meant = if is_list(field) { list_value(cx, field, &text) } else { cx.kept(field, &text) };
    (product, field, meant)
}
