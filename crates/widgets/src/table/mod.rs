//! A table that draws only its visible rows. `egui_extras` lays the rows out; this module adds the window's
//! direction, the order of the Tab key, column widths that a person can drag, and the roles that a screen
//! reader needs.

mod columns;
mod fold;
mod row;
mod row_focus;

use std::borrow::Cow;
use std::ops::Range;

use egui::accesskit::Role;
use egui::{
    Context, CornerRadius, CursorIcon, Frame, Id, Margin, Popup, Rect, Sense, Stroke, Ui, UiBuilder, Vec2,
    pos2, vec2,
};
use egui_extras::{Column as LaidOutColumn, TableBuilder};

pub use columns::{ChosenWidths, Column};
pub use fold::row_fold;
pub use row_focus::{RowAct, RowWords};

use self::row::{Described, RowPlace, accessible, bounds, row};
use self::row_focus::{Extent, FocusedCell};
use crate::layout::{is_rtl, split_leading};
use crate::on_screen;
use crate::scroll::{self, Scroll, scroll_sideways};
use crate::theme::{self, height, round};
use vitrine_text::keep_in_front;
use vitrine_text::without_direction_marks;

/// A table.
///
/// It is large because it has a field for each choice of whoever shows one.
#[must_use = "show it in a ui"]
pub struct Table<'a> {
    id: &'static str,
    name: Cow<'a, str>,
    columns: &'a [Column],
    rows: usize,
    row_height: f32,
    /// The number of leading columns that stay in sight when the others are scrolled.
    pinned: usize,
    /// How far the others are scrolled, in points.
    scrolled: f32,
    is_flat: bool,
    selects_most: bool,
    also_drawn: Option<usize>,
    begins_at_top: bool,
    keys: &'a [&'a str],
    chosen: Option<&'a mut ChosenWidths>,
    words: Option<&'a dyn Fn(usize) -> RowWords>,
    /// Whether the rows take the focus, rather than widgets in their cells.
    has_cursor: bool,
    cell_words: Option<&'a dyn Fn(usize, usize) -> String>,
    pressed: Option<Pressable<'a>>,
}

/// Gives the focus back to the row of a table that had it last, which is drawn in this pass.
pub fn return_to_row(ui: &Ui, table: &'static str) {
    row_focus::go_to(ui, table, row_focus::cursor_row(ui, table));
}

/// Forgets where every list and table was scrolled to, and which of its rows had the focus: other things
/// stand there now.
pub fn forget_places(ctx: &Context) {
    row_focus::forget(ctx);
    scroll::forget(ctx);
}

/// Scrolls a table with rows that take the focus to a row, which gets it when it is drawn next. Returns
/// whether it has it.
pub fn go_to_row(ui: &Ui, table: &'static str, row: usize) -> bool {
    let has_focus = ui.memory(|memory| memory.has_focus(row_focus::row_id(table, row)));
    if !has_focus {
        row_focus::go_to(ui, table, row);
    }
    has_focus
}

/// The row and the column of a table whose cell has the focus.
pub fn focused_cell(ui: &Ui, table: &'static str) -> Option<(usize, usize)> {
    row_focus::focused_cell(ui, table)
}

/// Gives the focus to a cell that is only read.
pub fn go_to_cell(ui: &Ui, table: &'static str, row: usize, column: usize) {
    row_focus::go_to_cell(ui, table, row, column);
}

/// While a widget in one of its cells has the focus, the row has it next. Returns the id of the row.
pub fn leave_cells(ui: &Ui, table: &'static str, row: usize) -> Id {
    row_focus::put_cursor(ui, table, row);
    row_focus::row_id(table, row)
}

/// Rows that can be pressed.
struct Pressable<'a> {
    /// Gets what was done, and to which row.
    acts: &'a mut Vec<(usize, RowAct)>,
    /// Draws the context menu of a row; returns whether an entry was chosen.
    menu: &'a mut dyn FnMut(&mut Ui, usize) -> bool,
}

/// Half the width of the place at a column's edge where it can be dragged, in points.
const GRAB: f32 = 5.0;

