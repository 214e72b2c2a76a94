//! A table of many rows, of which only the visible ones are drawn. Its columns run with the window.

use eframe::egui::{Align, CornerRadius, Response, Sense, Stroke, Ui, UiBuilder};
use egui_extras::{Column as Strip, TableBuilder, TableRow};

use crate::ui::layout::{is_rtl, row_layout};
use crate::ui::theme::{self, height, space};

/// A column's width, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    Exact(f32),
    /// What the others leave; one column at most.
    Rest,
}

#[must_use = "show it in a ui"]
pub struct Table<'a> {
    id: &'static str,
    columns: &'a [Column],
    rows: usize,
    row_height: f32,
    clickable: bool,
    scroll_to: Option<usize>,
    chosen: Option<usize>,
}

impl<'a> Table<'a> {
    pub const fn new(id: &'static str, columns: &'a [Column], rows: usize) -> Self {
        Self { id, columns, rows, row_height: height::ROW, clickable: false, scroll_to: None, chosen: None }
    }

    /// Rows can be clicked; one may be chosen already.
    pub const fn clickable(mut self, chosen: Option<usize>) -> Self {
        self.clickable = true;
        self.chosen = chosen;
        self
    }

    pub const fn row_height(mut self, points: f32) -> Self {
        self.row_height = points;
        self
    }

    pub const fn scroll_to(mut self, row: Option<usize>) -> Self {
        self.scroll_to = row;
        self
    }

    /// Draws the head of each column, then each cell of the visible rows. The row clicked, if any.
    pub fn show(self, ui: &mut Ui, mut head: impl FnMut(&mut Ui, usize), mut cell: impl FnMut(&mut Ui, usize, usize)) -> Option<usize> {
        let rtl = is_rtl(ui);
        let p = theme::palette(ui);
        ui.spacing_mut().item_spacing = eframe::egui::Vec2::ZERO;
        // The strips of a table always run from the left.
        let order: Vec<usize> = if rtl { (0..self.columns.len()).rev().collect() } else { (0..self.columns.len()).collect() };
        let mut table = TableBuilder::new(ui)
            .id_salt(self.id)
            .striped(false)
            .cell_layout(row_layout(rtl))
            .auto_shrink([false, false])
            .animate_scrolling(false)
            .sense(if self.clickable { Sense::click() } else { Sense::hover() });
        for &column in &order {
            table = table.column(match self.columns[column] {
                Column::Exact(width) => Strip::exact(width).clip(true),
                Column::Rest => Strip::remainder().at_least(96.0).clip(true),
            });
        }
        if let Some(row) = self.scroll_to {
            table = table.scroll_to_row(row, Some(Align::Center));
        }
        let mut clicked = None;
        let table = table.header(height::HEADER, |mut row| {
            for &column in &order {
                row.col(|ui| {
                    ui.painter().rect_filled(ui.max_rect(), CornerRadius::ZERO, p.sunken);
                    padded(ui, rtl, |ui| head(ui, column));
                });
            }
        });
        table.body(|body| {
            body.rows(self.row_height, self.rows, |mut row| {
                let place = row.index();
                row.set_selected(self.chosen == Some(place));
                for &column in &order {
                    row.col(|ui| {
                        let rect = ui.max_rect();
                        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, p.line));
                        padded(ui, rtl, |ui| cell(ui, place, column));
                    });
                }
                if self.clickable && response(&row).clicked() {
                    clicked = Some(place);
                }
            });
        });
        clicked
    }
}

fn response(row: &TableRow<'_, '_>) -> Response {
    row.response()
}

fn padded(ui: &mut Ui, rtl: bool, contents: impl FnOnce(&mut Ui)) {
    let rect = ui.max_rect().shrink2(eframe::egui::vec2(space::S, 0.0));
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(row_layout(rtl)), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        contents(ui);
    });
}
