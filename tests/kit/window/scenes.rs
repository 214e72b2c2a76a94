//! Every state of the screens, as events of the worker; for the tests and for `examples/screens.rs`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use vitrine::ui::{
    Action, CellAction, EditorAction, FormAction, ImportAction, Question, ReviewAction, Screen, SetupAction,
};
use vitrine::worker::{
    AccountEntry, AccountEvent, CatalogEvent, EditEvent, Event, FormEvent, FormPhotoId, FormPhotoState,
    FoundAccount, ImportEvent, MarketEntry, MarketFileEvent, PhotoEvent, PhotoSource, Picture, PictureKey,
    PlatformEvent, Progress, Release, Session, Settings, SignInMethods, Theme, Unfinished, UpdateCheck,
    UpdateEvent, UpdateState, Waiting, WebhookEvent,
};
use vitrine_core::import::{Counts, DraftId, PlannedDraft, Row, State};
use vitrine_core::market::{
    AddressCheck, AddressFailure, Layout, MarketDraft, MarketKey, Profile, READY_MADE,
};
use vitrine_domain::{
    Account, AnswerForm, CatalogState, CreateRules, Crop, Currency, Draft, Field, FileId, PhotoEdit,
    PhotoUrls, Price, Problem, ProblemKind, Product, ProductId, ProductPhoto, Ratio, Scope, Status, UserId,
    Vendor, VendorId, WebhookId,
};
use vitrine_media::{
    Change, ContentHash, Format, Length, Limits, PerceptualHash, PhotoChanges, PhotoFingerprint, PhotoInfo,
    Pixels, Size,
};

#[path = "account_scenes.rs"]
pub mod account_scenes;
#[path = "category_scenes.rs"]
pub mod category_scenes;
#[path = "product_edit_scenes.rs"]
pub mod product_edit_scenes;

pub use account_scenes::*;

/// A step of a scene.
pub enum Step {
    Event(Event),
    Action(Action),
}

pub struct Scene {
    pub name: &'static str,
    pub steps: Vec<Step>,
}

fn event(event: Event) -> Step {
    Step::Event(event)
}

fn go_to(screen: Screen) -> Step {
    Step::Action(Action::Go(screen))
}

/// All scenes, in the order of use.
pub fn all() -> Vec<Scene> {
    let parts = [sign_in_scenes(), import_scenes(), product_scenes(), settings_scenes(), webhook_scenes()];
    parts.into_iter().flatten().collect()
}

const fn scene(name: &'static str, steps: Vec<Step>) -> Scene {
    Scene { name, steps }
}

fn sign_in_scenes() -> Vec<Scene> {
    vec![
        scene("login", vec![event(offered_markets())]),
        scene("login-token", vec![event(signed_out(None))]),
        scene(
            "login-refused",
            vec![event(signed_out(Some(Problem {
                status: Some(401),
                ..Problem::new(ProblemKind::Unauthorized)
            })))],
        ),
        scene(
            "login-address",
            vec![event(sign_in_methods(true)), event(signed_out(Some(redirect_mismatch())))],
        ),
        scene("login-accounts", vec![event(accounts(false)), event(markets())]),
        scene(
            "login-browser",
            vec![
                event(sign_in_methods(true)),
                event(signed_out(Some(Problem::new(ProblemKind::PortTaken).with_subject("127.0.0.1:8765")))),
            ],
        ),
        scene(
            "login-waiting",
            vec![
                event(sign_in_methods(true)),
                event(signed_out(None)),
                event(Event::Account(AccountEvent::SignInAddress(
                    "https://market.example/sso?state=x".to_owned(),
                ))),
                event(Event::Problem(Problem::new(ProblemKind::InvalidField).with_field("address"))),
            ],
        ),
        scene("confirm", vec![event(signed_out(None)), event(sign_in_found(None))]),
        scene(
            "confirm-no-keychain",
            vec![event(signed_out(None)), event(sign_in_found(Some(Problem::new(ProblemKind::NoKeychain))))],
        ),
        scene(
            "setup-new",
            vec![
                Step::Action(Action::Setup(SetupAction::New)),
                Step::Action(Action::Setup(SetupAction::Save)),
            ],
        ),
        scene("setup-tested", followed_by(vec![event(markets())], tested_market())),
        scene(
            "reauthorize",
            vec![
                event(sign_in_methods(true)),
                event(signed_in_at_market()),
                Step::Action(Action::Reauthorize(vec![Scope("order-processing".to_owned())])),
            ],
        ),
        scene(
            "sign-out",
            vec![
                event(signed_in_at_market()),
                event(accounts(true)),
                Step::Action(Action::Question(sign_out())),
            ],
        ),
        scene(
            "settings-accounts",
            vec![
                event(signed_in_at_market()),
                event(accounts(true)),
                event(markets()),
                go_to(Screen::Settings),
            ],
        ),
        scene("no-shop", vec![event(session(false))]),
    ]
}