impl<'a> Table<'a> {
    /// A table of `rows` rows. `id` identifies its scroll position, `name` names it for screen readers.
    pub fn new(id: &'static str, name: impl Into<Cow<'a, str>>, columns: &'a [Column], rows: usize) -> Self {
        let name = name.into();
        let row_height = height::ROW;
        Self {
            id,
            name,
            columns,
            rows,
            row_height,
            pinned: 0,
            scrolled: 0.0,
            is_flat: false,
            selects_most: false,
            also_drawn: None,
            begins_at_top: false,
            keys: &[],
            chosen: None,
            words: None,
            has_cursor: false,
            cell_words: None,
            pressed: None,
        }
    }

    /// The height of a row, in points.
    pub const fn row_height(mut self, points: f32) -> Self {
        self.row_height = points;
        self
    }

    /// The leading columns stay in sight when the others are scrolled sideways.
    pub const fn pinned(mut self, columns: usize) -> Self {
        self.pinned = columns;
        self
    }

    /// It fills its screen: no frame around it, and low headings.
    pub const fn flat(mut self) -> Self {
        self.is_flat = true;
        self
    }

    /// Nearly all of its rows are selected, so that their ground does not show it.
    pub const fn selects_most(mut self) -> Self {
        self.selects_most = true;
        self
    }

    /// A row that is drawn although it may be out of sight, because it has the keyboard focus or is to get
    /// it.
    pub const fn also_drawn(mut self, row: Option<usize>) -> Self {
        self.also_drawn = row;
        self
    }

    /// Begins with its first row in this frame, and so does the Tab key: other rows stand there now, or in
    /// another order.
    pub const fn begin_at_top(mut self, begins: bool) -> Self {
        self.begins_at_top = begins;
        self
    }

