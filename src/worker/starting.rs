//! From Start to a run: the planned products are compared with earlier imports of the account, and then begin.
//!
//! Comparing reads photos, so it is a task of its own, and a person may press anything meanwhile. Each start belongs to the
//! account it was pressed in: its result begins there or nowhere.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tokio::task::AbortHandle;

use super::Event;
use super::hub::{Done, Hub};
use super::imports::wall;
use super::pending::PendingImport;
use super::run::blocking;
use super::session::Live;
use crate::domain::{AccountKey, Code, Problem};
use crate::import::again::{Added, Judged, judge, needs_hashes};
use crate::import::journal::{Known, Ledger};
use crate::import::{DraftId, PlannedDraft};
use crate::media::{self, ContentHash};

/// An import that was started and has not begun.
pub struct Starting {
    id: u64,
    account: AccountKey,
    drafts: Vec<(DraftId, PlannedDraft)>,
    /// Pause was pressed meanwhile: it begins paused.
    pub paused: bool,
    task: AbortHandle,
    /// What the comparison needs, once the photos were read. It waits for the account where that has to sign in again.
    compared: Option<Compared>,
}

/// Earlier drafts of the account, and the photos of the planned ones.
pub struct Compared {
    earlier: Vec<Known>,
    /// Of each planned draft's photos, in order; empty where they were not needed.
    hashes: Vec<Vec<ContentHash>>,
}

