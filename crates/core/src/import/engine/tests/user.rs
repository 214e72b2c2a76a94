//! What a person does meanwhile: corrects, retries, pauses and stops.

use super::*;
use vitrine_domain::Price;

fn lost() -> Input {
    Input::Created { draft: DraftId(1), result: Err(Problem::new(ProblemKind::ConnectionLost)) }
}

fn fixed(ids: impl IntoIterator<Item = u64>) -> Input {
    Input::Retry(
        ids.into_iter()
            .map(|id| (DraftId(id), Draft { primary_price: Some(Price::on_wire(5000)), ..Draft::default() }))
            .collect(),
    )
}

/// Refuses what is sent until the run stops; returns the refused drafts.
fn stopped_by_refusals(bench: &mut Bench) -> Vec<u64> {
    bench.feed(Input::Add((1..=30).map(|id| added(id, 1)).collect()));
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
    bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id))) });
}

#[test]
fn what_was_corrected_goes_before_everything_that_waits() {
    let mut bench = Bench::new(creation);
    let refused = stopped_by_refusals(&mut bench);
    bench.feed(fixed(refused.clone()));
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
    bench.feed(fixed(refused.clone()));
    assert_eq!(bench.creations(), refused[..1]);
    succeed(&mut bench, refused[0]);
    assert!(bench.creations().len() > 1, "the cause is gone");
}

#[test]
fn a_product_tried_after_a_stop_and_refused_likewise_stops_the_run_at_once() {
    let mut bench = Bench::new(creation);
    let refused = stopped_by_refusals(&mut bench);
    bench.feed(Input::Continue);
    assert_eq!(bench.creations().len(), 1);
    let tried = bench.creations()[0];
    bench.open.clear();
    bench.refuse(tried, "primary_price");
    assert_eq!((bench.creations(), bench.engine.counts().failed), (vec![], refused.len() + 1));
    assert!(matches!(bench.waiting(), Some(Waiting::Refusals(_))));
}

#[test]
fn a_corrected_product_whose_photo_is_still_uploaded_is_the_one_that_is_tried() {
    let mut bench = Bench::new(|effect| {
        creation(effect) || matches!(effect, Effect::Upload { photo } if photo.draft == DraftId(1))
    });
    bench.feed(Input::Add((1..=30).map(|id| added(id, 1)).collect()));
    let cover = PhotoRef { draft: DraftId(1), index: 0 };
    let refusal = Problem {
        status: Some(422),
        form: AnswerForm::Own,
        ..Problem::new(ProblemKind::Unprocessable).with_field("photo")
    };
    bench.open.retain(creation);
    bench.feed(Input::Uploaded { photo: cover, result: Err(refusal.clone()) });
    while let Some(&id) = bench.creations().first() {
        bench.open.retain(|effect| !matches!(effect, Effect::Create { draft, .. } if draft.0 == id));
        bench.refuse(id, "primary_price");
    }
    bench.feed(fixed([1]));
    assert_eq!(bench.creations(), [0_u64; 0], "its photo is not there yet");
    bench.feed(Input::Uploaded { photo: cover, result: Ok(FileId::from(7)) });
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn what_was_sent_is_confirmed_after_a_stop_though_the_run_was_paused() {
    let mut bench = Bench::new(|effect| creation(effect) || matches!(effect, Effect::List(_)));
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products: Vec::new(),
    })));
    bench.feed(Input::Pause);
    bench.open.clear();
    bench.feed(lost());
    bench.feed(Input::Cancel);
    assert!(!matches!(bench.waiting(), Some(Waiting::Paused)), "no button would end the pause");
    bench.now += 3 * S;
    bench.feed(Input::Tick);
    assert!(matches!(bench.open[..], [Effect::List(_)]), "{:?}", bench.open);
}

/// Lets two minutes pass, with every answer but that to a creation.
fn wait(bench: &mut Bench) {
    for _ in 0..120 {
        bench.now += S;
        bench.feed(Input::Tick);
    }
}

