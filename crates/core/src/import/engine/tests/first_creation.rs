//! One 503 to the first creation of a shop: how long the import stands still.

use super::*;

/// A marketplace that lists at once what it created, and that answers one creation with 503 instead.
struct Market {
    products: Vec<ListedProduct>,
    failures: usize,
}

/// How an import went on after a 503 to its first creation.
#[derive(Debug)]
struct Course {
    /// When another product was created, after the 503.
    next: Option<Duration>,
    /// When the first product was created in the end, or a person was asked.
    first: Duration,
    asked: bool,
}

fn listed(draft: u64, fields: &Draft, photo: Option<FileId>, at: Duration) -> ListedProduct {
    let (price, stock) = (fields.primary_price, fields.stock);
    ListedProduct {
        id: ProductId::from(draft + 1000),
        title: fields.name.clone(),
        price,
        stock,
        photo,
        sku: None,
        variants: Vec::new(),
        at,
    }
}

/// Imports so many products into a new shop that holds `before` others; the marketplace answers the first
/// `failures` creations with 503.
fn import_after_503(products: u64, before: u64, failures: usize) -> Course {
    let new = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench =
        Bench::of(new, |effect| creation(effect) || matches!(effect, Effect::List(_) | Effect::WakeAt(_)));
    let old = |id| {
        listed(9000 + id, &Draft { name: format!("old {id}"), ..Draft::default() }, Some(FileId::from(id)), S)
    };
    let mut market = Market { products: (0..before).map(old).collect(), failures };
    bench.feed(Input::Add((1..=products).map(|id| added(id, 1)).collect()));
    let (mut lost, mut course) = (None, Course { next: None, first: Duration::ZERO, asked: false });
    let mut wake = None;
    while !bench.engine.ended() && course.first.is_zero() {
        assert!(bench.now < 3600 * S, "no end: {:?}", bench.waiting());
        if bench.open.is_empty() {
            bench.now =
                bench.now.max(wake.take().unwrap_or_else(|| panic!("stands still: {:?}", bench.waiting())));
            bench.feed(Input::Tick);
        }
        bench.now += S / 20;
        for effect in std::mem::take(&mut bench.open) {
            match effect {
                Effect::WakeAt(at) => wake = Some(at),
                Effect::List(_) => {
                    let products = market
                        .products
                        .iter()
                        .map(|listed| ListedProduct { at: bench.now, ..listed.clone() })
                        .collect();
                    bench.feed(Input::Listed(Ok(ListedProducts {
                        complete: true,
                        cut_short: false,
                        has_shrunk: false,
                        products,
                    })));
                }
                Effect::Create { draft, .. } if market.failures > 0 => {
                    market.failures -= 1;
                    lost = lost.or(Some(bench.now));
                    let problem = Problem { status: Some(503), ..Problem::new(ProblemKind::ServerError) };
                    bench.feed(Input::Created { draft, result: Err(problem) });
                }
                Effect::Create { draft, fields, photos } => {
                    let product = listed(draft.0, &fields, photos.first().cloned(), bench.now);
                    course.next = course.next.or_else(|| Some(bench.now - lost?));
                    market.products.push(product.clone());
                    bench.feed(Input::Created { draft, result: Ok(Some(product.id)) });
                }
                _ => {}
            }
        }
        if matches!(bench.state(1), State::Created | State::NeedsPerson) {
            (course.first, course.asked) =
                (bench.now - lost.unwrap_or(bench.now), bench.state(1) == State::NeedsPerson);
        }
    }
    course
}

#[test]
fn after_a_503_to_its_first_creation_an_import_goes_on_at_once_and_settles_the_product_soon() {
    for (products, before) in [(2, 0), (3, 30), (40, 0), (40, 30)] {
        let course = import_after_503(products, before, 1);
        let case = format!("{products} products into a shop with {before}: {course:?}");
        assert!(course.next.is_some_and(|next| next < S), "{case}");
        assert!(course.first < 40 * S && !course.asked, "{case}");
    }
}

#[test]
fn after_three_lost_first_products_it_is_known_what_became_of_them_before_a_fourth() {
    let new = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench = Bench::of(new, creation);
    bench.feed(Input::Add((1..=5).map(|id| added(id, 1)).collect()));
    for id in 1..=3 {
        assert_eq!(bench.creations().last(), Some(&id));
        bench.feed(Input::Created {
            draft: DraftId(id),
            result: Err(Problem::new(ProblemKind::ConnectionLost)),
        });
    }
    assert_eq!(bench.creations(), [1, 2, 3]);
    while bench.engine.counts().needs_person == 0 {
        bench.now += S;
        bench.feed(Input::Tick);
    }
    assert_eq!(bench.creations(), [1, 2, 3, 4], "a person knows, or will: the others go on");
}

/// Nothing else of ours can show that the list is current.
#[test]
fn a_person_is_asked_about_a_single_product_after_three_minutes() {
    let course = import_after_503(1, 0, 1);
    assert!(course.asked && course.first > 170 * S && course.first < 190 * S, "{course:?}");
}
