//! Looking at the shop: when to list it, and what a listing says of the first product, of lost answers and of the lag.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::lost::{Fence, LATE, LATE_WHEN_SLOW, OFTEN, View, patience};
use super::machine::{Engine, Place, Turn, backoff};
use super::rule::Rule;
use super::settle::{Answer, Claim, Likeness, Others, match_claims};
use super::{Effect, Listing};
use crate::domain::text::folded;
use crate::domain::{Problem, ProductId, Verdict};
use crate::import::journal::{Identity, Record};
use crate::import::state::State;
use crate::pace::Standstill;

/// When a lost answer is first looked for: most are found at once.
pub(super) const FIRST_LOOK: Duration = Duration::from_secs(2);
/// A measured lag counts this many times, for others may be slower.
pub(super) const LAG_MARGIN: u32 = 3;
/// A created product that is still not listed after this, though later ones are, is being held back by the marketplace.
pub(super) const HIDDEN: Duration = Duration::from_secs(120);
/// A product first seen this soon after its creation says that the lag is short.
const PROMPT: Duration = Duration::from_secs(20);
/// How long the first product of a shop is waited for.
const CANARY_PATIENCE: Duration = Duration::from_secs(60);
/// While others can be created, products that were turned away for pace wait for one look together.
const DOUBTS_APART: Duration = Duration::from_secs(10);
/// Lost answers of first products before the shop must be looked at.
const CANARIES: u32 = 3;
const MOST_BASELINE_TRIES: u32 = 3;
/// Listings that cannot tell before a person is asked.
pub(super) const VAIN_LOOKS: u32 = 4;
/// The same for listings that are not complete, though earlier ones were.
pub(super) const MOVING_LOOKS: u32 = 12;
const FINAL_LOOKS: u32 = 2;
/// Failed listings, while other requests get through, before the shop counts as not to be listed.
const FAILED_LOOKS: u32 = 6;

/// The shop being listed, or when it may be next.
#[derive(Debug, Default)]
pub(super) struct Looks {
    began: Option<Duration>,
    not_before: Duration,
    /// The same for looks that only creations turned away for pace ask for.
    doubts_not_before: Duration,
    /// When the next one is due, as far as something waits for it.
    due: Option<Duration>,
    pub failed: u32,
    /// The shop was once listed whole.
    pub was_complete: bool,
    /// Looks at the end of the run, for ids that creations did not tell.
    final_looks: u32,
    /// Names the shop held before the import.
    titles: HashSet<String>,
    pub without_id: usize,
}

impl Looks {
    pub const fn under_way(&self) -> bool {
        self.began.is_some()
    }

    pub const fn due(&self) -> Option<Duration> {
        self.due
    }

    /// A creation was turned away for pace. What else is to be created goes before the look for it: asked for both at
    /// once, a marketplace that takes one request at a time would turn the creation away for ever.
    pub fn doubt(&mut self, wait_ends: Duration) {
        self.doubts_not_before = self.doubts_not_before.max(wait_ends + FIRST_LOOK);
    }

    pub fn has_title(&self, name: &str) -> bool {
        !self.titles.is_empty() && self.titles.contains(&folded(name))
    }
}

/// What the shop held before the run's first creation.
#[derive(Debug)]
pub(super) enum Baseline {
    Wanted { tries: u32 },
    Known(HashSet<ProductId>),
    Impossible,
}

impl Default for Baseline {
    fn default() -> Self {
        Self::Wanted { tries: 0 }
    }
}

/// The first product of a shop, created alone to see how products are known again.
#[derive(Debug, Default)]
pub(super) struct Canary {
    watching: Option<Watch>,
    gave_up: bool,
    losses: u32,
}

#[derive(Debug)]
struct Watch {
    since: Duration,
    next_look: Duration,
    /// A look has begun since.
    tried: bool,
    looks: u32,
    incomplete: u32,
}

impl Canary {
    pub const fn watching(&self) -> bool {
        self.watching.is_some()
    }
}

impl Engine {
    /// May a creation begin, as far as proof goes?
    pub(super) fn may_create(&self) -> bool {
        let baseline = !matches!(self.baseline, Baseline::Wanted { .. });
        match self.knowledge.identity {
            Identity::Unproven if !self.holds(Rule::Canary) => true,
            Identity::Unproven if !self.canary.gave_up => {
                baseline && self.creating == 0 && self.canary.watching.is_none() && self.canary.losses < CANARIES
            }
            Identity::Unproven | Identity::Likeness => baseline,
            Identity::Cover | Identity::Nothing => true,
        }
    }

    pub(super) fn watch_canary(&mut self, turn: &Turn<'_>) {
        if self.knowledge.identity == Identity::Unproven && !self.canary.gave_up {
            self.canary.watching = Some(Watch { since: turn.now, next_look: turn.now, tried: false, looks: 0, incomplete: 0 });
        }
    }

    pub(super) fn canary_lost(&mut self) {
        self.canary.losses += u32::from(self.knowledge.identity == Identity::Unproven);
    }

