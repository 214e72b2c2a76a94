//! What the person sees: the worker's events, folded as a window would, and held against what was pressed and the shops.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tokio::time::Instant;

use super::pressed::{Pressed, Shop};
use crate::domain::Code;
use crate::import::{DraftId, PlannedDraft, Row, State, Waiting};
use crate::worker::sim_env;
use crate::worker::{AccountEntry, Event, FormPhotoId, FormPhotoState, ProductsUpdate, SavedReview, Session};

/// What a command promises to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    Planned,
    Session,
    SignIn,
    Left,
    WhoAmI,
    Products,
    FormPhoto(FormPhotoId),
    FormResult,
    Ended,
    Dropped,
    Stopped,
}

pub struct Screen {
    pub events: Receiver<Event>,
    pub pressed: Pressed,
    /// Whose products are on the screen.
    pub owner: Option<Shop>,
    pub signed_in: bool,
    /// Something was pressed that leads away from the account.
    pub leaving: bool,
    pub accounts: Vec<AccountEntry>,
    pub review: Vec<PlannedDraft>,
    /// The folder that was dropped last.
    pub dropped: Option<PathBuf>,
    pub drafts: BTreeMap<DraftId, PlannedDraft>,
    pub rows: BTreeMap<DraftId, Row>,
    /// Since when it has been asked about.
    pub asked: BTreeMap<DraftId, Instant>,
    pub waiting: Option<Waiting>,
    /// Nothing was pressed since it was told to be at its end.
    pub ended: bool,
    /// An import is told to be under way.
    pub running: bool,
    pub cancelling: bool,
    pub form: BTreeMap<FormPhotoId, bool>,
    pub found: bool,
    pub handed_over: Arc<AtomicUsize>,
    expects_review: Option<Shop>,
    pub wants: Vec<Want>,
    pub violation: Option<String>,
    pub loud: bool,
}

impl Screen {
    pub fn new(events: Receiver<Event>, pressed: Pressed, loud: bool) -> Self {
        Self {
            events,
            pressed,
            owner: None,
            signed_in: false,
            leaving: false,
            accounts: Vec::new(),
            review: Vec::new(),
            dropped: None,
            drafts: BTreeMap::new(),
            rows: BTreeMap::new(),
            asked: BTreeMap::new(),
            waiting: None,
            ended: true,
            running: false,
            cancelling: false,
            form: BTreeMap::new(),
            found: false,
            handed_over: Arc::default(),
            expects_review: None,
            wants: Vec::new(),
            violation: None,
            loud,
        }
    }

    /// The program is dead: what it tells from now on was never told.
    pub fn dies(&mut self) {
        self.look();
        self.events = std::sync::mpsc::channel().1;
    }

    /// The program starts anew: nothing is on the screen.
    pub fn anew(&mut self, events: Receiver<Event>) {
        self.events = events;
        self.clear();
        self.wants.clear();
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
        (self.waiting, self.ended, self.running, self.cancelling, self.found) = (None, true, false, false, false);
    }

    /// The account that something pressed now is meant for.
    pub fn account(&self) -> Option<Shop> {
        self.owner.filter(|_| self.signed_in && !self.leaving)
    }

    /// Whose review is typed in. The worker may know already that the token is refused, and the screen not yet.
    pub fn reviewer(&self) -> Option<Shop> {
        self.owner.filter(|_| !self.leaving)
    }

    pub fn want(&mut self, want: Want) {
        self.wants.push(want);
    }

