//! Worlds in which some products have no photos: hidden ones, where the marketplace takes them so.

use super::invariants::seeds;
use super::simulate_in;
use super::world::{Skus, World};

#[test]
fn each_product_is_created_exactly_once_though_some_have_no_photos() {
    let seeds = seeds();
    let failed = (seeds.start..seeds.start + (seeds.end - seeds.start).div_ceil(4)).filter_map(|seed| {
        let skus = if seed % 3 == 0 { Skus::Unique } else { Skus::None };
        let world = World { skus, ..World::with_photoless(seed) };
        Some(format!("seed {seed}, {skus:?}: {}", simulate_in(&world, seed, false).err()?))
    });
    let failed: Vec<String> = failed.take(10).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
