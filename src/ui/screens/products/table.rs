//! The table of the shop's products.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use eframe::egui::Ui;

use super::columns::{self, Part};
use super::view::View;
use super::{cells, details as product_details, selection};
use crate::ui::focus::{self, Region};
use crate::ui::screens::Cx;
use crate::ui::screens::heading::{heading, next_sort, read_number_heading};
use crate::ui::screens::rows::row_height;
use crate::ui::theme;
use crate::ui::widgets::{
    ChosenWidths, Column, RowAct, RowWords, Table, check_box, return_to_row, row_check_box,
};
use crate::worker::{Command, PlatformCommand, TableColumns};
use vitrine_domain::{Product, ProductId};
use vitrine_model::{Action, Announcement};
use vitrine_text::Text;

/// Below this width, in points, the last column is left out.
const NARROW_WIDTH: f32 = 700.0;

/// What was pressed while the table was drawn.
#[derive(Default)]
struct Pressed {
    acts: Vec<(usize, RowAct)>,
    /// The product and the entry of its context menu.
    menu: Option<(ProductId, product_details::Entry)>,
    sorted: Option<vitrine_core::catalog::Column>,
    all: bool,
    /// The row whose box was pressed, and whether Shift was held.
    box_of: Option<(usize, bool)>,
}

/// Draws the table, and does what is pressed in it.
pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    if std::mem::take(&mut view.returns_to_row) {
        return_to_row(ui, "products");
    }
    let begins = view.shown != view.arrangement;
    if begins {
        view.shown = view.arrangement.clone();
    }
    focus::enter(ui.ctx(), Region::Table);
    let (pressed, widths) = draw(ui, view, begins, cx);
    focus::enter(ui.ctx(), Region::Page);
    if let Some(by) = pressed.sorted {
        view.arrangement.sort = next_sort(view.arrangement.sort, by);
    }
    let list = cx.model.products.list();
    let View { finder, selection, opened, details, edits, .. } = &mut *view;
    let product = |row: usize| finder.row_index(row).and_then(|index| list.product(index));
    if pressed.all {
        selection.toggle_all(list, finder);
    }
    let of_box =
        pressed.box_of.map(|(row, shift)| (row, if shift { RowAct::Extend } else { RowAct::Toggle }));
    for (row, act) in pressed.acts.into_iter().chain(of_box) {
        let Some(product) = product(row) else { continue };
        match act {
            RowAct::Open => {
                selection.click(&product.id);
                *opened = Some(product.id);
            }
            RowAct::Toggle => {
                selection.click(&product.id);
                selection.toggle(&product.id);
            }
            RowAct::Extend => selection.extend_by_click(list, finder, row),
            RowAct::ExtendFrom(from) => selection.extend(list, finder, from, row),
            RowAct::SelectAll => {
                selection.toggle_all(list, finder);
                cx.act(Action::Announce(Announcement::Selected(selection.len())));
            }
            RowAct::Copy => {
                let selected = selection.in_order(list, finder);
                selection::copy(
                    ui,
                    if selected.is_empty() { std::slice::from_ref(&product) } else { &selected },
                    cx,
                );
            }
        }
        if act == RowAct::Open {
            selection.end_range();
        }
    }
    if let Some((id, entry)) = pressed.menu
        && let Some(product) = list.get(&id)
    {
        match entry {
            product_details::Entry::Details => *opened = Some(id),
            product_details::Entry::Change => {
                let selected = selection.in_order(list, finder);
                edits.change(
                    if selection.contains(&product) { &selected } else { std::slice::from_ref(&product) },
                    cx,
                );
            }
            product_details::Entry::Page => {
                if let Some(address) = product_details::page(&product, cx.model) {
                    cx.ask(Command::Platform(PlatformCommand::OpenPage(address)));
                }
            }
            product_details::Entry::Copy => selection::copy(ui, std::slice::from_ref(&product), cx),
            product_details::Entry::Like => details.begin_like(&product, cx),
        }
    }
    if let Some(id) = opened.as_ref().filter(|id| !cx.model.products.has_asked_for_origin(id)) {
        cx.act(Action::FindOrigin(id.clone()));
    }
    remember_widths(ui, widths, view, cx);
}

