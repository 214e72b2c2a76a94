//! A choice of one among many options, in a list that opens below it.

use std::borrow::Cow;

use egui::accesskit::HasPopup;
use egui::{Frame, Response, Role, Ui, WidgetInfo};

use crate::focus;
use crate::icons::Icon;
use crate::layout::{column_layout, is_rtl};
use crate::scroll::Scroll;
use crate::theme::space;
use crate::{Button, menu};
use vitrine_text::without_direction_marks;

/// The size of the open list, in points.
const WIDTH: f32 = 230.0;
const MAX_HEIGHT: f32 = 260.0;

/// Draws the choice, named `name` for screen readers. Returns the option that was chosen now.
pub fn select<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    chosen: T,
    options: &[(T, Cow<'_, str>)],
) -> Option<T> {
    let current = options.iter().find(|(value, _)| *value == chosen).map_or("", |(_, label)| label.as_ref());
    let id = focus::widget_id(ui, ("select", name));
    let button = ui.add(Button::secondary(current).with_icon(Icon::Down).id(id).small());
    let label = without_direction_marks(&format!("{name}: {current}")).into_owned();
    button.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), &label));
    options_below(&button, is_rtl(ui), chosen, options)
}

/// The width of a choice that shows this option, in points.
pub fn select_width(ui: &Ui, current: &str) -> f32 {
    Button::secondary(current).with_icon(Icon::Down).small().width(ui)
}

/// Draws the list of a button that shows what is chosen, while it is open. Returns the option that was chosen
/// now.
pub fn options_below<T: PartialEq + Copy>(
    button: &Response,
    rtl: bool,
    chosen: T,
    options: &[(T, Cow<'_, str>)],
) -> Option<T> {
    button.ctx.accesskit_node_builder(button.id, |node| node.set_has_popup(HasPopup::Listbox));
    let mut picked = None;
    menu(button, WIDTH, |ui| {
        Scroll::new("options").up_to(MAX_HEIGHT).show(ui, |ui| {
            // With room for the focus ring.
            Frame::new().inner_margin(space::XS).show(ui, |ui| {
                ui.with_layout(column_layout(rtl), |ui| {
                    for (value, label) in options {
                        let option = Button::quiet(label.as_ref()).small();
                        let option = if *value == chosen { option.with_icon(Icon::Check) } else { option };
                        if ui.add(option).clicked() {
                            picked = Some(*value);
                        }
                    }
                });
            });
        });
        picked.is_some()
    });
    picked.filter(|value| *value != chosen)
}
