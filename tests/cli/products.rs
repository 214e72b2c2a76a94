//! The list of products: as it was saved, read again, filtered and sorted.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use jiff::SignedDuration;
use serde_json::Value;
use vitrine_sandbox::{Categories, FaultRule, Faults, Operation, Options, Paging, RetryAfter, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

fn open(products: usize, faults: Faults) -> (Shop, TestEnv) {
    let shop = Shop::open(Options { faults, initial_products: products, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

fn products(env: &TestEnv, more: &[&str]) -> RunOutput {
    env.run(&[&["products", "--json"], more].concat())
}

fn ids(output: &RunOutput) -> Vec<u64> {
    assert_eq!(output.status, 0, "{output:?}");
    output.lines.iter().map(|line| line["id"].as_u64().unwrap()).collect()
}

fn sorted_ids(output: &RunOutput) -> Vec<u64> {
    let mut ids = ids(output);
    ids.sort_unstable();
    ids
}

fn lists(shop: &Shop) -> usize {
    shop.sandbox.requests().iter().filter(|request| request.operation == Some(Operation::List)).count()
}

/// Gives products new values by a spreadsheet.
fn edit(env: &TestEnv, sheet: &str) {
    let path = env.dir.path().join("changes.csv");
    std::fs::write(&path, sheet).unwrap();
    let output = env.run(&["edit", "--json", "--yes", "--sheet", path.to_str().unwrap()]);
    assert_eq!(output.status, 0, "{output:?}");
}

const SAVED: &str = "This list was read";

#[test]
fn the_list_is_read_from_the_shop_each_time_unless_the_saved_one_is_asked_for() {
    let (shop, env) = open(250, Faults::default());
    let first = products(&env, &["--saved"]);
    assert_eq!(ids(&first).len(), 250, "nothing was saved");
    assert!(!first.stderr.contains(SAVED), "{first:?}");
    let read = lists(&shop);
    let second = products(&env, &["--saved"]);
    assert_eq!((second.lines, lists(&shop)), (first.lines, read), "nothing is read again");
    assert!(
        second.stderr.contains(SAVED)
            && second.stderr.contains("less than a minute ago")
            && second.stderr.contains("--saved")
    );
    for more in [&[][..], &["--refresh"]] {
        let before = lists(&shop);
        let live = products(&env, more);
        assert_eq!((ids(&live).len(), live.stderr.contains(SAVED)), (250, false));
        assert!(lists(&shop) > before, "{more:?}");
    }
    let quiet = env.run(&["products", "--csv", "--quiet"]);
    assert_eq!((quiet.stdout.lines().count(), quiet.stderr.as_str()), (251, ""));
    assert!(quiet.stdout.starts_with("id,title,price,status,inventory,is_wholesale,sku,photo_id\n"));
    let with_variants = env.run(&["products", "--csv", "--variants", "--saved"]);
    let headings = "id,title,price,status,inventory,is_wholesale,sku,photo_id,variant_id,variant\n";
    assert!(with_variants.stdout.starts_with(headings));
    assert_eq!(env.run(&["products", "--variants"]).status, 2, "only in a spreadsheet");
}

#[test]
fn a_saved_list_that_lacks_what_was_imported_since_is_read_again() {
    let (shop, env) = open(2, Faults::default());
    assert_eq!(ids(&products(&env, &[])).len(), 2);
    env.photo("rug.jpg");
    assert_eq!(env.import(&[]).counts(), [1, 0, 0, 0]);
    let output = products(&env, &["--saved"]);
    assert_eq!((ids(&output).len(), shop.titles().len()), (3, 3));
    assert!(products(&env, &["--saved"]).stderr.contains(SAVED), "and saved again");
}

#[test]
fn changes_by_a_spreadsheet_are_in_the_saved_list() {
    let (_shop, env) = open(3, Faults::default());
    products(&env, &[]);
    edit(&env, "id,price,name\n3001,1500,Kilim\n");
    let output = products(&env, &["--saved"]);
    assert!(output.stderr.contains(SAVED));
    let kilim: Vec<&Value> = output.lines.iter().filter(|line| line["title"] == "Kilim").collect();
    assert_eq!((kilim.len(), &kilim[0]["price"]), (1, &Value::from(1500)));
}

#[test]
fn filters_combine_and_find_ignores_spelling() {
    let (_shop, env) = open(6, Faults::default());
    edit(
        &env,
        "id,price,stock,name,status\n3001,5000,0,گليم قرمز,2976\n3002,7000,3,گلیم آبی,3790\n3003,9000,0,Blue bowl,2976\n3004,800,5,,2976\n",
    );
    let found = |more: &[&str]| sorted_ids(&products(&env, more));
    assert_eq!(found(&["--find", "گلیم"]), [3001, 3002]);
    assert_eq!(found(&["--find", "BOWL"]), [3003]);
    assert_eq!(found(&["--out-of-stock", "--min-price", "6000"]), [3003]);
    assert_eq!(found(&["--min-price", "۵٬۰۰۰", "--max-price", "7,000"]), [3001, 3002]);
    assert_eq!(found(&["--status", "3790"]), [3002]);
    assert_eq!(
        found(&["--status", "Not Published"]),
        found(&["--status", "3790"]),
        "by the name in the marketplace’s answers"
    );
    assert_eq!(found(&["--status", "4184"]), [0; 0], "none has it");
    assert_eq!(found(&["--no-photo", "--wholesale"]), [0; 0]);
    let sorted = products(&env, &["--sort", "price", "--descending", "--min-price", "5000"]);
    assert_eq!(ids(&sorted), [3003, 3002, 3001]);
    let columns = env.run(&["products", "--sort", "price", "--find", "گلیم"]);
    let lines: Vec<&str> = columns.stdout.lines().collect();
    assert!(
        lines.len() == 3
            && lines[0].contains("3001")
            && lines[1].contains("3002")
            && lines[2] == "2 products.",
        "{columns:?}"
    );
}

#[test]
fn a_status_that_does_not_exist_is_an_error_and_so_is_half_a_date() {
    let (_shop, env) = open(2, Faults::default());
    let unknown = products(&env, &["--status", "sold"]);
    assert_eq!((unknown.status, unknown.stdout.as_str()), (2, ""));
    assert!(
        ["“Status”", "“sold”", "Statuses of these products: published"]
            .iter()
            .all(|part| unknown.stderr.contains(part)),
        "{unknown:?}"
    );
    for (option, value) in [("--changed-since", "2026-13"), ("--min-price", "cheap"), ("--sort", "size")] {
        let output = products(&env, &[option, value]);
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains(option) && output.stderr.contains(value), "{output:?}");
    }
    assert_eq!(products(&env, &["--descending"]).status, 2, "nothing to sort by");
}

#[test]
fn a_category_includes_those_that_it_contains() {
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let (_shop, env) = open(0, Faults { behaviour, ..Faults::default() });
    for product in ["Rugs/Kilim/A/a.jpg", "Rugs/Gabbeh/B/a.jpg", "Kitchen/Mug/C/a.jpg"] {
        env.photo(product);
    }
    let photos = env.photos();
    let set =
        ["--set", "preparation_days=2", "--set", "package_weight=1000", "--set", "primary_price=250000"];
    let attributes = ["--set", "product_attribute=Material=Wool", photos.to_str().unwrap()];
    let imported = env.run(&[&["import", "--json", "--yes"][..], &set, &attributes].concat());
    assert_eq!(imported.counts(), [3, 0, 0, 0], "{imported:?}");
    let titles = |more: &[&str]| {
        let output = products(&env, more);
        let mut titles: Vec<String> =
            output.lines.iter().map(|line| line["title"].as_str().unwrap().to_owned()).collect();
        titles.sort();
        (output.status, titles.concat())
    };
    assert_eq!(titles(&["--category", "rugs"]), (0, "AB".to_owned()));
    assert_eq!(titles(&["--category", "Rugs / Kilim"]), (0, "A".to_owned()));
    assert_eq!(titles(&["--category", "302"]), (0, "A".to_owned()));
    assert_eq!(titles(&["--category", "Carpets"]), (2, String::new()));
}

#[test]
fn products_changed_since_a_day_are_found_where_the_list_has_their_times() {
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let (_shop, env) = open(4, Faults { behaviour, ..Faults::default() });
    edit(&env, "id,price\n3001,5000\n3003,9000\n");
    let found = |since: &str| sorted_ids(&products(&env, &["--changed-since", since]));
    assert_eq!(found("2020-01-01"), [3001, 3003], "the others are from 1970");
    assert_eq!(found("2100-01-01T00:00:00Z"), [0; 0]);
    assert_eq!(found("1969-12-30").len(), 4);
}

#[test]
fn a_list_that_may_lack_products_says_so_each_time() {
    let (_shop, env) = open(25, Faults { paging: Paging::Ignored, ..Faults::default() });
    for more in [&[][..], &["--saved"]] {
        let output = products(&env, more);
        assert_eq!(ids(&output).len(), 10);
        assert!(output.stderr.contains("Some products may be missing"), "{output:?}");
    }
}

#[test]
fn a_wait_that_the_marketplace_asks_for_is_said_and_holds_for_the_next_command_as_well() {
    let asks = RetryAfter::Seconds(12);
    let throttled = FaultRule {
        on: Some(Operation::List),
        to: Some(1),
        status: Some(429),
        retry_after: Some(asks),
        ..FaultRule::default()
    };
    let (shop, env) = open(3, Faults::of(throttled));
    let mut waiting =
        env.command(&["products", "--json"]).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let said = BufReader::new(waiting.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told = said.into_iter().find(|line| line.contains("asked Vitrine to wait until"));
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    assert!(told.is_some_and(|told| told.contains("resumes automatically")));
    let asked = shop.sandbox.requests().last().unwrap().at;
    assert_eq!(sorted_ids(&products(&env, &[])), [3001, 3002, 3003]);
    let next = shop.sandbox.requests().into_iter().find(|request| request.at > asked).unwrap();
    assert!(
        next.at.duration_since(asked) >= SignedDuration::from_secs(11),
        "whose token it is was asked sooner"
    );
}

#[test]
fn what_the_list_does_not_tell_is_said_where_it_is_asked_for() {
    let (_shop, env) = open(2, Faults::default());
    let options = [
        (["--category", "302"], "doesn’t say which categories"),
        (["--changed-since", "2020-01-01"], "doesn’t say when"),
    ];
    for (option, said) in options {
        let output = products(&env, &option);
        assert_eq!((output.status, output.stdout.as_str()), (0, ""));
        assert!(output.stderr.contains(said), "{output:?}");
    }
}
