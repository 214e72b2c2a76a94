//! The table of a preview: photo, name, field, the values now and then, the difference, and what is to be
//! said about it. Each line can be left out of what is sent.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use eframe::egui::Ui;

use super::lines::{ChangesColumn, Drawn, Products, Reader, Shown, difference, difference_in_words, share};
use super::values;
use crate::i18n::Messages;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::heading::{heading, next_sort, plain_heading, read_number_heading};
use crate::ui::screens::rows::{self, photo_side, row_height};
use vitrine_domain::{Field, FieldValue};
use vitrine_model::{
    Action, Announcement, PreviewArrangement, PreviewColumn, PreviewFilter, PreviewLine, PreviewTable,
    PreviewTotal, cells_as_text,
};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, sides};
use vitrine_widgets::theme::{self, height};
use vitrine_widgets::{
    self as widgets, Button, Checked, Column, PictureState, RowAct, Table, check_box, fitting_segments,
    row_check_box,
};

/// What the table remembers from frame to frame.
#[derive(Default)]
pub struct ChangesView {
    arrangement: PreviewArrangement,
    /// The arrangement that was drawn last.
    shown: Option<PreviewArrangement>,
    table: PreviewTable,
    /// The line whose box was pressed last: a range begins there.
    last: Option<usize>,
}

const PARTS: [ChangesColumn; 8] = [
    ChangesColumn::Keep,
    ChangesColumn::Photo,
    ChangesColumn::Name,
    ChangesColumn::Field,
    ChangesColumn::Now,
    ChangesColumn::New,
    ChangesColumn::Difference,
    ChangesColumn::Warning,
];
/// The columns that stay in sight when the others are scrolled: box, photo, and name.
const PINNED: usize = 3;
/// In a table narrower than this, in points, the difference has the room of a field that all lines have.
const NARROW: f32 = 800.0;
/// The height of the filter with the space below it, in points.
const FILTER: f32 = height::CONTROL + theme::space::XS;

impl ChangesView {
    /// Follows the preview. Call it before drawing.
    pub fn update(&mut self, shown: Shown<'_>) {
        let (_, warnings, left_out) = self.table.counts();
        let is_void = match self.arrangement.filter {
            PreviewFilter::All => false,
            PreviewFilter::Warnings => warnings == 0,
            PreviewFilter::LeftOut => left_out == 0,
        };
        if is_void {
            self.arrangement.filter = PreviewFilter::All;
        }
        self.table.update(shown.preview, (shown.left_out, shown.revision), &self.arrangement, shown.purpose);
    }

    /// The number of products that would be changed now.
    pub const fn to_send(&self) -> usize {
        self.table.to_send()
    }

    /// What the changes add up to, and how far they go.
    pub fn said(&self, cx: &Cx<'_>) -> Option<String> {
        let said: Vec<String> = self.table.totals().iter().map(|total| total_said(cx, total)).collect();
        (!said.is_empty()).then(|| said.join(" · "))
    }
}

fn total_said(cx: &Cx<'_>, total: &PreviewTotal) -> String {
    let value =
        |number: i64| values::value(cx, total.field, Some(&FieldValue::of_number(total.field, number)));
    let [least, greatest] = [total.least, total.greatest].map(|numbers| difference(cx, total.field, numbers));
    let with_shares = |amounts: Cow<'_, str>| match shares(cx, total) {
        Some([low, high]) => {
            let range = crate::args!["range" => amounts, "low" => low, "high" => high];
            cx.format("edits-range-shares", range).into_owned()
        }
        None => amounts.into_owned(),
    };
    let range = match (shared(cx, total), total.by) {
        (Some(share), (from, to)) if from != to => {
            let [from, to] = [from, to].map(|by| difference_in_words(cx, total.field, by));
            let ends = crate::args!["share" => share, "least" => from, "greatest" => to];
            cx.format("edits-each-share", ends).into_owned()
        }
        _ if least == greatest => cx.format("edits-each", crate::args!["difference" => least]).into_owned(),
        (_, (by, to)) if by == to => {
            let by = difference_in_words(cx, total.field, by);
            with_shares(cx.format("edits-each", crate::args!["difference" => by]))
        }
        (_, by) if by == [total.least, total.greatest].map(|(old, new)| new.saturating_sub(old)).into() => {
            cx.format("edits-range", crate::args!["least" => least, "greatest" => greatest]).into_owned()
        }
        // The dearest of them may change by the most, and by the smallest share.
        (_, (from, to)) => {
            let [from, to] = [from, to].map(|by| difference_in_words(cx, total.field, by));
            with_shares(cx.format("edits-range", crate::args!["least" => from, "greatest" => to]))
        }
    };
    let field = if total.are_paid { cx.t("products-buyers-pay") } else { cx.words.field(total.field) };
    if total.count == 1 {
        let one = crate::args!["name" => field, "old" => value(total.old), "new" => value(total.new)];
        return cx.format("bulk-change", one).into_owned();
    }
    let sums = crate::args!["field" => field, "old" => value(total.old), "new" => value(total.new), "range" => range];
    cx.format("edits-total", sums).into_owned()
}

