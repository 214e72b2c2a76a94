//! A review as far as it has come: kept for the account it was made in, so that closing the window loses none of it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Event;
use super::hub::Hub;
use super::session::Live;
use crate::domain::Edit;
use crate::import::Grouping;

/// Under which name the store keeps it.
const KEY: &str = "review";

/// What was dropped, and what a person made of it. Nothing of it was sent. Fields go by their names in the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptReview {
    pub dropped: Vec<PathBuf>,
    pub grouping: Grouping,
    /// Typed for all products.
    pub defaults: BTreeMap<String, String>,
    pub products: Vec<KeptProduct>,
    /// What is to be changed about photos.
    pub edits: Vec<(PathBuf, Edit)>,
}

/// A planned product that was touched, known by where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptProduct {
    pub source: PathBuf,
    pub source_name: String,
    pub typed: BTreeMap<String, String>,
    /// Taken out of the plan.
    pub removed: bool,
}

impl Hub {
    pub(super) fn keep_review(&mut self, review: Option<&KeptReview>) {
        let Some(Ok(account)) = self.live.as_ref().map(Live::key) else { return };
        let kept = match review.map(serde_json::to_string) {
            None => self.store.drop_form(&account, KEY),
            Some(Ok(json)) => self.store.keep_form(&account, KEY, &json),
            // A path that is no text cannot be kept; it is still on the screen.
            Some(Err(error)) => return tracing::warn!(%error, "review not kept"),
        };
        if let Err(problem) = kept {
            self.tell(Event::Problem(problem));
        }
    }

    /// What an earlier session of this account left. What another version wrote and this one cannot read counts as nothing.
    pub(super) fn tell_kept_review(&mut self) {
        let Some(Ok(account)) = self.live.as_ref().map(Live::key) else { return };
        match self.store.form(&account, KEY) {
            Ok(json) => {
                if let Some(review) = json.and_then(|json| serde_json::from_str(&json).ok()) {
                    self.tell(Event::ReviewKept(Box::new(review)));
                }
            }
            Err(problem) => self.tell(Event::Problem(problem)),
        }
    }
}
