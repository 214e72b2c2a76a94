//! Text that is shown: labels, links and what else egui has, with text laid out here.

use std::borrow::Cow;
use std::sync::Arc;

use eframe::egui::epaint::TextShape;
use eframe::egui::{Button, Checkbox, Color32, CursorIcon, Response, Role, Sense, Stroke, TextStyle, Ui, Widget, WidgetInfo};

use super::layout::Layout;
use super::select::select;
use super::styled::Text;

impl Text<'_> {
    /// Shows it as a widget of this role, with a line under it while `underlined` says so.
    fn show(&self, ui: &mut Ui, role: Role, color: Color32, underlined: impl Fn(&Response) -> bool) -> Response {
        let Layout { galley, map, .. } = self.lay_out(ui, ui.available_width());
        let (rect, mut response) = ui.allocate_exact_size(galley.size(), self.sense);
        response.set_intrinsic_size(galley.intrinsic_size());
        response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), galley.text()));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        if self.selectable {
            let selected = select(ui, &response, rect.min, &map, &self.text);
            for part in map.selected(&selected) {
                ui.painter().rect_filled(part.translate(rect.min.to_vec2()), 0.0, ui.visuals().selection.bg_fill);
            }
        }
        let underline = if underlined(&response) { Stroke::new(1.0, color) } else { Stroke::NONE };
        ui.painter().add(TextShape::new(rect.min, Arc::clone(&galley), color).with_underline(underline));
        if galley.elided { tooltip(response, self.text.clone().into_owned()) } else { response }
    }
}

impl Widget for Text<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let color = self.shown_color(ui);
        self.show(ui, Role::Label, color, |response| response.has_focus() || response.highlighted())
    }
}

pub fn label<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text))
}

pub fn heading<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).heading())
}

pub fn strong<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).strong())
}

pub fn weak<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).weak())
}

pub fn small<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    ui.add(Text::new(text).small())
}

pub fn button<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    let text = Text::new(text).style(TextStyle::Button).in_widget(ui);
    ui.add(Button::new(text))
}

pub fn checkbox<'a>(ui: &mut Ui, checked: &mut bool, text: impl Into<Cow<'a, str>>) -> Response {
    let text = Text::new(text).style(TextStyle::Button).in_widget(ui);
    ui.add(Checkbox::new(checked, text))
}

/// Text that does something when clicked, in the link colour.
pub fn link<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>) -> Response {
    let color = ui.visuals().hyperlink_color;
    let response = Text::new(text).sense(Sense::click()).show(ui, Role::Link, color, |r| r.hovered() || r.has_focus());
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// Shows text beside the pointer while it rests on the widget.
pub fn tooltip<'a>(response: Response, text: impl Into<Cow<'a, str>>) -> Response {
    let text = Text::new(text);
    response.on_hover_ui(|ui| {
        ui.set_max_width(ui.spacing().tooltip_width);
        ui.add(text.wrap());
    })
}
