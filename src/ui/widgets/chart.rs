//! A small bar chart.

use eframe::egui::{CornerRadius, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2};

use crate::i18n::without_direction_marks;
use crate::ui::layout::is_rtl;
use crate::ui::theme;

/// Bars for values over time, in the reading direction. Few values leave room for those to come. `name` is its accessible
/// name.
pub fn bar_chart(ui: &mut Ui, size: Vec2, values: impl ExactSizeIterator<Item = usize>, name: &str) -> Response {
    const MIN_BARS: usize = 20;
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, without_direction_marks(name)));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let values: Vec<usize> = values.collect();
    let peak = values.iter().copied().max().unwrap_or_default().max(1) as f32;
    let step = rect.width() / values.len().max(MIN_BARS) as f32;
    let gap = if step > 4.0 { 1.5 } else { 0.5 };
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.bottom() - 0.5, eframe::egui::Stroke::new(1.0, p.line));
    for (index, value) in values.into_iter().enumerate().filter(|(_, value)| *value > 0) {
        let start = step * index as f32;
        let left = if rtl { rect.right() - start - step } else { rect.left() + start };
        let top = rect.bottom() - (rect.height() * value as f32 / peak).max(2.0);
        let bar = Rect::from_min_max(pos2(left + gap / 2.0, top), pos2(left + step - gap / 2.0, rect.bottom()));
        painter.rect_filled(bar, CornerRadius::same(1), p.accent);
    }
    response
}
