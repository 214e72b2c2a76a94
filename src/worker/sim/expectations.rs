//! Records what the user pressed, and derives what the marketplaces may hold. Nothing here looks into the
//! worker.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use crate::worker::sim_env;
use vitrine_core::import::State;
use vitrine_model::messages::SavedReview;
use vitrine_sandbox::Sandbox;

/// A marketplace and one of its shops.
pub type Shop = (usize, u64);

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
    markets: Arc<[Sandbox; 2]>,
    /// The number of products that each marketplace had from the beginning.
    old: [usize; 2],
    /// How many products of a name there may be: one, plus one for each Start that allowed duplicates.
    allowed: BTreeMap<(Shop, String), usize>,
    /// Started while an account was being left, so that they may belong to any account.
    of_any_account: BTreeMap<String, usize>,
    /// Certainly started, and not given up since.
    started: BTreeSet<(Shop, String)>,
    /// The last reported state.
    last_states: BTreeMap<(Shop, String), State>,
    /// Started again before they had ended: the earlier import may wait to be resumed, whatever happens to
    /// the later one.
    started_twice: BTreeSet<(Shop, String)>,
    /// Cancelled, and reported as ended with this many products.
    /// What was told to be done with, one way or another, since it was started last.
    told: BTreeSet<(Shop, String)>,
    closed: BTreeMap<(Shop, String), usize>,
    /// Where Pause or Cancel was pressed, and from when on nothing is created.
    stopped: Option<(Shop, Timestamp)>,
    kept: BTreeMap<Shop, ReviewStates>,
    /// Starts and retries that may not be on disk yet, with the state reported before.
    unconfirmed_starts: Vec<(Instant, (Shop, String), Option<State>)>,
    /// Commands may be refused, and are not required to have an effect.
    disk_full: bool,
}

impl Expectations {
    pub fn new(markets: Arc<[Sandbox; 2]>) -> Self {
        Self {
            old: [0, 1].map(|market| markets[market].products().len()),
            markets,
            allowed: BTreeMap::new(),
            of_any_account: BTreeMap::new(),
            started: BTreeSet::new(),
            last_states: BTreeMap::new(),
            started_twice: BTreeSet::new(),
            told: BTreeSet::new(),
            closed: BTreeMap::new(),
            stopped: None,
            kept: BTreeMap::new(),
            unconfirmed_starts: Vec::new(),
            disk_full: false,
        }
    }

    pub fn count(&self, shop: Shop, name: &str) -> usize {
        self.markets[shop.0]
            .products()
            .iter()
            .filter(|product| product.vendor == shop.1 && product.fields.name == name)
            .count()
    }

    /// Pause or Cancel was pressed, with an import on the screen. What is under way arrives within this time.
    pub fn stop(&mut self, shop: Shop, under_way: Duration) {
        self.stopped = Some((shop, sim_env::clock() + under_way)).filter(|_| !self.disk_full);
    }

    /// Something was pressed that creates products.
    pub fn goes_on(&mut self) {
        self.stopped = None;
    }

    /// `shop`: the account on the screen; `None` while it was being left.
    pub fn start(&mut self, shop: Option<Shop>, names: Vec<String>, again: bool) {
        self.goes_on();
        for name in names {
            let Some(shop) = shop else {
                self.closed.retain(|(_, closed), _| *closed != name);
                *self.of_any_account.entry(name).or_default() += 1;
                continue;
            };
            let key = (shop, name);
            let before = self.allowed.contains_key(&key) || self.of_any_account.contains_key(&key.1);
            if before && !self.told.remove(&key) {
                self.started_twice.insert(key.clone());
            }
            let allowed = self.allowed.entry(key.clone()).or_default();
            *allowed = if again { *allowed + 1 } else { (*allowed).max(1) };
            self.closed.remove(&key);
            if !self.disk_full {
                let told = self.last_states.remove(&key);
                self.unconfirmed_starts.push((Instant::now(), key, told));
            }
        }
        match shop {
            Some(shop) => self.keep(shop, None),
            None => self.kept.values_mut().for_each(ReviewStates::forget_certainty),
        }
    }

