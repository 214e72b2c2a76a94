//! The product form, with a real worker and a practice shop that may misbehave: photos are uploaded when they
//! are dropped, and the product is created once.

use std::collections::HashMap;

use vitrine::worker::{
    Command, Event, FormCommand, FormEvent, FormPhotoId, FormPhotoState, ImportCommand, ImportEvent,
    PhotoEvent, PhotoSource, PictureKey,
};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Draft, Price, Problem, ProblemKind, ProductId};
use vitrine_media::{Change, Length};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, ShopBehaviour};

use crate::kit::photos;
use crate::kit::shop::{self, Shop, TestEnv};
use crate::kit::worker::Worker;

struct Form {
    worker: Worker,
    /// Whether the worker looked for the product in the shop before it reported the result.
    checked: bool,
    env: TestEnv,
}

impl Form {
    fn new(shop: &Shop) -> Self {
        let env = TestEnv::new(shop);
        Self { worker: env.worker(), checked: false, env }
    }

    fn send(&self, command: Command) {
        self.worker.send(command);
    }

    fn until<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        self.worker.until(|event| {
            self.checked |= matches!(event, Event::Form(FormEvent::Checking));
            wanted(event)
        })
    }

    /// Adds photos to the form and returns the final state of each.
    fn add_photos(&mut self, sources: Vec<PhotoSource>) -> HashMap<FormPhotoId, FormPhotoState> {
        let count = sources.len();
        for (n, source) in sources.into_iter().enumerate() {
            self.send(Command::Form(FormCommand::AddPhoto { id: FormPhotoId(n as u64), source }));
        }
        let mut last = HashMap::new();
        while last.len() < count {
            let (id, state) = self.until(|event| match event {
                Event::Form(FormEvent::Photo {
                    id,
                    state: state @ (FormPhotoState::Uploaded(_) | FormPhotoState::Failed(_)),
                }) => Some((*id, state.clone())),
                _ => None,
            });
            last.insert(id, state);
        }
        last
    }

    /// Starts an import of this many cups.
    fn import_cups(&self, count: usize) {
        let planned = |n: usize| {
            let (name, photo) = (format!("Cup {n:03}"), self.env.photo(&format!("cup {n:03}.jpg")));
            PlannedDraft {
                source: photo.clone(),
                source_name: name.clone(),
                draft: Draft { name, ..rug() },
                photos: vec![photo],
                ..PlannedDraft::default()
            }
        };
        self.send(Command::Import(ImportCommand::Start {
            drafts: (0..count).map(planned).collect(),
            allow_duplicates: false,
            generate_skus: false,
            from_review: false,
            rest: None,
        }));
    }

    fn create(&mut self, draft: Draft, photos: &[u64]) -> Result<Option<ProductId>, Problem> {
        self.send(Command::Form(FormCommand::Send {
            draft,
            photos: photos.iter().copied().map(FormPhotoId).collect(),
        }));
        self.until(|event| match event {
            Event::Form(FormEvent::Result(result)) => Some(result.clone()),
            _ => None,
        })
    }
}

fn rug() -> Draft {
    Draft {
        name: "Rug".to_owned(),
        primary_price: Some(Price::on_wire(250_000)),
        stock: Some(2),
        ..Draft::default()
    }
}

fn pasted_photo() -> PhotoSource {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(30, 20, image::Rgb([9, 90, 200]))
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes: png.into_inner().into() }
}

#[test]
fn photos_are_uploaded_immediately_and_the_product_has_them_in_form_order() {
    let shop = Shop::open(Options::default());
    let mut form = Form::new(&shop);
    let dropped = PhotoSource::File(form.env.photo("front.jpg"));
    let states = form.add_photos(vec![dropped, pasted_photo()]);
    assert!(states.values().all(|state| matches!(state, FormPhotoState::Uploaded(_))), "{states:?}");
    assert_eq!((shop.sandbox.files().len(), shop.sandbox.products().len()), (2, 0));

    // The pasted photo is moved to the first position.
    let created = form.create(rug(), &[1, 0]).unwrap().unwrap();

    let product = &shop.sandbox.products()[0];
    assert_eq!(created.as_str(), product.id.to_string());
    let FormPhotoState::Uploaded(cover) = &states[&FormPhotoId(1)] else { unreachable!() };
    assert_eq!(
        (product.fields.photo.to_string(), product.fields.photos[0].to_string()),
        (cover.to_string(), cover.to_string())
    );
    assert_eq!((product.fields.photos.len(), product.fields.primary_price), (2, Some(250_000)));
}

