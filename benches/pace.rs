//! Whether the import finds by itself how fast it can go.
//!
//! First: at three latencies, against the same import with a fixed number of requests at once. It has to reach 95 % of
//! the best of them. Then: against a marketplace that takes so many creations a second. It has to reach 95 % of that,
//! and less than 2 % of its requests may be turned away. Prints what it found, and fails where one of these does not hold.

mod shop;

use std::path::PathBuf;

use vitrine::import::pace::Limits;
use vitrine::sandbox::{DateIn, Faults, Operation, RetryAfter, Rule};

const PHOTOS: usize = 1000;
const PHOTO_BYTES: usize = 15_000;
const ROUNDS: usize = 5;
/// Products of one measurement; slow ones make do with fewer, because they would take minutes and are far from the best.
const PRODUCTS: usize = 300;
const PRODUCTS_BY_PARALLELISM: usize = 20;
const FIXED: [usize; 6] = [1, 2, 4, 8, 16, 32];
const REACHED: f64 = 0.95;
const WASTED: f64 = 0.02;

fn main() {
    let place = tempfile::tempdir().expect("a temporary directory");
    let photos = shop::photos(place.path(), PHOTOS, PHOTO_BYTES);
    let latencies: Vec<bool> = [0, 50, 200].into_iter().map(|latency| holds_at_latency(&photos, latency)).collect();
    let date = RetryAfter::Date(DateIn { date_in: 1 });
    let rates: Vec<bool> = [
        (5.0, 300, "in seconds", Rule::default()),
        (20.0, 600, "as a date", Rule { retry_after: Some(date), ..Rule::default() }),
        (50.0, 1000, "missing", Rule { silent: true, ..Rule::default() }),
    ]
    .into_iter()
    .map(|(rate, products, form, rule)| holds_at_rate(&photos[..products], rate, form, rule))
    .collect();
    assert!(latencies.into_iter().chain(rates).all(|holds| holds), "see above");
}

/// One way to go about it, with what it reached in each round.
struct Way {
    fixed: Option<usize>,
    /// In products a second.
    reached: Vec<f64>,
}

impl Way {
    fn median(&self) -> f64 {
        let mut reached = self.reached.clone();
        reached.sort_by(f64::total_cmp);
        reached[reached.len() / 2]
    }
}

fn holds_at_latency(photos: &[PathBuf], latency_ms: u64) -> bool {
    let mut found = Way { fixed: None, reached: Vec::new() };
    let mut ways: Vec<Way> = FIXED.into_iter().map(|fixed| Way { fixed: Some(fixed), reached: Vec::new() }).collect();
    // Interleaved, so that a slow moment of the machine meets all.
    for round in 0..ROUNDS {
        let best = ways.iter().chain([&found]).flat_map(|way| way.reached.first().copied()).fold(0.0, f64::max);
        for way in ways.iter_mut().chain([&mut found]) {
            // What is slower by a third will not be the best.
            if round == 0 || way.fixed.is_none() || way.reached[0] > best / 1.5 {
                way.reached.push(measured(photos, latency_ms, way.fixed));
            }
        }
    }
    for way in &ways {
        println!("{latency_ms:3} ms, {:2} at once: {:6.1} products a second", way.fixed.unwrap_or_default(), way.median());
    }
    let best = ways.iter().map(Way::median).fold(0.0, f64::max);
    let ratio = found.median() / best;
    println!("{latency_ms:3} ms, as found:   {:6.1} products a second, {:.0} % of the best fixed", found.median(), ratio * 100.0);
    ratio >= REACHED
}

fn measured(photos: &[PathBuf], latency_ms: u64, fixed: Option<usize>) -> f64 {
    let products = match fixed {
        Some(fixed) if latency_ms > 0 => PRODUCTS.min(fixed * PRODUCTS_BY_PARALLELISM),
        _ => PRODUCTS,
    };
    let faults = Faults::of(Rule { latency_ms, ..Rule::default() });
    let imported = shop::import(&photos[..products], faults, Limits { fixed, ..Limits::default() });
    products as f64 / imported.took.as_secs_f64()
}

/// The shop keeps one second's worth for whoever was quiet, so that much comes on top of the rate.
fn holds_at_rate(photos: &[PathBuf], rate: f64, form: &str, rule: Rule) -> bool {
    let slow = Rule { latency_ms: 50, ..Rule::default() };
    let limit = Rule { on: Some(Operation::Create), per_second: Some(rate), ..rule };
    let faults = Faults { rules: vec![slow, limit], ..Faults::default() };
    let imported = shop::import(photos, faults, Limits::default());
    let reached = (photos.len() as f64 - rate) / rate / imported.took.as_secs_f64();
    let wasted = imported.refused as f64 / imported.requests as f64;
    println!(
        "{rate:2} creations a second, Retry-After {form}: {:.0} % of the rate reached, {} of {} requests turned away ({:.1} %)",
        reached * 100.0,
        imported.refused,
        imported.requests,
        wasted * 100.0
    );
    reached >= REACHED && wasted < WASTED
}
