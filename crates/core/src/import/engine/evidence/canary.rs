//! The canary: the first product of a shop, created alone to learn how products are recognized in the list.

use std::time::Duration;

use super::absence::MAX_EFFECT_DELAY;
use super::schedule::MAX_INCONCLUSIVE_LISTINGS;
use vitrine_domain::Backoff;

/// How long the first product of a shop is waited for.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// Between listings that did not show it.
const CHECKS: Backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(8));
/// How often only the newest pages of a large shop are read.
const MAX_NEWEST_LISTINGS: u32 = 3;

/// The state of the first product of a shop.
#[derive(Debug, Default)]
pub struct Canary {
    watching: Option<Watch>,
    gave_up: bool,
    /// It was seen, and compared with what was sent.
    pub compared: bool,
}

#[derive(Debug)]
struct Watch {
    since: Duration,
    next_check: Duration,
    /// Whether a listing has begun since.
    tried: bool,
    listings: u32,
    incomplete: u32,
}

impl Canary {
    /// Whether a first product is being looked for.
    pub const fn is_watching(&self) -> bool {
        self.watching.is_some()
    }

    /// Whether the wait ended without a proof.
    pub const fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Whether another first product may be created, as far as the earlier ones are concerned.
    pub const fn allows_creation(&self) -> bool {
        self.watching.is_none()
    }

    /// The first product was created: listings now look for it.
    pub fn watch(&mut self, now: Duration) {
        if !self.gave_up {
            self.watching =
                Some(Watch { since: now, next_check: now, tried: false, listings: 0, incomplete: 0 });
        }
    }

    /// Whether the newest pages of a large shop were read in vain often enough.
    pub fn is_not_among_newest(&self) -> bool {
        self.watching.as_ref().is_some_and(|watch| watch.listings >= MAX_NEWEST_LISTINGS)
    }

    /// When to list the shop for the first product.
    pub fn next_check(&self) -> Option<Duration> {
        self.watching.as_ref().map(|watch| watch.next_check)
    }

    /// No listing has begun since it was created.
    pub fn awaits_first_listing(&self) -> bool {
        self.watching.as_ref().is_some_and(|watch| !watch.tried)
    }

    /// A listing has begun.
    pub const fn on_listing_started(&mut self) {
        if let Some(watch) = &mut self.watching {
            watch.tried = true;
        }
    }

    /// It is known how products are recognized.
    pub fn proven(&mut self) {
        self.watching = None;
    }

    /// A listing proved nothing. Returns true when the wait is over.
    pub fn on_unproven_listing(&mut self, now: Duration, complete: bool) -> bool {
        let Some(watch) = &mut self.watching else { return false };
        watch.listings += 1;
        watch.incomplete += u32::from(!complete);
        watch.next_check = now + CHECKS.after(watch.listings);
        let waited = now.saturating_sub(watch.since);
        let useless = watch.incomplete >= MAX_INCONCLUSIVE_LISTINGS && waited >= MAX_EFFECT_DELAY;
        let over = waited >= MAX_WAIT || useless;
        if over {
            self.watching = None;
            self.gave_up = true;
        }
        over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn an_unlisted_first_product_is_waited_for_a_minute() {
        let mut canary = Canary::default();
        canary.watch(S);
        assert!(!canary.allows_creation(), "created alone");
        let mut now = S;
        while !canary.on_unproven_listing(now, true) {
            now = canary.next_check().expect("waited for");
        }
        assert!(now >= S + MAX_WAIT && now < S + MAX_WAIT + 10 * S, "{now:?}");
        assert!(canary.gave_up() && canary.allows_creation());
    }

    #[test]
    fn listings_that_are_never_complete_are_soon_given_up() {
        let mut canary = Canary::default();
        canary.watch(S);
        let listings = (1..=MAX_INCONCLUSIVE_LISTINGS)
            .map(|n| canary.on_unproven_listing(S + MAX_EFFECT_DELAY * n, false));
        assert_eq!(listings.filter(|over| *over).count(), 1);
    }
}
