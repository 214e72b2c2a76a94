//! The table of the shop's products.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use eframe::egui::Ui;

use super::columns::{self, ProductsColumn};
use super::selection::{SelectedRow, Selection};
use super::view::ProductsView;
use super::{cells, details as product_details, selection, sheet};
use crate::i18n::Messages;
use crate::ui::screens::Cx;
use crate::ui::screens::heading::{heading, next_sort, read_number_heading};
use crate::ui::screens::rows::row_height;
use crate::worker::{Command, PlatformCommand, TableColumns};
use vitrine_core::catalog::{Arrangement, Column as SortColumn, TableRow, TableRows, Unfolded};
use vitrine_domain::{Product, ProductId};
use vitrine_model::{Action, Announcement, Model};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::{
    ChosenWidths, Column, RowAct, RowWords, Table, check_box, go_to_row, return_to_row, row_check_box, theme,
};

/// What was pressed while the table was drawn.
#[derive(Default)]
struct Pressed {
    acts: Vec<(usize, RowAct)>,
    /// The row and the entry of its context menu.
    menu: Option<(usize, product_details::RowMenuItem)>,
    sorted: Option<SortColumn>,
    all: bool,
    /// The rows that the keys of a cell select.
    selected: Option<Range<usize>>,
}

/// Draws the table, and does what is pressed in it.
pub fn show(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    if std::mem::take(&mut view.returns_to_row) {
        return_to_row(ui, "products");
    }
    let begins = view.shown != view.arrangement;
    if begins {
        // What a search or a filter finds is said; that all are there again, too.
        let is_all = |of: &Arrangement| of.query.is_empty() && of.filter.is_empty();
        if is_all(&view.arrangement) && !is_all(&view.shown) {
            cx.act(Action::Announce(Announcement::Shown(cx.model.products.list().len())));
        }
        view.shown = view.arrangement.clone();
    }
    focus::enter(ui.ctx(), Region::Table);
    let (pressed, widths) = draw(ui, view, begins, cx);
    focus::enter(ui.ctx(), Region::Page);
    select_by_keys(view, pressed.selected, cx);
    if let Some(by) = pressed.sorted {
        view.arrangement.sort = next_sort(view.arrangement.sort, by);
    }
    let list = cx.model.products.list();
    if pressed.all {
        view.selection.toggle_all(list, &view.finder);
    }
    let mut folded = None;
    for (row, act) in pressed.acts {
        folded = perform(ui, view, (row, act), cx).or(folded);
    }
    if let Some((row, entry)) = pressed.menu {
        choose(ui, view, (row, entry), cx);
    }
    if let Some((product, is_unfolded, row)) = folded {
        view.unfolded.set(&product, is_unfolded);
        // The row of the product stays where it is, and those below it move.
        go_to_row(ui, "products", row);
    }
    if let Some(id) = view.opened.as_ref().filter(|id| !cx.model.products.has_asked_for_origin(id)) {
        cx.act(Action::FindOrigin(id.clone()));
    }
    remember_widths(ui, widths, view, cx);
}

/// Selects what the keys of a cell select: all rows, or those of the range.
fn select_by_keys(view: &mut ProductsView, rows: Option<Range<usize>>, cx: &mut Cx<'_>) {
    let list = cx.model.products.list();
    let ProductsView { finder, selection, unfolded, .. } = view;
    let shown = TableRows { list, finder, unfolded };
    match rows {
        Some(rows) if rows == (0..shown.len()) => selection.toggle_all(list, finder),
        Some(rows) if !rows.is_empty() => {
            selection.extend(shown, rows.start, rows.end - 1);
            selection.end_range();
        }
        _ => return,
    }
    cx.act(Action::Announce(Announcement::Selected(selection.len())));
}

/// Does what was done to a row. Returns the product whose variants are to be shown or hidden, and its row.
fn perform(
    ui: &Ui,
    view: &mut ProductsView,
    (row, act): (usize, RowAct),
    cx: &mut Cx<'_>,
) -> Option<(ProductId, bool, usize)> {
    let list = cx.model.products.list();
    let ProductsView { finder, selection, opened, unfolded, .. } = view;
    let rows = TableRows { list, finder, unfolded };
    let TableRow { product, variant: place } = rows.at(row)?;
    let product = list.product(product)?;
    let variant = place.and_then(|place| product.variants.get(place));
    match act {
        RowAct::Open => {
            selection.click(rows.key(row));
            selection.end_range();
            *opened = Some(product.id);
        }
        RowAct::Toggle => {
            selection.click(rows.key(row));
            selection.toggle(&product, variant);
            cx.act(Action::Announce(Announcement::Selected(selection.len())));
        }
        RowAct::Extend => selection.extend_by_click(rows, row),
        RowAct::ExtendFrom(from) => {
            selection.extend(rows, from, row);
            cx.act(Action::Announce(Announcement::Selected(selection.len())));
        }
        RowAct::SelectAll => {
            selection.toggle_all(list, finder);
            cx.act(Action::Announce(Announcement::Selected(selection.len())));
        }
        RowAct::Copy => {
            let selected = selection.in_order(list, finder);
            let this = [SelectedRow { product, variant: place }];
            selection::copy(ui, if selected.is_empty() { &this } else { &selected }, cx);
        }
        RowAct::Unfold => return Some((product.id, true, row)),
        RowAct::Fold => return Some((product.id, false, row - place.map_or(0, |place| place + 1))),
    }
    None
}

