//! The changes of a run that need attention, as a table: those that wait for a decision, with the three
//! values, then those that failed or wait for the marketplace.

use std::borrow::Cow;

use eframe::egui::{Ui, vec2};

use super::state::EditsView;
use crate::i18n::changed_field;
use crate::ui::screens::changes::values;
use crate::ui::screens::heading::plain_heading;
use crate::ui::screens::rows::{at_right, photo_side, row_height};
use crate::ui::screens::{Cx, rows};
use vitrine_core::edit::{FieldChange, RowState, StoredRow};
use vitrine_model::{Action, ProductEditAction, ProductEditRun};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::layout::sides;
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{self as widgets, Button, Column, Dialog, PictureState, RowWords, Table, menu};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttentionColumn {
    Photo,
    Name,
    Field,
    /// The value before the change was planned.
    Was,
    /// What the shop has now.
    Shop,
    /// The new value.
    Mine,
    /// What can be decided, or what is wrong.
    Answer,
}

/// The columns where all of them are in sight, and where some are not: first those that a decision needs.
const WIDE: &[AttentionColumn] = &[
    AttentionColumn::Photo,
    AttentionColumn::Name,
    AttentionColumn::Field,
    AttentionColumn::Was,
    AttentionColumn::Shop,
    AttentionColumn::Mine,
    AttentionColumn::Answer,
];
const NARROW: &[AttentionColumn] = &[
    AttentionColumn::Name,
    AttentionColumn::Shop,
    AttentionColumn::Mine,
    AttentionColumn::Answer,
    AttentionColumn::Field,
    AttentionColumn::Was,
];
/// The width that all columns need, in points.
const ALL_IN_SIGHT: f32 = 950.0;
/// The space for focus rings above and below the contents of a dialog, and the width of a reason, in points.
const FOCUS_RINGS: f32 = 10.0;
const REASON: f32 = 360.0;

impl AttentionColumn {
    const fn width(self) -> Column {
        match self {
            Self::Photo => Column::Exact(60.0),
            Self::Name => Column::Free(150.0),
            Self::Field => Column::Exact(92.0),
            Self::Was | Self::Shop | Self::Mine => Column::Whole(124.0),
            Self::Answer => Column::Exact(276.0),
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            Self::Photo => "column-photo",
            Self::Name => "column-title",
            Self::Field => "edits-column-field",
            Self::Was => "edits-column-was",
            Self::Shop => "edits-column-shop",
            Self::Mine => "edits-column-mine",
            Self::Answer => "edits-column-warning",
        }
    }
}

/// A line: one value of a product.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// The place of the product in the run.
    place: usize,
    row: &'a StoredRow,
    /// Which of its changes; those after the first are decided with it.
    change: usize,
}

