//! A token that expires during work is renewed without interruption, either before it expires or when it is
//! rejected.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use vitrine::worker::{
    self, AccountCommand, CatalogCommand, CatalogEvent, Command, Event, FormCommand, FormEvent, FormPhotoId,
    FormPhotoState, ImportCommand, ImportEvent, KeepToken, PhotoSource, Session, WebhookCommand,
    WebhookEvent,
};
use vitrine_core::import::PlannedDraft;
use vitrine_core::market::NewWebhook;
use vitrine_domain::{Draft, Price, Problem, ProblemKind};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, Outcome, ShopBehaviour};

use crate::kit::photos;
use crate::kit::shop::Shop;
use crate::kit::timeout::wait_until;
use crate::kit::worker::Worker;

/// The practice shop's clock and the worker's, in minutes. Each test sets a pair of its own.
struct Clocks {
    shop: Arc<AtomicI64>,
    worker: &'static AtomicI64,
}

impl Clocks {
    fn advance(&self, minutes: i64) {
        self.shop.fetch_add(minutes, Ordering::Relaxed);
        self.worker.fetch_add(minutes, Ordering::Relaxed);
    }
}

fn at(minutes: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap() + SignedDuration::from_mins(minutes)
}

fn is_refused(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Answered { status: 401, .. })
}

/// A worker that is signed in with a token and a refresh token, for this session only. Tokens expire after an
/// hour.
struct RenewalHarness {
    worker: Worker,
    shop: Shop,
    clocks: Clocks,
    dir: tempfile::TempDir,
}

/// Creates a separate clock at each use, because `Options::clock` is a plain function and cannot capture one.
macro_rules! clock {
    () => {{
        static MINUTES: AtomicI64 = AtomicI64::new(0);
        fn clock() -> Timestamp {
            at(MINUTES.load(Ordering::Relaxed))
        }
        (&MINUTES, clock as fn() -> Timestamp)
    }};
}

impl RenewalHarness {
    fn new((minutes, clock): (&'static AtomicI64, fn() -> Timestamp), faults: Faults) -> Self {
        let shop_minutes = Arc::new(AtomicI64::new(0));
        let minutes_of_shop = Arc::clone(&shop_minutes);
        let behaviour = ShopBehaviour { token_seconds: 3600, ..faults.behaviour.clone() };
        let shop = Shop::open(Options {
            clock: Arc::new(move || at(minutes_of_shop.load(Ordering::Relaxed))),
            faults: Faults { behaviour, ..faults },
            ..Options::default()
        });
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market.toml");
        std::fs::write(&market, shop.sandbox.market_file()).unwrap();
        let client_secret = Some(shop.sandbox.client().secret);
        let options = worker::Options {
            client_secret,
            clock,
            open_page: |_| Ok(()),
            ..worker::Options::new(dir.path().join("data"))
        };
        let worker = Worker::at_market(options, market);
        let harness = Self { shop, clocks: Clocks { shop: shop_minutes, worker: minutes }, worker, dir };
        assert!(matches!(harness.worker.session(), Session::SignedOut { problem: None, .. }));
        let (token, refresh) = harness.shop.sandbox.issue_pair();
        harness.sign_in(token, Some(refresh));
        harness
    }

    fn sign_in(&self, token: SecretString, refresh: Option<SecretString>) {
        self.worker.send(Command::Account(AccountCommand::SignIn {
            token,
            refresh,
            keep: KeepToken::ThisSession,
        }));
        assert!(matches!(self.worker.session(), Session::SignedIn { .. }));
    }

    /// Loads the products: the only request in most of these tests.
    fn load_products(&self) -> Result<(), Problem> {
        self.worker.send(Command::Catalog(CatalogCommand::Load));
        loop {
            match self.worker.next() {
                Event::Catalog(CatalogEvent::Ended { .. }) => return Ok(()),
                Event::Catalog(CatalogEvent::Failed(problem)) | Event::Problem(problem) => {
                    return Err(problem);
                }
                _ => {}
            }
        }
    }

    fn renewal_count(&self) -> usize {
        self.shop
            .sandbox
            .requests()
            .iter()
            .filter(|request| request.operation == Some(Operation::Token))
            .count()
    }

    fn rejection_count(&self) -> usize {
        self.shop
            .sandbox
            .requests()
            .iter()
            .filter(|request| request.operation != Some(Operation::Token) && is_refused(request.outcome))
            .count()
    }

    /// Loads the products every minute until the token has been renewed `count` times in all.
    fn work_until_renewed(&self, count: usize) {
        while self.renewal_count() < count {
            self.clocks.advance(1);
            self.load_products().unwrap();
        }
        // The response may not have reached the worker yet, so the clock stands still for some more requests.
        for _ in 0..10 {
            self.load_products().unwrap();
        }
    }
}

#[test]
fn a_refused_token_is_renewed_and_the_request_succeeds() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.load_products().unwrap();
    for renewals in 1..4 {
        harness.clocks.advance(61);
        harness.load_products().unwrap();
        // Whether the worker renews the token before it expires or after a rejection, there is one renewal.
        assert_eq!(harness.renewal_count(), renewals);
    }
}

