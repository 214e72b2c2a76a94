//! Collects the products of a shop page by page and determines whether the list is complete.
//!
//! The contract does not define paging parameters or the maximum page size (sections 4 and 8), so nothing is
//! assumed: a listing is complete only if the answers prove it. That matters because an import creates a
//! product again only if a complete listing does not contain it.
//!
//! Request the page of [`Listing::next`] and pass the result to [`Listing::accept`] or [`Listing::fail`],
//! until `next` returns `None`.
//!
//! Failures are counted per page. In a shop with many pages some requests always fail, and a retry usually
//! works; only a page that fails repeatedly ends the listing.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::time::Duration;

use crate::market::config::ListRules;
use crate::market::wire::ProductPage;
use vitrine_domain::{Backoff, FileId, Problem, ProblemKind, Product, ProductId, Verdict};

/// Limits servers whose list never ends.
const MAX_PAGES: u64 = 10_000;
/// So much is kept of the texts of a shop's products, in bytes: 2,000 of each in a shop of 100,000.
const MAX_TEXT: usize = 200_000_000;
/// The maximum number of attempts in a row for one page.
const MAX_PAGE_ATTEMPTS: u32 = 7;
/// How often the page with the number 0 is requested while the marketplace fails at it: some calculate with
/// that number, and break.
const MAX_ZERO_ATTEMPTS: u32 = 3;
/// A search index stops counting here: a total of exactly so many may stand for any number.
const SEARCH_WINDOW: u64 = 10_000;
/// The delay after a page's first failure. It doubles with each further one.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(10));

/// The next page to request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// Counted from one.
    pub number: u64,
    /// The query parameters, in order.
    pub query: Vec<(String, String)>,
}

/// How far a listing reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// To the end.
    #[default]
    Whole,
    /// To the end of a shop of at most so many pages. In a larger one it stops as soon as that shows.
    Small { pages: u64 },
    /// The pages at which new products may be: the first ones and, where the marketplace says how many there
    /// are, the last ones, by turns, and further ones where one showed what is sought. It stops when products
    /// with all these photos, and what is next to them, were listed.
    Newest { pages: u64, sought: Vec<FileId> },
}

/// One pass through the pages of a shop.
///
/// It is large because whether a pass is complete follows from all that was seen of its pages.
#[derive(Clone, Debug)]
pub struct Listing {
    rules: ListRules,
    reach: Reach,
    /// The page in turn, counted from one.
    page: u64,
    read: Amount,
    newest: NewestPages,
    /// Failures in a row of the current page.
    failures: u32,
    end: Option<End>,
    products: Vec<Product>,
    seen: HashSet<ProductId>,
    /// The ids on each page, to recognise a repeated page.
    pages: HashSet<Vec<ProductId>>,
    /// The rows of the largest page, and whether the last one was as large as was asked for.
    largest: u64,
    last_was_full: bool,
    /// Whether the page in turn is the one before the first, to see whether pages are counted from zero.
    before_first: bool,
    /// How often the marketplace failed at that page.
    zero_answers: u32,
    /// How old the oldest answer was when it arrived.
    age: Duration,
    /// Whether a product was listed twice on one page: each variant has a row of its own.
    variant_rows: bool,
    total: Option<u64>,
    totals_agree: bool,
    has_shrunk: bool,
    all_readable: bool,
}

/// How much was read.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    pages: u64,
    rows: u64,
    /// The bytes of the products' texts.
    text: usize,
}

/// The first and the last pages, of which one side has the newest products.
#[derive(Clone, Debug)]
struct NewestPages {
    /// The page before the last ones that were read, once the number of pages is known.
    back: Option<u64>,
    /// The page after the first ones that were read.
    front: u64,
    /// Whether the page in turn is one of the last ones.
    is_at_back: bool,
    /// Whether the last page showed a product that was sought.
    shows_sought: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// There are as many products as the marketplace counts.
    Counted,
    /// A page after the last one was empty.
    Empty,
    /// A page was repeated: paging is ignored, or circular.
    Repeated,
    /// A page after the first does not exist, or the one before it was the last because it was not full.
    Refused,
    /// A page after a full one was refused: a search index shows no more than its window.
    Window,
    /// More pages cannot be requested, or there is no end to them.
    GaveUp,
    /// It was not to read further.
    OutOfReach,
}