fn import_scenes() -> Vec<Scene> {
    vec![
        scene(
            "import-empty",
            vec![event(signed_in()), event(Event::Import(ImportEvent::Unfinished(unfinished())))],
        ),
        scene("import-review", followed_by(vec![event(signed_in())], review())),
        scene("import-categories", category_scenes::review()),
        scene("import-running", followed_by(vec![event(signed_in())], running_import())),
        scene("import-ended", followed_by(vec![event(signed_in())], ended_import())),
    ]
}

fn product_scenes() -> Vec<Scene> {
    vec![
        scene("create", followed_by(vec![event(signed_in()), go_to(Screen::Create)], form())),
        scene(
            "create-rejected",
            followed_by(followed_by(vec![event(signed_in()), go_to(Screen::Create)], form()), rejection()),
        ),
        scene(
            "editor",
            followed_by(followed_by(vec![event(signed_in()), go_to(Screen::Create)], form()), photo_editor()),
        ),
        scene("create-category", category_scenes::form()),
        scene("create-empty", vec![event(signed_in()), go_to(Screen::Create)]),
        scene("products", at_products(240)),
        scene("products-changed", followed_by(at_products(240), changed_products())),
        scene("products-typed", followed_by(at_products(240), typed_cells())),
        scene("products-empty", at_products(0)),
        scene(
            "products-failed",
            vec![
                event(signed_in()),
                go_to(Screen::Products),
                event(Event::Catalog(CatalogEvent::Failed(unreachable()))),
            ],
        ),
    ]
}

fn settings_scenes() -> Vec<Scene> {
    vec![
        scene(
            "settings",
            vec![
                event(signed_in()),
                go_to(Screen::Settings),
                event(Event::Photo(PhotoEvent::CacheSize { bytes: 38_400_000 })),
                event(Event::Problem(unreachable())),
            ],
        ),
        scene("settings-update", update_in_settings()),
        scene(
            "release-notes",
            followed_by(update_in_settings(), vec![Step::Action(Action::ShowReleaseNotes(true))]),
        ),
        scene("notifications", notifications()),
    ]
}

/// What the file of the marketplace says of webhooks.
pub fn webhooks_offered() -> Event {
    let file = "name = \"Basket\"\nlayout = \"base\"\nbase_url = \"https://api.example\"\n[webhooks]\nlist = \"/v1/webhooks\"\none = \"/v1/webhooks/{id}\"\nrequest_headers = true\n";
    Event::Webhook(WebhookEvent::Offered(Profile::parse(file, "Basket").unwrap().webhooks))
}

