//! The running import: its progress, what it waits for, each product's state, and what to do about failures.

use eframe::egui::{Margin, Ui, vec2};

use super::cells::display_path;
use super::fix::{self, FixDialog};
use super::sheet;
use crate::domain::Code;
use crate::import::report::ReportKind;
use crate::import::{Counts, DraftId, Row, State};
use crate::ui::icons::Icon;
use crate::ui::layout::column;
use crate::ui::model::{Action, FailureGroup, ImportAction, Phase, RowFilter, Screen, decide};
use crate::ui::pictures::PictureState;
use crate::ui::screens::frame::{fixed_page, title};
use crate::ui::screens::permission::offer_reauthorization;
use crate::ui::screens::{Cx, badge};
use crate::ui::scroll::Scroll;
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, Palette, space};
use crate::ui::widgets::{
    self, Answer, Button, Column, Dialog, Notice, Table, VirtualList, progress_bar, progress_row, segments, state_pill,
};
use crate::worker::{Command, ImportCommand, Waiting};

/// The screen's own state.
#[derive(Default)]
pub struct View {
    only: RowFilter,
    failures: VirtualList,
    fixing: Option<FixDialog>,
    asking_cancel: bool,
}

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    fixed_page(ui, "run", |ui, bottom| {
        head(ui, view, cx);
        progress(ui, cx);
        waiting(ui, cx);
        queued(ui, cx);
        failures(ui, view, cx);
        filter(ui, view, cx);
        ui.add_space(space::XS);
        reports(ui, cx);
        bottom.fill(ui, 240.0, |ui| table(ui, view, cx));
    });
    confirm_cancel(ui, view, cx);
    if let Some(fixing) = view.fixing.take() {
        view.fixing = fix::show(ui, fixing, cx);
    }
}

fn head(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let counts = import.progress.counts;
    let paused = matches!(import.progress.waiting, Some(Waiting::Paused | Waiting::Refusals(_)));
    let words = match (import.phase, &import.progress.waiting) {
        (Phase::Ended, _) if import.all_done() && counts.cancelled == 0 => {
            cx.format("import-done-title", crate::args!["count" => counts.created + counts.skipped])
        }
        (Phase::Ended, _) => cx.t("import-ended-incomplete"),
        (_, Some(Waiting::Paused)) => cx.t("import-paused-title"),
        (_, Some(_)) => cx.t("import-waiting-title"),
        (_, None) => cx.t("import-running-title"),
    };
    let ended = import.phase == Phase::Ended;
    title(ui, words, |ui| {
        if ended {
            if ui.add(Button::secondary(cx.t("import-see-products")).with_icon(Icon::Products)).clicked() {
                cx.act(Action::Go(Screen::Products));
            }
            // While products are missing, correcting them is the primary action.
            let (new, all_there) = (cx.t("import-new"), import.all_done() && counts.cancelled == 0);
            let new = if all_there { Button::primary(new) } else { Button::secondary(new) };
            if ui.add(new.with_icon(Icon::Import)).clicked() {
                cx.act(Action::Import(ImportAction::Clear));
            }
            return;
        }
        let (key, icon, action) = if paused {
            ("import-continue", Icon::Play, ImportAction::Continue)
        } else {
            ("import-pause", Icon::Pause, ImportAction::Pause)
        };
        if ui.add_enabled(!cx.model.import.cancelling, Button::primary(cx.t(key)).with_icon(icon)).clicked() {
            cx.act(Action::Import(action));
        }
        if ui.add_enabled(!cx.model.import.cancelling, Button::danger(cx.t("import-cancel"))).clicked() {
            view.asking_cancel = true;
        }
    });
}

fn progress(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let progress = &cx.model.import.progress;
    let counts = progress.counts;
    let total = counts.total();
    let share = |n: usize| if total == 0 { 0.0 } else { n as f32 / total as f32 };
    let of = if cx.model.import.phase == Phase::Ended { created_of(cx, counts) } else { finished_of(cx, counts) };
    theme::card(ui).inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let good = theme::Tone { ink: p.accent, soft: p.accent_soft };
        let parts = [
            (share(counts.created), good),
            (share(counts.skipped), p.good),
            (share(counts.failed), p.bad),
            (share(counts.cancelled), p.plain),
        ];
        let up = cx.format("import-photos-uploaded", crate::args!["done" => progress.photos_uploaded, "total" => progress.photos]);
        progress_row(ui, &of, up, &speed(cx).join("  ·  "), &parts);
    });
}

