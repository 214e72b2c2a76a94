//! The products and variants that are selected in the table, and the bar with what can be done to them.

use std::collections::{BTreeSet, HashMap, HashSet};

use eframe::egui::Ui;

use crate::i18n::{Messages, RowsOf};
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::row_range::RowRange;
use vitrine_core::catalog::{Finder, ProductList, TableRows};
use vitrine_core::import::table::Cell;
use vitrine_domain::{Price, Product, ProductId, ProductOrVariant, Variant, VariantId};
use vitrine_model::{Action, cells_as_text};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::sides;
use vitrine_widgets::{Button, Checked, theme};

/// The selected products and variants. They stay selected when the table is searched, filtered or sorted, and
/// while the list is read again. A product that is selected has all of its variants selected.
#[derive(Default)]
pub struct Selection {
    chosen: Chosen,
    range: RowRange<ProductOrVariant, Chosen>,
    /// Grows with each change.
    revision: u64,
    totals: Totals,
}

/// What is selected.
#[derive(Clone, Default)]
struct Chosen {
    products: HashSet<ProductId>,
    /// Single variants of other products.
    variants: HashMap<ProductId, HashSet<VariantId>>,
}

impl Chosen {
    fn insert(&mut self, ProductOrVariant { product, variant }: ProductOrVariant) {
        match variant {
            None => {
                self.variants.remove(&product);
                self.products.insert(product);
            }
            Some(variant) if !self.products.contains(&product) => {
                self.variants.entry(product).or_default().insert(variant);
            }
            Some(_) => {}
        }
    }

    fn toggle_variant(&mut self, product: &Product, variant: &VariantId) {
        if self.products.remove(&product.id) {
            let others = product.variants.iter().map(|other| other.id.clone());
            self.variants.insert(product.id.clone(), others.filter(|other| other != variant).collect());
        } else {
            let chosen = self.variants.entry(product.id.clone()).or_default();
            if !chosen.remove(variant) {
                chosen.insert(variant.clone());
            }
        }
        self.variants.retain(|_, chosen| !chosen.is_empty());
    }

    /// Of which of its variants a product is selected, without being selected itself.
    fn variants_of<'a>(&self, product: &'a Product) -> impl Iterator<Item = (usize, &'a Variant)> {
        let chosen = self.variants.get(&product.id);
        let variants = product.variants.iter().enumerate();
        variants.filter(move |(_, variant)| chosen.is_some_and(|chosen| chosen.contains(&variant.id)))
    }
}

impl Extend<ProductOrVariant> for Chosen {
    fn extend<I: IntoIterator<Item = ProductOrVariant>>(&mut self, rows: I) {
        rows.into_iter().for_each(|row| self.insert(row));
    }
}

/// A selected product, or a variant of it in its place there.
pub struct SelectedRow {
    pub product: Product,
    pub variant: Option<usize>,
}

impl SelectedRow {
    /// What it is.
    pub fn key(&self) -> Option<ProductOrVariant> {
        match self.variant {
            None => Some(self.product.id.clone().into()),
            Some(place) => self.product.variant_at(place),
        }
    }
}

/// What the selected rows sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    /// The state for which they were computed: the revisions of selection and table, and the list's edition
    /// and length.
    of: (u64, u64, u64, usize),
    /// The numbers of products, and of single variants of others.
    products: usize,
    variants: usize,
    /// How many of both the table does not show.
    hidden: usize,
    /// The sum of the prices.
    prices: Price,
    stock: i64,
}

impl Totals {
    fn add(&mut self, price: Option<Price>, stock: Option<i64>) {
        self.prices = [self.prices, price.unwrap_or_default()].into_iter().sum();
        self.stock = self.stock.saturating_add(stock.unwrap_or_default());
    }

    const fn count(&self) -> usize {
        self.products + self.variants
    }
}

