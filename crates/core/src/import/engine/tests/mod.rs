//! The engine's behaviour step by step. That it is right under all faults is for the simulator to show.

mod first_creation;
mod large_shop;
mod lost_creations;
mod photo_limits;
mod said_and_done;
mod user;

use std::collections::VecDeque;
use std::time::Duration;

use super::*;
use crate::import::journal::{Entry, Identity, JournalReplay, Knowledge};
use crate::import::{PlannedDraft, RunId, State, Waiting};
use crate::pace::{Kind, Limits, Outcome, Pace, Permit};
use vitrine_domain::{AnswerForm, PhotoLimit, ProblemKind, Quantity, UserId, VendorId};
use vitrine_media::Format;

const S: Duration = Duration::from_secs(1);

fn account(user: u64) -> AccountKey {
    AccountKey { market: "m".to_owned(), user: UserId::from(user), vendor: VendorId::from(1) }
}

fn added(id: u64, photos: usize) -> AddedDraft {
    let draft = Draft { name: format!("product {id}"), ..Draft::default() };
    let photos = (0..photos).map(|n| format!("/p/{id}/{n}.jpg").into()).collect();
    AddedDraft::New {
        id: DraftId(id),
        planned: PlannedDraft {
            source: format!("/p/{id}").into(),
            source_name: draft.name.clone(),
            draft,
            photos,
            ..PlannedDraft::default()
        },
    }
}

fn sent(bytes: u64) -> SentPhoto {
    SentPhoto { bytes, side: 1000, format: Format::Jpeg }
}

const KNOWN: Knowledge = Knowledge {
    identity: Identity::Cover,
    lag: Some(Duration::ZERO),
    measured: 5,
    throttles_late: false,
    goes_back: false,
};

/// An engine whose effects are all answered at once and successfully, except those that a test answers
/// itself.
struct Bench {
    engine: Engine,
    pace: Pace,
    now: Duration,
    files: u64,
    journal: Vec<Entry>,
    /// The effects left to the test.
    open: Vec<Effect>,
    keep: fn(&Effect) -> bool,
}

impl Bench {
    /// For a shop whose covers are known to come back in the list.
    fn new(keep: fn(&Effect) -> bool) -> Self {
        Self::of(Engine::new(RunId(1), account(1), KNOWN, Config::default()), keep)
    }

    fn of(engine: Engine, keep: fn(&Effect) -> bool) -> Self {
        let mut bench = Self {
            engine,
            pace: Pace::new(Limits::default()),
            now: S,
            files: 100,
            journal: Vec::new(),
            open: Vec::new(),
            keep,
        };
        bench.feed(Input::Start);
        bench
    }

    /// The run in the next process.
    fn restarted(self) -> Self {
        let engine = Engine::restore(RunId(1), &self.journal, KNOWN, Config::default(), self.now, 0).unwrap();
        let mut bench = Self { engine, pace: Pace::new(Limits::default()), open: Vec::new(), ..self };
        bench.feed(Input::Start);
        bench
    }

    fn feed(&mut self, input: Input) {
        let mut unanswered = self.handle(input);
        while let Some(effect) = unanswered.pop_front() {
            if let Some(input) = self.answer(&effect) {
                unanswered.extend(self.handle(input));
            }
        }
        self.engine.check_queues();
    }

    /// Returns the effects that are not left to the test.
    fn handle(&mut self, input: Input) -> VecDeque<Effect> {
        let effects = self.engine.handle(self.now, input, &mut self.pace);
        let records = effects.iter().filter_map(|effect| {
            if let Effect::Record { record, .. } = effect { Some(record) } else { None }
        });
        self.journal.extend(records.map(|record| Entry { at: 0, record: record.clone() }));
        let (kept, unanswered): (Vec<_>, Vec<_>) =
            effects.into_iter().partition(|effect| (self.keep)(effect));
        self.open.extend(kept);
        unanswered.into()
    }

