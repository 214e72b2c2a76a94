//! The products table of a large shop, with a real worker and a real marketplace that misbehaves.

use std::collections::BTreeSet;
use std::time::Duration;

use tempfile::TempDir;
use vitrine::domain::{Code, Problem, Product};
use vitrine::market::Timeouts;
use vitrine::sandbox::{Faults, Operation, Options, Outcome, RetryAfter, Rule};
use vitrine::worker::{self, CatalogCommand, Command, Event, ProductsUpdate};

use crate::kit::shop::Shop;
use crate::kit::worker::Worker;

/// One load of the table: how many rows each event brought, and what came of it.
fn loaded(shop: &Shop) -> (Vec<usize>, Result<Vec<Product>, Problem>) {
    Table::open(shop).loaded()
}

struct Table {
    worker: Worker,
    _dir: TempDir,
}

impl Table {
    fn open(shop: &Shop) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market.toml");
        std::fs::write(&market, shop.sandbox.market_file()).unwrap();
        let timeouts = Timeouts { list: Duration::from_secs(1), ..Timeouts::default() };
        let options = worker::Options { token: Some(shop.sandbox.token()), timeouts, ..worker::Options::new(dir.path().join("data")) };
        Self { worker: Worker::signed_in(options, market), _dir: dir }
    }

    fn loaded(&self) -> (Vec<usize>, Result<Vec<Product>, Problem>) {
        self.worker.send(Command::Catalog(CatalogCommand::Load));
        let (mut told, mut all) = (Vec::new(), Vec::new());
        loop {
            match self.worker.next() {
                Event::Products(ProductsUpdate::Page { products, done, .. }) => {
                    told.extend((!products.is_empty()).then_some(products.len()));
                    all.extend(products);
                    if done {
                        return (told, Ok(all));
                    }
                }
                Event::Products(ProductsUpdate::Failed(problem)) => return (told, Err(problem)),
                _ => {}
            }
        }
    }
}

fn page(probability: f64) -> Rule {
    Rule { on: Some(Operation::List), probability, ..Rule::default() }
}

/// The pages asked for, in order: which one, and whether it came.
fn pages(shop: &Shop) -> Vec<(u64, bool)> {
    let listed = shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List));
    let number = |path: &str| path.split(['?', '&']).find_map(|part| part.strip_prefix("page=")).unwrap().parse().unwrap();
    listed.map(|request| (number(&request.path), matches!(request.outcome, Outcome::Answered { status: 200, .. }))).collect()
}

#[test]
fn a_table_of_20_000_products_loads_completely_although_3_of_100_pages_fail() {
    let an_hour = 3_600_000;
    let rules = vec![
        Rule { status: Some(500), ..page(0.01) },
        Rule { status: Some(503), ..page(0.01) },
        Rule { reset: true, ..page(0.008) },
        // Nothing comes until the client has waited long enough.
        Rule { latency_ms: an_hour, ..page(0.002) },
    ];
    let faults = Faults { seed: 11, per_page_cap: Some(20), rules, ..Faults::default() };
    let shop = Shop::open(Options { faults, initial_products: 20_000, ..Options::default() });

    let (told, products) = loaded(&shop);

    let ids: BTreeSet<String> = products.unwrap().into_iter().map(|product| product.id.to_string()).collect();
    assert_eq!(ids.len(), 20_000);
    let asked = pages(&shop);
    assert!(asked.iter().filter(|(_, came)| !came).count() > 15, "so few pages failed that nothing is shown");
    assert!(asked.is_sorted_by_key(|(page, _)| page), "no page that came is asked for anew");
    assert_eq!(told.len(), 1_000, "the table fills while it loads, page by page");
    assert_eq!(told.iter().sum::<usize>(), 20_000, "and each product is told once");
}

#[test]
fn a_page_that_always_fails_ends_the_load_without_flooding_the_marketplace() {
    let broken = Rule { from: 3, status: Some(500), ..page(1.0) };
    let shop = Shop::open(Options { faults: Faults::of(broken), initial_products: 1000, ..Options::default() });

    let (told, products) = loaded(&shop);

    assert_eq!(products.unwrap_err().code, Code::ServerError);
    assert_eq!(told, [100, 100]);
    let asked = shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List)).skip(2);
    let times: Vec<_> = asked.map(|request| request.at).collect();
    assert_eq!(times.len(), 7);
    let apart: Vec<_> = times.windows(2).map(|pair| pair[1].duration_since(pair[0]).as_millis()).collect();
    assert!(apart.iter().zip([100, 200, 400, 800, 1600, 3200]).all(|(&apart, least)| apart >= least), "{apart:?}");
}

#[test]
fn a_failing_page_is_not_requested_before_its_retry_after() {
    let busy = Rule { from: 2, to: Some(2), status: Some(503), retry_after: Some(RetryAfter::Seconds(2)), ..page(1.0) };
    let shop = Shop::open(Options { faults: Faults::of(busy), initial_products: 300, ..Options::default() });

    assert_eq!(loaded(&shop).1.unwrap().len(), 300);

    assert_eq!(pages(&shop).iter().map(|(page, _)| *page).collect::<Vec<_>>(), [1, 2, 2, 3, 4]);
    let listed: Vec<_> = shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List)).collect();
    assert!(listed[2].at.duration_since(listed[1].at).as_millis() >= 2000);
}

#[test]
fn after_a_creation_only_pages_with_new_products_are_read() {
    let shop = Shop::open(Options { initial_products: 1_000, ..Options::default() });
    let table = Table::open(&shop);
    assert_eq!(table.loaded().1.unwrap().len(), 1_000);
    let before = pages(&shop).len();

    table.worker.send(Command::Catalog(CatalogCommand::LoadNewest));
    let newest = table.worker.until(|event| if let Event::Products(update) = event { Some(update.clone()) } else { None });
    let ProductsUpdate::Newest(products) = newest else { panic!("{newest:?}") };
    assert_eq!(products.len(), 100);

    // A refresh that is asked for begins at the first page: no second one was read before.
    assert_eq!(table.loaded().1.unwrap().len(), 1_000);
    let asked: Vec<u64> = pages(&shop).into_iter().skip(before).map(|(page, _)| page).collect();
    assert_eq!(asked[..3], [1, 1, 2]);
    assert!(asked[1..].is_sorted(), "{asked:?}");
}
