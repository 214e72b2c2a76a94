//! Pictures of dropped photos from a real worker: a preview first, then the thumbnail, and later directly from the cache.

use std::path::{Path, PathBuf};

use image::ImageFormat;
use vitrine::domain::{Code, Problem};
use vitrine::media::{Duplicate, Format, PhotoFingerprint, PhotoInfo, Size};
use vitrine::worker::{self, Command, Event, FormCommand, FormPhotoId, PhotoSource, Picture, PictureKey, ThumbnailCommand};

use crate::kit::photos::{camera_exif, encode, held, jpeg_with_exif, scene};
use crate::kit::worker::Worker;

struct Bench {
    worker: Worker,
}

/// What was told of one picture, in order.
struct SliderLabel {
    pictures: Vec<(Result<Picture, Problem>, bool)>,
    facts: Option<PhotoInfo>,
    likeness: Option<PhotoFingerprint>,
}

impl SliderLabel {
    /// The widths told, and whether a better one was promised with each.
    fn widths(&self) -> Vec<(u32, bool)> {
        self.pictures.iter().map(|(result, better)| (result.as_ref().map_or(0, |picture| picture.width), *better)).collect()
    }
}

impl Bench {
    fn at(data: &Path) -> Self {
        Self { worker: Worker::start(worker::Options::new(data.to_path_buf())) }
    }

    fn send(&self, command: Command) {
        self.worker.send(command);
    }

    fn look(&self, key: PictureKey) -> SliderLabel {
        self.send(Command::Thumbnail(ThumbnailCommand::Load { key: key.clone() }));
        let mut told = SliderLabel { pictures: Vec::new(), facts: None, likeness: None };
        loop {
            match self.worker.next() {
                Event::PhotoFacts { key: of, facts } if of == key => told.facts = Some(facts),
                Event::PhotoFingerprint { key: of, fingerprint: likeness } if of == key => told.likeness = Some(likeness),
                Event::Picture { key: of, result, is_provisional } if of == key => {
                    told.pictures.push((result, is_provisional));
                    if !is_provisional {
                        return told;
                    }
                }
                _ => {}
            }
        }
    }

    fn cache_bytes(&self, ask: Command) -> u64 {
        self.send(ask);
        self.worker.until(|event| if let Event::PictureCache { bytes } = event { Some(*bytes) } else { None })
    }
}

/// As a phone writes it, held upright: the picture lies on its side, and a small one is put in with the place.
fn camera_file(dir: &Path) -> PathBuf {
    let scene = scene(900, 600);
    let preview = encode(&held(6, &scene.thumbnail(150, 100)), ImageFormat::Jpeg);
    let path = dir.join("rug.jpg");
    std::fs::write(&path, jpeg_with_exif(&encode(&held(6, &scene), ImageFormat::Jpeg), &camera_exif(6, &preview))).unwrap();
    path
}

fn file(path: &Path) -> PictureKey {
    PictureKey::File(path.to_path_buf())
}

#[test]
fn the_embedded_preview_comes_first_then_the_thumbnail_with_photo_info() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let bench = Bench::at(&dir.path().join("data"));
    let told = bench.look(file(&path));
    assert_eq!(told.widths(), [(150, true), (256, false)]);
    let facts = told.facts.unwrap();
    assert_eq!((facts.format, facts.size, facts.has_location, facts.is_rotated), (Format::Jpeg, Size::new(900, 600), true, true));
}

#[test]
fn a_second_start_shows_cached_pictures_immediately_even_of_renamed_photos() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let data = dir.path().join("data");
    let first = Bench::at(&data).look(file(&path));

    let bench = Bench::at(&data);
    let again = bench.look(file(&path));
    assert_eq!(again.widths(), [(256, false)]);
    assert_eq!(again.facts, first.facts);

    let renamed = dir.path().join("gelim.jpg");
    std::fs::rename(&path, &renamed).unwrap();
    let before = bench.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache));
    assert_eq!(bench.look(file(&renamed)).widths().last(), Some(&(256, false)));
    let grown = bench.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache)) - before;
    assert!(grown < 1000, "the same photo is kept once: {grown} bytes more");
}