fn webhook_scenes() -> Vec<Scene> {
    let scene = |name, steps| Scene { name, steps };
    vec![
        scene("webhooks", vec![event(signed_in()), event(webhooks_offered()), go_to(Screen::Webhooks)]),
        scene(
            "webhooks-added",
            vec![
                event(signed_in()),
                event(webhooks_offered()),
                go_to(Screen::Webhooks),
                event(Event::Webhook(WebhookEvent::Added(Ok(WebhookId::new("4172"))))),
            ],
        ),
        scene(
            "webhooks-failed",
            vec![
                event(signed_in()),
                event(webhooks_offered()),
                go_to(Screen::Webhooks),
                event(Event::Webhook(WebhookEvent::Added(Err(Problem {
                    form: AnswerForm::Own,
                    status: Some(403),
                    ..Problem::new(ProblemKind::Forbidden).with_subject("vendor.parcel.read")
                })))),
            ],
        ),
    ]
}

/// A newer version, told and in the settings.
fn update_in_settings() -> Vec<Step> {
    vec![
        event(signed_in()),
        event(Event::Update(UpdateEvent::State(update(true, UpdateCheck::Idle)))),
        event(Event::Update(UpdateEvent::NewVersion("1.4.0".to_owned()))),
        go_to(Screen::Settings),
    ]
}

/// What is known of newer versions.
pub fn update(is_newer: bool, check: UpdateCheck) -> UpdateState {
    let notes = "What’s new\n\n• Imports are twice as fast on slow connections.\n• تصویرهای خیلی بزرگ سریع‌تر کوچک می‌شوند (تا ۳ برابر).";
    let page = Some("https://github.com/example/vitrine/releases/tag/v1.4.0".to_owned());
    let newer = is_newer.then(|| Release { version: "1.4.0".to_owned(), notes: notes.to_owned(), page });
    UpdateState {
        host: "api.github.com".to_owned(),
        checked_at: Timestamp::from_second(1_795_269_600).ok(),
        newer,
        check,
    }
}

/// The list of notifications over a screen.
fn notifications() -> Vec<Step> {
    let problem = |code| event(Event::Problem(Problem::new(code).with_subject("market.example")));
    vec![
        event(signed_in()),
        problem(ProblemKind::Unreachable),
        problem(ProblemKind::TimedOut),
        problem(ProblemKind::TimedOut),
        event(Event::Import(ImportEvent::TableSaved(PathBuf::from("/home/maryam/گزارش ورود.xlsx")))),
        Step::Action(Action::ShowNotifications(true)),
    ]
}

fn followed_by(mut steps: Vec<Step>, more: Vec<Step>) -> Vec<Step> {
    steps.extend(more);
    steps
}

pub fn unfinished() -> Unfinished {
    Unfinished {
        counts: Counts { created: 61, waiting: 19, ..Counts::default() },
        to_check: 1,
        was_left: false,
    }
}

const NAMES: [&str; 12] = [
    "گلیم دستباف قرمز ۱۲۰×۸۰",
    "Ceramic bowl, blue",
    "ترمهٔ یزد، طرح بته‌جقه",
    "لیوان سرامیکی Nike 350ml",
    "کیف چرمی دست‌دوز",
    "Walnut cutting board",
    "شمع زنبور عسل (۳ عددی)",
    "گلدان سفالی",
    "Wool scarf",
    "زعفران سرگل ۴٫۶ گرمی",
    "کاسهٔ مسی قلم‌زده",
    "سفرهٔ قلمکار اصفهان ۱۴۰×۱۴۰",
];

