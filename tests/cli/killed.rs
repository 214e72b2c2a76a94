//! Kills the program with `kill -9` at random moments of an import over HTTP, at a marketplace that loses
//! requests and answers, fails and throttles; after the last start the shop has to contain every product
//! exactly once.
//!
//! `VITRINE_KILLS=200 cargo test --test cli killed:: -- --nocapture` is the proof in docs/proofs.md.

use std::collections::{BTreeMap, HashSet};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, RetryAfter};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::wait_for_exit_within;

/// The number of photos added whenever hardly any product is left to import.
const BATCH: usize = 30;

/// Longer runs are killed, such as those that wait for a lost response.
const MAX_RUN: Duration = Duration::from_millis(1500);

/// The time limit of the last run. It usually takes a minute, and longer if a product was missing from the
/// list at first.
const MAX_LAST_RUN: Duration = Duration::from_secs(300);

/// The faults of a marketplace that is as bad as the contract allows.
fn worst_faults() -> Faults {
    let on = |operation| FaultRule { on: Some(operation), ..FaultRule::default() };
    let create = || on(Operation::Create);
    Faults {
        seed: 7,
        list_lag_ms: 300,
        rules: vec![
            FaultRule { latency_ms: 10, jitter_ms: 30, ..FaultRule::default() },
            FaultRule { reset: true, when: Moment::After, probability: 0.12, ..create() },
            FaultRule { reset: true, when: Moment::Before, probability: 0.04, ..create() },
            FaultRule { status: Some(503), when: Moment::After, probability: 0.03, ..create() },
            FaultRule {
                status: Some(429),
                retry_after: Some(RetryAfter::Seconds(1)),
                probability: 0.01,
                ..create()
            },
            FaultRule { status: Some(500), when: Moment::Before, probability: 0.03, ..on(Operation::Upload) },
            FaultRule { reset: true, when: Moment::After, probability: 0.05, ..on(Operation::Upload) },
            FaultRule { cut_after: Some(40), probability: 0.03, ..on(Operation::List) },
        ],
        ..Faults::default()
    }
}

fn drop_photos(env: &TestEnv, names: &mut Vec<String>) {
    for _ in 0..BATCH {
        let name = format!("Cup {:04}", names.len());
        for place in ["a", "b"] {
            env.photo(&format!("{name}/{name} {place}.png"));
        }
        names.push(name);
    }
}

