//! Edited photos with a real worker and marketplace: they arrive edited, the files stay unchanged, and nothing is created
//! or sent twice.

use std::path::{Path, PathBuf};

use image::{GenericImageView, Rgb, RgbImage};
use vitrine::domain::{Crop, Draft, Edit, Ratio};
use vitrine::import::{Grouping, PlannedDraft};
use vitrine::media::{Change, PhotoChanges};
use vitrine::sandbox::{Options, UploadedFile};
use vitrine::worker::{
    self, Command, Event, FormCommand, FormPhotoId, FormPhotoState, ImportCommand, PhotoSource, Picture, PictureKey, Progress, Session,
    ThumbnailCommand,
};

use crate::kit::shop::{Desk, Shop};
use crate::kit::worker::Worker;

struct Window {
    worker: Worker,
}

impl Window {
    fn signed_in(desk: &Desk) -> Self {
        Self { worker: desk.worker() }
    }

    fn open(options: worker::Options, desk: &Desk) -> Self {
        Self { worker: Worker::at_market(options, desk.market()) }
    }

    fn send(&self, command: Command) {
        self.worker.send(command);
    }

    fn until<T>(&self, wanted: impl FnMut(&Event) -> Option<T>) -> T {
        self.worker.until(wanted)
    }

    fn plan(&self, desk: &Desk) -> Vec<PlannedDraft> {
        self.send(Command::Import(ImportCommand::Plan { paths: vec![desk.photos()], grouping: Grouping::Auto, sheet: None }));
        self.until(|event| if let Event::Planned { drafts, .. } = event { Some(drafts.clone()) } else { None })
    }

    /// What was done to each photo, and how it ended.
    fn import(&self, drafts: Vec<PlannedDraft>) -> (Vec<(PictureKey, PhotoChanges)>, Progress) {
        self.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: false }));
        let mut done = Vec::new();
        let progress = self.until(|event| match event {
            Event::PhotoPrepared { key, changes: treatment } => {
                done.push((key.clone(), treatment.clone()));
                None
            }
            Event::ImportEnded(progress) => Some(progress.clone()),
            _ => None,
        });
        (done, progress)
    }

    fn look(&self, key: PictureKey) -> Picture {
        self.send(Command::Thumbnail(ThumbnailCommand::Load { key: key.clone() }));
        self.until(|event| match event {
            Event::Picture { key: of, result, is_provisional: false } if *of == key => Some(result.clone().unwrap()),
            _ => None,
        })
    }

    fn form_photo(&self) -> FormPhotoState {
        self.until(|event| match event {
            Event::FormPhoto { state: state @ (FormPhotoState::Uploaded(_) | FormPhotoState::Failed(_)), .. } => Some(state.clone()),
            _ => None,
        })
    }
}

/// Red on the left, green on the right, with its place in the name of the file only.
fn photo(desk: &Desk, name: &str) -> PathBuf {
    let path = desk.photos().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let seed = name.len() as u8;
    RgbImage::from_fn(400, 200, |x, _| Rgb(if x < 200 { [200, 20, seed] } else { [20, 180, seed] })).save(&path).unwrap();
    path
}

/// A quarter to the right, and a square of it.
fn turned_square() -> Edit {
    Edit { crop: Some(Crop::of_ratio(Ratio::SQUARE)), ..Edit::default() }.rotated_right()
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

fn priced(drafts: Vec<PlannedDraft>) -> Vec<PlannedDraft> {
    let price = |planned: PlannedDraft| PlannedDraft {
        draft: Draft { primary_price: Some(9000), stock: Some(1), ..planned.draft.clone() },
        ..planned
    };
    drafts.into_iter().map(price).collect()
}

fn edited_cover(drafts: Vec<PlannedDraft>) -> Vec<PlannedDraft> {
    priced(drafts).into_iter().map(|planned| planned.edited([turned_square()])).collect()
}

#[test]
fn an_edited_photo_arrives_edited_and_the_file_is_unchanged() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    let (front, back) = (photo(&desk, "Rug/1.png"), photo(&desk, "Rug/2.png"));
    let before = [&front, &back].map(|path| std::fs::read(path).unwrap());
    let window = Window::signed_in(&desk);
    let drafts = edited_cover(window.plan(&desk));
    let (done, progress) = window.import(drafts);

    assert_eq!((progress.counts.created, progress.uploads), (1, 2));
    let files = shop.sandbox.files();
    let cover = decoded(&shop, files.iter().find(|file| file.mime_type == "image/jpeg").expect("an edited photo is written anew"));
    assert_eq!(cover.dimensions(), (200, 200));
    assert!(is_red(&cover, 100, 10) && !is_red(&cover, 100, 190), "what was left is above");
    let other = files.iter().find(|file| file.mime_type == "image/png").expect("an unedited photo is sent as it is");
    assert_eq!(bytes_of(&shop, other), before[1]);
    assert_eq!([&front, &back].map(|path| std::fs::read(path).unwrap()), before, "nobody touched the files");
    let told = &done.iter().find(|(key, _)| *key == PictureKey::File(front.clone()).edited(turned_square())).unwrap().1;
    assert!(told.changes.contains(&Change::Edited), "{told:?}");
}

