//! Compares the import with sending one request at a time, using the same client.
//!
//! 200 photos of 300 kB become 200 products of a practice shop with a latency of 50 ms. Prints the ratio and
//! fails if the import takes more than a fifth of the time.

mod shop;

use std::path::PathBuf;
use std::time::Duration;

use vitrine_core::pace::Limits;
use vitrine_sandbox::{FaultRule, Faults};

const PHOTOS: usize = 200;
const PHOTO_BYTES: usize = 300_000;
const LATENCY_MS: u64 = 50;
const MAX_RATIO: f64 = 0.2;

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let photos = shop::photos(dir.path(), PHOTOS, PHOTO_BYTES);
    // Interleaved, so that a slow moment of the machine affects both; the median ratio counts.
    let mut ratios: Vec<f64> = (0..3).map(|_| ratio(&photos)).collect();
    ratios.sort_by(f64::total_cmp);
    println!("import / one at a time: {:.3} (of {ratios:.3?}), at most {MAX_RATIO}", ratios[1]);
    assert!(ratios[1] <= MAX_RATIO, "the import takes more than a fifth of the time");
}

fn ratio(photos: &[PathBuf]) -> f64 {
    let parallel = timed(photos, Limits::default());
    let one_at_a_time = timed(photos, Limits { fixed: Some(1), ..Limits::default() });
    println!("import {:.2} s, one at a time {:.2} s", parallel.as_secs_f64(), one_at_a_time.as_secs_f64());
    parallel.as_secs_f64() / one_at_a_time.as_secs_f64()
}

fn timed(photos: &[PathBuf], pace: Limits) -> Duration {
    let imported = shop::import(
        &[],
        photos,
        Faults::of(FaultRule { latency_ms: LATENCY_MS, ..FaultRule::default() }),
        pace,
    );
    assert_eq!(imported.rejected, 0, "rejected, of {} requests to a shop without a limit", imported.requests);
    imported.took
}