#[test]
fn a_token_with_a_known_expiry_is_renewed_before_it() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.clocks.advance(61);
    harness.load_products().unwrap();
    let (renewals, rejections) = (harness.renewal_count(), harness.rejection_count());
    // From here on, the worker knows the expiry from the response of the token endpoint.
    for more in 1..4 {
        harness.clocks.advance(50);
        harness.work_until_renewed(renewals + more);
    }
    harness.load_products().unwrap();
    assert_eq!(
        (harness.renewal_count(), harness.rejection_count()),
        (renewals + 3, rejections),
        "no request is rejected"
    );
}

#[test]
fn a_clock_jump_signs_nobody_out() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.clocks.advance(61);
    harness.load_products().unwrap();
    let year = 366 * 24 * 60;
    for jump in [year, -2 * year, 10 * year, -9 * year, 24 * 60, -24 * 60] {
        harness.clocks.worker.fetch_add(jump, Ordering::Relaxed);
        harness.load_products().unwrap();
        harness.load_products().unwrap();
    }
    assert!(harness.renewal_count() <= 6, "{} renewals", harness.renewal_count());
    harness.clocks.advance(70);
    harness.load_products().unwrap();
}

#[test]
fn without_rotation_the_refresh_token_is_reused() {
    let behaviour = ShopBehaviour { rotate_refresh: false, ..ShopBehaviour::default() };
    let harness = RenewalHarness::new(clock!(), Faults { behaviour, ..Faults::default() });
    for _ in 0..3 {
        harness.clocks.advance(61);
        harness.load_products().unwrap();
    }
}

#[test]
fn a_failing_token_endpoint_is_tolerated() {
    let unavailable =
        FaultRule { on: Some(Operation::Token), to: Some(1), status: Some(503), ..FaultRule::default() };
    let harness = RenewalHarness::new(clock!(), Faults::of(unavailable));
    harness.clocks.advance(61);
    harness.load_products().unwrap();
    assert_eq!(harness.renewal_count(), 2);
}

#[test]
fn an_invalid_refresh_token_asks_to_sign_in() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.sign_in(harness.shop.sandbox.issue_pair().0, Some(SecretString::from("sesame")));
    harness.clocks.advance(61);
    let problem = harness.load_products().unwrap_err();
    assert_eq!(problem.kind, ProblemKind::SignInNeeded);
    assert!(!format!("{problem:?}").contains("sesame"));
    assert!(matches!(harness.worker.session(), Session::SignedOut { .. }));
    // The next sign-in succeeds.
    let (token, refresh) = harness.shop.sandbox.issue_pair();
    harness.sign_in(token, Some(refresh));
    harness.load_products().unwrap();
}

#[test]
fn without_a_refresh_token_a_sign_in_is_requested_immediately() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.sign_in(harness.shop.sandbox.issue_pair().0, None);
    harness.clocks.advance(61);
    assert_eq!(harness.load_products().unwrap_err().kind, ProblemKind::Unauthorized);
    assert_eq!(harness.renewal_count(), 0);
}

#[test]
fn a_marketplace_that_refuses_valid_tokens_is_not_retried_forever() {
    let harness = RenewalHarness::new(
        clock!(),
        Faults::of(FaultRule { on: Some(Operation::List), status: Some(401), ..FaultRule::default() }),
    );
    assert_eq!(harness.load_products().unwrap_err().kind, ProblemKind::Unauthorized);
    assert!(harness.rejection_count() < 10, "{} rejections", harness.rejection_count());
}

impl RenewalHarness {
    fn next_of<T>(&self, select: impl Fn(Event) -> Option<T>) -> T {
        loop {
            if let Some(found) = select(self.worker.next()) {
                return found;
            }
        }
    }

    fn add_photo(&self, id: u64) {
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(30, 20, image::Rgb([9, 90, id as u8]))
            .write_to(&mut png, image::ImageFormat::Png)
            .unwrap();
        let source = PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes: png.into_inner().into() };
        self.worker.send(Command::Form(FormCommand::AddPhoto { id: FormPhotoId(id), source }));
    }

    /// Waits until a photo is uploaded or has failed.
    fn photo_result(&self) -> Result<(), Problem> {
        self.next_of(|event| match event {
            Event::Form(FormEvent::Photo { state: FormPhotoState::Uploaded(_), .. }) => Some(Ok(())),
            Event::Form(FormEvent::Photo { state: FormPhotoState::Failed(problem), .. }) => {
                Some(Err(problem))
            }
            _ => None,
        })
    }

    fn add_webhook(&self) -> Result<(), Problem> {
        self.worker.send(Command::Webhook(WebhookCommand::Add(NewWebhook {
            event_ids: vec![1],
            method: "POST".to_owned(),
            url: "https://shop.example/hook".to_owned(),
            active: true,
            service: None,
            headers: None,
        })));
        self.next_of(|event| {
            if let Event::Webhook(WebhookEvent::Added(result)) = event {
                Some(result.map(drop))
            } else {
                None
            }
        })
    }
}

