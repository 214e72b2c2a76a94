//! Changing products by a spreadsheet: the real program at a practice shop that loses answers, sells, and
//! refuses.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::{Value, json};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, Person, RetryAfter, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::wait_until;

/// A shop with so many products of 1,000 each, with ids from 3001.
fn open(products: usize, faults: Faults) -> (Shop, TestEnv) {
    let shop = Shop::open(Options { faults, initial_products: products, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

fn on(operation: Operation) -> FaultRule {
    FaultRule { on: Some(operation), ..FaultRule::default() }
}

/// Writes a sheet and returns its path.
fn sheet(env: &TestEnv, text: &str) -> String {
    let path = env.dir.path().join("changes.csv");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A sheet with a value for each of the first products.
fn sheet_of(env: &TestEnv, products: u64, heading: &str, value: impl Fn(u64) -> String) -> String {
    let rows: String = (1..=products).map(|place| format!("{},{}\n", 3000 + place, value(place))).collect();
    sheet(env, &format!("id,{heading}\n{rows}"))
}

fn edit(env: &TestEnv, arguments: &[&str]) -> RunOutput {
    env.run(&[&["edit", "--json"], arguments].concat())
}

/// The numbers of changed, skipped, failed and waiting products.
fn counts(output: &RunOutput) -> [u64; 4] {
    ["changed", "skipped", "failed", "waiting"].map(|key| output.done_event()[key].as_u64().unwrap())
}

fn prices(shop: &Shop) -> Vec<Option<i64>> {
    shop.sandbox.products().into_iter().map(|product| product.fields.primary_price).collect()
}

fn stocks(shop: &Shop) -> Vec<Option<i64>> {
    shop.sandbox.products().into_iter().map(|product| product.fields.stock).collect()
}

/// The last line of each product, by its id.
fn product_line(output: &RunOutput, id: u64) -> &Value {
    output
        .lines
        .iter()
        .rfind(|line| line["event"] == "product" && line["product_id"] == id)
        .unwrap_or_else(|| panic!("{id}: {output:?}"))
}

#[test]
fn a_marketplace_that_does_not_say_whose_token_it_is_stops_a_change_before_it_begins() {
    let (shop, env) = open(2, Faults::of(FaultRule { status: Some(502), ..on(Operation::Me) }));
    let sheet = sheet_of(&env, 2, "price", |_| "1100".to_owned());
    let output = edit(&env, &["--sheet", &sheet, "--yes"]);
    assert_eq!((output.status, counts(&output)), (4, [0; 4]), "{}", output.stderr);
    assert_eq!(prices(&shop), [Some(1000), Some(1000)]);
}

#[test]
fn a_dry_run_shows_old_and_new_values_and_changes_nothing() {
    let (shop, env) = open(4, Faults::default());
    let sheet = sheet(&env, "id,price,stock\n3001,1080,\n3002,1000,\n3003,,5\n3099,1,\n");
    let output = edit(&env, &["--sheet", &sheet, "--dry-run"]);
    assert_eq!(output.status, 0, "{output:?}");
    let planned: Vec<_> = output.lines.iter().filter(|line| line["event"] == "planned").collect();
    assert_eq!(planned[0]["changes"], json!([{ "field": "primary_price", "old": 1000, "new": 1080 }]));
    let states: Vec<_> = planned.iter().map(|line| line["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["change", "equal", "change", "failed"]);
    let preview = output.lines.last().unwrap();
    let counts = ["to_change", "equal", "refused", "not_found", "moved"].map(|count| &preview[count]);
    assert_eq!((&preview["event"], counts), (&json!("preview"), [2, 1, 0, 1, 0].map(Value::from).each_ref()));
    assert_eq!(
        (&preview["left_out"], &preview["worksheets_not_read"], &preview["stray_quotes"]),
        (&json!([]), &json!([]), &json!([]))
    );
    let text = env.run(&["edit", "--sheet", &sheet, "--dry-run"]);
    assert!(text.stdout.contains("from 1,000") && text.stdout.contains("to 1,080"), "{text:?}");
    assert_eq!((prices(&shop), stocks(&shop)[2]), (vec![Some(1000); 4], None));
}

#[test]
fn a_sheet_changes_what_its_cells_say_and_an_empty_cell_is_never_zero() {
    let (shop, env) = open(4, Faults::default());
    let sheet = sheet(&env, "id,price,stock\n3001,1080,7\n3002,,8\n3003,1200,\n3004,1000,\n3099,5000,\n");
    let output = edit(&env, &["--sheet", &sheet]);
    assert_eq!((output.status, counts(&output)), (1, [3, 1, 1, 0]), "one is not in the shop: {output:?}");
    assert_eq!(prices(&shop), [Some(1080), Some(1000), Some(1200), Some(1000)]);
    assert_eq!(stocks(&shop), [Some(7), Some(8), None, None]);
    assert_eq!(product_line(&output, 3001)["state"], "changed");
    let missing = output.lines.iter().find(|line| line["row"] == 6).unwrap();
    assert_eq!((&missing["state"], &missing["problem"]["code"]), (&json!("failed"), &json!("not_in_shop")));

    let run = output.done_event()["run"].to_string();
    let undone = edit(&env, &["--undo", &run]);
    assert_eq!((undone.status, counts(&undone)), (0, [3, 0, 0, 0]), "{undone:?}");
    assert_eq!((prices(&shop), stocks(&shop)[0]), (vec![Some(1000); 4], Some(0)));
}

#[test]
fn a_rule_changes_every_product_of_the_sheet() {
    let (shop, env) = open(3, Faults::default());
    let ids = sheet(&env, "id\n3001\n3003\n");
    let output =
        edit(&env, &["--sheet", &ids, "--set", "primary_price=+8%", "--round", "50", "--set", "stock=4"]);
    assert_eq!((output.status, counts(&output)), (0, [2, 0, 0, 0]), "{output:?}");
    assert_eq!(
        (prices(&shop), stocks(&shop)),
        (vec![Some(1100), Some(1000), Some(1100)], vec![Some(4), None, Some(4)])
    );
}

#[test]
fn lost_answers_and_throttling_leave_no_product_out_and_change_none_twice() {
    let lost = FaultRule { reset: true, when: Moment::After, every: 3, ..on(Operation::Batch) };
    let throttled = FaultRule {
        status: Some(429),
        retry_after: Some(RetryAfter::Seconds(1)),
        from: 4,
        to: Some(4),
        ..on(Operation::Batch)
    };
    let (shop, env) = open(60, Faults { rules: vec![lost, throttled], ..Faults::default() });
    let ids = sheet_of(&env, 60, "name", |place| format!("Rug {place}"));
    let output = edit(&env, &["--sheet", &ids, "--set", "primary_price=+8%"]);
    assert_eq!((output.status, counts(&output)), (0, [60, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(prices(&shop), vec![Some(1080); 60], "no price was raised twice");
    assert_eq!(shop.titles().len(), 60);
    assert!(shop.titles().iter().all(|title| title.starts_with("Rug ")));
}

#[test]
fn a_sale_between_preview_and_change_waits_for_a_decision() {
    let (shop, env) = open(6, Faults::default());
    let first = edit(&env, &["--sheet", &sheet_of(&env, 6, "stock", |_| "10".to_owned())]);
    assert_eq!(first.status, 0, "{first:?}");
    // After every listing by ids a buyer takes one item of each second product.
    let behaviour = ShopBehaviour { sells_every: 2, ..ShopBehaviour::default() };
    shop.sandbox.set_faults(Faults { behaviour, ..Faults::default() });
    let more = sheet_of(&env, 6, "stock", |_| "20".to_owned());
    let output = edit(&env, &["--sheet", &more]);
    assert_eq!((output.status, counts(&output)), (1, [3, 0, 0, 3]), "{output:?}");
    let waiting = product_line(&output, 3002);
    assert_eq!(
        (&waiting["state"], &waiting["changes"]),
        (&json!("moved"), &json!([{ "field": "stock", "old": 10, "new": 20, "now": 9 }]))
    );
    shop.sandbox.set_faults(Faults::default());
    let sold: Vec<Option<i64>> = stocks(&shop);
    assert!(
        sold.iter().skip(1).step_by(2).all(|stock| *stock < Some(10)),
        "no sale was overwritten: {sold:?}"
    );

    let asked = env.run(&["edit", "--resume"]);
    assert!(
        asked.status == 1
            && asked.stderr.contains("--overwrite")
            && asked.stderr.contains("was 10, is now 9"),
        "{asked:?}"
    );
    let before = stocks(&shop)[1];
    let kept = env.run(&["edit", "--resume", "--keep"]);
    assert!(kept.status == 1 && kept.stdout.contains("3 not changed"), "{kept:?}");
    assert_eq!(stocks(&shop)[1], before);
    assert_eq!(counts(&edit(&env, &["--resume"])), [0, 0, 0, 0], "nothing waits any more");
}

#[test]
fn what_moved_is_overwritten_when_that_is_said() {
    let (shop, env) = open(2, Faults::default());
    edit(&env, &["--sheet", &sheet_of(&env, 2, "stock", |_| "10".to_owned())]);
    shop.sandbox.set_faults(Faults {
        behaviour: ShopBehaviour { sells_every: 2, ..ShopBehaviour::default() },
        ..Faults::default()
    });
    assert_eq!(edit(&env, &["--sheet", &sheet_of(&env, 2, "stock", |_| "20".to_owned())]).status, 1);
    shop.sandbox.set_faults(Faults::default());
    // A buyer comes after the last reading: the row shows 9, and the shop has 8.
    assert!(shop.sandbox.sell(3002, 1).unwrap());
    let second = edit(&env, &["--resume", "--overwrite"]);
    assert_eq!(
        (second.status, counts(&second)),
        (1, [1, 0, 0, 1]),
        "what nobody has seen is not overwritten: {second:?}"
    );
    let third = edit(&env, &["--resume", "--overwrite"]);
    assert_eq!((third.status, counts(&third)), (0, [2, 0, 0, 0]), "{third:?}");
    assert_eq!(stocks(&shop), [Some(20), Some(20)]);
}

#[test]
fn a_marketplace_without_such_operations_is_said_so() {
    let (shop, env) = open(1, Faults::default());
    let file = shop.sandbox.market_file();
    let without = TestEnv::with_market_file(file.split_once("[edit]").unwrap().0, shop.sandbox.token());
    let sheet = sheet(&env, "id,price\n3001,2\n");
    let output = edit(&without, &["--sheet", &sheet]);
    assert_eq!((output.status, counts(&output)), (2, [0, 0, 0, 0]), "{output:?}");
    assert_eq!(output.lines[0]["problem"]["code"], "no_editing");
    assert!(output.stderr.contains("[edit]"), "{}", output.stderr);
}

#[test]
fn what_cannot_be_begun_is_said_and_nothing_is_sent() {
    let (shop, env) = open(2, Faults::default());
    let far = sheet(&env, "id,price\n3001,10000\n3002,1500\n");
    for (arguments, code, status) in [
        (vec!["--undo", "9"], "no_edit_run", 2),
        (vec!["--sheet", far.as_str()], "unusual_prices", 2),
        (vec!["--sheet", "none.csv"], "sheet", 2),
        (vec!["--sheet", far.as_str(), "--set", "stock=many"], "invalid_field", 2),
    ] {
        let output = edit(&env, &arguments);
        let problem = output
            .lines
            .iter()
            .find(|line| line["event"] == "problem")
            .unwrap_or_else(|| panic!("{output:?}"));
        assert_eq!((output.status, problem["problem"]["code"].as_str()), (status, Some(code)), "{output:?}");
        assert_eq!(counts(&output), [0, 0, 0, 0]);
    }
    assert_eq!(prices(&shop), [Some(1000), Some(1000)]);
    let output = edit(&env, &["--sheet", &far, "--yes"]);
    assert_eq!((output.status, prices(&shop)), (0, vec![Some(10_000), Some(1500)]), "{output:?}");
    let undone = edit(&env, &["--undo", &output.done_event()["run"].to_string()]);
    assert_eq!(
        (undone.status, prices(&shop)),
        (0, vec![Some(1000), Some(1000)]),
        "old values need no confirmation: {undone:?}"
    );
    for usage in [
        vec![],
        vec!["--sheet", "a.csv", "--undo", "1"],
        vec!["--overwrite"],
        vec!["--yes"],
        vec!["--undo", "1", "--resume"],
        vec!["--sheet", "a.csv", "--set", "sku=1"],
    ] {
        assert_eq!(edit(&env, &usage).status, 2, "{usage:?}");
    }
}

#[test]
fn changes_wait_for_a_new_token_when_it_expires() {
    let slow = FaultRule { latency_ms: 20, ..on(Operation::Batch) };
    let (shop, mut env) = open(60, Faults { token_requests: Some(6), ..Faults::of(slow) });
    let sheet = sheet_of(&env, 60, "stock", |_| "5".to_owned());
    let output = edit(&env, &["--sheet", &sheet]);
    assert_eq!(output.status, 3, "{output:?}");
    assert!(counts(&output)[3] > 0 && output.stderr.contains("vitrine edit --resume"), "{output:?}");

    shop.sandbox.set_faults(Faults::default());
    env.token = shop.sandbox.issue_token(
        Person::Owner,
        &["vendor.product.read", "vendor.product.write"],
        Duration::from_secs(600),
    );
    let resumed = edit(&env, &["--resume"]);
    assert_eq!((resumed.status, counts(&resumed)), (0, [60, 0, 0, 0]), "{resumed:?}");
    assert_eq!(stocks(&shop), vec![Some(5); 60]);
}

#[test]
fn a_second_process_changes_nothing_while_the_first_is_at_work() {
    let (shop, env) = open(150, Faults::of(FaultRule { latency_ms: 400, ..on(Operation::Batch) }));
    let sheet = sheet_of(&env, 150, "price", |_| "1080".to_owned());
    let first = env.command(&["edit", "--json", "--sheet", &sheet]).spawn().unwrap();
    wait_until("the first process changes products", || prices(&shop).contains(&Some(1080)));
    let second = edit(&env, &["--sheet", &sheet]);
    assert_eq!((second.status, counts(&second)), (2, [0, 0, 0, 0]), "{second:?}");
    assert_eq!(second.lines[0]["problem"]["code"], "already_running");
    let first = RunOutput::from(first);
    assert_eq!((first.status, counts(&first)), (0, [150, 0, 0, 0]), "{first:?}");
}

#[cfg(unix)]
#[test]
fn another_change_has_to_wait_until_an_interrupted_one_is_finished() {
    let (shop, env) = open(40, Faults::of(FaultRule { latency_ms: 300, ..on(Operation::Batch) }));
    let ids = sheet_of(&env, 40, "name", |place| format!("Rug {place}"));
    let arguments = ["edit", "--json", "--sheet", &ids, "--set", "primary_price=+8%"];
    let mut running = env.command(&arguments).spawn().unwrap();
    wait_until("the program changes products", || prices(&shop).contains(&Some(1080)));
    running.kill().unwrap();
    running.wait().unwrap();
    shop.sandbox.set_faults(Faults::default());

    let again = env.run(&arguments);
    assert_eq!(
        (again.status, &again.lines[0]["problem"]["code"]),
        (2, &json!("edit_unfinished")),
        "8 percent twice is not 8 percent: {again:?}"
    );
    let resumed = edit(&env, &["--resume"]);
    assert_eq!((resumed.status, counts(&resumed)), (0, [40, 0, 0, 0]), "{resumed:?}");
    assert_eq!(prices(&shop), vec![Some(1080); 40]);
}

#[cfg(unix)]
#[test]
fn each_product_has_its_line_in_what_is_resumed_whenever_the_program_was_killed() {
    let stuck = FaultRule { from: 3, status: Some(503), ..on(Operation::Batch) };
    let (shop, env) = open(40, Faults::of(stuck));
    let sheet = sheet_of(&env, 40, "price", |_| "1080".to_owned());
    let mut running = env.command(&["edit", "--json", "--sheet", &sheet]).spawn().unwrap();
    let lines = BufReader::new(running.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.into_iter().any(|line| line.contains("changed")), "some were changed, and said to be");
    running.kill().unwrap();
    running.wait().unwrap();
    shop.sandbox.set_faults(Faults::default());

    let resumed = edit(&env, &["--resume"]);
    let said = resumed.lines.iter().filter(|line| line["event"] == "product" && line["state"] == "changed");
    let products: Vec<u64> = said.filter_map(|line| line["product_id"].as_u64()).collect();
    assert_eq!((products.len(), BTreeSet::from_iter(products).len()), (40, 40), "{resumed:?}");
}

#[test]
fn a_second_change_is_based_on_the_first_although_the_list_does_not_show_it_yet() {
    let behaviour = ShopBehaviour { id_filter: true, full_lists: true, ..ShopBehaviour::default() };
    let prompt = Faults { behaviour, ..Faults::default() };
    let (shop, env) = open(3, prompt.clone());
    let dearer = sheet_of(&env, 3, "price", |_| "2000".to_owned());
    assert_eq!(counts(&edit(&env, &["--sheet", &dearer, "--yes"])), [3, 0, 0, 0]);
    shop.sandbox.set_faults(Faults { value_lag_ms: 3_600_000, ..prompt.clone() });
    let back = sheet_of(&env, 3, "price", |_| "1000".to_owned());
    let back = edit(&env, &["--sheet", &back, "--dry-run"]);
    assert_eq!(
        back.lines.last().unwrap()["to_change"],
        3,
        "the list still shows it, and the shop has another one: {back:?}"
    );
    shop.sandbox.set_faults(Faults { value_lag_ms: 8_000, ..prompt });
    let all = sheet_of(&env, 3, "note", |_| String::new());
    let again = edit(&env, &["--sheet", &all, "--set", "primary_price=+10%", "--yes"]);
    assert_eq!((counts(&again), prices(&shop)), ([3, 0, 0, 0], vec![Some(2200); 3]), "{again:?}");
}
