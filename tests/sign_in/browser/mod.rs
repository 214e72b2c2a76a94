//! Signing in through the browser, with the real redirect listener and a plain HTTP client as the browser.

mod attacks;
mod harness;
#[cfg(unix)]
mod program;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;

use harness::{Setup, SignInHarness};
use reqwest::header::{CONTENT_SECURITY_POLICY, LOCATION};
use secrecy::SecretString;
use url::Url;
use vitrine::worker::{
    AccountCommand, CatalogCommand, CatalogEvent, Command, Event, KeepToken, RedirectMode, Session,
};
use vitrine_domain::ProblemKind;
use vitrine_sandbox::{FaultRule, Faults, Operation};

use crate::kit::timeout::wait_until;

#[test]
fn consent_in_the_browser_signs_in_and_ends_at_a_page_without_the_code() {
    let harness = SignInHarness::new();
    let back = harness.browser.allow(&harness.address());

    let redirect = harness.browser.get(&back);
    assert_eq!((redirect.status, redirect.text.as_str()), (303, ""));
    assert_eq!(redirect.headers["referrer-policy"], "no-referrer");
    let closing = harness.browser.get(&back.join(redirect.headers[LOCATION].to_str().unwrap()).unwrap());
    assert_eq!(closing.status, 200);
    assert!(closing.text.contains("Return to Vitrine") && !closing.text.contains("http"), "{}", closing.text);
    assert!(closing.headers[CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'"));
    assert_eq!(closing.headers["cache-control"], "no-store");
    harness.assert_signed_in();
}

#[test]
fn the_code_is_exchanged_with_the_client_secret_without_an_exchange_server() {
    let direct = |market: &str| {
        market.lines().filter(|line| !line.starts_with("exchange_url")).collect::<Vec<_>>().join("\n")
    };
    let harness = SignInHarness::with_setup(Setup { edit_market_file: Box::new(direct), ..Setup::default() });
    let back = harness.browser.allow(&harness.address());
    harness.browser.get(&back);
    harness.assert_signed_in();

    let wrong = Some(SecretString::from("sesame"));
    let harness = SignInHarness::with_setup(Setup {
        edit_market_file: Box::new(direct),
        client_secret: wrong,
        ..Setup::default()
    });
    let back = harness.browser.allow(&harness.address());
    harness.browser.get(&back);
    let problem = harness.sign_in_problem();
    assert_eq!(problem.kind, ProblemKind::InvalidClient);
    assert!(!format!("{problem:?}").contains("sesame"));
}

#[test]
fn a_denied_consent_ends_the_sign_in_and_the_next_one_works() {
    let harness = SignInHarness::new();
    let back = harness.browser.submit_consent(&harness.address(), "deny");
    assert_eq!(harness.browser.get(&back).status, 303);
    let problem = harness.sign_in_problem();
    assert_eq!(problem.kind, ProblemKind::SignInRefused);

    // Start the next sign-in immediately, while the closing page of the first one is still being served.
    let back = harness.browser.allow(&harness.address());
    assert_eq!(harness.browser.get(&back).status, 303);
    harness.assert_signed_in();
}

#[test]
fn a_redirect_is_accepted_once() {
    let harness = SignInHarness::new();
    let back = harness.browser.allow(&harness.address());
    assert_eq!(harness.browser.get(&back).status, 303);
    let other = back.as_str().replace("code=", "code=other").parse().unwrap();
    assert_eq!(harness.browser.get(&other).status, 410, "another one comes too late");
    harness.assert_signed_in();
}

#[test]
fn the_same_redirect_loaded_anew_shows_the_closing_page() {
    let harness = SignInHarness::new();
    let back = harness.browser.allow(&harness.address());
    for time in ["first", "again", "once more"] {
        let redirect = harness.browser.get(&back);
        assert_eq!(redirect.status, 303, "{time}");
        assert_eq!(
            harness.browser.get(&back.join(redirect.headers[LOCATION].to_str().unwrap()).unwrap()).status,
            200,
            "{time}"
        );
    }
    harness.assert_signed_in();
}

/// What a browser was told to open, by the tests of this program.
static OPENED: Mutex<Vec<String>> = Mutex::new(Vec::new());

#[test]
fn the_browser_is_opened_at_an_address_without_the_state_that_leads_on_once() {
    let note = |address: &str| {
        OPENED.lock().unwrap().push(address.to_owned());
        Ok(())
    };
    let harness = SignInHarness::with_setup(Setup { open_page: note, ..Setup::default() });
    let address = harness.address();
    assert!(harness.page_opened());
    let opened = OPENED.lock().unwrap().pop().unwrap();
    assert!(
        opened.starts_with("http://127.0.0.1:") && !opened.contains(&harness::state_of(&address)),
        "{opened}"
    );
    assert_eq!(harness.browser.consent_page(&opened), address);
    assert_eq!(
        harness.browser.get(&opened.parse().unwrap()).status,
        410,
        "whoever reads it later learns nothing"
    );

    harness.worker.send(Command::Account(AccountCommand::SignInOpenAgain));
    assert!(harness.page_opened());
    let again = OPENED.lock().unwrap().pop().unwrap();
    assert_eq!(harness.browser.consent_page(&again), address, "a person may open it once more");
    assert_eq!(harness.browser.get(&harness.browser.allow(&address)).status, 303);
    harness.assert_signed_in();
}

#[test]
fn a_port_in_use_is_reported_and_no_page_is_opened() {
    let harness = SignInHarness::new();
    let other_program = TcpListener::bind(("127.0.0.1", harness.port)).unwrap();
    let problem = harness.start_sign_in(RedirectMode::Listen).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::PortTaken);
    assert_eq!(problem.subject, Some(format!("127.0.0.1:{}", harness.port)));

    // Pasting the address works nevertheless.
    let back = harness.browser.allow(&harness.start_sign_in(RedirectMode::Paste).unwrap());
    harness.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    harness.assert_signed_in();
    drop(other_program);
}

#[test]
fn a_second_program_at_the_same_address_does_not_receive_the_redirect() {
    let first = SignInHarness::new();
    let address = first.address();
    let port = first.port;
    let same_address = move |market: &str| {
        let is_address = |line: &&str| line.starts_with("redirect_uri");
        let registered = market.lines().find(is_address).unwrap();
        market.replace(registered, &format!("redirect_uri = \"http://127.0.0.1:{port}/callback\""))
    };
    let second =
        SignInHarness::with_setup(Setup { edit_market_file: Box::new(same_address), ..Setup::default() });
    let problem = second.start_sign_in(RedirectMode::Listen).unwrap_err();
    assert_eq!(
        (problem.kind, problem.subject),
        (ProblemKind::PortTaken, Some(format!("127.0.0.1:{}", first.port)))
    );

    let back = first.browser.allow(&address);
    assert_eq!(first.browser.get(&back).status, 303);
    first.assert_signed_in();
}

#[test]
fn after_the_sign_in_the_port_is_closed() {
    let harness = SignInHarness::new();
    let back = harness.browser.allow(&harness.address());
    harness.worker.send(Command::Account(AccountCommand::SignInCancel));
    assert!(matches!(harness.session(), Session::SignedOut { problem: None, .. }));
    wait_until("the port is closed", || {
        TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], harness.port))).is_err()
    });
    // A late redirect finds no listener and has no effect.
    assert!(harness.browser.status_of(&back).is_none());
    assert!(harness.worker.events.try_recv().is_err());
}

