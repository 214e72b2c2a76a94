//! Listings of the shop: starts them, and passes on what they show.

use std::collections::HashSet;
use std::time::Duration;

use super::absence::{ListingView, MAX_EFFECT_DELAY_WHEN_SLOW, MAX_STRAGGLE};
use super::lag::{Fence, HELD_BACK_AFTER, LAG_MARGIN, ListingTimes, MAX_PROMPT_LAG, absence_wait, record_lag};
use super::match_listing::{Claim, ExcludedProducts, MatchResult, SentFields, match_claims};
use super::schedule::Baseline;
use crate::domain::text::folded;
use crate::domain::{Problem, ProductId, Verdict};
use crate::import::engine::rule::Rule;
use crate::import::engine::state::{Engine, ItemIndex, StepContext, backoff};
use crate::import::engine::{Effect, Listing};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::pace::Standstill;

const MAX_BASELINE_TRIES: u32 = 3;
const MAX_FINAL_LISTINGS: u32 = 2;
/// How many listings may fail, while other requests succeed, before the shop counts as not listable.
const MAX_FAILED_LISTINGS: u32 = 6;

impl Engine {
    /// Whether a creation may begin, as far as recognizing its product is concerned.
    pub(in crate::import::engine) fn may_create(&self) -> bool {
        let baseline = !matches!(self.baseline, Baseline::Wanted { .. });
        match self.knowledge.identity {
            Identity::Unproven if !self.is_enabled(Rule::Canary) => true,
            Identity::Unproven if !self.canary.gave_up() => baseline && self.creating == 0 && self.canary.allows_creation(),
            Identity::Unproven | Identity::Fields => baseline,
            Identity::Cover => baseline || !self.has_photoless,
            Identity::Nothing => true,
        }
    }

    /// A product without photos proves nothing about covers.
    pub(in crate::import::engine) fn watch_canary(&mut self, step: &StepContext<'_>, item_index: ItemIndex) {
        if self.knowledge.identity == Identity::Unproven && !self.items[item_index].photos.is_empty() {
            self.canary.watch(step.now);
        }
    }

    pub(in crate::import::engine) fn count_lost_canary(&mut self) {
        if self.knowledge.identity == Identity::Unproven {
            self.canary.on_lost();
        }
    }

    /// The run is over except for product ids, or the proof, that one more listing may bring.
    pub(in crate::import::engine) fn wants_ids(&self) -> bool {
        let over = self.counts.waiting == self.counts.needs_person;
        over && !self.cancelled && self.listings.without_id > 0 && self.listings.final_listings < MAX_FINAL_LISTINGS
    }

    /// One listing looks for the first product of a shop although nothing else is left to do, so that the next import
    /// begins with the proof.
    pub(in crate::import::engine) fn wants_proof(&self) -> bool {
        !self.cancelled && self.canary.awaits_first_listing()
    }

    /// When the next check of an unconfirmed creation is due.
    fn next_check(&self) -> Option<Duration> {
        let together = if self.ready.is_empty() && self.creating == 0 { Duration::ZERO } else { self.listings.throttled_not_before };
        let open = self.unconfirmed.iter().filter(|&&item_index| self.items[item_index].state == State::Checking);
        // What can be looked for by its SKU waits for the answer to that.
        let open = open.filter(|&&item_index| self.lookup_due(item_index).is_none());
        open.filter_map(|&item_index| self.items[item_index].unconfirmed.as_ref())
            .map(|unconfirmed| if unconfirmed.throttled { unconfirmed.next_check.max(together) } else { unconfirmed.next_check })
            .min()
    }

    /// How long after a 429 the list would contain a product that was created all the same.
    pub(in crate::import::engine) fn throttled_check_delay(&self) -> Duration {
        self.knowledge.lag.map_or(MAX_PROMPT_LAG, |lag| MAX_STRAGGLE.max(lag * LAG_MARGIN))
    }

