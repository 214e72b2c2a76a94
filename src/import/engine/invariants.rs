//! What must hold of each creation that leaves the engine, whatever the rest of it decides. Checked in every build: a creation that would
//! break one of these is not sent.
//!
//! This knows inputs and effects alone and shares no state with what it checks.

use std::collections::HashMap;
use std::fmt;

use super::{Effect, Input};
use crate::domain::FileId;
use crate::import::journal::Record;
use crate::import::state::DraftId;

/// What was recorded and sent.
#[derive(Debug, Default)]
pub(super) struct Invariants {
    /// The records below this number are durable.
    durable: u64,
    drafts: HashMap<DraftId, Sent>,
}

#[derive(Debug, Default)]
struct Sent {
    /// The number of the intent that no creation has used yet, and the cover it names.
    intent: Option<(u64, Option<FileId>)>,
    is_in_flight: bool,
    is_created: bool,
}

/// Why a creation must not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    NoDurableIntent,
    InFlight,
    Created,
    NotTheIntendedCover,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDurableIntent => "its intent is not durable",
            Self::InFlight => "it is being created",
            Self::Created => "it was created",
            Self::NotTheIntendedCover => "its cover is another one than in its intent",
        })
    }
}

impl Invariants {
    /// A draft that an earlier process has created.
    pub fn restore_created(&mut self, draft: DraftId) {
        self.drafts.entry(draft).or_default().is_created = true;
    }

    /// Notes what has happened.
    pub fn note(&mut self, input: &Input) {
        match input {
            Input::Recorded { through } => self.durable = self.durable.max(through + 1),
            Input::Created { draft, .. } => self.drafts.entry(*draft).or_default().is_in_flight = false,
            _ => {}
        }
    }

    /// Takes out the creations that must not be sent.
    pub fn hold_back(&mut self, effects: &mut Vec<Effect>) -> Vec<(DraftId, Violation)> {
        let mut held_back = Vec::new();
        effects.retain(|effect| match effect {
            Effect::Record { number, record } => {
                self.recorded(*number, record);
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

    fn recorded(&mut self, number: u64, record: &Record) {
        match record {
            Record::Intent { draft, cover, .. } => self.drafts.entry(*draft).or_default().intent = Some((number, cover.clone())),
            Record::Created { draft, .. } => self.drafts.entry(*draft).or_default().is_created = true,
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
        let intended = match sent.intent.take() {
            Some((number, cover)) if number < self.durable => cover,
            _ => return Err(Violation::NoDurableIntent),
        };
        if intended.as_ref() != cover {
            return Err(Violation::NotTheIntendedCover);
        }
        sent.is_in_flight = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Draft, ProductId};

    const RUG: DraftId = DraftId(1);
    const BOWL: DraftId = DraftId(2);

    fn intent(number: u64, draft: DraftId, cover: u64) -> Effect {
        Effect::Record { number, record: Record::Intent { draft, attempt: 1, cover: Some(FileId::from(cover)) } }
    }

    fn create(draft: DraftId, cover: u64) -> Effect {
        Effect::Create { draft, fields: Draft::default(), photos: vec![FileId::from(cover)] }
    }

    fn held_back(invariants: &mut Invariants, effects: impl IntoIterator<Item = Effect>) -> Vec<Violation> {
        let mut effects: Vec<Effect> = effects.into_iter().collect();
        invariants.hold_back(&mut effects).into_iter().map(|(_, violation)| violation).collect()
    }

    /// The rug's intent is durable, and it was sent.
    fn sent() -> Invariants {
        let mut invariants = Invariants::default();
        assert_eq!(held_back(&mut invariants, [intent(0, RUG, 7)]), []);
        invariants.note(&Input::Recorded { through: 0 });
        assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), []);
        invariants
    }

    #[test]
    fn nothing_is_sent_before_its_intent_is_durable() {
        let mut invariants = Invariants::default();
        assert_eq!(held_back(&mut invariants, [intent(0, RUG, 7), create(RUG, 7)]), [Violation::NoDurableIntent]);
        assert_eq!(held_back(&mut invariants, [create(BOWL, 8)]), [Violation::NoDurableIntent]);
    }

    #[test]
    fn each_creation_has_an_intent_of_its_own() {
        let mut invariants = sent();
        invariants.note(&Input::Created { draft: RUG, result: Ok(None) });
        assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), [Violation::NoDurableIntent]);
    }

    #[test]
    fn nothing_is_sent_twice_at_the_same_time() {
        let mut invariants = sent();
        assert_eq!(held_back(&mut invariants, [intent(1, RUG, 7)]), []);
        invariants.note(&Input::Recorded { through: 1 });
        assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), [Violation::InFlight]);
    }

    #[test]
    fn what_was_created_is_not_sent_again_in_this_process_or_the_next() {
        let mut invariants = sent();
        let created = Record::Created { draft: RUG, product: Some(ProductId::from(3)) };
        let mut later = Invariants::default();
        later.restore_created(RUG);
        invariants.note(&Input::Created { draft: RUG, result: Ok(Some(ProductId::from(3))) });
        assert_eq!(held_back(&mut invariants, [Effect::Record { number: 1, record: created }]), []);
        for mut invariants in [invariants, later] {
            assert_eq!(held_back(&mut invariants, [intent(2, RUG, 7)]), []);
            invariants.note(&Input::Recorded { through: 2 });
            assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), [Violation::Created]);
        }
    }

    #[test]
    fn the_cover_is_that_of_the_intent() {
        let mut invariants = sent();
        assert_eq!(held_back(&mut invariants, [intent(1, BOWL, 8)]), []);
        invariants.note(&Input::Recorded { through: 1 });
        assert_eq!(held_back(&mut invariants, [create(BOWL, 9)]), [Violation::NotTheIntendedCover]);
    }
}
