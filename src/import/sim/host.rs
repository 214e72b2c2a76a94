//! What the simulation is made of at a moment: the engine, the model marketplace, the journal, what is under way, and what
//! was seen of the rules. [`play`](super::play) lets it happen.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::time::Duration;

use super::dice::Dice;
use super::shop::{Heard, Shop};
use super::world::World;
use crate::domain::{AccountKey, FileId, Problem, UserId, VendorId};
use crate::import::engine::{Config, Input, PhotoRef, Rule};
use crate::import::journal::{Entry, Identity, Knowledge, Record};
use crate::import::{DraftId, Engine, RunId};
use crate::market::{self, ListRules};
use crate::pace::{Limits, Pace, Ticket};

const S: Duration = Duration::from_secs(1);

/// What is switched off to see whether the simulator notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Nothing,
    Rule(Rule),
    /// The pace does not hear what wait it is asked for.
    DeafPace,
    /// An import done again is not recognised.
    Again,
    /// The client takes a gateway's failure (502) for proof that nothing was done.
    Misjudged,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Photo(PhotoRef),
    Draft(DraftId),
    Page(Ticket),
}

/// One look at the shop, page by page.
pub(super) struct Listed {
    pub listing: market::Listing,
    /// When each product in it came.
    pub came: Vec<Duration>,
    pub asking: bool,
    /// A page that failed is not asked for again before this time.
    pub not_before: Duration,
}

impl Listed {
    pub fn new(world: &World) -> Self {
        let page_size = u32::try_from(world.page).unwrap_or(u32::MAX);
        let rules = ListRules { page: Some("page".to_owned()), per_page: None, page_size, extra: Vec::new(), guessed: false };
        Self { listing: market::Listing::new(&rules), came: Vec::new(), asking: false, not_before: Duration::ZERO }
    }
}

/// Whoever sits before the screen.
#[derive(Default)]
pub(super) struct Person {
    pub busy_since: Option<Duration>,
    pub paused: bool,
    pub retried: bool,
    pub stranger_tried: bool,
}

#[derive(Debug)]
pub(super) enum Happening {
    /// Its answer, or the lack of it, is heard.
    Hear(u64, Heard, Origin),
    Input(u64, Input),
    /// What was written so far is on the disk.
    Flush(u64),
    Tick(u64, u64),
    TryPage(u64),
    PersonLooks,
}

pub(super) struct Host<'a> {
    pub world: &'a World,
    pub shop: Shop,
    pub engine: Engine,
    pub broken: Broken,
    pub dice: Dice,
    pub now: Duration,
    pub steps: u64,
    pub step_total: u64,
    /// Tells every step, for a seed that is replayed.
    pub loud: bool,
    pub queue: BinaryHeap<Reverse<(Duration, u64)>>,
    pub happenings: HashMap<u64, Happening>,
    pub counter: u64,
    /// Raised by a crash: what an earlier process asked for comes to nothing.
    pub epoch: u64,
    pub wake: u64,
    pub pace: Pace,
    pub journal: Vec<Entry>,
    /// So many entries are on the disk.
    pub durable: usize,
    pub numbers: Vec<u64>,
    /// How far the clock on the wall is from the simulated time, in seconds.
    pub clock: i64,
    pub clock_jumps: std::slice::Iter<'a, i64>,
    pub listed: Option<Listed>,
    pub in_flight: usize,
    pub run: RunId,
    pub next_id: u64,
    pub source_of: HashMap<DraftId, usize>,
    pub person: Person,
    pub watch: Watch,
}

/// What must never happen, as seen from outside.
#[derive(Default)]
pub(super) struct Watch {
    /// Nothing may leave before this time: a wait this process heard of.
    pub wait_until: Duration,
    /// A request heard 401, and nobody signed in since.
    pub signed_out: bool,
    pub stranger: bool,
    pub refused: HashSet<DraftId>,
    pub equal_refusals: (Option<Problem>, u32),
    pub stopped: bool,
    pub cancelled: bool,
    pub in_memory: usize,
    /// Of each photo made ready, and what was refused as too large.
    pub sizes: HashMap<PhotoRef, u64>,
    pub too_large: HashMap<PhotoRef, u64>,
}

