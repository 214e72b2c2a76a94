//! Check boxes, and segmented choices of one among several options.

use std::borrow::Cow;

use egui::accesskit::Toggled;
use egui::{
    Align2, CornerRadius, CursorIcon, Event, EventFilter, Id, Key, Modifiers, Rect, Response, Role, Sense,
    Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::group::group;
use super::select::select;
use crate::icons::Icon;
use crate::layout::{is_rtl, split_leading};
use crate::theme::{self, round, size, space};
use crate::{focus, on_screen};
use vitrine_text::Text;
use vitrine_text::without_direction_marks;

/// Between options side by side, in points: the focus ring around one does not touch the next.
const GAP: f32 = 6.0;
/// The side of the box, in points.
const BOX: f32 = 20.0;

/// A check box with its label, which can be clicked as well. The caller toggles the value.
pub fn check<'a>(ui: &mut Ui, checked: bool, text: impl Into<Cow<'a, str>>) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let text: Cow<'_, str> = text.into();
    let room = |ui: &Ui| (ui.available_width() - BOX - space::S).max(40.0);
    if ui.layout().main_wrap
        && Text::new(text.as_ref()).extend().galley(ui, f32::INFINITY).size().x > room(ui)
    {
        ui.end_row();
    }
    let galley = Text::new(text.as_ref()).wrap().galley(ui, room(ui));
    let size = vec2(galley.size().x + BOX + space::S, galley.size().y.max(28.0));
    let (rect, response) = focus::allocate(ui, size, Sense::click(), ("check box", &text));
    let name = without_direction_marks(&text);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked, &name));
    if ui.is_rect_visible(rect) {
        let (place, words) = split_leading(rect, BOX, rtl);
        mark(ui, &response, checked.into(), Rect::from_center_size(place.center(), vec2(BOX, BOX)));
        let (_, words) = split_leading(words, space::S, rtl);
        let at = if rtl { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER }
            .align_size_within_rect(galley.size(), words);
        ui.painter().galley(at.min, galley, p.ink);
        theme::focus_ring(ui, &response, rect, round::SMALL);
    }
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// How many of the rows that a check box stands for are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    None,
    Some,
    All,
}

impl Checked {
    /// All, or else some.
    pub const fn of(all: bool, some: bool) -> Self {
        match (all, some) {
            (true, _) => Self::All,
            (false, true) => Self::Some,
            (false, false) => Self::None,
        }
    }
}

impl From<bool> for Checked {
    fn from(checked: bool) -> Self {
        Self::of(checked, false)
    }
}

/// A check box without a label beside it; `name` is its accessible name and tooltip. The caller toggles the
/// value.
pub fn check_box<'a>(ui: &mut Ui, checked: impl Into<Checked>, name: impl Into<Cow<'a, str>>) -> Response {
    let (checked, name): (Checked, Cow<'_, str>) = (checked.into(), name.into());
    let (rect, response) = focus::allocate(ui, vec2(28.0, 28.0), Sense::click(), ("check box", &name));
    let plain = without_direction_marks(&name);
    response.widget_info(|| {
        WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked == Checked::All, &plain)
    });
    if checked == Checked::Some {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(Toggled::Mixed));
    }
    if ui.is_rect_visible(rect) {
        mark(ui, &response, checked, Rect::from_center_size(rect.center(), vec2(BOX, BOX)));
        theme::focus_ring(ui, &response, rect, round::SMALL);
    }
    vitrine_text::tooltip(response.clone(), name);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// The check box of a table's row that the keyboard selects by itself: for the mouse only, so that the Tab
/// key passes a long table in one step. The row says whether it is selected.
pub fn row_check_box<'a>(ui: &mut Ui, checked: impl Into<Checked>, tip: impl Into<Cow<'a, str>>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::CLICK);
    let (checked, tip) = (checked.into(), tip.into());
    if ui.is_rect_visible(rect) {
        mark(ui, &response, checked, rect.shrink((28.0 - BOX) / 2.0));
    }
    let name = without_direction_marks(&tip);
    response.widget_info(|| {
        WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked == Checked::All, &name)
    });
    vitrine_text::tooltip(response.clone(), tip);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// The box of a check box.
fn mark(ui: &Ui, response: &Response, checked: Checked, rect: Rect) {
    let p = theme::palette(ui);
    let is_filled = checked != Checked::None;
    let edge = if is_filled || theme::is_highlighted(ui, response) { p.accent } else { p.edge };
    let ground = if is_filled { p.accent } else { p.input };
    ui.painter().rect(
        rect,
        CornerRadius::same(round::SMALL),
        ground,
        Stroke::new(1.5, edge),
        StrokeKind::Inside,
    );
    match checked {
        Checked::None => {}
        Checked::Some => {
            let bar = Rect::from_center_size(rect.center(), vec2(0.5 * BOX, 2.0));
            ui.painter().rect_filled(bar, CornerRadius::ZERO, p.on_accent);
        }
        Checked::All => Icon::Check.paint(ui.painter(), rect.shrink(2.0), p.on_accent, false),
    }
}

/// Options side by side, with the chosen one highlighted. Returns the one that was clicked, or chosen with
/// the arrow keys: Tab goes to the group once, at its chosen option.
///
/// An option has a value, a label, and an optional count shown beside it.
pub fn segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    chosen: T,
    options: &[(T, Cow<'_, str>, Option<String>)],
) -> Option<T> {
    let at = options.iter().position(|(value, ..)| *value == chosen);
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        let mut ids = Vec::with_capacity(options.len());
        for (index, (value, text, count)) in options.iter().enumerate() {
            let option =
                segment(ui, at == Some(index), index == at.unwrap_or_default(), text, count.as_deref());
            ui.ctx().accesskit_node_builder(option.id, |node| {
                node.set_position_in_set(index);
                node.set_size_of_set(options.len());
            });
            if option.clicked() {
                clicked = Some(*value);
            }
            ids.push(option.id);
        }
        clicked = clicked.or_else(|| chosen_with_arrows(ui, &ids).map(|index| options[index].0));
    });
    clicked
}

