//! What is saved of a marketplace belongs to its addresses: a file with the same name and others gets nothing
//! until a person says so.
//!
//! The practice shop has two origins here: `127.0.0.1` and `localhost`.

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use vitrine::auth::{Keychain, Secrets, entry_name};
use vitrine::store::Store;
use vitrine::worker::{self, AccountCommand, AccountEvent, Command, Event, KeepToken, MarketChoice, Session};
use vitrine_core::market::Profile;
use vitrine_domain::{Account, Problem, ProblemKind, UserId};
use vitrine_sandbox::Options;

use crate::kit::shop::Shop;
use crate::kit::worker::Worker;

struct Harness {
    worker: Option<Worker>,
    keychain: Keychain,
    shop: Shop,
    dir: tempfile::TempDir,
}

impl Harness {
    fn new() -> Self {
        Self {
            worker: None,
            keychain: Keychain::session(),
            shop: Shop::open(Options::default()),
            dir: tempfile::tempdir().unwrap(),
        }
    }

    /// Writes a market file called “Basket”.
    fn file(&self, name: &str, edit: impl Fn(String) -> String) -> PathBuf {
        let file = self.dir.path().join(name);
        let text = self.shop.sandbox.market_file().replace("\"Practice shop\"", "\"Basket\"");
        std::fs::write(&file, edit(text)).unwrap();
        file
    }

    fn own(&self) -> PathBuf {
        self.file("own.toml", |text| text)
    }

    /// The same shop at another origin.
    fn moved(&self) -> PathBuf {
        self.file("moved.toml", |text| text.replace("http://127.0.0.1", "http://localhost"))
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// Starts the program anew with this marketplace, and returns who is signed in, or why nobody is.
    fn open(&mut self, file: &Path) -> Result<Account, Option<Problem>> {
        self.worker = None;
        let options = worker::Options {
            keychain: self.keychain.clone(),
            lock_dir: None,
            ..worker::Options::new(self.data())
        };
        self.worker = Some(Worker::start(options));
        self.send(AccountCommand::UseMarket(MarketChoice::File(file.to_owned())));
        self.session()
    }

    fn send(&self, command: AccountCommand) {
        self.worker.as_ref().unwrap().send(Command::Account(command));
    }

    fn session(&self) -> Result<Account, Option<Problem>> {
        self.worker.as_ref().unwrap().until(|event| match event {
            Event::Session(Session::SignedIn { account, .. }) => Some(Ok(Account::clone(account))),
            Event::Session(Session::SignedOut { problem, .. }) => Some(Err(problem.clone())),
            _ => None,
        })
    }

    fn sign_in(&self) -> Account {
        let (token, refresh) = self.shop.sandbox.issue_pair();
        self.send(AccountCommand::SignIn { token, refresh: Some(refresh), keep: KeepToken::Keychain });
        self.session().unwrap()
    }

    /// The token in the keychain under this name.
    fn saved(&self, name: &str) -> Option<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime
            .block_on(self.keychain.load(name))
            .unwrap()
            .map(|secrets| secrets.access.expose_secret().to_owned())
    }

    fn save(&self, name: &str, token: SecretString) {
        let secrets =
            Secrets { access: token, refresh: None, expires_at: None, scopes: Vec::new(), of_app: false };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(self.keychain.save(name, &secrets)).unwrap();
    }
}

fn id(file: &Path) -> String {
    Profile::parse(&std::fs::read_to_string(file).unwrap(), "x").unwrap().id()
}

fn code(session: Result<Account, Option<Problem>>) -> Option<ProblemKind> {
    session.err().flatten().map(|problem| problem.kind)
}

#[test]
fn a_file_with_a_known_name_and_other_addresses_sends_nothing_until_a_person_trusts_it() {
    let mut harness = Harness::new();
    let (own, moved) = (harness.own(), harness.moved());
    assert_eq!(harness.open(&own), Err(None), "a new marketplace is not asked about");
    let owner = harness.sign_in();
    assert_eq!(harness.open(&own), Ok(owner.clone()));

    let before = harness.shop.sandbox.request_count();
    let problem = harness.open(&moved).unwrap_err().expect("a question");
    let text = std::fs::read_to_string(&own).unwrap();
    let port = text.split("http://127.0.0.1:").nth(1).unwrap().split('/').next().unwrap();
    assert_eq!(problem.kind, ProblemKind::MarketMoved);
    assert_eq!(
        (problem.subject, problem.expected),
        (Some(format!("localhost:{port}")), Some(format!("127.0.0.1:{port}")))
    );
    assert_eq!(
        code(harness.open(&moved)),
        Some(ProblemKind::MarketMoved),
        "it is asked until it is answered"
    );
    assert_eq!(harness.shop.sandbox.request_count(), before, "nothing was sent");
    assert_eq!(harness.open(&own), Ok(owner.clone()), "the marketplace itself is as it was");

    harness.open(&moved).unwrap_err();
    harness.send(AccountCommand::TrustMarket);
    assert_eq!(harness.session(), Ok(owner.clone()));
    assert_eq!(harness.open(&moved), Ok(owner.clone()), "once trusted, it is not asked again");
    assert!(harness.saved(&entry_name(&id(&own), &owner.id)).is_none(), "the secret is in one place");
    assert_eq!(
        code(harness.open(&own)),
        Some(ProblemKind::MarketMoved),
        "what was its own address is now another"
    );
}

