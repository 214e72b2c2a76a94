//! The review's table, with what finds, filters, sorts and selects its rows.

pub mod bulk;
pub mod cells;
pub mod columns;
mod contents;
pub mod selection;
pub mod state;

use std::collections::{BTreeMap, HashMap, HashSet};

use eframe::egui::{Id, Ui};

use super::row::Row;
use super::{categories, findings, photo_strip};
use crate::ui::screens::Cx;
use crate::ui::screens::category::is_list;
use crate::ui::screens::grid::cell::in_editor_line;
use crate::ui::screens::grid::{Cell, Grid};
use crate::ui::screens::heading::{editor_heading, heading, next_sort};
use crate::ui::screens::rows::row_height;
use crate::ui::screens::search::{leaves_downwards, search};
use crate::worker::{PictureKey, TableColumns};
use cells::{Parts, cell};
use columns::DraftsColumn;
use selection::Selection;
use vitrine_domain::{Field, FieldKind};
use vitrine_model::{
    Action, Announcement, Import, Reason, ReviewArrangement, ReviewColumn, ReviewFilter, ReviewFinder,
    changed_since_saved,
};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{
    Button, Checked, ChosenWidths, Column, RowWords, Table, check_box, fitting_segments, select_width,
};

/// Where the table is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryCell {
    FirstRow,
    /// The first cell of the first row that cannot be sent as it is.
    FirstWrongCell,
}

/// The identity of the search.
const FIND: &str = "find in the review";
/// The least width of the search, in points.
const MIN_FIND: f32 = 64.0;

/// The table's own state.
#[derive(Default)]
pub struct DraftsView {
    arrangement: ReviewArrangement,
    /// The arrangement that was drawn last.
    shown: ReviewArrangement,
    finder: ReviewFinder,
    grid: Grid,
    selection: Selection,
    bulk: bulk::BulkView,
    pub categories: categories::CategoriesView,
    choosing_columns: bool,
    /// What products lack that are shown alone: its columns are there, until all products are shown again.
    wanted: Vec<Field>,
    /// The cell that gets the cursor.
    enters: Option<EntryCell>,
    /// The columns' widths while one is being dragged.
    dragged: Option<ChosenWidths>,
}

impl DraftsView {
    /// Whether the table shows only the products that cannot be sent yet.
    pub fn shows_incomplete(&self) -> bool {
        self.arrangement.filter == ReviewFilter::Incomplete
    }

    /// Shows only the products that cannot be sent yet, or all.
    pub fn show_incomplete(&mut self, only: bool) {
        self.show_only(if only { ReviewFilter::Incomplete } else { ReviewFilter::All });
    }

    /// Opens the dialog in which the columns are chosen.
    pub fn choose_columns(&mut self) {
        self.choosing_columns = true;
    }

    /// Follows the plan. Call it before drawing.
    pub fn update(&mut self, import: &Import) {
        self.selection.update(import);
    }

    /// What is to be said about the cell with the cursor: what is wrong with it, or its price in the other
    /// unit.
    pub fn said(&self, cx: &Cx<'_>) -> Option<(String, bool)> {
        let (product, field) = self.grid.active()?;
        if cx.model.import.review.is_skipped(product) {
            return Some((cx.t("import-known-locked").into_owned(), false));
        }
        let (draft, errors) = cx.model.import.review.evaluated(product, &cx.model.rules());
        if let Some(error) = errors.get(&field) {
            return Some((cx.words.field_error(error), true));
        }
        Some((columns::toman_beside(cx, field, &draft)?, false))
    }

    /// The selected products, and the bar with what can be done to all of them.
    pub fn selection_bar(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        selection::bar(ui, &mut self.selection, &self.finder, &mut self.bulk, &mut self.categories, cx);
    }

    /// Whether any product is selected.
    pub fn has_selection(&self) -> bool {
        !self.selection.indices().is_empty()
    }

    /// Shows only the products that pass a filter.
    pub fn show_only(&mut self, filter: ReviewFilter) {
        self.arrangement = ReviewArrangement { filter, ..ReviewArrangement::default() };
        self.finder.filter_again();
    }

    /// Shows only the products that cannot be sent yet, with the cursor in the first cell to be corrected.
    pub fn go_to_incomplete(&mut self) {
        self.show_incomplete(true);
        self.enters = Some(EntryCell::FirstWrongCell);
    }

