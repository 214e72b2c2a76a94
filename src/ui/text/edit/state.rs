//! What is remembered of an editor from frame to frame, and how its text is laid out in its field.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use eframe::egui::{FontId, Rect, Ui, Vec2, vec2};

use super::model::Model;
use super::shown::{Shown, window};
use crate::ui::text::cache::lay_out;
use crate::ui::text::layout::{Fit, Layout, Request};
use crate::ui::text::order::Direction;

/// What is remembered of an editor from frame to frame.
#[derive(Debug, Default)]
pub(super) struct State {
    pub model: Model,
    /// What an input method is composing.
    pub composed: String,
    pub window: Range<usize>,
    /// How far a line too long for its field is moved, in points.
    pub scroll: f32,
    /// Where Up and Down aim at, while they follow each other.
    pub column: Option<f32>,
    pub last_interaction: f64,
    pub had_focus: bool,
    /// The keyboard asked for the menu in this frame.
    pub menu_asked: bool,
    pub menu_open: bool,
}

pub(super) type SharedState = Arc<Mutex<State>>;

/// How the text of an editor is laid out: all that does not change while a frame's events are handled.
pub(super) struct Place {
    pub font: FontId,
    /// Of the text, in points.
    pub width: f32,
    pub direction: Direction,
    pub surroundings_rtl: bool,
    pub many_lines: bool,
    pub masked: bool,
}

impl Place {
    pub fn shown<'s>(&self, text: &'s str, state: &mut State) -> Shown<'s> {
        let caret = state.model.selection.caret.at;
        state.window = window(text, &state.window, caret, self.many_lines);
        Shown::new(text, state.window.clone(), self.masked, &state.composed, caret)
    }

    pub fn lay_out(&self, ui: &Ui, text: &str) -> Layout {
        let request = Request {
            text,
            font: self.font.clone(),
            fit: if self.many_lines { Fit::Wrap } else { Fit::Extend },
            width: if self.many_lines { self.width } else { f32::INFINITY },
            direction: self.direction,
            surroundings_rtl: self.surroundings_rtl,
            editing: true,
            mapped: true,
        };
        lay_out(ui.ctx(), &request)
    }
}

/// How far the text is moved inside its field: to the right of a right-to-left line, and out of sight where it is
/// longer than the field.
pub(super) fn offset(layout: &Layout, place: &Place, scroll: f32, inner: Rect) -> Vec2 {
    if place.many_lines {
        return Vec2::ZERO;
    }
    let size = layout.galley.size();
    let spare = place.width - size.x;
    let x = match (spare >= 0.0, layout.rtl) {
        (true, true) => spare,
        (true, false) => 0.0,
        (false, _) => -scroll.clamp(0.0, -spare),
    };
    vec2(x, ((inner.height() - size.y) / 2.0).max(0.0))
}
