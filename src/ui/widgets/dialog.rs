//! A question or a form in front of the window. What is behind it waits: neither the pointer nor the Tab key gets there.

use std::borrow::Cow;

use eframe::egui::{Context, FocusDirection, Frame, Id, Margin, Modal, Ui, Vec2, accesskit::Role};

use super::Button;
use crate::i18n::without_direction_marks;
use crate::ui::layout::{column, column_layout, is_rtl, sides};
use crate::ui::scroll::Scroll;
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
    begins_harmless: bool,
    large: bool,
}

/// What a large dialog has above and below its contents: the window's edge, its own margins, title and buttons.
const AROUND: f32 = 170.0;

/// What is kept of an open dialog.
#[derive(Clone, Copy)]
struct Open {
    /// The last pass it was drawn in: one that was not drawn is closed.
    pass: u64,
    /// What had the keyboard before, and gets it back.
    before: Option<Id>,
    /// Something in it has had the keyboard.
    settled: bool,
    /// By which it stands in the middle.
    size: Vec2,
}

impl<'a> Dialog<'a> {
    /// `cancel` is what the button that changes nothing is called.
    pub fn new(id: &'static str, title: impl Into<Cow<'a, str>>, cancel: impl Into<Cow<'a, str>>) -> Self {
        Self { id, title: title.into(), cancel: cancel.into(), confirm: None, ready: true, begins_harmless: false, large: false }
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

    /// The keyboard begins at the button that changes nothing, although something that does stands before it.
    pub const fn begins_harmless(mut self) -> Self {
        self.begins_harmless = true;
        self
    }

    /// As large as the window, for work that a click beside it must not end.
    pub const fn large(mut self) -> Self {
        self.large = true;
        self
    }

    /// The height the contents of a large dialog have.
    pub fn room(ui: &Ui) -> f32 {
        ui.ctx().content_rect().height() - AROUND
    }

    /// The answer, once there is one.
    pub fn show(self, ui: &Ui, contents: impl FnOnce(&mut Ui)) -> Option<Answer> {
        let rtl = is_rtl(ui);
        let window = ui.ctx().content_rect();
        let large = self.large;
        let (beside, widest) = if large { (24.0 + 44.0, 1160.0) } else { (80.0, 520.0) };
        let high = if large { Self::room(ui) } else { window.height() - 220.0 };
        let frame = theme::card(ui).inner_margin(Margin::same(22)).shadow(ui.visuals().window_shadow);
        let id = Id::unique(self.id);
        let open = opened(ui, id, self.begins_harmless);
        let modal = Modal::new(id).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width((window.width() - beside).min(widest));
            let name = without_direction_marks(&self.title).into_owned();
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(Role::Dialog);
                node.set_label(name);
                node.set_modal();
            });
            ui.with_layout(column_layout(rtl), |ui| self.fill(ui, high, !open.settled, contents)).inner
        });
        let closed = modal.should_close() && !(large && modal.backdrop_response.clicked());
        let answer = modal.inner.or(closed.then_some(Answer::Cancelled));
        let settled = open.settled || ui.memory(|memory| memory.focused()).is_some();
        let size = modal.response.rect.size();
        if (size - open.size).abs().max_elem() > 0.5 {
            ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(id, Open { settled, size, ..open }));
        if answer.is_some() {
            ui.data_mut(|data| data.remove::<Open>(id));
            if let Some(to) = open.before {
                let back = GivenBack { to, from: open.pass + 2 };
                ui.data_mut(|data| data.insert_temp(Id::unique(GIVEN_BACK), back));
                ui.ctx().request_repaint();
            }
        } else if !settled {
            ui.ctx().request_repaint();
        }
        answer
    }

    fn fill(self, ui: &mut Ui, high: f32, opens: bool, contents: impl FnOnce(&mut Ui)) -> Option<Answer> {
        ui.spacing_mut().item_spacing.y = space::M;
        ui.add(Text::new(self.title).strong().size(size::LARGE).wrap());
        Scroll::new(self.id).up_to(high.max(120.0)).show(ui, |ui| {
            // With room for the ring around what has the keyboard.
            Frame::new().inner_margin(Margin::symmetric(0, 5)).show(ui, |ui| column(ui, contents));
        });
        let mut answer = None;
        let (cancel, confirm) = (Button::secondary(self.cancel), self.confirm);
        sides(
            ui,
            height::CONTROL,
            |_| {},
            |ui| {
                let cancel = ui.add(cancel);
                if cancel.clicked() {
                    answer = Some(Answer::Cancelled);
                }
                if opens && self.begins_harmless {
                    cancel.request_focus();
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

/// Gives the keyboard back to what had it before a dialog. To be called at the start of each frame: egui takes the focus
/// from whatever is behind a dialog until it has drawn a frame without one.
pub fn give_back_focus(ctx: &Context) {
    let place = Id::unique(GIVEN_BACK);
    let Some(back) = ctx.data(|data| data.get_temp::<GivenBack>(place)) else { return };
    if ctx.cumulative_pass_nr() >= back.from {
        ctx.data_mut(|data| data.remove::<GivenBack>(place));
        ctx.memory_mut(|memory| memory.request_focus(back.to));
    } else {
        ctx.request_repaint();
    }
}

#[derive(Clone, Copy)]
struct GivenBack {
    to: Id,
    /// The pass from which it can take it.
    from: u64,
}

const GIVEN_BACK: &str = "what had the keyboard before a dialog";

/// The dialog is there: until something in it has had the keyboard, its first widget gets it. While egui measures what
/// is new, no widget can take it, so that this may need another pass.
fn opened(ui: &Ui, id: Id, begins_harmless: bool) -> Open {
    let pass = ui.ctx().cumulative_pass_nr();
    let held = ui.data(|data| data.get_temp::<Open>(id)).filter(|open| open.pass + 1 >= pass);
    let before = held.map_or_else(|| ui.memory(|memory| memory.focused()), |open| open.before);
    let settled = held.is_some_and(|open| open.settled);
    if !settled {
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
            if !begins_harmless {
                memory.move_focus(FocusDirection::Next);
            }
        });
    }
    Open { pass, before, settled, size: held.map_or(Vec2::ZERO, |open| open.size) }
}
