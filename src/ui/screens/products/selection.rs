//! The products that are selected in the table, and the bar with what can be done to them.

use std::collections::{BTreeSet, HashSet};

use eframe::egui::Ui;

use crate::ui::commands::UiCommand;
use crate::ui::focus::{self, Region};
use crate::ui::icons::Icon;
use crate::ui::layout::sides;
use crate::ui::screens::Cx;
use crate::ui::theme;
use crate::ui::widgets::{Button, Checked};
use vitrine_core::catalog::{Finder, ProductList};
use vitrine_core::import::table::Cell;
use vitrine_domain::{Price, Product, ProductId};
use vitrine_model::{Action, cells_as_text};
use vitrine_text::Text;

/// The selected products. They stay selected when the table is searched, filtered or sorted, and while the
/// list is read again.
#[derive(Default)]
pub struct Selection {
    ids: HashSet<ProductId>,
    /// Where a range begins that is extended from row to row, and what was selected before.
    range: Option<(ProductId, HashSet<ProductId>)>,
    /// The product that was clicked last: a range begins there, wherever it stands by then.
    clicked: Option<ProductId>,
    /// Grows with each change.
    revision: u64,
    totals: Totals,
}

/// What the selected products sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    /// The state for which they were computed: the revisions of selection and table, and the list's edition
    /// and length.
    of: (u64, u64, u64, usize),
    count: usize,
    /// How many of them the table does not show.
    hidden: usize,
    /// The sum of the prices.
    prices: Price,
    stock: i64,
}

impl Selection {
    /// Whether a product is selected.
    pub fn contains(&self, product: &Product) -> bool {
        !self.ids.is_empty() && self.ids.contains(&product.id)
    }

    /// Whether none of the products in the list is selected.
    pub fn is_empty(&mut self, list: &ProductList, finder: &Finder) -> bool {
        self.totals(list, finder).count == 0
    }

    /// The number of products that were selected, also of those that are gone.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// How many of the rows that are shown are selected. Others may be, too.
    pub fn checked(&mut self, list: &ProductList, finder: &Finder) -> Checked {
        let Totals { count, hidden, .. } = self.totals(list, finder);
        Checked::of(self.is_whole(list, finder), count > hidden)
    }

    fn is_whole(&self, list: &ProductList, finder: &Finder) -> bool {
        let could_be = !finder.is_empty() && self.ids.len() >= finder.len();
        // In a list without a filter the numbers tell it.
        could_be
            && shown(list, finder)
                .take(if finder.len() == list.len() { 1 } else { usize::MAX })
                .all(|id| self.ids.contains(&id))
    }

    /// The rows of the selected products, in the order of the list.
    fn rows(&self, list: &ProductList) -> Vec<usize> {
        let mut rows: Vec<usize> = self.ids.iter().filter_map(|id| list.index(id)).collect();
        rows.sort_unstable();
        rows
    }

    /// The selected products: those that are shown, in their order there, then the others in the order of the
    /// list.
    pub fn in_order(&self, list: &ProductList, finder: &Finder) -> Vec<Product> {
        let mut selected: BTreeSet<usize> = self.rows(list).into_iter().collect();
        let mut rows: Vec<usize> = (0..finder.len())
            .filter_map(|row| finder.row_index(row))
            .filter(|row| selected.remove(row))
            .collect();
        rows.extend(selected);
        rows.into_iter().filter_map(|row| list.product(row)).collect()
    }

    /// Selects a product, or no longer.
    pub fn toggle(&mut self, product: &ProductId) {
        if !self.ids.remove(product) {
            self.ids.insert(product.clone());
        }
        self.changed(None);
    }

    /// Selects all rows that are shown; if they all are, none of them any more.
    pub fn toggle_all(&mut self, list: &ProductList, finder: &Finder) {
        let shown: Vec<ProductId> = shown(list, finder).collect();
        if shown.iter().all(|id| self.ids.contains(id)) {
            let shown: HashSet<ProductId> = shown.into_iter().collect();
            self.ids.retain(|id| !shown.contains(id));
        } else {
            self.ids.extend(shown);
        }
        self.changed(None);
    }

    /// A range that is extended by a click begins at this product.
    pub fn click(&mut self, product: &ProductId) {
        self.clicked = Some(product.clone());
    }

    /// Selects the rows from the product that was clicked last to this one; this one alone if that is not
    /// shown.
    pub fn extend_by_click(&mut self, list: &ProductList, finder: &Finder, to: usize) {
        let clicked = self.clicked.clone();
        let from = clicked.and_then(|clicked| shown(list, finder).position(|id| id == clicked));
        self.extend(list, finder, from.unwrap_or(to), to);
        if from.is_none() {
            self.clicked = finder.row_index(to).and_then(|index| list.id(index));
        }
    }