/// Does what was chosen in the context menu of a row.
fn choose(
    ui: &Ui,
    view: &mut ProductsView,
    (row, entry): (usize, product_details::RowMenuItem),
    cx: &mut Cx<'_>,
) {
    let list = cx.model.products.list();
    let ProductsView { finder, selection, opened, details, edits, unfolded, .. } = view;
    let Some(TableRow { product, variant: place }) = (TableRows { list, finder, unfolded }).at(row) else {
        return;
    };
    let Some(product) = list.product(product) else { return };
    match entry {
        product_details::RowMenuItem::Details => *opened = Some(product.id),
        product_details::RowMenuItem::Change => {
            let variant = place.and_then(|place| product.variants.get(place));
            if selection.contains(&product, variant) {
                edits.change(&selection.in_order(list, finder), cx);
            } else {
                edits.change(&[SelectedRow { product, variant: place }], cx);
            }
        }
        product_details::RowMenuItem::Page => {
            if let Some(address) = product_details::page(&product, cx.model) {
                cx.ask(Command::Platform(PlatformCommand::OpenPage(address)));
            }
        }
        product_details::RowMenuItem::Copy => {
            selection::copy(ui, &[SelectedRow { product, variant: place }], cx);
        }
        product_details::RowMenuItem::Like => details.begin_like(&product, cx),
    }
}

/// A product that is drawn, and which of its variants.
type Drawn = (Rc<Product>, Option<usize>);

fn shown((product, place): &Drawn) -> cells::Shown<'_> {
    cells::Shown { product, variant: place.and_then(|place| product.variants.get(place)) }
}

/// A row as a screen reader says it.
fn words_of(
    drawn: &Drawn,
    (selection, unfolded): (&Selection, &Unfolded),
    words: &Messages,
    model: &Model,
) -> RowWords {
    let shown = shown(drawn);
    let typed = |part| sheet::said(words, model, shown, part);
    let has_variants = shown.variant.is_none() && !shown.product.variants.is_empty();
    RowWords {
        is_selected: Some(selection.contains(shown.product, shown.variant)),
        is_unfolded: has_variants.then(|| unfolded.contains(&shown.product.id)),
        is_below: shown.variant.is_some(),
        ..cells::row_words(words, model.currency(), shown, &typed)
    }
}

