//! Searching and sorting the products table.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use super::filter::Filter;
use super::list::ProductList;
use super::query::Query;
use crate::sorting;
use vitrine_domain::{Price, Status};

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The product's name.
    Title,
    /// The price.
    Price,
    /// The marketplace's status.
    Status,
    /// The number in stock.
    Stock,
    /// Whether it is sold wholesale.
    Wholesale,
    /// The seller's own code.
    Sku,
    /// The marketplace's number of the product.
    Id,
}

/// The search, filter and order of the table; without `sort` the shop's own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// The text to search for.
    pub query: String,
    /// The conditions that a shown product meets.
    pub filter: Filter,
    /// The column, and whether the order is descending.
    pub sort: Option<(Column, bool)>,
}

/// Keeps the result of an [`Arrangement`] of a [`ProductList`] up to date. Extending the query searches only
/// the previous results while the filter stays, added rows are merged, and a keystroke never sorts. A large
/// shop is searched in several frames, from the first row on, and results appear as they are found.
#[derive(Debug, Default)]
pub struct Finder {
    /// What the current result was computed from.
    inputs: Option<ResultInputs>,
    /// All rows in sorted order; `None` means the list's own order.
    sorted: Option<Vec<usize>>,
    /// The rows found so far, in order; `None` without a query and a filter.
    found: Option<Vec<usize>>,
    /// The search in progress.
    search: Option<Search>,
    /// The number of rows in the list.
    rows: usize,
    /// Grows when another result is computed.
    revision: u64,
    #[cfg(test)]
    work: Work,
}

/// The inputs of a result.
#[derive(Debug, PartialEq)]
struct ResultInputs {
    edition: u64,
    query: String,
    filter: Filter,
    sort: Option<(Column, bool)>,
}

/// How many rows are searched in a frame.
const ROWS_PER_FRAME: usize = 10_000;

/// A search in progress.
#[derive(Debug, Default)]
struct Search {
    /// The rows to search, in order; `None` means all.
    among: Option<Vec<usize>>,
    /// How many of them were searched.
    searched: usize,
}

/// Counts the work done, for tests.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Work {
    searched: usize,
    sorted: usize,
}

impl Finder {
    /// The number of rows shown.
    pub fn len(&self) -> usize {
        self.found.as_ref().map_or(self.rows, Vec::len)
    }

