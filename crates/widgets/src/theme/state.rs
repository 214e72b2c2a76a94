//! Interaction states of widgets: hover, focus, and the focus ring.

use egui::{Context, CornerRadius, Id, Rect, Response, Stroke, StrokeKind, Ui};

use super::palette::palette;
use super::tokens::round;
use crate::focus;

/// A state in which the gallery draws widgets regardless of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedState {
    /// Under the pointer.
    Hovered,
    /// With the keyboard focus.
    Focused,
}

/// Draws `contents` as if all its widgets were in that state.
pub fn force_state<R>(ui: &mut Ui, state: ForcedState, contents: impl FnOnce(&mut Ui) -> R) -> R {
    set_forced_state(ui.ctx(), Some(state));
    let result = contents(ui);
    set_forced_state(ui.ctx(), None);
    result
}

/// Whether the pointer is on the widget.
pub fn is_highlighted(ui: &Ui, response: &Response) -> bool {
    response.hovered()
        || response.is_pointer_button_down_on()
        || forced_state(ui) == Some(ForcedState::Hovered)
}

/// Draws the ring around the widget that has the focus, once the keyboard is used.
pub fn focus_ring(ui: &Ui, response: &Response, rect: Rect, radius: u8) {
    if (response.has_focus() && focus::is_visible(ui.ctx())) || forced_state(ui) == Some(ForcedState::Focused)
    {
        let radius = CornerRadius::same(radius.saturating_add(2).min(round::PILL));
        ui.painter().rect_stroke(
            rect.expand(2.0),
            radius,
            Stroke::new(2.0, palette(ui).accent),
            StrokeKind::Outside,
        );
    }
}

/// The ground and the frame of a flat cell that is not in use: none, unless it is pointed at or wrong.
pub fn flat_cell(ui: &Ui, response: &Response, rect: Rect, is_wrong: bool) {
    let p = palette(ui);
    let is_hot = is_highlighted(ui, response);
    let radius = CornerRadius::same(round::SMALL);
    if is_wrong {
        ui.painter().rect_filled(rect, radius, p.bad.soft);
    }
    if is_hot {
        ui.painter().rect_stroke(
            rect,
            radius,
            Stroke::new(1.0, if is_wrong { p.bad.ink } else { p.edge }),
            StrokeKind::Inside,
        );
    }
    focus_ring(ui, response, rect, round::SMALL);
}

fn set_forced_state(ctx: &Context, state: Option<ForcedState>) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(FORCED_STATE_KEY), state));
}

fn forced_state(ui: &Ui) -> Option<ForcedState> {
    ui.data(|data| data.get_temp(Id::unique(FORCED_STATE_KEY))).flatten()
}

const FORCED_STATE_KEY: &str = "the state widgets are drawn in";
