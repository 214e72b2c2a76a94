//! What is known of photos on this computer: what they say of themselves, and what was done to them.

use std::collections::HashMap;

use crate::domain::{Code, Problem};
use crate::media::{Facts, Likeness, Limits, Treatment, Twin};
use crate::worker::PictureKey;

/// What happens to a photo on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// As far as it can be told before.
    Expected(Treatment),
    Done(Treatment),
    /// It cannot be read.
    Refused(Problem),
}

#[derive(Debug, Default)]
pub struct Photos {
    facts: HashMap<PictureKey, Facts>,
    done: HashMap<PictureKey, Treatment>,
    refused: HashMap<PictureKey, Problem>,
    /// What the marketplace takes.
    pub limits: Limits,
    pub twins: Twins,
}

/// Which photos are one, or look so.
#[derive(Debug, Default)]
pub struct Twins {
    known: HashMap<PictureKey, Likeness>,
    of: HashMap<PictureKey, Vec<(PictureKey, Twin)>>,
}

/// A thousand copies of one photo need not all know of each other.
const MOST_TWINS: usize = 16;

impl Twins {
    pub(super) fn learn(&mut self, key: PictureKey, likeness: Likeness) {
        match self.known.insert(key.clone(), likeness) {
            Some(known) if known == likeness => return,
            // A file that was changed is another photo.
            Some(_) => {
                self.of.remove(&key);
                self.of.values_mut().for_each(|twins| twins.retain(|(twin, _)| *twin != key));
            }
            None => {}
        }
        for (other, of_other) in &self.known {
            let Some(twin) = of_other.twin(&likeness).filter(|_| *other != key) else { continue };
            for (one, another) in [(&key, other), (other, &key)] {
                let twins = self.of.entry(one.clone()).or_default();
                if twins.len() < MOST_TWINS {
                    twins.push((another.clone(), twin));
                }
            }
        }
    }

    /// Whether it is known what this photo looks like.
    pub fn know(&self, key: &PictureKey) -> bool {
        self.known.contains_key(key)
    }

    pub fn of(&self, key: &PictureKey) -> &[(PictureKey, Twin)] {
        self.of.get(key).map_or(&[], Vec::as_slice)
    }
}

impl Photos {
    /// `None` while nothing is known of it.
    pub fn fate(&self, key: &PictureKey) -> Option<Fate> {
        if let Some(problem) = self.refused.get(key.photo()) {
            return Some(Fate::Refused(problem.clone()));
        }
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

    /// Whether a picture could be made of a photo of this computer.
    pub(in crate::ui) fn shown(&mut self, key: &PictureKey, problem: Option<&Problem>) {
        let photo = key.photo();
        match problem.filter(|problem| problem.code != Code::Cancelled) {
            Some(problem) if matches!(photo, PictureKey::File(_) | PictureKey::Form(_)) => {
                self.refused.insert(photo.clone(), problem.clone());
            }
            _ => drop(self.refused.remove(photo)),
        }
    }

    pub(super) fn done(&mut self, key: PictureKey, treatment: Treatment) {
        self.done.insert(key, treatment);
    }

    /// Files planned now are sent anew, whatever was done to them before.
    pub(super) fn planned(&mut self) {
        self.refused.retain(|photo, _| !matches!(photo, PictureKey::File(_)));
        self.done.retain(|key, _| !matches!(key.photo(), PictureKey::File(_)));
    }

    /// Another marketplace may want something else done.
    pub(super) fn forget_done(&mut self) {
        self.done.clear();
    }
}
