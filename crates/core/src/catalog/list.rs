//! Products by index and by id, each with its search text prepared once.

use std::collections::HashMap;
use std::ops::Range;

use ahash::RandomState;
use hashbrown::HashTable;
use memchr::memmem;

use super::packed::{PackedProducts, Row};
use vitrine_domain::text::searchable;
use vitrine_domain::{Product, ProductId, Review, Status};

/// A list of products.
#[derive(Debug, Default)]
pub struct ProductList {
    packed: PackedProducts,
    /// Each status that a product has or had, by its index.
    statuses: Vec<Status>,
    status_indices: HashMap<Status, usize>,
    /// Reviews of the few products that have one, by row.
    reviews: HashMap<usize, Box<Review>>,
    /// The rows by the products' ids.
    by_id: HashTable<u32>,
    /// One row of each title, prepared for a search, and how many products have it.
    by_title: HashTable<(u32, u32)>,
    hasher: RandomState,
    /// The rows that stand before the others, the last one first.
    first: Range<usize>,
    /// Changes whenever rows change other than by being appended.
    edition: u64,
}

impl ProductList {
    /// An empty list that replaces another one, so with a different edition.
    pub fn replacing(other: &Self) -> Self {
        // Far enough from any edition that the other one can still reach.
        Self { edition: other.edition + (1 << 32), ..Self::default() }
    }

    /// Has these rows stand before the others, the last one first: products that came since the list was
    /// read.
    pub fn place_first(&mut self, rows: Range<usize>) {
        if rows != self.first {
            self.first = rows;
            self.edition += 1;
        }
    }

    /// Whether the rows stand in the order in which they came.
    pub(super) const fn is_as_it_came(&self) -> bool {
        self.first.start >= self.first.end
    }

    /// Where a row stands beside others, without a sorting.
    pub(super) fn place(&self, row: usize) -> (bool, usize) {
        if self.first.contains(&row) { (false, usize::MAX - row) } else { (true, row) }
    }

    /// The number of products.
    pub fn len(&self) -> usize {
        self.rows().len()
    }

    /// Whether there is no product.
    pub fn is_empty(&self) -> bool {
        self.rows().is_empty()
    }

    /// What is searched, filtered, sorted and counted of each product.
    pub fn rows(&self) -> &[Row] {
        self.packed.rows()
    }

    /// The product in a row, unpacked.
    pub fn product(&self, row: usize) -> Option<Product> {
        let mut product = self.packed.product(row)?;
        product.status = self.status(&self.rows()[row]).cloned();
        product.review = self.reviews.get(&row).cloned();
        Some(product)
    }

    /// All products, each unpacked as it comes.
    pub fn products(&self) -> impl Iterator<Item = Product> {
        (0..self.len()).filter_map(|row| self.product(row))
    }

    /// The id of the product in a row.
    pub fn id(&self, row: usize) -> Option<ProductId> {
        ProductId::new(self.packed.id(row))
    }

    /// The product with this id.
    pub fn get(&self, id: &ProductId) -> Option<Product> {
        self.product(self.index(id)?)
    }

    /// The index of the product with this id.
    pub fn index(&self, id: &ProductId) -> Option<usize> {
        let hash = self.hasher.hash_one(id.as_str());
        self.by_id.find(hash, |row| self.packed.id(*row as usize) == id.as_str()).map(|row| *row as usize)
    }

    /// The edition of the list, see the field.
    pub const fn edition(&self) -> u64 {
        self.edition
    }

    /// A row's status.
    pub fn status(&self, row: &Row) -> Option<&Status> {
        self.statuses.get(row.status()?)
    }

    /// Each status that a product has or had.
    pub(super) fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// A row's title, prepared for a search.
    pub(super) fn title(&self, row: usize) -> &[u8] {
        self.packed.title(row)
    }

    /// A row's SKU, prepared for a search.
    pub(super) fn sku(&self, row: usize) -> Option<&[u8]> {
        self.packed.sku(row)
    }

    /// What ids are sorted by: as numbers, where they are numbers.
    pub(super) fn id_key(&self, row: usize) -> (usize, &str) {
        let id = self.packed.id(row);
        (id.len(), id)
    }

    /// Whether a row's title or SKU contains the query.
    pub(super) fn contains(&self, row: usize, finder: &memmem::Finder<'_>) -> bool {
        self.packed.contains(row, finder)
    }

    /// Of these rows, those whose title or SKU contains the query.
    pub(super) fn containing(
        &self,
        rows: Range<usize>,
        finder: &memmem::Finder<'_>,
    ) -> impl Iterator<Item = usize> {
        self.packed.containing(rows, finder)
    }

