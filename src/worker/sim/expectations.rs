//! What is to become of what the user pressed: what has reached the disk, what is kept, and which reports are
//! true. What the marketplaces may hold is judged by the [`Ledger`]. Nothing here looks into the worker.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

use crate::ledger::{Ledger, Shop};
use crate::worker::sim_env;
use vitrine_core::import::State;
use vitrine_domain::Draft;
use vitrine_model::messages::SavedReview;

/// What was pressed this long ago is on disk, however slow the disk is.
const ON_DISK: Duration = Duration::from_secs(10);

/// The possible states of a shop's saved review.
struct ReviewStates {
    /// One of these was the last to reach the worker.
    reached: Vec<Option<SavedReview>>,
    /// Sent since then, with the time.
    sent: Vec<(Instant, Option<SavedReview>)>,
}

impl Default for ReviewStates {
    fn default() -> Self {
        Self { reached: vec![None], sent: Vec::new() }
    }
}

impl ReviewStates {
    /// The review may be gone, or be any of those that were sent.
    fn forget_certainty(&mut self) {
        self.reached.extend(self.sent.drain(..).map(|(_, review)| review).chain([None]));
    }
}

pub struct Expectations {
    pub ledger: Ledger,
    /// Certainly started, and not given up since.
    started: BTreeSet<(Shop, String)>,
    /// The last reported state.
    last_states: BTreeMap<(Shop, String), State>,
    /// Started again before they had ended: the earlier import may wait to be resumed, whatever happens to
    /// the later one.
    started_twice: BTreeSet<(Shop, String)>,
    /// What was told to be done with, one way or another, since it was started last.
    told: BTreeSet<(Shop, String)>,
    kept: BTreeMap<Shop, ReviewStates>,
    /// Starts and retries that may not be on disk yet, with the state reported before.
    unconfirmed_starts: Vec<(Instant, (Shop, String), Option<State>)>,
    /// Commands may be refused, and are not required to have an effect.
    disk_full: bool,
}

impl Expectations {
    pub const fn new(ledger: Ledger) -> Self {
        Self {
            ledger,
            started: BTreeSet::new(),
            last_states: BTreeMap::new(),
            started_twice: BTreeSet::new(),
            told: BTreeSet::new(),
            kept: BTreeMap::new(),
            unconfirmed_starts: Vec::new(),
            disk_full: false,
        }
    }

    /// Pause or Cancel was pressed, with an import on the screen. What is under way arrives within this time.
    pub fn stop(&mut self, shop: Shop, under_way: Duration) {
        if !self.disk_full {
            self.ledger.stop(shop, sim_env::clock() + under_way);
        }
    }

    /// Something was pressed that creates products.
    pub fn goes_on(&mut self) {
        self.ledger.goes_on(|_| true);
    }

    /// `shop`: the account on the screen; `None` while it was being left.
    pub fn start(&mut self, shop: Option<Shop>, drafts: &[&Draft], again: bool) {
        self.goes_on();
        for draft in drafts {
            if let Some(shop) = shop {
                let key = (shop, draft.name.clone());
                let before = self.ledger.times(shop, &key.1) > 0 || self.ledger.is_of_any_shop(&key.1);
                if before && !self.told.remove(&key) {
                    self.started_twice.insert(key.clone());
                }
                if !self.disk_full {
                    let told = self.last_states.remove(&key);
                    self.unconfirmed_starts.push((Instant::now(), key, told));
                }
            }
            self.ledger.confirm(shop, draft, again);
        }
        match shop {
            Some(shop) => self.keep(shop, None),
            None => self.kept.values_mut().for_each(ReviewStates::forget_certainty),
        }
    }

    pub fn retry(&mut self, shop: Shop, name: &str) {
        let key = (shop, name.to_owned());
        self.ledger.reopen(shop, name);
        if self.started.contains(&key) {
            let told = self.last_states.get(&key).copied();
            self.unconfirmed_starts.push((Instant::now(), key, told));
        }
    }

    pub fn keep(&mut self, shop: Shop, review: Option<SavedReview>) {
        let kept = self.kept.entry(shop).or_default();
        if self.disk_full {
            kept.reached.push(review);
        } else {
            kept.sent.push((Instant::now(), review));
        }
    }

    /// The disk is full from now on, or has room again.
    pub fn set_disk_full(&mut self, full: bool) {
        if full && !self.disk_full {
            self.killed();
        }
        self.disk_full = full;
    }