    fn answer(&mut self, effect: &Effect) -> Option<Input> {
        Some(match effect {
            Effect::Prepare { photo, .. } => {
                let path =
                    self.engine.planned(photo.draft).unwrap().photos[photo.index].display().to_string();
                Input::Prepared {
                    photo: *photo,
                    hash: ContentHash::of(path.as_bytes()),
                    sent: sent(1000),
                    known: None,
                }
            }
            Effect::Upload { photo } => {
                self.files += 1;
                Input::Uploaded { photo: *photo, result: Ok(FileId::from(self.files)) }
            }
            Effect::Record { number, .. } => Input::Recorded { through: *number },
            Effect::Create { draft, .. } => {
                Input::Created { draft: *draft, result: Ok(Some(ProductId::from(draft.0 + 1000))) }
            }
            Effect::LookUp { .. } => Input::LookedUp(Ok(ListedProducts::default())),
            Effect::List(_) => Input::Listed(Ok(ListedProducts {
                complete: true,
                cut_short: false,
                has_shrunk: false,
                products: std::iter::once(earlier_product(self.now)).chain(self.shown()).collect(),
            })),
            _ => return None,
        })
    }

    /// What was created, as the list shows it.
    fn shown(&self) -> impl Iterator<Item = ListedProduct> {
        let created = self.engine.rows().filter(|row| row.state == State::Created);
        created.filter_map(|row| {
            Some(ListedProduct {
                title: row.name,
                photo: row.photo_id,
                id: row.product_id?,
                ..earlier_product(self.now)
            })
        })
    }

    fn state(&self, id: u64) -> State {
        self.engine.row(DraftId(id)).unwrap().state
    }

    fn waiting(&self) -> Option<Waiting> {
        self.engine.waiting(self.now, &self.pace)
    }

    fn creations(&self) -> Vec<u64> {
        let draft =
            |effect: &Effect| if let Effect::Create { draft, .. } = effect { Some(draft.0) } else { None };
        self.open.iter().filter_map(draft).collect()
    }

    fn refuse(&mut self, id: u64, field: &str) {
        let problem = Problem {
            status: Some(422),
            form: AnswerForm::Own,
            ..Problem::new(ProblemKind::Unprocessable).with_field(field)
        };
        self.feed(Input::Created { draft: DraftId(id), result: Err(problem) });
    }
}

/// A product that the shop held before: a shop in which products of ours were seen is not empty.
fn earlier_product(at: Duration) -> ListedProduct {
    let (id, photo) = (ProductId::from(900_000), Some(FileId::from(1)));
    ListedProduct {
        id,
        title: "earlier".to_owned(),
        price: None,
        stock: None,
        photo,
        sku: None,
        variants: Vec::new(),
        at,
    }
}

fn nothing(_: &Effect) -> bool {
    false
}

fn creation(effect: &Effect) -> bool {
    matches!(effect, Effect::Create { .. })
}

#[test]
fn every_draft_becomes_a_product_and_the_run_ends() {
    let mut bench = Bench::new(nothing);
    bench.feed(Input::Add((1..=20).map(|id| added(id, 3)).collect()));
    assert_eq!(bench.engine.counts().created, 20);
    bench.now += 2 * S;
    bench.feed(Input::Tick);
    assert_eq!((bench.engine.uploads(), bench.engine.photos()), (60, (60, 60)));
    assert_eq!(bench.engine.row(DraftId(7)).unwrap().product_id, Some(ProductId::from(1007)));
    assert!(bench.engine.ended());
    assert_eq!(bench.waiting(), None);
    assert_eq!(bench.journal.last().map(|entry| &entry.record), Some(&Record::RunEnded { run: RunId(1) }));
}

