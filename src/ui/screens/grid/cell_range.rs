//! The range of cells that is selected in a table: with Shift and the keys that move, by a click with Shift,
//! or by dragging the mouse.

use eframe::egui::{Pos2, Ui};

/// The cell with the cursor, and the corners of the selected range.
#[derive(Debug)]
pub struct CellRange<C> {
    pub cursor: Option<C>,
    /// The corner at which the range began; `None`: no range of several cells is selected.
    anchor: Option<C>,
    /// The corner opposite to it, if that is not the cursor: a menu was opened at a cell inside of the range,
    /// or the mouse is dragged over other cells.
    opposite: Option<C>,
    is_dragged: bool,
}

impl<C> Default for CellRange<C> {
    fn default() -> Self {
        Self { cursor: None, anchor: None, opposite: None, is_dragged: false }
    }
}

impl<C: Copy + PartialEq> CellRange<C> {
    /// Whether a range was selected, rather than a single cell.
    pub const fn is_selected(&self) -> bool {
        self.anchor.is_some()
    }

    /// Two opposite corners; both are the cursor if no range is selected.
    pub fn corners(&self) -> Option<(C, C)> {
        let cursor = self.cursor?;
        Some((self.opposite.unwrap_or(cursor), self.anchor.unwrap_or(cursor)))
    }

    /// The cursor is to go elsewhere, with Shift (`extend`) or without.
    pub fn leave(&mut self, extend: bool) {
        self.anchor = self.anchor.or(self.cursor).filter(|_| extend);
        self.opposite = None;
    }

    /// Gives up the range. Returns whether there was one.
    pub fn give_up(&mut self) -> bool {
        self.opposite = None;
        self.anchor.take().is_some()
    }

    /// The focus came to another cell without the table's own keys, or left the table. `is_inside`: the cell
    /// belongs to the range.
    pub fn follow(&mut self, ui: &Ui, cell: Option<C>, is_inside: bool) {
        let before = self.cursor;
        let (opens_menu, extends) = ui.input(|input| {
            let pointer = &input.pointer;
            let opens_menu = pointer.secondary_down() || pointer.secondary_released();
            (opens_menu, input.modifiers.shift && (pointer.any_down() || pointer.any_released()))
        });
        let keeps_range = opens_menu && is_inside;
        self.opposite = self.opposite.or(before).filter(|_| keeps_range);
        self.cursor = cell;
        self.anchor = self.anchor.or(before).filter(|_| keeps_range || (extends && cell.is_some()));
    }

    /// Selects the cells from the one with the cursor to the one over which the mouse is dragged. `cell_at`
    /// finds the cell at a place. Returns the cell in which the mouse was released.
    pub fn drag(&mut self, ui: &Ui, cell_at: impl Fn(Pos2) -> Option<C>) -> Option<C> {
        let (is_down, origin, at) = ui.input(|input| {
            let pointer = &input.pointer;
            (pointer.primary_down(), pointer.press_origin(), pointer.interact_pos())
        });
        if !is_down {
            return if std::mem::take(&mut self.is_dragged) { self.opposite } else { None };
        }
        let (Some(from), Some(to)) = (origin.and_then(&cell_at), at.and_then(&cell_at)) else { return None };
        let before = (self.anchor, self.opposite);
        if Some(from) != self.cursor {
            return None;
        } else if from != to {
            (self.anchor, self.opposite, self.is_dragged) = (self.anchor.or(self.cursor), Some(to), true);
        } else if std::mem::take(&mut self.is_dragged) {
            (self.anchor, self.opposite) = (self.anchor.filter(|anchor| *anchor != from), None);
        }
        if before != (self.anchor, self.opposite) {
            ui.ctx().request_repaint();
        }
        None
    }
}