    /// What was pressed some time ago is on disk.
    pub fn reached(&mut self) {
        self.reached_before(ON_DISK);
    }

    /// So is everything, because the program has shut down.
    pub fn all_reached(&mut self) {
        self.reached_before(Duration::ZERO);
    }

    fn reached_before(&mut self, age: Duration) {
        self.started.extend(
            self.unconfirmed_starts.extract_if(.., |(at, ..)| at.elapsed() >= age).map(|(_, key, _)| key),
        );
        for ReviewStates { reached, sent } in self.kept.values_mut() {
            if let Some((_, last)) = sent.extract_if(.., |(at, _)| at.elapsed() >= age).last() {
                *reached = vec![last];
            }
        }
    }

    /// The program was killed: it is unknown what had reached it. What was reported before may still be the
    /// end of it.
    pub fn killed(&mut self) {
        self.goes_on();
        for (_, key, told) in self.unconfirmed_starts.drain(..).rev() {
            let Some(told) = told else { continue };
            let last = self.last_states.entry(key).or_insert(told);
            if !last.is_final() {
                *last = told;
            }
        }
        for kept in self.kept.values_mut() {
            kept.reached.extend(kept.sent.drain(..).map(|(_, review)| review));
        }
    }

    pub fn gave_up(&mut self, shop: Shop) {
        self.started.retain(|(started, _)| *started != shop);
        self.unconfirmed_starts.retain(|(_, (started, _), _)| *started != shop);
        // Provided that the account could be left.
        self.kept.entry(shop).or_default().forget_certainty();
    }

    /// A review, or its absence, was reported at a sign-in.
    pub fn on_review(&mut self, shop: Shop, told: Option<&SavedReview>) -> Result<(), String> {
        let ReviewStates { reached, sent } = self.kept.entry(shop).or_default();
        if !reached.iter().chain(sent.iter().map(|(_, review)| review)).any(|kept| kept.as_ref() == told) {
            return Err(format!("review of {shop:?}: told {told:?}, kept {reached:?} and then {sent:?}"));
        }
        *reached = vec![told.cloned()];
        sent.clear();
        Ok(())
    }

    pub fn on_row(&mut self, shop: Shop, name: &str, state: State) -> Result<(), String> {
        let key = (shop, name.to_owned());
        if state.is_final() {
            self.told.insert(key.clone());
        } else {
            self.told.remove(&key);
        }
        // A retry that went on with a full disk may be lost with the program.
        let last = self.last_states.entry(key).or_insert(state);
        if !(self.disk_full && last.is_final()) || state.is_final() {
            *last = state;
        }
        if matches!(state, State::Created | State::Skipped) && self.ledger.count(shop, name) == 0 {
            return Err(format!("{name} is told to be {state:?} in {shop:?}, and is not there"));
        }
        Ok(())
    }

    /// Cancel was pressed: if the account is left before the outcome is reported, these count as cancelled.
    pub fn cancel(&mut self, shop: Shop) {
        let started = self.started.iter().chain(self.unconfirmed_starts.iter().map(|(_, key, _)| key));
        for key in started.filter(|(started, _)| *started == shop) {
            let fate = self.last_states.entry(key.clone()).or_insert(State::Cancelled);
            *fate = if fate.is_final() { *fate } else { State::Cancelled };
        }
    }

    /// The cancellation was reported as completed for these.
    pub fn cancelled(&mut self, shop: Shop, names: impl Iterator<Item = String>) {
        for name in names {
            // If two were requested, the other one may wait in an import that is not on the screen.
            let key = (shop, name);
            if self.ledger.times(shop, &key.1) == 1 && !self.started_twice.contains(&key) {
                self.ledger.close(shop, &key.1);
            }
        }
    }

    /// Everything that was started is in its shop, or the reason why not was reported.
    pub fn check_end(&self) -> Result<(), String> {
        for (shop, name) in &self.started {
            let count = self.ledger.count(*shop, name);
            let fate = self.last_states.get(&(*shop, name.clone()));
            match (count, fate) {
                (0, Some(State::Failed | State::Cancelled)) => {}
                (0, fate) => {
                    return Err(format!("{name} was started for {shop:?} and is not there: {fate:?}"));
                }
                // Of one that was also started while an account was being left, the other one may have
                // failed.
                (1, Some(State::Failed))
                    if self.ledger.times(*shop, name) == 1 && !self.ledger.is_of_any_shop(name) =>
                {
                    return Err(format!("{name} is in {shop:?} and told to have failed"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
