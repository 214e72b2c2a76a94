//! The head of a running import: its shop, its buttons, the progress with speed and remaining time, and what
//! to do at the end.

use eframe::egui::{Margin, Rect, Ui, UiBuilder, vec2};

use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::frame::title;
use crate::ui::screens::import::sheet;
use crate::worker::{Command, ImportCommand, Waiting};
use vitrine_core::import::report::ReportKind;
use vitrine_core::import::{Counts, Row, State};
use vitrine_model::{Action, INTERVAL_SECONDS, ImportAction, Phase, Screen};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, split_leading};
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{Button, announced_progress_bar, bar_chart, progress_bar};

/// The title, with the buttons of a running import. Returns whether the one to cancel it was pressed.
pub fn head(ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
    let import = &cx.model.import;
    let counts = import.run.progress.counts;
    let creating = import.run.creating();
    // How many they are is not known before the journal was read.
    let in_shop = |key, without_shop, count| match cx.shop().filter(|_| count > 0) {
        Some(shop) => cx.format(key, crate::args!["count" => count, "shop" => shop]),
        None => cx.t(without_shop),
    };
    let words = match (import.phase, &import.run.progress.waiting) {
        (Phase::Ended, _) if import.run.all_done() && counts.cancelled == 0 => {
            cx.format("import-done-title", crate::args!["count" => counts.created + counts.skipped])
        }
        (Phase::Ended, _) if counts.missing() == 0 => {
            cx.format("import-ended-asked", crate::args!["count" => counts.needs_person])
        }
        (Phase::Ended, _) => cx.t("import-ended-incomplete"),
        (_, Some(Waiting::Paused)) => cx.t("import-paused-title"),
        (_, Some(Waiting::Checking { .. })) => {
            in_shop("import-confirming-in", "import-confirming-title", counts.unknown)
        }
        (_, Some(Waiting::Confirming { .. })) => {
            in_shop("import-confirming-in", "import-confirming-title", creating)
        }
        (_, Some(Waiting::OwnPace { .. }) | None) => {
            in_shop("import-running-in", "import-running-title", creating)
        }
        (_, Some(_)) => in_shop("import-waiting-in", "import-waiting-title", creating),
    };
    let paused = matches!(import.run.progress.waiting, Some(Waiting::Paused | Waiting::Refusals(_)));
    let (ended, cancelling) = (import.phase == Phase::Ended, import.run.cancelling);
    let mut cancel = false;
    title(ui, words, |ui| {
        if ended {
            return;
        }
        let (command, action) = if paused {
            (UiCommand::ContinueImport, ImportAction::Continue)
        } else {
            (UiCommand::PauseImport, ImportAction::Pause)
        };
        // After refusals, what failed is fixed first.
        let is_refused = matches!(import.run.progress.waiting, Some(Waiting::Refusals(_)));
        let button = if is_refused { command.secondary(cx.words) } else { command.primary(cx.words) };
        if ui.add(button.identity("pause").enabled(!cancelling)).clicked() {
            cx.act(Action::Import(action));
        }
        cancel = ui.add(Button::danger(cx.t("import-cancel")).enabled(!cancelling)).clicked();
    });
    cancel
}

/// The size of the chart, in points.
const CHART: eframe::egui::Vec2 = vec2(132.0, 40.0);

/// How far the import is, how fast, and how long it still takes.
pub fn progress(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let import = &cx.model.import;
    let progress = &import.run.progress;
    let counts = progress.counts;
    let total = counts.total();
    let share = |n: usize| if total == 0 { 0.0 } else { n as f32 / total as f32 };
    let of = [vec![created_of(cx, counts)], not_done(cx, counts), unseen(cx)].concat().join("  ·  ");
    let uploaded = cx.format(
        "import-photos-uploaded",
        crate::args!["done" => progress.photos_uploaded, "total" => progress.photos],
    );
    let good = theme::Tone { ink: p.accent, soft: p.accent_soft };
    let parts = [
        (share(counts.created), good),
        (share(counts.skipped), p.good),
        (share(counts.failed), p.bad),
        (share(counts.cancelled), p.plain),
    ];
    theme::card(ui).inner_margin(Margin::symmetric(16, 10)).show(ui, |ui| {
        let rtl = is_rtl(ui);
        ui.set_width(ui.available_width());
        let area = ui.available_rect_before_wrap();
        let chart = import.run.throughput.counts().len() > 1;
        let taken = if chart { CHART.x + space::L } else { 0.0 };
        let (room, trailing) = split_leading(area, area.width() - taken, rtl);
        let mut column = ui.new_child(UiBuilder::new().max_rect(room).layout(column_layout(rtl)));
        column.set_width(room.width());
        column.spacing_mut().item_spacing.y = space::XS;
        column.add(Text::new(&of).strong().size(size::LARGE).truncate());
        // Before the journal was read, nothing is known that could be said.
        match total {
            0 => drop(progress_bar(&mut column, 10.0, &parts, &of)),
            _ => announced_progress_bar(&mut column, 10.0, &parts, &of),
        }
        // What changes most is read first, and cut last in a narrow window.
        let said = speed(cx).into_iter().chain([uploaded.into_owned()]).collect::<Vec<_>>().join("  ·  ");
        let line = column.add(Text::new(said.clone()).size(size::SMALL).color(p.ink_soft).truncate());
        vitrine_text::tooltip(line, said);
        let bottom = column.min_rect().bottom();
        if chart {
            let (_, place) = split_leading(trailing, space::L, rtl);
            let place = Rect::from_min_max(place.min, eframe::egui::pos2(place.right(), bottom));
            let mut side = ui.new_child(UiBuilder::new().max_rect(place).layout(column_layout(rtl)));
            throughput(&mut side, cx, place.height());
        }
        ui.advance_cursor_after_rect(Rect::from_min_max(area.min, eframe::egui::pos2(area.right(), bottom)));
    });
}