/// How many products are finished, whatever their outcome, while the import runs.
fn finished_of(cx: &Cx<'_>, counts: Counts) -> String {
    let total = counts.total();
    cx.format("import-progress", crate::args!["done" => total - counts.waiting, "total" => total]).into_owned()
}

/// How many products were created, once the import has ended.
fn created_of(cx: &Cx<'_>, counts: Counts) -> String {
    let created = cx.format("import-created-of", crate::args!["created" => counts.created, "total" => counts.total()]);
    match counts.skipped {
        0 => created.into_owned(),
        skipped => format!("{created}  ·  {}", cx.format("import-skipped-count", crate::args!["count" => skipped])),
    }
}

/// The speed and the remaining time, as far as they are known.
fn speed(cx: &Cx<'_>) -> Vec<String> {
    let import = &cx.model.import;
    let progress = &import.progress;
    let mut parts = Vec::new();
    if import.phase != Phase::Running || matches!(progress.waiting, Some(Waiting::Paused)) {
        return parts;
    }
    if let Some(left) = progress.left {
        parts.push(cx.format("time-left", crate::args!["duration" => cx.words.duration(left)]).into_owned());
    }
    if progress.products_per_minute >= 1.0 {
        parts.push(cx.format("products-per-minute", crate::args!["count" => progress.products_per_minute.round()]).into_owned());
    }
    if progress.bytes_per_second >= 1000.0 {
        let size = cx.words.file_size(progress.bytes_per_second as u64);
        parts.push(cx.format("speed", crate::args!["size" => size]).into_owned());
    }
    parts
}

/// The notice that says why the import waits.
fn waiting(ui: &mut Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let p = theme::palette(ui);
    if import.cancelling {
        Notice::new(p.info, Icon::Clock, cx.t("import-cancelling")).show(ui, |_| {});
        return;
    }
    let Some(waiting) = import.progress.waiting.as_ref().filter(|_| import.phase == Phase::Running) else { return };
    let (tone, icon) = match waiting {
        Waiting::Paused => (p.plain, Icon::Pause),
        Waiting::Canary | Waiting::Checking { .. } => (p.info, Icon::Search),
        Waiting::Pace { .. } => (p.info, Icon::Clock),
        Waiting::Network { .. } => (p.warn, Icon::Alert),
        Waiting::SignIn => (p.warn, Icon::Key),
        Waiting::Person => (p.warn, Icon::Question),
        Waiting::Refusals(_) | Waiting::Storage(_) => (p.bad, Icon::Alert),
    };
    let words = cx.words.waiting(waiting);
    Notice::new(tone, icon, words.reason).show(ui, |ui| {
        if !words.advice.is_empty() {
            ui.add(Text::new(words.advice).color(p.ink).wrap());
        }
        if let Waiting::Refusals(problem) = waiting {
            offer_reauthorization(ui, cx, problem);
        }
    });
}

fn queued(ui: &mut Ui, cx: &Cx<'_>) {
    let queued = cx.model.import.queued.len();
    if queued > 0 {
        let tone = theme::palette(ui).info;
        Notice::new(tone, Icon::Import, cx.format("import-queued", crate::args!["count" => queued])).show(ui, |_| {});
    }
}

/// Failed products by cause, each with its remedy and a button for all of them.
fn failures(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let model = cx.model;
    let causes = model.import.causes();
    if causes == 0 {
        return;
    }
    let room = (ui.ctx().content_rect().height() * 0.26).max(200.0);
    // Only the first cause that can be fixed gets the primary button.
    let groups = || (0..causes).map(|index| model.import.failures(index));
    let primary = groups().position(|group| group.is_some_and(|group| fix::can_fix(&group) || can_retry(&group)));
    let View { failures: heights, fixing, .. } = view;
    Scroll::new("failures").up_to(room).show(ui, |ui| {
        heights.show(ui, causes, |ui, index| {
            if let Some(group) = model.import.failures(index) {
                failure(ui, &group, primary == Some(index), fixing, cx);
            }
        });
    });
}

/// Whether sending again without changes can help. Values that Vitrine itself rejects stay wrong.
fn can_retry(group: &FailureGroup<'_>) -> bool {
    group.problem.code != Code::InvalidField
}

