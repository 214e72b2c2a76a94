//! A practice shop for measuring imports, and photos to import.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use vitrine::worker::{
    self, AccountCommand, Command, Event, ImportCommand, ImportEvent, MarketChoice, Session, SheetRequest,
};
use vitrine_core::import::Grouping;
use vitrine_core::pace::Limits;
use vitrine_sandbox::{Faults, Options, Outcome, Sandbox, start};

/// Reads sheets as the program does, by the program: a bench that starts itself would measure itself again.
const READ_SHEET: worker::sheet_reader::ReadSheet = |name, bytes| {
    let program = env!("CARGO_BIN_EXE_vitrine").into();
    worker::sheet_reader::Isolated { program, limit: Duration::from_secs(20) }.read(name, bytes)
};

pub struct Imported {
    pub took: Duration,
    pub requests: usize,
    /// Requests answered with 429.
    pub rejected: usize,
}

/// Imports each photo as one product into a new shop with these faults. The photos in `warm_up` are imported
/// first and not measured; the second of them is created only when the shop lists the first.
pub fn import(warm_up: &[PathBuf], photos: &[PathBuf], faults: Faults, pace: Limits) -> Imported {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let shop = Shop::open(Options { faults, ..Options::default() });
    let (handle, events) = signed_in(&shop, dir.path(), pace);
    if !warm_up.is_empty() {
        import_photos(&handle, &events, warm_up);
    }
    let before = shop.sandbox.requests().len();
    let took = import_photos(&handle, &events, photos);
    handle.stop();
    let requests = shop.sandbox.requests().split_off(before);
    let rejected = requests
        .iter()
        .filter(|request| matches!(request.outcome, Outcome::Answered { status: 429, .. }))
        .count();
    Imported { took, requests: requests.len(), rejected }
}

/// A worker that is signed in to the shop.
pub fn signed_in(shop: &Shop, dir: &Path, pace: Limits) -> (worker::Handle, mpsc::Receiver<Event>) {
    let market = dir.join("market.toml");
    std::fs::write(&market, shop.sandbox.market_file()).expect("a market file");
    let token = Some(shop.sandbox.token());
    let options =
        worker::Options { token, pace, read_sheet: READ_SHEET, ..worker::Options::new(dir.join("data")) };
    let (handle, events) = worker::start(options, || {}).expect("the worker starts");
    handle.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market))));
    wait_for(&events, |event| match event {
        Event::Session(Session::SignedIn { .. }) => Some(()),
        Event::Session(Session::SignedOut { problem, .. }) => panic!("not signed in: {problem:?}"),
        _ => None,
    });
    (handle, events)
}

/// Imports the photos and returns the duration without planning.
fn import_photos(handle: &worker::Handle, events: &mpsc::Receiver<Event>, photos: &[PathBuf]) -> Duration {
    handle.send(Command::Import(ImportCommand::Plan {
        paths: photos.to_vec(),
        grouping: Grouping::File.into(),
        sheet: SheetRequest::default(),
    }));
    let drafts = wait_for(events, |event| match event {
        Event::Import(ImportEvent::Planned { drafts, .. }) => Some(drafts),
        _ => None,
    });
    assert_eq!(drafts.len(), photos.len());
    let start = Instant::now();
    handle.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    let created = wait_for(events, |event| match event {
        Event::Import(ImportEvent::Ended(progress)) => Some(progress.counts.created),
        _ => None,
    });
    let took = start.elapsed();
    assert_eq!(created, photos.len());
    took
}

pub fn wait_for<T>(events: &mpsc::Receiver<Event>, wanted: impl Fn(Event) -> Option<T>) -> T {
    loop {
        if let Some(found) = wanted(events.recv().expect("the worker is running")) {
            return found;
        }
    }
}

/// A practice shop on a separate thread, which ends when this is dropped.
pub struct Shop {
    pub sandbox: Arc<Sandbox>,
    _open: tokio::sync::oneshot::Sender<()>,
}

impl Shop {
    pub fn open(options: Options) -> Self {
        let (send, receive) = mpsc::channel();
        let (open, closed) = tokio::sync::oneshot::channel::<()>();
        std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let sandbox = start(options).await.expect("the practice shop starts");
                send.send(Arc::new(sandbox)).expect("the benchmark is waiting");
                let _ = closed.await;
            });
        });
        Self { sandbox: receive.recv().expect("the practice shop starts"), _open: open }
    }
}

/// Random photos of about this size in bytes, all different.
pub fn photos(dir: &Path, count: usize, bytes: usize) -> Vec<PathBuf> {
    std::fs::create_dir_all(dir).expect("a folder");
    let template = noisy_jpeg(bytes);
    let paths: Vec<PathBuf> = (0..count).map(|n| dir.join(format!("photo {n}.jpg"))).collect();
    for path in &paths {
        let mut bytes = template.clone();
        // A comment segment makes the content of each file unique.
        let name = path.display().to_string();
        let length = u16::try_from(name.len() + 2).expect("a short path").to_be_bytes();
        bytes.splice(2..2, [&[0xff, 0xfe][..], &length, name.as_bytes()].concat());
        std::fs::write(path, bytes).expect("a photo");
    }
    paths
}

fn noisy_jpeg(max_bytes: usize) -> Vec<u8> {
    let mut seed = 1_u32;
    let mut noise = || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        (seed >> 24) as u8
    };
    let side = |of: u32| (f64::from(of) * (max_bytes as f64 / 300_000.0).sqrt()) as u32;
    let picture = RgbImage::from_fn(side(900), side(700), |x, y| {
        Rgb([(x / 4) as u8 ^ noise() >> 2, (y / 3) as u8, noise() >> 1])
    });
    let mut quality = 95;
    loop {
        let mut bytes = Vec::new();
        picture
            .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality))
            .expect("a picture in memory");
        if bytes.len() <= max_bytes || quality < 20 {
            return bytes;
        }
        quality -= 5;
    }
}
