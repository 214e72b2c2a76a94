//! The products table of a large shop, with a real worker and a practice shop that misbehaves.

use std::collections::BTreeSet;
use std::time::Duration;

use tempfile::TempDir;
use vitrine::client::Timeouts;
use vitrine::worker::{self, CatalogCommand, CatalogEvent, Command, Event};
use vitrine_domain::{Problem, ProblemKind, Product};
use vitrine_sandbox::{FaultRule, Faults, Operation, Options, Outcome, RetryAfter};

use crate::kit::shop::Shop;
use crate::kit::worker::Worker;

/// Loads the table once. Returns the number of rows in each event, and all products or the problem.
fn load(shop: &Shop) -> (Vec<usize>, Result<Vec<Product>, Problem>) {
    Table::open(shop).load()
}

struct Table {
    worker: Worker,
    dir: TempDir,
}

impl Table {
    fn open(shop: &Shop) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("market.toml"), shop.sandbox.market_file()).unwrap();
        Self { worker: Self::worker(shop, &dir), dir }
    }

    fn worker(shop: &Shop, dir: &TempDir) -> Worker {
        let timeouts = Timeouts { list: Duration::from_secs(1), ..Timeouts::default() };
        let options = worker::Options {
            token: Some(shop.sandbox.token()),
            timeouts,
            ..worker::Options::new(dir.path().join("data"))
        };
        Worker::signed_in(options, dir.path().join("market.toml"))
    }

    /// Ends the program and starts it again.
    fn restart(self, shop: &Shop) -> Self {
        let Self { worker, dir } = self;
        drop(worker);
        Self { worker: Self::worker(shop, &dir), dir }
    }

    fn load(&self) -> (Vec<usize>, Result<Vec<Product>, Problem>) {
        self.worker.send(Command::Catalog(CatalogCommand::Load));
        let (mut rows_per_event, mut all) = (Vec::new(), Vec::new());
        loop {
            match self.worker.next() {
                Event::Catalog(CatalogEvent::Page { products, .. }) => {
                    rows_per_event.extend((!products.is_empty()).then_some(products.len()));
                    all.extend(products);
                }
                Event::Catalog(CatalogEvent::Ended { .. }) => return (rows_per_event, Ok(all)),
                Event::Catalog(CatalogEvent::Failed(problem)) => return (rows_per_event, Err(problem)),
                _ => {}
            }
        }
    }
}

fn list_rule(probability: f64) -> FaultRule {
    FaultRule { on: Some(Operation::List), probability, ..FaultRule::default() }
}

/// The numbers of the requested pages in order, and whether each request succeeded.
fn page_requests(shop: &Shop) -> Vec<(u64, bool)> {
    let listed =
        shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List));
    let number = |path: &str| {
        path.split(['?', '&']).find_map(|part| part.strip_prefix("page=")).unwrap().parse().unwrap()
    };
    listed
        .map(|request| {
            (number(&request.path), matches!(request.outcome, Outcome::Answered { status: 200, .. }))
        })
        .collect()
}

#[test]
fn a_table_of_20_000_products_loads_completely_although_3_of_100_pages_fail() {
    let an_hour = 3_600_000;
    let rules = vec![
        FaultRule { status: Some(500), ..list_rule(0.01) },
        FaultRule { status: Some(503), ..list_rule(0.01) },
        FaultRule { reset: true, ..list_rule(0.008) },
        // No response arrives before the client gives up.
        FaultRule { latency_ms: an_hour, ..list_rule(0.002) },
    ];
    let faults = Faults { seed: 11, per_page_cap: Some(20), rules, ..Faults::default() };
    let shop = Shop::open(Options { faults, initial_products: 20_000, ..Options::default() });

    let (rows_per_event, products) = load(&shop);

    let ids: BTreeSet<String> = products.unwrap().into_iter().map(|product| product.id.to_string()).collect();
    assert_eq!(ids.len(), 20_000);
    let requests = page_requests(&shop);
    assert!(
        requests.iter().filter(|(_, succeeded)| !succeeded).count() > 15,
        "too few pages failed for this test to prove anything"
    );
    let succeeded: Vec<u64> =
        requests.iter().filter(|(_, succeeded)| *succeeded).map(|(page, _)| *page).collect();
    assert_eq!(
        succeeded.iter().collect::<BTreeSet<_>>().len(),
        succeeded.len(),
        "no page is requested again after it succeeded"
    );
    assert_eq!(rows_per_event.len(), 1_000, "the table fills page by page while it loads");
    assert_eq!(rows_per_event.iter().sum::<usize>(), 20_000, "each product is reported once");
}

