//! Thumbnails of dropped photos from a real worker: the embedded preview first, then the thumbnail, and after
//! a restart directly from the cache.

use std::path::{Path, PathBuf};

use image::ImageFormat;
use vitrine::worker::{
    self, Command, Event, FormCommand, FormPhotoId, PhotoEvent, PhotoSource, Picture, PictureKey,
    ThumbnailCommand,
};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_media::{Duplicate, Format, PhotoFingerprint, PhotoInfo, Size};

use crate::kit::photos::{camera_exif, encode, jpeg_with_exif, scene, stored_rotated};
use crate::kit::worker::Worker;

struct Harness {
    worker: Worker,
}

/// What the worker reported about one photo.
struct Loaded {
    /// In order; the flag says whether a better picture follows.
    pictures: Vec<(Result<Picture, Problem>, bool)>,
    info: Option<PhotoInfo>,
    fingerprint: Option<PhotoFingerprint>,
}

impl Loaded {
    /// The width of each picture, and whether a better one was to follow.
    fn widths(&self) -> Vec<(u32, bool)> {
        self.pictures
            .iter()
            .map(|(result, provisional)| (result.as_ref().map_or(0, |picture| picture.width), *provisional))
            .collect()
    }
}

impl Harness {
    fn new(data: &Path) -> Self {
        Self { worker: Worker::start(worker::Options::new(data.to_path_buf())) }
    }

    fn send(&self, command: Command) {
        self.worker.send(command);
    }

    fn load(&self, key: PictureKey) -> Loaded {
        self.send(Command::Thumbnail(ThumbnailCommand::Load { key: key.clone() }));
        let mut loaded = Loaded { pictures: Vec::new(), info: None, fingerprint: None };
        loop {
            match self.worker.next() {
                Event::Photo(PhotoEvent::Facts { key: of, facts }) if of == key => loaded.info = Some(facts),
                Event::Photo(PhotoEvent::Fingerprint { key: of, fingerprint }) if of == key => {
                    loaded.fingerprint = Some(fingerprint);
                }
                Event::Photo(PhotoEvent::Picture { key: of, result, is_provisional }) if of == key => {
                    loaded.pictures.push((result, is_provisional));
                    if !is_provisional {
                        return loaded;
                    }
                }
                _ => {}
            }
        }
    }

    fn cache_bytes(&self, command: Command) -> u64 {
        self.send(command);
        self.worker.until(|event| {
            if let Event::Photo(PhotoEvent::CacheSize { bytes }) = event { Some(*bytes) } else { None }
        })
    }
}

/// Writes a photo as a phone does when it is held upright: the pixels are stored rotated, with an embedded
/// preview and a location.
fn camera_file(dir: &Path) -> PathBuf {
    let scene = scene(900, 600);
    let preview = encode(&stored_rotated(6, &scene.thumbnail(150, 100)), ImageFormat::Jpeg);
    let path = dir.join("rug.jpg");
    std::fs::write(
        &path,
        jpeg_with_exif(&encode(&stored_rotated(6, &scene), ImageFormat::Jpeg), &camera_exif(6, &preview)),
    )
    .unwrap();
    path
}

fn file(path: &Path) -> PictureKey {
    PictureKey::File(path.to_path_buf())
}

#[test]
fn the_embedded_preview_comes_first_then_the_thumbnail_with_photo_info() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let harness = Harness::new(&dir.path().join("data"));
    let loaded = harness.load(file(&path));
    assert_eq!(loaded.widths(), [(150, true), (256, false)]);
    let info = loaded.info.unwrap();
    assert_eq!(
        (info.format, info.size, info.has_location, info.is_rotated),
        (Format::Jpeg, Size::new(900, 600), true, true)
    );
}

#[test]
fn a_second_start_shows_cached_pictures_immediately_even_of_renamed_photos() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let data = dir.path().join("data");
    let first = Harness::new(&data).load(file(&path));

    let harness = Harness::new(&data);
    let again = harness.load(file(&path));
    assert_eq!(again.widths(), [(256, false)]);
    assert_eq!(again.info, first.info);

    let renamed = dir.path().join("gelim.jpg");
    std::fs::rename(&path, &renamed).unwrap();
    let before = harness.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache));
    assert_eq!(harness.load(file(&renamed)).widths().last(), Some(&(256, false)));
    let grown = harness.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache)) - before;
    assert!(grown < 1000, "the same photo is stored once, but the cache grew by {grown} bytes");
}