/// Waits until the program has sent this many requests, and then for `more`. Returns false if it exits
/// before.
fn runs_until(running: &mut Child, shop: &Shop, requests: usize, more: Duration) -> bool {
    let (requests_before, started) = (shop.sandbox.request_count(), Instant::now());
    let mut reached = None;
    loop {
        if running.try_wait().unwrap().is_some() {
            return false;
        }
        if reached.is_none() && shop.sandbox.request_count() >= requests_before + requests {
            reached = Some(Instant::now());
        }
        if reached.is_some_and(|reached| reached.elapsed() >= more) || started.elapsed() >= MAX_RUN {
            return true;
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// Discards the output of a process that will be killed.
fn without_output(mut command: Command) -> Command {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn after_kills_at_random_moments_every_product_exists_once_with_its_own_photos() {
    let kills: usize = std::env::var("VITRINE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12);
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let (mut dice, mut names, mut killed, mut starts) =
        (SplitMix64::seed_from_u64(11), Vec::new(), 0, 0_usize);
    // The number of requests of each killed process.
    let mut requests_per_run: Vec<usize> = Vec::new();
    // The first import has no faults, so that the lag of the list becomes known. Otherwise a lost creation
    // takes three minutes.
    shop.sandbox.set_faults(Faults { list_lag_ms: worst_faults().list_lag_ms, ..Faults::default() });
    drop_photos(&env, &mut names);
    assert_eq!(env.import(&[]).status, 0);
    shop.sandbox.set_faults(worst_faults());
    let start = Instant::now();

    while killed < kills {
        if shop.sandbox.products().len() + BATCH / 2 > names.len() {
            drop_photos(&env, &mut names);
        }
        // Some resume from the journal, some import the folder again.
        let command =
            if starts % 3 == 1 { env.command(&["resume", "--json"]) } else { env.import_command(&[]) };
        starts += 1;
        let mut running = without_output(command).spawn().unwrap();
        let before = shop.sandbox.request_count();
        let requests = usize::try_from(dice.next_u64() % 40).unwrap();
        let more = Duration::from_micros(dice.next_u64() % 60_000);
        if runs_until(&mut running, &shop, requests, more) {
            running.kill().unwrap();
            killed += 1;
            requests_per_run.push(shop.sandbox.request_count() - before);
        }
        running.wait().unwrap();
    }
    let killing = start.elapsed();
    requests_per_run.sort_unstable();
    let at_work = requests_per_run.iter().filter(|&&requests| requests >= 3).count();
    assert!(at_work * 2 > kills, "most processes were killed before they did anything: {requests_per_run:?}");
    // The last run has no faults and resolves the losses so far.
    shop.sandbox.set_faults(Faults { list_lag_ms: worst_faults().list_lag_ms, ..Faults::default() });
    let last = RunOutput::from(wait_for_exit_within(MAX_LAST_RUN, env.import_command(&[]).spawn().unwrap()));
    assert_eq!(last.status, 0, "{last:?}");
    assert_each_once_with_its_own_photos(&shop, &names);
    println!(
        "{killed} kills in {:.0} s ({at_work} after three requests or more, {} in the middle, {} at most), the last start {:.0} s; {} products, {} requests",
        killing.as_secs_f64(),
        requests_per_run[requests_per_run.len() / 2],
        requests_per_run[requests_per_run.len() - 1],
        (start.elapsed() - killing).as_secs_f64(),
        names.len(),
        shop.sandbox.request_count()
    );
}

fn assert_each_once_with_its_own_photos(shop: &Shop, names: &[String]) {
    let files: BTreeMap<u64, String> =
        shop.sandbox.files().into_iter().map(|file| (file.id, file.file_name)).collect();
    let mut covers = HashSet::new();
    let mut found: Vec<String> = Vec::new();
    for product in shop.sandbox.products() {
        let fields = product.fields;
        let photos: Vec<&str> = fields.photos.iter().map(|id| files[id].as_str()).collect();
        let own = ["a", "b"].map(|place| format!("{} {place}.png", fields.name));
        assert_eq!(photos, own, "{} has other photos", fields.name);
        assert_eq!(fields.photos.first(), Some(&fields.photo));
        assert!(covers.insert(fields.photo), "two products share a cover");
        found.push(fields.name);
    }
    found.sort();
    assert_eq!(found, names, "every product exists once");
}

/// A server that sends interim answers (RFC 9110, 15.2) without end keeps the worker's thread busy.
#[test]
fn a_second_ctrl_c_ends_the_program_whatever_a_server_keeps_it_busy_with() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    let (told, asked) = mpsc::channel();
    std::thread::spawn(move || {
        for mut connection in server.incoming().flatten() {
            let told = told.clone();
            std::thread::spawn(move || {
                let _ = connection.read(&mut [0; 4096]);
                let interim = b"HTTP/1.1 100 Continue\r\n\r\n".repeat(2000);
                let mut sent = 0;
                while connection.write_all(&interim).is_ok() {
                    sent += 1;
                    if sent == 20 {
                        let _ = told.send(());
                    }
                }
            });
        }
    });
    let market = format!(
        "name = \"Busy\"\nlayout = \"base\"\nbase_url = \"http://{address}/api\"\nauth_url = \"http://{address}/auth\"\n"
    );
    let env = TestEnv::with_market_file(&market, "token".to_owned().into());
    let mut child = env.command(&["products"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    asked.recv_timeout(Duration::from_secs(60)).expect("the program asks");
    let mut signals = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        signals += 1;
        assert!(signals < 20, "it still runs after 20 times Ctrl-C");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let _ = asked.recv_timeout(Duration::from_millis(500));
    };
    assert_eq!(status, Some(4), "after {signals}");
}
