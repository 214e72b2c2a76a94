//! Looks for unconfirmed creations by their SKU: one request instead of a listing of the whole shop.
//!
//! What is found was created. What is not found may have been created all the same, so that only the listing
//! decides about absence, as ever. Nothing here relies on an SKU belonging to one product.

use std::time::Duration;

use crate::import::engine::evidence::absence::{MAX_EFFECT_DELAY_WHEN_SLOW, UnconfirmedCreation};
use crate::import::engine::evidence::schedule::Baseline;
use crate::import::engine::item::{Sight, Unlisted};
use crate::import::engine::queues::ItemIndex;
use crate::import::engine::state::{Engine, StepContext, backoff};
use crate::import::engine::{Effect, ListedProduct, ListedProducts};
use crate::import::journal::Identity;
use crate::import::state::State;
use crate::pace::Standstill;
use vitrine_domain::text::folded;
use vitrine_domain::{Problem, ProductId, Verdict};

/// SKUs in one request.
const MAX_SKUS: usize = 20;
/// After so many failed requests in a row, the list decides.
const MAX_FAILURES: u32 = 4;

impl Engine {
    /// Requests the products of unconfirmed creations whose next check is due. Each check begins so, once.
    pub(in crate::import::engine) fn send_sku_lookup(&mut self, step: &mut StepContext<'_>) {
        // A listing may take minutes; this does not wait for it.
        if !self.config.by_sku || self.listings.looking_up || !self.may_send() {
            return;
        }
        let waiting: Vec<(Duration, ItemIndex)> = self
            .queues()
            .unconfirmed
            .iter()
            .filter_map(|&index| Some((self.lookup_due(index)?, index)))
            .collect();
        let Some(&(due, _)) = waiting.iter().min() else { return };
        let mut due = due.max(self.listings.lookup_not_before);
        match step.pace.standstill(step.now) {
            Some(Standstill::RetryAfter { until }) => due = due.max(until),
            Some(Standstill::Down { next_try }) => due = due.max(next_try),
            None => {}
        }
        if due > step.now {
            self.listings.due = Some(due);
            return step.wake_at(due);
        }
        let mut skus = Vec::new();
        for (_, index) in waiting.into_iter().filter(|(at, _)| *at <= step.now).take(MAX_SKUS) {
            if let Some(open) = self.items.open_mut(index) {
                open.looked_up = Some(open.next_check);
            }
            skus.extend(self.items[index].planned.draft.sku.clone());
        }
        self.listings.looking_up = true;
        step.effects.push(Effect::LookUp { skus });
    }

    /// When the creation is to be looked for; `None` if it has no SKU, or was looked for before its next
    /// check.
    pub(in crate::import::engine) fn lookup_due(&self, index: ItemIndex) -> Option<Duration> {
        let item = &self.items[index];
        if !self.config.by_sku
            || self.listings.lookups_refused
            || self.listings.lookups_failed >= MAX_FAILURES
        {
            return None;
        }
        let unconfirmed = item.open()?;
        let is_open =
            item.state() == State::Checking && !unconfirmed.throttled && item.planned.draft.sku.is_some();
        (is_open && unconfirmed.looked_up != Some(unconfirmed.next_check)).then_some(unconfirmed.next_check)
    }

    pub(in crate::import::engine) fn looked_up(
        &mut self,
        step: &mut StepContext<'_>,
        result: Result<ListedProducts, Problem>,
    ) {
        if !std::mem::take(&mut self.listings.looking_up) {
            return;
        }
        let listing = match result {
            Ok(listing) => listing,
            Err(problem) => return self.lookup_failed(step, problem),
        };
        self.listings.lookups_failed = 0;
        for index in self.queues().unconfirmed.clone() {
            let Some(product) = self.found_by_sku(index, &listing) else { continue };
            // As if its response had arrived now: the list has yet to show it. It may have been in the shop
            // for longer, though, and the list may have lacked it all that time.
            let item = &self.items[index];
            let open = item.open();
            let sent_before = |open: &UnconfirmedCreation| {
                open.at.saturating_sub(open.sent_ago.unwrap_or(MAX_EFFECT_DELAY_WHEN_SLOW))
            };
            let since = item.attempts.sent_at.or_else(|| open.map(sent_before)).unwrap_or(step.now);
            let missed = open.and_then(|open| open.absent).map(|(_, last)| last.saturating_sub(since));
            let unlisted = Unlisted { answered_at: step.now, since, missed, is_lacking: false };
            self.mark_created(step, index, Some(product), Sight::Unlisted(unlisted));
            self.watch_canary(step, index);
        }
    }

    fn lookup_failed(&mut self, step: &StepContext<'_>, problem: Problem) {
        match problem.verdict() {
            Verdict::SignIn => self.signed_out = true,
            // The marketplace has no such filter.
            Verdict::Refused => self.listings.lookups_refused = true,
            Verdict::NotDone | Verdict::Throttled | Verdict::Unknown => {
                self.listings.lookups_failed += 1;
                self.listings.lookup_not_before =
                    step.now + backoff(self.listings.lookups_failed, self.run.0);
                self.listings.delay(&problem, self.listings.lookup_not_before);
            }
        }
        self.last_failure = Some(problem);
        for index in self.queues().unconfirmed.clone() {
            if let Some(open) = self.items.open_mut(index) {
                open.looked_up = None;
            }
        }
    }

    /// The product of this creation. An SKU proves nothing by itself: another product may have it. Our cover
    /// does; without one, or where covers do not come back, the product has to be the only new one in the
    /// shop with an SKU that no other draft has.
    fn found_by_sku(&self, index: ItemIndex, listing: &ListedProducts) -> Option<ProductId> {
        let item = &self.items[index];
        let sku = item.planned.draft.sku.as_ref()?;
        let is_free = |product: &ProductId| {
            !self.queues().assigned.contains_key(product) && !self.products_of_others.contains_key(product)
        };
        let free = || listing.products.iter().filter(|listed| is_free(&listed.id));
        if self.knowledge.identity == Identity::Cover && item.attempts.cover.is_some() {
            // Equal photos may have equal ids: the name or the SKU has to agree, too.
            let is_meant = |listed: &&ListedProduct| {
                listed.sku.as_ref() == Some(sku) || folded(&listed.title) == folded(&item.planned.draft.name)
            };
            let with_cover =
                |listed: &&ListedProduct| listed.photo.is_some() && listed.photo == item.attempts.cover;
            return free().filter(with_cover).find(is_meant).map(|listed| listed.id.clone());
        }
        let mut same = free().filter(|listed| listed.sku.as_ref() == Some(sku));
        let Baseline::Known { products: before, .. } = &self.baseline else { return None };
        let is_ours_alone =
            self.items.iter().filter(|other| other.planned.draft.sku.as_ref() == Some(sku)).count() == 1;
        let only = same.next().filter(|_| same.next().is_none())?;
        (is_ours_alone && !item.attempts.sent_before && !before.contains(&only.id)).then(|| only.id.clone())
    }
}
