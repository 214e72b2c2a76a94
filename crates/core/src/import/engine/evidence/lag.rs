//! The lag of the shop's list: how long created products stay out of it.

use std::collections::HashMap;
use std::time::Duration;

use super::match_listing::MatchResult;
use crate::import::engine::ListedProducts;
use crate::import::journal::Knowledge;
use vitrine_domain::ProductId;

/// How much later than others a single product may appear in the list, whatever was measured.
pub const MAX_STRAGGLE: Duration = Duration::from_secs(10);
/// A measured lag is multiplied by this, because other products may take longer.
pub const LAG_MARGIN: u32 = 3;
/// If a created product is still not listed after this time although later ones are, the marketplace holds it
/// back.
pub const HELD_BACK_AFTER: Duration = Duration::from_secs(120);
/// If a product is first seen this soon after its creation, the lag is short.
pub const MAX_PROMPT_LAG: Duration = Duration::from_secs(20);
/// How long absence must last if no later product of ours is listed, because the whole list may be standing
/// still. Shorter in a shop whose lag was measured often, and is short; longer where few lists were measured,
/// which may have come from one server while another lags behind; and longest where none was, or the lag was
/// long.
pub const ABSENCE_WAIT: Duration = Duration::from_secs(20);
const ABSENCE_WAIT_RARELY_MEASURED: Duration = Duration::from_secs(50);
pub const ABSENCE_WAIT_UNMEASURED: Duration = Duration::from_secs(170);
const WELL_MEASURED_COUNT: u32 = 5;
/// A list that needs longer may come from several servers, of which one lags behind.
const SHORT_LAG: Duration = Duration::from_secs(3);

/// How long a product that may have been created may stay out of a list without later products of ours.
pub fn absence_wait(knowledge: &Knowledge) -> Duration {
    match knowledge.lag {
        None => ABSENCE_WAIT_UNMEASURED,
        Some(lag) if lag > MAX_STRAGGLE => ABSENCE_WAIT_UNMEASURED,
        Some(lag) if lag <= SHORT_LAG && knowledge.measured >= WELL_MEASURED_COUNT => ABSENCE_WAIT,
        Some(_) => ABSENCE_WAIT_RARELY_MEASURED,
    }
}

/// Updates the lag from a product that was listed at most `took` after its creation. `missed`: how long after
/// the creation a listing still lacked it.
pub fn record_lag(knowledge: &mut Knowledge, took: Duration, missed: Option<Duration>) {
    // Missed before: it appeared between that listing and this one. Not missed: the lag is at most `took`.
    knowledge.lag = match (knowledge.lag, missed) {
        (known, Some(missed)) => known.max(Some(took.min(HELD_BACK_AFTER.max(missed * 2)))),
        (None, None) if took <= MAX_PROMPT_LAG => Some(took),
        (known, None) => known,
    };
    // Counting further makes no difference and is not worth a journal record.
    knowledge.measured =
        (knowledge.measured + u32::from(missed.is_some() || took <= MAX_PROMPT_LAG)).min(WELL_MEASURED_COUNT);
}

/// A product of ours in a listing: the list is newer than the moment at which this product was sent.
#[derive(Clone, Copy, Debug)]
pub struct Fence {
    /// When its creation was sent, on the engine's clock.
    pub sent: Duration,
    /// When the listing showed it.
    pub listed: Duration,
}

/// When a listing showed what. Its pages may arrive long after one another: a listed product was listed when
/// its page arrived, a missing product was missing when the listing began.
pub struct ListingTimes<'a> {
    /// When the first page was requested, and when the last one arrived, on the engine's clock.
    pub began: Duration,
    pub ended: Duration,
    at: HashMap<&'a ProductId, Duration>,
}

impl<'a> ListingTimes<'a> {
    /// The times of a listing that began at `began`.
    pub fn of(listing: &'a ListedProducts, began: Duration) -> Self {
        let at: HashMap<_, _> = listing.products.iter().map(|seen| (&seen.id, seen.at)).collect();
        Self { began, ended: listing.products.iter().map(|seen| seen.at).fold(began, Duration::max), at }
    }

    /// The latest time at which the product of this match was listed, if it is.
    pub fn at(&self, result: &MatchResult) -> Option<Duration> {
        match result {
            MatchResult::Listed(Some(product)) => Some(self.at.get(product).copied().unwrap_or(self.ended)),
            // It is one of several, and it is not known which.
            MatchResult::Listed(None) => Some(self.ended),
            MatchResult::NotListed | MatchResult::Unclear => None,
        }
    }
}
