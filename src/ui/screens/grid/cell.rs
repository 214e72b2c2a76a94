//! A cell that is edited: where its editor is, and what stands below it.

use eframe::egui::{Color32, Margin, Rect, Response, Ui, UiBuilder, vec2};

use crate::ui::screens::Cx;
use crate::ui::screens::rows::has_second_line;
use vitrine_domain::FieldError;
use vitrine_text::{Direction, Text};
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout};
use vitrine_widgets::theme;

/// How far editors are above the middle of a row with a second line, in points.
const EDITOR_LIFT: f32 = 8.0;

/// A `Ui` for a widget in line with the editors.
pub fn in_editor_line(ui: &mut Ui) -> Ui {
    let lift = if has_second_line(ui) { EDITOR_LIFT } else { 0.0 };
    let room = ui.max_rect().translate(vec2(0.0, -lift));
    ui.new_child(UiBuilder::new().max_rect(room).layout(row_layout(is_rtl(ui))))
}

/// A small line under an editor, at its start or, as its number, at its right, with its whole text in the
/// tooltip. A row with one line says it in the tooltip of the editor.
pub fn line_below(
    ui: &mut Ui,
    editor: &Response,
    (text, whole): (String, String),
    ink: Color32,
    at_right: bool,
) {
    if !has_second_line(ui) {
        vitrine_text::tooltip(editor.clone(), whole);
        return;
    }
    let mut below = below_editor(ui, editor.rect);
    let rtl = is_rtl(ui);
    // At the right, the line still runs in the direction of the window.
    let direction = if rtl { Direction::RightToLeft } else { Direction::LeftToRight };
    let line = Text::new(text).small().color(ink).truncate();
    let line = if at_right { line.direction(direction) } else { line };
    let line = below.with_layout(column_layout(rtl || at_right), |ui| ui.add(line)).inner;
    vitrine_text::tooltip(line, whole);
}

/// What is wrong with the value of an editor: the rule in a line below it, or where it has no room, a word
/// for it. The tooltip has the advice, too. So has the editor's description, and the foot of the review while
/// the editor is used.
pub fn error_below(ui: &mut Ui, editor: &Response, cx: &Cx<'_>, error: &FieldError) {
    let whole = cx.words.field_error(error);
    if has_second_line(ui) {
        let (shown, _) = rule_that_fits(ui, cx, error, editor.rect.width());
        let line = below_editor(ui, editor.rect)
            .add(Text::new(shown).small().color(theme::palette(ui).bad.ink).truncate());
        vitrine_text::tooltip(line, whole.clone());
    } else {
        vitrine_text::tooltip(editor.clone(), whole.clone());
    }
    vitrine_text::describe(editor, &whole);
}

/// The rule that a value breaks, or where it has no room, a word for it; and whether it is the rule.
pub fn rule_that_fits(ui: &Ui, cx: &Cx<'_>, error: &FieldError, room: f32) -> (String, bool) {
    let rule = cx.words.field_rule(error);
    let is_whole = Text::new(rule.as_str()).small().extend().galley(ui, f32::INFINITY).size().x <= room;
    if is_whole { (rule, true) } else { (cx.words.field_rule_in_brief(error), false) }
}

/// A `Ui` for a line under an editor.
pub fn below_editor(ui: &mut Ui, editor: Rect) -> Ui {
    let room = Rect::from_x_y_ranges(
        editor.shrink2(vec2(CELL_MARGIN, 0.0)).x_range(),
        editor.bottom()..=ui.max_rect().bottom(),
    );
    ui.new_child(UiBuilder::new().max_rect(room).layout(column_layout(is_rtl(ui))))
}

/// Between the edge of an editor and its text, in points.
const CELL_MARGIN: f32 = 6.0;

/// The margin of an editor in a cell.
pub const CELL: Margin = Margin::symmetric(CELL_MARGIN as i8, 3);
