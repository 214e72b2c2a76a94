//! Listings of the shop: starts them, and passes on what they show.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::import::engine::evidence::absence::{
    ListingView, MAX_EFFECT_DELAY_WHEN_SLOW, UnconfirmedCreation,
};
use crate::import::engine::evidence::lag::{
    Fence, HELD_BACK_AFTER, LAG_MARGIN, ListingTimes, MAX_PROMPT_LAG, MAX_STRAGGLE, absence_wait, record_lag,
};
use crate::import::engine::evidence::match_listing::{
    Claim, ExcludedProducts, MatchResult, Matches, SentFields, match_claims,
};
use crate::import::engine::evidence::schedule::{Baseline, MAX_WAIT, newest};
use crate::import::engine::item::{Item, Progress, Sight, Unlisted};
use crate::import::engine::queues::ItemIndex;
use crate::import::engine::state::{Engine, StepContext, backoff};
use crate::import::engine::{Effect, ListedProduct, ListedProducts};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::market::Reach;
use crate::pace::Standstill;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, Field, FileId, Price, Problem, ProblemKind, ProductId, Verdict};

const MAX_BASELINE_TRIES: u32 = 3;
/// How many first products may be lost before it must be known what became of them.
const MAX_LOST_FIRST: usize = 3;
const MAX_FINAL_LISTINGS: u32 = 2;
/// From how many products on, that are still to be created, the list is read for the first ones.
const WORTH_AN_EARLY_LOOK: usize = 10;
const MAX_LAST_LOOK_DELAY: Duration = Duration::from_secs(60);
/// How many listings may fail, while other requests succeed, before the shop counts as not listable.
const MAX_FAILED_LISTINGS: u32 = 6;
/// The same for listings that failed whatever else went on, or got a 429.
const MAX_VAIN_LISTINGS: u32 = 12;

impl Engine {
    /// Whether a creation may begin, as far as recognizing its product is concerned.
    pub(in crate::import::engine) fn may_create(&self) -> bool {
        let baseline = match self.baseline {
            Baseline::Wanted { .. } => false,
            Baseline::Postponed { .. } => !self.needs_baseline(),
            Baseline::Known { .. } | Baseline::Impossible => true,
        };
        match self.knowledge.identity {
            Identity::Unproven if !self.canary.gave_up() => {
                baseline
                    && self.queues().creating == 0
                    && self.canary.allows_creation()
                    && !self.has_lost_first_products()
            }
            Identity::Unproven | Identity::Fields => baseline,
            Identity::Cover => (baseline || !self.has_photoless) && !self.wants_sight,
            Identity::Nothing => true,
        }
    }

    /// Whether our products are told from the shop's own by what it held before. A first product is
    /// recognized by its cover, if any is.
    const fn needs_baseline(&self) -> bool {
        match self.knowledge.identity {
            Identity::Unproven => self.canary.gave_up() || self.has_photoless,
            Identity::Fields => true,
            Identity::Cover => self.has_photoless,
            Identity::Nothing => false,
        }
    }

    /// How far the shop is to be read for the baseline, if it is to be read now.
    fn baseline_reach(&self) -> Option<Reach> {
        if self.cancelled || self.is_idle() {
            return None;
        }
        match self.baseline {
            Baseline::Wanted { .. } | Baseline::Postponed { .. } if self.needs_baseline() => {
                Some(Reach::Whole)
            }
            Baseline::Wanted { .. } => Some(Reach::Small { pages: self.config.small_shop_pages }),
            Baseline::Postponed { .. } | Baseline::Known { .. } | Baseline::Impossible => None,
        }
    }

    /// How far to read now. A large shop is read as a whole only if the newest pages lack what is looked for.
    fn reach(&mut self, now: Duration) -> Reach {
        if self.seeks_unsent() {
            return Reach::Whole;
        }
        if let Some(reach) = self.baseline_reach() {
            return reach;
        }
        let due = |item: &Item| {
            item.open().is_some_and(|open| open.next_check <= now) && item.state() == State::Checking
        };
        let unconfirmed = self.queues().unconfirmed.iter().copied();
        let unconfirmed: Vec<ItemIndex> =
            unconfirmed.filter(|&item_index| due(&self.items[item_index])).collect();
        let was_sought = |open: &UnconfirmedCreation| open.throttled || open.sought_nearby;
        let in_doubt =
            unconfirmed.iter().any(|&item_index| self.items[item_index].open().is_some_and(was_sought));
        if unconfirmed.is_empty() && self.listings.final_listings == 0 && self.listings.without_id == 0 {
            // What is wrong with the first one would be wrong with the others.
            let looked_for = if self.is_idle() { usize::MAX } else { 1 };
            let created = self.unshown().take(looked_for);
            let covers: Vec<FileId> =
                created.filter_map(|(_, item_index)| self.items[item_index].attempts.cover.clone()).collect();
            if !covers.is_empty() && self.look_for_created(now).is_some_and(|due| due <= now) {
                return newest(covers);
            }
        }
        if !self.listings.large
            || in_doubt
            || self.canary.is_not_among_newest()
            || (self.wants_ids() && self.listings.final_listings > 0)
        {
            return Reach::Whole;
        }
        for &item_index in &unconfirmed {
            if let Some(open) = self.items.open_mut(item_index) {
                open.sought_nearby = true;
            }
        }
        let created = self.canary.is_watching() || self.wants_ids();
        let created =
            (0..self.items.len()).filter(|&item_index| created && self.items[item_index].awaits_sight());
        newest(
            created
                .chain(unconfirmed)
                .chain(self.asked_before())
                .filter_map(|item_index| self.items[item_index].attempts.cover.clone())
                .collect(),
        )
    }

