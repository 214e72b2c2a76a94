//! What the user sees: the worker's events, folded as a window would, and compared with what was pressed and
//! with the shops.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tokio::time::Instant;

use super::edits::EditScreen;
use super::expectations::Expectations;
use crate::ledger::{Ledger, Shop};
use crate::worker::sim_env;
use vitrine_core::import::{DraftId, PlannedDraft, Row, State, Waiting};
use vitrine_domain::ProblemKind;
use vitrine_domain::origins::market_name;
use vitrine_model::messages::{
    AccountEntry, AccountEvent, CatalogEvent, CategoryEvent, EditEvent, Event, FormEvent, FormPhotoId,
    FormPhotoState, ImportEvent, PlatformEvent, SavedReview, Session,
};
use vitrine_sandbox::Sandbox;

/// An event that a command must lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    Planned,
    Session,
    SignIn,
    Left,
    WhoAmI,
    Products,
    Previewed,
    FormPhoto(FormPhotoId),
    FormResult,
    Ended,
    Dropped,
    Stopped,
}

/// An account is left, and its creations under way are waited for, within this time.
const SIGNED_OUT_AFTER: Duration = Duration::from_secs(60);

pub struct Screen {
    pub events: Receiver<Event>,
    pub expectations: Expectations,
    pub edits: EditScreen,
    /// The shops in which changes were started.
    pub edited: BTreeSet<Shop>,
    /// The shop whose products are on the screen.
    pub owner: Option<Shop>,
    pub signed_in: bool,
    /// When Sign out was pressed, if nothing that signs in was pressed since.
    pub signed_out: Option<Instant>,
    /// Something was pressed that leaves the account.
    pub leaving: bool,
    pub accounts: Vec<AccountEntry>,
    pub review: Vec<PlannedDraft>,
    /// The folder that was dropped last.
    pub dropped: Option<PathBuf>,
    /// Whether products of an earlier import wait to be resumed.
    pub is_waiting: bool,
    pub drafts: BTreeMap<DraftId, PlannedDraft>,
    pub rows: BTreeMap<DraftId, Row>,
    /// Since when the user has been asked about each draft.
    pub asked: BTreeMap<DraftId, Instant>,
    pub waiting: Option<Waiting>,
    /// The categories of the marketplace are known.
    pub has_tree: bool,
    /// Nothing was pressed since the end was reported.
    pub ended: bool,
    /// An import is reported to be in progress.
    pub running: bool,
    pub cancelling: bool,
    /// Started, and not shown since: what is cancelled is an earlier import of the same products.
    pub unseen: BTreeSet<String>,
    pub form: BTreeMap<FormPhotoId, bool>,
    pub found: bool,
    pub handed_over: Arc<AtomicUsize>,
    expects_review: Option<Shop>,
    pub awaited: Vec<Awaited>,
    pub violation: Option<String>,
    pub verbose: bool,
}

impl Screen {
    pub fn new(events: Receiver<Event>, markets: &Arc<[Sandbox; 2]>, verbose: bool) -> Self {
        Self {
            events,
            expectations: Expectations::new(Ledger::new(Arc::clone(markets), sim_env::clock)),
            edits: EditScreen::default(),
            edited: BTreeSet::new(),
            owner: None,
            signed_in: false,
            signed_out: None,
            leaving: false,
            accounts: Vec::new(),
            review: Vec::new(),
            dropped: None,
            is_waiting: false,
            drafts: BTreeMap::new(),
            rows: BTreeMap::new(),
            asked: BTreeMap::new(),
            waiting: None,
            has_tree: false,
            ended: true,
            running: false,
            cancelling: false,
            unseen: BTreeSet::new(),
            form: BTreeMap::new(),
            found: false,
            handed_over: Arc::default(),
            expects_review: None,
            awaited: Vec::new(),
            violation: None,
            verbose,
        }
    }

    /// The program is dead: later events were never sent.
    pub fn on_death(&mut self) {
        self.take_events();
        // A review might have followed the sign-in.
        self.expects_review = None;
        self.events = std::sync::mpsc::channel().1;
    }

