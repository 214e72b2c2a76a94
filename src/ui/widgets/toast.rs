//! Toasts over the screens.

use std::borrow::Cow;

use eframe::egui::{Stroke, Ui};

use super::{Button, Notice};
use crate::ui::icons::Icon;
use crate::ui::theme::{self, Tone};

/// A floating notice with a button labelled `dismiss`. Returns whether that was pressed.
pub fn toast(ui: &mut Ui, tone: Tone, icon: Icon, title: &str, dismiss: Cow<'_, str>, more: impl FnOnce(&mut Ui)) -> bool {
    let frame = theme::notice(tone).shadow(ui.visuals().popup_shadow).stroke(Stroke::new(1.0, tone.ink));
    Notice::new(tone, icon, title).frame(frame).action(Button::icon(Icon::Close, dismiss).small()).show(ui, more)
}