    /// Whether the shop may hold products of drafts that the journal knows as unsent: it may have come back
    /// from a copy.
    fn seeks_unsent(&self) -> bool {
        self.wants_sight && self.knowledge.identity == Identity::Cover && !self.cancelled && !self.is_idle()
    }

    /// A product without photos proves nothing about covers.
    pub(in crate::import::engine) fn watch_canary(&mut self, step: &StepContext<'_>, item_index: ItemIndex) {
        if self.knowledge.identity == Identity::Unproven && !self.items[item_index].photos.is_empty() {
            self.canary.watch(step.now);
        }
    }

    /// Whether so many first products were lost that it must be known first what became of them.
    fn has_lost_first_products(&self) -> bool {
        let is_lost = |item: &Item| {
            item.state() == State::Checking
                && item.open().is_some_and(|open| !open.throttled && !open.accepted)
        };
        self.queues()
            .unconfirmed
            .iter()
            .filter(|&&item_index| is_lost(&self.items[item_index]))
            .take(MAX_LOST_FIRST)
            .count()
            == MAX_LOST_FIRST
    }

    /// The run is over except for product ids, or the sight of products, that one more listing may bring.
    pub(in crate::import::engine) fn wants_ids(&self) -> bool {
        let over = self.queues().counts.waiting == self.queues().counts.needs_person;
        let sought = self.listings.without_id > 0
            || self.unshown().next().is_some()
            || self.asked_before().next().is_some();
        over && !self.cancelled && sought && self.listings.final_listings < MAX_FINAL_LISTINGS
    }

    /// What an earlier process asked a person about, and no list of this one has lacked: it may be there by
    /// now.
    fn asked_before(&self) -> impl Iterator<Item = ItemIndex> {
        let unconfirmed = self.queues().unconfirmed.iter().copied().filter(|_| !self.signed_out);
        unconfirmed.filter(|&item_index| {
            let item = &self.items[item_index];
            item.state() == State::NeedsPerson
                && item.attempts.sent_at.is_none()
                && item.open().is_some_and(|open| open.absent.is_none())
        })
    }

    /// The products that are created, as their answers say, and that the list has yet to show: where it shows
    /// such products at all, by their covers. Where that is not known, those of which the name is taken: they
    /// may be there.
    fn unshown(&self) -> impl Iterator<Item = (Duration, ItemIndex)> {
        let recognized_by = self.knowledge.identity;
        let is_shown = move |item: &Item| match recognized_by {
            Identity::Cover => true,
            Identity::Unproven => item.state() == State::Failed,
            Identity::Fields | Identity::Nothing => false,
        };
        let unshown = self.queues().sought.unshown.iter().copied().filter(|_| !self.signed_out);
        unshown.filter(move |&(_, item_index)| is_shown(&self.items[item_index]))
    }

    /// For how long a created product is left to appear in the list before that is read for it.
    fn usual_lag(&self) -> Duration {
        self.knowledge.lag.map_or(MAX_PROMPT_LAG, |lag| lag.min(MAX_LAST_LOOK_DELAY))
    }

    /// When the list is read for what answers said to be created: soon after the first of them, because what
    /// is wrong with that would be wrong with many others, too, and at the end. It has the time that it is
    /// known to need until then.
    fn look_for_created(&self, now: Duration) -> Option<Duration> {
        let lag = self.usual_lag();
        if self.wants_ids() {
            let last = self.queues().sought.unshown.last().filter(|_| self.unshown().next().is_some());
            return Some(last.map_or(now, |(answered, _)| now.max(*answered + lag)));
        }
        let is_worth_it = !self.listings.looked_early
            && self.queues().counts.waiting >= WORTH_AN_EARLY_LOOK
            && self.may_progress();
        self.unshown().next().filter(|_| is_worth_it).map(|(answered, _)| answered + lag)
    }

    /// One listing looks for the first product of a shop although nothing else is left to do, so that the
    /// next import begins with the proof.
    pub(in crate::import::engine) fn wants_proof(&self) -> bool {
        !self.cancelled && self.canary.awaits_first_listing()
    }

    /// Something was created and is known to be missing from the list.
    pub(in crate::import::engine) fn doubts_unseen(&self) -> bool {
        !self.queues().sought.unseen.is_empty() && !self.cancelled
    }

    /// At the end, what was created and is known to be missing from the list is in doubt, whatever its answer
    /// said.
    pub(in crate::import::engine) fn doubt_unseen(&mut self, step: &mut StepContext<'_>) {
        if !self.is_idle() || self.cancelled || self.queues().creating > 0 || !self.may_send() {
            return;
        }
        // Its id is still what each is known by.
        for item_index in self.queues().sought.unseen.clone() {
            let product = self.items[item_index].product().cloned();
            self.accept_unseen(step, item_index, product, None);
        }
    }

