//! Raises a thousand prices while the program is killed with `kill -9` at random moments, at a marketplace
//! that loses requests and answers, and undoes it in the same way; the shop is compared product by product.
//!
//! `VITRINE_EDIT_PRODUCTS=20000 cargo test --test cli edit_killed:: -- --nocapture` does it with more.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// How often the program is killed while it raises prices, and while it undoes that.
const KILLS: usize = 6;

/// What is lost of the operation that changes, while lists are refused now and then.
fn worst_faults(changes: Operation) -> Faults {
    let change = || FaultRule { on: Some(changes), ..FaultRule::default() };
    Faults {
        seed: 5,
        rules: vec![
            FaultRule { latency_ms: 5, jitter_ms: 10, ..FaultRule::default() },
            FaultRule { reset: true, when: Moment::After, probability: 0.08, ..change() },
            FaultRule { reset: true, when: Moment::Before, probability: 0.04, ..change() },
            FaultRule { status: Some(503), when: Moment::After, probability: 0.02, ..change() },
            FaultRule {
                status: Some(500),
                probability: 0.02,
                ..FaultRule { on: Some(Operation::List), ..FaultRule::default() }
            },
        ],
        ..Faults::default()
    }
}

fn prices(shop: &Shop) -> BTreeMap<u64, Option<i64>> {
    shop.sandbox.products().into_iter().map(|product| (product.id, product.fields.primary_price)).collect()
}

/// Discards the output of a process that will be killed.
fn quiet(mut command: Command) -> Command {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs the command, and `edit --resume` after each kill. The program is killed whenever some more products
/// are `done`; the last run ends by itself.
fn run_with_kills(
    env: &TestEnv,
    begin: &[&str],
    step: usize,
    done: impl Fn() -> usize,
    dice: &mut SplitMix64,
) -> RunOutput {
    let mut command = env.command(begin);
    for _ in 0..KILLS {
        let target = done() + 1 + usize::try_from(dice.next_u64()).unwrap() % step;
        let mut running = quiet(command).spawn().unwrap();
        while done() < target {
            assert_eq!(running.try_wait().unwrap(), None, "the program ended before it could be killed");
            std::thread::park_timeout(Duration::from_millis(1));
        }
        running.kill().unwrap();
        running.wait().unwrap();
        command = env.command(&["edit", "--json", "--resume"]);
    }
    RunOutput::from(command.spawn().unwrap())
}

#[test]
fn a_thousand_prices_raised_and_undone_through_kills_and_lost_answers_leave_the_shop_as_it_was() {
    let products: usize = std::env::var("VITRINE_EDIT_PRODUCTS")
        .ok()
        .and_then(|products| products.parse().ok())
        .unwrap_or(1000);
    let shop = Shop::open(Options { initial_products: products, ..Options::default() });
    let env = TestEnv::new(&shop);
    let ids: Vec<u64> = shop.sandbox.products().into_iter().map(|product| product.id).collect();
    let first = |id: &u64| 10_000 + i64::try_from(*id).unwrap() * 7;
    let sheet = env.dir.path().join("prices.csv");
    let rows: String = ids.iter().map(|id| format!("{id},{}\n", first(id))).collect();
    std::fs::write(&sheet, format!("id,price\n{rows}")).unwrap();
    let sheet = sheet.to_str().unwrap();
    let before =
        RunOutput::from(env.command(&["edit", "--json", "--yes", "--sheet", sheet]).spawn().unwrap());
    assert_eq!((before.status, &before.done_event()["changed"]), (0, &products.into()), "{}", before.stderr);
    let before = shop.sandbox.products();

    shop.sandbox.set_faults(worst_faults(Operation::Batch));
    let (mut dice, started, requests) =
        (SplitMix64::seed_from_u64(3), Instant::now(), shop.sandbox.request_count());
    let step = products / (KILLS + 2);
    let expected = |id: &u64| (first(id) * 108 + 50) / 100;
    let raised = || prices(&shop).iter().filter(|(id, price)| **price == Some(expected(id))).count();
    let raise = ["edit", "--json", "--sheet", sheet, "--set", "primary_price=+8%"];
    let output = run_with_kills(&env, &raise, step, raised, &mut dice);
    assert_eq!((output.status, &output.done_event()["changed"]), (0, &products.into()), "{}", output.stderr);
    let wrong: Vec<_> =
        prices(&shop).into_iter().filter(|(id, price)| *price != Some(expected(id))).collect();
    assert!(wrong.is_empty(), "prices that are not 8 percent higher: {wrong:?}");
    let raising = (started.elapsed(), shop.sandbox.request_count() - requests);

    let run = output.done_event()["run"].to_string();
    let undo = ["edit", "--json", "--undo", &run];
    let output = run_with_kills(&env, &undo, step, || products - raised(), &mut dice);
    assert_eq!((output.status, &output.done_event()["changed"]), (0, &products.into()), "{}", output.stderr);
    let after = shop.sandbox.products();
    let different = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before.fields != after.fields || before.id != after.id)
        .count();
    assert_eq!((after.len(), different), (before.len(), 0), "the shop equals its first state");
    println!(
        "{products} prices raised in {:.1} s with {KILLS} kills and {} requests, undone in {:.1} s with {KILLS} kills and {} requests",
        raising.0.as_secs_f64(),
        raising.1,
        (started.elapsed() - raising.0).as_secs_f64(),
        shop.sandbox.request_count() - requests - raising.1,
    );
}