#[test]
fn what_was_cancelled_in_doubt_is_not_sent_again_though_more_is_imported_meanwhile() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    assert_eq!(bench.creations(), [1, 2]);
    bench.open.clear();
    bench.feed(lost());
    bench.feed(Input::Cancel);
    bench.feed(Input::Add(vec![added(3, 1)]));
    // Too many requests, which nearly always means that nothing was created.
    let throttled = Problem { status: Some(429), ..Problem::new(ProblemKind::TooManyRequests) };
    bench.feed(Input::Created { draft: DraftId(2), result: Err(throttled) });
    wait(&mut bench);
    assert_eq!(bench.creations(), [3]);
    assert_eq!([1, 2].map(|id| bench.state(id)), [State::Cancelled; 2]);
    bench.feed(fixed([1]));
    assert_eq!(bench.creations(), [3, 1], "somebody asked for it");
}

#[test]
fn what_was_cancelled_in_doubt_is_not_sent_again_after_a_restart_either() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add(vec![added(1, 1)]));
    before.feed(lost());
    before.feed(Input::Cancel);
    before.feed(Input::Add(vec![added(2, 1)]));
    let engine = Engine::restore(RunId(1), &before.journal, KNOWN, Config::default(), S, 24 * 3600).unwrap();
    let mut bench = Bench::of(engine, creation);
    wait(&mut bench);
    assert_eq!((bench.creations(), bench.state(1)), (vec![2], State::Cancelled));
}

#[test]
fn a_pause_between_a_start_and_its_comparison_holds_though_an_earlier_import_was_cancelled() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.open.clear();
    bench.feed(Input::Cancel);
    // Start was pressed, and then Pause, before the products were compared with earlier imports.
    bench.feed(Input::Pause);
    bench.feed(Input::Add(vec![added(2, 1)]));
    wait(&mut bench);
    assert_eq!((bench.creations(), bench.waiting()), (vec![], Some(Waiting::Paused)));
    bench.feed(Input::Continue);
    assert_eq!(bench.creations(), [2]);
}

#[test]
fn an_upload_that_is_answered_404_without_a_body_fails_its_product_in_the_end() {
    let mut bench = Bench::new(|effect| matches!(effect, Effect::Upload { .. }));
    bench.feed(Input::Add(vec![added(1, 1)]));
    let mut uploads = 0;
    while bench.state(1) != State::Failed {
        while bench.open.pop().is_some() {
            uploads += 1;
            let answer = Err(Problem { status: Some(404), ..Problem::new(ProblemKind::NotFound) });
            bench.feed(Input::Uploaded { photo: PhotoRef { draft: DraftId(1), index: 0 }, result: answer });
        }
        bench.now += S;
        bench.feed(Input::Tick);
        assert!(bench.now < 3600 * S, "{uploads} uploads");
    }
    assert_eq!(uploads, 8);
    assert_eq!(bench.engine.row(DraftId(1)).unwrap().problem.unwrap().kind, ProblemKind::NotFound);
}

/// 2,000 products at a price that the marketplace refuses, except the last one, and the run stopped for it.
fn stopped_by_a_wrong_price() -> Bench {
    let mut bench = Bench::new(creation);
    let with_price = |id: u64| {
        let AddedDraft::New { id: draft, mut planned } = added(id, 1) else { unreachable!() };
        planned.draft.primary_price =
            Some(if id == 2000 { Price::on_wire(9000) } else { Price::on_wire(10) });
        AddedDraft::New { id: draft, planned }
    };
    bench.feed(Input::Add((1..=2000).map(with_price).collect()));
    while let Some(&id) = bench.creations().first() {
        bench.open.retain(|effect| !matches!(effect, Effect::Create { draft, .. } if draft.0 == id));
        bench.refuse(id, "primary_price");
    }
    assert!(matches!(bench.waiting(), Some(Waiting::Refusals(_))));
    bench
}

/// One price for all products that have the wrong one: those that failed, and those that wait.
fn one_price_for_all(bench: &Bench) -> Input {
    let wrong = bench
        .engine
        .rows()
        .filter(|row| bench.engine.planned(row.id).unwrap().draft.primary_price == Some(Price::on_wire(10)));
    let corrected = wrong.map(|row| {
        (
            row.id,
            Draft {
                primary_price: Some(Price::on_wire(5000)),
                ..bench.engine.planned(row.id).unwrap().draft.clone()
            },
        )
    });
    Input::Retry(corrected.collect())
}

