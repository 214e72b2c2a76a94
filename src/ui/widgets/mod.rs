//! The parts screens are built of. Each is drawn with the theme's tokens, runs with the window's direction, has an
//! accessible name and works from the keyboard.

mod button;
mod choice;
mod field;
mod notice;
mod photo;
mod pill;
mod progress;
mod table;
mod zone;

pub use button::Button;
pub use choice::{check, segments};
pub use field::{Field, labelled};
pub use notice::{Notice, problem, problem_text};
pub use photo::thumbnail;
pub use pill::{Pill, state_pill};
pub use progress::progress_bar;
pub use table::{Column, Table};
pub use zone::{centred_buttons, centred_text, drop_frame, empty_state};

use eframe::egui::{CornerRadius, Painter, Rect, Response, Stroke, StrokeKind};

use super::theme::{self, Palette};

/// The ring around what has the keyboard.
fn focus_ring(painter: &Painter, response: &Response, rect: Rect, radius: u8, p: &Palette) {
    if response.has_focus() {
        let ring = rect.expand(2.0);
        let radius = CornerRadius::same(radius.saturating_add(2).min(theme::round::PILL));
        painter.rect_stroke(ring, radius, Stroke::new(2.0, p.accent), StrokeKind::Outside);
    }
}
