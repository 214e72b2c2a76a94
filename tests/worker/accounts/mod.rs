//! Accounts and marketplaces, with a real worker and a practice shop. Accounts are confirmed before they are
//! stored, and switched without losses. Marketplaces are set up, tested and removed.
//!
//! Tokens are kept for the session only, so that no keychain is needed.

mod harness;
mod known_products;
mod origins;
mod races;

use std::collections::BTreeMap;
use std::path::PathBuf;

use harness::AccountHarness;
use secrecy::SecretString;
use vitrine::i18n::{Language, Messages};
use vitrine::store::{Instance, InstanceLock};
use vitrine::worker::{
    self, AccountCommand, AccountEntry, AccountEvent, BrowserSignIn, CatalogCommand, Command, Event,
    FormCommand, FormContents, FormEvent, FormPhotoId, FormPhotoState, ImportCommand, ImportEvent, KeepToken,
    MarketFileEvent, PhotoSource, PlatformEvent, RedirectMode, RestoredForm, SavedProduct, SavedReview,
    Session,
};
use vitrine_core::import::State;
use vitrine_core::market::{AddressCheck, AddressFailure, MarketDraft, MarketKey, Profile};
use vitrine_domain::{Draft, PhotoEdit, Price, ProblemKind, Scope, UserId};
use vitrine_sandbox::{Faults, Person};

use crate::kit::shop::browser::Browser;
use crate::kit::shop::port::free_port;

#[test]
fn the_owner_of_a_token_is_shown_before_anything_is_stored() {
    let mut harness = AccountHarness::new();
    let found = harness.find_account(Person::Owner);
    assert_eq!(found.account.vendor.as_ref().unwrap().title.as_deref(), Some("Practice shop"));
    harness.send(Command::Account(AccountCommand::SignInCancel));
    assert_eq!(harness.signed_out(), None);
    harness.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    harness.send(Command::Account(AccountCommand::AddAccount));
    assert_eq!(harness.signed_out(), None, "a cancelled sign-in can no longer be confirmed");
    assert!(harness.accounts.is_empty());
}

#[test]
fn marketplaces_whose_files_come_with_the_program_are_on_offer_until_they_are_used() {
    let mut harness = AccountHarness::new();
    // Listed once, on offer or not.
    let listed = |harness: &mut AccountHarness, is_offered| {
        harness.until(|event| {
            let Event::Account(AccountEvent::Markets(markets)) = event else { return None };
            let mut basalam = markets.iter().filter(|market| market.name == "Basalam");
            let only =
                basalam.next().filter(|only| only.is_offered == is_offered && basalam.next().is_none());
            only.map(|only| only.file.clone())
        })
    };
    harness.send(Command::Account(AccountCommand::UseMarket(worker::MarketChoice::File("basalam".into()))));
    let file = listed(&mut harness, false);
    assert!(file.ends_with("markets/basalam.toml"), "{file:?}");
    harness.send(Command::Account(AccountCommand::MarketRemove(file)));
    assert_eq!(
        listed(&mut harness, true),
        PathBuf::from("basalam"),
        "removed, it can be used again as it came"
    );
}

#[test]
fn several_accounts_can_be_switched() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    harness.send(Command::Account(AccountCommand::AddAccount));
    assert_eq!(harness.signed_out(), None);
    harness.sign_in(Person::OtherOwner);
    let accounts =
        harness.accounts_when(|accounts| accounts.len() == 2 && accounts.iter().any(|entry| entry.current));
    assert!(accounts.iter().all(|entry| entry.signed_in));
    assert_eq!(
        accounts.iter().find(|entry| entry.current).unwrap().account.id,
        UserId::from(Person::OtherOwner.id())
    );
    harness.switch(Person::Owner);
    harness.switch(Person::OtherOwner);
    harness.send(Command::Account(AccountCommand::SignOutOf {
        market: harness.accounts[0].market.clone(),
        user: UserId::from(Person::OtherOwner.id()),
        drop: false,
    }));
    assert_eq!(harness.signed_out(), None);
    assert_eq!(
        harness.accounts_when(|accounts| accounts.len() == 1)[0].account.id,
        UserId::from(Person::Owner.id())
    );
}