fn failure(ui: &mut Ui, group: &FailureGroup<'_>, is_primary: bool, fixing: &mut Option<FixDialog>, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let words = cx.words.product_problem(group.problem);
    let count = group.count();
    let title = cx.format("import-failed-group", crate::args!["count" => count, "title" => words.title.as_str()]);
    let mut notice = Notice::new(p.bad, Icon::Alert, title.into_owned());
    let can_fix = fix::can_fix(group);
    let button = |label, primary| if primary { Button::primary(label) } else { Button::secondary(label) };
    if can_retry(group) {
        let retry = cx.format("import-retry-all", crate::args!["count" => count]);
        notice = notice.action(button(retry, is_primary && !can_fix).with_icon(Icon::Refresh).small());
    }
    let pressed = notice.show(ui, |ui| {
        widgets::problem_text(ui, &words);
        offer_reauthorization(ui, cx, group.problem);
        let mend = cx.format("import-fix-all", crate::args!["count" => count]);
        if can_fix && ui.add(button(mend, is_primary).small()).clicked() {
            *fixing = Some(FixDialog::of(group));
        }
    });
    if pressed {
        cx.act(Action::Import(ImportAction::Retry(group.drafts())));
    }
}

/// Buttons that save the result as a table, or the failed products as a sheet to correct.
fn reports(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.model.import.phase != Phase::Ended {
        return;
    }
    let failed = cx.model.import.progress.counts.failed > 0;
    ui.horizontal(|ui| {
        if ui.add(Button::secondary(cx.t("report-save")).with_icon(Icon::File).small()).clicked() {
            cx.act(Action::Ask(Command::Import(ImportCommand::Report { run: None, kind: ReportKind::Whole })));
        }
        if failed && ui.add(Button::secondary(cx.t("report-save-failed")).with_icon(Icon::File).small()).clicked() {
            cx.act(Action::Ask(Command::Import(ImportCommand::Report { run: None, kind: ReportKind::Failed })));
        }
        sheet::results_button(ui, cx);
    });
    ui.add_space(space::XS);
}

/// The counts, which filter the table when clicked. States without products are left out.
fn filter(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    let Counts { created, skipped, failed, cancelled, waiting, needs_person } = cx.model.import.progress.counts;
    let all = [
        (RowFilter::All, "import-filter-all", cx.model.import.rows().len()),
        (RowFilter::Created, "import-count-created", created),
        (RowFilter::Skipped, "import-count-skipped", skipped),
        (RowFilter::Waiting, "import-count-waiting", waiting),
        (RowFilter::Person, "import-count-needs-decision", needs_person),
        (RowFilter::Failed, "import-count-failed", failed),
        (RowFilter::Cancelled, "import-count-cancelled", cancelled),
    ];
    let there = |(only, _, count): &(RowFilter, &str, usize)| *count > 0 || *only == RowFilter::All || *only == view.only;
    let options: Vec<_> =
        all.into_iter().filter(there).map(|(only, key, count)| (only, cx.words.text(key), Some(cx.words.integer(count as i64)))).collect();
    // At the end all products may be in one state; then there is nothing to choose.
    if (options.len() > 2 || cx.model.import.phase != Phase::Ended)
        && let Some(only) = segments(ui, view.only, &options)
    {
        view.only = only;
    }
}

const COLUMNS: [Column; 5] = [Column::Exact(64.0), Column::Rest(1.0), Column::Exact(152.0), Column::Exact(100.0), Column::Exact(232.0)];
const HEADING_KEYS: [&str; 5] = ["column-photo", "column-title", "column-state", "column-photos", "column-result"];
/// The columns in a narrow window, which leave out the count of photos.
const NARROW: [usize; 4] = [0, 1, 2, 4];

fn table(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let words = cx.words;
    let (import, only) = (&cx.model.import, view.only);
    let mut fixing = None;
    let shown = if ui.available_width() < 700.0 { &NARROW[..] } else { &[0, 1, 2, 3, 4] };
    let mut columns: Vec<Column> = shown.iter().map(|&column| COLUMNS[column]).collect();
    // In a wide window there is room for the whole problem.
    if let (Some(result), true) = (columns.last_mut(), ui.available_width() > 1100.0) {
        *result = Column::Exact(400.0);
    }
    Table::new("rows", words.text("import-title"), &columns, import.row_count(only)).show(
        ui,
        |ui, column| {
            ui.add(Text::new(words.text(HEADING_KEYS[shown[column]])).small().color(p.ink_soft).truncate());
        },
        |ui, row, column| {
            if let Some(row) = import.nth_row(only, row) {
                fixing = cell(ui, cx, p, row, shown[column]).or(fixing);
            }
        },
    );
    if let Some(draft) = fixing {
        view.fixing = Some(FixDialog::One(draft));
    }
}

