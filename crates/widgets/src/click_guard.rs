//! Keeps a click from reaching what lies behind the thing that it closes.
//!
//! egui gives every press to whatever lies under the pointer when it arrives. The second click of a double
//! click on the button of a dialog, a toast or a menu would so press what appears in its place, and a click
//! beside a menu would press what lies there as well as close the menu. Such presses are taken out of the
//! input, before egui sees them:
//!
//! 1. When what was clicked is gone or covered, further clicks on the same spot do nothing as long as they
//!    follow each other like those of a double click, or come sooner after the first frame that was painted
//!    without what was clicked than anybody reacts to it: nobody means what they have not seen. Clicks
//!    elsewhere are meant.
//! 2. While a menu is open, a click beside it, and Escape, close it and do nothing else.
//!
//! Typing ends the time of further clicks.
//!
//! A frame tells only between which frames a press came. The earlier one counts, so that slow frames do not
//! use up the time.

use std::time::Duration;

use egui::{Context, Event, Id, Key, Plugin, PointerButton, Popup, Pos2, RawInput, Ui, WidgetRect};

/// For how long further clicks belong to the one before, in seconds. Desktops take half a second by default.
const DOUBLE_CLICK_SECONDS: f64 = 0.5;
/// Nobody sees, understands and clicks something that took the place of something else sooner than this, in
/// seconds.
const REACTION_SECONDS: f64 = 0.25;
/// How far apart such clicks are at most, in points: a hand in a hurry does not hold the mouse quite still.
const NEAR: f32 = 12.0;
/// A finger that stays opens a menu, in seconds.
const LONG_TOUCH_SECONDS: f64 = 0.8;
/// While further clicks may come, frames follow each other at least this fast, to tell when a press came.
const FRAME_INTERVAL: Duration = Duration::from_millis(16);

/// An egui plugin that drops presses which were not meant for what would get them.
#[derive(Debug, Default)]
pub struct ClickGuard {
    /// The last press, whether it was dropped or not.
    last: Option<Press>,
    /// What was clicked by the last press that was not dropped.
    clicked: Option<Clicked>,
    replaced: Replaced,
    /// When the frame before began, in seconds.
    frame_before: f64,
    /// A press was dropped, and its release is to be.
    is_dropping: bool,
}

#[derive(Clone, Copy, Debug)]
struct Press {
    at: Pos2,
    /// In seconds.
    time: f64,
}

#[derive(Clone, Copy, Debug)]
enum Clicked {
    /// A widget, and where it was pressed.
    Widget(Id, Pos2),
    /// A place beside a menu, which closed it.
    BesideMenu,
}

/// Since when something else has been where the person clicked.
#[derive(Clone, Copy, Debug, Default)]
enum Replaced {
    #[default]
    No,
    /// In a frame that began then, in seconds; it may not be painted yet.
    Drawn(f64),
    /// A frame without it was painted by then, in seconds.
    Shown(f64),
}

impl Plugin for ClickGuard {
    fn debug_name(&self) -> &'static str {
        "click guard"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input.time.unwrap_or_else(|| ctx.input(|input| input.time) + f64::from(input.predicted_dt));
        if let Replaced::Drawn(then) = self.replaced
            && then < now
        {
            self.replaced = Replaced::Shown(now);
        }
        // Whoever has typed since does not go on clicking.
        let is_typing = |event: &Event| {
            matches!(
                event,
                Event::Text(_) | Event::Paste(_) | Event::Key { key: Key::Enter, pressed: true, .. }
            )
        };
        if input.events.iter().any(is_typing) {
            (self.last, self.clicked, self.replaced) = (None, None, Replaced::No);
        }
        input.events.retain(|event| match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => {
                self.takes(ctx, *pos, *pressed, now)
            }
            Event::Key { key: Key::Escape, pressed: true, .. } => !closes_menu(ctx),
            _ => true,
        });
        self.frame_before = now;
    }

    fn on_begin_pass(&mut self, ui: &mut Ui) {
        // A slow hand, or a slow computer, is no reason to ignore a click. Only for fingers is a long press
        // something else.
        let limit = if ui.input(egui::InputState::any_touches) { LONG_TOUCH_SECONDS } else { f64::INFINITY };
        ui.ctx().options_mut(|options| options.input_options.max_click_duration = limit);
        if let (Some(id), Some(last)) = (ui.interaction_snapshot(|now| now.clicked), self.last) {
            (self.clicked, self.replaced) = (Some(Clicked::Widget(id, last.at)), Replaced::No);
        }
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        if !self.is_clicked_gone(ui.ctx()) {
            self.replaced = Replaced::No;
        } else if matches!(self.replaced, Replaced::No) {
            self.replaced = Replaced::Drawn(ui.input(|input| input.time));
            // The next frame tells when this one was painted.
            ui.ctx().request_repaint();
        }
        // Requested at the end, because egui forgets at the beginning of a frame what was requested before.
        if self.ends_at().is_some_and(|end| self.frame_before < end) {
            ui.ctx().request_repaint_after(FRAME_INTERVAL);
        }
    }
}

impl ClickGuard {
    /// Whether egui gets the press or release.
    fn takes(&mut self, ctx: &Context, at: Pos2, pressed: bool, now: f64) -> bool {
        if !pressed {
            return !std::mem::take(&mut self.is_dropping);
        }
        let is_near = self.last.is_some_and(|last| last.at.distance(at) <= NEAR);
        let is_replaced = !matches!(self.replaced, Replaced::No);
        let is_further = is_near && is_replaced && self.ends_at().is_none_or(|end| self.frame_before < end);
        self.last = Some(Press { at, time: now });
        self.is_dropping = is_further;
        if !is_further {
            // What was clicked may go only after the second click of a double click has begun.
            self.clicked = self.clicked.filter(|_| is_near && !is_replaced);
            self.replaced = Replaced::No;
            if is_beside_menu(ctx, at) && closes_menu(ctx) {
                (self.clicked, self.is_dropping) = (Some(Clicked::BesideMenu), true);
            }
        }
        !self.is_dropping
    }

    /// When a click is meant for what took the place of what was clicked, in seconds; `None`: it was not
    /// shown yet.
    fn ends_at(&self) -> Option<f64> {
        let (Replaced::Shown(since), Some(last)) = (self.replaced, self.last) else { return None };
        Some((last.time + DOUBLE_CLICK_SECONDS).max(since + REACTION_SECONDS))
    }

    /// Whether what was clicked does not lie there any more.
    fn is_clicked_gone(&self, ctx: &Context) -> bool {
        match self.clicked {
            None => false,
            Some(Clicked::BesideMenu) => !Popup::is_any_open(ctx),
            Some(Clicked::Widget(id, at)) => {
                // A dialog that the click opened covers it.
                let on_top = ctx.layer_id_at(at);
                let lies_there = |it: &WidgetRect| {
                    it.interact_rect.contains(at) && on_top.is_none_or(|layer| layer == it.layer_id)
                };
                ctx.viewport(|viewport| !viewport.this_pass.widgets.get(id).is_some_and(lies_there))
            }
        }
    }
}

/// Whether a menu is open, and this place is not on it.
fn is_beside_menu(ctx: &Context, at: Pos2) -> bool {
    Popup::is_any_open(ctx) && !ctx.layer_id_at(at).is_some_and(|layer| Popup::is_id_open(ctx, layer.id))
}

/// Closes the menu that is open; returns whether one was.
fn closes_menu(ctx: &Context) -> bool {
    let is_open = Popup::is_any_open(ctx);
    if is_open {
        Popup::close_all(ctx);
        ctx.request_repaint();
    }
    is_open
}
