//! Edited photos, with a real worker and a practice shop: they are uploaded with their edits, the files on
//! the disk stay unchanged, and nothing is created or uploaded twice.

use std::path::{Path, PathBuf};

use image::{GenericImageView, Rgb, RgbImage};
use vitrine::worker::{
    self, Command, Event, FormCommand, FormEvent, FormPhotoId, FormPhotoState, ImportCommand, ImportEvent,
    PhotoEvent, PhotoSource, Picture, PictureKey, Progress, Session, SheetRequest, ThumbnailCommand,
};
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{Crop, Draft, PhotoEdit, Price, Ratio};
use vitrine_media::{Change, PhotoChanges};
use vitrine_sandbox::{Options, UploadedFile};

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::worker::Worker;

struct Harness {
    worker: Worker,
}

impl Harness {
    fn signed_in(env: &TestEnv) -> Self {
        Self { worker: env.worker() }
    }

    fn open(options: worker::Options, env: &TestEnv) -> Self {
        Self { worker: Worker::at_market(options, env.market()) }
    }

    fn send(&self, command: Command) {
        self.worker.send(command);
    }

    fn until<T>(&self, wanted: impl FnMut(&Event) -> Option<T>) -> T {
        self.worker.until(wanted)
    }

    fn plan(&self, env: &TestEnv) -> Vec<PlannedDraft> {
        self.send(Command::Import(ImportCommand::Plan {
            paths: vec![env.photos()],
            grouping: Grouping::Auto.into(),
            sheet: SheetRequest::default(),
        }));
        self.until(|event| {
            if let Event::Import(ImportEvent::Planned { drafts, .. }) = event {
                Some(drafts.clone())
            } else {
                None
            }
        })
    }

    /// Runs an import and returns the changes made to each photo, and the final progress.
    fn import(&self, drafts: Vec<PlannedDraft>) -> (Vec<(PictureKey, PhotoChanges)>, Progress) {
        self.send(Command::Import(ImportCommand::Start {
            drafts,
            allow_duplicates: false,
            generate_skus: false,
            from_review: false,
            rest: None,
        }));
        let mut changes_made = Vec::new();
        let progress = self.until(|event| match event {
            Event::Photo(PhotoEvent::Prepared { key, changes }) => {
                changes_made.push((key.clone(), changes.clone()));
                None
            }
            Event::Import(ImportEvent::Ended(progress)) => Some(progress.clone()),
            _ => None,
        });
        (changes_made, progress)
    }

    fn load_picture(&self, key: PictureKey) -> Picture {
        self.send(Command::Thumbnail(ThumbnailCommand::Load { key: key.clone() }));
        self.until(|event| match event {
            Event::Photo(PhotoEvent::Picture { key: of, result, is_provisional: false }) if *of == key => {
                Some(result.clone().unwrap())
            }
            _ => None,
        })
    }

    fn form_photo(&self) -> FormPhotoState {
        self.until(|event| match event {
            Event::Form(FormEvent::Photo {
                state: state @ (FormPhotoState::Uploaded(_) | FormPhotoState::Failed(_)),
                ..
            }) => Some(state.clone()),
            _ => None,
        })
    }
}

/// Writes a photo that is red on the left and green on the right. Photos whose names have different lengths
/// differ.
fn photo(env: &TestEnv, name: &str) -> PathBuf {
    let path = env.photos().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let seed = name.len() as u8;
    RgbImage::from_fn(400, 200, |x, _| Rgb(if x < 200 { [200, 20, seed] } else { [20, 180, seed] }))
        .save(&path)
        .unwrap();
    path
}

/// A rotation by 90 degrees to the right, cropped to a square.
fn rotated_square() -> PhotoEdit {
    PhotoEdit { crop: Some(Crop::of_ratio(Ratio::SQUARE)), ..PhotoEdit::default() }.rotated_right()
}

fn bytes_of(shop: &Shop, file: &UploadedFile) -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(shop.sandbox.file_bytes(file.id)).unwrap().to_vec()
}