#[test]
fn a_page_that_always_fails_ends_the_load_without_flooding_the_marketplace() {
    let broken = FaultRule { from: 3, status: Some(500), ..list_rule(1.0) };
    let shop =
        Shop::open(Options { faults: Faults::of(broken), initial_products: 1000, ..Options::default() });

    let (rows_per_event, products) = load(&shop);

    assert_eq!(products.unwrap_err().kind, ProblemKind::ServerError);
    assert_eq!(rows_per_event, [100, 100]);
    let requests = page_requests(&shop);
    assert!(
        (4..=10).all(|page| requests.iter().filter(|(number, _)| *number == page).count() <= 1),
        "{requests:?}"
    );
    let third = shop.sandbox.requests().into_iter().filter(|request| request.path.contains("page=3&"));
    let times: Vec<_> = third.map(|request| request.at).collect();
    assert_eq!(times.len(), 7);
    let waits: Vec<_> = times.windows(2).map(|pair| pair[1].duration_since(pair[0]).as_millis()).collect();
    assert!(waits.iter().zip([100, 200, 400, 800, 1600, 3200]).all(|(&wait, min)| wait >= min), "{waits:?}");
}

#[test]
fn a_failing_page_is_not_requested_before_its_retry_after() {
    let busy = FaultRule {
        from: 2,
        to: Some(2),
        status: Some(503),
        retry_after: Some(RetryAfter::Seconds(2)),
        ..list_rule(1.0)
    };
    let shop = Shop::open(Options { faults: Faults::of(busy), initial_products: 300, ..Options::default() });

    assert_eq!(load(&shop).1.unwrap().len(), 300);

    assert_eq!(page_requests(&shop).iter().map(|(page, _)| *page).collect::<Vec<_>>(), [1, 2, 2, 3, 4]);
    let listed: Vec<_> = shop
        .sandbox
        .requests()
        .into_iter()
        .filter(|request| request.operation == Some(Operation::List))
        .collect();
    assert!(listed[2].at.duration_since(listed[1].at).as_millis() >= 2000);
}

#[test]
fn after_a_creation_only_pages_with_new_products_are_read() {
    let shop = Shop::open(Options { initial_products: 1_000, ..Options::default() });
    let table = Table::open(&shop);
    assert_eq!(table.load().1.unwrap().len(), 1_000);
    let before = page_requests(&shop).len();

    table.worker.send(Command::Catalog(CatalogCommand::LoadNewest));
    let newest = table
        .worker
        .until(|event| if let Event::Catalog(update) = event { Some(update.clone()) } else { None });
    let CatalogEvent::Newest(products) = newest else { panic!("{newest:?}") };
    assert_eq!(products.len(), 100);

    // A full refresh starts at the first page. `LoadNewest` had read only that page.
    assert_eq!(table.load().1.unwrap().len(), 1_000);
    let pages: Vec<u64> = page_requests(&shop).into_iter().skip(before).map(|(page, _)| page).collect();
    assert_eq!(pages[..3], [1, 1, 2]);
    assert_eq!(pages[1..].iter().max(), Some(&11), "{pages:?}");
}

#[test]
fn the_products_of_last_time_are_shown_while_the_list_cannot_be_read() {
    let shop = Shop::open(Options { initial_products: 2_500, ..Options::default() });
    let table = Table::open(&shop);
    let listed = table.load().1.unwrap();
    let table = table.restart(&shop);
    shop.sandbox.set_faults(Faults::of(FaultRule { status: Some(403), ..list_rule(1.0) }));

    table.worker.send(Command::Catalog(CatalogCommand::Open));
    let mut shown = Vec::new();
    let problem = table.worker.until(|event| match event {
        Event::Catalog(CatalogEvent::Saved { products, state, .. }) => {
            assert!(state.is_complete);
            shown.extend_from_slice(products);
            None
        }
        Event::Catalog(CatalogEvent::Failed(problem)) => Some(problem.clone()),
        _ => None,
    });
    assert_eq!(problem.kind, ProblemKind::Forbidden);
    assert_eq!(shown, listed);
}

#[test]
fn pages_are_requested_before_the_earlier_ones_are_answered() {
    let an_hour = 3_600_000;
    let no_answer = FaultRule { from: 3, to: Some(3), latency_ms: an_hour, ..list_rule(1.0) };
    let shop =
        Shop::open(Options { faults: Faults::of(no_answer), initial_products: 1_000, ..Options::default() });

    assert_eq!(load(&shop).1.unwrap().len(), 1_000);

    // Several pages are on their way at once: which of them arrives third, and stays without an answer, is
    // not fixed.
    let pages: Vec<u64> = page_requests(&shop).into_iter().map(|(page, _)| page).collect();
    let again = pages.iter().rposition(|page| *page == pages[2]).unwrap();
    assert!(again > 3, "{pages:?}");
}
