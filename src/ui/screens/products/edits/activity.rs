//! The dialog with the imports and changes that were made from this computer, and what can be done about
//! each.

use eframe::egui::Ui;

use super::state::{EditsView, Page};
use crate::ui::screens::Cx;
use crate::ui::screens::changes::values;
use crate::worker::{Command, ImportCommand};
use vitrine_core::edit::{EditRun, EditRunId};
use vitrine_core::import::report::ReportKind;
use vitrine_core::import::{ImportRun, RunId};
use vitrine_model::{Action, ActivityLine, ImportAction, ProductEditAction, Screen};
use vitrine_text::Text;
use vitrine_widgets::theme::space;
use vitrine_widgets::{Button, Dialog, focus, group};

/// What was pressed beside an import or a change, that another screen shows.
enum Pressed {
    Open(RunId),
    Undo(EditRunId),
    Show(EditRunId),
}

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let model = cx.model;
    let lines = model.activity.lines(&model.product_edits.runs);
    let mut pressed = None;
    let mut heights = std::mem::take(&mut view.activity);
    let title = match cx.shop() {
        Some(shop) => cx.format("activity-title-in", crate::args!["shop" => shop]),
        None => cx.t("activity-title"),
    };
    let answer = Dialog::new("activity", title, cx.t("close")).show(ui, |ui| {
        if lines.is_empty() {
            vitrine_text::weak(ui, cx.t("activity-none"));
        }
        heights.show(ui, lines.len(), |ui, at| {
            let now = match lines[at] {
                ActivityLine::Import(run) => import(ui, run, cx),
                ActivityLine::Change(run) => change(ui, run, cx),
            };
            pressed = now.or(pressed.take());
        });
    });
    view.activity = heights;
    if pressed.is_none() && answer.is_none() {
        return;
    }
    cx.act(Action::ShowActivity(false));
    match pressed {
        Some(Pressed::Open(run)) => {
            cx.act(Action::Go(Screen::Import));
            cx.act(Action::Import(ImportAction::Reopen(run)));
        }
        Some(Pressed::Undo(run)) => {
            cx.act(Action::Go(Screen::Products));
            cx.act(Action::EditProducts(ProductEditAction::Undo(run)));
        }
        Some(Pressed::Show(run)) => {
            cx.act(Action::Go(Screen::Products));
            cx.act(Action::EditProducts(ProductEditAction::Show(run)));
            view.page = Some(Page::Details);
        }
        None => {}
    }
}

/// What one line says, with its buttons below, if it has any.
fn line(ui: &mut Ui, name: &str, has_buttons: bool, buttons: impl FnOnce(&mut Ui)) {
    group(ui, name, |ui| {
        ui.add(Text::new(name).wrap());
        if has_buttons {
            let before = focus::stops(ui.ctx());
            ui.horizontal_wrapped(buttons);
            // Every line has the same ones.
            let of_line = focus::widgets_since(ui.ctx(), before);
            of_line.into_iter().for_each(|id| vitrine_text::describe_if_silent(ui.ctx(), id, name));
        }
        ui.add_space(space::S);
    });
}

fn import(ui: &mut Ui, run: &ImportRun, cx: &mut Cx<'_>) -> Option<Pressed> {
    let at = cx.date_time(run.started_at);
    let outcomes = cx.words.outcomes(run.counts).join(&cx.t("list-separator"));
    let name =
        cx.format("activity-import", crate::args!["at" => at.as_str(), "outcomes" => outcomes]).into_owned();
    let mut opens = false;
    line(ui, &name, true, |ui| {
        // What is not finished is resumed, not opened.
        if run.counts.waiting == 0 {
            let key = if run.counts.failed > 0 { "import-last-failed-show" } else { "activity-open" };
            let may_open = cx.model.import.run.may_give_way(cx.model.import.phase);
            let open = ui.add(Button::secondary(cx.t(key)).enabled(may_open).small());
            opens = open.clicked();
            if !may_open {
                vitrine_text::tooltip(open, cx.t("activity-open-later"));
            }
        }
        let report = |kind| Action::Ask(Command::Import(ImportCommand::Report { run: Some(run.id), kind }));
        if ui.add(Button::quiet(cx.t("report-save")).small()).clicked() {
            cx.act(report(ReportKind::Whole));
        }
        if run.counts.failed > 0 && ui.add(Button::quiet(cx.t("report-save-failed")).small()).clicked() {
            cx.act(report(ReportKind::Failed));
        }
    });
    opens.then_some(Pressed::Open(run.id))
}

fn change(ui: &mut Ui, run: &EditRun, cx: &Cx<'_>) -> Option<Pressed> {
    let edits = &cx.model.product_edits;
    let (mut pressed, is_running) = (None, edits.is_running());
    let at = cx.date_time(run.started_at);
    let brings_back = edits.brings_back(run);
    let key = if brings_back { "edits-run-undo" } else { "edits-run" };
    let undo = if brings_back { "edits-redo" } else { "edits-undo" };
    let mut name =
        cx.format(key, crate::args!["at" => at.as_str(), "count" => run.counts.changed]).into_owned();
    if let Some((product, example)) = &run.example {
        let change = values::change(cx, example).into_owned();
        let of = crate::args!["what" => name, "product" => product.as_str(), "change" => change, "count" => run.counts.changed];
        name = cx.format("activity-example", of).into_owned();
    }
    let is_undone = run.counts.changed > 0 && edits.is_undone(run);
    if is_undone {
        name = cx.format("activity-undone", crate::args!["what" => name]).into_owned();
    }
    if let Some(day) = run.back_on.filter(|_| !is_undone) {
        let date = cx.words.date(day);
        name = cx.format("activity-back-on", crate::args!["what" => name, "date" => date]).into_owned();
    }
    let can_undo = run.counts.changed > 0 && !is_undone;
    let needs_attention = run.counts.moved + run.counts.failed + run.counts.in_review > 0;
    line(ui, &name, can_undo || needs_attention, |ui| {
        if can_undo && ui.add(Button::secondary(cx.t(undo)).enabled(!is_running).small()).clicked() {
            pressed = Some(Pressed::Undo(run.id));
        }
        if needs_attention && ui.add(Button::quiet(cx.t("edits-show")).enabled(!is_running).small()).clicked()
        {
            pressed = Some(Pressed::Show(run.id));
        }
    });
    pressed
}