/// Price and stock of every variant, as the shop has them.
fn variants(shop: &Shop) -> Vec<Value> {
    shop.sandbox
        .products()
        .into_iter()
        .flat_map(|product| product.fields.extra["variants"].as_array().unwrap().clone())
        .collect()
}

#[test]
fn the_prices_of_two_thousand_variants_raised_and_undone_through_kills_and_lost_answers_are_as_they_were() {
    let shop = Shop::open(Options { initial_products: 1000, initial_variants: 2, ..Options::default() });
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("products.csv");
    let ids: String =
        shop.sandbox.products().into_iter().map(|product| format!("{}\n", product.id)).collect();
    std::fs::write(&sheet, format!("id\n{ids}")).unwrap();
    let before = variants(&shop);
    let raised = |variant: &Value| variant["primary_price"].as_i64().map(|price| price * 107 / 100);
    let expected: Vec<Option<i64>> = before.iter().map(raised).collect();
    let prices =
        || variants(&shop).iter().map(|variant| variant["primary_price"].as_i64()).collect::<Vec<_>>();

    shop.sandbox.set_faults(worst_faults(Operation::Batch));
    let mut dice = SplitMix64::seed_from_u64(7);
    let done =
        || prices().chunks(2).zip(expected.chunks(2)).filter(|(prices, expected)| prices == expected).count();
    let step = 1000 / (KILLS + 2);
    let raise = ["edit", "--json", "--sheet", sheet.to_str().unwrap(), "--set", "primary_price=+7%"];
    let output = run_with_kills(&env, &raise, step, done, &mut dice);
    assert_eq!(
        (output.status, output.done_event()["changed"].as_u64()),
        (0, Some(1000)),
        "{}",
        output.stderr
    );
    assert_eq!(prices(), expected, "each price is 7 percent higher, once");
    let undo = ["edit", "--json", "--undo", &output.done_event()["run"].to_string()];
    let output = run_with_kills(&env, &undo, step, || 1000 - done(), &mut dice);
    assert_eq!(
        (output.status, output.done_event()["changed"].as_u64()),
        (0, Some(1000)),
        "{}",
        output.stderr
    );
    assert_eq!(variants(&shop), before, "to the rial");
}

#[test]
fn a_discount_of_a_thousand_products_given_and_taken_back_through_kills_and_lost_answers_runs_once_each() {
    let behaviour = ShopBehaviour { discounts: true, ..ShopBehaviour::default() };
    let faults = Faults { behaviour: behaviour.clone(), ..Faults::default() };
    let shop = Shop::open(Options { faults, initial_products: 1000, ..Options::default() });
    let env = TestEnv::new(&shop);
    let ids: Vec<String> =
        shop.sandbox.products().into_iter().map(|product| product.id.to_string()).collect();
    let percents = || -> Vec<Vec<i64>> {
        let of = |product: vitrine_sandbox::CreatedProduct| {
            product.discounts.values().map(|discount| discount.percent).collect()
        };
        shop.sandbox.products().into_iter().map(of).collect()
    };
    let done = || percents().iter().filter(|percents| !percents.is_empty()).count();

    shop.sandbox.set_faults(Faults { behaviour, ..worst_faults(Operation::Discount) });
    let mut dice = SplitMix64::seed_from_u64(11);
    // Each run goes on by a batch besides, and the last one has to have something left.
    let step = 1000 / (4 * KILLS);
    let ids = ids.iter().map(String::as_str);
    let give: Vec<&str> =
        ["discount", "--json", "--percent", "20", "--days=7"].into_iter().chain(ids).collect();
    let output = run_with_kills(&env, &give, step, done, &mut dice);
    assert_eq!((output.status, &output.done_event()["changed"]), (0, &1000.into()), "{}", output.stderr);
    assert_eq!(percents(), vec![vec![20]; 1000], "one for each");

    let undo = ["edit", "--json", "--undo", &output.done_event()["run"].to_string()];
    let output = run_with_kills(&env, &undo, step, || 1000 - done(), &mut dice);
    assert_eq!((output.status, &output.done_event()["changed"]), (0, &1000.into()), "{}", output.stderr);
    assert_eq!(done(), 0);
}
