//! Whoever sits before the screen: pauses, cancels, mends, signs in, and looks in the shop when asked.

use std::time::Duration;

use super::host::{Host, account};
use super::world::Whim;
use crate::domain::Draft;
use crate::import::engine::Input;
use crate::import::{DraftId, Row, State, Waiting};

const S: Duration = Duration::from_secs(1);

impl Host<'_> {
    pub(super) fn whim(&mut self, whim: Whim) -> Result<(), String> {
        match whim {
            Whim::Pause => {
                self.person.paused = true;
                self.give(Input::Pause)
            }
            Whim::Cancel => {
                self.watch.cancelled = true;
                self.give(Input::Cancel)
            }
            Whim::Retry => self.retry_failed().map(|_| ()),
        }
    }

    /// Mends what was refused and puts it back in the queue.
    pub(super) fn retry_failed(&mut self) -> Result<bool, String> {
        self.person.retried = true;
        let failed: Vec<(DraftId, Draft)> = self
            .engine
            .rows()
            .filter(|row| matches!(row.state, State::Failed | State::Cancelled))
            .map(|row| (row.id, Draft { brief: Some("mended".to_owned()), ..self.world.sources[self.source_of[&row.id]].fields() }))
            .collect();
        if failed.is_empty() {
            return Ok(false);
        }
        for (draft, _) in &failed {
            self.watch.refused.remove(draft);
        }
        self.watch.cancelled = false;
        self.watch.stopped = false;
        self.watch.equal_refusals = (None, 0);
        self.give(Input::Retry(failed))?;
        Ok(true)
    }

    /// Every so often somebody looks at the screen and does what it asks for.
    pub(super) fn person_looks(&mut self) -> Result<(), String> {
        if self.person.paused {
            self.person.paused = false;
            return self.proceed();
        }
        match self.engine.waiting(self.now, &self.pace) {
            Some(Waiting::SignIn) => {
                if !std::mem::replace(&mut self.person.stranger_tried, true) && self.dice.per_mille(300) {
                    self.watch.stranger = true;
                    self.watch.signed_out = false;
                    self.give(Input::SignedIn(account(2)))?;
                    return Ok(());
                }
                self.watch.stranger = false;
                self.watch.signed_out = false;
                self.shop.sign_in(self.now);
                self.give(Input::SignedIn(account(1)))
            }
            Some(Waiting::Refusals(_)) => self.proceed(),
            Some(Waiting::Person) => {
                let since = *self.person.busy_since.get_or_insert(self.now);
                if self.now - since < 400 * S {
                    return Ok(());
                }
                let asked: Vec<DraftId> = self.engine.rows().filter(|row| row.state == State::NeedsPerson).map(|row| row.id).collect();
                for draft in asked {
                    let exists = self.sees(draft);
                    self.give(Input::Decide { draft, exists })?;
                }
                self.person.busy_since = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Is there a product for this row? Of folders with the same name and the same photos nobody can tell which one a
    /// product was made of: there is, when the shop holds more of them than other rows say. Of two that are asked about,
    /// the model's person guesses right: the other answer would have a cover sent twice, and not by the engine's fault.
    fn sees(&self, draft: DraftId) -> bool {
        let sources = &self.world.sources;
        let asked = &sources[self.source_of[&draft]];
        let alike = |source: usize| sources[source].name == asked.name && sources[source].photos == asked.photos;
        let there = self.shop.products.iter().filter(|product| product.source.is_some_and(alike)).count();
        let has_own = |draft: DraftId| self.shop.products.iter().any(|product| product.source == Some(self.source_of[&draft]));
        let done = |row: &Row| match row.state {
            State::Created | State::Skipped => true,
            State::NeedsPerson => row.id != draft && !has_own(draft) && has_own(row.id),
            _ => false,
        };
        there > self.engine.rows().filter(|row| alike(self.source_of[&row.id]) && done(row)).count()
    }

    fn proceed(&mut self) -> Result<(), String> {
        self.watch.stopped = false;
        self.watch.equal_refusals = (None, 0);
        self.give(Input::Continue)
    }
}
