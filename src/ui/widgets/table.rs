//! A table of many rows, of which only the visible ones are drawn. Its columns run with the window.

use eframe::egui::{CornerRadius, Frame, Margin, Rect, Stroke, Ui, UiBuilder, Vec2, vec2};
use egui_extras::{Column as Strip, TableBuilder};

use crate::ui::layout::{is_rtl, row_layout};
use crate::ui::theme::{self, height, round, space};

/// A column's width, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    Exact(f32),
    /// What the others leave; one column at most.
    Rest,
}

/// Columns up to this width (a picture, a button) keep it.
const NARROW: f32 = 64.0;
/// The least that is left for [`Column::Rest`].
const REST: f32 = 110.0;

#[must_use = "show it in a ui"]
pub struct Table<'a> {
    id: &'static str,
    columns: &'a [Column],
    rows: usize,
    row_height: f32,
}

impl<'a> Table<'a> {
    pub const fn new(id: &'static str, columns: &'a [Column], rows: usize) -> Self {
        Self { id, columns, rows, row_height: height::ROW }
    }

    pub const fn row_height(mut self, points: f32) -> Self {
        self.row_height = points;
        self
    }

    /// Draws the head of each column, given its place, and each cell of the visible rows, given row and column.
    pub fn show(self, ui: &mut Ui, head: impl FnMut(&mut Ui, usize), cell: impl FnMut(&mut Ui, usize, usize)) {
        let p = theme::palette(ui);
        let frame = Frame::new().fill(p.surface).stroke(Stroke::new(1.0, p.line)).corner_radius(CornerRadius::same(round::CARD));
        frame.inner_margin(Margin::same(1)).show(ui, |ui| self.strips(ui, head, cell));
    }

    fn strips(self, ui: &mut Ui, mut head: impl FnMut(&mut Ui, usize), mut cell: impl FnMut(&mut Ui, usize, usize)) {
        let p = theme::palette(ui);
        let rtl = is_rtl(ui);
        let top = CornerRadius { nw: round::CARD - 1, ne: round::CARD - 1, sw: 0, se: 0 };
        let strip = Rect::from_min_size(ui.available_rect_before_wrap().min, vec2(ui.available_width(), height::HEADER));
        ui.painter().rect_filled(strip, top, p.sunken);
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let scale = scale(self.columns, ui.available_width() - ui.spacing().scroll.allocated_width());
        // egui's strips always run from the left.
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        if rtl {
            order.reverse();
        }
        let mut table = TableBuilder::new(ui)
            .id_salt(self.id)
            .striped(false)
            .cell_layout(row_layout(rtl))
            .auto_shrink([false, false])
            .min_scrolled_height(0.0);
        for &column in &order {
            table = table.column(match self.columns[column] {
                Column::Exact(width) => Strip::exact(if width > NARROW { width * scale } else { width }).clip(true),
                Column::Rest => Strip::remainder().at_least(REST).clip(true),
            });
        }
        let table = table.animate_scrolling(false).header(height::HEADER, |mut row| {
            for &column in &order {
                row.col(|ui| padded(ui, rtl, |ui| head(ui, column)));
            }
        });
        table.body(|body| {
            body.rows(self.row_height, self.rows, |mut row| {
                let place = row.index();
                for &column in &order {
                    row.col(|ui| {
                        let rect = ui.max_rect();
                        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, p.line));
                        padded(ui, rtl, |ui| cell(ui, place, column));
                    });
                }
            });
        });
    }
}

/// What the wide columns are multiplied by, so that all of them are in sight in a narrow window.
fn scale(columns: &[Column], available: f32) -> f32 {
    let (mut narrow, mut wide) = (0.0, 0.0);
    for column in columns {
        match column {
            Column::Exact(width) if *width > NARROW => wide += width,
            Column::Exact(width) => narrow += width,
            Column::Rest => narrow += REST,
        }
    }
    ((available - narrow) / wide).clamp(0.5, 1.0)
}

fn padded(ui: &mut Ui, rtl: bool, contents: impl FnOnce(&mut Ui)) {
    let rect = ui.max_rect().shrink2(vec2(space::S, 0.0));
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(row_layout(rtl)), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        contents(ui);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_columns_give_way_in_a_narrow_window_and_pictures_do_not() {
        let columns = [Column::Exact(64.0), Column::Rest, Column::Exact(200.0), Column::Exact(300.0)];
        assert_eq!(scale(&columns, 1000.0), 1.0);
        let narrow = scale(&columns, 500.0);
        assert!((64.0 + REST + 500.0 * narrow - 500.0).abs() < 0.01, "{narrow}");
        assert_eq!(scale(&columns, 10.0), 0.5, "but they stay columns");
        assert_eq!(scale(&[Column::Rest], 300.0), 1.0);
    }
}
