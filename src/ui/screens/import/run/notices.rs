//! What a running import waits for, and what failed, by cause. They stand below the table; what does not fit
//! there is scrolled.

use crate::ui::outcome;
use eframe::egui::Ui;

use super::fix::{self, FixDialog};
use crate::ui::screens::Cx;
use crate::ui::screens::permission::offer_reauthorization;
use crate::worker::Waiting;
use vitrine_core::import::State;
use vitrine_domain::ProblemKind;
use vitrine_model::{Action, FailureGroup, ImportAction, Phase};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Button, Notice, VirtualList, theme};

/// Draws the notices. `fixing` is set if a button to fix failures was pressed.
pub fn show(ui: &mut Ui, shown: &mut VirtualList, fixing: &mut Option<FixDialog>, cx: &mut Cx<'_>) {
    waiting(ui, cx);
    left(ui, cx);
    stopped(ui, cx);
    queued(ui, cx);
    rest(ui, cx);
    failures(ui, shown, fixing, cx);
}

/// Failed products by cause, each with its remedy and a button for all of them.
fn failures(ui: &mut Ui, shown: &mut VirtualList, fixing: &mut Option<FixDialog>, cx: &mut Cx<'_>) {
    let run = &cx.model.import.run;
    let causes = run.causes();
    // Only the first cause that can be fixed gets the primary button.
    let can_help =
        |group: FailureGroup<'_>| fix::can_fix(&group) || (can_retry(&group) && !needs_another_file(&group));
    let primary = (0..causes).position(|index| run.failures(index).is_some_and(can_help));
    shown.show(ui, causes, |ui, index| {
        if let Some(group) = run.failures(index) {
            failure(ui, &group, primary == Some(index), fixing, cx);
        }
    });
}

/// The notice that says why the import waits, or what it asks, also at its end.
fn waiting(ui: &mut Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let p = theme::palette(ui);
    if import.run.cancelling {
        Notice::new(p.info, Icon::Clock, cx.t("import-cancelling")).show(ui, |_| {});
        return;
    }
    let asks = import.run.progress.counts.needs_person > 0;
    let waiting = import.run.progress.waiting.as_ref().filter(|_| import.phase == Phase::Running);
    let Some(waiting) = waiting.or_else(|| asks.then_some(&Waiting::Person)) else { return };
    let (tone, icon) = match waiting {
        Waiting::Paused => (p.plain, Icon::Pause),
        Waiting::Canary | Waiting::Checking { .. } | Waiting::Confirming { .. } => (p.info, Icon::Search),
        Waiting::Pace { .. } | Waiting::OwnPace { .. } => (p.info, Icon::Clock),
        Waiting::Network { .. } => (p.warn, Icon::Alert),
        Waiting::SignIn => (p.warn, Icon::Key),
        Waiting::Person => (p.warn, Icon::Question),
        Waiting::Refusals(_) | Waiting::Storage(_) => (p.bad, Icon::Alert),
    };
    let words = cx.words.waiting(waiting);
    // The title is spoken whenever it changes, and the time does so each second. The pace comes and goes with
    // each product.
    let mut notice = Notice::new(tone, icon, words.reason).heard(words.steady, words.next);
    if matches!(waiting, Waiting::OwnPace { .. }) {
        notice = notice.unannounced();
    }
    notice.show(ui, |ui| {
        // Nobody is told that no action is needed while a product waits for an answer.
        let advice =
            if asks && waiting.resumes_alone() { cx.t("waiting-answers") } else { words.advice.into() };
        if !advice.is_empty() {
            ui.add(Text::new(advice).color(p.ink).wrap());
        }
        if let Waiting::Refusals(problem) = waiting {
            offer_reauthorization(ui, cx, problem);
        }
    });
}

/// The notice about products that the ended import did not send, because what they need could not be read.
fn left(ui: &mut Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let waiting = import.run.unfinished.map_or(0, |left| left.counts.waiting);
    if import.phase != Phase::Ended || waiting == 0 {
        return;
    }
    let title = cx.format("import-left-title", crate::args!["count" => waiting]);
    let resume = Button::primary(cx.t("import-resume")).with_icon(Icon::Play).small();
    let pressed = Notice::new(theme::palette(ui).info, Icon::Clock, title).action(resume).show(ui, |ui| {
        ui.add(Text::new(cx.t("import-left-body")).color(theme::palette(ui).ink).wrap());
    });
    if pressed {
        cx.act(Action::Import(ImportAction::Resume));
    }
}

