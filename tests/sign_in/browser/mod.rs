//! Signing in through the browser, with a plain HTTP client in its place, against the real redirect listener.

mod attacks;
mod desk;
#[cfg(unix)]
mod program;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use desk::{Desk, Setup};
use reqwest::header::{CONTENT_SECURITY_POLICY, LOCATION};
use secrecy::SecretString;
use url::Url;
use vitrine::domain::Code;
use vitrine::sandbox::{Faults, Operation, Rule};
use vitrine::worker::{AccountCommand, Command, KeepToken, RedirectMode, Session};

use crate::kit::patience::wait_until;

#[test]
fn consent_in_the_browser_signs_in_and_ends_at_a_page_without_the_code() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());

    let redirect = desk.browser.get(&back);
    assert_eq!((redirect.status, redirect.text.as_str()), (303, ""));
    assert_eq!(redirect.headers["referrer-policy"], "no-referrer");
    let closing = desk.browser.get(&back.join(redirect.headers[LOCATION].to_str().unwrap()).unwrap());
    assert_eq!(closing.status, 200);
    assert!(closing.text.contains("Return to Vitrine") && !closing.text.contains("http"), "{}", closing.text);
    assert!(closing.headers[CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'"));
    assert_eq!(closing.headers["cache-control"], "no-store");
    desk.signed_in();
}

#[test]
fn the_code_is_exchanged_with_the_client_secret_without_an_exchange_server() {
    let direct = |market: &str| market.lines().filter(|line| !line.starts_with("exchange_url")).collect::<Vec<_>>().join("\n");
    let desk = Desk::with(Setup { change: Box::new(direct), ..Setup::default() });
    let back = desk.browser.allows(&desk.address());
    desk.browser.get(&back);
    desk.signed_in();

    let wrong = Some(SecretString::from("sesame"));
    let desk = Desk::with(Setup { change: Box::new(direct), client_secret: wrong, ..Setup::default() });
    let back = desk.browser.allows(&desk.address());
    desk.browser.get(&back);
    let problem = desk.problem();
    assert_eq!(problem.code, Code::InvalidClient);
    assert!(!format!("{problem:?}").contains("sesame"));
}

#[test]
fn a_denied_consent_ends_the_sign_in_and_the_next_one_works() {
    let desk = Desk::new();
    let back = desk.browser.decides(&desk.address(), "deny");
    assert_eq!(desk.browser.get(&back).status, 303);
    let problem = desk.problem();
    assert_eq!(problem.code, Code::SignInRefused);

    // At once, while the last page of the first could still be had.
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.browser.get(&back).status, 303);
    desk.signed_in();
}

#[test]
fn a_redirect_is_accepted_once() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.browser.get(&back).status, 303);
    assert_eq!(desk.browser.get(&back).status, 410, "a replay");
    desk.signed_in();
}

#[test]
fn a_port_in_use_is_reported_and_no_page_is_opened() {
    let desk = Desk::new();
    let squatter = TcpListener::bind(("127.0.0.1", desk.port)).unwrap();
    let problem = desk.asks(RedirectMode::Listen).unwrap_err();
    assert_eq!(problem.code, Code::PortTaken);
    assert_eq!(problem.subject, Some(format!("127.0.0.1:{}", desk.port)));

    // Pasting the address serves all the same.
    let back = desk.browser.allows(&desk.asks(RedirectMode::Paste).unwrap());
    desk.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    desk.signed_in();
    drop(squatter);
}

#[test]
fn a_second_program_at_the_same_address_does_not_receive_the_redirect() {
    let first = Desk::new();
    let address = first.address();
    let port = first.port;
    let same_address = move |market: &str| {
        let is_address = |line: &&str| line.starts_with("redirect_uri");
        let registered = market.lines().find(is_address).unwrap();
        market.replace(registered, &format!("redirect_uri = \"http://127.0.0.1:{port}/callback\""))
    };
    let second = Desk::with(Setup { change: Box::new(same_address), ..Setup::default() });
    let problem = second.asks(RedirectMode::Listen).unwrap_err();
    assert_eq!((problem.code, problem.subject), (Code::PortTaken, Some(format!("127.0.0.1:{}", first.port))));

    let back = first.browser.allows(&address);
    assert_eq!(first.browser.get(&back).status, 303);
    first.signed_in();
}

