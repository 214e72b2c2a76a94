//! Buttons: primary, secondary, quiet and dangerous ones.

use std::borrow::Cow;
use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Galley, Id, Rect, Response, Role, Sense, Stroke, StrokeKind,
    Ui, Vec2, Widget, WidgetInfo, vec2,
};

use crate::focus::{self, Region};
use crate::icons::Icon;
use crate::layout::{is_rtl, split_leading};
use crate::on_screen;
use crate::theme::{self, Palette, height, round, size, space};
use vitrine_text::Text;
use vitrine_text::without_direction_marks;

/// How prominent a button is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Primary,
    Secondary,
    Quiet,
    Danger,
}

/// A button.
#[must_use = "add it to a ui"]
pub struct Button<'a> {
    kind: Kind,
    text: Cow<'a, str>,
    icon: Option<Icon>,
    icon_only: bool,
    small: bool,
    large: bool,
    wide: bool,
    /// Its width in points, if that is more than its text needs.
    least_wide: f32,
    enabled: bool,
    expanded: Option<bool>,
    /// Its accessible name, if its text says less.
    name: Option<Cow<'a, str>>,
    identity: Option<&'static str>,
    id: Option<Id>,
}

impl<'a> Button<'a> {
    /// The main action of a screen; at most one per screen.
    pub fn primary(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Kind::Primary, text)
    }

    /// Any other action.
    pub fn secondary(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Kind::Secondary, text)
    }

    /// Without a frame until the pointer is on it.
    pub fn quiet(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Kind::Quiet, text)
    }

    /// For actions that cannot be undone.
    pub fn danger(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Kind::Danger, text)
    }

    /// An icon without text; `name` is its tooltip and accessible name.
    pub fn icon(icon: Icon, name: impl Into<Cow<'a, str>>) -> Self {
        Self { icon: Some(icon), icon_only: true, ..Self::new(Kind::Quiet, name) }
    }

    fn new(kind: Kind, text: impl Into<Cow<'a, str>>) -> Self {
        Self {
            kind,
            text: text.into(),
            icon: None,
            icon_only: false,
            small: false,
            large: false,
            wide: false,
            least_wide: 0.0,
            enabled: true,
            expanded: None,
            name: None,
            identity: None,
            id: None,
        }
    }

    /// Whether it does what cannot be undone.
    pub fn is_dangerous(&self) -> bool {
        self.kind == Kind::Danger
    }

    /// Puts an icon before the text.
    pub const fn with_icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Shows the icon alone: the text is its tooltip and accessible name then. A button without an icon stays
    /// as it is.
    pub const fn without_text(mut self) -> Self {
        self.icon_only = self.icon.is_some();
        self
    }

    /// Smaller than usual.
    pub const fn small(mut self) -> Self {
        self.small = true;
        self
    }

    /// Larger than usual.
    pub const fn large(mut self) -> Self {
        self.large = true;
        self
    }

    /// As wide as the available width.
    pub const fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// Whether it can be pressed. A button that cannot be pressed any more, such as one that has just sent
    /// something, keeps the focus.
    pub const fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// It shows and hides something, which is shown now or not. Its icon and its accessible state say so.
    pub const fn expands(mut self, expanded: bool) -> Self {
        self.icon = Some(if expanded { Icon::Up } else { Icon::Down });
        self.expanded = Some(expanded);
        self
    }

    /// Its accessible name, if its text alone does not say what it is for, such as one of several with the
    /// same text.
    pub fn named(mut self, name: impl Into<Cow<'a, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What it is, if its text changes while it stays the same button. Otherwise another text makes another
    /// button, which does not get the key press that was meant for this one.
    pub const fn identity(mut self, identity: &'static str) -> Self {
        self.identity = Some(identity);
        self
    }

    /// Its widget id, if others give it the focus.
    pub const fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// The colours of background, text and outline.
    const fn colours(&self, p: &Palette, hot: bool) -> (Color32, Color32, Color32) {
        match (self.kind, hot) {
            (Kind::Primary, false) => (p.accent, p.on_accent, p.accent),
            (Kind::Primary, true) => (p.accent_hover, p.on_accent, p.accent_hover),
            (Kind::Secondary, false) => (p.surface, p.ink, p.edge),
            (Kind::Secondary, true) => (p.accent_soft, p.accent_ink, p.accent),
            (Kind::Quiet, false) => (Color32::TRANSPARENT, p.ink, Color32::TRANSPARENT),
            (Kind::Quiet, true) => (p.accent_soft, p.accent_ink, Color32::TRANSPARENT),
            (Kind::Danger, false) => (p.surface, p.bad.ink, p.bad.ink),
            (Kind::Danger, true) => (p.bad.soft, p.bad.ink, p.bad.ink),
        }
    }
}

impl Button<'_> {
    /// The colours of a button that cannot be pressed: less prominent, but with enough contrast to be read.
    const fn disabled(&self, p: &Palette) -> (Color32, Color32, Color32) {
        match self.kind {
            Kind::Primary => (p.plain.soft, p.plain.ink, p.line),
            Kind::Secondary | Kind::Danger => (p.sunken, p.ink_soft, p.line),
            Kind::Quiet => (Color32::TRANSPARENT, p.ink_soft, Color32::TRANSPARENT),
        }
    }
}

