//! A question or a form in front of the window. What is behind it waits: neither the pointer nor the Tab key gets there.

use std::borrow::Cow;

use eframe::egui::{Context, Event, FocusDirection, Frame, Id, Key, Margin, Modal, Modifiers, PointerButton, Ui, Vec2, accesskit::Role};

use super::Button;
use crate::i18n::without_direction_marks;
use crate::ui::layout::{column, column_layout, is_rtl, sides};
use crate::ui::scroll::Scroll;
use crate::ui::text::{Text, is_typing};
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
    begins_inside: bool,
    large: bool,
}

/// What a large dialog has above and below its contents: the window's edge, its own margins, title and buttons.
const AROUND: f32 = 170.0;

/// What is kept of an open dialog.
#[derive(Clone, Copy)]
struct Open {
    /// The last pass it was drawn in: one that was not drawn is closed.
    pass: u64,
    /// The frame it was drawn in first. The key press or the click that opened it may still be in that frame's input.
    frame: u64,
    /// What opened it, and gets the keyboard back.
    opener: Option<Id>,
    /// Something in it has had the keyboard.
    settled: bool,
    /// By which it stands in the middle.
    size: Vec2,
}

impl<'a> Dialog<'a> {
    /// `cancel` is what the button that changes nothing is called.
    pub fn new(id: &'static str, title: impl Into<Cow<'a, str>>, cancel: impl Into<Cow<'a, str>>) -> Self {
        Self { id, title: title.into(), cancel: cancel.into(), confirm: None, ready: true, begins_inside: false, large: false }
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

    /// The keyboard begins at the first widget of the contents, to type or to work there at once. Otherwise it begins at the
    /// button that changes nothing.
    pub const fn begins_inside(mut self) -> Self {
        self.begins_inside = true;
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
        let open = opened(ui, id, self.begins_inside);
        let opens = open.frame == ui.ctx().cumulative_frame_nr();
        if opens {
            ui.input_mut(|input| PRESSING.map(|key| input.consume_key(Modifiers::NONE, key)));
        }
        let modal = Modal::new(id).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width((window.width() - beside).min(widest));
            let name = without_direction_marks(&self.title).into_owned();
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(Role::Dialog);
                node.set_label(name);
                node.set_modal();
            });
            ui.with_layout(column_layout(rtl), |ui| self.fill(ui, high, !opens && !open.settled, contents)).inner
        });
        let closed = modal.should_close() && !(large && modal.backdrop_response.clicked());
        // The second click of a double click was meant for what opened it.
        let again = ui.input(|input| {
            let pointer = &input.pointer;
            pointer.button_double_clicked(PointerButton::Primary) || pointer.button_triple_clicked(PointerButton::Primary)
        });
        let answer = modal.inner.or(closed.then_some(Answer::Cancelled)).filter(|_| !opens && !again);
        let settled = open.settled || ui.memory(|memory| memory.focused()).is_some();
        let size = modal.response.rect.size();
        if (size - open.size).abs().max_elem() > 0.5 {
            ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(id, Open { settled, size, ..open }));
        if answer.is_some() {
            ui.data_mut(|data| data.remove::<Open>(id));
            if let Some(to) = open.opener {
                let back = GivenBack { to, from: open.pass + 2 };
                ui.data_mut(|data| data.insert_temp(Id::unique(GIVEN_BACK), back));
                ui.ctx().request_repaint();
            }
        } else if !settled {
            ui.ctx().request_repaint();
        }
        answer
    }

    fn fill(self, ui: &mut Ui, high: f32, begins: bool, contents: impl FnOnce(&mut Ui)) -> Option<Answer> {
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
                if begins && !self.begins_inside {
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

/// The keys that press the button which has the keyboard.
const PRESSING: [Key; 2] = [Key::Enter, Key::Space];

/// What dialogs need at the start of each frame. A key that is held presses one button only, not the one that has the
/// keyboard next. What was clicked is remembered, in case it opens a dialog. And the keyboard is given back to what opened
/// one that was closed: egui takes the focus from whatever is behind a dialog until it has drawn a frame without one.
pub fn begin_frame(ctx: &Context) {
    if !is_typing(ctx) {
        let is_held = |event: &Event| matches!(event, Event::Key { key, repeat: true, .. } if PRESSING.contains(key));
        ctx.input_mut(|input| input.events.retain(|event| !is_held(event)));
    }
    let pass = ctx.cumulative_pass_nr();
    if let Some(id) = ctx.interaction_snapshot(|now| now.clicked) {
        ctx.data_mut(|data| data.insert_temp(Id::unique(CLICKED), Clicked { id, pass }));
    }
    let place = Id::unique(GIVEN_BACK);
    let Some(back) = ctx.data(|data| data.get_temp::<GivenBack>(place)) else { return };
    if pass >= back.from {
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

const GIVEN_BACK: &str = "what opened a dialog that was closed";

#[derive(Clone, Copy)]
struct Clicked {
    id: Id,
    pass: u64,
}

const CLICKED: &str = "what the pointer clicked last";

/// Passes between a click and the dialog it opens: the action is done after the frame, and frames may be drawn twice.
const PASSES_TO_OPEN: u64 = 4;

/// What opens a dialog in this pass: what has the keyboard, else what was clicked just now.
fn opener(ctx: &Context, pass: u64) -> Option<Id> {
    let clicked = || ctx.data(|data| data.get_temp::<Clicked>(Id::unique(CLICKED)));
    let just_now = |clicked: &Clicked| clicked.pass + PASSES_TO_OPEN >= pass;
    ctx.memory(|memory| memory.focused()).or_else(|| Some(clicked().filter(just_now)?.id))
}

/// The dialog is there. In the frame it opens in, nothing in it has the keyboard, so that what opened it cannot answer it;
/// from the next on, where it begins gets the keyboard until it has had it. While egui measures what is new, no widget can
/// take it, so that this may need another pass.
fn opened(ui: &Ui, id: Id, begins_inside: bool) -> Open {
    let pass = ui.ctx().cumulative_pass_nr();
    let frame = ui.ctx().cumulative_frame_nr();
    let held = ui.data(|data| data.get_temp::<Open>(id)).filter(|open| open.pass + 1 >= pass);
    let open = match held {
        Some(open) => Open { pass, ..open },
        None => Open { pass, frame, opener: opener(ui.ctx(), pass), settled: false, size: Vec2::ZERO },
    };
    if !open.settled {
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
            if begins_inside && open.frame != frame {
                memory.move_focus(FocusDirection::Next);
            }
        });
    }
    open
}
