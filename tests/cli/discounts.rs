//! Discounts in the terminal: the real program at a practice shop.

use serde_json::{Value, json};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, ShopBehaviour};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

fn open(rules: Vec<FaultRule>) -> (Shop, TestEnv) {
    let behaviour = ShopBehaviour { discounts: true, ..ShopBehaviour::default() };
    let faults = Faults { behaviour, rules, ..Faults::default() };
    let shop = Shop::open(Options { faults, initial_products: 3, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

fn percents(shop: &Shop) -> Vec<i64> {
    let of = |product: vitrine_sandbox::CreatedProduct| {
        product.discounts.values().map(|discount| discount.percent).sum()
    };
    shop.sandbox.products().into_iter().map(of).collect()
}

fn lines<'a>(output: &'a RunOutput, event: &str) -> Vec<&'a Value> {
    output.lines.iter().filter(|line| line["event"] == event).collect()
}

const GIVE: [&str; 6] = ["discount", "3001", "3002", "--percent", "20", "--days=7"];

#[test]
fn a_discount_is_planned_given_listed_and_ended() {
    let (shop, env) = open(Vec::new());
    let planned = env.run(&[&GIVE[..], &["--dry-run"]].concat());
    assert!(
        planned.stdout.contains("20% for 7 days") && planned.stdout.contains("Buyers pay"),
        "{planned:?}"
    );
    assert_eq!(percents(&shop), [0; 3]);
    let planned = env.run(&[&GIVE[..], &["--dry-run", "--json"]].concat());
    let paid = json!([{ "field": "primary_price", "old": 1000, "new": 800 }]);
    assert_eq!(lines(&planned, "planned")[0]["paid"], paid);

    let given = env.run(&[&GIVE[..], &["--json"]].concat());
    assert_eq!((given.status, percents(&shop)), (0, vec![20, 20, 0]), "{given:?}");
    assert_eq!(given.done_event()["changed"], 2);
    let change = &lines(&given, "product")[0]["changes"][0];
    assert_eq!(
        (&change["field"], &change["new"]),
        (&json!("discount"), &json!({ "percent": 20, "days": 7 }))
    );

    let listed = env.run(&["discount", "--json"]);
    let running: Vec<_> = lines(&listed, "discount")
        .into_iter()
        .map(|line| (line["product_id"].clone(), line["price"].clone(), line["primary_price"].clone()))
        .collect();
    let of = |id| (json!(id), json!(800), json!(1000));
    assert_eq!((listed.status, running.len()), (0, 2), "{listed:?}");
    assert!(running.contains(&of(3001)) && running.contains(&of(3002)), "{running:?}");
    assert!(lines(&listed, "discount").iter().all(|line| line["ends_at"].is_string()));
    assert!(env.run(&["discount"]).stdout.contains("20% until"), "in words");

    let again = env.run(&[&GIVE[..], &["--json"]].concat());
    assert_eq!((again.status, again.done_event()["failed"].clone()), (1, json!(2)), "one runs already");
    assert_eq!(lines(&again, "product")[0]["problem"]["code"], "already_discounted");

    let ended = env.run(&["discount", "3001", "--end", "--json"]);
    assert_eq!((ended.status, percents(&shop)), (0, vec![0, 20, 0]), "{ended:?}");
    let undone = env.run(&["edit", "--undo", &given.done_event()["run"].to_string(), "--json"]);
    assert_eq!((undone.status, percents(&shop)), (0, vec![0; 3]), "{undone:?}");
}

#[test]
fn a_lost_answer_is_looked_up_and_nothing_is_sent_twice() {
    let lost = FaultRule {
        on: Some(Operation::Discount),
        reset: true,
        when: Moment::After,
        to: Some(1),
        ..FaultRule::default()
    };
    let (shop, env) = open(vec![lost]);
    let given = env.run(&[&GIVE[..], &["--json"]].concat());
    assert_eq!((given.status, percents(&shop)), (0, vec![20, 20, 0]), "{given:?}");
    let requests = shop.sandbox.requests();
    assert_eq!(requests.iter().filter(|one| one.operation == Some(Operation::Discount)).count(), 1);
}

#[test]
fn numbers_that_mean_nothing_are_wrong_usage_and_nothing_is_sent() {
    let (shop, env) = open(Vec::new());
    for wrong in [
        &["discount", "3001", "--percent", "100", "--days", "7"][..],
        &["discount", "3001", "--percent", "20"],
        &["discount", "--percent", "20", "--days", "7"],
        &["discount", "3001", "--end", "--percent", "20", "--days", "7"],
        &["discount", "--end"],
        &["discount", "3001", "--percent", "20", "--days", "400"],
    ] {
        assert_eq!(env.run(wrong).status, 2, "{wrong:?}");
    }
    assert_eq!(percents(&shop), [0; 3]);
}

#[test]
fn a_marketplace_without_discounts_says_so() {
    let shop = Shop::open(Options { initial_products: 1, ..Options::default() });
    let env = TestEnv::new(&shop);
    let refused = env.run(&["discount", "3001", "--percent", "20", "--days", "7"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("[discounts]"), "{refused:?}");
}
