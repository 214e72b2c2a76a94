//! A question or a form in front of the window. What is behind it waits: neither the pointer nor the Tab key gets there.

use std::borrow::Cow;

use eframe::egui::{Id, Margin, Modal, ScrollArea, Ui, accesskit::Role};

use super::Button;
use crate::i18n::without_direction_marks;
use crate::ui::layout::{column, column_layout, is_rtl, sides};
use crate::ui::text::Text;
use crate::ui::theme::{self, height, size, space};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Confirmed,
    /// By its button, Escape, or a click beside the dialog.
    Cancelled,
}

#[must_use = "show it over a ui"]
pub struct Dialog<'a> {
    id: &'static str,
    title: Cow<'a, str>,
    cancel: Cow<'a, str>,
    confirm: Option<Button<'a>>,
    ready: bool,
}

/// What is kept of an open dialog.
#[derive(Clone, Copy)]
struct Open {
    /// The last pass it was drawn in: one that was not drawn is closed.
    pass: u64,
    /// What had the keyboard before, and gets it back.
    before: Option<Id>,
}

impl<'a> Dialog<'a> {
    /// `cancel` is what the button that changes nothing is called.
    pub fn new(id: &'static str, title: impl Into<Cow<'a, str>>, cancel: impl Into<Cow<'a, str>>) -> Self {
        Self { id, title: title.into(), cancel: cancel.into(), confirm: None, ready: true }
    }

    /// The button that does it: a primary one, or a dangerous one.
    pub fn confirm(mut self, button: Button<'a>) -> Self {
        self.confirm = Some(button);
        self
    }

    /// Whether it can be confirmed as it is.
    pub const fn ready(mut self, ready: bool) -> Self {
        self.ready = ready;
        self
    }

    /// The answer, once there is one.
    pub fn show(self, ui: &Ui, contents: impl FnOnce(&mut Ui)) -> Option<Answer> {
        let rtl = is_rtl(ui);
        let window = ui.ctx().content_rect();
        let frame = theme::card(ui).inner_margin(Margin::same(22)).shadow(ui.visuals().window_shadow);
        let id = Id::unique(self.id);
        let before = opened(ui, id);
        let modal = Modal::new(id).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width((window.width() - 80.0).min(520.0));
            let name = without_direction_marks(&self.title).into_owned();
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(Role::Dialog);
                node.set_label(name);
                node.set_modal();
            });
            ui.with_layout(column_layout(rtl), |ui| self.fill(ui, window.height() - 220.0, contents)).inner
        });
        let closed = modal.should_close();
        let answer = modal.inner.or(closed.then_some(Answer::Cancelled));
        if answer.is_some() {
            ui.data_mut(|data| data.remove::<Open>(id));
            if let Some(before) = before {
                ui.memory_mut(|memory| memory.request_focus(before));
            }
        }
        answer
    }

    fn fill(self, ui: &mut Ui, high: f32, contents: impl FnOnce(&mut Ui)) -> Option<Answer> {
        ui.spacing_mut().item_spacing.y = space::M;
        ui.add(Text::new(self.title).strong().size(size::LARGE).wrap());
        ScrollArea::vertical().id_salt(self.id).max_height(high.max(120.0)).auto_shrink([false, true]).show(ui, |ui| {
            column(ui, contents);
        });
        let mut answer = None;
        let (cancel, confirm) = (Button::secondary(self.cancel), self.confirm);
        sides(
            ui,
            height::CONTROL,
            |_| {},
            |ui| {
                if ui.add(cancel).clicked() {
                    answer = Some(Answer::Cancelled);
                }
                if let Some(confirm) = confirm
                    && ui.add_enabled(self.ready, confirm).clicked()
                {
                    answer = Some(Answer::Confirmed);
                }
            },
        );
        answer
    }
}

/// Notes that the dialog is there. When it just opened, its first widget gets the keyboard.
fn opened(ui: &Ui, id: Id) -> Option<Id> {
    let pass = ui.ctx().cumulative_pass_nr();
    let held = ui.data(|data| data.get_temp::<Open>(id)).filter(|open| open.pass + 1 >= pass);
    let before = held.map_or_else(|| ui.memory(|memory| memory.focused()), |open| open.before);
    if held.is_none() {
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
            memory.move_focus(eframe::egui::FocusDirection::Next);
        });
    }
    ui.data_mut(|data| data.insert_temp(id, Open { pass, before }));
    before
}
