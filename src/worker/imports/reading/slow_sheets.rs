//! Spreadsheets that took too long are not read again as long as their files are the same: a review that is
//! restored would wait for them at every start.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::store::Store;
use vitrine_domain::{Finding, Problem};

/// The key under which the store holds them.
const KEY: &str = "slow_sheets";

/// More are not remembered.
const MAX_REMEMBERED: usize = 20;

/// The sheets that took too long, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlowSheets(Vec<SlowSheet>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SlowSheet {
    path: PathBuf,
    bytes: u64,
    changed: Option<SystemTime>,
    /// For how long it was read.
    seconds: u64,
}

impl SlowSheet {
    fn of(path: &Path, seconds: u64) -> Option<Self> {
        let file = fs::metadata(path).ok()?;
        Some(Self { path: path.to_owned(), bytes: file.len(), changed: file.modified().ok(), seconds })
    }
}

impl SlowSheets {
    /// Those of earlier. What another version wrote is none.
    pub fn load(store: &Store) -> Self {
        let saved = store.setting(KEY).ok().flatten();
        saved.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
    }

    /// Why a sheet is not read, if its file is still the one that took too long.
    pub fn problem(&self, path: &Path) -> Option<Finding> {
        let known = self.0.iter().find(|slow| slow.path == path)?;
        (SlowSheet::of(path, known.seconds).as_ref() == Some(known))
            .then_some(Finding::ReaderTooSlow { seconds: known.seconds })
    }

    /// Remembers those that took too long now.
    pub fn note(problems: &[Problem], store: &Store) -> Result<(), Problem> {
        let slow = |problem: &Problem| match problem.diagnostic.as_ref()?.finding {
            Finding::ReaderTooSlow { seconds } => {
                SlowSheet::of(Path::new(problem.subject.as_deref()?), seconds)
            }
            _ => None,
        };
        let (mut all, before) = (Self::load(store), Self::load(store));
        for sheet in problems.iter().filter_map(slow) {
            all.0.retain(|known| known.path != sheet.path);
            all.0.insert(0, sheet);
        }
        all.0.truncate(MAX_REMEMBERED);
        if all == before {
            return Ok(());
        }
        serde_json::to_string(&all).map_or(Ok(()), |json| store.set_setting(KEY, &json))
    }
}
