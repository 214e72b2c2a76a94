//! The sign of a row to which others belong.

use std::borrow::Cow;

use egui::{CursorIcon, Response, Sense, Ui, vec2};

use crate::icons::Icon;
use crate::layout::is_rtl;
use crate::theme;

/// The width and the height of the sign, in points.
const SIZE: (f32, f32) = (24.0, 28.0);
/// The side of its icon, in points.
const ICON: f32 = 14.0;

/// The sign that shows and hides the rows that belong to this one: for the mouse only, as the arrow keys do
/// so from the row, which says which of both it is.
pub fn row_fold<'a>(ui: &mut Ui, is_unfolded: bool, tip: impl Into<Cow<'a, str>>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(SIZE.0, SIZE.1), Sense::CLICK);
    if ui.is_rect_visible(rect) {
        let p = theme::palette(ui);
        let color = if response.hovered() { p.accent } else { p.ink_soft };
        let place = egui::Rect::from_center_size(rect.center(), vec2(ICON, ICON));
        let icon = if is_unfolded { Icon::Down } else { Icon::Forward };
        icon.paint(ui.painter(), place, color, is_rtl(ui));
    }
    vitrine_text::tooltip(response.clone(), tip);
    response.on_hover_cursor(CursorIcon::PointingHand)
}
