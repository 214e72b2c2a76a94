//! The engine's state, and what every part of it uses: recording, changing a draft's state, asking whether
//! anything may be sent. Behavior is in the other modules.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use super::evidence::canary::Canary;
use super::evidence::schedule::{Baseline, ListingSchedule};
use super::invariants::Invariants;
use super::item::{Item, Progress};
use super::learned_limits::LearnedLimits;
use super::queues::{ItemIndex, Items, Queues};
use super::refusals::Refusals;
use super::{Config, Effect};
use crate::import::journal::{Knowledge, Record};
use crate::import::state::RunId;
use crate::pace::Pace;
use vitrine_domain::{AccountKey, Backoff, FileId, Problem, ProductId};
use vitrine_media::ContentHash;

/// What was uploaded.
#[derive(Debug, Default)]
pub(super) struct Uploads {
    /// The number of successful uploads, in this process.
    pub count: usize,
    /// What was uploaded as each file.
    pub files: HashMap<FileId, ContentHash>,
}

/// One run of an import. See the [module documentation](super).
///
/// It is large because every decision of a run may depend on all that is known of it, and nothing else may
/// change that; its methods are in a folder for each subject.
pub struct Engine {
    pub(super) run: RunId,
    pub(super) account: AccountKey,
    pub(super) knowledge: Knowledge,
    pub(super) config: Config,

    pub(super) items: Items,
    pub(super) uploads: Uploads,
    pub(super) learned: LearnedLimits,

    // Listings of the shop.
    pub(super) listings: ListingSchedule,
    pub(super) baseline: Baseline,
    pub(super) canary: Canary,
    /// Drafts with covers of an earlier process wait until a list shows whether they were sent after all.
    pub(super) wants_sight: bool,
    /// The run has products without photos, which only their other fields tell apart.
    pub(super) has_photoless: bool,
    /// Products of the account's other drafts, in whichever import they were created, and the covers that
    /// those were sent with.
    pub(super) products_of_others: HashMap<ProductId, Option<FileId>>,
    /// Products that several drafts were answered with: only a list tells whose they are.
    pub(super) disputed: HashSet<ProductId>,
    /// For how long the run has been able to look for its products.
    pub(super) active: Duration,
    /// When that was last counted, and whether it was able to then.
    pub(super) active_until: Option<Duration>,

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
    /// The last request found no connection.
    pub(super) is_offline: bool,
    pub(super) refusals: Refusals,
    pub(super) end_recorded: bool,
    pub(super) invariants: Invariants,

    pub(super) last_failure: Option<Problem>,
    /// When the limiter permits the next request, as last reported.
    pub(super) held_until: Option<Duration>,
    /// Something could be sent, but all slots are taken by other runs.
    pub(super) no_free_slot: bool,
}

/// What is known while one input is being handled.
pub(super) struct StepContext<'a> {
    /// The time since the engine started.
    pub now: Duration,
    pub pace: &'a mut Pace,
    /// What the caller has to do, in order.
    pub effects: Vec<Effect>,
    /// When the engine wants its next tick, on its clock.
    pub wake: Option<Duration>,
}

impl StepContext<'_> {
    /// Requests a tick at this time, unless an earlier one is requested.
    pub fn wake_at(&mut self, time: Duration) {
        self.wake = Some(self.wake.map_or(time, |earlier| earlier.min(time)));
    }
}

impl Engine {
    /// A run without drafts. It begins with [`Input::Start`](super::Input::Start).
    pub fn new(run: RunId, account: AccountKey, knowledge: Knowledge, config: Config) -> Self {
        Self {
            run,
            account,
            knowledge,
            config,
            items: Items::default(),
            uploads: Uploads::default(),
            learned: LearnedLimits::default(),
            listings: ListingSchedule::default(),
            baseline: Baseline::default(),
            canary: Canary::default(),
            wants_sight: false,
            has_photoless: false,
            products_of_others: HashMap::new(),
            disputed: HashSet::new(),
            active: Duration::ZERO,
            active_until: None,
            next_number: 0,
            unsaved: VecDeque::new(),
            storage: None,
            restored: false,
            started: false,
            paused: false,
            cancelled: false,
            signed_out: false,
            is_offline: false,
            refusals: Refusals::default(),
            end_recorded: false,
            invariants: Invariants::default(),
            last_failure: None,
            held_until: None,
            no_free_slot: false,
        }
    }