/// The notice about products that were not sent because the import was stopped.
fn stopped(ui: &mut Ui, cx: &mut Cx<'_>) {
    let run = &cx.model.import.run;
    let count = run.progress.counts.cancelled;
    if cx.model.import.phase != Phase::Ended || count == 0 {
        return;
    }
    let title = cx.format("import-stopped-title", crate::args!["count" => count]);
    let again = Button::primary(cx.format("import-create-again", crate::args!["count" => count]))
        .with_icon(Icon::Play)
        .small();
    if Notice::new(theme::palette(ui).info, Icon::Clock, title).action(again).show(ui, |_| {}) {
        let stopped = run.rows().iter().filter(|row| row.state == State::Cancelled).map(|row| row.id);
        cx.act(Action::Import(ImportAction::Retry(stopped.collect())));
    }
}

fn queued(ui: &mut Ui, cx: &Cx<'_>) {
    let queued = cx.model.import.reading.queued.len();
    if queued > 0 {
        let tone = theme::palette(ui).info;
        let has_ended = cx.model.import.phase == Phase::Ended;
        let key = if has_ended { "import-queued-ended" } else { "import-queued" };
        Notice::new(tone, Icon::Import, cx.format(key, crate::args!["count" => queued])).show(ui, |_| {});
    }
}

/// How many products were not ready, and wait in the review.
fn rest(ui: &mut Ui, cx: &Cx<'_>) {
    let count = cx.model.import.run.left_in_review;
    if count > 0 {
        Notice::new(
            theme::palette(ui).info,
            Icon::Clock,
            cx.format("import-rest", crate::args!["count" => count]),
        )
        .show(ui, |_| {});
    }
}

/// Whether sending again without changes can help. What Vitrine itself rejects stays wrong.
fn can_retry(group: &FailureGroup<'_>) -> bool {
    !matches!(group.problem.kind, ProblemKind::InvalidField | ProblemKind::OutsideDropped)
}

/// Whether the photo itself is wrong: sending again helps only after another file has taken its place.
const fn needs_another_file(group: &FailureGroup<'_>) -> bool {
    matches!(
        group.problem.kind,
        ProblemKind::FileEmpty
            | ProblemKind::NotAPhoto
            | ProblemKind::PhotoDamaged
            | ProblemKind::PhotoTooLarge
            | ProblemKind::PhotoFormatUnsupported
    )
}

fn failure(
    ui: &mut Ui,
    group: &FailureGroup<'_>,
    is_primary: bool,
    fixing: &mut Option<FixDialog>,
    cx: &mut Cx<'_>,
) {
    let p = theme::palette(ui);
    let words = cx.words.creation_problem(group.problem);
    let count = group.count();
    let only =
        group.drafts().first().filter(|_| count == 1).and_then(|draft| cx.model.import.run.row(*draft));
    let title = match only {
        Some(row) => cx.format(
            "import-failed-one",
            crate::args!["name" => row.name.as_str(), "title" => words.title.as_str()],
        ),
        None => {
            cx.format("import-failed-group", crate::args!["count" => count, "title" => words.title.as_str()])
        }
    };
    let (can_fix, can_retry) = (fix::can_fix(group), can_retry(group) && !fix::needs_value(group));
    let button = |label, primary| if primary { Button::primary(label) } else { Button::secondary(label) };
    let fix = button(cx.format("import-fix-all", crate::args!["count" => count]), is_primary).small();
    let retry = if needs_another_file(group) { "import-retry-replaced" } else { "import-retry-all" };
    let retry = button(cx.format(retry, crate::args!["count" => count]), is_primary && !can_fix)
        .with_icon(Icon::Refresh)
        .small();
    // The button that helps most stands beside the title, where it is in sight however little room there is.
    let (beside, below) = match (can_fix, can_retry) {
        (true, true) => (Some(fix), Some(retry)),
        (true, false) => (Some(fix), None),
        (false, true) => (Some(retry), None),
        (false, false) => (None, None),
    };
    let said = words.with_title(&title);
    let mut notice = Notice::new(p.bad, Icon::Alert, title.into_owned()).spoken(Some(said));
    if let Some(beside) = beside {
        notice = notice.action(beside);
    }
    let mut retried = false;
    let pressed = notice.show(ui, |ui| {
        // Above the text, so that it is in sight in a small window.
        retried = below.is_some_and(|below| ui.add(below).clicked());
        outcome::problem_text(ui, &words);
        offer_reauthorization(ui, cx, group.problem);
    });
    if pressed && can_fix {
        *fixing = Some(FixDialog::of(group));
    } else if pressed || retried {
        cx.act(Action::Import(ImportAction::Retry(group.drafts())));
    }
}
