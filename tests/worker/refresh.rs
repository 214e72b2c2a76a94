//! A token that expires during work is renewed, in time or when it is refused, without interruption.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use vitrine::domain::{Code, Problem};
use vitrine::market::NewWebhook;
use vitrine::sandbox::{Behaviour, Faults, Operation, Options, Outcome, Rule};
use vitrine::worker::{
    self, AccountCommand, CatalogCommand, Command, Event, FormCommand, FormPhotoId, FormPhotoState, KeepToken, PhotoSource, ProductsUpdate,
    Session, WebhookCommand,
};

use crate::kit::shop::Shop;
use crate::kit::worker::Worker;

/// The practice shop's clock and the worker's, each set by a test. A test has the two to itself.
struct Clocks {
    shop: Arc<AtomicI64>,
    worker: &'static AtomicI64,
}

impl Clocks {
    fn time_passes(&self, minutes: i64) {
        self.shop.fetch_add(minutes, Ordering::Relaxed);
        self.worker.fetch_add(minutes, Ordering::Relaxed);
    }
}

fn at(minutes: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap() + SignedDuration::from_mins(minutes)
}

/// A worker that is signed in with a token and its refresh token, for this session only. Tokens live an hour.
struct Desk {
    worker: Worker,
    shop: Shop,
    clocks: Clocks,
    _dir: tempfile::TempDir,
}

/// A clock for `Options::clock`, which is a plain function: each use makes one of its own.
macro_rules! clock {
    () => {{
        static MINUTES: AtomicI64 = AtomicI64::new(0);
        fn clock() -> Timestamp {
            at(MINUTES.load(Ordering::Relaxed))
        }
        (&MINUTES, clock as fn() -> Timestamp)
    }};
}

impl Desk {
    fn new((minutes, clock): (&'static AtomicI64, fn() -> Timestamp), faults: Faults) -> Self {
        let shop_minutes = Arc::new(AtomicI64::new(0));
        let theirs = Arc::clone(&shop_minutes);
        let behaviour = Behaviour { token_seconds: 3600, ..faults.behaviour.clone() };
        let shop = Shop::open(Options {
            clock: Arc::new(move || at(theirs.load(Ordering::Relaxed))),
            faults: Faults { behaviour, ..faults },
            ..Options::default()
        });
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market.toml");
        std::fs::write(&market, shop.sandbox.market_file()).unwrap();
        let client_secret = Some(shop.sandbox.client().secret);
        let options = worker::Options { client_secret, clock, open_page: |_| Ok(()), ..worker::Options::new(dir.path().join("data")) };
        let worker = Worker::at_market(options, market);
        let desk = Self { shop, clocks: Clocks { shop: shop_minutes, worker: minutes }, worker, _dir: dir };
        assert!(matches!(desk.worker.session(), Session::SignedOut { problem: None, .. }));
        let (token, refresh) = desk.shop.sandbox.issue_pair();
        desk.sign_in(token, Some(refresh));
        desk
    }

    fn sign_in(&self, token: SecretString, refresh: Option<SecretString>) {
        self.worker.send(Command::Account(AccountCommand::SignIn { token, refresh, keep: KeepToken::ThisSession }));
        assert!(matches!(self.worker.session(), Session::SignedIn { .. }));
    }

    /// Asks for the products, as somebody at work does, and for nothing else.
    fn works(&self) -> Result<(), Problem> {
        self.worker.send(Command::Catalog(CatalogCommand::Load));
        loop {
            match self.worker.next() {
                Event::Products(ProductsUpdate::Page { done: true, .. }) => return Ok(()),
                Event::Products(ProductsUpdate::Failed(problem)) | Event::Problem(problem) => return Err(problem),
                _ => {}
            }
        }
    }

    fn renewals(&self) -> usize {
        self.shop.sandbox.requests().iter().filter(|request| request.operation == Some(Operation::Token)).count()
    }

    fn refusals(&self) -> usize {
        let is_refusal = |outcome| matches!(outcome, Outcome::Answered { status: 401, .. });
        self.shop
            .sandbox
            .requests()
            .iter()
            .filter(|request| request.operation != Some(Operation::Token) && is_refusal(request.outcome))
            .count()
    }

    /// Somebody works on while the time passes, until the token has been renewed so often.
    fn works_until_renewed(&self, count: usize) {
        while self.renewals() < count {
            self.clocks.time_passes(1);
            self.works().unwrap();
        }
        // The answer is on its way to the worker while time stands still.
        for _ in 0..10 {
            self.works().unwrap();
        }
    }
}

#[test]
fn a_refused_token_is_renewed_and_the_request_succeeds() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.works().unwrap();
    for renewals in 1..4 {
        desk.clocks.time_passes(61);
        desk.works().unwrap();
        // In time or when it is refused: on the very minute the two meet, and it is one renewal all the same.
        assert_eq!(desk.renewals(), renewals);
    }
}

#[test]
fn a_token_with_a_known_expiry_is_renewed_before_it() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.clocks.time_passes(61);
    desk.works().unwrap();
    let (renewals, refusals) = (desk.renewals(), desk.refusals());
    // From here on the answer of the token endpoint says when the token ends.
    for more in 1..4 {
        desk.clocks.time_passes(50);
        desk.works_until_renewed(renewals + more);
    }
    desk.works().unwrap();
    assert_eq!((desk.renewals(), desk.refusals()), (renewals + 3, refusals), "no request was ever refused");
}