/// The share by which all these prices change, in the same direction, if it is the same as far as it is said.
fn shared(cx: &Cx<'_>, total: &PreviewTotal) -> Option<String> {
    shares(cx, total).and_then(|[least, greatest]| (least == greatest).then_some(least))
}

/// From which share to which all these prices change, in the same direction, the smaller one first.
fn shares(cx: &Cx<'_>, total: &PreviewTotal) -> Option<[String; 2]> {
    let mut ends = [total.least, total.greatest];
    let has_share = total.field == Field::PrimaryPrice && ends.iter().all(|(old, _)| *old > 0);
    let is_up = |(old, new): (i64, i64)| new > old;
    let size = |(old, new): &(i64, i64)| (*new as f64 / *old as f64 - 1.0).abs();
    ends.sort_by(|one, other| size(one).total_cmp(&size(other)));
    (has_share && is_up(ends[0]) == is_up(ends[1])).then(|| ends.map(|numbers| share(cx, numbers)))
}

/// What was pressed while the table was drawn.
#[derive(Default)]
struct Pressed {
    acts: Vec<(usize, RowAct)>,
    sorted: Option<PreviewColumn>,
    all: bool,
}

/// Changes that are left out from now on, or no longer.
pub struct LeaveOut {
    /// The places of rows, each with that of a change of it.
    pub changes: Vec<(usize, usize)>,
    pub out: bool,
}

/// Draws the filter and the table in this height. Returns what is left out, or no longer.
pub fn show(
    ui: &mut Ui,
    view: &mut ChangesView,
    shown: Shown<'_>,
    high: f32,
    cx: &mut Cx<'_>,
) -> Vec<LeaveOut> {
    ui.spacing_mut().item_spacing.y = theme::space::XS;
    filter(ui, view, shown, cx);
    if view.table.is_empty() {
        ui.add(Text::new(cx.t("edits-nothing")).color(theme::palette(ui).ink_soft).wrap());
        return Vec::new();
    }
    let pressed = ui.allocate_ui(eframe::egui::vec2(ui.available_width(), high - FILTER), |ui| {
        ui.set_max_height(high - FILTER);
        focus::enter(ui.ctx(), Region::Table);
        let pressed = draw(ui, view, shown, cx);
        focus::enter(ui.ctx(), Region::Page);
        pressed
    });
    apply(ui, view, shown, pressed.inner, cx)
}

/// The filters with their counts, how many products are equal, and the height of the rows.
fn filter(ui: &mut Ui, view: &mut ChangesView, shown: Shown<'_>, cx: &mut Cx<'_>) {
    let (all, warnings, left_out) = view.table.counts();
    let equal = shown.preview.counts.equal;
    let soft = theme::palette(ui).ink_soft;
    let options = [
        (PreviewFilter::All, "review-filter-all", all),
        (PreviewFilter::Warnings, "edits-filter-warnings", warnings),
        (PreviewFilter::LeftOut, "edits-filter-left-out", left_out),
    ];
    let options =
        options.into_iter().filter(|(filter, _, count)| *filter == PreviewFilter::All || *count > 0);
    let options: Vec<_> = options
        .map(|(filter, key, count)| (filter, cx.t(key), Some(cx.words.integer(count as i64))))
        .collect();
    let mut chosen = None;
    let named = cx.t("filter-show");
    let equal_key = if matches!(shown.of, Products::Shop) { "edits-equal" } else { "bulk-unchanged" };
    let equal = (equal > 0).then(|| cx.format(equal_key, crate::args!["count" => equal]));
    sides(
        ui,
        height::CONTROL,
        |ui| {
            if options.len() > 1 {
                chosen = fitting_segments(ui, &named, view.arrangement.filter, &options);
            }
            if let Some(equal) = equal {
                let line = ui.add(Text::new(equal.as_ref()).small().color(soft).truncate());
                vitrine_text::tooltip(line, equal);
            }
        },
        |ui| rows::choice(ui, cx),
    );
    view.arrangement.filter = chosen.unwrap_or(view.arrangement.filter);
}