#[test]
fn a_photo_changed_on_disk_is_shown_in_its_new_state() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let bench = Bench::at(&dir.path().join("data"));
    bench.look(file(&path));
    std::fs::write(&path, encode(&scene(200, 300), ImageFormat::Png)).unwrap();
    let told = bench.look(file(&path));
    assert_eq!(told.widths(), [(171, false)]);
    assert_eq!(told.facts.unwrap().format, Format::Png);
}

#[test]
fn a_damaged_cache_entry_is_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let data = dir.path().join("data");
    let right = Bench::at(&data).look(file(&path)).pictures.pop().unwrap().0.unwrap();
    for entry in std::fs::read_dir(data.join("thumbnails")).unwrap() {
        std::fs::write(entry.unwrap().path(), b"VTHUMB01 nonsense").unwrap();
    }
    let told = Bench::at(&data).look(file(&path));
    assert_eq!(told.widths(), [(150, true), (256, false)]);
    assert_eq!(told.pictures[1].0.as_ref().unwrap(), &right);
}

#[test]
fn the_picture_cache_is_measured_and_cleared() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let bench = Bench::at(&dir.path().join("data"));
    assert_eq!(bench.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache)), 0);
    bench.look(file(&path));
    assert!(bench.cache_bytes(Command::Thumbnail(ThumbnailCommand::MeasureCache)) > 1000);
    assert_eq!(bench.cache_bytes(Command::Thumbnail(ThumbnailCommand::ClearCache)), 0);
    assert_eq!(bench.look(file(&path)).widths(), [(150, true), (256, false)], "it is made again");
}

#[test]
fn an_unreadable_photo_is_reported_and_the_others_are_shown() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::at(&dir.path().join("data"));
    let whole = std::fs::read(camera_file(dir.path())).unwrap();
    let cut = dir.path().join("cut.jpg");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let told = bench.look(file(&cut));
    let (last, _) = told.pictures.last().unwrap();
    assert_eq!(last.as_ref().unwrap_err().code, Code::PhotoDamaged);
    let gone = bench.look(file(&dir.path().join("gone.jpg")));
    assert_eq!(gone.pictures[0].0.as_ref().unwrap_err().code, Code::FileUnreadable);
    assert_eq!(bench.look(file(&dir.path().join("rug.jpg"))).widths().last(), Some(&(256, false)));
}

#[test]
fn a_pasted_photo_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::at(&dir.path().join("data"));
    let bytes = encode(&scene(600, 300), ImageFormat::Png).into();
    bench.send(Command::Form(FormCommand::AddPhoto {
        id: FormPhotoId(1),
        source: PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes },
    }));
    let told = bench.look(PictureKey::Form(FormPhotoId(1)));
    assert_eq!(told.widths(), [(256, false)]);
    assert_eq!(told.facts.unwrap().size, Size::new(600, 300));
}

#[test]
fn a_copy_is_recognised_by_its_bytes_and_a_smaller_one_by_its_appearance() {
    let dir = tempfile::tempdir().unwrap();
    let path = camera_file(dir.path());
    let [copy, smaller, other] = ["copy.jpg", "smaller.png", "other.jpg"].map(|name| dir.path().join(name));
    std::fs::copy(&path, &copy).unwrap();
    std::fs::write(&smaller, encode(&scene(900, 600).thumbnail(300, 200).brighten(8), ImageFormat::Png)).unwrap();
    std::fs::write(&other, encode(&scene(900, 600).fliph(), ImageFormat::Jpeg)).unwrap();
    let data = dir.path().join("data");
    let bench = Bench::at(&data);
    let [original, copied, shrunk, flipped] = [&path, &copy, &smaller, &other].map(|path| bench.look(file(path)).likeness.unwrap());
    assert_eq!(original.compare(&copied), Some(Duplicate::Exact));
    assert_eq!(original.compare(&shrunk), Some(Duplicate::Similar));
    assert_eq!(original.compare(&flipped), None);
    drop(bench);
    let kept = Bench::at(&data).look(file(&smaller)).likeness.unwrap();
    assert_eq!(original.compare(&kept), Some(Duplicate::Similar), "also from the thumbnail that was kept");
}