#[test]
fn an_import_waits_for_its_account_and_is_not_resumed_by_another() {
    let mut harness = AccountHarness::with_slow_shop();
    harness.sign_in(Person::Owner);
    let names: Vec<String> = (0..120).map(|n| format!("cup {n}")).collect();
    let drafts = harness.plan(&names.iter().map(String::as_str).collect::<Vec<_>>());
    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    harness.until(|event| {
        matches!(event, Event::Import(ImportEvent::Progress(progress)) if progress.counts.created > 0)
            .then_some(())
    });
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| matches!(event, Event::Left).then_some(()));
    harness.sign_in(Person::OtherOwner);
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| match event {
        Event::Import(ImportEvent::Rows(rows)) => panic!("the other account was shown {} rows", rows.len()),
        Event::Left => Some(()),
        _ => None,
    });
    harness.switch(Person::Owner);
    let was_left = harness.until(|event| {
        if let Event::Import(ImportEvent::Unfinished(left)) = event { Some(left.was_left) } else { None }
    });
    assert!(was_left, "it is to go on without a question");
    harness.shop.sandbox.set_faults(Faults::default());
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    let titles = harness.shop.titles();
    let mut wanted = names;
    wanted.sort();
    assert_eq!(titles, wanted, "each product is created once, in the shop of the first account");
}

#[test]
fn failed_products_are_offered_for_fixing_at_the_next_sign_in() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let mut drafts = harness.plan(&["cup", "bowl", "rug"]);
    drafts[1].draft.primary_price = Some(Price::on_wire(0));
    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| matches!(event, Event::Left).then_some(()));
    harness.sign_in(Person::Owner);
    let counts = harness.until(|event| {
        if let Event::Import(ImportEvent::Unfinished(left)) = event { Some(left.counts) } else { None }
    });
    assert_eq!((counts.created, counts.failed, counts.waiting), (2, 1, 0));
    harness.send(Command::Import(ImportCommand::Reopen(None)));
    let drafts = harness.until(|event| {
        if let Event::Import(ImportEvent::Drafts(drafts)) = event { Some(drafts.clone()) } else { None }
    });
    let failed = harness.until(|event| match event {
        Event::Import(ImportEvent::Rows(rows)) => {
            rows.iter().find(|row| row.state == State::Failed).map(|row| row.id)
        }
        _ => None,
    });
    let (_, planned) = drafts.into_iter().find(|(id, _)| *id == failed).unwrap();
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    harness.send(Command::Import(ImportCommand::Retry(vec![(
        failed,
        Draft { primary_price: Some(Price::on_wire(5000)), ..planned.draft },
    )])));
    let ended = harness.until(|event| {
        if let Event::Import(ImportEvent::Ended(progress)) = event { Some(progress.counts) } else { None }
    });
    assert_eq!((ended.created, ended.failed), (3, 0));
    assert_eq!(harness.shop.titles(), ["bowl", "cup", "rug"]);
    // Nothing is offered any more.
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| matches!(event, Event::Left).then_some(()));
    harness.sign_in(Person::Owner);
    harness.send(Command::Account(AccountCommand::WhoAmI));
    harness.until(|event| match event {
        Event::Import(ImportEvent::Unfinished(left)) => panic!("{left:?}"),
        Event::Account(AccountEvent::WhoAmI(_)) => Some(()),
        _ => None,
    });
}

