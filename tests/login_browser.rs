//! Signing in through the browser, with a plain HTTP client in the browser's place, against the real redirect catcher.

mod shop;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use reqwest::header::{CONTENT_SECURITY_POLICY, LOCATION};
use secrecy::{ExposeSecret, SecretString};
use shop::browser::Browser;
use shop::port::free_port;
use shop::{Shop, next};
use url::Url;
use vitrine::domain::{Code, Problem};
use vitrine::i18n::{Language, Messages};
use vitrine::sandbox::{Faults, Operation, Options, Rule};
use vitrine::worker::{self, BrowserSignIn, Command, Event, Handle, KeepToken, MarketChoice, Return, Session};

/// A practice shop, a port for the redirect, and a worker that signs in there for this session only.
struct Desk {
    _shop: Shop,
    port: u16,
    worker: Handle,
    events: Receiver<Event>,
    browser: Browser,
    _dir: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self::with(|market| market.to_owned(), None)
    }

    fn with(change: impl Fn(&str) -> String, client_secret: Option<SecretString>) -> Self {
        Self::returning_to(|port| format!("http://127.0.0.1:{port}/callback"), Faults::default(), change, client_secret)
    }

    fn returning_to(
        redirect_uri: impl Fn(u16) -> String,
        faults: Faults,
        change: impl Fn(&str) -> String,
        client_secret: Option<SecretString>,
    ) -> Self {
        Self::with_limit(redirect_uri, faults, change, client_secret, Duration::from_secs(600))
    }

    fn with_limit(
        redirect_uri: impl Fn(u16) -> String,
        faults: Faults,
        change: impl Fn(&str) -> String,
        client_secret: Option<SecretString>,
        sign_in_limit: Duration,
    ) -> Self {
        let port = free_port();
        let shop = Shop::open(Options { redirect_uris: vec![redirect_uri(port)], faults, ..Options::default() });
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market.toml");
        std::fs::write(&market, change(&shop.sandbox.market_file())).unwrap();
        let client_secret = client_secret.or_else(|| Some(shop.sandbox.client().secret));
        let options = worker::Options { client_secret, sign_in_limit, open_page: |_| {}, ..worker::Options::new(dir.path().join("data")) };
        let (worker, events) = worker::start(options, || {}).unwrap();
        worker.send(Command::UseMarket(MarketChoice::File(market)));
        let desk = Self { _shop: shop, port, worker, events, browser: Browser::new(), _dir: dir };
        assert!(matches!(desk.session(), Session::SignedOut { problem: None, .. }));
        desk
    }

    /// The first session that is told and is not on its way to another.
    fn session(&self) -> Session {
        loop {
            match next(&self.events) {
                Event::Session(Session::Checking { .. }) => {}
                Event::Session(session) => return session,
                Event::Problem(problem) => panic!("{problem}"),
                _ => {}
            }
        }
    }

    fn told_problem(&self) -> Problem {
        loop {
            if let Event::Problem(problem) = next(&self.events) {
                return problem;
            }
        }
    }

    fn asks(&self, back: Return) -> Result<Url, Problem> {
        let page = Messages::for_terminal(Language::English).closing_page();
        self.worker.send(Command::SignInBrowser(BrowserSignIn { scopes: Vec::new(), keep: KeepToken::ThisSession, back, page }));
        loop {
            match next(&self.events) {
                Event::SignInAddress(address) => return Ok(address.parse().unwrap()),
                Event::Session(Session::SignedOut { problem, .. }) => return Err(problem.unwrap()),
                _ => {}
            }
        }
    }

    fn address(&self) -> Url {
        self.asks(Return::Caught).unwrap()
    }

    fn signed_in(&self) {
        let session = self.session();
        assert!(matches!(session, Session::SignedIn { .. }), "{session:?}");
    }

    fn problem(&self) -> Problem {
        match self.session() {
            Session::SignedOut { problem: Some(problem), .. } => problem,
            session => panic!("{session:?}"),
        }
    }

    /// Sends bytes to the redirect address and gives the status of the answer; 0 when it just closes.
    fn sends(&self, request: &str) -> u16 {
        let mut stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], self.port))).unwrap();
        // The other side may close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer);
        assert!(!text.contains("sesame"), "nothing is reflected: {text}");
        text.split(' ').nth(1).map_or(0, |status| status.parse().unwrap())
    }

    fn gets(&self, target: &str) -> u16 {
        self.sends(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port))
    }
}

fn state_of(address: &Url) -> String {
    address.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned()
}

