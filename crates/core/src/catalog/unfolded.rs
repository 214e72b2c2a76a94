//! The rows of the products table: the products that are shown, and below an unfolded one its variants.

use std::collections::HashSet;

use super::finder::Finder;
use super::list::ProductList;
use vitrine_domain::{Product, ProductId, ProductOrVariant};

/// The products whose variants are shown as rows of their own. They stay unfolded when the table is searched,
/// filtered or sorted, and while the list is read again.
#[derive(Debug, Default)]
pub struct Unfolded {
    ids: HashSet<ProductId>,
    /// Grows with each change of `ids`.
    revision: u64,
    /// The state for which the places were computed: the revisions of this and of the finder, the list's
    /// edition and length.
    of: (u64, u64, u64, usize),
    /// The unfolded products that are shown, in the order of the table.
    shown: Vec<Place>,
}

/// An unfolded product that is shown.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its place among the products that are shown.
    at: usize,
    /// The rows of variants above it, and those up to its own.
    before: usize,
    through: usize,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The index of the product in the list.
    pub product: usize,
    /// The place of the variant among those of the product; `None` for the product itself.
    pub variant: Option<usize>,
}

impl Unfolded {
    /// Whether the variants of a product are shown below it.
    pub fn contains(&self, product: &ProductId) -> bool {
        self.ids.contains(product)
    }

    /// Shows the variants of a product, or hides them.
    pub fn set(&mut self, product: &ProductId, is_unfolded: bool) {
        let is_changed =
            if is_unfolded { self.ids.insert(product.clone()) } else { self.ids.remove(product) };
        self.revision += u64::from(is_changed);
    }

    /// The state of the table for which the rows were computed. As long as it is the same, each is where it
    /// was.
    pub const fn state(&self) -> (u64, u64, u64, usize) {
        self.of
    }

    /// Call it after the finder was updated.
    pub fn update(&mut self, list: &ProductList, finder: &Finder) {
        let of = (self.revision, finder.revision(), list.edition(), list.len());
        if self.of == of {
            return;
        }
        self.of = of;
        let unfolded: HashSet<usize> = self.ids.iter().filter_map(|id| list.index(id)).collect();
        let mut rows = 0;
        let place = |at: usize| {
            let count = list.product(finder.row_index(at)?)?.variants.len();
            let before = rows;
            rows += count;
            (count > 0).then_some(Place { at, before, through: rows })
        };
        self.shown = finder.places_of(&unfolded).into_iter().filter_map(place).collect();
    }
}

/// The table's rows, as list, finder and unfolded products have them now.
#[derive(Clone, Copy, Debug)]
pub struct TableRows<'a> {
    pub list: &'a ProductList,
    pub finder: &'a Finder,
    pub unfolded: &'a Unfolded,
}