#[test]
fn pending_imports_of_an_account_are_kept_or_discarded_as_chosen() {
    for drop in [false, true] {
        let mut harness = AccountHarness::with_slow_shop();
        harness.sign_in(Person::Owner);
        let names: Vec<String> = (0..120).map(|n| format!("cup {n}")).collect();
        let drafts = harness.plan(&names.iter().map(String::as_str).collect::<Vec<_>>());
        harness.send(Command::Import(ImportCommand::Start {
            drafts,
            allow_duplicates: false,
            generate_skus: false,
            from_review: false,
            rest: None,
        }));
        harness.until(|event| {
            matches!(event, Event::Import(ImportEvent::Progress(progress)) if progress.counts.created > 0)
                .then_some(())
        });
        let market = harness.shop.sandbox.market_file();
        let market = Profile::parse(&market, "x").unwrap().id();
        harness.send(Command::Account(AccountCommand::SignOutOf {
            market,
            user: UserId::from(Person::Owner.id()),
            drop,
        }));
        assert_eq!(harness.signed_out(), None);
        let created = harness.shop.titles().len();
        assert!(created < 120, "the import was interrupted");
        harness.shop.sandbox.set_faults(Faults::default());
        harness.sign_in(Person::Owner);
        harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
        harness.send(Command::Account(AccountCommand::WhoAmI));
        if drop {
            harness.until(|event| match event {
                Event::Import(ImportEvent::Rows(rows)) => {
                    panic!("the discarded import continues with {} products", rows.len())
                }
                Event::Account(AccountEvent::WhoAmI(_)) => Some(()),
                _ => None,
            });
        } else {
            harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
        }
        assert_eq!(harness.shop.titles().len(), if drop { created } else { 120 });
    }
}

#[test]
fn signing_in_again_keeps_the_session_until_it_succeeds() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    harness.send(Command::Account(AccountCommand::SignIn {
        token: SecretString::from("nobody's"),
        refresh: None,
        keep: KeepToken::Ask,
    }));
    let problem = harness.until(|event| match event {
        Event::Account(AccountEvent::SignInEnded(problem)) => Some(problem.clone()),
        Event::Session(session) => panic!("{session:?}"),
        _ => None,
    });
    assert_eq!(problem.unwrap().kind, ProblemKind::Unauthorized);
    harness.send(Command::Catalog(CatalogCommand::Load));
    harness.until(|event| matches!(event, Event::Catalog(worker::CatalogEvent::Ended { .. })).then_some(()));
}

#[test]
fn client_credentials_are_confirmed_before_they_are_stored() {
    let mut harness = AccountHarness::new();
    harness.send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::Ask }));
    harness.until(|event| match event {
        Event::Account(AccountEvent::SignInFound(_)) => Some(()),
        Event::Session(Session::SignedOut { problem: Some(problem), .. }) => panic!("{problem}"),
        _ => None,
    });
    harness.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    assert_eq!(harness.signed_in().1, [Scope("*".to_owned())]);
}

#[test]
fn a_browser_sign_in_is_confirmed_before_the_token_is_stored() {
    let mut harness = AccountHarness::new();
    let page = Messages::for_terminal(Language::English).closing_page();
    // The redirect address is pasted, because another test may use the port.
    let sign_in =
        BrowserSignIn { scopes: Vec::new(), keep: KeepToken::Ask, redirect: RedirectMode::Paste, page };
    harness.send(Command::Account(AccountCommand::SignInBrowser(sign_in)));
    let address = harness.until(|event| {
        if let Event::Account(AccountEvent::SignInAddress(address)) = event {
            Some(address.clone())
        } else {
            None
        }
    });
    let back = Browser::new().allow(&address.parse().unwrap());
    harness.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    let found = harness.until(|event| match event {
        Event::Account(AccountEvent::SignInFound(found)) => Some(found.clone()),
        Event::Session(Session::SignedIn { .. }) => panic!("signed in without a confirmation"),
        Event::Session(Session::SignedOut { problem: Some(problem), .. }) => panic!("{problem}"),
        _ => None,
    });
    assert_eq!(
        (found.account.id.clone(), found.renewable, found.problem),
        (UserId::from(Person::Owner.id()), true, None)
    );

    harness.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    assert_eq!(harness.signed_in().0, found.account.id);
    harness.send(Command::Catalog(CatalogCommand::Load));
    harness.until(|event| matches!(event, Event::Catalog(worker::CatalogEvent::Ended { .. })).then_some(()));
}

/// The review that the worker restores after a sign-in, if any. The list of accounts is the last event of a
/// sign-in.
fn restored_review(harness: &mut AccountHarness) -> Option<SavedReview> {
    let mut restored = None;
    harness.until(|event| match event {
        Event::Import(ImportEvent::ReviewRestored(review)) => {
            restored = Some(*review.clone());
            None
        }
        Event::Account(AccountEvent::Accounts(_)) => Some(()),
        _ => None,
    });
    restored
}