fn draw(ui: &mut Ui, view: &mut ProductsView, begins: bool, cx: &mut Cx<'_>) -> (Pressed, ChosenWidths) {
    let model = cx.model;
    let (list, words, currency) = (model.products.list(), cx.words, model.currency());
    let p = theme::palette(ui);
    let columns = model.product_columns();
    let parts = columns::shown(columns);
    let widths: Vec<Column> = parts.iter().map(|part| part.width()).collect();
    let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    let headings: Vec<_> = parts.iter().map(|part| part.heading(words)).collect();
    let mut chosen = view.dragged.take().unwrap_or_else(|| columns.widths.clone());
    let checked_all = view.selection.checked(list, &view.finder);
    let ProductsView { selection, unfolded, finder, arrangement, sheet, .. } = view;
    let (selection, unfolded, finder, sort) = (&*selection, &*unfolded, &*finder, arrangement.sort);
    let rows = TableRows { list, finder, unfolded };
    let (mut sheet, cells_of) = sheet::open(sheet, rows, &parts, model);
    sheet.begin(ui, &cells_of, cx);
    // The cells of a row, its words and its menu share the unpacked product.
    let unpacked = RefCell::new(HashMap::new());
    let drawn = |row: usize| -> Option<Drawn> {
        let TableRow { product, variant } = rows.at(row)?;
        let unpack = || list.product(product).map(Rc::new);
        let product: Option<Rc<Product>> =
            unpacked.borrow_mut().entry(product).or_insert_with(unpack).clone();
        Some((product?, variant))
    };
    let row_words = |row: usize| {
        let named = |drawn: Drawn| words_of(&drawn, (selection, unfolded), words, model);
        drawn(row).map(named).unwrap_or_default()
    };
    let read = |row: usize, column: usize| {
        let cell = |drawn: Drawn| {
            let shown = shown(&drawn);
            let is_selected = selection.contains(shown.product, shown.variant);
            let typed = |part| sheet::said(words, model, shown, part);
            cells::in_words(words, currency, shown, parts[column], (is_selected, &typed))
        };
        drawn(row).map(cell).unwrap_or_default()
    };
    let Pressed { mut acts, mut menu, mut sorted, mut all, .. } = Pressed::default();
    let mut pressed_in_cells = Vec::new();
    let can_change = model.product_edits.is_available;
    let has_page =
        |row: usize| drawn(row).is_some_and(|(product, _)| product_details::page(&product, model).is_some());
    let mut draw_menu = |ui: &mut Ui, row: usize| {
        menu = product_details::menu(ui, words, (can_change, has_page(row))).map(|entry| (row, entry));
        menu.is_some()
    };
    Table::new("products", words.text("products-title"), &widths, rows.len())
        .row_height(row_height(cx))
        .flat()
        .begin_at_top(begins)
        .also_drawn(sheet.row_to_draw(&cells_of))
        .focusable_rows(&row_words)
        .cells_read_as(&read)
        .pressable_rows(&mut acts, &mut draw_menu)
        .resizable(&names, &mut chosen)
        .show(
            ui,
            |ui, column| {
                if parts[column] == ProductsColumn::Select {
                    all = check_box(ui, checked_all, words.text("review-select-all")).clicked();
                } else if let Some(by) = head(ui, words, parts[column], &headings[column], sort) {
                    sorted = Some(by);
                }
            },
            |ui, row, column| {
                let Some(drawn) = drawn(row) else { return };
                let shown = shown(&drawn);
                match parts[column] {
                    ProductsColumn::Select => {
                        let title = shown.title(words);
                        let name = words.format("review-select-row", crate::args!["name" => title.as_ref()]);
                        let checked = selection.checked_at(shown.product, shown.variant);
                        if row_check_box(ui, checked, name).clicked() {
                            let is_range = ui.input(|input| input.modifiers.shift);
                            let act = if is_range { RowAct::Extend } else { RowAct::Toggle };
                            pressed_in_cells.push((row, act));
                        }
                    }
                    ProductsColumn::Title => {
                        let is_unfolded = unfolded.contains(&shown.product.id);
                        if cells::title(ui, words, p, shown, is_unfolded) {
                            let act = if is_unfolded { RowAct::Fold } else { RowAct::Unfold };
                            pressed_in_cells.push((row, act));
                        }
                    }
                    part => match cells_of.cell(row, column) {
                        Some(cell) => sheet.cell(ui, cx, &cells_of, cell, shown),
                        None => cells::cell(ui, cx, p, shown, part),
                    },
                }
            },
        );
    acts.append(&mut pressed_in_cells);
    let selected = sheet.grid.take_selection(&cells_of);
    sheet.end(ui, &cells_of, &mut acts, cx);
    (Pressed { acts, menu, sorted, all, selected }, chosen)
}

/// Draws the heading of a column. Returns the column by which it was pressed to sort.
fn head(
    ui: &mut Ui,
    words: &Messages,
    part: ProductsColumn,
    text: &str,
    sort: Option<(SortColumn, bool)>,
) -> Option<SortColumn> {
    let Some(by) = part.sorted_by() else {
        let soft = theme::palette(ui).ink_soft;
        ui.add(Text::new(text).small().color(soft).truncate());
        return None;
    };
    let is_descending = sort.filter(|(sorted, _)| *sorted == by).map(|(_, is_descending)| is_descending);
    let draw = if matches!(part, ProductsColumn::Price | ProductsColumn::Stock) {
        read_number_heading
    } else {
        heading
    };
    draw(ui, text, is_descending, words).then_some(by)
}

/// Saves the widths once the mouse is released.
fn remember_widths(ui: &Ui, chosen: ChosenWidths, view: &mut ProductsView, cx: &mut Cx<'_>) {
    let columns = cx.model.product_columns();
    if chosen == columns.widths {
        return;
    }
    if ui.input(|input| input.pointer.any_down()) {
        view.dragged = Some(chosen);
    } else {
        cx.act(Action::ProductColumns(TableColumns { widths: chosen, ..columns.clone() }));
    }
}
