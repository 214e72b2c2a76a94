//! Accounts and marketplaces with a real worker and marketplace: confirmed before stored, switched without losses; set up,
//! tested and removed.
//!
//! Tokens are kept for the session only, so no keychain is needed.

mod desk;
mod known_products;
mod races;

use std::collections::BTreeMap;
use std::path::PathBuf;

use desk::Desk;
use secrecy::SecretString;
use vitrine::domain::{Code, Draft, Scope, UserId};
use vitrine::i18n::{Language, Messages};
use vitrine::import::State;
use vitrine::market::{AddressCheck, AddressFailure, MarketDraft, MarketKey};
use vitrine::sandbox::{Faults, Person};
use vitrine::worker::{
    self, AccountCommand, AccountEntry, BrowserSignIn, CatalogCommand, Command, Event, ImportCommand, KeepToken, RedirectMode,
    SavedProduct, SavedReview, Session,
};

use crate::kit::shop::browser::Browser;
use crate::kit::shop::port::free_port;

#[test]
fn the_owner_of_a_token_is_shown_before_anything_is_stored() {
    let mut desk = Desk::new();
    let found = desk.finds(Person::Owner);
    assert_eq!(found.account.vendor.as_ref().unwrap().title.as_deref(), Some("Practice shop"));
    desk.send(Command::Account(AccountCommand::SignInCancel));
    assert_eq!(desk.signed_out(), None);
    desk.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    desk.send(Command::Account(AccountCommand::AddAccount));
    assert_eq!(desk.signed_out(), None, "what was given up is not there to be confirmed");
    assert!(desk.accounts.is_empty());
}

#[test]
fn several_accounts_can_be_switched() {
    let mut desk = Desk::new();
    desk.signs_in(Person::Owner);
    desk.send(Command::Account(AccountCommand::AddAccount));
    assert_eq!(desk.signed_out(), None);
    desk.signs_in(Person::OtherOwner);
    let accounts = desk.accounts_when(|accounts| accounts.len() == 2 && accounts.iter().any(|entry| entry.current));
    assert!(accounts.iter().all(|entry| entry.signed_in));
    assert_eq!(accounts.iter().find(|entry| entry.current).unwrap().account.id, UserId::from(Person::OtherOwner.id()));
    desk.switch(Person::Owner);
    desk.switch(Person::OtherOwner);
    desk.send(Command::Account(AccountCommand::SignOutOf {
        market: desk.accounts[0].market.clone(),
        user: UserId::from(Person::OtherOwner.id()),
        drop: false,
    }));
    assert_eq!(desk.signed_out(), None);
    assert_eq!(desk.accounts_when(|accounts| accounts.len() == 1)[0].account.id, UserId::from(Person::Owner.id()));
}

#[test]
fn an_import_waits_for_its_account_and_is_not_resumed_by_another() {
    let mut desk = Desk::at_a_slow_shop();
    desk.signs_in(Person::Owner);
    let names: Vec<String> = (0..120).map(|n| format!("cup {n}")).collect();
    let drafts = desk.planned(&names.iter().map(String::as_str).collect::<Vec<_>>());
    desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: false }));
    desk.until(|event| matches!(event, Event::ImportProgress(progress) if progress.counts.created > 0).then_some(()));
    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.until(|event| matches!(event, Event::Left).then_some(()));
    desk.signs_in(Person::OtherOwner);
    desk.send(Command::Import(ImportCommand::Resume));
    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.until(|event| match event {
        Event::ImportRows(rows) => panic!("the other account was shown {} rows", rows.len()),
        Event::Left => Some(()),
        _ => None,
    });
    desk.switch(Person::Owner);
    desk.shop.sandbox.set_faults(Faults::default());
    desk.send(Command::Import(ImportCommand::Resume));
    desk.until(|event| matches!(event, Event::ImportEnded(_)).then_some(()));
    let titles = desk.shop.titles();
    let mut wanted = names;
    wanted.sort();
    assert_eq!(titles, wanted, "each once, and in the shop of the first account");
}