    /// Grows whenever the rows shown may have changed.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the search is complete and found nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0 && !self.is_searching()
    }

    /// Whether the search is incomplete; then call `update` in the next frame as well.
    pub const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The rows of a list that an arrangement shows, in its order, at once. `shown` formats a price, so that
    /// it can be found.
    pub fn rows_of(list: &ProductList, wanted: &Arrangement, shown: impl Fn(Price) -> String) -> Vec<usize> {
        let mut finder = Self::default();
        finder.update(list, wanted, &shown);
        while finder.is_searching() {
            finder.update(list, wanted, &shown);
        }
        (0..finder.len()).filter_map(|index| finder.row_index(index)).collect()
    }

    /// The index in the list of the row at `index` of the result.
    pub fn row_index(&self, index: usize) -> Option<usize> {
        match (&self.found, &self.sorted) {
            (Some(rows), _) | (None, Some(rows)) => rows.get(index).copied(),
            (None, None) => (index < self.rows).then_some(index),
        }
    }

    /// The places in the result of these rows of the list, in order.
    pub fn places_of(&self, rows: &HashSet<usize>) -> Vec<usize> {
        match (&self.found, &self.sorted) {
            _ if rows.is_empty() => Vec::new(),
            (Some(shown), _) | (None, Some(shown)) => {
                let is_one = |(_, row): &(usize, &usize)| rows.contains(*row);
                shown.iter().enumerate().filter(is_one).map(|(place, _)| place).collect()
            }
            (None, None) => {
                let mut places: Vec<usize> = rows.iter().copied().filter(|row| *row < self.rows).collect();
                places.sort_unstable();
                places
            }
        }
    }

    /// Call it before drawing. `shown` formats a price as the table does, so that the formatted text can be
    /// found.
    pub fn update(&mut self, list: &ProductList, wanted: &Arrangement, shown: impl Fn(Price) -> String) {
        let query = Query::new(&wanted.query, &wanted.filter, shown);
        let inputs = ResultInputs {
            edition: list.edition(),
            query: query.text.clone(),
            filter: wanted.filter.clone(),
            sort: wanted.sort,
        };
        let old = self.inputs.take();
        if old.as_ref() != Some(&inputs) || self.rows != list.len() || self.is_searching() {
            self.revision += 1;
        }
        let same_order =
            old.as_ref().is_some_and(|old| old.edition == list.edition() && old.sort == wanted.sort);
        let added = if same_order { self.rows..list.len() } else { 0..0 };
        self.rows = list.len();
        self.sort(list, wanted.sort, same_order, added.clone());
        let old = old.filter(|old| same_order && old.filter == wanted.filter).map(|old| old.query);
        let in_order = |a, b| compare(list, wanted.sort, a, b);
        // A search in the list's own order reaches appended rows anyway.
        let can_continue = self
            .search
            .as_ref()
            .is_some_and(|search| added.is_empty() || (search.among.is_none() && self.sorted.is_none()));
        match (self.found.take(), old) {
            _ if query.text.is_empty() && wanted.filter.is_empty() => self.search = None,
            (Some(found), Some(old)) if old == query.text && can_continue => self.found = Some(found),
            (Some(mut found), Some(old)) if old == query.text && self.search.is_none() => {
                self.count(added.len(), 0);
                merge(&mut found, added.filter(|&row| query.matches(list, row)), in_order);
                self.found = Some(found);
            }
            (Some(mut among), Some(old)) if query.text.starts_with(&old) && self.search.is_none() => {
                merge(&mut among, added, in_order);
                self.begin(Search { among: Some(among), searched: 0 });
            }
            _ => self.begin(Search::default()),
        }
        self.search_next(list, &query);
        self.inputs = Some(inputs);
    }

    fn begin(&mut self, search: Search) {
        self.search = Some(search);
        self.found = Some(Vec::new());
    }

    /// Searches the next part of the rows.
    fn search_next(&mut self, list: &ProductList, query: &Query<'_, impl Fn(Price) -> String>) {
        let (Some(search), Some(found)) = (&mut self.search, &mut self.found) else { return };
        let order = search.among.as_ref().or(self.sorted.as_ref());
        let (from, all) = (search.searched, order.map_or(self.rows, Vec::len));
        search.searched = all.min(from + ROWS_PER_FRAME);
        match order {
            Some(order) => {
                found.extend(order[from..search.searched].iter().filter(|row| query.matches(list, **row)));
            }
            None => found.extend(query.matching(list, from..search.searched)),
        }
        let searched = search.searched - from;
        if search.searched == all {
            self.search = None;
        }
        self.count(searched, 0);
    }

    fn sort(
        &mut self,
        list: &ProductList,
        sort: Option<(Column, bool)>,
        same_order: bool,
        added: Range<usize>,
    ) {
        if sort.is_none() && list.is_as_it_came() {
            self.sorted = None;
            return;
        }
        match &mut self.sorted {
            Some(sorted) if same_order => {
                merge(sorted, added.clone(), |a, b| compare(list, sort, a, b));
                self.count(0, added.len());
            }
            _ => {
                self.sorted = Some(sorted(list, sort));
                self.count(0, self.rows);
            }
        }
    }

    #[cfg(test)]
    fn count(&mut self, searched: usize, sorted: usize) {
        self.work.searched += searched;
        self.work.sorted += sorted;
    }

    #[cfg(not(test))]
    #[allow(clippy::unused_self, reason = "only tests count")]
    const fn count(&self, _looked_at: usize, _sorted: usize) {}
}

/// All rows in an order, as [`compare`] has them.
fn sorted(list: &ProductList, sort: Option<(Column, bool)>) -> Vec<usize> {
    let rows = list.rows();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let Some((column, down)) = sort else {
        order.sort_unstable_by_key(|row| list.place(*row));
        return order;
    };
    match column {
        Column::Title => sorting::sort(&mut order, down, |row| Some(list.title(*row))),
        Column::Price => sorting::sort(&mut order, down, |row| rows[*row].price()),
        Column::Status => {
            // There are only a few, and their places are cheaper to compare.
            let mut statuses: Vec<_> = list.statuses().iter().enumerate().collect();
            statuses.sort_unstable_by_key(|(_, status)| status_key(status));
            let mut places = vec![0; statuses.len()];
            statuses.iter().enumerate().for_each(|(place, (index, _))| places[*index] = place);
            sorting::sort(&mut order, down, |row| rows[*row].status().map(|index| places[index]));
        }
        Column::Stock => sorting::sort(&mut order, down, |row| rows[*row].inventory()),
        Column::Wholesale => sorting::sort(&mut order, down, |row| rows[*row].is_wholesale()),
        Column::Sku => sorting::sort(&mut order, down, |row| list.sku(*row)),
        Column::Id => sorting::sort(&mut order, down, |row| Some(list.id_key(*row))),
    }
    order
}

