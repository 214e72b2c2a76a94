//! Two addresses that should be one, and where they differ, character by character.

use eframe::egui::{Align, CornerRadius, Frame, Layout, Margin, Role, Ui, WidgetInfo, vec2};

use super::Cx;
use crate::domain::{AddressDifference, Problem, Side};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, round, space};

/// Nothing, where the two addresses are not both known.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, problem: &Problem) {
    let Some(difference) = problem.address_difference() else { return };
    ui.add_space(space::XS);
    for (side, key) in [(Side::Sent, "difference-sent"), (Side::Registered, "difference-registered")] {
        text::small(ui, cx.t(key));
        line(ui, &difference, side);
    }
    ui.add(Text::new(cx.words.address_parts(&difference)).wrap());
}

/// Addresses run from the left in every language. What the other does not have stands on a ground of its own, and bold.
fn line(ui: &mut Ui, difference: &AddressDifference, side: Side) {
    let p = theme::palette(ui);
    let frame = Frame::new().fill(p.input).corner_radius(CornerRadius::same(round::CONTROL)).inner_margin(Margin::symmetric(8, 4));
    let pieces = difference.line(side);
    let whole: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
    let response = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let layout = Layout::left_to_right(Align::Center).with_main_wrap(true);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 0.0), layout, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
            for (text, same) in pieces {
                if same {
                    ui.add(Text::new(text).color(p.ink).extend());
                } else {
                    let mark = Frame::new().fill(p.bad.soft).corner_radius(CornerRadius::same(round::SMALL));
                    mark.show(ui, |ui| ui.add(Text::new(text).strong().color(p.bad.ink).extend()));
                }
            }
        });
    });
    // For a screen reader the address is one thing.
    response.response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &whole));
}