    /// What cannot be sent yet is shown with the cells that are to be corrected, chosen as columns or not.
    fn want_columns(&mut self, import: &Import) {
        if !self.shows_incomplete() {
            self.wanted.clear();
            return;
        }
        for reason in import.review.checks().reasons() {
            if let Reason::Field(field) = reason
                && !self.wanted.contains(&field)
            {
                self.wanted.push(field);
            }
        }
    }

    fn enter_first_wrong_cell(&mut self, cx: &Cx<'_>) {
        let Some(product) = self.finder.product(0) else { return };
        let (_, errors) = cx.model.import.review.evaluated(product, &cx.model.rules());
        let wrong = self.grid.fields().iter().position(|field| errors.contains_key(field));
        self.grid.enter_cell(Cell { product, column: wrong.unwrap_or_default() });
    }
}

/// Draws the search and the filters.
pub fn find_and_filter(ui: &mut Ui, view: &mut DraftsView, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let (all, incomplete, known) = (
        import.review.drafts().len(),
        import.review.checks().incomplete().len(),
        import.review.checks().skipped(),
    );
    let contacts = findings::contact_count(cx);
    let changed = changed_since_saved(&import.review);
    let filter = view.arrangement.filter;
    let is_void = match filter {
        ReviewFilter::Incomplete => incomplete == 0,
        ReviewFilter::Known => known == 0,
        ReviewFilter::Ready => incomplete == 0 && known == 0,
        ReviewFilter::WithoutPhotos | ReviewFilter::WithoutRow => {
            view.arrangement.query.is_empty() && view.finder.is_void(filter)
        }
        ReviewFilter::ContactData => contacts == 0,
        ReviewFilter::Changed => changed == 0,
        ReviewFilter::All => false,
    };
    if is_void && view.grid.product().is_none() {
        view.arrangement.filter = ReviewFilter::All;
    }
    let filters = [
        (ReviewFilter::All, "review-filter-all", all),
        (ReviewFilter::Incomplete, "review-filter-incomplete", incomplete),
        (ReviewFilter::Ready, "review-filter-ready", all - incomplete - known),
        (ReviewFilter::Known, "review-filter-known", known),
        (ReviewFilter::ContactData, "review-filter-contact", contacts),
        (ReviewFilter::Changed, "review-filter-changed", changed),
    ];
    let filters = filters.into_iter().filter(|(filter, _, count)| *filter == ReviewFilter::All || *count > 0);
    let mut filters: Vec<_> = filters
        .map(|(filter, key, count)| (filter, cx.t(key), Some(cx.words.integer(count as i64))))
        .collect();
    // Those of the sheet are chosen at its card.
    let of_sheet = match view.arrangement.filter {
        ReviewFilter::WithoutPhotos => Some("review-filter-without-photos"),
        ReviewFilter::WithoutRow => Some("review-filter-without-row"),
        _ => None,
    };
    filters.extend(of_sheet.map(|key| (view.arrangement.filter, cx.t(key), None)));
    let has_filters =
        [incomplete, known, contacts, changed].iter().any(|count| *count > 0) || of_sheet.is_some();
    let filtered =
        filters.iter().find(|(filter, ..)| *filter == view.arrangement.filter).filter(|_| has_filters);
    // What is filtered has its room first, as a list.
    let taken = filtered.map_or(0.0, |(_, text, count)| {
        let chosen = format!("{text} ({})", count.as_deref().unwrap_or_default());
        select_width(ui, &chosen) + 2.0 * ui.spacing().item_spacing.x
    });
    let width =
        (ui.available_width() * 0.25).clamp(96.0, 200.0).min((ui.available_width() - taken).max(MIN_FIND));
    let hint = cx.t("review-find-hint");
    if leaves_downwards(ui, FIND) {
        view.enters = Some(EntryCell::FirstRow);
    }
    let editor = search(ui, FIND, &mut view.arrangement.query, hint, width);
    if editor.has_focus() && !view.finder.prepare(&import.review) {
        ui.ctx().request_repaint();
    }
    editor.accessible_name(cx.t("review-find"));
    if has_filters
        && let Some(filter) = fitting_segments(ui, &cx.t("filter-show"), view.arrangement.filter, &filters)
    {
        view.arrangement.filter = filter;
        view.finder.filter_again();
    }
}

