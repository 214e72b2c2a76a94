//! What every service works with: the store, the event channel, tasks, and the session.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc as std_mpsc;

use jiff::Timestamp;

use super::notice::Notice;
use super::options::Options;
use super::saved_settings::SavedSettings;
use super::session::{ActiveSession, AuthenticatedSession};
use super::tasks::Tasks;
use crate::i18n::Language;
use crate::store::Store;
use crate::worker::photos::Budget;
use vitrine_core::import::categories::CategoryChoices;
use vitrine_core::import::limits::PhotoLimits;
use vitrine_domain::{AccountKey, MarketCategories};
use vitrine_media::Limits;
use vitrine_model::messages::{AwakeFor, Event, PhotoEvent};

/// Memory limit for decoding photos, in bytes, for the whole program. Together with the photos that wait to
/// be sent it stays below 300 MB.
const DECODING_BUDGET: u64 = 260 << 20;

/// Shared state that the services are given with each call.
pub struct Context {
    pub options: Options,
    pub store: Store,
    pub settings: SavedSettings,
    /// Changed by the accounts service alone.
    pub session: ActiveSession,
    pub tasks: Tasks,
    /// The work of the account for which the computer is kept awake.
    pub awake_for: Vec<AwakeFor>,
    /// The categories of the marketplace, as far as they were read. Changed by the categories service alone.
    pub market_categories: Arc<MarketCategories>,
    /// What the shop chose about categories. Changed by the categories service alone.
    pub category_choices: CategoryChoices,
    /// Memory for decoded photos.
    pub budget: Budget,
    events: std_mpsc::Sender<Event>,
    /// Whether an event was sent since the window was last woken.
    events_sent: bool,
    notices: VecDeque<Notice>,
}

impl Context {
    /// The language of the window, for what the system shows.
    pub fn language(&self) -> Language {
        self.settings.get().language.as_deref().and_then(Language::from_tag).unwrap_or_else(Language::system)
    }

    /// A context in which nobody is signed in.
    pub fn new(options: Options, store: Store, events: std_mpsc::Sender<Event>) -> Self {
        Self {
            options,
            store,
            settings: SavedSettings::default(),
            session: ActiveSession::default(),
            tasks: Tasks::default(),
            awake_for: Vec::new(),
            market_categories: Arc::default(),
            category_choices: CategoryChoices::default(),
            budget: Budget::new(DECODING_BUDGET),
            events,
            events_sent: false,
            notices: VecDeque::new(),
        }
    }

    /// Sends an event to the screens.
    pub fn send(&mut self, event: Event) {
        self.events_sent = true;
        // Nobody listening means that the window is closing; its shutdown command is on the way.
        let _ = self.events.send(event);
    }

    /// Sends the error of a result, if it is one, as [`Event::Problem`].
    pub fn report_error<T>(&mut self, result: Result<T, vitrine_domain::Problem>) {
        if let Err(problem) = result {
            self.send(Event::Problem(problem));
        }
    }

    /// Whether an event was sent since the last call.
    pub fn take_events_sent(&mut self) -> bool {
        std::mem::take(&mut self.events_sent)
    }

    /// Queues a notice for all services.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.push_back(notice);
    }

    /// The next queued notice.
    pub fn next_notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    /// The current wall-clock time.
    pub fn now(&self) -> Timestamp {
        (self.options.clock)()
    }

    /// The session, while somebody is signed in.
    pub fn authenticated(&self) -> Option<&AuthenticatedSession> {
        self.session.authenticated()
    }

    /// The account that is signed in, if it has a shop.
    pub fn account(&self) -> Option<AccountKey> {
        self.authenticated()?.key().ok()
    }

    /// The photo limits of the marketplace, from its market file and from what its refusals revealed now and
    /// earlier.
    pub fn photo_limits(&self) -> Limits {
        let Some(market) = self.session.market() else { return Limits::default() };
        let stated = Limits { max_bytes: market.client.profile().limits.photo_bytes, ..Limits::default() };
        match self.store.limits(&market.id) {
            Ok(named) => PhotoLimits::from_named(&named).apply_to(stated),
            Err(problem) => {
                tracing::warn!(%problem, "the limits learned are not to be had");
                stated
            }
        }
    }

    /// Saves limits that refusals revealed. A failure is only logged: the next refusal reveals the limit
    /// again.
    pub fn learn_limits(&mut self, limits: &PhotoLimits) {
        let Some(market) = self.session.market() else { return };
        for (name, value) in limits.to_named() {
            tracing::info!(name, value, "the marketplace taught a limit");
            if let Err(problem) = self.store.learn_limit(&market.id, &name, value) {
                tracing::warn!(%problem, "a limit cannot be kept");
            }
        }
        self.send_photo_limits();
    }

    /// Sends the photo limits to the screens, which show beforehand what will be done to photos.
    pub fn send_photo_limits(&mut self) {
        if self.authenticated().is_some() {
            self.send(Event::Photo(PhotoEvent::Limits(self.photo_limits())));
        }
    }
}
