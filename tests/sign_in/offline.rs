//! Starting without a connection, with a token in the keychain.

use std::time::Duration;

use vitrine::worker::{
    self, AccountCommand, CatalogCommand, CatalogEvent, Command, Event, KeepToken, Session,
};
use vitrine_domain::{Problem, ProblemKind, Product};
use vitrine_sandbox::Person;

use crate::keychain::keychain_for_tests;
use crate::kit::shop::Shop;
use crate::kit::shop::port::free_port;
use crate::kit::worker::Worker;

fn start(dir: &tempfile::TempDir, works_offline: bool) -> Worker {
    let options = worker::Options { works_offline, ..worker::Options::new(dir.path().join("data")) };
    Worker::at_market(options, dir.path().join("market.toml"))
}

fn session(worker: &Worker) -> Result<(), Option<Problem>> {
    worker.until(|event| match event {
        Event::Session(Session::SignedIn { .. }) => Some(Ok(())),
        Event::Session(Session::SignedOut { problem, .. }) => Some(Err(problem.clone())),
        _ => None,
    })
}

/// The products of last time, and why there are no others.
fn open(worker: &Worker) -> (Vec<Product>, Problem) {
    worker.send(Command::Catalog(CatalogCommand::Open));
    let mut saved = Vec::new();
    let problem = worker.until(|event| match event {
        Event::Catalog(CatalogEvent::Saved { products, .. }) => {
            saved.extend_from_slice(products);
            None
        }
        Event::Catalog(CatalogEvent::Failed(problem)) => Some(problem.clone()),
        _ => None,
    });
    (saved, problem)
}

#[test]
fn without_a_connection_the_window_shows_the_shop_as_it_was_read_last() {
    if !keychain_for_tests() {
        return;
    }
    // With a port of its own, no other test's server answers there after the shop is closed.
    let shop = Shop::open(vitrine_sandbox::Options {
        port: free_port(),
        initial_products: 150,
        ..vitrine_sandbox::Options::default()
    });
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("market.toml"), shop.sandbox.market_file()).unwrap();
    let worker = start(&dir, true);
    assert_eq!(session(&worker), Err(None));
    let token = shop.sandbox.issue_token(Person::Owner, &["*"], Duration::from_secs(3600));
    worker.send(Command::Account(AccountCommand::SignIn { token, refresh: None, keep: KeepToken::Keychain }));
    assert_eq!(session(&worker), Ok(()));
    worker.send(Command::Catalog(CatalogCommand::Open));
    worker.until(|event| matches!(event, Event::Catalog(CatalogEvent::Ended { .. })).then_some(()));
    drop(worker);
    drop(shop);

    let worker = start(&dir, true);
    assert_eq!(session(&worker), Ok(()));
    let (saved, problem) = open(&worker);
    assert_eq!((saved.len(), problem.kind), (150, ProblemKind::Unreachable));
    drop(worker);

    let terminal = start(&dir, false);
    assert_eq!(session(&terminal).unwrap_err().map(|problem| problem.kind), Some(ProblemKind::Unreachable));
}
