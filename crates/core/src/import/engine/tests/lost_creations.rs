//! Creations whose answers were lost, and what lists say about them.

use super::*;

#[test]
fn a_lost_creation_is_found_in_the_list_with_its_product_id() {
    let mut bench = Bench::new(|effect| creation(effect) || matches!(effect, Effect::List(_)));
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products: Vec::new(),
    })));
    bench.open.clear();
    bench.feed(Input::Created { draft: DraftId(1), result: Err(Problem::new(ProblemKind::ConnectionLost)) });
    assert_eq!(bench.state(1), State::Checking);
    assert!(matches!(bench.waiting(), Some(Waiting::Checking { .. })));
    bench.now += 2 * S;
    bench.feed(Input::Tick);
    assert!(matches!(bench.open[..], [Effect::List(_)]), "{:?}", bench.open);
    let cover = bench.engine.row(DraftId(1)).unwrap().photo_id;
    let seen = ListedProduct {
        id: ProductId::from(55),
        title: "product 1".to_owned(),
        price: None,
        stock: None,
        photo: cover,
        sku: None,
        variants: Vec::new(),
        at: bench.now,
    };
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: false,
        cut_short: false,
        has_shrunk: false,
        products: vec![seen],
    })));
    assert_eq!(
        (bench.state(1), bench.engine.row(DraftId(1)).unwrap().product_id),
        (State::Created, Some(ProductId::from(55)))
    );
}

#[test]
fn the_last_page_of_a_slow_listing_does_not_count_as_a_long_lag() {
    let never_measured = Knowledge { lag: None, measured: 0, ..KNOWN };
    let new = Engine::new(RunId(1), account(1), never_measured, Config::default());
    let mut bench = Bench::of(new, |effect| matches!(effect, Effect::List(_)));
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.now += S;
    bench.feed(Input::Tick);
    let cover = bench.engine.row(DraftId(1)).unwrap().photo_id;
    bench.now += 80 * S;
    let seen = ListedProduct {
        id: ProductId::from(1001),
        title: "product 1".to_owned(),
        price: None,
        stock: None,
        photo: cover,
        sku: None,
        variants: Vec::new(),
        at: bench.now,
    };
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products: vec![seen],
    })));
    assert_eq!(bench.engine.knowledge.lag, None, "it may lag by 80 s");
}

#[test]
fn a_list_that_shows_six_new_products_measures_the_lag_once() {
    let never_measured = Knowledge { lag: None, measured: 0, ..KNOWN };
    let new = Engine::new(RunId(1), account(1), never_measured, Config::default());
    let mut bench = Bench::of(new, |effect| matches!(effect, Effect::List(_)));
    bench.feed(Input::Add((1..=6).map(|id| added(id, 1)).collect()));
    bench.now += S;
    bench.feed(Input::Tick);
    assert_eq!(bench.engine.counts().created, 6);
    let products = std::iter::once(earlier_product(bench.now)).chain(bench.shown()).collect();
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products,
    })));
    assert_eq!(bench.engine.knowledge.measured, 1, "the six tell of one server");
}

#[test]
fn a_creation_lost_by_an_earlier_process_is_waited_for_whatever_the_clock_says() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add(vec![added(1, 1)]));
    before.feed(Input::Created { draft: DraftId(1), result: Err(Problem::new(ProblemKind::ConnectionLost)) });
    // According to the clock a day has passed.
    let engine = Engine::restore(RunId(1), &before.journal, KNOWN, Config::default(), S, 24 * 3600).unwrap();
    let mut bench = Bench::of(engine, creation);
    for seconds in [10, 20, 35] {
        bench.now = seconds * S;
        bench.feed(Input::Tick);
        assert_eq!((bench.state(1), bench.creations()), (State::Checking, vec![]), "after {seconds} s");
    }
    // A creation may take effect 30 s late, and appear in the list 10 s after others.
    bench.now = 42 * S;
    bench.feed(Input::Tick);
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn a_product_listed_just_after_a_start_does_not_count_as_a_lag_of_a_minute() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    // Killed with both creations in flight: the first one took effect, the second was never sent.
    assert_eq!(before.creations(), [1, 2]);
    let cover = before.engine.row(DraftId(1)).unwrap().photo_id;
    let engine = Engine::restore(RunId(1), &before.journal, KNOWN, Config::default(), S, 0).unwrap();
    let mut bench = Bench::of(engine, |effect| matches!(effect, Effect::List(_) | Effect::Create { .. }));
    while bench.creations().is_empty() {
        if bench.open.pop().is_some() {
            // Listed a second after the start, which is after the first check.
            let seen = ListedProduct {
                sku: None,
                variants: Vec::new(),
                id: ProductId::from(1001),
                title: "product 1".to_owned(),
                price: None,
                stock: None,
                photo: cover.clone(),
                at: bench.now,
            };
            let products = if bench.now > 2 * S { vec![seen] } else { vec![] };
            bench.feed(Input::Listed(Ok(ListedProducts {
                complete: true,
                cut_short: false,
                has_shrunk: false,
                products,
            })));
        } else {
            bench.now += S;
            assert!(bench.now < 135 * S, "the other is sent again within two minutes");
            bench.feed(Input::Tick);
        }
    }
    assert_eq!((bench.state(1), bench.creations()), (State::Created, vec![2]));
}

