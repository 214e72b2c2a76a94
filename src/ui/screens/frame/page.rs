//! The area of a screen beside the navigation: margins, title, and the bar at the bottom.

use std::borrow::Cow;

use eframe::egui::{Frame, Margin, Rect, Stroke, Ui, UiBuilder, vec2};

use vitrine_text::Text;
use vitrine_widgets::focus::Region;
use vitrine_widgets::layout::{column_layout, is_rtl, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, height, size, space};
use vitrine_widgets::{self as widgets, Button, focus};

/// The area of a screen with the window's margins. It scrolls if necessary, and begins at its top when the
/// screen is opened.
pub fn page(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui)) {
    let covered = widgets::covered_by_toasts(ui);
    page_beside(ui, id, covered, contents);
}

/// The area of a screen of whose height so much is taken for a while.
fn page_beside(ui: &mut Ui, id: &str, covered: f32, contents: impl FnOnce(&mut Ui)) {
    let rtl = is_rtl(ui);
    Scroll::new(id).by_keys().reopen_at_top().covered(covered).show(ui, |ui| {
        margins(ui).show(ui, |ui| {
            ui.with_layout(column_layout(rtl), |ui| {
                ui.set_width(ui.available_width());
                contents(ui);
            });
        });
    });
}

/// The area of a screen whose last part fills the remaining height: `contents` gets the position of the
/// bottom. In a low window the last part keeps a usable height, and the page scrolls.
pub fn fixed_page(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui, Bottom)) {
    fixed_page_above(ui, id, 0.0, contents);
}

/// As [`fixed_page`], above a strip of this height.
pub fn fixed_page_above(ui: &mut Ui, id: &str, strip: f32, contents: impl FnOnce(&mut Ui, Bottom)) {
    let covered = widgets::covered_by_toasts(ui);
    let visible = ui.available_rect_before_wrap().bottom() - space::M;
    let whole = visible + covered;
    let top = ui.cursor().top();
    page_beside(ui, id, covered + strip, |ui| {
        let scrolled = top + f32::from(margins(ui).inner_margin.top) - ui.cursor().top();
        contents(ui, Bottom { visible: visible - scrolled, whole: whole - scrolled });
    });
}

/// The bottom of the visible area, in the coordinates of the page; and where it is when no toasts lie there.
#[derive(Clone, Copy)]
pub struct Bottom {
    visible: f32,
    whole: f32,
}

impl Bottom {
    /// As [`fill`](Self::fill), for contents that are centred: they stay where they are when toasts come and
    /// go.
    pub fn fill_whole(self, ui: &mut Ui, min_height: f32, contents: impl FnOnce(&mut Ui)) {
        Self { visible: self.whole, ..self }.fill(ui, min_height, contents);
    }

    /// Gives `contents` the remaining height, at min_height `min_height` points.
    pub fn fill(self, ui: &mut Ui, min_height: f32, contents: impl FnOnce(&mut Ui)) {
        let height = (self.visible - ui.cursor().top()).max(min_height);
        let size = vec2(ui.available_width(), height);
        let layout = *ui.layout();
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_max_height(height);
            contents(ui);
        });
    }
}

fn margins(ui: &Ui) -> Frame {
    let wide = if ui.available_width() > 760.0 { 28 } else { 16 };
    Frame::new().inner_margin(Margin { left: wide, right: wide, top: 18, bottom: 10 })
}

/// Below this width, in points, a screen's actions stand below its title. So little room is left only where
/// everything is enlarged.
const NARROW: f32 = 440.0;

/// A screen's title, with actions that concern the whole screen at the trailing edge. In a narrow window the
/// title is smaller rather than cut.
pub fn title(ui: &mut Ui, text: Cow<'_, str>, trailing: impl FnOnce(&mut Ui)) {
    let of_size = |size| Text::new(text.as_ref()).heading().size(size);
    let heading = |ui: &mut Ui| {
        let fits =
            |size: &f32| of_size(*size).extend().galley(ui, f32::INFINITY).size().x <= ui.available_width();
        let size = [size::TITLE, size::LARGE].into_iter().find(fits).unwrap_or(size::BODY);
        widgets::page_heading(ui, of_size(size).truncate());
    };
    if ui.available_width() < NARROW {
        heading(ui);
        ui.horizontal_wrapped(trailing);
    } else {
        sides(ui, height::CONTROL, heading, trailing);
    }
}