#[test]
fn a_review_is_kept_for_its_account_until_that_is_removed() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    assert_eq!(restored_review(&mut harness), None);
    let (owner, typed) = (Person::Owner, BTreeMap::from([("name".to_owned(), "Mug".to_owned())]));
    let product = SavedProduct { source: PathBuf::from("/mug.jpg"), typed, ..SavedProduct::default() };
    let review = SavedReview {
        dropped: vec![PathBuf::from("/mug.jpg")],
        products: vec![product],
        ..SavedReview::default()
    };
    harness.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review.clone())))));

    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.signed_out();
    harness.sign_in(Person::OtherOwner);
    assert_eq!(restored_review(&mut harness), None, "the review belongs to the first account");
    let sign_out = |harness: &mut AccountHarness, drop| {
        let entry = harness.accounts_when(|accounts| accounts.iter().any(|entry| entry.current));
        let AccountEntry { market, account, .. } = entry.into_iter().find(|entry| entry.current).unwrap();
        harness.send(Command::Account(AccountCommand::SignOutOf { market, user: account.id, drop }));
        harness.signed_out();
    };
    sign_out(&mut harness, false);
    for drop in [false, true] {
        harness.sign_in(owner);
        assert_eq!(restored_review(&mut harness), Some(review.clone()));
        sign_out(&mut harness, drop);
    }
    harness.sign_in(owner);
    assert_eq!(restored_review(&mut harness), None, "the review is discarded with the account");
}

#[test]
fn what_was_dropped_before_anybody_signed_in_is_there_after_a_restart_until_an_account_has_it() {
    let mut harness = AccountHarness::new();
    let review = SavedReview { dropped: vec![PathBuf::from("/mug.jpg")], ..SavedReview::default() };
    let keep = |harness: &AccountHarness| {
        harness.send(Command::Import(ImportCommand::KeepDropped(Box::new(review.clone()))));
    };
    keep(&harness);
    for _ in 0..2 {
        assert_eq!(harness.restart_with_review(), Some(review.clone()));
    }
    harness.sign_in(Person::Owner);
    harness.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review.clone())))));
    keep(&harness);
    assert_eq!(harness.restart_with_review(), None, "it belongs to the account");
    harness.sign_in(Person::OtherOwner);
    assert_eq!(restored_review(&mut harness), None, "and to no other");
}

/// The form that is restored for the account that is signed in.
fn restored_form(harness: &mut AccountHarness) -> Option<RestoredForm> {
    let mut restored = None;
    harness.until(|event| match event {
        Event::Form(FormEvent::Restored(form)) => {
            restored = Some((**form).clone());
            None
        }
        Event::Account(AccountEvent::Accounts(_)) => Some(()),
        _ => None,
    });
    restored
}

#[test]
fn a_form_is_kept_for_its_account_until_it_is_sent() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    assert_eq!(restored_form(&mut harness), None);
    let photo = harness.dir.path().join("mug.png");
    image::RgbImage::from_pixel(8, 8, image::Rgb([1, 2, 3])).save(&photo).unwrap();
    let id = FormPhotoId(0);
    let typed = BTreeMap::from([
        ("name".to_owned(), "Mug".to_owned()),
        ("primary_price".to_owned(), "12".to_owned()),
    ]);
    let contents = FormContents { texts: typed, ..FormContents::default() };
    let form =
        RestoredForm { contents: contents.clone(), photos: vec![(photo.clone(), PhotoEdit::default())] };
    harness.send(Command::Form(FormCommand::AddPhoto { id, source: PhotoSource::File(photo) }));
    let is_uploaded = |event: &Event| {
        matches!(event, Event::Form(FormEvent::Photo { state: FormPhotoState::Uploaded(_), .. }))
            .then_some(())
    };
    harness.until(is_uploaded);
    harness.send(Command::Form(FormCommand::Save { contents: Some(contents), photos: vec![id] }));

    harness.restart();
    harness.sign_in(Person::OtherOwner);
    assert_eq!(restored_form(&mut harness), None, "the form belongs to the first account");
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.signed_out();
    harness.sign_in(Person::Owner);
    assert_eq!(restored_form(&mut harness), Some(form.clone()));

    let (file, edit) = form.photos[0].clone();
    harness.send(Command::Form(FormCommand::AddPhoto { id, source: PhotoSource::File(file) }));
    harness.send(Command::Form(FormCommand::EditPhoto { id, edit }));
    harness.until(is_uploaded);
    let draft =
        Draft { name: "Mug".to_owned(), primary_price: Some(Price::on_wire(12_000)), ..Draft::default() };
    harness.send(Command::Form(FormCommand::Send { draft, photos: vec![id] }));
    harness.until(|event| matches!(event, Event::Form(FormEvent::Result(Ok(_)))).then_some(()));
    assert_eq!(harness.shop.titles(), ["Mug"]);
    harness.restart();
    harness.sign_in(Person::Owner);
    assert_eq!(restored_form(&mut harness), None, "a form that was sent is not offered again");
}