    /// The run is over but for ids, or the proof, that one more listing may bring.
    pub(super) fn wants_ids(&self) -> bool {
        let over = self.counts.waiting == self.counts.needs_person;
        over && !self.cancelled && self.looks.without_id > 0 && self.looks.final_looks < FINAL_LOOKS
    }

    /// One look for the first product of a shop, though nothing else is left to do: the next import begins with the proof.
    pub(super) fn wants_proof(&self) -> bool {
        !self.cancelled && self.canary.watching.as_ref().is_some_and(|watch| !watch.tried)
    }

    /// When the next look at a lost answer is due.
    fn next_look(&self) -> Option<Duration> {
        let together = if self.ready.is_empty() && self.creating == 0 { Duration::ZERO } else { self.looks.doubts_not_before };
        let open = self.lost.iter().filter(|&&place| self.items[place].state == State::Checking);
        open.filter_map(|&place| self.items[place].lost.as_ref())
            .map(|lost| if lost.throttled { lost.next_look.max(together) } else { lost.next_look })
            .min()
    }

    /// How long after "too many" the list would hold a product that was made all the same.
    pub(super) fn after_throttle(&self) -> Duration {
        FIRST_LOOK.max(self.knowledge.lag.unwrap_or_default() * LAG_MARGIN)
    }

    /// Lists the shop when something waits for it.
    pub(super) fn plan_look(&mut self, turn: &mut Turn<'_>) {
        self.looks.due = None;
        if self.looks.under_way() || !self.may_send() {
            return;
        }
        let making = !self.cancelled && self.counts.waiting > self.lost.len();
        let baseline = (making && matches!(self.baseline, Baseline::Wanted { .. })).then_some(turn.now);
        // With everything done nobody waits for it: an import that has ended stays so.
        let over = self.counts.waiting == self.counts.needs_person;
        let canary = self.canary.watching.as_ref().filter(|_| !over || self.wants_proof()).map(|watch| watch.next_look);
        let ids = self.wants_ids().then_some(turn.now);
        let standstill = turn.pace.standstill(turn.now);
        // Creations wait for the marketplace to be back, and nothing else would find that out.
        let probe = matches!(standstill, Some(Standstill::Down { .. })) && self.to_upload.is_empty() && !self.ready.is_empty();
        let Some(due) = [baseline, canary, ids, self.next_look(), probe.then_some(turn.now)].into_iter().flatten().min() else { return };
        let mut due = due.max(self.looks.not_before);
        match standstill {
            Some(Standstill::Asked { until }) => due = due.max(until),
            Some(Standstill::Down { next_try }) => due = due.max(next_try),
            None => {}
        }
        self.looks.due = Some(due);
        if due > turn.now {
            return turn.wake_at(due);
        }
        self.looks.began = Some(turn.now);
        if let Some(watch) = &mut self.canary.watching {
            watch.tried = true;
        }
        turn.effects.push(Effect::List);
    }