fn decoded(shop: &Shop, file: &UploadedFile) -> image::DynamicImage {
    image::load_from_memory(&bytes_of(shop, file)).unwrap()
}

fn is_red(picture: &image::DynamicImage, x: u32, y: u32) -> bool {
    picture.get_pixel(x, y).0[0] > 120
}

fn with_prices(drafts: Vec<PlannedDraft>) -> Vec<PlannedDraft> {
    let price = |planned: PlannedDraft| PlannedDraft {
        draft: Draft { primary_price: Some(Price::on_wire(9000)), stock: Some(1), ..planned.draft.clone() },
        ..planned
    };
    drafts.into_iter().map(price).collect()
}

fn with_edited_cover(drafts: Vec<PlannedDraft>) -> Vec<PlannedDraft> {
    with_prices(drafts).into_iter().map(|planned| planned.edited([rotated_square()])).collect()
}

#[test]
fn an_edited_photo_arrives_edited_and_the_file_is_unchanged() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let (front, back) = (photo(&env, "Rug/1.png"), photo(&env, "Rug/2.png"));
    let before = [&front, &back].map(|path| std::fs::read(path).unwrap());
    let harness = Harness::signed_in(&env);
    let drafts = with_edited_cover(harness.plan(&env));
    let (changes_made, progress) = harness.import(drafts);

    assert_eq!((progress.counts.created, progress.uploads), (1, 2));
    let files = shop.sandbox.files();
    let cover = decoded(
        &shop,
        files
            .iter()
            .find(|file| file.mime_type == "image/jpeg")
            .expect("the edited photo is uploaded as a JPEG"),
    );
    assert_eq!(cover.dimensions(), (200, 200));
    assert!(is_red(&cover, 100, 10) && !is_red(&cover, 100, 190), "the left side of the photo is at the top");
    let other = files
        .iter()
        .find(|file| file.mime_type == "image/png")
        .expect("the unedited photo is uploaded unchanged");
    assert_eq!(bytes_of(&shop, other), before[1]);
    assert_eq!([&front, &back].map(|path| std::fs::read(path).unwrap()), before, "the files are unchanged");
    let cover_changes = &changes_made
        .iter()
        .find(|(key, _)| *key == PictureKey::File(front.clone()).edited(rotated_square()))
        .unwrap()
        .1;
    assert!(cover_changes.changes.contains(&Change::Edited), "{cover_changes:?}");
}

#[test]
fn importing_the_same_folder_with_edited_photos_creates_nothing() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    photo(&env, "Rug/1.png");
    let harness = Harness::signed_in(&env);
    let drafts = harness.plan(&env);
    harness.import(with_edited_cover(drafts.clone()));
    for (what, drafts) in
        [("the same edit", with_edited_cover(drafts.clone())), ("no edit", with_prices(drafts))]
    {
        let (_, progress) = harness.import(drafts);
        assert_eq!((progress.counts.skipped, progress.counts.created), (1, 0), "{what}");
    }
    assert_eq!((shop.sandbox.products().len(), shop.sandbox.files().len()), (1, 1));
}

#[test]
fn an_album_photo_is_uploaded_once_per_edit() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for product in ["Rug", "Shawl", "Bag"] {
        photo(&env, &format!("{product}/1 {product} itself.png"));
        // A size chart: the same bytes in every product.
        std::fs::copy(photo(&env, "Rug/2.png"), env.photos().join(product).join("3 chart.png")).unwrap();
    }
    std::fs::remove_file(env.photos().join("Rug/2.png")).unwrap();
    let harness = Harness::signed_in(&env);
    let drafts: Vec<PlannedDraft> = with_prices(harness.plan(&env))
        .into_iter()
        .map(|planned| {
            let edited = planned.source_name == "Bag";
            if edited { planned.edited([PhotoEdit::default(), rotated_square()]) } else { planned }
        })
        .collect();
    let (_, progress) = harness.import(drafts);
    assert_eq!(
        (progress.counts.created, progress.uploads),
        (3, 5),
        "three covers, the size chart, and the edited size chart"
    );
}