    /// Selects the rows between two, beside what was selected before. The next range that begins where this
    /// one ended replaces it.
    pub fn extend(&mut self, list: &ProductList, finder: &Finder, from: usize, to: usize) {
        let at = |row: usize| finder.row_index(row).and_then(|index| list.id(index));
        let Some(first) = at(from) else { return };
        let row_of = |anchor: &ProductId| shown(list, finder).position(|id| id == *anchor);
        let held = self.range.take().and_then(|(anchor, before)| Some((row_of(&anchor)?, anchor, before)));
        // One that began at a product out of sight is over.
        let (from, anchor, before) = held.unwrap_or_else(|| (from, first, self.ids.clone()));
        self.ids.clone_from(&before);
        self.ids.extend((from.min(to)..=from.max(to)).filter_map(at));
        self.changed(Some((anchor, before)));
    }

    /// Ends a range: the next one begins anew.
    pub fn end_range(&mut self) {
        self.range = None;
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.changed(None);
    }

    fn changed(&mut self, range: Option<(ProductId, HashSet<ProductId>)>) {
        self.range = range;
        self.revision += 1;
    }

    /// The totals, computed when the selection, the list or what the table shows of it has changed.
    fn totals(&mut self, list: &ProductList, finder: &Finder) -> Totals {
        let of = (self.revision, finder.revision(), list.edition(), list.len());
        if self.totals.of != of {
            let mut totals = Totals { of, ..Totals::default() };
            for row in self.ids.iter().filter_map(|id| Some(&list.rows()[list.index(id)?])) {
                totals.count += 1;
                totals.prices = [totals.prices, row.price().unwrap_or_default()].into_iter().sum();
                totals.stock = totals.stock.saturating_add(row.inventory().unwrap_or_default());
            }
            if finder.len() < list.len() {
                totals.hidden = totals.count - shown(list, finder).filter(|id| self.ids.contains(id)).count();
            }
            self.totals = totals;
        }
        self.totals
    }
}

/// The ids of the products that are shown.
fn shown(list: &ProductList, finder: &Finder) -> impl Iterator<Item = ProductId> {
    (0..finder.len()).filter_map(|row| list.id(finder.row_index(row)?))
}

/// The height of the bar, in points.
pub const BAR: f32 = 30.0;

/// The bar: how many products are selected, what they sum up to, and what can be done to them. Returns those
/// that are to be changed.
pub fn bar(ui: &mut Ui, selection: &mut Selection, finder: &Finder, cx: &mut Cx<'_>) -> Option<Vec<Product>> {
    let list = cx.model.products.list();
    let totals = selection.totals(list, finder);
    let mut changed = None;
    let words = cx.words;
    let said = |ui: &mut Ui| {
        let p = theme::palette(ui);
        let count = words.selected(totals.count, totals.hidden);
        ui.add(Text::new(count).strong().color(p.ink).truncate());
        let prices = words.money(totals.prices, cx.model.currency());
        let stock = words.integer(totals.stock);
        let sum = words.format("products-selected-sum", crate::args!["prices" => prices, "stock" => stock]);
        ui.add(Text::new(sum).color(p.ink_soft).truncate());
    };
    let mut copies = false;
    sides(ui, BAR, said, |ui| {
        if cx.model.product_edits.is_available {
            // Read alone, as a screen reader and the list of actions do, it says what it changes.
            let name = words.format("edits-change-selected", crate::args!["count" => totals.count]);
            let pressed = ui.add(Button::secondary(name).with_icon(Icon::Edit).small()).clicked();
            changed = pressed.then(|| selection.in_order(list, finder));
        }
        if ui.add(UiCommand::CopyProducts.secondary(words).small()).clicked() {
            copies = true;
        }
        if ui.add(Button::quiet(words.text("review-select-none")).small()).clicked() {
            selection.clear();
            focus::go_into(ui.ctx(), Region::Table);
        }
    });
    if copies {
        copy(ui, &selection.in_order(list, finder), cx);
    }
    changed
}