fn draw(ui: &mut Ui, view: &mut ChangesView, shown: Shown<'_>, cx: &mut Cx<'_>) -> Pressed {
    let words = cx.words;
    let is_narrow = ui.available_width() < NARROW;
    let parts = parts(&view.table, shown.of, is_narrow);
    let names_variants = view.table.names_variants();
    let widths: Vec<Column> = parts.iter().map(|part| part.width(names_variants, is_narrow)).collect();
    let begins = view.shown.as_ref() != Some(&view.arrangement);
    if begins {
        view.shown = Some(view.arrangement.clone());
        view.last = None;
    }
    let (table, sort) = (&view.table, view.arrangement.sort);
    let reader = Reader { shown, cx: &*cx };
    let row_words = |row: usize| table.line(row).map(|line| reader.row(line)).unwrap_or_default();
    let read = |row: usize, column: usize| {
        let line = table.line(row).zip(parts.get(column));
        line.map(|(line, part)| reader.cell_in_words(line, *part)).unwrap_or_default()
    };
    let height = row_height(cx);
    let headings: Vec<Cow<'_, str>> =
        parts.iter().map(|part| part.heading().map_or("".into(), |(key, _)| words.text(key))).collect();
    // What is drawn of a line is put together once for all of its cells.
    let drawn: RefCell<HashMap<usize, Rc<Drawn>>> = RefCell::default();
    let drawn_of = |row: usize| -> Option<Rc<Drawn>> {
        let line = table.line(row)?;
        Some(Rc::clone(drawn.borrow_mut().entry(row).or_insert_with(|| Rc::new(reader.drawn(line)))))
    };
    let Pressed { mut acts, mut sorted, mut all } = Pressed::default();
    let mut boxes = Vec::new();
    let mut menu_acts = Vec::new();
    let mut draw_menu = |ui: &mut Ui, row: usize| {
        let chosen = table.line(row).and_then(|line| menu(ui, reader, line));
        menu_acts.extend(chosen.map(|act| (row, act)));
        chosen.is_some()
    };
    let pictures = RefCell::new(Vec::new());
    let select_all = words.text("edits-include-all");
    Table::new("changes", words.text("edits-preview-title"), &widths, table.len())
        .row_height(height)
        .pinned(PINNED)
        .flat()
        .selects_most()
        .begin_at_top(begins)
        .focusable_rows(&row_words)
        .cells_read_as(&read)
        .pressable_rows(&mut acts, &mut draw_menu)
        .show(
            ui,
            |ui, column| match parts[column].heading() {
                None => {
                    let checked = Checked::of(table.is_whole(), table.has_kept());
                    all = check_box(ui, checked, select_all.as_ref()).clicked();
                }
                Some((_, Some(by))) => {
                    if column_heading(ui, &headings[column], by, (table, sort), words) {
                        sorted = Some(by);
                    }
                }
                Some((_, None)) => plain_heading(ui, &headings[column], false),
            },
            |ui, row, column| {
                let Some(drawn) = drawn_of(row) else { return };
                match parts[column] {
                    ChangesColumn::Keep => {
                        if let Some(kept) = drawn.is_kept.filter(|_| drawn.has_box)
                            && row_check_box(ui, kept, drawn.include.as_str()).clicked()
                        {
                            boxes.push((
                                row,
                                if ui.input(|input| input.modifiers.shift) {
                                    RowAct::Extend
                                } else {
                                    RowAct::Toggle
                                },
                            ));
                        }
                    }
                    ChangesColumn::Photo => pictures
                        .borrow_mut()
                        .push((ui.new_child(eframe::egui::UiBuilder::new()), Rc::clone(&drawn))),
                    part => drawn.cell(ui, part),
                }
            },
        );
    // The pictures are fetched by what the other cells only read.
    for (mut ui, drawn) in pictures.into_inner() {
        let picture = drawn.picture.as_ref().map_or(PictureState::Failed, |key| cx.pictures.get(key));
        let side = photo_side(&ui);
        widgets::thumbnail(&mut ui, &picture, side, "");
    }
    acts.extend(boxes);
    acts.extend(menu_acts);
    Pressed { acts, sorted, all }
}

/// The heading of a column that sorts, above its numbers. Returns whether it was pressed.
fn column_heading(
    ui: &mut Ui,
    label: &str,
    by: PreviewColumn,
    (table, sort): (&PreviewTable, Option<(PreviewColumn, bool)>),
    words: &Messages,
) -> bool {
    let is_descending = sort.filter(|(sorted, _)| *sorted == by).map(|(_, is_descending)| is_descending);
    let is_number = table.is_numeric() && matches!(by, PreviewColumn::Now | PreviewColumn::New);
    let draw = if is_number || by == PreviewColumn::Difference { read_number_heading } else { heading };
    draw(ui, label, is_descending, words)
}