#[test]
fn edits_of_an_import_without_a_sign_in_survive_a_restart() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    photo(&env, "Rug/1.png");
    {
        let harness = Harness::open(worker::Options::new(env.data()), &env);
        harness.until(|event| matches!(event, Event::Session(Session::SignedOut { .. })).then_some(()));
        let drafts = with_edited_cover(harness.plan(&env));
        harness.send(Command::Import(ImportCommand::Start {
            drafts,
            allow_duplicates: false,
            generate_skus: false,
            from_review: false,
            rest: None,
        }));
        harness.until(|event| matches!(event, Event::Problem(_)).then_some(()));
    }
    let harness = Harness::signed_in(&env);
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    let planned = harness
        .until(|event| {
            if let Event::Import(ImportEvent::Drafts(drafts)) = event {
                drafts.first().cloned()
            } else {
                None
            }
        })
        .1;
    assert_eq!(planned.edit(0), rotated_square());
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    assert_eq!(decoded(&shop, &shop.sandbox.files()[0]).dimensions(), (200, 200));
}

#[test]
fn a_photo_of_the_form_is_uploaded_per_edit_and_undo_needs_no_upload() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let path = photo(&env, "front.png");
    let harness = Harness::signed_in(&env);
    let id = FormPhotoId(0);
    harness.send(Command::Form(FormCommand::AddPhoto { id, source: PhotoSource::File(path.clone()) }));
    let plain = harness.form_photo();
    harness.send(Command::Form(FormCommand::EditPhoto { id, edit: rotated_square() }));
    let edited = harness.form_photo();
    assert!(plain != edited && shop.sandbox.files().len() == 2);
    harness.send(Command::Form(FormCommand::EditPhoto { id, edit: PhotoEdit::default() }));
    assert_eq!(harness.form_photo(), plain);
    harness.send(Command::Form(FormCommand::EditPhoto { id, edit: rotated_square() }));
    assert_eq!(harness.form_photo(), edited);
    assert_eq!(shop.sandbox.files().len(), 2);

    let draft = Draft {
        name: "Rug".to_owned(),
        primary_price: Some(Price::on_wire(9000)),
        stock: Some(1),
        ..Draft::default()
    };
    harness.send(Command::Form(FormCommand::Send { draft, photos: vec![id] }));
    let result = harness.until(|event| {
        if let Event::Form(FormEvent::Result(result)) = event { Some(result.clone()) } else { None }
    });
    result.unwrap();
    let FormPhotoState::Uploaded(file) = edited else { panic!("{edited:?}") };
    assert_eq!(shop.sandbox.products()[0].fields.photo.to_string(), file.to_string());
    drop(harness);

    // An import recognises the same product by its file, whatever the edit.
    let other = Path::new("Rug").join("front.png");
    std::fs::create_dir(env.photos().join("Rug")).unwrap();
    std::fs::rename(&path, env.photos().join(other)).unwrap();
    let harness = Harness::signed_in(&env);
    let drafts = with_prices(harness.plan(&env));
    assert_eq!(harness.import(drafts).1.counts.skipped, 1);
}

#[test]
fn pictures_show_the_edit_and_the_preview_shows_the_uncropped_photo() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let path = photo(&env, "front.png");
    let harness = Harness::signed_in(&env);
    let file = PictureKey::File(path);
    let size = |picture: &Picture| (picture.width, picture.height);
    assert_eq!(size(&harness.load_picture(file.clone())), (256, 128));
    for source in ["created", "from the cache"] {
        assert_eq!(
            size(&harness.load_picture(file.clone().edited(rotated_square()))),
            (200, 200),
            "{source}"
        );
    }
    assert_eq!(size(&harness.load_picture(file.clone())), (256, 128), "the unedited picture is kept apart");
    let rotated = harness.load_picture(PictureKey::Preview(Box::new(file.clone()), rotated_square()));
    assert_eq!(size(&rotated), (200, 400));
    let brighter =
        harness.load_picture(PictureKey::Preview(Box::new(file), rotated_square().with_brightness(100)));
    assert!(brighter.rgba[0] > rotated.rgba[0]);
}