    pub(super) fn listed(&mut self, turn: &mut Turn<'_>, result: Result<Listing, Problem>) {
        let Some(began) = self.looks.began.take() else { return };
        let took = turn.now.saturating_sub(began);
        // After the one look before the first creation, the first product need not be waited for.
        let baseline = matches!(self.baseline, Baseline::Wanted { .. }) && result.as_ref().is_ok_and(|listing| listing.complete);
        let apart = if baseline { Duration::ZERO } else { Duration::from_secs(1) };
        self.looks.not_before = turn.now + (took * 2).clamp(apart, Duration::from_secs(60));
        self.looks.doubts_not_before = turn.now + DOUBTS_APART.max(took * 10);
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

    fn look_failed(&mut self, turn: &mut Turn<'_>, began: Duration, problem: Problem) {
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
    fn observe(&mut self, turn: &mut Turn<'_>, began: Duration, listing: &Listing) {
        let complete = listing.complete || !self.holds(Rule::CompleteOnly);
        self.looks.was_complete |= listing.complete;
        self.take_baseline(turn, listing);
        let places: Vec<Place> = (0..self.items.len()).filter(|&place| self.claims(place)).collect();
        let claims: Vec<Claim> = places.iter().map(|&place| self.claim(place, began)).collect();
        let unproven = self.knowledge.identity == Identity::Unproven;
        let identity = if unproven && !self.holds(Rule::Canary) { Identity::Cover } else { self.knowledge.identity };
        let taken: HashSet<ProductId> = self.taken.keys().cloned().collect();
        let none = HashSet::new();
        let baseline = match &self.baseline {
            Baseline::Known(products) if self.holds(Rule::Baseline) => Some(products),
            Baseline::Known(_) => Some(&none),
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
            self.canary.losses = 0;
        }
    }

    fn claims(&self, place: Place) -> bool {
        let item = &self.items[place];
        // What is on its way just now may be listed already, and be taken for its like.
        let under_way = item.creating.is_some() && item.posted.is_some() && self.knowledge.identity != Identity::Cover;
        // So may a product of an earlier import, of which only the cover is known.
        let earlier = item.state == State::Skipped && item.product.is_none() && self.knowledge.identity != Identity::Cover;
        under_way || earlier || item.lost.is_some() || (item.state == State::Created && (item.unseen.is_some() || item.product.is_none()))
    }

    fn claim(&self, place: Place, began: Duration) -> Claim {
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

    fn take_baseline(&mut self, turn: &mut Turn<'_>, listing: &Listing) {
        let Baseline::Wanted { tries } = &mut self.baseline else { return };
        let matters = matches!(self.knowledge.identity, Identity::Unproven | Identity::Likeness);
        if !listing.complete {
            *tries += 1;
            if matters && *tries < MOST_BASELINE_TRIES {
                return;
            }
        }
        // Where covers are known to come back nothing waits for it, so creations may have come first.
        let clean = listing.complete && self.items.iter().all(|item| item.posted.is_none());
        let products: Option<Vec<ProductId>> = clean.then(|| listing.products.iter().map(|seen| seen.id.clone()).collect());
        self.baseline = products.as_ref().map_or(Baseline::Impossible, |products| Baseline::Known(products.iter().cloned().collect()));
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
    fn fence(&self, listing: &Listing, shown: &Shown<'_>, places: &[Place], answers: &[Answer]) -> Option<Fence> {
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
        turn: &mut Turn<'_>,
        shown: &Shown<'_>,
        complete: bool,
        fence: Option<Duration>,
        places: &[Place],
        answers: &[Answer],
    ) -> Duration {
        let (mut missing, mut knowledge) = (Duration::ZERO, self.knowledge);
        let mut measured = |took: Duration, missed: Option<Duration>| {
            // Missed before: somewhere between that look and this one it came. Not missed: no longer than this.
            knowledge.lag = match (knowledge.lag, missed) {
                (known, Some(missed)) => known.max(Some(took.min(HIDDEN.max(missed * 2)))),
                (None, None) if took <= PROMPT => Some(took),
                (known, None) => known,
            };
            // Beyond that it makes no difference, and is not worth a line in the journal.
            knowledge.measured = (knowledge.measured + u32::from(missed.is_some() || took <= PROMPT)).min(OFTEN);
        };
        for (&place, answer) in places.iter().zip(answers) {
            let item = &mut self.items[place];
            if let (Some(lost), Some(listed)) = (&item.lost, shown.at(answer)) {
                let missed = |sent: Duration| lost.absent.map(|(_, last)| last.saturating_sub(sent));
                match item.posted {
                    Some(sent) => measured(listed.saturating_sub(sent), missed(sent)),
                    // Sent by an earlier process, nobody knows when; having been missed says something still.
                    None if lost.absent.is_some() => measured(listed.saturating_sub(lost.at) + LATE_WHEN_SLOW, missed(lost.at)),
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
                _ if age > HIDDEN && fence > item.posted => item.unseen = None,
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

    pub(super) fn record_knowledge(&mut self, turn: &mut Turn<'_>) {
        let (account, knowledge) = (self.account.clone(), self.knowledge);
        self.record(turn, Record::Knowledge { account, knowledge });
    }

    fn judge_canary(&mut self, turn: &mut Turn<'_>, complete: bool, photoless: bool) {
        let Some(watch) = &mut self.canary.watching else { return };
        if self.knowledge.identity != Identity::Unproven {
            self.canary.watching = None;
            return;
        }
        watch.looks += 1;
        watch.incomplete += u32::from(!complete);
        watch.next_look = turn.now + Duration::from_secs(1 << (watch.looks - 1).min(3));
        let waited = turn.now.saturating_sub(watch.since);
        let useless = watch.incomplete >= VAIN_LOOKS && waited >= LATE;
        if waited >= CANARY_PATIENCE || useless {
            self.canary.watching = None;
            self.canary.gave_up = true;
            // Listed all right, but without a photo's id: then what else it shows has to do.
            if photoless {
                self.knowledge.identity = Identity::Likeness;
                self.record_knowledge(turn);
            }
        }
    }

    /// A created product was listed, or not: its id may be news.
    fn note_product(&mut self, turn: &mut Turn<'_>, place: Place, answer: Answer) {
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

/// When a listing showed what. Its pages may come long after one another: what is in it was listed when its page came,
/// and what is missing was not when the listing began.
struct Shown<'a> {
    began: Duration,
    ended: Duration,
    at: HashMap<&'a ProductId, Duration>,
}

impl<'a> Shown<'a> {
    fn of(listing: &'a Listing, began: Duration) -> Self {
        let at: HashMap<_, _> = listing.products.iter().map(|seen| (&seen.id, seen.at)).collect();
        Self { began, ended: listing.products.iter().map(|seen| seen.at).fold(began, Duration::max), at }
    }

    /// When the product of this answer was listed at the latest, if it was.
    fn at(&self, answer: &Answer) -> Option<Duration> {
        match answer {
            Answer::Here(Some(product)) => Some(self.at.get(product).copied().unwrap_or(self.ended)),
            // One of several, and nobody knows which.
            Answer::Here(None) => Some(self.ended),
            Answer::NotHere | Answer::Unclear => None,
        }
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
