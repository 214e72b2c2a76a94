//! Looks at the shop: begins them, and takes what a listing says to where it belongs.

use std::collections::HashSet;
use std::time::Duration;

use super::absence::{LATE_WHEN_SLOW, STRAGGLING, View};
use super::lag::{Fence, HIDDEN, LAG_MARGIN, PROMPT, Shown, learn, patience};
use super::schedule::Baseline;
use super::settle::{Answer, Claim, Likeness, Others, match_claims};
use crate::domain::text::folded;
use crate::domain::{Problem, ProductId, Verdict};
use crate::import::engine::rule::Rule;
use crate::import::engine::state::{Engine, ItemIndex, StepContext, backoff};
use crate::import::engine::{Effect, Listing};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::pace::Standstill;

const MAX_BASELINE_TRIES: u32 = 3;
const FINAL_LOOKS: u32 = 2;
/// Failed listings, while other requests get through, before the shop counts as not to be listed.
const FAILED_LOOKS: u32 = 6;

impl Engine {
    /// May a creation begin, as far as proof goes?
    pub(in crate::import::engine) fn may_create(&self) -> bool {
        let baseline = !matches!(self.baseline, Baseline::Wanted { .. });
        match self.knowledge.identity {
            Identity::Unproven if !self.holds(Rule::Canary) => true,
            Identity::Unproven if !self.canary.gave_up() => baseline && self.creating == 0 && self.canary.may_fly(),
            Identity::Unproven | Identity::Likeness => baseline,
            Identity::Cover | Identity::Nothing => true,
        }
    }

    pub(in crate::import::engine) fn watch_canary(&mut self, turn: &StepContext<'_>) {
        if self.knowledge.identity == Identity::Unproven {
            self.canary.watch(turn.now);
        }
    }

    pub(in crate::import::engine) fn canary_lost(&mut self) {
        if self.knowledge.identity == Identity::Unproven {
            self.canary.lost();
        }
    }

    /// The run is over but for ids, or the proof, that one more listing may bring.
    pub(in crate::import::engine) fn wants_ids(&self) -> bool {
        let over = self.counts.waiting == self.counts.needs_person;
        over && !self.cancelled && self.looks.without_id > 0 && self.looks.final_looks < FINAL_LOOKS
    }

    /// One look for the first product of a shop, though nothing else is left to do: the next import begins with the proof.
    pub(in crate::import::engine) fn wants_proof(&self) -> bool {
        !self.cancelled && self.canary.untried()
    }

    /// When the next look at a lost answer is due.
    fn next_check(&self) -> Option<Duration> {
        let together = if self.ready.is_empty() && self.creating == 0 { Duration::ZERO } else { self.looks.doubts_not_before };
        let open = self.lost.iter().filter(|&&place| self.items[place].state == State::Checking);
        open.filter_map(|&place| self.items[place].lost.as_ref())
            .map(|lost| if lost.throttled { lost.next_check.max(together) } else { lost.next_check })
            .min()
    }

    /// How long after "too many" the list would hold a product that was made all the same.
    pub(in crate::import::engine) fn after_throttle(&self) -> Duration {
        self.knowledge.lag.map_or(PROMPT, |lag| STRAGGLING.max(lag * LAG_MARGIN))
    }

