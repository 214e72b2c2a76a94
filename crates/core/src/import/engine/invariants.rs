//! What must hold of each creation that leaves the engine, whatever the rest of it decides. Checked in every
//! build: a creation that would break one of these is not sent.
//!
//! This knows inputs and effects alone and shares no state with what it checks.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Effect, Input};
use crate::import::journal::Record;
use crate::import::state::DraftId;
use vitrine_domain::{FileId, Problem, ProblemKind, ProductId, WriteVerdict};

/// This many complete listings, begun after an answer was lost, have to precede another creation of the
/// draft.
const LISTINGS: u32 = 2;

/// What was recorded and sent, and what was heard of it.
#[derive(Debug, Default)]
pub(super) struct Invariants {
    /// The records below this number are durable.
    durable: u64,
    /// The records below this number were requested. After a full disk they are requested again.
    requested: u64,
    drafts: HashMap<DraftId, Sent>,
    /// The drafts whose last creation may have happened.
    in_doubt: HashSet<DraftId>,
    /// Which draft each product belongs to.
    owners: HashMap<ProductId, DraftId>,
}

#[derive(Debug, Default)]
struct Sent {
    /// The number of the intent that no creation has used yet, and the cover it names.
    intent: Option<(u64, Option<FileId>)>,
    is_in_flight: bool,
    is_created: bool,
    /// The complete listings that began since its last creation was lost.
    listings: u32,
    /// A listing has begun since then, and has not ended.
    is_being_listed: bool,
}

/// Why a creation must not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    NoDurableIntent,
    InFlight,
    Created,
    InDoubt,
    NotTheIntendedCover,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDurableIntent => "its intent is not durable",
            Self::InFlight => "it is being created",
            Self::Created => "it was created",
            Self::InDoubt => "an earlier creation may have happened",
            Self::NotTheIntendedCover => "its cover is another one than in its intent",
        })
    }
}

impl Invariants {
    /// A draft that an earlier process has created.
    pub fn restore_created(&mut self, draft: DraftId) {
        self.drafts.entry(draft).or_default().is_created = true;
    }

    /// A draft that an earlier process has sent, and of which nothing more is known.
    pub fn restore_in_doubt(&mut self, draft: DraftId) {
        self.doubt(draft);
    }

    fn doubt(&mut self, draft: DraftId) {
        self.in_doubt.insert(draft);
        let sent = self.drafts.entry(draft).or_default();
        (sent.listings, sent.is_being_listed) = (0, false);
    }

    /// Notes what has happened.
    pub fn note(&mut self, input: &Input) {
        match input {
            Input::Recorded { through } => self.durable = self.durable.max(through + 1),
            Input::Created { draft, result } => self.answered(*draft, result.as_ref().err()),
            Input::Overdue { draft } => self.answered(*draft, Some(&Problem::new(ProblemKind::TimedOut))),
            Input::Listed(result) => {
                let is_complete = result.as_ref().is_ok_and(|listing| listing.complete);
                for draft in &self.in_doubt {
                    let Some(sent) = self.drafts.get_mut(draft) else { continue };
                    sent.listings += u32::from(std::mem::take(&mut sent.is_being_listed) && is_complete);
                }
            }
            Input::Decide { draft, exists: false } => {
                self.in_doubt.remove(draft);
                self.drafts.entry(*draft).or_default().is_created = false;
            }
            _ => {}
        }
    }

    fn answered(&mut self, draft: DraftId, problem: Option<&Problem>) {
        self.drafts.entry(draft).or_default().is_in_flight = false;
        if problem.is_none_or(|problem| problem.write_verdict() == WriteVerdict::Unknown) {
            self.doubt(draft);
        }
    }

    /// Takes out the creations that must not be sent.
    pub fn hold_back(&mut self, effects: &mut Vec<Effect>) -> Vec<(DraftId, Violation)> {
        let mut held_back = Vec::new();
        effects.retain(|effect| match effect {
            Effect::Record { number, record } => {
                if *number >= self.requested {
                    self.requested = number + 1;
                    self.recorded(*number, record);
                }
                true
            }
            Effect::List(_) => {
                for draft in &self.in_doubt {
                    self.drafts.entry(*draft).or_default().is_being_listed = true;
                }
                true
            }
            Effect::Create { draft, photos, .. } => match self.send(*draft, photos.first()) {
                Ok(()) => true,
                Err(violation) => {
                    held_back.push((*draft, violation));
                    false
                }
            },
            _ => true,
        });
        held_back
    }

    /// The draft to which a product is recorded to belong, if that is another one.
    pub fn owner(&self, product: &ProductId, draft: DraftId) -> Option<DraftId> {
        self.owners.get(product).copied().filter(|owner| *owner != draft)
    }

    fn recorded(&mut self, number: u64, record: &Record) {
        match record {
            Record::Intent { draft, cover, .. } => {
                self.drafts.entry(*draft).or_default().intent = Some((number, cover.clone()));
            }
            Record::Created { draft, product } => {
                self.drafts.entry(*draft).or_default().is_created = true;
                if let Some(product) = product {
                    debug_assert_eq!(self.owner(product, *draft), None, "{product} belongs to one draft");
                    self.owners.entry(product.clone()).or_insert(*draft);
                }
            }
            // Whether it is there is in question again.
            Record::Accepted { draft, .. } => {
                if std::mem::take(&mut self.drafts.entry(*draft).or_default().is_created) {
                    self.owners.retain(|_, owner| owner != draft);
                }
                self.doubt(*draft);
            }
            _ => {}
        }
    }

    fn send(&mut self, draft: DraftId, cover: Option<&FileId>) -> Result<(), Violation> {
        let sent = self.drafts.entry(draft).or_default();
        if sent.is_created {
            return Err(Violation::Created);
        }
        if sent.is_in_flight {
            return Err(Violation::InFlight);
        }
        if self.in_doubt.contains(&draft) && sent.listings < LISTINGS {
            return Err(Violation::InDoubt);
        }
        let intended = match sent.intent.take() {
            Some((number, cover)) if number < self.durable => cover,
            _ => return Err(Violation::NoDurableIntent),
        };
        if intended.as_ref() != cover {
            return Err(Violation::NotTheIntendedCover);
        }
        sent.is_in_flight = true;
        self.in_doubt.remove(&draft);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
