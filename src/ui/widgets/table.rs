//! A table that draws only its visible rows. Its columns, and the Tab key, follow the window's direction.

use std::ops::Range;

use eframe::egui::{AsIdSalt, CornerRadius, Frame, Margin, Rect, Sense, Stroke, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::ui::layout::{is_rtl, row_layout, split_leading};
use crate::ui::scroll::Scroll;
use crate::ui::theme::{self, height, round, space};

/// A column's width, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    /// A fixed width, reduced in a narrow window if it is large.
    Exact(f32),
    /// A share of the remaining width, in proportion to this number.
    Rest(f32),
}

/// Columns up to this width (a picture, a button) are never reduced.
const MAX_FIXED_WIDTH: f32 = 64.0;
/// The minimum width of a [`Column::Rest`].
const MIN_REST_WIDTH: f32 = 110.0;

/// A table.
#[must_use = "show it in a ui"]
pub struct Table<'a> {
    id: &'static str,
    columns: &'a [Column],
    rows: usize,
    row_height: f32,
    also_drawn: Option<usize>,
}

impl<'a> Table<'a> {
    /// A table of `rows` rows. `id` identifies its scroll position.
    pub const fn new(id: &'static str, columns: &'a [Column], rows: usize) -> Self {
        Self { id, columns, rows, row_height: height::ROW, also_drawn: None }
    }

    /// The height of a row, in points.
    pub const fn row_height(mut self, points: f32) -> Self {
        self.row_height = points;
        self
    }

    /// A row that is drawn although it may be out of sight, because it has the keyboard focus or is to get it.
    pub const fn also_drawn(mut self, row: Option<usize>) -> Self {
        self.also_drawn = row;
        self
    }

    /// Draws the heading of each column (given its index) and each cell of the visible rows (given row and column).
    pub fn show(self, ui: &mut Ui, head: impl FnMut(&mut Ui, usize), cell: impl FnMut(&mut Ui, usize, usize)) {
        let p = theme::palette(ui);
        let frame = Frame::new().fill(p.surface).stroke(Stroke::new(1.0, p.line)).corner_radius(CornerRadius::same(round::CARD));
        frame.inner_margin(Margin::same(1)).show(ui, |ui| self.fill(ui, head, cell));
    }

    fn fill(self, ui: &mut Ui, mut head: impl FnMut(&mut Ui, usize), mut cell: impl FnMut(&mut Ui, usize, usize)) {
        let p = theme::palette(ui);
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let bar = ui.spacing().scroll.allocated_width();
        let widths = widths(self.columns, ui.available_width() - bar);
        let (strip, _) = ui.allocate_exact_size(vec2(ui.available_width(), height::HEADER), Sense::empty());
        let top = CornerRadius { nw: round::CARD - 1, ne: round::CARD - 1, sw: 0, se: 0 };
        ui.painter().rect_filled(strip, top, p.sunken);
        let (beside_bar, _) = split_leading(strip, strip.width() - bar, is_rtl(ui));
        row(ui, (self.id, "head"), beside_bar, &widths, &mut head);
        Scroll::new(self.id).show_viewport(ui, |ui, viewport| {
            ui.set_height(self.row_height * self.rows as f32);
            let area = ui.max_rect();
            let visible = visible_rows(viewport.y_range().into(), self.row_height, self.rows);
            let (before, after) = match self.also_drawn.filter(|row| *row < self.rows) {
                Some(row) if row < visible.start => (Some(row), None),
                Some(row) if row >= visible.end => (None, Some(row)),
                _ => (None, None),
            };
            for index in before.into_iter().chain(visible).chain(after) {
                let top = area.top() + self.row_height * index as f32;
                let rect = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), self.row_height));
                ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, p.line));
                row(ui, (self.id, index), rect, &widths, &mut |ui, column| cell(ui, index, column));
            }
        });
    }
}