/// A load of a shop with so many products, from its first page to its end.
pub fn products(n: u64) -> [Event; 2] {
    let product = |i: u64| Product {
        title: NAMES[(i % 12) as usize].to_owned(),
        price: Some(Price::on_wire(125_000 + (i as i64 * 77_777) % 9_000_000)),
        photo: Some(ProductPhoto {
            id: Some(FileId::from(i)),
            urls: PhotoUrls { sm: Some(format!("http://127.0.0.1/{i}.jpg")), ..PhotoUrls::default() },
        }),
        status: Some(match i % 5 {
            0 => Status { name: Some("در انتظار تأیید".to_owned()), value: Some(3568) },
            1 => Status { name: Some("غیرمجاز".to_owned()), value: Some(4184) },
            _ => Status { name: Some("منتشر شده".to_owned()), value: Some(2976) },
        }),
        inventory: Some((i as i64 * 7) % 23),
        is_wholesale: Some(i % 6 == 2),
        ..Product::with_id(ProductId::from(90_000 + i))
    };
    // Each call is a load of its own.
    static LOADS: AtomicU64 = AtomicU64::new(1);
    let load = LOADS.fetch_add(1, Ordering::Relaxed);
    let page = CatalogEvent::Page { load, products: (0..n).map(product).collect(), total: Some(n) };
    let read_at = "2026-11-21T10:35:00Z".parse().unwrap();
    [page, CatalogEvent::Ended { load, state: CatalogState { read_at, is_complete: true } }]
        .map(Event::Catalog)
}

fn at_products(n: u64) -> Vec<Step> {
    [event(signed_in()), go_to(Screen::Products)].into_iter().chain(products(n).map(event)).collect()
}

/// Changes of products of which some need attention.
fn changed_products() -> Vec<Step> {
    use vitrine_core::edit::RowState::{Changed, Equal, Failed, InReview, Moved};
    let ended =
        product_edit_scenes::ended(&[Changed, Changed, Changed, Equal, InReview, Moved, Moved, Failed]);
    [Event::Edit(EditEvent::Available(true))].into_iter().chain(ended).map(event).collect()
}

/// A price and a stock that were typed into the table, and a text that is no stock.
fn typed_cells() -> Vec<Step> {
    let typed = [
        (90_000, Field::PrimaryPrice, "345000"),
        (90_001, Field::Stock, "12"),
        (90_002, Field::Stock, "a few"),
    ];
    let typed = typed.map(|(id, field, text)| ((ProductId::from(id).into(), field), text.to_owned()));
    let set = Action::Cells(CellAction::Set(typed.to_vec()));
    vec![event(Event::Edit(EditEvent::Available(true))), Step::Action(set)]
}

/// A dropped folder with two products without a price and one with an invalid entry.
fn review() -> Vec<Step> {
    let mut steps =
        vec![Step::Action(Action::Drop(vec![PathBuf::from("/home/maryam/عکس‌ها")])), event(planned(24, 3))];
    let typing = |place, field, text: &str| {
        Step::Action(Action::Import(ImportAction::Review(ReviewAction::Type(place, field, text.to_owned()))))
    };
    steps.push(event(limits()));
    steps.extend(
        covers(5).map(|(n, key)| event(Event::Photo(PhotoEvent::Facts { key, facts: photo_info(n) }))),
    );
    steps.extend(covers(4).map(|(n, key)| {
        event(Event::Photo(PhotoEvent::Fingerprint {
            key,
            fingerprint: fingerprint(if n == 2 { 0 } else { n }, n),
        }))
    }));
    let cut_short = Err(Problem::new(ProblemKind::PhotoDamaged).with_subject("/home/maryam/عکس‌ها/4.jpg"));
    steps.extend(covers(5).skip(4).map(|(_, key)| {
        event(Event::Photo(PhotoEvent::Picture { key, result: cut_short.clone(), is_provisional: false }))
    }));
    steps.push(typing(0, Field::PrimaryPrice, "۱٬۲۵۰٬۰۰۰"));
    steps.push(typing(1, Field::PrimaryPrice, "12.5"));
    steps.push(Step::Action(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
        Field::PrimaryPrice,
        "450000".to_owned(),
    )))));
    steps.push(Step::Action(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
        Field::Stock,
        "۵".to_owned(),
    )))));
    steps
}