/// Puts products on the clipboard, with headings, for a spreadsheet, and says how many.
pub fn copy(ui: &Ui, products: &[Product], cx: &mut Cx<'_>) {
    let table = cx.words.products_table(products.iter(), cx.model.currency());
    let text = |cell: &Cell| match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
    };
    let headings = table.columns.iter().map(|column| column.heading.clone()).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(text).collect());
    ui.copy_text(cells_as_text(&[headings].into_iter().chain(rows).collect::<Vec<Vec<String>>>()));
    cx.act(Action::CopiedProducts(products.len()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::catalog::samples::list;
    use vitrine_core::catalog::{Arrangement, Column};

    fn selected(selection: &Selection, list: &ProductList) -> Vec<usize> {
        selection.rows(list)
    }

    #[test]
    fn a_range_grows_and_shrinks_with_its_end_and_keeps_what_was_selected_before() {
        let list = list(10);
        let mut finder = Finder::default();
        finder.update(&list, &Arrangement::default(), |price| price.wire().to_string());
        let mut selection = Selection::default();
        selection.toggle(&list.id(9).unwrap());
        selection.extend(&list, &finder, 2, 3);
        selection.extend(&list, &finder, 3, 4);
        assert_eq!(selected(&selection, &list), [2, 3, 4, 9]);
        selection.extend(&list, &finder, 4, 3);
        assert_eq!(selected(&selection, &list), [2, 3, 9]);
        selection.end_range();
        selection.extend(&list, &finder, 6, 7);
        assert_eq!(selected(&selection, &list), [2, 3, 6, 7, 9]);
        assert_eq!(selection.totals(&list, &finder).count, 5);
    }

    #[test]
    fn a_click_with_shift_selects_from_the_product_clicked_before_wherever_it_stands_now() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        finder.update(&list, &Arrangement::default(), |price| price.wire().to_string());
        selection.click(&list.id(2).unwrap());
        let sort = Some((Column::Id, true));
        finder
            .update(&list, &Arrangement { sort, ..Arrangement::default() }, |price| price.wire().to_string());
        // The products stand in the opposite order: number 2 in row 7, number 4 in row 5.
        selection.extend_by_click(&list, &finder, 5);
        assert_eq!(selected(&selection, &list), [2, 3, 4]);
        selection.extend_by_click(&list, &finder, 8);
        assert_eq!(selected(&selection, &list), [1, 2], "the next click moves the end of the range");
    }

    #[test]
    fn a_click_with_shift_selects_one_product_where_the_one_clicked_before_is_not_shown() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        selection.click(&list.id(2).unwrap());
        let wanted = Arrangement { query: list.product(4).unwrap().title, ..Arrangement::default() };
        finder.update(&list, &wanted, |price| price.wire().to_string());
        selection.extend_by_click(&list, &finder, 0);
        assert_eq!(selected(&selection, &list), [4]);
    }

    #[test]
    fn as_many_selected_products_that_are_hidden_do_not_make_the_shown_ones_selected() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        [1, 2, 3].into_iter().for_each(|row| selection.toggle(&list.id(row).unwrap()));
        assert!(!selection.is_whole(&list, &finder), "nothing is shown");
        let wanted = Arrangement { query: list.product(4).unwrap().title, ..Arrangement::default() };
        finder.update(&list, &wanted, |price| price.wire().to_string());
        assert!(!selection.is_whole(&list, &finder));
        assert_eq!(selection.totals(&list, &finder).hidden, 3);
        selection.toggle_all(&list, &finder);
        assert!(selection.is_whole(&list, &finder));
        assert_eq!(selected(&selection, &list), [1, 2, 3, 4]);
        assert_eq!(selection.totals(&list, &finder).hidden, 3);
        finder.update(&list, &Arrangement { query: list.product(9).unwrap().title, ..wanted }, |price| {
            price.wire().to_string()
        });
        assert_eq!(selection.totals(&list, &finder).hidden, 4, "another filter, as long");
        finder.update(&list, &Arrangement::default(), |price| price.wire().to_string());
        assert_eq!(selection.totals(&list, &finder).hidden, 0);
    }

    #[test]
    fn the_selected_products_come_in_the_order_of_the_table() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        for row in [2, 7, 4] {
            selection.toggle(&list.id(row).unwrap());
        }
        let mut in_order = |wanted: &Arrangement| -> Vec<usize> {
            finder.update(&list, wanted, |price| price.wire().to_string());
            selection
                .in_order(&list, &finder)
                .into_iter()
                .filter_map(|product| list.index(&product.id))
                .collect()
        };
        let sort = Some((Column::Id, true));
        assert_eq!(in_order(&Arrangement { sort, ..Arrangement::default() }), [7, 4, 2]);
        let query = list.product(4).unwrap().title;
        assert_eq!(
            in_order(&Arrangement { query, sort, ..Arrangement::default() }),
            [4, 2, 7],
            "those out of sight come last"
        );
    }

    #[test]
    fn all_selects_only_what_is_shown() {
        let list = list(10);
        let mut finder = Finder::default();
        let wanted = Arrangement { query: list.product(4).unwrap().title, ..Arrangement::default() };
        finder.update(&list, &wanted, |price| price.wire().to_string());
        let mut selection = Selection::default();
        selection.toggle_all(&list, &finder);
        assert_eq!(selected(&selection, &list), [4]);
        selection.toggle_all(&list, &finder);
        assert_eq!(selected(&selection, &list), [0; 0]);
    }
}
