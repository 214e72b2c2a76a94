//! An import read from the journal, to be gone on with.

use std::time::Duration;

use crate::domain::{AccountKey, Problem};
use crate::import::engine::{Config, Engine};
use crate::import::journal::JournalReplay;
use crate::import::{DraftId, PlannedDraft, RunId};
use crate::store::Store;

/// The drafts of a run as they were planned.
pub type Drafts = Vec<(DraftId, PlannedDraft)>;

pub struct Restored {
    pub engine: Engine,
    pub drafts: Drafts,
}

impl Restored {
    /// Reads a run of the account from the journal. Blocking. `now` is the time on the pace's clock, `wall` the one on the wall,
    /// in seconds since 1970.
    pub fn read(store: &Store, run: RunId, account: &AccountKey, now: Duration, unix_now: i64) -> Result<Self, Problem> {
        let (entries, knowledge) = (store.run_entries(run)?, store.knowledge(account)?);
        let engine = Engine::restore(run, &entries, knowledge, Config::default(), now, unix_now)?;
        let drafts = JournalReplay::read(&entries, unix_now).into_drafts().into_iter().filter(|known| known.run == run);
        Ok(Self { engine, drafts: drafts.map(|known| (known.id, known.planned)).collect() })
    }
}
