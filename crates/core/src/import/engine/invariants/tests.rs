use super::*;
use crate::import::engine::ListedProducts;
use crate::market::Reach;
use vitrine_domain::{AnswerForm, Draft};

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
fn records_that_a_full_disk_refused_are_requested_again_and_say_nothing_new() {
    let mut invariants = Invariants::default();
    let created = |number, draft| {
        let product = Some(ProductId::from(101));
        Effect::Record { number, record: Record::Created { draft, product } }
    };
    let accepted = Effect::Record { number: 1, record: Record::Accepted { draft: RUG, attempt: 1 } };
    let records = [created(0, RUG), accepted, created(2, BOWL)];
    assert_eq!(held_back(&mut invariants, records.clone()), []);
    assert_eq!(held_back(&mut invariants, records), [], "the answer named the other one's product at first");
    assert_eq!(invariants.owner(&ProductId::from(101), RUG), Some(BOWL));
}

#[test]
fn each_creation_has_an_intent_of_its_own() {
    let mut invariants = sent();
    invariants.note(&Input::Created { draft: RUG, result: Err(Problem::new(ProblemKind::Unreachable)) });
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
    invariants.note(&Input::Listed(Ok(ListedProducts { complete, ..ListedProducts::default() })));
}

#[test]
fn what_may_have_been_created_is_sent_again_only_after_two_complete_listings_that_began_since() {
    for code in [
        ProblemKind::ConnectionLost,
        ProblemKind::Unauthorized,
        ProblemKind::Forbidden,
        ProblemKind::TooManyRequests,
        ProblemKind::ServerError,
    ] {
        let mut invariants = sent();
        assert_eq!(held_back(&mut invariants, [Effect::List(Reach::Whole)]), []);
        invariants.note(&Input::Created { draft: RUG, result: Err(Problem::new(code)) });
        // It began before the answer was lost.
        invariants.note(&Input::Listed(Ok(ListedProducts { complete: true, ..ListedProducts::default() })));
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
    let refused =
        Problem { form: AnswerForm::Own, status: Some(422), ..Problem::new(ProblemKind::Unprocessable) };
    let lost = Input::Created { draft: RUG, result: Err(Problem::new(ProblemKind::TimedOut)) };
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