    /// The program starts again with an empty screen.
    pub fn restart(&mut self, events: Receiver<Event>) {
        self.events = events;
        self.clear();
        self.awaited.clear();
        (self.signed_in, self.leaving, self.expects_review) = (false, false, None);
        self.accounts.clear();
        (self.review, self.dropped) = (Vec::new(), None);
    }

    fn clear(&mut self) {
        self.owner = None;
        self.drafts.clear();
        self.rows.clear();
        self.asked.clear();
        self.form.clear();
        self.edits = EditScreen::default();
        (self.has_tree, self.is_waiting) = (false, false);
        (self.waiting, self.ended, self.running, self.cancelling, self.found) =
            (None, true, false, false, false);
    }

    /// The account that a press now is meant for.
    pub fn account(&self) -> Option<Shop> {
        self.owner.filter(|_| self.signed_in && !self.leaving)
    }

    /// The account whose review is being edited. The worker may already know that the token is refused when
    /// the screen does not.
    pub fn reviewer(&self) -> Option<Shop> {
        self.owner.filter(|_| !self.leaving)
    }

    pub fn expect_event(&mut self, awaited_event: Awaited) {
        self.awaited.push(awaited_event);
    }

    pub fn look(&mut self) {
        self.take_events();
        // A review is sent in the same step as the sign-in, or there is none.
        if let Some(shop) = self.expects_review.take()
            && let Err(violation) = self.expectations.on_review(shop, None)
        {
            self.violation.get_or_insert(violation);
        }
    }