#[test]
fn failed_products_are_offered_for_fixing_at_the_next_sign_in() {
    let mut desk = Desk::new();
    desk.signs_in(Person::Owner);
    let mut drafts = desk.planned(&["cup", "bowl", "rug"]);
    drafts[1].draft.primary_price = Some(0);
    desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: false }));
    desk.until(|event| matches!(event, Event::ImportEnded(_)).then_some(()));
    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.until(|event| matches!(event, Event::Left).then_some(()));
    desk.signs_in(Person::Owner);
    let counts = desk.until(|event| if let Event::ImportUnfinished(left) = event { Some(left.counts) } else { None });
    assert_eq!((counts.created, counts.failed, counts.waiting), (2, 1, 0));
    desk.send(Command::Import(ImportCommand::Reopen));
    let drafts = desk.until(|event| if let Event::ImportDrafts(drafts) = event { Some(drafts.clone()) } else { None });
    let failed = desk.until(|event| match event {
        Event::ImportRows(rows) => rows.iter().find(|row| row.state == State::Failed).map(|row| row.id),
        _ => None,
    });
    let (_, planned) = drafts.into_iter().find(|(id, _)| *id == failed).unwrap();
    desk.until(|event| matches!(event, Event::ImportEnded(_)).then_some(()));
    desk.send(Command::Import(ImportCommand::Retry(vec![(failed, Draft { primary_price: Some(5000), ..planned.draft })])));
    let ended = desk.until(|event| if let Event::ImportEnded(progress) = event { Some(progress.counts) } else { None });
    assert_eq!((ended.created, ended.failed), (3, 0));
    assert_eq!(desk.shop.titles(), ["bowl", "cup", "rug"]);
    // Nothing is left to offer.
    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.until(|event| matches!(event, Event::Left).then_some(()));
    desk.signs_in(Person::Owner);
    desk.send(Command::Account(AccountCommand::WhoAmI));
    desk.until(|event| match event {
        Event::ImportUnfinished(left) => panic!("{left:?}"),
        Event::WhoAmI(_) => Some(()),
        _ => None,
    });
}

#[test]
fn pending_imports_of_an_account_are_kept_or_discarded_as_chosen() {
    for drop in [false, true] {
        let mut desk = Desk::at_a_slow_shop();
        desk.signs_in(Person::Owner);
        let names: Vec<String> = (0..120).map(|n| format!("cup {n}")).collect();
        let drafts = desk.planned(&names.iter().map(String::as_str).collect::<Vec<_>>());
        desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: false }));
        desk.until(|event| matches!(event, Event::ImportProgress(progress) if progress.counts.created > 0).then_some(()));
        let market = desk.shop.sandbox.market_file();
        let market = MarketDraft::read(&market, "x").unwrap().text(MarketKey::Name).to_owned();
        desk.send(Command::Account(AccountCommand::SignOutOf { market, user: UserId::from(Person::Owner.id()), drop }));
        assert_eq!(desk.signed_out(), None);
        let created = desk.shop.titles().len();
        assert!(created < 120, "it was stopped in the middle");
        desk.shop.sandbox.set_faults(Faults::default());
        desk.signs_in(Person::Owner);
        desk.send(Command::Import(ImportCommand::Resume));
        desk.send(Command::Account(AccountCommand::WhoAmI));
        if drop {
            desk.until(|event| match event {
                Event::ImportRows(rows) => panic!("{} products go on", rows.len()),
                Event::WhoAmI(_) => Some(()),
                _ => None,
            });
        } else {
            desk.until(|event| matches!(event, Event::ImportEnded(_)).then_some(()));
        }
        assert_eq!(desk.shop.titles().len(), if drop { created } else { 120 });
    }
}

#[test]
fn signing_in_again_keeps_the_session_until_it_succeeds() {
    let mut desk = Desk::new();
    desk.signs_in(Person::Owner);
    desk.send(Command::Account(AccountCommand::SignIn { token: SecretString::from("nobody's"), refresh: None, keep: KeepToken::Ask }));
    let problem = desk.until(|event| match event {
        Event::SignInEnded(problem) => Some(problem.clone()),
        Event::Session(session) => panic!("{session:?}"),
        _ => None,
    });
    assert_eq!(problem.unwrap().code, Code::Unauthorized);
    desk.send(Command::Catalog(CatalogCommand::Load));
    desk.until(|event| matches!(event, Event::Products(worker::ProductsUpdate::Page { done: true, .. })).then_some(()));
}