impl<'a> Line<'a> {
    fn change(self) -> Option<&'a FieldChange> {
        self.row.changes.get(self.change)
    }

    /// The values: before, in the shop, and the new one.
    fn values(self, cx: &Cx<'_>) -> Option<[String; 3]> {
        let change = self.change()?;
        let now = self.row.now.get(self.change).and_then(Option::as_ref);
        let is_other = self.row.state == RowState::Moved || self.row.is_spelled();
        let shop = if is_other { values::value(cx, change.field, now) } else { String::new() };
        Some([values::value(cx, change.field, change.base.as_ref()), shop, values::new_value(cx, change)])
    }

    /// What a screen reader says.
    fn words(self, cx: &Cx<'_>) -> RowWords {
        let said = match (self.row.state, self.change(), self.values(cx)) {
            (RowState::Moved | RowState::Changed, Some(change), Some([old, now, new])) => {
                let line = crate::args!["name" => changed_field(cx.words, change), "old" => old, "now" => now, "new" => new];
                cx.format("edits-three-values", line).into_owned()
            }
            (_, Some(change), _) => values::change(cx, change).into_owned(),
            _ => String::new(),
        };
        RowWords {
            name: crate::i18n::said(cx.words, &[self.row.name.as_str(), &said]),
            ..RowWords::default()
        }
    }
}

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let Some(run) = &cx.model.product_edits.run else { return };
    let (lines, moved) = (lines(run), run.moved());
    let mut decided = None;
    let dialog =
        Dialog::new("changes that need attention", cx.t("edits-details-title"), cx.t("close")).large();
    let answer = dialog.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        if lines.is_empty() {
            vitrine_text::weak(ui, cx.t("edits-details-none"));
            return;
        }
        let top = ui.cursor().top();
        let all = (moved.len() > 1).then(|| ["edits-keep-all", "edits-overwrite-all"].map(|key| cx.t(key)));
        let again = run.moved_again.len();
        let help = match again {
            0 => (!moved.is_empty()).then(|| cx.t("edits-decide-help")),
            count => Some(cx.format("edits-decide-again", crate::args!["count" => count])),
        };
        sides(
            ui,
            height::CONTROL,
            |ui| {
                if let Some(overwrite) = all.and_then(|labels| decision(ui, labels, Default::default())) {
                    decided = Some((moved.clone(), overwrite));
                }
                if let Some(help) = help {
                    let p = theme::palette(ui);
                    let line = Text::new(help.as_ref())
                        .color(if again > 0 { p.warn.ink } else { p.ink_soft })
                        .truncate();
                    let line = if again > 0 { line.announced(true) } else { line };
                    vitrine_text::tooltip(ui.add(line), help.as_ref());
                }
            },
            |ui| rows::choice(ui, cx),
        );
        let all = height::LOW_HEADER + row_height(cx) * lines.len() as f32 + space::S;
        let high = (Dialog::room(ui) - FOCUS_RINGS - (ui.cursor().top() - top)).min(all);
        decided = table(ui, &lines, high, cx).or(decided.take());
    });
    if let Some((rows, overwrite)) = decided {
        cx.act(Action::EditProducts(ProductEditAction::Decide { rows, overwrite }));
    }
    if answer.is_some() {
        view.page = None;
    }
}

/// A line for each value of the products that need attention.
fn lines(run: &ProductEditRun) -> Vec<Line<'_>> {
    let of = |place: usize| Some((place, run.rows.get(place)?));
    let rows = run.rows_to_show().into_iter().filter_map(of);
    rows.flat_map(|(place, row)| (0..row.changes.len().max(1)).map(move |change| Line { place, row, change }))
        .collect()
}

