//! Collects a shop's products page by page, and says whether they are all there.
//!
//! Paging parameters and the largest page are not shown by the contract (section 4 and 8), so nothing is
//! taken on trust: a listing is complete only when the answers prove it. "This product is absent" is believed
//! of complete listings alone, and a product is sent again on the strength of it.
//!
//! Ask for [`Listing::next`] and hand the answer to [`Listing::accept`] or [`Listing::fail`], until there is no next.
//!
//! Failures are counted by page. A large shop has so many pages that some fail each time it is listed, and one that is
//! asked for again usually comes; a page that fails again and again is one that will not come.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::time::Duration;

use crate::domain::{Code, Problem, Product, ProductId, Verdict};
use crate::market::config::ListRules;
use crate::market::wire::ProductPage;

/// A bound for servers that never end.
const MAX_PAGES: u64 = 10_000;
/// How often one page may fail in a row before the listing is given up.
const PAGE_TRIES: u32 = 7;
/// How long to wait after a page's first failure. Doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(100);

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
    /// Failures in a row of the page asked for.
    failures: u32,
    end: Option<End>,
    products: Vec<Product>,
    seen: HashSet<ProductId>,
    /// The ids of each page, to know one that comes again.
    pages: HashSet<Vec<ProductId>>,
    rows: u64,
    /// A product was listed twice in one answer: its variants have a row each.
    variant_rows: bool,
    total: Option<u64>,
    totals_agree: bool,
    whole: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// As many products as the marketplace counts.
    Counted,
    /// A page past the last came back empty.
    Empty,
    /// A page came a second time: paging is ignored, or goes in circles.
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
            failures: 0,
            end: None,
            products: Vec::new(),
            seen: HashSet::new(),
            pages: HashSet::new(),
            rows: 0,
            variant_rows: false,
            total: None,
            totals_agree: true,
            whole: true,
        }
    }

    /// The page to ask for, the same until it has come or is given up; `None` when there is nothing more to learn.
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
        self.failures = 0;
        let ids: Vec<ProductId> = page.products.iter().map(|product| product.id.clone()).collect();
        self.variant_rows |= ids.iter().collect::<HashSet<_>>().len() < ids.len();
        self.whole &= page.whole;
        self.rows += page.rows;
        // Past the end some servers count nothing.
        if let Some(total) = page.total.filter(|&total| total > 0 || page.rows > 0 || self.total.is_none()) {
            self.totals_agree &= self.total.is_none_or(|known| known == total);
            self.total = Some(total);
        }
        let (rows, more_promised) = (page.rows, self.promises_more(&page));
        self.products.extend(page.products.into_iter().filter(|product| self.seen.insert(product.id.clone())));
        self.end = if rows == 0 {
            Some(End::Empty)
        } else if !self.pages.insert(ids) {
            Some(End::Repeated)
        } else if self.total == Some(self.distinct()) && !more_promised {
            Some(End::Counted)
        } else if self.rules.page.is_none() || self.page == MAX_PAGES {
            Some(End::GaveUp)
        } else {
            self.page += 1;
            None
        };
    }

    /// Takes the news that the page asked for did not come, and says how long to wait before [`Listing::next`] is asked
    /// for: longer with each failure in a row, and no shorter than the marketplace asked for.
    ///
    /// A page past the last is refused by some servers; guessed parameters are refused by strict ones, and given up then.
    ///
    /// # Errors
    /// The problem, when the listing cannot go on: it is incomplete then, and proves nothing.
    pub fn fail(&mut self, problem: Problem) -> Result<Duration, Problem> {
        if may_pass(&problem) && self.failures + 1 < PAGE_TRIES {
            let wait = FIRST_WAIT * 2_u32.pow(self.failures);
            self.failures += 1;
            return Ok(wait.max(problem.retry_after.unwrap_or_default()));
        }
        match problem.status {
            Some(400 | 404 | 416 | 422) if self.page > 1 => self.end = Some(End::Refused),
            Some(400 | 422) if self.rules.guessed && self.rules.per_page.is_some() => self.rules.per_page = None,
            Some(400 | 422) if self.rules.guessed && self.rules.page.is_some() => self.rules.page = None,
            _ => return Err(problem),
        }
        self.failures = 0;
        Ok(Duration::ZERO)
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
    /// With a count that did not change: that many different products came; or, where variants have a row each, that
    /// many rows, and then an empty page, since it may be products that are counted. With no count, or one that was
    /// exceeded and so counts something else: the pages ran on to an empty one.
    pub fn is_complete(&self) -> bool {
        let ran_out = self.end == Some(End::Empty);
        let proven = match self.total {
            Some(total) if total == self.distinct() => self.end.is_some(),
            Some(total) if total > self.distinct() => ran_out && self.variant_rows && self.rows == total,
            _ => ran_out,
        };
        proven && self.whole && self.totals_agree
    }

    fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// A full page, or a word of pages to come, is reason to look once more whatever the count says.
    fn promises_more(&self, page: &ProductPage) -> bool {
        let asked = self.rules.per_page.as_ref().map(|_| u64::from(self.rules.page_size));
        let full = [asked, page.per_page].into_iter().flatten().any(|size| size > 0 && page.rows >= size);
        full || page.total_pages.is_some_and(|pages| pages > self.page)
    }
}

/// Whether the same request may come to something else the next time.
fn may_pass(problem: &Problem) -> bool {
    matches!(problem.verdict(), Verdict::NotDone | Verdict::Throttled | Verdict::Unknown) && problem.code != Code::RedirectRefused
}
