//! What a widget is going through: whether the pointer is on it, whether it has the keyboard, and the ring that shows that.

use eframe::egui::{Context, CornerRadius, Id, Rect, Response, Stroke, StrokeKind, Ui};

use super::palette::palette;
use super::tokens::round;

/// A state to draw widgets in that they are not in: for the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pretended {
    Hovered,
    Focused,
}

/// Draws `contents` as if every widget in it were in that state.
pub fn pretend<R>(ui: &mut Ui, state: Pretended, contents: impl FnOnce(&mut Ui) -> R) -> R {
    set(ui.ctx(), Some(state));
    let result = contents(ui);
    set(ui.ctx(), None);
    result
}

/// Whether the pointer is on it.
pub fn is_hot(ui: &Ui, response: &Response) -> bool {
    response.hovered() || response.is_pointer_button_down_on() || pretended(ui) == Some(Pretended::Hovered)
}

/// Brings what just got the keyboard into view, with room for the ring around it. To be called whether it is seen or not.
pub fn follow_focus(ui: &Ui, response: &Response) {
    if response.gained_focus() {
        ui.scroll_to_rect(response.rect.expand(6.0), None);
    }
}

/// The ring around what has the keyboard.
pub fn focus_ring(ui: &Ui, response: &Response, rect: Rect, radius: u8) {
    if response.has_focus() || pretended(ui) == Some(Pretended::Focused) {
        let radius = CornerRadius::same(radius.saturating_add(2).min(round::PILL));
        ui.painter().rect_stroke(rect.expand(2.0), radius, Stroke::new(2.0, palette(ui).accent), StrokeKind::Outside);
    }
}

fn set(ctx: &Context, state: Option<Pretended>) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(PRETENDED), state));
}

fn pretended(ui: &Ui) -> Option<Pretended> {
    ui.data(|data| data.get_temp(Id::unique(PRETENDED))).flatten()
}

const PRETENDED: &str = "the state widgets are drawn in";
