//! How far a large shop is read.

use super::*;

fn listing_or_creation(effect: &Effect) -> bool {
    matches!(effect, Effect::List(_) | Effect::Create { .. })
}

/// An import of three products into a large shop that is new to Vitrine. It has asked how large the shop is.
fn first_import() -> Bench {
    let unproven = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench = Bench::of(unproven, listing_or_creation);
    bench.feed(Input::Add((1..=3).map(|id| added(id, 1)).collect()));
    assert_eq!(bench.open, [Effect::List(Reach::Small { pages: Config::default().small_shop_pages })]);
    bench.open.clear();
    bench.feed(part(Vec::new()));
    assert_eq!(bench.creations(), [1], "the first product is created alone");
    bench.open.clear();
    bench
}

fn part(products: Vec<ListedProduct>) -> Input {
    Input::Listed(Ok(ListedProducts { complete: false, cut_short: true, has_shrunk: false, products }))
}

fn whole(products: Vec<ListedProduct>) -> Input {
    Input::Listed(Ok(ListedProducts { complete: true, cut_short: false, has_shrunk: false, products }))
}

fn listed(id: u64, title: &str, photo: Option<FileId>, at: Duration) -> ListedProduct {
    ListedProduct {
        id: ProductId::from(id),
        title: title.to_owned(),
        price: None,
        stock: None,
        photo,
        sku: None,
        variants: Vec::new(),
        at,
    }
}

fn cover(bench: &Bench, id: u64) -> FileId {
    bench.engine.row(DraftId(id)).unwrap().photo_id.unwrap()
}

fn created(bench: &mut Bench, id: u64) {
    bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id + 1000))) });
}

/// Lets time pass until something is to be done, for at most a minute, and returns it.
fn next_effect(bench: &mut Bench) -> Option<Effect> {
    for _ in 0..60 {
        if !bench.open.is_empty() {
            break;
        }
        bench.now += S;
        bench.feed(Input::Tick);
    }
    (!bench.open.is_empty()).then(|| bench.open.remove(0))
}

#[test]
fn the_first_product_is_looked_for_on_the_newest_pages_and_the_rest_of_a_large_shop_is_not_read() {
    let mut bench = first_import();
    created(&mut bench, 1);
    let sought = cover(&bench, 1);
    let Some(Effect::List(Reach::Newest { sought: covers, .. })) = next_effect(&mut bench) else {
        panic!("it is read back")
    };
    assert_eq!(covers, std::slice::from_ref(&sought));
    let now = bench.now;
    bench.feed(part(vec![listed(1001, "product 1", Some(sought), now)]));
    assert_eq!(bench.engine.knowledge.identity, Identity::Cover);
    assert_eq!(bench.creations(), [2, 3]);
    bench.open.clear();
    created(&mut bench, 2);
    created(&mut bench, 3);
    let Some(Effect::List(Reach::Newest { sought, .. })) = next_effect(&mut bench) else {
        panic!("what was created is looked for at the end")
    };
    assert_eq!(sought, [2, 3].map(|id| cover(&bench, id)));
    let shown = bench.shown().collect();
    bench.feed(part(shown));
    assert!(bench.engine.ended());
    assert_eq!(next_effect(&mut bench), None);
}

#[test]
fn where_covers_do_not_come_back_a_large_shop_is_read_once_and_our_first_product_is_not_taken_for_an_old_one()
{
    let mut bench = first_import();
    created(&mut bench, 1);
    assert!(matches!(next_effect(&mut bench), Some(Effect::List(Reach::Newest { .. }))));
    let now = bench.now;
    bench.feed(part(vec![listed(1001, "product 1", Some(FileId::from(7)), now)]));
    assert_eq!(bench.engine.knowledge.identity, Identity::Fields);
    assert_eq!(bench.creations(), [0u64; 0], "what the shop holds is read first");
    assert_eq!(next_effect(&mut bench), Some(Effect::List(Reach::Whole)));
    let now = bench.now;
    bench.feed(whole(vec![
        listed(1, "vase", None, now),
        listed(1001, "product 1", Some(FileId::from(7)), now),
    ]));
    assert_eq!(bench.creations(), [2, 3]);
    let baseline = bench.journal.iter().find_map(|entry| match &entry.record {
        Record::Baseline { products, .. } => Some(products.clone()),
        _ => None,
    });
    assert_eq!(baseline, Some(Some(vec![ProductId::from(1)])));
}

