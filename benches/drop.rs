//! Measures the drop of 10,000 photos: the window with the real worker behind it, drawn through egui without a GPU, as often
//! as the window would be drawn. Also counts what an idle window does, and its memory.
//!
//! Each layout of the photos is measured in a process of its own, because memory is measured at its peak.

mod frames;

use std::path::Path;
use std::process::Command as Process;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use eframe::egui::{Context, RawInput, Rect, pos2, vec2};
use frames::{Clock, milliseconds, percentile};
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use vitrine::i18n::Language;
use vitrine::sandbox::{self, Sandbox};
use vitrine::ui::{Action, App, Link};
use vitrine::worker::{self, AccountCommand, Command, MarketChoice};

const PHOTOS: usize = 10_000;
/// A screen draws 60 frames a second.
const FRAME: Duration = Duration::from_micros(16_667);
/// A window that was not drawn for so long has nothing left to do.
const QUIET: Duration = Duration::from_secs(3);
const IDLE: Duration = Duration::from_secs(20);

/// The first row, which cannot be edited yet.
const MAX_FIRST_MS: f64 = 200.0;
/// All rows, which appear at once.
const MAX_ROWS_MS: f64 = 2_000.0;
const MAX_FRAME_MS: f64 = 8.0;
const MAX_MEMORY_MB: f64 = 300.0;

/// The photos' layout on the disk, and the number of products they are planned as.
const LAYOUTS: [(&str, usize); 2] = [("folders of four", PHOTOS / 4), ("a folder for each", PHOTOS)];

/// When the next frame is due: asked for by the worker's events and by egui, each time for the earliest moment.
#[derive(Clone, Default)]
struct NextFrame(Arc<(Mutex<Option<Instant>>, Condvar)>);

impl NextFrame {
    fn ask(&self, delay: Duration) {
        let Some(at) = Instant::now().checked_add(delay) else { return };
        let (due, asked) = &*self.0;
        let mut due = due.lock().expect("no panic");
        *due = Some(due.map_or(at, |due| due.min(at)));
        asked.notify_all();
    }

    /// Waits until a frame is due, but at least until `earliest` and not longer than `latest`. Returns whether it is due;
    /// then it is not due any more.
    fn wait(&self, earliest: Instant, latest: Instant) -> bool {
        let (due, asked) = &*self.0;
        let mut due = due.lock().expect("no panic");
        loop {
            let now = Instant::now();
            let at = due.map_or(latest, |due| due.max(earliest).min(latest));
            if now >= at {
                return due.take_if(|due| *due <= now).is_some();
            }
            due = asked.wait_timeout(due, at - now).expect("no panic").0;
        }
    }
}

/// The window, drawn when it asks for it.
struct Window {
    ctx: Context,
    app: App,
    start: Instant,
    next_frame: NextFrame,
    frames: Vec<Duration>,
}

impl Window {
    fn new(link: Link, next_frame: NextFrame) -> Self {
        let ctx = Context::default();
        let by_egui = next_frame.clone();
        ctx.set_request_repaint_callback(move |info| by_egui.ask(info.delay));
        let app = App::with_system_language(&ctx, link, Language::English);
        Self { ctx, app, start: Instant::now(), next_frame, frames: Vec::new() }
    }

    fn frame(&mut self) {
        let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(self.start.elapsed().as_secs_f64()), focused: true, ..RawInput::default() };
        let (ctx, app) = (self.ctx.clone(), &mut self.app);
        let clock = Clock::start();
        let mut output = ctx.run_ui(input, |ui| {
            app.drain(&ctx);
            app.draw(ui);
        });
        std::hint::black_box(ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point).len());
        self.frames.push(clock.elapsed());
        output.textures_delta.clear();
    }

    /// Draws frames, at most 60 a second, until `done`. Gives up when the window is quiet.
    fn draw_until(&mut self, done: impl Fn(&App) -> bool) -> bool {
        let (mut earliest, mut latest) = (Instant::now(), Instant::now() + QUIET);
        while self.next_frame.wait(earliest, latest) {
            let drawn = Instant::now();
            (earliest, latest) = (drawn + FRAME, drawn + QUIET);
            self.frame();
            if done(&self.app) {
                return true;
            }
        }
        false
    }
}

/// Writes the photos below `dir`: small pictures of a camera's proportions, all different.
fn photos(dir: &Path, layout: usize) {
    let picture = RgbImage::from_fn(800, 600, |x, y| Rgb([(x ^ y) as u8, (x / 3) as u8, (y * x / 900) as u8]));
    let mut template = Vec::new();
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut template, 80)).expect("a picture in memory");
    for n in 0..PHOTOS {
        let name = match layout {
            0 => format!("Rug {:04}/{}.jpg", n / 4, n % 4),
            _ => format!("Rug {n:05}/IMG_{n:05}.jpg"),
        };
        let path = dir.join(&name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let comment = [&[0xff, 0xfe][..], &u16::try_from(name.len() + 2).expect("a short name").to_be_bytes(), name.as_bytes()].concat();
        let bytes = [&template[..2], &comment, &template[2..]].concat();
        std::fs::write(path, bytes).expect("a photo");
    }
}

