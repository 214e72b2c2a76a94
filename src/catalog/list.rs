//! Products by index and by id, each with its search text prepared once.

use std::collections::HashMap;

use memchr::memmem;

use crate::domain::text::searchable;
use crate::domain::{Product, ProductId};

/// A list of products.
#[derive(Debug, Default)]
pub struct ProductList {
    rows: Vec<Product>,
    indices: HashMap<ProductId, usize>,
    texts: Texts,
    /// How many products have each title, prepared for a search.
    titles: HashMap<Box<[u8]>, usize>,
    /// Changes whenever rows change other than by being appended.
    edition: u64,
}

impl ProductList {
    /// An empty list that replaces another one, so with a different edition.
    pub fn replacing(other: &Self) -> Self {
        // Far enough from any edition that the other one can still reach.
        Self { edition: other.edition + (1 << 32), ..Self::default() }
    }

    /// All rows.
    pub fn rows(&self) -> &[Product] {
        &self.rows
    }

    /// The product with this id.
    pub fn get(&self, id: &ProductId) -> Option<&Product> {
        self.indices.get(id).map(|&index| &self.rows[index])
    }

    /// The index of the product with this id.
    pub fn index(&self, id: &ProductId) -> Option<usize> {
        self.indices.get(id).copied()
    }

    /// The edition of the list, see the field.
    pub const fn edition(&self) -> u64 {
        self.edition
    }

    /// The search texts of the rows.
    pub(super) const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The number of search texts prepared so far.
    #[cfg(test)]
    pub const fn prepared(&self) -> usize {
        self.texts.spans.len()
    }

    /// Replaces the product with the same id, or appends it.
    pub fn put(&mut self, product: Product) {
        match self.indices.get(&product.id) {
            Some(&index) if self.rows[index] == product => {}
            Some(&index) => {
                self.forget_title(index);
                self.texts.prepare(index, &product);
                self.count_title(index);
                self.rows[index] = product;
                self.edition += 1;
            }
            None => self.push(product),
        }
    }

    /// Appends the product unless its id is known.
    pub fn put_if_new(&mut self, product: Product) {
        if !self.indices.contains_key(&product.id) {
            self.push(product);
        }
    }

    /// Whether a product has this title, however it is spelled.
    pub fn has_title(&self, title: &str) -> bool {
        !title.trim().is_empty() && self.titles.contains_key(searchable(title).as_bytes())
    }

    fn count_title(&mut self, row: usize) {
        *self.titles.entry(self.texts.title(row).into()).or_default() += 1;
    }

    fn forget_title(&mut self, row: usize) {
        let title = self.texts.title(row);
        if let Some(count) = self.titles.get_mut(title) {
            *count -= 1;
            if *count == 0 {
                self.titles.remove(title);
            }
        }
    }

    fn push(&mut self, product: Product) {
        self.texts.prepare(self.rows.len(), &product);
        self.count_title(self.rows.len());
        self.indices.insert(product.id.clone(), self.rows.len());
        self.rows.push(product);
    }
}

/// The search text of each row (title, SKU and status), stored as lines of one buffer.
#[derive(Debug, Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// The position of each row's text.
    spans: Vec<Span>,
}

#[derive(Debug)]
struct Span {
    start: usize,
    title_end: usize,
    end: usize,
}

/// Separates the fields. Prepared text has no line breaks, so no match crosses one.
const FIELD_SEPARATOR: u8 = b'\n';

impl Texts {
    /// Stores a row's text, replacing the previous one.
    fn prepare(&mut self, row: usize, product: &Product) {
        let span = self.write(product);
        match self.spans.get_mut(row) {
            Some(old) => *old = span,
            None => self.spans.push(span),
        }
    }

    fn write(&mut self, product: &Product) -> Span {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(searchable(&product.title).as_bytes());
        let title_end = self.bytes.len();
        let status = product.status.as_ref().and_then(|status| status.name.as_deref());
        for other in [product.sku.as_deref(), status].into_iter().flatten() {
            self.bytes.push(FIELD_SEPARATOR);
            self.bytes.extend_from_slice(searchable(other).as_bytes());
        }
        Span { start, title_end, end: self.bytes.len() }
    }

    /// A row's title, prepared for a search.
    pub(super) fn title(&self, row: usize) -> &[u8] {
        let span = &self.spans[row];
        &self.bytes[span.start..span.title_end]
    }

    /// Whether the row's text contains the query.
    pub(super) fn contains(&self, row: usize, finder: &memmem::Finder<'_>) -> bool {
        let span = &self.spans[row];
        finder.find(&self.bytes[span.start..span.end]).is_some()
    }
}