#[test]
fn an_import_is_not_over_while_a_list_lacks_its_first_product() {
    let new = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench = Bench::of(new, |effect| matches!(effect, Effect::List(_)));
    let nothing_listed = || {
        Input::Listed(Ok(ListedProducts {
            complete: true,
            cut_short: false,
            has_shrunk: false,
            products: Vec::new(),
        }))
    };
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.feed(nothing_listed());
    assert_eq!(
        (bench.state(1), bench.engine.ended()),
        (State::Created, false),
        "one listing shows how it is listed"
    );
    bench.open.clear();
    bench.feed(nothing_listed());
    assert_eq!((bench.state(1), bench.engine.ended()), (State::Checking, false));
    for _ in 0..60 {
        bench.now += 5 * S;
        bench.feed(Input::Tick);
        if bench.open.pop().is_some() {
            bench.feed(nothing_listed());
        }
    }
    let row = bench.engine.row(DraftId(1)).unwrap();
    assert_eq!(
        (row.state, row.problem.map(|problem| problem.kind)),
        (State::NeedsPerson, Some(ProblemKind::NotListed))
    );
}

/// Loses the first product, and answers each listing with these products for so long.
fn lost_for(seconds: u64, shown: impl Fn(Duration) -> Vec<ListedProduct>) -> Bench {
    let mut bench = Bench::new(|effect| matches!(effect, Effect::List(_) | Effect::Create { .. }));
    bench.feed(Input::Add(vec![added(1, 1)]));
    for _ in 0..seconds {
        if let Some(place) = bench.open.iter().position(|effect| matches!(effect, Effect::List(_))) {
            bench.open.remove(place);
            bench.feed(Input::Listed(Ok(ListedProducts {
                complete: true,
                cut_short: false,
                has_shrunk: false,
                products: shown(bench.now),
            })));
        } else if bench.now == 2 * S {
            bench.open.clear();
            bench.feed(Input::Created {
                draft: DraftId(1),
                result: Err(Problem::new(ProblemKind::ConnectionLost)),
            });
        }
        bench.now += S;
        bench.feed(Input::Tick);
    }
    bench
}

#[test]
fn an_empty_list_of_a_shop_that_has_shown_products_of_ours_proves_no_absence() {
    let bench = lost_for(290, |_| Vec::new());
    assert_eq!((bench.state(1), bench.creations()), (State::Checking, vec![]), "its index may be rebuilt");
    let bench = lost_for(400, |_| Vec::new());
    assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![]));
    let bench = lost_for(60, |now| vec![earlier_product(now)]);
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn that_a_list_lacked_what_it_had_shown_is_known_after_a_restart() {
    let lost = lost_for(20, |now| if now < 2 * S { vec![earlier_product(now)] } else { Vec::new() });
    let knowledge = lost.journal.iter().rev().find_map(|entry| match &entry.record {
        Record::Knowledge { knowledge, .. } => Some(*knowledge),
        _ => None,
    });
    assert_eq!(knowledge, Some(Knowledge { goes_back: true, ..KNOWN }));
    let engine =
        Engine::restore(RunId(1), &lost.journal, knowledge.unwrap(), Config::default(), S, 0).unwrap();
    let mut bench = Bench::of(engine, creation);
    for _ in 0..150 {
        bench.now += S;
        bench.feed(Input::Tick);
    }
    assert_eq!(
        (bench.state(1), bench.creations()),
        (State::Checking, vec![]),
        "another server may lag behind"
    );
}
