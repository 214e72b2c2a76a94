//! Shows the difference between two addresses, character by character.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{CornerRadius, FontId, Frame, Margin, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::auth::{AddressDifference, Side};
use crate::ui::screens::Cx;
use vitrine_domain::Problem;
use vitrine_text::Text;
use vitrine_widgets::theme::{self, round, size, space};

/// Shows the difference, if the problem has both addresses.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, problem: &Problem) {
    if let Some(difference) = AddressDifference::of(problem) {
        between(ui, cx, &difference);
    }
}

/// The address sent, the one registered, and a sentence that names the parts in which they differ.
pub fn between(ui: &mut Ui, cx: &Cx<'_>, difference: &AddressDifference) {
    ui.add_space(space::XS);
    for (side, key) in [(Side::Sent, "address-sent"), (Side::Registered, "address-registered")] {
        vitrine_text::small(ui, cx.t(key));
        line(ui, difference, side);
    }
    ui.add(Text::new(cx.words.address_parts(difference)).wrap());
}

/// One of the addresses, from left to right in every language. The parts that the other lacks are underlined
/// and highlighted.
fn line(ui: &mut Ui, difference: &AddressDifference, side: Side) {
    let p = theme::palette(ui);
    let plain =
        TextFormat { font_id: FontId::proportional(size::BODY), color: p.ink, ..TextFormat::default() };
    let marked = TextFormat {
        color: p.bad.ink,
        background: p.bad.soft,
        underline: Stroke::new(2.0, p.bad.ink),
        ..plain.clone()
    };
    let mut job = LayoutJob::default();
    for (text, same) in difference.line(side) {
        job.append(&text, 0.0, if same { plain.clone() } else { marked.clone() });
    }
    let frame = Frame::new()
        .fill(p.input)
        .corner_radius(CornerRadius::same(round::CONTROL))
        .inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        job.wrap = TextWrapping { break_anywhere: true, ..TextWrapping::wrap_at_width(ui.available_width()) };
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), galley.size().y), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, galley.text()));
        ui.painter().galley(rect.min, galley, p.ink);
    });
}
