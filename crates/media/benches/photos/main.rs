//! Compares photo processing with Debian's `vipsthumbnail` (package libvips-tools): time, sharpness, colours,
//! file sizes.
//!
//! Two workers each, complete files to complete files, alternating, so that a slow moment of the machine
//! affects both; the median of the ratios counts. Fails if a bound is missed. The photos are created once, in
//! `target/photos-bench`.

mod camera;

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use image::metadata::Orientation;
use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use vitrine_media::Limits;

/// Photos per row, and the number of rounds.
const PHOTOS: usize = 6;
const ROUNDS: usize = 7;
const PREVIEWS: usize = 1000;

fn main() -> ExitCode {
    if Command::new("vipsthumbnail").arg("--vips-version").output().is_err() {
        println!("vipsthumbnail is missing: apt-get install libvips-tools");
        return ExitCode::FAILURE;
    }
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/photos-bench");
    let photos = camera::photos(&place);
    let mut report = Report { missed: 0 };
    previews(&mut report, &photos.head, &place.join("previews"));
    for (name, source, at_most) in [
        ("12 MP JPEG to 256 px", &photos.jpeg_12, 0.35),
        ("24 MP JPEG to 256 px", &photos.jpeg_24, 0.45),
        ("12 MP PNG to 256 px", &photos.png_12, 0.7),
        ("12 MP WebP to 256 px", &photos.webp_12, 1.2),
    ] {
        let row = Row::new(source, &place);
        report.ratio(name, &row.times(&["-s", "256", "-o", "peer-%s.jpg"], show), at_most);
    }
    let row = Row::new(&photos.jpeg_24, &place);
    report.ratio(
        "24 MP JPEG to 2048 px, turned, clean",
        &row.times(&["-s", "2048", "-o", "peer-%s.jpg[Q=85,strip]"], send),
        0.4,
    );
    location_removal(&mut report, &photos.jpeg_5_mb, &place);
    for (name, photo) in [("12 MP", &photos.jpeg_12), ("24 MP", &photos.jpeg_24)] {
        quality(&mut report, name, photo, &place);
    }
    for (name, photo) in [("12 MP PNG", &photos.png_12), ("12 MP WebP", &photos.webp_12)] {
        let bytes = fs::read(photo).expect("a photo");
        thumbnail_quality(&mut report, name, &image::load_from_memory(&bytes).expect("a photo"), &bytes);
    }
    if report.missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Report {
    missed: usize,
}

impl Report {
    fn add(&mut self, name: &str, found: &str, holds: bool) {
        println!("{} {name}: {found}", if holds { "PASS" } else { "FAIL" });
        self.missed += usize::from(!holds);
    }

    fn ratio(&mut self, name: &str, times: &[(Duration, Duration)], at_most: f64) {
        let ratio = median(times.iter().map(|(ours, peers)| ours.as_secs_f64() / peers.as_secs_f64()));
        let (ours, peers) =
            (median(times.iter().map(|pair| ms(pair.0))), median(times.iter().map(|pair| ms(pair.1))));
        self.add(
            name,
            &format!("{ratio:.2} of at most {at_most} (Vitrine {ours:.1} ms, vips {peers:.1} ms)"),
            ratio <= at_most,
        );
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// One photo under several names, and a folder for the results.
struct Row {
    place: PathBuf,
    files: Vec<PathBuf>,
}

impl Row {
    fn new(source: &Path, place: &Path) -> Self {
        let place = place.join("row");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).expect("a folder");
        let files = (0..PHOTOS).map(|n| {
            let file = place.join(format!("photo{n}")).with_extension(source.extension().unwrap_or_default());
            fs::copy(source, &file).expect("a copy");
            file
        });
        Self { files: files.collect(), place }
    }

    /// Wall-clock times of this program and of vips.
    fn times(&self, arguments: &[&str], ours: fn(&Path)) -> Vec<(Duration, Duration)> {
        let halves = || self.files.chunks(PHOTOS / 2);
        let both = || {
            let began = Instant::now();
            std::thread::scope(|scope| {
                halves().for_each(|half| drop(scope.spawn(move || half.iter().for_each(|file| ours(file)))));
            });
            let our_time = began.elapsed();
            let began = Instant::now();
            let started = halves().map(|half| {
                Command::new("vipsthumbnail").current_dir(&self.place).args(half).args(arguments).spawn()
            });
            for mut peer in started.collect::<io::Result<Vec<_>>>().expect("vipsthumbnail starts") {
                assert!(peer.wait().expect("vipsthumbnail exits").success());
            }
            (our_time, began.elapsed())
        };
        both();
        (0..ROUNDS).map(|_| both()).collect()
    }
}

/// A thumbnail as for the window, also written to a file like that of vips.
fn show(file: &Path) {
    let bytes = vitrine_media::read_photo(file, vitrine_media::MAX_FILE_BYTES).expect("a photo");
    let picture = shown(vitrine_media::thumbnail(&bytes, 256).expect("a thumbnail"));
    picture.save_with_format(file.with_extension("small.jpg"), ImageFormat::Jpeg).expect("a file");
}

/// A photo as the import sends it.
fn send(file: &Path) {
    let bytes = vitrine_media::read_photo(file, vitrine_media::MAX_FILE_BYTES).expect("a photo");
    fs::write(file.with_extension("sent.jpg"), prepared(bytes)).expect("a file");
}

fn prepared(bytes: Vec<u8>) -> Vec<u8> {
    vitrine_media::prepare("photo", bytes, &Limits { max_side: Some(2048), ..Limits::default() })
        .expect("a photo that fits")
        .bytes
}

fn shown(pixels: vitrine_media::Pixels) -> RgbImage {
    let rgba = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba).expect("four bytes per pixel");
    DynamicImage::from(rgba).into_rgb8()
}

fn location_removal(report: &mut Report, photo: &Path, place: &Path) {
    let (copied, cleaned) = (place.join("copied.jpg"), place.join("cleaned.jpg"));
    let timed = |work: &dyn Fn()| {
        let _ = (fs::remove_file(&copied), fs::remove_file(&cleaned));
        let began = Instant::now();
        work();
        began.elapsed()
    };
    let ours = || {
        let bytes = vitrine_media::read_photo(photo, vitrine_media::MAX_FILE_BYTES).expect("a photo");
        fs::write(&cleaned, vitrine_media::strip_metadata(bytes).expect("a clean photo")).expect("a file");
    };
    let copy = || {
        fs::copy(photo, &copied).expect("a copy");
    };
    let times: Vec<_> = (0..5 * ROUNDS).map(|_| (timed(&ours), timed(&copy))).collect();
    report.ratio("removing location data from a 5 MB JPEG, to copying it", &times, 3.0);
    let whole = || {
        let bytes = vitrine_media::read_photo(photo, vitrine_media::MAX_FILE_BYTES).expect("a photo");
        drop(vitrine_media::prepare("photo", bytes, &Limits::default()).expect("a photo that fits"));
    };
    println!(
        "     and checking that the picture is complete before it is sent: {:.1} ms",
        median((0..ROUNDS).map(|_| ms(timed(&whole))))
    );
}

/// Counts the bytes read.
struct Counted<'a> {
    file: fs::File,
    read: &'a mut usize,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        *self.read += count;
        Ok(count)
    }
}