fn tested(harness: &mut AccountHarness, draft: &MarketDraft) -> Vec<AddressCheck> {
    harness.send(Command::Account(AccountCommand::MarketTest(Box::new(draft.clone()))));
    harness
        .until(|event| {
            if let Event::MarketFile(MarketFileEvent::Tested(tested)) = event {
                Some(tested.clone())
            } else {
                None
            }
        })
        .unwrap()
}

#[test]
fn every_address_of_a_working_marketplace_passes_without_a_token() {
    let mut harness = AccountHarness::new();
    let before = harness.shop.sandbox.requests().len();
    let mut draft = MarketDraft::read(&harness.shop.sandbox.market_file(), "x").unwrap();
    *draft.text_mut(MarketKey::RedirectUri) = format!("http://127.0.0.1:{}/callback", free_port());
    for tested in tested(&mut harness, &draft) {
        assert_eq!(tested.result, Ok(()), "{tested:?}");
    }
    assert!(harness.shop.sandbox.requests().len() > before, "the shop received requests");
}

#[test]
fn a_wrong_address_on_a_working_server_is_detected() {
    let mut harness = AccountHarness::new();
    let mut draft = MarketDraft::read(&harness.shop.sandbox.market_file(), "x").unwrap();
    for key in [MarketKey::Webhook, MarketKey::ExchangeUrl] {
        // The server answers at this address, in JSON.
        draft.text_mut(key).push_str("/elsewhere");
    }
    *draft.text_mut(MarketKey::RedirectUri) = String::new();
    for tested in tested(&mut harness, &draft) {
        let wrong = matches!(tested.key, MarketKey::Webhook | MarketKey::ExchangeUrl);
        assert_eq!(tested.result.clone().err(), wrong.then_some(AddressFailure::NotFound), "{tested:?}");
    }
}

#[test]
fn each_unusable_address_has_its_reason() {
    let closed = free_port();
    let other_program = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let page = web_page();
    let mut harness = AccountHarness::new();
    let mut draft = MarketDraft::read(&harness.shop.sandbox.market_file(), "x").unwrap();
    for (key, address) in [
        (MarketKey::Base, format!("http://127.0.0.1:{page}")),
        (MarketKey::Auth, format!("http://127.0.0.1:{closed}")),
        (MarketKey::Sso, "https://no-such-host.invalid/sso".to_owned()),
        (MarketKey::RedirectUri, format!("http://{}/callback", other_program.local_addr().unwrap())),
        (MarketKey::ExchangeUrl, format!("https://127.0.0.1:{page}")),
    ] {
        *draft.text_mut(key) = address;
    }
    let tested = tested(&mut harness, &draft);
    let result = |key| tested.iter().find(|tested| tested.key == key).unwrap().result.clone();
    assert_eq!(result(MarketKey::Base), Err(AddressFailure::WebPage));
    assert_eq!(result(MarketKey::Auth), Err(AddressFailure::NoAnswer));
    assert_eq!(result(MarketKey::Sso), Err(AddressFailure::NoSuchHost));
    assert_eq!(result(MarketKey::RedirectUri), Err(AddressFailure::PortTaken));
    assert!(matches!(result(MarketKey::ExchangeUrl), Err(AddressFailure::Tls(_))), "{tested:?}");
}