    pub fn look(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            if self.loud {
                println!("        {:?} {event:?}", sim_env::clock());
            }
            if let Err(violation) = self.take(event).and_then(|()| self.pressed.check_shops()) {
                self.violation.get_or_insert(violation);
            }
        }
        // Told in the same turn as the sign-in, or there is none.
        if let Some(shop) = self.expects_review.take()
            && let Err(violation) = self.pressed.told_review(shop, None)
        {
            self.violation.get_or_insert(violation);
        }
    }

    fn answered(&mut self, answered: impl Fn(Want) -> bool) {
        self.wants.retain(|want| !answered(*want));
    }

    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Session(session) => self.session(session),
            Event::Left => {
                self.clear();
                self.answered(|want| {
                    matches!(want, Want::Products | Want::FormPhoto(_) | Want::FormResult | Want::Ended | Want::Left | Want::SignIn)
                });
            }
            Event::Accounts(accounts) => {
                self.accounts = accounts;
            }
            Event::ReviewRestored(review) => self.review_kept(&review)?,
            Event::SignInFound(_) => {
                self.found = true;
                // A switch of accounts that a sign-in overtook comes to this question, too.
                self.answered(|want| matches!(want, Want::SignIn | Want::Session));
            }
            Event::SignInEnded(_) => self.answered(|want| want == Want::SignIn),
            Event::WhoAmI(_) => self.answered(|want| want == Want::WhoAmI),
            Event::Products(ProductsUpdate::Page { done: true, .. } | ProductsUpdate::Failed(_)) => {
                self.answered(|want| want == Want::Products);
            }
            Event::Planned { drafts, .. } => {
                self.answered(|want| want == Want::Planned);
                if let Some(dropped) = &self.dropped {
                    if let Some(other) = drafts.iter().find(|planned| !planned.source.starts_with(dropped)) {
                        return Err(format!("{dropped:?} was dropped last, and the review shows {:?}", other.source));
                    }
                    self.review = drafts;
                }
            }
            Event::FormPhoto { id, state } => {
                self.form.insert(id, matches!(state, FormPhotoState::Uploaded(_)));
                if matches!(state, FormPhotoState::Uploaded(_) | FormPhotoState::Failed(_)) {
                    self.answered(|want| want == Want::FormPhoto(id));
                }
            }
            Event::FormResult(_) => self.answered(|want| want == Want::FormResult),
            Event::Dropped(_) => {
                self.handed_over.fetch_add(1, Ordering::Relaxed);
                self.answered(|want| want == Want::Dropped);
            }
            Event::Stopped => self.answered(|_| true),
            Event::Problem(problem) => {
                if problem.code == Code::Internal || problem.code == Code::StorageDamaged {
                    return Err(format!("{problem:?}"));
                }
                self.answered(|want| matches!(want, Want::Ended | Want::Session));
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
                let market = usize::from(market != "North");
                let vendor = account.vendor.as_ref().map_or(0, |vendor| vendor.id.as_str().parse().unwrap_or(0));
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
        self.answered(|want| matches!(want, Want::Session | Want::SignIn));
    }

    fn review_kept(&mut self, review: &SavedReview) -> Result<(), String> {
        // Whoever signs in once more as the same is told once more.
        match self.expects_review.take().or(self.owner) {
            Some(shop) => self.pressed.told_review(shop, Some(review)),
            None => Err(format!("a review told with nobody signed in: {review:?}")),
        }
    }

    fn import(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::ImportDrafts(drafts) => self.drafts.extend(drafts),
            Event::ImportRows(rows) => {
                let shop = self.owner.ok_or("rows with nobody's account on the screen")?;
                for row in rows {
                    self.pressed.told_row(shop, &row.name, row.state)?;
                    if row.state == State::NeedsPerson {
                        self.asked.entry(row.id).or_insert_with(Instant::now);
                    } else {
                        self.asked.remove(&row.id);
                    }
                    self.rows.insert(row.id, row);
                }
            }
            Event::ImportProgress(progress) => {
                (self.ended, self.running) = (false, true);
                self.waiting = progress.waiting;
            }
            Event::ImportEnded(progress) => {
                (self.ended, self.running) = (true, false);
                self.waiting = progress.waiting;
                self.answered(|want| want == Want::Ended);
                if std::mem::take(&mut self.cancelling)
                    && let Some(shop) = self.owner
                {
                    let names: BTreeSet<String> = self.rows.values().map(|row| row.name.clone()).collect();
                    self.pressed.cancelled(shop, names.into_iter());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Those that have been asked about for so long.
    pub fn asked_for(&self, long: Duration) -> Vec<DraftId> {
        self.asked.iter().filter(|(_, since)| since.elapsed() >= long).map(|(id, _)| *id).collect()
    }
}