/// The option that the arrow keys, Home, or End choose from the one that has the focus, which gets the focus.
fn chosen_with_arrows(ui: &Ui, ids: &[Id]) -> Option<usize> {
    let focused = ui.memory(|memory| memory.focused())?;
    let at = ids.iter().position(|id| *id == focused)?;
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(focused, arrows));
    let (last, rtl) = (ids.len() - 1, is_rtl(ui));
    let mut to = at;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers: Modifiers::NONE, .. } = event else {
                return true;
            };
            let forward = match key {
                Key::ArrowDown => true,
                Key::ArrowUp => false,
                Key::ArrowRight => !rtl,
                Key::ArrowLeft => rtl,
                Key::Home | Key::End => {
                    to = if *key == Key::Home { 0 } else { last };
                    return false;
                }
                _ => return true,
            };
            to = if forward { (to + 1).min(last) } else { to.saturating_sub(1) };
            false
        });
    });
    (to != at).then(|| {
        ui.memory_mut(|memory| memory.request_focus(ids[to]));
        to
    })
}

/// As [`named_segments`] where there is room for them in a row, else as a list that opens below a button.
pub fn fitting_segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    chosen: T,
    options: &[(T, Cow<'_, str>, Option<String>)],
) -> Option<T> {
    let wide = |text: Text<'_>| text.extend().galley(ui, f32::INFINITY).size().x;
    // The chosen option is strong, whichever that is.
    let mut strong = 0.0_f32;
    let option = |(_, text, count): &(T, Cow<'_, str>, Option<String>)| {
        let words = || Text::new(text.as_ref()).size(size::BODY);
        strong = strong.max(wide(words().strong()) - wide(words()));
        let number = count.as_deref().map_or(0.0, |count| wide(Text::new(count).small()) + space::S);
        wide(words()) + number + 2.0 * space::M + GAP
    };
    let needed = options.iter().map(option).sum::<f32>() - GAP;
    if needed + strong <= ui.available_width() {
        return named_segments(ui, name, chosen, options);
    }
    let named = |(value, text, count): &(T, Cow<'_, str>, Option<String>)| {
        let text = count.as_deref().map_or_else(|| text.to_string(), |count| format!("{text} ({count})"));
        (*value, Cow::Owned(text))
    };
    let options: Vec<(T, Cow<'_, str>)> = options.iter().map(named).collect();
    select(ui, name, chosen, &options)
}

/// As [`segments`], with the group's name for screen readers; those with a label above them have it from
/// there.
pub fn named_segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    chosen: T,
    options: &[(T, Cow<'_, str>, Option<String>)],
) -> Option<T> {
    group(ui, name, |ui| segments(ui, chosen, options))
}

/// Allocates an option. Tab goes to the `stop` of a group; another option gets the focus when it is clicked,
/// or with the arrow keys.
fn allocate_option(ui: &mut Ui, size: Vec2, is_stop: bool, text: &str) -> (Rect, Response) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::empty());
    let identity = Id::unique(("option", text));
    let id = focus::widget_id(ui, identity);
    let can_focus = is_stop || ui.memory(|memory| memory.has_focus(id));
    let response = ui.interact(rect, id, if can_focus { Sense::click() } else { Sense::CLICK });
    focus::stop(ui, &response, identity);
    if response.clicked() && !can_focus {
        response.request_focus();
    }
    (rect, response)
}

/// An option. `is_stop`: the Tab key goes to it; it goes to the others only while they have the focus.
fn segment(ui: &mut Ui, chosen: bool, is_stop: bool, text: &str, count: Option<&str>) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let words = Text::new(text).size(size::BODY).extend();
    let words = if chosen { words.strong() } else { words }.galley(ui, f32::INFINITY);
    let number = count.map(|count| Text::new(count).small().extend().galley(ui, f32::INFINITY));
    let number_wide = number.as_ref().map_or(0.0, |galley| galley.size().x + space::S);
    let size = vec2(words.size().x + number_wide + 2.0 * space::M, 32.0);
    let (rect, response) = allocate_option(ui, size, is_stop, text);
    let name = without_direction_marks(text);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), chosen, &name));
    if !chosen && ui.is_enabled() {
        on_screen::report(ui, &name, response.id);
    }
    if ui.is_rect_visible(rect) {
        let hot = theme::is_highlighted(ui, &response);
        let (ground, edge, ink) = match (chosen, hot) {
            (true, _) => (p.accent_soft, p.accent, p.accent_ink),
            (false, true) => (p.sunken, p.edge, p.ink),
            (false, false) => (p.surface, p.edge, p.ink),
        };
        let painter = ui.painter();
        painter.rect(
            rect,
            CornerRadius::same(round::PILL),
            ground,
            Stroke::new(1.0, edge),
            StrokeKind::Inside,
        );
        theme::focus_ring(ui, &response, rect, round::PILL);
        let (first, second) = split_leading(rect.shrink2(vec2(space::M, 0.0)), words.size().x, rtl);
        painter.galley(Align2::CENTER_CENTER.align_size_within_rect(words.size(), first).min, words, ink);
        if let Some(number) = number {
            let (_, number_rect) = split_leading(second, space::S, rtl);
            painter.galley(
                Align2::CENTER_CENTER.align_size_within_rect(number.size(), number_rect).min,
                number,
                p.ink_soft,
            );
        }
    }
    response.on_hover_cursor(CursorIcon::PointingHand)
}
