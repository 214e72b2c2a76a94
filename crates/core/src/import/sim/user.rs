//! The simulated user: pauses, cancels, corrects, signs in, and looks in the shop when asked.

use std::time::Duration;

use super::shop::Product;
use super::simulation::{SentRow, Simulation, account};
use super::world::UserAction;
use crate::import::engine::Input;
use crate::import::{DraftId, Row, State, Waiting};
use vitrine_domain::Draft;

const S: Duration = Duration::from_secs(1);
/// The longest wait, a listing of which each page fails as often as is tolerated, and a quarter of an hour.
const MAX_DOUBT: Duration = Duration::from_secs(45 * 60);
/// The further listings that a large shop needs.
const FURTHER_LISTINGS: u32 = 2;

impl Simulation<'_> {
    pub(super) fn user_action(&mut self, user_action: UserAction) -> Result<(), String> {
        match user_action {
            UserAction::Pause => {
                self.user.paused = true;
                self.feed(Input::Pause)
            }
            UserAction::Cancel => {
                self.observed.cancelled = true;
                self.user.paused = false;
                self.feed(Input::Cancel)
            }
            UserAction::Retry => self.retry_failed().map(|_| ()),
        }
    }

    /// Corrects what was refused and retries it, and corrects what waits to be sent.
    pub(super) fn retry_failed(&mut self) -> Result<bool, String> {
        self.user.retried = true;
        let corrected: Vec<(DraftId, Draft)> = self
            .engine
            .rows()
            .filter(|row| matches!(row.state, State::Failed | State::Cancelled) || row.state.is_unsent())
            .map(|row| {
                (
                    row.id,
                    Draft {
                        brief: Some("mended".to_owned()),
                        ..self.world.sources[self.source_of[&row.id]].fields()
                    },
                )
            })
            .collect();
        if corrected.is_empty() {
            return Ok(false);
        }
        for (draft, _) in &corrected {
            self.observed.refused.remove(draft);
            self.observed.corrected.insert(*draft);
        }
        self.observed.cancelled = false;
        self.forget_refusals();
        // Where nothing is left to pause, the window shows no pause.
        self.user.paused &= self.engine.is_paused();
        self.feed(Input::Retry(corrected))?;
        Ok(true)
    }

    /// From time to time the user looks at the screen and does what it asks for.
    pub(super) fn look_at_screen(&mut self) -> Result<(), String> {
        self.engine.check_queues();
        self.note_doubts()?;
        if self.user.paused {
            self.user.paused = false;
            return self.proceed();
        }
        match self.engine.waiting(self.now, &self.pace) {
            Some(Waiting::SignIn) => {
                if !std::mem::replace(&mut self.user.stranger_tried, true) && self.rng.per_mille(300) {
                    self.observed.stranger = true;
                    self.observed.signed_out = false;
                    self.feed(Input::SignedIn(account(2)))?;
                    return Ok(());
                }
                self.observed.stranger = false;
                self.observed.signed_out = false;
                self.shop.sign_in(self.now);
                self.feed(Input::SignedIn(account(1)))
            }
            Some(Waiting::Refusals(_)) => self.proceed(),
            Some(Waiting::Person) => {
                let since = *self.user.busy_since.get_or_insert(self.now);
                if self.now - since < 400 * S {
                    return Ok(());
                }
                let asked: Vec<DraftId> = self
                    .engine
                    .rows()
                    .filter(|row| row.state == State::NeedsPerson)
                    .map(|row| row.id)
                    .collect();
                for draft in asked {
                    let exists = self.sees(draft);
                    self.observed.refused.remove(&draft);
                    self.feed(Input::Decide { draft, exists })?;
                }
                self.user.busy_since = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Nothing stays in doubt for ever: at most its wait, the listings that it needs, and a quarter of an
    /// hour. Then a person is asked.
    fn note_doubts(&mut self) -> Result<(), String> {
        if self.world.existing.len() > 100 {
            return Ok(());
        }
        let rests = matches!(
            self.engine.waiting(self.now, &self.pace),
            Some(Waiting::SignIn | Waiting::Paused | Waiting::Storage(_))
        );
        let in_doubt: Vec<DraftId> = self
            .engine
            .rows()
            .filter(|row| row.state == State::Checking && !rests)
            .map(|row| row.id)
            .collect();
        self.user.in_doubt.retain(|draft, _| in_doubt.contains(draft));
        for draft in in_doubt {
            let since = *self.user.in_doubt.entry(draft).or_insert(self.now);
            if self.now - since > MAX_DOUBT + self.user.longest_listing * FURTHER_LISTINGS {
                return Err(format!("draft {draft} has been in doubt since {since:?}, and nobody is asked"));
            }
        }
        Ok(())
    }

    /// Whether there is a product for this row. For folders with the same name and photos nobody can tell
    /// which one a product was made from: the answer is yes if the shop holds more such products than other
    /// rows account for. Of two rows in question, the simulated user guesses right: the wrong answer would
    /// let a cover be sent twice, which would not be the engine's fault.
    fn sees(&self, draft: DraftId) -> bool {
        let sources = &self.world.sources;
        let asked = &sources[self.source_of[&draft]];
        let alike =
            |source: usize| sources[source].name == asked.name && sources[source].photos == asked.photos;
        let there = self.shop.products.iter().filter(|product| product.source.is_some_and(alike)).count();
        // Two of them may have exchanged their numbers when they were dropped again: the cover tells which
        // one was sent.
        let has_own = |draft: DraftId| {
            let cover = self.engine.row(draft).and_then(|row| row.photo_id);
            let is_its = |product: &Product| match &cover {
                Some(cover) => product.photos.first() == Some(cover),
                None => product.source == Some(self.source_of[&draft]),
            };
            self.shop.products.iter().any(is_its)
        };
        let done = |row: &Row| match row.state {
            State::Created | State::Skipped => true,
            State::NeedsPerson => row.id != draft && !has_own(draft) && has_own(row.id),
            _ => false,
        };
        there > self.engine.rows().filter(|row| alike(self.source_of[&row.id]) && done(row)).count()
    }

    fn proceed(&mut self) -> Result<(), String> {
        self.forget_refusals();
        self.feed(Input::Continue)
    }

    /// The user has seen the refusals: they are counted anew.
    fn forget_refusals(&mut self) {
        self.observed.stopped = false;
        (self.observed.creations, self.observed.photos) = (SentRow::default(), SentRow::default());
    }
}