#[test]
fn consent_in_the_browser_signs_in_and_ends_at_a_page_without_the_code() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());

    let redirect = desk.browser.get(&back);
    assert_eq!((redirect.status, redirect.text.as_str()), (303, ""));
    assert_eq!(redirect.headers["referrer-policy"], "no-referrer");
    let closing = desk.browser.get(&back.join(redirect.headers[LOCATION].to_str().unwrap()).unwrap());
    assert_eq!(closing.status, 200);
    assert!(closing.text.contains("Back to Vitrine") && !closing.text.contains("http"), "{}", closing.text);
    assert!(closing.headers[CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'"));
    assert_eq!(closing.headers["cache-control"], "no-store");
    desk.signed_in();
}

#[test]
fn the_code_is_exchanged_with_the_client_secret_where_no_server_holds_it() {
    let direct = |market: &str| market.lines().filter(|line| !line.starts_with("exchange_url")).collect::<Vec<_>>().join("\n");
    let desk = Desk::with(direct, None);
    let back = desk.browser.allows(&desk.address());
    desk.browser.get(&back);
    desk.signed_in();

    let desk = Desk::with(direct, Some(SecretString::from("sesame")));
    let back = desk.browser.allows(&desk.address());
    desk.browser.get(&back);
    let problem = desk.problem();
    assert_eq!(problem.code, Code::InvalidClient);
    assert!(!format!("{problem:?}").contains("sesame"));
}

#[test]
fn consent_denied_ends_the_sign_in_and_the_next_one_works() {
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
fn no_stray_or_hostile_request_ends_the_sign_in() {
    let desk = Desk::new();
    let (port, address) = (desk.port, desk.address());
    let state = state_of(&address);
    let good = format!("/callback?code=sesame&state={state}");
    let line = |method: &str, target: &str, more: &str| format!("{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n");

    for (target, status) in [
        ("/".to_owned(), 404),
        ("/favicon.ico".to_owned(), 404),
        ("/vitrine/signed-in".to_owned(), 404),
        ("/callback".to_owned(), 403),
        ("/callback?error=access_denied".to_owned(), 403),
        ("/callback?code=sesame".to_owned(), 403),
        ("/callback?code=sesame&state=wrong".to_owned(), 403),
        (format!("/callback?code=sesame&state={state}&state={state}"), 403),
        (format!("/callback?code=sesame&state={state}="), 403),
        (format!("/callback?code=sesame&state=%20{state}"), 403),
        (format!("/callback?code=sesame&code=x&state={state}"), 400),
        (format!("http://127.0.0.1:{port}{good}"), 404),
        (format!("/callback/{}", &good["/callback".len()..]), 404),
        (format!("{good}&x={}", "y".repeat(9000)), 414),
        (format!("{good}&x={}", "y".repeat(64 * 1024)), 431),
    ] {
        assert_eq!(desk.gets(&target), status, "{}", &target[..target.len().min(100)]);
    }
    for method in ["HEAD", "OPTIONS", "POST", "DELETE"] {
        assert_eq!(desk.sends(&line(method, &good, "")), 405, "{method}");
    }
    assert_eq!(desk.sends(&line("POST", &good, "Content-Length: 18446744073709551615\r\n")), 413);
    assert_eq!(desk.sends(&line("GET", &good, "Transfer-Encoding: chunked\r\n")), 413);
    assert_eq!(desk.sends(&line("GET", &good, "Origin: https://evil.example\r\n")), 403);
    assert_eq!(desk.sends(&line("GET", &good, "Host: evil.example\r\n")), 421);
    assert_eq!(desk.sends(&format!("GET {good} HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n")), 421);
    assert_eq!(desk.sends(&format!("GET {good} HTTP/1.1\r\n\r\n")), 421);
    assert_eq!(desk.sends(&line("GET", &good, &"X-Flood: 1\r\n".repeat(20_000))), 431);
    assert!(desk.sends("\u{16}\u{3}\u{1} not HTTP at all\r\n\r\n") == 400);

    let back = desk.browser.allows(&address);
    assert_eq!(desk.browser.get(&back).status, 303);
    desk.signed_in();
}

#[test]
fn idle_and_slow_connections_do_not_keep_the_browser_out() {
    let desk = Desk::new();
    let address = desk.address();
    let connect = || TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], desk.port))).unwrap();
    let _idle: Vec<TcpStream> = (0..200).map(|_| connect()).collect();
    let _slow: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut slow = connect();
            let _ = slow.write_all(b"GET /callback?code=a HTTP/1.1\r\nHost: x\r\nX-Slow: ");
            slow
        })
        .collect();
    let back = desk.browser.allows(&address);
    assert_eq!(desk.browser.get(&back).status, 303);
    desk.signed_in();
}

