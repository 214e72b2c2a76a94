//! A worker with a practice shop of its own, and the people who sign in to it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use secrecy::SecretString;
use vitrine::worker::{
    self, AccountCommand, AccountEntry, AccountEvent, Command, Event, FoundAccount, ImportCommand,
    ImportEvent, KeepToken, MarketChoice, SavedReview, Session, SheetRequest,
};
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{Draft, Price, Scope, UserId};
use vitrine_sandbox::{FaultRule, Faults, Operation, Options, Person};

use crate::kit::shop::Shop;
use crate::kit::worker::Worker;

pub struct AccountHarness {
    /// `None` only during a restart. Declared first, so that it stops before the shop does.
    worker: Option<Worker>,
    pub shop: Shop,
    pub accounts: Vec<AccountEntry>,
    pub dir: tempfile::TempDir,
}

impl AccountHarness {
    pub fn new() -> Self {
        Self::with_shop(Shop::open(Options::default()))
    }

    /// The shop becomes slow after a few requests, so that an import is interrupted while photos and products
    /// are being sent.
    pub fn with_slow_shop() -> Self {
        let slow = |on| FaultRule { on: Some(on), from: 9, latency_ms: 1500, ..FaultRule::default() };
        let faults =
            Faults { rules: vec![slow(Operation::Upload), slow(Operation::Create)], ..Faults::default() };
        Self::with_shop(Shop::open(Options { faults, ..Options::default() }))
    }

    pub fn with_shop(shop: Shop) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("market.toml"), shop.sandbox.market_file()).unwrap();
        let client_secret = Some(shop.sandbox.client().secret);
        let worker = Some(start_worker(dir.path(), client_secret));
        let mut harness = Self { worker, shop, accounts: Vec::new(), dir };
        harness.open_market();
        harness
    }

    fn open_market(&mut self) {
        self.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(
            self.dir.path().join("market.toml"),
        ))));
        self.signed_out();
    }

    /// Stops the worker and starts it again with the same data.
    pub fn restart(&mut self) {
        self.worker = None;
        self.worker = Some(start_worker(self.dir.path(), None));
        self.accounts.clear();
        self.open_market();
    }

    /// Restarts, and returns the review that is restored before anybody signs in.
    pub fn restart_with_review(&mut self) -> Option<SavedReview> {
        self.worker = None;
        self.worker = Some(start_worker(self.dir.path(), None));
        self.accounts.clear();
        self.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(
            self.dir.path().join("market.toml"),
        ))));
        let mut restored = None;
        self.until(|event| match event {
            Event::Import(ImportEvent::ReviewRestored(review)) => {
                restored = Some((**review).clone());
                None
            }
            Event::Session(Session::SignedOut { .. }) => Some(()),
            _ => None,
        });
        restored
    }

    pub fn send(&self, command: Command) {
        self.worker.as_ref().unwrap().send(command);
    }

    pub fn until<T>(&mut self, mut wanted: impl FnMut(&Event) -> Option<T>) -> T {
        self.worker.as_ref().unwrap().until(|event| {
            if let Event::Account(AccountEvent::Accounts(accounts)) = event {
                self.accounts.clone_from(accounts);
            }
            wanted(event)
        })
    }

    /// Waits until nobody is signed in, and returns the reason.
    pub fn signed_out(&mut self) -> Option<vitrine_domain::Problem> {
        self.until(|event| match event {
            Event::Session(Session::SignedOut { problem, .. }) => Some(problem.clone()),
            _ => None,
        })
    }

    /// Waits until somebody is signed in.
    pub fn signed_in(&mut self) -> (UserId, Vec<Scope>) {
        self.until(|event| match event {
            Event::Session(Session::SignedIn { account, scopes, .. }) => {
                Some((account.id.clone(), scopes.clone()))
            }
            Event::Session(Session::SignedOut { problem: Some(problem), .. }) => panic!("{problem}"),
            _ => None,
        })
    }

    /// Waits until the list of accounts satisfies `wanted`.
    pub fn accounts_when(&mut self, wanted: impl Fn(&[AccountEntry]) -> bool) -> Vec<AccountEntry> {
        if wanted(&self.accounts) {
            return self.accounts.clone();
        }
        self.until(|event| match event {
            Event::Account(AccountEvent::Accounts(accounts)) if wanted(accounts) => Some(accounts.clone()),
            _ => None,
        })
    }

    pub fn token_of(&self, person: Person) -> SecretString {
        self.shop.sandbox.issue_token(person, &["*"], Duration::from_secs(3600))
    }

    /// Signs in as far as the confirmation of the account.
    pub fn find_account(&mut self, person: Person) -> FoundAccount {
        self.send(Command::Account(AccountCommand::SignIn {
            token: self.token_of(person),
            refresh: None,
            keep: KeepToken::Ask,
        }));
        self.until(|event| match event {
            Event::Account(AccountEvent::SignInFound(found)) => Some(found.clone()),
            Event::Session(Session::SignedOut { problem: Some(problem), .. }) => panic!("{problem}"),
            _ => None,
        })
    }

    pub fn sign_in(&mut self, person: Person) {
        let found = self.find_account(person);
        self.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
        assert_eq!(self.signed_in().0, found.account.id);
    }

    pub fn switch(&mut self, person: Person) {
        let market = self.accounts[0].market.clone();
        self.send(Command::Account(AccountCommand::SwitchAccount {
            market,
            user: UserId::from(person.id()),
        }));
        assert_eq!(self.signed_in().0, UserId::from(person.id()));
    }

    /// Plans an import of new photos, one product each, with prices.
    pub fn plan(&mut self, names: &[&str]) -> Vec<PlannedDraft> {
        let paths: Vec<PathBuf> =
            names.iter().map(|name| self.dir.path().join(format!("{name}.png"))).collect();
        for (n, path) in paths.iter().enumerate() {
            image::RgbImage::from_pixel(40, 30, image::Rgb([n as u8, 90, 200])).save(path).unwrap();
        }
        self.send(Command::Import(ImportCommand::Plan {
            paths,
            grouping: Grouping::Auto.into(),
            sheet: SheetRequest::default(),
        }));
        let mut drafts = self.until(|event| {
            if let Event::Import(ImportEvent::Planned { drafts, .. }) = event {
                Some(drafts.clone())
            } else {
                None
            }
        });
        for planned in &mut drafts {
            planned.draft = Draft {
                primary_price: Some(Price::on_wire(100_000)),
                stock: Some(1),
                ..planned.draft.clone()
            };
        }
        drafts
    }
}

fn start_worker(dir: &Path, client_secret: Option<SecretString>) -> Worker {
    Worker::start(worker::Options {
        client_secret,
        open_page: |_| Ok(()),
        ..worker::Options::new(dir.join("data"))
    })
}
