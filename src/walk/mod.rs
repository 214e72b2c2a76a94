//! A person at random, in the window: walks through the real screens, with the real worker and two practice
//! marketplaces behind them, on a clock that advances when nobody has anything to do. Walks replay:
//! `VITRINE_WALK=17 cargo test --lib walk::`.

mod checks;
mod directed;
mod errands;
mod files;
mod hands;
mod labels;
mod lives;
mod page;
mod person;
mod program;
mod steps;
mod tally;
mod witness;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::Instant;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::task::LocalSet;

use person::Walker;
use steps::{Walk, walks};
use tally::Tally;

use crate::worker::sim_env;

/// The steps of a random walk.
const STEPS: usize = 100;
/// How many walks may be spent on shrinking a failing one.
const MAX_TRIES: usize = 200;

fn play(walk: &Walk, verbose: bool) -> Result<Tally, String> {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        sim_env::begin(walk.seed);
        LocalSet::new().block_on(&runtime, async {
            sim_env::start_clock();
            Box::pin(Walker::new(walk, verbose)?.go()).await
        })
    }));
    sim_env::end();
    crate::store::set_disk_full(false);
    crate::store::on_write(None);
    played.unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

fn generated(number: u64) -> Walk {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    walks(STEPS).new_tree(&mut runner).expect("every drawing gives a walk").current()
}

/// A walk that fails with fewer steps, found by leaving out parts of it, and its violation.
fn smallest(number: u64) -> String {
    let mut walk = generated(number);
    let mut violation = "it does not replay".to_owned();
    let (mut part, mut tries) = (walk.steps.len() / 2, 0);
    while part > 0 && tries < MAX_TRIES {
        let mut at = 0;
        while at < walk.steps.len() && tries < MAX_TRIES {
            let mut shorter = walk.clone();
            shorter.steps.drain(at..walk.steps.len().min(at + part));
            tries += 1;
            match play(&shorter, false) {
                Err(now) => (walk, violation) = (shorter, now),
                Ok(_) => at += part,
            }
        }
        part /= 2;
    }
    if std::env::var_os("VITRINE_WALK").is_some() {
        let _ = play(&walk, true);
    }
    format!("walk {number}: {violation}\n{walk:?}")
}

/// A number of walks or a range: `VITRINE_WALKS=20000`, `VITRINE_WALKS=20000..40000`.
fn range(usual: u64) -> Range<u64> {
    let told = std::env::var("VITRINE_WALKS").unwrap_or_else(|_| usual.to_string());
    let (first, end) = told.split_once("..").unwrap_or(("0", &told));
    let number = |text: &str| text.parse().expect("VITRINE_WALKS is a number, or one..another");
    number(first)..number(end)
}

/// Plays the walks on all cores.
fn play_all(range: &Range<u64>) -> (Tally, Vec<u64>) {
    let numbers = Mutex::new(range.clone());
    let results = Mutex::new((Tally::default(), Vec::new()));
    let play_some = || {
        while let Some(number) = { numbers.lock().unwrap().next() } {
            match play(&generated(number), false) {
                Ok(tally) => results.lock().unwrap().0 += tally,
                Err(violation) => {
                    println!("walk {number}: {violation}");
                    results.lock().unwrap().1.push(number);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(play_some);
        }
    });
    results.into_inner().unwrap()
}

#[test]
fn random_walks_meet_nothing_wrong() {
    let (range, began) = (range(80), Instant::now());
    let (all, failed) = play_all(&range);
    println!("{range:?} in {:?}: {all:?}", began.elapsed());
    assert!(failed.is_empty(), "VITRINE_WALK=n replays and shrinks one of these: {failed:?}");
    // Walks that do not get far find nothing.
    let of = |part: usize, share: usize| part >= all.walks * share / 100;
    assert!(of(all.importing, 50), "too few walks start an import: {all:?}");
    assert!(of(all.editing, 15), "too few walks change products: {all:?}");
    assert!(of(all.sign_outs, 20), "too few sign out: {all:?}");
    assert!(
        of(all.created, 100) && of(all.kills, 20) && of(all.restarts, 20) && of(all.sheets, 100),
        "{all:?}"
    );
}

#[test]
fn one_walk() {
    let Some(number) = std::env::var("VITRINE_WALK").ok().and_then(|text| text.parse().ok()) else { return };
    if let Err(violation) = play(&generated(number), true) {
        panic!("{violation}\nThe same as small as it can be:\n{}", smallest(number));
    }
}
