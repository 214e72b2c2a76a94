//! The program itself, with `$BROWSER` a script that hands the address over.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use secrecy::{ExposeSecret, SecretString};
use vitrine::sandbox::{Behaviour, Faults, Operation, Options, Rule};

use crate::kit::shop::browser::log_in;
use crate::kit::shop::port::free_port;
use crate::kit::shop::{Desk, Ran, Shop, has_keychain};

fn shop(options: Options) -> (Shop, Desk) {
    let port = free_port();
    let shop = Shop::open(Options { redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")], ..options });
    // Tests share the keychain, and its entries are named after person and marketplace.
    let market_file = shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
    let desk = Desk::with(&market_file, shop.sandbox.token());
    (shop, desk)
}

/// Tokens that end after five minutes.
fn short_tokens() -> Faults {
    Faults { behaviour: Behaviour { token_seconds: 300, ..Behaviour::default() }, ..Faults::default() }
}

/// A shop of short tokens, whose clock is set on by as many hours as the number says.
fn shop_with_a_clock() -> (Arc<AtomicI64>, Shop, Desk) {
    let hour = Arc::new(AtomicI64::new(0));
    let (passed, start) = (Arc::clone(&hour), jiff::Timestamp::now());
    let clock = Arc::new(move || start + jiff::SignedDuration::from_hours(passed.load(Ordering::Relaxed)));
    let (shop, desk) = shop(Options { clock, faults: short_tokens(), ..Options::default() });
    (hour, shop, desk)
}

#[test]
fn login_opens_the_browser_and_completes() {
    let (shop, desk) = shop(Options::default());
    let (ran, back) = log_in(&desk);
    if has_keychain() {
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.out.starts_with("Signed in as "), "{ran:?}");
    } else {
        // Nowhere to keep what it got, unless this machine has a keychain.
        assert!(matches!(ran.status, 0 | 3), "{ran:?}");
    }
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    assert!(!ran.out.contains(&code) && !ran.err.contains(&code));
    assert!(!ran.err.contains(shop.sandbox.client().secret.expose_secret()));
}

#[test]
fn an_expired_token_is_renewed_at_the_next_start() {
    if !has_keychain() {
        return;
    }
    let (hour, _shop, desk) = shop_with_a_clock();
    assert_eq!(log_in(&desk).0.status, 0);
    for passed in 1..4 {
        hour.store(passed, Ordering::Relaxed);
        let ran = Ran::from(desk.command(&["products", "--json"]).env_remove("VITRINE_TOKEN").spawn().unwrap());
        assert_eq!(ran.status, 0, "after {passed} h: {ran:?}");
    }
}

#[test]
fn the_expiry_of_a_pasted_token_is_shown() {
    if !has_keychain() {
        return;
    }
    // {"exp":1900000000}, which is in March 2030.
    let token = "e30.eyJleHAiOjE5MDAwMDAwMDB9.c2ln";
    let (_shop, desk) = shop(Options { token: Some(SecretString::from(token)), ..Options::default() });
    for (pasted, told) in [(token.to_owned(), true), (format!("{token}\nrefresh"), false)] {
        let mut command = desk.command(&["login", "--token-stdin"]);
        let mut running = command.env_remove("VITRINE_TOKEN").stdin(std::process::Stdio::piped()).spawn().unwrap();
        running.stdin.take().unwrap().write_all(pasted.as_bytes()).unwrap();
        let ran = Ran::from(running);
        assert_eq!((ran.status, ran.out.contains("2030")), (0, told), "{ran:?}");
    }
}

#[test]
fn two_programs_sharing_the_keychain_renew_once() {
    if !has_keychain() {
        return;
    }
    let (hour, shop, first) = shop_with_a_clock();
    let second = Desk::with(&first.market_file(), shop.sandbox.token());
    for desk in [&first, &second] {
        assert_eq!(log_in(desk).0.status, 0);
    }
    let renewals = || shop.sandbox.requests().iter().filter(|request| request.operation == Some(Operation::Token)).count();
    let slow = Rule { on: Some(Operation::Token), latency_ms: 300, ..Rule::default() };
    shop.sandbox.set_faults(Faults { rules: vec![slow], ..short_tokens() });
    for round in 1..4 {
        hour.store(round, Ordering::Relaxed);
        let before = renewals();
        let running = [&first, &second].map(|desk| desk.command(&["products", "--json"]).env_remove("VITRINE_TOKEN").spawn().unwrap());
        for ran in running.map(Ran::from) {
            assert_eq!(ran.status, 0, "{ran:?}");
        }
        assert_eq!(renewals() - before, 1, "in round {round}");
    }
}

#[test]
fn a_token_that_expires_during_an_import_is_renewed_and_the_import_continues() {
    if !has_keychain() {
        return;
    }
    let (shop, desk) = shop(Options { faults: Faults { token_requests: Some(12), ..Faults::default() }, ..Options::default() });
    assert_eq!(log_in(&desk).0.status, 0);
    for n in 0..5 {
        desk.photo(&format!("Cup {n}.jpg"));
    }
    let ran = Ran::from(desk.import_command(&[]).env_remove("VITRINE_TOKEN").spawn().unwrap());
    assert_eq!((ran.status, ran.counts()), (0, [5, 0, 0, 0]), "{}", ran.err);
    assert_eq!(shop.titles().len(), 5);
}