impl Selection {
    /// Whether a product, or a variant of it, is selected.
    pub fn contains(&self, product: &Product, variant: Option<&Variant>) -> bool {
        let is_chosen = |variant: &Variant| {
            self.chosen.variants.get(&product.id).is_some_and(|chosen| chosen.contains(&variant.id))
        };
        self.chosen.products.contains(&product.id) || variant.is_some_and(is_chosen)
    }

    /// How much of what is in a row is selected.
    pub fn checked_at(&self, product: &Product, variant: Option<&Variant>) -> Checked {
        let is_partly = variant.is_none() && self.chosen.variants.contains_key(&product.id);
        Checked::of(self.contains(product, variant), is_partly)
    }

    /// Whether nothing in the list is selected.
    pub fn is_empty(&mut self, list: &ProductList, finder: &Finder) -> bool {
        self.totals(list, finder).count() == 0
    }

    /// How many were selected, also of those that are gone.
    pub fn len(&self) -> usize {
        self.chosen.products.len() + self.chosen.variants.values().map(HashSet::len).sum::<usize>()
    }

    /// How many of the rows that are shown are selected. Others may be, too.
    pub fn checked(&mut self, list: &ProductList, finder: &Finder) -> Checked {
        let totals = self.totals(list, finder);
        Checked::of(self.is_whole(list, finder), totals.count() > totals.hidden)
    }

    fn is_whole(&self, list: &ProductList, finder: &Finder) -> bool {
        let could_be = !finder.is_empty() && self.chosen.products.len() >= finder.len();
        // In a list without a filter the numbers tell it.
        could_be
            && shown(list, finder)
                .take(if finder.len() == list.len() { 1 } else { usize::MAX })
                .all(|id| self.chosen.products.contains(&id))
    }

    /// The rows of the list of which something is selected, in their order.
    fn rows(&self, list: &ProductList) -> Vec<usize> {
        let ids = self.chosen.products.iter().chain(self.chosen.variants.keys());
        let mut rows: Vec<usize> = ids.filter_map(|id| list.index(id)).collect();
        rows.sort_unstable();
        rows
    }

    /// What is selected: what is shown, in its order there, then the rest in the order of the list.
    pub fn in_order(&self, list: &ProductList, finder: &Finder) -> Vec<SelectedRow> {
        let mut selected: BTreeSet<usize> = self.rows(list).into_iter().collect();
        let mut rows: Vec<usize> = (0..finder.len())
            .filter_map(|row| finder.row_index(row))
            .filter(|row| selected.remove(row))
            .collect();
        rows.extend(selected);
        let of_product = |product: Product| {
            let is_whole = self.chosen.products.contains(&product.id);
            let variants: Vec<usize> = self.chosen.variants_of(&product).map(|(place, _)| place).collect();
            let row = move |variant| SelectedRow { product: product.clone(), variant };
            let whole = is_whole.then_some(None).into_iter();
            whole.chain(variants.into_iter().map(Some)).map(row)
        };
        rows.into_iter().filter_map(|row| list.product(row)).flat_map(of_product).collect()
    }

    /// Selects a product or a variant, or no longer.
    pub fn toggle(&mut self, product: &Product, variant: Option<&Variant>) {
        match variant {
            Some(variant) => self.chosen.toggle_variant(product, &variant.id),
            None if self.chosen.products.remove(&product.id) => {}
            None => self.chosen.insert(product.id.clone().into()),
        }
        self.changed();
    }

    /// Selects all products that are shown; if they all are, none of them any more.
    pub fn toggle_all(&mut self, list: &ProductList, finder: &Finder) {
        let shown: Vec<ProductId> = shown(list, finder).collect();
        if shown.iter().all(|id| self.chosen.products.contains(id)) {
            let shown: HashSet<ProductId> = shown.into_iter().collect();
            self.chosen.products.retain(|id| !shown.contains(id));
        } else {
            shown.into_iter().for_each(|id| self.chosen.insert(id.into()));
        }
        self.changed();
    }