#[test]
fn importing_the_same_folder_with_edited_photos_creates_nothing() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    photo(&desk, "Rug/1.png");
    let window = Window::signed_in(&desk);
    let drafts = window.plan(&desk);
    window.import(edited_cover(drafts.clone()));
    for (how, drafts) in [("edited as before", edited_cover(drafts.clone())), ("not edited", priced(drafts))] {
        let (_, progress) = window.import(drafts);
        assert_eq!((progress.counts.skipped, progress.counts.created), (1, 0), "{how}");
    }
    assert_eq!((shop.sandbox.products().len(), shop.sandbox.files().len()), (1, 1));
}

#[test]
fn an_album_photo_is_uploaded_once_per_edit() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    for product in ["Rug", "Shawl", "Bag"] {
        photo(&desk, &format!("{product}/1 {product} itself.png"));
        // A size chart: the same bytes in every product.
        std::fs::copy(photo(&desk, "Rug/2.png"), desk.photos().join(product).join("3 chart.png")).unwrap();
    }
    std::fs::remove_file(desk.photos().join("Rug/2.png")).unwrap();
    let window = Window::signed_in(&desk);
    let drafts: Vec<PlannedDraft> = priced(window.plan(&desk))
        .into_iter()
        .map(|planned| {
            let edited = planned.source_name == "Bag";
            if edited { planned.edited([Edit::default(), turned_square()]) } else { planned }
        })
        .collect();
    let (_, progress) = window.import(drafts);
    assert_eq!((progress.counts.created, progress.uploads), (3, 5), "three covers, the chart, and the chart as it was edited");
}

#[test]
fn edits_of_an_import_without_a_sign_in_survive_a_restart() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    photo(&desk, "Rug/1.png");
    {
        let window = Window::open(worker::Options::new(desk.data()), &desk);
        window.until(|event| matches!(event, Event::Session(Session::SignedOut { .. })).then_some(()));
        let drafts = edited_cover(window.plan(&desk));
        window.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: false }));
        window.until(|event| matches!(event, Event::Problem(_)).then_some(()));
    }
    let window = Window::signed_in(&desk);
    window.send(Command::Import(ImportCommand::Resume));
    let planned = window.until(|event| if let Event::ImportDrafts(drafts) = event { drafts.first().cloned() } else { None }).1;
    assert_eq!(planned.edit(0), turned_square());
    window.until(|event| matches!(event, Event::ImportEnded(_)).then_some(()));
    assert_eq!(decoded(&shop, &shop.sandbox.files()[0]).dimensions(), (200, 200));
}

#[test]
fn a_photo_of_the_form_is_uploaded_per_edit_and_undo_needs_no_upload() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    let path = photo(&desk, "front.png");
    let window = Window::signed_in(&desk);
    let id = FormPhotoId(0);
    window.send(Command::Form(FormCommand::AddPhoto { id, source: PhotoSource::File(path.clone()) }));
    let plain = window.form_photo();
    window.send(Command::Form(FormCommand::EditPhoto { id, edit: turned_square() }));
    let edited = window.form_photo();
    assert!(plain != edited && shop.sandbox.files().len() == 2);
    window.send(Command::Form(FormCommand::EditPhoto { id, edit: Edit::default() }));
    assert_eq!(window.form_photo(), plain);
    window.send(Command::Form(FormCommand::EditPhoto { id, edit: turned_square() }));
    assert_eq!(window.form_photo(), edited);
    assert_eq!(shop.sandbox.files().len(), 2);

    let draft = Draft { name: "Rug".to_owned(), primary_price: Some(9000), stock: Some(1), ..Draft::default() };
    window.send(Command::Form(FormCommand::Send { draft, photos: vec![id] }));
    let made = window.until(|event| if let Event::FormResult(result) = event { Some(result.clone()) } else { None });
    made.unwrap();
    let FormPhotoState::Uploaded(file) = edited else { panic!("{edited:?}") };
    assert_eq!(shop.sandbox.products()[0].fields.photo.to_string(), file.to_string());
    drop(window);

    // The same product is known in an import, too: by its file, not by how it was edited.
    let other = Path::new("Rug").join("front.png");
    std::fs::create_dir(desk.photos().join("Rug")).unwrap();
    std::fs::rename(&path, desk.photos().join(other)).unwrap();
    let window = Window::signed_in(&desk);
    let drafts = priced(window.plan(&desk));
    assert_eq!(window.import(drafts).1.counts.skipped, 1);
}

#[test]
fn pictures_show_the_edit_and_the_preview_shows_the_uncropped_photo() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    let path = photo(&desk, "front.png");
    let window = Window::signed_in(&desk);
    let file = PictureKey::File(path);
    let size = |picture: &Picture| (picture.width, picture.height);
    assert_eq!(size(&window.look(file.clone())), (256, 128));
    for look in ["made", "kept on the disk"] {
        assert_eq!(size(&window.look(file.clone().edited(turned_square()))), (200, 200), "{look}");
    }
    assert_eq!(size(&window.look(file.clone())), (256, 128), "the unedited one is not mixed up with it");
    let turned = window.look(PictureKey::Preview(Box::new(file.clone()), turned_square()));
    assert_eq!(size(&turned), (200, 400));
    let brighter = window.look(PictureKey::Preview(Box::new(file), turned_square().with_brightness(100)));
    assert!(brighter.rgba[0] > turned.rgba[0]);
}
