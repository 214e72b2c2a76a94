//! What a person pressed, and so what the marketplaces may hold. Nothing here looks into the worker.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::import::State;
use crate::sandbox::Sandbox;
use crate::worker::SavedReview;

/// A marketplace and one of its shops.
pub type Shop = (usize, u64);

/// What was pressed so long ago is on the disk, however slow that is.
const ON_DISK: Duration = Duration::from_secs(10);

/// What the kept review of a shop may be.
struct Kept {
    /// One of these was the last to reach the worker.
    reached: Vec<Option<SavedReview>>,
    /// Sent since, and when.
    sent: Vec<(Instant, Option<SavedReview>)>,
}

impl Default for Kept {
    fn default() -> Self {
        Self { reached: vec![None], sent: Vec::new() }
    }
}

impl Kept {
    /// It may be gone, or any of those that were sent.
    fn nobody_knows(&mut self) {
        self.reached.extend(self.sent.drain(..).map(|(_, review)| review).chain([None]));
    }
}

pub struct Pressed {
    markets: Arc<[Sandbox; 2]>,
    /// How many products of a name there may be: one, and one more for each Start that was to create what is there.
    allowed: BTreeMap<(Shop, String), usize>,
    /// Started while an account was being left, so that it may be any one's.
    anyones: BTreeMap<String, usize>,
    /// Started for certain, and not given up since.
    started: BTreeSet<(Shop, String)>,
    /// What the last row said.
    fates: BTreeMap<(Shop, String), State>,
    /// Started once more before they had come to an end: the earlier import may wait to be resumed, whatever becomes of the later.
    twice: BTreeSet<(Shop, String)>,
    /// Cancelled, and told to be at its end with so many products.
    closed: BTreeMap<(Shop, String), usize>,
    kept: BTreeMap<Shop, Kept>,
    /// Starts that are perhaps not on the disk yet, with what was told before.
    on_the_way: Vec<(Instant, (Shop, String), Option<State>)>,
}

impl Pressed {
    pub fn new(markets: Arc<[Sandbox; 2]>) -> Self {
        Self {
            markets,
            allowed: BTreeMap::new(),
            anyones: BTreeMap::new(),
            started: BTreeSet::new(),
            fates: BTreeMap::new(),
            twice: BTreeSet::new(),
            closed: BTreeMap::new(),
            kept: BTreeMap::new(),
            on_the_way: Vec::new(),
        }
    }

    pub fn count(&self, shop: Shop, name: &str) -> usize {
        self.markets[shop.0].products().iter().filter(|product| product.vendor == shop.1 && product.fields.name == name).count()
    }

    /// `shop`: whose account was on the screen; `None` while it was being left.
    pub fn start(&mut self, shop: Option<Shop>, names: Vec<String>, again: bool) {
        for name in names {
            let Some(shop) = shop else {
                self.closed.retain(|(_, closed), _| *closed != name);
                *self.anyones.entry(name).or_default() += 1;
                continue;
            };
            let key = (shop, name);
            let before = self.allowed.contains_key(&key) || self.anyones.contains_key(&key.1);
            if before && !self.fates.get(&key).is_some_and(|fate| fate.is_final()) {
                self.twice.insert(key.clone());
            }
            let allowed = self.allowed.entry(key.clone()).or_default();
            *allowed = if again { *allowed + 1 } else { (*allowed).max(1) };
            self.closed.remove(&key);
            let told = self.fates.remove(&key);
            self.on_the_way.push((Instant::now(), key, told));
        }
        match shop {
            Some(shop) => self.keep(shop, None),
            None => self.kept.values_mut().for_each(Kept::nobody_knows),
        }
    }

    /// The form's product, under a name of its own.
    pub fn form(&mut self, shop: Shop, name: String) {
        self.allowed.insert((shop, name), 1);
    }

    /// Its photos are others now, so that what was or will be started may be another product.
    pub fn change(&mut self, name: &str) {
        self.allowed.iter_mut().filter(|((_, allowed), _)| allowed == name).for_each(|(_, allowed)| *allowed += 1);
    }

    pub fn retry(&mut self, shop: Shop, name: &str) {
        self.closed.remove(&(shop, name.to_owned()));
    }

    pub fn keep(&mut self, shop: Shop, review: Option<SavedReview>) {
        self.kept.entry(shop).or_default().sent.push((Instant::now(), review));
    }

    /// What was pressed some time ago is on the disk.
    pub fn reached(&mut self) {
        self.reached_before(ON_DISK);
    }

    /// So is everything, for the program has closed.
    pub fn all_reached(&mut self) {
        self.reached_before(Duration::ZERO);
    }

    fn reached_before(&mut self, age: Duration) {
        self.started.extend(self.on_the_way.extract_if(.., |(at, ..)| at.elapsed() >= age).map(|(_, key, _)| key));
        for Kept { reached, sent } in self.kept.values_mut() {
            if let Some((_, last)) = sent.extract_if(.., |(at, _)| at.elapsed() >= age).last() {
                *reached = vec![last];
            }
        }
    }

