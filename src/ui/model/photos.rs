//! What is known of photos on this computer: what they say of themselves, and what was done to them.

use std::collections::HashMap;

use crate::media::{Facts, Limits, Treatment};
use crate::worker::PictureKey;

/// What happens to a photo on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// As far as it can be told before.
    Expected(Treatment),
    Done(Treatment),
}

#[derive(Debug, Default)]
pub struct Photos {
    facts: HashMap<PictureKey, Facts>,
    done: HashMap<PictureKey, Treatment>,
    /// What the marketplace takes.
    pub limits: Limits,
}

impl Photos {
    /// `None` while nothing is known of it.
    pub fn fate(&self, key: &PictureKey) -> Option<Fate> {
        let done = self.done.get(key).cloned().map(Fate::Done);
        done.or_else(|| self.facts.get(key.photo()).map(|facts| Fate::Expected(facts.forecast_edited(&key.edit(), &self.limits))))
    }

    pub(super) fn learn(&mut self, key: PictureKey, facts: Facts) {
        let photo = key.photo().clone();
        // A file that was changed is another photo.
        if self.facts.insert(photo.clone(), facts).is_some_and(|known| known != facts) {
            self.done.retain(|done, _| *done.photo() != photo);
        }
    }

    pub(super) fn done(&mut self, key: PictureKey, treatment: Treatment) {
        self.done.insert(key, treatment);
    }

    /// Files planned now are sent anew, whatever was done to them before.
    pub(super) fn planned(&mut self) {
        self.done.retain(|key, _| !matches!(key.photo(), PictureKey::File(_)));
    }

    /// Another marketplace may want something else done.
    pub(super) fn forget_done(&mut self) {
        self.done.clear();
    }
}
