//! `login` in the browser: whose account it is, is shown before anything is stored.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use vitrine_sandbox::Options;

use super::pty::Pty;
use crate::kit::shop::browser::{Browser, browser_script, opened_address};
use crate::kit::shop::port::free_port;
use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// A shop whose consent page leads back to this computer, with PKCE or without.
fn shop_with_browser(pkce: bool) -> (Shop, TestEnv) {
    let port = free_port();
    let shop = Shop::open(Options {
        redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")],
        ..Options::default()
    });
    let market = shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
    let pkce_line = |pkce: bool| format!("pkce         = {pkce}\n");
    assert!(market.contains(&pkce_line(true)), "{market}");
    let market = market.replace(&pkce_line(true), &pkce_line(pkce));
    (shop, TestEnv::with_market_file(&market, "unused".to_owned().into()))
}

/// `login`, with a browser that does nothing by itself.
fn login(env: &TestEnv) -> (Command, PathBuf) {
    let (script, pipe) = browser_script(env);
    let mut command = env.command(&["login"]);
    command.env("BROWSER", script).env_remove("VITRINE_TOKEN");
    (command, pipe)
}

/// A person allows access on the consent page.
fn allow(opened: &str) {
    let browser = Browser::new();
    let back = browser.allow(&browser.consent_page(opened));
    assert_eq!(browser.get(&back).status, 303);
}

#[test]
fn login_shows_whose_account_it_is_and_stores_nothing_if_it_is_another() {
    for pkce in [true, false] {
        let (_shop, env) = shop_with_browser(pkce);
        let (command, pipe) = login(&env);
        let mut terminal = Pty::run(&command);
        allow(&opened_address(&pipe));
        terminal.wait_for("Is this your account? (y/n)");
        terminal.type_text("n\n");
        let (status, screen) = terminal.finish();
        assert_eq!(status, 3, "{screen}");
        assert!(screen.contains("The browser signed in as ") && !screen.contains("Signed in as"), "{screen}");
        assert!(!screen.contains("keychain"), "nothing was to be stored: {screen}");
    }
}

#[test]
fn where_nobody_can_be_asked_only_a_sign_in_that_is_bound_to_the_program_is_stored() {
    for pkce in [true, false] {
        let (_shop, env) = shop_with_browser(pkce);
        let (mut command, pipe) = login(&env);
        let running = command.stdin(Stdio::null()).spawn().unwrap();
        allow(&opened_address(&pipe));
        let output = RunOutput::from(running);
        assert_eq!(output.stderr.contains("Nothing was saved."), !pkce, "{output:?}");
        assert!(pkce || output.status == 3, "{output:?}");
    }
}