    /// When the next check of an unconfirmed creation is due.
    fn next_check(&self, now: Duration) -> Option<Duration> {
        let together = if self.queues().ready.is_empty() && self.queues().creating == 0 {
            Duration::ZERO
        } else {
            self.listings.throttled_not_before
        };
        let open = self
            .queues()
            .unconfirmed
            .iter()
            .filter(|&&item_index| self.items[item_index].state() == State::Checking);
        // What the marketplace said it has is looked for once nothing else is left to do, or before long.
        let rest = |open: &UnconfirmedCreation| {
            if self.is_idle() { Duration::ZERO } else { now + open.rests_for(self.active) }
        };
        // What can be looked for by its SKU waits for the answer to that.
        let open = open.filter(|&&item_index| self.lookup_due(item_index).is_none());
        open.filter_map(|&item_index| self.items[item_index].open())
            .map(|open| {
                open.next_check
                    .max(if open.throttled { together } else { Duration::ZERO })
                    .max(if open.accepted { rest(open) } else { Duration::ZERO })
            })
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
        let baseline = (self.seeks_unsent() || self.baseline_reach().is_some()).then_some(step.now);
        // When everything else is done, nothing waits for the canary: an import that has ended stays ended.
        let over = self.queues().counts.waiting == self.queues().counts.needs_person;
        let canary = self.canary.next_check().filter(|_| !over || self.wants_proof());
        let created = self.look_for_created(step.now);
        let standstill = step.pace.standstill(step.now);
        // Creations wait for the marketplace to be back, and no other request would find that out.
        let probe = matches!(standstill, Some(Standstill::Down { .. }))
            && self.queues().to_upload.is_empty()
            && !self.queues().ready.is_empty();
        let Some(due) = [baseline, canary, created, self.next_check(step.now), probe.then_some(step.now)]
            .into_iter()
            .flatten()
            .min()
        else {
            return;
        };
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
        let reach = self.reach(step.now);
        let shows_first = self.look_for_created(step.now).is_some_and(|due| due <= step.now);
        self.listings.looked_early |= shows_first;
        self.canary.on_listing_started();
        step.effects.push(Effect::List(reach));
    }

    pub(in crate::import::engine) fn listed(
        &mut self,
        step: &mut StepContext<'_>,
        result: Result<ListedProducts, Problem>,
    ) {
        let Some(began) = self.listings.began.take() else { return };
        let took = step.now.saturating_sub(began);
        // One that began before the last answer says nothing of what that answer was about.
        let is_final =
            self.wants_ids() && self.unshown().last().is_none_or(|(answered, _)| answered <= began);
        // What a cache has kept shows the shop as it was.
        let age = std::mem::take(&mut self.listings.age);
        let began = began.saturating_sub(age);
        // After the one listing before the first creation, the first product need not wait.
        let baseline = matches!(self.baseline, Baseline::Wanted { .. })
            && result.as_ref().is_ok_and(|listing| listing.complete || listing.cut_short);
        // A cache that kept a list for so long will hardly forget it the next moment.
        let apart = if baseline { Duration::ZERO } else { Duration::from_secs(1).max(age / 4) };
        self.listings.on_listing_ended(step.now, took, apart);
        if is_final {
            let failures = self.listings.failed + self.listings.vain + 1;
            self.listings.final_listings += match &result {
                Ok(_) => 1,
                // It will not be shown, or not in time.
                Err(problem)
                    if problem.verdict() == Verdict::Refused
                        || problem.retry_after > Some(MAX_LAST_LOOK_DELAY)
                        || failures > MAX_FINAL_LISTINGS =>
                {
                    step.effects.push(Effect::Report(problem.clone()));
                    MAX_FINAL_LISTINGS
                }
                Err(_) => 0,
            };
        }
        match result {
            Ok(mut listing) => {
                self.listings.before.has_gone_back |= listing.has_shrunk;
                let listed = listing.products.iter().map(|listed| listed.id.clone());
                match listing.complete {
                    true => listing.complete = self.listings.before.still_has(began, listed),
                    false if listing.cut_short => self.listings.before.note(listed),
                    false => self.listings.before.note_changing(listed),
                }
                // What lists have shown to this import, not what was told of earlier ones: owners delete
                // products.
                if !self.knowledge.goes_back && self.listings.before.lacks(&self.listings.first_seen) {
                    self.knowledge.goes_back = true;
                    self.record_knowledge(step);
                }
                (self.listings.failed, self.listings.vain) = (0, 0);
                self.listings.longest = self.listings.longest.max(took);
                self.listings.lookups_failed = 0;
                let unshown = self.queues().sought.unshown.len();
                self.observe(step, began, &listing);
                // Where the newest pages show none of ours, the newest products are elsewhere, and a large
                // shop is not read for them.
                if is_final
                    && listing.cut_short
                    && self.listings.without_id == 0
                    && self.queues().sought.unshown.len() == unshown
                {
                    self.listings.final_listings = MAX_FINAL_LISTINGS;
                }
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
                return self.observe(step, began, &ListedProducts::default());
            }
            Verdict::Throttled => self.listings.vain += 1,
            Verdict::NotDone => self.listings.failed += u32::from(!down),
            Verdict::Unknown => {
                self.listings.vain += 1;
                self.listings.failed += u32::from(!down);
            }
        }
        self.listings.not_before = step.now + backoff(self.listings.failed.max(1), self.run.0);
        self.listings.delay(&problem, self.listings.not_before);
        self.last_failure = Some(problem);
        let is_hopeless =
            self.listings.failed >= MAX_FAILED_LISTINGS || self.listings.vain >= MAX_VAIN_LISTINGS;
        if is_hopeless || self.cancelled {
            // What the journal may have forgotten is looked for a while longer.
            let wants_sight = self.wants_sight && self.active < MAX_WAIT;
            self.observe(step, began, &ListedProducts::default());
            self.wants_sight = wants_sight;
        }
    }

