//! Notices: what happened, why, and what to do.

use std::borrow::Cow;

use egui::accesskit::Live;
use egui::{Frame, Role, Ui, UiBuilder, WidgetInfo, vec2};

use super::{Button, belonging_to};
use crate::icons::Icon;
use crate::layout::{column, column_layout, is_rtl, row_layout};
use crate::theme::{self, Tone, space};
use vitrine_text::{Text, announced_id, without_direction_marks};

/// A coloured box with an icon, a title, an optional button, and any contents below the title.
#[must_use = "show it in a ui"]
pub struct Notice<'a> {
    tone: Tone,
    icon: Icon,
    title: Cow<'a, str>,
    action: Option<Button<'a>>,
    frame: Frame,
    is_announced: bool,
    /// What is announced instead of the title.
    spoken: Option<String>,
    /// What is heard of the title, and what is only its description.
    heard: Option<(String, String)>,
    is_stacked: bool,
}

impl<'a> Notice<'a> {
    /// A notice in a tone.
    pub fn new(tone: Tone, icon: Icon, title: impl Into<Cow<'a, str>>) -> Self {
        Self {
            tone,
            icon,
            title: title.into(),
            action: None,
            frame: theme::notice(tone),
            is_announced: true,
            spoken: None,
            heard: None,
            is_stacked: false,
        }
    }

    /// Adds a button at the trailing side of the title.
    pub fn action(mut self, button: Button<'a>) -> Self {
        self.action = Some(button);
        self
    }

    /// Screen readers do not announce its title, because it changes all the time.
    pub const fn unannounced(mut self) -> Self {
        self.is_announced = false;
        self
    }

    /// Screen readers announce all of the problem or the question at once: parts that are announced one by
    /// one come in any order.
    pub fn spoken(mut self, said: Option<String>) -> Self {
        self.spoken = said;
        self
    }

    /// What is heard of the title, without the time in it that changes each second, which only describes it.
    pub fn heard(mut self, reason: String, time: Option<String>) -> Self {
        self.heard = Some((reason, time.unwrap_or_default()));
        self
    }

    /// Puts the contents and the button below the title, with the whole width, as in a narrow panel.
    pub fn stacked(mut self) -> Self {
        self.frame = self.frame.inner_margin(egui::Margin::symmetric(12, 10));
        self.is_stacked = true;
        self
    }

    /// Replaces the frame, as for a toast.
    pub const fn frame(mut self, frame: Frame) -> Self {
        self.frame = frame;
        self
    }

    /// Draws it with `more` below the title. Returns whether its button was pressed.
    pub fn show(self, ui: &mut Ui, more: impl FnOnce(&mut Ui)) -> bool {
        let whole = self.heard.as_ref().map_or(self.title.as_ref(), |(heard, _)| heard).to_owned();
        belonging_to(ui, &whole, |ui| {
            if self.is_stacked { self.show_stacked(ui, more) } else { self.show_beside(ui, more) }
        })
    }

    fn show_beside(self, ui: &mut Ui, more: impl FnOnce(&mut Ui)) -> bool {
        let rtl = is_rtl(ui);
        let mut pressed = false;
        self.frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.with_layout(row_layout(rtl).with_cross_align(egui::Align::Min), |ui| {
                ui.spacing_mut().item_spacing = vec2(space::S + 2.0, space::XS);
                self.sign(ui, 21.0);
                let taken = self.action.as_ref().map_or(0.0, |button| button.width(ui) + space::M);
                let room = vec2((ui.available_width() - taken).max(60.0), 0.0);
                ui.allocate_ui_with_layout(room, column_layout(rtl), |ui| {
                    ui.set_width(room.x);
                    self.title(ui);
                    column(ui, more);
                });
                if let Some(button) = self.action {
                    pressed = ui.add(button).clicked();
                }
            });
        });
        pressed
    }

    /// The icon, which says the whole of a problem or a question.
    fn sign(&self, ui: &mut Ui, side: f32) {
        let Some(spoken) = self.spoken.as_deref().filter(|_| self.is_announced) else {
            self.icon.show(ui, side, self.tone.ink);
            return;
        };
        let spoken = without_direction_marks(spoken);
        let own = UiBuilder::new().scope_id(announced_id(ui, &spoken));
        let sign = ui.scope_builder(own, |ui| self.icon.show(ui, side, self.tone.ink)).inner;
        sign.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        let live = if self.tone == theme::palette(ui).bad { Live::Assertive } else { Live::Polite };
        ui.ctx().accesskit_node_builder(sign.id, |node| node.set_live(live));
    }

    fn title(&self, ui: &mut Ui) {
        let p = theme::palette(ui);
        let title = Text::new(self.title.as_ref()).strong().color(p.ink).wrap();
        let (is_urgent, is_announced) = (self.tone == p.bad, self.is_announced && self.spoken.is_none());
        let Some((heard, described)) = &self.heard else {
            ui.add(if is_announced { title.announced(is_urgent) } else { title });
            return;
        };
        // The same widget as long as the same is heard: the title changes each second.
        let own = UiBuilder::new().scope_id(announced_id(ui, heard));
        let title = ui.scope_builder(own, |ui| ui.add(title)).inner;
        ui.ctx().accesskit_node_builder(title.id, |node| {
            node.set_value(without_direction_marks(heard).as_ref());
            node.set_description(without_direction_marks(described).as_ref());
            if is_announced {
                node.set_live(if is_urgent { Live::Assertive } else { Live::Polite });
            }
        });
    }

    fn show_stacked(self, ui: &mut Ui, more: impl FnOnce(&mut Ui)) -> bool {
        let rtl = is_rtl(ui);
        let mut pressed = false;
        self.frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.with_layout(column_layout(rtl), |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing = vec2(space::S, space::S - 2.0);
                ui.with_layout(row_layout(rtl).with_cross_align(egui::Align::Min), |ui| {
                    self.sign(ui, 18.0);
                    self.title(ui);
                });
                more(ui);
                if let Some(button) = self.action {
                    pressed = ui.add(button).clicked();
                }
            });
        });
        pressed
    }
}
