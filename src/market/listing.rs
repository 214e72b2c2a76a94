//! Collects a shop's products page by page, and says whether they are all there.
//!
//! Paging parameters and the largest page are not shown by the contract (section 4 and 8), so nothing is
//! taken on trust: a listing is complete only when the answers prove it. "This product is absent" is believed
//! of complete listings alone, and a product is sent again on the strength of it.

use std::collections::HashSet;

use super::{ListRules, ProductPage};
use crate::domain::{Problem, Product, ProductId};

/// A bound for servers that never end.
const MOST_PAGES: u64 = 10_000;

/// What to ask for next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// Counted from one.
    pub number: u64,
    /// The query parameters, in order.
    pub query: Vec<(String, String)>,
}

/// The pages of one look at the shop.
#[derive(Clone, Debug)]
pub struct Listing {
    rules: ListRules,
    page: u64,
    end: Option<End>,
    products: Vec<Product>,
    seen: HashSet<ProductId>,
    rows: u64,
    /// A product was listed twice in one answer: its variants have a row each.
    variant_rows: bool,
    total: Option<u64>,
    totals_agree: bool,
    whole: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// As many products, or rows, as the marketplace counts.
    Counted,
    /// A page past the last came back empty.
    Empty,
    /// A page brought nothing new: paging is ignored, or goes in circles.
    Repeated,
    /// A page past the first was refused.
    Refused,
    /// There is no way to ask for more, or no end to it.
    GaveUp,
}

impl Listing {
    pub fn new(rules: &ListRules) -> Self {
        Self {
            rules: rules.clone(),
            page: 1,
            end: None,
            products: Vec::new(),
            seen: HashSet::new(),
            rows: 0,
            variant_rows: false,
            total: None,
            totals_agree: true,
            whole: true,
        }
    }

    /// The page to ask for, the same until it is accepted or refused; `None` when there is nothing more to learn.
    pub fn next(&self) -> Option<PageRequest> {
        if self.end.is_some() {
            return None;
        }
        let page = self.rules.page.iter().map(|name| (name.clone(), self.page.to_string()));
        let size = self.rules.per_page.iter().map(|name| (name.clone(), self.rules.page_size.to_string()));
        Some(PageRequest { number: self.page, query: page.chain(size).chain(self.rules.extra.iter().cloned()).collect() })
    }

    /// Takes the answer to [`Listing::next`].
    pub fn accept(&mut self, page: ProductPage) {
        let before = self.seen.len();
        let distinct_here = page.products.iter().map(|product| &product.id).collect::<HashSet<_>>().len();
        self.variant_rows |= distinct_here < page.products.len();
        self.whole &= page.whole;
        self.rows += page.rows;
        // Past the end some servers count nothing.
        if let Some(total) = page.total.filter(|&total| total > 0 || page.rows > 0 || self.total.is_none()) {
            self.totals_agree &= self.total.is_none_or(|known| known == total);
            self.total = Some(total);
        }
        let (rows, more_promised) = (page.rows, self.promises_more(&page));
        for product in page.products {
            if self.seen.insert(product.id.clone()) {
                self.products.push(product);
            }
        }
        self.end = if rows == 0 {
            Some(End::Empty)
        } else if self.seen.len() == before {
            Some(End::Repeated)
        } else if self.is_counted() && !more_promised {
            Some(End::Counted)
        } else if self.rules.page.is_none() || self.page == MOST_PAGES {
            Some(End::GaveUp)
        } else {
            self.page += 1;
            None
        };
    }

    /// Takes the marketplace's refusal of the page asked for, or hands it back when the listing cannot go on.
    ///
    /// A page past the last is refused by some servers; guessed parameters are refused by strict ones, and given up then.
    pub fn refuse(&mut self, problem: Problem) -> Result<(), Problem> {
        match problem.status {
            Some(400 | 404 | 416 | 422) if self.page > 1 => self.end = Some(End::Refused),
            Some(400 | 422) if self.rules.guessed && self.rules.per_page.is_some() => self.rules.per_page = None,
            Some(400 | 422) if self.rules.guessed && self.rules.page.is_some() => self.rules.page = None,
            _ => return Err(problem),
        }
        Ok(())
    }

    /// What is collected so far, each product once, in the shop's order.
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    pub fn into_products(self) -> Vec<Product> {
        self.products
    }

    /// How many products the shop holds, by the marketplace's own count.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether every product of the shop is among [`Listing::products`].
    ///
    /// With a count that did not change: that many different products came, or, where variants have a row each, that
    /// many rows. With no count, or one that was exceeded and so counts something else: the pages ran on to an empty one.
    pub fn is_complete(&self) -> bool {
        let Some(end) = self.end else { return false };
        self.whole
            && self.totals_agree
            && match self.total {
                Some(total) if total == self.distinct() => true,
                Some(total) if total > self.distinct() => self.are_rows_counted(total) && (self.page == 1 || end == End::Empty),
                _ => end == End::Empty,
            }
    }

    fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    fn is_counted(&self) -> bool {
        self.total.is_some_and(|total| total == self.distinct() || (self.page == 1 && self.are_rows_counted(total)))
    }

    fn are_rows_counted(&self, total: u64) -> bool {
        self.variant_rows && self.rows == total
    }

    /// A full page, or a word of pages to come, is reason to look once more whatever the count says.
    fn promises_more(&self, page: &ProductPage) -> bool {
        let asked = self.rules.per_page.as_ref().map(|_| u64::from(self.rules.page_size));
        let full = [asked, page.per_page].into_iter().flatten().any(|size| size > 0 && page.rows >= size);
        full || page.total_pages.is_some_and(|pages| pages > self.page)
    }
}