    /// A range that is extended by a click begins at this row.
    pub fn click(&mut self, clicked: Option<ProductOrVariant>) {
        self.range.click(clicked);
    }

    /// Selects the rows from the one that was clicked last to this one.
    pub fn extend_by_click(&mut self, rows: TableRows<'_>, to: usize) {
        self.range.extend_by_click(&mut self.chosen, to, |row| rows.key(row), |key| rows.row_of(key));
        self.revision += 1;
    }

    /// Selects the rows between two, beside what was selected before.
    pub fn extend(&mut self, rows: TableRows<'_>, from: usize, to: usize) {
        self.range.extend(&mut self.chosen, from, to, |row| rows.key(row), |key| rows.row_of(key));
        self.revision += 1;
    }

    /// Ends a range: the next one begins anew.
    pub fn end_range(&mut self) {
        self.range.end();
    }

    fn clear(&mut self) {
        self.chosen = Chosen::default();
        self.changed();
    }

    fn changed(&mut self) {
        self.range.end();
        self.revision += 1;
    }

    /// The totals, computed when the selection, the list or what the table shows of it has changed.
    fn totals(&mut self, list: &ProductList, finder: &Finder) -> Totals {
        let of = (self.revision, finder.revision(), list.edition(), list.len());
        if self.totals.of == of {
            return self.totals;
        }
        let Chosen { products, variants } = &self.chosen;
        let mut totals = Totals { of, ..Totals::default() };
        for row in products.iter().filter_map(|id| Some(&list.rows()[list.index(id)?])) {
            totals.products += 1;
            totals.add(row.price(), row.inventory());
        }
        let mut shown_variants = HashMap::new();
        for product in variants.keys().filter_map(|id| list.get(id)) {
            for (_, variant) in self.chosen.variants_of(&product) {
                totals.variants += 1;
                totals.add(variant.primary_price, variant.stock);
                *shown_variants.entry(product.id.clone()).or_insert(0) += 1;
            }
        }
        if finder.len() < list.len() {
            let is_chosen = |id: &ProductId| usize::from(products.contains(id));
            let shown = shown(list, finder)
                .map(|id| is_chosen(&id) + shown_variants.get(&id).copied().unwrap_or_default());
            totals.hidden = totals.count() - shown.sum::<usize>();
        }
        self.totals = totals;
        totals
    }
}

/// The ids of the products that are shown.
fn shown(list: &ProductList, finder: &Finder) -> impl Iterator<Item = ProductId> {
    (0..finder.len()).filter_map(|row| list.id(finder.row_index(row)?))
}

/// The height of the bar, in points.
pub const BAR: f32 = 30.0;

/// What is to be done to the selected rows.
pub enum Wanted {
    Change(Vec<SelectedRow>),
    Discount(Vec<SelectedRow>),
}