    /// Applies a listing that began at `began`.
    fn observe(&mut self, step: &mut StepContext<'_>, began: Duration, listing: &ListedProducts) {
        let complete = listing.complete;
        // The newest pages lack what came after it.
        self.wants_sight &= listing.cut_short;
        self.listings.was_complete |= listing.complete;
        self.listings.large |= listing.cut_short;
        self.take_baseline(step, listing);
        self.take_found(step, listing);
        self.settle_disputes(step, listing);
        self.doubt_strangers(step, listing);
        let was_unproven = self.knowledge.identity == Identity::Unproven;
        let (claimants, matched) = self.match_listing(step, began, listing);
        if was_unproven {
            self.compare_first(step, listing, &claimants, &matched.results);
        }
        let shown = ListingTimes::of(listing, began);
        let fence = self.fence(listing, &shown, &claimants, &matched.results);
        for listed in &listing.products {
            self.listings.first_seen.entry(listed.id.clone()).or_insert(listed.at);
        }
        let is_blind = complete && self.is_blind(listing, &matched.results);
        let missing = self.measure_lag(
            step,
            &shown,
            complete,
            fence.map(|fence| fence.sent),
            &claimants,
            &matched.results,
        );
        self.update_canary(step, complete || listing.cut_short, matched.photoless);
        let has_gone_back = self.listings.before.has_gone_back || self.knowledge.goes_back;
        for (&item_index, result) in claimants.iter().zip(matched.results) {
            match self.items[item_index].progress() {
                Progress::Created { .. } => self.record_product_id(step, item_index, result),
                // The rest of the shop was not looked at.
                Progress::Unconfirmed(_)
                    if listing.cut_short && !matches!(result, MatchResult::Listed(_)) => {}
                Progress::Unconfirmed(unconfirmed) => {
                    // What is missing itself says nothing about how long others are.
                    let missing = if unconfirmed.open.accepted { Duration::ZERO } else { missing };
                    let view = ListingView { began, complete, fence, missing, is_blind, has_gone_back };
                    self.resolve_unconfirmed(step, item_index, result, &view);
                }
                _ => {}
            }
        }
        self.report_repeated(step, listing);
        self.settle_taken(began);
    }

    /// Matches the claims, by what this listing reveals about recognizing products, which applies to this
    /// listing already.
    fn match_listing(
        &mut self,
        step: &mut StepContext<'_>,
        began: Duration,
        listing: &ListedProducts,
    ) -> (Vec<ItemIndex>, Matches) {
        let identity = self.knowledge.identity;
        let (claimants, matched) = self.match_claimants(began, listing);
        let Some(shown) = matched.evidence.and_then(|shown| changed_identity(identity, shown)) else {
            return (claimants, matched);
        };
        self.knowledge.identity = shown;
        self.record_knowledge(step);
        // Others may claim a product where covers tell nothing.
        self.match_claimants(began, listing)
    }

    fn match_claimants(&self, began: Duration, listing: &ListedProducts) -> (Vec<ItemIndex>, Matches) {
        let claimants: Vec<ItemIndex> =
            (0..self.items.len()).filter(|&item_index| self.has_claim(item_index)).collect();
        let claims: Vec<Claim> = claimants.iter().map(|&item_index| self.claim(item_index, began)).collect();
        let assigned: HashSet<ProductId> =
            self.queues().assigned.keys().chain(self.products_of_others.keys()).cloned().collect();
        let baseline = match &self.baseline {
            Baseline::Known { products, .. } => Some(products),
            Baseline::Wanted { .. } | Baseline::Postponed { .. } | Baseline::Impossible => None,
        };
        let mut covers: HashMap<FileId, Vec<(String, bool)>> = HashMap::new();
        for item in self.items.iter() {
            if let Some(cover) = item.own_cover() {
                covers
                    .entry(cover.clone())
                    .or_default()
                    .push((folded(&item.planned.draft.name), item.product().is_some()));
            }
        }
        let (of_others, first_seen) = (&self.products_of_others, &self.listings.first_seen);
        let excluded =
            ExcludedProducts { baseline, assigned: &assigned, of_others, first_seen, covers: &covers };
        let matched = match_claims(listing, self.knowledge.identity, &excluded, &claims);
        (claimants, matched)
    }