    /// Lists the shop when something waits for it.
    pub(in crate::import::engine) fn plan_look(&mut self, turn: &mut StepContext<'_>) {
        self.looks.due = None;
        if self.looks.under_way() || !self.may_send() {
            return;
        }
        let making = !self.cancelled && self.counts.waiting > self.lost.len();
        let baseline = (making && matches!(self.baseline, Baseline::Wanted { .. })).then_some(turn.now);
        // With everything done nobody waits for it: an import that has ended stays so.
        let over = self.counts.waiting == self.counts.needs_person;
        let canary = self.canary.next_check().filter(|_| !over || self.wants_proof());
        let ids = self.wants_ids().then_some(turn.now);
        let standstill = turn.pace.standstill(turn.now);
        // Creations wait for the marketplace to be back, and nothing else would find that out.
        let probe = matches!(standstill, Some(Standstill::Down { .. })) && self.to_upload.is_empty() && !self.ready.is_empty();
        let Some(due) = [baseline, canary, ids, self.next_check(), probe.then_some(turn.now)].into_iter().flatten().min() else { return };
        let mut due = due.max(self.looks.not_before);
        match standstill {
            Some(Standstill::RetryAfter { until }) => due = due.max(until),
            Some(Standstill::Down { next_try }) => due = due.max(next_try),
            None => {}
        }
        self.looks.due = Some(due);
        if due > turn.now {
            return turn.wake_at(due);
        }
        self.looks.began = Some(turn.now);
        self.canary.look_begins();
        turn.effects.push(Effect::List);
    }

    pub(in crate::import::engine) fn listed(&mut self, turn: &mut StepContext<'_>, result: Result<Listing, Problem>) {
        let Some(began) = self.looks.began.take() else { return };
        let took = turn.now.saturating_sub(began);
        // After the one look before the first creation, the first product need not be waited for.
        let baseline = matches!(self.baseline, Baseline::Wanted { .. }) && result.as_ref().is_ok_and(|listing| listing.complete);
        let apart = if baseline { Duration::ZERO } else { Duration::from_secs(1) };
        self.looks.came(turn.now, took, apart);
        if self.wants_ids() {
            self.looks.final_looks += 1;
        }
        match result {
            Ok(listing) => {
                self.looks.failed = 0;
                self.observe(turn, began, &listing);
            }
            Err(problem) => self.look_failed(turn, began, problem),
        }
    }

    fn look_failed(&mut self, turn: &mut StepContext<'_>, began: Duration, problem: Problem) {
        let down = matches!(turn.pace.standstill(turn.now), Some(Standstill::Down { .. }));
        match problem.verdict() {
            Verdict::SignIn => {
                self.signed_out = true;
                return;
            }
            // It will not be listed: nobody can tell, but a person.
            Verdict::Refused => {
                self.looks.failed = 0;
                self.last_failure = Some(problem);
                return self.observe(turn, began, &Listing::default());
            }
            Verdict::Throttled => {}
            Verdict::NotDone | Verdict::Unknown => self.looks.failed += u32::from(!down),
        }
        self.last_failure = Some(problem);
        self.looks.not_before = turn.now + backoff(self.looks.failed.max(1), self.run.0);
        if self.looks.failed >= FAILED_LOOKS || self.cancelled {
            self.observe(turn, began, &Listing::default());
        }
    }

    /// Learns what a listing that was begun at `began` says.
    fn observe(&mut self, turn: &mut StepContext<'_>, began: Duration, listing: &Listing) {
        let complete = listing.complete || !self.holds(Rule::CompleteOnly);
        self.looks.was_complete |= listing.complete;
        self.take_baseline(turn, listing);
        let places: Vec<ItemIndex> = (0..self.items.len()).filter(|&place| self.claims(place)).collect();
        let claims: Vec<Claim> = places.iter().map(|&place| self.claim(place, began)).collect();
        let unproven = self.knowledge.identity == Identity::Unproven;
        let identity = if unproven && !self.holds(Rule::Canary) { Identity::Cover } else { self.knowledge.identity };
        let taken: HashSet<ProductId> = self.taken.keys().cloned().collect();
        let none = HashSet::new();
        let baseline = match &self.baseline {
            Baseline::DraftHistory(products) if self.holds(Rule::Baseline) => Some(products),
            Baseline::DraftHistory(_) => Some(&none),
            Baseline::Wanted { .. } | Baseline::Impossible => None,
        };
        let others = Others { baseline, taken: &taken };
        let mut matched = match_claims(listing, identity, &others, &claims);
        // What this listing teaches about knowing products again counts for this listing already.
        if let Some(shown) = matched.evidence.and_then(|shown| learned(identity, shown)) {
            matched = match_claims(listing, shown, &others, &claims);
            self.knowledge.identity = shown;
            self.record_knowledge(turn);
        }
        let shown = Shown::of(listing, began);
        let fence = self.fence(listing, &shown, &places, &matched.answers);
        let missing = self.measure_lag(turn, &shown, complete, fence.map(|fence| fence.sent), &places, &matched.answers);
        self.judge_canary(turn, complete, matched.photoless);
        for (&place, answer) in places.iter().zip(matched.answers) {
            match self.items[place].state {
                State::Created => self.note_product(turn, place, answer),
                State::Creating | State::Skipped => {}
                _ => self.judge_lost(turn, place, answer, &View { began, complete, fence, missing }),
            }
        }
        if self.lost.iter().all(|&place| self.items[place].state == State::NeedsPerson) {
            self.canary.losses_settled();
        }
    }