/// The bar: how much is selected, what it sums up to, and what can be done to it.
pub fn bar(ui: &mut Ui, selection: &mut Selection, finder: &Finder, cx: &mut Cx<'_>) -> Option<Wanted> {
    let list = cx.model.products.list();
    let totals = selection.totals(list, finder);
    let mut changed = None;
    let words = cx.words;
    let said = |ui: &mut Ui| {
        let p = theme::palette(ui);
        let count = selected_words(words, totals);
        ui.add(Text::new(count).strong().color(p.ink).truncate());
        let prices = words.money(totals.prices, cx.model.currency());
        let stock = words.integer(totals.stock);
        let sum = words.format("products-selected-sum", crate::args!["prices" => prices, "stock" => stock]);
        // A sum whose end is cut is another sum.
        let sum = Text::new(sum).color(p.ink_soft).extend();
        if sum.galley(ui, f32::INFINITY).size().x <= ui.available_width() {
            ui.add(sum);
        }
    };
    let mut copies = false;
    sides(ui, BAR, said, |ui| {
        if cx.model.product_edits.is_available {
            // Read alone, as a screen reader and the list of actions do, it says what it changes.
            let count = crate::args!["count" => totals.count()];
            let name = if totals.variants == 0 {
                words.format("edits-change-selected", count)
            } else {
                words.format("edits-change-selected-variants", count)
            };
            let pressed = ui.add(Button::secondary(name).with_icon(Icon::Edit).small()).clicked();
            changed = pressed.then(|| Wanted::Change(selection.in_order(list, finder)));
            if cx.model.rules().discounts.is_some()
                && ui.add(Button::secondary(words.text("discount-selected")).small()).clicked()
            {
                changed = Some(Wanted::Discount(selection.in_order(list, finder)));
            }
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

/// How much is selected, in words.
fn selected_words(words: &Messages, Totals { products, variants, hidden, .. }: Totals) -> String {
    if variants == 0 {
        return words.selected(products, hidden);
    }
    let args = crate::args!["products" => products, "variants" => variants, "hidden" => hidden];
    words.format("products-selected-variants", args).into_owned()
}

/// Puts products and variants on the clipboard, with headings, for a spreadsheet, and says how many.
pub fn copy<'r>(ui: &Ui, rows: &'r [SelectedRow], cx: &mut Cx<'_>) {
    let of = |row: &'r SelectedRow| (&row.product, row.variant.map_or(RowsOf::Product, RowsOf::Variant));
    let table = cx.words.products_table(rows.iter().map(of), cx.model.currency());
    let text = |cell: &Cell| match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
    };
    let headings = table.columns.iter().map(|column| column.heading.clone()).collect();
    let cells = table.rows.iter().map(|row| row.iter().map(text).collect());
    ui.copy_text(cells_as_text(&[headings].into_iter().chain(cells).collect::<Vec<Vec<String>>>()));
    cx.act(Action::CopiedProducts(rows.len()));
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use vitrine_core::catalog::samples::list;
    use vitrine_core::catalog::{Arrangement, Column, Unfolded};

    static NOTHING: LazyLock<Unfolded> = LazyLock::new(Unfolded::default);

    /// The rows with nothing unfolded.
    fn rows<'a>(list: &'a ProductList, finder: &'a Finder) -> TableRows<'a> {
        TableRows { list, finder, unfolded: &NOTHING }
    }

    fn selected(selection: &Selection, list: &ProductList) -> Vec<usize> {
        selection.rows(list)
    }

    #[test]
    fn a_range_grows_and_shrinks_with_its_end_and_keeps_what_was_selected_before() {
        let list = list(10);
        let mut finder = Finder::default();
        finder.update(&list, &Arrangement::default(), |price| price.wire().to_string());
        let mut selection = Selection::default();
        selection.toggle(&list.product(9).unwrap(), None);
        selection.extend(rows(&list, &finder), 2, 3);
        selection.extend(rows(&list, &finder), 3, 4);
        assert_eq!(selected(&selection, &list), [2, 3, 4, 9]);
        selection.extend(rows(&list, &finder), 4, 3);
        assert_eq!(selected(&selection, &list), [2, 3, 9]);
        selection.end_range();
        selection.extend(rows(&list, &finder), 6, 7);
        assert_eq!(selected(&selection, &list), [2, 3, 6, 7, 9]);
        assert_eq!(selection.totals(&list, &finder).count(), 5);
    }

    #[test]
    fn a_click_with_shift_selects_from_the_product_clicked_before_wherever_it_stands_now() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        finder.update(&list, &Arrangement::default(), |price| price.wire().to_string());
        selection.click(list.id(2).map(Into::into));
        let sort = Some((Column::Id, true));
        finder
            .update(&list, &Arrangement { sort, ..Arrangement::default() }, |price| price.wire().to_string());
        // The products stand in the opposite order: number 2 in row 7, number 4 in row 5.
        selection.extend_by_click(rows(&list, &finder), 5);
        assert_eq!(selected(&selection, &list), [2, 3, 4]);
        selection.extend_by_click(rows(&list, &finder), 8);
        assert_eq!(selected(&selection, &list), [1, 2], "the next click moves the end of the range");
    }

    #[test]
    fn a_click_with_shift_selects_one_product_where_the_one_clicked_before_is_not_shown() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        selection.click(list.id(2).map(Into::into));
        let wanted = Arrangement { query: list.product(4).unwrap().title, ..Arrangement::default() };
        finder.update(&list, &wanted, |price| price.wire().to_string());
        selection.extend_by_click(rows(&list, &finder), 0);
        assert_eq!(selected(&selection, &list), [4]);
    }

    #[test]
    fn as_many_selected_products_that_are_hidden_do_not_make_the_shown_ones_selected() {
        let list = list(10);
        let (mut finder, mut selection) = (Finder::default(), Selection::default());
        [1, 2, 3].into_iter().for_each(|row| selection.toggle(&list.product(row).unwrap(), None));
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
            selection.toggle(&list.product(row).unwrap(), None);
        }
        let mut in_order = |wanted: &Arrangement| -> Vec<usize> {
            finder.update(&list, wanted, |price| price.wire().to_string());
            selection
                .in_order(&list, &finder)
                .into_iter()
                .filter_map(|row| list.index(&row.product.id))
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

    /// Ten products, of which number 4 is sold in three sizes for 10, 20 and 30, and is unfolded.
    fn with_sizes() -> (ProductList, Finder, Unfolded) {
        let mut list = list(10);
        let size = |place: u64| Variant {
            id: (40 + place).into(),
            name: format!("size {place}"),
            properties: Vec::new(),
            sku: None,
            primary_price: Some(Price::on_wire(10 * place as i64)),
            stock: Some(place as i64),
        };
        let shirt = Product { variants: (1..4).map(size).collect(), ..list.product(4).unwrap() };
        list.put(shirt);
        let (mut finder, mut unfolded) = (Finder::default(), Unfolded::default());
        unfolded.set(&list.id(4).unwrap(), true);
        finder.update(&list, &Arrangement::default(), |price| price.wire().to_string());
        unfolded.update(&list, &finder);
        (list, finder, unfolded)
    }

    fn places(selection: &Selection, list: &ProductList, finder: &Finder) -> Vec<Option<usize>> {
        selection.in_order(list, finder).into_iter().map(|row| row.variant).collect()
    }

    #[test]
    fn a_product_is_selected_with_its_variants_and_without_one_of_them_the_others_are() {
        let (list, finder, _) = with_sizes();
        let shirt = list.product(4).unwrap();
        let mut selection = Selection::default();
        selection.toggle(&shirt, None);
        assert!(shirt.variants.iter().all(|size| selection.contains(&shirt, Some(size))));
        selection.toggle(&shirt, Some(&shirt.variants[1]));
        assert_eq!(places(&selection, &list, &finder), [Some(0), Some(2)]);
        assert_eq!(selection.checked_at(&shirt, None), Checked::Some);
        let totals = selection.totals(&list, &finder);
        assert_eq!((totals.products, totals.variants, totals.prices.wire(), totals.stock), (0, 2, 40, 4));
        selection.toggle(&shirt, None);
        assert_eq!(places(&selection, &list, &finder), [None], "nothing is selected twice");
    }

    #[test]
    fn a_range_goes_over_the_rows_of_variants() {
        let (list, finder, unfolded) = with_sizes();
        let rows = TableRows { list: &list, finder: &finder, unfolded: &unfolded };
        let mut selection = Selection::default();
        // Product 4 stands in row 4, its sizes in the rows 5 to 7, product 5 in row 8.
        selection.extend(rows, 6, 8);
        assert_eq!(places(&selection, &list, &finder), [Some(1), Some(2), None]);
        selection.extend(rows, 8, 3);
        assert_eq!(selected(&selection, &list), [3, 4]);
        assert_eq!(places(&selection, &list, &finder), [None, None], "the product with all of its sizes");
    }
}