/// Draws the table in this height. Returns the products about which something was decided, and whether the
/// new values replace the shop's.
fn table(ui: &mut Ui, lines: &[Line<'_>], high: f32, cx: &mut Cx<'_>) -> Option<(Vec<usize>, bool)> {
    let is_narrow = ui.available_width() < ALL_IN_SIGHT;
    let parts = if is_narrow { NARROW } else { WIDE };
    let widths: Vec<Column> = parts.iter().map(|part| part.width()).collect();
    let headings: Vec<Cow<'_, str>> = parts.iter().map(|part| cx.t(part.heading())).collect();
    let words: &Cx<'_> = cx;
    let row_words = |row: usize| lines.get(row).map(|line| line.words(words)).unwrap_or_default();
    let is_numeric = lines.iter().filter_map(|line| line.change()).all(|change| change.numbers().is_some());
    let mut decided = None;
    let mut photos = Vec::new();
    ui.allocate_ui(vec2(ui.available_width(), high), |ui| {
        ui.set_max_height(high);
        focus::enter(ui.ctx(), Region::Table);
        Table::new("changes that need attention", words.t("edits-details-title"), &widths, lines.len())
            .row_height(row_height(words))
            .pinned(if is_narrow { 1 } else { 2 })
            .flat()
            .named_rows(&row_words)
            .show(
                ui,
                |ui, column| {
                    plain_heading(
                        ui,
                        &headings[column],
                        is_numeric
                            && matches!(
                                parts[column],
                                AttentionColumn::Was | AttentionColumn::Shop | AttentionColumn::Mine
                            ),
                    );
                },
                |ui, row, column| {
                    let Some(line) = lines.get(row) else { return };
                    match parts[column] {
                        AttentionColumn::Photo => {
                            photos.push((ui.new_child(eframe::egui::UiBuilder::new()), line.row));
                        }
                        part => {
                            decided = cell(ui, *line, part, words)
                                .map(|overwrite| (vec![line.place], overwrite))
                                .or(decided.take());
                        }
                    }
                },
            );
        focus::enter(ui.ctx(), Region::Page);
    });
    // The pictures are fetched by what the other cells only read.
    for (mut ui, row) in photos {
        let products = &cx.model.products;
        let key = products.list().get(&row.product).and_then(|product| products.picture(&product));
        let picture = key.map_or(PictureState::Failed, |key| cx.pictures.get(&key));
        let side = photo_side(&ui);
        widgets::thumbnail(&mut ui, &picture, side, &row.name);
    }
    decided
}

/// Draws a cell. Returns what was decided about its product.
fn cell(ui: &mut Ui, line: Line<'_>, part: AttentionColumn, cx: &Cx<'_>) -> Option<bool> {
    let p = theme::palette(ui);
    let Line { row, change, .. } = line;
    let is_number = line.change().is_some_and(|change| change.numbers().is_some());
    let value = |ui: &mut Ui, at: usize, ink| {
        let Some(text) = line.values(cx).map(|values| values[at].clone()) else { return };
        let shown = Text::new(text.as_str()).color(ink);
        if is_number {
            at_right(ui, shown, None);
        } else {
            vitrine_text::tooltip(ui.add(shown.truncate()), text.as_str());
        }
    };
    match part {
        AttentionColumn::Photo => {}
        AttentionColumn::Name => {
            drop(vitrine_text::tooltip(ui.add(Text::new(row.name.as_str()).truncate()), row.name.as_str()));
        }
        AttentionColumn::Field => {
            if let Some(change) = line.change() {
                let field = changed_field(cx.words, change);
                vitrine_text::tooltip(ui.add(Text::new(field.as_ref()).truncate()), field.as_ref());
            }
        }
        AttentionColumn::Was => value(ui, 0, p.ink_soft),
        AttentionColumn::Shop => value(ui, 1, p.ink),
        AttentionColumn::Mine => value(ui, 2, p.ink),
        AttentionColumn::Answer if change > 0 => {}
        AttentionColumn::Answer => match row.state {
            RowState::Moved => {
                let values = line.values(cx).unwrap_or_default();
                let said = [1, 2].map(|at| format!("{}: {}", row.name, values[at]));
                return decision(ui, ["edits-keep", "edits-overwrite"].map(|key| cx.t(key)), said);
            }
            RowState::Failed => reason(ui, row, cx),
            state => {
                let is_spelled = state == RowState::Changed;
                let words = cx.t(if is_spelled { "edits-row-spelled" } else { "edits-row-in-review" });
                let ink = if is_spelled { p.ink_soft } else { p.warn.ink };
                let said = ui.add(Text::new(words.as_ref()).color(ink).truncate());
                vitrine_text::tooltip(said, words.as_ref());
            }
        },
    }
    None
}

/// Why a product could not be changed, in a few words, which open the rest.
fn reason(ui: &mut Ui, row: &StoredRow, cx: &Cx<'_>) {
    let Some(problem) = &row.problem else { return };
    let words = cx.words.product_problem(problem);
    let button = ui.add(Button::quiet(words.title.as_str()).small());
    menu(&button, REASON, |ui| {
        ui.add(Text::new(words.cause.as_str()).wrap());
        ui.add(Text::new(words.remedy.as_str()).wrap());
        false
    });
}

/// Two buttons: the shop's values stay, or the new ones replace them. `said`: what each of them takes.
fn decision(ui: &mut Ui, labels: [Cow<'_, str>; 2], said: [String; 2]) -> Option<bool> {
    let mut pressed = None;
    for ((label, said), overwrite) in labels.into_iter().zip(said).zip([false, true]) {
        let button = ui.add(Button::secondary(label).small());
        vitrine_text::describe(&button, &said);
        pressed = button.clicked().then_some(overwrite).or(pressed);
    }
    pressed
}
