//! Runs the program against a marketplace that misbehaves: every product has to exist exactly once.
//!
//! This is the real program with real waits, so each test has only the losses that it is about. Cases that
//! take minutes of waiting are tested with a simulated clock (`import::sim`): hundreds of losses, long list
//! lags, lists that never show a product, losses among a thousand pages.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::SignedDuration;
use vitrine_sandbox::{
    CreationAnswer, FaultForm, FaultRule, Faults, Moment, Operation, Options, Outcome, Paging, Person,
    PhotoIds, Record, RefusalForm, RetryAfter, ShopBehaviour, Wrapper,
};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::{LONG_TIMEOUT, wait_for_exit_within};

fn shop_with(faults: Faults) -> (Shop, TestEnv) {
    let shop = Shop::open(Options { faults, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

fn photos(env: &TestEnv, count: usize) -> BTreeSet<String> {
    let names: BTreeSet<String> = (0..count).map(|n| format!("Cup {n:03}")).collect();
    for name in &names {
        env.photo(&format!("{name}.png"));
    }
    names
}

/// Runs the cases concurrently, so that their waits overlap.
fn run_concurrently<T: Send>(cases: impl IntoIterator<Item = T>, case: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for one in cases {
            let case = &case;
            scope.spawn(move || case(one));
        }
    });
}

/// Checks that every product exists once and that its cover is its own photo. Older products have no cover.
fn assert_exactly_once(shop: &Shop, names: &BTreeSet<String>) {
    let created: Vec<_> =
        shop.sandbox.products().into_iter().filter(|product| !product.fields.photos.is_empty()).collect();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for product in &created {
        *seen.entry(product.fields.name.clone()).or_default() += 1;
    }
    let expected: BTreeMap<String, usize> = names.iter().map(|name| (name.clone(), 1)).collect();
    assert_eq!(seen, expected);
    let files: BTreeMap<u64, String> =
        shop.sandbox.files().into_iter().map(|file| (file.id, file.file_name)).collect();
    let mut covers = BTreeSet::new();
    for product in created {
        assert!(covers.insert(product.fields.photo), "two products share a cover");
        assert_eq!(files[&product.fields.photo], format!("{}.png", product.fields.name));
    }
}

fn on(operation: Operation) -> FaultRule {
    FaultRule { on: Some(operation), ..FaultRule::default() }
}

#[test]
fn lost_answers_create_no_duplicates() {
    let (shop, env) = shop_with(Faults::of(FaultRule {
        reset: true,
        when: Moment::After,
        every: 3,
        ..on(Operation::Create)
    }));
    let names = photos(&env, 12);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [12, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
    assert!(
        output.product_events().values().all(|line| line["product_id"].is_u64()),
        "the product was found in the shop, so its id is known"
    );
}

#[test]
fn lost_requests_leave_no_product_out() {
    let (shop, env) = shop_with(Faults {
        rules: vec![
            // Once only, because the product is sent again after half a minute of listing.
            FaultRule { reset: true, from: 4, to: Some(4), ..on(Operation::Create) },
            FaultRule { reset: true, every: 5, ..on(Operation::Upload) },
            FaultRule { cut_after: Some(5), every: 7, ..on(Operation::Upload) },
        ],
        ..Faults::default()
    });
    let names = photos(&env, 12);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [12, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
}

#[test]
fn a_refusal_of_a_gateway_after_the_work_makes_no_duplicate() {
    run_concurrently(
        [(403, FaultForm::Page), (404, FaultForm::Page), (409, FaultForm::Empty), (422, FaultForm::Page)],
        |(status, form)| {
            let rule = FaultRule {
                status: Some(status),
                form,
                when: Moment::After,
                from: 4,
                to: Some(4),
                ..on(Operation::Create)
            };
            let (shop, env) = shop_with(Faults::of(rule));
            let names = photos(&env, 6);
            let output = env.import(&[]);
            assert_eq!((output.status, output.counts()), (0, [6, 0, 0, 0]), "{status}: {}", output.stderr);
            assert_exactly_once(&shop, &names);
        },
    );
}

#[test]
fn a_success_that_no_list_shows_is_a_question_and_not_the_end() {
    let maintenance = FaultRule { status: Some(200), from: 4, to: Some(4), ..on(Operation::Create) };
    let (shop, env) = shop_with(Faults::of(maintenance));
    let names = photos(&env, 6);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (4, [5, 0, 0, 1]), "{}", output.stderr);
    assert_eq!(shop.sandbox.products().len(), 5);
    // A person has looked: it is not there.
    let asked = output
        .product_events()
        .values()
        .find(|line| line["state"] == "needs_person")
        .expect("a question")["name"]
        .clone();
    let answered = env.run(&["resume", "--json", "--not-there", asked.as_str().unwrap()]);
    assert_eq!(answered.status, 0, "{}{}", answered.stdout, answered.stderr);
    assert_exactly_once(&shop, &names);
}

#[test]
fn an_answer_about_a_product_that_nothing_is_asked_about_is_said_to_be_unused() {
    let maintenance = FaultRule { status: Some(200), from: 2, to: Some(2), ..on(Operation::Create) };
    let (shop, env) = shop_with(Faults::of(maintenance));
    photos(&env, 2);
    assert_eq!(env.import(&[]).status, 4);
    let answered = env.run(&["resume", "--there", "Saucer"]);
    assert_eq!(answered.status, 4, "{}", answered.stderr);
    assert!(answered.stderr.contains("Saucer"), "{}", answered.stderr);
    assert_eq!(shop.sandbox.products().len(), 1);
}

#[test]
fn a_gateway_that_repeats_each_creation_stops_the_import_after_the_first_product() {
    let (shop, env) = shop_with(Faults::of(FaultRule { repeat: true, ..on(Operation::Create) }));
    photos(&env, 12);
    let output = env.import(&[]);
    assert_eq!(output.status, 4, "{}", output.stderr);
    assert_eq!(shop.sandbox.products().len(), 2, "one was sent");
    assert!(output.stdout.contains("listed_twice"), "{}", output.stdout);
}

#[test]
fn a_requested_wait_is_respected() {
    let throttled = FaultRule {
        from: 3,
        to: Some(3),
        status: Some(429),
        retry_after: Some(RetryAfter::Seconds(2)),
        ..on(Operation::Create)
    };
    let (shop, env) = shop_with(Faults::of(throttled));
    let names = photos(&env, 8);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [8, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
    let requests = shop.sandbox.requests();
    let throttled = requests
        .iter()
        .find(|request| matches!(request.outcome, Outcome::Answered { status: 429, .. }))
        .unwrap();
    // Requests already sent when the answer arrived are fine; none may start after it.
    let in_wait = requests.iter().filter(|request| {
        let after = request.at.duration_since(throttled.at);
        after > SignedDuration::from_millis(250) && after < SignedDuration::from_millis(1900)
    });
    assert_eq!(in_wait.count(), 0, "{requests:?}");
}

#[test]
fn creation_answers_of_every_format_count_as_created() {
    use CreationAnswer::{DataId, Empty, IdOnly, NoContent204, WithoutId};
    run_concurrently([IdOnly, DataId, Empty, NoContent204, WithoutId], |answer| {
        let behaviour = ShopBehaviour { creation_answer: answer, ..ShopBehaviour::default() };
        let (shop, env) = shop_with(Faults { behaviour, ..Faults::default() });
        let names = photos(&env, 3);
        let output = env.import(&[]);
        assert_eq!((output.status, output.counts()), (0, [3, 0, 0, 0]), "{answer:?}: {}", output.stderr);
        assert_exactly_once(&shop, &names);
    });
}

#[test]
fn unrelated_photo_ids_do_not_stop_an_import() {
    let behaviour = ShopBehaviour { photo_ids: PhotoIds::OtherSpace, ..ShopBehaviour::default() };
    let (shop, env) = shop_with(Faults { behaviour, ..Faults::default() });
    photos(&env, 4);
    let output = env.import(&["--set", "primary_price=5000", "--set", "stock=2"]);
    assert_eq!((output.status, output.counts()), (0, [4, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(shop.titles().len(), 4);
}

#[test]
fn three_equal_refusals_pause_the_import_and_resume_continues() {
    let (shop, env) = shop_with(Faults::of(FaultRule { status: Some(422), ..on(Operation::Create) }));
    let names = photos(&env, 8);

    let output = env.import(&[]);
    assert_eq!(output.status, 4, "{output:?}");
    let [created, _, failed, waiting] = output.counts();
    assert_eq!((created, failed + waiting), (0, 8));
    assert!(waiting >= 4, "most products are still waiting: {output:?}");

    shop.sandbox.set_faults(Faults::default());
    assert_eq!(env.run(&["resume", "--json"]).counts()[0], waiting);
    let again = env.import(&[]);
    assert_eq!(again.status, 0, "{again:?}");
    assert_exactly_once(&shop, &names);
}

#[test]
fn a_lost_answer_about_the_account_is_asked_for_again_and_an_outage_keeps_the_import_for_resume() {
    run_concurrently([1, 12], |failures| {
        let failing = FaultRule { to: Some(failures), status: Some(502), ..on(Operation::Me) };
        let (shop, env) = shop_with(Faults::of(failing));
        let names = photos(&env, 3);
        let output = env.import(&[]);
        if failures == 1 {
            assert_eq!((output.status, output.counts()), (0, [3, 0, 0, 0]), "{}", output.stderr);
            return assert_exactly_once(&shop, &names);
        }
        assert_eq!((output.status, output.counts()), (4, [0, 0, 0, 3]), "{}", output.stderr);
        // Two more outages: the rest of the failures.
        let resumed = std::iter::repeat_with(|| env.run(&["resume", "--json"]))
            .find(|output| output.status != 4)
            .unwrap();
        assert_eq!((resumed.status, resumed.counts()), (0, [3, 0, 0, 0]), "{}", resumed.stderr);
        assert_exactly_once(&shop, &names);
    });
}

#[test]
fn products_wait_for_a_new_token_when_it_expires() {
    let (shop, mut env) = shop_with(Faults { token_requests: Some(9), ..Faults::default() });
    let names = photos(&env, 8);

    let output = env.import(&[]);
    assert_eq!(output.status, 3, "{output:?}");
    assert!(output.counts()[3] > 0);

    shop.sandbox.set_faults(Faults::default());
    env.token = shop.sandbox.issue_token(
        Person::Owner,
        &["vendor.product.read", "vendor.product.write"],
        Duration::from_secs(600),
    );
    let resumed = env.run(&["resume", "--json"]);
    assert_eq!(resumed.status, 0, "{resumed:?}");
    assert_exactly_once(&shop, &names);
}

#[test]
fn resume_says_that_products_of_another_account_are_waiting_and_leaves_them() {
    let (shop, mut env) = shop_with(Faults { token_requests: Some(9), ..Faults::default() });
    photos(&env, 8);
    let waiting = env.import(&[]).counts()[3];
    assert!(waiting > 0);
    shop.sandbox.set_faults(Faults::default());
    let created = shop.titles().len();
    env.token = shop.sandbox.issue_token(Person::OtherOwner, &["*"], Duration::from_secs(600));
    let resumed = env.run(&["resume", "--json"]);
    assert_eq!((resumed.status, resumed.counts()), (0, [0, 0, 0, 0]), "{resumed:?}");
    assert!(resumed.stderr.contains(&format!("{waiting} products of other accounts")), "{}", resumed.stderr);
    assert_eq!(shop.titles().len(), created);
}

/// Every third creation is processed, and its answer lost.
fn lost_answers() -> FaultRule {
    FaultRule { reset: true, when: Moment::After, every: 3, from: 2, ..on(Operation::Create) }
}

#[test]
fn a_429_after_the_creation_makes_no_duplicate() {
    let late = FaultRule {
        status: Some(429),
        retry_after: Some(RetryAfter::Seconds(1)),
        when: Moment::After,
        every: 4,
        ..on(Operation::Create)
    };
    let (shop, env) = shop_with(Faults::of(late));
    let names = photos(&env, 12);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [12, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
}

/// A 429 may come after the work, so it is waited for like any lost answer, with all others together.
#[test]
fn several_429s_before_the_creation_cost_one_common_wait_and_few_listings() {
    let often = FaultRule { status: Some(429), every: 3, to: Some(12), ..on(Operation::Create) };
    let (shop, env) = shop_with(Faults::of(often));
    let names = photos(&env, 12);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [12, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
    let throttled = |request: &Record| matches!(request.outcome, Outcome::Answered { status: 429, .. });
    let requests = shop.sandbox.requests();
    let refused: Vec<_> =
        requests.iter().filter(|request| throttled(request)).map(|request| request.at).collect();
    let created =
        requests.iter().filter(|request| request.operation == Some(Operation::Create) && !throttled(request));
    let waited =
        created.map(|request| request.at).max().unwrap().duration_since(*refused.iter().max().unwrap());
    assert!(
        refused.len() >= 3 && waited < SignedDuration::from_secs(50),
        "{waited} after the last of {}",
        refused.len()
    );
    let listings = requests.iter().filter(|request| request.operation == Some(Operation::List)).count();
    assert!(listings <= 10, "{listings} listings for {} such answers", refused.len());
}

#[test]
fn a_product_id_known_only_from_the_list_is_in_the_products_line() {
    run_concurrently([CreationAnswer::NoContent204, CreationAnswer::Html], |answer| {
        let behaviour = ShopBehaviour { creation_answer: answer, ..ShopBehaviour::default() };
        let (shop, env) = shop_with(Faults { behaviour, ..Faults::default() });
        let names = photos(&env, 5);
        let output = env.import(&[]);
        assert_eq!((output.status, output.counts()), (0, [5, 0, 0, 0]), "{answer:?}: {}", output.stderr);
        assert_exactly_once(&shop, &names);
        let ids: BTreeMap<String, u64> =
            shop.sandbox.products().into_iter().map(|product| (product.fields.name, product.id)).collect();
        let lines: Vec<_> = output.lines.iter().filter(|line| line["event"] == "product").collect();
        assert_eq!(lines.len(), 5, "one line per product: {lines:?}");
        for line in lines {
            assert_eq!(
                line["product_id"].as_u64(),
                Some(ids[line["name"].as_str().unwrap()]),
                "{answer:?}: {line}"
            );
        }
    });
}

#[test]
fn lost_answers_are_resolved_although_half_of_many_pages_fail() {
    let (shop, env) = shop_with(Faults { per_page_cap: Some(10), ..Faults::default() });
    let mut names = photos(&env, 45);
    assert_eq!(env.import(&[]).status, 0);
    // Seven of the first twelve requested pages.
    let pages = FaultRule { reset: true, to: Some(12), every: 2, ..on(Operation::List) };
    let page = FaultRule { status: Some(502), from: 4, to: Some(4), ..on(Operation::List) };
    shop.sandbox.set_faults(Faults {
        per_page_cap: Some(10),
        rules: vec![pages, page, lost_answers()],
        ..Faults::default()
    });
    for n in 0..6 {
        let name = format!("Bowl {n}");
        env.photo(&format!("{name}.png"));
        names.insert(name);
    }
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [6, 45, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
}

const WRAPPERS: [Wrapper; 4] =
    [Wrapper::OpenapiRawData, Wrapper::Response, Wrapper::ResponseText, Wrapper::InTurn];

#[test]
fn an_import_succeeds_with_answers_in_every_wrapper() {
    run_concurrently(WRAPPERS, |wrapper| {
        let behaviour = ShopBehaviour { wrapper, ..ShopBehaviour::default() };
        let answer_lost =
            FaultRule { reset: true, when: Moment::After, from: 3, to: Some(3), ..on(Operation::Create) };
        let failed = FaultRule { status: Some(503), from: 2, to: Some(2), ..on(Operation::Upload) };
        let (shop, env) = shop_with(Faults {
            behaviour,
            rules: vec![answer_lost, failed, FaultRule { to: Some(4), ..page_fails() }],
            ..Faults::default()
        });
        let names = photos(&env, 7);
        let output = env.import(&[]);
        assert_eq!((output.status, output.counts()), (0, [7, 0, 0, 0]), "{wrapper:?}: {}", output.stderr);
        assert_exactly_once(&shop, &names);
        assert!(
            output.product_events().values().all(|line| line["product_id"].is_u64()),
            "{wrapper:?}: {output:?}"
        );
        let listed = env.run(&["products", "--json"]);
        assert_eq!((listed.status, listed.lines.len()), (0, 7), "{wrapper:?}: {}", listed.stderr);
        assert_eq!(env.run(&["whoami", "--json"]).lines[0]["client"]["name"], "Vitrine", "{wrapper:?}");
        let subscribed = env.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5"]);
        assert_eq!(
            (subscribed.status, shop.sandbox.webhooks().len()),
            (0, 1),
            "{wrapper:?}: {}",
            subscribed.stderr
        );
    });
}

#[test]
fn a_wrapped_creation_answer_yields_the_id_immediately() {
    run_concurrently(WRAPPERS, |wrapper| {
        for creation_answer in [CreationAnswer::Whole, CreationAnswer::IdOnly, CreationAnswer::DataId] {
            let behaviour = ShopBehaviour { wrapper, creation_answer, ..ShopBehaviour::default() };
            let (shop, env) = shop_with(Faults { behaviour, ..Faults::default() });
            let names = photos(&env, 3);
            let output = env.import(&[]);
            assert_eq!(
                (output.status, output.counts()),
                (0, [3, 0, 0, 0]),
                "{wrapper:?}, {creation_answer:?}: {}",
                output.stderr
            );
            assert_exactly_once(&shop, &names);
            let requests = shop.sandbox.requests();
            let last =
                requests.iter().rposition(|request| request.operation == Some(Operation::Create)).unwrap();
            let listed =
                requests[last..].iter().filter(|request| request.operation == Some(Operation::List)).count();
            assert_eq!(listed, 1, "the shop was listed for ids, too: {requests:?}");
        }
    });
}

#[test]
fn a_wrapped_refusal_yields_its_field_and_message() {
    run_concurrently(WRAPPERS, |wrapper| {
        let behaviour = ShopBehaviour {
            wrapper,
            refusal_form: RefusalForm::List,
            description_chars: 4,
            ..ShopBehaviour::default()
        };
        let (shop, env) = shop_with(Faults { behaviour, ..Faults::default() });
        photos(&env, 2);
        let output = env.import(&["--set", "brief=too long"]);
        assert_eq!((output.status, output.counts()), (1, [0, 0, 2, 0]), "{wrapper:?}: {}", output.stderr);
        for line in output.product_events().values() {
            let problem = &line["problem"];
            let found = (problem["code"].as_str(), problem["field"].as_str(), problem["said"].as_str());
            assert_eq!(
                found,
                (Some("unprocessable"), Some("brief"), Some("brief is longer than 4 characters.")),
                "{wrapper:?}"
            );
        }
        assert!(shop.titles().is_empty());
    });
}

#[test]
fn the_practice_shop_refuses_in_persian_where_the_window_is_in_persian() {
    let behaviour = ShopBehaviour { persian: true, description_chars: 4, ..ShopBehaviour::default() };
    let (_shop, env) = shop_with(Faults { behaviour, ..Faults::default() });
    photos(&env, 1);
    let output = env.import(&["--set", "brief=too long"]);
    let said: Vec<_> = output
        .product_events()
        .values()
        .map(|line| line["problem"]["said"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(said, [Some("توضیح کوتاه بیشتر از ۴ کاراکتر دارد.".to_owned())]);
}

/// The second requested page and every second after it.
fn page_fails() -> FaultRule {
    FaultRule { status: Some(502), from: 2, every: 2, ..on(Operation::List) }
}

/// About three of a hundred pages fail, in different ways.
fn failing_pages() -> Vec<FaultRule> {
    let page = |probability| FaultRule { probability, ..on(Operation::List) };
    vec![
        FaultRule { status: Some(500), ..page(0.008) },
        FaultRule { status: Some(503), ..page(0.006) },
        FaultRule { status: Some(503), retry_after: Some(RetryAfter::Seconds(1)), ..page(0.002) },
        FaultRule { status: Some(408), ..page(0.002) },
        FaultRule { reset: true, ..page(0.006) },
        FaultRule { cut_after: Some(500), ..page(0.006) },
    ]
}

const OLD_PRODUCTS: usize = 20_000;

/// A shop with many old products, listed in pages of this size.
fn old_shop(products: usize, page_size: u64, more: Vec<FaultRule>) -> (Shop, TestEnv) {
    let rules = failing_pages().into_iter().chain(more).collect();
    let faults = Faults { seed: 5, per_page_cap: Some(page_size), rules, ..Faults::default() };
    let shop = Shop::open(Options { faults, initial_products: products, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

fn failed_pages(shop: &Shop) -> usize {
    let pages =
        shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List));
    pages.filter(|page| !matches!(page.outcome, Outcome::Answered { status: 200, .. })).count()
}

#[test]
fn a_shop_of_20_000_products_is_listed_completely_although_3_of_100_pages_fail() {
    // Two hundred pages each.
    run_concurrently([(OLD_PRODUCTS, 100), (OLD_PRODUCTS / 5, 20)], |(products, page_size)| {
        let (shop, env) = old_shop(products, page_size, Vec::new());
        let output = env.run(&["products", "--json"]);
        assert_eq!(output.status, 0, "{} per page: {}", page_size, output.stderr);
        let ids: BTreeSet<u64> = output.lines.iter().filter_map(|product| product["id"].as_u64()).collect();
        assert_eq!((output.lines.len(), ids.len()), (products, products));
        assert!(failed_pages(&shop) >= 4, "{} pages failed", failed_pages(&shop));
    });
}

fn listed_pages(shop: &Shop) -> usize {
    shop.sandbox.requests().into_iter().filter(|request| request.operation == Some(Operation::List)).count()
}

#[test]
fn an_import_of_100_products_lists_at_most_10_pages_of_a_shop_of_10_000() {
    run_concurrently([true, false], |totals| {
        let faults = Faults {
            per_page_cap: Some(50),
            behaviour: ShopBehaviour { totals, ..ShopBehaviour::default() },
            ..Faults::default()
        };
        let shop = Shop::open(Options { faults, initial_products: 10_000, ..Options::default() });
        let env = TestEnv::new(&shop);
        let names = photos(&env, 100);
        let output = env.import(&[]);
        assert_eq!((output.status, output.counts()), (0, [100, 0, 0, 0]), "{}", output.stderr);
        assert_exactly_once(&shop, &names);
        let first = listed_pages(&shop);
        assert!(first <= 10, "{first} pages by the first import, totals: {totals}");
        env.photo("One more.png");
        assert_eq!(env.import(&[]).counts(), [1, 100, 0, 0]);
        let second = listed_pages(&shop) - first;
        assert!(second <= 10, "{second} pages by the second import, totals: {totals}");
    });
}

/// One creation is processed but its answer lost; the product is found on the newest pages. A creation lost
/// before processing takes as many complete listings as its wait allows: `import::sim` tests that, in a shop
/// of a thousand pages.
#[test]
fn a_lost_creation_is_found_in_a_shop_of_20_000_products_although_3_of_100_pages_fail() {
    let answer_lost =
        FaultRule { reset: true, when: Moment::After, from: 2, to: Some(2), ..on(Operation::Create) };
    let (shop, env) = old_shop(OLD_PRODUCTS, 100, vec![answer_lost]);
    let names = photos(&env, 3);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [3, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
    assert!(output.product_events().values().all(|line| line["product_id"].is_u64()), "{output:?}");
    assert!(listed_pages(&shop) <= 20, "{} pages were listed", listed_pages(&shop));
}

/// An environment whose market file has one wrong setting.
fn env_with_setting(shop: &Shop, instead_of: &str, this: &str) -> TestEnv {
    let file = shop.sandbox.market_file();
    assert!(file.contains(instead_of), "{file}");
    TestEnv::with_market_file(&file.replace(instead_of, this), shop.sandbox.token())
}

/// Whatever page size is requested, each page has five products, with and without totals.
#[test]
fn lost_answers_are_resolved_with_pages_smaller_than_requested() {
    run_concurrently([true, false], |totals| {
        let behaviour = ShopBehaviour { totals, ..ShopBehaviour::default() };
        let shop = Shop::open(Options {
            faults: Faults { per_page_cap: Some(5), behaviour, ..Faults::of(lost_answers()) },
            ..Options::default()
        });
        let env = env_with_setting(&shop, "page_size = 5\n", "page_size = 100\n");
        let names = photos(&env, 23);
        let output = env.import(&[]);
        assert_eq!(
            (output.status, output.counts()),
            (0, [23, 0, 0, 0]),
            "totals: {totals}, {}",
            output.stderr
        );
        assert_exactly_once(&shop, &names);
    });
}

/// The shop contains more than the ten products of each page, so no listing is complete. The lost products
/// are among the ten. A lost product that is not listed needs a person's decision after a minute or more:
/// `import::sim` tests that.
const MORE_THAN_A_PAGE: usize = 12;

/// The market file has other paging parameters than the marketplace: each page is the first.
#[test]
fn a_list_without_paging_parameters_resolves_the_products_it_shows() {
    let behaviour = ShopBehaviour { totals: false, ..ShopBehaviour::default() };
    let faults = Faults { behaviour, ..Faults::of(lost_answers()) };
    let shop = Shop::open(Options { faults, initial_products: MORE_THAN_A_PAGE, ..Options::default() });
    let env = env_with_setting(
        &shop,
        "page = \"page\"\nper_page = \"per_page\"",
        "page = \"seite\"\nper_page = \"anzahl\"",
    );
    let names = photos(&env, 8);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [8, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
}

/// `VITRINE_LAG_SECONDS=60` makes the list lag by a minute; the simulation has longer lags.
#[test]
fn lost_answers_are_resolved_although_the_list_lags() {
    let seconds: u64 =
        std::env::var("VITRINE_LAG_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(2);
    let (shop, env) = shop_with(Faults { list_lag_ms: seconds * 1000, ..Faults::of(lost_answers()) });
    let names = photos(&env, 8);
    let limit = LONG_TIMEOUT + Duration::from_secs(10 * seconds);
    let output = RunOutput::from(wait_for_exit_within(limit, env.import_command(&[]).spawn().unwrap()));
    assert_eq!((output.status, output.counts()), (0, [8, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
}

#[test]
fn lost_answers_are_resolved_by_similarity_when_photo_ids_are_unrelated() {
    let behaviour = ShopBehaviour { photo_ids: PhotoIds::OtherSpace, ..ShopBehaviour::default() };
    let (shop, env) = shop_with(Faults { behaviour, ..Faults::of(lost_answers()) });
    let names = photos(&env, 7);
    let output = env.import(&["--set", "primary_price=5000", "--set", "stock=2"]);
    assert_eq!((output.status, output.counts()), (0, [7, 0, 0, 0]), "{}", output.stderr);
    assert_exactly_once(&shop, &names);
}

#[test]
fn a_list_that_ignores_paging_resolves_the_products_it_shows() {
    run_concurrently([Paging::Ignored, Paging::Everything], |paging| {
        let faults = Faults { paging, ..Faults::of(lost_answers()) };
        let shop = Shop::open(Options { faults, initial_products: MORE_THAN_A_PAGE, ..Options::default() });
        let env = TestEnv::new(&shop);
        let names = photos(&env, 8);
        let output = env.import(&[]);
        assert_eq!((output.status, output.counts()), (0, [8, 0, 0, 0]), "{paging:?}: {}", output.stderr);
        assert_exactly_once(&shop, &names);
    });
}
