//! The first product of a shop, created alone to see how products are known again.

use std::time::Duration;

use super::absence::LATE;
use super::schedule::VAIN_LOOKS;

/// How long the first product of a shop is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// Lost answers of first products before the shop must be looked at.
const MAX_LOSSES: u32 = 3;

#[derive(Debug, Default)]
pub struct Canary {
    watching: Option<Watch>,
    gave_up: bool,
    losses: u32,
}

#[derive(Debug)]
struct Watch {
    since: Duration,
    next_check: Duration,
    /// A look has begun since.
    tried: bool,
    looks: u32,
    incomplete: u32,
}

impl Canary {
    pub const fn watching(&self) -> bool {
        self.watching.is_some()
    }

    pub const fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// May one more first product be created, as far as those before it go?
    pub const fn may_fly(&self) -> bool {
        self.watching.is_none() && self.losses < MAX_LOSSES
    }

    /// It was created: the list is asked for it.
    pub fn watch(&mut self, now: Duration) {
        if !self.gave_up {
            self.watching = Some(Watch { since: now, next_check: now, tried: false, looks: 0, incomplete: 0 });
        }
    }

    pub const fn lost(&mut self) {
        self.losses += 1;
    }

    /// Somebody knows of each lost one what came of it.
    pub const fn losses_settled(&mut self) {
        self.losses = 0;
    }

    pub fn next_check(&self) -> Option<Duration> {
        self.watching.as_ref().map(|watch| watch.next_check)
    }

    /// No look for it has begun yet.
    pub fn untried(&self) -> bool {
        self.watching.as_ref().is_some_and(|watch| !watch.tried)
    }

    pub const fn look_begins(&mut self) {
        if let Some(watch) = &mut self.watching {
            watch.tried = true;
        }
    }

    pub fn proven(&mut self) {
        self.watching = None;
    }

    /// A listing that proved nothing. True when no more is waited for.
    pub fn not_seen(&mut self, now: Duration, complete: bool) -> bool {
        let Some(watch) = &mut self.watching else { return false };
        watch.looks += 1;
        watch.incomplete += u32::from(!complete);
        watch.next_check = now + Duration::from_secs(1 << (watch.looks - 1).min(3));
        let waited = now.saturating_sub(watch.since);
        let useless = watch.incomplete >= VAIN_LOOKS && waited >= LATE;
        let over = waited >= PATIENCE || useless;
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
    fn a_first_product_that_no_listing_shows_is_waited_for_a_minute() {
        let mut canary = Canary::default();
        canary.watch(S);
        assert!(!canary.may_fly(), "created alone");
        let mut now = S;
        while !canary.not_seen(now, true) {
            now = canary.next_check().expect("waited for");
        }
        assert!(now >= S + PATIENCE && now < S + PATIENCE + 10 * S, "{now:?}");
        assert!(canary.gave_up() && canary.may_fly());
    }

    #[test]
    fn listings_that_are_never_whole_are_soon_given_up() {
        let mut canary = Canary::default();
        canary.watch(S);
        let looks = (1..=VAIN_LOOKS).map(|n| canary.not_seen(S + LATE * n, false));
        assert_eq!(looks.filter(|over| *over).count(), 1);
    }

    #[test]
    fn after_three_lost_first_products_the_shop_is_looked_at_before_a_fourth() {
        let mut canary = Canary::default();
        (0..MAX_LOSSES).for_each(|_| canary.lost());
        assert!(!canary.may_fly());
        canary.losses_settled();
        assert!(canary.may_fly());
    }
}