    /// Requests a record. Returns its number, which [`Input::Recorded`] refers to.
    pub(super) fn record(&mut self, step: &mut StepContext<'_>, record: Record) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        self.unsaved.push_back((number, record.clone()));
        if self.storage.is_none() {
            step.effects.push(Effect::Record { number, record });
        }
        number
    }

    pub(super) fn record_knowledge(&mut self, step: &mut StepContext<'_>) {
        let (account, knowledge) = (self.account.clone(), self.knowledge);
        self.record(step, Record::Knowledge { account, knowledge });
    }

    pub(super) const fn queues(&self) -> &Queues {
        self.items.queues()
    }

    /// Changes what is shown of a draft.
    pub(super) fn update(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        change: impl FnOnce(&mut Item),
    ) {
        self.items.change(item_index, change);
        let item = &self.items[item_index];
        step.effects.push(Effect::Changed(item.id));
        self.end_recorded &= item.state().is_final();
    }

    pub(super) fn set(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, progress: Progress) {
        self.update(step, item_index, |item| item.advance(progress));
    }

    /// Lets a draft wait before all others.
    pub(super) fn enqueue_first(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let place = self.items.first_place();
        self.set(step, item_index, Progress::Waiting(place));
    }

    /// The draft to create next: one that a person corrected before all others. While a single one is tried
    /// after a stop, the others wait for it.
    pub(super) fn next_creation(&self) -> Option<ItemIndex> {
        let Queues { ready, preferred, creating, .. } = self.queues();
        if self.refusals.on_trial.is_some() && *creating > 0 {
            return None;
        }
        let corrected = preferred.iter().copied().find(|item_index| ready.contains(item_index));
        let wait = self.refusals.on_trial.is_some() && !preferred.is_empty();
        corrected.or_else(|| ready.first().copied().filter(|_| !wait))
    }

    /// Whether the user has paused it. Nothing is left to pause when every product has its outcome, or was
    /// cancelled: what is left then is only looked for, until something is added.
    pub const fn is_paused(&self) -> bool {
        self.is_kept_paused() && self.queues().counts.waiting > 0
    }

    /// Whether it would be paused if something were left to do.
    pub const fn is_kept_paused(&self) -> bool {
        self.paused && !self.cancelled
    }

    /// Whether anything new may be sent to the marketplace.
    pub(super) fn may_send(&self) -> bool {
        !self.is_paused() && !self.signed_out && self.storage.is_none()
    }

    /// Whether it can look for its products: it may send, and there is a connection.
    pub(super) fn is_looking(&self) -> bool {
        self.started && self.may_send() && !self.is_offline
    }

    /// Whether nothing is left but products that may have been created.
    pub(super) fn is_idle(&self) -> bool {
        self.queues().counts.waiting == self.queues().unconfirmed.len()
    }

    /// Whether anything new may be sent that advances a product.
    pub(super) fn may_progress(&self) -> bool {
        self.may_send() && !self.cancelled && self.refusals.stopped.is_none()
    }

    pub(super) fn hold_until(&mut self, step: &mut StepContext<'_>, time: Duration) {
        step.wake_at(time);
        self.held_until = Some(self.held_until.map_or(time, |earlier| earlier.min(time)));
    }
}

/// The wait after the `n`-th failure in a row. `salt` spreads the waits, so that not all end at once.
pub(super) fn backoff(n: u32, salt: u64) -> Duration {
    const BACKOFF: Backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(32));
    let wait = BACKOFF.after(n.max(1));
    let spread = salt.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54; // 0..1024
    wait + wait.mul_f64(spread as f64 / 4096.0)
}