#[test]
fn the_intent_is_durable_before_the_creation_is_sent() {
    let mut bench = Bench::new(|effect| {
        creation(effect) || matches!(effect, Effect::Record { record: Record::Intent { .. }, .. })
    });
    bench.feed(Input::Add(vec![added(1, 1)]));
    assert!(bench.creations().is_empty());
    let Some(Effect::Record { number, .. }) = bench.open.first() else { panic!("{:?}", bench.open) };
    bench.feed(Input::Recorded { through: *number });
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn a_full_disk_stops_the_run_and_is_retried() {
    let mut bench = Bench::new(|effect| {
        creation(effect) || matches!(effect, Effect::Record { record: Record::Intent { .. }, .. })
    });
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.feed(Input::RecordFailed(Problem::new(ProblemKind::Storage)));
    assert_eq!(bench.waiting(), Some(Waiting::Storage(Problem::new(ProblemKind::Storage))));
    bench.open.clear();
    bench.now += 5 * S;
    bench.keep = creation;
    bench.feed(Input::Tick);
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn a_run_without_a_free_slot_says_so_and_continues_when_one_is_free() {
    let mut bench = Bench::new(creation);
    let mut index_by_draft = Vec::new();
    while let Permit::Go(ticket) = bench.pace.permit(bench.now, Kind::Upload) {
        index_by_draft.push(ticket);
    }
    bench.feed(Input::Add(vec![added(1, 1)]));
    assert_eq!(bench.state(1), State::Uploading);
    assert!(bench.engine.waits_for_slot());
    for ticket in index_by_draft {
        bench.pace.done(bench.now, ticket, Outcome::NotSent);
    }
    bench.feed(Input::Tick);
    assert!(!bench.engine.waits_for_slot());
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn a_401_keeps_the_queue_until_the_same_account_signs_in() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    bench.open.clear();
    bench.feed(Input::Created { draft: DraftId(1), result: Err(Problem::new(ProblemKind::Unauthorized)) });
    assert_eq!(
        (bench.waiting(), bench.state(1)),
        (Some(Waiting::SignIn), State::Checking),
        "it may have come after the work"
    );
    bench.keep = |effect| creation(effect) || matches!(effect, Effect::Report(_));
    bench.feed(Input::SignedIn(account(2)));
    assert_eq!(bench.open, [Effect::Report(Problem::new(ProblemKind::OtherAccount))]);
    assert_eq!(bench.waiting(), Some(Waiting::SignIn));
    bench.feed(Input::SignedIn(account(1)));
    for _ in 0..60 {
        bench.now += S;
        bench.feed(Input::Tick);
    }
    assert_eq!(bench.creations(), [1], "no list has shown it");
}

#[test]
fn three_equal_refusals_stop_the_run_until_the_user_continues() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add((1..=40).map(|id| added(id, 1)).collect()));
    for refused in 1..=3 {
        bench.refuse(refused, "brief");
    }
    let sent = bench.creations();
    for &id in &sent[3..] {
        bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id))) });
    }
    assert_eq!(bench.creations(), sent, "nothing new is sent after the third rejection");
    assert!(
        matches!(bench.waiting(), Some(Waiting::Refusals(problem)) if problem.field.as_deref() == Some("brief"))
    );
    bench.feed(Input::Continue);
    assert!(!bench.creations().is_empty());
}

#[test]
fn a_refused_unit_of_a_category_is_replaced_by_the_default_once() {
    let config = Config { unit_default: Some(6304), ..Config::default() };
    let sent = |is_unit_of_category, quantity| {
        let mut bench = Bench::of(Engine::new(RunId(1), account(1), KNOWN, config.clone()), creation);
        let AddedDraft::New { id, mut planned } = added(1, 1) else { unreachable!() };
        planned.draft = Draft {
            unit_type: Some(6306),
            unit_quantity: Some(Quantity::from(quantity)),
            is_unit_of_category,
            ..planned.draft
        };
        bench.feed(Input::Add(vec![AddedDraft::New { id, planned }]));
        for _ in 0..2 {
            bench.refuse(1, "unit_type");
        }
        let unit = |effect: &Effect| {
            if let Effect::Create { fields, .. } = effect { fields.unit_type } else { None }
        };
        (bench.open.iter().filter_map(unit).collect::<Vec<_>>(), bench.state(1))
    };
    assert_eq!(sent(true, 1), (vec![6306, 6304], State::Failed));
    assert_eq!(sent(false, 1), (vec![6306], State::Failed), "the owner chose it");
    assert_eq!(sent(true, 500), (vec![6306], State::Failed), "500 grams are not 500 pieces");
}