#[test]
fn a_redirect_is_taken_once() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.browser.get(&back).status, 303);
    assert_eq!(desk.browser.get(&back).status, 410, "a replay");
    desk.signed_in();
}

#[test]
fn a_port_held_by_another_program_is_told_and_no_page_is_opened() {
    let desk = Desk::new();
    let squatter = TcpListener::bind(("127.0.0.1", desk.port)).unwrap();
    let problem = desk.asks(Return::Caught).unwrap_err();
    assert_eq!(problem.code, Code::PortTaken);
    assert_eq!(problem.subject, Some(format!("127.0.0.1:{}", desk.port)));

    // Pasting the address serves all the same.
    let back = desk.browser.allows(&desk.asks(Return::Pasted).unwrap());
    desk.worker.send(Command::SignInPasted(SecretString::from(back.as_str())));
    desk.signed_in();
    drop(squatter);
}

#[test]
fn a_second_program_at_the_same_address_does_not_take_the_redirect_away() {
    let first = Desk::new();
    let address = first.address();
    let same_address = |market: &str| {
        let is_address = |line: &&str| line.starts_with("redirect_uri");
        let registered = market.lines().find(is_address).unwrap();
        market.replace(registered, &format!("redirect_uri = \"http://127.0.0.1:{}/callback\"", first.port))
    };
    let second = Desk::with(same_address, None);
    let problem = second.asks(Return::Caught).unwrap_err();
    assert_eq!((problem.code, problem.subject), (Code::PortTaken, Some(format!("127.0.0.1:{}", first.port))));

    let back = first.browser.allows(&address);
    assert_eq!(first.browser.get(&back).status, 303);
    first.signed_in();
}

#[test]
fn after_the_sign_in_nobody_listens_any_more() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::SignInCancel);
    assert!(matches!(desk.session(), Session::SignedOut { problem: None, .. }));
    while TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], desk.port))).is_ok() {
        std::thread::yield_now();
    }
    // A late redirect finds nobody, and nothing comes of it.
    assert!(desk.browser.tries(&back).is_none());
    assert!(desk.events.try_recv().is_err());
}

#[test]
fn a_browser_that_does_not_come_back_is_waited_for_only_so_long() {
    let callback = |port| format!("http://127.0.0.1:{port}/callback");
    let desk = Desk::with_limit(callback, Faults::default(), str::to_owned, None, Duration::from_millis(300));
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.problem().code, Code::SignInUnfinished);
    // Too late: nobody is there, and nothing comes of it.
    assert!(desk.browser.tries(&back).is_none());
    assert!(desk.events.try_recv().is_err());
}

#[test]
fn a_wrong_pasted_address_is_told_and_the_right_one_still_serves() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::SignInPasted(SecretString::from("http://127.0.0.1/callback?code=sesame&state=old")));
    let problem = desk.told_problem();
    assert_eq!((problem.code, problem.field.as_deref()), (Code::InvalidField, Some("address")));

    // An error that the consent page kept to itself: where the two addresses differ, as far as the page says.
    let (ours, theirs) = (format!("http://127.0.0.1:{}/callback", desk.port), format!("http://127.0.0.1:{}/callback/", desk.port));
    let mut error_page = Url::parse("https://sso.example/error?error=redirect_uri_mismatch").unwrap();
    error_page.query_pairs_mut().append_pair("redirect_uri", &ours).append_pair("registered", &theirs);
    desk.worker.send(Command::SignInPasted(SecretString::from(error_page.as_str())));
    let problem = desk.told_problem();
    assert_eq!((problem.code, problem.field.as_deref()), (Code::RedirectUriMismatch, Some("address")));
    assert_eq!((problem.subject, problem.expected), (Some(ours), Some(theirs)));

    desk.worker.send(Command::SignInPasted(SecretString::from(back.as_str())));
    desk.signed_in();
}

#[test]
fn a_cancelled_sign_in_frees_the_port_and_its_address_is_good_no_more() {
    let desk = Desk::new();
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::SignInCancel);
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
    desk.worker.send(Command::SignInClientCredentials { keep: KeepToken::ThisSession });
    desk.signed_in();

    let wrong = Desk::with(str::to_owned, Some(SecretString::from("sesame")));
    wrong.worker.send(Command::SignInClientCredentials { keep: KeepToken::ThisSession });
    assert_eq!(wrong.problem().code, Code::InvalidClient);
}

