//! Random sequences of user actions, played against the real worker: its store, its market client and two
//! practice marketplaces, on a clock that advances when nobody has anything to do. The checks compare what
//! was pressed, what was reported and what the shops hold; nothing looks into the worker. Sequences replay:
//! `VITRINE_SEQUENCE=17 cargo test
//! --lib worker::sim`.

pub mod driver;
mod edit_runs;
mod edits;
mod expectations;
pub mod network;
mod races;
mod screen;
mod strategies;
mod token_races;
pub mod world;

use std::ops::Range;
use std::time::Duration;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::task::LocalSet;

use driver::{Driver, Tally};
use strategies::worlds;
use world::World;

use super::sim_env;

/// How many runs may be spent on shrinking a failing sequence.
const MAX_TRIES: usize = 150;

/// Plays one sequence to its end.
fn play(world: &World, verbose: bool) -> Result<Tally, String> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    sim_env::begin(world.seed);
    let played = LocalSet::new().block_on(&runtime, async {
        sim_env::start_clock();
        Driver::new(world, verbose).play().await
    });
    sim_env::end();
    crate::store::set_disk_full(false);
    played
}

fn generated(number: u64) -> impl ValueTree<Value = World> {
    generated_from(worlds(), number)
}

fn generated_from(worlds: impl Strategy<Value = World>, number: u64) -> impl ValueTree<Value = World> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    worlds.new_tree(&mut runner).expect("every drawing gives a world")
}

fn world(number: u64) -> World {
    generated(number).current()
}

/// The smallest failing version of the sequence with this number, and its violation.
fn smallest(mut tree: impl ValueTree<Value = World>, number: u64) -> String {
    let mut smallest = (tree.current(), "it does not replay".to_owned());
    let mut tries = 0;
    loop {
        let world = tree.current();
        let goes_on = match play(&world, false) {
            Err(violation) => {
                smallest = (world, violation);
                tree.simplify()
            }
            Ok(_) => tree.complicate(),
        };
        tries += 1;
        if !goes_on || tries > MAX_TRIES {
            break;
        }
    }
    let (world, violation) = smallest;
    if std::env::var_os("VITRINE_SEQUENCE").is_some() {
        let _ = play(&world, true);
    }
    format!("sequence {number}: {violation}\n{world:?}")
}

/// A number of sequences or a range: `VITRINE_SEQUENCES=50000`, `VITRINE_SEQUENCES=50000..90000`.
fn sequences(usual: u64) -> Range<u64> {
    let told = std::env::var("VITRINE_SEQUENCES").unwrap_or_else(|_| usual.to_string());
    let (first, end) = told.split_once("..").unwrap_or(("0", &told));
    let number = |text: &str| text.parse().expect("VITRINE_SEQUENCES is a number, or one..another");
    number(first)..number(end)
}

#[test]
fn random_actions_create_each_product_exactly_once() {
    let (mut all, mut failed, began) = (Tally::default(), Vec::new(), std::time::Instant::now());
    let range = sequences(300);
    for number in range.clone() {
        match play(&world(number), false) {
            Ok(tally) => all += tally,
            Err(violation) => {
                println!("sequence {number}: {violation}");
                failed.push(number);
            }
        }
    }
    println!("{range:?} in {:?}: {all:?}", began.elapsed());
    assert!(
        failed.is_empty() || range.end - range.start <= 300,
        "VITRINE_SEQUENCE=n minimises one of these: {failed:?}"
    );
    let failed: Vec<String> =
        failed.into_iter().take(3).map(|number| smallest(generated(number), number)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// Sequences are generated from their number: where the generator changes, these are sequences like any
/// others.
#[test]
fn sequences_that_once_found_a_bug_pass() {
    for number in [377, 723, 883, 1248, 1356, 1890, 3397, 4574, 7635, 13_567, 17_617, 21_768, 30_301, 41_276]
    {
        let found = World { disk_full: 0..0, categories: None, ..world(number) };
        play(&found, false).unwrap_or_else(|violation| panic!("sequence {number}: {violation}"));
    }
}

#[test]
fn one_sequence() {
    let Some(number) = std::env::var("VITRINE_SEQUENCE").ok().and_then(|text| text.parse().ok()) else {
        return;
    };
    if let Err(violation) = play(&world(number), true) {
        println!("{violation}\nThe same as small as it can be:");
        panic!("{violation}\n{}", smallest(generated(number), number));
    }
}