/// Draws a cell. Returns the draft to correct, if its button was pressed.
fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, row: &Row, column: usize) -> Option<DraftId> {
    match column {
        0 => {
            let cover = cx.model.import.cover(row.id);
            let shown = cover.map_or(PictureState::Failed, |key| cx.pictures.get(key));
            let name = cover.map_or_else(|| row.name.clone(), |key| badge::name_with_changes(cx, &row.name, key));
            text::tooltip(widgets::thumbnail(ui, &shown, 42.0, &name), name);
        }
        1 => name(ui, cx, row),
        2 => {
            ui.add(state_pill(cx.words, p, row.state));
        }
        3 => photos(ui, cx, p, row),
        _ => return result(ui, cx, p, row),
    }
    None
}

/// The name, with the changes to the photo below. For a failed product the result column says why.
fn name(ui: &mut Ui, cx: &Cx<'_>, row: &Row) {
    let name = |ui: &mut Ui| {
        let name = ui.add(Text::new(&row.name).truncate());
        text::tooltip(name, display_path(&row.source));
    };
    let cover = cx.model.import.cover(row.id).filter(|key| row.state != State::Failed && badge::lines(cx, key) > 0);
    let Some(key) = cover else { return name(ui) };
    column(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(6.0);
        name(ui);
        badge::show_line(ui, cx, key);
    });
}

fn photos(ui: &mut Ui, cx: &Cx<'_>, p: &Palette, row: &Row) {
    let words = cx.format("import-row-photos", crate::args!["up" => row.photos_uploaded, "total" => row.photos]).into_owned();
    if row.state != State::Uploading {
        ui.add(Text::new(words).color(p.ink_soft).truncate());
        return;
    }
    column(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
        ui.add_space(10.0);
        ui.add(Text::new(words.clone()).small().truncate());
        let share = if row.photos == 0 { 0.0 } else { row.photos_uploaded as f32 / row.photos as f32 };
        progress_bar(ui, 4.0, &[(share, p.info)], &words);
    });
}

fn result(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, row: &Row) -> Option<DraftId> {
    let mut fixing = None;
    match row.state {
        State::Created | State::Skipped => {
            let words = match &row.product_id {
                Some(id) => cx.format("import-product-id", crate::args!["id" => id.as_str()]),
                None => cx.t("import-created-no-id"),
            };
            ui.add(Text::new(words).color(p.ink_soft).truncate().selectable());
            problem_line(ui, cx, p, row);
        }
        State::NeedsPerson => {
            let question = cx.format("import-decision-body", crate::args!["name" => row.name.as_str()]).into_owned();
            let there = ui.add(Button::secondary(cx.t("import-decision-exists")).small());
            let not_there = ui.add(Button::secondary(cx.t("import-decision-missing")).small());
            if there.clicked() {
                cx.act(decide(row.id, true));
            }
            if not_there.clicked() {
                cx.act(decide(row.id, false));
            }
            text::tooltip(there, question.clone());
            text::tooltip(not_there, question);
        }
        State::Failed => {
            let name = cx.format("import-fix-row", crate::args!["name" => row.name.as_str()]);
            if cx.model.import.is_editable(row.id) && ui.add(Button::icon(Icon::Refresh, name).small()).clicked() {
                fixing = Some(row.id);
            }
            problem_line(ui, cx, p, row);
        }
        _ => problem_line(ui, cx, p, row),
    }
    fixing
}

/// The row's problem in one line; its tooltip has the details.
fn problem_line(ui: &mut Ui, cx: &Cx<'_>, p: &Palette, row: &Row) {
    if let Some(problem) = &row.problem {
        let words = cx.words.product_problem(problem);
        let ink = if row.state == State::Failed { p.bad.ink } else { p.ink_soft };
        let line = ui.add(Text::new(&words.title).color(ink).truncate());
        text::tooltip(line, format!("{}\n{}\n{}", words.title, words.cause, words.remedy));
    } else if row.equal_name {
        let line = ui.add(Text::new(cx.t("import-equal-name")).color(p.warn.ink).truncate());
        text::tooltip(line, cx.t("import-equal-name-help"));
    }
}

/// Asks for confirmation before cancelling.
fn confirm_cancel(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
    if !view.asking_cancel || cx.model.import.phase != Phase::Running {
        view.asking_cancel = false;
        return;
    }
    let dialog =
        Dialog::new("cancel", cx.t("import-cancel-ask"), cx.t("import-cancel-no")).confirm(Button::danger(cx.t("import-cancel-yes")));
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("import-cancel-body")).wrap());
    });
    if answer == Some(Answer::Confirmed) {
        cx.act(Action::Import(ImportAction::Cancel));
    }
    view.asking_cancel = answer.is_none();
}
