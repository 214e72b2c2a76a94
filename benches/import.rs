//! How much faster the import is than sending one request at a time, with the same client.
//!
//! 200 photos of 300 kB become 200 products of a practice shop that answers after 50 ms. Prints the ratio and
//! fails when the import takes more than a fifth of the time.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use secrecy::SecretString;
use vitrine::import::pace::Limits;
use vitrine::import::{Grouping, PlannedDraft};
use vitrine::sandbox::{Faults, Options, Rule, start};
use vitrine::worker::{self, Command, Event, MarketChoice, Session};

const PHOTOS: usize = 200;
const PHOTO_BYTES: usize = 300_000;
const LATENCY_MS: u64 = 50;
const AT_MOST: f64 = 0.2;

fn main() {
    let place = tempfile::tempdir().expect("a temporary directory");
    let photos = place.path().join("photos");
    write_photos(&photos);
    // Interleaved, so that a slow moment of the machine meets both; the median ratio counts.
    let mut ratios: Vec<f64> = (0..3).map(|_| ratio(&photos)).collect();
    ratios.sort_by(f64::total_cmp);
    println!("import / one at a time: {:.3} (of {ratios:.3?}), at most {AT_MOST}", ratios[1]);
    assert!(ratios[1] <= AT_MOST, "the import takes more than a fifth of one at a time");
}

fn ratio(photos: &Path) -> f64 {
    let parallel = timed_import(photos, Limits::default());
    let one_at_a_time = timed_import(photos, Limits { most: 1, ..Limits::default() });
    println!("{:.2} s against {:.2} s", parallel.as_secs_f64(), one_at_a_time.as_secs_f64());
    parallel.as_secs_f64() / one_at_a_time.as_secs_f64()
}

fn timed_import(photos: &Path, pace: Limits) -> Duration {
    let place = tempfile::tempdir().expect("a temporary directory");
    let (market, token) = open_shop(place.path());
    let options = worker::Options { token: Some(token), pace, ..worker::Options::new(place.path().join("data")) };
    let (handle, events) = worker::start(options, || {}).expect("the worker starts");
    handle.send(Command::UseMarket(MarketChoice::File(market)));
    let drafts = planned(&handle, &events, photos);
    assert_eq!(drafts.len(), PHOTOS);
    let began = Instant::now();
    handle.send(Command::ImportStart { drafts, again: false });
    let created = loop {
        if let Event::ImportEnded(progress) = events.recv().expect("the worker lives") {
            break progress.counts.created;
        }
    };
    let took = began.elapsed();
    assert_eq!(created, PHOTOS);
    handle.stop();
    took
}

fn planned(handle: &worker::Handle, events: &mpsc::Receiver<Event>, photos: &Path) -> Vec<PlannedDraft> {
    loop {
        match events.recv().expect("the worker lives") {
            Event::Session(Session::SignedIn { .. }) => {
                handle.send(Command::Plan { paths: photo_files(photos), grouping: Grouping::File, sheet: None });
            }
            Event::Session(Session::SignedOut { problem, .. }) => panic!("not signed in: {problem:?}"),
            Event::Planned { drafts, .. } => return drafts,
            _ => {}
        }
    }
}

fn photo_files(photos: &Path) -> Vec<PathBuf> {
    (0..PHOTOS).map(|n| photos.join(format!("photo {n}.jpg"))).collect()
}

/// A shop of its own for each measurement, on a thread that ends with the program.
fn open_shop(place: &Path) -> (PathBuf, SecretString) {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let faults = Faults::of(Rule { latency_ms: LATENCY_MS, ..Rule::default() });
            let shop = start(Options { faults, ..Options::default() }).await.expect("the practice shop starts");
            send.send((shop.market_file(), shop.token())).expect("the bench lives");
            std::future::pending::<()>().await;
        });
    });
    let (market_file, token) = receive.recv().expect("the practice shop starts");
    let path = place.join("market.toml");
    std::fs::write(&path, market_file).expect("a market file");
    (path, token)
}

/// Noise that a camera might have taken: as large as wanted, and no two alike.
fn write_photos(dir: &Path) {
    std::fs::create_dir_all(dir).expect("a folder");
    let template = noisy_jpeg();
    for path in photo_files(dir) {
        let mut bytes = template.clone();
        // A comment segment makes each file's content its own.
        let name = path.display().to_string();
        let length = u16::try_from(name.len() + 2).expect("a short path").to_be_bytes();
        bytes.splice(2..2, [&[0xff, 0xfe][..], &length, name.as_bytes()].concat());
        std::fs::write(path, bytes).expect("a photo");
    }
}

fn noisy_jpeg() -> Vec<u8> {
    let mut seed = 1_u32;
    let mut noise = || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        (seed >> 24) as u8
    };
    let picture = image::RgbImage::from_fn(900, 700, |x, y| image::Rgb([(x / 4) as u8 ^ noise() >> 2, (y / 3) as u8, noise() >> 1]));
    let mut quality = 95;
    loop {
        let mut bytes = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality);
        picture.write_with_encoder(encoder).expect("a picture in memory");
        if bytes.len() <= PHOTO_BYTES || quality < 20 {
            return bytes;
        }
        quality -= 5;
    }
}