/// Lets the marketplace accept everything; returns the prices by product.
fn sell_all(bench: &mut Bench) -> std::collections::BTreeMap<u64, Option<i64>> {
    let mut prices = std::collections::BTreeMap::new();
    while let Some(Effect::Create { draft, fields, .. }) = bench.open.pop() {
        prices.insert(draft.0, fields.primary_price.map(Price::wire));
        bench.feed(Input::Created { draft, result: Ok(Some(ProductId::from(draft.0))) });
    }
    prices
}

#[test]
fn one_correction_reaches_the_products_that_wait_as_well() {
    let mut bench = stopped_by_a_wrong_price();
    bench.feed(one_price_for_all(&bench));
    let prices = sell_all(&mut bench);
    assert_eq!(bench.engine.counts().created, 2000, "{:?}", bench.engine.counts());
    assert_eq!(prices[&2000], Some(9000), "it had another price, which nobody corrected");
    assert!((1..2000).all(|id| prices[&id] == Some(5000)));
}

#[test]
fn a_correction_of_waiting_products_survives_a_restart() {
    let mut bench = stopped_by_a_wrong_price();
    bench.open.clear();
    bench.keep = |_| true;
    let correction = one_price_for_all(&bench);
    bench.feed(correction);
    // Killed before anything else was on the disk.
    let corrected =
        bench.journal.iter().rposition(|entry| matches!(entry.record, Record::Retried { .. })).unwrap();
    bench.journal.truncate(corrected + 1);
    let restored = Engine::restore(RunId(1), &bench.journal, KNOWN, Config::default(), bench.now, 0).unwrap();
    let mut again = Bench::of(restored, creation);
    let prices = sell_all(&mut again);
    assert_eq!(again.engine.counts().created, 2000, "{:?}", again.engine.counts());
    assert_eq!(prices[&2000], Some(9000));
    assert!((1..2000).all(|id| prices[&id] == Some(5000)));
}

#[test]
fn a_product_that_is_being_sent_is_not_corrected_any_more() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.feed(fixed([1]));
    assert_eq!(
        bench.engine.planned(DraftId(1)).unwrap().draft.primary_price,
        None,
        "its row says what was sent"
    );
    succeed(&mut bench, 1);
    assert_eq!(bench.engine.counts().created, 1);
}

fn many(bench: &mut Bench) -> Vec<u64> {
    bench.feed(Input::Add((1..=40).map(|id| added(id, 1)).collect()));
    let sent = bench.creations();
    assert!(sent.len() >= 6, "{sent:?}");
    sent
}

#[test]
fn refusals_of_products_that_were_not_sent_one_after_the_other_do_not_stop_the_run() {
    let mut bench = Bench::new(creation);
    let sent = many(&mut bench);
    // Refusals are answered sooner than creations.
    [sent[0], sent[2], sent[4]].into_iter().for_each(|id| bench.refuse(id, "brief"));
    [sent[1], sent[3]].into_iter().for_each(|id| succeed(&mut bench, id));
    assert_eq!(bench.waiting(), None);
    assert!(bench.creations().len() > sent.len(), "others are sent");
}

#[test]
fn three_products_sent_one_after_the_other_stop_the_run_whatever_the_order_of_their_answers() {
    let mut bench = Bench::new(creation);
    let sent = many(&mut bench);
    succeed(&mut bench, sent[4]);
    [sent[3], sent[1]].into_iter().for_each(|id| bench.refuse(id, "brief"));
    succeed(&mut bench, sent[0]);
    bench.refuse(sent[2], "brief");
    let stopped = bench.creations().len();
    succeed(&mut bench, sent[5]);
    assert_eq!(bench.creations().len(), stopped - 1, "nothing more is sent");
}

#[test]
fn a_refusal_of_what_was_sent_before_the_user_let_the_run_go_on_does_not_stop_it_again() {
    let mut bench = Bench::new(creation);
    let sent = many(&mut bench);
    sent[..3].iter().for_each(|&id| bench.refuse(id, "brief"));
    let before: Vec<u64> = bench.creations().split_off(3);
    bench.feed(fixed([sent[0]]));
    bench.open.clear();
    before.into_iter().for_each(|id| bench.refuse(id, "brief"));
    assert_eq!(bench.creations(), sent[..1], "the corrected product is on its way");
    succeed(&mut bench, sent[0]);
    assert!(bench.creations().len() > 1, "the cause is gone: {:?}", bench.waiting());
}