/// The visible rows, and one more at either end for the Tab key to reach.
fn visible_rows(seen: std::ops::RangeInclusive<f32>, row_height: f32, rows: usize) -> Range<usize> {
    let first = (seen.start() / row_height).floor() as usize;
    let last = (seen.end() / row_height).ceil() as usize;
    first.saturating_sub(1)..last.saturating_add(1).min(rows)
}

/// Draws cells side by side, from the leading edge.
fn row(ui: &mut Ui, id: impl AsIdSalt + Copy, rect: Rect, widths: &[f32], cell: &mut dyn FnMut(&mut Ui, usize)) {
    let rtl = is_rtl(ui);
    let mut rest = rect;
    for (column, &width) in widths.iter().enumerate() {
        let cell_rect;
        (cell_rect, rest) = split_leading(rest, width, rtl);
        let room = UiBuilder::new().id_salt((id, column)).max_rect(cell_rect.shrink2(vec2(space::S, 0.0))).layout(row_layout(rtl));
        let mut child = ui.new_child(room);
        // Space for the focus ring above and below.
        child.shrink_clip_rect(cell_rect.expand2(vec2(0.0, 6.0)));
        child.spacing_mut().item_spacing.x = space::S;
        cell(&mut child, column);
    }
}

/// The columns' widths for the available width: in a narrow window wide columns are reduced, so that all are visible.
fn widths(columns: &[Column], available: f32) -> Vec<f32> {
    let scale = scale(columns, available);
    let exact = |width: f32| if width > MAX_FIXED_WIDTH { width * scale } else { width };
    let taken: f32 = columns.iter().map(|column| if let Column::Exact(width) = column { exact(*width) } else { 0.0 }).sum();
    let parts: f32 = columns.iter().map(|column| if let Column::Rest(parts) = column { *parts } else { 0.0 }).sum();
    let width = |column: &Column| match column {
        Column::Exact(width) => exact(*width),
        Column::Rest(own) => ((available - taken) * own / parts).max(MIN_REST_WIDTH),
    };
    columns.iter().map(width).collect()
}

/// The factor by which wide columns are reduced.
fn scale(columns: &[Column], available: f32) -> f32 {
    let (mut narrow, mut wide) = (0.0, 0.0);
    for column in columns {
        match column {
            Column::Exact(width) if *width > MAX_FIXED_WIDTH => wide += width,
            Column::Exact(width) => narrow += width,
            Column::Rest(_) => narrow += MIN_REST_WIDTH,
        }
    }
    ((available - narrow) / wide).clamp(0.5, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_columns_shrink_in_a_narrow_window_and_narrow_ones_do_not() {
        let columns = [Column::Exact(64.0), Column::Rest(1.0), Column::Exact(200.0), Column::Exact(300.0)];
        assert_eq!(widths(&columns, 1000.0), [64.0, 436.0, 200.0, 300.0]);
        let narrow = widths(&columns, 500.0);
        assert_eq!(narrow[..2], [64.0, MIN_REST_WIDTH]);
        assert!((narrow.iter().sum::<f32>() - 500.0).abs() < 0.01, "{narrow:?}");
        assert_eq!(widths(&columns, 10.0), [64.0, MIN_REST_WIDTH, 100.0, 150.0], "not below half their width");
        assert_eq!(widths(&[Column::Rest(1.0)], 300.0), [300.0]);
        assert_eq!(widths(&[Column::Rest(2.0), Column::Exact(100.0), Column::Rest(1.0)], 700.0), [400.0, 100.0, 200.0]);
    }

    #[test]
    fn only_visible_rows_and_one_more_at_either_end_are_drawn() {
        assert_eq!(visible_rows(0.0..=100.0, 50.0, 1000), 0..3);
        assert_eq!(visible_rows(520.0..=600.0, 50.0, 1000), 9..13);
        assert_eq!(visible_rows(49_900.0..=50_000.0, 50.0, 1000), 997..1000);
        assert_eq!(visible_rows(0.0..=100.0, 50.0, 0), 0..0);
    }
}
