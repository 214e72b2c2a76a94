//! Accounts, permissions, and stopping the program, tested by running it.

use std::process::Stdio;
use std::time::Duration;

use vitrine::sandbox::{Faults, Operation, Options, Person, Rule};

use crate::kit::patience::{PATIENCE, Watchdog, wait_until};
use crate::kit::shop::{Desk, Ran, Shop};

#[test]
fn whoami_prints_account_shop_and_token() {
    let shop = Shop::open(Options::default());
    let ran = Desk::at(&shop).run(&["whoami", "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.lines[0]["user"]["id"], 1001);
    assert_eq!(ran.lines[0]["vendor"]["id"], 501);
    assert_eq!(ran.lines[0]["client"]["name"], "Vitrine");
}

#[test]
fn an_account_without_a_shop_gets_a_message_and_nothing_is_sent() {
    let shop = Shop::open(Options::default());
    let token = shop.sandbox.issue_token(Person::Shopless, &["vendor.product.read", "vendor.product.write"], Duration::from_secs(600));
    let desk = Desk::with(&shop.sandbox.market_file(), token);
    desk.photo("Rug.jpg");

    let ran = desk.import(&[]);

    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("shop"), "{}", ran.err);
    assert!(shop.sandbox.requests().iter().all(|request| request.operation == Some(Operation::Me)));
}

#[test]
fn a_missing_scope_is_named() {
    let shop = Shop::open(Options::default());
    let token = shop.sandbox.issue_token(Person::Owner, &["vendor.product.read"], Duration::from_secs(600));
    let desk = Desk::with(&shop.sandbox.market_file(), token);
    desk.photo("Rug.jpg");

    let ran = desk.import(&[]);

    assert_eq!((ran.status, ran.counts()), (1, [0, 0, 1, 0]), "{}", ran.err);
    let problem = &ran.products()["Rug"]["problem"];
    assert_eq!((problem["code"].as_str(), problem["subject"].as_str()), (Some("forbidden"), Some("vendor.product.write")));
}

#[test]
fn a_webhook_is_created_according_to_the_contract() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    let ran = desk.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5,8"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let made = &shop.sandbox.webhooks()[0];
    assert_eq!((made.event_ids.as_slice(), made.url.as_str(), made.is_active), (&[5, 8][..], "https://shop.example/hook", true));
    assert_eq!(desk.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "99"]).status, 2);
}

#[test]
fn the_practice_shop_prints_a_market_file_for_itself() {
    use std::io::{BufRead, BufReader};
    let shop = Shop::open(Options::default());
    let mut running = Desk::at(&shop).command(&["sandbox"]).spawn().unwrap();
    let _watchdog = Watchdog::over(PATIENCE, &running);
    let lines = BufReader::new(running.stdout.take().unwrap()).lines().map_while(Result::ok);
    let text: Vec<String> = lines.take_while(|line| !line.starts_with("products_per_minute")).collect();
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(text[0].starts_with("# Practice token: "));
    assert!(vitrine::market::Profile::parse(&text.join("\n"), "printed").is_ok(), "{text:?}");
}

/// A shop slow enough to be interrupted during an import.
fn slow_shop() -> (Shop, Desk) {
    let faults = Faults::of(Rule { latency_ms: 100, ..Rule::default() });
    let shop = Shop::open(Options { faults, ..Options::default() });
    let desk = Desk::at(&shop);
    for n in 0..30 {
        desk.photo(&format!("Cup {n}.png"));
    }
    (shop, desk)
}

fn wait_for_creations(shop: &Shop, count: usize) {
    wait_until("so many products", || shop.sandbox.products().len() >= count);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly_and_resume_continues() {
    let (shop, desk) = slow_shop();
    let running = desk.import_command(&[]).spawn().unwrap();
    wait_for_creations(&shop, 3);
    let told = std::process::Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(told.success());

    let stopped = Ran::from(running);
    assert_eq!(stopped.status, 4, "{stopped:?}");
    assert!(stopped.counts()[3] > 0);

    let resumed = desk.run(&["resume", "--json"]);
    assert_eq!((resumed.status, resumed.counts()[3]), (0, 0), "{resumed:?}");
    let titles = shop.titles();
    assert_eq!((titles.len(), titles.iter().collect::<std::collections::BTreeSet<_>>().len()), (30, 30));
}

#[test]
fn a_second_instance_reports_the_running_one() {
    let (shop, desk) = slow_shop();
    let first = desk.import_command(&[]).spawn().unwrap();
    wait_for_creations(&shop, 1);

    let second = desk.import(&[]);
    assert_eq!(second.status, 2, "{second:?}");
    assert!(second.err.contains(&first.id().to_string()), "{}", second.err);

    assert_eq!(Ran::from(first).status, 0);
    assert_eq!(shop.titles().len(), 30);
}

#[test]
fn without_a_marketplace_the_message_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command.args(["--language", "en", "--data-dir"]).arg(dir.path()).arg("products").env_remove("VITRINE_TOKEN");
    let ran = Ran::from(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("--market"), "{}", ran.err);
}
