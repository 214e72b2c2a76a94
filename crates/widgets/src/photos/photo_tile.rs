//! A photo in a list whose order the user changes by dragging.

use std::any::Any;
use std::sync::Arc;

use egui::{CornerRadius, Response, Role, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2};

use super::photo::PictureState;
use super::photo::paint;
use crate::Pill;
use crate::layout::{is_rtl, row_layout, split_leading};
use crate::theme::{self, round};

/// The width of a small button with a gap, in points.
const BUTTON: f32 = 32.0;

/// A photo that can be dragged, and on which others can be dropped.
#[must_use = "show it"]
pub struct PhotoTile<'a> {
    /// What can be drawn of the photo.
    pub shown: &'a PictureState,
    /// The accessible name.
    pub name: &'a str,
    /// Its role for screen readers: an image, or a button where it can have the focus.
    pub role: Role,
    /// Shown in the upper leading corner.
    pub badge: Option<Pill<'a>>,
    /// Whether the photo cannot be used.
    pub failed: bool,
    /// Whether it is selected; `None` where tiles cannot be selected.
    pub selected: Option<bool>,
}

impl PhotoTile<'_> {
    /// Draws the photo into the rectangle of `handle`, by which it is dragged with `payload`. Returns what
    /// was dropped on it, if `accepts` it.
    pub fn show<T: Any + Send + Sync>(
        self,
        ui: &mut Ui,
        handle: &Response,
        payload: impl FnOnce() -> T,
        accepts: impl Fn(&T) -> bool,
    ) -> Option<Arc<T>> {
        let picture = handle.rect;
        let (role, selected) = (self.role, self.selected);
        handle.widget_info(|| match selected {
            Some(selected) => WidgetInfo::selected(role, ui.is_enabled(), selected, self.name),
            None => WidgetInfo::labeled(role, ui.is_enabled(), self.name),
        });
        if handle.drag_started() {
            handle.dnd_set_drag_payload(payload());
        }
        let dropped = handle.dnd_release_payload::<T>().filter(|dragged| accepts(dragged));
        let target = handle.dnd_hover_payload::<T>().is_some_and(|dragged| accepts(&dragged));
        if ui.is_rect_visible(picture) {
            let p = theme::palette(ui);
            paint(ui, self.shown, picture);
            let outline = match () {
                () if target || selected == Some(true) => Some(p.accent),
                () if self.failed => Some(p.bad.ink),
                () => None,
            };
            if let Some(outline) = outline {
                let stroke = Stroke::new(2.5, outline);
                ui.painter().rect_stroke(
                    picture,
                    CornerRadius::same(round::CONTROL),
                    stroke,
                    StrokeKind::Inside,
                );
            }
            theme::focus_ring(ui, handle, picture, round::CONTROL);
        }
        if let Some(badge) = self.badge {
            let room = vec2(picture.width() - 12.0, 25.0);
            let corner = egui::Rect::from_min_size(picture.min + vec2(6.0, 6.0), room);
            // The other corner may have a button.
            let (corner, _) = split_leading(corner, room.x - BUTTON, is_rtl(ui));
            ui.new_child(UiBuilder::new().max_rect(corner).layout(row_layout(is_rtl(ui)))).add(badge);
        }
        dropped
    }
}