#[test]
fn a_clock_jump_signs_nobody_out() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.clocks.time_passes(61);
    desk.works().unwrap();
    let year = 366 * 24 * 60;
    for jump in [year, -2 * year, 10 * year, -9 * year, 24 * 60, -24 * 60] {
        desk.clocks.worker.fetch_add(jump, Ordering::Relaxed);
        desk.works().unwrap();
        desk.works().unwrap();
    }
    assert!(desk.renewals() <= 6, "{} renewals", desk.renewals());
    desk.clocks.time_passes(70);
    desk.works().unwrap();
}

#[test]
fn without_rotation_the_refresh_token_is_reused() {
    let behaviour = Behaviour { rotate_refresh: false, ..Behaviour::default() };
    let desk = Desk::new(clock!(), Faults { behaviour, ..Faults::default() });
    for _ in 0..3 {
        desk.clocks.time_passes(61);
        desk.works().unwrap();
    }
}

#[test]
fn a_failing_token_endpoint_is_tolerated() {
    let trouble = Rule { on: Some(Operation::Token), to: Some(1), status: Some(503), ..Rule::default() };
    let desk = Desk::new(clock!(), Faults::of(trouble));
    desk.clocks.time_passes(61);
    desk.works().unwrap();
    assert_eq!(desk.renewals(), 2);
}

#[test]
fn an_invalid_refresh_token_asks_to_sign_in() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.sign_in(desk.shop.sandbox.issue_pair().0, Some(SecretString::from("sesame")));
    desk.clocks.time_passes(61);
    let problem = desk.works().unwrap_err();
    assert_eq!(problem.code, Code::SignInNeeded);
    assert!(!format!("{problem:?}").contains("sesame"));
    assert!(matches!(desk.worker.session(), Session::SignedOut { .. }));
    // And the next sign-in works.
    let (token, refresh) = desk.shop.sandbox.issue_pair();
    desk.sign_in(token, Some(refresh));
    desk.works().unwrap();
}

#[test]
fn without_a_refresh_token_a_sign_in_is_requested_immediately() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.sign_in(desk.shop.sandbox.issue_pair().0, None);
    desk.clocks.time_passes(61);
    assert_eq!(desk.works().unwrap_err().code, Code::Unauthorized);
    assert_eq!(desk.renewals(), 0);
}

#[test]
fn a_marketplace_that_refuses_valid_tokens_is_not_retried_forever() {
    let desk = Desk::new(clock!(), Faults::of(Rule { on: Some(Operation::List), status: Some(401), ..Rule::default() }));
    assert_eq!(desk.works().unwrap_err().code, Code::Unauthorized);
    assert!(desk.refusals() < 10, "{} refusals", desk.refusals());
}

impl Desk {
    fn last_word<T>(&self, of: impl Fn(Event) -> Option<T>) -> T {
        loop {
            if let Some(found) = of(self.worker.next()) {
                return found;
            }
        }
    }

    fn drops_a_photo(&self, id: u64) {
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(30, 20, image::Rgb([9, 90, id as u8])).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let source = PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes: png.into_inner().into() };
        self.worker.send(Command::Form(FormCommand::AddPhoto { id: FormPhotoId(id), source }));
    }

    fn photo(&self) -> Result<(), Problem> {
        self.last_word(|event| match event {
            Event::FormPhoto { state: FormPhotoState::Uploaded(_), .. } => Some(Ok(())),
            Event::FormPhoto { state: FormPhotoState::Failed(problem), .. } => Some(Err(problem)),
            _ => None,
        })
    }

    fn subscribes(&self) -> Result<(), Problem> {
        self.worker.send(Command::Webhook(WebhookCommand::Add(NewWebhook {
            event_ids: vec![1],
            method: "POST".to_owned(),
            url: "https://shop.example/hook".to_owned(),
            active: true,
            service: None,
        })));
        self.last_word(|event| if let Event::WebhookAdded(result) = event { Some(result.map(drop)) } else { None })
    }
}

#[test]
fn photos_refused_for_the_token_are_uploaded_with_the_next_one() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.clocks.time_passes(61);
    for id in 0..3 {
        desk.drops_a_photo(id);
    }
    for _ in 0..3 {
        desk.photo().unwrap();
    }
    assert_eq!((desk.renewals(), desk.shop.sandbox.files().len()), (1, 3));
}

#[test]
fn a_photo_of_the_form_waits_for_the_next_sign_in() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.sign_in(desk.shop.sandbox.issue_pair().0, None);
    desk.clocks.time_passes(61);
    desk.drops_a_photo(0);
    assert_eq!(desk.photo().unwrap_err().code, Code::Unauthorized);

    let (token, refresh) = desk.shop.sandbox.issue_pair();
    desk.worker.send(Command::Account(AccountCommand::SignIn { token, refresh: Some(refresh), keep: KeepToken::ThisSession }));
    desk.photo().unwrap();
    assert_eq!(desk.shop.sandbox.files().len(), 1);
}

#[test]
fn a_webhook_refused_for_the_token_is_added_once_with_the_next_one() {
    let desk = Desk::new(clock!(), Faults::default());
    desk.clocks.time_passes(61);
    desk.subscribes().unwrap();
    let made = desk.shop.sandbox.requests().into_iter().filter(|request| {
        request.operation == Some(Operation::Webhook) && matches!(request.outcome, Outcome::Answered { status: 200..300, .. })
    });
    assert_eq!((desk.renewals(), made.count()), (1, 1));

    let refused = Faults::of(Rule { on: Some(Operation::Webhook), status: Some(401), ..Rule::default() });
    let desk = Desk::new(clock!(), refused);
    assert_eq!(desk.subscribes().unwrap_err().code, Code::Unauthorized);
    assert!(desk.refusals() < 10, "{} refusals", desk.refusals());
}
