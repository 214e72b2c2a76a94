//! Products by their place and by their id, with the text each is found by prepared once.

use std::collections::HashMap;

use memchr::memmem;

use crate::domain::text::folded;
use crate::domain::{Product, ProductId};

#[derive(Debug, Default)]
pub struct ProductList {
    rows: Vec<Product>,
    places: HashMap<ProductId, usize>,
    texts: Texts,
    /// Another one whenever something else happened than rows being added at the end.
    edition: u64,
}

impl ProductList {
    /// An empty list that takes the place of another one.
    pub(super) fn after(other: &Self) -> Self {
        // Far from what the other one may still become.
        Self { edition: other.edition + (1 << 32), ..Self::default() }
    }

    pub fn rows(&self) -> &[Product] {
        &self.rows
    }

    pub(super) const fn edition(&self) -> u64 {
        self.edition
    }

    pub(super) const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Texts prepared so far.
    #[cfg(test)]
    pub(super) const fn prepared(&self) -> usize {
        self.texts.spans.len()
    }

    /// In the place of what is known under its id, else at the end.
    pub(super) fn put(&mut self, product: Product) {
        match self.places.get(&product.id) {
            Some(&place) if self.rows[place] == product => {}
            Some(&place) => {
                self.texts.prepare(place, &product);
                self.rows[place] = product;
                self.edition += 1;
            }
            None => self.push(product),
        }
    }

    pub(super) fn put_if_new(&mut self, product: Product) {
        if !self.places.contains_key(&product.id) {
            self.push(product);
        }
    }

    fn push(&mut self, product: Product) {
        self.texts.prepare(self.rows.len(), &product);
        self.places.insert(product.id.clone(), self.rows.len());
        self.rows.push(product);
    }
}

/// What each row is found by, folded: title, SKU and status in lines of one long text.
#[derive(Debug, Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// Where each row's text lies.
    spans: Vec<Span>,
}

#[derive(Debug)]
struct Span {
    start: usize,
    title_end: usize,
    end: usize,
}

/// Folded text has no line breaks, so nothing that is searched for reaches over one.
const BREAK: u8 = b'\n';

impl Texts {
    /// Adds a row's text, or puts it in the place of the one it had.
    fn prepare(&mut self, row: usize, product: &Product) {
        let span = self.write(product);
        match self.spans.get_mut(row) {
            Some(old) => *old = span,
            None => self.spans.push(span),
        }
    }

    fn write(&mut self, product: &Product) -> Span {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(folded(&product.title).as_bytes());
        let title_end = self.bytes.len();
        let status = product.status.as_ref().and_then(|status| status.name.as_deref());
        for other in [product.sku.as_deref(), status].into_iter().flatten() {
            self.bytes.push(BREAK);
            self.bytes.extend_from_slice(folded(other).as_bytes());
        }
        Span { start, title_end, end: self.bytes.len() }
    }

    pub(super) fn title(&self, row: usize) -> &[u8] {
        let span = &self.spans[row];
        &self.bytes[span.start..span.title_end]
    }

    /// Whether the row's text holds what is searched for.
    pub(super) fn holds(&self, row: usize, finder: &memmem::Finder<'_>) -> bool {
        let span = &self.spans[row];
        finder.find(&self.bytes[span.start..span.end]).is_some()
    }
}