#[test]
fn client_credentials_are_confirmed_before_they_are_stored() {
    let mut desk = Desk::new();
    desk.send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::Ask }));
    desk.until(|event| match event {
        Event::SignInFound(_) => Some(()),
        Event::Session(Session::SignedOut { problem: Some(problem), .. }) => panic!("{problem}"),
        _ => None,
    });
    desk.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    assert_eq!(desk.signed_in().1, [Scope("*".to_owned())]);
}

#[test]
fn a_browser_sign_in_is_confirmed_before_the_token_is_stored() {
    let mut desk = Desk::new();
    let page = Messages::for_terminal(Language::English).closing_page();
    // The browser's last address is pasted: another test may hold the port.
    let sign_in = BrowserSignIn { scopes: Vec::new(), keep: KeepToken::Ask, redirect: RedirectMode::Paste, page };
    desk.send(Command::Account(AccountCommand::SignInBrowser(sign_in)));
    let address = desk.until(|event| if let Event::SignInAddress(address) = event { Some(address.clone()) } else { None });
    let back = Browser::new().allows(&address.parse().unwrap());
    desk.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    let found = desk.until(|event| match event {
        Event::SignInFound(found) => Some(found.clone()),
        Event::Session(Session::SignedIn { .. }) => panic!("kept without asking"),
        Event::Session(Session::SignedOut { problem: Some(problem), .. }) => panic!("{problem}"),
        _ => None,
    });
    assert_eq!((found.account.id.clone(), found.renewable, found.problem), (UserId::from(Person::Owner.id()), true, None));

    desk.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    assert_eq!(desk.signed_in().0, found.account.id);
    desk.send(Command::Catalog(CatalogCommand::Load));
    desk.until(|event| matches!(event, Event::Products(worker::ProductsUpdate::Page { done: true, .. })).then_some(()));
}

/// The review told before the accounts, which end what a sign-in tells.
fn review_told(desk: &mut Desk) -> Option<SavedReview> {
    let mut told = None;
    desk.until(|event| match event {
        Event::ReviewRestored(review) => {
            told = Some(*review.clone());
            None
        }
        Event::Accounts(_) => Some(()),
        _ => None,
    });
    told
}

#[test]
fn a_review_is_kept_for_its_account_until_that_is_removed() {
    let mut desk = Desk::new();
    desk.signs_in(Person::Owner);
    assert_eq!(review_told(&mut desk), None);
    let (owner, typed) = (Person::Owner, BTreeMap::from([("name".to_owned(), "Mug".to_owned())]));
    let product = SavedProduct { source: PathBuf::from("/mug.jpg"), typed, ..SavedProduct::default() };
    let review = SavedReview { dropped: vec![PathBuf::from("/mug.jpg")], products: vec![product], ..SavedReview::default() };
    desk.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review.clone())))));

    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.signed_out();
    desk.signs_in(Person::OtherOwner);
    assert_eq!(review_told(&mut desk), None, "it is not the other one's");
    let sign_out = |desk: &mut Desk, drop| {
        let entry = desk.accounts_when(|accounts| accounts.iter().any(|entry| entry.current));
        let AccountEntry { market, account, .. } = entry.into_iter().find(|entry| entry.current).unwrap();
        desk.send(Command::Account(AccountCommand::SignOutOf { market, user: account.id, drop }));
        desk.signed_out();
    };
    sign_out(&mut desk, false);
    for drop in [false, true] {
        desk.signs_in(owner);
        assert_eq!(review_told(&mut desk), Some(review.clone()));
        sign_out(&mut desk, drop);
    }
    desk.signs_in(owner);
    assert_eq!(review_told(&mut desk), None, "dropped with the account");
}

fn tested(desk: &mut Desk, draft: &MarketDraft) -> Vec<AddressCheck> {
    desk.send(Command::Account(AccountCommand::MarketTest(Box::new(draft.clone()))));
    desk.until(|event| if let Event::MarketTested(tested) = event { Some(tested.clone()) } else { None }).unwrap()
}

#[test]
fn every_address_of_a_working_marketplace_passes_without_a_token() {
    let mut desk = Desk::new();
    let before = desk.shop.sandbox.requests().len();
    let mut draft = MarketDraft::read(&desk.shop.sandbox.market_file(), "x").unwrap();
    *draft.text_mut(MarketKey::RedirectUri) = format!("http://127.0.0.1:{}/callback", free_port());
    for tested in tested(&mut desk, &draft) {
        assert_eq!(tested.result, Ok(()), "{tested:?}");
    }
    assert!(desk.shop.sandbox.requests().len() > before, "it was really asked");
}

