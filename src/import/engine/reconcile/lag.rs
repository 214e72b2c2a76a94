//! How long created products stay out of the shop's list, and what a listing shows of that.

use std::collections::HashMap;
use std::time::Duration;

use super::settle::Answer;
use crate::domain::ProductId;
use crate::import::engine::Listing;
use crate::import::journal::Knowledge;

/// A measured lag counts this many times, for others may be slower.
pub const LAG_MARGIN: u32 = 3;
/// A created product that is still not listed after this, though later ones are, is being held back by the marketplace.
pub const HIDDEN: Duration = Duration::from_secs(120);
/// A product first seen this soon after its creation says that the lag is short.
pub const PROMPT: Duration = Duration::from_secs(20);
/// With no later product of ours listed, how long absence must last: the whole list may stand still for a while. Less
/// in a shop whose lag was measured often, more where it never was.
pub const PATIENCE: Duration = Duration::from_secs(20);
pub const PATIENCE_RARELY_MEASURED: Duration = Duration::from_secs(50);
const PATIENCE_UNMEASURED: Duration = Duration::from_secs(170);
const OFTEN: u32 = 5;

/// How long a product that may have been made may stay out of the list as a whole.
pub const fn patience(knowledge: &Knowledge) -> Duration {
    match knowledge.lag {
        None => PATIENCE_UNMEASURED,
        Some(_) if knowledge.measured < OFTEN => PATIENCE_RARELY_MEASURED,
        Some(_) => PATIENCE,
    }
}

/// Learns from a product that came into the list at most `took` after its creation. `missed`: how long after that a listing
/// was still without it.
pub fn learn(knowledge: &mut Knowledge, took: Duration, missed: Option<Duration>) {
    // Missed before: somewhere between that look and this one it came. Not missed: no longer than this.
    knowledge.lag = match (knowledge.lag, missed) {
        (known, Some(missed)) => known.max(Some(took.min(HIDDEN.max(missed * 2)))),
        (None, None) if took <= PROMPT => Some(took),
        (known, None) => known,
    };
    // Beyond that it makes no difference, and is not worth a line in the journal.
    knowledge.measured = (knowledge.measured + u32::from(missed.is_some() || took <= PROMPT)).min(OFTEN);
}

/// A product of ours in a listing: what was listed by then is past the moment it was sent.
#[derive(Clone, Copy, Debug)]
pub struct Fence {
    pub sent: Duration,
    /// When the listing showed it.
    pub listed: Duration,
}

/// When a listing showed what. Its pages may come long after one another: what is in it was listed when its page came,
/// and what is missing was not when the listing began.
pub struct Shown<'a> {
    pub began: Duration,
    pub ended: Duration,
    at: HashMap<&'a ProductId, Duration>,
}

impl<'a> Shown<'a> {
    pub fn of(listing: &'a Listing, began: Duration) -> Self {
        let at: HashMap<_, _> = listing.products.iter().map(|seen| (&seen.id, seen.at)).collect();
        Self { began, ended: listing.products.iter().map(|seen| seen.at).fold(began, Duration::max), at }
    }

    /// When the product of this answer was listed at the latest, if it was.
    pub fn at(&self, answer: &Answer) -> Option<Duration> {
        match answer {
            Answer::Here(Some(product)) => Some(self.at.get(product).copied().unwrap_or(self.ended)),
            // One of several, and nobody knows which.
            Answer::Here(None) => Some(self.ended),
            Answer::NotHere | Answer::Unclear => None,
        }
    }
}