#[test]
fn photos_refused_for_the_token_are_uploaded_with_the_next_one() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.clocks.advance(61);
    for id in 0..3 {
        harness.add_photo(id);
    }
    for _ in 0..3 {
        harness.photo_result().unwrap();
    }
    assert_eq!((harness.renewal_count(), harness.shop.sandbox.files().len()), (1, 3));
}

#[test]
fn a_photo_of_the_form_waits_for_the_next_sign_in() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.sign_in(harness.shop.sandbox.issue_pair().0, None);
    harness.clocks.advance(61);
    harness.add_photo(0);
    assert_eq!(harness.photo_result().unwrap_err().kind, ProblemKind::Unauthorized);

    let (token, refresh) = harness.shop.sandbox.issue_pair();
    harness.worker.send(Command::Account(AccountCommand::SignIn {
        token,
        refresh: Some(refresh),
        keep: KeepToken::ThisSession,
    }));
    harness.photo_result().unwrap();
    assert_eq!(harness.shop.sandbox.files().len(), 1);
}

#[test]
fn a_webhook_refused_for_the_token_is_added_once_with_the_next_one() {
    let harness = RenewalHarness::new(clock!(), Faults::default());
    harness.clocks.advance(61);
    harness.add_webhook().unwrap();
    let successful = harness.shop.sandbox.requests().into_iter().filter(|request| {
        request.operation == Some(Operation::Webhook)
            && matches!(request.outcome, Outcome::Answered { status: 200..300, .. })
    });
    assert_eq!((harness.renewal_count(), successful.count()), (1, 1));

    let always_rejected =
        Faults::of(FaultRule { on: Some(Operation::Webhook), status: Some(401), ..FaultRule::default() });
    let harness = RenewalHarness::new(clock!(), always_rejected);
    assert_eq!(harness.add_webhook().unwrap_err().kind, ProblemKind::Unauthorized);
    assert!(harness.rejection_count() < 10, "{} rejections", harness.rejection_count());
}

/// Whatever carries the token, a refusal is recognised where requests are sent: here, while a lost product is
/// looked for by its SKU.
#[test]
fn a_token_refused_while_a_lost_product_is_looked_up_by_its_sku_is_renewed_and_the_import_ends() {
    let lost = FaultRule {
        on: Some(Operation::Create),
        reset: true,
        when: Moment::After,
        to: Some(1),
        ..FaultRule::default()
    };
    let behaviour = ShopBehaviour { sku_unique: true, ..ShopBehaviour::default() };
    let harness = RenewalHarness::new(clock!(), Faults { behaviour, ..Faults::of(lost) });
    let photo = harness.dir.path().join("rug.png");
    std::fs::write(&photo, photos::encode(&photos::scene(60, 40), image::ImageFormat::Png)).unwrap();
    let draft = Draft {
        name: "Rug".to_owned(),
        sku: Some("RUG-1".to_owned()),
        primary_price: Some(Price::on_wire(1000)),
        stock: Some(1),
        ..Draft::default()
    };
    let drafts = vec![PlannedDraft {
        source: photo.clone(),
        source_name: "Rug".to_owned(),
        draft,
        photos: vec![photo],
        ..PlannedDraft::default()
    }];
    let start = ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    };
    harness.worker.send(Command::Import(start));
    // It is looked for two seconds after its answer was lost. By then the token has expired.
    let is_lost = || harness.shop.sandbox.requests().iter().any(|request| request.outcome == Outcome::Reset);
    wait_until("the answer is lost", is_lost);
    harness.clocks.shop.fetch_add(61, Ordering::Relaxed);
    let ended = harness.worker.until(|event| match event {
        Event::Import(ImportEvent::Ended(progress)) => Some(progress.counts.created),
        _ => None,
    });
    let refused: Vec<_> =
        harness.shop.sandbox.requests().into_iter().filter(|request| is_refused(request.outcome)).collect();
    assert!(refused.iter().any(|request| request.path.contains("skus=")), "{refused:?}");
    assert_eq!((ended, harness.renewal_count(), harness.shop.titles()), (1, 1, vec!["Rug".to_owned()]));
}