#[test]
fn signing_in_anew_makes_two_marketplaces_of_one_name() {
    let mut harness = Harness::new();
    let (own, moved) = (harness.own(), harness.moved());
    let _ = harness.open(&own);
    let owner = harness.sign_in();
    let _ = harness.open(&moved);
    harness.sign_in();
    assert_eq!(harness.open(&own), Ok(owner.clone()));
    assert_eq!(harness.open(&moved), Ok(owner.clone()));
    let [first, second] =
        [&own, &moved].map(|file| harness.saved(&entry_name(&id(file), &owner.id)).unwrap());
    assert_ne!(first, second, "each has its own token");
    harness.send(AccountCommand::SignOut);
    assert_eq!(code(harness.session()), None);
    assert_eq!(harness.open(&own), Ok(owner), "signing out of one leaves the other");
    let listed = harness.worker.as_ref().unwrap().until(|event| match event {
        Event::Account(AccountEvent::Accounts(accounts)) => Some(accounts.clone()),
        _ => None,
    });
    assert_eq!(
        listed.iter().map(|entry| entry.market.as_str()).collect::<std::collections::BTreeSet<_>>().len(),
        2,
        "{listed:?}"
    );
}

#[test]
fn each_address_that_changes_alone_is_asked_about_and_a_path_is_not() {
    let mut harness = Harness::new();
    let own = harness.own();
    let _ = harness.open(&own);
    let owner = harness.sign_in();
    let text = std::fs::read_to_string(&own).unwrap();
    for key in ["base_url", "core_url", "upload_url", "auth_url", "sso_url", "webhook_url", "exchange_url"] {
        let line =
            text.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("{key} in {text}"));
        let changed =
            harness.file("changed.toml", |text| text.replace(line, &line.replace("127.0.0.1", "localhost")));
        assert_eq!(code(harness.open(&changed)), Some(ProblemKind::MarketMoved), "{key}");
    }
    let same = harness.file("same.toml", |text| {
        let line = text.lines().find(|line| line.starts_with("webhook_url")).unwrap().to_owned();
        text.replace(&line, &format!("{}/hooks/\"", line.replace("http://", "HTTP://").trim_end_matches('"')))
    });
    assert_eq!(harness.open(&same), Ok(owner), "paths, slashes and capitals make no other origin");
}

#[test]
fn what_an_older_version_saved_is_asked_about_once() {
    for answer in [AccountCommand::TrustMarket, AccountCommand::SignOut] {
        let trusts = matches!(answer, AccountCommand::TrustMarket);
        let mut harness = Harness::new();
        let (own, user) = (harness.own(), UserId::from(1001));
        let account = Account { id: user.clone(), hash_id: None, username: None, name: None, vendor: None };
        Store::open(&harness.data())
            .unwrap()
            .set_current_account("Basket", &account, jiff::Timestamp::UNIX_EPOCH)
            .unwrap();
        let old_entry = entry_name("Basket", &user);
        harness.save(&old_entry, harness.shop.sandbox.token());

        let problem = harness.open(&own).unwrap_err().expect("a question");
        assert_eq!(
            (problem.kind, problem.expected),
            (ProblemKind::MarketMoved, None),
            "an older version noted no addresses"
        );
        assert_eq!(harness.shop.sandbox.request_count(), 0, "nothing was sent");
        harness.send(answer);
        if trusts {
            assert_eq!(harness.session().map(|account| account.id), Ok(user.clone()));
            assert_eq!(harness.open(&own).map(|account| account.id), Ok(user));
            assert!(harness.saved(&old_entry).is_none());
        } else {
            assert_eq!(code(harness.session()), None);
            harness.sign_in();
            assert_eq!(harness.open(&own).map(|account| account.id), Ok(user));
        }
    }
}

#[test]
fn a_file_named_like_a_marketplace_that_comes_with_the_program_is_asked_about() {
    let mut harness = Harness::new();
    for name in ["Basalam", "basa-lam", "باسلام"] {
        let file = harness.file("named.toml", |text| text.replace("\"Basket\"", &format!("\"{name}\"")));
        let problem = harness.open(&file).unwrap_err().expect(name);
        assert_eq!(problem.kind, ProblemKind::MarketLookAlike, "{name}");
        assert!(problem.expected.is_some_and(|hosts| hosts.contains("basalam.com")), "{name}");
    }
    let elsewhere = harness.file("practice.toml", |_| {
        "name = \"Practice shop\"\nlayout = \"base\"\nbase_url = \"https://practice.example\"\n".to_owned()
    });
    assert_eq!(
        code(harness.open(&elsewhere)),
        Some(ProblemKind::MarketLookAlike),
        "a practice shop is on this computer"
    );
    let here = harness.file("here.toml", |text| text.replace("\"Basket\"", "\"Practice shop\""));
    assert_eq!(code(harness.open(&here)), None);
    assert_eq!(code(harness.open(Path::new("basalam"))), None, "the file that comes with the program");
}

#[test]
fn a_token_of_the_environment_says_itself_where_it_is_sent() {
    let mut harness = Harness::new();
    let (own, moved) = (harness.own(), harness.moved());
    let _ = harness.open(&own);
    let owner = harness.sign_in();
    harness.worker = None;
    let token = Some(harness.shop.sandbox.token());
    let options =
        worker::Options { keychain: harness.keychain.clone(), token, ..worker::Options::new(harness.data()) };
    let worker = Worker::signed_in(options, moved);
    drop(worker);
    assert_eq!(harness.open(&own), Ok(owner));
}