/// The columns: the field only where several can change, in a narrow table only where several do; notes only
/// if there are some, in a narrow table in the place of the difference.
fn parts(table: &PreviewTable, of: Products<'_>, is_narrow: bool) -> Vec<ChangesColumn> {
    let (_, warnings, _) = table.counts();
    let is_shown = |part: &ChangesColumn| match part {
        ChangesColumn::Warning => warnings > 0,
        ChangesColumn::Difference => !(is_narrow && warnings > 0),
        // Of the products of the review, one field is changed, which is chosen above.
        ChangesColumn::Field => matches!(of, Products::Shop) && !(is_narrow && table.has_one_field()),
        _ => true,
    };
    PARTS.into_iter().filter(is_shown).collect()
}

/// A row's context menu.
fn menu(ui: &mut Ui, reader: Reader<'_>, line: PreviewLine) -> Option<RowAct> {
    let cx = reader.cx;
    column(ui, |ui| {
        let kept = match reader.shown.is_kept(line) {
            Some(true) => {
                ui.add(Button::quiet(cx.t("edits-leave-out")).with_icon(Icon::Close).small()).clicked()
            }
            Some(false) => {
                ui.add(Button::quiet(cx.t("edits-take-in")).with_icon(Icon::Check).small()).clicked()
            }
            None => false,
        };
        let copied = ui.add(UiCommand::CopyProducts.quiet(cx.words).small()).clicked();
        kept.then_some(RowAct::Toggle).or(copied.then_some(RowAct::Copy))
    })
}

/// Does what was pressed.
fn apply(
    ui: &Ui,
    view: &mut ChangesView,
    shown: Shown<'_>,
    pressed: Pressed,
    cx: &mut Cx<'_>,
) -> Vec<LeaveOut> {
    let mut left = Vec::new();
    if let Some(by) = pressed.sorted {
        view.arrangement.sort = next_sort(view.arrangement.sort, by);
    }
    let lines = |rows: std::ops::RangeInclusive<usize>| {
        rows.filter_map(|row| view.table.line(row)).filter_map(|line| line.key(shown.preview))
    };
    let leave =
        |rows: std::ops::RangeInclusive<usize>, out: bool| LeaveOut { changes: lines(rows).collect(), out };
    let everything = 0..=view.table.len().saturating_sub(1);
    let is_kept = |row: usize| view.table.line(row).and_then(|line| shown.is_kept(line));
    let all = || leave(everything.clone(), everything.clone().all(|row| is_kept(row) != Some(false)));
    if pressed.all {
        left.push(all());
    }
    let mut last = view.last;
    for (row, act) in pressed.acts {
        match act {
            RowAct::Open => last = Some(row),
            RowAct::Toggle => {
                if let Some(kept) = is_kept(row) {
                    left.push(leave(row..=row, kept));
                }
                last = Some(row);
            }
            // The rows become what the one has become where the range begins.
            RowAct::Extend => {
                let from = last.unwrap_or(row);
                left.push(leave(from.min(row)..=from.max(row), is_kept(from) == Some(false)));
            }
            RowAct::ExtendFrom(from) => {
                left.push(leave(from.min(row)..=from.max(row), is_kept(from) == Some(false)));
            }
            RowAct::SelectAll => {
                let all = all();
                cx.act(Action::Announce(Announcement::Selected(if all.out { 0 } else { view.table.len() })));
                left.push(all);
            }
            RowAct::Copy => copy(ui, view, shown, cx),
            RowAct::Unfold | RowAct::Fold => {}
        }
    }
    view.last = last;
    left
}

/// Puts the lines that are shown on the clipboard, with headings, for a spreadsheet.
fn copy(ui: &Ui, view: &ChangesView, shown: Shown<'_>, cx: &mut Cx<'_>) {
    let reader = Reader { shown, cx: &*cx };
    let parts = &PARTS[2..];
    let headings =
        parts.iter().filter_map(|part| part.heading()).map(|(key, _)| cx.t(key).into_owned()).collect();
    let lines = (0..view.table.len()).filter_map(|row| view.table.line(row));
    let lines: Vec<Vec<String>> =
        lines.map(|line| parts.iter().map(|part| reader.copied(line, *part)).collect()).collect();
    let count = lines.len() * parts.len();
    ui.copy_text(cells_as_text(&[headings].into_iter().chain(lines).collect::<Vec<Vec<String>>>()));
    cx.act(Action::CopiedCells(count));
}