fn draw(ui: &mut Ui, view: &mut View, begins: bool, cx: &mut Cx<'_>) -> (Pressed, ChosenWidths) {
    let model = cx.model;
    let (list, words, currency) = (model.products.list(), cx.words, model.currency());
    let p = theme::palette(ui);
    let columns = model.product_columns();
    let parts = columns::shown(columns, ui.available_width() < NARROW_WIDTH);
    let widths: Vec<Column> = parts.iter().map(|part| part.width()).collect();
    let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    let headings: Vec<_> = parts.iter().map(|part| part.heading(words)).collect();
    let mut chosen = view.dragged.take().unwrap_or_else(|| columns.widths.clone());
    let checked_all = view.selection.checked(list, &view.finder);
    let (finder, selection, sort) = (&view.finder, &view.selection, view.arrangement.sort);
    // The cells of a row, its words and its menu share the unpacked product.
    let unpacked = RefCell::new(HashMap::new());
    let product = |row: usize| -> Option<Rc<Product>> {
        let unpack = || finder.row_index(row).and_then(|index| list.product(index)).map(Rc::new);
        unpacked.borrow_mut().entry(row).or_insert_with(unpack).clone()
    };
    let row_words = |row: usize| {
        let named = |product: Rc<Product>| RowWords {
            is_selected: Some(selection.contains(&product)),
            ..cells::row_words(words, currency, &product)
        };
        product(row).map(named).unwrap_or_default()
    };
    let read = |row: usize, column: usize| {
        let cell = |product: Rc<Product>| {
            cells::in_words(words, currency, &product, parts[column], selection.contains(&product))
        };
        product(row).map(cell).unwrap_or_default()
    };
    let Pressed { mut acts, mut menu, mut sorted, mut all, mut box_of } = Pressed::default();
    let can_change = model.product_edits.is_available;
    let has_page =
        |row: usize| product(row).is_some_and(|product| product_details::page(&product, model).is_some());
    let mut draw_menu = |ui: &mut Ui, row: usize| {
        menu = product(row).and_then(|product| {
            Some((product.id.clone(), product_details::menu(ui, words, (can_change, has_page(row)))?))
        });
        menu.is_some()
    };
    Table::new("products", words.text("products-title"), &widths, finder.len())
        .row_height(row_height(cx))
        .flat()
        .begin_at_top(begins)
        .focusable_rows(&row_words)
        .cells_read_as(&read)
        .pressable_rows(&mut acts, &mut draw_menu)
        .resizable(&names, &mut chosen)
        .show(
            ui,
            |ui, column| match (parts[column], parts[column].sorted_by()) {
                (Part::Select, _) => {
                    all = check_box(ui, checked_all, words.text("review-select-all")).clicked();
                }
                (_, Some(by)) => {
                    let is_descending =
                        sort.filter(|(sorted, _)| *sorted == by).map(|(_, is_descending)| is_descending);
                    let draw_heading = if matches!(parts[column], Part::Price | Part::Stock) {
                        read_number_heading
                    } else {
                        heading
                    };
                    if draw_heading(ui, &headings[column], is_descending, words) {
                        sorted = Some(by);
                    }
                }
                (_, None) => {
                    drop(ui.add(Text::new(headings[column].as_ref()).small().color(p.ink_soft).truncate()));
                }
            },
            |ui, row, column| {
                let Some(product) = product(row) else { return };
                if parts[column] == Part::Select {
                    let name =
                        words.format("review-select-row", crate::args!["name" => product.title.as_str()]);
                    if row_check_box(ui, selection.contains(&product), name).clicked() {
                        box_of = Some((row, ui.input(|input| input.modifiers.shift)));
                    }
                } else {
                    cells::cell(ui, cx, p, &product, parts[column]);
                }
            },
        );
    (Pressed { acts, menu, sorted, all, box_of }, chosen)
}

/// Saves the widths once the mouse is released.
fn remember_widths(ui: &Ui, chosen: ChosenWidths, view: &mut View, cx: &mut Cx<'_>) {
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