    /// Lists the shop if something waits for a listing.
    pub(in crate::import::engine) fn schedule_listing(&mut self, step: &mut StepContext<'_>) {
        self.listings.due = None;
        self.send_sku_lookup(step);
        if self.listings.under_way() || !self.may_send() {
            return;
        }
        let making = !self.cancelled && self.counts.waiting > self.unconfirmed.len();
        let baseline = (making && matches!(self.baseline, Baseline::Wanted { .. })).then_some(step.now);
        // When everything else is done, nothing waits for the canary: an import that has ended stays ended.
        let over = self.counts.waiting == self.counts.needs_person;
        let canary = self.canary.next_check().filter(|_| !over || self.wants_proof());
        let ids = self.wants_ids().then_some(step.now);
        let standstill = step.pace.standstill(step.now);
        // Creations wait for the marketplace to be back, and no other request would find that out.
        let probe = matches!(standstill, Some(Standstill::Down { .. })) && self.to_upload.is_empty() && !self.ready.is_empty();
        let Some(due) = [baseline, canary, ids, self.next_check(), probe.then_some(step.now)].into_iter().flatten().min() else { return };
        let mut due = due.max(self.listings.not_before);
        match standstill {
            Some(Standstill::RetryAfter { until }) => due = due.max(until),
            Some(Standstill::Down { next_try }) => due = due.max(next_try),
            None => {}
        }
        self.listings.due = Some(self.listings.due.map_or(due, |lookup| lookup.min(due)));
        if due > step.now {
            return step.wake_at(due);
        }
        self.listings.began = Some(step.now);
        self.canary.on_listing_started();
        step.effects.push(Effect::List);
    }

    pub(in crate::import::engine) fn listed(&mut self, step: &mut StepContext<'_>, result: Result<Listing, Problem>) {
        let Some(began) = self.listings.began.take() else { return };
        let took = step.now.saturating_sub(began);
        // After the one listing before the first creation, the first product need not wait.
        let baseline = matches!(self.baseline, Baseline::Wanted { .. }) && result.as_ref().is_ok_and(|listing| listing.complete);
        let apart = if baseline { Duration::ZERO } else { Duration::from_secs(1) };
        self.listings.on_listing_ended(step.now, took, apart);
        if self.wants_ids() {
            self.listings.final_listings += 1;
        }
        match result {
            Ok(listing) => {
                self.listings.failed = 0;
                self.listings.lookups_failed = 0;
                self.observe(step, began, &listing);
            }
            Err(problem) => self.listing_failed(step, began, problem),
        }
    }

    fn listing_failed(&mut self, step: &mut StepContext<'_>, began: Duration, problem: Problem) {
        let down = matches!(step.pace.standstill(step.now), Some(Standstill::Down { .. }));
        match problem.verdict() {
            Verdict::SignIn => {
                self.signed_out = true;
                return;
            }
            // The shop cannot be listed: only the user can tell.
            Verdict::Refused => {
                self.listings.failed = 0;
                self.last_failure = Some(problem);
                return self.observe(step, began, &Listing::default());
            }
            Verdict::Throttled => {}
            Verdict::NotDone | Verdict::Unknown => self.listings.failed += u32::from(!down),
        }
        self.listings.not_before = step.now + backoff(self.listings.failed.max(1), self.run.0);
        self.listings.delay(&problem, self.listings.not_before);
        self.last_failure = Some(problem);
        if self.listings.failed >= MAX_FAILED_LISTINGS || self.cancelled {
            self.observe(step, began, &Listing::default());
        }
    }

    /// Applies a listing that began at `began`.
    fn observe(&mut self, step: &mut StepContext<'_>, began: Duration, listing: &Listing) {
        let complete = listing.complete || !self.is_enabled(Rule::CompleteOnly);
        self.listings.was_complete |= listing.complete;
        self.take_baseline(step, listing);
        let claimants: Vec<ItemIndex> = (0..self.items.len()).filter(|&item_index| self.has_claim(item_index)).collect();
        let claims: Vec<Claim> = claimants.iter().map(|&item_index| self.claim(item_index, began)).collect();
        let unproven = self.knowledge.identity == Identity::Unproven;
        let identity = if unproven && !self.is_enabled(Rule::Canary) { Identity::Cover } else { self.knowledge.identity };
        let assigned: HashSet<ProductId> = self.assigned.keys().cloned().collect();
        let none = HashSet::new();
        let baseline = match &self.baseline {
            Baseline::Known(products) if self.is_enabled(Rule::Baseline) => Some(products),
            Baseline::Known(_) => Some(&none),
            Baseline::Wanted { .. } | Baseline::Impossible => None,
        };
        let excluded = ExcludedProducts { baseline, assigned: &assigned };
        let mut matched = match_claims(listing, identity, &excluded, &claims);
        // What this listing reveals about recognizing products applies to this listing already.
        if let Some(shown) = matched.evidence.and_then(|shown| changed_identity(identity, shown)) {
            matched = match_claims(listing, shown, &excluded, &claims);
            self.knowledge.identity = shown;
            self.record_knowledge(step);
        }
        let shown = ListingTimes::of(listing, began);
        let fence = self.fence(listing, &shown, &claimants, &matched.results);
        let missing = self.measure_lag(step, &shown, complete, fence.map(|fence| fence.sent), &claimants, &matched.results);
        self.update_canary(step, complete, matched.photoless);
        for (&item_index, result) in claimants.iter().zip(matched.results) {
            match self.items[item_index].state {
                State::Created => self.record_product_id(step, item_index, result),
                State::Creating | State::Skipped => {}
                _ => self.resolve_unconfirmed(step, item_index, result, &ListingView { began, complete, fence, missing }),
            }
        }
        if self.unconfirmed.iter().all(|&item_index| self.items[item_index].state == State::NeedsPerson) {
            self.canary.reset_losses();
        }
    }

