//! A list that is kept in step: the real program beside a practice shop that sells, while the list is saved
//! as spreadsheet programs save.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};
use vitrine_sandbox::{FaultRule, Faults, Operation, Options};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::{LONG_TIMEOUT, TIMEOUT, Watchdog, wait_for_exit, wait_until};

/// A shop with so many products with ids from 3001, each with a stock of 10, and a list that says so.
fn open(products: u64) -> (Shop, TestEnv, PathBuf) {
    let initial_products = usize::try_from(products).unwrap();
    let shop = Shop::open(Options { initial_products, ..Options::default() });
    (1..=products).for_each(|place| shop.sandbox.change(3000 + place, |fields| fields.stock = Some(10)));
    let env = TestEnv::new(&shop);
    let list = env.dir.path().join("list.csv");
    save(&list, &stocks_of(products, |_| 10));
    (shop, env, list)
}

fn stocks_of(products: u64, stock: impl Fn(u64) -> i64) -> String {
    let rows: String = (1..=products).map(|place| format!("{},{}\n", 3000 + place, stock(place))).collect();
    format!("id,stock\n{rows}")
}

/// Saves as spreadsheet programs do: beside it, and then in its place.
fn save(list: &Path, text: &str) {
    let beside = list.with_extension("tmp");
    std::fs::write(&beside, text).unwrap();
    std::fs::rename(&beside, list).unwrap();
}

fn stocks(shop: &Shop) -> Vec<i64> {
    shop.sandbox.products().into_iter().map(|product| product.fields.stock.unwrap_or_default()).collect()
}

/// `vitrine edit --follow`, and what it prints.
struct Follower {
    child: Child,
    printed: Receiver<Value>,
    _watchdog: Watchdog,
}

impl Follower {
    fn start(env: &TestEnv, list: &Path, more: &[&str]) -> Self {
        let list = list.to_str().unwrap();
        let mut child = env.command(&[&["edit", "--json", "--follow", list], more].concat()).spawn().unwrap();
        let watchdog = Watchdog::start(LONG_TIMEOUT, &child);
        let (lines, printed) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = lines.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { child, printed, _watchdog: watchdog }
    }

    /// The next line of this event.
    fn next(&self, event: &str) -> Value {
        loop {
            let line = self.printed.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no {event}"));
            if line["event"] == event {
                return line;
            }
        }
    }

    /// The next comparison: how many products are to be changed, and how many changed in the shop, too.
    fn compared(&self) -> (u64, u64) {
        let line = self.in_state("compared");
        (line["to_change"].as_u64().unwrap(), line["moved"].as_u64().unwrap())
    }

    fn in_state(&self, state: &str) -> Value {
        loop {
            let line = self.next("following");
            if line["state"] == state {
                return line;
            }
        }
    }

