//! The running import: its progress, what it waits for, each product's state, and what to do about failures.

pub mod bar;
pub mod fix;
pub mod fix_cells;
pub mod fix_table;
pub mod notices;

use eframe::egui::{Ui, vec2};

use crate::i18n::{Messages, display_path};
use crate::ui::outcome::state_pill;
use crate::ui::screens::frame::{NoticeStrip, fixed_page_above};
use crate::ui::screens::rows::{self, has_second_line, photo_side, row_height};
use crate::ui::screens::{Cx, badge};
use crate::worker::{PictureKey, Waiting};
use fix::FixDialog;
use vitrine_core::import::{Counts, DraftId, Row, State};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::{Action, ImportAction, Phase, PhotoOutcome, RowFilter, decide};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, sides};
use vitrine_widgets::theme::{self, Palette, height, space};
use vitrine_widgets::{
    self as widgets, Answer, Button, Column, Dialog, PictureState, RowWords, Table, VirtualList,
    fitting_segments, progress_bar,
};

/// The screen's own state.
#[derive(Default)]
pub struct RunView {
    only: RowFilter,
    failures: VirtualList,
    /// The height of what is said, in points.
    notices_height: f32,
    fixing: Option<FixDialog>,
    asking_cancel: bool,
}

/// The least height of the table, in points: its heading and two rows.
const MIN_TABLE_HEIGHT: f32 = 160.0;

/// Draws the screen. Whatever is said stands below the table, whose rows so stay under the mouse.
pub fn show(ui: &mut Ui, view: &mut RunView, cx: &mut Cx<'_>) {
    let strip = NoticeStrip::reserve(ui, view.notices_height);
    fixed_page_above(ui, "run", strip.height(), |ui, bottom| {
        view.asking_cancel |= bar::head(ui, cx);
        bar::progress(ui, cx);
        filter(ui, view, cx);
        ui.add_space(space::XS);
        bottom.fill(ui, MIN_TABLE_HEIGHT, |ui| table(ui, view, cx));
    });
    view.notices_height = strip.show(ui, |ui| {
        bar::after(ui, cx);
        notices::show(ui, &mut view.failures, &mut view.fixing, cx);
    });
    confirm_cancel(ui, view, cx);
    if let Some(fixing) = view.fixing.take() {
        view.fixing = fix::show(ui, fixing, cx);
    }
}

/// The counts, which filter the table when clicked. States without products are left out.
fn filter(ui: &mut Ui, view: &mut RunView, cx: &mut Cx<'_>) {
    let counts = cx.model.import.run.progress.counts;
    let Counts { created, skipped, failed, cancelled, unknown, needs_person, .. } = counts;
    let all = [
        (RowFilter::All, "import-filter-all", cx.model.import.run.rows().len()),
        (RowFilter::Created, "import-count-created", created),
        (RowFilter::Skipped, "import-count-skipped", skipped),
        (RowFilter::Waiting, "import-count-waiting", counts.left()),
        (RowFilter::Unknown, "import-count-unknown", unknown),
        (RowFilter::Person, "import-count-needs-decision", needs_person),
        (RowFilter::Failed, "import-count-failed", failed),
        (RowFilter::Cancelled, "import-count-cancelled", cancelled),
    ];
    let there = |(only, _, count): &(RowFilter, &str, usize)| {
        *count > 0 || *only == RowFilter::All || *only == view.only
    };
    let options: Vec<_> = all
        .into_iter()
        .filter(there)
        .map(|(only, key, count)| (only, cx.words.text(key), Some(cx.words.integer(count as i64))))
        .collect();
    // At the end all products may be in one state; then there is nothing to choose.
    let is_shown = options.len() > 2 || cx.model.import.phase != Phase::Ended;
    let (name, now, mut chosen) = (cx.t("filter-show"), view.only, None);
    let choices =
        |ui: &mut Ui| chosen = if is_shown { fitting_segments(ui, &name, now, &options) } else { None };
    sides(ui, height::CONTROL, choices, |ui| rows::choice(ui, cx));
    view.only = chosen.unwrap_or(now);
}

const COLUMNS: [Column; 5] = [
    Column::Exact(60.0),
    Column::Rest(1.0),
    Column::Exact(152.0),
    Column::Exact(100.0),
    Column::Exact(232.0),
];
const HEADING_KEYS: [&str; 5] =
    ["column-photo", "column-title", "column-state", "column-photos", "column-result"];
/// The columns in a narrow window, which leave out the count of photos.
const NARROW: [usize; 4] = [0, 1, 2, 4];

