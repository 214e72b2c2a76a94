//! A row of the review's table, and where its widgets are.

use std::collections::BTreeMap;

use eframe::egui::{Color32, Rect, Ui, UiBuilder, vec2};

use crate::domain::{Draft, Field as Wire, FieldError};
use crate::ui::layout::{column_layout, is_rtl, row_layout};
use crate::ui::text::{self, Text};

/// A row of the table.
pub struct Row {
    /// The product's index in the plan.
    pub index: usize,
    /// Which of its editors belong to the selected range.
    pub selected: Vec<bool>,
    /// The product as it would be sent.
    pub draft: Draft,
    /// What is wrong with its fields.
    pub errors: BTreeMap<Wire, FieldError>,
    /// A note about its photo: that it looks like another product's, or in a narrow window that it cannot be used.
    pub hint: Option<String>,
}

/// The height of a row, in points.
pub const ROW_HEIGHT: f32 = 64.0;
/// How far editors are above the middle of their row, in points; the space below holds one line of text.
const EDITOR_LIFT: f32 = 6.0;

/// A `Ui` for a widget in line with the editors.
pub fn in_editor_line(ui: &mut Ui) -> Ui {
    let room = ui.max_rect().translate(vec2(0.0, -EDITOR_LIFT));
    ui.new_child(UiBuilder::new().max_rect(room).layout(row_layout(is_rtl(ui))))
}

/// A small line under an editor, with its whole text in the tooltip, which is `shown` if the line is cut.
pub fn line_below(ui: &mut Ui, editor: Rect, (text, whole): (String, String), ink: Color32, shown: bool) {
    let mut margin = below_editor(ui, editor);
    let label = Text::new(text).small().color(ink);
    let is_cut = shown && label.clone().extend().galley(ui, f32::INFINITY).size().x > editor.width();
    let line = margin.add(label.truncate());
    if is_cut {
        text::open_tooltip(&line, whole);
    } else {
        text::tooltip(line, whole);
    }
}

/// A `Ui` for a line under an editor.
pub fn below_editor(ui: &mut Ui, editor: Rect) -> Ui {
    let room = Rect::from_x_y_ranges(editor.x_range(), editor.bottom()..=ui.max_rect().bottom());
    ui.new_child(UiBuilder::new().max_rect(room).layout(column_layout(is_rtl(ui))))
}