    fn take_events(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            if self.verbose {
                println!("        {:?} {event:?}", sim_env::clock());
            }
            if let Err(violation) = self.on_event(event).and_then(|()| self.expectations.ledger.check()) {
                self.violation.get_or_insert(violation);
            }
        }
    }

    /// Whoever signed out stays so.
    pub fn check_signed_out(&self) -> Result<(), String> {
        let long_ago = self.signed_out.is_some_and(|at| at.elapsed() > SIGNED_OUT_AFTER);
        if long_ago && self.signed_in {
            Err("somebody is signed in who had signed out".to_owned())
        } else {
            Ok(())
        }
    }

    fn answered(&mut self, answered: impl Fn(Awaited) -> bool) {
        self.awaited.retain(|awaited_event| !answered(*awaited_event));
    }

    fn on_event(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Session(session) => self.session(session),
            Event::Left => {
                self.clear();
                self.answered(|awaited_event| {
                    matches!(
                        awaited_event,
                        Awaited::Products
                            | Awaited::Previewed
                            | Awaited::FormPhoto(_)
                            | Awaited::FormResult
                            | Awaited::Ended
                            | Awaited::Left
                            | Awaited::SignIn
                    )
                });
            }
            Event::Account(AccountEvent::Accounts(accounts)) => {
                self.accounts = accounts;
            }
            Event::Import(ImportEvent::ReviewRestored(review)) => self.review_kept(&review)?,
            Event::Account(AccountEvent::SignInFound(found)) => {
                self.found = true;
                // The keychain refused it: whoever was signed in still is.
                self.leaving &= found.problem.is_none();
                // A sign-in that overtook a switch of accounts leads to this question, too.
                self.answered(|awaited_event| matches!(awaited_event, Awaited::SignIn | Awaited::Session));
            }
            Event::Account(AccountEvent::SignInEnded(_)) => {
                self.answered(|awaited_event| awaited_event == Awaited::SignIn);
            }
            Event::Account(AccountEvent::WhoAmI(_)) => {
                self.answered(|awaited_event| awaited_event == Awaited::WhoAmI);
            }
            Event::Catalog(CatalogEvent::Ended { .. } | CatalogEvent::Failed(_)) => {
                self.answered(|awaited_event| awaited_event == Awaited::Products);
            }
            Event::Edit(update) => {
                if matches!(update, EditEvent::Previewed { .. }) {
                    self.answered(|awaited_event| awaited_event == Awaited::Previewed);
                }
                self.edits.on_event(update, self.owner.filter(|_| !self.leaving));
            }
            Event::Import(ImportEvent::Planned { drafts, .. }) => {
                self.answered(|awaited_event| awaited_event == Awaited::Planned);
                if let Some(dropped) = &self.dropped {
                    if let Some(other) = drafts.iter().find(|planned| !planned.source.starts_with(dropped)) {
                        return Err(format!(
                            "{dropped:?} was dropped last, and the review shows {:?}",
                            other.source
                        ));
                    }
                    self.review = drafts;
                }
            }
            Event::Form(FormEvent::Photo { id, state }) => {
                self.form.insert(id, matches!(state, FormPhotoState::Uploaded(_)));
                if matches!(state, FormPhotoState::Uploaded(_) | FormPhotoState::Failed(_)) {
                    self.answered(|awaited_event| awaited_event == Awaited::FormPhoto(id));
                }
            }
            Event::Category(CategoryEvent::Loaded { .. }) => self.has_tree = true,
            Event::Form(FormEvent::Result(_)) => {
                self.answered(|awaited_event| awaited_event == Awaited::FormResult);
            }
            Event::Platform(PlatformEvent::Dropped(_)) => {
                self.handed_over.fetch_add(1, Ordering::Relaxed);
                self.answered(|awaited_event| awaited_event == Awaited::Dropped);
            }
            Event::Stopped => self.answered(|_| true),
            Event::Problem(problem) => {
                if problem.kind == ProblemKind::Internal || problem.kind == ProblemKind::StorageDamaged {
                    return Err(format!("{problem:?}"));
                }
                self.answered(|awaited_event| matches!(awaited_event, Awaited::Ended | Awaited::Session));
            }
            other => return self.import(other),
        }
        Ok(())
    }

    fn session(&mut self, session: Session) {
        self.leaving = false;
        self.signed_in = false;
        match session {
            Session::Checking { .. } => return,
            Session::SignedIn { market, account, .. } => {
                let market = usize::from(market_name(&market) != "North");
                let vendor =
                    account.vendor.as_ref().map_or(0, |vendor| vendor.id.as_str().parse().unwrap_or(0));
                let shop = (market, vendor);
                if self.owner != Some(shop) {
                    self.owner = Some(shop);
                    self.expects_review = Some(shop);
                }
                self.signed_in = true;
                self.found = false;
            }
            Session::SignedOut { .. } | Session::Nobody => self.found = false,
        }
        self.answered(|awaited_event| matches!(awaited_event, Awaited::Session | Awaited::SignIn));
    }

    fn review_kept(&mut self, review: &SavedReview) -> Result<(), String> {
        // Signing in again as the same account reports the review again.
        match self.expects_review.take().or(self.owner) {
            Some(shop) => self.expectations.on_review(shop, Some(review)),
            None => Err(format!("a review told with nobody signed in: {review:?}")),
        }
    }

    fn import(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Import(ImportEvent::Drafts(drafts)) => {
                for (_, planned) in &drafts {
                    self.unseen.remove(&planned.draft.name);
                }
                self.drafts.extend(drafts);
            }
            Event::Import(ImportEvent::Rows(rows)) => {
                let shop = self.owner.ok_or("rows with nobody's account on the screen")?;
                for row in rows {
                    self.expectations.on_row(shop, &row.name, row.state)?;
                    if row.state == State::NeedsPerson {
                        self.asked.entry(row.id).or_insert_with(Instant::now);
                    } else {
                        self.asked.remove(&row.id);
                    }
                    self.rows.insert(row.id, row);
                }
            }
            Event::Import(ImportEvent::Unfinished(unfinished)) => {
                self.is_waiting = unfinished.counts.waiting > 0;
            }
            Event::Import(ImportEvent::Progress(progress)) => {
                (self.ended, self.running) = (false, true);
                self.waiting = progress.waiting;
            }
            Event::Import(ImportEvent::Ended(progress)) => {
                (self.ended, self.running) = (true, false);
                self.waiting = progress.waiting;
                self.answered(|awaited_event| awaited_event == Awaited::Ended);
                if std::mem::take(&mut self.cancelling)
                    && let Some(shop) = self.owner
                {
                    let names: BTreeSet<String> = self.rows.values().map(|row| row.name.clone()).collect();
                    self.expectations.cancelled(shop, names.difference(&self.unseen).cloned());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Drafts that the user has been asked about for this long.
    pub fn asked_for(&self, long: Duration) -> Vec<DraftId> {
        self.asked.iter().filter(|(_, since)| since.elapsed() >= long).map(|(id, _)| *id).collect()
    }
}
