//! An import stays within its memory budget, whatever the number and size of the photos.

use std::process::Stdio;
use std::time::{Duration, Instant};

use image::{ImageFormat, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use vitrine_sandbox::{Faults, Options, ShopBehaviour};

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::timeout::{LONG_TIMEOUT, Watchdog};

/// The memory for the photos of an import, in addition to the program itself.
const BUDGET_MB: u64 = 300;

const FIVE_MIB: u64 = 5 << 20;
const FIFTY_MIB: u64 = 50 << 20;

/// A photo like that of a 48-megapixel camera: 8000 × 6000 pixels, some megabytes, with grain.
fn camera_jpeg() -> Vec<u8> {
    let (width, height) = (8000, 6000);
    // Most of the picture is even, as in real photos, so the JPEG has only some megabytes.
    let mut band = vec![0; width as usize * 3 * 8];
    blake3::Hasher::new().update(b"grain").finalize_xof().fill(&mut band);
    band.iter_mut().enumerate().for_each(|(at, byte)| *byte = (*byte >> 6) + (at / 6000) as u8);
    let picture = RgbImage::from_raw(width, height, band.repeat(height as usize / 8)).unwrap();
    let mut bytes = Vec::new();
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), ImageFormat::Jpeg).unwrap();
    bytes
}

/// A photo of the same size with grain everywhere, stored rotated. It hardly compresses: about 35 MB.
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

/// Imports `count` products with one photo each. Returns the peak in MB without and with these photos, and
/// the time.
fn import_peaks(photo: &[u8], count: usize, stated: u64, accepted: u64) -> (u64, u64, Duration) {
    let behaviour = ShopBehaviour { photo_bytes: accepted, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let market = shop
        .sandbox
        .market_file()
        .replace(&format!("photo_bytes = {accepted}"), &format!("photo_bytes = {stated}"));
    assert!(market.contains(&format!("photo_bytes = {stated}")));
    let peak = |env: &TestEnv, count: usize| {
        let started = Instant::now();
        let mut command = env.import_command(&[]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let _watchdog =
            Watchdog::start(LONG_TIMEOUT + Duration::from_secs(30) * u32::try_from(count).unwrap(), &child);
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
    let small = TestEnv::with_market_file(&market, shop.sandbox.token());
    small.photo("Small.png");
    let (without, _) = peak(&small, 1);

    let env = TestEnv::with_market_file(&market, shop.sandbox.token());
    let first = env.photos().join("Photo 0.jpg");
    std::fs::write(&first, photo).unwrap();
    for n in 1..count {
        std::fs::hard_link(&first, env.photos().join(format!("Photo {n}.jpg"))).unwrap();
    }
    let (with, took) = peak(&env, count + 1);
    (without, with, took)
}

/// The market file states a limit of `stated` bytes, and the marketplace accepts up to `accepted` bytes.
fn assert_bounded(photo: &[u8], count: usize, stated: u64, accepted: u64) {
    let (without, with, took) = import_peaks(photo, count, stated, accepted);
    println!(
        "{count} photos of 48 megapixels, limit {stated} bytes, accepted {accepted} bytes: peak {with} MB, {without} MB without photos, {took:.1?}"
    );
    assert!(with - without <= BUDGET_MB, "{with} MB with photos, {without} MB without");
}

#[cfg(target_os = "linux")]
#[test]
fn resizing_48_megapixel_photos_stays_within_the_memory_budget() {
    assert_bounded(&camera_jpeg(), 2, FIVE_MIB, FIVE_MIB);
}

/// A packed picture takes a thousand times what its file has.
#[cfg(target_os = "linux")]
#[test]
fn pictures_of_which_each_takes_the_whole_budget_are_decoded_one_after_another() {
    let picture = image::RgbaImage::from_pixel(5000, 5000, image::Rgba([200, 30, 30, 128]));
    let mut bytes = Vec::new();
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    let peak = |count| import_peaks(&bytes, count, FIFTY_MIB, FIFTY_MIB).1;
    let (one, some) = (peak(1), peak(6));
    println!("{one} MB for one, {some} MB for six");
    // A picture that is decoded beside another takes 100 MB.
    assert!(some <= one + 50, "{one} MB for one, {some} MB for six");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes; prints the peak of 60 photos sent unchanged, and of 60 resized ones"]
fn sixty_48_megapixel_photos_stay_within_the_memory_budget() {
    let photo = camera_jpeg();
    assert_bounded(&photo, 60, FIFTY_MIB, FIFTY_MIB);
    assert_bounded(&photo, 60, FIVE_MIB, FIVE_MIB);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes; prints the peak of 20 very grainy photos sent unchanged, resized, and rejected before they are resized"]
fn twenty_grainy_48_megapixel_photos_stay_within_the_memory_budget() {
    let photo = grainy_jpeg();
    assert_bounded(&photo, 20, FIFTY_MIB, FIFTY_MIB);
    assert_bounded(&photo, 20, FIVE_MIB, FIVE_MIB);
    // Rejected first, and then resized.
    assert_bounded(&photo, 20, FIFTY_MIB, FIVE_MIB);
}
