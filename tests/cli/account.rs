//! Accounts, permissions, and stopping the program, tested by running it.

use std::process::Stdio;
use std::time::Duration;

use vitrine_sandbox::{FaultRule, Faults, Operation, Options, Person};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::{TIMEOUT, Watchdog, wait_until};

#[test]
fn whoami_prints_account_shop_and_token() {
    let shop = Shop::open(Options::default());
    let output = TestEnv::new(&shop).run(&["whoami", "--json"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(output.lines[0]["user"]["id"], 1001);
    assert_eq!(output.lines[0]["vendor"]["id"], 501);
    assert_eq!(output.lines[0]["client"]["name"], "Vitrine");
    assert!(output.lines[0]["token"]["id"].is_string(), "{output:?}");
}

#[test]
fn whoami_shows_the_account_where_the_marketplace_cannot_tell_about_the_token() {
    for (status, expected) in [(404, 0), (501, 0), (403, 1)] {
        let rules = vec![FaultRule {
            on: Some(Operation::Whoami),
            status: Some(status),
            from: 1,
            ..FaultRule::default()
        }];
        let shop =
            Shop::open(Options { faults: Faults { rules, ..Faults::default() }, ..Options::default() });
        let output = TestEnv::new(&shop).run(&["whoami", "--json"]);
        assert_eq!(output.status, expected, "{status}: {output:?}");
        if expected == 0 {
            let account = &output.lines[0];
            assert_eq!((&account["user"]["id"], &account["vendor"]["id"]), (&1001.into(), &501.into()));
            assert!(account["token"].is_null() && account["client"].is_null(), "{account}");
        }
    }
}

#[test]
fn the_practice_shop_has_its_persian_name_in_persian() {
    let shop = Shop::open(Options::default());
    let output = TestEnv::new(&shop).run(&["whoami", "--language", "fa"]);
    assert!(
        output.stdout.contains("«غرفهٔ تمرینی»") && !output.stdout.contains("Practice shop"),
        "{output:?}"
    );
}

#[test]
fn a_marketplace_file_that_is_not_there_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command
        .args(["--language", "en", "--data-dir"])
        .arg(dir.path())
        .arg("--market")
        .arg(dir.path().join("gone.toml"))
        .arg("whoami");
    let output = RunOutput::from(
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap(),
    );
    assert_eq!(output.status, 2, "{output:?}");
    assert!(
        output.stderr.contains("Couldn’t open")
            && output.stderr.contains("gone.toml")
            && !output.stderr.contains("Fix the line"),
        "{output:?}"
    );
}

#[test]
fn an_account_without_a_shop_gets_a_message_and_nothing_is_sent() {
    let shop = Shop::open(Options::default());
    let token = shop.sandbox.issue_token(
        Person::Shopless,
        &["vendor.product.read", "vendor.product.write"],
        Duration::from_secs(600),
    );
    let env = TestEnv::with_market_file(&shop.sandbox.market_file(), token);
    env.photo("Rug.jpg");

    let output = env.import(&[]);

    assert_eq!(output.status, 1, "{output:?}");
    assert!(output.stderr.contains("shop"), "{}", output.stderr);
    assert!(shop.sandbox.requests().iter().all(|request| request.operation == Some(Operation::Me)));
}

#[test]
fn a_missing_scope_is_named() {
    let shop = Shop::open(Options::default());
    let token = shop.sandbox.issue_token(Person::Owner, &["vendor.product.read"], Duration::from_secs(600));
    let env = TestEnv::with_market_file(&shop.sandbox.market_file(), token);
    env.photo("Rug.jpg");

    let output = env.import(&[]);

    assert_eq!((output.status, output.counts()), (1, [0, 0, 1, 0]), "{}", output.stderr);
    let problem = &output.product_events()["Rug"]["problem"];
    assert_eq!(
        (problem["code"].as_str(), problem["subject"].as_str()),
        (Some("forbidden"), Some("vendor.product.write"))
    );
}

#[test]
fn a_webhook_is_created_according_to_the_contract() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let output = env.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5,8"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let created = &shop.sandbox.webhooks()[0];
    assert_eq!(
        (created.event_ids.as_slice(), created.url.as_str(), created.is_active),
        (&[5, 8][..], "https://shop.example/hook", true)
    );
}

#[test]
fn events_have_names_and_services_are_numbers_in_any_digits() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let add =
        |more: &[&str]| env.run(&[&["webhook", "add", "--url", "https://shop.example/hook"], more].concat());
    assert_eq!(add(&["--events", "5"]).status, 0);
    let service = shop.sandbox.webhooks()[0].service_id;
    let digits: String = service
        .to_string()
        .bytes()
        .map(|digit| char::from_u32('۰' as u32 + u32::from(digit - b'0')).unwrap())
        .collect();
    let output = add(&["--events", "vendor_new_order,۸", "--method", "put", "--service", &digits]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let created = &shop.sandbox.webhooks()[1];
    assert_eq!(
        (created.event_ids.as_slice(), created.request_method.as_str(), created.service_id),
        (&[5, 8][..], "PUT", service)
    );
    for wrong in [["--events", "99"], ["--events", "NEW_SALE"]] {
        let output = add(&wrong);
        assert!(output.status == 2 && output.stderr.contains("5 VENDOR_NEW_ORDER"), "{output:?}");
    }
    for wrong in [["--service", "abc"], ["--service", "-1"], ["--method", "GET"]] {
        assert_eq!(add(&[&["--events", "5"], wrong.as_slice()].concat()).status, 2, "{wrong:?}");
    }
    assert_eq!(shop.sandbox.webhooks().len(), 2);
}

