//! The state of a simulation: the engine, the model marketplace, the journal, what is in flight, and what was
//! observed. [`driver`](super::driver) advances it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::time::Duration;

use super::shop::{Delivery, Shop};
use super::world::{Skus, World, seeded};
use crate::import::engine::{Config, Input, PhotoRef};
use crate::import::journal::{Entry, Identity, Knowledge, Record};
use crate::import::{DraftId, Engine, RunId};
use crate::market::{self, ListRules, Reach};
use crate::pace::{Limits, Pace, Ticket};
use crate::simulation::Dice;
use vitrine_domain::{AccountKey, FileId, Problem, UserId, VendorId};

const S: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Photo(PhotoRef),
    Draft(DraftId),
    Page(Ticket),
    Skus(Ticket),
}

/// A listing in progress, page by page.
pub(super) struct Listed {
    pub listing: market::Listing,
    pub began: Duration,
    /// When each product in it arrived.
    pub came: Vec<Duration>,
    pub asking: bool,
    /// A page that failed is not requested again before this time.
    pub not_before: Duration,
}

impl Listed {
    pub fn new(world: &World, reach: Reach, began: Duration) -> Self {
        let page_size = u32::try_from(world.page).unwrap_or(u32::MAX);
        let rules = ListRules {
            page: Some("page".to_owned()),
            per_page: None,
            page_size,
            extra: Vec::new(),
            guessed: false,
        };
        let listing = market::Listing::new(&rules).within(reach);
        Self { listing, began, came: Vec::new(), asking: false, not_before: Duration::ZERO }
    }
}

/// The simulated user.
#[derive(Default)]
pub(super) struct UserState {
    pub busy_since: Option<Duration>,
    pub paused: bool,
    pub retried: bool,
    pub stranger_tried: bool,
    /// The products that are being looked for, and since when.
    pub in_doubt: HashMap<DraftId, Duration>,
    /// How long the longest listing took.
    pub longest_listing: Duration,
}

#[derive(Debug)]
pub(super) enum SimEvent {
    /// A response, or its absence, reaches the client.
    Receive(u64, Delivery, Origin),
    Input(u64, Input),
    /// Everything written so far becomes durable.
    Flush(u64),
    Tick(u64, u64),
    TryPage(u64),
    TryLookUp(u64),
    UserLooks,
}

pub(super) struct Simulation<'a> {
    pub world: &'a World,
    pub shop: Shop,
    pub engine: Engine,
    pub rng: Dice,
    pub now: Duration,
    pub steps: u64,
    pub step_total: u64,
    /// Prints every step, for a seed that is replayed.
    pub verbose: bool,
    pub queue: BinaryHeap<Reverse<(Duration, u64)>>,
    pub events: HashMap<u64, SimEvent>,
    pub counter: u64,
    /// Incremented by a crash: events of an earlier process are ignored.
    pub epoch: u64,
    pub wake: u64,
    pub pace: Pace,
    pub journal: Vec<Entry>,
    /// The number of durable entries.
    pub durable: usize,
    pub numbers: Vec<u64>,
    /// Difference between the wall clock and the simulated time, in seconds.
    pub clock: i64,
    pub clock_jumps: std::slice::Iter<'a, i64>,
    pub listed: Option<Listed>,
    /// SKUs to be looked for, until there is a permit.
    pub looking_up: Option<Vec<String>>,
    pub in_flight: usize,
    pub run: RunId,
    pub next_id: u64,
    pub source_of: HashMap<DraftId, usize>,
    pub user: UserState,
    pub observed: Observations,
    /// The products that were said to be in the shop twice.
    pub said_twice: HashSet<String>,
}

/// What was sent one after the other since the user last looked, to count refusals in a row.
#[derive(Default)]
pub(super) struct SentRow {
    sent: u64,
    places: HashMap<DraftId, u64>,
    refused: HashMap<u64, Problem>,
}

impl SentRow {
    /// Something of a draft is sent. A draft of which several photos are sent keeps its place.
    pub fn send(&mut self, draft: DraftId, keeps_place: bool) {
        if !(keeps_place && self.places.contains_key(&draft)) {
            self.places.insert(draft, self.sent);
            self.sent += 1;
        }
    }