#[test]
fn after_the_sign_in_the_port_is_closed() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::Account(AccountCommand::SignInCancel));
    assert!(matches!(desk.session(), Session::SignedOut { problem: None, .. }));
    wait_until("nobody listens", || TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], desk.port))).is_err());
    // A late redirect finds nobody, and nothing comes of it.
    assert!(desk.browser.tries(&back).is_none());
    assert!(desk.worker.events.try_recv().is_err());
}

#[test]
fn a_missing_browser_is_reported_and_the_page_may_be_opened_elsewhere() {
    let desk = Desk::with(Setup { open_page: |_| Err("no browser".to_owned()), ..Setup::default() });
    let address = desk.address();
    assert!(!desk.page_opened());
    // On another device, whose browser cannot come back here.
    let back = desk.browser.allows(&address);
    desk.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    desk.signed_in();
}

#[test]
fn waiting_for_the_browser_times_out() {
    let desk = Desk::with(Setup { sign_in_limit: Duration::from_millis(300), ..Setup::default() });
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.problem().code, Code::SignInUnfinished);
    // Too late: nobody is there, and nothing comes of it.
    assert!(desk.browser.tries(&back).is_none());
    assert!(desk.worker.events.try_recv().is_err());
}

#[test]
fn a_wrong_pasted_address_is_reported_and_the_right_one_still_works() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from("http://127.0.0.1/callback?code=sesame&state=old"))));
    let problem = desk.told_problem();
    assert_eq!((problem.code, problem.field.as_deref()), (Code::InvalidField, Some("address")));

    // An error that the consent page kept to itself: where the two addresses differ, as far as the page says.
    let (ours, theirs) = (format!("http://127.0.0.1:{}/callback", desk.port), format!("http://127.0.0.1:{}/callback/", desk.port));
    let mut error_page = Url::parse("https://sso.example/error?error=redirect_uri_mismatch").unwrap();
    error_page.query_pairs_mut().append_pair("redirect_uri", &ours).append_pair("registered", &theirs);
    desk.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(error_page.as_str()))));
    let problem = desk.told_problem();
    assert_eq!((problem.code, problem.field.as_deref()), (Code::RedirectUriMismatch, Some("address")));
    assert_eq!((problem.subject, problem.expected), (Some(ours), Some(theirs)));

    desk.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    desk.signed_in();
}

#[test]
fn a_cancelled_sign_in_releases_the_port_and_invalidates_its_address() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::Account(AccountCommand::SignInCancel));
    assert!(matches!(desk.session(), Session::SignedOut { problem: None, .. }));

    let again = desk.address();
    assert_eq!(desk.browser.get(&back).status, 403, "the redirect of the cancelled one");
    let back = desk.browser.allows(&again);
    assert_eq!(desk.browser.get(&back).status, 303);
    desk.signed_in();
}

#[test]
fn client_credentials_sign_the_program_in() {
    let desk = Desk::new();
    desk.worker.send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    desk.signed_in();

    let wrong = Desk::with(Setup { client_secret: Some(SecretString::from("sesame")), ..Setup::default() });
    wrong.worker.send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    assert_eq!(wrong.problem().code, Code::InvalidClient);
}

#[test]
fn client_credentials_without_an_owner_sign_in_without_a_shop() {
    let faults = Faults::of(Rule { on: Some(Operation::Me), status: Some(404), ..Rule::default() });
    let desk = Desk::with(Setup { faults, ..Setup::default() });
    desk.worker.send(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::ThisSession }));
    let session = desk.session();
    assert!(matches!(&session, Session::SignedIn { account, .. } if account.vendor.is_none()), "{session:?}");
}

#[test]
fn localhost_listens_on_both_of_its_addresses() {
    let desk = Desk::with(Setup { redirect_uri: |port| format!("http://localhost:{port}/back"), ..Setup::default() });
    let squatter = TcpListener::bind(("::1", desk.port));
    if squatter.is_ok() {
        assert_eq!(desk.asks(RedirectMode::Listen).unwrap_err().code, Code::PortTaken, "the browser would prefer the other one");
    }
    drop(squatter);
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.browser.get(&back).status, 303);
    desk.signed_in();
}

#[test]
fn a_registered_address_on_another_host_is_pasted() {
    let desk = Desk::with(Setup { redirect_uri: |_| "https://seller.example/back".to_owned(), ..Setup::default() });
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::Account(AccountCommand::SignInPasted(SecretString::from(back.as_str()))));
    desk.signed_in();
}