/// A file of its own; another `spot` makes another picture.
pub fn fingerprint(spot: usize, file: usize) -> PhotoFingerprint {
    let bright = |x: usize, y: usize| x.abs_diff(10 + 12 * spot) + y.abs_diff(20 + 7 * spot) < 14;
    let color = |x, y| if bright(x, y) { [230, 220, 60, 255] } else { [30, 40, 90, 255] };
    let rgba = (0..64).flat_map(|y| (0..64).flat_map(move |x| color(x, y))).collect();
    PhotoFingerprint {
        content: ContentHash::of(&[file as u8]),
        perceptual: PerceptualHash::of(&Pixels { width: 64, height: 64, rgba }),
    }
}

/// A marketplace that accepts photos up to 2 MB.
pub fn limits() -> Event {
    Event::Photo(PhotoEvent::Limits(Limits { max_bytes: Some(2_000_000), ..Limits::default() }))
}

/// Different kinds of photos: a large one from a phone, one with a location, a scan, one without metadata.
pub fn photo_info(n: usize) -> PhotoInfo {
    let phone = PhotoInfo {
        format: Format::Jpeg,
        size: Size::new(3024, 4032),
        bytes: 4_800_000,
        is_rotated: true,
        has_location: true,
        has_private_data: true,
    };
    match n % 4 {
        0 => phone,
        1 => PhotoInfo { bytes: 900_000, is_rotated: false, ..phone },
        2 => PhotoInfo {
            format: Format::Tiff,
            bytes: 1_300_000,
            is_rotated: false,
            has_location: false,
            has_private_data: false,
            ..phone
        },
        _ => PhotoInfo {
            bytes: 640_000,
            is_rotated: false,
            has_location: false,
            has_private_data: false,
            ..phone
        },
    }
}

/// The changes to the large photo from a phone.
pub fn photo_changes() -> PhotoChanges {
    let encoded = Change::Encoded { from: Format::Jpeg, to: Format::Jpeg, quality: Some(85) };
    PhotoChanges {
        changes: vec![Change::Cleaned { location: true }, Change::Rotated, encoded],
        from: 4_800_000,
        to: Length::Exactly(1_900_000),
    }
}

/// The covers of the first planned products.
fn covers(count: usize) -> impl Iterator<Item = (usize, PictureKey)> {
    let Event::Import(ImportEvent::Planned { drafts, .. }) = planned(count, 0) else { unreachable!() };
    drafts.into_iter().enumerate().map(|(n, draft)| (n, PictureKey::File(draft.photos[0].clone())))
}

pub fn planned(count: usize, unusable: usize) -> Event {
    let problem = |i: usize| {
        let code = if i.is_multiple_of(2) { ProblemKind::PhotoDamaged } else { ProblemKind::FileEmpty };
        Problem::new(code).with_subject(format!("/home/maryam/عکس‌ها/DSC_{i:04}.jpg"))
    };
    Event::Import(ImportEvent::Planned {
        drafts: planned_drafts(count),
        problems: (0..unusable).map(problem).collect(),
        ignored: 2,
        folders: vec![],
    })
}

pub fn planned_drafts(count: usize) -> Vec<PlannedDraft> {
    let draft = |i: usize| {
        let name = NAMES[i % 12];
        let source = PathBuf::from("/home/maryam/عکس‌ها").join(format!("{name} {i}"));
        PlannedDraft {
            draft: Draft { name: name.to_owned(), ..Draft::default() },
            photos: (0..1 + i % 4).map(|photo| source.join(format!("{photo}.jpg"))).collect(),
            source,
            source_name: name.to_owned(),
            ..PlannedDraft::default()
        }
    };
    (0..count).map(draft).collect()
}

pub fn row(i: u64, state: State, problem: Option<Problem>) -> Row {
    let photos = 1 + (i as usize) % 4;
    Row {
        id: DraftId(i),
        name: NAMES[(i % 12) as usize].to_owned(),
        source: PathBuf::from("/home/maryam/عکس‌ها").join(format!("{} {i}", NAMES[(i % 12) as usize])),
        state,
        photos,
        photos_uploaded: if state.is_final() { photos } else { photos / 2 },
        product_id: (state == State::Created).then(|| ProductId::from(90_000 + i)),
        photo_id: None,
        problem,
        equal_name: false,
        other_values: Vec::new(),
    }
}