    /// Lets the person drag the edges of the columns; a double click on an edge gives the column its own
    /// width back. A column with an empty key keeps its width.
    pub const fn resizable(mut self, keys: &'a [&'a str], chosen: &'a mut ChosenWidths) -> Self {
        self.keys = keys;
        self.chosen = Some(chosen);
        self
    }

    /// Lets the rows take the keyboard focus; `words` says what is read about each.
    pub const fn focusable_rows(mut self, words: &'a dyn Fn(usize) -> RowWords) -> Self {
        (self.words, self.has_cursor) = (Some(words), true);
        self
    }

    /// Names the rows for screen readers, where widgets in their cells take the keyboard focus.
    pub const fn named_rows(mut self, words: &'a dyn Fn(usize) -> RowWords) -> Self {
        self.words = Some(words);
        self
    }

    /// What is read about a cell of a focusable row, given row and column, while the cursor is in it.
    pub const fn cells_read_as(mut self, words: &'a dyn Fn(usize, usize) -> String) -> Self {
        self.cell_words = Some(words);
        self
    }

    /// Lets focusable rows be pressed with the mouse and with keys: `acts` gets what was done, `menu` draws a
    /// row's context menu and returns whether an entry was chosen.
    pub const fn pressable_rows(
        mut self,
        acts: &'a mut Vec<(usize, RowAct)>,
        menu: &'a mut dyn FnMut(&mut Ui, usize) -> bool,
    ) -> Self {
        self.pressed = Some(Pressable { acts, menu });
        self
    }

    /// Draws the heading of each column (given its index) and each cell of the visible rows (given row and
    /// column).
    pub fn show(
        mut self,
        ui: &mut Ui,
        head: impl FnMut(&mut Ui, usize),
        cell: impl FnMut(&mut Ui, usize, usize),
    ) {
        let p = theme::palette(ui);
        let frame = Frame::new()
            .fill(p.surface)
            .stroke(Stroke::new(1.0, p.line))
            .corner_radius(CornerRadius::same(round::CARD));
        let frame =
            if self.is_flat { Frame::new().fill(p.surface) } else { frame.inner_margin(Margin::same(1)) };
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            let bar = ui.spacing().scroll.allocated_width();
            let available = ui.available_width();
            let own = ChosenWidths::default();
            let chosen = self.chosen.as_deref().unwrap_or(&own);
            // What is scrolled below columns that stay in sight need not be squeezed.
            let least = if self.pinned > 0 { 0.8 } else { 0.5 };
            let widths = columns::widths(self.columns, (self.keys, chosen), available - bar, least);
            let needed = widths.iter().sum::<f32>() + bar;
            if needed > available + 1.0 {
                scroll_sideways(ui, (self.id, "sideways"), needed, |ui, scrolled| {
                    self.scrolled = scrolled;
                    let table = self.id;
                    let focused = self.fill(ui, &widths, head, cell);
                    row_focus::reveal(ui, table, focused);
                });
            } else {
                let _ = self.fill(ui, &widths, head, cell);
            }
        });
    }

    /// Returns the cell with the focus.
    fn fill(
        mut self,
        ui: &mut Ui,
        widths: &[f32],
        head: impl FnMut(&mut Ui, usize),
        cell: impl FnMut(&mut Ui, usize, usize),
    ) -> Option<FocusedCell> {
        let name = without_direction_marks(&self.name).into_owned();
        let whole = UiBuilder::new()
            .id_salt((self.id, "table"))
            .accessibility_role(Role::Table)
            .accessibility_label(name);
        let drawn = ui.scope_builder(whole, |ui| {
            let (rows, columns, bounds) = (self.rows + 1, widths.len(), ui.available_rect_before_wrap());
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_bounds(accessible(bounds));
                node.set_row_count(rows);
                node.set_column_count(columns);
            });
            let in_header = self.header(ui, widths, head);
            self.body(ui, widths, cell).or(in_header)
        });
        drawn.inner
    }

    fn header(
        &mut self,
        ui: &mut Ui,
        widths: &[f32],
        mut head: impl FnMut(&mut Ui, usize),
    ) -> Option<FocusedCell> {
        let p = theme::palette(ui);
        let bar = ui.spacing().scroll.allocated_width();
        let (high, radius) =
            if self.is_flat { (height::LOW_HEADER, 0) } else { (height::HEADER, round::CARD - 1) };
        let (strip, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::empty());
        let top = CornerRadius { nw: radius, ne: radius, sw: 0, se: 0 };
        ui.painter().rect_filled(strip, top, p.sunken);
        let (beside_bar, _) = split_leading(strip, strip.width() - bar, is_rtl(ui));
        let cells = self.pin(cells(beside_bar, widths, is_rtl(ui)), is_rtl(ui));
        let focused = row(ui, None, Role::ColumnHeader, (&cells, self.pinned_now()), &mut head, None);
        self.edges(ui, strip, &cells);
        focused
    }

    /// The number of columns that are drawn over the others now.
    fn pinned_now(&self) -> usize {
        if self.scrolled > 0.5 { self.pinned } else { 0 }
    }

    /// Moves the columns that stay in sight to where they are seen.
    fn pin(&self, mut cells: Vec<Rect>, rtl: bool) -> Vec<Rect> {
        let by = vec2(if rtl { -self.scrolled } else { self.scrolled }, 0.0);
        cells.iter_mut().take(self.pinned_now()).for_each(|cell| *cell = cell.translate(by));
        cells
    }

    /// The edges in the header that can be dragged.
    fn edges(&mut self, ui: &Ui, strip: Rect, cells: &[Rect]) {
        let Some(chosen) = &mut self.chosen else { return };
        let rtl = is_rtl(ui);
        let p = theme::palette(ui);
        for (key, cell) in self.keys.iter().zip(cells).filter(|(key, _)| !key.is_empty()) {
            let edge = if rtl { cell.left() } else { cell.right() };
            let grab = Rect::from_x_y_ranges(edge - GRAB..=edge + GRAB, strip.y_range());
            let response = ui.interact(grab, ui.unique_id().with(("edge", *key)), Sense::CLICK | Sense::DRAG);
            let held = response.hovered() || response.dragged();
            let line = Stroke::new(if held { 2.0 } else { 1.0 }, if held { p.accent } else { p.line });
            ui.painter().vline(edge, strip.shrink2(vec2(0.0, if held { 0.0 } else { 9.0 })).y_range(), line);
            if response.double_clicked() {
                chosen.remove(*key);
            } else if response.dragged()
                && let Some(at) = response.interact_pointer_pos()
            {
                columns::choose(chosen, key, if rtl { cell.right() - at.x } else { at.x - cell.left() });
            }
            response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
        }
    }

    fn body(
        mut self,
        ui: &mut Ui,
        widths: &[f32],
        mut cell: impl FnMut(&mut Ui, usize, usize),
    ) -> Option<FocusedCell> {
        let p = theme::palette(ui);
        let table = ui.unique_id();
        let (words, rows, id, is_flat) = (self.words, self.rows, self.id, self.is_flat);
        let page = (ui.available_height() / self.row_height) as usize;
        let mut pressed = self.pressed.take();
        if self.begins_at_top {
            row_focus::begin_at_top(ui, id);
        }
        let extent = Extent::new(ui, rows, widths.len(), page.saturating_sub(1));
        let cursor = self.has_cursor.then(|| {
            let acts = pressed.as_mut().map(|pressed| &mut *pressed.acts);
            row_focus::update(ui, id, extent, acts, words)
        });
        let (cell_words, is_ground_drawn) = (self.cell_words, self.has_cursor && !self.selects_most);
        self.also_drawn =
            cursor.filter(|cursor| cursor.has_focus).map(|cursor| cursor.row).or(self.also_drawn);
        let mut focused = None;
        Scroll::new(self.id).begin_at_top(self.begins_at_top).show_viewport(ui, |ui, viewport| {
            let area = ui.max_rect();
            let (pinned, rtl) = (self.pinned_now(), is_rtl(ui));
            for (index, cells) in self.lay_out(ui, widths, viewport.y_range().into()) {
                let cells = self.pin(cells, rtl);
                let bounds = bounds(&cells);
                ui.painter().hline(area.x_range(), bounds.bottom() - 0.5, Stroke::new(1.0, p.line));
                if is_flat {
                    lines_between(ui, &cells, pinned);
                }
                let place = RowPlace { table, id: row_focus::row_id(id, index), index };
                let is_clicked = pressed.as_mut().is_some_and(|pressed| pressed.row(ui, id, index, bounds));
                let described = words.map(|words| {
                    let cursor = cursor.filter(|cursor| cursor.row == index);
                    let column = cursor.filter(|cursor| cursor.has_focus).and_then(|cursor| cursor.column);
                    let cell = column.zip(cell_words).map(|(column, words)| (column, words(index, column)));
                    Described { words: words(index), cell, cursor, rows, is_ground_drawn }
                });
                on_screen::begin_row(ui.ctx());
                let at = row(
                    ui,
                    Some(place),
                    Role::Cell,
                    (&cells, pinned),
                    &mut |ui, column| cell(ui, index, column),
                    described,
                );
                focused = focused.or(at);
                on_screen::end_row(ui.ctx());
                // egui takes the focus from a widget beside which something was clicked when that is drawn.
                if is_clicked {
                    row_focus::go_to(ui, id, index);
                }
            }
        });
        focused
    }

    /// The rows to draw, in order, with the places of their cells in reading order: those in sight, one above
    /// for the Tab key to reach, and the focused one.
    fn lay_out(
        &self,
        ui: &mut Ui,
        widths: &[f32],
        seen: std::ops::RangeInclusive<f32>,
    ) -> Vec<(usize, Vec<Rect>)> {
        let rtl = is_rtl(ui);
        let area = ui.max_rect();
        let visible = visible_rows(seen, self.row_height, self.rows);
        let also = self.also_drawn.filter(|row| *row < self.rows && !visible.contains(row));
        let above = visible.start.checked_sub(1).filter(|row| Some(*row) != also && !visible.is_empty());
        let place = |index: usize| {
            let top = area.top() + self.row_height * index as f32;
            let rect = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), self.row_height));
            (index, cells(rect, widths, rtl))
        };
        let mut rows: Vec<_> =
            also.filter(|row| *row < visible.start).into_iter().chain(above).map(place).collect();
        // From left to right, as `egui_extras` draws. It draws nothing itself: what scrolls its contents into
        // view would not reach the area around it.
        let in_order = |at: usize| if rtl { widths.len() - 1 - at } else { at };
        let mut builder =
            TableBuilder::new(ui).id_salt(self.id).vscroll(false).auto_shrink(false).sense(Sense::empty());
        for at in 0..widths.len() {
            builder = builder.column(LaidOutColumn::exact(widths[in_order(at)]));
        }
        builder.body(|body| {
            body.rows(self.row_height, self.rows, |mut row| {
                let mut cells = vec![Rect::NOTHING; widths.len()];
                for at in 0..widths.len() {
                    row.col(|ui| cells[in_order(at)] = ui.max_rect());
                }
                // It begins at the left edge, also where no scroll bar takes the room that the heading leaves
                // there.
                let gap = if rtl { area.right() - bounds(&cells).right() } else { 0.0 };
                cells.iter_mut().for_each(|cell| *cell = cell.translate(vec2(gap, 0.0)));
                rows.push((row.index(), cells));
            });
        });
        rows.extend(also.filter(|row| *row >= visible.end).map(place));
        rows
    }
}

