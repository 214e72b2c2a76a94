//! A text with its style, laid out to be painted, or to go into one of egui's own widgets.

use std::borrow::Cow;
use std::sync::Arc;

use eframe::egui::{Color32, FontId, Galley, Sense, TextStyle, TextWrapMode, Ui, WidgetText};

use super::cache::lay_out;
use super::fonts;
use super::layout::{Fit, Layout, Request};
use super::order::Direction;

/// The most a label shows; what is longer ends in an ellipsis. Laying out more would be felt as a pause.
const MAX_SHOWN: usize = 8 * 1024;

/// Text to be shown. Without a choice of its own it wraps, sticks out or gives way to an ellipsis as the `Ui` says.
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
}

impl<'a> Text<'a> {
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
        }
    }

    /// In the bold face.
    pub fn strong(mut self) -> Self {
        self.strong = true;
        self
    }

    /// In a colour that steps back.
    pub fn weak(mut self) -> Self {
        self.weak = true;
        self
    }

    pub fn small(self) -> Self {
        self.style(TextStyle::Small)
    }

    /// The heading's size, in the bold face.
    pub fn heading(self) -> Self {
        self.style(TextStyle::Heading).strong()
    }

    pub fn style(mut self, style: TextStyle) -> Self {
        self.style = style;
        self
    }

    /// In points, in place of the style's size.
    pub fn size(mut self, size: f32) -> Self {
        self.size = Some(size);
        self
    }

    pub fn color(mut self, color: Color32) -> Self {
        self.color = Some(color);
        self
    }

    /// One line; what does not fit gives way to an ellipsis at the logical end, and is told on hovering.
    pub fn truncate(mut self) -> Self {
        self.fit = Some(Fit::Truncate);
        self
    }

    pub fn wrap(mut self) -> Self {
        self.fit = Some(Fit::Wrap);
        self
    }

    /// Never cut nor broken: it takes the room it needs.
    pub fn extend(mut self) -> Self {
        self.fit = Some(Fit::Extend);
        self
    }

    /// A direction of its own, whatever its first strong character says (an address, a code).
    pub fn direction(mut self, direction: Direction) -> Self {
        self.direction = direction;
        self
    }

    /// Senses clicks or drags, as egui's `Label` does.
    pub fn sense(mut self, sense: Sense) -> Self {
        self.sense = sense;
        self
    }

    /// Can be selected with the pointer and copied: numbers, addresses, what a marketplace said.
    pub fn selectable(mut self) -> Self {
        self.selectable = true;
        // Without the focus: the Tab key is for what does something.
        self.sense |= Sense::click_and_drag() - Sense::FOCUSABLE;
        self
    }

    /// The text laid out for a place `width` points wide, for painting by hand. Its colour is left to the painter.
    pub fn galley(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        self.lay_out(ui, width).galley
    }

    pub(super) fn galley_and_direction(&self, ui: &Ui, width: f32) -> (Arc<Galley>, bool) {
        let layout = self.lay_out(ui, width);
        (Arc::clone(&layout.galley), layout.rtl)
    }

    /// For the widgets of egui (buttons, checkboxes, window titles): they show it as it is laid out here.
    pub fn in_widget(self, ui: &Ui) -> WidgetText {
        let width = ui.available_width();
        let fit = self.fit.unwrap_or(Fit::Extend);
        WidgetText::Galley(Self { fit: Some(fit), ..self }.galley(ui, width))
    }

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
            surroundings_rtl: ui.layout().prefer_right_to_left(),
            editing: false,
            mapped: self.selectable,
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

    pub(super) fn shown_color(&self, ui: &Ui) -> Color32 {
        match self.color {
            Some(color) => color,
            None if self.weak => ui.visuals().weak_text_color(),
            None if self.strong => ui.visuals().strong_text_color(),
            None => ui.visuals().text_color(),
        }
    }
}