    /// The program was killed: nobody knows what had reached it.
    pub fn killed(&mut self) {
        for (_, key, told) in self.on_the_way.drain(..).rev() {
            if let Some(told) = told {
                self.fates.entry(key).or_insert(told);
            }
        }
        for kept in self.kept.values_mut() {
            kept.reached.extend(kept.sent.drain(..).map(|(_, review)| review));
        }
    }

    pub fn gave_up(&mut self, shop: Shop) {
        self.started.retain(|(started, _)| *started != shop);
        self.on_the_way.retain(|(_, (started, _), _)| *started != shop);
        // Once the account could be left.
        self.kept.entry(shop).or_default().nobody_knows();
    }

    /// A review, or that there is none, was told at a sign-in.
    pub fn told_review(&mut self, shop: Shop, told: Option<&SavedReview>) -> Result<(), String> {
        let Kept { reached, sent } = self.kept.entry(shop).or_default();
        if !reached.iter().chain(sent.iter().map(|(_, review)| review)).any(|kept| kept.as_ref() == told) {
            return Err(format!("review of {shop:?}: told {told:?}, kept {reached:?} and then {sent:?}"));
        }
        *reached = vec![told.cloned()];
        sent.clear();
        Ok(())
    }

    pub fn told_row(&mut self, shop: Shop, name: &str, state: State) -> Result<(), String> {
        self.fates.insert((shop, name.to_owned()), state);
        if matches!(state, State::Created | State::Skipped) && self.count(shop, name) == 0 {
            return Err(format!("{name} is told to be {state:?} in {shop:?}, and is not there"));
        }
        Ok(())
    }

    /// Cancel was pressed: what the account is left too soon to be told of is not there for that.
    pub fn cancel(&mut self, shop: Shop) {
        let started = self.started.iter().chain(self.on_the_way.iter().map(|(_, key, _)| key));
        for key in started.filter(|(started, _)| *started == shop) {
            let fate = self.fates.entry(key.clone()).or_insert(State::Cancelled);
            *fate = if fate.is_final() { *fate } else { State::Cancelled };
        }
    }

    /// Cancel was shown as done for these.
    pub fn cancelled(&mut self, shop: Shop, names: impl Iterator<Item = String>) {
        for name in names {
            let (count, key) = (self.count(shop, &name), (shop, name));
            // Of two that were asked for the other may be waiting in an import that is not on the screen.
            if self.allowed.get(&key) == Some(&1) && !self.twice.contains(&key) {
                self.closed.insert(key, count);
            }
        }
    }

    /// Nothing is where it should not be, and nothing is there twice.
    pub fn check_shops(&self) -> Result<(), String> {
        let mut there: BTreeMap<(Shop, String), usize> = BTreeMap::new();
        for (market, sandbox) in self.markets.iter().enumerate() {
            for product in sandbox.products() {
                *there.entry(((market, product.vendor), product.fields.name)).or_default() += 1;
            }
        }
        let mut beyond: BTreeMap<&str, usize> = BTreeMap::new();
        for ((shop, name), count) in &there {
            let key = (*shop, name.clone());
            if self.closed.get(&key).is_some_and(|closed| count > closed) {
                return Err(format!("{name} was created in {shop:?} after its import was told to be cancelled"));
            }
            let allowed = self.allowed.get(&key).copied().unwrap_or(0);
            *beyond.entry(name).or_default() += count.saturating_sub(allowed);
            if beyond[name.as_str()] > self.anyones.get(name).copied().unwrap_or(0) {
                return Err(format!("{name} is {count} times in {shop:?}, where it may be {allowed} times"));
            }
        }
        Ok(())
    }

    /// Everything that was started is there, or it was told why not.
    pub fn check_end(&self) -> Result<(), String> {
        for (shop, name) in &self.started {
            let count = self.count(*shop, name);
            let fate = self.fates.get(&(*shop, name.clone()));
            match (count, fate) {
                (0, Some(State::Failed | State::Cancelled)) => {}
                (0, fate) => return Err(format!("{name} was started for {shop:?} and is not there: {fate:?}")),
                (1, Some(State::Failed)) if self.allowed[&(*shop, name.clone())] == 1 => {
                    return Err(format!("{name} is in {shop:?} and told to have failed"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Where somebody has something to look after.
    pub fn shops(&self) -> BTreeSet<Shop> {
        let all = || (0..2).flat_map(|market| [501, 502].map(|vendor| (market, vendor)));
        let started = self.allowed.keys().map(|(shop, _)| *shop);
        if self.anyones.is_empty() { started.collect() } else { all().collect() }
    }

    pub fn products(&self) -> usize {
        self.markets.iter().map(|market| market.products().len()).sum()
    }
}
