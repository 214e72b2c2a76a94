//! The products table of a large shop, with a real worker and a practice shop that misbehaves.

use std::collections::BTreeSet;
use std::time::Duration;

use tempfile::TempDir;
use vitrine::domain::{Code, Problem, Product};
use vitrine::market::Timeouts;
use vitrine::sandbox::{Faults, Operation, Options, Outcome, RetryAfter, Rule};
use vitrine::worker::{self, CatalogCommand, Command, Event, ProductsUpdate};

use crate::kit::shop::Shop;
use crate::kit::worker::Worker;

/// Loads the table once. Returns the number of rows in each event, and all products or the problem.
fn load(shop: &Shop) -> (Vec<usize>, Result<Vec<Product>, Problem>) {
    Table::open(shop).load()
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

    fn load(&self) -> (Vec<usize>, Result<Vec<Product>, Problem>) {
        self.worker.send(Command::Catalog(CatalogCommand::Load));
        let (mut rows_per_event, mut all) = (Vec::new(), Vec::new());
        loop {
            match self.worker.next() {
                Event::Products(ProductsUpdate::Page { products, done, .. }) => {
                    rows_per_event.extend((!products.is_empty()).then_some(products.len()));
                    all.extend(products);
                    if done {
                        return (rows_per_event, Ok(all));
                    }
                }
                Event::Products(ProductsUpdate::Failed(problem)) => return (rows_per_event, Err(problem)),
                _ => {}
            }
        }
    }
}

fn list_rule(probability: f64) -> Rule {
    Rule { on: Some(Operation::List), probability, ..Rule::default() }
}

/// The numbers of the requested pages in order, and whether each request succeeded.
fn page_requests(shop: &Shop) -> Vec<(u64, bool)> {
    let listed = shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List));
    let number = |path: &str| path.split(['?', '&']).find_map(|part| part.strip_prefix("page=")).unwrap().parse().unwrap();
    listed.map(|request| (number(&request.path), matches!(request.outcome, Outcome::Answered { status: 200, .. }))).collect()
}

#[test]
fn a_table_of_20_000_products_loads_completely_although_3_of_100_pages_fail() {
    let an_hour = 3_600_000;
    let rules = vec![
        Rule { status: Some(500), ..list_rule(0.01) },
        Rule { status: Some(503), ..list_rule(0.01) },
        Rule { reset: true, ..list_rule(0.008) },
        // No response arrives before the client gives up.
        Rule { latency_ms: an_hour, ..list_rule(0.002) },
    ];
    let faults = Faults { seed: 11, per_page_cap: Some(20), rules, ..Faults::default() };
    let shop = Shop::open(Options { faults, initial_products: 20_000, ..Options::default() });

    let (rows_per_event, products) = load(&shop);

    let ids: BTreeSet<String> = products.unwrap().into_iter().map(|product| product.id.to_string()).collect();
    assert_eq!(ids.len(), 20_000);
    let requests = page_requests(&shop);
    assert!(requests.iter().filter(|(_, succeeded)| !succeeded).count() > 15, "too few pages failed for this test to prove anything");
    assert!(requests.is_sorted_by_key(|(page, _)| page), "no page is requested again after it succeeded");
    assert_eq!(rows_per_event.len(), 1_000, "the table fills page by page while it loads");
    assert_eq!(rows_per_event.iter().sum::<usize>(), 20_000, "each product is reported once");
}

#[test]
fn a_page_that_always_fails_ends_the_load_without_flooding_the_marketplace() {
    let broken = Rule { from: 3, status: Some(500), ..list_rule(1.0) };
    let shop = Shop::open(Options { faults: Faults::of(broken), initial_products: 1000, ..Options::default() });

    let (rows_per_event, products) = load(&shop);

    assert_eq!(products.unwrap_err().code, Code::ServerError);
    assert_eq!(rows_per_event, [100, 100]);
    let failed = shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List)).skip(2);
    let times: Vec<_> = failed.map(|request| request.at).collect();
    assert_eq!(times.len(), 7);
    let waits: Vec<_> = times.windows(2).map(|pair| pair[1].duration_since(pair[0]).as_millis()).collect();
    assert!(waits.iter().zip([100, 200, 400, 800, 1600, 3200]).all(|(&wait, min)| wait >= min), "{waits:?}");
}

#[test]
fn a_failing_page_is_not_requested_before_its_retry_after() {
    let busy = Rule { from: 2, to: Some(2), status: Some(503), retry_after: Some(RetryAfter::Seconds(2)), ..list_rule(1.0) };
    let shop = Shop::open(Options { faults: Faults::of(busy), initial_products: 300, ..Options::default() });

    assert_eq!(load(&shop).1.unwrap().len(), 300);

    assert_eq!(page_requests(&shop).iter().map(|(page, _)| *page).collect::<Vec<_>>(), [1, 2, 2, 3, 4]);
    let listed: Vec<_> = shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List)).collect();
    assert!(listed[2].at.duration_since(listed[1].at).as_millis() >= 2000);
}

#[test]
fn after_a_creation_only_pages_with_new_products_are_read() {
    let shop = Shop::open(Options { initial_products: 1_000, ..Options::default() });
    let table = Table::open(&shop);
    assert_eq!(table.load().1.unwrap().len(), 1_000);
    let before = page_requests(&shop).len();

    table.worker.send(Command::Catalog(CatalogCommand::LoadNewest));
    let newest = table.worker.until(|event| if let Event::Products(update) = event { Some(update.clone()) } else { None });
    let ProductsUpdate::Newest(products) = newest else { panic!("{newest:?}") };
    assert_eq!(products.len(), 100);

    // A full refresh starts at the first page. `LoadNewest` had read only that page.
    assert_eq!(table.load().1.unwrap().len(), 1_000);
    let pages: Vec<u64> = page_requests(&shop).into_iter().skip(before).map(|(page, _)| page).collect();
    assert_eq!(pages[..3], [1, 1, 2]);
    assert!(pages[1..].is_sorted(), "{pages:?}");
}
