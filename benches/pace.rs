//! Measures whether the import finds its best speed automatically.
//!
//! First, at three latencies, it has to reach 95 % of the best import with a fixed number of concurrent
//! requests. Then, at a marketplace with a limit of creations per second, less than 2 % of its requests may
//! be rejected. Prints the results and fails if a bound is missed.

mod shop;

use std::path::PathBuf;

use vitrine_core::pace::Limits;
use vitrine_sandbox::{DateIn, FaultRule, Faults, Operation, RetryAfter};

const PHOTO_BYTES: usize = 15_000;
/// Products imported before the measurement, which would otherwise wait until the worker knows how fast the
/// shop lists them.
const WARM_UP_PRODUCTS: usize = 2;
const FIXED_PARALLELISM: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// How many of the fastest fixed numbers are measured again, alternating with the adaptive one.
const FINALISTS: usize = 2;
const ROUNDS: usize = 5;
/// Products per measurement; slow settings use fewer, because they would take minutes and are far from the
/// best.
const PRODUCTS: usize = 600;
const PRODUCTS_BY_PARALLELISM: usize = 20;
/// The minimum ratio of the adaptive speed to the best fixed one.
const MIN_SPEED_RATIO: f64 = 0.95;
/// The maximum share of rejected requests.
const MAX_REJECTED_SHARE: f64 = 0.02;

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let photos = shop::photos(dir.path(), WARM_UP_PRODUCTS + 1000, PHOTO_BYTES);
    let latencies: Vec<bool> =
        [0, 50, 200].into_iter().map(|latency| holds_at_latency(&photos, latency)).collect();
    let date = RetryAfter::Date(DateIn { date_in: 1 });
    let rates: Vec<bool> = [
        (5.0, 300, "in seconds", FaultRule::default()),
        (20.0, 600, "as a date", FaultRule { retry_after: Some(date), ..FaultRule::default() }),
        (50.0, 1000, "missing", FaultRule { silent: true, ..FaultRule::default() }),
    ]
    .into_iter()
    .map(|(rate, products, form, rule)| {
        holds_at_rate(&photos[..WARM_UP_PRODUCTS + products], rate, form, rule)
    })
    .collect();
    assert!(latencies.into_iter().chain(rates).all(|holds| holds), "a bound was missed");
}

fn verdict(holds: bool) -> &'static str {
    if holds { "PASS" } else { "FAIL" }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn holds_at_latency(photos: &[PathBuf], latency_ms: u64) -> bool {
    let mut fixed: Vec<(f64, usize)> = FIXED_PARALLELISM
        .into_iter()
        .map(|fixed| (measure(photos, latency_ms, Some(fixed)), fixed))
        .collect();
    for (reached, fixed) in &fixed {
        println!("{latency_ms:3} ms, {fixed:2} in parallel: {reached:6.1} products/s");
    }
    fixed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    // The finalists are measured again in rounds, because the first results may be lucky, and a slow moment
    // of the machine then affects all of them.
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let finalists: Vec<f64> =
            fixed[..FINALISTS].iter().map(|&(_, fixed)| measure(photos, latency_ms, Some(fixed))).collect();
        rounds.push((measure(photos, latency_ms, None), finalists));
    }
    let found = median(rounds.iter().map(|(found, _)| *found).collect());
    let mut holds = true;
    for (finalist, (_, fixed)) in fixed[..FINALISTS].iter().enumerate() {
        let ratio = median(rounds.iter().map(|(found, finalists)| found / finalists[finalist]).collect());
        let reached = median(rounds.iter().map(|(_, finalists)| finalists[finalist]).collect());
        holds &= ratio >= MIN_SPEED_RATIO;
        println!(
            "{} {latency_ms:3} ms, adaptive: {found:6.1} products/s, {fixed:2} in parallel: {reached:6.1}; {:.0} % of it",
            verdict(ratio >= MIN_SPEED_RATIO),
            ratio * 100.0
        );
    }
    holds
}

/// Measures an import, in products per second.
fn measure(photos: &[PathBuf], latency_ms: u64, fixed: Option<usize>) -> f64 {
    let products = match fixed {
        Some(fixed) if latency_ms > 0 => PRODUCTS.min(fixed * PRODUCTS_BY_PARALLELISM),
        _ => PRODUCTS,
    };
    let faults = Faults::of(FaultRule { latency_ms, ..FaultRule::default() });
    let limits = Limits { fixed, ..Limits::default() };
    let imported =
        shop::import(&photos[..WARM_UP_PRODUCTS], &photos[WARM_UP_PRODUCTS..][..products], faults, limits);
    products as f64 / imported.took.as_secs_f64()
}

/// The shop allows a burst of one second's worth in addition to the rate.
fn holds_at_rate(photos: &[PathBuf], rate: f64, form: &str, rule: FaultRule) -> bool {
    let slow = FaultRule { latency_ms: 50, ..FaultRule::default() };
    let limit = FaultRule { on: Some(Operation::Create), per_second: Some(rate), ..rule };
    let faults = Faults { rules: vec![slow, limit], ..Faults::default() };
    let products = photos.len() - WARM_UP_PRODUCTS;
    let imported =
        shop::import(&photos[..WARM_UP_PRODUCTS], &photos[WARM_UP_PRODUCTS..], faults, Limits::default());
    let reached = (products as f64 - rate) / rate / imported.took.as_secs_f64();
    let rejected = imported.rejected as f64 / imported.requests as f64;
    println!(
        "{} {rate:2} creations/s, Retry-After {form}: {} of {} requests rejected ({:.1} %), {:.0} % of the rate reached",
        verdict(rejected < MAX_REJECTED_SHARE),
        imported.rejected,
        imported.requests,
        rejected * 100.0,
        reached * 100.0
    );
    rejected < MAX_REJECTED_SHARE
}
