//! The run that changes products: how far it is, and what became of it.

use eframe::egui::{Id, Ui};

use super::follow;
use super::state::{BarFocus, EditsView, Page};
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::permission::offer_reauthorization;
use crate::worker::Waiting;
use vitrine_model::{Action, ProductEditAction, ProductEditRun};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, Notice, announced_progress_bar, focus};

/// The notice about the run that goes on or has just ended, or about one of an earlier session.
pub fn bar(ui: &mut Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let edits = &cx.model.product_edits;
    match &edits.run {
        Some(run) if run.ended => ended(ui, view, run, cx),
        Some(run) => going_on(ui, view, run, cx),
        None => earlier(ui, view, cx),
    }
    follow::notices(ui, view, cx);
}

/// What an earlier session left.
fn earlier(ui: &mut Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let edits = &cx.model.product_edits;
    let p = theme::palette(ui);
    if let Some(run) = edits.unfinished() {
        let title = cx.format("edits-unfinished", crate::args!["count" => run.counts.waiting]);
        let go_on = Button::primary(cx.t("edits-resume")).with_icon(Icon::Play);
        if Notice::new(p.info, Icon::Clock, title).action(go_on).show(ui, |_| {}) {
            cx.act(Action::EditProducts(ProductEditAction::Resume));
            view.in_bar = BarFocus::Entering;
        }
    } else if let Some(run) = edits.undecided() {
        let title = cx.format("edits-moved", crate::args!["count" => run.counts.moved]);
        let id = run.id;
        if Notice::new(p.warn, Icon::Question, title)
            .action(Button::secondary(cx.t("edits-decide")))
            .show(ui, |_| {})
        {
            cx.act(Action::EditProducts(ProductEditAction::Show(id)));
            view.page = Some(Page::Details);
        }
    }
}

fn going_on(ui: &mut Ui, view: &mut EditsView, run: &ProductEditRun, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let counts = run.progress.counts;
    let (total, done) = (counts.total(), counts.total() - counts.waiting);
    let title = cx.format("edits-running", crate::args!["done" => done, "count" => total]);
    let share = if total == 0 { 0.0 } else { done as f32 / total as f32 };
    let good = theme::Tone { ink: p.accent, soft: p.accent_soft };
    let is_paused = matches!(run.progress.waiting, Some(Waiting::Paused | Waiting::Refusals(_)));
    let mut action = None;
    // The progress bar announces it now and then.
    Notice::new(p.info, Icon::Edit, title.as_ref()).unannounced().show(ui, |ui| {
        announced_progress_bar(ui, 8.0, &[(share, good)], &title);
        if run.cancelling {
            vitrine_text::weak(ui, cx.t("edits-cancelling"));
        } else if let Some(waiting) = &run.progress.waiting {
            let words = cx.words.waiting(waiting);
            ui.add(Text::new(words.reason).wrap());
            let advice = match waiting {
                Waiting::Checking { .. } => cx.t("edits-checked"),
                _ => words.advice.into(),
            };
            if !advice.is_empty() {
                ui.add(Text::new(advice).wrap());
            }
            if let Waiting::Refusals(problem) = waiting {
                offer_reauthorization(ui, cx, problem);
            }
        } else if let Some(left) = run.progress.left {
            vitrine_text::weak(
                ui,
                cx.format("time-left", crate::args!["duration" => cx.words.duration(left)]),
            );
        }
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            let (command, what) = if is_paused {
                (UiCommand::ContinueImport, ProductEditAction::Continue)
            } else {
                (UiCommand::PauseImport, ProductEditAction::Pause)
            };
            let pause =
                command.secondary(cx.words).identity("pause changes").enabled(!run.cancelling).small();
            let pause = ui.add(pause);
            if pause.clicked() {
                action = Some(what);
            }
            let stop = ui.add(Button::quiet(cx.t("edits-cancel")).enabled(!run.cancelling).small());
            if stop.clicked() {
                action = Some(ProductEditAction::Cancel);
            }
            if view.in_bar == BarFocus::Entering {
                focus::request(ui.ctx(), pause.id);
            }
            let is_inside = view.in_bar == BarFocus::Entering || pause.has_focus() || stop.has_focus();
            view.in_bar = if is_inside { BarFocus::Inside } else { BarFocus::Elsewhere };
        });
    });
    if let Some(action) = action {
        cx.act(Action::EditProducts(action));
    }
}

fn ended(ui: &mut Ui, view: &mut EditsView, run: &ProductEditRun, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let counts = run.progress.counts;
    let tone = match () {
        () if counts.failed > 0 => p.bad,
        () if counts.moved > 0 => p.warn,
        () => p.good,
    };
    let icon = if counts.failed + counts.moved > 0 { Icon::Alert } else { Icon::Check };
    let title = cx.format(
        if run.is_undo { "edits-ended-undo" } else { "edits-ended" },
        crate::args!["count" => counts.changed],
    );
    let close_id = Id::unique("close the notice about changes");
    let close = Button::secondary(cx.t("close")).small().id(close_id);
    if std::mem::take(&mut view.in_bar) != BarFocus::Elsewhere {
        // The key press meant for a button that is gone does no harm here.
        focus::request(ui.ctx(), close_id);
    }
    let closes = Notice::new(tone, icon, title).action(close).show(ui, |ui| {
        let lines = [
            ("edits-moved", counts.moved),
            ("edits-failed", counts.failed),
            ("edits-in-review", counts.in_review),
            ("edits-equal", counts.equal),
            ("edits-cancelled", counts.cancelled),
        ];
        for (key, count) in lines {
            if count > 0 {
                let line = Text::new(cx.format(key, crate::args!["count" => count])).color(p.ink).wrap();
                // Somebody has to decide, who may not see it.
                ui.add(if key == "edits-moved" { line.announced(false) } else { line });
            }
        }
        ui.horizontal_wrapped(|ui| {
            if counts.moved + counts.failed + counts.in_review > 0 {
                let key = match () {
                    () if counts.moved > 0 => "edits-decide",
                    () if counts.failed > 0 => "edits-reasons",
                    () => "edits-show",
                };
                if ui.add(Button::primary(cx.t(key)).small()).clicked() {
                    view.page = Some(Page::Details);
                }
            }
            let (undo, sign) =
                if run.is_undo { ("edits-redo", Icon::Redo) } else { ("edits-undo", Icon::Undo) };
            if counts.changed > 0 && ui.add(Button::secondary(cx.t(undo)).with_icon(sign).small()).clicked() {
                view.undo(run.id, cx);
            }
        });
    });
    if closes {
        cx.act(Action::EditProducts(ProductEditAction::Close));
    }
}
