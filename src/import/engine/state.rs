//! The engine's state, and what every part of it does with that: write records down, change a draft's state, ask whether
//! anything may leave. What the parts do by themselves is in their folders; what they do to the engine stands above this.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

use super::item::Item;
use super::reconcile::canary::Canary;
use super::reconcile::schedule::{Baseline, ListingSchedule};
use super::rule::Rule;
use super::uploads::lessons::Lessons;
use super::{Config, Effect};
use crate::domain::{AccountKey, Problem, ProductId};
use crate::import::journal::{Knowledge, Record};
use crate::import::state::{Counts, DraftId, RunId, State};
use crate::media::ContentHash;
use crate::pace::Pace;

/// A draft's place in [`Engine::items`].
pub(super) type ItemIndex = usize;

pub struct Engine {
    pub(super) run: RunId,
    pub(super) account: AccountKey,
    pub(super) knowledge: Knowledge,
    pub(super) config: Config,

    pub(super) items: Vec<Item>,
    pub(super) places: HashMap<DraftId, ItemIndex>,
    pub(super) counts: Counts,
    pub(super) uploads: usize,
    pub(super) lessons: Lessons,

    // Where drafts and photos wait, in the order of the drafts.
    pub(super) queue: VecDeque<ItemIndex>,
    pub(super) to_prepare: BTreeSet<(ItemIndex, usize)>,
    pub(super) to_upload: BTreeSet<(ItemIndex, usize)>,
    /// What is being sent, by content.
    pub(super) sending_hashes: Vec<ContentHash>,
    pub(super) ready: BTreeSet<ItemIndex>,
    pub(super) lost: BTreeSet<ItemIndex>,
    pub(super) put_off: BTreeSet<(Duration, Deferred)>,

    // What is under way.
    pub(super) preparing: usize,
    pub(super) in_memory: usize,
    pub(super) bytes: u64,
    pub(super) sending: usize,
    pub(super) creating: usize,
    /// Creations whose intent is being made durable, by the number of its record.
    pub(super) intents: VecDeque<(u64, ItemIndex)>,

    // Looking at the shop.
    pub(super) looks: ListingSchedule,
    pub(super) baseline: Baseline,
    pub(super) canary: Canary,
    /// Products of drafts that are done.
    pub(super) taken: HashMap<ProductId, ItemIndex>,

    // The journal.
    pub(super) next_number: u64,
    pub(super) unsaved: VecDeque<(u64, Record)>,
    pub(super) storage: Option<(Problem, Duration)>,

    // Why nothing new is sent.
    pub(super) restored: bool,
    pub(super) started: bool,
    pub(super) paused: bool,
    pub(super) cancelled: bool,
    pub(super) signed_out: bool,
    pub(super) refusals: Refusals,
    pub(super) end_recorded: bool,

    pub(super) last_failure: Option<Problem>,
    /// When the pace lets the next request go, as last heard.
    pub(super) held_until: Option<Duration>,
    /// Something could be sent, and others have every place.
    pub(super) no_place: bool,
}

/// Something to be tried again at a later time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deferred {
    Creation(ItemIndex),
    Upload(ItemIndex, usize),
}

/// Equal refusals in a row.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    last: Option<Problem>,
    in_a_row: u32,
    /// What stopped the run.
    pub stopped: Option<Problem>,
}

/// So many stop the run until a person says go on.
const EQUAL_REFUSALS: u32 = 3;

impl Refusals {
    pub fn count(&mut self, problem: &Problem) {
        let equal = |last: &Problem| (last.code, &last.field, &last.said) == (problem.code, &problem.field, &problem.said);
        self.in_a_row = if self.last.as_ref().is_some_and(equal) { self.in_a_row + 1 } else { 1 };
        self.last = Some(problem.clone());
        if self.in_a_row >= EQUAL_REFUSALS {
            self.stopped = Some(problem.clone());
        }
    }

    pub fn reset(&mut self) {
        (self.last, self.in_a_row) = (None, 0);
    }
}

