//! A row of the review's table, and where its widgets are.

use std::collections::BTreeMap;

use eframe::egui::{Color32, Rect, Response, Ui, UiBuilder, vec2};

use crate::domain::{Draft, Field as Wire, FieldError};
use crate::ui::layout::{column_layout, is_rtl, row_layout};
use crate::ui::screens::Cx;
use crate::ui::text::{self, Text};
use crate::ui::theme;

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

/// A small line under an editor, with its whole text in the tooltip.
pub fn line_below(ui: &mut Ui, editor: Rect, (text, whole): (String, String), ink: Color32) {
    let line = below_editor(ui, editor).add(Text::new(text).small().color(ink).truncate());
    text::tooltip(line, whole);
}

/// What is wrong with the value of an editor, in a line below it: the rule, or where it has no room, a word for it. The tooltip,
/// which is shown as long as the editor has the focus if the line does not say it all, has the advice, too. So has the
/// editor's description.
pub fn error_below(ui: &mut Ui, editor: &Response, cx: &Cx<'_>, error: &FieldError) {
    let whole = cx.words.field_error(error);
    let (shown, is_whole) = rule_that_fits(ui, cx, error, editor.rect.width());
    let line = below_editor(ui, editor.rect).add(Text::new(shown).small().color(theme::palette(ui).bad.ink).truncate());
    if editor.has_focus() && !is_whole {
        text::open_tooltip(&line, whole.clone());
    } else {
        text::tooltip(line, whole.clone());
    }
    text::describe(editor, &whole);
}

/// The rule that a value breaks, or where it has no room, a word for it; and whether it is the rule.
pub fn rule_that_fits(ui: &Ui, cx: &Cx<'_>, error: &FieldError, room: f32) -> (String, bool) {
    let rule = cx.words.field_rule(error);
    let is_whole = Text::new(rule.as_str()).small().extend().galley(ui, f32::INFINITY).size().x <= room;
    if is_whole { (rule, true) } else { (cx.words.field_rule_in_brief(error), false) }
}

/// A `Ui` for a line under an editor.
pub fn below_editor(ui: &mut Ui, editor: Rect) -> Ui {
    let room = Rect::from_x_y_ranges(editor.x_range(), editor.bottom()..=ui.max_rect().bottom());
    ui.new_child(UiBuilder::new().max_rect(room).layout(column_layout(is_rtl(ui))))
}