/// A screen's title with buttons at the trailing edge. Where they leave no room for it, those with an icon go
/// without their text. Returns which button was pressed.
pub fn title_with_buttons(ui: &mut Ui, text: Cow<'_, str>, mut buttons: Vec<Button<'_>>) -> Option<usize> {
    let gaps = ui.spacing().item_spacing.x * buttons.len() as f32;
    let heading =
        Text::new(text.as_ref()).heading().size(size::LARGE).extend().galley(ui, f32::INFINITY).size().x;
    let wide: f32 = buttons.iter().map(|button| button.width(ui)).sum();
    if heading + gaps + wide > ui.available_width() {
        buttons = buttons.into_iter().map(Button::without_text).collect();
    }
    let mut pressed = None;
    title(ui, text, |ui| {
        for (index, button) in buttons.into_iter().enumerate() {
            if ui.add(button).clicked() {
                pressed = Some(index);
            }
        }
    });
    pressed
}

/// What a screen says of its contents, in a strip at its bottom: whatever stands above keeps its place when
/// something is said. Its space is reserved before the page, as high as what was said in the frame before.
pub struct NoticeStrip {
    strip: Rect,
    /// Its greatest height, in points.
    most: f32,
}

impl NoticeStrip {
    /// Its height, in points.
    pub fn height(&self) -> f32 {
        self.strip.height()
    }

    pub fn reserve(ui: &mut Ui, height: f32) -> Self {
        let room = ui.available_rect_before_wrap();
        let most = room.height() / 3.0;
        let (page, strip) = room.split_top_bottom_at_y(room.bottom() - height.min(most));
        let mut left = page.height();
        if strip.height() > 0.0 {
            // It stays where it is while toasts come and go above it.
            widgets::set_foot(ui.ctx(), strip.height());
            left -= widgets::toasts_height(ui.ctx()).min(left / 2.0);
        }
        ui.set_max_height(left);
        Self { strip, most }
    }

    /// Draws what is said. Returns its height.
    pub fn show(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) -> f32 {
        let side = f32::from(margins(ui).inner_margin.left);
        let place = UiBuilder::new().id_salt("what is said").max_rect(self.strip.shrink2(vec2(side, 0.0)));
        let mut strip = ui.new_child(place.layout(column_layout(is_rtl(ui))));
        Scroll::new("what is said").up_to(self.most - space::S).grow_at_once().show(&mut strip, contents);
        let height = strip.min_rect().height();
        let height = if height > 0.5 { height + space::S } else { 0.0 };
        if (height - self.strip.height()).abs() > 0.5 {
            ui.ctx().request_discard("something else is said");
        }
        height
    }
}

/// The bar at the bottom of a screen with its main action. Its space is reserved before the page and it is
/// drawn after it, so that the Tab key reaches it last.
pub struct BottomBar(Rect);

impl BottomBar {
    const HIGH: f32 = height::CONTROL + 2.0 * Self::MARGIN;
    const MARGIN: f32 = 8.0;

    /// Reserves the space for the bar.
    pub fn reserve(ui: &mut Ui) -> Self {
        let room = ui.available_rect_before_wrap();
        let (page, foot) = room.split_top_bottom_at_y(room.bottom() - Self::HIGH);
        widgets::set_foot(ui.ctx(), Self::HIGH);
        let toasts = widgets::toasts_height(ui.ctx()).min(page.height() / 2.0);
        ui.set_max_height(page.height() - toasts);
        Self(foot)
    }

    /// Draws the bar.
    pub fn show(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        focus::enter(ui.ctx(), Region::Foot);
        let p = theme::palette(ui);
        ui.painter().rect_filled(self.0, 0.0, p.surface);
        ui.painter().hline(self.0.x_range(), self.0.top() + 0.5, Stroke::new(1.0, p.line));
        let side = f32::from(margins(ui).inner_margin.left);
        let room = self.0.shrink2(vec2(side, Self::MARGIN));
        contents(
            &mut ui
                .new_child(UiBuilder::new().id_salt("foot").max_rect(room).layout(column_layout(is_rtl(ui)))),
        );
        focus::enter(ui.ctx(), Region::Page);
    }
}