    fn has_claim(&self, item_index: ItemIndex) -> bool {
        let item = &self.items[item_index];
        let by_cover = self.knowledge.identity == Identity::Cover && !self.has_photoless;
        // A creation in flight may be listed already and be taken for a similar product.
        let under_way = item.creating.is_some() && item.sent_at.is_some() && !by_cover;
        // So may a product of an earlier import of which only the cover is known.
        let earlier = item.state == State::Skipped && item.product.is_none() && !by_cover;
        under_way
            || earlier
            || item.unconfirmed.is_some()
            || (item.state == State::Created && (item.unlisted.is_some() || item.product.is_none()))
    }

    fn claim(&self, item_index: ItemIndex, began: Duration) -> Claim {
        let item = &self.items[item_index];
        let listed_after = absence_wait(&self.knowledge).max(self.knowledge.lag.unwrap_or_default() * LAG_MARGIN);
        let fields = &item.planned.draft;
        Claim {
            cover: item.cover.clone(),
            product: item.product.clone(),
            fields: SentFields { title: folded(&fields.name), price: fields.primary_price, stock: fields.stock },
            created: matches!(item.state, State::Created | State::Skipped),
            fresh: item.unlisted.as_ref().is_some_and(|unlisted| unlisted.answered_at + listed_after > began),
            sent_before: item.sent_before || item.state == State::Skipped,
        }
    }

    fn take_baseline(&mut self, step: &mut StepContext<'_>, listing: &Listing) {
        let Baseline::Wanted { tries } = &mut self.baseline else { return };
        let matters = matches!(self.knowledge.identity, Identity::Unproven | Identity::Fields) || self.has_photoless;
        if !listing.complete {
            *tries += 1;
            if matters && *tries < MAX_BASELINE_TRIES {
                return;
            }
        }
        // Where covers are known to come back nothing waits for the baseline, so creations may have come first.
        let clean = listing.complete && self.items.iter().all(|item| item.sent_at.is_none());
        let products: Option<Vec<ProductId>> = clean.then(|| listing.products.iter().map(|listed| listed.id.clone()).collect());
        self.baseline = products.as_ref().map_or(Baseline::Impossible, |products| Baseline::Known(products.iter().cloned().collect()));
        if matters {
            self.record(step, Record::Baseline { run: self.run, products });
        }
        let covers: HashSet<_> = self.items.iter().filter_map(|item| item.cover.as_ref()).collect();
        let excluded = listing.products.iter().filter(|listed| !listed.photo.as_ref().is_some_and(|photo| covers.contains(photo)));
        self.listings.titles = excluded.map(|listed| folded(&listed.title)).collect();
        for item in self.items.iter_mut().filter(|item| !item.state.is_final()) {
            if self.listings.has_title(&item.planned.draft.name) {
                item.equal_name = true;
                step.effects.push(Effect::Changed(item.id));
            }
        }
    }

    /// Our most recently sent product in this listing.
    fn fence(&self, listing: &Listing, shown: &ListingTimes<'_>, claimants: &[ItemIndex], results: &[MatchResult]) -> Option<Fence> {
        let known = listing.products.iter().filter_map(|listed| Some((*self.assigned.get(&listed.id)?, listed.at)));
        let found = claimants.iter().zip(results).filter_map(|(&item_index, result)| Some((item_index, shown.at(result)?)));
        // A creation in flight may have been confused with a similar product.
        let arrived = known.chain(found).filter(|&(item_index, _)| self.items[item_index].creating.is_none());
        let fences = arrived.filter_map(|(item_index, listed)| Some(Fence { sent: self.items[item_index].sent_at?, listed }));
        fences.max_by_key(|fence| fence.sent)
    }