fn rows() -> Vec<Row> {
    let refused = Problem {
        form: AnswerForm::Own,
        status: Some(422),
        ..Problem::new(ProblemKind::Unprocessable)
            .with_field("primary_price")
            .with_quotation("باید بیشتر از صفر باشد")
    };
    let state = |i: u64| match i {
        0..=8 => State::Created,
        9 => State::Skipped,
        10 | 13 => State::Failed,
        11 => State::NeedsPerson,
        12 => State::Checking,
        14 => State::Creating,
        15..=17 => State::Uploading,
        18 => State::Ready,
        _ => State::Waiting,
    };
    (0..40).map(|i| row(i, state(i), (state(i) == State::Failed).then(|| refused.clone()))).collect()
}

fn counts_of(rows: &[Row]) -> Counts {
    let mut counts = Counts::default();
    for row in rows {
        counts.add(row.state);
    }
    counts
}

fn draft_of(row: &Row) -> PlannedDraft {
    PlannedDraft {
        draft: Draft { name: row.name.clone(), primary_price: Some(Price::on_wire(0)), ..Draft::default() },
        photos: (0..row.photos).map(|photo| row.source.join(format!("{photo}.jpg"))).collect(),
        source: row.source.clone(),
        source_name: row.name.clone(),
        ..PlannedDraft::default()
    }
}

fn running_import() -> Vec<Step> {
    let rows = rows();
    let drafts = rows.iter().map(|row| (row.id, draft_of(row))).collect();
    let progress = Progress {
        counts: counts_of(&rows),
        photos_uploaded: 34,
        photos: 97,
        uploads: 34,
        bytes_per_second: 2_400_000.0,
        products_per_minute: 41.0,
        left: Some(Duration::from_secs(95)),
        waiting: Some(Waiting::Pace { for_: Duration::from_secs(40) }),
    };
    vec![
        Step::Action(Action::Drop(vec![PathBuf::from("/home/maryam/عکس‌ها")])),
        event(planned(40, 0)),
        Step::Action(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
            Field::PrimaryPrice,
            "450000".to_owned(),
        )))),
        Step::Action(Action::Import(ImportAction::Start {
            again: false,
            unpriced: vitrine::ui::Unpriced::Create,
        })),
        event(Event::Import(ImportEvent::Drafts(drafts))),
        event(Event::Import(ImportEvent::Rows(rows))),
        event(Event::Import(ImportEvent::Progress(progress))),
        event(Event::Photo(PhotoEvent::Prepared {
            key: covers(1).next().unwrap().1,
            changes: photo_changes(),
        })),
    ]
}

fn ended_import() -> Vec<Step> {
    let mut steps = running_import();
    let rows: Vec<Row> = rows()
        .into_iter()
        .map(|row| {
            if row.state.is_final() {
                row
            } else {
                Row { photos_uploaded: row.photos, ..self::row(row.id.0, State::Created, None) }
            }
        })
        .collect();
    let progress =
        Progress { counts: counts_of(&rows), photos_uploaded: 97, photos: 97, ..Progress::default() };
    steps.push(event(Event::Import(ImportEvent::Rows(rows))));
    steps.push(event(Event::Import(ImportEvent::Ended(progress))));
    steps
}

