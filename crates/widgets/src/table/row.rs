//! A row of a table, as it is drawn and described for screen readers.

use egui::accesskit::{self, Role};
use egui::{Id, Rect, Response, Sense, Ui, UiBuilder, vec2};

use super::row_focus::{self, Cursor, FocusedCell, RowWords};
use crate::focus;
use crate::layout::{is_rtl, row_layout};
use crate::theme::{self, round, space};
use vitrine_text::without_direction_marks;

/// A row of the body: its table, its widget id, and its index.
#[derive(Clone, Copy)]
pub(super) struct RowPlace {
    pub table: Id,
    pub id: Id,
    pub index: usize,
}

/// What is said about a row.
pub(super) struct Described {
    pub words: RowWords,
    /// The cell with the cursor, and what is read about it.
    pub cell: Option<(usize, String)>,
    /// The cursor, if it is in this row.
    pub cursor: Option<Cursor>,
    /// The number of rows.
    pub rows: usize,
    /// Whether its ground shows that it is selected.
    pub is_ground_drawn: bool,
}

/// Draws the cells of a row, in reading order; the first `pinned` ones cover those that are scrolled below
/// them. Returns the cell with the focus, if it is in this row.
pub(super) fn row(
    ui: &mut Ui,
    place: Option<RowPlace>,
    role: Role,
    (cells, pinned): (&[Rect], usize),
    cell: &mut dyn FnMut(&mut Ui, usize),
    described: Option<Described>,
) -> Option<FocusedCell> {
    let bounds = bounds(cells);
    let mut whole = UiBuilder::new().max_rect(bounds).accessibility_role(Role::Row);
    if let Some(RowPlace { table, id, .. }) = place {
        // The same widgets, whether the row is laid out or drawn out of sight.
        whole = whole.scope_id(id).accessibility_parent(table);
    }
    if described.as_ref().is_some_and(|row| row.cursor.is_some()) {
        whole = whole.sense(Sense::FOCUSABLE);
    }
    let mut line = ui.new_child(whole);
    // The header is the first row.
    line.ctx().accesskit_node_builder(line.unique_id(), |node| {
        node.set_row_index(place.map_or(0, |place| place.index + 1));
        node.set_bounds(accessible(bounds));
    });
    let covered = self::bounds(&cells[..pinned]);
    let mut active = None;
    let has_focus = line.memory(|memory| memory.focused());
    let mut focused = None;
    if let Some(Described { words, cell, cursor, rows, is_ground_drawn }) = described {
        describe(&line, place.map_or(0, |place| place.index), &words, rows);
        if words.is_selected == Some(true) && is_ground_drawn {
            let ground = bounds.shrink2(vec2(0.0, 0.5));
            line.painter().rect_filled(ground, 0.0, theme::palette(&line).accent_soft);
        }
        if let Some(cursor) = cursor {
            line.set_min_size(bounds.size());
            let at = cursor.column.and_then(|column| cells.get(column)).copied();
            draw_cursor(&line, (bounds, at), cursor, &words);
            focused = cursor.column.filter(|_| cursor.has_focus);
        }
        active = cell;
    }
    for (column, rect) in cells.iter().enumerate() {
        let room = UiBuilder::new()
            .id_salt(column)
            .max_rect(rect.shrink2(vec2(space::S, 0.0)))
            .layout(row_layout(is_rtl(&line)));
        let mut child = line.new_child(room.accessibility_role(role));
        child.ctx().accesskit_node_builder(child.unique_id(), |node| {
            node.set_column_index(column);
            node.set_bounds(accessible(*rect));
        });
        if let Some((_, words)) = active.as_ref().filter(|(active, _)| *active == column) {
            let id = child.unique_id();
            child
                .ctx()
                .accesskit_node_builder(id, |node| node.set_label(without_direction_marks(words).as_ref()));
            line.ctx().accesskit_node_builder(line.unique_id(), |node| {
                node.set_active_descendant(id.accesskit_id());
            });
        }
        // Space for the focus ring above and below.
        let mut seen = rect.expand2(vec2(0.0, 6.0));
        if pinned > 0 && column >= pinned {
            let rtl = is_rtl(&child);
            let edge = if rtl { covered.left() } else { covered.right() };
            *(if rtl { seen.right_mut() } else { seen.left_mut() }) =
                if rtl { seen.right().min(edge) } else { seen.left().max(edge) };
        }
        child.shrink_clip_rect(seen);
        child.spacing_mut().item_spacing.x = space::S;
        let before = focus::stops(child.ctx());
        cell(&mut child, column);
        if has_focus.is_some_and(|id| focus::widgets_since(child.ctx(), before).contains(&id)) {
            focused = Some(column);
        }
    }
    let column = focused?;
    let cell = *cells.get(column)?;
    let room = if column < pinned { cell } else { beside(cell, covered, is_rtl(&line)) };
    Some(FocusedCell { column, room })
}

/// Describes a row for screen readers.
fn describe(line: &Ui, index: usize, words: &RowWords, rows: usize) {
    line.ctx().accesskit_node_builder(line.unique_id(), |node| {
        node.set_label(without_direction_marks(&words.name).as_ref());
        if !words.details.is_empty() {
            node.set_description(without_direction_marks(&words.details).as_ref());
        }
        if let Some(selected) = words.is_selected {
            node.set_selected(selected);
        }
        if let Some(unfolded) = words.is_unfolded {
            node.set_expanded(unfolded);
        }
        if words.is_below || words.is_unfolded.is_some() {
            node.set_level(if words.is_below { 2 } else { 1 });
        }
        node.set_position_in_set(index);
        node.set_size_of_set(rows);
    });
}

/// The row to which the Tab key goes, with the place of its cell that has the cursor.
fn draw_cursor(line: &Ui, (bounds, cell): (Rect, Option<Rect>), cursor: Cursor, words: &RowWords) {
    let response = Response { rect: bounds, interact_rect: bounds, ..line.response() };
    focus::stop(line, &response, response.id);
    focus::enter_table_here(&response);
    if !cursor.has_focus {
        return;
    }
    row_focus::lock_keys(line, &response);
    if cursor.has_moved {
        line.scroll_to_rect(bounds.expand(6.0), None);
    }
    theme::focus_ring(
        line,
        &response,
        cell.map_or(bounds.shrink(5.0), |cell| cell.shrink(2.0)),
        round::SMALL,
    );
    if !words.details.is_empty() {
        vitrine_text::show_while_focused(&response, &words.details);
    }
}

/// The place of a cell with as much room beside it as is covered by the columns that stay in sight.
fn beside(cell: Rect, covered: Rect, rtl: bool) -> Rect {
    let mut room = cell;
    if covered.is_positive() {
        let by = covered.width();
        *(if rtl { room.right_mut() } else { room.left_mut() }) += if rtl { by } else { -by };
    }
    room
}

/// The place of a row.
pub(super) fn bounds(cells: &[Rect]) -> Rect {
    cells.iter().fold(Rect::NOTHING, |all, cell| all | *cell)
}

/// A place for screen readers.
pub(super) fn accessible(rect: Rect) -> accesskit::Rect {
    accesskit::Rect {
        x0: rect.left().into(),
        y0: rect.top().into(),
        x1: rect.right().into(),
        y1: rect.bottom().into(),
    }
}