fn previews(report: &mut Report, head: &[u8], place: &Path) {
    fs::create_dir_all(place).expect("a folder");
    let files: Vec<PathBuf> = (0..PREVIEWS).map(|n| place.join(format!("IMG_{n:04}.jpg"))).collect();
    for file in files.iter().filter(|file| !file.exists()) {
        fs::write(file, head).expect("a file");
    }
    let most_read = std::sync::atomic::AtomicUsize::new(0);
    let all = || {
        let began = Instant::now();
        std::thread::scope(|scope| {
            for half in files.chunks(PREVIEWS / 2) {
                let most_read = &most_read;
                scope.spawn(move || {
                    for file in half {
                        let mut read = 0;
                        let file = Counted { file: fs::File::open(file).expect("a file"), read: &mut read };
                        let picture = vitrine_media::read_preview(file, 256).expect("a preview");
                        assert!(picture.height > picture.width, "the preview is upright");
                        most_read.fetch_max(read, std::sync::atomic::Ordering::Relaxed);
                    }
                });
            }
        });
        began.elapsed()
    };
    let took = median((0..3).map(|_| all().as_secs_f64()));
    let read = most_read.into_inner() >> 10;
    report.add(
        "first pictures of 1,000 camera files",
        &format!("{took:.3} s of at most 0.5 s, reading at most {read} KiB of 128 KiB a file"),
        took <= 0.5 && read <= 128,
    );
}