    /// The create form's product, with a unique name.
    pub fn form(&mut self, shop: Shop, name: String) {
        self.allowed.insert((shop, name), 1);
    }

    /// Its photos were changed, so that earlier and later starts may be different products.
    pub fn change(&mut self, name: &str) {
        self.allowed
            .iter_mut()
            .filter(|((_, allowed), _)| allowed == name)
            .for_each(|(_, allowed)| *allowed += 1);
    }

    pub fn retry(&mut self, shop: Shop, name: &str) {
        let key = (shop, name.to_owned());
        self.closed.remove(&key);
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
        if matches!(state, State::Created | State::Skipped) && self.count(shop, name) == 0 {
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
            let (count, key) = (self.count(shop, &name), (shop, name));
            // If two were requested, the other one may wait in an import that is not on the screen.
            if self.allowed.get(&key) == Some(&1) && !self.started_twice.contains(&key) {
                self.closed.insert(key, count);
            }
        }
    }

    /// Every product is in the right shop, and none is there too often.
    pub fn check_shops(&self) -> Result<(), String> {
        self.check_stopped()?;
        let mut there: BTreeMap<(Shop, String), usize> = BTreeMap::new();
        for (market, sandbox) in self.markets.iter().enumerate() {
            for product in sandbox.products().into_iter().skip(self.old[market]) {
                *there.entry(((market, product.vendor), product.fields.name)).or_default() += 1;
            }
        }
        let mut beyond: BTreeMap<&str, usize> = BTreeMap::new();
        for ((shop, name), count) in &there {
            let key = (*shop, name.clone());
            if self.closed.get(&key).is_some_and(|closed| count > closed) {
                return Err(format!(
                    "{name} was created in {shop:?} after its import was told to be cancelled"
                ));
            }
            let allowed = self.allowed.get(&key).copied().unwrap_or(0);
            *beyond.entry(name).or_default() += count.saturating_sub(allowed);
            if beyond[name.as_str()] > self.of_any_account.get(name).copied().unwrap_or(0) {
                return Err(format!("{name} is {count} times in {shop:?}, where it may be {allowed} times"));
            }
        }
        Ok(())
    }

    /// What was stopped stays so, once that has reached the worker and what was sent before has arrived.
    fn check_stopped(&self) -> Result<(), String> {
        let Some((shop, from)) = self.stopped else { return Ok(()) };
        let products = self.markets[shop.0].products();
        let mut imported = products
            .iter()
            .filter(|product| product.vendor == shop.1 && !product.fields.name.starts_with("form"));
        match imported.rfind(|product| product.created_at > from) {
            Some(late) => Err(format!(
                "{} was created in {shop:?} although its import had been stopped",
                late.fields.name
            )),
            None => Ok(()),
        }
    }

    /// Everything that was started is in its shop, or the reason why not was reported.
    pub fn check_end(&self) -> Result<(), String> {
        for (shop, name) in &self.started {
            let count = self.count(*shop, name);
            let fate = self.last_states.get(&(*shop, name.clone()));
            match (count, fate) {
                (0, Some(State::Failed | State::Cancelled)) => {}
                (0, fate) => {
                    return Err(format!("{name} was started for {shop:?} and is not there: {fate:?}"));
                }
                // Of one that was also started while an account was being left, the other one may have
                // failed.
                (1, Some(State::Failed))
                    if self.allowed[&(*shop, name.clone())] == 1
                        && !self.of_any_account.contains_key(name) =>
                {
                    return Err(format!("{name} is in {shop:?} and told to have failed"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The shops in which something was started.
    pub fn shops(&self) -> BTreeSet<Shop> {
        let all = || (0..2).flat_map(|market| [501, 502].map(|vendor| (market, vendor)));
        let started = self.allowed.keys().map(|(shop, _)| *shop);
        if self.of_any_account.is_empty() { started.collect() } else { all().collect() }
    }

    pub fn products(&self) -> usize {
        self.markets.iter().map(|market| market.products().len()).sum()
    }
}