    fn claims(&self, place: ItemIndex) -> bool {
        let item = &self.items[place];
        // What is on its way just now may be listed already, and be taken for its like.
        let under_way = item.creating.is_some() && item.posted.is_some() && self.knowledge.identity != Identity::Cover;
        // So may a product of an earlier import, of which only the cover is known.
        let earlier = item.state == State::Skipped && item.product.is_none() && self.knowledge.identity != Identity::Cover;
        under_way || earlier || item.lost.is_some() || (item.state == State::Created && (item.unseen.is_some() || item.product.is_none()))
    }

    fn claim(&self, place: ItemIndex, began: Duration) -> Claim {
        let item = &self.items[place];
        let listed_after = patience(&self.knowledge).max(self.knowledge.lag.unwrap_or_default() * LAG_MARGIN);
        let fields = &item.planned.draft;
        Claim {
            cover: item.cover.clone(),
            product: item.product.clone(),
            likeness: Likeness { title: folded(&fields.name), price: fields.primary_price, stock: fields.stock },
            created: matches!(item.state, State::Created | State::Skipped),
            fresh: item.unseen.as_ref().is_some_and(|unseen| unseen.answered + listed_after > began),
            sent_before: item.sent_before || item.state == State::Skipped,
        }
    }

    fn take_baseline(&mut self, turn: &mut StepContext<'_>, listing: &Listing) {
        let Baseline::Wanted { tries } = &mut self.baseline else { return };
        let matters = matches!(self.knowledge.identity, Identity::Unproven | Identity::Likeness);
        if !listing.complete {
            *tries += 1;
            if matters && *tries < MAX_BASELINE_TRIES {
                return;
            }
        }
        // Where covers are known to come back nothing waits for it, so creations may have come first.
        let clean = listing.complete && self.items.iter().all(|item| item.posted.is_none());
        let products: Option<Vec<ProductId>> = clean.then(|| listing.products.iter().map(|seen| seen.id.clone()).collect());
        self.baseline =
            products.as_ref().map_or(Baseline::Impossible, |products| Baseline::DraftHistory(products.iter().cloned().collect()));
        if matters {
            self.record(turn, Record::Baseline { run: self.run, products });
        }
        let covers: HashSet<_> = self.items.iter().filter_map(|item| item.cover.as_ref()).collect();
        let others = listing.products.iter().filter(|seen| !seen.photo.as_ref().is_some_and(|photo| covers.contains(photo)));
        self.looks.titles = others.map(|seen| folded(&seen.title)).collect();
        for item in self.items.iter_mut().filter(|item| !item.state.is_final()) {
            if self.looks.has_title(&item.planned.draft.name) {
                item.equal_name = true;
                turn.effects.push(Effect::Changed(item.id));
            }
        }
    }

    /// The latest of our own products in this listing.
    fn fence(&self, listing: &Listing, shown: &Shown<'_>, places: &[ItemIndex], answers: &[Answer]) -> Option<Fence> {
        let known = listing.products.iter().filter_map(|seen| Some((*self.taken.get(&seen.id)?, seen.at)));
        let found = places.iter().zip(answers).filter_map(|(&place, answer)| Some((place, shown.at(answer)?)));
        // What is still on its way may have been taken for its like.
        let arrived = known.chain(found).filter(|&(place, _)| self.items[place].creating.is_none());
        let fences = arrived.filter_map(|(place, listed)| Some(Fence { sent: self.items[place].posted?, listed }));
        fences.max_by_key(|fence| fence.sent)
    }

