//! Progress bars, which fill in the reading direction.

use egui::accesskit::Live;
use egui::{CornerRadius, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::layout::is_rtl;
use crate::theme::{self, Tone};
use vitrine_text::without_direction_marks;

/// The bar of a long task, as [`progress_bar`]. Screen readers find `name` on it, and are told it: at once
/// where the task begins and ends, and now and then meanwhile.
pub fn announced_progress_bar(ui: &mut Ui, high: f32, parts: &[(f32, Tone)], name: &str) {
    /// The pause between two announcements, in seconds.
    const PAUSE: f64 = 10.0;
    let bar = progress_bar(ui, high, parts, name);
    let is_complete = parts.iter().map(|(share, _)| share).sum::<f32>() > 0.999;
    let now = ui.input(|input| input.time);
    let said: Option<(f64, String)> = ui.data(|data| data.get_temp(bar.id));
    let is_due = is_complete || said.as_ref().is_none_or(|(at, _)| now - at >= PAUSE);
    if let Some((at, before)) = said.as_ref().filter(|_| !is_due)
        && *before != without_direction_marks(name)
    {
        // Nothing else may happen until then that would draw a frame.
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64((at + PAUSE - now).max(0.0)));
    }
    let said =
        if is_due { (now, without_direction_marks(name).into_owned()) } else { said.unwrap_or_default() };
    // The bar itself has the name of now.
    let told = ui.interact(bar.rect, bar.id.with("told"), Sense::hover());
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, said.1.as_str()));
    ui.ctx().accesskit_node_builder(told.id, |node| node.set_live(Live::Polite));
    ui.data_mut(|data| data.insert_temp(bar.id, said));
}

/// A bar of coloured parts, as fractions of the whole, `high` points high; `name` is its accessible name.
pub fn progress_bar(ui: &mut Ui, high: f32, parts: &[(f32, Tone)], name: &str) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
    let done: f32 = parts.iter().map(|(share, _)| share).sum();
    let name = without_direction_marks(name);
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(done)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, true, name.as_ref())
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(1.0);
    });
    if ui.is_rect_visible(rect) {
        let radius = CornerRadius::same((high / 2.0) as u8);
        let painter = ui.painter();
        painter.rect_filled(rect, radius, p.plain.soft);
        let mut from = 0.0;
        for (share, tone) in parts {
            let to = (from + share).min(1.0);
            if to > from {
                let x = |share: f32| {
                    if rtl { rect.right() - share * rect.width() } else { rect.left() + share * rect.width() }
                };
                let (left, right) = (x(from).min(x(to)), x(from).max(x(to)));
                let bar = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
                // Clipped, so that the whole bar has round ends and the joints between parts are straight.
                painter.with_clip_rect(bar.intersect(painter.clip_rect())).rect_filled(
                    whole(rect, to, rtl),
                    radius,
                    tone.ink,
                );
            }
            from = to;
        }
    }
    response
}

/// The rounded shape from which a part is cut; it ends where the part ends.
fn whole(rect: Rect, to: f32, rtl: bool) -> Rect {
    let wide = rect.width() * to;
    if rtl {
        Rect::from_min_max(pos2(rect.right() - wide, rect.top()), rect.max)
    } else {
        Rect::from_min_max(rect.min, pos2(rect.left() + wide, rect.bottom()))
    }
}