#[test]
fn products_without_photos_are_created_after_the_shop_was_read_and_prove_nothing_about_covers() {
    let unproven = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench = Bench::of(unproven, |effect| matches!(effect, Effect::List(_)) || creation(effect));
    bench.feed(Input::Add(vec![added(1, 0), added(2, 0)]));
    assert_eq!(bench.creations(), [0u64; 0], "the shop is read first");
    bench.feed(Input::Listed(Ok(ListedProducts {
        complete: true,
        cut_short: false,
        has_shrunk: false,
        products: Vec::new(),
    })));
    assert_eq!(bench.creations(), [1]);
    bench.feed(Input::Created { draft: DraftId(1), result: Ok(Some(ProductId::from(1001))) });
    assert_eq!(bench.creations(), [1, 2], "the first one need not be listed before the second");
}

#[test]
fn different_refusals_do_not_stop_the_run() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add((1..=12).map(|id| added(id, 1)).collect()));
    for id in 1..=12 {
        bench.refuse(id, if id % 2 == 0 { "brief" } else { "weight" });
    }
    assert_eq!(bench.engine.counts().failed, 12);
    assert!(bench.engine.ended());
}

#[test]
fn a_pause_completes_requests_in_flight_and_starts_none() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add((1..=10).map(|id| added(id, 1)).collect()));
    let under_way = bench.creations();
    bench.feed(Input::Pause);
    bench.open.clear();
    for id in under_way {
        bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id))) });
        assert_eq!(bench.state(id), State::Created);
    }
    assert_eq!((bench.creations(), bench.waiting()), (vec![], Some(Waiting::Paused)));
}

#[test]
fn a_run_whose_products_are_all_created_is_not_paused_but_ends() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add((1..=2).map(|id| added(id, 1)).collect()));
    bench.feed(Input::Pause);
    for id in bench.creations() {
        bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id))) });
    }
    assert_eq!((bench.engine.counts().created, bench.waiting() == Some(Waiting::Paused)), (2, false));
    assert!(bench.engine.ended());
}

#[test]
fn what_an_earlier_run_sent_and_this_one_finds_was_in_the_shop_already() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add(vec![added(1, 1)]));
    before.feed(Input::Created { draft: DraftId(1), result: Err(Problem::new(ProblemKind::ConnectionLost)) });
    let cover = before.engine.row(DraftId(1)).unwrap().photo_id;
    let earlier = JournalReplay::read(&before.journal, 0).into_drafts().remove(0);
    assert_eq!((earlier.state, before.engine.counts().unknown), (State::Checking, 1));

    let again = Engine::new(RunId(2), account(1), KNOWN, Config::default());
    let mut bench = Bench::of(again, |effect| matches!(effect, Effect::List(_)));
    let planned = earlier.planned.clone();
    bench.feed(Input::Add(vec![
        AddedDraft::Adopted { planned, hashes: Vec::new(), earlier: Box::new(earlier) },
        added(2, 1),
    ]));
    let seen = ListedProduct {
        id: ProductId::from(55),
        title: "product 1".to_owned(),
        price: None,
        stock: None,
        photo: cover,
        sku: None,
        variants: Vec::new(),
        at: bench.now,
    };
    for _ in 0..20 {
        bench.now += 10 * S;
        bench.feed(Input::Tick);
        if !bench.open.is_empty() {
            bench.open.clear();
            let other = ListedProduct {
                id: ProductId::from(1002),
                title: "product 2".to_owned(),
                photo: None,
                ..seen.clone()
            };
            bench.feed(Input::Listed(Ok(ListedProducts {
                complete: true,
                cut_short: false,
                has_shrunk: false,
                products: vec![seen.clone(), other],
            })));
        }
    }
    let counts = bench.engine.counts();
    assert_eq!((counts.created, counts.skipped, counts.unknown, counts.waiting), (1, 1, 0, 0));
    assert_eq!([bench.state(1), bench.state(2)], [State::Skipped, State::Created]);
}

