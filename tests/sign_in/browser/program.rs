//! The program itself, with a `$BROWSER` script that reports the address to open.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use secrecy::{ExposeSecret, SecretString};
use vitrine_sandbox::{FaultRule, Faults, Operation, Options, ShopBehaviour};

use crate::kit::shop::browser::log_in;
use crate::kit::shop::port::free_port;
use crate::kit::shop::{RunOutput, Shop, TestEnv, has_keychain};
use crate::kit::timeout::{LONG_TIMEOUT, wait_for_exit_within};

fn shop(options: Options) -> (Shop, TestEnv) {
    let port = free_port();
    let shop =
        Shop::open(Options { redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")], ..options });
    // Entries of the keychain are named after person and marketplace, and all tests share one keychain.
    let market_file = shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
    let env = TestEnv::with_market_file(&market_file, shop.sandbox.token());
    (shop, env)
}

/// Tokens that expire after five minutes.
fn short_tokens() -> Faults {
    Faults {
        behaviour: ShopBehaviour { token_seconds: 300, ..ShopBehaviour::default() },
        ..Faults::default()
    }
}

/// A shop with short-lived tokens. Its clock is ahead by the returned number of hours.
fn shop_with_clock() -> (Arc<AtomicI64>, Shop, TestEnv) {
    let hours = Arc::new(AtomicI64::new(0));
    let (ahead, start) = (Arc::clone(&hours), jiff::Timestamp::now());
    let clock = Arc::new(move || start + jiff::SignedDuration::from_hours(ahead.load(Ordering::Relaxed)));
    let (shop, env) = shop(Options { clock, faults: short_tokens(), ..Options::default() });
    (hours, shop, env)
}

#[test]
fn login_opens_the_browser_and_completes() {
    let (shop, env) = shop(Options::default());
    let (output, back) = log_in(&env);
    if has_keychain() {
        assert_eq!(output.status, 0, "{output:?}");
        assert!(output.stdout.starts_with("Signed in as "), "{output:?}");
    } else {
        // Without a keychain on this machine, the token cannot be stored.
        assert!(matches!(output.status, 0 | 3), "{output:?}");
    }
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    assert!(!output.stdout.contains(&code) && !output.stderr.contains(&code));
    assert!(!output.stderr.contains(shop.sandbox.client().secret.expose_secret()));
}

#[test]
fn an_expired_token_is_renewed_at_the_next_start() {
    if !has_keychain() {
        return;
    }
    let (hours, _shop, env) = shop_with_clock();
    assert_eq!(log_in(&env).0.status, 0);
    for passed in 1..4 {
        hours.store(passed, Ordering::Relaxed);
        let output = RunOutput::from(
            env.command(&["products", "--json"]).env_remove("VITRINE_TOKEN").spawn().unwrap(),
        );
        assert_eq!(output.status, 0, "after {passed} h: {output:?}");
    }
}

#[test]
fn the_expiry_of_a_pasted_token_is_shown() {
    if !has_keychain() {
        return;
    }
    // {"exp":1900000000}, which is in March 2030.
    let token = "e30.eyJleHAiOjE5MDAwMDAwMDB9.c2ln";
    let (_shop, env) = shop(Options { token: Some(SecretString::from(token)), ..Options::default() });
    for (pasted, shows_expiry) in [(token.to_owned(), true), (format!("{token}\nrefresh"), false)] {
        let mut command = env.command(&["login", "--token-stdin"]);
        let mut running =
            command.env_remove("VITRINE_TOKEN").stdin(std::process::Stdio::piped()).spawn().unwrap();
        running.stdin.take().unwrap().write_all(pasted.as_bytes()).unwrap();
        let output = RunOutput::from(running);
        assert_eq!((output.status, output.stdout.contains("2030")), (0, shows_expiry), "{output:?}");
    }
}

#[test]
fn two_programs_sharing_the_keychain_renew_once() {
    if !has_keychain() {
        return;
    }
    let (hours, shop, first) = shop_with_clock();
    let second = TestEnv::with_market_file(&first.market_file(), shop.sandbox.token());
    for env in [&first, &second] {
        assert_eq!(log_in(env).0.status, 0);
    }
    let renewal_count = || {
        shop.sandbox.requests().iter().filter(|request| request.operation == Some(Operation::Token)).count()
    };
    let slow = FaultRule { on: Some(Operation::Token), latency_ms: 300, ..FaultRule::default() };
    shop.sandbox.set_faults(Faults { rules: vec![slow], ..short_tokens() });
    for round in 1..4 {
        hours.store(round, Ordering::Relaxed);
        let before = renewal_count();
        let running = [&first, &second]
            .map(|env| env.command(&["products", "--json"]).env_remove("VITRINE_TOKEN").spawn().unwrap());
        for output in running.map(RunOutput::from) {
            assert_eq!(output.status, 0, "{output:?}");
        }
        assert_eq!(renewal_count() - before, 1, "in round {round}");
    }
}

#[test]
fn a_token_that_expires_during_an_import_is_renewed_and_the_import_continues() {
    if !has_keychain() {
        return;
    }
    let (shop, env) = shop(Options {
        faults: Faults { token_requests: Some(12), ..Faults::default() },
        ..Options::default()
    });
    assert_eq!(log_in(&env).0.status, 0);
    for n in 0..5 {
        env.photo(&format!("Cup {n}.jpg"));
    }
    // A creation that was refused is looked for, which takes a minute; the token may end at three of them.
    let import = env.import_command(&[]).env_remove("VITRINE_TOKEN").spawn().unwrap();
    let output = RunOutput::from(wait_for_exit_within(3 * LONG_TIMEOUT, import));
    assert_eq!((output.status, output.counts()), (0, [5, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(shop.titles().len(), 5);
}
