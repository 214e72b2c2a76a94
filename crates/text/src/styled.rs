//! A text with its style, to be painted or used in one of egui's widgets.

use std::borrow::Cow;
use std::sync::Arc;

use egui::accesskit::Live;
use egui::{Color32, FontId, Galley, Sense, TextStyle, TextWrapMode, Ui, WidgetText};

use super::layout::cache::lay_out;
use super::layout::order::Direction;
use super::layout::{Fit, Layout, Request, fonts};

/// The limit of a label in bytes; longer text is cut with an ellipsis, since laying it out would take
/// noticeably long.
const MAX_SHOWN: usize = 8 * 1024;

/// Text to be shown. By default it wraps, overflows or is truncated as the `Ui` specifies.
#[derive(Clone, Debug)]
#[must_use = "add it to a ui"]
pub struct Text<'a> {
    pub(super) text: Cow<'a, str>,
    style: TextStyle,
    size: Option<f32>,
    strong: bool,
    weak: bool,
    color: Option<Color32>,
    fit: Option<Fit>,
    direction: Direction,
    pub(super) sense: Sense,
    pub(super) selectable: bool,
    pub(super) live: Option<Live>,
}

impl<'a> Text<'a> {
    /// Body text in the default colour.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Self {
        let mut text: Cow<'a, str> = text.into();
        if text.len() > MAX_SHOWN {
            let end = text.floor_char_boundary(MAX_SHOWN);
            text = Cow::Owned(format!("{}…", &text[..end]));
        }
        Self {
            text,
            style: TextStyle::Body,
            size: None,
            strong: false,
            weak: false,
            color: None,
            fit: None,
            direction: Direction::Auto,
            sense: Sense::hover(),
            selectable: false,
            live: None,
        }
    }

    /// Bold.
    pub fn strong(mut self) -> Self {
        self.strong = true;
        self
    }

    /// In a less prominent colour.
    pub fn weak(mut self) -> Self {
        self.weak = true;
        self
    }

    /// In the small size.
    pub fn small(self) -> Self {
        self.style(TextStyle::Small)
    }

    /// In the size of headings, bold.
    pub fn heading(self) -> Self {
        self.style(TextStyle::Heading).strong()
    }

    /// The text style.
    pub fn style(mut self, style: TextStyle) -> Self {
        self.style = style;
        self
    }

    /// The text size in points, overriding the style's.
    pub fn size(mut self, size: f32) -> Self {
        self.size = Some(size);
        self
    }

    /// The colour.
    pub fn color(mut self, color: Color32) -> Self {
        self.color = Some(color);
        self
    }

    /// One line, cut with an ellipsis at the logical end; the tooltip then has the whole text.
    pub fn truncate(mut self) -> Self {
        self.fit = Some(Fit::Truncate);
        self
    }

    /// Breaks it into lines.
    pub fn wrap(mut self) -> Self {
        self.fit = Some(Fit::Wrap);
        self
    }

    /// Neither cut nor broken.
    pub fn extend(mut self) -> Self {
        self.fit = Some(Fit::Extend);
        self
    }

    /// Sets a fixed direction instead of that of the first strong character, as for an address or a code.
    pub fn direction(mut self, direction: Direction) -> Self {
        self.direction = direction;
        self
    }

    /// Makes it react to clicks or drags, like egui's `Label`.
    pub fn sense(mut self, sense: Sense) -> Self {
        self.sense = sense;
        self
    }

    /// Allows selecting and copying it, as for ids, addresses and the marketplace's messages.
    pub fn selectable(mut self) -> Self {
        self.selectable = true;
        // Without keyboard focus: the Tab key is for interactive widgets.
        self.sense |= Sense::click_and_drag() - Sense::FOCUSABLE;
        self
    }

    /// Screen readers announce it when it appears or changes: at once if it is `urgent`, else after what they
    /// are reading.
    pub const fn announced(mut self, urgent: bool) -> Self {
        self.live = Some(if urgent { Live::Assertive } else { Live::Polite });
        self
    }

    /// Lays out the text for `width` points, to be painted by the caller in its own colour.
    pub fn galley(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        self.lay_out(ui, width).galley
    }

    /// As [`galley`](Self::galley), and whether the text runs from right to left.
    pub(super) fn galley_and_direction(&self, ui: &Ui, width: f32) -> (Arc<Galley>, bool) {
        let layout = self.lay_out(ui, width);
        (Arc::clone(&layout.galley), layout.rtl)
    }

    /// For egui's widgets (buttons, check boxes, window titles).
    pub fn in_widget(self, ui: &Ui) -> WidgetText {
        let width = ui.available_width();
        let fit = self.fit.unwrap_or(Fit::Extend);
        WidgetText::Galley(Self { fit: Some(fit), ..self }.galley(ui, width))
    }

    /// Lays out the text for `width` points.
    pub(super) fn lay_out(&self, ui: &Ui, width: f32) -> Layout {
        let fit = self.fit.unwrap_or_else(|| match ui.wrap_mode() {
            TextWrapMode::Extend => Fit::Extend,
            TextWrapMode::Wrap => Fit::Wrap,
            TextWrapMode::Truncate => Fit::Truncate,
        });
        let request = Request {
            text: &self.text,
            font: self.font(ui),
            fit,
            width: if fit == Fit::Extend { f32::INFINITY } else { width.max(0.0) },
            direction: self.direction,
            surrounding_rtl: ui.layout().prefer_right_to_left(),
            editing: false,
            needs_map: self.selectable,
        };
        lay_out(ui.ctx(), &request)
    }

    fn font(&self, ui: &Ui) -> FontId {
        let mut font = self.style.resolve(ui.style());
        if let Some(size) = self.size {
            font.size = size;
        }
        if self.strong && ui.fonts(fonts::installed) {
            font.family = fonts::bold();
        }
        font
    }

    /// The colour the text is drawn in.
    pub(super) fn shown_color(&self, ui: &Ui) -> Color32 {
        match self.color {
            Some(color) => color,
            None if self.weak => ui.visuals().weak_text_color(),
            None if self.strong => ui.visuals().strong_text_color(),
            None => ui.visuals().text_color(),
        }
    }
}