    /// Products that are listed with the cover and the name of drafts that wait to be sent: the journal is
    /// older than the shop, because it came back from a copy.
    fn take_found(&mut self, step: &mut StepContext<'_>, listing: &ListedProducts) {
        let covers_come_back = self.knowledge.identity == Identity::Cover;
        if !covers_come_back && self.knowledge.identity != Identity::Unproven {
            return;
        }
        // What was refused may be there all the same. Equal photos may have equal ids; and where it is not
        // known whether covers come back, an equal id may be chance, but for what has a name that is taken.
        let is_refused = |item: &Item| {
            let attempts = &item.attempts;
            let may_be_there = covers_come_back || attempts.taken_at.is_some();
            item.state() == State::Failed && attempts.cover.is_some() && may_be_there
        };
        let is_sought = |item: &Item| (covers_come_back && item.state().is_unsent()) || is_refused(item);
        let may_be_there = |item: &Item| {
            is_sought(item) || item.open().is_some() || item.is_creating() || item.has_unknown_product()
        };
        let mut by_cover: HashMap<FileId, Vec<ItemIndex>> = HashMap::new();
        for (item_index, item) in self.items.iter().enumerate().filter(|(_, item)| may_be_there(item)) {
            let former = item.attempts.former_covers.iter().filter(|_| is_refused(item));
            for cover in item.own_cover().into_iter().chain(former) {
                by_cover.entry(cover.clone()).or_default().push(item_index);
            }
        }
        by_cover.retain(|_, drafts| drafts.iter().any(|&item_index| is_sought(&self.items[item_index])));
        // What was created or is in doubt comes before what was refused, and what was never sent last.
        by_cover.values_mut().for_each(|drafts| {
            drafts.sort_by_key(|&item_index| {
                let item = &self.items[item_index];
                (is_sought(item), item.state().is_unsent())
            });
        });
        if by_cover.is_empty() {
            return;
        }
        for listed in &listing.products {
            let Some(drafts) = listed.photo.as_ref().and_then(|photo| by_cover.get_mut(photo)) else {
                continue;
            };
            if self.queues().assigned.contains_key(&listed.id)
                || self.products_of_others.contains_key(&listed.id)
            {
                continue;
            }
            let title = folded(&listed.title);
            // A name that an older product has may be refused.
            let is_its = |item_index: &ItemIndex| {
                let item = &self.items[*item_index];
                folded(&item.planned.draft.name) == title
                    && !(is_refused(item) && self.was_there_before(listed, item))
            };
            let Some(item_index) = drafts.iter().position(is_its).map(|position| drafts.remove(position))
            else {
                continue;
            };
            if is_sought(&self.items[item_index]) {
                self.release_photos(step, item_index);
                self.items.change(item_index, |item| item.attempts.sent_before |= item.attempts.count == 0);
                self.mark_created(step, item_index, Some(listed.id.clone()), Sight::Settled);
            }
        }
    }

    /// Whether a list showed a product before a draft was ever sent.
    fn was_there_before(&self, listed: &ListedProduct, item: &Item) -> bool {
        let was_read =
            matches!(&self.baseline, Baseline::Known { products, .. } if products.contains(&listed.id));
        let first_seen = self.listings.first_seen.get(&listed.id);
        was_read || first_seen.zip(item.attempts.first_sent_at).is_some_and(|(seen, sent)| *seen < sent)
    }

    /// What is in a list that is young enough has the names that were said to be taken.
    fn settle_taken(&mut self, began: Duration) {
        let lag = self.usual_lag();
        let is_settled = |item_index: &ItemIndex| {
            self.items[*item_index].attempts.taken_at.is_some_and(|at| at + lag <= began)
        };
        let settled = self.queues().sought.unshown.iter().map(|&(_, item_index)| item_index);
        let settled: Vec<ItemIndex> = settled.filter(is_settled).collect();
        settled
            .into_iter()
            .for_each(|item_index| self.items.change(item_index, |item| item.attempts.taken_at = None));
    }

    /// A created product whose id is listed with another name, another photo and, where photos tell nothing,
    /// another price is not what was sent: its answer named the wrong one.
    fn doubt_strangers(&mut self, step: &mut StepContext<'_>, listing: &ListedProducts) {
        let by_cover = self.knowledge.identity == Identity::Cover;
        let is_strange = |listed: &ListedProduct, item: &Item| {
            let sent = &item.planned.draft;
            let has_other_photo = listed.photo.is_some() && item.own_cover() != listed.photo.as_ref();
            let has_other_price =
                listed.price.is_some() && sent.primary_price.is_some() && listed.price != sent.primary_price;
            has_other_photo && (by_cover || has_other_price) && folded(&listed.title) != folded(&sent.name)
        };
        for listed in &listing.products {
            let Some(&owner) = self.queues().assigned.get(&listed.id) else { continue };
            let item = &self.items[owner];
            if item.unlisted().is_some() && is_strange(listed, item) {
                self.disputed.insert(listed.id.clone());
                self.accept_unseen(step, owner, None, None);
            }
        }
    }

    /// A product is listed with the cover and the name of a draft that is in doubt, or not answered yet,
    /// though another draft, maybe of an earlier import, was answered with its id: it belongs to the one
    /// whose cover it has, and the other is in doubt.
    fn settle_disputes(&mut self, step: &mut StepContext<'_>, listing: &ListedProducts) {
        if self.knowledge.identity != Identity::Cover
            || (self.queues().unconfirmed.is_empty() && self.queues().creating == 0)
        {
            return;
        }
        let in_doubt = self.items.iter().filter(|item| item.open().is_some() || item.is_creating());
        let names: HashMap<FileId, String> = in_doubt
            .filter_map(|item| Some((item.own_cover()?.clone(), folded(&item.planned.draft.name))))
            .collect();
        for listed in &listing.products {
            let Some(&owner) = self.queues().assigned.get(&listed.id) else { continue };
            let is_named = listed
                .photo
                .as_ref()
                .and_then(|photo| names.get(photo))
                .is_some_and(|name| *name == folded(&listed.title));
            let item = &self.items[owner];
            let is_answered = match item.progress() {
                Progress::Created { .. } => !item.attempts.sent_before,
                Progress::Skipped { .. } => item.attempts.cover.is_some(),
                _ => false,
            };
            if is_named && is_answered && item.own_cover() != listed.photo.as_ref() {
                self.disputed.insert(listed.id.clone());
                self.accept_unseen(step, owner, None, None);
            }
        }
    }

