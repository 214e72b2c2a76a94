//! Toasts over the screens.

use std::borrow::Cow;

use egui::{Context, Id, Stroke, Ui};

use super::{Button, Notice};
use crate::icons::Icon;
use crate::theme::{self, Tone};

/// The height that toasts take at the bottom of a screen, and the pass in which a screen has drawn a foot
/// below them, with its height.
#[derive(Clone, Copy, Debug, Default)]
struct Bottom {
    toasts: f32,
    foot: (u64, f32),
}

/// The key of [`Bottom`] in egui's memory.
const BOTTOM: &str = "toasts at the bottom of the screen";

fn bottom(ctx: &Context) -> Bottom {
    ctx.data(|data| data.get_temp(Id::unique(BOTTOM))).unwrap_or_default()
}

/// The height that the toasts take.
pub fn toasts_height(ctx: &Context) -> f32 {
    bottom(ctx).toasts
}

/// The height that the toasts take from the room that a screen has now, which is what they left.
pub fn covered_by_toasts(ui: &Ui) -> f32 {
    toasts_height(ui.ctx()).min(ui.available_height())
}

/// Sets the height that the toasts take.
pub fn set_toasts_height(ctx: &Context, toasts: f32) {
    let now = Bottom { toasts, ..bottom(ctx) };
    ctx.data_mut(|data| data.insert_temp(Id::unique(BOTTOM), now));
}

/// Reserves the foot of a screen: it stays where it is while toasts come and go above it.
pub fn set_foot(ctx: &Context, height: f32) {
    let now = Bottom { foot: (ctx.cumulative_pass_nr(), height), ..bottom(ctx) };
    ctx.data_mut(|data| data.insert_temp(Id::unique(BOTTOM), now));
}

/// The height of the foot of the screen that is drawn in this pass, or was in the one before.
pub fn foot_height(ctx: &Context) -> f32 {
    let (pass, height) = bottom(ctx).foot;
    if pass + 1 >= ctx.cumulative_pass_nr() { height } else { 0.0 }
}

/// A floating notice with a button labelled `dismiss`; `said` is announced instead of its title. Returns
/// whether the button was pressed.
pub fn toast(
    ui: &mut Ui,
    (tone, icon): (Tone, Icon),
    (title, said): (&str, Option<String>),
    dismiss: Cow<'_, str>,
    more: impl FnOnce(&mut Ui),
) -> bool {
    let frame = theme::notice(tone).shadow(ui.visuals().popup_shadow).stroke(Stroke::new(1.0, tone.ink));
    Notice::new(tone, icon, title)
        .spoken(said)
        .frame(frame)
        .action(Button::icon(Icon::Close, dismiss).small())
        .show(ui, more)
}
