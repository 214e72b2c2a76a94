//! A thousand runs of changes against a model marketplace that loses requests and answers, applies them late,
//! leaves products out of its answers, throttles and signs people out, while buyers buy and the program
//! crashes; and others in a shop that somebody changes from another computer. Every seed replays:
//! `VITRINE_SEED=17 cargo test --lib edit::sim -- --nocapture one_seed`, or with `VITRINE_SHARED_SEED`.

mod driver;
mod invariants;
mod shop;
mod world;

use driver::Simulation;
use world::World;

fn simulate(world: &World, verbose: bool) -> Result<(), String> {
    let mut simulation = Simulation::new(world, verbose);
    simulation.run()?;
    invariants::check(&simulation)
}

/// Plays these worlds, and reports the first that end in a violation.
fn play(
    name: &str,
    seeds: std::ops::Range<u64>,
    world: fn(u64) -> World,
    mut on_end: impl FnMut(&Simulation<'_>),
) {
    let failed = seeds.filter_map(|seed| {
        let world = world(seed);
        let mut simulation = Simulation::new(&world, false);
        let result = simulation.run().and_then(|()| invariants::check(&simulation));
        on_end(&simulation);
        let violation = result.err()?;
        Some(format!("seed {seed}: {violation}\nreplay: {name}={seed} cargo test --lib edit::sim -- --nocapture one_seed"))
    });
    let failed: Vec<String> = failed.take(10).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_change_is_proven_and_none_overwrites_what_somebody_else_changed() {
    play("VITRINE_SEED", crate::simulation::seeds(1_000), World::new, |_| {});
}

/// What the other one set where a reading could show it is never replaced; whoever comes later is asked.
#[test]
fn two_computers_at_one_shop_replace_nothing_of_each_other_silently() {
    let (mut asked, mut products) = (0, 0);
    play("VITRINE_SHARED_SEED", crate::simulation::seeds(300), World::with_another_computer, |simulation| {
        asked += simulation.durable.iter().filter(|row| row.state == crate::edit::RowState::Moved).count();
        products += simulation.durable.len();
    });
    assert!(asked * 4 > products, "a person was asked about {asked} of {products} products");
}

/// A change that was stopped while it waited for its review; a run that was stopped by refusals said that it
/// waited for the network; rows that are sent alone took the places of those still to be read, and nothing
/// was sent any more; a change was given up without being read again after its lost request could last take
/// effect; a stopped change of which a part had taken effect and the rest waited for its review; a product
/// that failed because another one had spoilt the readings of both; and errors of the check.
const ONCE_FOUND: [u64; 7] = [323, 1_933, 5_708, 37_469, 48_142, 9_054_604, 12_001_829];

#[test]
fn seeds_that_once_found_a_bug_pass() {
    for seed in ONCE_FOUND {
        simulate(&World::new(seed), false).unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
    }
    // Somebody happened to set what had been refused.
    for seed in [14_007_605, 14_082_764] {
        let ended = simulate(&World::with_another_computer(seed), false);
        ended.unwrap_or_else(|violation| panic!("shared seed {seed}: {violation}"));
    }
}

#[test]
fn one_seed() {
    let alone = crate::simulation::from_environment("VITRINE_SEED").map(World::new);
    let shared = crate::simulation::from_environment("VITRINE_SHARED_SEED").map(World::with_another_computer);
    for world in alone.into_iter().chain(shared) {
        println!("{world:#?}");
        simulate(&world, true).unwrap();
    }
}