#[test]
fn client_credentials_that_belong_to_nobody_sign_in_without_a_shop() {
    let faults = Faults::of(Rule { on: Some(Operation::Me), status: Some(404), ..Rule::default() });
    let desk = Desk::returning_to(|port| format!("http://127.0.0.1:{port}/callback"), faults, str::to_owned, None);
    desk.worker.send(Command::SignInClientCredentials { keep: KeepToken::ThisSession });
    let session = desk.session();
    assert!(matches!(&session, Session::SignedIn { account, .. } if account.vendor.is_none()), "{session:?}");
}

#[test]
fn localhost_is_caught_on_both_of_its_addresses() {
    let desk = Desk::returning_to(|port| format!("http://localhost:{port}/back"), Faults::default(), str::to_owned, None);
    let squatter = TcpListener::bind(("::1", desk.port));
    if squatter.is_ok() {
        assert_eq!(desk.asks(Return::Caught).unwrap_err().code, Code::PortTaken, "the browser would prefer the other one");
    }
    drop(squatter);
    let back = desk.browser.allows(&desk.address());
    assert_eq!(desk.browser.get(&back).status, 303);
    desk.signed_in();
}

#[test]
fn a_registered_address_elsewhere_is_pasted() {
    let desk = Desk::returning_to(|_| "https://seller.example/back".to_owned(), Faults::default(), str::to_owned, None);
    let back = desk.browser.allows(&desk.address());
    desk.worker.send(Command::SignInPasted(SecretString::from(back.as_str())));
    desk.signed_in();
}

/// The program itself, with `$BROWSER` a script that hands the address over.
#[cfg(unix)]
mod program {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use vitrine::sandbox::Behaviour;

    use super::*;
    use crate::shop::browser::log_in;
    use crate::shop::{Desk, Ran, has_keychain};

    fn shop(options: Options) -> (Shop, Desk) {
        let port = free_port();
        let shop = Shop::open(Options { redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")], ..options });
        // Tests share the keychain, and its entries are named after person and marketplace.
        let market_file = shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
        let desk = Desk::with(&market_file, shop.sandbox.token());
        (shop, desk)
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
    fn a_token_that_ended_is_renewed_at_the_next_start() {
        if !has_keychain() {
            return;
        }
        let hour = Arc::new(AtomicI64::new(0));
        let clock = Arc::clone(&hour);
        let faults = Faults { behaviour: Behaviour { token_seconds: 300, ..Behaviour::default() }, ..Faults::default() };
        let start = jiff::Timestamp::now();
        let clock = Arc::new(move || start + jiff::SignedDuration::from_hours(clock.load(Ordering::Relaxed)));
        let (_shop, desk) = shop(Options { clock, faults, ..Options::default() });
        assert_eq!(log_in(&desk).0.status, 0);
        for passed in 1..4 {
            hour.store(passed, Ordering::Relaxed);
            let ran = Ran::from(desk.command(&["products", "--json"]).env_remove("VITRINE_TOKEN").spawn().unwrap());
            assert_eq!(ran.status, 0, "after {passed} h: {ran:?}");
        }
    }

    #[test]
    fn a_pasted_token_that_tells_its_end_has_it_shown() {
        if !has_keychain() {
            return;
        }
        use std::io::Write;
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
    fn two_programs_that_share_the_keychain_renew_once() {
        if !has_keychain() {
            return;
        }
        let hour = Arc::new(AtomicI64::new(0));
        let clock = Arc::clone(&hour);
        let faults = Faults { behaviour: Behaviour { token_seconds: 300, ..Behaviour::default() }, ..Faults::default() };
        let start = jiff::Timestamp::now();
        let clock = Arc::new(move || start + jiff::SignedDuration::from_hours(clock.load(Ordering::Relaxed)));
        let (shop, first) = shop(Options { clock, faults: faults.clone(), ..Options::default() });
        let second = Desk::with(&first.market_file(), shop.sandbox.token());
        for desk in [&first, &second] {
            assert_eq!(log_in(desk).0.status, 0);
        }
        let renewals = || shop.sandbox.requests().iter().filter(|request| request.operation == Some(Operation::Token)).count();
        let slow = Rule { on: Some(Operation::Token), latency_ms: 300, ..Rule::default() };
        shop.sandbox.set_faults(Faults { rules: vec![slow], ..faults });
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
    fn a_token_that_ends_in_the_middle_of_an_import_is_renewed_and_the_import_goes_on() {
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
}
