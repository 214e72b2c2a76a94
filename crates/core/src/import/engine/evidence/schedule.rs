//! When the shop is listed, and what is remembered of its products from before the import.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::listed_before::ListedBefore;
use crate::market::Reach;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, FileId, Problem, ProductId, Verdict};

/// How long after the loss an unconfirmed creation is first checked: most are found at once.
pub const FIRST_CHECK_DELAY: Duration = Duration::from_secs(2);
/// After this time the user is asked.
pub const MAX_WAIT: Duration = Duration::from_secs(15 * 60);
/// How long after its wait, and the listings that it needs, a creation may remain in doubt.
pub const MAX_DOUBT: Duration = Duration::from_secs(15 * 60);
/// How long what the marketplace said it has is not looked for while other products are created.
pub const MAX_REST: Duration = Duration::from_secs(10 * 60);
/// How long a listing that goes on is waited for.
const MAX_LISTING: Duration = Duration::from_secs(2 * 3600);
/// A large shop changes while it is read: the listing during which a creation was lost, and two that show its
/// absence.
const LISTINGS_OF_LARGE_SHOP: u32 = 3;
/// How many inconclusive listings before the user is asked.
pub const MAX_INCONCLUSIVE_LISTINGS: u32 = 4;
/// While other products can be created, those that got a 429 wait for one common listing.
const THROTTLED_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// How many pages are read to find new products in a large shop, beside those that the products themselves
/// may fill.
const NEWEST_PAGES: u64 = 4;
/// How many products a page holds at least, if it is a usual one.
const USUAL_PAGE: u64 = 10;

/// The newest pages, as far as products with these covers may be on them.
pub fn newest(sought: Vec<FileId>) -> Reach {
    Reach::Newest { pages: NEWEST_PAGES + sought.len() as u64 / USUAL_PAGE, sought }
}

/// The listing in progress, or when the next one may begin.
///
/// It is large because when a list is read follows from each of these witnesses, and they are weighed in one
/// place.
#[derive(Debug, Default)]
pub struct ListingSchedule {
    /// When the listing in progress began, on the engine's clock.
    pub began: Option<Duration>,
    /// The products that lists have shown.
    pub before: ListedBefore,
    /// The list was read for the first products that were created.
    pub looked_early: bool,
    /// When a list first showed each of them.
    pub first_seen: HashMap<ProductId, Duration>,
    /// How old the oldest answer of the listing in progress was when it arrived.
    pub age: Duration,
    /// Why the list cannot be read, and when that is tried again; `None` once the marketplace does anything
    /// that it is asked for.
    pub delayed: Option<(Problem, Duration)>,
    /// Products are being looked for by their SKUs.
    pub looking_up: bool,
    /// The number of such requests in a row that failed, and when the next one may be sent.
    pub lookups_failed: u32,
    pub lookup_not_before: Duration,
    /// The marketplace refused such a request: it has no such filter.
    pub lookups_refused: bool,
    /// How long the longest one took that could be read.
    pub longest: Duration,
    /// When the next listing may begin, on the engine's clock.
    pub not_before: Duration,
    /// The same for listings that only creations with a 429 response need.
    pub throttled_not_before: Duration,
    /// When the next listing is due, if something waits for one.
    pub due: Option<Duration>,
    /// The number of listings in a row that failed.
    pub failed: u32,
    /// The number of listings in a row that failed though there is a connection.
    pub vain: u32,
    /// The shop has too many pages to be read as a whole without need.
    pub large: bool,
    /// A created product stays out of the list although later ones are in it: the marketplace holds some
    /// back.
    pub holds_products_back: bool,
    /// The shop was listed completely at least once.
    pub was_complete: bool,
    /// Listings at the end of the run, for product ids that responses lacked, and for products that no list
    /// has shown.
    pub final_listings: u32,
    /// What the shop held before the import.
    pub shop: ShopBefore,
    /// The number of created products whose responses lacked an id.
    pub without_id: usize,
}

impl ListingSchedule {
    /// Whether a listing, or a search by SKU, is in progress.
    pub const fn under_way(&self) -> bool {
        self.began.is_some() || self.looking_up
    }

    /// How long the listings take that show whether a product is absent. One under way is waited for, unless
    /// those before failed.
    pub fn needed(&self) -> Duration {
        let needed = if self.large { self.longest * LISTINGS_OF_LARGE_SHOP } else { self.longest };
        match self.began {
            None => needed,
            Some(_) if self.failed + self.vain > 0 => needed.max(MAX_WAIT),
            Some(_) => needed.max(MAX_LISTING),
        }
    }

    /// A listing has ended after `took`; decides how long the next ones wait.
    pub fn on_listing_ended(&mut self, now: Duration, took: Duration, apart: Duration) {
        self.not_before = now + (took * 2).max(apart).min(Duration::from_secs(60));
        self.throttled_not_before = now + THROTTLED_CHECK_INTERVAL.max(took * 10).min(MAX_WAIT);
    }

    /// A request for the list failed, and is sent again at this time. A marketplace that is too busy says so
    /// itself.
    pub fn delay(&mut self, problem: &Problem, until: Duration) {
        if problem.verdict() != Verdict::Throttled {
            self.delayed = Some((problem.clone(), until));
        }
    }

    /// A creation got a 429. Other creations come before the listing that checks it: a marketplace that
    /// accepts one request at a time would otherwise refuse the creation for ever.
    pub fn defer_throttled_check(&mut self, wait_ends: Duration) {
        self.throttled_not_before = self.throttled_not_before.max(wait_ends + FIRST_CHECK_DELAY);
    }
}

/// The names and SKUs of the products that the shop held before the import.
#[derive(Debug, Default)]
pub struct ShopBefore {
    /// Folded.
    pub titles: HashSet<String>,
    /// As far as lists show them.
    pub skus: HashSet<String>,
}

impl ShopBefore {
    /// Whether a product has the draft's name or its SKU.
    pub fn has_title_or_sku(&self, draft: &Draft) -> bool {
        self.has_title(&draft.name) || draft.sku.as_ref().is_some_and(|sku| self.skus.contains(sku))
    }

    /// Whether a product has this name.
    pub fn has_title(&self, name: &str) -> bool {
        !self.titles.is_empty() && self.titles.contains(&folded(name))
    }
}

/// The products that the shop held before the run's first creation.
#[derive(Debug)]
pub enum Baseline {
    Wanted {
        tries: u32,
    },
    /// The shop is large. It is read as a whole only if its list does not show the covers of our products.
    Postponed {
        tries: u32,
    },
    /// `at`: when the list with them had been read; zero if by an earlier process, before its first creation.
    Known {
        products: HashSet<ProductId>,
        at: Duration,
    },
    Impossible,
}

impl Default for Baseline {
    fn default() -> Self {
        Self::Wanted { tries: 0 }
    }
}
