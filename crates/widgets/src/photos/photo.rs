//! Photos in a square with round corners.

use egui::{
    Color32, CornerRadius, CursorIcon, Image, Rect, Response, Role, Sense, TextureHandle, Ui, Vec2,
    WidgetInfo, pos2,
};

use crate::focus;
use crate::icons::Icon;
use crate::theme::{self, round};
use vitrine_text::without_direction_marks;

/// What can be drawn of a picture now.
#[derive(Clone)]
pub enum PictureState {
    /// It is being made.
    Waiting,
    /// Its texture.
    Ready(TextureHandle),
    /// It could not be made.
    Failed,
}

/// A picture that fills a square of `side` points and is cropped to it. `name` is its accessible name.
pub fn thumbnail(ui: &mut Ui, shown: &PictureState, side: f32, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    if !name.is_empty() {
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, without_direction_marks(name)));
    }
    if ui.is_rect_visible(rect) {
        paint(ui, shown, rect);
    }
    response
}

/// A photo as a button. `name` describes the action; a small pencil is shown under the pointer or with the
/// focus.
pub fn photo_button(ui: &mut Ui, shown: &PictureState, side: f32, name: &str) -> Response {
    let (rect, response) = focus::allocate(ui, Vec2::splat(side), Sense::click(), ("photo", name));
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), without_direction_marks(name)));
    if ui.is_rect_visible(rect) {
        paint(ui, shown, rect);
        if theme::is_highlighted(ui, &response) || response.has_focus() {
            let p = theme::palette(ui);
            let corner = Rect::from_min_size(rect.right_bottom() - Vec2::splat(20.0), Vec2::splat(18.0));
            ui.painter().rect_filled(corner, CornerRadius::same(round::SMALL), p.surface);
            Icon::Edit.paint(ui.painter(), corner.shrink(2.5), p.accent_ink, false);
        }
        theme::focus_ring(ui, &response, rect, round::CONTROL);
    }
    response.on_hover_cursor(CursorIcon::PointingHand)
}

pub(crate) fn paint(ui: &Ui, shown: &PictureState, rect: Rect) {
    let p = theme::palette(ui);
    let radius = CornerRadius::same(round::CONTROL.min((rect.width() / 5.0) as u8));
    match shown {
        PictureState::Ready(texture) => {
            let size = texture.size_vec2();
            Image::new((texture.id(), size))
                .uv(centre_square(size))
                .corner_radius(radius)
                .tint(Color32::WHITE)
                .paint_at(ui, rect);
        }
        PictureState::Waiting => {
            ui.painter().rect_filled(rect, radius, p.plain.soft);
        }
        PictureState::Failed => {
            ui.painter().rect_filled(rect, radius, p.plain.soft);
            Icon::Photo.paint(ui.painter(), rect.shrink(rect.width() * 0.26), p.ink_soft, false);
        }
    }
}

/// The largest centred square of a picture, in texture coordinates.
fn centre_square(size: Vec2) -> Rect {
    let side = size.x.min(size.y);
    let (x, y) = ((1.0 - side / size.x) / 2.0, (1.0 - side / size.y) / 2.0);
    Rect::from_min_max(pos2(x, y), pos2(1.0 - x, 1.0 - y))
}