/// Merges rows, all of which come later in the list than `rows`, into the sorted `rows`.
fn merge(
    rows: &mut Vec<usize>,
    added: impl Iterator<Item = usize>,
    compare: impl Fn(usize, usize) -> Ordering,
) {
    let mut added: Vec<usize> = added.collect();
    added.sort_by(|&a, &b| compare(a, b));
    // From the last to the first, so that each element is moved at most once.
    let mut end = rows.len();
    rows.resize(end + added.len(), 0);
    while let Some(row) = added.pop() {
        let at = rows[..end].partition_point(|&other| compare(other, row) != Ordering::Greater);
        rows.copy_within(at..end, at + added.len() + 1);
        rows[at + added.len()] = row;
        end = at;
    }
}

fn compare(list: &ProductList, sort: Option<(Column, bool)>, a: usize, b: usize) -> Ordering {
    let Some((column, down)) = sort else { return list.place(a).cmp(&list.place(b)) };
    let (one, other) = (&list.rows()[a], &list.rows()[b]);
    match column {
        Column::Title => sorting::compare(&Some(list.title(a)), &Some(list.title(b)), down),
        Column::Price => sorting::compare(&one.price(), &other.price(), down),
        Column::Status => {
            let key = |row| list.status(row).map(status_key);
            sorting::compare(&key(one), &key(other), down)
        }
        Column::Stock => sorting::compare(&one.inventory(), &other.inventory(), down),
        Column::Wholesale => sorting::compare(&one.is_wholesale(), &other.is_wholesale(), down),
        Column::Sku => sorting::compare(&list.sku(a), &list.sku(b), down),
        Column::Id => sorting::compare(&Some(list.id_key(a)), &Some(list.id_key(b)), down),
    }
}

