//! The dialog with the earlier changes, each of which can be undone, and the way to change products from a spreadsheet.

use eframe::egui::Ui;

use super::state::{Page, View};
use crate::ui::icons::Icon;
use crate::ui::layout::sides;
use crate::ui::screens::Cx;
use crate::ui::theme::{height, space};
use crate::ui::widgets::{Button, Dialog, group};
use crate::worker::{Command, PickTarget, PlatformCommand};
use vitrine_core::edit::EditRun;
use vitrine_model::{Action, ProductEditAction};
use vitrine_text::Text;

/// What was pressed beside a run.
enum Pressed {
    Undo,
    Show,
}

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
    let dialog = Dialog::new("earlier changes", cx.t("edits-title"), cx.t("close"));
    let runs = &cx.model.product_edits.runs;
    let mut pressed = None;
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("edits-help")).wrap());
        if ui.add(Button::secondary(cx.t("edits-choose-sheet")).with_icon(Icon::File)).clicked() {
            cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ProductSheet)));
        }
        ui.add_space(space::S);
        vitrine_text::strong(ui, cx.t("edits-earlier"));
        if runs.is_empty() {
            vitrine_text::weak(ui, cx.t("edits-none"));
        }
        for run in runs {
            if let Some(button) = ui.push_id(run.id.0, |ui| line(ui, run, cx)).inner {
                pressed = Some((run.id, button));
            }
        }
    });
    match pressed {
        Some((run, Pressed::Undo)) => view.undo(run, cx),
        Some((run, Pressed::Show)) => {
            cx.act(Action::EditProducts(ProductEditAction::Show(run)));
            view.page = Some(Page::Details);
        }
        None if answer.is_some() => view.page = None,
        None => {}
    }
}

fn line(ui: &mut Ui, run: &EditRun, cx: &Cx<'_>) -> Option<Pressed> {
    let (mut pressed, is_running) = (None, cx.model.product_edits.is_running());
    let at = cx.date_time(run.started_at);
    let key = if run.undoes.is_some() { "edits-run-undo" } else { "edits-run" };
    let undo = if run.undoes.is_some() { "edits-redo" } else { "edits-undo" };
    let name = cx.format(key, crate::args!["at" => at.as_str(), "count" => run.counts.changed]);
    group(ui, &name, |ui| {
        sides(
            ui,
            height::CONTROL,
            |ui| drop(vitrine_text::tooltip(ui.add(Text::new(name.as_ref()).truncate()), name.as_ref())),
            |ui| {
                if run.counts.changed > 0 && ui.add(Button::secondary(cx.t(undo)).enabled(!is_running).small()).clicked() {
                    pressed = Some(Pressed::Undo);
                }
                let needs_attention = run.counts.moved + run.counts.failed + run.counts.in_review > 0;
                if needs_attention && ui.add(Button::quiet(cx.t("edits-show")).enabled(!is_running).small()).clicked() {
                    pressed = Some(Pressed::Show);
                }
            },
        );
    });
    pressed
}