    /// Ctrl-C.
    fn interrupt(self) -> RunOutput {
        assert!(
            Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap().success()
        );
        wait_for_exit(self.child).into()
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn thirty_stocks_change_while_five_sell_and_no_sale_is_undone() {
    let (shop, env, list) = open(40);
    let follower = Follower::start(&env, &list, &["--send-stock"]);
    assert_eq!(follower.compared(), (0, 0), "the list and the shop agree");
    (1..=5).for_each(|place| assert!(shop.sandbox.sell(3000 + place, 2).unwrap()));
    save(&list, &stocks_of(40, |place| if place <= 30 { 12 } else { 10 }));
    let done = follower.next("done");
    assert_eq!((&done["changed"], &done["moved"]), (&json!(25), &json!(0)), "what is clear goes by itself");
    assert_eq!(follower.compared(), (0, 5), "what sold is asked about");
    let asked = follower.next("planned");
    assert_eq!(
        asked["changes"],
        json!([{ "field": "stock", "old": 10, "new": 10 }]),
        "two were sold of ten, and two came"
    );
    let expected: Vec<i64> = (1..=40)
        .map(|place| match place {
            1..=5 => 8,
            6..=30 => 12,
            _ => 10,
        })
        .collect();
    assert_eq!(stocks(&shop), expected);
    assert_eq!(follower.interrupt().status, 0);
}

#[test]
fn a_list_that_does_not_count_the_shops_sales_passes_its_own_changes_on() {
    let (shop, env, list) = open(3);
    let more = ["--send-stock", "--sales", "not-counted", "--reserve", "2"];
    let follower = Follower::start(&env, &list, &more);
    assert_eq!(follower.compared(), (3, 0), "two of each are kept back, which a person has to see first");
    assert_eq!(stocks(&shop), [10, 10, 10]);
    follower.interrupt();
    let follower = Follower::start(&env, &list, &[&more[..], &["--yes"]].concat());
    follower.next("done");
    assert_eq!(stocks(&shop), [8, 8, 8]);
    assert!(shop.sandbox.sell(3001, 3).unwrap());
    save(&list, &stocks_of(3, |place| if place == 2 { 10 } else { 9 }));
    follower.next("done");
    assert_eq!(stocks(&shop), [4, 8, 7]);
    follower.interrupt();
}

#[test]
fn prices_and_the_first_step_wait_for_a_person() {
    let (shop, env, list) = open(2);
    save(&list, "id,price,stock\n3001,1100,10\n3002,1000,4\n");
    let follower = Follower::start(&env, &list, &["--send-stock"]);
    assert_eq!(follower.compared(), (2, 0));
    follower.next("preview");
    save(&list, "id,price,stock\n3001,1200,9\n3002,1000,4\n");
    follower.next("done");
    assert_eq!(follower.compared(), (2, 0));
    assert_eq!(stocks(&shop), [9, 10], "a stock whose last step is known");
    assert!(shop.sandbox.products().iter().all(|product| product.fields.primary_price == Some(1000)));
    follower.interrupt();
}

#[test]
fn a_list_that_is_away_for_a_while_is_said_so_and_followed_on() {
    let (shop, env, list) = open(2);
    let follower = Follower::start(&env, &list, &["--send-stock"]);
    follower.compared();
    let aside = list.with_extension("aside");
    std::fs::rename(&list, &aside).unwrap();
    follower.in_state("missing");
    std::fs::rename(&aside, &list).unwrap();
    assert_eq!(follower.compared(), (0, 0), "it is back");
    save(&list, &stocks_of(2, |place| 10 + i64::try_from(place).unwrap()));
    follower.next("done");
    assert_eq!(stocks(&shop), [11, 12]);
    follower.interrupt();
}

#[test]
fn a_list_goes_on_from_its_last_step_after_the_program_was_killed() {
    let (shop, env, list) = open(4);
    let follower = Follower::start(&env, &list, &["--send-stock"]);
    follower.compared();
    let slow = FaultRule { latency_ms: 300, on: Some(Operation::Batch), ..FaultRule::default() };
    shop.sandbox.set_faults(Faults::of(slow));
    save(&list, &stocks_of(4, |_| 12));
    wait_until("the stocks are in the shop", || stocks(&shop) == [12; 4]);
    follower.kill();
    shop.sandbox.set_faults(Faults::default());
    assert!(shop.sandbox.sell(3001, 3).unwrap());
    let resumed = env.run(&["edit", "--json", "--resume"]);
    assert!(resumed.status <= 1, "{resumed:?}");
    let follower = Follower::start(&env, &list, &["--send-stock"]);
    follower.compared();
    assert_eq!(stocks(&shop), [9, 12, 12, 12], "the same list does not undo the sale");
    follower.interrupt();
}

#[test]
fn a_list_that_cannot_be_followed_is_refused_at_once() {
    let (_shop, env, list) = open(1);
    let missing = env.run(&["edit", "--json", "--follow", "none.xlsx"]);
    assert_eq!((missing.status, &missing.lines[0]["problem"]["code"]), (2, &json!("sheet")), "{missing:?}");
    save(&list, "name,stock\nRug,4\n");
    let keyless = env.run(&["edit", "--json", "--follow", list.to_str().unwrap()]);
    let problem = keyless.lines.iter().find(|line| line["event"] == "problem").unwrap();
    assert_eq!((keyless.status, &problem["problem"]["code"]), (2, &json!("no_key_column")), "{keyless:?}");
    for usage in [
        vec!["--reserve", "2"],
        vec!["--follow", "a.csv", "--sheet", "b.csv"],
        vec!["--follow", "a.csv", "--resume"],
        vec!["--follow", "a.csv", "--reserve", "-1"],
    ] {
        assert_eq!(env.run(&[&["edit"], &usage[..]].concat()).status, 2, "{usage:?}");
    }
}