#[test]
fn a_cancel_keeps_created_products_and_a_retry_resumes_the_rest() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add((1..=10).map(|id| added(id, 1)).collect()));
    let under_way = bench.creations();
    bench.feed(Input::Cancel);
    for &id in &under_way {
        bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id))) });
    }
    assert!(bench.engine.ended());
    assert_eq!(bench.engine.counts().cancelled, 10 - under_way.len());
    bench.keep = nothing;
    let again = bench
        .engine
        .rows()
        .filter(|row| row.state == State::Cancelled)
        .map(|row| (row.id, Draft::default()))
        .collect();
    bench.feed(Input::Retry(again));
    assert_eq!(bench.engine.counts().created, 10);
    assert_eq!(bench.engine.uploads(), 10, "no photo is sent twice");
}

#[test]
fn a_refused_photo_is_uploaded_again_on_retry() {
    let mut bench = Bench::new(creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    let before = bench.engine.row(DraftId(1)).unwrap().photo_id;
    bench.refuse(1, "photo");
    bench.feed(Input::Retry(vec![(DraftId(1), Draft::default())]));
    assert_ne!(bench.engine.row(DraftId(1)).unwrap().photo_id, before);
}

#[test]
fn a_duplicate_photo_in_a_folder_appears_once_in_the_product() {
    let mut bench = Bench::new(|effect| creation(effect) || matches!(effect, Effect::Prepare { .. }));
    bench.feed(Input::Add(vec![added(1, 3)]));
    let hash = ContentHash::of(b"same");
    for index in 0..3 {
        let known = (index > 0).then(|| FileId::from(7));
        bench.feed(Input::Prepared {
            photo: PhotoRef { draft: DraftId(1), index },
            hash,
            sent: sent(1),
            known,
        });
    }
    let photos = bench.open.iter().find_map(|effect| {
        if let Effect::Create { photos, .. } = effect { Some(photos.len()) } else { None }
    });
    assert_eq!(photos, Some(2), "the cover is its own upload, the other two are one");
}

#[test]
fn an_import_without_its_first_record_is_not_restored() {
    let result = Engine::restore(RunId(9), &[], Knowledge::default(), Config::default(), S, 0);
    assert_eq!(result.err().map(|problem| problem.kind), Some(ProblemKind::StorageDamaged));
}

#[test]
fn an_ended_run_is_restored_as_ended() {
    let mut bench = Bench::new(nothing);
    bench.feed(Input::Add((1..=5).map(|id| added(id, 2)).collect()));
    let knowledge = Knowledge { identity: Identity::Cover, ..Knowledge::default() };
    bench.engine = Engine::restore(RunId(1), &bench.journal, knowledge, Config::default(), S, 0).unwrap();
    bench.feed(Input::Start);
    assert!(bench.engine.ended());
    assert_eq!(bench.engine.counts().created, 5);
}

#[test]
fn ten_thousand_drafts_are_processed_in_seconds() {
    let mut bench = Bench::new(nothing);
    let started = std::time::Instant::now();
    bench.feed(Input::Add((1..=10_000).map(|id| added(id, 1)).collect()));
    assert_eq!(bench.engine.counts().created, 10_000);
    // Without optimization on a busy machine. Anything quadratic in the number of drafts takes minutes.
    assert!(started.elapsed() < 20 * S, "{:?}", started.elapsed());
}

#[test]
fn a_creation_counts_though_its_response_lacks_the_id() {
    let heard = |product_id| Input::created(DraftId(1), Ok(Creation { product_id }));
    assert!(matches!(heard(None), Input::Created { result: Ok(None), .. }));
    assert!(
        matches!(heard(Some(ProductId::from(5))), Input::Created { result: Ok(Some(id)), .. } if id == ProductId::from(5))
    );
    let unconfirmed = Input::created(DraftId(1), Err(Problem::new(ProblemKind::ConnectionLost)));
    assert!(
        matches!(unconfirmed, Input::Created { result: Err(problem), .. } if problem.kind == ProblemKind::ConnectionLost)
    );
}