/// How many products an import that has ended created without an id, and without seeing them in the shop's
/// list.
fn unseen(cx: &Cx<'_>) -> Vec<String> {
    let import = &cx.model.import;
    let is_unseen = |row: &&Row| row.state == State::Created && row.product_id.is_none();
    let count =
        if import.phase == Phase::Ended { import.run.rows().iter().filter(is_unseen).count() } else { 0 };
    (count > 0)
        .then(|| cx.format("import-unseen", crate::args!["count" => count]).into_owned())
        .into_iter()
        .collect()
}

/// The products created in each interval of the run.
fn throughput(ui: &mut Ui, cx: &Cx<'_>, high: f32) {
    let throughput = &cx.model.import.run.throughput;
    let name = cx.format(
        "import-throughput",
        crate::args!["seconds" => INTERVAL_SECONDS, "peak" => throughput.peak()],
    );
    ui.add_space((high - CHART.y).max(0.0) / 2.0);
    let chart = bar_chart(ui, CHART, throughput.counts(), &crate::i18n::without_direction_marks(&name));
    vitrine_text::tooltip(chart, name);
}

/// What became of the products that were not created. How many are left follows from the others while all of
/// them are to be created, and how many failed does once the import has ended.
fn not_done(cx: &Cx<'_>, counts: Counts) -> Vec<String> {
    let import = &cx.model.import;
    let stops = import.phase == Phase::Ended || import.run.cancelling || counts.cancelled > 0;
    let told = Counts {
        created: 0,
        skipped: 0,
        failed: if import.phase == Phase::Ended { 0 } else { counts.failed },
        waiting: if stops { counts.waiting } else { counts.unknown },
        ..counts
    };
    cx.words.outcomes(told)
}

/// How many products were created, and how many were in the shop before.
fn created_of(cx: &Cx<'_>, counts: Counts) -> String {
    let created =
        cx.format("import-created-of", crate::args!["created" => counts.created, "total" => counts.total()]);
    match counts.skipped {
        0 => created.into_owned(),
        skipped => {
            format!("{created}  ·  {}", cx.format("import-skipped-count", crate::args!["count" => skipped]))
        }
    }
}

/// The remaining time and the speed, as far as they are known.
fn speed(cx: &Cx<'_>) -> Vec<String> {
    let import = &cx.model.import;
    let progress = &import.run.progress;
    let mut parts = Vec::new();
    if import.phase != Phase::Running
        || import.run.cancelling
        || matches!(progress.waiting, Some(Waiting::Paused))
    {
        return parts;
    }
    if let Some(left) = progress.left {
        parts.push(cx.format("time-left", crate::args!["duration" => cx.words.duration(left)]).into_owned());
    }
    if progress.products_per_minute >= 1.0 {
        parts.push(
            cx.format("products-per-minute", crate::args!["count" => progress.products_per_minute.round()])
                .into_owned(),
        );
    }
    if progress.bytes_per_second >= 1000.0 {
        let size = cx.words.file_size(progress.bytes_per_second as u64);
        parts.push(cx.format("speed", crate::args!["size" => size]).into_owned());
    }
    parts
}

/// Once the import has ended: a new one, the products, and the result as a table or as a sheet to correct.
/// They have a line of their own, so that the title is whole.
pub fn after(ui: &mut Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    if import.phase != Phase::Ended {
        return;
    }
    let failed = import.run.progress.counts.failed > 0;
    // While products are missing, correcting them is the primary action.
    let all_there = import.run.all_done() && import.run.progress.counts.cancelled == 0;
    // What was dropped meanwhile is opened together with the rest.
    let rest = import.run.left_in_review;
    let has_rest = rest > 0 && import.reading.queued.is_empty();
    let button = |is_next: bool| if all_there && is_next { Button::primary } else { Button::secondary };
    let new = if has_rest {
        let label = cx.format("import-rest-open", crate::args!["count" => rest]);
        button(true)(label).with_icon(Icon::Import)
    } else {
        UiCommand::NewImport.secondary(cx.words)
    };
    let products = button(!has_rest)(cx.t("import-see-products")).with_icon(Icon::Products);
    // With room for the focus ring.
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(space::XS);
        if ui.add(new.small()).clicked() {
            cx.act(Action::Import(ImportAction::Clear));
        }
        if ui.add(products.small()).clicked() {
            cx.act(Action::Go(Screen::Products));
        }
        if ui.add(Button::secondary(cx.t("report-save")).with_icon(Icon::File).small()).clicked() {
            cx.act(Action::Ask(Command::Import(ImportCommand::Report {
                run: None,
                kind: ReportKind::Whole,
            })));
        }
        if failed
            && ui.add(Button::secondary(cx.t("report-save-failed")).with_icon(Icon::File).small()).clicked()
        {
            cx.act(Action::Ask(Command::Import(ImportCommand::Report {
                run: None,
                kind: ReportKind::Failed,
            })));
        }
        sheet::results_button(ui, cx);
        if ui.add(UiCommand::ShowActivity.quiet(cx.words).small()).clicked() {
            cx.act(Action::ShowActivity(true));
        }
    });
    ui.add_space(space::XS);
}
