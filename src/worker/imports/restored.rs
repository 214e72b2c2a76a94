//! Restores a run from the journal.

use std::time::Duration;

use crate::store::Store;
use vitrine_core::import::engine::{Config, Engine};
use vitrine_core::import::journal::JournalReplay;
use vitrine_core::import::{DraftId, PlannedDraft, RunId};
use vitrine_domain::{AccountKey, Problem};

/// The drafts of a run as planned.
pub type Drafts = Vec<(DraftId, PlannedDraft)>;

/// A run's engine and drafts, restored from the journal.
pub struct RestoredRun {
    pub engine: Engine,
    pub drafts: Drafts,
}

impl RestoredRun {
    /// Reads a run of the account. Blocking. `now` is the time on the limiter's clock, `unix_now` the
    /// wall-clock time in seconds since 1970.
    ///
    /// # Errors
    /// When the journal cannot be read, or does not contain the beginning of the run.
    pub fn read(
        store: &Store,
        run: RunId,
        account: &AccountKey,
        now: Duration,
        unix_now: i64,
    ) -> Result<Self, Problem> {
        let (entries, knowledge) = (store.run_entries(run)?, store.knowledge(account)?);
        let mut engine = Engine::restore(run, &entries, knowledge, Config::default(), now, unix_now)?;
        engine.add_products_of_others(store.products_of_drafts(account)?);
        let drafts = JournalReplay::read(&entries, unix_now)
            .into_drafts()
            .into_iter()
            .filter(|known| known.run == run);
        Ok(Self { engine, drafts: drafts.map(|known| (known.id, known.planned)).collect() })
    }
}