#[test]
fn a_photo_changed_on_disk_is_shown_in_its_new_state() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let harness = Harness::new(&dir.path().join("data"));
    harness.load(file(&path));
    std::fs::write(&path, encode(&scene(200, 300), ImageFormat::Png)).unwrap();
    let loaded = harness.load(file(&path));
    assert_eq!(loaded.widths(), [(171, false)]);
    assert_eq!(loaded.info.unwrap().format, Format::Png);
}

#[test]
fn a_damaged_cache_entry_is_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let data = dir.path().join("data");
    let intact = Harness::new(&data).load(file(&path)).pictures.pop().unwrap().0.unwrap();
    for entry in std::fs::read_dir(data.join("thumbnails")).unwrap() {
        std::fs::write(entry.unwrap().path(), b"VTHUMB01 nonsense").unwrap();
    }
    let loaded = Harness::new(&data).load(file(&path));
    assert_eq!(loaded.widths(), [(150, true), (256, false)]);
    assert_eq!(loaded.pictures[1].0.as_ref().unwrap(), &intact);
}

#[test]
fn the_picture_cache_is_measured_and_cleared() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let harness = Harness::new(&dir.path().join("data"));
    assert_eq!(harness.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache)), 0);
    harness.load(file(&path));
    assert!(harness.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache)) > 1000);
    assert_eq!(harness.cache_bytes(Command::Thumbnail(ThumbnailCommand::ClearCache)), 0);
    assert_eq!(
        harness.load(file(&path)).widths(),
        [(150, true), (256, false)],
        "the picture is created again"
    );
}

#[test]
fn an_unreadable_photo_is_reported_and_the_others_are_shown() {
    let dir = tempfile::tempdir().unwrap();
    let harness = Harness::new(&dir.path().join("data"));
    let whole = std::fs::read(camera_file(dir.path())).unwrap();
    let cut = dir.path().join("cut.jpg");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let loaded = harness.load(file(&cut));
    let (last, _) = loaded.pictures.last().unwrap();
    assert_eq!(last.as_ref().unwrap_err().kind, ProblemKind::PhotoDamaged);
    let gone = harness.load(file(&dir.path().join("gone.jpg")));
    assert_eq!(gone.pictures[0].0.as_ref().unwrap_err().kind, ProblemKind::FileUnreadable);
    assert_eq!(harness.load(file(&dir.path().join("rug.jpg"))).widths().last(), Some(&(256, false)));
}

#[test]
fn a_pasted_photo_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let harness = Harness::new(&dir.path().join("data"));
    let bytes = encode(&scene(600, 300), ImageFormat::Png).into();
    harness.send(Command::Form(FormCommand::AddPhoto {
        id: FormPhotoId(1),
        source: PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes },
    }));
    let loaded = harness.load(PictureKey::Form(FormPhotoId(1)));
    assert_eq!(loaded.widths(), [(256, false)]);
    assert_eq!(loaded.info.unwrap().size, Size::new(600, 300));
}

#[test]
fn a_copy_is_recognised_by_its_bytes_and_a_smaller_one_by_its_appearance() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let [copy, smaller, other] = ["copy.jpg", "smaller.png", "other.jpg"].map(|name| dir.path().join(name));
    std::fs::copy(&path, &copy).unwrap();
    std::fs::write(&smaller, encode(&scene(900, 600).thumbnail(300, 200).brighten(8), ImageFormat::Png))
        .unwrap();
    std::fs::write(&other, encode(&scene(900, 600).fliph(), ImageFormat::Jpeg)).unwrap();
    let data = dir.path().join("data");
    let harness = Harness::new(&data);
    let [original, copied, shrunk, flipped] =
        [&path, &copy, &smaller, &other].map(|path| harness.load(file(path)).fingerprint.unwrap());
    assert_eq!(original.compare(&copied), Some(Duplicate::Exact));
    assert_eq!(original.compare(&shrunk), Some(Duplicate::Similar));
    assert_eq!(original.compare(&flipped), None);
    drop(harness);
    let cached = Harness::new(&data).load(file(&smaller)).fingerprint.unwrap();
    assert_eq!(
        original.compare(&cached),
        Some(Duplicate::Similar),
        "the fingerprint of the cached thumbnail is similar, too"
    );
}