    /// Updates the lag. Returns how long a created product has been missing from this listing.
    fn measure_lag(
        &mut self,
        step: &mut StepContext<'_>,
        shown: &ListingTimes<'_>,
        complete: bool,
        fence: Option<Duration>,
        claimants: &[ItemIndex],
        results: &[MatchResult],
    ) -> Duration {
        let (mut missing, mut knowledge) = (Duration::ZERO, self.knowledge);
        let mut measured = |took: Duration, missed: Option<Duration>| record_lag(&mut knowledge, took, missed);
        for (&item_index, result) in claimants.iter().zip(results) {
            let item = &mut self.items[item_index];
            if let (Some(unconfirmed), Some(listed)) = (&item.unconfirmed, shown.at(result)) {
                let missed = |sent: Duration| unconfirmed.absent.map(|(_, last)| last.saturating_sub(sent));
                match item.sent_at {
                    Some(sent) => measured(listed.saturating_sub(sent), missed(sent)),
                    // Sent by an earlier process, possibly at an unknown time; that a listing lacked it still says
                    // something.
                    None if unconfirmed.absent.is_some() => {
                        let ago = unconfirmed.sent_ago.unwrap_or(MAX_EFFECT_DELAY_WHEN_SLOW).min(MAX_EFFECT_DELAY_WHEN_SLOW);
                        measured(listed.saturating_sub(unconfirmed.at) + ago, missed(unconfirmed.at));
                    }
                    None => {
                        if let Some(ago) = unconfirmed.sent_ago {
                            measured(listed.saturating_sub(unconfirmed.at) + ago, None);
                        }
                    }
                }
            }
            let Some(unlisted) = &mut item.unlisted else { continue };
            let age = shown.began.saturating_sub(unlisted.answered_at);
            match result {
                MatchResult::Listed(_) => {
                    let listed = shown.at(result).unwrap_or(shown.ended);
                    measured(listed.saturating_sub(unlisted.answered_at), unlisted.missed);
                    item.unlisted = None;
                }
                // An unexplained product may be it.
                MatchResult::Unclear => {}
                _ if !complete || age.is_zero() => {}
                _ if age > HELD_BACK_AFTER && fence > item.sent_at => {
                    item.unlisted = None;
                    self.listings.holds_products_back = true;
                }
                _ => {
                    unlisted.missed = Some(age);
                    missing = missing.max(age);
                }
            }
        }
        if knowledge != self.knowledge {
            self.knowledge = knowledge;
            self.record_knowledge(step);
        }
        missing
    }

    fn update_canary(&mut self, step: &mut StepContext<'_>, complete: bool, photoless: bool) {
        if self.knowledge.identity != Identity::Unproven {
            return self.canary.proven();
        }
        // The product is listed, but without a photo id: other fields have to identify products.
        if self.canary.on_unproven_listing(step.now, complete) && photoless {
            self.knowledge.identity = Identity::Fields;
            self.record_knowledge(step);
        }
    }

    /// Records the id of a created product if a listing reveals it.
    fn record_product_id(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, result: MatchResult) {
        let MatchResult::Listed(Some(product)) = result else { return };
        let item = &mut self.items[item_index];
        if item.product.is_some() {
            return;
        }
        item.product = Some(product.clone());
        let draft = item.id;
        self.listings.without_id = self.listings.without_id.saturating_sub(1);
        self.assigned.insert(product.clone(), item_index);
        self.record(step, Record::Created { draft, product: Some(product) });
        step.effects.push(Effect::Changed(draft));
    }
}

/// The new identity, if `shown` changes what is known about recognizing products.
fn changed_identity(known: Identity, shown: Identity) -> Option<Identity> {
    let news = match (known, shown) {
        (Identity::Unproven, _) => true,
        // One product that does not come back as expected is enough to doubt all.
        (Identity::Cover, Identity::Fields | Identity::Nothing) | (Identity::Fields, Identity::Nothing) => true,
        _ => false,
    };
    news.then_some(shown)
}