#[test]
fn a_wrong_address_on_a_working_server_is_detected() {
    let mut desk = Desk::new();
    let mut draft = MarketDraft::read(&desk.shop.sandbox.market_file(), "x").unwrap();
    for key in [MarketKey::Webhook, MarketKey::ExchangeUrl] {
        // The server answers there, and in JSON.
        draft.text_mut(key).push_str("/elsewhere");
    }
    *draft.text_mut(MarketKey::RedirectUri) = String::new();
    for tested in tested(&mut desk, &draft) {
        let wrong = matches!(tested.key, MarketKey::Webhook | MarketKey::ExchangeUrl);
        assert_eq!(tested.result.clone().err(), wrong.then_some(AddressFailure::NotFound), "{tested:?}");
    }
}

#[test]
fn each_unusable_address_has_its_reason() {
    let closed = free_port();
    let other_program = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let page = web_page();
    let mut desk = Desk::new();
    let mut draft = MarketDraft::read(&desk.shop.sandbox.market_file(), "x").unwrap();
    for (key, address) in [
        (MarketKey::Base, format!("http://127.0.0.1:{page}")),
        (MarketKey::Auth, format!("http://127.0.0.1:{closed}")),
        (MarketKey::Sso, "https://no-such-host.invalid/sso".to_owned()),
        (MarketKey::RedirectUri, format!("http://{}/callback", other_program.local_addr().unwrap())),
        (MarketKey::ExchangeUrl, format!("https://127.0.0.1:{page}")),
    ] {
        *draft.text_mut(key) = address;
    }
    let tested = tested(&mut desk, &draft);
    let came = |key| tested.iter().find(|tested| tested.key == key).unwrap().result.clone();
    assert_eq!(came(MarketKey::Base), Err(AddressFailure::WebPage));
    assert_eq!(came(MarketKey::Auth), Err(AddressFailure::NoAnswer));
    assert_eq!(came(MarketKey::Sso), Err(AddressFailure::NoSuchHost));
    assert_eq!(came(MarketKey::RedirectUri), Err(AddressFailure::PortTaken));
    assert!(matches!(came(MarketKey::ExchangeUrl), Err(AddressFailure::Tls(_))), "{tested:?}");
}

/// A server that has nothing but a page for people. Ends with the test.
fn web_page() -> u16 {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let page = "<!doctype html><title>Shop</title>";
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{page}",
                page.len()
            );
        }
    });
    port
}

#[test]
fn a_marketplace_is_saved_changed_and_removed() {
    let mut desk = Desk::new();
    let mut draft = MarketDraft::read(&desk.shop.sandbox.market_file(), "x").unwrap();
    *draft.text_mut(MarketKey::Name) = "Basket".to_owned();
    desk.send(Command::Account(AccountCommand::MarketSave { draft: Box::new(draft), file: None }));
    desk.signed_out();
    let file = desk.dir.path().join("data/markets/Basket.toml");
    let listed = desk.until(|event| if let Event::Markets(markets) = event { Some(markets.clone()) } else { None });
    assert!(listed.iter().any(|market| market.name == "Basket" && market.file == file), "{listed:?}");
    desk.signs_in(Person::Owner);

    // To other addresses, the token does not go along.
    desk.send(Command::Account(AccountCommand::MarketOpen(file.clone())));
    let mut draft = desk.until(|event| if let Event::MarketOpened { draft, .. } = event { Some(draft.clone()) } else { None });
    *draft.text_mut(MarketKey::Webhook) = "https://hooks.example".to_owned();
    desk.send(Command::Account(AccountCommand::MarketSave { draft, file: Some(file.clone()) }));
    assert_eq!(desk.signed_out(), None);
    assert!(std::fs::read_to_string(&file).unwrap().contains("https://hooks.example"));
    desk.accounts_when(|accounts| accounts.iter().all(|entry| !entry.signed_in));

    desk.send(Command::Account(AccountCommand::MarketRemove(file.clone())));
    desk.until(|event| matches!(event, Event::Markets(markets) if markets.iter().all(|market| market.name != "Basket")).then_some(()));
    assert!(!file.exists());
}