/// Starts a server that answers every request with an HTML page. It runs until the test program ends.
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
    let mut harness = AccountHarness::new();
    let mut draft = MarketDraft::read(&harness.shop.sandbox.market_file(), "x").unwrap();
    *draft.text_mut(MarketKey::Name) = "Basket".to_owned();
    harness.send(Command::Account(AccountCommand::MarketSave { draft: Box::new(draft), file: None }));
    harness.signed_out();
    let file = harness.dir.path().join("data/markets/Basket.toml");
    let listed = harness.until(|event| {
        if let Event::Account(AccountEvent::Markets(markets)) = event { Some(markets.clone()) } else { None }
    });
    assert!(listed.iter().any(|market| market.name == "Basket" && market.file == file), "{listed:?}");
    harness.sign_in(Person::Owner);

    // The token is not sent to changed addresses, so the account is signed out.
    harness.send(Command::Account(AccountCommand::MarketOpen(file.clone())));
    let mut draft = harness.until(|event| {
        if let Event::MarketFile(MarketFileEvent::Opened { draft, .. }) = event {
            Some(draft.clone())
        } else {
            None
        }
    });
    *draft.text_mut(MarketKey::Webhook) = "https://hooks.example".to_owned();
    harness.send(Command::Account(AccountCommand::MarketSave { draft, file: Some(file.clone()) }));
    harness.signed_out();
    assert!(std::fs::read_to_string(&file).unwrap().contains("https://hooks.example"));
    harness.accounts_when(|accounts| accounts.iter().all(|entry| !entry.signed_in));

    harness.send(Command::Account(AccountCommand::MarketRemove(file.clone())));
    harness.until(|event| {
        matches!(event, Event::Account(AccountEvent::Markets(markets)) if markets.iter().all(|market| market.name != "Basket"))
            .then_some(())
    });
    assert!(!file.exists());
}

/// An import whose products are being sent, in the owner's shop; somebody else is signed in, too.
fn importing_beside_another_account() -> AccountHarness {
    let mut harness = AccountHarness::with_slow_shop();
    harness.sign_in(Person::OtherOwner);
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| matches!(event, Event::Left).then_some(()));
    harness.sign_in(Person::Owner);
    let names: Vec<String> = (0..40).map(|n| format!("cup {n}")).collect();
    let drafts = harness.plan(&names.iter().map(String::as_str).collect::<Vec<_>>());
    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    harness.until(|event| {
        matches!(event, Event::Import(ImportEvent::Progress(progress)) if progress.counts.created > 0)
            .then_some(())
    });
    harness
}

#[test]
fn an_import_that_the_person_paused_waits_for_them_after_leaving() {
    let mut harness = importing_beside_another_account();
    harness.send(Command::Import(ImportCommand::Pause));
    harness.until(|event| {
        matches!(event, Event::Import(ImportEvent::Progress(progress)) if progress.waiting.is_some())
            .then_some(())
    });
    harness.switch(Person::OtherOwner);
    harness.switch(Person::Owner);
    let was_left = harness.until(|event| {
        if let Event::Import(ImportEvent::Unfinished(left)) = event { Some(left.was_left) } else { None }
    });
    assert!(!was_left);
}

#[test]
fn signing_out_another_account_leaves_nobody() {
    let mut harness = importing_beside_another_account();
    let market = harness.accounts[0].market.clone();
    let user = UserId::from(Person::OtherOwner.id());
    harness.send(Command::Account(AccountCommand::SignOutOf { market, user, drop: false }));
    harness.until(|event| match event {
        Event::Account(AccountEvent::Leaving) => panic!("the page of leaving has no way on"),
        Event::Account(AccountEvent::Accounts(accounts)) if accounts.len() == 1 => Some(()),
        _ => None,
    });
}

#[test]
fn leaving_that_fails_ends_and_the_import_goes_on() {
    let mut harness = importing_beside_another_account();
    let user = UserId::from(Person::OtherOwner.id());
    harness.send(Command::Account(AccountCommand::SwitchAccount { market: "nowhere".to_owned(), user }));
    harness.shop.sandbox.set_faults(Faults::default());
    // Where nothing is under way at that moment, leaving fails at once and is never announced.
    let (mut is_leaving, mut failed) = (false, false);
    harness.until(|event| {
        match event {
            Event::Account(AccountEvent::Leaving) => is_leaving = true,
            Event::Account(AccountEvent::Stayed) => is_leaving = false,
            Event::Problem(problem) => failed |= problem.kind == ProblemKind::NoMarket,
            Event::Import(ImportEvent::Ended(_)) => return Some(()),
            _ => {}
        }
        None
    });
    assert!(failed && !is_leaving, "failed: {failed}, still leaving: {is_leaving}");
    assert_eq!(harness.shop.titles().len(), 40);
}

