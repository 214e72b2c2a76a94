//! Notifications: as toasts over the screens, and in a list.

use eframe::egui::{Align2, Area, Id, Order, Ui, vec2};

use super::Cx;
use super::import::as_path;
use crate::ui::icons::Icon;
use crate::ui::layout::{column_layout, sides};
use crate::ui::model::{Action, Note, Notification};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, Palette, Tone, space};
use crate::ui::widgets::{self, Button, Dialog, Notice};

/// The newest notifications as toasts, at the trailing side above the bottom bar.
pub fn toasts(ui: &Ui, cx: &mut Cx<'_>, rtl: bool) {
    let model = cx.model;
    if model.notes.open || model.notes.shown().next().is_none() {
        return;
    }
    let (anchor, offset) = if rtl { (Align2::LEFT_BOTTOM, vec2(16.0, -72.0)) } else { (Align2::RIGHT_BOTTOM, vec2(-16.0, -72.0)) };
    Area::new(Id::unique("toasts")).order(Order::Foreground).anchor(anchor, offset).constrain(true).show(ui.ctx(), |ui| {
        ui.set_width(380.0);
        ui.with_layout(column_layout(rtl), |ui| {
            for note in model.notes.shown() {
                let (tone, icon) = look(theme::palette(ui), &note.told);
                if widgets::toast(ui, tone, icon, &title(cx, note), cx.t("dismiss"), |ui| rest(ui, cx, note)) {
                    cx.act(Action::Dismiss(note.id));
                }
            }
        });
    });
}

/// The button that opens the list, with the number of unread notifications.
pub fn bell(cx: &Cx<'_>, wide: bool) -> Button<'static> {
    let unread = cx.model.notes.unread();
    let name = if unread == 0 { cx.t("notes-title") } else { cx.format("notes-new", crate::args!["count" => unread]) }.into_owned();
    if wide { Button::quiet(name).with_icon(Icon::Bell).small() } else { Button::icon(Icon::Bell, name) }
}

/// The list of this session's notifications, newest first.
pub fn list(ui: &Ui, cx: &mut Cx<'_>) {
    let model = cx.model;
    if !model.notes.open {
        return;
    }
    let answer = Dialog::new("notes", cx.t("notes-title"), cx.t("close")).show(ui, |ui| {
        if model.notes.is_empty() {
            ui.add(Text::new(cx.t("notes-none")).color(theme::palette(ui).ink_soft).wrap());
            return;
        }
        let mut clear = false;
        let intro = Text::new(cx.t("notes-intro")).small().color(theme::palette(ui).ink_soft).truncate();
        let button = Button::quiet(cx.t("notes-clear")).small();
        sides(ui, 28.0, |ui| drop(ui.add(intro)), |ui| clear = ui.add(button).clicked());
        for note in model.notes.newest_first() {
            let (tone, icon) = look(theme::palette(ui), &note.told);
            Notice::new(tone, icon, title(cx, note)).show(ui, |ui| {
                rest(ui, cx, note);
                ui.add(Text::new(cx.words.date_time(note.at.datetime())).small().color(theme::palette(ui).ink_soft));
            });
            ui.add_space(space::XS);
        }
        if clear {
            cx.act(Action::ClearNotes);
        }
    });
    if answer.is_some() {
        cx.act(Action::ShowNotes(false));
    }
}

const fn look(p: &Palette, told: &Notification) -> (Tone, Icon) {
    match told {
        Notification::Problem(_) => (p.bad, Icon::Alert),
        Notification::Saved(_) => (p.good, Icon::Check),
    }
}

fn title(cx: &Cx<'_>, note: &Note) -> String {
    match &note.told {
        Notification::Problem(problem) => cx.words.problem(problem).title,
        Notification::Saved(_) => cx.t("notes-saved").into_owned(),
    }
}

/// The text below the title.
fn rest(ui: &mut Ui, cx: &Cx<'_>, note: &Note) {
    match &note.told {
        Notification::Problem(problem) => widgets::problem_text(ui, &cx.words.problem(problem)),
        Notification::Saved(path) => drop(ui.add(Text::new(as_path(path)).wrap().selectable())),
    }
    if note.times > 1 {
        text::small(ui, cx.format("happened-times", crate::args!["count" => note.times]));
    }
}
