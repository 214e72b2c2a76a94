//! Pills: a state as a word with an icon and a colour, never by colour alone.

use std::borrow::Cow;

use egui::{Align2, CornerRadius, Response, Role, Sense, Ui, Widget, WidgetInfo, vec2};

use crate::icons::Icon;
use crate::layout::{is_rtl, split_leading};
use crate::theme::{Tone, round, size};
use vitrine_text::{Text, without_direction_marks};

/// The width of the icon with the space after it, in points.
const ICON_WIDTH: f32 = 18.0;

/// A word on a coloured, rounded background.
#[must_use = "add it to a ui"]
pub struct Pill<'a> {
    text: Cow<'a, str>,
    icon: Option<Icon>,
    tone: Tone,
}

impl<'a> Pill<'a> {
    /// A pill in a tone.
    pub fn new(text: impl Into<Cow<'a, str>>, tone: Tone) -> Self {
        Self { text: text.into(), icon: None, tone }
    }

    /// Puts an icon before the word.
    pub const fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }
}

impl Widget for Pill<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let rtl = is_rtl(ui);
        let room = (ui.available_width() - 20.0).max(24.0);
        let text = || Text::new(self.text.as_ref()).size(size::SMALL);
        // The icon goes before the word is cut.
        let fits = |_: &Icon| text().extend().galley(ui, f32::INFINITY).size().x + ICON_WIDTH <= room;
        let icon = self.icon.filter(fits);
        let icon_wide = if icon.is_some() { ICON_WIDTH } else { 0.0 };
        let galley = text().truncate().galley(ui, room - icon_wide);
        let (rect, response) =
            ui.allocate_exact_size(vec2(galley.size().x + icon_wide + 20.0, 25.0), Sense::hover());
        let name = without_direction_marks(&self.text);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        if ui.is_rect_visible(rect) {
            let painter = ui.painter();
            painter.rect_filled(rect, CornerRadius::same(round::PILL), self.tone.soft);
            let inner = rect.shrink2(vec2(10.0, 0.0));
            let (icon_rect, words) = split_leading(inner, icon_wide, rtl);
            if let Some(icon) = icon {
                let (mark, _) = split_leading(icon_rect, 14.0, rtl);
                icon.paint(painter, mark, self.tone.ink, rtl);
            }
            painter.galley(
                Align2::CENTER_CENTER.align_size_within_rect(galley.size(), words).min,
                galley,
                self.tone.ink,
            );
        }
        response
    }
}
