//! The dialog with the imports and changes that were made from this computer, and what can be done about
//! each.

use eframe::egui::Ui;

use super::state::{Page, View};
use crate::ui::layout::sides;
use crate::ui::screens::Cx;
use crate::ui::theme::height;
use crate::ui::widgets::{Button, Dialog, group};
use crate::worker::{Command, ImportCommand};
use vitrine_core::edit::EditRun;
use vitrine_core::import::ImportRun;
use vitrine_core::import::report::ReportKind;
use vitrine_model::{Action, ActivityLine, ProductEditAction};
use vitrine_text::Text;

/// What was pressed beside a change.
enum Pressed {
    Undo,
    Show,
}

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
    let model = cx.model;
    let lines = model.activity.lines(&model.product_edits.runs);
    let mut pressed = None;
    let mut heights = std::mem::take(&mut view.activity);
    let answer = Dialog::new("activity", cx.t("activity-title"), cx.t("close")).show(ui, |ui| {
        if lines.is_empty() {
            vitrine_text::weak(ui, cx.t("activity-none"));
        }
        heights.show(ui, lines.len(), |ui, at| match lines[at] {
            ActivityLine::Import(run) => import(ui, run, cx),
            ActivityLine::Change(run) => {
                pressed = change(ui, run, cx).map(|button| (run.id, button)).or(pressed.take());
            }
        });
    });
    view.activity = heights;
    match pressed {
        Some((run, Pressed::Undo)) => view.undo(run, cx),
        Some((run, Pressed::Show)) => {
            cx.act(Action::EditProducts(ProductEditAction::Show(run)));
            view.page = Some(Page::Details);
        }
        None if answer.is_none() => return,
        None => {}
    }
    cx.act(Action::ShowActivity(false));
}

/// What one line says, with its buttons at the end.
fn line(ui: &mut Ui, name: &str, buttons: impl FnOnce(&mut Ui)) {
    group(ui, name, |ui| {
        sides(
            ui,
            height::CONTROL,
            |ui| drop(vitrine_text::tooltip(ui.add(Text::new(name).truncate()), name)),
            buttons,
        );
    });
}

fn import(ui: &mut Ui, run: &ImportRun, cx: &mut Cx<'_>) {
    let at = cx.date_time(run.started_at);
    let outcomes = cx.words.outcomes(run.counts).join(&cx.t("list-separator"));
    let name =
        cx.format("activity-import", crate::args!["at" => at.as_str(), "outcomes" => outcomes]).into_owned();
    line(ui, &name, |ui| {
        let report = |kind| Action::Ask(Command::Import(ImportCommand::Report { run: Some(run.id), kind }));
        if ui.add(Button::secondary(cx.t("report-save")).small()).clicked() {
            cx.act(report(ReportKind::Whole));
        }
        if run.counts.failed > 0 && ui.add(Button::quiet(cx.t("report-save-failed")).small()).clicked() {
            cx.act(report(ReportKind::Failed));
        }
    });
}

fn change(ui: &mut Ui, run: &EditRun, cx: &Cx<'_>) -> Option<Pressed> {
    let (mut pressed, is_running) = (None, cx.model.product_edits.is_running());
    let at = cx.date_time(run.started_at);
    let key = if run.undoes.is_some() { "edits-run-undo" } else { "edits-run" };
    let undo = if run.undoes.is_some() { "edits-redo" } else { "edits-undo" };
    let name = cx.format(key, crate::args!["at" => at.as_str(), "count" => run.counts.changed]);
    line(ui, &name, |ui| {
        if run.counts.changed > 0
            && ui.add(Button::secondary(cx.t(undo)).enabled(!is_running).small()).clicked()
        {
            pressed = Some(Pressed::Undo);
        }
        let needs_attention = run.counts.moved + run.counts.failed + run.counts.in_review > 0;
        if needs_attention && ui.add(Button::quiet(cx.t("edits-show")).enabled(!is_running).small()).clicked()
        {
            pressed = Some(Pressed::Show);
        }
    });
    pressed
}
