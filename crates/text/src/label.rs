//! Labels, links and replacements for egui's text widgets, laid out by this module.

use std::borrow::Cow;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::{
    Align, Button, Color32, Context, CursorIcon, Id, IdMap, Layout as EguiLayout, RectAlign, Response, Role,
    Sense, Stroke, TextStyle, Tooltip, Ui, UiBuilder, Widget, WidgetInfo,
};

use super::layout::Layout;
use super::select::select;
use super::styled::Text;
use crate::host::{host, is_rtl};
use crate::layout::order::without_direction_marks;

impl Text<'_> {
    /// Draws the text as a widget of this role, underlined if `underlined` returns true.
    fn show(
        &self,
        ui: &mut Ui,
        role: Role,
        color: Color32,
        underlined: impl Fn(&Response) -> bool,
    ) -> Response {
        let Layout { galley, map, .. } = self.lay_out(ui, ui.available_width());
        let (rect, mut response) = if self.live.is_some() {
            let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::empty());
            (rect, ui.interact(rect, announced_id(ui, &self.text), self.sense))
        } else {
            ui.allocate_exact_size(galley.size(), self.sense)
        };
        response.set_intrinsic_size(galley.intrinsic_size());
        response
            .widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), without_direction_marks(&self.text)));
        if self.sense.is_focusable() {
            (host(ui.ctx()).focus_stop)(ui, &response, Id::unique(&self.text));
        }
        self.announce(&response);
        if !ui.is_rect_visible(rect) {
            return response;
        }
        if self.selectable {
            let selected = select(ui, &response, rect.min, &map, &self.text);
            for part in map.selected(&selected) {
                ui.painter().rect_filled(
                    part.translate(rect.min.to_vec2()),
                    0.0,
                    ui.visuals().selection.bg_fill,
                );
            }
        }
        let underline = if underlined(&response) { Stroke::new(1.0, color) } else { Stroke::NONE };
        ui.painter().add(TextShape::new(rect.min, Arc::clone(&galley), color).with_underline(underline));
        if galley.elided { tooltip(response, self.text.clone().into_owned()) } else { response }
    }
}

/// The widget id of a text that is announced: the same wherever the layout moves it, because a screen reader
/// reads what is new in the tree.
pub fn announced_id(ui: &Ui, text: &str) -> Id {
    let id = Id::unique(("announced", ui.layer_id(), without_direction_marks(text)));
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| {
        let (last, numbers) =
            data.get_temp_mut_or_default::<(u64, IdMap<usize>)>(Id::unique("announced texts"));
        if std::mem::replace(last, pass) != pass {
            numbers.clear();
        }
        let number = numbers.entry(id).or_default();
        *number += 1;
        if *number == 1 { id } else { id.with(*number) }
    })
}

impl Text<'_> {
    /// Lets screen readers announce the widget that shows the text, if they are to.
    pub fn announce(&self, response: &Response) {
        if let Some(live) = self.live {
            response.ctx.accesskit_node_builder(response.id, |node| node.set_live(live));
        }
    }
}

impl Widget for Text<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let color = self.shown_color(ui);
        self.show(ui, Role::Label, color, |response| response.has_focus() || response.highlighted())
    }
}

/// A label.
pub fn label<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text))
}

/// A heading.
pub fn heading<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).heading())
}

/// The heading of a section, in bold.
pub fn strong<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    let text = Text::new(text).strong();
    let color = text.shown_color(ui);
    let response = text.show(ui, Role::Heading, color, |_| false);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_level(2));
    response
}

/// A label in a less prominent colour.
pub fn weak<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).weak())
}

/// A small label.
pub fn small<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).small())
}

/// A paragraph of text by others, which begins at the edge of its own direction.
pub fn paragraph<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    let text = Text::new(text).wrap().selectable();
    let (_, rtl) = text.galley_and_direction(ui, ui.available_width());
    let from = if rtl { Align::Max } else { Align::Min };
    ui.with_layout(EguiLayout::top_down(from), |ui| ui.add(text)).inner
}

/// One of egui's buttons.
pub fn button<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    let text = Text::new(text).style(TextStyle::Button).in_widget(ui);
    ui.add(Button::new(text))
}

/// A link, in the link colour.
pub fn link<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    styled_link(ui, Text::new(text))
}

/// A small link in one line, which is cut where it does not fit.
pub fn small_link<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    styled_link(ui, Text::new(text).small().truncate())
}