/// The visible rows, and one more for the Tab key to reach.
fn visible_rows(seen: std::ops::RangeInclusive<f32>, row_height: f32, rows: usize) -> Range<usize> {
    let first = (seen.start() / row_height).floor() as usize;
    let last = (seen.end() / row_height).ceil() as usize;
    first.min(rows)..last.saturating_add(1).min(rows)
}

/// Thin lines between the cells of a row that have no frames.
fn lines_between(ui: &Ui, cells: &[Rect], pinned: usize) {
    let (rtl, line) = (is_rtl(ui), Stroke::new(1.0, theme::palette(ui).line));
    let covered = bounds(&cells[..pinned]);
    for (column, cell) in cells.iter().enumerate().take(cells.len().saturating_sub(1)) {
        let edge = if rtl { cell.left() } else { cell.right() };
        if column + 1 >= pinned && (pinned == 0 || column < pinned || !covered.x_range().contains(edge)) {
            ui.painter().vline(edge, cell.y_range(), line);
        }
    }
}

/// The places of a row's cells, from the leading edge.
fn cells(rect: Rect, widths: &[f32], rtl: bool) -> Vec<Rect> {
    let mut rest = rect;
    let mut next = |width: &f32| {
        let cell;
        (cell, rest) = split_leading(rest, *width, rtl);
        cell
    };
    widths.iter().map(&mut next).collect()
}

