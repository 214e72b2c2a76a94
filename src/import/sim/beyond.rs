//! Worlds at and beyond the edge of what the engine's waits are made for. Up to the edge every loss is settled; beyond it,
//! where the list cannot tell, asking a person is the only way out, never a duplicate.

use std::ops::Range;
use std::time::Duration;

use super::host::{Broken, Host};
use super::judge::{check, seeds};
use super::world::{Paging, PhotoIds, World};
use crate::import::engine::Rule;
use crate::import::journal::Record;

const S: Duration = Duration::from_secs(1);

/// A tenth of the seeds of the other worlds.
fn fewer() -> Range<u64> {
    let all = seeds();
    all.start..all.start + (all.end - all.start).div_ceil(10)
}

/// Runs the world of each seed, and tells for how many products a person was asked.
fn run(name: &str, world: impl Fn(u64) -> World) -> usize {
    run_with(Broken::Nothing, name, world)
}

fn run_with(broken: Broken, name: &str, world: impl Fn(u64) -> World) -> usize {
    let (mut asked, mut failed) = (0, Vec::new());
    for seed in fewer() {
        let world = world(seed);
        let mut host = Host::new(&world, seed, broken);
        if let Err(violation) = host.import().and_then(|()| check(&host)) {
            failed.push(format!("seed {seed}: {violation}"));
        }
        asked += host.journal.iter().filter(|entry| matches!(entry.record, Record::Undecided { .. })).count();
    }
    println!("{name}: {} seeds, {} violations, a person asked {asked} times", fewer().count(), failed.len());
    assert!(failed.is_empty(), "{name}: {}", failed.into_iter().take(10).collect::<Vec<_>>().join("\n"));
    asked
}

/// Losses enough, and a list that tells.
fn lossy(seed: u64) -> World {
    World {
        photo_ids: PhotoIds::Same,
        paging: Paging::Honest,
        renames: false,
        total_ahead: false,
        lost_there: 100,
        lost_back: 150,
        throttled_done: 0,
        stragglers: (0, 0..1),
        stalls: Vec::new(),
        clock_jumps: Vec::new(),
        ..World::new(seed)
    }
}

/// No product of ours is ever listed.
pub(super) fn never_listed(seed: u64) -> World {
    World { holds_back: true, known_shop: false, ..lossy(seed) }
}

#[test]
fn a_list_that_never_shows_what_is_created_leaves_what_was_lost_to_a_person() {
    assert!(run("never listed", never_listed) > 0);
}

/// 10 s after a broken connection and 30 s after a time-out, and then up to 10 s more until it is listed, in any order.
#[test]
fn a_creation_that_takes_effect_as_late_as_is_reckoned_with_is_found() {
    run("as late as reckoned with", |seed| World { late: 10 * S, late_when_slow: 30 * S, lag: 0..9_000, ..lossy(seed) });
}

/// The list stops just before a creation takes effect, for as long as it may with no later product of ours in it.
pub(super) fn delayed_and_frozen(seed: u64) -> World {
    let stalls = (0..40).map(|n| (10 + 45 * n) * S + (seed % 7) as u32 * S).map(|at| at..at + 20 * S).collect();
    World { late: 8 * S, late_when_slow: 25 * S, lag: 0..500, stalls, ..lossy(seed) }
}

#[test]
fn an_outage_that_delays_a_creation_and_then_freezes_the_list_makes_no_duplicate() {
    run("delayed and frozen", delayed_and_frozen);
}

#[test]
fn ordinary_losses_are_not_asked_about_for_the_sake_of_lists_that_never_show_anything() {
    let ordinary = |seed| World { lag: 0..1_000, late: 8 * S, late_when_slow: 25 * S, known_shop: false, ..lossy(seed) };
    let asked = run("ordinary losses", ordinary);
    let without = run_with(Broken::Rule(Rule::ListShowsOurs), "the same, absence from any list believed", ordinary);
    assert!(asked <= without + fewer().count() / 20, "asked {asked} times, and {without} times without the rule");
}

#[test]
fn totals_that_are_wrong_make_no_duplicate() {
    for total_off in [-5, -1, 1, 5] {
        run("wrong totals", |seed| World { total_off, says_page_size: true, ..lossy(seed) });
    }
}