fn styled_link(ui: &mut Ui, text: Text<'_>) -> Response {
    let color = ui.visuals().hyperlink_color;
    let response = text.sense(Sense::click()).show(ui, Role::Link, color, |r| r.hovered() || r.has_focus());
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// Shows a tooltip now, whatever the pointer does.
pub fn open_tooltip<'a>(response: &Response, text: impl Into<Cow<'a, str>>) {
    let text = Text::new(text);
    Tooltip::for_widget(response).show(|ui| {
        ui.set_max_width(ui.spacing().tooltip_width);
        ui.add(text.wrap());
    });
}

/// Shows a tooltip while the pointer rests on the widget, or while the keyboard is on it. It is also the
/// widget's description for screen readers, unless it only repeats the name.
pub fn tooltip<'a>(response: Response, text: impl Into<Cow<'a, str>>) -> Response {
    // In a table, a tooltip stands above its cell: the next row is what is read and edited next.
    let align = (host(&response.ctx).is_in_row)(&response.ctx).then_some(RectAlign::TOP_START);
    aligned_tooltip(response, &text.into(), align)
}

/// As [`tooltip`], beside the widget: what stands below it is what comes next.
pub fn tooltip_beside<'a>(ui: &Ui, response: Response, text: impl Into<Cow<'a, str>>) -> Response {
    let align = if is_rtl(ui) { RectAlign::LEFT } else { RectAlign::RIGHT };
    aligned_tooltip(response, &text.into(), Some(align))
}

fn aligned_tooltip(response: Response, text: &str, align: Option<RectAlign>) -> Response {
    describe(&response, text);
    // The pointer may rest where it was when a key opened a dialog.
    if !response.ctx.memory(|memory| memory.allows_interaction(response.layer_id)) {
        return response;
    }
    if !response.hovered() && show_focused(&response, text, align) {
        return response;
    }
    aligned(Tooltip::for_enabled(&response), align).show(|ui| tooltip_text(ui, text));
    response
}

fn aligned(mut tooltip: Tooltip<'_>, align: Option<RectAlign>) -> Tooltip<'_> {
    if let Some(align) = align {
        tooltip.popup = tooltip.popup.align(align);
    }
    tooltip
}

/// The text of a tooltip, which opens in a layout of its own: text without a direction has that of the
/// window.
fn tooltip_text(ui: &mut Ui, text: &str) {
    let from = if is_rtl(ui) { Align::Max } else { Align::Min };
    let in_window = ui.new_child(UiBuilder::new().layout(EguiLayout::top_down(from)));
    let galley = Text::new(text).wrap().galley(&in_window, ui.spacing().tooltip_width);
    let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
    ui.painter().galley(rect.min, galley, ui.visuals().text_color());
}

/// Shows a tooltip if the keyboard is on the widget. Returns whether it is. Screen readers get the text as a
/// description.
pub fn show_while_focused(response: &Response, text: &str) -> bool {
    show_focused(
        response,
        text,
        (host(&response.ctx).is_in_row)(&response.ctx).then_some(RectAlign::TOP_START),
    )
}

fn show_focused(response: &Response, text: &str, align: Option<RectAlign>) -> bool {
    let is_used = response.has_focus() && (host(&response.ctx).is_focus_shown)(&response.ctx);
    if is_used {
        let tooltip = Tooltip::always_open(
            response.ctx.clone(),
            response.layer_id,
            response.id.with("focus"),
            response.rect,
        );
        aligned(tooltip, align).show(|ui| tooltip_text(ui, text));
    }
    is_used
}

/// Describes a widget for screen readers, unless that only repeats its name.
pub fn describe(response: &Response, text: &str) {
    describe_widget(&response.ctx, response.id, text);
}

/// As [`describe`], where nothing else describes the widget.
pub fn describe_if_silent(ctx: &Context, id: Id, text: &str) {
    if ctx.accesskit_node_builder(id, |node| node.description().is_none()) == Some(true) {
        describe_widget(ctx, id, text);
    }
}

fn describe_widget(ctx: &Context, id: Id, text: &str) {
    ctx.accesskit_node_builder(id, |node| {
        let text = without_direction_marks(text);
        if node.label() != Some(text.as_ref()) && node.value() != Some(text.as_ref()) {
            node.set_description(text.as_ref());
        }
    });
}
