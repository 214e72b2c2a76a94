//! A slider.

use std::ops::RangeInclusive;

use egui::accesskit::{Action, ActionData};
use egui::{
    CornerRadius, CursorIcon, EventFilter, Key, Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::focus;
use crate::layout::is_rtl;
use crate::theme::{self, round};
use vitrine_text::Text;

/// The radius of the knob, in points.
const KNOB_RADIUS: f32 = 8.0;

/// The label of a slider.
pub struct SliderLabel<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value, formatted.
    pub value: &'a str,
    /// Whether left and right are physical directions, independent of the window's direction.
    pub physical: bool,
}

/// Draws a slider. Returns its new value if it was moved: by the pointer, by arrow keys in units of `step`,
/// to the ends by Home and End, or to zero by a double click. Values increase in the reading direction,
/// unless it is physical.
pub fn slider(
    ui: &mut Ui,
    value: i32,
    range: RangeInclusive<i32>,
    step: i32,
    label: &SliderLabel<'_>,
) -> (Response, Option<i32>) {
    let (name, value_text) = (
        vitrine_text::without_direction_marks(label.name),
        vitrine_text::without_direction_marks(label.value),
    );
    ui.add(Text::new(format!("{}: {}", label.name, label.value)).small().truncate());
    let size = vec2(ui.available_width(), 26.0);
    let (rect, response) = focus::allocate(ui, size, Sense::click_and_drag(), ("slider", label.name));
    let (from, to) = range.into_inner();
    let line = rect.shrink2(vec2(KNOB_RADIUS + 2.0, 0.0));
    let rtl = is_rtl(ui) && !label.physical;
    let position = |value: i32| {
        let share = (value - from) as f32 / (to - from).max(1) as f32;
        if rtl { line.right() - share * line.width() } else { line.left() + share * line.width() }
    };
    let at = |x: f32| {
        let share = if rtl { line.right() - x } else { x - line.left() } / line.width().max(1.0);
        (from + (share * (to - from) as f32).round() as i32).clamp(from, to)
    };
    let mut new_value = None;
    if response.double_clicked() {
        new_value = Some(0.clamp(from, to));
    } else if let Some(pointer) =
        response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked())
    {
        // Snap to zero.
        let near = (at(pointer.x) * 40).abs() <= to - from;
        new_value = Some(if near { 0.clamp(from, to) } else { at(pointer.x) });
    }
    new_value = new_value
        .or_else(|| keys(ui, &response, value, (from, to), step, rtl))
        .map(|new_value| new_value.clamp(from, to));
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), value.into(), name.as_ref()));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(from.into());
        node.set_max_numeric_value(to.into());
        node.set_numeric_value_step(step.into());
        node.set_value(value_text.as_ref());
        [Action::SetValue, Action::Increment, Action::Decrement]
            .into_iter()
            .for_each(|action| node.add_action(action));
    });
    if ui.is_rect_visible(rect) {
        paint(ui, &response, rect, [line.left(), line.right()], position(0.clamp(from, to)), position(value));
    }
    (response.on_hover_cursor(CursorIcon::PointingHand), new_value.filter(|&new_value| new_value != value))
}

fn keys(
    ui: &Ui,
    response: &Response,
    value: i32,
    (from, to): (i32, i32),
    step: i32,
    rtl: bool,
) -> Option<i32> {
    if !response.has_focus() {
        return None;
    }
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    ui.input(|input| {
        let pressed = |key| input.num_presses(key) as i32;
        let requested = |action| input.num_accesskit_action_requests(response.id, action) as i32;
        let along = pressed(Key::ArrowRight) - pressed(Key::ArrowLeft);
        let steps = if rtl { -along } else { along } + pressed(Key::ArrowUp) - pressed(Key::ArrowDown)
            + requested(Action::Increment)
            - requested(Action::Decrement);
        let set =
            input.accesskit_action_requests(response.id, Action::SetValue).filter_map(
                |request| match request.data {
                    Some(ActionData::NumericValue(value)) => Some(value.round() as i32),
                    _ => None,
                },
            );
        match set.last() {
            Some(value) => Some(value),
            None if pressed(Key::Home) > 0 => Some(from),
            None if pressed(Key::End) > 0 => Some(to),
            None => (steps != 0).then_some(value + steps * step),
        }
    })
}

fn paint(ui: &Ui, response: &Response, rect: Rect, [left, right]: [f32; 2], zero: f32, knob: f32) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let middle = rect.center().y;
    let bar = |from: f32, to: f32| {
        Rect::from_min_max(pos2(from.min(to), middle - 2.0), pos2(from.max(to), middle + 2.0))
    };
    painter.rect_filled(bar(left, right), CornerRadius::same(2), p.edge);
    painter.rect_filled(bar(zero, knob), CornerRadius::same(2), p.accent);
    painter.vline(zero, (middle - 6.0)..=(middle + 6.0), Stroke::new(1.5, p.edge));
    let ring = if theme::is_highlighted(ui, response) { p.accent_hover } else { p.accent };
    painter.circle(pos2(knob, middle), KNOB_RADIUS, p.surface, Stroke::new(2.5, ring));
    theme::focus_ring(ui, response, rect, round::CONTROL);
}
