//! Drop zones, and the empty state of a screen.

use std::borrow::Cow;
use std::sync::Arc;

use egui::{
    Color32, CornerRadius, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{Button, page_heading};
use crate::focus;
use crate::icons::Icon;
use crate::layout::{column_layout, is_rtl, row_layout};
use crate::theme::{self, round, size, space};
use vitrine_text::Text;
use vitrine_text::without_direction_marks;

/// A dashed frame, highlighted while files are dragged over it.
pub fn drop_frame(ui: &Ui, rect: Rect, hot: bool) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let ground = if hot { p.accent_soft } else { p.surface };
    painter.rect(rect, CornerRadius::same(round::CARD), ground, Stroke::NONE, StrokeKind::Inside);
    let stroke = Stroke::new(if hot { 2.5 } else { 1.5 }, if hot { p.accent } else { p.edge });
    painter.extend(Shape::dashed_line(&outline(rect.shrink(1.0), f32::from(round::CARD)), stroke, 7.0, 5.0));
}

/// A drop zone with centred contents about `high` points high.
pub fn drop_zone<R>(ui: &mut Ui, rect: Rect, hot: bool, high: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    drop_frame(ui, rect, hot);
    let room =
        Rect::from_center_size(rect.center(), vec2(rect.width() - 24.0, high.min(rect.height() - 16.0)));
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(column_layout(is_rtl(ui))), contents).inner
}

/// An icon, a title, a paragraph and buttons, centred. Returns the index of the button that was clicked.
pub fn empty_state(
    ui: &mut Ui,
    icon: Icon,
    title: Cow<'_, str>,
    body: Cow<'_, str>,
    actions: Vec<Button<'_>>,
) -> Option<usize> {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let wide = (ui.available_width() - 2.0 * space::L).clamp(160.0, 460.0);
    let mut clicked = None;
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        let (mark, _) = ui.allocate_exact_size(Vec2::splat(64.0), Sense::hover());
        ui.painter().circle_filled(mark.center(), 32.0, p.accent_soft);
        icon.paint(ui.painter(), mark.shrink(17.0), p.accent_ink, rtl);
        let title = Text::new(title).strong().size(size::LARGE).wrap();
        if focus::has_heading(ui.ctx()) {
            centred_text(ui, &title, wide, p.ink);
        } else {
            page_heading(ui, title);
        }
        if !body.is_empty() {
            centred_text(ui, &Text::new(body).wrap(), wide, p.ink_soft);
        }
        ui.add_space(space::XS);
        clicked = centred_buttons(ui, rtl, actions);
    });
    clicked
}

/// Text with centred lines, at most `wide` points wide.
pub fn centred_text(ui: &mut Ui, text: &Text<'_>, wide: f32, ink: Color32) {
    let mut galley = text.galley(ui, wide.min(ui.available_width()));
    let width = galley.size().x;
    for row in &mut Arc::make_mut(&mut galley).rows {
        row.pos.x = (width - row.size.x) / 2.0;
    }
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, without_direction_marks(galley.text())));
    text.announce(&response);
    ui.painter().galley(rect.min, galley, ink);
}

/// Buttons centred side by side, in as many lines as they need. Returns the index of the one clicked.
pub fn centred_buttons(ui: &mut Ui, rtl: bool, buttons: Vec<Button<'_>>) -> Option<usize> {
    let gap = space::S;
    let mut lines: Vec<(f32, Vec<(usize, Button<'_>)>)> = Vec::new();
    for (index, button) in buttons.into_iter().enumerate() {
        let width = button.width(ui);
        match lines.last_mut() {
            Some((wide, line)) if *wide + gap + width <= ui.available_width() => {
                *wide += gap + width;
                line.push((index, button));
            }
            _ => lines.push((width, vec![(index, button)])),
        }
    }
    let mut clicked = None;
    for (wide, line) in lines {
        ui.allocate_ui_with_layout(vec2(wide, theme::height::CONTROL), row_layout(rtl), |ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (index, button) in line {
                if ui.add(button).clicked() {
                    clicked = Some(index);
                }
            }
        });
    }
    clicked
}

/// The points of a rounded rectangle, closed.
fn outline(rect: Rect, radius: f32) -> Vec<Pos2> {
    let corners = [
        (pos2(rect.right() - radius, rect.top() + radius), 0.75),
        (pos2(rect.right() - radius, rect.bottom() - radius), 0.0),
        (pos2(rect.left() + radius, rect.bottom() - radius), 0.25),
        (pos2(rect.left() + radius, rect.top() + radius), 0.5),
    ];
    let mut points: Vec<_> = corners
        .into_iter()
        .flat_map(|(centre, from)| {
            (0..=6).map(move |step| {
                let (sin, cos) = ((from + f32::from(step as u8) / 24.0) * std::f32::consts::TAU).sin_cos();
                centre + vec2(cos, sin) * radius
            })
        })
        .collect();
    points.push(points[0]);
    points
}