#[test]
fn what_the_journal_may_have_forgotten_is_looked_for_in_the_whole_shop() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add((1..=2).map(|id| added(id, 1)).collect()));
    let covers = [1, 2].map(|id| cover(&before, id));
    // The journal comes back from a copy in which nothing was sent yet.
    before.journal.retain(|entry| !matches!(entry.record, Record::Intent { .. }));
    let engine = Engine::restore(RunId(1), &before.journal, KNOWN, Config::default(), S, 0).unwrap();
    let mut bench = Bench::of(engine, listing_or_creation);
    assert_eq!(bench.open, [Effect::List(Reach::Whole)], "it may be on any page");
    bench.open.clear();
    let now = bench.now;
    bench.feed(whole(vec![listed(1001, "product 1", Some(covers[0].clone()), now)]));
    assert_eq!((bench.state(1), bench.creations()), (State::Skipped, vec![2]));
}

#[test]
fn what_the_journal_says_to_have_failed_is_looked_for_before_it_is_tried_again() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add(vec![added(1, 1)]));
    before.refuse(1, "brief");
    let cover = cover(&before, 1);
    // It was corrected and created, and then a copy of the journal came back.
    let engine = Engine::restore(RunId(1), &before.journal, KNOWN, Config::default(), S, 0).unwrap();
    let mut bench = Bench::of(engine, listing_or_creation);
    let fields = Draft { name: "product 1".to_owned(), ..Draft::default() };
    bench.feed(Input::Retry(vec![(DraftId(1), fields)]));
    assert_eq!(bench.open, [Effect::List(Reach::Whole)]);
    let now = bench.now;
    bench.feed(whole(vec![listed(1001, "product 1", Some(cover), now)]));
    assert_eq!((bench.state(1), bench.creations()), (State::Created, vec![]));
}

#[test]
fn a_first_product_that_the_newest_pages_lack_is_looked_for_in_the_whole_shop() {
    let mut bench = first_import();
    created(&mut bench, 1);
    let mut reaches = Vec::new();
    while let Some(Effect::List(reach)) = next_effect(&mut bench) {
        let is_whole = reach == Reach::Whole;
        reaches.push(is_whole);
        if is_whole {
            break;
        }
        bench.feed(part(Vec::new()));
    }
    assert_eq!(reaches, [false, false, false, true]);
    assert_eq!(bench.creations(), [0u64; 0], "the first product is still alone");
}

#[test]
fn a_lost_creation_is_looked_for_on_the_newest_pages_and_only_the_whole_shop_shows_that_it_is_absent() {
    let mut bench = Bench::new(listing_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.feed(part(Vec::new()));
    bench.open.clear();
    bench.feed(Input::Created { draft: DraftId(1), result: Err(Problem::new(ProblemKind::ConnectionLost)) });
    assert!(matches!(next_effect(&mut bench), Some(Effect::List(Reach::Newest { .. }))));
    bench.feed(part(Vec::new()));
    assert_eq!(bench.state(1), State::Checking);
    let mut listings = 0;
    loop {
        match next_effect(&mut bench) {
            Some(Effect::List(reach)) => assert_eq!(reach, Reach::Whole),
            Some(Effect::Create { .. }) => break,
            other => panic!("{other:?}"),
        }
        listings += 1;
        bench.feed(whole(vec![earlier_product(bench.now)]));
    }
    assert!(listings >= 2, "absence counts when it is seen twice");
}

#[test]
fn a_list_that_began_before_the_last_answer_does_not_end_the_search() {
    let mut bench = Bench::new(listing_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    assert_eq!(bench.creations(), [1], "covers are known to come back, so it needs no list");
    assert!(matches!(bench.open[..], [Effect::List(_), _] | [_, Effect::List(_)]), "{:?}", bench.open);
    bench.open.clear();
    bench.now += S;
    let taken = Problem {
        status: Some(422),
        form: AnswerForm::Own,
        ..Problem::new(ProblemKind::Unprocessable).with_field("name").with_quotation("name is taken")
    };
    bench.feed(Input::Created { draft: DraftId(1), result: Err(taken) });
    assert_eq!(bench.state(1), State::Failed);
    bench.feed(part(Vec::new()));
    bench.now += 60 * S;
    bench.feed(Input::Tick);
    assert!(
        matches!(bench.open[..], [Effect::List(_)]),
        "its own product may have that name: {:?}",
        bench.open
    );
}
