//! The state of an editor between frames, and how its text is laid out.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use egui::{FontId, Rect, Ui, Vec2, vec2};

use super::model::Model;
use super::shown::{LaidOutText, window};
use crate::layout::cache::lay_out;
use crate::layout::order::Direction;
use crate::layout::{Fit, Layout, Request};

/// The state of an editor between frames.
#[derive(Debug, Default)]
pub(super) struct State {
    pub model: Model,
    /// The text that an input method is composing.
    pub composed: String,
    /// The part of the text that is laid out.
    pub window: Range<usize>,
    /// The scroll offset of a line longer than the field, in points.
    pub scroll: f32,
    /// The horizontal position that consecutive Up and Down keys aim at.
    pub column: Option<f32>,
    /// The time of the last change, in egui's seconds; the caret blinks from then on.
    pub last_interaction: f64,
    /// Whether the editor had the focus in the last frame.
    pub had_focus: bool,
    /// Whether it was clicked or changed since it got the focus.
    pub is_entered: bool,
    /// The number that was typed since the editor got the focus, and is shown as it was typed.
    pub typed_number: Option<String>,
    /// Whether a number is shown without separators.
    pub is_number_plain: bool,
    /// Whether the keyboard requested the menu in this frame.
    pub menu_requested: bool,
    pub menu_open: bool,
}

/// An editor's state as stored in egui's memory.
pub(super) type SharedState = Arc<Mutex<State>>;

/// The layout parameters of an editor, which are constant during a frame.
pub(super) struct TextField {
    pub font: FontId,
    /// The width available to the text, in points.
    pub width: f32,
    pub direction: Direction,
    pub surrounding_rtl: bool,
    pub multiline: bool,
    pub masked: bool,
    /// Whether the text is a number, which is at the leading edge although it runs from left to right.
    pub numeric: bool,
    /// Whether a number is at the right edge in any language.
    pub at_right: bool,
    /// Whether a text is at the leading edge whatever its direction, as the other cells of its column.
    pub is_flat: bool,
}

impl TextField {
    /// The text to lay out.
    pub fn shown<'s>(&self, text: &'s str, state: &mut State) -> LaidOutText<'s> {
        let caret = state.model.selection.caret.at;
        state.window = window(text, &state.window, caret, self.multiline);
        LaidOutText::new(text, state.window.clone(), self.masked, &state.composed, caret)
    }

    /// Lays out a text.
    pub fn lay_out(&self, ui: &Ui, text: &str) -> Layout {
        let request = Request {
            text,
            font: self.font.clone(),
            fit: if self.multiline { Fit::Wrap } else { Fit::Extend },
            width: if self.multiline { self.width } else { f32::INFINITY },
            direction: self.direction,
            surrounding_rtl: self.surrounding_rtl,
            editing: true,
            needs_map: true,
        };
        lay_out(ui.ctx(), &request)
    }
}

/// The offset of the text inside the field: right-to-left lines are aligned to the right, and lines longer
/// than the field are scrolled.
pub(super) fn offset(layout: &Layout, field: &TextField, scroll: f32, inner: Rect) -> Vec2 {
    if field.multiline {
        return Vec2::ZERO;
    }
    let size = layout.galley.size();
    let spare = field.width - size.x;
    let at_right = match () {
        () if field.numeric => field.surrounding_rtl || field.at_right,
        () if field.is_flat => field.surrounding_rtl,
        () => layout.rtl,
    };
    let x = match (spare >= 0.0, at_right) {
        (true, true) => spare,
        (true, false) => 0.0,
        (false, _) => -scroll.clamp(0.0, -spare),
    };
    vec2(x, ((inner.height() - size.y) / 2.0).max(0.0))
}
