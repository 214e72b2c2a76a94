//! The practice shop inside the program, with a real worker.

use vitrine::worker::{AccountCommand, Command, MarketChoice, Options, PlatformCommand, Session, Settings};
use vitrine_domain::Account;

use crate::kit::worker::Worker;

/// Signs in to the practice shop, again if somebody is signed in there.
fn account(worker: &Worker) -> Account {
    worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::Practice)));
    match worker.session() {
        Session::SignedIn { account, .. } => (*account).clone(),
        session => panic!("{session:?}"),
    }
}

fn choose(worker: &Worker, language: &str) {
    let settings = Settings { language: Some(language.to_owned()), ..Settings::default() };
    worker.send(Command::Platform(PlatformCommand::SaveSettings(Box::new(settings))));
}

fn title(account: &Account) -> Option<&str> {
    account.vendor.as_ref()?.title.as_deref()
}

#[test]
fn the_practice_shop_speaks_the_language_that_is_chosen_in_the_window() {
    let data = tempfile::tempdir().unwrap();
    let worker = Worker::start(Options::new(data.path().to_owned()));
    choose(&worker, "fa");
    assert_eq!(title(&account(&worker)), Some("غرفهٔ تمرینی"), "chosen before it is opened");
    choose(&worker, "en");
    assert_eq!(title(&account(&worker)), Some("Practice shop"), "switched while it is open");
    choose(&worker, "fa");
    assert_eq!(title(&account(&worker)), Some("غرفهٔ تمرینی"));
}

/// The window starts again on the same data. Returns whether somebody is signed in to the practice shop.
fn opens_with_practice(data: &std::path::Path) -> bool {
    let worker = Worker::start(Options::new(data.to_owned()));
    worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::LastInWindow)));
    matches!(worker.session(), Session::SignedIn { practice: true, .. })
}

#[test]
fn the_practice_shop_is_there_again_at_the_next_start_until_it_is_left() {
    let data = tempfile::tempdir().unwrap();
    assert!(!opens_with_practice(data.path()), "it was not chosen yet");
    account(&Worker::start(Options::new(data.path().to_owned())));
    assert!(opens_with_practice(data.path()));
    let worker = Worker::start(Options::new(data.path().to_owned()));
    account(&worker);
    worker.send(Command::Account(AccountCommand::LeaveMarket));
    worker.until(|event| matches!(event, vitrine::worker::Event::Session(Session::Nobody)).then_some(()));
    drop(worker);
    assert!(!opens_with_practice(data.path()));
}

#[test]
fn a_market_file_named_at_the_start_does_not_make_the_window_forget_the_practice_shop() {
    let data = tempfile::tempdir().unwrap();
    account(&Worker::start(Options::new(data.path().to_owned())));
    for (choice, is_practice) in
        [(MarketChoice::Given("basalam".into()), true), (MarketChoice::File("basalam".into()), false)]
    {
        let worker = Worker::start(Options::new(data.path().to_owned()));
        worker.send(Command::Account(AccountCommand::UseMarket(choice)));
        assert!(matches!(worker.session(), Session::SignedOut { practice: false, .. }));
        drop(worker);
        assert_eq!(opens_with_practice(data.path()), is_practice);
    }
}
