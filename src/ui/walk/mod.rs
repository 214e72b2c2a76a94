//! A person at random, in the window: walks through the real screens, with the real worker and two practice marketplaces behind
//! them, on a clock that advances when nobody has anything to do. Walks replay: `VITRINE_WALK=17 cargo test --lib ui::walk`.

mod checks;
mod directed;
mod files;
mod ledger;
mod person;
mod program;
mod steps;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::task::LocalSet;

use person::{Tally, Walker};
use steps::{Walk, walks};

use crate::worker::sim_env;

/// How many walks may be spent on shrinking a failing one.
const MAX_TRIES: usize = 120;

fn play(walk: &Walk, verbose: bool) -> Result<Tally, String> {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        sim_env::begin(walk.seed);
        LocalSet::new().block_on(&runtime, async {
            sim_env::start_clock();
            Box::pin(Walker::new(walk, verbose)?.go()).await
        })
    }));
    sim_env::end();
    played.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

fn generated(number: u64) -> impl ValueTree<Value = Walk> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    walks(100).new_tree(&mut runner).expect("every drawing gives a walk")
}

/// The smallest version of the walk that fails in the same way, and its violation.
fn smallest(number: u64) -> String {
    let mut tree = generated(number);
    let mut smallest = (tree.current(), "it does not replay".to_owned());
    for _ in 0..MAX_TRIES {
        let walk = tree.current();
        let goes_on = match play(&walk, false) {
            Err(violation) => {
                smallest = (walk, violation);
                tree.simplify()
            }
            Ok(_) => tree.complicate(),
        };
        if !goes_on {
            break;
        }
    }
    let (walk, violation) = smallest;
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

#[test]
fn random_walks_meet_nothing_wrong() {
    let (mut all, mut failed, began) = (Tally::default(), Vec::new(), std::time::Instant::now());
    let range = range(24);
    for number in range.clone() {
        match play(&generated(number).current(), false) {
            Ok(tally) => {
                all.steps += tally.steps;
                all.starts += tally.starts;
                all.products += tally.products;
                all.requests += tally.requests;
            }
            Err(violation) => {
                println!("walk {number}: {violation}");
                failed.push(number);
            }
        }
    }
    println!("{range:?} in {:?}: {all:?}", began.elapsed());
    assert!(failed.is_empty(), "VITRINE_WALK=n replays and shrinks one of these: {failed:?}");
}

#[test]
fn one_walk() {
    let Some(number) = std::env::var("VITRINE_WALK").ok().and_then(|text| text.parse().ok()) else { return };
    if let Err(violation) = play(&generated(number).current(), true) {
        panic!("{violation}\nThe same as small as it can be:\n{}", smallest(number));
    }
}
