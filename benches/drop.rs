//! Measures the drop of 10,000 photos: the window with the real worker behind it, drawn through egui without
//! a GPU, as often as the window would be drawn. Also counts what an idle window does, and its memory.
//!
//! Each layout of the photos is measured in a process of its own, because memory is measured at its peak.

mod frames;
mod live;

use std::path::Path;
use std::process::Command as Process;
use std::time::{Duration, Instant};

use frames::{milliseconds, percentile};
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use live::{QUIET, open, peak_memory, shop};
use vitrine::ui::{Action, App};

const PHOTOS: usize = 10_000;
const IDLE: Duration = Duration::from_secs(20);

/// The first row, which cannot be edited yet.
const MAX_FIRST_MS: f64 = 200.0;
/// All rows, which appear at once.
const MAX_ROWS_MS: f64 = 2_000.0;
const MAX_FRAME_MS: f64 = 8.0;
const MAX_MEMORY_MB: f64 = 300.0;

/// The photos' layout on the disk, and the number of products they are planned as.
const LAYOUTS: [(&str, usize); 2] = [("folders of four", PHOTOS / 4), ("a folder for each", PHOTOS)];

/// Writes the photos below `dir`: small pictures of a camera's proportions, all different.
fn photos(dir: &Path, layout: usize) {
    let picture =
        RgbImage::from_fn(800, 600, |x, y| Rgb([(x ^ y) as u8, (x / 3) as u8, (y * x / 900) as u8]));
    let mut template = Vec::new();
    picture
        .write_with_encoder(JpegEncoder::new_with_quality(&mut template, 80))
        .expect("a picture in memory");
    for n in 0..PHOTOS {
        let name = match layout {
            0 => format!("Rug {:04}/{}.jpg", n / 4, n % 4),
            _ => format!("Rug {n:05}/IMG_{n:05}.jpg"),
        };
        let path = dir.join(&name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let comment = [
            &[0xff, 0xfe][..],
            &u16::try_from(name.len() + 2).expect("a short name").to_be_bytes(),
            name.as_bytes(),
        ]
        .concat();
        let bytes = [&template[..2], &comment, &template[2..]].concat();
        std::fs::write(path, bytes).expect("a photo");
    }
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
    let (shop, data) = (shop(), tempfile::tempdir().expect("a temporary directory"));
    let (mut window, handle) = open(&shop, data.path());

    let start = Instant::now();
    window.app.act(Action::Drop(vec![dir.to_path_buf()]));
    window.next_frame.ask(Duration::ZERO);
    let is_planned = |app: &App| !app.model().import.review.drafts().is_empty();
    let has_row = |app: &App| is_planned(app) || !app.model().import.reading.first_products.is_empty();
    assert!(window.draw_until(has_row), "the first row is drawn");
    let first = milliseconds(start.elapsed());
    assert!(is_planned(&window.app) || window.draw_until(is_planned), "the drop is planned");
    assert_eq!(window.app.model().import.review.drafts().len(), products, "all rows are there");
    let rows = milliseconds(start.elapsed());
    window.draw_until(|_| false);
    let rest = (start.elapsed() - QUIET).as_secs_f64();
    let (p99, longest, drawn) =
        (percentile(&window.frames, 99), percentile(&window.frames, 100), window.frames.len());

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
        "layout",
        "first, ms",
        "rows, ms",
        "rest, s",
        "frames",
        "p99, ms",
        "max, ms",
        "peak, MB",
        "ticks",
        "frames"
    );
    let mut missed = 0;
    for layout in 0..LAYOUTS.len() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        photos(dir.path(), layout);
        let program = std::env::current_exe().expect("this program");
        let status =
            Process::new(program).arg(layout.to_string()).arg(dir.path()).status().expect("the measurement");
        missed += usize::from(!status.success());
    }
    assert_eq!(missed, 0, "bounds were missed");
}