/// The size of a button and its parts.
struct Measure {
    words: Arc<Galley>,
    /// The side of the icon.
    side: f32,
    /// The width of the icon with the gap after it.
    icon_wide: f32,
    size: Vec2,
}

impl Button<'_> {
    /// The width of the button, in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        self.measure(ui, f32::INFINITY).size.x
    }

    /// Makes it at least this wide, in points, so that it stays where it is when its text changes.
    pub const fn at_least(mut self, width: f32) -> Self {
        self.least_wide = width;
        self
    }

    /// Measures the button; a text that has no room in `limit` points continues on further lines.
    fn measure(&self, ui: &Ui, limit: f32) -> Measure {
        let (high, letters, side, pad) = if self.small {
            (28.0, size::SMALL, 15.0, space::S)
        } else if self.large {
            (44.0, size::LARGE, 20.0, space::L)
        } else {
            (height::CONTROL, size::BODY, 18.0, space::M + 2.0)
        };
        let label = Text::new(self.text.as_ref()).size(letters).extend();
        let label = if self.kind == Kind::Primary { label.strong() } else { label };
        let icon_wide = if self.icon.is_some() { side + 7.0 } else { 0.0 };
        let around = icon_wide + 2.0 * pad;
        let mut words = label.galley(ui, f32::INFINITY);
        let is_wrapped = !self.icon_only && words.size().x + around > limit;
        if is_wrapped {
            let label = Text::new(self.text.as_ref()).size(letters).wrap();
            let label = if self.kind == Kind::Primary { label.strong() } else { label };
            words = label.galley(ui, (limit - around).max(40.0));
        }
        let high = if is_wrapped { high.max(words.size().y + space::S) } else { high };
        let wide = if self.icon_only { high } else { (words.size().x + around).max(self.least_wide) };
        Measure { words, side, icon_wide, size: vec2(wide, high) }
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = theme::palette(ui);
        // In a row, it goes to the next line or is left out by whoever lays the row out.
        let limit = match ui.layout() {
            layout if layout.is_vertical() => ui.available_width(),
            layout if layout.main_wrap => ui.max_rect().width(),
            _ => f32::INFINITY,
        };
        let Measure { words: galley, side, icon_wide, size } = self.measure(ui, limit);
        let high = size.y;
        let wide = if self.wide { size.x.max(ui.available_width()) } else { size.x };
        let (rect, _) = ui.allocate_exact_size(vec2(wide, high), Sense::empty());
        let identity = Id::unique(self.identity.unwrap_or(&self.text));
        let id = self.id.unwrap_or_else(|| focus::widget_id(ui, identity));
        let enabled = self.enabled && ui.is_enabled();
        let sense = match enabled {
            true => Sense::click(),
            false if ui.memory(|memory| memory.has_focus(id)) => Sense::FOCUSABLE,
            false => Sense::hover(),
        };
        let response = ui.interact(rect, id, sense);
        let name = without_direction_marks(self.name.as_ref().unwrap_or(&self.text));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &name));
        if let Some(expanded) = self.expanded {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_expanded(expanded));
        }
        focus::stop(ui, &response, self.id.unwrap_or(identity));
        if enabled {
            on_screen::report(ui, &name, response.id);
        }
        if ui.is_rect_visible(rect) {
            let hot = theme::is_highlighted(ui, &response);
            let (ground, ink, edge) = if enabled { self.colours(p, hot) } else { self.disabled(p) };
            let painter = ui.painter();
            painter.rect(
                rect,
                CornerRadius::same(round::CONTROL),
                ground,
                Stroke::new(1.0, edge),
                StrokeKind::Inside,
            );
            theme::focus_ring(ui, &response, rect, round::CONTROL);
            let rtl = is_rtl(ui);
            if self.icon_only {
                if let Some(icon) = self.icon {
                    icon.paint(painter, rect.shrink((high - side) / 2.0), ink, rtl);
                }
            } else {
                let inner = Rect::from_center_size(rect.center(), vec2(galley.size().x + icon_wide, high));
                let (icon_rect, rest) = split_leading(inner, icon_wide, rtl);
                let text_rect = if let Some(icon) = self.icon {
                    let (icon_rect, _) = split_leading(icon_rect, side, rtl);
                    icon.paint(painter, icon_rect, ink, rtl);
                    rest
                } else {
                    inner
                };
                let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), text_rect);
                painter.galley(at.min, galley, ink);
            }
        }
        let response = if enabled { response.on_hover_cursor(CursorIcon::PointingHand) } else { response };
        match self.icon_only {
            // Below it stands the next button.
            true if focus::region(ui.ctx()) == Region::Navigation => {
                vitrine_text::tooltip_beside(ui, response, self.text)
            }
            true => vitrine_text::tooltip(response, self.text),
            false => response,
        }
    }
}