/// The bytes of a product's texts.
fn text_of(product: &Product) -> usize {
    let sku = product.sku.as_deref().map_or(0, str::len);
    let status = product.status.as_ref().and_then(|status| status.name.as_deref()).map_or(0, str::len);
    let variants = product.variants.iter().map(|variant| variant.name.len()).sum::<usize>();
    product.title.len() + sku + status + variants
}

impl Listing {
    /// A listing of the whole shop that starts at the first page.
    pub fn new(rules: &ListRules) -> Self {
        Self {
            rules: rules.clone(),
            reach: Reach::Whole,
            page: 1,
            read: Amount::default(),
            newest: NewestPages { back: None, front: 2, is_at_back: false, shows_sought: false },
            failures: 0,
            end: None,
            products: Vec::new(),
            seen: HashSet::new(),
            pages: HashSet::new(),
            largest: 0,
            last_was_full: false,
            before_first: false,
            zero_answers: 0,
            age: Duration::ZERO,
            variant_rows: false,
            total: None,
            totals_agree: true,
            has_shrunk: false,
            all_readable: true,
        }
    }

    /// The same listing, to be read so far only.
    #[must_use]
    pub fn within(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// The page to request; unchanged until it is accepted or given up. `None` if nothing more can be
    /// learned.
    pub fn next(&self) -> Option<PageRequest> {
        self.end.is_none().then(|| self.request(self.page))
    }

    /// The page that comes `distance` after that of [`Listing::next`]. It may be requested before its turn,
    /// once a second page was another one than the first, and as far as the marketplace's count reaches.
    pub fn ahead(&self, distance: u64) -> Option<PageRequest> {
        if self.end.is_some() || self.read.pages < 2 || self.failures > 0 || self.reach != Reach::Whole {
            return None;
        }
        let pages = self.total?.div_ceil((self.read.rows / self.read.pages).max(1)).min(MAX_PAGES);
        let page = self.page + distance;
        (page <= pages).then(|| self.request(page))
    }

    fn request(&self, number: u64) -> PageRequest {
        let page = self.rules.page.iter().map(|name| (name.clone(), number.to_string()));
        let size = self.rules.per_page.iter().map(|name| (name.clone(), self.rules.page_size.to_string()));
        PageRequest { number, query: page.chain(size).chain(self.rules.extra.iter().cloned()).collect() }
    }

    /// Accepts the page requested by [`Listing::next`].
    pub fn accept(&mut self, page: ProductPage) {
        self.failures = 0;
        self.age = self.age.max(page.age);
        if self.before_first {
            return self.accept_before_first(page);
        }
        self.read.pages += 1;
        let ids: Vec<ProductId> = page.products.iter().map(|product| product.id.clone()).collect();
        self.variant_rows |= ids.iter().collect::<HashSet<_>>().len() < ids.len();
        self.all_readable &= page.all_readable;
        self.read.rows += page.rows;
        self.read.text += page.products.iter().map(text_of).sum::<usize>();
        self.largest = self.largest.max(page.rows);
        self.last_was_full = self.is_full(&page);
        // After the end some servers report a total of 0.
        if let Some(total) = page.total.filter(|&total| total > 0 || page.rows > 0 || self.total.is_none()) {
            self.totals_agree &= self.total.is_none_or(|known| known == total);
            self.has_shrunk |= self.total.is_some_and(|known| known > total);
            self.total = Some(total);
        }
        let (rows, more_promised) = (page.rows, self.expects_more(&page));
        let pages = page
            .total_pages
            .or_else(|| Some(self.total?.div_ceil((self.read.rows / self.read.pages).max(1))));
        let before = self.products.len();
        self.products
            .extend(page.products.into_iter().filter(|product| self.seen.insert(product.id.clone())));
        self.end = if rows == 0 && self.newest.back.is_none_or(|back| self.page <= back) {
            Some(End::Empty)
        } else if !self.pages.insert(ids) {
            Some(End::Repeated)
        } else if self.total == Some(self.distinct()) && !more_promised {
            Some(End::Counted)
        } else if self.is_out_of_reach(pages, before) {
            Some(End::OutOfReach)
        } else if self.rules.page.is_none() || self.read.pages == MAX_PAGES || self.read.text > MAX_TEXT {
            Some(End::GaveUp)
        } else {
            self.page = self.page_after(pages);
            None
        };
        if self.end == Some(End::Empty) && self.may_count_from_zero() {
            (self.end, self.page, self.before_first) = (None, 0, true);
        }
    }

    /// The page with the number 0. It is the first one where pages are counted from zero.
    fn accept_before_first(&mut self, page: ProductPage) {
        self.end = Some(End::Empty);
        self.all_readable &= page.all_readable;
        if page.products.iter().all(|product| self.seen.contains(&product.id)) {
            return;
        }
        self.read.rows += page.rows;
        self.products
            .extend(page.products.into_iter().filter(|product| self.seen.insert(product.id.clone())));
    }

    /// Whether the end may be missing a page at the beginning: nothing counts the products, or so many more
    /// than were listed.
    fn may_count_from_zero(&self) -> bool {
        let may_lack_a_page = self.total.is_none_or(|total| {
            let missing = total.saturating_sub(self.distinct());
            total < self.distinct() || (missing > 0 && missing >= self.largest)
        });
        may_lack_a_page && self.rules.page.is_some() && !matches!(self.reach, Reach::Newest { .. })
    }

    /// Whether there are more pages than it is to read, as the answers show; `pages` is their number, where
    /// it is known, and `before` the number of products before the last one.
    fn is_out_of_reach(&mut self, pages: Option<u64>, before: usize) -> bool {
        let last = &self.products[before..];
        match &self.reach {
            Reach::Whole => false,
            Reach::Small { pages: most } => {
                self.read.pages >= *most || pages.is_some_and(|pages| pages > *most)
            }
            Reach::Newest { pages: most, sought } => {
                let photo = |product: &Product| product.photo.as_ref().and_then(|photo| photo.id.clone());
                let shown: HashSet<FileId> = self.products.iter().filter_map(photo).collect();
                let is_sought =
                    |product: &Product| photo(product).is_some_and(|photo| sought.contains(&photo));
                self.newest.shows_sought = last.iter().any(is_sought);
                // What was made twice may be listed once more, on the page next to this one.
                let is_cut = [last.first(), last.last()].into_iter().flatten().any(is_sought);
                let shows_all = sought.iter().all(|photo| shown.contains(photo)) && !is_cut;
                self.read.pages >= *most
                    || shows_all
                    || self.newest.back.is_some_and(|back| back < self.newest.front)
            }
        }
    }

    /// The page to request after the one in turn.
    fn page_after(&mut self, pages: Option<u64>) -> u64 {
        if !matches!(self.reach, Reach::Newest { .. }) {
            return self.page + 1;
        }
        if self.newest.back.is_none() {
            self.newest.back = pages;
        }
        // Where something was found, the rest is next to it.
        self.newest.is_at_back ^= !self.newest.shows_sought;
        match &mut self.newest.back {
            Some(back) if *back > self.newest.front && self.newest.is_at_back => {
                *back -= 1;
                *back + 1
            }
            _ => {
                self.newest.is_at_back = false;
                self.newest.front += 1;
                self.newest.front - 1
            }
        }
    }

    /// Records that the requested page failed and returns how long to wait before requesting
    /// [`Listing::next`]: longer with each failure in a row, and at least as long as the marketplace demands.
    ///
    /// Some servers refuse a page after the last one; strict ones refuse guessed parameters, or a size, which
    /// are then dropped.
    ///
    /// # Errors
    ///
    /// The problem, if the listing cannot continue: it is incomplete and proves nothing.
    pub fn fail(&mut self, problem: Problem) -> Result<Duration, Problem> {
        // A marketplace that is down or busy says nothing about this page.
        let answered =
            self.before_first && problem.status.is_some_and(|status| !matches!(status, 429 | 502..=504));
        self.zero_answers += u32::from(answered);
        let most = if answered && self.zero_answers >= MAX_ZERO_ATTEMPTS { 0 } else { MAX_PAGE_ATTEMPTS };
        if may_succeed_on_retry(&problem) && self.failures + 1 < most {
            self.failures += 1;
            return Ok(BACKOFF.after(self.failures).max(problem.retry_after.unwrap_or_default()));
        }
        match problem.status {
            Some(_) if answered && problem.verdict() != Verdict::SignIn => self.end = Some(End::Empty),
            Some(404) if self.page > 1 => self.end = Some(End::Refused),
            Some(400 | 416 | 422) if self.page > 1 => {
                self.end = Some(if self.last_was_full { End::Window } else { End::Refused });
            }
            // The marketplace's own size is better than none, even where the file names the parameter: it may
            // have a largest size.
            Some(400 | 422) if self.rules.per_page.is_some() => self.rules.per_page = None,
            Some(400 | 422) if self.rules.guessed && self.rules.page.is_some() => self.rules.page = None,
            _ => return Err(problem),
        }
        self.failures = 0;
        Ok(Duration::ZERO)
    }

    /// The products collected so far, each once, in the shop's order.
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// Moves out the products that were collected since the last time, so that a long list need not be kept.
    /// Only for a listing of the whole shop.
    pub fn take_products(&mut self) -> Vec<Product> {
        std::mem::take(&mut self.products)
    }

    /// How many products were listed, each counted once.
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Consumes the listing and returns its products.
    pub fn into_products(self) -> Vec<Product> {
        self.products
    }

    /// The number of products in the shop, as counted by the marketplace.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether fewer products were counted on a page than on one before it.
    pub const fn has_shrunk(&self) -> bool {
        self.has_shrunk
    }

    /// Whether it stopped before the end of the shop, as its reach demands.
    pub fn was_cut_short(&self) -> bool {
        let is_partial = matches!(self.reach, Reach::Newest { .. });
        self.end == Some(End::OutOfReach) || (is_partial && !self.is_complete())
    }

    /// Whether [`Listing::products`] contains every product of the shop.
    ///
    /// With a constant total, that is not the window of a search index: that many distinct products were
    /// listed; or, with a row per variant, that many rows and then an empty page, since the total may count
    /// products. Without a total, or with one that was exceeded and thus counts something else: the pages
    /// continued to an empty one.
    pub fn is_complete(&self) -> bool {
        let ran_out = self.end == Some(End::Empty);
        let proven = match self.total {
            Some(SEARCH_WINDOW) => false,
            Some(total) if total == self.distinct() => {
                self.end.is_some_and(|end| !matches!(end, End::OutOfReach | End::Window))
            }
            Some(total) if total > self.distinct() => ran_out && self.variant_rows && self.read.rows == total,
            _ => ran_out,
        };
        proven && self.all_readable && self.totals_agree
    }

    /// How old the oldest answer was when it arrived, as its headers say: a cache may have kept it.
    pub const fn age(&self) -> Duration {
        self.age
    }

    /// Whether a page has as many rows as were asked for, or as it says that a page has.
    fn is_full(&self, page: &ProductPage) -> bool {
        let requested = self.rules.per_page.as_ref().map(|_| u64::from(self.rules.page_size));
        [requested, page.per_page].into_iter().flatten().any(|size| size > 0 && page.rows >= size)
    }

    /// A full page, or a stated number of pages, requires one more request whatever the total says.
    fn expects_more(&self, page: &ProductPage) -> bool {
        self.is_full(page) || page.total_pages.is_some_and(|pages| pages > self.page)
    }
}

/// Whether repeating the request may help.
fn may_succeed_on_retry(problem: &Problem) -> bool {
    matches!(problem.verdict(), Verdict::NotDone | Verdict::Throttled | Verdict::Unknown)
        && problem.kind != ProblemKind::RedirectRefused
}