#[test]
fn a_missing_browser_is_reported_and_the_page_may_be_opened_elsewhere() {
    let harness =
        SignInHarness::with_setup(Setup { open_page: |_| Err("no browser".to_owned()), ..Setup::default() });
    let address = harness.address();
    assert!(!harness.page_opened());
    // The page is opened on another device, whose browser cannot reach the listener.
    let back = harness.browser.allow(&address);
    harness.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    harness.assert_signed_in();
}

#[test]
fn waiting_for_the_browser_times_out() {
    let harness =
        SignInHarness::with_setup(Setup { sign_in_limit: Duration::from_millis(300), ..Setup::default() });
    let back = harness.browser.allow(&harness.address());
    assert_eq!(harness.sign_in_problem().kind, ProblemKind::SignInUnfinished);
    // A late redirect finds no listener and has no effect.
    assert!(harness.browser.status_of(&back).is_none());
    assert!(harness.worker.events.try_recv().is_err());
}

#[test]
fn a_wrong_pasted_address_is_reported_and_the_right_one_still_works() {
    let harness = SignInHarness::new();
    let back = harness.browser.allow(&harness.address());
    harness.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(
        "http://127.0.0.1/callback?code=sesame&state=old",
    ))));
    let problem = harness.next_problem();
    assert_eq!((problem.kind, problem.field.as_deref()), (ProblemKind::InvalidField, Some("address")));

    // The address of an error page, which contains the requested and the registered redirect address.
    let (requested, registered) = (
        format!("http://127.0.0.1:{}/callback", harness.port),
        format!("http://127.0.0.1:{}/callback/", harness.port),
    );
    let mut error_page = Url::parse("https://sso.example/error?error=redirect_uri_mismatch").unwrap();
    error_page
        .query_pairs_mut()
        .append_pair("redirect_uri", &requested)
        .append_pair("registered", &registered);
    harness
        .worker
        .send(Command::Account(AccountCommand::SignInPasted(SecretString::from(error_page.as_str()))));
    let problem = harness.next_problem();
    assert_eq!((problem.kind, problem.field.as_deref()), (ProblemKind::RedirectUriMismatch, Some("address")));
    assert_eq!((problem.subject, problem.expected), (Some(requested), Some(registered)));

    harness.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    harness.assert_signed_in();
}