    /// Says which products the shop has twice: with the cover and the name of one that was sent once.
    /// Something repeated its creation, and may repeat the others: a person looks at the first one.
    fn report_repeated(&mut self, step: &mut StepContext<'_>, listing: &ListedProducts) {
        if self.knowledge.identity != Identity::Cover {
            return;
        }
        // What an earlier process sent counts if it is known what the shop held before.
        let is_known = matches!(self.baseline, Baseline::Known { .. });
        let is_sent = |item: &Item| {
            item.attempts.sent_at.is_some()
                || (is_known && item.attempts.count > 0 && !item.attempts.sent_before)
        };
        let sent = self.items.iter().enumerate().filter(|(_, item)| is_sent(item));
        let mut by_cover: HashMap<&FileId, Vec<ItemIndex>> = HashMap::new();
        sent.for_each(|(item_index, item)| {
            if let Some(cover) = item.own_cover() {
                by_cover.entry(cover).or_default().push(item_index);
            }
        });
        let repeated: Vec<ItemIndex> =
            listing.products.iter().filter_map(|listed| self.repeated(listed, &by_cover)).collect();
        for item_index in repeated {
            let is_first = !self.items.iter().any(|item| item.attempts.listed_twice);
            if self.items[item_index].attempts.listed_twice {
                continue;
            }
            self.record(step, Record::ListedTwice { draft: self.items[item_index].id });
            self.end_recorded = false;
            self.update(step, item_index, |item| item.attempts.listed_twice = true);
            if is_first {
                let problem = Problem::new(ProblemKind::ListedTwice)
                    .with_subject(self.items[item_index].planned.draft.name.clone());
                if self.is_idle() {
                    step.effects.push(Effect::Report(problem));
                } else {
                    self.refusals.stopped.get_or_insert(problem);
                }
            }
        }
    }

    /// The draft that a listed product, which belongs to none, looks like, if all that look like it have
    /// their own.
    fn repeated(
        &self,
        listed: &ListedProduct,
        by_cover: &HashMap<&FileId, Vec<ItemIndex>>,
    ) -> Option<ItemIndex> {
        let alike = by_cover.get(listed.photo.as_ref()?)?;
        if self.queues().assigned.contains_key(&listed.id) || self.products_of_others.contains_key(&listed.id)
        {
            return None;
        }
        if matches!(&self.baseline, Baseline::Known { products, .. } if products.contains(&listed.id)) {
            return None;
        }
        let title = folded(&listed.title);
        let alike: Vec<ItemIndex> = alike
            .iter()
            .copied()
            .filter(|&item_index| folded(&self.items[item_index].planned.draft.name) == title)
            .collect();
        let has_its_own = |item: &Item| item.state() == State::Created && item.product().is_some();
        let first_sent =
            alike.iter().filter_map(|&item_index| self.items[item_index].attempts.first_sent_at).min();
        let was_seen_before = self
            .listings
            .first_seen
            .get(&listed.id)
            .is_some_and(|seen| first_sent.is_some_and(|sent| *seen < sent));
        let is_repetition =
            !was_seen_before && alike.iter().all(|&item_index| has_its_own(&self.items[item_index]));
        alike.first().copied().filter(|_| is_repetition)
    }

    /// The first product of a shop is read back. What is not as it was sent would be wrong in all others: a
    /// person looks at it.
    fn compare_first(
        &mut self,
        step: &mut StepContext<'_>,
        listing: &ListedProducts,
        claimants: &[ItemIndex],
        results: &[MatchResult],
    ) {
        let found = claimants.iter().zip(results).find_map(|(&item_index, result)| {
            let MatchResult::Listed(Some(id)) = result else { return None };
            let listed = listing.products.iter().find(|listed| listed.id == *id)?;
            Some((item_index, listed))
        });
        let Some((item_index, listed)) = found else { return };
        if std::mem::replace(&mut self.canary.compared, true) {
            return;
        }
        let sent = &self.items[item_index].planned.draft;
        let Some(problem) = difference(sent, listed) else { return };
        if self.is_idle() {
            step.effects.push(Effect::Report(problem));
        } else {
            self.refusals.stopped = Some(problem);
        }
    }

    fn has_claim(&self, item_index: ItemIndex) -> bool {
        let item = &self.items[item_index];
        match item.progress() {
            Progress::Unconfirmed(_) => true,
            Progress::Created { .. } => item.awaits_sight(),
            // A creation in flight may be listed already and be taken for a similar product.
            Progress::Creating { .. } => item.attempts.sent_at.is_some(),
            // So may a product of an earlier import of which only the cover is known.
            Progress::Skipped { product } => product.is_none(),
            _ => false,
        }
    }

    fn claim(&self, item_index: ItemIndex, began: Duration) -> Claim {
        let item = &self.items[item_index];
        let listed_after =
            absence_wait(&self.knowledge).max(self.knowledge.lag.unwrap_or_default() * LAG_MARGIN);
        let (fields, first_sent_at) = (&item.planned.draft, item.attempts.first_sent_at);
        let baseline_at = if let Baseline::Known { at, .. } = self.baseline { at } else { Duration::ZERO };
        Claim {
            cover: item.attempts.cover.clone(),
            product: item.product().filter(|product| self.is_free(product, item_index)).cloned(),
            fields: SentFields::of(fields),
            sku: fields.sku.clone(),
            created: matches!(item.state(), State::Created | State::Skipped),
            accepted: item.open().is_some_and(|open| open.accepted),
            fresh: item.unlisted().is_some_and(|unlisted| unlisted.answered_at + listed_after > began),
            sent_before: item.attempts.sent_before
                || item.state() == State::Skipped
                || first_sent_at.unwrap_or_default() < baseline_at,
            first_sent_at,
        }
    }