impl Starting {
    pub const fn count(&self) -> usize {
        self.drafts.len()
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Hub {
    /// Start was pressed. `from_review`: what is started is the account's saved review, which is dropped once it is on the
    /// disk as an import.
    pub(super) fn import_start(&mut self, drafts: Vec<PlannedDraft>, again: bool, from_review: bool) {
        if let Err(problem) = self.save_and_start(drafts, again, from_review) {
            self.tell(Event::Problem(problem));
        }
    }

    fn save_and_start(&mut self, drafts: Vec<PlannedDraft>, again: bool, from_review: bool) -> Result<(), Problem> {
        let Some(market) = self.market.as_ref().map(|market| market.name.clone()) else {
            return Err(Problem::new(Code::SignInNeeded));
        };
        let account = self.live.as_ref().map(Live::key).transpose()?;
        let drafts: Vec<_> = self.store.new_drafts(drafts.len())?.into_iter().zip(drafts).collect();
        let pending = PendingImport { market, account: account.clone(), again, drafts };
        self.save_pending(pending.clone())?;
        let account = account.ok_or_else(|| Problem::new(Code::SignInNeeded))?;
        if from_review {
            self.keep_review(None);
        }
        self.start_pending(pending, account)
    }

    /// Begins what was pending at an earlier start of the program, or before somebody signed in.
    pub(super) fn resume_pending(&mut self, account: &AccountKey) -> Result<(), Problem> {
        let under_way: BTreeSet<DraftId> = self.imports.starting.iter().flat_map(|start| &start.drafts).map(|(id, _)| *id).collect();
        for mut pending in self.pending_of(Some(account))? {
            pending.drafts.retain(|(draft, _)| !under_way.contains(draft));
            let begun = self.store.begun_drafts(pending.drafts.iter().map(|(draft, _)| *draft))?;
            self.drop_pending(&begun)?;
            pending.drafts.retain(|(draft, _)| !begun.contains(draft));
            if !pending.drafts.is_empty() {
                self.start_pending(pending, account.clone())?;
            }
        }
        Ok(())
    }

    fn start_pending(&mut self, pending: PendingImport, account: AccountKey) -> Result<(), Problem> {
        let PendingImport { again, drafts, .. } = pending;
        let earlier = if again {
            Vec::new()
        } else {
            let names = drafts.iter().map(|(_, planned)| planned.source_name.as_str());
            Ledger::read(&self.store.earlier_entries(&account, names)?, wall()).into_drafts()
        };
        let planned: Vec<PlannedDraft> = drafts.iter().map(|(_, planned)| planned.clone()).collect();
        self.imports.starts += 1;
        let id = self.imports.starts;
        let task = self.spawn(async move {
            let compared = blocking(move || {
                let wanted = needs_hashes(&planned, &earlier);
                Ok(Compared { hashes: hashes_of(&planned, &wanted), earlier })
            });
            Done::Compared { start: id, compared: compared.await }
        });
        self.imports.starting.push(Starting { id, account, drafts, paused: false, task, compared: None });
        self.imports.ended = false;
        Ok(())
    }

    /// The photos of a start were read. One that was cancelled or left meanwhile is not known any more.
    pub(super) fn compared(&mut self, id: u64, compared: Result<Compared, Problem>) {
        let Some(at) = self.imports.starting.iter().position(|start| start.id == id) else { return };
        match compared {
            Ok(compared) => self.imports.starting[at].compared = Some(compared),
            Err(problem) => {
                let start = self.imports.starting.remove(at);
                self.tell(Event::Problem(problem));
                // It is still pending: trying again is offered.
                if let Ok(Some(unfinished)) = self.unfinished(&start.account) {
                    self.tell(Event::ImportUnfinished(unfinished));
                }
            }
        }
        self.begin_compared();
    }

    /// Begins the starts whose comparison is done, while their account is signed in.
    pub(super) fn begin_compared(&mut self) {
        let Some(Ok(account)) = self.live.as_ref().map(Live::key) else { return };
        let ready = |start: &mut Starting| start.compared.is_some() && start.account == account;
        let ready: Vec<Starting> = self.imports.starting.extract_if(.., ready).collect();
        for mut start in ready {
            let Some(compared) = start.compared.take() else { continue };
            let (ids, planned): (Vec<DraftId>, Vec<PlannedDraft>) = std::mem::take(&mut start.drafts).into_iter().unzip();
            let judged = judge(&planned, &compared.hashes, &compared.earlier);
            let added = self.added(ids.iter().copied().zip(planned), judged, compared);
            if let Err(problem) = self.begin_import(&account, added, ids, start.paused) {
                self.tell(Event::Problem(problem));
            }
        }
    }

    fn added(&self, drafts: impl Iterator<Item = (DraftId, PlannedDraft)>, judged: Vec<Judged>, compared: Compared) -> Vec<Added> {
        let Compared { earlier, hashes } = compared;
        let rules = self.live.as_ref().map(|live| live.client.profile().rules()).unwrap_or_default();
        let mut added = Vec::new();
        for (((id, planned), judged), hashes) in drafts.zip(judged).zip(hashes) {
            let problem = planned.draft.check(planned.photos.len(), &rules).into_iter().next();
            added.push(match (judged, problem) {
                // What is already in the import under way is not taken up a second time.
                (Judged::Adopt(index), _) if self.imports.runs.iter().any(|run| run.engine.row(earlier[index].id).is_some()) => continue,
                (Judged::New | Judged::Adopt(_), Some(problem)) => Added::Refused { id, planned, problem: problem.into() },
                _ => Added::judged(judged, id, planned, hashes, &earlier),
            });
        }
        added
    }

    /// Cancel was pressed before they had begun: they begin, so that they stand in the journal and on the screen, and are
    /// cancelled before anything is sent.
    pub(super) fn cancel_starting(&mut self) {
        for mut start in std::mem::take(&mut self.imports.starting) {
            let drafts = std::mem::take(&mut start.drafts);
            let ids = drafts.iter().map(|(id, _)| *id).collect();
            let added = drafts.into_iter().map(|(id, planned)| Added::New { id, planned }).collect();
            if let Err(problem) = self.begin_import(&start.account, added, ids, true) {
                self.tell(Event::Problem(problem));
            }
        }
    }
}

/// The photos' hashes of the drafts at `wanted`. A photo that cannot be read leaves its draft without.
fn hashes_of(planned: &[PlannedDraft], wanted: &[usize]) -> Vec<Vec<ContentHash>> {
    let hash = |path: &PathBuf| media::read_photo(path, media::MAX_FILE_BYTES).ok().map(|bytes| ContentHash::of(&bytes));
    let mut hashes = vec![Vec::new(); planned.len()];
    for &index in wanted {
        hashes[index] = planned[index].photos.iter().map(hash).collect::<Option<_>>().unwrap_or_default();
    }
    hashes
}