    /// Learns how long created products stay out of the list. Returns how long one has been missing from this one.
    fn measure_lag(
        &mut self,
        turn: &mut StepContext<'_>,
        shown: &Shown<'_>,
        complete: bool,
        fence: Option<Duration>,
        places: &[ItemIndex],
        answers: &[Answer],
    ) -> Duration {
        let (mut missing, mut knowledge) = (Duration::ZERO, self.knowledge);
        let mut measured = |took: Duration, missed: Option<Duration>| learn(&mut knowledge, took, missed);
        for (&place, answer) in places.iter().zip(answers) {
            let item = &mut self.items[place];
            if let (Some(lost), Some(listed)) = (&item.lost, shown.at(answer)) {
                let missed = |sent: Duration| lost.absent.map(|(_, last)| last.saturating_sub(sent));
                match item.posted {
                    Some(sent) => measured(listed.saturating_sub(sent), missed(sent)),
                    // SentPhoto by an earlier process, perhaps nobody knows when; having been missed says something still.
                    None if lost.absent.is_some() => {
                        let ago = lost.sent_ago.unwrap_or(LATE_WHEN_SLOW).min(LATE_WHEN_SLOW);
                        measured(listed.saturating_sub(lost.at) + ago, missed(lost.at));
                    }
                    None => {
                        if let Some(ago) = lost.sent_ago {
                            measured(listed.saturating_sub(lost.at) + ago, None);
                        }
                    }
                }
            }
            let Some(unseen) = &mut item.unseen else { continue };
            let age = shown.began.saturating_sub(unseen.answered);
            match answer {
                Answer::Here(_) => {
                    let listed = shown.at(answer).unwrap_or(shown.ended);
                    measured(listed.saturating_sub(unseen.answered), unseen.missed);
                    item.unseen = None;
                }
                // Something listed may be it.
                Answer::Unclear => {}
                _ if !complete || age.is_zero() => {}
                _ if age > HIDDEN && fence > item.posted => {
                    item.unseen = None;
                    self.looks.holds_back = true;
                }
                _ => {
                    unseen.missed = Some(age);
                    missing = missing.max(age);
                }
            }
        }
        if knowledge != self.knowledge {
            self.knowledge = knowledge;
            self.record_knowledge(turn);
        }
        missing
    }

    fn judge_canary(&mut self, turn: &mut StepContext<'_>, complete: bool, photoless: bool) {
        if self.knowledge.identity != Identity::Unproven {
            return self.canary.proven();
        }
        // Listed all right, but without a photo's id: then what else it shows has to do.
        if self.canary.not_seen(turn.now, complete) && photoless {
            self.knowledge.identity = Identity::Likeness;
            self.record_knowledge(turn);
        }
    }

    /// A created product was listed, or not: its id may be news.
    fn note_product(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, answer: Answer) {
        let Answer::Here(Some(product)) = answer else { return };
        let item = &mut self.items[place];
        if item.product.is_some() {
            return;
        }
        item.product = Some(product.clone());
        let draft = item.id;
        self.looks.without_id = self.looks.without_id.saturating_sub(1);
        self.taken.insert(product.clone(), place);
        self.record(turn, Record::Created { draft, product: Some(product) });
        turn.effects.push(Effect::Changed(draft));
    }
}

/// What to think from now on of how products are known again, when that is news.
fn learned(known: Identity, shown: Identity) -> Option<Identity> {
    let news = match (known, shown) {
        (Identity::Unproven, _) => true,
        // One that does not come back is enough to doubt all.
        (Identity::Cover, Identity::Likeness | Identity::Nothing) | (Identity::Likeness, Identity::Nothing) => true,
        _ => false,
    };
    news.then_some(shown)
}