#[test]
fn the_practice_shop_prints_a_market_file_for_itself() {
    use std::io::{BufRead, BufReader};
    let shop = Shop::open(Options::default());
    let mut running = TestEnv::new(&shop).command(&["sandbox"]).spawn().unwrap();
    let _watchdog = Watchdog::start(TIMEOUT, &running);
    let lines = BufReader::new(running.stdout.take().unwrap()).lines().map_while(Result::ok);
    let text: Vec<String> = lines.take_while(|line| !line.starts_with("products_per_minute")).collect();
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(text[0].starts_with("# Practice token: "));
    assert!(vitrine_core::market::Profile::parse(&text.join("\n"), "printed").is_ok(), "{text:?}");
}

#[test]
fn the_printed_file_of_the_core_layout_works_with_categories_and_changes() {
    use std::io::{BufRead, BufReader};
    let shop = Shop::open(Options::default());
    let mut running = TestEnv::new(&shop)
        .command(&["sandbox", "--layout", "core", "--categories", "en", "--products", "3"])
        .spawn()
        .unwrap();
    let _watchdog = Watchdog::start(TIMEOUT, &running);
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map_while(Result::ok);
    let token = lines.next().unwrap().strip_prefix("# Practice token: ").unwrap().to_owned();
    let mut text: Vec<String> = Vec::new();
    while !text.last().is_some_and(|line| line.starts_with("sku_unique")) {
        text.push(lines.next().expect("the file ends with sku_unique"));
    }
    let env = TestEnv::with_market_file(&text.join("\n"), token.into());
    env.photo("Modern rug/Blue rug/a.jpg");
    let set = [
        "preparation_days=2",
        "package_weight=900",
        "primary_price=50000",
        "product_attribute=Material=Wool",
    ]
    .map(|set| ["--set", set])
    .concat();
    let imported =
        env.run(&[&["import", env.photos().to_str().unwrap(), "--json", "--yes"], set.as_slice()].concat());
    let sheet = env.data().join("prices.csv");
    std::fs::write(&sheet, "id,price\n3001,7000\n").unwrap();
    let edited = env.run(&["edit", "--sheet", sheet.to_str().unwrap(), "--yes", "--json"]);
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(imported.status, 0, "{imported:?}");
    assert_eq!(edited.status, 0, "{edited:?}");
}

#[test]
fn the_practice_shop_stands_in_for_the_marketplace_of_a_ready_made_file() {
    use std::io::{BufRead, BufReader};
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let mut running = env.command(&["sandbox", "--as", "basalam"]).spawn().unwrap();
    let _watchdog = Watchdog::start(TIMEOUT, &running);
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map_while(Result::ok);
    let token = lines.next().unwrap().strip_prefix("# Practice token: ").unwrap().to_owned();
    // The scopes come last, and standard output stays open.
    let text: Vec<String> = lines.take_while(|line| !line.starts_with("scopes")).collect();
    let stand_in = TestEnv::with_market_file(&text.join("\n"), token.into());
    let profile = vitrine_core::market::Profile::parse(&stand_in.market_file(), "printed").unwrap();
    assert_eq!(profile.name, "Basalam");
    assert!(profile.rules().sku_unique && profile.rules().categories.is_some(), "all else is as in the file");
    let output = stand_in.run(&["whoami"]);
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(output.stdout.contains("shop “Practice shop” on Basalam."), "{output:?}");
}

/// A shop slow enough to be interrupted during an import.
fn slow_shop() -> (Shop, TestEnv) {
    let faults = Faults::of(FaultRule { latency_ms: 100, ..FaultRule::default() });
    let shop = Shop::open(Options { faults, ..Options::default() });
    let env = TestEnv::new(&shop);
    for n in 0..30 {
        env.photo(&format!("Cup {n}.png"));
    }
    (shop, env)
}

fn wait_for_creations(shop: &Shop, count: usize) {
    wait_until("the first products exist", || shop.sandbox.products().len() >= count);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly_and_resume_continues() {
    let (shop, env) = slow_shop();
    let running = env.import_command(&[]).spawn().unwrap();
    wait_for_creations(&shop, 3);
    let interrupted =
        std::process::Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(interrupted.success());

    let stopped = RunOutput::from(running);
    assert_eq!(stopped.status, 4, "{stopped:?}");
    assert!(stopped.counts()[3] > 0);

    let resumed = env.run(&["resume", "--json"]);
    assert_eq!((resumed.status, resumed.counts()[3]), (0, 0), "{resumed:?}");
    let titles = shop.titles();
    assert_eq!((titles.len(), titles.iter().collect::<std::collections::BTreeSet<_>>().len()), (30, 30));
}

#[test]
fn a_second_instance_reports_the_running_one() {
    let (shop, env) = slow_shop();
    let first = env.import_command(&[]).spawn().unwrap();
    wait_for_creations(&shop, 1);

    let second = env.import(&[]);
    assert_eq!(second.status, 2, "{second:?}");
    assert!(second.stderr.contains(&first.id().to_string()), "{}", second.stderr);

    assert_eq!(RunOutput::from(first).status, 0);
    assert_eq!(shop.titles().len(), 30);
}

#[test]
fn without_a_marketplace_the_message_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command
        .args(["--language", "en", "--data-dir"])
        .arg(dir.path())
        .arg("products")
        .env_remove("VITRINE_TOKEN");
    let output = RunOutput::from(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    assert_eq!(output.status, 2, "{output:?}");
    assert!(output.stderr.contains("--market"), "{}", output.stderr);
}