#[test]
fn a_refusal_names_the_field_and_the_photos_are_reused() {
    let behaviour = ShopBehaviour { refuse_equal_names: true, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let mut form = Form::new(&shop);
    form.add_photos(vec![pasted_photo()]);
    form.create(rug(), &[0]).unwrap();
    form.send(Command::Form(FormCommand::RemovePhoto(FormPhotoId(0))));
    form.add_photos(vec![pasted_photo()]);

    let rejection = form.create(rug(), &[0]).unwrap_err();
    assert_eq!((rejection.kind, rejection.field.as_deref()), (ProblemKind::Unprocessable, Some("name")));

    form.create(Draft { name: "Another rug".to_owned(), ..rug() }, &[0]).unwrap();
    assert_eq!(shop.titles(), ["Another rug", "Rug"]);
    assert_eq!(shop.sandbox.files().len(), 2, "the photo of the rejected product is not uploaded again");
}

#[test]
fn a_lost_answer_is_looked_up_and_creates_no_duplicate() {
    let lost = FaultRule {
        on: Some(Operation::Create),
        reset: true,
        when: Moment::After,
        to: Some(1),
        ..FaultRule::default()
    };
    let shop = Shop::open(Options { faults: Faults::of(lost), ..Options::default() });
    let mut form = Form::new(&shop);
    form.add_photos(vec![pasted_photo()]);

    let created = form.create(rug(), &[0]).unwrap();

    assert!(form.checked);
    assert_eq!(created.unwrap().as_str(), shop.sandbox.products()[0].id.to_string());
    assert_eq!(shop.titles(), ["Rug"]);
}

#[test]
fn the_product_of_the_form_does_not_wait_for_a_long_import() {
    let slow = FaultRule { on: Some(Operation::Create), latency_ms: 100, ..FaultRule::default() };
    let shop = Shop::open(Options { faults: Faults::of(slow), ..Options::default() });
    let mut form = Form::new(&shop);
    form.add_photos(vec![pasted_photo()]);
    form.import_cups(300);
    form.until(|event| {
        matches!(event, Event::Import(ImportEvent::Progress(progress)) if progress.counts.created > 20)
            .then_some(())
    });

    form.create(rug(), &[0]).unwrap();

    let created = shop.titles().len();
    assert!(created < 200, "the form waited for {created} products of the import");
}

#[test]
fn an_import_that_has_ended_does_not_end_again_when_the_form_creates_a_product() {
    let shop = Shop::open(Options::default());
    let mut form = Form::new(&shop);
    form.import_cups(2);
    let has_ended = |event: &Event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(());
    form.until(has_ended);
    form.add_photos(vec![pasted_photo()]);
    let ended_again = std::cell::Cell::new(false);
    form.send(Command::Form(FormCommand::Send { draft: rug(), photos: vec![FormPhotoId(0)] }));
    form.until(|event| {
        ended_again.set(ended_again.get() || has_ended(event).is_some());
        matches!(event, Event::Form(FormEvent::Result(Ok(_)))).then_some(())
    });
    form.send(Command::Import(ImportCommand::Runs));
    form.until(|event| {
        ended_again.set(ended_again.get() || has_ended(event).is_some());
        matches!(event, Event::Import(ImportEvent::Runs(_))).then_some(())
    });
    assert!(!ended_again.get(), "only the product of the form was created");
    assert_eq!(shop.titles().len(), 3);
}

#[test]
fn an_unusable_photo_has_a_message_and_is_uploaded_on_retry() {
    let shop = Shop::open(Options::default());
    let mut form = Form::new(&shop);
    let path = form.env.photos().join("late.jpg");
    shop::write(&path, b"not yet a photo");
    let states = form.add_photos(vec![PhotoSource::File(path)]);
    assert!(
        matches!(&states[&FormPhotoId(0)], FormPhotoState::Failed(problem) if problem.kind == ProblemKind::NotAPhoto),
        "{states:?}"
    );

    form.env.photo("late.jpg");
    form.send(Command::Form(FormCommand::RetryPhoto(FormPhotoId(0))));
    form.until(|event| {
        matches!(event, Event::Form(FormEvent::Photo { state: FormPhotoState::Uploaded(_), .. }))
            .then_some(())
    });
    assert_eq!(shop.sandbox.files().len(), 1);
}

#[test]
fn an_oversized_photo_arrives_resized_upright_and_without_location() {
    let jpeg = photos::encode(&photos::stored_rotated(6, &photos::scene(600, 400)), image::ImageFormat::Jpeg);
    let camera = photos::jpeg_with_exif(&jpeg, &photos::camera_exif(6, b""));
    let max_bytes = jpeg.len() as u64 * 3 / 4;
    let behaviour = ShopBehaviour { photo_bytes: max_bytes, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let mut form = Form::new(&shop);
    let path = form.env.photos().join("rug.jpg");
    std::fs::write(&path, &camera).unwrap();
    form.send(Command::Form(FormCommand::AddPhoto {
        id: FormPhotoId(0),
        source: PhotoSource::File(path.clone()),
    }));
    let prepared = form.until(|event| match event {
        Event::Photo(PhotoEvent::Prepared { key: PictureKey::Form(FormPhotoId(0)), changes }) => {
            Some(changes.clone())
        }
        _ => None,
    });
    form.until(|event| {
        matches!(event, Event::Form(FormEvent::Photo { state: FormPhotoState::Uploaded(_), .. }))
            .then_some(())
    });

    assert!(
        prepared.changes.contains(&Change::Cleaned { location: true })
            && prepared.changes.contains(&Change::Rotated),
        "{prepared:?}"
    );
    let id = shop.sandbox.files()[0].id;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sent = runtime.block_on(shop.sandbox.file_bytes(id)).unwrap();
    assert_eq!((prepared.from, prepared.to), (camera.len() as u64, Length::Exactly(sent.len() as u64)));
    assert!(sent.len() as u64 <= max_bytes);
    assert!(photos::is_upright(&photos::decoded(&sent).into_rgb8()));
    assert!(photos::contains(&camera, b"Parvin") && !photos::contains(&sent, b"Parvin"));
    assert_eq!(std::fs::read(&path).unwrap(), camera, "the original file is unchanged");
}

#[test]
fn the_photo_limits_are_reported_with_the_session() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let worker = Worker::at_market(env.worker_options(), env.market());
    let limits = worker.until(|event| match event {
        Event::Photo(PhotoEvent::Limits(limits)) => Some(limits.clone()),
        _ => None,
    });
    assert_eq!(limits.max_bytes, Some(ShopBehaviour::default().photo_bytes));
}