fn status_key(status: &Status) -> (Option<&str>, Option<i64>) {
    (status.name.as_deref(), status.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::{Product, ProductId};

    fn product(id: u64, title: &str, price: i64) -> Product {
        Product {
            title: title.to_owned(),
            price: Some(Price::on_wire(price)),
            inventory: Some(1),
            sku: Some(format!("SKU-{id}")),
            ..Product::with_id(ProductId::from(id))
        }
    }

    fn list(products: impl IntoIterator<Item = Product>) -> ProductList {
        let mut list = ProductList::default();
        products.into_iter().for_each(|product| list.put(product));
        list
    }

    fn three() -> ProductList {
        list([product(1, "گلیم قرمز", 500), product(2, "Blue bowl", 90), product(3, "كتاب ۱۲", 1200)])
    }

    fn many(range: Range<u64>) -> impl Iterator<Item = Product> {
        range.map(|n| {
            product(
                n,
                &format!("{} {n}", ["Rug", "Bowl", "Red rug", "Vase"][n as usize % 4]),
                1000 + (n as i64 * 37) % 900,
            )
        })
    }

    fn arrangement(query: &str, sort: Option<(Column, bool)>) -> Arrangement {
        Arrangement { query: query.to_owned(), sort, ..Arrangement::default() }
    }

    /// Formats a price with a comma after the thousands.
    fn written(price: Price) -> String {
        let price = price.wire();
        if price < 1000 { price.to_string() } else { format!("{},{:03}", price / 1000, price % 1000) }
    }

    fn shown(finder: &Finder) -> Vec<usize> {
        (0..finder.len()).filter_map(|index| finder.row_index(index)).collect()
    }

    fn found(query: &str) -> Vec<usize> {
        let mut finder = Finder::default();
        finder.update(&three(), &arrangement(query, None), written);
        shown(&finder)
    }

    /// The work that a complete update takes.
    fn worked(finder: &mut Finder, list: &ProductList, wanted: &Arrangement) -> Work {
        finder.work = Work::default();
        finder.update(list, wanted, written);
        while finder.is_searching() {
            finder.update(list, wanted, written);
        }
        finder.work
    }

    #[test]
    fn searching_ignores_case_letter_forms_and_digit_styles() {
        assert_eq!(found("BLUE"), [1]);
        assert_eq!(found("کتاب 12"), [2]);
        assert_eq!(found("گليمٔ"), [0]);
        assert_eq!(found("sku-1"), [0]);
        assert_eq!(found("۱۲۰۰"), [2]);
        assert_eq!(found("  "), [0, 1, 2]);
    }

    #[test]
    fn a_product_is_found_by_the_code_of_its_variant_and_has_no_code_of_its_own_for_that() {
        let variant = |place: u64| vitrine_domain::Variant {
            id: place.into(),
            name: format!("size {place}"),
            properties: Vec::new(),
            sku: Some(format!("SHIRT-{place}")),
            primary_price: None,
            stock: None,
        };
        let shirt = |sku: Option<&str>| Product {
            sku: sku.map(str::to_owned),
            variants: vec![variant(1), variant(2)],
            ..product(7, "Shirt", 5)
        };
        let mut list = three();
        list.put(shirt(None));
        let found = |list: &ProductList, query: &str| {
            Finder::rows_of(list, &arrangement(query, None), |price| price.wire().to_string())
        };
        assert_eq!((found(&list, "shirt-2"), list.sku(3)), (vec![3], None));
        assert_eq!(list.product(3), Some(shirt(None)));
        list.put(shirt(Some("S")));
        assert_eq!((found(&list, "SHIRT-1"), list.sku(3)), (vec![3], Some(&b"s"[..])));
        assert_eq!(list.product(3), Some(shirt(Some("S"))));
    }

    #[test]
    fn a_price_is_found_by_its_first_digits_with_or_without_separators() {
        assert_eq!(found("1,2"), [2]);
        assert_eq!(found("120"), [2]);
        assert_eq!(found("90"), [1]);
        assert_eq!(found("200"), [0; 0], "a price is not matched from its middle");
        assert_eq!(found("1.2"), [0; 0], "the separator differs from that of the table");
    }

    #[test]
    fn sorting_is_by_value_in_either_direction() {
        let sorted = |sort| {
            let mut finder = Finder::default();
            finder.update(&three(), &arrangement("", Some(sort)), written);
            shown(&finder)
        };
        assert_eq!(sorted((Column::Price, false)), [1, 0, 2]);
        assert_eq!(sorted((Column::Price, true)), [2, 0, 1]);
        assert_eq!(sorted((Column::Title, false)), [1, 2, 0]);
    }

    #[test]
    fn products_without_a_price_come_last_in_either_direction() {
        let mut list = three();
        list.put(Product { price: None, ..product(9, "Mug", 1) });
        let sorted = |down| {
            let mut finder = Finder::default();
            finder.update(&list, &arrangement("", Some((Column::Price, down))), written);
            shown(&finder)
        };
        assert_eq!((sorted(false), sorted(true)), (vec![1, 0, 2, 3], vec![2, 0, 1, 3]));
    }

    #[test]
    fn what_came_last_stands_first_and_what_comes_then_stands_last() {
        let (mut list, mut finder) = (list(many(0..5)), Finder::default());
        let mut rows = |list: &ProductList, query: &str| {
            finder.update(list, &arrangement(query, None), written);
            shown(&finder)
        };
        assert_eq!(rows(&list, ""), [0, 1, 2, 3, 4]);
        list.place_first(3..5);
        assert_eq!(rows(&list, ""), [4, 3, 0, 1, 2]);
        list.put(product(9, "Mug", 1));
        assert_eq!(rows(&list, ""), [4, 3, 0, 1, 2, 5]);
        list.put(product(10, "Rug", 1));
        assert_eq!(rows(&list, "rug"), [4, 0, 2, 6]);
        list.place_first(3..7);
        assert_eq!(rows(&list, ""), [6, 5, 4, 3, 0, 1, 2]);
    }

    #[test]
    fn equal_rows_stay_in_the_order_of_the_list_in_either_direction() {
        let status = |name: &str| Some(Status { name: Some(name.to_owned()), value: None });
        let list = list(
            many(0..200)
                .enumerate()
                .map(|(n, product)| Product { status: status(["On", "Off"][n % 2]), ..product }),
        );
        for column in [
            Column::Title,
            Column::Price,
            Column::Status,
            Column::Stock,
            Column::Wholesale,
            Column::Sku,
            Column::Id,
        ] {
            for down in [false, true] {
                let sort = Some((column, down));
                let mut expected: Vec<usize> = (0..200).collect();
                expected.sort_by(|&a, &b| compare(&list, sort, a, b));
                assert_eq!(sorted(&list, sort), expected, "{column:?} {down}");
            }
        }
    }

    #[test]
    fn an_incremental_result_equals_one_computed_from_scratch() {
        for sort in
            [None, Some((Column::Title, false)), Some((Column::Price, true)), Some((Column::Stock, true))]
        {
            let (mut finder, mut list) = (Finder::default(), ProductList::default());
            for (step, query) in ["", "r", "ru", "rug", "rug 1", "rug", "", "1", "10", "1,0", "vase", "v"]
                .into_iter()
                .enumerate()
            {
                many(100 * step as u64..100 * (step as u64 + 1)).for_each(|product| list.put(product));
                if step == 9 {
                    list.put(Product {
                        status: Some(Status { name: Some("Vase".to_owned()), value: None }),
                        ..product(3, "Fixed", 7)
                    });
                }
                finder.update(&list, &arrangement(query, sort), written);
                let mut fresh = Finder::default();
                fresh.update(&list, &arrangement(query, sort), written);
                assert_eq!(shown(&finder), shown(&fresh), "{query} {sort:?}");
            }
        }
    }

    #[test]
    fn a_filter_applies_to_all_products_and_to_found_ones_and_survives_added_rows() {
        let (mut finder, mut list) = (Finder::default(), ProductList::default());
        many(0..100).for_each(|product| list.put(product));
        let cheap = Filter { greatest_price: Some(Price::on_wire(1_200)), ..Filter::default() };
        let is_cheap = |row: &usize| (1000 + (*row as i64 * 37) % 900) <= 1_200;
        for query in ["", "vase", "vase 1", ""] {
            let wanted = Arrangement { filter: cheap.clone(), ..arrangement(query, None) };
            finder.update(&list, &wanted, written);
            let names = |row: &usize| {
                query.is_empty() || (row % 4 == 3 && (query == "vase" || row.to_string().starts_with('1')))
            };
            let expected: Vec<usize> = (0..list.len()).filter(is_cheap).filter(names).collect();
            assert_eq!(shown(&finder), expected, "{query}");
        }
        many(100..200).for_each(|product| list.put(product));
        finder.update(&list, &Arrangement { filter: cheap, ..arrangement("", None) }, written);
        assert_eq!(shown(&finder), (0..200).filter(is_cheap).collect::<Vec<_>>());
        finder.update(&list, &arrangement("", None), written);
        assert_eq!(finder.len(), 200, "without the filter all are there again");
    }

    #[test]
    fn another_letter_searches_only_the_previous_results_and_an_idle_frame_does_nothing() {
        let (mut finder, list) = (Finder::default(), list(many(0..100_000)));
        let sort = Some((Column::Title, false));
        assert_eq!(worked(&mut finder, &list, &arrangement("", sort)), Work { searched: 0, sorted: 100_000 });
        assert_eq!(
            worked(&mut finder, &list, &arrangement("vase 1", sort)),
            Work { searched: 100_000, sorted: 0 }
        );
        let before = finder.len();
        assert!((1_000..12_000).contains(&before), "{before}");
        assert_eq!(
            worked(&mut finder, &list, &arrangement("vase 12", sort)),
            Work { searched: before, sorted: 0 }
        );
        assert_eq!(worked(&mut finder, &list, &arrangement("vase 12", sort)), Work::default());
    }

    #[test]
    fn a_frame_searches_part_of_a_large_shop_and_shows_the_first_results() {
        let list = list(many(0..100_000));
        for sort in [None, Some((Column::Price, true))] {
            let mut finder = Finder::default();
            let mut before = Vec::new();
            for frame in 1..=10 {
                finder.work = Work::default();
                finder.update(&list, &arrangement("rug", sort), written);
                assert_eq!((finder.work.searched, finder.is_searching()), (ROWS_PER_FRAME, frame < 10));
                assert_eq!(shown(&finder)[..before.len()], before, "earlier results stay");
                before = shown(&finder);
            }
            finder.update(&list, &arrangement("rug 9", sort), written);
            finder.update(&list, &arrangement("vase 9", sort), written);
            worked(&mut finder, &list, &arrangement("vase 9", sort));
            let mut fresh = Finder::default();
            worked(&mut fresh, &list, &arrangement("vase 9", sort));
            assert_eq!(shown(&finder), shown(&fresh), "a new query before the first was finished");
        }
    }

    #[test]
    fn another_page_costs_the_same_however_many_rows_there_are() {
        let (mut finder, mut list) = (Finder::default(), list(many(0..50_000)));
        let wanted = arrangement("rug", Some((Column::Price, false)));
        worked(&mut finder, &list, &wanted);
        many(50_000..50_100).for_each(|product| list.put(product));
        assert_eq!(worked(&mut finder, &list, &wanted), Work { searched: 100, sorted: 100 });
    }
}
