//! Modal dialogs: neither the pointer nor the Tab key reaches what is behind them.

use std::borrow::Cow;

use egui::{
    Context, Event, FocusDirection, Frame, Id, Key, Margin, Modal, Modifiers, PointerButton, Ui, Vec2,
    accesskit::Role,
};

use super::Button;
use crate::focus::{self, Holder, Region};
use crate::input_splitter::expect_focus;
use crate::layout::{column, column_layout, is_rtl, sides};
use crate::on_screen;
use crate::scroll::Scroll;
use crate::theme::{self, height, size, space};
use vitrine_text::without_direction_marks;
use vitrine_text::{Text, is_typing};

/// How a dialog was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// By its confirming button.
    Confirmed,
    /// By its cancel button, Escape, or a click beside it.
    Cancelled,
}

/// A modal dialog.
#[must_use = "show it over a ui"]
pub struct Dialog<'a> {
    id: &'static str,
    title: Cow<'a, str>,
    cancel: Cow<'a, str>,
    confirm: Option<Button<'a>>,
    ready: bool,
    hint: Option<Cow<'a, str>>,
    said: Option<Cow<'a, str>>,
    focus_contents: bool,
    /// The widget of the contents that gets the initial focus, if not the first one.
    focus_widget: Option<Id>,
    large: bool,
    /// The widest contents, in points.
    widest: Option<f32>,
    asks_before_closing: bool,
    enter_confirms: bool,
}

/// The height around the contents of a large dialog: window edge, margins, title and buttons, in points.
const CHROME_HEIGHT: f32 = 148.0;

/// The state of an open dialog.
#[derive(Clone, Copy)]
struct Open {
    /// The last pass in which it was drawn; a dialog that was not drawn is closed.
    pass: u64,
    /// The first frame in which it was drawn. The input of that frame may still contain the key press or
    /// click that opened it.
    frame: u64,
    /// The widget that opened it, which gets the focus back.
    opener: Option<Holder>,
    /// The widget outside of all dialogs that led to it, which gets the focus back if `opener` is gone: it
    /// may have been in a dialog that this one replaced.
    origin: Option<Holder>,
    /// Whether any of its widgets has had the focus.
    had_focus: bool,
    /// Its size, by which it is centred.
    size: Vec2,
}

impl<'a> Dialog<'a> {
    /// A dialog with a cancel button labelled `cancel`.
    pub fn new(id: &'static str, title: impl Into<Cow<'a, str>>, cancel: impl Into<Cow<'a, str>>) -> Self {
        Self {
            id,
            title: title.into(),
            cancel: cancel.into(),
            confirm: None,
            ready: true,
            hint: None,
            said: None,
            focus_contents: false,
            focus_widget: None,
            large: false,
            widest: None,
            asks_before_closing: false,
            enter_confirms: false,
        }
    }

    /// Adds the confirming button, a primary or a dangerous one.
    pub fn confirm(mut self, button: Button<'a>) -> Self {
        self.confirm = Some(button);
        self
    }

    /// Whether the confirming button is enabled.
    pub const fn ready(mut self, ready: bool) -> Self {
        self.ready = ready;
        self
    }

    /// Why the confirming button is not enabled, in a few words beside it.
    pub fn hint(mut self, hint: Option<Cow<'a, str>>) -> Self {
        self.hint = hint;
        self
    }

    /// What its contents amount to, in a line beside the buttons.
    pub fn said(mut self, said: Option<Cow<'a, str>>) -> Self {
        self.said = said;
        self
    }

    /// Puts the initial focus on the first widget of the contents, for typing or working there. The default
    /// is the cancel button, which has the focus in any case where the confirming button destroys something.
    pub const fn focus_contents(mut self) -> Self {
        self.focus_contents = true;
        self
    }

    /// As [`focus_contents`](Self::focus_contents), on this widget.
    pub const fn focus_widget(mut self, id: Id) -> Self {
        (self.focus_contents, self.focus_widget) = (true, Some(id));
        self
    }

    /// Makes it as large as the window and ignores clicks beside it, for longer work.
    pub const fn large(mut self) -> Self {
        self.large = true;
        self
    }

    /// Limits the width of a large dialog, in points.
    pub const fn up_to(mut self, points: f32) -> Self {
        self.widest = Some(points);
        self
    }

    /// Keeps it open when it is cancelled, because a question follows, which closes it by [`Dialog::close`].
    pub const fn asks_before_closing(mut self, asks: bool) -> Self {
        self.asks_before_closing = asks;
        self
    }

    /// Lets Enter in an editor of its contents press the confirming button, where there is little else to
    /// fill in. In a table it leads to the next row.
    pub const fn enter_confirms(mut self) -> Self {
        self.enter_confirms = true;
        self
    }

    /// The height of a large dialog's contents, in points.
    pub fn room(ui: &Ui) -> f32 {
        ui.ctx().content_rect().height() - CHROME_HEIGHT
    }

