//! An import stays within its memory budget, however many and large the photos are.

use std::process::Stdio;
use std::time::{Duration, Instant};

use image::{ImageFormat, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use vitrine::sandbox::{Behaviour, Faults, Options};

use crate::kit::patience::{LONG_PATIENCE, Watchdog};
use crate::kit::shop::{Desk, Shop};

/// The memory for the photos of an import, in addition to the program itself.
const BUDGET_MB: u64 = 300;

const FIVE_MIB: u64 = 5 << 20;
const FIFTY_MIB: u64 = 50 << 20;

/// As from a 48-megapixel camera: 8000 × 6000, some megabytes, with grain.
fn camera_jpeg() -> Vec<u8> {
    let (width, height) = (8000, 6000);
    // Some megabytes as a JPEG: most of the picture is even, as in photos.
    let mut band = vec![0; width as usize * 3 * 8];
    blake3::Hasher::new().update(b"grain").finalize_xof().fill(&mut band);
    band.iter_mut().enumerate().for_each(|(at, byte)| *byte = (*byte >> 6) + (at / 6000) as u8);
    let picture = RgbImage::from_raw(width, height, band.repeat(height as usize / 8)).unwrap();
    let mut bytes = Vec::new();
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), ImageFormat::Jpeg).unwrap();
    bytes
}

/// The same with grain everywhere, hardly compressible and stored rotated: about 35 MB.
fn grainy_jpeg() -> Vec<u8> {
    let (width, height) = (8000_u16, 6000_u16);
    let mut band = vec![0; usize::from(width) * 3 * 64];
    blake3::Hasher::new().update(b"grain").finalize_xof().fill(&mut band);
    band.iter_mut().enumerate().for_each(|(at, byte)| *byte = (*byte >> 2) + (at / 10_000) as u8);
    let pixels = band.repeat(usize::from(height).div_ceil(64));
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 96);
    encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
    encoder.add_exif_metadata(b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0").unwrap();
    encoder.encode(&pixels, width, height, ColorType::Rgb).unwrap();
    assert!((30_000_000..45_000_000).contains(&bytes.len()), "{} bytes", bytes.len());
    bytes
}

/// The peak memory of a process so far, in MB.
fn peak_mb(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? >> 10)
}

/// Imports this many products of one 48-megapixel photo each; returns the peak in MB with and without them.
fn peak_of_an_import(photo: &[u8], count: usize, said: u64, taken: u64) -> (u64, u64, Duration) {
    let behaviour = Behaviour { photo_bytes: taken, ..Behaviour::default() };
    let shop = Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let market = shop.sandbox.market_file().replace(&format!("photo_bytes = {taken}"), &format!("photo_bytes = {said}"));
    assert!(market.contains(&format!("photo_bytes = {said}")));
    let peak = |desk: &Desk, count: usize| {
        let started = Instant::now();
        let mut command = desk.import_command(&[]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let _watchdog = Watchdog::over(LONG_PATIENCE + Duration::from_secs(30) * u32::try_from(count).unwrap(), &child);
        let mut peak = 0;
        let status = loop {
            peak = peak.max(peak_mb(child.id()).unwrap_or(0));
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            let _ = std::sync::mpsc::channel::<()>().1.recv_timeout(Duration::from_millis(20));
        };
        assert_eq!(status.code(), Some(0));
        assert_eq!(shop.titles().len(), count);
        (peak, started.elapsed())
    };
    let small = Desk::with(&market, shop.sandbox.token());
    small.photo("Small.png");
    let (without, _) = peak(&small, 1);

    let desk = Desk::with(&market, shop.sandbox.token());
    let first = desk.photos().join("Photo 0.jpg");
    std::fs::write(&first, photo).unwrap();
    for n in 1..count {
        std::fs::hard_link(&first, desk.photos().join(format!("Photo {n}.jpg"))).unwrap();
    }
    let (with, took) = peak(&desk, count + 1);
    (without, with, took)
}

/// The market file states a limit of `said` bytes; the marketplace accepts up to `taken`.
fn assert_bounded(photo: &[u8], count: usize, said: u64, taken: u64) {
    let (without, with, took) = peak_of_an_import(photo, count, said, taken);
    println!("{count} photos of 48 megapixels, {said} bytes said, {taken} taken: {with} MB at most, {without} MB without, {took:.1?}");
    assert!(with - without <= BUDGET_MB, "{with} MB, {without} MB without photos");
}

#[cfg(target_os = "linux")]
#[test]
fn resizing_48_megapixel_photos_stays_within_the_memory_budget() {
    assert_bounded(&camera_jpeg(), 2, FIVE_MIB, FIVE_MIB);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "some minutes; tells the peak of 60 photos sent as they are, and of 60 made to fit"]
fn sixty_48_megapixel_photos_stay_within_the_memory_budget() {
    let photo = camera_jpeg();
    assert_bounded(&photo, 60, FIFTY_MIB, FIFTY_MIB);
    assert_bounded(&photo, 60, FIVE_MIB, FIVE_MIB);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "some minutes; tells the peak of 20 very grainy photos sent as they are, made to fit, and refused first"]
fn twenty_grainy_48_megapixel_photos_stay_within_the_memory_budget() {
    let photo = grainy_jpeg();
    assert_bounded(&photo, 20, FIFTY_MIB, FIFTY_MIB);
    assert_bounded(&photo, 20, FIVE_MIB, FIVE_MIB);
    // Refused, and prepared again.
    assert_bounded(&photo, 20, FIFTY_MIB, FIVE_MIB);
}
