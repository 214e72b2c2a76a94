//! Imports that nobody was signed in for: kept until somebody is, and `resume` begins them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::hub::Hub;
use crate::domain::Problem;
use crate::import::PlannedDraft;

/// Under which name the store keeps them.
const KEY: &str = "unstarted";

/// One product of such an import. Whose it will be is not known, only on which marketplace.
#[derive(Serialize, Deserialize)]
struct Unstarted {
    market: String,
    again: bool,
    planned: PlannedDraft,
}

impl Hub {
    pub(super) fn keep_unstarted(&mut self, drafts: Vec<PlannedDraft>, again: bool) -> Result<(), Problem> {
        let Some(market) = self.market.as_ref().map(|market| market.name.clone()) else { return Ok(()) };
        let mut kept = self.without(&drafts)?;
        kept.extend(drafts.into_iter().map(|planned| Unstarted { market: market.clone(), again, planned }));
        self.set_unstarted(&kept)
    }

    /// What is kept for this marketplace, each part with its `again`. It stays kept until it has begun.
    pub(super) fn unstarted(&self) -> Result<Vec<(Vec<PlannedDraft>, bool)>, Problem> {
        let market = self.market.as_ref().map(|market| market.name.as_str());
        let kept = self.all_unstarted()?.into_iter().filter(|kept| Some(kept.market.as_str()) == market);
        let (again, once): (Vec<Unstarted>, Vec<Unstarted>) = kept.partition(|kept| kept.again);
        let drafts = |part: Vec<Unstarted>| part.into_iter().map(|kept| kept.planned).collect::<Vec<_>>();
        Ok([(drafts(once), false), (drafts(again), true)].into_iter().filter(|(drafts, _)| !drafts.is_empty()).collect())
    }

    /// These are in an import now.
    pub(super) fn drop_unstarted<'a>(&self, begun: impl IntoIterator<Item = &'a PlannedDraft>) -> Result<(), Problem> {
        let kept = self.without(begun)?;
        if kept.len() < self.all_unstarted()?.len() { self.set_unstarted(&kept) } else { Ok(()) }
    }

    /// What is kept, but for this marketplace's drafts of the same sources.
    fn without<'a>(&self, drafts: impl IntoIterator<Item = &'a PlannedDraft>) -> Result<Vec<Unstarted>, Problem> {
        let market = self.market.as_ref().map(|market| market.name.as_str());
        let sources: HashSet<_> = drafts.into_iter().map(|planned| planned.source.as_path()).collect();
        let mut kept = self.all_unstarted()?;
        kept.retain(|kept| Some(kept.market.as_str()) != market || !sources.contains(kept.planned.source.as_path()));
        Ok(kept)
    }

    /// What an older or newer version wrote and this one cannot read counts as nothing.
    fn all_unstarted(&self) -> Result<Vec<Unstarted>, Problem> {
        Ok(self.store.setting(KEY)?.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default())
    }

    fn set_unstarted(&self, kept: &[Unstarted]) -> Result<(), Problem> {
        let json = serde_json::to_string(kept).map_err(|error| Problem::new(crate::domain::Code::Storage).saying(error.to_string()))?;
        self.store.set_setting(KEY, &json)
    }
}