    /// Whether a dialog was drawn in this pass.
    pub fn is_drawn(ctx: &Context) -> bool {
        ctx.data(|data| data.get_temp::<Drawn>(Id::unique(DRAWN)))
            .is_some_and(|drawn| drawn.pass == ctx.cumulative_pass_nr())
    }

    /// Draws the dialog; returns the answer once there is one.
    pub fn show(self, ui: &Ui, contents: impl FnOnce(&mut Ui)) -> Option<Answer> {
        let rtl = is_rtl(ui);
        let focus_contents = self.focuses_contents();
        let window = ui.ctx().content_rect();
        let (large, asks_before_closing) = (self.large, self.asks_before_closing);
        let (beside, usual) = if large { (24.0 + 44.0, 1160.0) } else { (80.0, 520.0) };
        let widest = self.widest.unwrap_or(usual);
        let max_height = if large { Self::room(ui) } else { window.height() - 190.0 };
        let frame = theme::card(ui).inner_margin(Margin::same(22)).shadow(ui.visuals().window_shadow);
        let id = Id::unique(self.id);
        let open = open_state(ui, id, focus_contents.then_some(self.focus_widget));
        ui.data_mut(|data| {
            data.insert_temp(Id::unique(DRAWN), Drawn { pass: open.pass, origin: open.origin })
        });
        let is_first_frame = open.frame == ui.ctx().cumulative_frame_nr();
        if is_first_frame {
            ui.input_mut(|input| PRESS_KEYS.map(|key| input.consume_key(Modifiers::NONE, key)));
        }
        let modal = Modal::new(id).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width((window.width() - beside).min(widest));
            let name = without_direction_marks(&self.title).into_owned();
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(Role::Dialog);
                node.set_label(name);
                node.set_modal();
            });
            ui.with_layout(column_layout(rtl), |ui| {
                self.fill(ui, max_height, is_first_frame, !is_first_frame && !open.had_focus, contents)
            })
            .inner
        });
        let closed = modal.should_close() && !(large && modal.backdrop_response.clicked());
        // The second click of a double click was aimed at the widget that opened the dialog.
        let is_repeated_click = ui.input(|input| {
            let pointer = &input.pointer;
            pointer.button_double_clicked(PointerButton::Primary)
                || pointer.button_triple_clicked(PointerButton::Primary)
        });
        let answer = modal
            .inner
            .or(closed.then_some(Answer::Cancelled))
            .filter(|_| !is_first_frame && !is_repeated_click);
        let focused = ui.memory(|memory| memory.focused());
        let is_inside = |id| focus::widgets_on(ui.ctx(), modal.response.layer_id).contains(&id);
        let had_focus = open.had_focus || focused.is_some_and(is_inside);
        let size = modal.response.rect.size();
        if (size - open.size).abs().max_elem() > 0.5 {
            ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(id, Open { had_focus, size, ..open }));
        if answer.is_some_and(|answer| answer == Answer::Confirmed || !asks_before_closing) {
            ui.data_mut(|data| data.remove::<Open>(id));
            focus::return_to(ui.ctx(), open.opener, open.origin);
        } else if !had_focus {
            ui.ctx().request_repaint();
        }
        answer
    }

    fn focuses_contents(&self) -> bool {
        self.focus_contents && !self.confirm.as_ref().is_some_and(Button::is_dangerous)
    }

    /// Closes a dialog that was answered by its contents, such as a list, or by a question in front of it:
    /// the widget that opened it gets the focus back.
    pub fn close(ui: &Ui, id: &'static str) {
        let id = Id::unique(id);
        let open = ui.data(|data| data.get_temp::<Open>(id));
        ui.data_mut(|data| data.remove::<Open>(id));
        focus::return_to(ui.ctx(), open.and_then(|open| open.opener), open.and_then(|open| open.origin));
    }

    fn fill(
        self,
        ui: &mut Ui,
        max_height: f32,
        is_new: bool,
        sets_focus: bool,
        contents: impl FnOnce(&mut Ui),
    ) -> Option<Answer> {
        ui.spacing_mut().item_spacing.y = space::M;
        let focus_contents = self.focuses_contents();
        let is_safe = self.confirm.as_ref().is_some_and(|confirm| !confirm.is_dangerous());
        let is_confirmed = is_safe
            && takes_main_action(
                ui,
                self.enter_confirms && is_typing(ui.ctx()) && !focus::is_in(ui.ctx(), Region::Table),
            )
            && self.ready;
        ui.add(Text::new(self.title).strong().size(size::LARGE).wrap());
        Scroll::new(self.id).up_to(max_height.max(120.0)).grow_at_once().by_keys().begin_at_top(is_new).show(
            ui,
            |ui| {
                // Space for focus rings.
                Frame::new().inner_margin(Margin::symmetric(0, 5)).show(ui, |ui| column(ui, contents));
            },
        );
        let mut answer = is_confirmed.then_some(Answer::Confirmed);
        let (cancel, confirm) = (Button::secondary(self.cancel), self.confirm);
        sides(
            ui,
            height::CONTROL,
            |ui| {
                let p = theme::palette(ui);
                if let Some(hint) = self.hint {
                    let shown =
                        ui.add(Text::new(hint.as_ref()).small().color(p.bad.ink).truncate().announced(false));
                    vitrine_text::tooltip(shown, hint);
                } else if let Some(said) = self.said {
                    let shown = ui.add(Text::new(said.as_ref()).small().color(p.ink_soft).truncate());
                    vitrine_text::tooltip(shown, said);
                }
            },
            |ui| {
                let cancel = ui.add(cancel);
                if cancel.clicked() {
                    answer = Some(Answer::Cancelled);
                }
                if sets_focus && !focus_contents {
                    cancel.request_focus();
                }
                if let Some(confirm) = confirm
                    && ui.add(confirm.enabled(self.ready)).clicked()
                {
                    answer = Some(Answer::Confirmed);
                }
            },
        );
        answer
    }
}