/// A filled-in form, with a photo in every state.
pub fn form() -> Vec<Step> {
    let photo = |name: &str| PhotoSource::File(PathBuf::from("/home/maryam").join(name));
    let typing = |field, text: &str| Step::Action(Action::Form(FormAction::Type(field, text.to_owned())));
    let state = |id, state| event(Event::Form(FormEvent::Photo { id: FormPhotoId(id), state }));
    vec![
        Step::Action(Action::Form(FormAction::Add(vec![
            photo("rug-front.jpg"),
            photo("rug-back.jpg"),
            photo("rug-detail.jpg"),
            photo("scan.jpg"),
        ]))),
        event(limits()),
        event(Event::Photo(PhotoEvent::Facts {
            key: PictureKey::Form(FormPhotoId(0)),
            facts: photo_info(0),
        })),
        event(Event::Photo(PhotoEvent::Prepared {
            key: PictureKey::Form(FormPhotoId(0)),
            changes: photo_changes(),
        })),
        event(Event::Photo(PhotoEvent::Facts {
            key: PictureKey::Form(FormPhotoId(1)),
            facts: photo_info(1),
        })),
        event(Event::Photo(PhotoEvent::Facts {
            key: PictureKey::Form(FormPhotoId(3)),
            facts: photo_info(2),
        })),
        state(0, FormPhotoState::Uploaded(FileId::from(1))),
        state(1, FormPhotoState::Sending { sent: 420_000, total: 1_000_000 }),
        state(3, FormPhotoState::Failed(unreachable())),
        typing(Field::Name, "گلیم دستباف قرمز ۱۲۰×۸۰"),
        typing(Field::Brief, "بافت عشایری با پشم طبیعی"),
        typing(Field::PrimaryPrice, "۱٬۲۵۰٬۰۰۰"),
        typing(Field::Stock, "3"),
    ]
}

/// The first photo of [`form`] in the editor: rotated, brightened and cropped.
fn photo_editor() -> Vec<Step> {
    let names = ["rug-front.jpg", "rug-back.jpg", "rug-detail.jpg"];
    let photos = names
        .into_iter()
        .enumerate()
        .map(|(n, name)| (PictureKey::Form(FormPhotoId(n as u64)), name.to_owned()));
    let crop = Crop::Shaped { ratio: Ratio::SQUARE, x: 4500, y: 5500, scale: 7000 };
    let edit = PhotoEdit { crop: Some(crop), white: true, ..PhotoEdit::default() }
        .with_brightness(30)
        .with_tilt(-25);
    vec![
        Step::Action(Action::PhotoEditor(EditorAction::Open { photos: photos.collect(), at: 0 })),
        Step::Action(Action::PhotoEditor(EditorAction::Change(edit))),
    ]
}

/// Completes and sends the form of [`form`], which is then refused.
pub fn rejection() -> Vec<Step> {
    let state = |id| {
        event(Event::Form(FormEvent::Photo {
            id: FormPhotoId(id),
            state: FormPhotoState::Uploaded(FileId::from(10 + id)),
        }))
    };
    let refused = Problem {
        form: AnswerForm::Own,
        status: Some(422),
        ..Problem::new(ProblemKind::Unprocessable)
            .with_field("primary_price")
            .with_quotation("قیمت کمتر از حد مجاز است")
    };
    vec![
        state(1),
        state(2),
        state(3),
        Step::Action(Action::Form(FormAction::Send { then_next: false })),
        event(Event::Form(FormEvent::Result(Err(refused)))),
    ]
}

/// A placeholder for a photo: a shape on a background, in its own colours.
pub fn picture(key: &PictureKey) -> Picture {
    const SIDE: u32 = 96;
    let seed = format!("{key:?}")
        .bytes()
        .fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let ground = [200 - (seed % 60) as u8, 190 - (seed / 7 % 70) as u8, 175 - (seed / 11 % 80) as u8];
    let thing = [60 + (seed / 3 % 150) as u8, 50 + (seed / 5 % 120) as u8, 60 + (seed / 13 % 130) as u8];
    let mut rgba = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (dx, dy) = (x as f32 - 48.0, y as f32 - 52.0);
            let inside = if seed % 2 == 0 { dx.hypot(dy) < 30.0 } else { dx.abs() < 26.0 && dy.abs() < 32.0 };
            let colour = if inside { thing } else { ground };
            rgba.extend_from_slice(&[colour[0], colour[1], colour[2], 255]);
        }
    }
    Picture { width: SIDE, height: SIDE, rgba: rgba.into() }
}