/// The sandbox on a thread of its own, until the process ends.
fn shop() -> Sandbox {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let _ = send.send(sandbox::start(sandbox::Options::default()).await.expect("the practice shop starts"));
            std::future::pending::<()>().await;
        });
    });
    receive.recv().expect("the practice shop starts")
}

/// The highest resident memory of this process, in MB.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").trim().parse::<f64>().ok()? / 1024.0)
}

/// The processor time of this process, in the kernel's ticks of 10 ms.
fn ticks() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
}

/// Drops the photos and prints a row of the table; returns false if a bound is missed.
fn measure(layout: usize, dir: &Path) -> bool {
    let (name, products) = LAYOUTS[layout];
    let shop = shop();
    let data = tempfile::tempdir().expect("a temporary directory");
    let market = data.path().join("market.toml");
    std::fs::write(&market, shop.market_file()).expect("a market file");
    let next_frame = NextFrame::default();
    next_frame.ask(Duration::ZERO);
    let wake = next_frame.clone();
    let options = worker::Options { token: Some(shop.token()), ..worker::Options::new(data.path().join("data")) };
    let (handle, events) = worker::start(options, move || wake.ask(Duration::ZERO)).expect("the worker starts");
    handle.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market))));
    let mut window = Window::new(Link { send: Box::new(handle.sender()), events }, next_frame);
    assert!(!window.draw_until(|_| false), "the window comes to rest");
    window.frames.clear();

    let start = Instant::now();
    window.app.act(Action::Drop(vec![dir.to_path_buf()]));
    window.next_frame.ask(Duration::ZERO);
    let is_planned = |app: &App| !app.model().import.drafts().is_empty();
    let has_row = |app: &App| is_planned(app) || !app.model().import.reading.first_products.is_empty();
    assert!(window.draw_until(has_row), "the first row is drawn");
    let first = milliseconds(start.elapsed());
    assert!(is_planned(&window.app) || window.draw_until(is_planned), "the drop is planned");
    assert_eq!(window.app.model().import.drafts().len(), products, "all rows are there");
    let rows = milliseconds(start.elapsed());
    window.draw_until(|_| false);
    let rest = (start.elapsed() - QUIET).as_secs_f64();
    let (p99, longest, drawn) = (percentile(&window.frames, 99), percentile(&window.frames, 100), window.frames.len());

    let before = ticks();
    let end = Instant::now() + IDLE;
    while window.next_frame.wait(Instant::now(), end) {
        window.frame();
    }
    let idle = ticks().zip(before).map(|(after, before)| after - before);
    let idle_frames = window.frames.len() - drawn;
    let memory = peak_memory();
    println!(
        "{name:<34} {first:>9.0} {rows:>9.0} {rest:>8.1} {drawn:>7} {p99:>7.2} {longest:>7.2} {:>8.0} {:>6} {idle_frames:>7}",
        memory.unwrap_or(f64::NAN),
        idle.map_or_else(|| "?".to_owned(), |ticks| ticks.to_string()),
    );
    handle.stop();
    first <= MAX_FIRST_MS
        && rows <= MAX_ROWS_MS
        && p99 <= MAX_FRAME_MS
        && memory.is_none_or(|memory| memory <= MAX_MEMORY_MB)
        && idle_frames == 0
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, layout, dir] = arguments.as_slice()
        && let Ok(layout) = layout.parse()
    {
        std::process::exit(i32::from(!measure(layout, Path::new(dir))));
    }
    println!(
        "{PHOTOS} photos dropped; times until the frame is drawn; frames until nothing moves; then {} s without input\n",
        IDLE.as_secs()
    );
    println!(
        "{:<34} {:>9} {:>9} {:>8} {:>7} {:>7} {:>7} {:>8} {:>6} {:>7}",
        "layout", "first, ms", "rows, ms", "rest, s", "frames", "p99, ms", "max, ms", "peak, MB", "ticks", "frames"
    );
    let mut missed = 0;
    for layout in 0..LAYOUTS.len() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        photos(dir.path(), layout);
        let program = std::env::current_exe().expect("this program");
        let status = Process::new(program).arg(layout.to_string()).arg(dir.path()).status().expect("the measurement");
        missed += usize::from(!status.success());
    }
    assert_eq!(missed, 0, "bounds were missed");
}