/// One turn: what is known while an input is being handled.
pub(super) struct StepContext<'a> {
    pub now: Duration,
    pub pace: &'a mut Pace,
    pub effects: Vec<Effect>,
    pub wake: Option<Duration>,
}

impl StepContext<'_> {
    pub fn wake_at(&mut self, time: Duration) {
        self.wake = Some(self.wake.map_or(time, |earlier| earlier.min(time)));
    }
}

impl Engine {
    pub fn new(run: RunId, account: AccountKey, knowledge: Knowledge, config: Config) -> Self {
        Self {
            run,
            account,
            knowledge,
            config,
            items: Vec::new(),
            places: HashMap::new(),
            counts: Counts::default(),
            uploads: 0,
            lessons: Lessons::default(),
            queue: VecDeque::new(),
            to_prepare: BTreeSet::new(),
            to_upload: BTreeSet::new(),
            sending_hashes: Vec::new(),
            ready: BTreeSet::new(),
            lost: BTreeSet::new(),
            put_off: BTreeSet::new(),
            preparing: 0,
            in_memory: 0,
            bytes: 0,
            sending: 0,
            creating: 0,
            intents: VecDeque::new(),
            looks: ListingSchedule::default(),
            baseline: Baseline::default(),
            canary: Canary::default(),
            taken: HashMap::new(),
            next_number: 0,
            unsaved: VecDeque::new(),
            storage: None,
            restored: false,
            started: false,
            paused: false,
            cancelled: false,
            signed_out: false,
            refusals: Refusals::default(),
            end_recorded: false,
            last_failure: None,
            held_until: None,
            no_place: false,
        }
    }

    /// Asks for a record; the number to wait for.
    pub(super) fn record(&mut self, turn: &mut StepContext<'_>, record: Record) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        self.unsaved.push_back((number, record.clone()));
        if self.storage.is_none() {
            turn.effects.push(Effect::Record { number, record });
        }
        number
    }

    pub(super) fn record_knowledge(&mut self, turn: &mut StepContext<'_>) {
        let (account, knowledge) = (self.account.clone(), self.knowledge);
        self.record(turn, Record::Knowledge { account, knowledge });
    }

    pub(super) fn set_state(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, state: State) {
        let item = &mut self.items[place];
        self.counts.remove(item.state);
        self.counts.add(state);
        item.state = state;
        turn.effects.push(Effect::Changed(item.id));
        if !state.is_final() {
            self.end_recorded = false;
        }
    }

    /// May anything new leave for the marketplace?
    pub(super) fn may_send(&self) -> bool {
        let stopped = self.paused && self.holds(Rule::Stop);
        let nobody = self.signed_out && self.holds(Rule::SignIn);
        !stopped && !nobody && self.storage.is_none()
    }

    /// May anything new leave that brings a product nearer?
    pub(super) fn may_make(&self) -> bool {
        let refused = self.refusals.stopped.is_some() && self.holds(Rule::StopAfterThree);
        self.may_send() && !self.cancelled && !refused
    }

    pub(super) fn hold_until(&mut self, turn: &mut StepContext<'_>, time: Duration) {
        turn.wake_at(time);
        self.held_until = Some(self.held_until.map_or(time, |earlier| earlier.min(time)));
    }

    /// Does this rule hold? The simulator's engine asks its configuration.
    #[cfg(test)]
    pub(super) fn holds(&self, rule: Rule) -> bool {
        self.config.broken != Some(rule)
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "the simulator's engine asks its configuration")]
    pub(super) const fn holds(&self, _: Rule) -> bool {
        true
    }
}

/// A wait after the `n`-th failure in a row, spread by `salt` so that not all come back at once.
pub(super) fn backoff(n: u32, salt: u64) -> Duration {
    let wait = Duration::from_secs(1 << n.saturating_sub(1).min(5));
    let spread = salt.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54; // 0..1024
    wait + wait.mul_f64(spread as f64 / 4096.0)
}