#[test]
fn files_of_a_second_start_are_not_taken_for_another_marketplace_than_it_names() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let (here, other) = (harness.dir.path().join("market.toml"), harness.dir.path().join("other.toml"));
    let text = std::fs::read_to_string(&here).unwrap();
    std::fs::write(&other, text.replace("Practice shop", "Another market")).unwrap();
    let taken = |harness: &mut AccountHarness| {
        harness.until(|event| match event {
            Event::Platform(PlatformEvent::Dropped(_)) => Some(true),
            Event::Problem(problem) => Some(problem.kind != ProblemKind::OtherMarketplace),
            _ => None,
        })
    };
    for (market, expected) in [(Some(other.as_path()), false), (Some(here.as_path()), true), (None, true)] {
        let InstanceLock::HeldElsewhere(held) = Instance::acquire(&harness.dir.path().join("data")).unwrap()
        else {
            panic!("it is open")
        };
        held.hand_over(&["/photos".into()], market).unwrap();
        assert_eq!(taken(&mut harness), expected, "{market:?}");
    }
}

#[test]
fn an_account_whose_products_wait_is_listed_after_signing_out_and_restarting() {
    for signs_out in [true, false] {
        let mut harness = importing_beside_another_account();
        if signs_out {
            harness.send(Command::Account(AccountCommand::SignOut));
            assert_eq!(harness.signed_out(), None);
        }
        harness.restart();
        let accounts = harness.accounts_when(|accounts| !accounts.is_empty());
        let [entry] = accounts.as_slice() else { panic!("one with products, and nobody else: {accounts:?}") };
        assert_eq!(entry.account.id, UserId::from(Person::Owner.id()));
        assert!(!entry.signed_in && entry.waiting > 0, "signs out: {signs_out}, {entry:?}");
    }
}

#[test]
fn failed_products_of_an_earlier_import_are_corrected_after_a_later_one_in_the_same_session() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    for (names, price) in [(["cup", "bowl"], 0), (["rug", "vase"], 5000)] {
        let mut drafts = harness.plan(&names);
        drafts[1].draft.primary_price = Some(Price::on_wire(price));
        harness.send(Command::Import(ImportCommand::Start {
            drafts,
            allow_duplicates: false,
            generate_skus: false,
            from_review: false,
            rest: None,
        }));
        harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    }
    harness.send(Command::Import(ImportCommand::Runs));
    let runs = harness.until(|event| {
        if let Event::Import(ImportEvent::Runs(runs)) = event { Some(runs.clone()) } else { None }
    });
    let first = runs.last().expect("two imports");
    assert_eq!((first.counts.created, first.counts.failed), (1, 1));
    harness.send(Command::Import(ImportCommand::Reopen(Some(first.id))));
    let drafts = harness.until(|event| {
        if let Event::Import(ImportEvent::Drafts(drafts)) = event { Some(drafts.clone()) } else { None }
    });
    let failed = harness.until(|event| match event {
        Event::Import(ImportEvent::Rows(rows)) => {
            rows.iter().find(|row| row.state == State::Failed).map(|row| row.id)
        }
        _ => None,
    });
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    assert_eq!(drafts.len(), 2, "only those of that import");
    let (_, planned) = drafts.into_iter().find(|(id, _)| *id == failed).unwrap();
    harness.send(Command::Import(ImportCommand::Retry(vec![(
        failed,
        Draft { primary_price: Some(Price::on_wire(5000)), ..planned.draft },
    )])));
    let ended = harness.until(|event| match event {
        Event::Import(ImportEvent::Ended(progress)) if progress.counts.failed == 0 => Some(progress.counts),
        _ => None,
    });
    assert_eq!(ended.created, 2);
    assert_eq!(harness.shop.titles(), ["bowl", "cup", "rug", "vase"]);
}