impl<'a> Host<'a> {
    pub fn new(world: &'a World, seed: u64, broken: Broken) -> Self {
        let knowledge = Knowledge { identity: if world.known_shop { Identity::Cover } else { Identity::Unproven }, ..Knowledge::default() };
        let engine = Engine::new(RunId(1), account(1), knowledge, config(world, broken));
        let mut host = Self {
            world,
            shop: Shop::new(world, seed),
            engine,
            broken,
            dice: Dice::new(seed.wrapping_mul(31).wrapping_add(5)),
            now: Duration::from_secs(10),
            steps: 0,
            step_total: 0,
            loud: false,
            queue: BinaryHeap::new(),
            happenings: HashMap::new(),
            counter: 0,
            epoch: 0,
            wake: 0,
            pace: pace(seed, broken),
            journal: Vec::new(),
            durable: 0,
            numbers: Vec::new(),
            clock: 1_800_000_000,
            clock_jumps: world.clock_jumps.iter(),
            listed: None,
            in_flight: 0,
            run: RunId(1),
            next_id: 1,
            source_of: HashMap::new(),
            person: Person::default(),
            watch: Watch::default(),
        };
        host.journal.push(Entry { at: host.unix_now(), record: Record::Knowledge { account: account(1), knowledge } });
        host.durable = 1;
        host.at(host.now + 20 * S, Happening::PersonLooks);
        host
    }

    pub fn new_process(&mut self) {
        self.epoch += 1;
        self.in_flight = 0;
        self.listed = None;
        self.numbers.clear();
        self.pace = pace(self.epoch, self.broken);
        self.person.paused = false;
        self.person.busy_since = None;
        self.watch = Watch { cancelled: self.watch.cancelled, ..Watch::default() };
    }

    /// What the clock on the wall says, in seconds.
    pub fn unix_now(&self) -> i64 {
        self.clock + i64::try_from(self.now.as_secs()).unwrap_or_default()
    }

    pub fn at(&mut self, time: Duration, happening: Happening) {
        self.counter += 1;
        self.happenings.insert(self.counter, happening);
        self.queue.push(Reverse((time, self.counter)));
    }

    pub fn knowledge(&self) -> Knowledge {
        let last = self.journal.iter().rev().find_map(|entry| match &entry.record {
            Record::Knowledge { knowledge, .. } => Some(*knowledge),
            _ => None,
        });
        last.unwrap_or_default()
    }

    pub fn unflushed(&self) -> usize {
        self.journal.len() - self.durable
    }

    pub fn tell(&self, what: impl FnOnce() -> String) {
        if self.loud {
            println!("{:>10.3} {}", self.now.as_secs_f64(), what());
        }
    }

    pub fn source_of(&self, draft: DraftId) -> usize {
        self.source_of[&draft]
    }
}

pub(super) fn account(user: u64) -> AccountKey {
    AccountKey { market: "model".to_owned(), user: UserId::from(user), vendor: VendorId::from(user) }
}

pub(super) fn config(world: &World, broken: Broken) -> Config {
    let rule = if let Broken::Rule(rule) = broken { Some(rule) } else { None };
    Config { preparing: 2, photos_ahead: world.photos_ahead, bytes_ahead: 10_000_000, broken: rule }
}

fn pace(seed: u64, broken: Broken) -> Pace {
    let mut pace = Pace::new(Limits { seed, ..Limits::default() });
    pace.ignores_retry_after = broken == Broken::DeafPace;
    pace
}

/// What a photo holds, for the checks.
pub(super) fn contents(host: &Host<'_>, photos: &[FileId]) -> Vec<u64> {
    photos.iter().filter_map(|id| host.shop.files.get(id).copied()).collect()
}