#[test]
fn a_cancelled_sign_in_releases_the_port_and_invalidates_its_address() {
    let harness = SignInHarness::new();
    let back = harness.browser.allow(&harness.address());
    harness.worker.send(Command::Account(AccountCommand::SignInCancel));
    assert!(matches!(harness.session(), Session::SignedOut { problem: None, .. }));

    let again = harness.address();
    assert_eq!(harness.browser.get(&back).status, 403, "the redirect belongs to the cancelled sign-in");
    let back = harness.browser.allow(&again);
    assert_eq!(harness.browser.get(&back).status, 303);
    harness.assert_signed_in();
}

#[test]
fn client_credentials_sign_the_program_in() {
    let harness = SignInHarness::new();
    harness
        .worker
        .send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    harness.assert_signed_in();

    let wrong = SignInHarness::with_setup(Setup {
        client_secret: Some(SecretString::from("sesame")),
        ..Setup::default()
    });
    wrong
        .worker
        .send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    assert_eq!(wrong.sign_in_problem().kind, ProblemKind::InvalidClient);
}

#[test]
fn a_session_of_client_credentials_goes_on_with_a_new_token_when_the_old_one_is_refused() {
    let faults = Faults { token_requests: Some(4), ..Faults::default() };
    let harness = SignInHarness::with_setup(Setup { faults, ..Setup::default() });
    harness
        .worker
        .send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    harness.assert_signed_in();
    // Each list takes a request, and nothing gives these tokens a refresh token.
    for _ in 0..6 {
        harness.worker.send(Command::Catalog(CatalogCommand::Load));
        harness.worker.until(|event| match event {
            Event::Catalog(CatalogEvent::Ended { .. }) => Some(()),
            Event::Catalog(CatalogEvent::Failed(problem)) => panic!("{problem:?}"),
            _ => None,
        });
    }
}

#[test]
fn client_credentials_without_an_owner_sign_in_without_a_shop() {
    let faults = Faults::of(FaultRule { on: Some(Operation::Me), status: Some(404), ..FaultRule::default() });
    let harness = SignInHarness::with_setup(Setup { faults, ..Setup::default() });
    harness
        .worker
        .send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    let session = harness.session();
    assert!(matches!(&session, Session::SignedIn { account, .. } if account.vendor.is_none()), "{session:?}");
}

#[test]
fn localhost_listens_on_both_of_its_addresses() {
    let harness = SignInHarness::with_setup(Setup {
        redirect_uri: |port| format!("http://localhost:{port}/back"),
        ..Setup::default()
    });
    let other_program = TcpListener::bind(("::1", harness.port));
    if other_program.is_ok() {
        assert_eq!(
            harness.start_sign_in(RedirectMode::Listen).unwrap_err().kind,
            ProblemKind::PortTaken,
            "another program listens on the address that the browser would try first"
        );
    }
    drop(other_program);
    let back = harness.browser.allow(&harness.address());
    assert_eq!(harness.browser.get(&back).status, 303);
    harness.assert_signed_in();
}

#[test]
fn a_registered_address_on_another_host_is_pasted() {
    let harness = SignInHarness::with_setup(Setup {
        redirect_uri: |_| "https://seller.example/back".to_owned(),
        ..Setup::default()
    });
    let back = harness.browser.allow(&harness.address());
    harness.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    harness.assert_signed_in();
}