    fn take_baseline(&mut self, step: &mut StepContext<'_>, listing: &ListedProducts) {
        let needed = self.needs_baseline();
        let (tries, matters) = match &mut self.baseline {
            Baseline::Wanted { tries } => (tries, needed || self.knowledge.identity == Identity::Unproven),
            Baseline::Postponed { tries } => (tries, needed),
            Baseline::Known { .. } | Baseline::Impossible => return,
        };
        if listing.cut_short {
            self.baseline = Baseline::Postponed { tries: *tries };
            return;
        }
        if !listing.complete {
            *tries += u32::from(matters);
            if matters && *tries < MAX_BASELINE_TRIES {
                return;
            }
        }
        let is_postponed = matches!(self.baseline, Baseline::Postponed { .. });
        // What an unanswered creation brought, if anything, can't be told from what was there before, but for
        // its cover. Where the product is shown with another one, it may be any that was not seen before it
        // was sent.
        let by_cover = self.knowledge.identity == Identity::Cover;
        let clean = listing.complete
            && ((by_cover && !self.has_photoless) || self.items.iter().all(Item::is_accounted_for));
        if is_postponed && !needed && !clean {
            return;
        }
        let sent = self.items.iter().filter(|item| item.attempts.count > 0);
        let titles_by_cover: HashMap<_, _> = sent
            .flat_map(|item| item.sent_covers().map(|cover| (cover, folded(&item.planned.draft.name))))
            .collect();
        let is_ours = |listed: &ListedProduct| {
            let is_known = self
                .queues()
                .assigned
                .get(&listed.id)
                .is_some_and(|&item_index| !self.items[item_index].attempts.sent_before);
            // An equal id may be chance, or that of an equal photo.
            let has_cover = |title: &String| *title == folded(&listed.title);
            is_known
                || listed.photo.as_ref().and_then(|photo| titles_by_cover.get(photo)).is_some_and(has_cover)
        };
        let before: Vec<&ListedProduct> = listing.products.iter().filter(|listed| !is_ours(listed)).collect();
        self.listings.shop.titles = before.iter().map(|listed| folded(&listed.title)).collect();
        self.listings.shop.skus = before.iter().filter_map(|listed| listed.sku.clone()).collect();
        let products: Option<Vec<ProductId>> =
            clean.then(|| before.iter().map(|listed| listed.id.clone()).collect());
        self.baseline = products.as_ref().map_or(Baseline::Impossible, |products| Baseline::Known {
            products: products.iter().cloned().collect(),
            at: step.now,
        });
        if matters {
            self.record(step, Record::Baseline { run: self.run, products });
        }
        for item_index in 0..self.items.len() {
            let item = &self.items[item_index];
            if !item.state().is_final() && self.listings.shop.has_title(&item.planned.draft.name) {
                self.update(step, item_index, |item| item.equal_name = true);
            }
        }
    }

    /// Our most recently sent product in this listing.
    fn fence(
        &self,
        listing: &ListedProducts,
        shown: &ListingTimes<'_>,
        claimants: &[ItemIndex],
        results: &[MatchResult],
    ) -> Option<Fence> {
        let known = listing
            .products
            .iter()
            .filter_map(|listed| Some((*self.queues().assigned.get(&listed.id)?, listed.at)));
        let found = claimants
            .iter()
            .zip(results)
            .filter_map(|(&item_index, result)| Some((item_index, shown.at(result)?)));
        // A creation in flight may have been confused with a similar product.
        let arrived = known.chain(found).filter(|&(item_index, _)| !self.items[item_index].is_creating());
        let fences = arrived.filter_map(|(item_index, listed)| {
            Some(Fence { sent: self.items[item_index].attempts.sent_at?, listed })
        });
        fences.max_by_key(|fence| fence.sent)
    }