/// Draws the table. `covers` holds the first product of each cover; `after` gets the focus when Escape leaves
/// the table.
pub fn table(
    ui: &mut Ui,
    view: &mut DraftsView,
    strip: &mut photo_strip::PhotoStripView,
    covers: &HashMap<PictureKey, usize>,
    after: Option<Id>,
    cx: &mut Cx<'_>,
) {
    let model = cx.model;
    let import = &model.import;
    view.want_columns(import);
    let parts = columns::shown(model.review_columns(), &model.rules(), import.review.drafts(), &view.wanted);
    let fields = parts
        .iter()
        .filter_map(|part| if let DraftsColumn::Field(field) = part { Some(*field) } else { None });
    view.grid.set_fields(fields.collect());
    view.finder.update(&import.review, &view.arrangement, view.grid.product());
    match view.enters.take() {
        Some(EntryCell::FirstRow) => view.grid.enter(0, &view.finder),
        Some(EntryCell::FirstWrongCell) => view.enter_first_wrong_cell(cx),
        None => {}
    }
    if !view.categories.is_open() {
        view.grid.handle_keys(ui, cx, &view.finder, after);
    }
    select_by_keys(view, cx);
    strip.place(&view.finder);
    if view.finder.is_empty() {
        if view.arrangement.query.is_empty() {
            // The next frame shows all products again.
            ui.ctx().request_repaint();
        }
        nothing_found(ui, view, cx);
    } else {
        focus::enter(ui.ctx(), Region::Table);
        rows(ui, view, strip, &parts, covers, cx);
        focus::enter(ui.ctx(), Region::Page);
        view.grid.update(ui, model, &view.finder);
    }
    columns::dialog(ui, &mut view.choosing_columns, cx);
    bulk::show(ui, &mut view.bulk, view.selection.indices(), cx);
    categories::dialogs(ui, &mut view.categories, cx);
}

/// What the table's keys select: all rows, or those of the range.
fn select_by_keys(view: &mut DraftsView, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let Some(rows) = view.grid.take_selection(&view.finder) else { return };
    let products: Vec<usize> = rows.filter_map(|row| view.finder.product(row)).collect();
    if products.iter().all(|&product| view.selection.contains(import, product)) {
        view.selection.deselect(import, products.into_iter());
    } else {
        view.selection.select(import, products.into_iter());
    }
    cx.act(Action::Announce(Announcement::Selected(view.selection.indices().len())));
}

fn nothing_found(ui: &mut Ui, view: &mut DraftsView, cx: &Cx<'_>) {
    ui.add_space(space::M);
    ui.horizontal_wrapped(|ui| {
        let said = cx.format("review-none-found", crate::args!["query" => view.arrangement.query.trim()]);
        ui.add(Text::new(said).wrap());
        if ui.add(Button::secondary(cx.t("products-none-clear")).small()).clicked() {
            view.arrangement = ReviewArrangement::default();
        }
    });
}

