//! What a person does meanwhile: corrects, retries, pauses and stops.

use super::*;

fn lost() -> Input {
    Input::Created { draft: DraftId(1), result: Err(Problem::new(Code::ConnectionLost)) }
}

fn fixed(ids: impl IntoIterator<Item = u64>) -> Input {
    Input::Retry(ids.into_iter().map(|id| (DraftId(id), Draft { primary_price: Some(5000), ..Draft::default() })).collect())
}

/// Refuses what is sent until the run stops; returns the refused drafts.
fn stopped_by_refusals(bench: &mut Bench) -> Vec<u64> {
    bench.give(Input::Add((1..=30).map(|id| added(id, 1)).collect()));
    let mut refused = Vec::new();
    while let Some(&id) = bench.creations().first() {
        bench.open.retain(|effect| !matches!(effect, Effect::Create { draft, .. } if draft.0 == id));
        bench.refuse(id, "primary_price");
        refused.push(id);
    }
    assert!(matches!(bench.waiting(), Some(Waiting::Refusals(_))), "{:?}", bench.waiting());
    refused
}

fn succeed(bench: &mut Bench, id: u64) {
    bench.open.retain(|effect| !matches!(effect, Effect::Create { draft, .. } if draft.0 == id));
    bench.give(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id))) });
}

#[test]
fn what_was_corrected_goes_before_everything_that_waits() {
    let mut bench = Bench::new(creation);
    let refused = stopped_by_refusals(&mut bench);
    bench.give(fixed(refused.clone()));
    let mut created = Vec::new();
    while let Some(&id) = bench.creations().first() {
        created.push(id);
        succeed(&mut bench, id);
    }
    assert_eq!(created[..refused.len()], refused, "in their order");
    assert_eq!(bench.engine.counts().created, 30);
}

#[test]
fn after_a_stop_one_product_is_tried_before_the_rest() {
    let mut bench = Bench::new(creation);
    let refused = stopped_by_refusals(&mut bench);
    bench.give(fixed(refused.clone()));
    assert_eq!(bench.creations(), refused[..1]);
    succeed(&mut bench, refused[0]);
    assert!(bench.creations().len() > 1, "the cause is gone");
}

#[test]
fn a_product_tried_after_a_stop_and_refused_likewise_stops_the_run_at_once() {
    let mut bench = Bench::new(creation);
    let refused = stopped_by_refusals(&mut bench);
    bench.give(Input::Continue);
    assert_eq!(bench.creations().len(), 1);
    let tried = bench.creations()[0];
    bench.open.clear();
    bench.refuse(tried, "primary_price");
    assert_eq!((bench.creations(), bench.engine.counts().failed), (vec![], refused.len() + 1));
    assert!(matches!(bench.waiting(), Some(Waiting::Refusals(_))));
}

#[test]
fn a_corrected_product_whose_photo_is_still_uploaded_is_the_one_that_is_tried() {
    let mut bench = Bench::new(|effect| creation(effect) || matches!(effect, Effect::Upload { photo } if photo.draft == DraftId(1)));
    bench.give(Input::Add((1..=30).map(|id| added(id, 1)).collect()));
    let cover = PhotoRef { draft: DraftId(1), index: 0 };
    let refusal = Problem { status: Some(422), has_body: true, ..Problem::new(Code::Unprocessable).with_field("photo") };
    bench.open.retain(creation);
    bench.give(Input::Uploaded { photo: cover, result: Err(refusal.clone()) });
    while let Some(&id) = bench.creations().first() {
        bench.open.retain(|effect| !matches!(effect, Effect::Create { draft, .. } if draft.0 == id));
        bench.refuse(id, "primary_price");
    }
    bench.give(fixed([1]));
    assert_eq!(bench.creations(), [0_u64; 0], "its photo is not there yet");
    bench.give(Input::Uploaded { photo: cover, result: Ok(FileId::from(7)) });
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn what_was_sent_is_confirmed_after_a_stop_though_the_run_was_paused() {
    let mut bench = Bench::new(|effect| creation(effect) || matches!(effect, Effect::List));
    bench.give(Input::Add(vec![added(1, 1), added(2, 1)]));
    bench.give(Input::Listed(Ok(Listing { complete: true, products: Vec::new() })));
    bench.give(Input::Pause);
    bench.open.clear();
    bench.give(lost());
    bench.give(Input::Cancel);
    assert!(!matches!(bench.waiting(), Some(Waiting::Paused)), "no button would end the pause");
    bench.now += 3 * S;
    bench.give(Input::Tick);
    assert!(matches!(bench.open[..], [Effect::List]), "{:?}", bench.open);
}

#[test]
fn an_upload_that_is_answered_404_without_a_body_fails_its_product_in_the_end() {
    let mut bench = Bench::new(|effect| matches!(effect, Effect::Upload { .. }));
    bench.give(Input::Add(vec![added(1, 1)]));
    let mut uploads = 0;
    while bench.state(1) != State::Failed {
        while bench.open.pop().is_some() {
            uploads += 1;
            let answer = Err(Problem { status: Some(404), ..Problem::new(Code::NotFound) });
            bench.give(Input::Uploaded { photo: PhotoRef { draft: DraftId(1), index: 0 }, result: answer });
        }
        bench.now += S;
        bench.give(Input::Tick);
        assert!(bench.now < 3600 * S, "{uploads} uploads");
    }
    assert_eq!(uploads, 8);
    assert_eq!(bench.engine.row(DraftId(1)).unwrap().problem.unwrap().code, Code::NotFound);
}
