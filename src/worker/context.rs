//! What every service works with: the store, the way to the screens, tasks, and who is signed in.

use std::collections::VecDeque;
use std::sync::mpsc as std_mpsc;

use jiff::Timestamp;

use super::accounts::{ActiveSession, AuthenticatedSession};
use super::kept_settings::KeptSettings;
use super::messages::Event;
use super::notice::Notice;
use super::options::Options;
use super::tasks::Tasks;
use crate::domain::AccountKey;
use crate::import::limits::PhotoLimits;
use crate::media::{Budget, Limits};
use crate::store::Store;

/// Everything this program decodes at one time, in bytes; with what waits to be sent it keeps to 300 MB.
const DECODING_BUDGET: u64 = 260 << 20;

pub struct Context {
    pub options: Options,
    pub store: Store,
    pub settings: KeptSettings,
    /// Changed by the accounts alone.
    pub session: ActiveSession,
    pub tasks: Tasks,
    /// Memory for decoded photos.
    pub budget: Budget,
    events: std_mpsc::Sender<Event>,
    /// Something was told since the screens were last woken.
    told: bool,
    notices: VecDeque<Notice>,
}

impl Context {
    pub fn new(options: Options, store: Store, events: std_mpsc::Sender<Event>) -> Self {
        Self {
            options,
            store,
            settings: KeptSettings::default(),
            session: ActiveSession::default(),
            tasks: Tasks::default(),
            budget: Budget::new(DECODING_BUDGET),
            events,
            told: false,
            notices: VecDeque::new(),
        }
    }

    pub fn tell(&mut self, event: Event) {
        self.told = true;
        // Nobody listening means the window is closing; its Shutdown is on the way.
        let _ = self.events.send(event);
    }

    pub fn tell_problem<T>(&mut self, result: Result<T, crate::domain::Problem>) {
        if let Err(problem) = result {
            self.tell(Event::Problem(problem));
        }
    }

    /// Whether anything was told since the last call.
    pub fn take_told(&mut self) -> bool {
        std::mem::take(&mut self.told)
    }

    pub fn notify(&mut self, notice: Notice) {
        self.notices.push_back(notice);
    }

    pub fn next_notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    /// The clock on the wall.
    pub fn now(&self) -> Timestamp {
        (self.options.clock)()
    }

    pub fn live(&self) -> Option<&AuthenticatedSession> {
        self.session.live()
    }

    /// The account signed in, if it has a shop.
    pub fn account(&self) -> Option<AccountKey> {
        self.live()?.key().ok()
    }

    /// What the marketplace takes: by its market file, and by what its refusals taught here and in earlier runs.
    pub fn photo_limits(&self) -> Limits {
        let Some(market) = self.session.market() else { return Limits::default() };
        let stated = Limits { max_bytes: market.client.profile().limits.photo_bytes, ..Limits::default() };
        match self.store.limits(&market.name) {
            Ok(named) => PhotoLimits::from_named(&named).on(stated),
            Err(problem) => {
                tracing::warn!(%problem, "the limits learned are not to be had");
                stated
            }
        }
    }

    /// Not to remember is no reason to stop: the next refusal teaches it again.
    pub fn learn_limits(&mut self, limits: &PhotoLimits) {
        let Some(market) = self.session.market() else { return };
        for (name, value) in limits.named() {
            tracing::info!(name, value, "the marketplace taught a limit");
            if let Err(problem) = self.store.learn_limit(&market.name, &name, value) {
                tracing::warn!(%problem, "a limit cannot be kept");
            }
        }
        self.tell_photo_limits();
    }

    /// Says beforehand what is done to photos: it depends on what the marketplace takes.
    pub fn tell_photo_limits(&mut self) {
        if self.live().is_some() {
            self.tell(Event::PhotoLimits(self.photo_limits()));
        }
    }
}
