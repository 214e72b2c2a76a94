//! A data file with damage that opening it does not detect, with a real worker and a practice shop.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use jiff::Timestamp;
use vitrine::store::Store;
use vitrine::worker::{self, AccountCommand, Command, Event, Handle, ImportCommand, MarketChoice, Session};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::journal::Record;
use vitrine_domain::{AccountKey, Draft, Problem, ProblemKind, UserId, VendorId};
use vitrine_sandbox::Options;

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::timeout::TIMEOUT;

fn next(events: &Receiver<Event>) -> Event {
    events.recv_timeout(TIMEOUT).expect("an event from the worker within the time limit")
}

fn worker(env: &TestEnv) -> (Handle, Receiver<Event>) {
    let options = worker::Options { token: Some(env.token.clone()), ..worker::Options::new(env.data()) };
    worker::start(options, || {}).unwrap()
}

fn use_market(worker: &Handle, env: &TestEnv) {
    worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(
        env.dir.path().join("market.toml"),
    ))));
}

fn next_problem(events: &Receiver<Event>) -> Problem {
    loop {
        if let Event::Problem(problem) = next(events) {
            return problem;
        }
    }
}

fn planned() -> PlannedDraft {
    let draft = Draft { name: "Rug".to_owned(), ..Draft::default() };
    PlannedDraft {
        draft,
        source: PathBuf::from("/p"),
        source_name: "p".to_owned(),
        photos: vec![],
        ..PlannedDraft::default()
    }
}

/// Writes a data file with a journal, closes it, and corrupts one of its pages.
fn write_corrupt_store(env: &TestEnv) {
    let store = Store::open(&env.data()).unwrap();
    let (run, draft) = (store.new_run().unwrap(), store.new_drafts(1).unwrap()[0]);
    let account = AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) };
    let added = Record::DraftAdded { draft, run, planned: planned() };
    store.append(&[Record::RunStarted { run, account }, added], Timestamp::UNIX_EPOCH).unwrap();
    drop(store);
    let path = env.data().join("vitrine.db");
    let mut bytes = fs::read(&path).unwrap();
    let record = br#""kind":"draft_added""#;
    let at = bytes.windows(record.len()).position(|window| window == record).unwrap();
    bytes[at / 4096 * 4096] ^= 0x40;
    fs::write(&path, bytes).unwrap();
}

#[test]
fn damage_found_in_the_background_is_reported_and_stops_imports() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    write_corrupt_store(&env);
    let before = fs::read(env.data().join("vitrine.db")).unwrap();
    let (worker, events) = worker(&env);
    let problem = next_problem(&events);
    assert_eq!(problem.kind, ProblemKind::StorageDamaged, "{problem}");

    use_market(&worker, &env);
    assert_eq!(next_problem(&events), problem);
    worker.send(Command::Import(ImportCommand::Start {
        drafts: vec![planned()],
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    next_problem(&events);
    worker.stop();
    assert_eq!(shop.titles(), [""; 0]);
    assert!(fs::read(env.data().join("vitrine.db")).unwrap() == before, "the damaged file is unchanged");
}

#[test]
fn a_stopped_worker_leaves_a_file_that_needs_no_check() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let (worker, events) = worker(&env);
    use_market(&worker, &env);
    while !matches!(next(&events), Event::Session(Session::SignedIn { .. })) {}
    worker.stop();
    assert!(!Store::open(&env.data()).unwrap().needs_check());
}
