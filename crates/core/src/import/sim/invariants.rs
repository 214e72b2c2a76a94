//! Checks whether a world ended well, and selects the seeds.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::simulation::{Simulation, contents};
use super::{shop, world};
use crate::import::State;
use crate::import::journal::Identity;

/// What a row says is there: a product of its own, and none where it says that there is none.
fn check_rows(host: &Simulation<'_>) -> Result<(), String> {
    let mut ids = HashSet::new();
    for row in host.engine.rows().filter(|row| matches!(row.state, State::Created | State::Skipped)) {
        let Some(id) = &row.product_id else { continue };
        if !ids.insert(id.clone()) {
            return Err(format!("product {id} is said to be that of draft {} and of another", row.id));
        }
        let product = host.shop.products.iter().find(|product| id.as_str() == product.id.to_string());
        // What a gateway repeated has the name, and no source.
        let of = product
            .map(|product| product.source.map_or(&product.title, |source| &host.world.sources[source].name));
        if of != Some(&host.world.sources[host.source_of(row.id)].name) {
            return Err(format!("draft {} is said to be product {id}, which is {product:?}", row.id));
        }
    }
    Ok(())
}

/// What is said to be in the shop twice is there twice.
fn check_said_twice(host: &Simulation<'_>) -> Result<(), String> {
    let count = |name: &String| host.shop.products.iter().filter(|product| product.title == *name).count();
    match host.said_twice.iter().find(|name| count(name) < 2) {
        Some(name) => Err(format!("{name} is said to be in the shop twice")),
        None => Ok(()),
    }
}

/// What something repeated is said, once covers are known to tell.
pub fn check_repetitions(host: &Simulation<'_>) -> Result<(), String> {
    let row = |source: usize| host.engine.rows().find(|row| host.source_of(row.id) == source);
    let is_unsaid = |product: &&shop::Product| {
        let is_created = |source: usize| row(source).is_some_and(|row| row.state == State::Created);
        product.repetition_of.is_some_and(is_created) && !host.said_twice.contains(&product.title)
    };
    let by_cover = host.knowledge().identity == Identity::Cover;
    match host.shop.products.iter().find(is_unsaid).filter(|_| by_cover) {
        Some(product) => Err(format!("{product:?} is a repetition, and nobody is told")),
        None => Ok(()),
    }
}

/// No product is created twice, none is missing, none has another's cover.
pub fn check(host: &Simulation<'_>) -> Result<(), String> {
    host.engine.check_queues();
    check_rows(host)?;
    check_said_twice(host)?;
    let ours: Vec<&shop::Product> =
        host.shop.products.iter().filter(|product| product.source.is_some()).collect();
    let mut covers = HashSet::new();
    for product in &ours {
        let Some(source) = product.source else { continue };
        if product
            .photos
            .first()
            .is_some_and(|cover| !covers.insert(cover) && !host.world.oddities.ids_by_content)
        {
            return Err(format!("{product:?} shares its cover"));
        }
        let mut wanted = host.world.sources[source].photos.clone();
        let got = contents(host, &product.photos);
        if wanted.first() != got.first() {
            return Err(format!("{product:?} has another's cover"));
        }
        // The same photo twice in a folder is sent once or twice; the order is the folder's.
        let mut met = HashSet::new();
        wanted.retain(|content| met.insert(*content));
        let mut met = HashSet::new();
        let distinct: Vec<u64> = got.into_iter().filter(|content| met.insert(*content)).collect();
        if wanted != distinct {
            return Err(format!("{product:?} shows {distinct:?}, not {wanted:?}"));
        }
    }
    let mut there: HashMap<usize, usize> = HashMap::new();
    for product in &ours {
        *there.entry(product.source.unwrap_or(0)).or_default() += 1;
    }
    // Two folders with the same name and the same photos may stand for each other.
    let same = |a: &world::Source, b: &world::Source| a.name == b.name && a.photos == b.photos;
    for source in &host.world.sources {
        let alike =
            host.world.sources.iter().enumerate().filter(|(_, other)| same(source, other)).map(|(n, _)| n);
        let (folders, products) = alike.fold((0, 0), |(folders, products), n| {
            (folders + 1, products + there.get(&n).copied().unwrap_or(0))
        });
        if products > folders {
            return Err(format!("{products} products made of {folders} times {source:?}"));
        }
    }
    // Products that differ only in their covers are counted together.
    let twin = |source: usize| {
        host.world
            .sources
            .iter()
            .position(|other| other.name == host.world.sources[source].name)
            .unwrap_or(source)
    };
    let (mut said, mut found) = (HashMap::<usize, usize>::new(), HashMap::<usize, usize>::new());
    for row in host.engine.rows() {
        let source = host.source_of(row.id);
        *found.entry(twin(source)).or_default() += there.get(&source).copied().unwrap_or(0);
        match row.state {
            State::Created | State::Skipped => *said.entry(twin(source)).or_default() += 1,
            State::Failed | State::Cancelled => {}
            state => return Err(format!("draft {} ends as {state:?}", row.id)),
        }
    }
    for (group, &said) in &said {
        if found.get(group).copied().unwrap_or(0) < said {
            return Err(format!("sources like {group}: {said} said to be created, {found:?} in the shop"));
        }
    }
    for (group, &found) in &found {
        if said.get(group).copied().unwrap_or(0) < found {
            return Err(format!("sources like {group}: {found} in the shop, {said:?} said to be created"));
        }
    }
    Ok(())
}

/// The seeds of the usual worlds.
pub fn seeds() -> Range<u64> {
    crate::simulation::seeds(10_000)
}
