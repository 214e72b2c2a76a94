//! Worlds in which an unconfirmed creation is looked for by its SKU, whether or not an SKU belongs to one
//! product.

use std::collections::HashMap;

use super::invariants::{check, seeds};
use super::large_shop;
use super::simulation::Simulation;
use super::world::{Skus, World};
use crate::import::journal::Record;
use crate::simulation::Conditions;

/// What the marketplace does with SKUs. In the usual worlds nothing is looked for by them.
const KINDS: [Skus; 3] = [Skus::Unique, Skus::Shared, Skus::FilterIgnored];

#[test]
fn each_product_is_created_exactly_once_whether_or_not_an_sku_belongs_to_one_product() {
    let seeds = seeds();
    for seed in seeds.start..seeds.start + (seeds.end - seeds.start).div_ceil(12) {
        for skus in KINDS {
            let world = World::with_skus(seed, skus);
            let mut host = Simulation::new(&world, seed);
            let ended = host.import().and_then(|()| check(&host));
            assert_eq!(ended, Ok(()), "seed {seed}, {skus:?}");
        }
    }
}

/// The times from each lost response until its product was known to be created, in seconds.
fn waits(world: &World, seed: u64) -> Vec<i64> {
    let mut host = Simulation::new(world, seed);
    host.import().unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
    assert_eq!(check(&host), Ok(()), "seed {seed}");
    let (mut lost, mut waits) = (HashMap::new(), Vec::new());
    for entry in &host.journal {
        match &entry.record {
            Record::Lost { draft, .. } => drop(lost.entry(*draft).or_insert(entry.at)),
            Record::Created { draft, .. } => waits.extend(lost.remove(draft).map(|at| entry.at - at)),
            _ => {}
        }
    }
    waits
}

/// Some searches get lost themselves, and are repeated.
#[test]
fn nearly_every_lost_answer_is_settled_in_seconds_even_in_a_shop_of_a_thousand_pages() {
    let lossy = |seed, skus| {
        let world = large_shop(seed, 20);
        let conditions = Conditions { lost_requests: 0, ..world.conditions };
        World { skus, conditions, effect_delay: std::time::Duration::ZERO, known_shop: true, ..world }
    };
    let share = |skus| {
        let all: Vec<i64> = (0..6).flat_map(|seed| waits(&lossy(seed, skus), seed)).collect();
        println!("{skus:?}: {all:?}");
        all.iter().filter(|wait| **wait <= 6).count() as f64 / all.len() as f64
    };
    let (by_sku, by_list) = (share(Skus::Unique), share(Skus::None));
    assert!(
        by_sku > 0.8 && by_list < 0.2,
        "settled within 6 s: {by_sku:.2} by SKU, {by_list:.2} by the list"
    );
}
