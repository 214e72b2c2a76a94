//! A worker that signs in through the browser, with a plain HTTP client as the browser.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use secrecy::SecretString;
use url::Url;
use vitrine::i18n::{Language, Messages};
use vitrine::worker::{
    self, AccountCommand, AccountEvent, BrowserSignIn, Command, Event, KeepToken, RedirectMode, Session,
};
use vitrine_domain::Problem;
use vitrine_sandbox::{Faults, Options};

use crate::kit::shop::Shop;
use crate::kit::shop::browser::Browser;
use crate::kit::shop::port::free_port;
use crate::kit::timeout::TIMEOUT;
use crate::kit::worker::Worker;

/// A practice shop, a port for the redirect, and a worker that signs in for this session only.
pub struct SignInHarness {
    pub worker: Worker,
    _shop: Shop,
    pub port: u16,
    pub browser: Browser,
    _dir: tempfile::TempDir,
}

/// The configuration of a harness.
pub struct Setup {
    pub redirect_uri: fn(u16) -> String,
    pub faults: Faults,
    /// Changes the market file.
    pub edit_market_file: Box<dyn Fn(&str) -> String>,
    /// `None` for the right one.
    pub client_secret: Option<SecretString>,
    pub sign_in_limit: Duration,
    pub open_page: fn(&str) -> Result<(), String>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            redirect_uri: |port| format!("http://127.0.0.1:{port}/callback"),
            faults: Faults::default(),
            edit_market_file: Box::new(str::to_owned),
            client_secret: None,
            sign_in_limit: Duration::from_secs(600),
            open_page: |_| Ok(()),
        }
    }
}

impl SignInHarness {
    pub fn new() -> Self {
        Self::with_setup(Setup::default())
    }

    pub fn with_setup(setup: Setup) -> Self {
        let Setup { redirect_uri, faults, edit_market_file, client_secret, sign_in_limit, open_page } = setup;
        let port = free_port();
        let shop =
            Shop::open(Options { redirect_uris: vec![redirect_uri(port)], faults, ..Options::default() });
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market.toml");
        std::fs::write(&market, edit_market_file(&shop.sandbox.market_file())).unwrap();
        let client_secret = client_secret.or_else(|| Some(shop.sandbox.client().secret));
        let options = worker::Options {
            client_secret,
            sign_in_limit,
            open_page,
            ..worker::Options::new(dir.path().join("data"))
        };
        let worker = Worker::at_market(options, market);
        let harness = Self { worker, _shop: shop, port, browser: Browser::new(), _dir: dir };
        assert!(matches!(harness.session(), Session::SignedOut { problem: None, .. }));
        harness
    }

    /// Whether a browser was opened.
    pub fn page_opened(&self) -> bool {
        self.worker.until(|event| {
            if let Event::Account(AccountEvent::SignInPageOpened(opened)) = event {
                Some(*opened)
            } else {
                None
            }
        })
    }

    pub fn session(&self) -> Session {
        self.worker.session()
    }

    /// The next problem that the worker reports.
    pub fn next_problem(&self) -> Problem {
        self.worker
            .until(|event| if let Event::Problem(problem) = event { Some(problem.clone()) } else { None })
    }

    /// Starts a browser sign-in and returns the address to open.
    pub fn start_sign_in(&self, redirect: RedirectMode) -> Result<Url, Problem> {
        let page = Messages::for_terminal(Language::English).closing_page();
        self.worker.send(Command::Account(AccountCommand::SignInBrowser(BrowserSignIn {
            scopes: Vec::new(),
            keep: KeepToken::ThisSession,
            redirect,
            page,
        })));
        loop {
            match self.worker.next() {
                Event::Account(AccountEvent::SignInAddress(address)) => return Ok(address.parse().unwrap()),
                Event::Session(Session::SignedOut { problem, .. }) => return Err(problem.unwrap()),
                _ => {}
            }
        }
    }

    /// Starts a browser sign-in that listens for the redirect.
    pub fn address(&self) -> Url {
        self.start_sign_in(RedirectMode::Listen).unwrap()
    }

    /// Waits until the person is signed in.
    pub fn assert_signed_in(&self) {
        let session = self.session();
        assert!(matches!(session, Session::SignedIn { .. }), "{session:?}");
    }

    /// Waits for the end of a sign-in that fails.
    pub fn sign_in_problem(&self) -> Problem {
        match self.session() {
            Session::SignedOut { problem: Some(problem), .. } => problem,
            session => panic!("{session:?}"),
        }
    }

    /// Sends bytes to the redirect address and returns the status; 0 if the connection is closed without a
    /// response.
    pub fn send_raw(&self, request: &str) -> u16 {
        let mut stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], self.port))).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        // The listener may close the connection before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        let text = String::from_utf8_lossy(&response);
        assert!(!text.contains("sesame"), "the response repeats the code: {text}");
        text.split(' ').nth(1).map_or(0, |status| status.parse().unwrap())
    }
}

pub fn state_of(address: &Url) -> String {
    address.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned()
}