    /// Replaces the product with the same id, or appends it.
    ///
    /// What only some readings tell, the category, the times and variants, is kept where this one does not.
    /// The time of the last change is that of the values it came with.
    pub fn put(&mut self, mut product: Product) {
        let known = self.index(&product.id).and_then(|row| self.product(row));
        if let Some(known) = &known {
            product.category_id = product.category_id.or(known.category_id);
            product.created_at = product.created_at.or(known.created_at);
            if product.variants.is_empty() {
                product.variants.clone_from(&known.variants);
            }
            if product.changed_at.is_none()
                && *known == (Product { changed_at: known.changed_at, ..product.clone() })
            {
                return;
            }
        }
        match self.index(&product.id) {
            Some(_) if known.as_ref() == Some(&product) => {}
            Some(row) => {
                self.forget_title(row);
                self.write(row, product);
                self.count_title(row);
                self.edition += 1;
            }
            None => self.push(product),
        }
    }

    /// Appends the product unless its id is known.
    pub fn put_if_new(&mut self, product: Product) {
        if self.index(&product.id).is_none() {
            self.push(product);
        }
    }

    /// Whether a product has this title, however it is spelled.
    pub fn has_title(&self, title: &str) -> bool {
        let title = searchable(title);
        let is_same = |&(row, _): &(u32, u32)| self.packed.title(row as usize) == title.as_bytes();
        !title.trim().is_empty()
            && self.by_title.find(self.hasher.hash_one(title.as_bytes()), is_same).is_some()
    }

    fn push(&mut self, product: Product) {
        let row = self.len();
        let hash = self.hasher.hash_one(product.id.as_str());
        self.write(row, product);
        let Self { by_id, packed, hasher, .. } = self;
        by_id.insert_unique(hash, row as u32, |row| hasher.hash_one(packed.id(*row as usize)));
        self.count_title(row);
    }

    fn write(&mut self, row: usize, product: Product) {
        let status = product.status.as_ref().map(|status| match self.status_indices.get(status) {
            Some(index) => *index,
            None => {
                self.statuses.push(status.clone());
                self.status_indices.insert(status.clone(), self.statuses.len() - 1);
                self.statuses.len() - 1
            }
        });
        self.packed.put(row, &product, status);
        match product.review {
            Some(review) => drop(self.reviews.insert(row, review)),
            None => drop(self.reviews.remove(&row)),
        }
    }

    fn count_title(&mut self, row: usize) {
        let Self { by_title, packed, hasher, .. } = self;
        let title = packed.title(row);
        let hash = hasher.hash_one(title);
        match by_title.find_mut(hash, |(other, _)| packed.title(*other as usize) == title) {
            Some((_, count)) => *count += 1,
            None => drop(by_title.insert_unique(hash, (row as u32, 1), |(row, _)| {
                hasher.hash_one(packed.title(*row as usize))
            })),
        }
    }

    /// Counts the title of a row that is about to change no longer.
    fn forget_title(&mut self, row: usize) {
        let Self { by_title, packed, hasher, .. } = self;
        let title = packed.title(row);
        let Ok(mut entry) =
            by_title.find_entry(hasher.hash_one(title), |(other, _)| packed.title(*other as usize) == title)
        else {
            return;
        };
        let (kept, count) = entry.get_mut();
        *count -= 1;
        if *count == 0 {
            entry.remove();
        } else if *kept == row as u32 {
            let other = (0..packed.rows().len()).find(|other| *other != row && packed.title(*other) == title);
            *kept = other.map_or(*kept, |other| other as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::product;
    use super::*;

    fn titled(id: u64, title: &str) -> Product {
        Product { title: title.to_owned(), ..product(id) }
    }

    #[test]
    fn a_title_is_known_as_long_as_a_product_has_it() {
        let mut list = ProductList::default();
        for id in 0..3 {
            list.put(titled(id, "گليم Rug"));
        }
        for (id, is_known) in [(0, true), (1, true), (2, false)] {
            list.put(titled(id, "Vase"));
            assert_eq!(list.has_title("گلیم rug"), is_known, "{id}");
        }
        assert!(list.has_title("VASE") && !list.has_title(" "));
    }

    #[test]
    fn a_product_is_found_by_its_id_with_its_status_and_its_review() {
        let status = |name: &str| Some(Status { name: Some(name.to_owned()), value: Some(1) });
        let review = Some(Box::new(Review::new([], vec!["too dark".to_owned()])));
        let mut list = ProductList::default();
        for id in 0..1_000 {
            list.put(Product { status: status(["on", "off"][id as usize % 2]), ..product(id) });
        }
        let reviewed = Product { status: status("off"), review, ..product(700) };
        list.put(reviewed.clone());
        assert_eq!(
            (list.get(&reviewed.id), list.index(&reviewed.id), list.edition()),
            (Some(reviewed.clone()), Some(700), 1)
        );
        list.put(reviewed.clone());
        assert_eq!(list.edition(), 1, "an equal product changes nothing");
        list.put(Product { review: None, ..reviewed.clone() });
        assert_eq!(list.get(&reviewed.id).and_then(|product| product.review), None);
        list.put_if_new(product(3));
        assert_eq!((list.len(), list.status(&list.rows()[3])), (1_000, status("off").as_ref()));
        assert_eq!(list.get(&ProductId::from(1_000)), None);
    }
}
