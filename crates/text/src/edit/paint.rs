//! Draws an editor.

use std::sync::Arc;

use egui::epaint::StrokeKind;
use egui::output::IMEOutput;
use egui::text_selection::visuals::paint_text_cursor;
use egui::{Color32, CursorIcon, IMEPurpose, Id, Painter, Pos2, Rect, Response, Stroke, Ui, Vec2};

use super::Editor;
use super::state::{State, TextField, offset};
use crate::host::host;
use crate::layout::Layout;
use crate::styled::Text;

impl Editor<'_> {
    /// Draws the editor. Returns the position of the text's top left corner on the screen.
    pub(super) fn paint(
        &self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        field: &TextField,
        state: &mut State,
    ) -> Pos2 {
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Text);
        }
        let inner = rect - self.margin;
        let has_focus = response.has_focus();
        let shown = field.shown(self.text, state);
        let layout = field.lay_out(ui, &shown.text);
        let caret = layout.map.caret_rect(shown.caret_in(state.model.selection.caret));
        let selected = shown.range_in(&state.model.selection.range());
        let composed = shown.composed.clone();
        drop(shown);
        scroll_to(state, &layout, field, has_focus.then_some(caret));
        let origin = inner.min + offset(&layout, field, state.scroll, inner);
        let caret = caret.translate(origin.to_vec2());
        if has_focus && state.last_interaction >= ui.input(|input| input.time) {
            ui.scroll_to_rect(caret, None);
        }
        (host(ui.ctx()).focus_stop)(ui, response, Id::unique(response.id));
        if !ui.is_rect_visible(rect) {
            return origin;
        }
        if self.framed {
            self.paint_frame(ui, response, rect);
        }
        // Glyphs may extend a little beyond their advance width.
        let painter =
            ui.painter_at(inner.expand2(Vec2::new(f32::from(self.margin.left.min(self.margin.right)), 2.0)));
        if has_focus || state.menu_open {
            for part in layout.map.selected(&selected) {
                painter.rect_filled(part.translate(origin.to_vec2()), 0.0, ui.visuals().selection.bg_fill);
            }
        }
        let color = if ui.is_enabled() { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
        if self.text.is_empty() && composed.is_empty() {
            let hint = Text::new(&*self.hint).style(self.style.clone()).size(field.font.size);
            self.paint_instead(ui, &painter, (inner, field), hint, ui.visuals().weak_text_color());
        } else if self.is_cut(response, &layout, field, state) {
            let text = Text::new(self.text.as_str())
                .style(self.style.clone())
                .size(field.font.size)
                .direction(field.direction);
            self.paint_instead(ui, &painter, (inner, field), text, color);
        } else {
            painter.galley(origin, Arc::clone(&layout.galley), color);
        }
        for part in layout.map.selected(&composed) {
            let part = part.translate(origin.to_vec2());
            painter.line_segment([part.left_bottom(), part.right_bottom()], Stroke::new(1.0, color));
        }
        if has_focus && ui.is_enabled() {
            self.paint_caret(ui, &painter, inner, caret, state);
        }
        origin
    }

    fn paint_frame(&self, ui: &Ui, response: &Response, rect: Rect) {
        let visuals = ui.visuals();
        if self.flat && !response.has_focus() {
            return (host(ui.ctx()).flat_cell)(ui, response, rect, self.error);
        }
        let stroke = match () {
            () if self.error => Stroke::new(1.5, visuals.error_fg_color),
            () => ui.style().interact(response).bg_stroke,
        };
        let corners = ui.style().interact(response).corner_radius;
        ui.painter().rect(rect, corners, visuals.text_edit_bg_color(), stroke, StrokeKind::Inside);
        (host(ui.ctx()).focus_ring)(ui, response, rect, corners.nw);
    }

    /// Whether a cell ends in an ellipsis, because its text is wider and nobody is in it.
    pub(super) fn is_cut(
        &self,
        response: &Response,
        layout: &Layout,
        field: &TextField,
        state: &State,
    ) -> bool {
        self.flat
            && !self.multiline
            && !response.has_focus()
            && !state.menu_open
            && layout.galley.size().x > field.width + 0.5
    }

    /// Draws a text that is not edited: a hint, or a text that is wider than its cell.
    fn paint_instead(
        &self,
        ui: &Ui,
        painter: &Painter,
        (inner, field): (Rect, &TextField),
        text: Text<'_>,
        color: Color32,
    ) {
        let text = if self.multiline { text.wrap() } else { text.truncate() };
        let (galley, rtl) = text.galley_and_direction(ui, field.width);
        let at_right = match () {
            () if field.numeric => field.surrounding_rtl || field.at_right,
            () if field.is_flat => field.surrounding_rtl,
            () => rtl,
        };
        let spare = if at_right { inner.width() - galley.size().x } else { 0.0 };
        let top = if self.multiline { 0.0 } else { (inner.height() - galley.size().y) / 2.0 };
        painter.galley(inner.min + Vec2::new(spare, top.max(0.0)), galley, color);
    }

    fn paint_caret(&self, ui: &Ui, painter: &Painter, inner: Rect, caret: Rect, state: &State) {
        let now = ui.input(|input| input.time);
        if ui.input(|input| input.focused) {
            paint_text_cursor(ui, painter, caret, now - state.last_interaction);
        }
        let to_global = ui.ctx().layer_transform_to_global(ui.layer_id()).unwrap_or_default();
        ui.output_mut(|output| {
            output.ime = Some(IMEOutput {
                purpose: if self.password { IMEPurpose::Password } else { IMEPurpose::Normal },
                rect: to_global * inner,
                cursor_rect: to_global * caret,
                should_interrupt_composition: false,
            });
        });
    }
}

/// Scrolls a long line so that the caret is visible; without a caret, to the line's start.
fn scroll_to(state: &mut State, layout: &Layout, field: &TextField, caret: Option<Rect>) {
    let over = layout.galley.size().x - field.width;
    if field.multiline || over <= 0.0 {
        state.scroll = 0.0;
        return;
    }
    state.scroll = match caret {
        Some(caret) => state.scroll.clamp(caret.left() - field.width, caret.left()),
        None if layout.rtl => over,
        None => 0.0,
    }
    .clamp(0.0, over);
}
