//! Imports between Start and the journal: on the disk from the moment Start is pressed until the journal has them.
//!
//! Start comes before a comparison with earlier imports that may take minutes, and sometimes before anybody is signed in. A
//! pending import outlives both, and the program: [`resume`](super::Command::ImportResume) starts it again.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::hub::Hub;
use crate::domain::{AccountKey, Code, Problem};
use crate::import::{DraftId, PlannedDraft};

/// Under which name the store keeps them.
const KEY: &str = "pending_imports";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PendingImport {
    pub market: String,
    /// Whose import it is. `None`: nobody was signed in at Start, so it belongs to whoever resumes it at this marketplace.
    pub account: Option<AccountKey>,
    pub again: bool,
    /// Their numbers tell, after a crash, which of them the journal has.
    pub drafts: Vec<(DraftId, PlannedDraft)>,
}

impl PendingImport {
    fn belongs_to(&self, market: &str, account: Option<&AccountKey>) -> bool {
        self.market == market && (self.account.is_none() || self.account.as_ref() == account)
    }
}

/// What a planned product is known by.
fn source(planned: &PlannedDraft) -> (&Path, &str) {
    (&planned.source, &planned.source_name)
}

impl Hub {
    /// Keeps an import that was just started. It replaces what was pending of the same products.
    pub(super) fn save_pending(&self, started: PendingImport) -> Result<(), Problem> {
        let mut pending = self.all_pending()?;
        let sources: BTreeSet<_> = started.drafts.iter().map(|(_, planned)| source(planned)).collect();
        for kept in pending.iter_mut().filter(|kept| kept.belongs_to(&started.market, started.account.as_ref())) {
            kept.drafts.retain(|(_, planned)| !sources.contains(&source(planned)));
        }
        pending.push(started);
        self.set_pending(pending)
    }

    /// What the account, or nobody yet, has pending at the marketplace in use. It stays pending until the journal has it.
    pub(super) fn pending_of(&self, account: Option<&AccountKey>) -> Result<Vec<PendingImport>, Problem> {
        let Some(market) = self.market.as_ref().map(|market| market.name.as_str()) else { return Ok(Vec::new()) };
        let mut pending = self.all_pending()?;
        pending.retain(|kept| kept.belongs_to(market, account));
        Ok(pending)
    }

    /// How many products everyone together has pending at the marketplace in use.
    pub(super) fn pending_at_market(&self) -> Result<usize, Problem> {
        let market = self.market.as_ref().map(|market| market.name.as_str());
        Ok(self.all_pending()?.iter().filter(|kept| Some(kept.market.as_str()) == market).map(|kept| kept.drafts.len()).sum())
    }

    /// How many products the account has pending.
    pub(super) fn pending_count(&self, account: &AccountKey) -> Result<usize, Problem> {
        Ok(self.all_pending()?.iter().filter(|kept| kept.account.as_ref() == Some(account)).map(|kept| kept.drafts.len()).sum())
    }

    /// These are in the journal now.
    pub(super) fn drop_pending(&self, drafts: &BTreeSet<DraftId>) -> Result<(), Problem> {
        self.retain_pending(|_, draft| !drafts.contains(&draft))
    }

    /// The account's imports are given up.
    pub(super) fn drop_pending_of(&self, account: &AccountKey) -> Result<(), Problem> {
        self.retain_pending(|kept, _| kept != Some(account))
    }

    fn retain_pending(&self, keeps: impl Fn(Option<&AccountKey>, DraftId) -> bool) -> Result<(), Problem> {
        let mut pending = self.all_pending()?;
        let count = |pending: &[PendingImport]| pending.iter().map(|kept| kept.drafts.len()).sum::<usize>();
        let before = count(&pending);
        for PendingImport { account, drafts, .. } in &mut pending {
            drafts.retain(|(draft, _)| keeps(account.as_ref(), *draft));
        }
        if count(&pending) < before { self.set_pending(pending) } else { Ok(()) }
    }

    /// What another version wrote and this one cannot read counts as nothing.
    fn all_pending(&self) -> Result<Vec<PendingImport>, Problem> {
        Ok(self.store.setting(KEY)?.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default())
    }

    fn set_pending(&self, mut pending: Vec<PendingImport>) -> Result<(), Problem> {
        pending.retain(|kept| !kept.drafts.is_empty());
        let json = serde_json::to_string(&pending).map_err(|error| Problem::new(Code::Storage).saying(error.to_string()))?;
        self.store.set_setting(KEY, &json)
    }
}