    /// Whether a listing shows none of our products, although some are in the shop, as the marketplace or a
    /// person said, or as some import has seen if it shows nothing at all.
    fn is_blind(&self, listing: &ListedProducts, results: &[MatchResult]) -> bool {
        let is_there = |item: &Item| match item.progress() {
            Progress::Created { .. } | Progress::Skipped { .. } => true,
            Progress::Unconfirmed(unconfirmed) => unconfirmed.open.accepted,
            _ => false,
        };
        let shows_ours = || {
            let has_match = results.iter().any(|result| *result != MatchResult::NotListed);
            has_match || listing.products.iter().any(|listed| self.queues().assigned.contains_key(&listed.id))
        };
        let is_empty = listing.products.is_empty() && self.knowledge.identity != Identity::Unproven;
        (is_empty || self.items.iter().any(is_there)) && !shows_ours()
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
        let mut measured =
            |took: Duration, missed: Option<Duration>| record_lag(&mut knowledge, took, missed);
        for (&item_index, result) in claimants.iter().zip(results) {
            let item = &self.items[item_index];
            if let (Some(unconfirmed), Some(listed)) = (item.open(), shown.at(result)) {
                let missed = |sent: Duration| unconfirmed.absent.map(|(_, last)| last.saturating_sub(sent));
                match item.attempts.sent_at {
                    Some(sent) => measured(listed.saturating_sub(sent), missed(sent)),
                    // Sent by an earlier process, possibly at an unknown time; that a listing lacked it still
                    // says something.
                    None if unconfirmed.absent.is_some() => {
                        let ago = unconfirmed
                            .sent_ago
                            .unwrap_or(MAX_EFFECT_DELAY_WHEN_SLOW)
                            .min(MAX_EFFECT_DELAY_WHEN_SLOW);
                        measured(listed.saturating_sub(unconfirmed.at) + ago, missed(unconfirmed.at));
                    }
                    None => {
                        if let Some(ago) = unconfirmed.sent_ago {
                            measured(listed.saturating_sub(unconfirmed.at) + ago, None);
                        }
                    }
                }
            }
            if let Some(open) =
                item.open().filter(|open| open.accepted && complete && *result == MatchResult::NotListed)
            {
                missing = missing.max(shown.began.saturating_sub(open.at).min(HELD_BACK_AFTER));
            }
            let Some(unlisted) = item.unlisted() else { continue };
            let age = shown.began.saturating_sub(unlisted.answered_at);
            let sight = match result {
                MatchResult::Listed(_) => {
                    let listed = shown.at(result).unwrap_or(shown.ended);
                    measured(listed.saturating_sub(unlisted.since), unlisted.missed);
                    Sight::Settled
                }
                // An unexplained product may be it.
                MatchResult::Unclear => continue,
                MatchResult::NotListed if !complete => continue,
                // It says nothing about the lag, and is no proof that it is there either.
                MatchResult::NotListed if age.is_zero() => {
                    Sight::Unlisted(Unlisted { is_lacking: true, ..*unlisted })
                }
                MatchResult::NotListed if age > HELD_BACK_AFTER && fence > item.attempts.sent_at => {
                    self.listings.holds_products_back = true;
                    Sight::HeldBack
                }
                MatchResult::NotListed => {
                    missing = missing.max(age);
                    Sight::Unlisted(Unlisted { is_lacking: true, missed: Some(age), ..*unlisted })
                }
            };
            self.items.change(item_index, |item| item.set_sight(sight));
        }
        // However many products it shows, it is one list.
        knowledge.measured = knowledge.measured.min(self.knowledge.measured + 1);
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
        let MatchResult::Listed(shown) = result else { return };
        let item = &self.items[item_index];
        let (draft, was_known) = (item.id, item.product().is_some());
        let Some(product) = shown.filter(|_| !was_known) else {
            return self.items.change(item_index, |item| item.set_sight(Sight::Settled));
        };
        self.items.change(item_index, |item| {
            item.advance(Progress::Created { product: Some(product.clone()), sight: Sight::Settled });
        });
        self.listings.without_id = self.listings.without_id.saturating_sub(1);
        self.record(step, Record::Created { draft, product: Some(product) });
        step.effects.push(Effect::Changed(draft));
    }
}

/// How the first product of a shop differs from what was sent, with both values.
fn difference(sent: &Draft, listed: &ListedProduct) -> Option<Problem> {
    let (fields, on_wire) = (SentFields::of(sent), |price: Option<Price>| price.map(Price::wire));
    let numbers = [
        (Field::PrimaryPrice, on_wire(fields.price), on_wire(listed.price)),
        (Field::Stock, fields.stock, listed.stock),
    ];
    let number = numbers.into_iter().find_map(|(field, sent, listed)| {
        let (sent, listed) = (sent?, listed?);
        (sent != listed).then(|| (field, sent.to_string(), listed.to_string()))
    });
    let name = || {
        (folded(&sent.name) != folded(&listed.title))
            .then(|| (Field::Name, sent.name.clone(), listed.title.clone()))
    };
    let (field, sent, listed) = number.or_else(name).or_else(|| other_variants(sent, listed))?;
    let problem = Problem::new(ProblemKind::NotAsSent).with_field(field.name()).with_subject(listed);
    Some(Problem { expected: Some(sent), ..problem })
}

/// Price, stock and name of a variant.
type ForSale = (Option<i64>, Option<i64>, String);

/// How the variants of a product differ from those that were sent, where the list shows them: by their
/// number, or by a price or a stock, whatever they are called there.
fn other_variants(sent: &Draft, listed: &ListedProduct) -> Option<(Field, String, String)> {
    if sent.variants.is_empty() || listed.variants.is_empty() {
        return None;
    }
    let price = |price: Option<Price>| price.map(Price::wire);
    let mut wanted: Vec<ForSale> = sent
        .variants
        .iter()
        .map(|one| (price(one.primary_price.or(sent.primary_price)), one.stock.or(sent.stock), one.called()))
        .collect();
    let mut there: Vec<ForSale> = listed
        .variants
        .iter()
        .map(|one| (price(one.primary_price), one.stock, one.called().to_owned()))
        .collect();
    wanted.sort();
    there.sort();
    let open = |one: Option<i64>, other: Option<i64>| one.is_none() || other.is_none() || one == other;
    let fits = |(one, other): (&ForSale, &ForSale)| open(one.0, other.0) && open(one.1, other.1);
    if wanted.len() == there.len() && wanted.iter().zip(&there).all(fits) {
        return None;
    }
    let number = |number: Option<i64>| number.map_or_else(|| "?".to_owned(), |number| number.to_string());
    let one = |(price, stock, name): ForSale| format!("{name} | {} | {}", number(price), number(stock));
    let text = |variants: Vec<ForSale>| variants.into_iter().map(one).collect::<Vec<_>>().join("; ");
    Some((Field::Variants, text(wanted), text(there)))
}

/// The new identity, if `shown` changes what is known about recognizing products.
fn changed_identity(known: Identity, shown: Identity) -> Option<Identity> {
    let news = match (known, shown) {
        (Identity::Unproven, _) => true,
        // One product that does not come back as expected is enough to doubt all.
        (Identity::Cover, Identity::Fields | Identity::Nothing) | (Identity::Fields, Identity::Nothing) => {
            true
        }
        _ => false,
    };
    news.then_some(shown)
}