/// Compares with the full picture, upright and resized with `image`'s Lanczos filter.
fn thumbnail_quality(report: &mut Report, name: &str, whole: &DynamicImage, bytes: &[u8]) {
    let thumbnail = shown(vitrine_media::thumbnail(bytes, 256).expect("a thumbnail"));
    let (sharp, off) = difference(whole, &thumbnail);
    report.add(
        &format!("{name} to 256 px, sharpness"),
        &format!("{sharp:.1} dB of at least 43"),
        sharp >= 43.0,
    );
    report.add(&format!("{name} to 256 px, mean colours"), &format!("{off:.2} off, at most 2"), off <= 2.0);
}

/// Compares with the full picture, decoded and resized with `image`'s Lanczos filter.
fn quality(report: &mut Report, name: &str, photo: &Path, place: &Path) {
    let bytes = fs::read(photo).expect("a photo");
    let mut whole = image::load_from_memory(&bytes).expect("a photo");
    whole.apply_orientation(Orientation::Rotate90);
    thumbnail_quality(report, name, &whole, &bytes);

    let ours = prepared(bytes);
    let arguments = ["-s", "2048", "-o", "peer.jpg[Q=85,strip]"];
    let made = Command::new("vipsthumbnail")
        .current_dir(place)
        .arg(photo)
        .args(arguments)
        .status()
        .expect("vipsthumbnail runs");
    assert!(made.success());
    let peers = fs::read(photo.with_file_name("peer.jpg")).expect("the file of vips");
    let picture =
        |bytes: &[u8]| image::load(Cursor::new(bytes), ImageFormat::Jpeg).expect("a photo").into_rgb8();
    let (our_picture, peers_picture) = (picture(&ours), picture(&peers));
    let ((sharp, off), (peers_sharp, _)) =
        (difference(&whole, &our_picture), difference(&whole, &peers_picture));
    report.add(
        &format!("{name} to 2048 px, sharpness"),
        &format!("{sharp:.3} dB, vips {peers_sharp:.3} dB"),
        sharp >= peers_sharp,
    );
    let (length, peers_length) = (ours.len(), peers.len());
    report.add(
        &format!("{name} to 2048 px, length"),
        &format!("{length} bytes, vips {peers_length}"),
        length <= peers_length,
    );
    report.add(&format!("{name} to 2048 px, mean colours"), &format!("{off:.2} off, at most 2"), off <= 2.0);
    let (width, height) = our_picture.dimensions();
    report.add(
        &format!("{name} to 2048 px, sides"),
        &format!("{width} × {height}, even"),
        width % 2 + height % 2 == 0,
    );
}

/// The signal-to-noise ratio in dB, and the deviation of the mean colour.
fn difference(whole: &DynamicImage, made: &RgbImage) -> (f64, f64) {
    let wanted =
        whole.resize_exact(made.width(), made.height(), image::imageops::FilterType::Lanczos3).into_rgb8();
    let (mut squares, mut sums) = (0.0, [0.0; 3]);
    for (wanted, found) in wanted.pixels().zip(made.pixels()) {
        for (sum, (&wanted, &found)) in sums.iter_mut().zip(wanted.0.iter().zip(&found.0)) {
            let off = f64::from(wanted) - f64::from(found);
            squares += off * off;
            *sum += off;
        }
    }
    let pixels = f64::from(made.width()) * f64::from(made.height());
    let off = sums.iter().map(|sum: &f64| (sum / pixels).abs()).fold(0.0, f64::max);
    (10.0 * (255.0 * 255.0 * 3.0 * pixels / squares.max(1e-9)).log10(), off)
}