impl Pressable<'_> {
    /// The mouse on a row. Returns whether it was clicked.
    fn row(&mut self, ui: &Ui, table: &'static str, index: usize, bounds: Rect) -> bool {
        // Without `FOCUSABLE`: the Tab key goes to one row only.
        let response = ui.interact(bounds, Id::unique((table, "pressed row", index)), Sense::CLICK);
        if response.hovered() {
            ui.painter().rect_filled(bounds.shrink2(vec2(0.0, 0.5)), 0.0, theme::palette(ui).sunken);
        }
        if response.clicked() {
            let modifiers = ui.input(|input| input.modifiers);
            let act = match modifiers {
                _ if modifiers.shift => RowAct::Extend,
                _ if modifiers.command => RowAct::Toggle,
                _ => RowAct::Open,
            };
            self.acts.push((index, act));
        }
        let is_clicked = response.clicked() || response.secondary_clicked();
        let menu = Popup::context_menu(&response).show(|ui| {
            if (self.menu)(ui, index) {
                ui.close();
            }
        });
        keep_in_front(&response, menu);
        is_clicked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_visible_rows_and_one_more_are_laid_out() {
        assert_eq!(visible_rows(0.0..=100.0, 50.0, 1000), 0..3);
        assert_eq!(visible_rows(520.0..=600.0, 50.0, 1000), 10..13);
        assert_eq!(visible_rows(49_900.0..=50_000.0, 50.0, 1000), 998..1000);
        assert_eq!(visible_rows(0.0..=100.0, 50.0, 0), 0..0);
    }
}