fn rows(
    ui: &mut Ui,
    view: &mut DraftsView,
    strip: &mut photo_strip::PhotoStripView,
    parts: &[DraftsColumn],
    covers: &HashMap<PictureKey, usize>,
    cx: &mut Cx<'_>,
) {
    let model = cx.model;
    let import = &model.import;
    let p = theme::palette(ui);
    let DraftsView { finder, grid, selection, arrangement, shown, dragged, categories, .. } = view;
    let begins = shown != arrangement;
    if begins {
        shown.clone_from(arrangement);
    }
    let widths: Vec<Column> = parts.iter().map(|part| part.width(ui.available_width())).collect();
    let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    let mut chosen = dragged.take().unwrap_or_else(|| model.review_columns().widths.clone());
    let also_drawn = grid.product_to_draw().and_then(|product| finder.row(product));
    let words = cx.words;
    let selected: HashSet<usize> = selection.indices().iter().copied().collect();
    let is_selected = |product: &usize| selected.contains(product);
    let row_words = |row: usize| {
        let product = finder.product(row);
        let called = |product: usize| (product + 1, import.review.with_defaults(product).name);
        let (number, name) = product.map(called).unwrap_or_default();
        let name = words
            .format("review-row", crate::args!["row" => number, "product" => name.as_str()])
            .into_owned();
        RowWords { name, is_selected: product.as_ref().map(is_selected), ..RowWords::default() }
    };
    let table = Table::new("drafts", cx.t("import-title"), &widths, finder.len())
        .row_height(row_height(cx))
        .pinned(columns::PINNED)
        .flat()
        .also_drawn(also_drawn)
        .named_rows(&row_words)
        .begin_at_top(begins);
    let (mut drawing, mut sorted): (Option<Row>, Option<ReviewColumn>) = (None, None);
    let (mut all_pressed, mut pressed): (bool, Option<Pressed>) = (false, None);
    let select_all = cx.t("review-select-all");
    let headings: Vec<_> = parts.iter().map(|part| part.heading(cx)).collect();
    let is_whole = is_whole(&selected, finder);
    let checked = Checked::of(is_whole, selected.iter().any(|&product| finder.row(product).is_some()));
    table.resizable(&names, &mut chosen).show(
        ui,
        |ui, column| match (parts[column], parts[column].sorted_by()) {
            (DraftsColumn::Select, _) => {
                all_pressed = check_box(ui, checked, select_all.as_ref()).clicked();
            }
            (_, Some(by)) => {
                let is_descending = arrangement.sort.filter(|(sorted, _)| *sorted == by).map(|(_, is_descending)| is_descending);
                let is_number = matches!(parts[column], DraftsColumn::Field(field) if field.kind() == FieldKind::Integer && !is_list(field));
                let is_pressed = match parts[column] {
                    DraftsColumn::Field(_) => editor_heading(ui, &headings[column], is_descending, is_number, words),
                    _ => heading(ui, &headings[column], is_descending, words),
                };
                if is_pressed {
                    sorted = Some(by);
                }
            }
            (_, None) => drop(ui.add(Text::new(headings[column].as_ref()).small().color(p.ink_soft).truncate())),
        },
        |ui, row, column| {
            let Some(index) = finder.product(row) else { return };
            // The cells of a row are drawn one after another.
            let filled = match drawing.take() {
                Some(filled) if filled.index == index => filled,
                _ => filled(index, grid, finder, covers, cx),
            };
            if parts[column] == DraftsColumn::Select {
                let name = cx.format("review-select-row", crate::args!["name" => filled.draft.name.as_str()]);
                let select = check_box(&mut in_editor_line(ui), selection.contains(import, index), name);
                grid.draws_button(&select, index);
                if select.clicked() {
                    pressed = Some(if ui.input(|input| input.modifiers.shift) { Pressed::To(index) } else { Pressed::One(index) });
                }
            } else {
                cell(ui, cx, p, parts[column], &filled, Parts { grid, strip, categories, selected: selection.indices() });
            }
            drawing = Some(filled);
        },
    );
    if let Some(pressed) = pressed.or(all_pressed.then_some(Pressed::All { is_whole })) {
        pressed.apply(selection, import, finder);
    }
    if let Some(by) = sorted {
        arrangement.sort = next_sort(arrangement.sort, by);
    }
    remember_widths(ui, chosen, dragged, cx);
}

/// The row of a product.
fn filled(
    index: usize,
    grid: &Grid,
    finder: &ReviewFinder,
    covers: &HashMap<PictureKey, usize>,
    cx: &Cx<'_>,
) -> Row {
    let (draft, errors) = cx.model.import.review.evaluated(index, &cx.model.rules());
    let selected = (0..grid.fields().len())
        .map(|column| grid.is_selected(Cell { product: index, column }, finder))
        .collect();
    let is_locked = cx.model.import.review.is_skipped(index);
    let errors = if is_locked { BTreeMap::new() } else { errors };
    Row { index, selected, draft, errors, is_locked, notes: state::notes(cx, covers, index) }
}

/// Whether all rows that are shown are selected. Others may be, too.
fn is_whole(selected: &HashSet<usize>, rows: &ReviewFinder) -> bool {
    let mut shown = (0..rows.len()).filter_map(|row| rows.product(row));
    !rows.is_empty() && selected.len() >= rows.len() && shown.all(|product| selected.contains(&product))
}

/// A box that was pressed.
enum Pressed {
    /// `is_whole`: all rows that are shown were selected.
    All {
        is_whole: bool,
    },
    One(usize),
    /// All rows from the box pressed before.
    To(usize),
}

impl Pressed {
    fn apply(self, selection: &mut Selection, import: &Import, rows: &ReviewFinder) {
        match self {
            Self::One(product) => selection.toggle(import, product),
            Self::To(product) => selection.extend(import, rows, product),
            Self::All { is_whole } => {
                let shown = (0..rows.len()).filter_map(|row| rows.product(row));
                if is_whole {
                    selection.deselect(import, shown);
                } else {
                    selection.select(import, shown);
                }
            }
        }
    }
}

/// Saves the widths once the mouse is released.
fn remember_widths(ui: &Ui, chosen: ChosenWidths, dragged: &mut Option<ChosenWidths>, cx: &mut Cx<'_>) {
    let columns = cx.model.review_columns();
    if chosen == columns.widths {
        return;
    }
    if ui.input(|input| input.pointer.any_down()) {
        *dragged = Some(chosen);
    } else {
        cx.act(Action::ReviewColumns(TableColumns { widths: chosen, ..columns.clone() }));
    }
}