impl TableRows<'_> {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.finder.len() + self.unfolded.shown.last().map_or(0, |place| place.through)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.finder.len() == 0
    }

    /// What is in a row.
    pub fn at(&self, row: usize) -> Option<TableRow> {
        let shown = &self.unfolded.shown;
        let after = shown.partition_point(|place| place.at + place.before <= row);
        let Some(place) = after.checked_sub(1).map(|last| shown[last]) else {
            return Some(TableRow { product: self.finder.row_index(row)?, variant: None });
        };
        let below = row - (place.at + place.before);
        let (at, variant) = if below <= place.through - place.before {
            (place.at, below.checked_sub(1))
        } else {
            (row - place.through, None)
        };
        Some(TableRow { product: self.finder.row_index(at)?, variant })
    }

    /// The product or the variant in a row.
    pub fn key(&self, row: usize) -> Option<ProductOrVariant> {
        let TableRow { product, variant } = self.at(row)?;
        let Some(variant) = variant else { return Some(self.list.id(product)?.into()) };
        self.list.product(product)?.variant_at(variant)
    }

    /// The row of the product that is in this place among those that are shown.
    pub fn row_of_place(&self, at: usize) -> usize {
        let shown = &self.unfolded.shown;
        let above = shown.partition_point(|place| place.at < at);
        at + above.checked_sub(1).map_or(0, |last| shown[last].through)
    }

    /// The row of a product, or of a variant whose product is unfolded; `None` if it is not shown.
    pub fn row_of(&self, key: &ProductOrVariant) -> Option<usize> {
        let index = self.list.index(&key.product)?;
        let at = *self.finder.places_of(&HashSet::from([index])).first()?;
        let row = self.row_of_place(at);
        let Some(variant) = &key.variant else { return Some(row) };
        let product = self.list.product(index).filter(|_| self.unfolded.contains(&key.product))?;
        let place = product.variants.iter().position(|other| other.id == *variant)?;
        Some(row + 1 + place)
    }

    /// The products that are shown, in the order of the table.
    pub fn products(&self) -> impl Iterator<Item = Product> {
        (0..self.finder.len()).filter_map(|at| self.list.product(self.finder.row_index(at)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::product;
    use super::super::{Arrangement, Column};
    use super::*;
    use vitrine_domain::Variant;

    fn shirt(id: u64, variants: usize) -> Product {
        let variant = |place: usize| Variant {
            id: (id * 100 + place as u64).into(),
            name: format!("size {place}"),
            properties: Vec::new(),
            sku: None,
            primary_price: None,
            stock: None,
        };
        Product { variants: (0..variants).map(variant).collect(), ..product(id) }
    }

    /// All rows, put together one after the other.
    fn expected(list: &ProductList, finder: &Finder, unfolded: &Unfolded) -> Vec<TableRow> {
        let of_product = |product: usize| {
            let shown = list.product(product).unwrap();
            let count = if unfolded.contains(&shown.id) { shown.variants.len() } else { 0 };
            let variants = (0..count).map(move |place| TableRow { product, variant: Some(place) });
            [TableRow { product, variant: None }].into_iter().chain(variants)
        };
        (0..finder.len()).filter_map(|at| finder.row_index(at)).flat_map(of_product).collect()
    }

    fn found(list: &ProductList, query: &str, sort: Option<(Column, bool)>) -> Finder {
        let mut finder = Finder::default();
        let wanted = Arrangement { query: query.to_owned(), sort, ..Arrangement::default() };
        finder.update(list, &wanted, |price| price.wire().to_string());
        finder
    }

    proptest! {
        #[test]
        fn the_variants_of_each_unfolded_product_stand_below_it_however_the_table_is_arranged(
            counts in prop::collection::vec((0_usize..5, any::<bool>()), 0..40), is_sorted in any::<bool>(),
            query in prop::sample::select(vec!["", "1", "rug 2"]), is_folded_again in any::<bool>(),
        ) {
            let (mut list, mut unfolded) = (ProductList::default(), Unfolded::default());
            for (id, (variants, is_unfolded)) in counts.iter().enumerate() {
                list.put(shirt(id as u64, *variants));
                unfolded.set(&(id as u64).into(), *is_unfolded);
            }
            unfolded.set(&0.into(), !is_folded_again);
            let finder = found(&list, query, is_sorted.then_some((Column::Id, true)));
            unfolded.update(&list, &finder);
            let rows = TableRows { list: &list, finder: &finder, unfolded: &unfolded };
            let expected = expected(&list, &finder, &unfolded);
            prop_assert_eq!((0..rows.len()).filter_map(|row| rows.at(row)).collect::<Vec<_>>(), expected);
            prop_assert_eq!(rows.at(rows.len()), None);
            for row in 0..rows.len() {
                prop_assert_eq!(rows.row_of(&rows.key(row).unwrap()), Some(row));
            }
        }
    }

    #[test]
    fn a_product_stays_unfolded_while_the_list_is_read_again_and_shows_the_variants_that_it_has_then() {
        let (mut list, mut unfolded) = (ProductList::default(), Unfolded::default());
        (0..3).for_each(|id| list.put(shirt(id, 2)));
        unfolded.set(&1.into(), true);
        let mut finder = found(&list, "", None);
        unfolded.update(&list, &finder);
        assert_eq!(TableRows { list: &list, finder: &finder, unfolded: &unfolded }.len(), 5);
        let mut again = ProductList::replacing(&list);
        (0..4).for_each(|id| again.put(shirt(id, 3)));
        finder.update(&again, &Arrangement::default(), |price| price.wire().to_string());
        unfolded.update(&again, &finder);
        assert_eq!(TableRows { list: &again, finder: &finder, unfolded: &unfolded }.len(), 7);
        let hidden = found(&again, "rug 3", None);
        unfolded.update(&again, &hidden);
        let rows = TableRows { list: &again, finder: &hidden, unfolded: &unfolded };
        assert_eq!((rows.len(), rows.row_of(&again.product(1).unwrap().variant_at(0).unwrap())), (1, None));
    }
}
