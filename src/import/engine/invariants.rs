//! What must hold of each creation that leaves the engine, whatever the rest of it decides. Checked in every build: a creation that would
//! break one of these is not sent.
//!
//! This knows inputs and effects alone and shares no state with what it checks.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Effect, Input};
use crate::domain::{Code, FileId, Problem, ProductId, WriteVerdict};
use crate::import::journal::Record;
use crate::import::state::DraftId;

/// This many complete listings, begun after an answer was lost, have to precede another creation of the draft.
const LISTINGS: u32 = 2;

/// What was recorded and sent, and what was heard of it.
#[derive(Debug, Default)]
pub(super) struct Invariants {
    /// The records below this number are durable.
    durable: u64,
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
            Input::Overdue { draft } => self.answered(*draft, Some(&Problem::new(Code::TimedOut))),
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
                self.recorded(*number, record);
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
            Record::Intent { draft, cover, .. } => self.drafts.entry(*draft).or_default().intent = Some((number, cover.clone())),
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
mod tests {
    use super::*;
    use crate::domain::{AnswerForm, Draft};
    use crate::import::engine::Listing;
    use crate::market::Reach;

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
        invariants.note(&Input::Created { draft: RUG, result: Err(Problem::new(Code::Unreachable)) });
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

    /// The shop is listed completely, or not.
    fn list(invariants: &mut Invariants, complete: bool) {
        assert_eq!(held_back(invariants, [Effect::List(Reach::Whole)]), []);
        invariants.note(&Input::Listed(Ok(Listing { complete, ..Listing::default() })));
    }

    #[test]
    fn what_may_have_been_created_is_sent_again_only_after_two_complete_listings_that_began_since() {
        for code in [Code::ConnectionLost, Code::Unauthorized, Code::Forbidden, Code::TooManyRequests, Code::ServerError] {
            let mut invariants = sent();
            assert_eq!(held_back(&mut invariants, [Effect::List(Reach::Whole)]), []);
            invariants.note(&Input::Created { draft: RUG, result: Err(Problem::new(code)) });
            // It began before the answer was lost.
            invariants.note(&Input::Listed(Ok(Listing { complete: true, ..Listing::default() })));
            list(&mut invariants, false);
            list(&mut invariants, true);
            assert_eq!(held_back(&mut invariants, [intent(1, RUG, 7)]), []);
            invariants.note(&Input::Recorded { through: 1 });
            assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), [Violation::InDoubt], "{code:?}");
            list(&mut invariants, true);
            assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), [], "{code:?}");
        }
    }

    #[test]
    fn a_definite_refusal_and_a_person_who_looked_end_a_doubt() {
        let refused = Problem { form: AnswerForm::Own, status: Some(422), ..Problem::new(Code::Unprocessable) };
        let lost = Input::Created { draft: RUG, result: Err(Problem::new(Code::TimedOut)) };
        let looked = vec![lost, Input::Decide { draft: RUG, exists: false }];
        for inputs in [vec![Input::Created { draft: RUG, result: Err(refused) }], looked] {
            let mut invariants = sent();
            inputs.iter().for_each(|input| invariants.note(input));
            assert_eq!(held_back(&mut invariants, [intent(1, RUG, 7)]), []);
            invariants.note(&Input::Recorded { through: 1 });
            assert_eq!(held_back(&mut invariants, [create(RUG, 7)]), []);
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