#[test]
fn while_the_list_cannot_be_read_for_lack_of_a_connection_that_is_said_and_when_it_is_tried_again() {
    let mut bench = Bench::new(|effect| creation(effect) || matches!(effect, Effect::List(_)));
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products: Vec::new(),
    })));
    bench.open.clear();
    bench.feed(lost());
    bench.now += 2 * S;
    bench.feed(Input::Tick);
    assert!(matches!(bench.open[..], [Effect::List(_)]), "{:?}", bench.open);
    assert_eq!(bench.waiting(), Some(Waiting::Checking { next_check: Duration::ZERO }), "now");
    let offline = || Problem::new(ProblemKind::Unreachable);
    bench.feed(Input::ListingDelayed { problem: offline(), until: bench.now + 3 * S });
    bench.now += S;
    assert_eq!(bench.waiting(), Some(Waiting::Network { problem: offline(), next_try: 2 * S }));
    bench.feed(Input::ListingResumed);
    assert_eq!(
        bench.waiting(),
        Some(Waiting::Checking { next_check: Duration::ZERO }),
        "the connection is back"
    );
    bench.feed(Input::Listed(Err(offline())));
    let Some(Waiting::Network { next_try, .. }) = bench.waiting() else { panic!("{:?}", bench.waiting()) };
    assert!(next_try > Duration::ZERO, "the whole list is read again later");
    bench.now += next_try;
    bench.open.clear();
    bench.feed(Input::Tick);
    assert_eq!(
        bench.waiting(),
        Some(Waiting::Network { problem: offline(), next_try: Duration::ZERO }),
        "it is being tried"
    );
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products: Vec::new(),
    })));
    assert!(
        matches!(bench.waiting(), Some(Waiting::Checking { next_check }) if !next_check.is_zero()),
        "{:?}",
        bench.waiting()
    );
}

#[test]
fn refusals_wait_for_a_person_though_the_marketplace_is_down() {
    let photo = PhotoRef { draft: DraftId(4), index: 0 };
    let mut bench = Bench::new(|effect| {
        creation(effect) || matches!(effect, Effect::Upload { photo } if photo.draft == DraftId(4))
    });
    bench.feed(Input::Add((1..=4).map(|id| added(id, 1)).collect()));
    (1..=3).for_each(|id| bench.refuse(id, "brief"));
    bench.feed(Input::Uploaded { photo, result: Err(Problem::new(ProblemKind::ConnectionLost)) });
    while bench.pace.standstill(bench.now).is_none() {
        bench.now += S;
        let Permit::Go(ticket) = bench.pace.permit(bench.now, Kind::Read) else { continue };
        bench.pace.done(bench.now, ticket, Outcome::Failed { retry_after: None });
    }
    bench.feed(Input::Tick);
    assert!(
        matches!(bench.waiting(), Some(Waiting::Refusals(_))),
        "no request would find out that it is back: {:?}",
        bench.waiting()
    );
}

#[test]
fn a_product_retried_after_the_end_of_a_run_is_sent_though_the_run_was_paused_before_its_end() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    bench.feed(Input::Pause);
    succeed(&mut bench, 2);
    bench.open.clear();
    bench.refuse(1, "primary_price");
    assert!(bench.engine.ended());
    bench.feed(fixed([1]));
    assert_eq!((bench.creations(), bench.waiting()), (vec![1], None));
}

#[test]
fn a_product_retried_after_a_stop_is_sent_though_the_run_was_paused_while_it_stopped() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    bench.feed(Input::Cancel);
    bench.feed(Input::Pause);
    bench.open.clear();
    bench.refuse(1, "primary_price");
    bench.feed(fixed([1]));
    assert_eq!((bench.creations(), bench.waiting()), (vec![1], None));
}

#[test]
fn a_product_retried_in_a_paused_run_waits_with_the_others() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add((1..=10).map(|id| added(id, 1)).collect()));
    bench.feed(Input::Pause);
    bench.open.clear();
    bench.refuse(1, "primary_price");
    bench.feed(fixed([1]));
    assert_eq!((bench.creations(), bench.waiting()), (vec![], Some(Waiting::Paused)));
}