fn table(ui: &mut Ui, view: &mut RunView, cx: &mut Cx<'_>) {
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
    let row_words =
        |row: usize| import.run.nth_row(only, row).map(|row| row_words(words, row)).unwrap_or_default();
    let read = |row: usize, column: usize| {
        import.run.nth_row(only, row).map(|row| cell_in_words(words, row, shown[column])).unwrap_or_default()
    };
    focus::enter(ui.ctx(), Region::Table);
    let rows = Table::new("rows", words.text("import-title"), &columns, import.run.row_count(only))
        .row_height(row_height(cx))
        .flat();
    rows.focusable_rows(&row_words).cells_read_as(&read).show(
        ui,
        |ui, column| {
            ui.add(Text::new(words.text(HEADING_KEYS[shown[column]])).small().color(p.ink_soft).truncate());
        },
        |ui, row, column| {
            if let Some(row) = import.run.nth_row(only, row) {
                fixing = cell(ui, cx, p, row, shown[column]).or(fixing);
            }
        },
    );
    focus::enter(ui.ctx(), Region::Page);
    if let Some(draft) = fixing {
        view.fixing = Some(FixDialog::One(draft));
    }
}

/// What a row's last cell says, in a few words.
fn result_in_words(words: &Messages, row: &Row) -> Option<String> {
    match (&row.problem, &row.product_id) {
        (Some(problem), _) => Some(words.creation_problem(problem).title),
        (None, _) if !row.other_values.is_empty() => Some(words.text("import-other-values").into_owned()),
        (None, Some(id)) => {
            Some(words.format("import-product-id", crate::args!["id" => id.as_str()]).into_owned())
        }
        (None, None) => row.equal_name.then(|| words.text("import-equal-name").into_owned()),
    }
}

/// Of which fields a product was created with other values, and what to do.
fn other_values_in_words(words: &Messages, row: &Row) -> String {
    let fields: Vec<_> = row.other_values.iter().map(|field| words.field(*field)).collect();
    let fields = words.list(&fields);
    words.format("import-other-values-help", crate::args!["fields" => fields]).into_owned()
}

/// A cell as a screen reader reads it: its heading, its product, and what is in it.
fn cell_in_words(words: &Messages, row: &Row, column: usize) -> String {
    let text = match column {
        2 => Some(words.state(row.state).into_owned()),
        3 => Some(
            words
                .format("import-row-photos", crate::args!["up" => row.photos_uploaded, "total" => row.photos])
                .into_owned(),
        ),
        4 => result_in_words(words, row),
        _ => None,
    };
    let parts = [Some(words.text(HEADING_KEYS[column]).into_owned()), Some(row.name.clone()), text];
    crate::i18n::said(words, &parts.into_iter().flatten().collect::<Vec<_>>())
}

/// The row as a screen reader reads it, with what its cells say in tooltips.
fn row_words(words: &Messages, row: &Row) -> RowWords {
    let problem = row.problem.as_ref().map(|problem| words.creation_problem(problem));
    let result = result_in_words(words, row);
    let parts: Vec<String> = [Some(row.name.clone()), Some(words.state(row.state).into_owned()), result]
        .into_iter()
        .flatten()
        .collect();
    let details = match problem {
        Some(problem) => format!("{}\n{}", problem.cause, problem.remedy),
        None if row.equal_name => words.text("import-equal-name-help").into_owned(),
        None if !row.other_values.is_empty() => other_values_in_words(words, row),
        None => String::new(),
    };
    RowWords { name: crate::i18n::said(words, &parts), details, ..RowWords::default() }
}

