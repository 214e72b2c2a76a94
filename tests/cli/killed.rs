//! Kills the program with `kill -9` at random moments of an import over HTTP, at a marketplace that loses requests and
//! answers, fails and throttles; after the last start the shop has to contain every product exactly once.
//!
//! `VITRINE_KILLS=200 cargo test --test cli killed:: -- --nocapture` is the proof in docs/proofs.md.

use std::collections::{BTreeMap, HashSet};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use vitrine::sandbox::{Faults, Moment, Operation, Options, RetryAfter, Rule};

use crate::kit::patience::ended_within;
use crate::kit::shop::{Desk, Ran, Shop};

/// The number of photos added whenever hardly any product is left to import.
const BATCH: usize = 30;

/// A program that waits for a lost answer is killed during the wait.
const MAX_LIFE: Duration = Duration::from_millis(1500);

/// A minute is usual. A product that an earlier process did not find in the list at first makes the wait longer.
const MAX_END: Duration = Duration::from_secs(300);

/// A marketplace as bad as the contract allows.
fn bad_days() -> Faults {
    let on = |operation| Rule { on: Some(operation), ..Rule::default() };
    let create = || on(Operation::Create);
    Faults {
        seed: 7,
        list_lag_ms: 300,
        rules: vec![
            Rule { latency_ms: 10, jitter_ms: 30, ..Rule::default() },
            Rule { reset: true, when: Moment::After, probability: 0.12, ..create() },
            Rule { reset: true, when: Moment::Before, probability: 0.04, ..create() },
            Rule { status: Some(503), when: Moment::After, probability: 0.03, ..create() },
            Rule { status: Some(429), retry_after: Some(RetryAfter::Seconds(1)), probability: 0.01, ..create() },
            Rule { status: Some(500), when: Moment::Before, probability: 0.03, ..on(Operation::Upload) },
            Rule { reset: true, when: Moment::After, probability: 0.05, ..on(Operation::Upload) },
            Rule { cut_after: Some(40), probability: 0.03, ..on(Operation::List) },
        ],
        ..Faults::default()
    }
}

fn drop_photos(desk: &Desk, names: &mut Vec<String>) {
    for _ in 0..BATCH {
        let name = format!("Cup {:04}", names.len());
        for place in ["a", "b"] {
            desk.photo(&format!("{name}/{name} {place}.png"));
        }
        names.push(name);
    }
}

/// Waits until the program has sent so many requests, and some time more; false if it ended before.
fn reaches(running: &mut Child, shop: &Shop, requests: usize, more: Duration) -> bool {
    let (begun, started) = (shop.sandbox.request_count(), Instant::now());
    let mut there = None;
    loop {
        if running.try_wait().unwrap().is_some() {
            return false;
        }
        if there.is_none() && shop.sandbox.request_count() >= begun + requests {
            there = Some(Instant::now());
        }
        if there.is_some_and(|there| there.elapsed() >= more) || started.elapsed() >= MAX_LIFE {
            return true;
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// Discards the output of a process that will be killed.
fn unheard(mut command: Command) -> Command {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn after_kills_at_random_moments_every_product_exists_once_with_its_own_photos() {
    let kills: usize = std::env::var("VITRINE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12);
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    let (mut dice, mut names, mut killed, mut starts) = (SplitMix64::seed_from_u64(11), Vec::new(), 0, 0_usize);
    // The number of requests of each killed process.
    let mut lives: Vec<usize> = Vec::new();
    // Without faults first: in a shop whose lag is unknown a lost creation is waited for three minutes.
    shop.sandbox.set_faults(Faults { list_lag_ms: bad_days().list_lag_ms, ..Faults::default() });
    drop_photos(&desk, &mut names);
    assert_eq!(desk.import(&[]).status, 0);
    shop.sandbox.set_faults(bad_days());
    let begun = Instant::now();

    while killed < kills {
        if shop.sandbox.products().len() + BATCH / 2 > names.len() {
            drop_photos(&desk, &mut names);
        }
        // Some resume from the journal, some import the folder again.
        let command = if starts % 3 == 1 { desk.command(&["resume", "--json"]) } else { desk.import_command(&[]) };
        starts += 1;
        let mut running = unheard(command).spawn().unwrap();
        let before = shop.sandbox.request_count();
        let requests = usize::try_from(dice.next_u64() % 40).unwrap();
        let more = Duration::from_micros(dice.next_u64() % 60_000);
        if reaches(&mut running, &shop, requests, more) {
            running.kill().unwrap();
            killed += 1;
            lives.push(shop.sandbox.request_count() - before);
        }
        running.wait().unwrap();
    }
    let killing = begun.elapsed();
    lives.sort_unstable();
    let at_work = lives.iter().filter(|&&requests| requests >= 3).count();
    assert!(at_work * 2 > kills, "most processes were killed before they did anything: {lives:?}");
    // From here on without faults: the losses so far are resolved.
    shop.sandbox.set_faults(Faults { list_lag_ms: bad_days().list_lag_ms, ..Faults::default() });
    let last = Ran::from(ended_within(MAX_END, desk.import_command(&[]).spawn().unwrap()));
    assert_eq!(last.status, 0, "{last:?}");
    assert_each_once_with_its_own_photos(&shop, &names);
    println!(
        "{killed} kills in {:.0} s ({at_work} after three requests or more, {} in the middle, {} at most), the last start {:.0} s; {} products, {} requests",
        killing.as_secs_f64(),
        lives[lives.len() / 2],
        lives[lives.len() - 1],
        (begun.elapsed() - killing).as_secs_f64(),
        names.len(),
        shop.sandbox.request_count()
    );
}

fn assert_each_once_with_its_own_photos(shop: &Shop, names: &[String]) {
    let files: BTreeMap<u64, String> = shop.sandbox.files().into_iter().map(|file| (file.id, file.file_name)).collect();
    let mut covers = HashSet::new();
    let mut there: Vec<String> = Vec::new();
    for product in shop.sandbox.products() {
        let fields = product.fields;
        let shown: Vec<&str> = fields.photos.iter().map(|id| files[id].as_str()).collect();
        let own = ["a", "b"].map(|place| format!("{} {place}.png", fields.name));
        assert_eq!(shown, own, "{} shows other photos", fields.name);
        assert_eq!(fields.photos.first(), Some(&fields.photo));
        assert!(covers.insert(fields.photo), "two products share a cover");
        there.push(fields.name);
    }
    there.sort();
    assert_eq!(there, names, "every product exists once");
}
