//! The room of a screen beside the navigation: its margins, its title, and the bar at its foot.

use std::borrow::Cow;

use eframe::egui::{Frame, Margin, Rect, Stroke, Ui, UiBuilder, vec2};

use crate::ui::layout::{column_layout, is_rtl, sides};
use crate::ui::scroll::Scroll;
use crate::ui::text::Text;
use crate::ui::theme::{self, height, space};

/// The room of a screen, with the window's margins; it scrolls when it has to.
pub fn page(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui)) {
    let rtl = is_rtl(ui);
    Scroll::new(id).show(ui, |ui| {
        margins(ui).show(ui, |ui| {
            ui.with_layout(column_layout(rtl), |ui| {
                ui.set_width(ui.available_width());
                contents(ui);
            });
        });
    });
}

/// The room of a screen whose last part takes the height that is left: `contents` is told where the room ends. In a low
/// window the last part keeps a usable height, and the whole scrolls.
pub fn fixed_page(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui, Bottom)) {
    let bottom = ui.available_rect_before_wrap().bottom() - space::M;
    let top = ui.cursor().top();
    page(ui, id, |ui| {
        let scrolled = top + f32::from(margins(ui).inner_margin.top) - ui.cursor().top();
        contents(ui, Bottom(bottom - scrolled));
    });
}

/// Where the visible room ends, in the coordinates of the page.
#[derive(Clone, Copy)]
pub struct Bottom(f32);

impl Bottom {
    /// Gives the rest of the height to what is drawn last.
    pub fn fill(self, ui: &mut Ui, least: f32, contents: impl FnOnce(&mut Ui)) {
        let height = (self.0 - ui.cursor().top()).max(least);
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

/// A screen's name, and what may be done with all of it.
pub fn title(ui: &mut Ui, text: Cow<'_, str>, trailing: impl FnOnce(&mut Ui)) {
    sides(
        ui,
        height::CONTROL,
        |ui| {
            ui.add(Text::new(text).heading().truncate());
        },
        trailing,
    );
}

/// The bar at the foot of a screen where its one main thing is done. Its room is kept before the page is drawn, and it is
/// drawn after it: so the Tab key comes to it last.
pub struct Foot(Rect);

impl Foot {
    const HIGH: f32 = height::CONTROL + 2.0 * Self::MARGIN;
    const MARGIN: f32 = 10.0;

    pub fn keep_room(ui: &mut Ui) -> Self {
        let room = ui.available_rect_before_wrap();
        let (page, foot) = room.split_top_bottom_at_y(room.bottom() - Self::HIGH);
        ui.set_max_height(page.height());
        Self(foot)
    }

    pub fn show(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        let p = theme::palette(ui);
        ui.painter().rect_filled(self.0, 0.0, p.surface);
        ui.painter().hline(self.0.x_range(), self.0.top() + 0.5, Stroke::new(1.0, p.line));
        let side = f32::from(margins(ui).inner_margin.left);
        let room = self.0.shrink2(vec2(side, Self::MARGIN));
        contents(&mut ui.new_child(UiBuilder::new().id_salt("foot").max_rect(room).layout(column_layout(is_rtl(ui)))));
    }
}