/// Draws a cell. Returns the draft to correct, if its button was pressed.
fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, row: &Row, column: usize) -> Option<DraftId> {
    match column {
        0 => {
            let cover = cx.model.import.run.cover(row.id);
            let shown = cover.map_or(PictureState::Failed, |key| cx.pictures.get(key));
            let name = match cover.filter(|key| has_news(cx, row, key)) {
                Some(key) => badge::name_with_changes(cx, &row.name, key),
                None => row.name.clone(),
            };
            let side = photo_side(ui);
            vitrine_text::tooltip(widgets::thumbnail(ui, &shown, side, &name), name);
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

/// Whether something is to be said of the changes to a cover. What an earlier session sent is known only as a
/// forecast, which says what is still to come.
fn has_news(cx: &Cx<'_>, row: &Row, cover: &PictureKey) -> bool {
    let is_sent = row.photos_uploaded >= row.photos || matches!(row.state, State::Created | State::Skipped);
    !(is_sent && matches!(cx.model.photos.outcome(cover), Some(PhotoOutcome::Expected(_))))
}

/// The name, with the changes to the photo below. For a failed product the result column says why.
fn name(ui: &mut Ui, cx: &Cx<'_>, row: &Row) {
    let name = |ui: &mut Ui| {
        let name = ui.add(Text::new(&row.name).truncate());
        vitrine_text::tooltip(name, display_path(&row.source));
    };
    let has_line = |key: &&PictureKey| {
        has_second_line(ui)
            && row.state != State::Failed
            && has_news(cx, row, key)
            && badge::lines(cx, key) > 0
    };
    let cover = cx.model.import.run.cover(row.id).filter(has_line);
    let Some(key) = cover else { return name(ui) };
    column(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(6.0);
        name(ui);
        badge::show_line(ui, cx, key);
    });
}

fn photos(ui: &mut Ui, cx: &Cx<'_>, p: &Palette, row: &Row) {
    let words = cx
        .format("import-row-photos", crate::args!["up" => row.photos_uploaded, "total" => row.photos])
        .into_owned();
    if row.state != State::Uploading {
        ui.add(Text::new(words).color(p.ink_soft).truncate());
        return;
    }
    column(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
        ui.add_space(if has_second_line(ui) { 10.0 } else { 4.0 });
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
            let asked = row
                .problem
                .clone()
                .filter(|problem| matches!(problem.kind, ProblemKind::NotListed | ProblemKind::Ambiguous));
            let asked = asked.unwrap_or_else(|| Problem::new(ProblemKind::Ambiguous));
            let question = cx.words.problem(&asked.with_subject(&row.name));
            let question = format!("{}\n{}\n{}", question.title, question.cause, question.remedy);
            let there = ui.add(Button::secondary(cx.t("import-decision-exists")).small());
            let not_there = ui.add(Button::secondary(cx.t("import-decision-missing")).small());
            if there.clicked() {
                cx.act(decide(row.id, true));
            }
            if not_there.clicked() {
                cx.act(decide(row.id, false));
            }
            vitrine_text::tooltip(there, question.clone());
            vitrine_text::tooltip(not_there, question);
        }
        State::Failed => {
            let name = cx.format("import-fix-row", crate::args!["name" => row.name.as_str()]);
            if cx.model.import.run.is_editable(row.id)
                && ui.add(Button::icon(Icon::Edit, name).small()).clicked()
            {
                fixing = Some(row.id);
            }
            problem_line(ui, cx, p, row);
        }
        // While there is no connection, it is not being checked.
        State::Checking
            if let Some(waiting @ Waiting::Network { .. }) = &cx.model.import.run.progress.waiting =>
        {
            let reason = cx.words.waiting(waiting).reason;
            let line = ui.add(Text::new(reason.clone()).color(p.warn.ink).truncate());
            vitrine_text::tooltip(line, reason);
        }
        _ => problem_line(ui, cx, p, row),
    }
    fixing
}

/// The row's problem in one line; its tooltip has the details.
fn problem_line(ui: &mut Ui, cx: &Cx<'_>, p: &Palette, row: &Row) {
    if let Some(problem) = &row.problem {
        let words = cx.words.creation_problem(problem);
        let ink = if row.state == State::Failed { p.bad.ink } else { p.ink_soft };
        let line = ui.add(Text::new(&words.title).color(ink).truncate());
        vitrine_text::tooltip(line, format!("{}\n{}\n{}", words.title, words.cause, words.remedy));
    } else if row.equal_name {
        let line = ui.add(Text::new(cx.t("import-equal-name")).color(p.warn.ink).truncate());
        vitrine_text::tooltip(line, cx.t("import-equal-name-help"));
    } else if !row.other_values.is_empty() {
        let line = ui.add(Text::new(cx.t("import-other-values")).color(p.warn.ink).truncate());
        vitrine_text::tooltip(line, other_values_in_words(cx.words, row));
    }
}

/// Asks for confirmation before cancelling.
fn confirm_cancel(ui: &Ui, view: &mut RunView, cx: &mut Cx<'_>) {
    if !view.asking_cancel || cx.model.import.phase != Phase::Running {
        view.asking_cancel = false;
        return;
    }
    let dialog = Dialog::new("cancel", cx.t("import-cancel-ask"), cx.t("import-cancel-no"))
        .confirm(Button::danger(cx.t("import-cancel-yes")));
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("import-cancel-body")).wrap());
    });
    if answer == Some(Answer::Confirmed) {
        cx.act(Action::Import(ImportAction::Cancel));
    }
    view.asking_cancel = answer.is_none();
}