/// Takes the key of the main action out of the input; returns whether it was pressed for this dialog. One
/// that is held, from the dialog before, answers nothing. `with_enter`: Enter alone is that key, too.
fn takes_main_action(ui: &Ui, with_enter: bool) -> bool {
    if !ui.memory(|memory| memory.allows_interaction(ui.layer_id())) {
        return false;
    }
    let mut is_pressed = false;
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key { key: Key::Enter, pressed: true, repeat, modifiers, .. }
                if (modifiers.command && !modifiers.shift) || (with_enter && modifiers.is_none()) =>
            {
                is_pressed |= !repeat;
                false
            }
            _ => true,
        });
    });
    is_pressed
}

/// The dialog that was drawn last.
#[derive(Clone, Copy)]
struct Drawn {
    pass: u64,
    origin: Option<Holder>,
}

/// The key of [`Drawn`] in egui's memory.
const DRAWN: &str = "the dialog that was drawn last";

/// The keys that press the focused button.
const PRESS_KEYS: [Key; 2] = [Key::Enter, Key::Space];

/// Call it at the start of each frame. Ignores repeats of a held key, so that it presses only one button.
/// Remembers the widget that was clicked, in case it opens a dialog.
pub fn begin_frame(ctx: &Context) {
    on_screen::begin_frame(ctx);
    if !is_typing(ctx) {
        let is_held =
            |event: &Event| matches!(event, Event::Key { key, repeat: true, .. } if PRESS_KEYS.contains(key));
        ctx.input_mut(|input| input.events.retain(|event| !is_held(event)));
    }
    let pass = ctx.cumulative_pass_nr();
    if let Some(id) = ctx.interaction_snapshot(|now| now.clicked) {
        ctx.data_mut(|data| data.insert_temp(Id::unique(CLICKED), Clicked { id, pass }));
    }
}

/// The widget that was clicked last.
#[derive(Clone, Copy)]
struct Clicked {
    id: Id,
    pass: u64,
}

/// The key of [`Clicked`] in egui's memory.
const CLICKED: &str = "what the pointer clicked last";

/// The number of passes between a click and the dialog it opens: actions are performed after the frame, which
/// may have two passes.
const MAX_PASSES_TO_OPEN: u64 = 4;

/// The widget that opens a dialog in this pass: the focused one, else the one just clicked.
fn opener(ctx: &Context, pass: u64) -> Option<Holder> {
    let clicked = || ctx.data(|data| data.get_temp::<Clicked>(Id::unique(CLICKED)));
    let just_now = |clicked: &Clicked| clicked.pass + MAX_PASSES_TO_OPEN >= pass;
    let opener = ctx.memory(|memory| memory.focused()).or_else(|| Some(clicked().filter(just_now)?.id))?;
    focus::holder(ctx, opener)
}

/// The state of a dialog that is being drawn. In its first frame none of its widgets has the focus, so that
/// the input that opened it cannot answer it; from the next frame on, its initial widget gets the focus until
/// it has had it. While egui measures new widgets none can take the focus, so this may need another pass.
/// `contents`: whether its contents get the focus, and which widget of them, if not the first one.
fn open_state(ui: &Ui, id: Id, contents: Option<Option<Id>>) -> Open {
    let pass = ui.ctx().cumulative_pass_nr();
    let frame = ui.ctx().cumulative_frame_nr();
    let held = ui.data(|data| data.get_temp::<Open>(id)).filter(|open| open.pass + 1 >= pass);
    let open = match held {
        Some(open) => Open { pass, ..open },
        None => {
            let opener = opener(ui.ctx(), pass);
            let before = ui.data(|data| data.get_temp::<Drawn>(Id::unique(DRAWN)));
            let replaced = before.filter(|before| before.pass + MAX_PASSES_TO_OPEN >= pass);
            let origin = replaced.map_or(opener, |replaced| replaced.origin);
            Open { pass, frame, opener, origin, had_focus: false, size: Vec2::ZERO }
        }
    };
    if open.frame == frame {
        expect_focus(ui.ctx());
    }
    if !open.had_focus {
        focus::suspend(ui.ctx());
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
            match contents.filter(|_| open.frame != frame) {
                Some(Some(widget)) => memory.request_focus(widget),
                Some(None) => memory.move_focus(FocusDirection::Next),
                None => {}
            }
        });
    }
    open
}