    /// Notes a refusal. Returns whether three in a row were refused alike.
    pub fn refuse(&mut self, draft: DraftId, problem: &Problem) -> bool {
        let Some(&place) = self.places.get(&draft) else { return false };
        self.refused.insert(place, problem.clone());
        (place.saturating_sub(2)..=place)
            .any(|first| (first..first + 3).all(|place| self.refused.get(&place) == Some(problem)))
    }
}

/// What was observed from outside, to check the rules.
#[derive(Default)]
pub(super) struct Observations {
    /// No request may be sent before this time: a wait that this process was asked for.
    pub wait_until: Duration,
    /// A request got a 401, and nobody has signed in since.
    pub signed_out: bool,
    pub stranger: bool,
    pub refused: HashSet<DraftId>,
    /// Drafts that were corrected while they waited.
    pub corrected: HashSet<DraftId>,
    pub creations: SentRow,
    pub photos: SentRow,
    pub stopped: bool,
    pub cancelled: bool,
    pub in_memory: usize,
    /// The size of each prepared photo, and of those refused as too large.
    pub sizes: HashMap<PhotoRef, u64>,
    pub too_large: HashMap<PhotoRef, u64>,
}

impl<'a> Simulation<'a> {
    pub fn new(world: &'a World, seed: u64) -> Self {
        let knowledge = Knowledge {
            identity: if world.known_shop { Identity::Cover } else { Identity::Unproven },
            ..Knowledge::default()
        };
        let engine = Engine::new(RunId(1), account(1), knowledge, config(world));
        let mut host = Self {
            world,
            shop: Shop::new(world, seed),
            engine,
            rng: seeded(seed.wrapping_mul(31).wrapping_add(5)),
            now: Duration::from_secs(10),
            steps: 0,
            step_total: 0,
            verbose: false,
            queue: BinaryHeap::new(),
            events: HashMap::new(),
            counter: 0,
            epoch: 0,
            wake: 0,
            pace: pace(seed),
            journal: Vec::new(),
            durable: 0,
            numbers: Vec::new(),
            clock: 1_800_000_000,
            clock_jumps: world.clock_jumps.iter(),
            listed: None,
            looking_up: None,
            in_flight: 0,
            run: RunId(1),
            next_id: 1,
            source_of: HashMap::new(),
            user: UserState::default(),
            observed: Observations::default(),
            said_twice: HashSet::new(),
        };
        host.journal.push(Entry {
            at: host.unix_now(),
            record: Record::Knowledge { account: account(1), knowledge },
        });
        host.durable = 1;
        host.at(host.now + 20 * S, SimEvent::UserLooks);
        host
    }

    pub fn new_process(&mut self) {
        self.epoch += 1;
        self.in_flight = 0;
        self.listed = None;
        self.looking_up = None;
        self.numbers.clear();
        self.pace = pace(self.epoch);
        self.user.paused = false;
        self.user.busy_since = None;
        self.user.in_doubt.clear();
        self.observed = Observations { cancelled: self.observed.cancelled, ..Observations::default() };
    }

    /// The simulated wall-clock time, in seconds since 1970.
    pub fn unix_now(&self) -> i64 {
        self.clock + i64::try_from(self.now.as_secs()).unwrap_or_default()
    }

    pub fn at(&mut self, time: Duration, event: SimEvent) {
        self.counter += 1;
        self.events.insert(self.counter, event);
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

    pub fn log(&self, what: impl FnOnce() -> String) {
        if self.verbose {
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

pub(super) fn config(world: &World) -> Config {
    Config {
        preparing: 2,
        photos_ahead: world.photos_ahead,
        bytes_ahead: 10_000_000,
        by_sku: world.skus != Skus::None,
        small_shop_pages: world.small_shop_pages,
        ..Config::default()
    }
}

fn pace(seed: u64) -> Pace {
    Pace::new(Limits { seed, ..Limits::default() })
}

/// The contents of a product's photos, for the checks.
pub(super) fn contents(host: &Simulation<'_>, photos: &[FileId]) -> Vec<u64> {
    photos.iter().filter_map(|id| host.shop.files.get(id).copied()).collect()
}
