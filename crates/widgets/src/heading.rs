//! The heading of a page, which gets the focus when the page appears.

use egui::{CornerRadius, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

use crate::focus;
use crate::theme::{self, round};
use vitrine_text::Text;
use vitrine_text::without_direction_marks;

/// Draws the heading of a page. The Tab key passes it, so that it gets the focus only when the page appears;
/// a screen reader then reads it, and the next Tab goes to the first widget of the page.
pub fn page_heading(ui: &mut Ui, text: Text<'_>) {
    let galley = text.galley(ui, ui.available_width());
    let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::empty());
    let id = focus::heading_id(ui.ctx());
    let sense = if ui.memory(|memory| memory.has_focus(id)) { Sense::FOCUSABLE } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    let name = without_direction_marks(galley.text()).into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &name));
    ui.ctx().accesskit_node_builder(id, |node| node.set_level(1));
    focus::heading(ui, id);
    focus::stop(ui, &response, id);
    let p = theme::palette(ui);
    ui.painter().galley(rect.min, galley, p.ink);
    if response.has_focus() && focus::is_visible(ui.ctx()) {
        let radius = CornerRadius::same(round::SMALL);
        ui.painter().rect_stroke(rect.expand(2.0), radius, Stroke::new(2.0, p.accent), StrokeKind::Outside);
    }
}
